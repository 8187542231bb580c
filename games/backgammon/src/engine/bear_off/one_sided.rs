//! How many rolls a side needs to bear off.

use std::sync::LazyLock;

use super::home;
use crate::position::{Board, Checkers, Dice, HOME};

/// For every home board the chances to bear off in so many rolls, if as few rolls as possible are expected.
///
/// The table takes three megabytes. It is computed when it is first asked for, which takes a fraction of a second.
#[derive(Debug)]
pub struct OneSided {
    /// Where the chances of each home board begin, in the order of [`home::rank`], and where the last ones end.
    starts: Vec<u32>,
    /// The chances to need exactly 0, 1, 2, … rolls, home board by home board.
    chances: Vec<f32>,
}

impl OneSided {
    /// The table that all share.
    #[must_use]
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<OneSided> = LazyLock::new(OneSided::compute);
        &TABLE
    }

    /// The chances of a side to need exactly 0, 1, 2, … rolls; `None` if it has a checker outside its home board.
    #[must_use]
    pub fn rolls(&self, side: Checkers) -> Option<&[f32]> {
        (side.hindmost() <= HOME).then(|| self.at(home::rank(home::home_of(side))))
    }

    fn at(&self, rank: usize) -> &[f32] {
        &self.chances[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }

    fn compute() -> Self {
        // No checker needs no roll.
        let mut table = Self { starts: vec![0, 1], chances: vec![1.0] };
        let mut expected = vec![0.0_f32];
        let mut sums = Vec::new();
        for home in home::all().into_iter().skip(1) {
            let board = Board { mover: home::side_of(home), other: Checkers::default() };
            sums.clear();
            for dice in Dice::ALL {
                // Every play brings checkers nearer, so what it leads to has a smaller rank and is known already.
                let mut best: Option<usize> = None;
                board.for_each_play(dice, |_, after| {
                    let rank = home::rank(home::home_of(after.mover));
                    if best.is_none_or(|best| expected[rank] < expected[best]) {
                        best = Some(rank);
                    }
                });
                let best = best.expect("a side at home can always move");
                let rest = table.at(best);
                sums.resize(sums.len().max(rest.len() + 1), 0.0_f64);
                for (sum, &chance) in sums[1..].iter_mut().zip(rest) {
                    *sum += f64::from(chance) * f64::from(dice.weight()) / 36.0;
                }
            }
            let rolls = (0..).zip(&sums);
            expected.push(rolls.map(|(n_rolls, chance)| f64::from(n_rolls) * chance).sum::<f64>() as f32);
            table.chances.extend(sums.iter().map(|&chance| chance as f32));
            // Chances that are too small for the type are 0 and need no room.
            while table.chances.last() == Some(&0.0) {
                table.chances.pop();
            }
            table.starts.push(table.chances.len() as u32);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_computed_elsewhere() {
        let lines = include_str!("../../../tests/data/bearoff-one-sided.txt").lines();
        let mut n_checked = 0;
        for line in lines.filter(|line| !line.starts_with('#')) {
            let numbers: Vec<f64> =
                line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
            let side = home::side_of(std::array::from_fn(|idx| numbers[idx] as u8));
            let chances = OneSided::shared().rolls(side).expect("all are at home");
            for (n_rolls, expected) in (1..).zip(&numbers[8..]) {
                // Two plays of the same expectation may differ in their chances, but in none of these boards.
                assert!((f64::from(chances[n_rolls]) - expected).abs() < 2e-6, "{line}: {chances:?}");
            }
            n_checked += 1;
        }
        assert_eq!(n_checked, 76);
    }

    #[test]
    fn a_side_with_a_checker_outside_its_home_board_has_no_entry() {
        let outside = Checkers::placed(&[(7, 1), (1, 14)]);
        assert_eq!(OneSided::shared().rolls(outside), None);
    }
}
