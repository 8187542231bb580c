//! What every request passes and every answer gets, whatever it is about.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use limits::LogLimit;
use limits::connections::REQUEST_TIMEOUT;
use protocol::{Code, Problem};
use tables::world::World;
use tokio::time::timeout;
use tracing::Instrument as _;

use super::{App, Refusal, doors::Place, identity, visit::Visit};
use crate::secrets;

/// The header that everything needs which changes something, such as an account. A page of another site cannot
/// send it without asking first, and the server never says yes.
const INTENT_HEADER: HeaderName = HeaderName::from_static("x-brett-request");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What a browser may do with an answer: show it as what it is, and load nothing. The web page says more itself.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 4] = [
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
pub(super) async fn guard<W: World>(State(app): State<App<W>>, mut request: Request, next: Next) -> Response {
    let id = secrets::word(app.house.world(), 16);
    let is_api = request.uri().path().starts_with("/api/");
    // Only what cannot hold line ends or secrets: no queries, no headers, no bodies.
    let span = tracing::info_span!("request", %id, method = %request.method(), path = %request.uri().path());
    let answer = async {
        let response = match admit(&app, &mut request) {
            Err(refused) => *refused,
            Ok(place) => {
                let response = timeout(REQUEST_TIMEOUT, next.run(request)).await;
                drop(place);
                response.unwrap_or_else(|_| gave_up())
            }
        };
        tracing::debug!(status = response.status().as_u16(), "answered");
        response
    };
    let mut response = answer.instrument(span).await;
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(value);
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    headers.insert(REQUEST_ID, HeaderValue::try_from(id).expect("a word is plain text"));
    response
}

/// Lets a request pass that comes from an allowed page and within the budgets of its address.
///
/// A connection of a trusted proxy carries requests of many: each takes a place of the address that the proxy names,
/// which a WebSocket keeps for as long as it lives.
fn admit<W: World>(app: &App<W>, request: &mut Request) -> Result<Option<Arc<Place>>, Box<Response>> {
    if !identity::may_connect(request.headers(), &app.origins) {
        let sentence = "this page may not connect; ask whoever runs the server to allow its origin";
        return Err(Box::new(Refusal(Problem::new(Code::NotAllowed, sentence)).into_response()));
    }
    let Some(&ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() else {
        return Ok(None);
    };
    let address = Visit::new(peer.ip(), request.headers(), &app.proxies).address;
    if request.uri().path().starts_with("/api/") && !app.doors.is_open_to(address) {
        app.budgets.count(address.into()).map_err(|refused| Box::new(refused.into_response()))?;
    }
    if !app.doors.is_proxy(peer.ip()) {
        return Ok(None);
    }
    let Some(place) = app.doors.enter(address).map(Arc::new) else {
        let sentence = "too many connections from this address; close one of them and try again";
        return Err(Box::new(Refusal(Problem::new(Code::TooFast, sentence)).into_response()));
    };
    request.extensions_mut().insert(Arc::clone(&place));
    Ok(Some(place))
}

/// The answer to a request that has taken too long, because the database hangs for example.
fn gave_up() -> Response {
    if let Some(left_out) = SLOW_REQUESTS.pass() {
        tracing::warn!(left_out, "a request has taken too long and is given up");
    }
    let sentence = "the server has taken too long to answer; try again";
    Refusal(Problem::new(Code::Unavailable, sentence)).into_response()
}

static SLOW_REQUESTS: LogLimit = LogLimit::new();

/// Refuses what would change something without the header that a page of another site cannot send.
pub(super) async fn intent(request: Request, next: Next) -> Response {
    let is_harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_harmless && !request.headers().contains_key(INTENT_HEADER) {
        let sentence = "a request that changes something needs the header x-brett-request: 1";
        return Refusal(Problem::new(Code::NotAllowed, sentence)).into_response();
    }
    next.run(request).await
}
