//! Tournaments of people.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::{get, post},
};
use protocol::{Code, NewTournament, Problem, TournamentId, TournamentSummary, TournamentView};
use tables::world::World;

use super::{App, Refusal, body::Body, identity::Caller, relations::Refused, visit::Visit};
use crate::tournaments::TournamentChange;

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new()
        .route("/api/tournaments", get(list::<W>).post(create::<W>))
        .route("/api/tournaments/{id}", get(show::<W>).delete(call_off::<W>))
        .route("/api/tournaments/{id}/players", post(join::<W>).delete(leave::<W>))
        .route("/api/tournaments/{id}/start", post(start::<W>))
}

fn tournament_of(text: String) -> Result<TournamentId, Problem> {
    TournamentId::try_from(text).map_err(|_| Problem::new(Code::NotFound, "there is no such tournament"))
}

/// All tournaments that are not over, and the newest of the others.
#[utoipa::path(
    get,
    path = "/api/tournaments",
    tag = "tournaments",
    responses((status = 200, description = "The tournaments.", body = Vec<TournamentSummary>)),
)]
pub(super) async fn list<W: World>(
    State(app): State<App<W>>,
) -> Result<Json<Vec<TournamentSummary>>, Refusal> {
    app.house.tournaments().list().await.map(Json).map_err(Refusal)
}

/// A tournament with its rounds, and how everybody stands.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}",
    tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament.", body = TournamentView),
        (status = 404, description = "There is no such tournament.", body = Problem),
    ),
)]
pub(super) async fn show<W: World>(
    State(app): State<App<W>>,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, Refusal> {
    let id = tournament_of(id).map_err(Refusal)?;
    app.house.tournaments().view(&id).await.map(Json).map_err(Refusal)
}

/// Makes a tournament, which people may join until its host starts it.
#[utoipa::path(
    post,
    path = "/api/tournaments",
    tag = "tournaments",
    request_body = NewTournament,
    responses(
        (status = 201, description = "The tournament, which nobody has joined yet.", body = TournamentView),
        (status = 400, description = "The request cannot be read, or the settings do not fit.", body = Problem),
        (status = 429, description = "Too many tournaments.", body = Problem),
    ),
)]
pub(super) async fn create<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(new): Body<NewTournament>,
) -> Result<(StatusCode, Json<TournamentView>), Refused> {
    app.budgets.create_tournament(visit.address.into())?;
    let created = app.house.tournaments().create(&caller.person, new).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// Joins a tournament that has not begun.
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/players",
    tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament as it is now.", body = TournamentView),
        (status = 404, description = "There is no such tournament.", body = Problem),
        (status = 409, description = "It has begun.", body = Problem),
        (status = 429, description = "It is full, or there were too many changes.", body = Problem),
    ),
)]
pub(super) async fn join<W: World>(
    app: State<App<W>>,
    visit: Visit,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    change(app, visit, caller, id, TournamentChange::Join).await
}

/// Leaves a tournament; all further matches are lost if it has begun.
#[utoipa::path(
    delete,
    path = "/api/tournaments/{id}/players",
    tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament as it is now.", body = TournamentView),
        (status = 404, description = "There is no such tournament.", body = Problem),
        (status = 409, description = "It is over.", body = Problem),
        (status = 429, description = "Too many changes.", body = Problem),
    ),
)]
pub(super) async fn leave<W: World>(
    app: State<App<W>>,
    visit: Visit,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    change(app, visit, caller, id, TournamentChange::Leave).await
}

/// Starts a tournament; for its host.
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/start",
    tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament with its first round.", body = TournamentView),
        (status = 400, description = "It has fewer than two players.", body = Problem),
        (status = 403, description = "Another person has made it.", body = Problem),
        (status = 404, description = "There is no such tournament.", body = Problem),
        (status = 409, description = "It has begun.", body = Problem),
    ),
)]
pub(super) async fn start<W: World>(
    app: State<App<W>>,
    visit: Visit,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    change(app, visit, caller, id, TournamentChange::Start).await
}

/// Calls a tournament off; for its host.
#[utoipa::path(
    delete,
    path = "/api/tournaments/{id}",
    tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament as it is now.", body = TournamentView),
        (status = 403, description = "Another person has made it.", body = Problem),
        (status = 404, description = "There is no such tournament.", body = Problem),
        (status = 409, description = "It is over.", body = Problem),
    ),
)]
pub(super) async fn call_off<W: World>(
    app: State<App<W>>,
    visit: Visit,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    change(app, visit, caller, id, TournamentChange::CallOff).await
}

async fn change<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Path(id): Path<String>,
    change: TournamentChange,
) -> Result<Json<TournamentView>, Refused> {
    app.budgets.change_tournament(visit.address.into())?;
    let changed = app.house.tournaments().change(&tournament_of(id)?, &caller.person, change).await?;
    Ok(Json(changed))
}
