//! The way out: anyone who has started a server for themselves alone ends it from its page.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json, Router,
    extract::{ConnectInfo, FromRequestParts, Request, State},
    http::{HeaderMap, StatusCode, header, request::Parts},
    middleware::{Next, from_fn},
    response::{IntoResponse as _, Response},
    routing::get,
};
use framework::Text;
use protocol::{Code, Problem};
use tables::world::World;
use tokio::sync::Notify;

use super::{App, Refusal, guard};

/// What ends a server that has a way out, and nothing for all others.
pub(crate) type ShutdownRoute = Option<Arc<Notify>>;

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new().route("/api/quit", get(can_end::<W>).post(end::<W>)).layer(from_fn(guard::intent))
}

/// A person at this very machine, who has come by a name of it.
pub(super) struct AtHome(bool);

impl<S: Sync> FromRequestParts<S> for AtHome {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let is_near = peer.is_some_and(|ConnectInfo(peer)| peer.ip().is_loopback());
        Ok(Self(is_near && names_this_machine(&parts.headers)))
    }
}

/// Tells whether a request was meant for this machine. A page of another site can let its own name lead here, and
/// is then the same page to a browser; but it keeps its name.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    if host.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback()) {
        return true;
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

/// Lets requests pass that come from this very machine.
pub(super) async fn at_home(home: AtHome, request: Request, next: Next) -> Response {
    if home.0 {
        return next.run(request).await;
    }
    Refusal(Problem::told(
        Code::NotAllowed,
        Text::fixed(
            "this is only for who sits at the machine of the server",
            "das gibt es nur für den, der am Rechner des Servers sitzt",
        ),
    ))
    .into_response()
}

/// Tells whether the caller may end the server.
#[utoipa::path(
    get,
    path = "/api/quit",
    tag = "operation",
    responses((status = 200, description = "Whether the caller may end the server.", body = bool)),
)]
pub(super) async fn can_end<W: World>(State(app): State<App<W>>, home: AtHome) -> Json<bool> {
    Json(app.shutdown_route.is_some() && home.0)
}

/// Ends a server that was started for one person alone, as SIGTERM does.
#[utoipa::path(
    post,
    path = "/api/quit",
    tag = "operation",
    responses(
        (status = 202, description = "It writes what is not written, and ends.", body = bool),
        (status = 403, description = "It serves others, or one is not at its machine.", body = Problem),
    ),
)]
pub(super) async fn end<W: World>(
    State(app): State<App<W>>,
    home: AtHome,
) -> Result<(StatusCode, Json<bool>), Refusal> {
    match app.shutdown_route {
        Some(shutdown_route) if home.0 => {
            shutdown_route.notify_one();
            Ok((StatusCode::ACCEPTED, Json(true)))
        }
        _ => {
            let sentence = "this server can only be ended by whoever runs it, at its own machine";
            Err(Refusal(Problem::new(Code::NotAllowed, sentence)))
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_names_of_this_machine_lead_to_the_way_out() {
        let is_home = |host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            names_this_machine(&headers)
        };
        for host in ["127.0.0.1:8731", "localhost:8731", "[::1]:8731", "127.0.0.1", "localhost"] {
            assert!(is_home(host), "{host}");
        }
        for host in
            ["evil.example:8731", "127.0.0.1.evil.example", "10.0.0.7:8731", "localhost.evil.example", ""]
        {
            assert!(!is_home(host), "{host}");
        }
        assert!(!names_this_machine(&HeaderMap::new()));
    }
}
