//! Lines that are not yet complete, counted all over the board at once.

use crate::{Bits, Direction, Size, size::MAX_SIDE};

/// How many places for a line hold no disc of the other seat, by how many discs are missing in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OpenLines {
    /// Complete lines.
    pub(crate) complete: u32,
    /// Places with one empty cell.
    pub(crate) one_missing: u32,
    /// Places with two empty cells.
    pub(crate) two_missing: u32,
    /// Places with three empty cells, if they were asked for.
    pub(crate) three_missing: u32,
}

/// Counts the places for a line of `k` in which only `own` discs and at most two `empty` cells lie, or three.
///
/// `size`, `k` and whether three are counted are apart so that a caller can let the compiler know them.
#[inline(always)]
pub(crate) fn open_lines<B: Bits>(own: B, empty: B, size: Size, k: u8, with_three: bool) -> OpenLines {
    let mut lines = OpenLines::default();
    for direction in directions(size) {
        // The cells where a place may begin, by how many of the cells looked at so far are empty.
        let (mut complete, mut one_missing) = (own, empty);
        let (mut two_missing, mut three_missing) = (B::NONE, B::NONE);
        let (mut own, mut empty) = (own, empty);
        for _ in 1..k {
            own = own.seen_from(size, direction, 1);
            empty = empty.seen_from(size, direction, 1);
            if with_three {
                three_missing = three_missing & own | two_missing & empty;
            }
            two_missing = two_missing & own | one_missing & empty;
            one_missing = one_missing & own | complete & empty;
            complete = complete & own;
        }
        lines.complete += complete.count();
        lines.one_missing += one_missing.count();
        lines.two_missing += two_missing.count();
        lines.three_missing += three_missing.count();
    }
    lines
}

/// The empty cells in which one more disc completes a line of `k`, whether it can be dropped there now or not.
#[inline(always)]
pub(crate) fn threats<B: Bits>(own: B, empty: B, size: Size, k: u8) -> B {
    let steps = usize::from(k) - 1;
    let mut threats = B::NONE;
    for direction in directions(size) {
        // The empty cells after which, and before which, so many discs lie without a gap.
        let mut before = [B::NONE; MAX_SIDE as usize];
        let mut after = [B::NONE; MAX_SIDE as usize];
        (before[0], after[0]) = (empty, empty);
        let (mut ahead, mut back) = (own, own);
        for step in 1..=steps {
            ahead = ahead.seen_from(size, direction, 1);
            back = back.reached_from(size, direction, 1);
            before[step] = before[step - 1] & ahead;
            after[step] = after[step - 1] & back;
        }
        for step in 0..=steps {
            threats = threats | before[step] & after[steps - step];
        }
    }
    threats
}

/// How many runs of exactly `length` discs there are, all directions together; a longer run does not count.
pub(crate) fn exact_runs<B: Bits>(own: B, size: Size, length: u8) -> u32 {
    // A run of L discs has room for L - n + 1 shorter ones of n, so second differences count runs by length.
    let [same, longer, longest] = [0, 1, 2].map(|more| places_in_runs(own, size, length + more));
    same + longest - 2 * longer
}

/// How many runs of at least `length` discs there are, all directions together.
pub(crate) fn runs_from<B: Bits>(own: B, size: Size, length: u8) -> u32 {
    places_in_runs(own, size, length) - places_in_runs(own, size, length + 1)
}

/// In how many places `length` discs lie side by side.
fn places_in_runs<B: Bits>(own: B, size: Size, length: u8) -> u32 {
    let in_direction = |direction| {
        let (mut starts, mut ahead) = (own, own);
        for _ in 1..length {
            ahead = ahead.seen_from(size, direction, 1);
            starts = starts & ahead;
        }
        starts.count()
    };
    directions(size).map(in_direction).sum()
}

/// The directions in which a step stays on the board.
#[inline(always)]
fn directions(size: Size) -> impl Iterator<Item = Direction> {
    let sideways = 1 < size.columns();
    Direction::ALL.into_iter().filter(move |&direction| sideways || direction == Direction::Upright)
}

#[cfg(test)]
mod tests {
    use framework::{Game, Position, Rng, Seat, random_move};

    use super::*;
    use crate::{Board, Column, Connect4, Lanes, Quad, test_boards::board};

    /// The cells of a place for a line as they lie on the board; `None` if it leads over the edge.
    fn place(size: Size, start: (u8, u8), direction: Direction, length: u8) -> Option<Vec<(Column, u8)>> {
        let (right, up) = direction.step();
        let cell = |steps: u8| {
            let column = start.0.checked_add_signed(right * steps as i8)?;
            let row = start.1.checked_add_signed(up * steps as i8)?;
            (column < size.columns() && row < size.rows()).then(|| (Column::new(column), row))
        };
        (0..length).map(cell).collect()
    }

    fn places(size: Size, length: u8) -> Vec<Vec<(Column, u8)>> {
        let starts = (0..size.columns()).flat_map(|column| (0..size.rows()).map(move |row| (column, row)));
        starts
            .flat_map(|start| Direction::ALL.map(|direction| place(size, start, direction, length)))
            .flatten()
            .collect()
    }

    fn check_against_cells<B: Bits>(size: (u8, u8, u8), seed: u64) {
        let size = Size::new(size.0, size.1, size.2).unwrap();
        let game = Connect4::<B>::new(size).unwrap();
        let mut rng = Rng::from_seed(seed);
        let mut pos = game.start();
        while let Some(mv) = random_move(&pos, &mut rng) {
            check_position(&pos, size);
            pos.play(mv);
        }
        check_position(&pos, size);
    }

    fn check_position<B: Bits>(pos: &Board<B>, size: Size) {
        let (seat, k) = (Seat::SECOND, size.k());
        let (own, empty) = (pos.discs(seat), B::board(size) ^ pos.filled());
        let mut expected = OpenLines::default();
        let mut expected_threats = B::NONE;
        for place in places(size, k) {
            if place.iter().any(|&(column, row)| pos.disc(column, row) == Some(seat.other())) {
                continue;
            }
            let missing: Vec<_> =
                place.into_iter().filter(|&(column, row)| pos.disc(column, row).is_none()).collect();
            match *missing.as_slice() {
                [] => expected.complete += 1,
                [(column, row)] => {
                    expected.one_missing += 1;
                    expected_threats = expected_threats | B::cell(size, column, row);
                }
                [_, _] => expected.two_missing += 1,
                [_, _, _] => expected.three_missing += 1,
                _ => {}
            }
        }
        assert_eq!(open_lines(own, empty, size, k, true), expected, "{pos:?}");
        let without_three = OpenLines { three_missing: 0, ..expected };
        assert_eq!(open_lines(own, empty, size, k, false), without_three, "{pos:?}");
        assert_eq!(threats(own, empty, size, k), expected_threats, "{pos:?}");
    }

    #[test]
    fn lines_and_threats_are_those_that_one_finds_cell_by_cell() {
        for seed in 0..20 {
            check_against_cells::<u64>((7, 6, 4), seed);
            check_against_cells::<u64>((5, 4, 3), seed);
            check_against_cells::<u64>((32, 1, 3), seed);
            check_against_cells::<u64>((1, 8, 5), seed);
            check_against_cells::<u64>((4, 4, 2), seed);
            check_against_cells::<u128>((9, 7, 5), seed);
            check_against_cells::<Quad>((12, 12, 5), seed);
            check_against_cells::<Lanes>((12, 10, 4), seed);
        }
    }

    #[test]
    fn runs_are_counted_by_their_whole_length() {
        let pos: Board = board("7x6x4", "X------/X-----O/XX-O--O");
        let own = pos.discs(Seat::FIRST);
        assert_eq!(exact_runs(own, Size::USUAL, 3), 1);
        // The pair on the lowest row, and the one that falls to its end.
        assert_eq!(exact_runs(own, Size::USUAL, 2), 2);
        assert_eq!(runs_from(own, Size::USUAL, 2), 3);
    }
}
