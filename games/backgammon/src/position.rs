//! A moment of a game of backgammon: checkers, dice, cube and score, and what may happen next.

mod board;
mod checkers;
mod cube;
mod dice;
mod generator;
mod legs;
mod play;

use framework::{PerSeat, Perft, Position, Seat, Turn, TwoSeatZeroSum};

pub use self::{
    board::{Board, Win},
    checkers::{BAR, Checkers, HOME, MAX_CHECKERS, OFF},
    cube::{Agreement, Cube, MatchScore},
    dice::{Dice, OpeningRoll},
    generator::Outcome,
    legs::{Leg, LegsError},
    play::{Play, Step},
};
use crate::WhyNot;

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Each side throws one die for the first turn.
    Opening,
    /// The mover may double, or roll.
    BeforeRoll,
    /// The dice fall for the mover.
    Rolling,
    /// The mover plays a roll.
    Playing(Dice),
    /// The mover has doubled; the other side answers.
    Doubled,
    /// The other side has beavered; the mover answers.
    Beavered,
    /// The mover has borne off the last checker.
    BorneOff,
    /// A seat has refused a double and lost.
    Passed(Seat),
}

/// A decision of a side, or the fall of the dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The opening roll falls.
    Opening(OpeningRoll),
    /// A roll falls.
    Dice(Dice),
    /// The mover rolls and does not double.
    Roll,
    /// The mover doubles.
    Double,
    /// The double is accepted.
    Take,
    /// The double is refused, and the game lost.
    Pass,
    /// The double is accepted and doubled again; the cube stays with who says so.
    Beaver,
    /// The mover plays the roll.
    Play(Play),
}

/// The board, the dice, the cube and the score: everything on the table.
///
/// ```
/// use backgammon::{Backgammon, Move, Phase};
/// use framework::{Game, Position, Seat, Turn};
///
/// let mut table = Backgammon::default().start();
/// assert_eq!(table.turn(), Turn::Chance);
/// let mut rolls = Vec::new();
/// table.legal_moves(&mut rolls);
/// assert_eq!(rolls.len(), 30, "the opening roll is never a double");
/// table.play(rolls[0]);
/// assert!(matches!(table.phase(), Phase::Playing(_)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    sides: [Checkers; 2],
    mover: Seat,
    phase: Phase,
    cube: Cube,
    score: MatchScore,
    agreement: Agreement,
}

impl Table {
    /// A game that begins: both sides have the same checkers, and the opening roll is next.
    #[must_use]
    pub const fn opening(side: Checkers, score: MatchScore, agreement: Agreement) -> Self {
        let (mover, phase, cube) = (Seat::FIRST, Phase::Opening, Cube::CENTERED);
        Self { sides: [side; 2], mover, phase, cube, score, agreement }
    }

    /// The same rules with other checkers, seen from `mover`, who is next and has not rolled yet; over if one
    /// side has none left.
    #[must_use]
    pub fn with_board(self, mover: Seat, board: Board) -> Self {
        let mut table = Self { mover, ..self };
        table.sides[mover.index()] = board.mover;
        table.sides[mover.other().index()] = board.other;
        if board.other.is_all_off() {
            table.mover = mover.other();
        }
        table.phase = if board.mover.is_all_off() || board.other.is_all_off() {
            Phase::BorneOff
        } else {
            table.phase_before_roll()
        };
        table
    }

    /// The same table with the cube and the score changed, and the mover before the roll if the game goes on.
    #[must_use]
    pub fn with_stakes(self, cube: Cube, score: MatchScore) -> Self {
        Self { cube, score, ..self }.with_board(self.mover, self.board())
    }

    /// The same table in another phase, unless the phase contradicts the rest of it.
    #[must_use]
    pub fn with_phase(self, phase: Phase) -> Option<Self> {
        let ended = self.phase == Phase::BorneOff;
        let beavered = self.cube.owner() == Some(self.mover.other())
            && self.cube.level() < Cube::MAX_LEVEL
            && self.agreement.cube
            && self.score.is_money();
        let fits = match phase {
            Phase::BorneOff => ended,
            Phase::Opening => !ended && self.mover == Seat::FIRST,
            Phase::BeforeRoll | Phase::Doubled => !ended && self.why_not_double().is_none(),
            Phase::Rolling | Phase::Playing(_) => !ended,
            Phase::Beavered => !ended && beavered,
            Phase::Passed(by) => {
                !ended && if by == self.mover { beavered } else { self.why_not_double().is_none() }
            }
        };
        fits.then_some(Self { phase, ..self })
    }

    /// The same table without the right to double: who only looks for a play need not think of the cube between
    /// two plays. What gammons count stays as it is.
    #[must_use]
    pub fn without_doubling(self) -> Self {
        let agreement = Agreement { cube: false, ..self.agreement };
        let phase = if self.phase == Phase::BeforeRoll { Phase::Rolling } else { self.phase };
        Self { phase, agreement, ..self }
    }

    /// What must happen next.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The side that rolls and plays; also while the other side answers its double.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The checkers as the mover sees them.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> Board {
        self.board_of(self.mover)
    }

    /// The checkers as a seat sees them.
    #[must_use]
    #[inline]
    pub const fn board_of(&self, seat: Seat) -> Board {
        Board { mover: self.sides[seat.index()], other: self.sides[seat.other().index()] }
    }

    /// The checkers of a seat.
    #[must_use]
    pub const fn side(&self, seat: Seat) -> Checkers {
        self.sides[seat.index()]
    }

    /// The doubling cube.
    #[must_use]
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// How the match stands.
    #[must_use]
    pub const fn score(&self) -> MatchScore {
        self.score
    }

    /// What was agreed before the game.
    #[must_use]
    pub const fn agreement(&self) -> Agreement {
        self.agreement
    }

    /// Why the mover may not double before this roll; `None` if it may.
    #[must_use]
    pub fn why_not_double(&self) -> Option<WhyNot> {
        if !self.agreement.cube {
            Some(WhyNot::NoCube)
        } else if self.score.crawford {
            Some(WhyNot::CrawfordGame)
        } else if self.cube.owner() == Some(self.mover.other()) {
            Some(WhyNot::NotYourCube)
        } else if self.cube.level() == Cube::MAX_LEVEL {
            Some(WhyNot::CubeLimit)
        } else {
            None
        }
    }

    /// Why a double may not be answered by a beaver; `None` if it may.
    #[must_use]
    pub fn why_not_beaver(&self) -> Option<WhyNot> {
        if self.phase != Phase::Doubled {
            Some(WhyNot::NoDoubleOffered)
        } else if !(self.agreement.beavers && self.score.is_money()) {
            Some(WhyNot::NoBeavers)
        } else if Cube::MAX_LEVEL < self.cube.level() + 2 {
            Some(WhyNot::CubeLimit)
        } else {
            None
        }
    }

    /// The most that a seat can still lose: a single game once it has borne off a checker, or while the Jacoby
    /// rule holds back gammons.
    #[must_use]
    pub fn worst_loss(&self, seat: Seat) -> Win {
        if self.gammons_count() && self.side(seat).count(OFF) == 0 { Win::Backgammon } else { Win::Single }
    }

    /// Who has won and how many points; `None` while the game goes on.
    #[must_use]
    pub fn winner(&self) -> Option<(Seat, u32)> {
        match self.phase {
            Phase::BorneOff => Some((self.mover, self.win().factor() * self.cube.value())),
            Phase::Passed(by) => Some((by.other(), self.cube.value())),
            _ => None,
        }
    }

    /// What the mover has won by bearing off, with the Jacoby rule considered.
    pub(crate) fn win(&self) -> Win {
        if self.gammons_count() { self.board().win_of_mover() } else { Win::Single }
    }

    /// Tells whether a gammon counts double: always but where the Jacoby rule waits for the cube.
    pub(crate) fn gammons_count(&self) -> bool {
        !(self.agreement.jacoby && self.score.is_money() && self.cube.level() == 0)
    }

    fn phase_before_roll(&self) -> Phase {
        if self.why_not_double().is_none() { Phase::BeforeRoll } else { Phase::Rolling }
    }

    /// Gives the board back to the table after a play of the mover.
    fn finish_turn(&mut self, after: Board) {
        self.sides[self.mover.index()] = after.mover;
        self.sides[self.mover.other().index()] = after.other;
        if after.mover.is_all_off() {
            self.phase = Phase::BorneOff;
        } else {
            self.mover = self.mover.other();
            self.phase = self.phase_before_roll();
        }
    }
}

impl Position for Table {
    type Move = Move;

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Opening | Phase::Rolling => Turn::Chance,
            Phase::BeforeRoll | Phase::Playing(_) | Phase::Beavered => Turn::Seat(self.mover),
            Phase::Doubled => Turn::Seat(self.mover.other()),
            Phase::BorneOff | Phase::Passed(_) => Turn::Over,
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        match self.phase {
            Phase::Opening => out.extend(OpeningRoll::all().map(Move::Opening)),
            Phase::BeforeRoll => out.extend([Move::Roll, Move::Double]),
            Phase::Rolling => out.extend(Dice::ALL.map(Move::Dice)),
            Phase::Playing(dice) => {
                let before = out.len();
                self.board().for_each_play(dice, |play, _| out.push(Move::Play(play)));
                if out.len() == before {
                    out.push(Move::Play(Play::NONE));
                }
            }
            Phase::Doubled => {
                out.extend([Move::Take, Move::Pass]);
                if self.why_not_beaver().is_none() {
                    out.push(Move::Beaver);
                }
            }
            Phase::Beavered => out.extend([Move::Take, Move::Pass]),
            Phase::BorneOff | Phase::Passed(_) => {}
        }
    }

    /// The generator of plays meets the boards after them anyway.
    fn for_each_child(&self, mut visit: impl FnMut(Move, Self)) {
        let mut has_play = false;
        if let Phase::Playing(dice) = self.phase {
            self.board().for_each_play(dice, |play, board| {
                let mut next = *self;
                next.finish_turn(board);
                visit(Move::Play(play), next);
                has_play = true;
            });
        }
        if !has_play {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            moves.into_iter().for_each(|mv| visit(mv, self.after(mv)));
        }
    }

    fn play(&mut self, mv: Move) {
        let other = self.mover.other();
        match mv {
            Move::Opening(roll) => {
                self.mover = roll.beginner();
                self.phase = Phase::Playing(roll.dice());
            }
            Move::Dice(dice) => self.phase = Phase::Playing(dice),
            Move::Roll => self.phase = Phase::Rolling,
            Move::Double => self.phase = Phase::Doubled,
            Move::Take => {
                self.cube = self.cube.turned_to(other);
                self.phase = Phase::Rolling;
            }
            Move::Beaver => {
                self.cube = self.cube.turned_to(other);
                self.phase = Phase::Beavered;
            }
            Move::Pass => {
                self.phase = Phase::Passed(if self.phase == Phase::Beavered { self.mover } else { other });
            }
            Move::Play(play) => self.finish_turn(self.board().after_play(play)),
        }
    }

    /// The points won, with the cube.
    fn payoffs(&self) -> PerSeat<f32> {
        match self.winner() {
            Some((winner, points)) => PerSeat::won_by(winner).map(|payoff| payoff * points as f32),
            None => PerSeat::nothing(2),
        }
    }

    fn chance_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        match self.phase {
            Phase::Opening => out.extend(OpeningRoll::all().map(|roll| (Move::Opening(roll), 1))),
            Phase::Rolling => out.extend(Dice::ALL.map(|dice| (Move::Dice(dice), dice.weight()))),
            _ => {}
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match (self.phase, mv) {
            (Phase::Playing(dice), Move::Play(Play::NONE)) => !self.board().can_move(dice),
            (Phase::Playing(dice), Move::Play(play)) => {
                let mut found = false;
                self.board().for_each_play(dice, |legal, _| found |= legal == play);
                found
            }
            (Phase::Opening, Move::Opening(_))
            | (Phase::BeforeRoll, Move::Roll | Move::Double)
            | (Phase::Rolling, Move::Dice(_))
            | (Phase::Doubled | Phase::Beavered, Move::Take | Move::Pass) => true,
            (_, Move::Beaver) => self.why_not_beaver().is_none(),
            _ => false,
        }
    }

    /// Goes through plays without listing them, and takes the boards that the generator has already made.
    fn perft(&self, depth: u32) -> Perft {
        if depth == 0 {
            return Perft { paths: 1, ended: 0 };
        }
        match self.phase {
            Phase::BorneOff | Phase::Passed(_) => Perft { paths: 0, ended: 1 },
            Phase::Playing(dice) => {
                let mut sum = Perft::default();
                let mut n_plays = 0;
                self.board().for_each_play(dice, |_, after| {
                    n_plays += 1;
                    if depth != 1 {
                        let mut next = *self;
                        next.finish_turn(after);
                        sum += next.perft(depth - 1);
                    }
                });
                match (n_plays, depth) {
                    (0, _) => self.after(Move::Play(Play::NONE)).perft(depth - 1),
                    (_, 1) => Perft { paths: n_plays, ended: 0 },
                    _ => sum,
                }
            }
            _ => {
                let mut moves = Vec::with_capacity(30);
                self.legal_moves(&mut moves);
                moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
            }
        }
    }
}

impl TwoSeatZeroSum for Table {}
