//! Reversi, the game of the 19th century from which Othello was made: an empty board, and a supply of discs for each
//! player.

mod evaluation;
mod game;

use framework::{Deterministic, PerSeat, Position, Seat, Turn, TwoSeatZeroSum};

pub use self::game::Reversi;
use crate::{BLACK, Board, Move, Square, SquareSet, Squares, WHITE, WhyNot, notation};

/// The discs on a board of Reversi, whose turn it is, and how many discs each player has left.
///
/// ```
/// use framework::{Game, Position};
/// use othello::{BLACK, Reversi};
/// let game = Reversi::<u64>::new(8)?;
/// let start = game.start();
/// let mut moves = Vec::new();
/// start.legal_moves(&mut moves);
/// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["d4", "e4", "d5", "e5"]);
/// assert_eq!(start.supply(BLACK), 32);
/// # Ok::<(), framework::OptionsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReversiBoard<S: SquareSet = u64> {
    board: Board<S>,
    /// The discs that black and white have left. Together they are as many as the empty squares, since every disc comes
    /// out of a supply and stays on the board.
    supply: [u16; 2],
    /// Whether a square in the middle is empty. It follows from the discs, and is kept because every look at the moves
    /// asks for it.
    is_opening: bool,
}

impl<S: SquareSet> ReversiBoard<S> {
    /// The empty board, and half as many discs for each player as there are squares.
    fn start(side: u8) -> Self {
        let board = Board::set_up(side, S::EMPTY, S::EMPTY, BLACK);
        let half = (board.empties().count() / 2) as u16;
        Self::set_up(board, [half; 2])
    }

    /// Any discs; the supplies must be as many discs together as there are empty squares.
    fn set_up(board: Board<S>, supply: [u16; 2]) -> Self {
        debug_assert_eq!(
            u32::from(supply[0]) + u32::from(supply[1]),
            board.empties().count(),
            "one disc a square"
        );
        Self { board, supply, is_opening: !open_middle(&board).is_empty() }
    }

    /// The discs on the board, and whose turn it is.
    #[must_use]
    pub fn board(&self) -> &Board<S> {
        &self.board
    }

    /// The number of discs that a seat has left.
    #[must_use]
    pub fn supply(&self, seat: Seat) -> u16 {
        self.supply[seat.index()]
    }

    /// The squares on which a seat may put a disc, as a set, if it were its turn.
    #[must_use]
    pub fn mobility(&self, seat: Seat) -> S {
        if self.supply(seat) == 0 {
            S::EMPTY
        } else if self.is_opening {
            open_middle(&self.board)
        } else if seat == self.board.to_move() {
            self.board.mobility()
        } else {
            self.board.passed().mobility()
        }
    }

    /// Tells whether the seat to move has no square to play on, or no disc, while the other one has both.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        let mover = self.board.to_move();
        self.mobility(mover).is_empty() && !self.mobility(mover.other()).is_empty()
    }

    /// Tells whether neither seat can put a disc anywhere.
    #[must_use]
    pub fn is_over(&self) -> bool {
        [BLACK, WHITE].into_iter().all(|seat| self.mobility(seat).is_empty())
    }

    /// By how many discs on the board a seat is ahead.
    fn lead(&self, seat: Seat) -> i32 {
        self.board.discs(seat).cast_signed() - self.board.discs(seat.other()).cast_signed()
    }

    fn placed(&self, square: Square) -> Self {
        let mut supply = self.supply;
        supply[self.board.to_move().index()] -= 1;
        match self.is_opening {
            true => Self::set_up(self.board.laid(square), supply),
            false => Self { board: self.board.placed(square), supply, is_opening: false },
        }
    }
}

/// The empty squares of the four in the middle.
fn open_middle<S: SquareSet>(board: &Board<S>) -> S {
    let lines = [board.side() / 2 - 1, board.side() / 2];
    let squares = lines.into_iter().flat_map(|row| lines.map(|column| Square::new(column, row)));
    squares.flatten().fold(S::EMPTY, |set, square| set | S::of(square)) & board.empties()
}

impl<S: SquareSet> Position for ReversiBoard<S> {
    type Move = Move;

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Seat(self.board.to_move()) }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let mobility = self.mobility(self.board.to_move());
        if !mobility.is_empty() {
            out.extend(Squares(mobility).map(Move::Place));
        } else if self.must_pass() {
            out.push(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        *self = match mv {
            Move::Place(square) => self.placed(square),
            Move::Pass => Self { board: self.board.passed(), ..*self },
        };
    }

    fn payoffs(&self) -> PerSeat<f32> {
        match self.lead(BLACK) {
            lead if lead != 0 && self.is_over() => PerSeat::won_by(if 0 < lead { BLACK } else { WHITE }),
            _ => PerSeat::nothing(2),
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => {
                square.is_on_board(self.board.side()) && self.mobility(self.board.to_move()).has(square)
            }
            Move::Pass => self.must_pass(),
        }
    }
}

impl<S: SquareSet> Deterministic for ReversiBoard<S> {}
impl<S: SquareSet> TwoSeatZeroSum for ReversiBoard<S> {}

impl<S: SquareSet> notation::ReadsMoves for ReversiBoard<S> {
    fn is_blocked(&self) -> bool {
        self.must_pass()
    }

    fn check(&self, named: &notation::NamedMove) -> Result<Move, WhyNot> {
        if self.is_over() {
            return Err(WhyNot::GameOver);
        }
        let mover = self.board.to_move();
        let Some(square) = named.square(self.board.side())? else {
            return match Squares(self.mobility(mover)).next() {
                Some(example) => Err(WhyNot::MustMove { example }),
                None => Ok(Move::Pass),
            };
        };
        if self.must_pass() {
            return Err(if self.supply(mover) == 0 { WhyNot::NoDiscsLeft } else { WhyNot::MustPass });
        }
        if self.board.disc_on(square).is_some() {
            return Err(WhyNot::Occupied(square));
        }
        match self.mobility(mover).has(square) {
            true => Ok(Move::Place(square)),
            false if self.is_opening => Err(WhyNot::OutsideMiddle(square)),
            false => Err(WhyNot::FlipsNothing(square)),
        }
    }
}
