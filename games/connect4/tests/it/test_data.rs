//! The tables of known truths under `tests/data`.

/// The exact counts of positions and move paths after one number of plies.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    pub(crate) positions: u64,
    pub(crate) won_positions: u64,
    pub(crate) paths: u64,
    pub(crate) won_paths: u64,
}

/// A position with its exact value for the side to move.
pub(crate) struct Solved {
    pub(crate) options: String,
    pub(crate) record: &'static str,
    pub(crate) score: i32,
    pub(crate) result: &'static str,
}

/// The rows of a table, without its comments.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect())
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is a number"))
}

fn count(positions: &str, won_positions: &str, paths: &str, won_paths: &str) -> Count {
    Count {
        positions: number(positions),
        won_positions: number(won_positions),
        paths: number(paths),
        won_paths: number(won_paths),
    }
}

/// The counts of the usual board by ply, as far as the paths are known.
pub(crate) fn usual_counts() -> Vec<Count> {
    let known = rows(include_str!("../data/counts-7x6.txt")).filter(|row| row[6] != "-");
    known.map(|row| count(row[1], row[2], row[6], row[7])).collect()
}

/// The counts of a small board by ply, to the end of its longest game.
pub(crate) fn small_counts(options: &str) -> Vec<Count> {
    let mine = rows(include_str!("../data/counts-small.txt")).filter(|row| row[..3].join("x") == options);
    mine.map(|row| count(row[4], row[5], row[6], row[7])).collect()
}

/// Positions of random games on the usual board.
pub(crate) fn random_positions() -> Vec<Solved> {
    rows(include_str!("../data/positions-7x6.txt")).map(|row| solved("7x6x4".to_owned(), &row)).collect()
}

/// Positions of the usual board in which nobody has overlooked a win.
pub(crate) fn quiet_positions() -> Vec<Solved> {
    rows(include_str!("../data/positions-7x6-quiet.txt"))
        .map(|row| solved("7x6x4".to_owned(), &row))
        .collect()
}

/// Positions of boards of other sizes.
pub(crate) fn other_positions() -> Vec<Solved> {
    rows(include_str!("../data/positions-other.txt"))
        .map(|row| solved(row[..3].join("x"), &row[3..]))
        .collect()
}

fn solved(options: String, row: &[&'static str]) -> Solved {
    let score = row[1].parse().unwrap_or_else(|_| panic!("{:?} is a score", row[1]));
    Solved { options, record: row[0], score, result: row[2] }
}
