//! The files of the page and of the manual over HTTP.

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use manual::ManualFile;

use crate::file::File;

/// Where the manual is; its pages lead to one another by paths below this one.
const MANUAL: &str = "/manual/";

/// Scripts and styles come from here and nowhere else, and nobody may put the page into a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says besides its content.
const ALWAYS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Serves the page: its files by their names, the manual below `/manual/`, and the page itself at every other path
/// that a browser asks for.
pub fn pages() -> Router {
    Router::new().fallback(answer)
}

async fn answer(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path();
    if path == MANUAL.trim_end_matches('/') {
        return Redirect::permanent(MANUAL).into_response();
    }
    if let Some(path) = path.strip_prefix(MANUAL) {
        let folder = path.trim_end_matches('/');
        let first = if folder.is_empty() { "index.html".to_owned() } else { format!("{folder}/index.html") };
        let file = match manual::file(&first) {
            // Links of a page are relative, so that the address of a folder needs its slash.
            Some(_) if path == folder && !path.is_empty() => {
                return Redirect::permanent(&format!("{MANUAL}{folder}/")).into_response();
            }
            Some(file) => Some(file),
            None => manual::file(path),
        };
        return file.map_or_else(nothing, |file| send_manual(file, request.headers()));
    }
    match File::at(path) {
        Some(file) => send(file, request.headers()),
        None if is_page(path, request.headers()) => send(File::page(), request.headers()),
        None => nothing(),
    }
}

fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here\n").into_response()
}

/// A browser that follows a link wants a page; a script that asks for a file that is gone does not.
fn is_page(path: &str, headers: &HeaderMap) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    !last.contains('.') && (path == "/" || value(headers, &header::ACCEPT).contains("text/html"))
}

fn send(file: &'static File, headers: &HeaderMap) -> Response {
    let (bytes, encoding) = file.encoded_for(value(headers, &header::ACCEPT_ENCODING));
    let kept = if file.is_hashed() { "public, max-age=31536000, immutable" } else { "no-cache" };
    let content = Content { bytes, encoding, media_type: file.media_type(), etag: file.etag, kept };
    content.answer(headers)
}

fn send_manual(file: &'static ManualFile, headers: &HeaderMap) -> Response {
    let ManualFile { bytes, etag, .. } = file;
    let content = Content { bytes, encoding: None, media_type: file.media_type(), etag, kept: "no-cache" };
    content.answer(headers)
}

/// What a browser is sent, and what it is told about that.
#[derive(Debug)]
struct Content {
    bytes: &'static [u8],
    encoding: Option<&'static str>,
    media_type: &'static str,
    etag: &'static str,
    /// How long it may be kept.
    kept: &'static str,
}

impl Content {
    fn answer(self, headers: &HeaderMap) -> Response {
        let known = value(headers, &header::IF_NONE_MATCH);
        let is_known = known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == self.etag);
        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => self.bytes.into_response(),
        };
        let fields = response.headers_mut();
        let mut say =
            |name: HeaderName, value: &'static str| fields.insert(name, HeaderValue::from_static(value));
        say(header::CACHE_CONTROL, self.kept);
        // The same file in another encoding is the same to whoever has it.
        say(header::ETAG, self.etag);
        say(header::VARY, "accept-encoding");
        for (name, value) in ALWAYS {
            say(name, value);
        }
        if !is_known {
            say(header::CONTENT_TYPE, self.media_type);
            if let Some(encoding) = self.encoding {
                say(header::CONTENT_ENCODING, encoding);
            }
        }
        response
    }
}

fn value<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use tower::ServiceExt as _;

    use super::*;

    async fn get(path: &str, fields: &[(HeaderName, &str)]) -> Response {
        let mut request = Request::builder().uri(path);
        for (name, value) in fields {
            request = request.header(name, *value);
        }
        pages().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    fn field(response: &Response, name: HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    const HTML: (HeaderName, &str) = (header::ACCEPT, "text/html,application/xhtml+xml");

    #[tokio::test]
    async fn every_path_of_the_application_is_the_page() {
        for path in ["/", "/table/q7x2mzk4w9ab", "/lobby"] {
            let response = get(path, &[HTML]).await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(field(&response, header::CONTENT_TYPE), "text/html; charset=utf-8");
            assert_eq!(field(&response, header::CACHE_CONTROL), "no-cache");
        }
    }

    #[tokio::test]
    async fn a_script_that_is_gone_is_no_page() {
        assert_eq!(get("/assets/gone-1234.js", &[HTML]).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(get("/somewhere", &[]).await.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn nothing_but_our_own_scripts_may_run() {
        let response = get("/", &[HTML]).await;
        let policy = field(&response, header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(field(&response, header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        let page = std::str::from_utf8(File::page().plain).unwrap();
        assert!(!page.contains("<style") && !page.contains("<script>"), "{page}");
    }

    #[tokio::test]
    async fn who_has_the_page_gets_it_again_only_when_it_has_changed() {
        let first = get("/", &[HTML]).await;
        let etag = field(&first, header::ETAG).to_owned();
        let again = get("/", &[HTML, (header::IF_NONE_MATCH, &etag)]).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let changed = get("/", &[HTML, (header::IF_NONE_MATCH, "\"other\"")]).await;
        assert_eq!(changed.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn scripts_are_kept_for_ever_and_travel_compressed() {
        for file in File::all().iter().filter(|file| file.is_hashed() && file.brotli.is_some()) {
            let response = get(file.path, &[(header::ACCEPT_ENCODING, "gzip, br")]).await;
            assert!(field(&response, header::CACHE_CONTROL).contains("immutable"), "{}", file.path);
            assert_eq!(field(&response, header::CONTENT_ENCODING), "br", "{}", file.path);
            let plain = get(file.path, &[]).await;
            assert_eq!(field(&plain, header::CONTENT_ENCODING), "", "{}", file.path);
        }
    }

    #[tokio::test]
    async fn the_manual_stands_below_its_own_address() {
        let first = get("/manual/", &[HTML]).await;
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(field(&first, header::CONTENT_TYPE), "text/html; charset=utf-8");
        assert!(field(&first, header::CONTENT_SECURITY_POLICY).contains("default-src 'none'"));
        let etag = field(&first, header::ETAG).to_owned();
        for path in ["/manual/manual.css", "/manual/play-web.html", "/manual/images/othello.svg"] {
            assert_eq!(get(path, &[]).await.status(), StatusCode::OK, "{path}");
        }
        // Its links are relative, so that they need the slash at the end.
        let without_slash = get("/manual", &[HTML]).await;
        assert_eq!(without_slash.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(field(&without_slash, header::LOCATION), "/manual/");
        assert_eq!(get("/manual/de/", &[HTML]).await.status(), StatusCode::OK);
        assert_eq!(get("/manual/de/play.html", &[HTML]).await.status(), StatusCode::OK);
        let german = get("/manual/de", &[HTML]).await;
        assert_eq!(german.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(field(&german, header::LOCATION), "/manual/de/");
        let again = get("/manual/index.html", &[HTML, (header::IF_NONE_MATCH, &etag)]).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(get("/manual/no-such-chapter", &[HTML]).await.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn the_page_can_only_be_read() {
        let request = Request::builder().method(Method::POST).uri("/").body(Body::empty()).unwrap();
        assert_eq!(pages().oneshot(request).await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
    }
}
