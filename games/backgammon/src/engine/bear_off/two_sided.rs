//! Who wins when both sides have few checkers left, exactly, with and without the cube.

use std::sync::LazyLock;

use super::home;
use crate::position::{Board, Checkers, Dice, HOME};

/// The ways to have at most six checkers on six points: 12 over 6.
const N_HOMES: usize = 924;

/// What a board is worth to the side that is to roll, if both play and double as well as possible.
///
/// Equities are those of money play, in multiples of the cube, and of single games: nobody loses a gammon here who has
/// borne off a checker.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exact {
    /// The chance to win.
    pub win: f32,
    /// The equity with the cube in the middle.
    pub centered: f32,
    /// The equity if the side to roll holds the cube.
    pub held: f32,
    /// The equity if the other side holds the cube.
    pub held_by_other: f32,
}

/// Win, centered, held, held by the other side: four numbers that are computed together.
type Entry = [f32; 4];

/// What every two home boards of at most six checkers are worth to the side that is to roll.
///
/// The table takes fourteen megabytes. It is computed when it is first asked for, which takes about a second.
#[derive(Debug)]
pub struct TwoSided {
    /// For each board of the side to roll, by [`home::rank`], what it is worth against each board of the other side.
    entries: Vec<Entry>,
}

impl TwoSided {
    /// The table that all share.
    #[must_use]
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<TwoSided> = LazyLock::new(TwoSided::compute);
        &TABLE
    }

    /// Tells whether the table knows a board, without computing the table.
    #[must_use]
    pub fn covers(board: Board) -> bool {
        index(board).is_some()
    }

    /// The chance of the side that is to roll to win; `None` if a side has more than six checkers left or one outside its
    /// home board.
    #[must_use]
    pub fn win_chance(&self, board: Board) -> Option<f32> {
        self.exact(board).map(|exact| exact.win)
    }

    /// What a board is worth before the side that is to roll decides whether to double; `None` as in
    /// [`win_chance`](Self::win_chance).
    #[must_use]
    pub fn exact(&self, board: Board) -> Option<Exact> {
        let [win, centered, held, held_by_other] = self.entries[index(board)?];
        Some(Exact { win, centered, held, held_by_other })
    }

    /// The same if the side that is to roll does not double now.
    #[must_use]
    pub fn without_doubling(&self, board: Board) -> Option<Exact> {
        let (mover, other) = (rank_of(board.mover)?, rank_of(board.other)?);
        if mover == 0 || other == 0 {
            return self.exact(board);
        }
        let [win, centered, held, held_by_other] =
            mean_after_roll(&self.entries, &results(home::home_of(board.mover)), other);
        Some(Exact { win, centered, held, held_by_other })
    }

    fn compute() -> Self {
        let homes = home::all();
        let results: Vec<_> = homes[..N_HOMES].iter().map(|&home| results(home)).collect();
        // Who has no checker left has won; two sides without checkers do not exist.
        let mut entries = vec![[1.0; 4]; N_HOMES * N_HOMES];
        // A play makes the number of its side smaller, and the sides change places: so pairs with a smaller sum of
        // numbers must be known first.
        for sum in 1..2 * N_HOMES - 1 {
            for mover in sum.saturating_sub(N_HOMES - 1)..=sum.min(N_HOMES - 1) {
                let other = sum - mover;
                if mover == 0 {
                    continue;
                }
                entries[mover * N_HOMES + other] = if other == 0 {
                    [0.0, -1.0, -1.0, -1.0]
                } else {
                    with_doubling(mean_after_roll(&entries, &results[mover], other))
                };
            }
        }
        Self { entries }
    }
}

/// What a board is worth if the mover rolls now: the mean over the rolls of the best play, for each state of the cube.
fn mean_after_roll(entries: &[Entry], results: &[(f32, Vec<u16>)], other: usize) -> Entry {
    let of_other = &entries[other * N_HOMES..(other + 1) * N_HOMES];
    let mut mean = [0.0; 4];
    for (share, after) in results {
        // What is left to the other side, for each state of the cube at its least.
        let mut least = [f32::INFINITY; 4];
        for &after in after {
            let entry = of_other[usize::from(after)];
            least = std::array::from_fn(|idx| least[idx].min(entry[idx]));
        }
        let [win, centered, held, held_by_other] = least;
        // The cube that the other side sees as its own is the one that the mover does not hold.
        let gain = [1.0 - win, -centered, -held_by_other, -held];
        mean = std::array::from_fn(|idx| mean[idx] + share * gain[idx]);
    }
    mean
}

/// What a board is worth to who may double before the roll: the other side takes or passes, whichever costs it less.
fn with_doubling([win, centered, held, held_by_other]: Entry) -> Entry {
    let doubled = (2.0 * held_by_other).min(1.0);
    [win, centered.max(doubled), held.max(doubled), held_by_other]
}

fn index(board: Board) -> Option<usize> {
    Some(rank_of(board.mover)? * N_HOMES + rank_of(board.other)?)
}

fn rank_of(side: Checkers) -> Option<usize> {
    if HOME < side.hindmost() {
        return None;
    }
    let rank = home::rank(home::home_of(side));
    (rank < N_HOMES).then_some(rank)
}

/// For each roll its share, and the numbers of the boards to which it can lead.
fn results(home: home::Home) -> Vec<(f32, Vec<u16>)> {
    let board = Board { mover: home::side_of(home), other: Checkers::default() };
    let of_roll = |dice: Dice| {
        let mut after = Vec::new();
        board.for_each_play(dice, |_, board| after.push(home::rank(home::home_of(board.mover)) as u16));
        (dice.weight() as f32 / 36.0, after)
    };
    Dice::ALL.into_iter().map(of_roll).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_equities_are_those_computed_elsewhere() {
        let lines = include_str!("../../../tests/data/bearoff-two-sided.txt").lines();
        let mut n_checked = 0;
        for line in lines.filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('|').collect();
            let side = |text: &str| {
                let counts: Vec<u8> =
                    text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
                home::side_of(counts.try_into().expect("six points"))
            };
            let numbers = |column: usize| -> Vec<f32> {
                columns[column].split_whitespace().map(|word| word.parse().expect("a number")).collect()
            };
            let board = Board { mover: side(columns[0]), other: side(columns[1]) };
            let exact = TwoSided::shared().exact(board).expect("few checkers at home");
            let rolled = TwoSided::shared().without_doubling(board).expect("few checkers at home");
            let ours = [
                exact.win,
                exact.centered,
                exact.held,
                exact.held_by_other,
                rolled.centered,
                rolled.held,
                2.0 * rolled.held_by_other,
            ];
            let expected = [numbers(2), numbers(3), numbers(4)].concat();
            for (ours, expected) in ours.into_iter().zip(expected) {
                assert!((ours - expected).abs() < 4e-6, "{line}: {exact:?} {rolled:?}");
            }
            n_checked += 1;
        }
        assert_eq!(n_checked, 80);
    }

    #[test]
    fn sides_with_more_checkers_have_no_entry() {
        let (six, seven) = (Checkers::placed(&[(6, 6)]), Checkers::placed(&[(1, 7)]));
        assert_eq!(TwoSided::shared().win_chance(Board { mover: six, other: seven }), None);
        assert_eq!(TwoSided::shared().win_chance(Board { mover: seven, other: six }), None);
    }
}
