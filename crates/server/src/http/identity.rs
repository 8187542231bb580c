//! Who asks: a cookie that the server has signed.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use protocol::Person;

use super::App;
use crate::{house::House, secrets, world::World};

/// The name of the cookie.
const COOKIE: &str = "brett";

/// How long a browser keeps it, in seconds: a year.
const MAX_AGE: u64 = 365 * 24 * 3_600;

/// Who asks, and the cookie to set if they are new.
pub(super) fn of<W: World>(house: &Arc<House<W>>, headers: &HeaderMap) -> (Person, Option<HeaderValue>) {
    if let Some(person) = cookie(headers).and_then(|cookie| house.key().guest(cookie)) {
        return (person, None);
    }
    let person = secrets::new_guest(house.world());
    let signed = house.key().sign_guest(&person.id);
    let cookie = format!("{COOKIE}={signed}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax");
    let cookie = HeaderValue::try_from(cookie).expect("a signature is plain text");
    (person, Some(cookie))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Tells who one is, and makes a newcomer a guest.
pub(super) async fn me<W: World>(State(app): State<App<W>>, headers: HeaderMap) -> Response {
    let (person, cookie) = of(&app.house, &headers);
    with_cookie(Json(person).into_response(), cookie)
}

pub(super) fn with_cookie(mut response: Response, cookie: Option<HeaderValue>) -> Response {
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Tells whether a browser that shows a page may connect: its own page, or one that is allowed. Programmes that
/// are no browsers name no page.
pub(super) fn may_connect(headers: &HeaderMap, origins: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if origins.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    own.is_some() && own == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_pages_may_not_connect() {
        let headers = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("games.example:8000"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            headers
        };
        let allowed = ["https://friend.example".to_owned()];
        for origin in [None, Some("http://games.example:8000"), Some("https://friend.example")] {
            assert!(may_connect(&headers(origin), &allowed), "{origin:?}");
        }
        for origin in
            ["https://evil.example", "http://games.example", "null", "", "http://games.example:8000.evil"]
        {
            assert!(!may_connect(&headers(Some(origin)), &allowed), "{origin}");
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=b; brett=x.y; brettle=z"));
        assert_eq!(cookie(&headers), Some("x.y"));
    }
}
