//! The same rules once more, on an array of cells and by walking, compared move by move.

use connect4::{Bits, Board, Column, Lanes, Quad};
use framework::{Game, Position, Seat, Turn, testkit};

use crate::game;

/// Rows from the bottom, each with its columns.
struct Cells {
    rows: Vec<Vec<Option<Seat>>>,
    k: usize,
}

impl Cells {
    fn of<B: Bits>(pos: &Board<B>) -> Self {
        let size = pos.size();
        let row = |row| (0..size.columns()).map(|column| pos.disc(Column::new(column), row)).collect();
        Self { rows: (0..size.rows()).map(row).collect(), k: size.k().into() }
    }

    fn at(&self, column: isize, row: isize) -> Option<Seat> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    fn n_discs(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }

    fn is_full(&self) -> bool {
        self.n_discs() == self.rows.len() * self.rows[0].len()
    }

    /// The cells of every line, found by walking from every cell in every direction.
    fn line_cells(&self, seat: Seat) -> Vec<(isize, isize)> {
        let mut found = Vec::new();
        for row in 0..self.rows.len() as isize {
            for column in 0..self.rows[0].len() as isize {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let mut line = (0..self.k as isize).map(|n| (column + n * right, row + n * up));
                    if line.clone().all(|(column, row)| self.at(column, row) == Some(seat)) {
                        found.extend(line.by_ref());
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn winner(&self) -> Option<Seat> {
        [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| !self.line_cells(seat).is_empty())
    }

    fn turn(&self) -> Turn {
        match self.winner() {
            None if !self.is_full() => Turn::Seat(Seat::new(self.n_discs() % 2)),
            _ => Turn::Over,
        }
    }

    fn moves(&self) -> Vec<Column> {
        let top = &self.rows[self.rows.len() - 1];
        let open = (0..).zip(top).filter(|(_, disc)| disc.is_none()).map(|(column, _)| Column::new(column));
        if self.turn() == Turn::Over { Vec::new() } else { open.collect() }
    }

    fn drop_disc(&mut self, column: Column) {
        let seat = Seat::new(self.n_discs() % 2);
        let free = self.rows.iter_mut().find(|row| row[usize::from(column.index())].is_none());
        free.expect("the column is open")[usize::from(column.index())] = Some(seat);
    }
}

fn check<B: Bits>(pos: &Board<B>) {
    let cells = Cells::of(pos);
    assert_eq!(pos.turn(), cells.turn(), "{pos:?}");
    assert_eq!(usize::from(pos.ply()), cells.n_discs(), "{pos:?}");
    let winner = cells.winner();
    for seat in [Seat::FIRST, Seat::SECOND] {
        assert_eq!(pos.has_won(seat), winner == Some(seat), "{pos:?}");
    }
    let line = winner.map(|seat| cells.line_cells(seat)).unwrap_or_default();
    let shown = pos.winning_cells().into_iter().map(|(column, row)| (column.index().into(), row.into()));
    assert_eq!(shown.collect::<Vec<_>>(), line, "{pos:?}");
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    assert_eq!(moves, cells.moves(), "{pos:?}");
    for mv in moves {
        let mut next = Cells::of(pos);
        next.drop_disc(mv);
        assert_eq!(Cells::of(&pos.after(mv)).rows, next.rows, "{mv} in {pos:?}");
    }
}

fn check_random_positions<B: Bits>(options: &str, count: usize) {
    let mut checked = 0;
    testkit::random_positions(&game::<B>(options).start(), 4, count, |pos| {
        check(pos);
        checked += 1;
    });
    assert!(count <= checked, "{options}");
}

#[test]
fn boards_of_one_word_follow_the_rules() {
    check_random_positions::<u64>("7x6x4", 50_000);
    for options in ["3x3x3", "4x4x3", "5x9x3", "9x5x6", "8x7x5", "6x6x2"] {
        check_random_positions::<u64>(options, 3_000);
    }
}

#[test]
fn boards_of_two_words_follow_the_rules() {
    check_random_positions::<u128>("7x6x4", 10_000);
    for options in ["8x8x4", "10x10x5", "11x10x7", "12x9x6"] {
        check_random_positions::<u128>(options, 3_000);
    }
}

#[test]
fn boards_of_four_words_follow_the_rules() {
    check_random_positions::<Quad>("7x6x4", 10_000);
    for options in ["12x10x5", "12x12x5", "15x15x6", "16x8x4"] {
        check_random_positions::<Quad>(options, 3_000);
    }
}

#[test]
fn boards_of_many_words_follow_the_rules() {
    check_random_positions::<Lanes>("7x6x4", 10_000);
    for options in ["12x10x5", "20x20x6", "16x8x4"] {
        check_random_positions::<Lanes>(options, 3_000);
    }
}

#[test]
fn boards_that_fill_their_words_to_the_last_bit_follow_the_rules() {
    for options in ["4x15x4", "8x7x4", "16x3x4", "32x1x4", "2x31x4", "2x31x31", "1x32x2", "32x1x32"] {
        check_random_positions::<u64>(options, 1_500);
    }
    for options in ["8x15x6", "4x31x5", "16x7x16", "32x3x3", "32x3x32"] {
        check_random_positions::<u128>(options, 1_500);
    }
    for options in ["16x15x4", "8x31x5", "8x31x31", "32x7x6", "32x7x32"] {
        check_random_positions::<Quad>(options, 1_500);
    }
    for options in ["32x32x4", "32x32x5", "5x32x32", "32x5x32"] {
        check_random_positions::<Lanes>(options, 1_500);
    }
}
