//! Who meets whom in a tournament: round robin, gauntlet, ladder, Swiss and knock-out.
//!
//! Players are indexes and results are scores, so that programs in a laboratory and people on a server are paired by the
//! same functions. They are pure: the same results always give the same pairings.
//!
//! ```
//! use schedule::{Format, Met, Pairing};
//!
//! let first = Format::KnockOut.next_round(2, &[]).expect("a final");
//! let met = Met { pairing: first[0], score: 0.0 };
//! assert_eq!(first, [Pairing { first: 0, second: 1 }]);
//! assert_eq!(Format::KnockOut.champion(2, &[vec![met]]), Some(1));
//! ```

#![forbid(unsafe_code)]

mod in_rounds;
mod knock_out;
mod swiss;

use serde::Serialize;

pub use self::in_rounds::round_robin;

/// A form of tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// Everybody meets the next two in the list: for players that are listed by strength.
    Ladder,
    /// So many rounds, in which players of about the same score meet.
    Swiss {
        /// How many.
        rounds: u32,
    },
    /// Who loses is out; who draws plays again.
    KnockOut,
}

/// Two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Pairing {
    /// The index of the one.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
}

/// A pairing and what came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Met {
    /// Who met.
    pub pairing: Pairing,
    /// The mean score of the first over all encounters of the pairing.
    pub score: f64,
}

impl Format {
    /// Who meets in the next round, after the results of all rounds before; `None` when the tournament is over.
    ///
    /// The same results always give the same pairings.
    ///
    /// ```
    /// use schedule::Format;
    /// let pairings = Format::RoundRobin.next_round(3, &[]).expect("the only round");
    /// assert_eq!(pairings.len(), 3);
    /// ```
    #[must_use]
    pub fn next_round(self, n_players: usize, past: &[Vec<Met>]) -> Option<Vec<Pairing>> {
        let all = || {
            (0..n_players).flat_map(move |first| (first + 1..n_players).map(move |second| (first, second)))
        };
        let only_once = |keeps: &dyn Fn(usize, usize) -> bool| {
            let kept = all().filter(|&(first, second)| keeps(first, second));
            past.is_empty().then(|| kept.map(|(first, second)| Pairing { first, second }).collect())
        };
        match self {
            Self::RoundRobin => only_once(&|_, _| true),
            Self::Gauntlet => only_once(&|first, _| first == 0),
            Self::Ladder => only_once(&|first, second| second - first <= 2),
            Self::Swiss { rounds } => {
                ((past.len() as u64) < rounds.into()).then(|| swiss::next_round(n_players, past))
            }
            Self::KnockOut => knock_out::next_round(n_players, past),
        }
    }

    /// Who has won a knock-out, once it is over.
    #[must_use]
    pub fn champion(self, n_players: usize, past: &[Vec<Met>]) -> Option<usize> {
        match self {
            Self::KnockOut => knock_out::champion(n_players, past),
            Self::RoundRobin | Self::Gauntlet | Self::Ladder | Self::Swiss { .. } => None,
        }
    }

    /// The rounds of a Swiss tournament after which one player alone can have won all.
    #[must_use]
    pub const fn usual_swiss_rounds(n_players: usize) -> u32 {
        let mut rounds = 1;
        while 1_usize << rounds < n_players {
            rounds += 1;
        }
        rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        let pairings = Format::RoundRobin.next_round(10, &[]).unwrap();
        assert_eq!(pairings.len(), 45);
        assert_eq!(Format::RoundRobin.next_round(10, &[Vec::new()]), None);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let pairings = Format::Gauntlet.next_round(4, &[]).unwrap();
        assert!(pairings.iter().all(|pairing| pairing.first == 0) && pairings.len() == 3);
    }

    #[test]
    fn on_a_ladder_one_meets_neighbors() {
        let pairings = Format::Ladder.next_round(10, &[]).unwrap();
        assert_eq!(pairings.len(), 9 + 8);
    }

    #[test]
    fn so_many_rounds_find_one_winner() {
        for (players, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (64, 6)] {
            assert_eq!(Format::usual_swiss_rounds(players), rounds, "{players}");
        }
    }
}
