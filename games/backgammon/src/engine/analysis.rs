//! What decisions of people cost, and how lucky they were.

use framework::{
    Position, Seat, Turn,
    search::{Engine as _, Limits, SearchRequest},
};

use super::{
    Evaluation, PlySearch, Worth,
    cube::{CubeAhead, CubeDecision, CubeState, Stakes},
};
use crate::position::{Dice, Move, Phase, Table};

/// How close doubling and not doubling must be, in multiples of the cube, for a roll without a double to count as a
/// decision: otherwise every roll of a lost game would.
const CLOSE: f32 = 0.2;

/// What kind of decision it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// How to play a roll.
    Checkers,
    /// Whether to double.
    Double,
    /// Whether to take, to pass or to beaver.
    Answer,
}

/// How bad a mistake was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// At most 0.02 were lost.
    Fine,
    /// More than 0.02.
    Doubtful,
    /// More than 0.04.
    Error,
    /// More than 0.08.
    Blunder,
}

impl Mark {
    /// The mark of a loss in multiples of the cube.
    #[must_use]
    pub const fn of(loss: f32) -> Self {
        match loss {
            loss if 0.08 < loss => Self::Blunder,
            loss if 0.04 < loss => Self::Error,
            loss if 0.02 < loss => Self::Doubtful,
            _ => Self::Fine,
        }
    }

    /// The sign behind a move: nothing, `?!`, `?` or `??`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Fine => "",
            Self::Doubtful => "?!",
            Self::Error => "?",
            Self::Blunder => "??",
        }
    }
}

/// What a decision cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// Who decided.
    pub seat: Seat,
    /// About what.
    pub kind: Kind,
    /// What was done.
    pub played: Move,
    /// What was best.
    pub best: Move,
    /// What was lost by it, in multiples of the cube; never less than 0.
    pub loss: f32,
    /// What the best was worth, in multiples of the cube.
    pub value: f32,
    /// Whether it counts as a decision: there was a choice, and it was not obvious.
    pub counts: bool,
}

impl Judged {
    /// How bad it was.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        Mark::of(self.loss)
    }
}

/// Judges decisions and rolls.
#[derive(Clone, Debug)]
pub struct Analyst {
    search: PlySearch,
}

impl Analyst {
    /// Judges by an evaluation, so many rolls ahead.
    #[must_use]
    pub const fn new(evaluation: Evaluation, plies: u32) -> Self {
        Self { search: PlySearch { evaluation, plies } }
    }

    /// What a decision cost; `None` where nobody decides, such as when dice fall.
    #[must_use]
    pub fn judge(&self, table: &Table, played: Move) -> Option<Judged> {
        let Turn::Seat(seat) = table.turn() else { return None };
        match table.phase() {
            Phase::Playing(_) => self.judge_play(table, seat, played),
            Phase::BeforeRoll => self.judge_double(table, seat, played),
            Phase::Doubled => self.judge_answer(table, seat, played),
            _ => None,
        }
    }

    fn judge_play(&self, table: &Table, seat: Seat, played: Move) -> Option<Judged> {
        let mut moves = Vec::new();
        table.legal_moves(&mut moves);
        let plain = table.without_doubling();
        let mut search = self.search.clone();
        let mut request = SearchRequest::new(&plain, Limits::NONE)?;
        let found = search.search(request.reborrow());
        let (mut best, mut value) = (found.best, found.value);
        let of_played = match played == best || moves.len() < 2 {
            true => value,
            false => search.look_at(request, played).map_or(value, |root| root.value),
        };
        // The filter may have left out what was played, though it is better.
        if value < of_played {
            (best, value) = (played, of_played);
        }
        Some(Judged {
            seat,
            kind: Kind::Checkers,
            played,
            best,
            loss: value - of_played,
            value,
            counts: 1 < moves.len(),
        })
    }

    fn judge_double(&self, table: &Table, seat: Seat, played: Move) -> Option<Judged> {
        if !Stakes::at(table, seat).may_double(CubeState::at(table, seat)) && played == Move::Roll {
            return None;
        }
        let decision = self.decision(table);
        let (rolled, doubled) = (decision.no_double, decision.double());
        let best = if rolled < doubled { Move::Double } else { Move::Roll };
        let value = rolled.max(doubled);
        let loss = value - if played == Move::Double { doubled } else { rolled };
        let counts = played == Move::Double || (rolled - doubled).abs() < CLOSE;
        Some(Judged { seat, kind: Kind::Double, played, best, loss, value, counts })
    }

    fn judge_answer(&self, table: &Table, seat: Seat, played: Move) -> Option<Judged> {
        let decision = self.decision(table);
        // The worth of a take includes the beaver where that is better; a plain take is then worth half.
        let plain = if decision.beaver { 0.5 * decision.take } else { decision.take };
        let beaver = if decision.beaver { decision.take } else { 2.0 * decision.take };
        let mut options = vec![(Move::Take, -plain), (Move::Pass, -decision.pass)];
        if table.why_not_beaver().is_none() {
            options.push((Move::Beaver, -beaver));
        }
        let of = |mv: Move| options.iter().find(|option| option.0 == mv).map(|option| option.1);
        let (best, value) = options.iter().copied().max_by(|left, right| left.1.total_cmp(&right.1))?;
        Some(Judged {
            seat,
            kind: Kind::Answer,
            played,
            best,
            loss: value - of(played)?,
            value,
            counts: true,
        })
    }

    fn decision(&self, table: &Table) -> CubeDecision {
        let mover = table.mover();
        let mut ahead = CubeAhead::new(&self.search.evaluation, &|_| false);
        let (stakes, cube) = (Stakes::at(table, mover), CubeState::at(table, mover));
        let found = CubeDecision::find(&mut ahead, table.board(), &stakes, cube, self.search.plies);
        found.expect("nobody stops this search")
    }

    /// By how much a roll was better for the mover than rolls are on average, in multiples of the cube; `None` if no dice
    /// are to fall.
    #[must_use]
    pub fn luck(&self, table: &Table, roll: Move) -> Option<f32> {
        let (Phase::Rolling, Move::Dice(rolled)) = (table.phase(), roll) else { return None };
        let mover = table.mover();
        let worth = Worth::at(table, mover);
        let (mut of_roll, mut mean) = (0.0, 0.0);
        for dice in Dice::ALL {
            let chances = self.search.evaluation.after_best_play(table.board(), dice, worth);
            let equity = chances.equity(worth);
            mean += dice.weight() as f32 / 36.0 * equity;
            if dice == rolled {
                of_roll = equity;
            }
        }
        Some(of_roll - mean)
    }
}

/// The decisions and rolls of one player, summed up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// Plays that counted.
    pub n_plays: u32,
    /// What they cost.
    pub lost_by_plays: f32,
    /// Decisions about the cube that counted.
    pub n_cubes: u32,
    /// What they cost.
    pub lost_by_cubes: f32,
    /// How many were doubtful, errors and blunders.
    pub n_marked: [u32; 3],
    /// What the dice gave beyond their mean.
    pub luck: f32,
}

impl Summary {
    /// Adds a decision.
    pub fn add(&mut self, judged: &Judged) {
        if !judged.counts {
            return;
        }
        let (count, lost) = match judged.kind {
            Kind::Checkers => (&mut self.n_plays, &mut self.lost_by_plays),
            Kind::Double | Kind::Answer => (&mut self.n_cubes, &mut self.lost_by_cubes),
        };
        *count += 1;
        *lost += judged.loss;
        match judged.mark() {
            Mark::Fine => {}
            Mark::Doubtful => self.n_marked[0] += 1,
            Mark::Error => self.n_marked[1] += 1,
            Mark::Blunder => self.n_marked[2] += 1,
        }
    }

    /// The performance rating: 500 times the mean loss of a decision. 0 is perfect; the best people come to 3.
    #[must_use]
    pub fn rating(&self) -> Option<f32> {
        let n_decisions = self.n_plays + self.n_cubes;
        (n_decisions != 0).then(|| 500.0 * (self.lost_by_plays + self.lost_by_cubes) / n_decisions as f32)
    }
}
