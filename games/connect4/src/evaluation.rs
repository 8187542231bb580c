//! What a board is worth before the end: threats, and who will be made to play below them.

mod explained;
mod weights;

use framework::{
    Position, Seat, Turn,
    search::{Evaluator, WIN, final_value},
};

pub(crate) use self::weights::Weights;
use crate::{Bits, Board, Column, Direction, Size, lines};

/// Judges boards of one size.
///
/// Once the board fills up, the seats are made to drop their discs where they do not want to, and what counts is
/// who can complete a line in which row. A cell falls to the first seat in the end if an even number of cells lies
/// in the other columns and below it; so on six rows yellow wants threats in odd rows and red in even ones.
///
/// ```
/// use connect4::{Connect4, Evaluation};
/// use framework::{Game, Seat, search::{Evaluator, WIN}};
/// let game = Connect4::default();
/// let pos = game.parse_position("121212").expect("a record");
/// let evaluation = Evaluation::new(game.size());
/// assert_eq!(evaluation.value(&pos, Seat::FIRST), WIN - 1.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation<B: Bits = u64> {
    size: Size,
    board: B,
    bottom: B,
    /// The cells that fall to the first seat when all other columns are full.
    first_seat: B,
    weights: Weights,
    won: f32,
    /// Whether it sees what the seats can complete with the next disc.
    sees_replies: bool,
}

impl<B: Bits> Evaluation<B> {
    /// What a win counts for a player who adds noise to what it finds; otherwise any decided line would drown
    /// all other differences in it.
    const MODEST_WIN: f32 = 300.0;

    /// The evaluation for boards of a size, which must fit into the bits.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let column_of = |cells: u32| {
            let columns = (0..size.columns()).map(Column::new);
            columns.fold(B::NONE, |set, column| set | B::of_column(size, column, cells))
        };
        let n_elsewhere = size.cells() - u16::from(size.rows());
        let even_rows = 0x5555_5555;
        let fitting_rows: u32 = if n_elsewhere.is_multiple_of(2) { even_rows } else { !even_rows };
        let board = B::board(size);
        let first_seat = column_of(fitting_rows & (u32::MAX >> (32 - size.rows())));
        let weights = Weights::of_size(size);
        Self { size, board, bottom: column_of(1), first_seat, weights, won: WIN, sees_replies: true }
    }

    /// The same evaluation with other weights.
    #[must_use]
    pub(crate) fn with_weights(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// The same evaluation with wins on the scale of everything else, for players that make mistakes on purpose.
    #[must_use]
    pub(crate) fn with_modest_wins(self) -> Self {
        Self { won: Self::MODEST_WIN, ..self }
    }

    /// The same evaluation for a player who does not think of the next disc.
    #[must_use]
    pub(crate) fn without_replies(self) -> Self {
        Self { sees_replies: false, ..self }
    }

    /// What both seats threaten, the mover first, and where a disc can be dropped.
    #[inline(always)]
    fn look(&self, pos: &Board<B>, size: Size, k: u8) -> Look<B> {
        let empty = self.board ^ pos.filled();
        let threats = |own| lines::threats(own, empty, size, k);
        let on_discs = pos.filled().reached_from(size, Direction::Upright, 1);
        Look {
            mover: threats(pos.mover_discs()),
            other: threats(pos.opponent_discs()),
            playable: (on_discs | self.bottom) & empty,
        }
    }

    /// What there is to see, with numbers that the compiler knows for the usual lines.
    fn look_at(&self, pos: &Board<B>) -> Look<B> {
        match self.size {
            Size::USUAL => self.look(pos, Size::USUAL, 4),
            size if size.k() == 4 => self.look(pos, size, 4),
            size if size.k() == 5 => self.look(pos, size, 5),
            size => self.look(pos, size, size.k()),
        }
    }

    /// What a game that goes on is worth to the mover.
    #[inline(always)]
    fn judge(&self, pos: &Board<B>, size: Size, k: u8) -> f32 {
        let look = self.look(pos, size, k);
        if let Some(value) = self.seen_end(&look) {
            return value;
        }
        let more = self.count(pos, size, k, &look);
        let weights = &self.weights;
        weights.one_missing * more.one_missing as f32
            + weights.two_missing * more.two_missing as f32
            + weights.three_missing * more.three_missing as f32
            + weights.lasting_threat * more.lasting as f32
            + weights.passing_threat * more.passing as f32
    }

    /// What the game is worth to the mover if the next two discs decide it.
    #[inline(always)]
    fn seen_end(&self, look: &Look<B>) -> Option<f32> {
        if self.sees_replies && look.mover & look.playable != B::NONE {
            return Some(self.won - 1.0);
        }
        (self.sees_replies && 1 < (look.other & look.playable).count()).then_some(2.0 - self.won)
    }

    /// What the mover has more than the other seat.
    #[inline(always)]
    fn count(&self, pos: &Board<B>, size: Size, k: u8, look: &Look<B>) -> More {
        let empty = self.board ^ pos.filled();
        let discs = [pos.mover_discs(), pos.opponent_discs()];
        // Known to the compiler in either case: what does not count is not counted.
        let [own, other] = if self.weights.three_missing == 0.0 {
            discs.map(|discs| lines::open_lines(discs, empty, size, k, false))
        } else {
            discs.map(|discs| lines::open_lines(discs, empty, size, k, true))
        };
        let (lasting, passing) = self.count_threats(pos, look);
        More {
            one_missing: own.one_missing.cast_signed() - other.one_missing.cast_signed(),
            two_missing: own.two_missing.cast_signed() - other.two_missing.cast_signed(),
            three_missing: own.three_missing.cast_signed() - other.three_missing.cast_signed(),
            lasting,
            passing,
        }
    }

    /// How many more lasting and passing threats the mover has, column by column from below.
    #[inline(always)]
    fn count_threats(&self, pos: &Board<B>, look: &Look<B>) -> (i32, i32) {
        let other_seat = self.board ^ self.first_seat;
        let (mine, theirs) = if pos.mover() == Seat::FIRST {
            (self.first_seat, other_seat)
        } else {
            (other_seat, self.first_seat)
        };
        let in_their_rows = look.mover & mine | look.other & theirs;
        let (mut lasting, mut passing) = (0, 0);
        for column in pos.columns() {
            let [mover, other, in_their_rows] =
                [look.mover, look.other, in_their_rows].map(|set| set.in_column(self.size, column));
            if mover | other == 0 {
                continue;
            }
            // Nobody gets above the lowest lasting threat: the game ends there.
            let lowest = in_their_rows & in_their_rows.wrapping_neg();
            let reached = lowest | lowest.wrapping_sub(1);
            let more = |cells: u32| (mover & cells).count_ones() as i32 - (other & cells).count_ones() as i32;
            lasting += more(lowest);
            passing += more(reached & !lowest);
        }
        (lasting, passing)
    }
}

/// What the mover has more than the other seat.
struct More {
    one_missing: i32,
    two_missing: i32,
    three_missing: i32,
    lasting: i32,
    passing: i32,
}

/// The threats on a board.
struct Look<B> {
    mover: B,
    other: B,
    playable: B,
}

impl<B: Bits> Evaluator<Board<B>> for Evaluation<B> {
    fn value(&self, pos: &Board<B>, seat: Seat) -> f32 {
        if let Some(value) = final_value(pos, seat) {
            return value.clamp(-self.won, self.won);
        }
        // The compiler knows the numbers of the usual board, and leaves nothing of the loops.
        let for_mover = match self.size {
            Size::USUAL => self.judge(pos, Size::USUAL, 4),
            size if size.k() == 4 => self.judge(pos, size, 4),
            size if size.k() == 5 => self.judge(pos, size, 5),
            size => self.judge(pos, size, size.k()),
        };
        if seat == pos.mover() { for_mover } else { -for_mover }
    }

    /// The middle first: more lines lead through it.
    fn order_hint(&self, _: &Board<B>, mv: Column) -> f32 {
        let from_middle = (2 * i16::from(mv.index()) + 1 - i16::from(self.size.columns())).abs();
        f32::from(-from_middle)
    }

    fn narrow(&self, pos: &Board<B>, moves: &mut Vec<Column>) {
        if !self.sees_replies || moves.len() < 2 {
            return;
        }
        let look = self.look_at(pos);
        let must =
            if look.mover & look.playable != B::NONE { look.mover } else { look.other } & look.playable;
        if must != B::NONE {
            let place = moves.iter().position(|&mv| must.in_column(self.size, mv) != 0);
            let mv = moves[place.expect("a cell that can be taken is in a column with room")];
            moves.clear();
            moves.push(mv);
            return;
        }
        let below_threats = look.other.seen_from(self.size, Direction::Upright, 1) & look.playable;
        let is_safe = |mv: Column| below_threats.in_column(self.size, mv) == 0;
        if below_threats != B::NONE && moves.iter().any(|&mv| is_safe(mv)) {
            moves.retain(|&mv| is_safe(mv));
        }
    }

    /// A board is restless while the mover must stop a line.
    fn is_quiet(&self, pos: &Board<B>) -> bool {
        if pos.turn() == Turn::Over {
            return true;
        }
        let look = self.look_at(pos);
        let mover_wins = look.mover & look.playable != B::NONE;
        mover_wins || (look.other & look.playable).count() != 1
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, Rng, random_move};

    use super::*;
    use crate::{Connect4, Lanes, test_boards::board};

    fn value<B: Bits>(options: &str, rows: &str) -> f32 {
        let pos: Board<B> = board(options, rows);
        Evaluation::new(pos.size()).value(&pos, Seat::FIRST)
    }

    #[test]
    fn who_can_complete_a_line_at_once_has_won() {
        assert_eq!(value::<u64>("7x6x4", "O------/OO-----/XXX----"), WIN - 1.0);
        assert_eq!(value::<u64>("7x6x4", "X------/OOO-XXX"), -(WIN - 1.0));
    }

    #[test]
    fn two_lines_at_once_cannot_be_stopped() {
        assert_eq!(value::<u64>("7x6x4", "-OO----/-XXX---"), WIN - 2.0);
        assert_eq!(value::<u64>("7x6x4", "-XX----/-OOO--X"), -(WIN - 2.0));
    }

    #[test]
    fn only_moves_are_left_that_can_be_best() {
        let left = |rows: &str| {
            let pos: Board<u64> = board("7x6x4", rows);
            let mut moves: Vec<_> = pos.columns().filter(|&mv| pos.is_legal(mv)).collect();
            Evaluation::new(pos.size()).narrow(&pos, &mut moves);
            moves.iter().map(|mv| mv.index() + 1).collect::<Vec<_>>()
        };
        assert_eq!(left("O------/OO-----/XXX----"), [4], "a line is completed");
        assert_eq!(left("OO-----/XXX----"), [4], "a line is stopped");
        assert_eq!(left("-OO----/-XXX---"), [1], "one way to lose is enough");
        assert_eq!(left("XXX----/OXO---O"), [1, 2, 3, 5, 6, 7], "nobody plays below a threat");
        assert_eq!(left("X------"), [1, 2, 3, 4, 5, 6, 7], "nothing has to be done");
    }

    #[test]
    fn on_six_rows_odd_threats_are_yellows_and_even_ones_reds() {
        let evaluation = Evaluation::<u64>::new(Size::USUAL);
        for column in (0..7).map(Column::new) {
            assert_eq!(evaluation.first_seat.in_column(Size::USUAL, column), 0b01_0101);
        }
        // On an odd board with an odd number of columns the same holds, with an even one the opposite.
        let cells = |columns, rows| {
            let size = Size::new(columns, rows, 4).unwrap();
            Evaluation::<u64>::new(size).first_seat.in_column(size, Column::new(0))
        };
        assert_eq!((cells(7, 7), cells(6, 7)), (0b101_0101, 0b010_1010));
    }

    #[test]
    fn the_value_is_the_same_in_a_mirror_and_in_any_bits() {
        let mut rng = Rng::from_seed(3);
        let narrow = Connect4::<u64>::new(Size::USUAL).unwrap();
        for _ in 0..50 {
            let mut pos = narrow.start();
            let mut wide = Board::<Lanes>::empty(Size::USUAL);
            while let Some(mv) = random_move(&pos, &mut rng) {
                pos.play(mv);
                wide.play(mv);
                let evaluation = Evaluation::new(Size::USUAL);
                let value = evaluation.value(&pos, Seat::FIRST);
                assert_eq!(value, -evaluation.value(&pos, Seat::SECOND), "{pos:?}");
                assert_eq!(value, evaluation.value(&pos.mirrored(), Seat::FIRST), "{pos:?}");
                assert_eq!(value, Evaluation::new(Size::USUAL).value(&wide, Seat::FIRST), "{pos:?}");
            }
        }
    }

    #[test]
    fn what_is_judged_a_win_is_one() {
        let evaluation = Evaluation::<u64>::new(Size::USUAL);
        let mut rng = Rng::from_seed(4);
        let (mut n_won, mut n_lost) = (0, 0);
        for _ in 0..200 {
            let mut pos = Connect4::default().start();
            while let Some(mv) = random_move(&pos, &mut rng) {
                let for_mover = evaluation.value(&pos, pos.mover());
                let wins = |pos: &Board| {
                    pos.columns().any(|mv| pos.is_legal(mv) && pos.after(mv).has_won(pos.mover()))
                };
                let wins_at_once = wins(&pos);
                assert_eq!(for_mover == WIN - 1.0, wins_at_once, "{pos:?}");
                let is_lost = !wins_at_once
                    && pos.columns().filter(|&mv| pos.is_legal(mv)).all(|mv| wins(&pos.after(mv)));
                // All moves may also lose because each opens a cell; only plain double threats are claimed.
                assert!(for_mover != 2.0 - WIN || is_lost, "{pos:?}");
                n_won += u32::from(wins_at_once);
                n_lost += u32::from(for_mover == 2.0 - WIN);
                pos.play(mv);
            }
        }
        assert!(100 < n_won && 10 < n_lost, "{n_won} {n_lost}");
    }
}
