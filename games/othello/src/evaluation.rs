//! What a board is worth before the end: room to move, corners, and discs that nobody can flip.

mod discs;
mod explained;

use framework::{
    Seat, Valuation,
    search::{Evaluator, WIN},
};

use crate::{Board, Move, Square, SquareSet};

/// A move more than the other seat has.
const MOVE: i32 = 10;
/// A disc beside an empty square, which gives the other seat moves later.
const FRONTIER: i32 = -4;
/// A corner.
const CORNER: i32 = 60;
/// A disc on the edge that no move can flip.
const STABLE: i32 = 14;
/// A disc diagonally beside an empty corner.
const DIAGONAL: i32 = -32;
/// A disc on the edge beside an empty corner.
const BESIDE_CORNER: i32 = -12;
/// To have the last move when the board fills up without a pass.
const LAST_MOVE: i32 = 6;

/// What a disc more at the end counts besides the win: more than the plies by which wins age on their way.
const DISC_AT_END: f32 = 100.0;

/// How much earlier a move is tried for each move that it leaves to the other seat less.
const ORDER_BY_REPLIES: f32 = 100.0;

/// Judges boards of one size.
///
/// Discs do not count before the end. What counts is to have moves while the other seat has none and must give up
/// corners, and the discs around an own corner, which stay for ever. Finished games are worth a win and the
/// difference in squares.
///
/// ```
/// use framework::{Game, Seat, search::Evaluator};
/// use othello::{Evaluation, Othello};
/// let pos = Othello::standard().parse_position("f5d6c3").expect("a transcript");
/// let value_for = |seat| Evaluation::new(8).value(&pos, seat);
/// assert_eq!(value_for(Seat::FIRST), -value_for(Seat::SECOND));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation<S: SquareSet = u64> {
    corners: S,
    edges: S,
    /// The squares around all corners, by what they touch there.
    beside_corners: S,
    diagonals: S,
}

impl<S: SquareSet> Evaluation<S> {
    /// The evaluation for boards with `side` squares a side.
    #[must_use]
    pub fn new(side: u8) -> Self {
        let squares = |is_one: &dyn Fn(bool, bool) -> bool| {
            let on_edge = |line: u8| line == 0 || line == side - 1;
            let chosen = Square::all(side).filter(|at| is_one(on_edge(at.column()), on_edge(at.row())));
            chosen.fold(S::EMPTY, |set, square| set | S::of(square))
        };
        let corners = squares(&|column, row| column && row);
        let board = S::board(side);
        Self {
            corners,
            edges: squares(&|column, row| column || row),
            beside_corners: corners.beside() & board,
            diagonals: corners.around() & board & !corners.beside(),
        }
    }

    /// What a player's discs are, wherever they lie.
    #[inline]
    fn count(&self, own: S, empties: S, beside_empties: S, dangerous: S) -> Discs {
        let count = |set: S| set.count().cast_signed();
        let mut discs = Discs { frontier: count(own & beside_empties), ..Discs::default() };
        let corners = own & self.corners;
        if !corners.is_empty() {
            discs.corners = count(corners);
            discs.stable = count(self.stable(own, corners));
        }
        if !(empties & self.corners).is_empty() {
            discs.diagonals = count(own & self.diagonals & dangerous);
            discs.beside_corners = count(own & self.beside_corners & dangerous);
        }
        discs
    }

    /// What a seat has more than the other; `None` when nobody can move any more.
    #[inline]
    fn compare(&self, pos: &Board<S>, seat: Seat) -> Option<More> {
        let (own, other) = (pos.discs_of(seat), pos.discs_of(seat.other()));
        let empties = pos.empties();
        let moves = |own, other| (S::ends_of_runs(own, other) & empties).count().cast_signed();
        let (own_moves, other_moves) = (moves(own, other), moves(other, own));
        if own_moves == 0 && other_moves == 0 {
            return None;
        }
        let beside_empties = empties.around();
        let dangerous = (empties & self.corners).around();
        let of = |discs| self.count(discs, empties, beside_empties, dangerous);
        let is_last = (empties.count() % 2 == 1) == (seat == pos.to_move());
        let last_move = if is_last { 1 } else { -1 };
        Some(More { moves: own_moves - other_moves, own: of(own), other: of(other), last_move })
    }

    /// The discs on the edges that are joined to an own corner.
    fn stable(&self, own: S, corners: S) -> S {
        let on_edges = own & self.edges;
        let mut stable = corners;
        loop {
            let more = stable | stable.beside() & on_edges;
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

/// What a player's discs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Discs {
    frontier: i32,
    corners: i32,
    stable: i32,
    diagonals: i32,
    beside_corners: i32,
}

impl Discs {
    #[inline]
    const fn worth(self) -> i32 {
        FRONTIER * self.frontier
            + CORNER * self.corners
            + STABLE * self.stable
            + DIAGONAL * self.diagonals
            + BESIDE_CORNER * self.beside_corners
    }
}

/// What a seat has more than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct More {
    moves: i32,
    own: Discs,
    other: Discs,
    /// 1 for who will have the last move, -1 for the other.
    last_move: i32,
}

impl More {
    #[inline]
    const fn worth(self) -> i32 {
        MOVE * self.moves + self.own.worth() - self.other.worth() + LAST_MOVE * self.last_move
    }
}

impl<S: SquareSet> Evaluator<Board<S>> for Evaluation<S> {
    fn value(&self, pos: &Board<S>, seat: Seat) -> f32 {
        match self.compare(pos, seat) {
            Some(more) => more.worth() as f32,
            None => finished(pos.final_score(seat).unwrap_or(0)),
        }
    }

    fn appraise(&self, pos: &Board<S>, value: f32, complete: bool) -> Valuation {
        discs::appraise(pos, value, complete)
    }

    /// Corners first, and then what leaves the other seat few moves.
    fn order_hint(&self, pos: &Board<S>, mv: Move) -> f32 {
        let Move::Place(square) = mv else { return 0.0 };
        if self.corners.has(square) {
            return 20.0 * ORDER_BY_REPLIES;
        }
        -ORDER_BY_REPLIES * pos.placed(square).mobility().count() as f32
    }
}

/// What a finished game is worth to a player with so many squares more.
pub(crate) fn finished(squares_more: i32) -> f32 {
    squares_more.signum() as f32 * WIN + DISC_AT_END * squares_more as f32
}

#[cfg(test)]
mod tests {
    use framework::{Game, Position, Rng, random_move};

    use super::*;
    use crate::{BLACK, Othello, WHITE, WideSet};

    fn value(text: &str) -> f32 {
        let pos = Othello::standard().parse_position(text).unwrap();
        let value = Evaluation::new(8).value(&pos, BLACK);
        assert_eq!(Evaluation::new(8).value(&pos, WHITE), -value, "{text}");
        value
    }

    /// The first rows of a board, the rest empty; black is to move.
    fn rows(rows: &str) -> String {
        format!("{rows:-<64} X")
    }

    #[test]
    fn a_finished_game_is_a_win_by_so_many_squares() {
        assert_eq!(value(&rows("XX------")), WIN + 64.0 * DISC_AT_END);
        assert_eq!(value(&rows("OO------")), -(WIN + 64.0 * DISC_AT_END));
        let halves = format!("{}{}", "X".repeat(32), "O".repeat(32));
        assert_eq!(value(&format!("{halves} X")), 0.0);
    }

    #[test]
    fn discs_joined_to_a_corner_along_the_edge_are_stable() {
        let evaluation = Evaluation::<u64>::new(8);
        let pos = Othello::standard().parse_position(&rows("XXX-X--OX-------XX------")).unwrap();
        let own = pos.discs_of(BLACK);
        // The first three of row 1, a2 and a3; b3 is not on the edge, and e1 is not joined.
        assert_eq!(evaluation.stable(own, own & evaluation.corners).count(), 5);
    }

    #[test]
    fn a_disc_beside_an_empty_corner_is_bad_and_beside_an_own_one_is_not() {
        let empty_corner = value(&rows("---------X---------O----"));
        let own_corner = value(&rows("X--------X---------O----"));
        assert!(empty_corner + (CORNER - DIAGONAL) as f32 <= own_corner, "{empty_corner} {own_corner}");
    }

    #[test]
    fn the_neighborhood_of_corners_is_right_on_every_size() {
        for side in [4, 6, 8] {
            let Evaluation { corners, edges, beside_corners, diagonals, .. } = Evaluation::<u64>::new(side);
            let counts = [corners, edges, beside_corners, diagonals].map(u64::count_ones);
            assert_eq!(counts, [4, 4 * u32::from(side) - 4, 8, 4], "{side}");
        }
        for side in [4, 10, 16] {
            let Evaluation { corners, edges, beside_corners, diagonals, .. } =
                Evaluation::<WideSet>::new(side);
            let counts = [corners, edges, beside_corners, diagonals].map(WideSet::count);
            assert_eq!(counts, [4, 4 * u32::from(side) - 4, 8, 4], "{side}");
        }
    }

    #[test]
    fn neighbors_are_those_at_distance_one() {
        for square in Square::all(8) {
            let near = |diagonally: bool| {
                Square::all(8).filter(move |other| {
                    let columns = square.column().abs_diff(other.column());
                    let rows = square.row().abs_diff(other.row());
                    columns.max(rows) == 1 && (diagonally || columns + rows == 1)
                })
            };
            let set = |squares: &mut dyn Iterator<Item = Square>| {
                squares.fold((0, WideSet::EMPTY), |set, at| (set.0 | u64::of(at), set.1 | WideSet::of(at)))
            };
            let (narrow, wide) = (u64::of(square), WideSet::of(square));
            let on_eight = WideSet::board(8);
            assert_eq!((narrow.beside(), wide.beside() & on_eight), set(&mut near(false)), "{square}");
            assert_eq!((narrow.around(), wide.around() & on_eight), set(&mut near(true)), "{square}");
        }
    }

    #[test]
    fn any_width_judges_alike_and_seats_are_opposite() {
        let mut rng = Rng::from_seed(1);
        for _ in 0..20 {
            let mut pos = Othello::standard().start();
            let mut wide_pos = Othello::<WideSet>::new(8).unwrap().start();
            while let Some(mv) = random_move(&pos, &mut rng) {
                pos.play(mv);
                wide_pos.play(mv);
                let value = Evaluation::<u64>::new(8).value(&pos, BLACK);
                assert_eq!(value, Evaluation::<WideSet>::new(8).value(&wide_pos, BLACK), "{pos:?}");
                assert_eq!(value, -Evaluation::<u64>::new(8).value(&pos, WHITE), "{pos:?}");
            }
        }
    }
}
