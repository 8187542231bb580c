//! The truths under `tests/data`, read.

/// One position of an end-game suite.
pub(crate) struct EndGame {
    /// Its number in the suite.
    pub(crate) number: u32,
    /// How many squares are empty.
    pub(crate) empties: u32,
    /// The board and the side to move.
    pub(crate) position: String,
    /// The final score of the side to move with perfect play.
    pub(crate) score: i32,
    /// Every legal move with its score, the best first.
    pub(crate) moves: Vec<(String, i32)>,
}

/// The lines of a data file, without its comments, cut at semicolons.
fn rows(data: &str) -> impl Iterator<Item = Vec<&str>> {
    data.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').collect())
}

/// The end-game suite of the French federation's magazine: 1 to 39, or 40 to 49.
pub(crate) fn end_games(data: &str) -> Vec<EndGame> {
    let read = |row: Vec<&str>| {
        let [number, empties, board, to_move, score, _best, moves] = row[..] else {
            panic!("a line of the suite has seven fields: {row:?}");
        };
        let scored_move = |word: &str| (word[..2].to_owned(), word[2..].parse().unwrap());
        EndGame {
            number: number.parse().unwrap(),
            empties: empties.parse().unwrap(),
            position: format!("{board} {to_move}"),
            score: score.parse().unwrap(),
            moves: moves.split(' ').map(scored_move).collect(),
        }
    };
    rows(data).map(read).collect()
}

/// Depth, leaves when a pass is a ply, leaves when a pass costs no ply.
pub(crate) fn perft() -> Vec<(u32, u64, u64)> {
    let read = |row: Vec<&str>| (row[0].parse().unwrap(), row[1].parse().unwrap(), row[2].parse().unwrap());
    rows(include_str!("../data/perft.txt")).map(read).collect()
}
