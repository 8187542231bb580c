//! Puzzles, and mistakes that come back.

use axum::{
    Json, Router,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::StatusCode,
    routing::{get, post},
};
use framework::{AnyPosition, GameEntry, MoveError, Record, Seat, StableHasher, Text, Turn};
use limits::puzzles::{MAX_MISTAKES_PER_PERSON, MAX_MOVES_PER_TRY};
use protocol::{
    Code, MistakeCard, NewMistake, Problem, PuzzleCard, PuzzleExplanation, PuzzleMoves, PuzzleOverview,
    PuzzleState, PuzzleVerdict, SolverCard, ThemeCard, UserId,
};
use puzzles::{Attempt, Puzzle, PuzzleError, PuzzleId, PuzzleSet, repetition::Stage};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{Hash as _, Hasher as _},
};
use store::{MistakeRow, PuzzleRow, PuzzleStore as _, PuzzleTry, SolverRow, Standings as _};
use tables::{store_unavailable, world::World};

use super::{
    App, Refusal,
    body::Body,
    identity::Caller,
    library::{entry, not_playable, unusable},
    relations::Refused,
    visit::Visit,
};

/// Of so many puzzles of about one's own strength one is drawn.
const N_NEAREST: usize = 10;

const DAY_MS: u64 = store::DAY_MS;

pub(super) fn routes<W: World>() -> Router<App<W>> {
    Router::new()
        .route("/api/puzzles", get(overview::<W>))
        .route("/api/puzzles/next", get(next::<W>))
        .route("/api/puzzles/{game}/{id}", get(show::<W>).post(try_moves::<W>))
        .route("/api/me/mistakes", get(mistakes::<W>).post(keep_mistake::<W>))
        .route("/api/me/mistakes/{game}/{id}", post(try_mistake::<W>))
}

impl From<Refusal> for Refused {
    fn from(Refusal(problem): Refusal) -> Self {
        Self::Problem(problem)
    }
}

fn set_of(entry: &GameEntry) -> Result<&'static PuzzleSet, Problem> {
    puzzles::shipped(entry.info.id).ok_or_else(|| {
        let id = entry.info.id;
        Problem::told(
            Code::NotFound,
            Text::new(format!("{id} has no puzzles"), format!("für {id} gibt es keine Aufgaben")),
        )
    })
}

fn puzzle_of(set: &'static PuzzleSet, id: &str) -> Result<&'static Puzzle, Problem> {
    set.find(id).ok_or_else(|| {
        Problem::told(Code::NotFound, Text::fixed("there is no such puzzle", "diese Aufgabe gibt es nicht"))
    })
}

fn solver_card(row: &SolverRow) -> SolverCard {
    let SolverRow { rating, tries, solved, streak, best_streak, .. } = *row;
    SolverCard { rating: rating.rating, deviation: rating.deviation, tries, solved, streak, best_streak }
}

fn puzzle_card(game: &str, puzzle: &Puzzle, row: Option<&PuzzleRow>) -> PuzzleCard {
    let made = PuzzleRow::new(f64::from(puzzle.rating));
    let row = row.unwrap_or(&made);
    PuzzleCard {
        game: game.to_owned(),
        id: puzzle.id.to_string(),
        options: puzzle.options.clone(),
        position: puzzle.position.clone(),
        rating: row.rating.rating,
        tries: row.tries,
        solved: row.solved,
        themes: puzzle.themes.clone(),
    }
}

/// Which game.
#[derive(Debug, Deserialize)]
pub(super) struct WantedGame {
    game: String,
}

/// The puzzles of a game, and how one does with them.
#[utoipa::path(
    get,
    path = "/api/puzzles",
    tag = "puzzles",
    params(("game" = String, Query, description = "The id of the game.")),
    responses(
        (status = 200, description = "How many there are, what they are about, the one of today, and how whoever asks does.", body = serde_json::Value),
        (status = 404, description = "There is no such game, or it has no puzzles.", body = Problem),
        (status = 503, description = "The database cannot be read at the moment.", body = Problem),
    ),
)]
pub(super) async fn overview<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
    wanted: Result<Query<WantedGame>, QueryRejection>,
) -> Result<Json<PuzzleOverview>, Refused> {
    let Query(wanted) = wanted.map_err(|_| unusable("name a game".to_owned()))?;
    let entry = entry(&app, &wanted.game)?;
    let set = set_of(entry)?;
    let (world, me, game) = (app.house.world(), &caller.person.id, entry.info.id);
    let you = world.store().solver(me, game).await.map_err(|error| store_unavailable(&error))?;
    let tried = world.store().tried_puzzles(me, game).await.map_err(|error| store_unavailable(&error))?;
    let mistakes = world.store().mistakes(me).await.map_err(|error| store_unavailable(&error))?;
    let now = world.time();
    let daily = puzzles::daily(game, now / DAY_MS).map(|puzzle| puzzle.id.to_string()).unwrap_or_default();
    let themes = entry.open_text("").map(|game| game.themes()).unwrap_or_default();
    let about = |id: &str| {
        set.puzzles().iter().filter(|puzzle| puzzle.themes.iter().any(|theme| theme == id)).count()
    };
    let themes = themes.iter().map(|theme| ThemeCard {
        id: theme.id.to_owned(),
        name: theme.name.clone(),
        n_puzzles: about(theme.id) as u32,
    });
    let is_due = |mistake: &&MistakeRow| mistake.game == game && mistake.due.is_some_and(|due| due <= now);
    Ok(Json(PuzzleOverview {
        game: game.to_owned(),
        n_puzzles: set.puzzles().len() as u32,
        themes: themes.filter(|theme| 0 < theme.n_puzzles).collect(),
        you: solver_card(&you),
        daily_solved: tried.iter().find(|(id, _)| *id == daily).map(|(_, solved)| *solved),
        daily,
        n_due: mistakes.iter().filter(is_due).count() as u32,
    }))
}

/// Which puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct WantedPuzzle {
    game: String,
    theme: Option<String>,
    /// The one that was solved last, which does not come again at once.
    not: Option<String>,
}

/// A puzzle of about one's own strength that one has not tried yet, as long as there is one.
#[utoipa::path(
    get,
    path = "/api/puzzles/next",
    tag = "puzzles",
    params(
        ("game" = String, Query, description = "The id of the game."),
        ("theme" = Option<String>, Query, description = "What it should be about."),
        ("not" = Option<String>, Query, description = "The word for one that should not come."),
    ),
    responses(
        (status = 200, description = "The puzzle, without its solution.", body = serde_json::Value),
        (status = 404, description = "There is no such game or theme, or no such puzzle.", body = Problem),
        (status = 503, description = "The database cannot be read at the moment.", body = Problem),
    ),
)]
pub(super) async fn next<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
    wanted: Result<Query<WantedPuzzle>, QueryRejection>,
) -> Result<Json<PuzzleCard>, Refused> {
    let Query(wanted) = wanted.map_err(|_| unusable("name a game, and if wanted a theme".to_owned()))?;
    let entry = entry(&app, &wanted.game)?;
    let set = set_of(entry)?;
    let (store, me, game) = (app.house.world().store(), &caller.person.id, entry.info.id);
    let you = store.solver(me, game).await.map_err(|error| store_unavailable(&error))?;
    let tried = store.tried_puzzles(me, game).await.map_err(|error| store_unavailable(&error))?;
    let rows = store.puzzle_rows(game).await.map_err(|error| store_unavailable(&error))?;
    let rows: BTreeMap<String, PuzzleRow> = rows.into_iter().collect();
    let fits = |puzzle: &&Puzzle| {
        wanted.theme.as_ref().is_none_or(|theme| puzzle.themes.contains(theme))
            && wanted.not.as_deref() != Some(puzzle.id.as_str())
    };
    let fitting: Vec<&Puzzle> = set.puzzles().iter().filter(fits).collect();
    // First what was never tried, then what was not solved, and at last everything once more.
    let untried: BTreeSet<&str> = tried.iter().map(|(id, _)| id.as_str()).collect();
    let failed: BTreeSet<&str> =
        tried.iter().filter(|(_, solved)| !solved).map(|(id, _)| id.as_str()).collect();
    let mut candidates: Vec<&Puzzle> =
        fitting.iter().copied().filter(|puzzle| !untried.contains(puzzle.id.as_str())).collect();
    if candidates.is_empty() {
        candidates = fitting.iter().copied().filter(|puzzle| failed.contains(puzzle.id.as_str())).collect();
    }
    if candidates.is_empty() {
        candidates = fitting;
    }
    let rating = |puzzle: &Puzzle| {
        rows.get(puzzle.id.as_str()).map_or(f64::from(puzzle.rating), |row| row.rating.rating)
    };
    let distance = |puzzle: &Puzzle| (rating(puzzle) - you.rating.rating).abs();
    candidates.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
    candidates.truncate(N_NEAREST);
    let mut hasher = StableHasher::default();
    (me.as_str(), you.tries, wanted.not.as_deref()).hash(&mut hasher);
    let drawn = candidates.get((hasher.finish() % candidates.len().max(1) as u64) as usize);
    let puzzle = drawn.ok_or_else(|| {
        Problem::told(
            Code::NotFound,
            Text::fixed("there is no such puzzle", "eine solche Aufgabe gibt es nicht"),
        )
    })?;
    Ok(Json(puzzle_card(game, puzzle, rows.get(puzzle.id.as_str()))))
}

/// A puzzle.
#[utoipa::path(
    get,
    path = "/api/puzzles/{game}/{id}",
    tag = "puzzles",
    params(
        ("game" = String, Path, description = "The id of the game."),
        ("id" = String, Path, description = "The word for the puzzle."),
    ),
    responses(
        (status = 200, description = "The puzzle, without its solution.", body = serde_json::Value),
        (status = 404, description = "There is no such game or puzzle.", body = Problem),
        (status = 503, description = "The database cannot be read at the moment.", body = Problem),
    ),
)]
pub(super) async fn show<W: World>(
    State(app): State<App<W>>,
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<PuzzleCard>, Refused> {
    let entry = entry(&app, &game)?;
    let puzzle = puzzle_of(set_of(entry)?, &id)?;
    let rows = app.house.world().store().puzzle_rows(entry.info.id).await;
    let rows = rows.map_err(|error| store_unavailable(&error))?;
    let row = rows.iter().find(|(known, _)| *known == id).map(|(_, row)| row);
    Ok(Json(puzzle_card(entry.info.id, puzzle, row)))
}

/// Plays moves in a puzzle, or shows its solution.
#[utoipa::path(
    post,
    path = "/api/puzzles/{game}/{id}",
    tag = "puzzles",
    params(
        ("game" = String, Path, description = "The id of the game."),
        ("id" = String, Path, description = "The word for the puzzle."),
    ),
    request_body = PuzzleMoves,
    responses(
        (status = 200, description = "What the moves have come to. The first try of a person changes the ratings of both.", body = serde_json::Value),
        (status = 400, description = "A move is illegal, or follows a wrong one.", body = Problem),
        (status = 404, description = "There is no such game or puzzle.", body = Problem),
        (status = 429, description = "Too many tries.", body = Problem),
        (status = 503, description = "The database cannot be written at the moment.", body = Problem),
    ),
)]
pub(super) async fn try_moves<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Path((game, id)): Path<(String, String)>,
    Body(wanted): Body<PuzzleMoves>,
) -> Result<Json<PuzzleVerdict>, Refused> {
    app.budgets.try_puzzle(visit.address.into())?;
    let entry = entry(&app, &game)?;
    let puzzle = puzzle_of(set_of(entry)?, &id)?;
    let attempt = attempted(entry, puzzle, &wanted.moves)?;
    let explanation = || PuzzleExplanation {
        solution: puzzle.solution.clone(),
        line: puzzle.line.clone(),
        worth: Some(puzzle.worth),
        second: puzzle.second,
    };
    let (state, reply) = match &attempt {
        None => (PuzzleState::Shown, None),
        Some(Attempt::Right { reply }) => {
            return Ok(Json(verdict(PuzzleState::Right, Some(reply.clone()), None)));
        }
        Some(Attempt::Solved) => (PuzzleState::Solved, None),
        Some(Attempt::Wrong) => (PuzzleState::Wrong, None),
    };
    let world = app.house.world();
    let tried = PuzzleTry {
        user: caller.person.id,
        game: entry.info.id.to_owned(),
        puzzle: id,
        made_rating: f64::from(puzzle.rating),
        solved: state == PuzzleState::Solved,
        time: world.time(),
    };
    let outcome = world.store().try_puzzle(tried).await.map_err(|error| store_unavailable(&error))?;
    let explained = (state != PuzzleState::Wrong).then(explanation);
    let mut told = verdict(state, reply, explained);
    if outcome.counts {
        told.gained = Some(outcome.after.rating.rating - outcome.before.rating.rating);
        told.you = Some(solver_card(&outcome.after));
    }
    Ok(Json(told))
}

const fn verdict(
    state: PuzzleState,
    reply: Option<String>,
    explanation: Option<PuzzleExplanation>,
) -> PuzzleVerdict {
    PuzzleVerdict { state, reply, explanation, gained: None, you: None }
}

/// How far moves have come; nothing if there are none.
fn attempted(entry: &GameEntry, puzzle: &Puzzle, moves: &[String]) -> Result<Option<Attempt>, Problem> {
    if moves.is_empty() {
        return Ok(None);
    }
    if MAX_MOVES_PER_TRY < moves.len() {
        return Err(Problem::new(Code::Unreadable, format!("a try has at most {MAX_MOVES_PER_TRY} moves")));
    }
    puzzle.attempt(entry, moves).map(Some).map_err(|error| match error {
        PuzzleError::Move { error, .. } => not_playable(&error).0,
        error => Problem::new(Code::IllegalMove, error.to_string()),
    })
}

/// The mistakes of whoever asks, those first that come back first.
#[utoipa::path(
    get,
    path = "/api/me/mistakes",
    tag = "puzzles",
    responses(
        (status = 200, description = "The mistakes, without what would have been better.", body = serde_json::Value),
        (status = 503, description = "The database cannot be read at the moment.", body = Problem),
    ),
)]
pub(super) async fn mistakes<W: World>(
    State(app): State<App<W>>,
    caller: Caller,
) -> Result<Json<Vec<MistakeCard>>, Refused> {
    let world = app.house.world();
    let rows = world.store().mistakes(&caller.person.id).await.map_err(|error| store_unavailable(&error))?;
    let now = world.time();
    let card = |row: MistakeRow| MistakeCard {
        is_due: row.due.is_some_and(|due| due <= now),
        game: row.game,
        id: row.id,
        options: row.options,
        position: row.position,
        played: row.played,
        table: row.table,
        stage: row.stage,
        due: row.due,
    };
    Ok(Json(rows.into_iter().map(card).collect()))
}

/// Keeps a mistake of one's own in a finished match, which comes back after a day, a week and a month.
#[utoipa::path(
    post,
    path = "/api/me/mistakes",
    tag = "puzzles",
    request_body = NewMistake,
    responses(
        (status = 204, description = "It is kept."),
        (status = 400, description = "There was no such move of one's own, or what should have been better is illegal.", body = Problem),
        (status = 404, description = "There is no such finished match.", body = Problem),
        (status = 429, description = "Too many.", body = Problem),
        (status = 503, description = "The database cannot be written at the moment.", body = Problem),
    ),
)]
pub(super) async fn keep_mistake<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Body(new): Body<NewMistake>,
) -> Result<StatusCode, Refused> {
    app.budgets.try_puzzle(visit.address.into())?;
    let world = app.house.world();
    let me = caller.person.id;
    let results = world.store().match_results(&new.table).await.map_err(|error| store_unavailable(&error))?;
    let own: Vec<u8> = results
        .iter()
        .filter(|(result, _)| result.user.as_ref() == Some(&me))
        .map(|(result, _)| result.chair)
        .collect();
    let not_found = || {
        Problem::told(
            Code::NotFound,
            Text::fixed("you have finished no match there", "dort hast du keine Partie beendet"),
        )
    };
    if own.is_empty() {
        return Err(not_found().into());
    }
    let record = tables::audit::record(world.store(), world.games(), &new.table).await;
    let record = record.map_err(|error| store_unavailable(&error))?.ok_or_else(not_found)?;
    let row = mistake(world.games(), &record, &new, me, &own, world.time())?;
    match world.store().keep_mistake(row, MAX_MISTAKES_PER_PERSON).await {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) => Err(Problem::told(
            Code::Limit,
            Text::new(
                format!("you have {MAX_MISTAKES_PER_PERSON} mistakes to mend already; mend some first"),
                format!("du hast schon {MAX_MISTAKES_PER_PERSON} Fehler zu üben; übe erst einige davon"),
            ),
        )
        .into()),
        Err(error) => Err(store_unavailable(&error).into()),
    }
}

/// The mistake in a record, if it was made by one of these chairs and something else could have been played.
fn mistake(
    games: &[GameEntry],
    record: &Record,
    new: &NewMistake,
    user: UserId,
    own: &[u8],
    now: u64,
) -> Result<MistakeRow, Problem> {
    let none = || {
        Problem::told(
            Code::Refused,
            Text::fixed("there is no such move of yours", "einen solchen Zug von dir gibt es nicht"),
        )
    };
    let (round_idx, ply) = (new.round as usize, new.ply as usize);
    let game = record.open(games).map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    let round = record.rounds.get(round_idx).ok_or_else(none)?;
    let played = round.moves.get(ply).ok_or_else(none)?;
    let mut pos: Box<dyn AnyPosition> = match &round.start {
        Some(text) => {
            game.parse_position(text).map_err(|error| Problem::new(Code::Internal, error.to_string()))?
        }
        None => game.start_round(&record.standing_before(round_idx, &round.players)),
    };
    for mv in &round.moves[..ply] {
        pos.play(&mv.text).map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    }
    let by_me = |seat: Seat| own.contains(&round.players[seat]);
    if !matches!(pos.turn(), Turn::Seat(seat) if by_me(seat)) {
        return Err(none());
    }
    let best = pos.check(&new.best).map_err(|error: MoveError| not_playable(&error).0)?;
    if best == played.text {
        return Err(Problem::told(
            Code::Refused,
            Text::fixed("that is what was played", "das wurde gespielt"),
        ));
    }
    let (options, position) = (game.options(), pos.text());
    Ok(MistakeRow {
        user,
        game: record.game.clone(),
        id: PuzzleId::of(&options, &position).to_string(),
        options,
        position,
        best,
        played: played.text.clone(),
        table: new.table.clone(),
        made: now,
        stage: Stage::NEW.number(),
        due: Stage::NEW.due(now),
    })
}

/// Plays a move instead of a mistake, or shows what would have been better.
#[utoipa::path(
    post,
    path = "/api/me/mistakes/{game}/{id}",
    tag = "puzzles",
    params(
        ("game" = String, Path, description = "The id of the game."),
        ("id" = String, Path, description = "The word for the mistake."),
    ),
    request_body = PuzzleMoves,
    responses(
        (status = 200, description = "Whether the move is the better one. A mistake that has come back is put off by it.", body = serde_json::Value),
        (status = 400, description = "The move is illegal.", body = Problem),
        (status = 404, description = "There is no such mistake.", body = Problem),
        (status = 429, description = "Too many tries.", body = Problem),
        (status = 503, description = "The database cannot be written at the moment.", body = Problem),
    ),
)]
pub(super) async fn try_mistake<W: World>(
    State(app): State<App<W>>,
    visit: Visit,
    caller: Caller,
    Path((game, id)): Path<(String, String)>,
    Body(wanted): Body<PuzzleMoves>,
) -> Result<Json<PuzzleVerdict>, Refused> {
    app.budgets.try_puzzle(visit.address.into())?;
    let (world, me) = (app.house.world(), caller.person.id);
    let rows = world.store().mistakes(&me).await.map_err(|error| store_unavailable(&error))?;
    let row = rows.into_iter().find(|row| row.game == game && row.id == id).ok_or_else(|| {
        Problem::told(Code::NotFound, Text::fixed("there is no such mistake", "diesen Fehler gibt es nicht"))
    })?;
    let state = match wanted.moves.as_slice() {
        [] => PuzzleState::Shown,
        [mv] => {
            let entry = entry(&app, &game)?;
            let rules = entry
                .open_text(&row.options)
                .map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
            let pos = rules
                .parse_position(&row.position)
                .map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
            let played = pos.check(mv).map_err(|error| not_playable(&error))?;
            if played == row.best { PuzzleState::Solved } else { PuzzleState::Wrong }
        }
        _ => return Err(Problem::new(Code::Unreadable, "a mistake is mended by one move").into()),
    };
    let now = world.time();
    // Who practices before it is due neither gains nor loses anything.
    if row.due.is_some_and(|due| due <= now) {
        let stage = Stage::from_number(row.stage).after(state == PuzzleState::Solved);
        let put_off = world.store().put_off_mistake(&me, &game, &id, stage.number(), stage.due(now)).await;
        put_off.map_err(|error| store_unavailable(&error))?;
    }
    let explanation = (state != PuzzleState::Wrong).then(|| PuzzleExplanation {
        solution: vec![row.best],
        line: Vec::new(),
        worth: None,
        second: None,
    });
    Ok(Json(verdict(state, None, explanation)))
}
