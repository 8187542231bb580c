//! What is counted over many games.

use std::hash::{Hash, Hasher};

use framework::{AnyGame, PerSeat, Seat, StableHasher, Text};
use serde::Serialize;

use super::playing::PlayedGame;

/// Payoffs are added up in millionths, so that the sum does not depend on the order of the games.
const PAYOFF_UNITS: f64 = 1e6;

/// The sums over many games. Adding games in any order gives the same.
#[derive(Debug)]
pub(super) struct Statistics {
    seats: PerSeat<SeatSums>,
    lengths: Tally,
    branching: Tally,
    fingerprint: u64,
}

/// How many numbers there were, their sum, the least and the greatest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    count: u64,
    sum: u64,
    min: u64,
    max: u64,
}

#[derive(Clone, Debug, Default)]
struct SeatSums {
    won: u64,
    shared: u64,
    lost: u64,
    payoff_units: i128,
}

/// How a seat fared.
#[derive(Debug, Serialize)]
pub(super) struct SeatResults {
    pub(super) seat: usize,
    pub(super) name: Text,
    /// Games with the best payoff of all.
    pub(super) won: u64,
    /// Games whose best payoff was shared with another seat: draws, where there are two.
    pub(super) shared: u64,
    /// Games in which another seat had more.
    pub(super) lost: u64,
    pub(super) mean_payoff: f64,
}

impl Statistics {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats: PerSeat::filled(seats, SeatSums::default()),
            lengths: Tally::EMPTY,
            branching: Tally::EMPTY,
            fingerprint: 0,
        }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, played: &PlayedGame) {
        let best = played.payoffs.iter().copied().fold(f32::MIN, f32::max);
        let n_best = played.payoffs.iter().filter(|&&payoff| payoff == best).count();
        for (seat, &payoff) in played.payoffs.entries() {
            let sums = &mut self.seats[seat];
            match (payoff == best, n_best) {
                (true, 1) => sums.won += 1,
                (true, _) => sums.shared += 1,
                (false, _) => sums.lost += 1,
            }
            sums.payoff_units += (f64::from(payoff) * PAYOFF_UNITS).round() as i128;
        }
        self.lengths.add(played.n_plies);
        self.branching.merge(&played.choices);
        // A sum of well mixed numbers, because it must not depend on the order.
        let mut hasher = StableHasher::default();
        (played.number, played.key).hash(&mut hasher);
        self.fingerprint = self.fingerprint.wrapping_add(hasher.finish());
    }

    /// How the seats fared.
    pub(super) fn results(&self, game: &dyn AnyGame) -> Vec<SeatResults> {
        let result = |(seat, sums): (Seat, &SeatSums)| SeatResults {
            seat: seat.number(),
            name: game.seat_name(seat),
            won: sums.won,
            shared: sums.shared,
            lost: sums.lost,
            mean_payoff: sums.payoff_units as f64 / PAYOFF_UNITS / self.lengths.count.max(1) as f64,
        };
        self.seats.entries().map(result).collect()
    }

    /// The plies of each game.
    pub(super) fn lengths(&self) -> &Tally {
        &self.lengths
    }

    /// The legal moves of each decision.
    pub(super) fn branching(&self) -> &Tally {
        &self.branching
    }

    /// The number of plies in all games.
    pub(super) fn n_plies(&self) -> u64 {
        self.lengths.sum
    }

    /// A number that changes when any game ends elsewhere.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

impl Tally {
    /// No numbers yet.
    pub(super) const EMPTY: Self = Self { count: 0, sum: 0, min: u64::MAX, max: 0 };

    /// Counts a number.
    pub(super) fn add(&mut self, number: u64) {
        self.merge(&Self { count: 1, sum: number, min: number, max: number });
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// The least number; 0 if there are none.
    pub(super) fn min(&self) -> u64 {
        self.min.min(self.max)
    }

    /// The mean; 0 if there are no numbers.
    pub(super) fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The greatest number; 0 if there are none.
    pub(super) fn max(&self) -> u64 {
        self.max
    }
}
