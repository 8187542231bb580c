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
    /// For each home board the chance that no further checker is off after 1, 2, … rolls, if that is avoided as well as
    /// possible. Who has borne off nothing so far loses a gammon by that.
    stuck: Vec<[f32; MOST_STUCK]>,
}

/// The most rolls of a side at home that may bear off no checker. Fifteen checkers on the sixth point still have one on it
/// after three small rolls, and seldom after four; what lies beyond happens once in a million games.
const MOST_STUCK: usize = 6;

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

    /// The chance of a side that it bears off no further checker in so many rolls; `None` if it has a checker outside its
    /// home board.
    #[must_use]
    pub fn none_off_in(&self, side: Checkers, n_rolls: usize) -> Option<f32> {
        if HOME < side.hindmost() {
            return None;
        }
        let Some(before_last) = n_rolls.checked_sub(1) else { return Some(1.0) };
        let stuck = &self.stuck[home::rank(home::home_of(side))];
        Some(stuck.get(before_last).copied().unwrap_or(0.0))
    }

    fn at(&self, rank: usize) -> &[f32] {
        &self.chances[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }

    fn compute() -> Self {
        // No checker needs no roll.
        let mut table = Self { starts: vec![0, 1], chances: vec![1.0], stuck: vec![[0.0; MOST_STUCK]] };
        let mut expected = vec![0.0_f32];
        let mut sums = Vec::new();
        for home in home::all().into_iter().skip(1) {
            let board = Board { mover: home::side_of(home), other: Checkers::default() };
            sums.clear();
            let n_checkers: u8 = home.iter().sum();
            let mut stuck = [0.0_f32; MOST_STUCK];
            for dice in Dice::ALL {
                // Every play brings checkers nearer, so what it leads to has a smaller rank and is known already.
                let mut best: Option<usize> = None;
                let mut safest = [1.0_f32; MOST_STUCK];
                board.for_each_play(dice, |_, after| {
                    let home = home::home_of(after.mover);
                    let rank = home::rank(home);
                    if home.iter().sum::<u8>() < n_checkers {
                        safest = [0.0; MOST_STUCK];
                    } else {
                        let later = table.stuck[rank];
                        let stuck = std::array::from_fn(|idx| if idx == 0 { 1.0 } else { later[idx - 1] });
                        // The sum is the number of rolls that pass before a checker is off.
                        if stuck.iter().sum::<f32>() < safest.iter().sum() {
                            safest = stuck;
                        }
                    }
                    if best.is_none_or(|best| expected[rank] < expected[best]) {
                        best = Some(rank);
                    }
                });
                let share = dice.weight() as f32 / 36.0;
                stuck = std::array::from_fn(|idx| stuck[idx] + share * safest[idx]);
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
            table.stuck.push(stuck);
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
    fn a_side_at_home_seldom_bears_off_nothing() {
        let none_off = |side: &[(u8, u8)], n_rolls| {
            OneSided::shared().none_off_in(Checkers::placed(side), n_rolls).expect("all are at home")
        };
        // With every checker on the sixth point a six bears off (11 rolls), and so do 51, 42, 33 and 22 with one checker.
        assert!((none_off(&[(6, 15)], 1) - 19.0 / 36.0).abs() < 1e-6);
        assert_eq!(none_off(&[(6, 15)], 0), 1.0);
        // On the fifth point fives and sixes do (20 rolls), and 41 and 32.
        assert!((none_off(&[(5, 15)], 1) - 12.0 / 36.0).abs() < 1e-6);
        assert_eq!(none_off(&[(1, 15)], 1), 0.0);
        let after: Vec<f32> = (0..8).map(|n_rolls| none_off(&[(6, 15)], n_rolls)).collect();
        assert!(after.windows(2).all(|pair| pair[1] <= pair[0]), "{after:?}");
        assert!(after[6] < 1e-4, "{after:?}");
    }

    #[test]
    fn a_side_with_a_checker_outside_its_home_board_has_no_entry() {
        let outside = Checkers::placed(&[(7, 1), (1, 14)]);
        assert_eq!(OneSided::shared().rolls(outside), None);
    }
}
