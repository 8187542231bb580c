//! The list of the games as it is sent: the first page waits for it, so it is made once and travels compressed.

use std::io::Write as _;

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use protocol::GameCard;

/// The list in both forms.
#[derive(Debug)]
pub(crate) struct GameList {
    json: Bytes,
    /// Nothing if it could not be compressed.
    gzip: Option<Bytes>,
}

impl GameList {
    pub(super) fn new(cards: &[GameCard]) -> Self {
        let json = serde_json::to_vec(cards).unwrap_or_default();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&json).and_then(|()| encoder.finish()).ok();
        Self { json: json.into(), gzip: gzip.map(Bytes::from) }
    }

    /// Answers in the form that the client understands.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let json = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let vary = (header::VARY, HeaderValue::from_static("accept-encoding"));
        match &self.gzip {
            Some(gzip) if accepts_gzip(headers) => {
                let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                ([json, vary, encoding], gzip.clone()).into_response()
            }
            _ => ([json, vary], self.json.clone()).into_response(),
        }
    }
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|offers| offers.split(',')).any(|offer| {
        let (name, quality) = offer.split_once(';').unwrap_or((offer, ""));
        let is_refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::body::to_bytes;
    use flate2::read::GzDecoder;

    use super::*;

    async fn sent(list: &GameList, accepted: &'static str) -> (bool, Vec<u8>) {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
        let answer = list.answer(&headers);
        let is_compressed = answer.headers().contains_key(header::CONTENT_ENCODING);
        (is_compressed, to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn who_understands_gzip_is_sent_the_same_in_a_fraction() {
        let list = GameList { json: vec![b'x'; 10_000].into(), ..GameList::new(&[]) };
        let cards = GameList::new(&[]);
        assert_eq!(sent(&cards, "").await, (false, b"[]".to_vec()));
        assert_eq!(sent(&list, "br, gzip;q=0").await, (false, vec![b'x'; 10_000]));
        for accepted in ["gzip", "deflate, gzip, br", "GZIP;q=0.5"] {
            let (is_compressed, bytes) = sent(&cards, accepted).await;
            assert!(is_compressed, "{accepted}");
            let mut text = String::new();
            GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
            assert_eq!(text, "[]");
        }
    }
}
