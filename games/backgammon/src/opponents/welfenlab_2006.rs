//! The player of the 2006 program, as programmed or as its paper words it.
//!
//! It rates the board after every play by nine weighted terms, takes the best and looks no further. The terms do
//! not always measure what their names say: [`Weights`] keeps the names, [`Term`] tells what is counted. The
//! rating is the same to the last bit, additions in the same order included, and equal ratings are decided by the
//! order in which the program tried plays. Where paper and program differ, [`Reading`] chooses.
//!
//! It knew no cube. Here it never doubles and takes every double, as somebody does who only knows the board.
//!
//! Our rolls do not remember which die fell first, so the higher one counts as received first. That order decides
//! between equal ratings only.

mod as_written;
mod explained;
mod order;
mod rating;
mod reach;

use framework::{
    Millis, Options, OptionsError,
    search::{Control, Engine, Found, Limits, Parameter, RootMove, SearchRequest, Tunable},
};

pub use self::rating::{Color, Term, explain, rating};
use crate::{
    engine::decided,
    position::{Board, Dice, Move, Outcome, Phase, Table},
};

/// What each of the nine terms counts for, under the names of the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// `PROB_CHECKER_IS_HIT`
    pub checker_is_hit: f64,
    /// `PROB_CANNOT_MOVE`
    pub cannot_move: f64,
    /// `PROB_OP_CANNOT_MOVE`
    pub op_cannot_move: f64,
    /// `PROB_OP_CANNOT_MOVE_BAR`
    pub op_cannot_move_bar: f64,
    /// `N_POINTS_WITH_CHECKERS`
    pub points_with_checkers: f64,
    /// `BEARED_OFF`
    pub beared_off: f64,
    /// `DISTANCE_FROM_HOMEBOARD`
    pub distance_from_homeboard: f64,
    /// `CHECKERS_IN_OP_HOMEBOARD`
    pub checkers_in_op_homeboard: f64,
    /// `OP_DISTANCE_FROM_OFF_GAME`
    pub op_distance_from_off_game: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            checker_is_hit: -400.0,
            cannot_move: -400.0,
            op_cannot_move: 100.0,
            op_cannot_move_bar: 100.0,
            points_with_checkers: 100.0,
            beared_off: 100.0,
            distance_from_homeboard: -600.0,
            checkers_in_op_homeboard: -100.0,
            op_distance_from_off_game: 700.0,
        }
    }
}

impl Weights {
    /// The weights in the order of the terms.
    #[must_use]
    pub fn to_array(mut self) -> [f64; 9] {
        self.fields().map(|weight| *weight)
    }

    const fn fields(&mut self) -> [&mut f64; 9] {
        [
            &mut self.checker_is_hit,
            &mut self.cannot_move,
            &mut self.op_cannot_move,
            &mut self.op_cannot_move_bar,
            &mut self.points_with_checkers,
            &mut self.beared_off,
            &mut self.distance_from_homeboard,
            &mut self.checkers_in_op_homeboard,
            &mut self.op_distance_from_off_game,
        ]
    }
}

impl Tunable for Weights {
    /// The weights by the names of the program and as `w1` to `w9`. A first step is a quarter of what the paper
    /// gave them, or as much as its smallest weights.
    fn parameters(&self) -> Vec<Parameter> {
        let words = NAMES.into_iter().zip(SHORT_NAMES);
        let defaults = Self::default().to_array();
        let values = self.to_array().into_iter().zip(defaults);
        let described = words.zip(explained::ABOUT).zip(values);
        described
            .map(|(((name, short), about), (value, default))| {
                Parameter::new(name, about, value, (default.abs() / 4.0).max(100.0)).or(short)
            })
            .collect()
    }

    fn with(&self, values: &[f64]) -> Self {
        let mut weights = *self;
        for (weight, value) in weights.fields().into_iter().zip(values) {
            *weight = *value;
        }
        weights
    }
}

/// The names of the weights in options and weight files.
const NAMES: [&str; 9] = [
    "checker-is-hit",
    "cannot-move",
    "op-cannot-move",
    "op-cannot-move-bar",
    "points-with-checkers",
    "beared-off",
    "distance-from-homeboard",
    "checkers-in-op-homeboard",
    "op-distance-from-off-game",
];

/// Their places in the list of the program.
const SHORT_NAMES: [&str; 9] = ["w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"];

/// What is taken at its word where the program and its paper differ.
///
/// As written, the terms 7 and 9 average over checkers and not over points, term 8 counts own checkers in the
/// *other* home board, a checker on the bar is 19 points from home, a number of one die decides whether a checker can
/// move (a larger one than needed bears off), and the chance to be hit is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// The program.
    #[default]
    AsProgrammed,
    /// The paper: `as-written`.
    AsWritten,
}

/// The player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Welfenlab2006 {
    /// What it values.
    pub weights: Weights,
    /// How it reads the nine terms.
    pub reading: Reading,
    /// How long it thinks at most, even if it were given more.
    pub time: Millis,
}

impl Default for Welfenlab2006 {
    /// As programmed and as delivered: three seconds for a play.
    fn default() -> Self {
        Self { weights: Weights::default(), reading: Reading::default(), time: Millis::seconds(3) }
    }
}

impl Engine<Table> for Welfenlab2006 {
    fn search(&mut self, mut request: SearchRequest<'_, Table>) -> Found<Move> {
        let table = request.pos();
        let found = match table.phase() {
            Phase::Playing(dice) => self.best_play(table, dice, &request.limits(), request.control()),
            Phase::Doubled | Phase::Beavered => decided(table, Move::Take, 0.0),
            _ => decided(table, Move::Roll, 0.0),
        };
        request.report(&found);
        found
    }
}

impl Welfenlab2006 {
    /// What can be said besides the weights, for error messages.
    const KNOWN: &str = "time=MILLISECONDS, as-written";
    /// The longest time that can be chosen, in milliseconds: an hour.
    const MAX_TIME: u32 = 3_600_000;

    /// The player that a line of options describes: weights `w1=…` to `w9=…`, `time=3000`, `as-written`.
    ///
    /// # Errors
    /// If a number cannot be read, or something else is said.
    pub fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let usual = Self::default();
        let weights = usual.weights.with_options(&mut reader)?;
        let time = reader.number("time", 0..=Self::MAX_TIME)?;
        let reading = if reader.flag("as-written") { Reading::AsWritten } else { Reading::AsProgrammed };
        reader.finish(weights.known_options(Self::KNOWN))?;
        Ok(Self { weights, reading, time: time.map_or(usual.time, |millis| Millis(millis.into())) })
    }

    /// Rates a board after a play, as the mover sees it who has played.
    #[must_use]
    pub fn rate(&self, board: Board, color: Color) -> f64 {
        rating::rate(self.reading, board, color, self.weights)
    }

    /// The nine terms of a rating.
    #[must_use]
    pub fn terms(&self, board: Board, color: Color) -> [Term; 9] {
        rating::terms(self.reading, board, color, self.weights)
    }

    /// Rates plays in the order of the program; a later one must be better to be taken.
    fn best_play(&self, table: &Table, dice: Dice, limits: &Limits, control: Control<'_>) -> Found<Move> {
        let color = Color::of(table.mover());
        let time = limits.time.map_or(self.time, |time| time.min(self.time));
        let order::Plays { rated, overlooked } = order::plays(table.board(), dice, color);
        let mut nodes = 0;
        let mut best = (rated[0].play, f64::NEG_INFINITY);
        let mut moves = Vec::with_capacity(rated.len() + overlooked.len());
        for Outcome { play, board } in rated {
            // The first is always there: without time the program plays it.
            let may_go_on = limits.nodes.is_none_or(|most| nodes < most) && !control.is_over(Some(time));
            let mv = Move::Play(play);
            if nodes != 0 && !may_go_on {
                moves.push(RootMove::unknown(mv));
                continue;
            }
            let value = self.rate(board, color);
            nodes += 1;
            moves.push(RootMove::new(mv, value as f32, true));
            if best.1 < value {
                best = (play, value);
            }
        }
        let unknown = |outcome: Outcome| RootMove::unknown(Move::Play(outcome.play));
        moves.extend(overlooked.into_iter().map(unknown));
        let found = Move::Play(best.0);
        // Ratings that differ in the last bits may look equal here, so the best comes first by itself.
        moves.sort_by(|left, right| {
            (right.mv == found).cmp(&(left.mv == found)).then(right.value.total_cmp(&left.value))
        });
        Found {
            best: found,
            value: best.1 as f32,
            depth: 1,
            nodes,
            line: vec![found],
            moves,
            complete: false,
        }
    }
}
