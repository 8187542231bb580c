//! Who wins when both sides have few checkers left, exactly.

use std::sync::LazyLock;

use super::home;
use crate::position::{Board, Checkers, Dice, HOME};

/// The ways to have at most six checkers on six points: 12 over 6.
const N_HOMES: usize = 924;

/// The chance of the side that is to roll, for every two home boards of at most six checkers, if both play as well as
/// possible.
///
/// The table takes three and a half megabytes. It is computed when it is first asked for, which takes less than a second.
#[derive(Debug)]
pub struct TwoSided {
    /// For each board of the side to roll, by [`home::rank`], the chances against each board of the other side.
    wins: Vec<f32>,
}

impl TwoSided {
    /// The table that all share.
    #[must_use]
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<TwoSided> = LazyLock::new(TwoSided::compute);
        &TABLE
    }

    /// The chance of the side that is to roll to win; `None` if a side has more than six checkers left or one outside its
    /// home board.
    #[must_use]
    pub fn win_chance(&self, board: Board) -> Option<f32> {
        let rank = |side: Checkers| {
            let rank = home::rank(home::home_of(side));
            (side.hindmost() <= HOME && rank < N_HOMES).then_some(rank)
        };
        Some(self.wins[rank(board.mover)? * N_HOMES + rank(board.other)?])
    }

    fn compute() -> Self {
        let homes = home::all();
        let results: Vec<_> = homes[..N_HOMES].iter().map(|&home| results(home)).collect();
        // Who has no checker left has won; two sides without checkers do not exist.
        let mut wins = vec![1.0; N_HOMES * N_HOMES];
        // A play makes the number of its side smaller, and the sides change places: so pairs with a smaller sum of
        // numbers must be known first.
        for sum in 1..2 * N_HOMES - 1 {
            for mover in sum.saturating_sub(N_HOMES - 1)..=sum.min(N_HOMES - 1) {
                let other = sum - mover;
                if mover == 0 {
                    continue;
                }
                if other == 0 {
                    wins[mover * N_HOMES] = 0.0;
                    continue;
                }
                let mean: f32 = results[mover]
                    .iter()
                    .map(|(weight, after)| {
                        let left_to_other = |&after: &u16| wins[other * N_HOMES + usize::from(after)];
                        weight * (1.0 - after.iter().map(left_to_other).fold(1.0, f32::min))
                    })
                    .sum();
                wins[mover * N_HOMES + other] = mean;
            }
        }
        Self { wins }
    }
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
    fn chances_are_those_computed_elsewhere() {
        let lines = include_str!("../../../tests/data/bearoff-two-sided.txt").lines();
        let mut n_checked = 0;
        for line in lines.filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('|').collect();
            let side = |text: &str| {
                let counts: Vec<u8> =
                    text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
                home::side_of(counts.try_into().expect("six points"))
            };
            let exact: f32 = columns[2].trim().parse().expect("a chance");
            let board = Board { mover: side(columns[0]), other: side(columns[1]) };
            let chance = TwoSided::shared().win_chance(board).expect("few checkers at home");
            assert!((chance - exact).abs() < 2e-6, "{line}: {chance}");
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
