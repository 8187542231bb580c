//! Finds puzzles.

use framework::{
    AnyEngine, AnyFound, AnyGame, AnyPosition, AnySearchRequest, EngineError, Rng, Turn, Valuation,
    search::LEVELS,
};

use crate::{Judge, Puzzle, PuzzleId, Recipe, gap};

/// The most moves that a solver has to find in a row.
const MAX_SOLVER_MOVES: usize = 5;

/// The most moves that explain a solution.
const MAX_LINE: usize = 12;

/// How often each level tries a puzzle that is to be rated.
const TRIES_PER_LEVEL: u64 = 2;

/// The rating of a puzzle that every level solves, and how much each level adds that does not: a level is about that much
/// stronger than the one below.
const EASIEST_RATING: f64 = 900.0;
const RATING_PER_LEVEL: f64 = 140.0;

/// Where there are so few choices, as with the cube, somebody who guesses is often right; so the decision must be a close
/// one: by at most so many steps.
const FEW_CHOICES: usize = 3;
const MAX_STEPS_OF_FEW: f32 = 5.0;

/// What a short search must see of a lead so that a longer one is worth it, in steps.
const MIN_GLANCED_STEPS: f32 = 0.4;

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Refusal {
    /// There is no choice, or nearly none.
    Forced,
    /// No move is much better than all others, or nothing is known about them.
    NoGap,
    /// A look at the next position finds the move.
    Trivial,
    /// A deeper search finds another move, or the difference vanishes.
    Unstable,
    /// No level below the last finds the move.
    TooHard,
}

/// What came of a position.
pub type Verdict = Result<Puzzle, Refusal>;

/// Finds puzzles in positions of one rule set. It gives the same answers everywhere: searches are limited by positions, and
/// nothing is remembered from one game to the next.
pub struct Maker {
    recipe: Recipe,
    has_chance: bool,
    options: String,
    naive: Box<dyn AnyEngine>,
    judge: Box<dyn AnyEngine>,
    deep: Box<dyn AnyEngine>,
    levels: Vec<Box<dyn AnyEngine>>,
}

impl std::fmt::Debug for Maker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Maker").field("recipe", &self.recipe).finish_non_exhaustive()
    }
}

impl Maker {
    /// A maker of puzzles of a rule set.
    ///
    /// # Errors
    /// If the game has not the players of the recipe.
    pub fn new(game: &dyn AnyGame, recipe: Recipe) -> Result<Self, EngineError> {
        let player = |judge: &Judge| game.engine(&judge.player);
        let below_last = *LEVELS.start()..*LEVELS.end();
        Ok(Self {
            has_chance: game.info().has_chance,
            options: game.options(),
            naive: player(&recipe.naive)?,
            judge: player(&recipe.judge)?,
            deep: player(&recipe.deep)?,
            levels: below_last
                .map(|level| game.engine(&format!("level{level}")))
                .collect::<Result<_, _>>()?,
            recipe,
        })
    }

    /// The puzzles in a game, one of its positions after the other; at most two, so that a set is not full of near twins.
    /// `number` is that of the game, and what is drawn follows from it and the seed.
    pub fn examine_game(
        &mut self,
        positions: &[Box<dyn AnyPosition>],
        seed: u64,
        number: u64,
        mut refused: impl FnMut(Refusal),
    ) -> Vec<Puzzle> {
        const MAX_PER_GAME: usize = 2;
        self.forget();
        let mut rng = Rng::stream(seed, "positions", number);
        let mut chosen: Vec<usize> = (self.recipe.first_ply.min(positions.len())..positions.len()).collect();
        rng.shuffle(&mut chosen);
        chosen.truncate(self.recipe.positions_per_game);
        let mut puzzles = Vec::new();
        for idx in chosen {
            match self.examine(&*positions[idx]) {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(refusal) => refused(refusal),
            }
            if puzzles.len() == MAX_PER_GAME {
                break;
            }
        }
        puzzles
    }

    /// Makes a puzzle of a position, or says why it is none.
    ///
    /// # Errors
    /// Why it is none.
    pub fn examine(&mut self, pos: &dyn AnyPosition) -> Verdict {
        let n_moves = pos.legal_moves().len();
        if n_moves < if self.has_chance { 2 } else { 3 } || !matches!(pos.turn(), Turn::Seat(_)) {
            return Err(Refusal::Forced);
        }
        // The cheap filters come first; most positions fail one of them.
        if let Some(glance) = &self.recipe.glance {
            let glanced = search(&mut *self.judge, pos, &glance.limits(0));
            let has_lead =
                glanced.and_then(|found| lead(&found)).is_some_and(|lead| MIN_GLANCED_STEPS <= lead.0);
            if !has_lead {
                return Err(Refusal::NoGap);
            }
        }
        let looked = search(&mut *self.judge, pos, &self.recipe.judge.limits(0)).ok_or(Refusal::Forced)?;
        let steps = lead(&looked).filter(|steps| 1.0 <= steps.0).ok_or(Refusal::NoGap)?.0;
        let is_trivial = match n_moves <= FEW_CHOICES {
            true => MAX_STEPS_OF_FEW < steps,
            false => {
                let naive = search(&mut *self.naive, pos, &self.recipe.naive.limits(0));
                naive.is_none_or(|naive| naive.best == looked.best)
            }
        };
        if is_trivial {
            return Err(Refusal::Trivial);
        }
        let deep = self.confirmed(pos).filter(|deep| deep.best == looked.best).ok_or(Refusal::Unstable)?;
        let worth = deep.worth.ok_or(Refusal::Unstable)?;
        let second = lead(&deep).and_then(|(_, second)| second);
        let rating = self.rating(pos, &deep.best).ok_or(Refusal::TooHard)?;
        let (solution, line) = self.solution(pos, deep);
        let whole: Vec<String> = solution.iter().chain(&line).cloned().collect();
        let themes = pos.themes_of(&whole, &worth).into_iter().map(str::to_owned).collect();
        let position = pos.text();
        Ok(Puzzle {
            id: PuzzleId::of(&self.options, &position),
            options: self.options.clone(),
            position,
            solution,
            line,
            worth: gap::rounded(worth),
            second: second.map(gap::rounded),
            themes,
            rating,
        })
    }

    /// What the deep search says, if one move is much better by it.
    fn confirmed(&mut self, pos: &dyn AnyPosition) -> Option<AnyFound> {
        let found = search(&mut *self.deep, pos, &self.recipe.deep.limits(0))?;
        lead(&found).filter(|steps| 1.0 <= steps.0)?;
        Some(found)
    }

    /// The moves of the solution, as long as the solver has one move that is much better, and what follows.
    fn solution(&mut self, pos: &dyn AnyPosition, found: AnyFound) -> (Vec<String>, Vec<String>) {
        let mut along = pos.boxed_clone();
        let mut found = found;
        let mut solution = Vec::new();
        loop {
            let best = found.best.clone();
            let legal = along.play(&best);
            solution.push(best.clone());
            let mut rest: Vec<String> = match found.line.first() == Some(&best) {
                true => found.line.split_off(1),
                false => Vec::new(),
            };
            rest.truncate(MAX_LINE);
            let n_own = solution.len().div_ceil(2);
            if self.has_chance || legal.is_err() || n_own == MAX_SOLVER_MOVES {
                return (solution, rest);
            }
            let Some(reply) = self.reply(&*along, rest.first()) else { return (solution, rest) };
            let mut next = along.boxed_clone();
            if next.play(&reply).is_err() || next.legal_moves().len() < 2 {
                return (solution, rest);
            }
            let Some(deeper) = self.confirmed(&*next) else { return (solution, rest) };
            solution.push(reply);
            (along, found) = (next, deeper);
        }
    }

    /// The answer of the other side, if it is its turn.
    fn reply(&mut self, pos: &dyn AnyPosition, expected: Option<&String>) -> Option<String> {
        let Turn::Seat(_) = pos.turn() else { return None };
        if let Some(expected) = expected {
            return Some(expected.clone());
        }
        search(&mut *self.deep, pos, &self.recipe.deep.limits(0)).map(|found| found.best)
    }

    /// How hard a move is to find, by the levels that do; `None` if none does.
    fn rating(&mut self, pos: &dyn AnyPosition, best: &str) -> Option<u16> {
        let mut missing = 0.0;
        let mut finds = 0;
        for level in &mut self.levels {
            let found = (0..TRIES_PER_LEVEL).filter(|&seed| {
                level.forget();
                // A level is held back by its own limits.
                let limits = framework::search::Limits {
                    seed,
                    nodes: Some(MAX_LEVEL_NODES),
                    ..framework::search::Limits::NONE
                };
                search(&mut **level, pos, &limits).is_some_and(|found| found.best == best)
            });
            let n_found = found.count();
            finds += n_found;
            missing += 1.0 - n_found as f64 / TRIES_PER_LEVEL as f64;
        }
        (0 < finds).then(|| (EASIEST_RATING + RATING_PER_LEVEL * missing).round() as u16)
    }

    fn forget(&mut self) {
        self.naive.forget();
        self.judge.forget();
        self.deep.forget();
    }
}

/// The most positions that a level visits when it tries a puzzle.
const MAX_LEVEL_NODES: u64 = 100_000;

fn search(
    engine: &mut dyn AnyEngine,
    pos: &dyn AnyPosition,
    limits: &framework::search::Limits,
) -> Option<AnyFound> {
    AnySearchRequest::new(pos, *limits).map(|request| engine.search(request))
}

/// By how many steps the best move leads, and what the next one is worth; `None` if a value is missing or the game is lost
/// anyway.
fn lead(found: &AnyFound) -> Option<(f32, Option<Valuation>)> {
    let best = found.worth.filter(|worth| !gap::is_lost(worth))?;
    let mut least: Option<(f32, Valuation)> = None;
    for other in found.moves.iter().filter(|mv| mv.text != found.best) {
        let worth = other.worth?;
        let steps = gap::in_steps(&best, &worth)?;
        if least.is_none_or(|(fewest, _)| steps < fewest) {
            least = Some((steps, worth));
        }
    }
    least.map(|(steps, worth)| (steps, Some(worth)))
}
