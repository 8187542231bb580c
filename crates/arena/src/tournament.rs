//! Many players, and what all their games say together.

use std::collections::BTreeMap;

use framework::PlayerFault;
use schedule::{Format, Met, Pairing};

use crate::{
    Duel, Finished, Job, Tempo,
    statistics::{Rated, Ratings},
};

/// A tournament that is going on.
#[derive(Clone, Debug)]
pub struct Tournament {
    format: Format,
    n_players: usize,
    /// How many encounters each pairing has; an even number.
    encounters: u64,
    /// The rounds up to now, the last of which may be going on.
    rounds: Vec<BTreeMap<Pairing, Duel>>,
    /// The faults of each player, in the order of their games' ends.
    faults: Vec<Vec<PlayerFault>>,
}

/// What one player reached against another, or against all.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Against {
    /// How many encounters there were.
    pub encounters: u64,
    /// The sum of the scores.
    pub score: f64,
    /// The sum of what was won.
    pub points: f64,
}

impl Against {
    pub(crate) fn add(&mut self, encounters: u64, score: f64, points: f64) {
        self.encounters += encounters;
        self.score += score;
        self.points += points;
    }

    /// The mean score; `None` if nothing was played.
    #[must_use]
    pub fn mean_score(&self) -> Option<f64> {
        (self.encounters != 0).then(|| self.score / self.encounters as f64)
    }
}

impl Tournament {
    /// A tournament before its first round. Every pairing has so many encounters, one more if that is odd.
    #[must_use]
    pub fn new(format: Format, n_players: usize, encounters: u64) -> Self {
        Self {
            format,
            n_players,
            encounters: encounters.next_multiple_of(2),
            rounds: Vec::new(),
            faults: vec![Vec::new(); n_players],
        }
    }

    /// Begins the next round, once the one before is over, and gives what is to be played in it; `None` when the
    /// tournament is over.
    pub fn next_round(&mut self) -> Option<Vec<Job>> {
        let pairings = self.format.next_round(self.n_players, &self.past())?;
        let round = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        self.rounds.push(pairings.iter().map(|&pairing| (pairing, Duel::new(None))).collect());
        let job =
            |pairing: Pairing, number| Job { round, first: pairing.first, second: pairing.second, number };
        // Pairing after pairing, so that threads keep their players for a while.
        Some(
            pairings
                .iter()
                .flat_map(|&pairing| (0..self.encounters).map(move |number| job(pairing, number)))
                .collect(),
        )
    }

    /// Counts an encounter; one that does not belong to any round is ignored.
    pub fn add(&mut self, finished: Finished) {
        let Job { round, first, second, .. } = finished.job;
        let Some(duel) =
            self.rounds.get_mut(round as usize).and_then(|duels| duels.get_mut(&Pairing { first, second }))
        else {
            return;
        };
        for (side, fault) in &finished.faults {
            self.faults[finished.job.player(*side)].push(fault.clone());
        }
        duel.add(finished);
    }

    fn past(&self) -> Vec<Vec<Met>> {
        let met = |(&pairing, duel): (&Pairing, &Duel)| Met {
            pairing,
            score: duel.score().map_or(0.5, |score| score.mean),
        };
        self.rounds.iter().map(|duels| duels.iter().map(met).collect()).collect()
    }

    /// The ratings that all games give.
    #[must_use]
    pub fn rate(&self) -> Rated {
        let mut ratings = Ratings::new(self.n_players);
        for (pairing, duel) in self.duels() {
            for pair in duel.pairs() {
                ratings.push(pairing.first, pairing.second, pair.score);
            }
        }
        ratings.rate()
    }

    /// What a player reached against another.
    #[must_use]
    pub fn against(&self, player: usize, other: usize) -> Against {
        let mut against = Against::default();
        for (pairing, duel) in self.duels() {
            let (encounters, score, points) = sums(duel);
            if [pairing.first, pairing.second] == [player, other] {
                against.add(encounters, score, points);
            } else if [pairing.first, pairing.second] == [other, player] {
                against.add(encounters, encounters as f64 - score, -points);
            }
        }
        against
    }

    /// What a player reached against everybody.
    #[must_use]
    pub fn against_all(&self, player: usize) -> Against {
        let mut all = Against::default();
        for other in (0..self.n_players).filter(|&other| other != player) {
            let Against { encounters, score, points } = self.against(player, other);
            all.add(encounters, score, points);
        }
        all
    }

    /// The faults of a player.
    #[must_use]
    pub fn faults(&self, player: usize) -> &[PlayerFault] {
        &self.faults[player]
    }

    /// How long the moves of a player took.
    #[must_use]
    pub fn tempo(&self, player: usize) -> Tempo {
        let mut tempo = Tempo::default();
        for (pairing, duel) in self.duels() {
            for (side, idx) in crate::Side::BOTH.into_iter().zip([pairing.first, pairing.second]) {
                if idx == player {
                    tempo.merge(duel.tempo(side));
                }
            }
        }
        tempo
    }

    /// How many rounds have begun.
    #[must_use]
    pub const fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// How many encounters were counted.
    #[must_use]
    pub fn encounters(&self) -> u64 {
        self.duels().map(|(_, duel)| 2 * duel.pairs().len() as u64).sum()
    }

    /// Who has won a knock-out, once it is over.
    #[must_use]
    pub fn champion(&self) -> Option<usize> {
        self.format.champion(self.n_players, &self.past())
    }

    fn duels(&self) -> impl Iterator<Item = (&Pairing, &Duel)> {
        self.rounds.iter().flatten()
    }
}

/// The encounters of a match, and the sums of the first player's scores and points.
fn sums(duel: &Duel) -> (u64, f64, f64) {
    let encounters = 2 * duel.pairs().len() as u64;
    let score: f64 = duel.pairs().iter().map(|pair| 2.0 * pair.score).sum();
    let points: f64 = duel.pairs().iter().map(|pair| 2.0 * pair.points).sum();
    (encounters, score, points)
}
