//! Whom people follow, mute and block, and what they report to whoever runs the server.

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    routing::{get, post},
};
use framework::Text;
use limits::people::{
    MAX_OPEN_REPORTS, MAX_OPEN_REPORTS_PER_PERSON, MAX_RELATIONS_PER_PERSON, MAX_REPORT_CHARS,
};
use protocol::{Code, NewReport, Problem, RelationChange, RelationKind, Relations};
use store::{OpenReports, Relations as _, ReportRow};
use tables::{store_unavailable, world::World};

use super::{App, Refusal, body::Body, budgets::AskLater, identity::Caller, visit::Visit};

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new()
        .route("/api/me/relations", get(show::<W>).post(begin::<W>).delete(end::<W>))
        .route("/api/reports", post(report::<W>))
}

/// Why something here was not done.
pub(super) enum Refused {
    Problem(Problem),
    Later(AskLater),
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<AskLater> for Refused {
    fn from(later: AskLater) -> Self {
        Self::Later(later)
    }
}

impl axum::response::IntoResponse for Refused {
    fn into_response(self) -> axum::response::Response {
        match self {
            Self::Problem(problem) => Refusal(problem).into_response(),
            Self::Later(later) => later.into_response(),
        }
    }
}

/// Whom one follows, mutes and blocks.
#[utoipa::path(
    get,
    path = "/api/me/relations",
    tag = "people",
    responses(
        (status = 200, description = "Whom the caller follows, mutes and blocks.", body = Relations),
        (status = 503, description = "They cannot be read at the moment.", body = Problem),
    ),
)]
pub(super) async fn show<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
) -> Result<Json<Relations>, Refused> {
    let kept = app.house.world().store().relations(&caller.person.id).await;
    let mut relations = Relations::default();
    for (kind, person) in kept.map_err(|error| store_unavailable(&error))? {
        match kind {
            RelationKind::Follow => relations.follow.push(person),
            RelationKind::Mute => relations.mute.push(person),
            RelationKind::Block => relations.block.push(person),
        }
    }
    Ok(Json(relations))
}

/// Follows, mutes or blocks a person.
#[utoipa::path(
    post,
    path = "/api/me/relations",
    tag = "people",
    request_body = RelationChange,
    responses(
        (status = 204, description = "It is kept."),
        (status = 400, description = "The request cannot be read, or names oneself.", body = Problem),
        (status = 404, description = "There is nobody of that id.", body = Problem),
        (status = 429, description = "Too many.", body = Problem),
    ),
)]
pub(super) async fn begin<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(change): Body<RelationChange>,
) -> Result<StatusCode, Refused> {
    app.budgets.change_relation(visit.address.into())?;
    not_oneself(&caller, &change.user)?;
    let other = app.house.identity.person(&change.user).await?;
    let (world, me) = (app.house.world(), &caller.person.id);
    let limit = MAX_RELATIONS_PER_PERSON;
    let kept = world.store().relate(me, &other.id, change.kind, world.time(), limit).await;
    match kept.map_err(|error| store_unavailable(&error))? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::told(
            Code::Limit,
            Text::new(
                format!("your list is full with {limit} people; take someone off it first"),
                format!("deine Liste ist mit {limit} Leuten voll; nimm zuerst jemanden herunter"),
            ),
        )
        .into()),
    }
}

/// Follows, mutes or blocks a person no more.
#[utoipa::path(
    delete,
    path = "/api/me/relations",
    tag = "people",
    request_body = RelationChange,
    responses(
        (status = 204, description = "It is over, if there was one."),
        (status = 400, description = "The request cannot be read.", body = Problem),
        (status = 429, description = "Too many changes.", body = Problem),
    ),
)]
pub(super) async fn end<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(change): Body<RelationChange>,
) -> Result<StatusCode, Refused> {
    app.budgets.change_relation(visit.address.into())?;
    let ended = app.house.world().store().unrelate(&caller.person.id, &change.user, change.kind).await;
    ended.map_err(|error| store_unavailable(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports a person to the operator of the server.
#[utoipa::path(
    post,
    path = "/api/reports",
    tag = "people",
    request_body = NewReport,
    responses(
        (status = 204, description = "It is kept until the operator of the server has seen to it."),
        (status = 400, description = "The request cannot be read, is too long, or names oneself.", body = Problem),
        (status = 404, description = "There is nobody of that id.", body = Problem),
        (status = 429, description = "Too many reports.", body = Problem),
    ),
)]
pub(super) async fn report<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(new): Body<NewReport>,
) -> Result<StatusCode, Refused> {
    app.budgets.report(visit.address.into())?;
    not_oneself(&caller, &new.user)?;
    let text = new.text.trim().replace(char::is_control, " ");
    if MAX_REPORT_CHARS < text.chars().count() {
        return Err(Problem::told(
            Code::Text,
            Text::new(
                format!("a report has at most {MAX_REPORT_CHARS} characters"),
                format!("eine Meldung hat höchstens {MAX_REPORT_CHARS} Zeichen"),
            ),
        )
        .into());
    }
    let about = app.house.identity.person(&new.user).await?.id;
    let world = app.house.world();
    let report = ReportRow {
        number: 0,
        by: caller.person.id,
        about,
        reason: new.reason,
        text,
        table: new.table,
        time: world.time(),
    };
    // The log names ids only: what people write stays in the database.
    tracing::info!(by = %report.by, about = %report.about, reason = ?report.reason, "somebody was reported");
    let limit = OpenReports { per_person: MAX_OPEN_REPORTS_PER_PERSON, in_all: MAX_OPEN_REPORTS };
    match world.store().report(report, limit).await.map_err(|error| store_unavailable(&error))? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::told(
            Code::Limit,
            Text::fixed(
                "too many reports wait to be read; try again later",
                "zu viele Meldungen warten darauf, gelesen zu werden; versuche es später noch einmal",
            ),
        )
        .into()),
    }
}

fn not_oneself(caller: &Caller, other: &protocol::UserId) -> Result<(), Problem> {
    match caller.person.id == *other {
        false => Ok(()),
        true => Err(Problem::told(
            Code::Refused,
            Text::fixed("that is yourself; name another person", "das bist du selbst; nenne jemand anderen"),
        )),
    }
}
