//! HTTP: the socket, the record of a match, and what the operator asks.

mod accounts;
mod body;
mod budgets;
mod device;
mod doors;
mod elsewhere;
mod game_list;
mod game_reports;
mod guard;
mod identity;
mod library;
mod openapi;
mod puzzles;
mod relations;
mod search_tree;
mod shutdown_route;
mod socket;
mod standings;
mod timed_writes;
mod tournaments;
mod visit;

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use protocol::{Code, OwnTable, Problem, TableId};
use tables::TableRequest;
use tables::world::World;
use visits::VisitRegistry;

use self::identity::Caller;
pub use self::visit::{TrustedProxy, TrustedProxyError};
pub(crate) use self::{
    budgets::Budgets,
    doors::{Doors, accept},
    elsewhere::RemoteGames,
    game_list::GameList,
    shutdown_route::ShutdownRoute,
};
use crate::house::House;

/// What every handler is given.
pub(crate) struct App<W: World> {
    pub(crate) house: Arc<House<W>>,
    /// From which pages a browser may connect, besides the server's own.
    pub(crate) origins: Arc<[String]>,
    /// Whose word about where requests come from is taken.
    pub(crate) proxies: Arc<[TrustedProxy]>,
    /// How many connections each address has.
    pub(crate) doors: Arc<Doors>,
    /// What requests may cost.
    pub(crate) budgets: Arc<Budgets>,
    /// Who plays on servers of original programs.
    pub(crate) visit_registry: Arc<VisitRegistry>,
    /// The visits that are on.
    pub(crate) stays: Arc<RemoteGames>,
    /// What ends the server, if its page may.
    pub(crate) shutdown_route: ShutdownRoute,
    /// The games as they are sent, which do not change; made when they are first asked for.
    pub(crate) game_list: Arc<OnceLock<GameList>>,
}

impl<W: World> Clone for App<W> {
    fn clone(&self) -> Self {
        Self {
            house: Arc::clone(&self.house),
            origins: Arc::clone(&self.origins),
            proxies: Arc::clone(&self.proxies),
            doors: Arc::clone(&self.doors),
            budgets: Arc::clone(&self.budgets),
            visit_registry: Arc::clone(&self.visit_registry),
            stays: Arc::clone(&self.stays),
            shutdown_route: self.shutdown_route.clone(),
            game_list: Arc::clone(&self.game_list),
        }
    }
}

impl<W: World> fmt::Debug for App<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("origins", &self.origins).finish_non_exhaustive()
    }
}

/// All that can be asked; everything else is left to the web page, if there is one.
pub(crate) fn router<W: World>(app: App<W>, pages: Option<Router>, workshop: Option<Router>) -> Router {
    let router = Router::new()
        .route("/ws", get(socket::connect::<W>))
        .route("/ws/elsewhere", get(elsewhere::connect::<W>))
        .route("/api/me", get(identity::me))
        .route("/api/me/tables", get(own_tables::<W>))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/games", get(library::games::<W>))
        .route("/api/variant", get(library::variant::<W>))
        .route("/api/draw", get(library::draw::<W>))
        .route("/api/picture", get(library::picture::<W>))
        .route(
            "/api/replay",
            post(library::replay::<W>).layer(DefaultBodyLimit::max(limits::answers::MAX_RECORD_BYTES)),
        )
        .route("/api/tree", get(search_tree::tree::<W>))
        .route("/api/tables/{table}/record", get(record::<W>))
        .route("/api/invitations/{invite}", get(invitation::<W>))
        .merge(standings::routes())
        .route("/health", get(health))
        .route("/ready", get(ready::<W>))
        .route("/metrics", get(metrics::<W>))
        .merge(shutdown_route::routes())
        .merge(
            accounts::routes()
                .merge(puzzles::routes())
                .merge(game_reports::routes())
                .merge(relations::routes())
                .merge(tournaments::routes())
                .layer(from_fn(guard::intent)),
        )
        .route("/api/{*rest}", any(nothing));
    let router = match workshop {
        Some(workshop) => router.nest("/api/workshop", at_home_only(workshop)),
        None => router,
    };
    let router = match pages {
        Some(pages) => router.fallback_service(pages),
        None => router.route("/", get(welcome)).fallback(nothing),
    };
    router
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits::connections::MAX_BODY_BYTES))
        .layer(from_fn_with_state(app.clone(), guard::guard::<W>))
        .with_state(app)
}

/// Routes of others that answer only to who sits at this machine.
fn at_home_only<S: Clone + Send + Sync + 'static>(routes: Router) -> Router<S> {
    let routes =
        routes.fallback(nothing).layer(from_fn(guard::intent)).layer(from_fn(shutdown_route::at_home));
    routes.with_state(())
}

async fn nothing() -> Refusal {
    Refusal(Problem::new(Code::NotFound, "there is nothing here"))
}

/// A problem as an answer.
pub(crate) struct Refusal(pub(crate) Problem);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Account => StatusCode::UNAUTHORIZED,
            Code::NotAllowed | Code::Password | Code::Banned => StatusCode::FORBIDDEN,
            Code::TooFast | Code::Limit => StatusCode::TOO_MANY_REQUESTS,
            Code::Unavailable | Code::Busy | Code::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Name | Code::Phase | Code::Stale | Code::OutOfOrder | Code::RatedMatch => {
                StatusCode::CONFLICT
            }
            _ => StatusCode::BAD_REQUEST,
        };
        (status, Json(self.0)).into_response()
    }
}

async fn wrong_method() -> Response {
    let problem = Problem::new(Code::NotFound, "this address does not understand that method");
    (StatusCode::METHOD_NOT_ALLOWED, Json(problem)).into_response()
}

async fn welcome() -> &'static str {
    "Brettwerk. Clients connect to /ws; the book's chapter about the server's protocol shows how.\n"
}

/// Tells that the process lives.
#[utoipa::path(
    get,
    path = "/health",
    tag = "operation",
    responses((status = 200, description = "It lives.")),
)]
async fn health() -> &'static str {
    "fine\n"
}

/// Tells whether it can serve.
#[utoipa::path(
    get,
    path = "/ready",
    tag = "operation",
    responses(
        (status = 200, description = "It can serve."),
        (status = 503, description = "It stops, or cannot write or read its database.", body = Problem),
    ),
)]
async fn ready<W: World>(State(app): State<App<W>>) -> Response {
    if app.house.is_stopping() {
        return Refusal(Problem::new(Code::Stopping, "the server is about to stop")).into_response();
    }
    match app.house.tables().check_store().await {
        Ok(()) => "ready\n".into_response(),
        Err(problem) => Refusal(problem).into_response(),
    }
}

/// What the process counts.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operation",
    responses(
        (status = 200, description = "Numbers in the text format of Prometheus."),
    ),
)]
async fn metrics<W: World>(State(app): State<App<W>>) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    let passwords = app.house.identity.passwords();
    let hashes = (passwords.hashes(), passwords.most_at_once());
    let text =
        app.house.metrics().text(&app.house.tables().counters, app.house.tables().n_in_memory(), hashes);
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn table_of(text: String) -> Result<TableId, Refusal> {
    TableId::try_from(text).map_err(|_| Refusal(Problem::new(Code::NotFound, "there is no such table")))
}

/// The match as a text, for everybody who may watch it.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/record",
    tag = "tables",
    params(
        ("table" = String, Path, description = "The id of the table."),
    ),
    responses(
        (status = 200, description = "The match as a text.", body = String),
        (status = 403, description = "The caller may not watch it.", body = Problem),
        (status = 404, description = "There is no such table.", body = Problem),
    ),
)]
async fn record<W: World>(
    State(app): State<App<W>>,
    Path(table): Path<String>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let table = table_of(table)?;
    let viewer = caller.person;
    let letter = |answer| TableRequest::Record { viewer: viewer.clone(), answer };
    let record = app.house.tables().ask(&table, letter).await.map_err(Refusal)?;
    let name = format!("attachment; filename=\"{table}.brett\"");
    let name = HeaderValue::try_from(name).expect("an id is plain text");
    Ok(([(header::CONTENT_DISPOSITION, name)], record).into_response())
}

/// The tables of the caller whose matches are not over, on whatever device they began.
#[utoipa::path(
    get,
    path = "/api/me/tables",
    tag = "tables",
    responses(
        (status = 200, description = "The tables where one sits or has a chair, the newest first, and where it is one's turn.", body = serde_json::Value),
        (status = 401, description = "The token of a bot is not known.", body = Problem),
        (status = 403, description = "One is banned.", body = Problem),
        (status = 503, description = "The tables cannot be read at the moment.", body = Problem),
    ),
)]
async fn own_tables<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
) -> Result<Json<Vec<OwnTable>>, Refusal> {
    app.house.lobby.own_tables(&caller.person).await.map(Json).map_err(Refusal)
}

/// The table to which an invitation leads.
#[utoipa::path(
    get,
    path = "/api/invitations/{invite}",
    tag = "tables",
    params(
        ("invite" = String, Path, description = "The word of the invitation."),
    ),
    responses(
        (status = 200, description = "The table to which it leads.", body = TableId),
        (status = 404, description = "It leads nowhere.", body = Problem),
    ),
)]
async fn invitation<W: World>(
    State(app): State<App<W>>,
    Path(invite): Path<String>,
) -> Result<Json<TableId>, Refusal> {
    use store::Store as _;
    let found = app.house.world().store().invited(&invite).await;
    let found = found.map_err(|error| Refusal(tables::store_unavailable(&error)))?;
    found.map(Json).ok_or_else(|| Refusal(Problem::new(Code::NotFound, "this invitation leads nowhere")))
}
