//! Reports about games: asked for, looked at while they are made, read as a page.

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, FromRequest as _, Path, Query, Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use framework::{Language, Record, render::report_html};
use limits::{answers::MAX_RECORD_BYTES, reports::REPORT_DECISION_TIME};
use protocol::{Code, GameReportView, Problem, ReportedMatch, UserId};
use serde::Deserialize;
use tables::{TableRequest, world::World};

use super::{App, Refusal, body, identity::Caller, library, relations::Refused, table_of, visit::Visit};

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new()
        .route(
            "/api/game-reports",
            post(ask_about_record::<W>).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)),
        )
        .route("/api/tables/{table}/report", post(ask_about_table::<W>))
        .route("/api/game-reports/{report}", get(look::<W>))
        .route("/api/game-reports/{report}/page", get(page::<W>))
        .route("/api/users/{user}/game-reports", get(of_person::<W>))
}

/// Asks for the report about a game: a record, or a text in a format of another program.
#[utoipa::path(
    post,
    path = "/api/game-reports",
    tag = "games",
    request_body(content = String, description = "A record.", content_type = "text/plain"),
    responses(
        (status = 202, description = "The report, or how far it is.", body = serde_json::Value),
        (status = 400, description = "The record cannot be played.", body = Problem),
        (status = 408, description = "The record did not arrive in time.", body = Problem),
        (status = 409, description = "Whoever asks plays a rated match of the game.", body = Problem),
        (status = 429, description = "Too many reports.", body = Problem),
        (status = 503, description = "Too many reports wait.", body = Problem),
    ),
)]
pub(super) async fn ask_about_record<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    request: Request,
) -> Result<(StatusCode, Json<GameReportView>), Response> {
    app.budgets.report_game(visit.address.into()).map_err(IntoResponse::into_response)?;
    let text = body::in_time(String::from_request(request, &())).await?;
    let text = text.map_err(|rejection| {
        Refusal(Problem::new(Code::Text, library::unreadable(&rejection))).into_response()
    })?;
    let games = app.house.world().games().to_vec();
    let read = tokio::task::spawn_blocking(move || library::read_pasted(&text, &games)).await;
    let broken = |_| Refusal(Problem::new(Code::Internal, "the record could not be read")).into_response();
    let unusable = |sentence| library::unusable(sentence).into_response();
    let record = read.map_err(broken)?.map_err(unusable)?;
    let view = app.house.game_reports().of_record(&caller.person, record).await;
    let view = view.map_err(|problem| Refusal(problem).into_response())?;
    Ok((StatusCode::ACCEPTED, Json(view)))
}

/// Asks for the report about the match of a table, which must be over.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/report",
    tag = "games",
    params(("table" = String, Path, description = "The id of the table.")),
    responses(
        (status = 202, description = "The report, or how far it is.", body = serde_json::Value),
        (status = 403, description = "Whoever asks may not watch the match.", body = Problem),
        (status = 404, description = "There is no such table.", body = Problem),
        (status = 409, description = "The match is not over, or whoever asks plays a rated match of the game.", body = Problem),
        (status = 429, description = "Too many reports.", body = Problem),
        (status = 503, description = "Too many reports wait.", body = Problem),
    ),
)]
pub(super) async fn ask_about_table<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Path(table): Path<String>,
) -> Result<(StatusCode, Json<GameReportView>), Refused> {
    app.budgets.report_game(visit.address.into())?;
    let table = table_of(table).map_err(|Refusal(problem)| problem)?;
    let viewer = caller.person.clone();
    let record = app
        .house
        .tables()
        .ask(&table, |answer| TableRequest::Record { viewer: viewer.clone(), answer })
        .await?;
    let unreadable = |_| Problem::new(Code::Internal, "the record of the table cannot be read");
    let record: Record = record.parse().map_err(unreadable)?;
    let view = app.house.game_reports().of_table(&caller.person, &table, record).await?;
    Ok((StatusCode::ACCEPTED, Json(view)))
}

/// A report, or how far it is.
#[utoipa::path(
    get,
    path = "/api/game-reports/{report}",
    tag = "games",
    params(("report" = String, Path, description = "The id of the report.")),
    responses(
        (status = 200, description = "The report, or how far it is.", body = serde_json::Value),
        (status = 404, description = "Nobody has asked for it.", body = Problem),
    ),
)]
pub(super) async fn look<W: World>(
    State(app): State<App<W>>,
    Path(report): Path<String>,
) -> Result<Json<GameReportView>, Refusal> {
    app.house.game_reports().look(&report).await.map(Json).map_err(Refusal)
}

/// In which language a page is wanted.
#[derive(Debug, Default, Deserialize)]
pub(super) struct WantedPage {
    lang: Option<String>,
}

/// A report as one page of HTML, which needs nothing else.
#[utoipa::path(
    get,
    path = "/api/game-reports/{report}/page",
    tag = "games",
    params(
        ("report" = String, Path, description = "The id of the report."),
        ("lang" = Option<String>, Query, description = "en or de."),
    ),
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html"),
        (status = 404, description = "Nobody has asked for it.", body = Problem),
        (status = 409, description = "It is not finished.", body = Problem),
    ),
)]
pub(super) async fn page<W: World>(
    State(app): State<App<W>>,
    Path(id): Path<String>,
    Query(wanted): Query<WantedPage>,
) -> Result<Response, Refusal> {
    let (record, report) = app.house.game_reports().finished(&id).await.map_err(Refusal)?;
    let game = record.open(app.house.world().games());
    let game = game.map_err(|error| Refusal(Problem::new(Code::Internal, error.to_string())))?;
    let language = if wanted.lang.as_deref() == Some("de") { Language::German } else { Language::English };
    let html = report_html(&report, &*game, Some(REPORT_DECISION_TIME), language);
    let name = format!("attachment; filename=\"{}-report.html\"", report.game);
    let name = HeaderValue::try_from(name).expect("an id is plain text");
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    Ok(([(header::CONTENT_DISPOSITION, name), (header::CONTENT_TYPE, kind)], html).into_response())
}

/// What reports say about a person, the newest match first.
#[utoipa::path(
    get,
    path = "/api/users/{user}/game-reports",
    tag = "people",
    params(("user" = String, Path, description = "The id of a person or a computer account.")),
    responses(
        (status = 200, description = "The matches with reports, as one sees them oneself: others see none.", body = serde_json::Value),
        (status = 404, description = "There is nobody of that id.", body = Problem),
    ),
)]
pub(super) async fn of_person<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
    Path(user): Path<String>,
) -> Result<Json<Vec<ReportedMatch>>, Refusal> {
    let nobody = |_| Refusal(Problem::new(Code::NotFound, "there is nobody of that id"));
    let user = UserId::try_from(user).map_err(nobody)?;
    // How well one plays is one's own business; ratings are what everybody sees.
    if user != caller.person.id {
        return Ok(Json(Vec::new()));
    }
    app.house.game_reports().of_person(&user).await.map(Json).map_err(Refusal)
}
