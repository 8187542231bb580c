//! The discs on the board, and the rules by which they come there.

use framework::{Deterministic, PerSeat, Perft, Position, Seat, Turn, TwoSeatZeroSum};

use crate::{
    Square, SquareSet, Squares,
    engine::{Bitboard, Instructions},
};

/// The seat of black, who begins.
pub const BLACK: Seat = Seat::FIRST;
/// The seat of white.
pub const WHITE: Seat = Seat::SECOND;

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a disc on a square and flips what it encloses.
    Place(Square),
    /// Does nothing, for want of a square.
    Pass,
}

/// The discs on the board, and whose turn it is.
///
/// Any arrangement of discs is a position, also one that no game leads to: problems are set up that way.
///
/// ```
/// use framework::{Game, Position, Turn};
/// use othello::{BLACK, Othello, WHITE};
/// let mut board = Othello::standard().start();
/// assert_eq!(board.squares().map(|square| square.to_string()).collect::<Vec<_>>(), ["d3", "c4", "f5", "e6"]);
/// let mv = Othello::standard().parse_move(&board, "f5").expect("f5 flips e5");
/// board.play(mv);
/// assert_eq!((board.discs(BLACK), board.discs(WHITE)), (4, 1));
/// assert_eq!(board.turn(), Turn::Seat(WHITE));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<S: SquareSet = u64> {
    /// The discs of the seat to move. No square is in both sets, and none lies outside the board.
    mover: S,
    /// The discs of the other seat.
    other: S,
    to_move: Seat,
    side: u8,
}

impl<S: SquareSet> Board<S> {
    /// The four discs in the middle with which a game on `side` × `side` squares begins; `side` must be even, at
    /// least 4, and fit into the set.
    pub(crate) fn start(side: u8) -> Self {
        let (before, after) = (side / 2 - 1, side / 2);
        let pair = |left_row, right_row| {
            let squares = [Square::new(before, left_row), Square::new(after, right_row)];
            squares.into_iter().flatten().fold(S::EMPTY, |set, square| set | S::of(square))
        };
        Self::set_up(side, pair(after, before), pair(before, after), BLACK)
    }

    /// Any discs on a board of `side` × `side`; no square may be in both sets or outside the board.
    pub(crate) fn set_up(side: u8, black: S, white: S, to_move: Seat) -> Self {
        debug_assert!((black & white).is_empty(), "a square holds one disc");
        debug_assert!(((black | white) & !S::board(side)).is_empty(), "discs lie on the board");
        let (mover, other) = if to_move == BLACK { (black, white) } else { (white, black) };
        Self { mover, other, to_move, side }
    }

    /// The number of squares along each side of the board.
    #[must_use]
    pub fn side(&self) -> u8 {
        self.side
    }

    /// The seat whose turn it is, or would be if the game were not over.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The discs of a seat, as a set.
    #[must_use]
    pub fn discs_of(&self, seat: Seat) -> S {
        if seat == self.to_move { self.mover } else { self.other }
    }

    /// The number of discs of a seat.
    #[must_use]
    pub fn discs(&self, seat: Seat) -> u32 {
        self.discs_of(seat).count()
    }

    /// The seat whose disc lies on a square; `None` for an empty one and outside the board.
    #[must_use]
    pub fn disc_on(&self, square: Square) -> Option<Seat> {
        let on_board = square.is_on_board(self.side);
        [BLACK, WHITE].into_iter().find(|&seat| on_board && self.discs_of(seat).has(square))
    }

    /// The empty squares, as a set.
    #[must_use]
    pub fn empties(&self) -> S {
        S::board(self.side) & !(self.mover | self.other)
    }

    /// The squares on which the seat to move may put a disc, as a set; empty if it must pass or the game is over.
    #[must_use]
    pub fn mobility(&self) -> S {
        S::ends_of_runs(self.mover, self.other) & self.empties()
    }

    /// The squares on which the seat to move may put a disc, in reading order.
    #[must_use]
    pub fn squares(&self) -> Squares<S> {
        Squares(self.mobility())
    }

    /// The discs that the seat to move would flip by a disc on an empty square of the board.
    #[must_use]
    pub fn flips(&self, square: Square) -> S {
        S::flips(self.mover, self.other, square)
    }

    /// The position after a disc on a square, which must be one of [`squares`](Self::squares).
    #[must_use]
    pub fn placed(&self, square: Square) -> Self {
        debug_assert!(self.mobility().has(square), "{square} flips nothing in {self:?}");
        let flips = self.flips(square);
        let mover = self.mover | flips | S::of(square);
        Self { mover: self.other ^ flips, other: mover, to_move: self.to_move.other(), side: self.side }
    }

    /// The position after a disc on an empty square of the board that flips nothing, as in the opening of Reversi.
    pub(crate) fn laid(&self, square: Square) -> Self {
        debug_assert!(self.empties().has(square), "{square} is taken in {self:?}");
        Self {
            mover: self.other,
            other: self.mover | S::of(square),
            to_move: self.to_move.other(),
            side: self.side,
        }
    }

    /// The same discs with the other seat to move, as after a pass.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { mover: self.other, other: self.mover, to_move: self.to_move.other(), side: self.side }
    }

    /// Tells whether the seat to move has no square to play on while the other one has.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.mobility().is_empty() && !self.passed().mobility().is_empty()
    }

    /// Tells whether neither seat has a square to play on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.mobility().is_empty() && self.passed().mobility().is_empty()
    }

    /// The number of squares that each seat is credited with when the game is over: its discs, and for the winner
    /// the empty squares as well.
    #[must_use]
    pub fn final_count(&self) -> Option<PerSeat<u32>> {
        if !self.is_over() {
            return None;
        }
        let (black, white, empties) = (self.discs(BLACK), self.discs(WHITE), self.empties().count());
        Some(match black.cmp(&white) {
            std::cmp::Ordering::Less => PerSeat::two(black, white + empties),
            std::cmp::Ordering::Equal => PerSeat::two(black, white),
            std::cmp::Ordering::Greater => PerSeat::two(black + empties, white),
        })
    }

    /// Counts move paths on a board of any size.
    fn count_paths(&self, depth: u32) -> Perft {
        if depth == 0 {
            return Perft { paths: 1, ended: 0 };
        }
        let mobility = self.mobility();
        if !mobility.is_empty() {
            return if depth == 1 {
                Perft { paths: mobility.count().into(), ended: 0 }
            } else {
                Squares(mobility).map(|square| self.placed(square).count_paths(depth - 1)).sum()
            };
        }
        if self.must_pass() { self.passed().count_paths(depth - 1) } else { Perft { paths: 0, ended: 1 } }
    }

    /// By how many squares `seat` has won, once the game is over; negative if it has lost.
    ///
    /// Empty squares count for the winner, so a wipe-out on 8×8 is always worth 64.
    ///
    /// ```
    /// use framework::Game;
    /// use othello::{BLACK, Othello, WHITE};
    /// let game = Othello::<u64>::new(4)?;
    /// let board = game.parse_position("XXXX ---- ---- ---- O").expect("a board");
    /// assert_eq!((board.final_score(BLACK), board.final_score(WHITE)), (Some(16), Some(-16)));
    /// assert_eq!(game.start().final_score(BLACK), None);
    /// # Ok::<(), framework::OptionsError>(())
    /// ```
    #[must_use]
    pub fn final_score(&self, seat: Seat) -> Option<i32> {
        let count = self.final_count()?;
        Some(count[seat].cast_signed() - count[seat.other()].cast_signed())
    }
}

impl<S: SquareSet> Position for Board<S> {
    type Move = Move;

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Seat(self.to_move) }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let mobility = self.mobility();
        if !mobility.is_empty() {
            out.extend(Squares(mobility).map(Move::Place));
        } else if self.must_pass() {
            out.push(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        *self = match mv {
            Move::Place(square) => self.placed(square),
            Move::Pass => self.passed(),
        };
    }

    fn payoffs(&self) -> PerSeat<f32> {
        match self.final_score(BLACK).unwrap_or(0) {
            0 => PerSeat::nothing(2),
            score => PerSeat::won_by(if 0 < score { BLACK } else { WHITE }),
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => square.is_on_board(self.side) && self.mobility().has(square),
            Move::Pass => self.must_pass(),
        }
    }

    /// Counts the moves of the last ply without playing them.
    fn perft(&self, depth: u32) -> Perft {
        match Bitboard::of(self) {
            Some(board) => Instructions::best().perft(board, depth),
            None => self.count_paths(depth),
        }
    }
}

impl<S: SquareSet> Deterministic for Board<S> {}
impl<S: SquareSet> TwoSeatZeroSum for Board<S> {}
