//! Where the games of an evolution are played.

use std::{collections::BTreeMap, ops::Range};

use framework::{FlagRule, Length, Rng};

use super::{Evolution, EvolveError, Orders, Sight};
use crate::{Agreement, Flow, Job, Plan, PlayerBuilder, RunNews};

/// Where the games of a run are played.
pub(super) struct Table<'a, 'w> {
    pub(super) evolution: &'a Evolution,
    pub(super) threads: usize,
    pub(super) watch: &'w mut dyn FnMut(Sight<'_>) -> Flow,
}

impl Table<'_, '_> {
    /// The seed of one part of the run.
    pub(super) fn seed(&self, part: &str, number: u64) -> u64 {
        Rng::stream(self.evolution.orders().seed, part, number).bits()
    }

    /// Lets players play pairs against the opponent, all with the same dice, and gives the points a game of each
    /// pair for each of them.
    pub(super) fn against_opponent(
        &mut self,
        texts: &[&String],
        pairs: Range<u64>,
        seed: u64,
    ) -> Result<Vec<Vec<f64>>, EvolveError> {
        let mut players: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
        let opponent = players.len();
        players.push(&self.evolution.orders().opponent);
        let n_games = 2 * (pairs.end - pairs.start) as usize;
        let of = |first| (2 * pairs.start..2 * pairs.end).map(move |number| (first, number));
        let jobs: Vec<Job> = (0..opponent)
            .flat_map(of)
            .map(|(first, number)| Job { round: 0, first, second: opponent, number })
            .collect();
        let values = self.play(&players, jobs, seed)?;
        let in_pairs = |games: &[f64]| games.chunks_exact(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
        Ok(values.chunks(n_games.max(1)).map(in_pairs).collect())
    }

    /// Lets everybody play everybody, each game with other dice, and gives the points of each.
    pub(super) fn round_robin(
        &mut self,
        texts: &[String],
        games: usize,
        seed: u64,
    ) -> Result<Vec<f64>, EvolveError> {
        let players: Vec<&str> = texts.iter().map(String::as_str).collect();
        let meetings = (0..players.len())
            .flat_map(|first| (first + 1..players.len()).map(move |second| (first, second)));
        let mut jobs = Vec::new();
        for (first, second) in meetings {
            for _ in 0..games {
                let game = jobs.len() as u64;
                // One game of each pair: the dice are always new, and the seats take turns.
                jobs.push(Job { round: 0, first, second, number: 2 * game + game % 2 });
            }
        }
        let values = self.play(&players, jobs.clone(), seed)?;
        let mut points = vec![0.0; players.len()];
        for (job, value) in jobs.iter().zip(values) {
            points[job.first] += value;
            points[job.second] -= value;
        }
        Ok(points)
    }

    /// Plays games and gives what the first player of each won, in the order of the jobs.
    fn play(&mut self, players: &[&str], jobs: Vec<Job>, seed: u64) -> Result<Vec<f64>, EvolveError> {
        let &Orders { limits, opening_plies, .. } = self.evolution.orders();
        let game = self.evolution.subject().game();
        let agreement = Agreement {
            game: game.clone(),
            seed,
            length: Length::Rounds(1),
            flag: FlagRule::default(),
            opening_plies,
            judge: None,
        };
        let players: Result<Vec<PlayerBuilder>, _> =
            players.iter().map(|text| PlayerBuilder::of_the_house(game, *text, text, limits)).collect();
        let plan = Plan::new(agreement, players?)?;
        let places: BTreeMap<Job, usize> = jobs.iter().copied().zip(0..).collect();
        let mut values = vec![None; jobs.len()];
        let watched = plan.run(jobs.into_iter(), self.threads, |news| {
            Ok(match news {
                RunNews::Quiet => (self.watch)(Sight::Quiet),
                RunNews::Finished(finished) => {
                    values[places[&finished.job]] = Some(finished.value);
                    (self.watch)(Sight::Game(&finished))
                }
            })
        });
        watched.map_err(EvolveError::Thread)?;
        values.into_iter().collect::<Option<Vec<f64>>>().ok_or(EvolveError::Stopped)
    }
}
