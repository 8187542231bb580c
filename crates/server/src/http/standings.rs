//! Profiles, histories, leaderboards and pages of finished matches.
//!
//! What only some may watch stays private: others see neither the match in a list nor its page or record.

use std::convert::Infallible;

use axum::{
    Json, Router,
    body::Body,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use futures_util::{StreamExt as _, stream};
use limits::answers::{HISTORY_PAGE, MAX_LEADERS, MAX_RECORDS_PER_FILE};
use protocol::{
    Chair, Code, FinishedMatch, History, Leader, MatchPage, Outcome, Person, PlayerResult, Problem, Profile,
    Sitter, TableId, UserId, Watchers,
};
use serde::Deserialize;
use store::standing;
use store::{ResultRow, Standings as _, Store as _, Stored, TableRow, User, Wanted};
use tables::audit;
use tables::store_unavailable;
use tables::world::World;

use super::{App, Refusal, identity::Caller, table_of, visit::Visit};

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new()
        .route("/api/users/{user}", get(profile::<W>))
        .route("/api/users/{user}/games", get(history::<W>))
        .route("/api/users/{user}/records", get(records::<W>))
        .route("/api/games/{table}", get(match_page::<W>))
        .route("/api/leaderboards/{game}", get(leaderboard::<W>))
}

/// What goes wrong with the store, as an answer.
fn refused<T>(read: Stored<T>) -> Result<T, Refusal> {
    read.map_err(|error| Refusal(store_unavailable(&error)))
}

fn user_of(text: String) -> Result<UserId, Refusal> {
    UserId::try_from(text).map_err(|_| Refusal(Problem::new(Code::NotFound, "there is nobody of that id")))
}

/// The person of an id.
async fn known<W: World>(app: &App<W>, user: &UserId) -> Result<User, Refusal> {
    let found = refused(app.house.world().store().user(user).await)?;
    found.ok_or_else(|| Refusal(Problem::new(Code::NotFound, "there is nobody of that id")))
}

/// A profile.
#[utoipa::path(
    get,
    path = "/api/users/{user}",
    tag = "people",
    params(
        ("user" = String, Path, description = "The id of a person or a computer account."),
    ),
    responses(
        (status = 200, description = "Name, ratings, tallies and streaks.", body = serde_json::Value),
        (status = 404, description = "There is nobody of that id.", body = Problem),
    ),
)]
pub(super) async fn profile<W: World>(
    State(app): State<App<W>>,
    Path(user): Path<String>,
) -> Result<Json<Profile>, Refusal> {
    let user = user_of(user)?;
    let known = known(&app, &user).await?;
    let store = app.house.world().store();
    let ratings = refused(store.ratings(&user).await)?;
    let ratings = ratings.iter().map(|row| standing::view(&row.game, &row.rating, row.games)).collect();
    Ok(Json(Profile {
        person: known.person,
        created: known.created,
        ratings,
        tallies: refused(store.tallies(&user).await)?,
        streaks: refused(store.streaks(&user).await)?,
    }))
}

/// Which part of a history is wanted.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    game: Option<String>,
    before: Option<String>,
    limit: Option<u32>,
}

impl Part {
    fn read(part: Result<Query<Self>, QueryRejection>) -> Result<Self, Refusal> {
        let unreadable = |error: QueryRejection| {
            let sentence = format!("{}; what can be said is game, before and limit", error.body_text());
            Refusal(Problem::new(Code::Unreadable, sentence))
        };
        part.map(|Query(part)| part).map_err(unreadable)
    }

    /// What to ask the store for; the viewer sees more of their own.
    fn wanted(self, user: UserId, viewer: &Person, most: u32) -> Result<Wanted, Refusal> {
        let before = match self.before {
            None => None,
            Some(text) => Some(cursor(&text).ok_or_else(|| {
                let sentence = "\"before\" is what an earlier page told; leave it out to see the newest";
                Refusal(Problem::new(Code::Unreadable, sentence))
            })?),
        };
        let with_private = user == viewer.id;
        Ok(Wanted {
            user,
            game: self.game,
            before,
            with_private,
            limit: self.limit.unwrap_or(most).clamp(1, most),
        })
    }
}

/// Where a page begins: after a match that ended at a time at a table.
fn cursor(text: &str) -> Option<(u64, TableId)> {
    let (time, table) = text.split_once('-')?;
    Some((time.parse().ok()?, table.parse().ok()?))
}

/// The finished matches of a person.
#[utoipa::path(
    get,
    path = "/api/users/{user}/games",
    tag = "people",
    params(
        ("user" = String, Path, description = "The id of a person or a computer account."),
        ("game" = Option<String>, Query, description = "Only matches of this game."),
        ("before" = Option<String>, Query, description = "Older than this: `before` of the page above."),
        ("limit" = Option<u32>, Query, description = "How many at most."),
    ),
    responses(
        (status = 200, description = "Finished matches, newest first, and where the next page begins.", body = serde_json::Value),
        (status = 400, description = "The query cannot be read.", body = Problem),
        (status = 404, description = "There is nobody of that id.", body = Problem),
    ),
)]
pub(super) async fn history<W: World>(
    State(app): State<App<W>>,
    Path(user): Path<String>,
    part: Result<Query<Part>, QueryRejection>,
    caller: Caller,
) -> Result<Json<History>, Refusal> {
    let viewer = &caller.person;
    let wanted = Part::read(part)?.wanted(user_of(user)?, viewer, HISTORY_PAGE)?;
    known(&app, &wanted.user).await?;
    let store = app.house.world().store();
    let found = refused(store.finished(&wanted).await)?;
    let before = found.last().filter(|_| found.len() == wanted.limit as usize);
    let before = before.map(|(table, finished)| format!("{finished}-{table}"));
    let mut matches = Vec::with_capacity(found.len());
    for (table, finished) in found {
        let results = refused(store.match_results(&table).await)?;
        let Some((first, _)) = results.first() else { continue };
        let (game, rated) = (first.game.clone(), first.rated);
        matches.push(FinishedMatch { table, game, rated, finished, players: players(results) });
    }
    Ok(Json(History { matches, before }))
}

fn players(results: Vec<(ResultRow, Outcome)>) -> Vec<PlayerResult> {
    let player = |(result, outcome): (ResultRow, Outcome)| PlayerResult {
        chair: result.chair,
        name: result.name,
        user: result.user,
        outcome,
        points: result.points,
        rounds_won: result.wins,
    };
    results.into_iter().map(player).collect()
}

/// All records of a person in one file, newest first.
#[utoipa::path(
    get,
    path = "/api/users/{user}/records",
    tag = "people",
    params(
        ("user" = String, Path, description = "The id of a person or a computer account."),
        ("game" = Option<String>, Query, description = "Only matches of this game."),
        ("before" = Option<String>, Query, description = "Older than this: `before` of the page above."),
        ("limit" = Option<u32>, Query, description = "How many at most."),
    ),
    responses(
        (status = 200, description = "Records, one after the other.", body = String, content_type = "text/plain"),
        (status = 400, description = "The query cannot be read.", body = Problem),
        (status = 404, description = "There is nobody of that id.", body = Problem),
        (status = 503, description = "Too many files are being written.", body = Problem),
    ),
)]
pub(super) async fn records<W: World>(
    State(app): State<App<W>>,
    Path(user): Path<String>,
    part: Result<Query<Part>, QueryRejection>,
    visit: Visit,
    caller: Caller,
) -> Result<Response, Response> {
    let viewer = &caller.person;
    let user = user_of(user).map_err(IntoResponse::into_response)?;
    let name = format!("attachment; filename=\"{user}.brett\"");
    let wanted = Part::read(part).and_then(|part| part.wanted(user, viewer, MAX_RECORDS_PER_FILE));
    let wanted = wanted.map_err(IntoResponse::into_response)?;
    known(&app, &wanted.user).await.map_err(IntoResponse::into_response)?;
    let pass = app.budgets.record_file(visit.address.into()).map_err(IntoResponse::into_response)?;
    let found = app.house.world().store().finished(&wanted).await;
    let found = refused(found).map_err(IntoResponse::into_response)?;
    // One record after the other, each made when the one before it was taken: a file has any size, and the server holds
    // one record of it.
    let records = stream::unfold((found.into_iter(), app.house), |(mut left, house)| async move {
        loop {
            let (table, _) = left.next()?;
            let world = house.world();
            match audit::record(world.store(), world.games(), &table).await {
                Ok(Some(record)) => {
                    return Some((Ok::<_, Infallible>(record.to_string()), (left, house)));
                }
                Ok(None) => {}
                // One table that cannot be read does not keep the others back.
                Err(error) => tracing::error!(%table, %error, "a record could not be written"),
            }
        }
    });
    let records = records.inspect(move |_| {
        let _held = &pass;
    });
    let name = HeaderValue::try_from(name).expect("an id is plain text");
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let headers = [(header::CONTENT_DISPOSITION, name), (header::CONTENT_TYPE, kind)];
    Ok((headers, Body::from_stream(records)).into_response())
}

/// One match.
#[utoipa::path(
    get,
    path = "/api/games/{table}",
    tag = "people",
    params(
        ("table" = String, Path, description = "The id of a table."),
    ),
    responses(
        (status = 200, description = "Players, results, rating changes and where the record is.", body = serde_json::Value),
        (status = 403, description = "The match is private.", body = Problem),
        (status = 404, description = "There is no such table.", body = Problem),
    ),
)]
pub(super) async fn match_page<W: World>(
    State(app): State<App<W>>,
    Path(table): Path<String>,
    caller: Caller,
) -> Result<Json<MatchPage>, Refusal> {
    let table = table_of(table)?;
    let viewer = &caller.person;
    let store = app.house.world().store();
    let row = refused(store.table(&table).await)?;
    let row = row.ok_or_else(|| Refusal(Problem::new(Code::NotFound, "there is no such table")))?;
    if !may_see(&row, viewer) {
        return Err(Refusal(Problem::new(Code::NotAllowed, "this match is not for everybody's eyes")));
    }
    let results = refused(store.match_results(&table).await)?;
    Ok(Json(MatchPage {
        summary: row.summary,
        finished: results.first().map(|(result, _)| result.finished),
        players: players(results),
        changes: refused(store.rating_changes(&table).await)?,
        record: format!("/api/tables/{table}/record"),
    }))
}

/// Everybody sees what everybody may watch, and players see their own.
fn may_see(row: &TableRow, viewer: &Person) -> bool {
    let is_theirs = |chair: &Chair| {
        let sits = matches!(&chair.sitter, Some(Sitter::Person(person)) if person.id == viewer.id);
        sits || chair.kept_for.as_ref().is_some_and(|person| person.id == viewer.id)
    };
    row.settings.watchers == Watchers::Everyone
        || row.host.id == viewer.id
        || row.summary.chairs.iter().any(is_theirs)
}

/// The leaderboard of a game.
#[utoipa::path(
    get,
    path = "/api/leaderboards/{game}",
    tag = "people",
    params(
        ("game" = String, Path, description = "The id of the game."),
    ),
    responses(
        (status = 200, description = "The best rated people, best first.", body = serde_json::Value),
        (status = 404, description = "There is no such game.", body = Problem),
    ),
)]
pub(super) async fn leaderboard<W: World>(
    State(app): State<App<W>>,
    Path(game): Path<String>,
) -> Result<Json<Vec<Leader>>, Refusal> {
    let world = app.house.world();
    if !world.games().iter().any(|entry| entry.info.id == game) {
        return Err(Refusal(Problem::new(Code::NotFound, "there is no such game; see /api/games")));
    }
    let mut leaders = Vec::new();
    for row in refused(world.store().leaders(&game, MAX_LEADERS).await)? {
        if let Some(user) = refused(world.store().user(&row.user).await)? {
            leaders
                .push(Leader { person: user.person, rating: standing::view(&game, &row.rating, row.games) });
        }
    }
    Ok(Json(leaders))
}
