//! The weights workshop behind the web page: evolving weights, comparing weight files, and playing them against each
//! other.
//!
//! It is only there for who runs Brettwerk on their own machine: a job takes whole cores for minutes, which no public
//! server gives away. One job runs at a time, within a time and a number of threads that are bounded here, and it can
//! be canceled at any moment.

mod evolution;
mod files;
mod job;
mod weight_match;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State, rejection::JsonRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use framework::{GameEntry, Text};
use protocol::{
    Code, NewComparison, NewEvolution, NewWeightMatch, Problem, WeightComparison, WorkshopJob,
    WorkshopPlayer, WorkshopView,
};

use self::job::Job;

/// The most minutes that a job may take.
const MAX_MINUTES: u32 = 60;
/// The fewest games that say anything.
const MIN_GAMES: u64 = 100;
/// The most games of a job.
const MAX_GAMES: u64 = 1_000_000;
/// The longest request: two weight files, which have a few kilobytes each.
const MAX_REQUEST_BYTES: usize = 128 * 1024;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Workshop {
    games: Vec<GameEntry>,
    /// Where evolutions are written down.
    folder: PathBuf,
    max_threads: u32,
    /// The present job, or the last one.
    current: Mutex<Option<Arc<Job>>>,
}

impl Workshop {
    /// A workshop that keeps its evolutions in a folder.
    pub(crate) fn new(games: &[GameEntry], folder: PathBuf) -> Self {
        let max_threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
        Self { games: games.to_vec(), folder, max_threads, current: Mutex::default() }
    }

    /// What can be asked, below the path of the workshop.
    pub(crate) fn routes(self) -> Router {
        Router::new()
            .route("/", get(view))
            .route("/comparisons", post(compare))
            .route("/evolutions", post(evolve))
            .route("/matches", post(play_match))
            .route("/job", delete(cancel))
            .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
            .with_state(Arc::new(self))
    }

    fn current(&self) -> MutexGuard<'_, Option<Arc<Job>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job, unless one is under way.
    fn begin(&self, make: impl FnOnce(u64) -> Result<Arc<Job>, Text>) -> Result<WorkshopJob, Refusal> {
        let mut current = self.current();
        if current.as_ref().is_some_and(|job| !job.is_over()) {
            return Err(Refusal::new(
                StatusCode::CONFLICT,
                Code::Busy,
                Text::fixed(
                    "a job is under way; wait until it is over, or cancel it",
                    "es läuft schon eine Aufgabe; warte auf ihr Ende oder brich sie ab",
                ),
            ));
        }
        let number = current.as_ref().map_or(1, |job| job.number() + 1);
        let job = make(number).map_err(Refusal::settings)?;
        let view = job.view();
        *current = Some(job);
        Ok(view)
    }

    /// Checks the limits that all jobs have.
    fn check_limits(&self, games: u64, minutes: u32, threads: u32) -> Result<(), Refusal> {
        let bounds = [
            (("games", "Spiele"), games, MIN_GAMES, MAX_GAMES),
            (("minutes", "Minuten"), minutes.into(), 1, MAX_MINUTES.into()),
            (("threads", "Threads"), threads.into(), 1, self.max_threads.into()),
        ];
        for ((en, de), number, least, most) in bounds {
            if !(least..=most).contains(&number) {
                return Err(Refusal::settings(Text::new(
                    format!("{number} {en} are not possible here; choose {least} to {most}"),
                    format!("{number} {de} sind hier nicht möglich; wähle {least} bis {most}"),
                )));
            }
        }
        Ok(())
    }
}

/// Why something is not done.
struct Refusal(StatusCode, Problem);

impl Refusal {
    fn new(status: StatusCode, code: Code, text: Text) -> Self {
        Self(status, Problem::told(code, text))
    }

    fn settings(text: Text) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::Settings, text)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// A body that could be read, or why not.
fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    body.map(|Json(body)| body).map_err(|rejection| {
        let status = rejection.status();
        let text = if status == StatusCode::PAYLOAD_TOO_LARGE {
            let kilobytes = MAX_REQUEST_BYTES / 1024;
            Text::new(
                format!("this is longer than {kilobytes} kB, and no weight file is"),
                format!("das ist länger als {kilobytes} kB, und das ist keine Gewichtsdatei"),
            )
        } else {
            let problem = rejection.body_text();
            Text::new(problem.clone(), format!("die Anfrage ist nicht lesbar: {problem}"))
        };
        Refusal::new(status, Code::Settings, text)
    })
}

async fn view(State(workshop): State<Arc<Workshop>>) -> Json<WorkshopView> {
    let players = workshop.games.iter().flat_map(|entry| {
        let game = entry.open_text("").ok();
        let names = game.iter().flat_map(|game| game.engines()).map(|engine| engine.name).collect::<Vec<_>>();
        names.into_iter().filter_map(move |name| {
            let tunable = game.as_ref()?.tunable(name).ok()??;
            Some(WorkshopPlayer {
                game: entry.info.id.to_owned(),
                game_name: entry.info.name.clone(),
                player: name.to_owned(),
                terms: tunable.parameters.len() as u32,
            })
        })
    });
    let job = workshop.current().as_ref().map(|job| job.view());
    Json(WorkshopView {
        players: players.collect(),
        max_threads: workshop.max_threads,
        max_minutes: MAX_MINUTES,
        max_games: MAX_GAMES,
        job,
    })
}

async fn compare(
    State(workshop): State<Arc<Workshop>>,
    body: Result<Json<NewComparison>, JsonRejection>,
) -> Result<Json<WeightComparison>, Refusal> {
    let NewComparison { left, right } = read(body)?;
    let pair = files::pair(&workshop.games, &left, right.as_deref()).map_err(Refusal::settings)?;
    Ok(Json(WeightComparison {
        game: pair.game.info().id.to_owned(),
        player: pair.player.name.to_owned(),
        terms: files::terms(&pair.player, &pair.left, &pair.right),
    }))
}

async fn evolve(
    State(workshop): State<Arc<Workshop>>,
    body: Result<Json<NewEvolution>, JsonRejection>,
) -> Result<(StatusCode, Json<WorkshopJob>), Refusal> {
    let wanted = read(body)?;
    workshop.check_limits(wanted.games, wanted.minutes, wanted.threads)?;
    let job =
        workshop.begin(|number| evolution::begin(&workshop.games, &workshop.folder, number, &wanted))?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

async fn play_match(
    State(workshop): State<Arc<Workshop>>,
    body: Result<Json<NewWeightMatch>, JsonRejection>,
) -> Result<(StatusCode, Json<WorkshopJob>), Refusal> {
    let wanted = read(body)?;
    workshop.check_limits(wanted.games, wanted.minutes, wanted.threads)?;
    let job = workshop.begin(|number| weight_match::begin(&workshop.games, number, &wanted))?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

async fn cancel(State(workshop): State<Arc<Workshop>>) -> Result<Json<WorkshopJob>, Refusal> {
    match workshop.current().as_ref() {
        Some(job) => {
            job.cancel();
            Ok(Json(job.view()))
        }
        None => Err(Refusal::new(
            StatusCode::NOT_FOUND,
            Code::NotFound,
            Text::fixed(
                "there is no job that could be canceled",
                "es gibt keine Aufgabe, die man abbrechen könnte",
            ),
        )),
    }
}
