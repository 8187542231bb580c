//! The dice of a trial.

use framework::Rng;

use crate::position::Dice;

/// The ways in which two dice fall.
const WAYS: u64 = 36;

/// The rolls of one trial: the first two are stratified over the trials, the others fall by chance.
#[derive(Clone, Debug)]
pub(super) struct TrialDice {
    rng: Rng,
    stratified: [u64; 2],
    n_rolled: usize,
}

impl TrialDice {
    /// The dice of a trial, by its number: they depend on nothing but the seed and the number.
    pub(super) fn new(seed: u64, trial: u64) -> Self {
        let (within, block) = (trial % WAYS, trial / WAYS);
        Self {
            rng: Rng::stream(seed, "rollout", trial),
            // Every 36 trials have each first roll and each second roll once; 36 times as many have each pair once.
            stratified: [within, (within + block) % WAYS],
            n_rolled: 0,
        }
    }

    pub(super) fn roll(&mut self) -> Dice {
        let way = match self.stratified.get(self.n_rolled) {
            Some(&way) => way,
            None => self.rng.below(WAYS),
        };
        self.n_rolled += 1;
        let (one, other) = (way / 6 + 1, way % 6 + 1);
        Dice::new(one as u8, other as u8).expect("two faces")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// How often each roll fell, in the trials of a range.
    fn falls(trials: std::ops::Range<u64>, which: usize) -> BTreeMap<Dice, u32> {
        let mut falls = BTreeMap::new();
        for trial in trials {
            let mut dice = TrialDice::new(5, trial);
            let roll = (0..=which).map(|_| dice.roll()).last().expect("a roll");
            *falls.entry(roll).or_default() += 1;
        }
        falls
    }

    #[test]
    fn every_thirty_six_trials_have_each_first_and_each_second_roll_by_its_weight() {
        for block in [0, 1, 7, 40] {
            for which in [0, 1] {
                let falls = falls(36 * block..36 * (block + 1), which);
                assert!(falls.len() == 21 && falls.iter().all(|(dice, &count)| count == dice.weight()));
            }
        }
    }

    #[test]
    fn every_pair_of_rolls_comes_once_in_1_296_trials() {
        let mut pairs = BTreeMap::<(Dice, Dice), u32>::new();
        for trial in 0..1_296 {
            let mut dice = TrialDice::new(5, trial);
            *pairs.entry((dice.roll(), dice.roll())).or_default() += 1;
        }
        assert!(pairs.iter().all(|((one, other), &count)| count == one.weight() * other.weight()));
    }

    #[test]
    fn later_rolls_depend_on_seed_and_trial_alone() {
        let third = |seed, trial| {
            let mut dice = TrialDice::new(seed, trial);
            [dice.roll(), dice.roll(), dice.roll(), dice.roll(), dice.roll()]
        };
        assert_eq!(third(1, 7), third(1, 7));
        assert!((0..50).any(|trial| third(1, trial)[2..] != third(2, trial)[2..]));
    }
}
