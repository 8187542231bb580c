//! HTTP: the socket, the record of a match, and what whoever runs the server asks.

mod identity;
mod socket;
mod standings;

use std::{fmt, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use framework::{EngineInfo, GameEntry, Text, VariantInfo, search::LEVELS};
use protocol::{Code, Problem, TableId};
use serde::Serialize;

use crate::{house::House, table::keeper::Letter, world::World};

/// What every handler is given.
pub(crate) struct App<W: World> {
    pub(crate) house: Arc<House<W>>,
    /// From which pages a browser may connect, besides the server's own.
    pub(crate) origins: Arc<[String]>,
}

impl<W: World> Clone for App<W> {
    fn clone(&self) -> Self {
        Self { house: Arc::clone(&self.house), origins: Arc::clone(&self.origins) }
    }
}

impl<W: World> fmt::Debug for App<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("origins", &self.origins).finish_non_exhaustive()
    }
}

/// All that can be asked.
pub(crate) fn router<W: World>(app: App<W>) -> Router {
    Router::new()
        .route("/", get(welcome))
        .route("/ws", get(socket::connect::<W>))
        .route("/api/me", get(identity::me::<W>))
        .route("/api/games", get(games::<W>))
        .route("/api/tables/{table}/record", get(record::<W>))
        .route("/api/invitations/{invite}", get(invitation::<W>))
        .merge(standings::routes())
        .route("/health", get(|| async { "fine\n" }))
        .route("/ready", get(ready::<W>))
        .route("/metrics", get(metrics::<W>))
        .fallback(|| async { Refusal(Problem::new(Code::NotFound, "there is nothing here")) })
        .with_state(app)
}

/// A problem as an answer.
pub(crate) struct Refusal(pub(crate) Problem);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::NotAllowed | Code::Password => StatusCode::FORBIDDEN,
            Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Code::Unavailable | Code::Busy | Code::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Phase | Code::Stale | Code::OutOfOrder => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        (status, Json(self.0)).into_response()
    }
}

async fn welcome() -> &'static str {
    "Brettwerk. Clients connect to /ws; the book's chapter about the server's protocol shows how.\n"
}

async fn ready<W: World>(State(app): State<App<W>>) -> Response {
    if app.house.is_stopping() {
        return Refusal(Problem::new(Code::Stopping, "the server is about to stop")).into_response();
    }
    match app.house.listed().await {
        Ok(_) => "ready\n".into_response(),
        Err(problem) => Refusal(problem).into_response(),
    }
}

async fn metrics<W: World>(State(app): State<App<W>>) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    let text = app.house.metrics().text(app.house.tables_in_memory());
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// A game that can be chosen.
#[derive(Debug, Serialize)]
struct GameCard<'a> {
    id: &'static str,
    name: &'a Text,
    summary: &'a Text,
    has_chance: bool,
    has_draws: bool,
    variants: Vec<VariantCard<'a>>,
    /// Its computer players, besides the levels.
    players: Vec<EngineInfo>,
    min_level: u8,
    max_level: u8,
}

#[derive(Debug, Serialize)]
struct VariantCard<'a> {
    options: &'static str,
    name: &'a Text,
}

/// The games, their variants and their computer players.
async fn games<W: World>(State(app): State<App<W>>) -> Response {
    let card = |entry: &GameEntry| {
        let info = entry.info;
        let variant =
            |variant: &'static VariantInfo| VariantCard { options: variant.options, name: &variant.name };
        GameCard {
            id: info.id,
            name: &info.name,
            summary: &info.summary,
            has_chance: info.has_chance,
            has_draws: info.has_draws,
            variants: info.variants.iter().map(variant).collect(),
            players: entry.open_text("").map(|game| game.engines()).unwrap_or_default(),
            min_level: *LEVELS.start(),
            max_level: *LEVELS.end(),
        }
    };
    Json(app.house.world().games().iter().map(card).collect::<Vec<_>>()).into_response()
}

fn table_of(text: String) -> Result<TableId, Refusal> {
    TableId::try_from(text).map_err(|_| Refusal(Problem::new(Code::NotFound, "there is no such table")))
}

/// The match as a text, for everybody who may watch it.
async fn record<W: World>(
    State(app): State<App<W>>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let table = table_of(table)?;
    let (viewer, _) = identity::of(&app.house, &headers);
    let letter = |answer| Letter::Record { viewer: viewer.clone(), answer };
    let record = app.house.ask(&table, letter).await.map_err(Refusal)?;
    let name = format!("attachment; filename=\"{table}.brett\"");
    let name = HeaderValue::try_from(name).expect("an id is plain text");
    Ok(([(header::CONTENT_DISPOSITION, name)], record).into_response())
}

/// The table to which an invitation leads.
async fn invitation<W: World>(
    State(app): State<App<W>>,
    Path(invite): Path<String>,
) -> Result<Json<TableId>, Refusal> {
    use crate::store::Store as _;
    let found = app.house.world().store().invited(&invite).await;
    let found = found.map_err(|error| Refusal(crate::lobby::cannot_write(&error)))?;
    found.map(Json).ok_or_else(|| Refusal(Problem::new(Code::NotFound, "this invitation leads nowhere")))
}
