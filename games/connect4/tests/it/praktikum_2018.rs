//! The opponent of the 2018 course, compared with its description.
//!
//! The reference below is written from the description alone and shares no code with the player: an array of cells,
//! every window looked at cell by cell, whole numbers. What it allows is also written down in
//! `tests/data/praktikum-2018.txt`, so that a change of the reference shows as well.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use connect4::{
    Board, Column, Size,
    opponents::{Praktikum2018, Windows},
};
use framework::{Game as _, Position as _, Rng, Turn, random_move, search::Limits, testkit::search};

use crate::{game, test_data::rows};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// What a decided position is worth, in units of `z2`: more than 69 windows of three.
const WON: i32 = 1_000_000;
/// How many positions of each level are written down.
const N_POSITIONS: usize = 320;

/// The board of the reference: cells by column and height, 1 for yellow, -1 for red, 0 for empty.
#[derive(Clone)]
struct Reference {
    cells: [[i32; ROWS]; COLUMNS],
    /// 1 if yellow moves, -1 if red does.
    mover: i32,
}

impl Reference {
    fn after(record: &str) -> Self {
        let mut board = Self { cells: [[0; ROWS]; COLUMNS], mover: 1 };
        for column in record.bytes().filter(u8::is_ascii_digit) {
            board = board.play(usize::from(column - b'1')).expect("the record is legal");
        }
        board
    }

    /// The board after a disc in a column, unless it is full.
    fn play(&self, column: usize) -> Option<Self> {
        let height = self.cells[column].iter().position(|&cell| cell == 0)?;
        let mut next = self.clone();
        next.cells[column][height] = self.mover;
        next.mover = -self.mover;
        Some(next)
    }

    fn successors(&self) -> Vec<(usize, Self)> {
        (0..COLUMNS).filter_map(|column| Some((column, self.play(column)?))).collect()
    }

    /// The value of the position for yellow by its windows, in units of `z2`: "Two (three) yellow stones and no red
    /// one add a constant z2 (z3), two (three) red ones and no yellow one subtract it. Four of one color make the
    /// whole position worth +1 or -1." And z3 = 5 · z2.
    fn static_value(&self) -> i32 {
        let mut sum = 0;
        for column in 0..COLUMNS as i32 {
            for row in 0..ROWS as i32 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (mut n_yellow, mut n_red, mut n_cells) = (0, 0, 0);
                    for step in 0..4 {
                        let (x, y) = (column + step * right, row + step * up);
                        if (0..COLUMNS as i32).contains(&x) && (0..ROWS as i32).contains(&y) {
                            n_cells += 1;
                            n_yellow += u32::from(self.cells[x as usize][y as usize] == 1);
                            n_red += u32::from(self.cells[x as usize][y as usize] == -1);
                        }
                    }
                    match (n_cells, n_yellow, n_red) {
                        (4, 4, 0) => return WON,
                        (4, 0, 4) => return -WON,
                        (4, 3, 0) => sum += 5,
                        (4, 2, 0) => sum += 1,
                        (4, 0, 3) => sum -= 5,
                        (4, 0, 2) => sum -= 1,
                        _ => {}
                    }
                }
            }
        }
        sum
    }

    /// The minimax value for yellow when one looks `depth` plies ahead.
    fn minimax(&self, depth: u32) -> i32 {
        let here = self.static_value();
        let successors = self.successors();
        if depth == 0 || here.abs() == WON || successors.is_empty() {
            return here;
        }
        let values = successors.iter().map(|(_, next)| next.minimax(depth - 1));
        let best = if self.mover == 1 { values.max() } else { values.min() };
        best.expect("somebody can move")
    }

    /// The columns, from 0, among which the opponent chooses at random: "Among moves of equal minimax value it keeps
    /// those whose position right after the move has the best static value."
    fn allowed(&self, level: u32) -> Vec<usize> {
        let rated: Vec<(i32, i32, usize)> = self
            .successors()
            .iter()
            .map(|(column, next)| {
                (self.mover * next.minimax(level - 1), self.mover * next.static_value(), *column)
            })
            .collect();
        let best = rated.iter().map(|&(value, at_once, _)| (value, at_once)).max();
        rated
            .iter()
            .filter(|&&(value, at_once, _)| Some((value, at_once)) == best)
            .map(|rated| rated.2)
            .collect()
    }
}

/// A line of the table: the difficulty, the record with columns from 1, and the allowed columns from 0, as the course
/// counts them.
struct Line {
    level: u32,
    record: &'static str,
    allowed: Vec<usize>,
}

fn table() -> Vec<Line> {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text:?} is a number"));
    rows(include_str!("../data/praktikum-2018.txt"))
        .map(|row| Line {
            level: number(row[0]),
            record: row[1].trim_end_matches('-'),
            allowed: row[2].split(',').map(|column| number(column) as usize).collect(),
        })
        .collect()
}

/// What the player would choose among after a record.
fn candidates(level: u32, record: &str) -> Vec<usize> {
    let pos = record
        .bytes()
        .fold(Board::<u64>::empty(Size::USUAL), |pos, column| pos.after(Column::new(column - b'1')));
    let mut opponent = Praktikum2018 { level, windows: Windows::of_size(Size::USUAL) };
    let found = search(&mut opponent, &pos, &Limits::NONE);
    let candidates = opponent.candidates(&pos, &found);
    assert!(candidates.contains(&found.best), "{record}");
    candidates.into_iter().map(|column| usize::from(column.index())).collect()
}

#[test]
fn it_chooses_among_the_moves_that_are_written_down_for_each_level() {
    check_player_against_table(1..=5);
}

/// Compares what the player chooses among with the lines of some levels.
pub(crate) fn check_player_against_table(levels: RangeInclusive<u32>) {
    let mut n_by_level = BTreeMap::new();
    for Line { level, record, allowed } in table().iter().filter(|line| levels.contains(&line.level)) {
        *n_by_level.entry(*level).or_insert(0) += 1;
        assert_eq!(candidates(*level, record), *allowed, "level {level} after {record:?}");
    }
    let expected: BTreeMap<u32, usize> = levels.map(|level| (level, N_POSITIONS)).collect();
    assert_eq!(n_by_level, expected);
}

#[test]
fn what_is_written_down_follows_from_the_description() {
    // The higher levels take the reference a minute; the slow tests check them.
    check_table_against_reference(1..=4);
}

/// Compares the lines of some levels with what the reference writes.
pub(crate) fn check_table_against_reference(levels: RangeInclusive<u32>) {
    let lines = include_str!("../data/praktikum-2018.txt").lines();
    let is_wanted = |line: &&str| levels.clone().any(|level| line.starts_with(&format!("{level} ")));
    let expected = levels.clone().flat_map(lines_of_level);
    let compared: Vec<_> = lines.filter(is_wanted).zip(expected).collect();
    assert_eq!(compared.len(), levels.count() * N_POSITIONS);
    for (written, expected) in compared {
        assert_eq!(written, expected);
    }
}

/// The lines of a level as the reference writes them: positions of random games, from the empty board to the last free
/// cell.
fn lines_of_level(level: u32) -> Vec<String> {
    let mut rng = Rng::stream(2018, "praktikum-2018 positions", level.into());
    let mut records = BTreeSet::new();
    let mut lines = Vec::new();
    while lines.len() < N_POSITIONS {
        let mut pos = game::<u64>("7x6x4").start();
        let mut record = String::new();
        // Of each game one position, so that no two belong together.
        let n_plies = rng.index(COLUMNS * ROWS);
        while record.len() < n_plies
            && let (Turn::Seat(_), Some(mv)) = (pos.turn(), random_move(&pos, &mut rng))
        {
            pos.play(mv);
            record.push(char::from(b'1' + mv.index()));
        }
        if pos.turn() == Turn::Over || record.len() < n_plies || !records.insert(record.clone()) {
            continue;
        }
        let allowed: Vec<String> =
            Reference::after(&record).allowed(level).iter().map(ToString::to_string).collect();
        let shown = if record.is_empty() { "-" } else { &record };
        lines.push(format!("{level} {shown} {}", allowed.join(",")));
    }
    lines
}
