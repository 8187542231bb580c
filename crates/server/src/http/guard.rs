//! What every request passes and every answer gets, whatever it is about.

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use protocol::{Code, Problem};
use tracing::Instrument as _;

use super::{App, Refusal, identity};
use crate::{secrets, world::World};

/// The header that everything needs which changes something, such as an account. A page of somebody else cannot
/// send it without asking first, and the server never says yes.
const INTENT: HeaderName = HeaderName::from_static("x-brett-request");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What a browser may do with an answer: show it as what it is, and load nothing. The web page says more itself.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Refuses pages of others, gives the request a number for the log, and the answer the headers of safety.
pub(super) async fn guard<W: World>(State(app): State<App<W>>, request: Request, next: Next) -> Response {
    let id = secrets::word(app.house.world(), 16);
    let is_api = request.uri().path().starts_with("/api/");
    // Only what cannot hold line ends or secrets: no queries, no headers, no bodies.
    let span = tracing::info_span!("request", %id, method = %request.method(), path = %request.uri().path());
    let answer = async {
        let refused = refused(&app, &request);
        let response = match refused {
            Some(problem) => Refusal(problem).into_response(),
            None => next.run(request).await,
        };
        tracing::debug!(status = response.status().as_u16(), "answered");
        response
    };
    let mut response = answer.instrument(span).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    headers.insert(REQUEST_ID, HeaderValue::try_from(id).expect("a word is plain text"));
    response
}

fn refused<W: World>(app: &App<W>, request: &Request) -> Option<Problem> {
    let sentence = "this page may not connect; ask whoever runs the server to allow its origin";
    let is_fine = identity::may_connect(request.headers(), &app.origins);
    (!is_fine).then(|| Problem::new(Code::NotAllowed, sentence))
}

/// Refuses what would change something without the header that a page of somebody else cannot send.
pub(super) async fn intent(request: Request, next: Next) -> Response {
    let is_harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_harmless && !request.headers().contains_key(INTENT) {
        let sentence = "a request that changes something needs the header x-brett-request: 1";
        return Refusal(Problem::new(Code::NotAllowed, sentence)).into_response();
    }
    next.run(request).await
}
