//! Tournaments at tables of three or four, where every seat has a player of its own.

use std::collections::BTreeMap;

use framework::PlayerFault;
use serde::{Deserialize, Serialize};

use crate::{
    Against, Tempo,
    job::score_of,
    statistics::{Rated, Ratings},
};

/// One game at a table of more than two.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TableJob {
    /// The indexes of the players who meet, in ascending order.
    pub players: Vec<usize>,
    /// The number of the opening and the dice.
    pub deal: u64,
    /// By how many seats the players are turned: so everybody has every seat once in each deal.
    pub turned: u32,
}

/// A game at a table of more than two that was played to its end. Lists are in the order of [`TableJob::players`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableFinished {
    /// Which one it is.
    #[serde(flatten)]
    pub job: TableJob,
    /// What each player won or lost.
    pub values: Vec<f64>,
    /// Who lost otherwise than on the board, by the place in the list of players.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub faults: Vec<(usize, PlayerFault)>,
    /// How long the moves of each player took.
    pub tempos: Vec<Tempo>,
    /// The record, which can be replayed.
    pub record: String,
}

/// A round robin of tables: every group of players that fills a table meets, with the same opening or dice for each
/// turn of the seats.
///
/// A game at a table is rated as the meetings of every two who sat there: the one who won more beat the other. Only
/// whole deals count, in which everybody had every seat, so neither threads nor interruptions change a rating.
#[derive(Clone, Debug)]
pub struct TableTournament {
    n_players: usize,
    n_seats: usize,
    /// How many deals each group plays.
    deals: u64,
    /// The values of each deal that is not complete, by turn.
    open: BTreeMap<(Vec<usize>, u64), BTreeMap<u32, Vec<f64>>>,
    ratings: Ratings,
    players: Vec<TablePlayer>,
    meetings: BTreeMap<(usize, usize), Against>,
    games: u64,
}

/// What a player reached at all tables.
#[derive(Clone, Debug, Default)]
pub struct TablePlayer {
    /// How many games counted.
    pub games: u64,
    /// How many of them it won; a share of those that several won.
    pub wins: f64,
    /// The sum of what it won and lost.
    pub points: f64,
    /// The sum of its scores: in each game the mean over the others of 1 for less, ½ for the same, 0 for more than it.
    pub score: f64,
    /// Its faults, in the order of their games' ends.
    pub faults: Vec<PlayerFault>,
    /// How long its moves took.
    pub tempo: Tempo,
}

impl TableTournament {
    /// A tournament before its first game. Every group plays at least so many games, rounded up to whole deals.
    #[must_use]
    pub fn new(n_players: usize, n_seats: usize, games: u64) -> Self {
        Self {
            n_players,
            n_seats,
            deals: games.div_ceil(n_seats as u64).max(1),
            open: BTreeMap::new(),
            ratings: Ratings::new(n_players),
            players: vec![TablePlayer::default(); n_players],
            meetings: BTreeMap::new(),
            games: 0,
        }
    }

    /// How many games there are to play; as many as can be counted if there are more.
    #[must_use]
    pub fn n_jobs(&self) -> u64 {
        let groups = n_groups(self.n_players as u64, self.n_seats as u64);
        groups.saturating_mul(self.deals).saturating_mul(self.n_seats as u64)
    }

    /// Everything that is to be played, group after group.
    pub fn jobs(&self) -> impl Iterator<Item = TableJob> + Clone + Send + use<> {
        let (deals, n_seats) = (self.deals, self.n_seats as u32);
        groups(self.n_players, self.n_seats).flat_map(move |players| {
            (0..deals).flat_map(move |deal| {
                let players = players.clone();
                (0..n_seats).map(move |turned| TableJob { players: players.clone(), deal, turned })
            })
        })
    }

    /// Counts a game, once all others of its deal are there; one that does not belong here is ignored.
    pub fn add(&mut self, finished: TableFinished) {
        let TableFinished { job, values, faults, tempos, .. } = finished;
        let fits = job.players.len() == self.n_seats
            && values.len() == self.n_seats
            && job.players.iter().all(|&player| player < self.n_players);
        if !fits || self.deals <= job.deal || self.n_seats <= job.turned as usize {
            return;
        }
        for (place, fault) in faults {
            if let Some(&player) = job.players.get(place) {
                self.players[player].faults.push(fault);
            }
        }
        for (&player, tempo) in job.players.iter().zip(&tempos) {
            self.players[player].tempo.merge(tempo);
        }
        let key = (job.players, job.deal);
        let turns = self.open.entry(key.clone()).or_default();
        turns.insert(job.turned, values);
        if turns.len() == self.n_seats
            && let Some(turns) = self.open.remove(&key)
        {
            self.count(&key.0, &turns);
        }
    }

    fn count(&mut self, players: &[usize], turns: &BTreeMap<u32, Vec<f64>>) {
        for values in turns.values() {
            self.games += 1;
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let is_best = |value: f64| score_of(value - best) == 0.5;
            let n_best = values.iter().filter(|&&value| is_best(value)).count();
            for (place, (&player, &value)) in players.iter().zip(values).enumerate() {
                let others = || values.iter().enumerate().filter(move |(other, _)| *other != place);
                let score: f64 = others().map(|(_, other)| score_of(value - other)).sum();
                let reached = &mut self.players[player];
                reached.games += 1;
                reached.wins += if is_best(value) { 1.0 / n_best as f64 } else { 0.0 };
                reached.points += value;
                reached.score += score / others().count().max(1) as f64;
            }
        }
        let n_turns = turns.len() as f64;
        for (one, &first) in players.iter().enumerate() {
            for (other, &second) in players.iter().enumerate().skip(one + 1) {
                let scores = turns.values().map(|values| score_of(values[one] - values[other]));
                let points = turns.values().map(|values| values[one] - values[other]);
                let (score, points) = (scores.sum::<f64>(), points.sum::<f64>());
                self.ratings.push(first, second, score / n_turns);
                self.meetings.entry((first, second)).or_default().add(turns.len() as u64, score, points);
                let score = n_turns - score;
                self.meetings.entry((second, first)).or_default().add(turns.len() as u64, score, -points);
            }
        }
    }

    /// The ratings that all games give.
    #[must_use]
    pub fn rate(&self) -> Rated {
        self.ratings.rate()
    }

    /// What a player reached at all tables.
    #[must_use]
    pub fn player(&self, player: usize) -> &TablePlayer {
        &self.players[player]
    }

    /// What a player reached against another at the tables where both sat.
    #[must_use]
    pub fn against(&self, player: usize, other: usize) -> Against {
        self.meetings.get(&(player, other)).copied().unwrap_or_default()
    }

    /// How many games were counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }
}

/// How many groups of a size there are; as many as can be counted if there are more.
fn n_groups(n_players: u64, size: u64) -> u64 {
    // After each step it is the number of groups of idx + 1 players, so nothing is lost by the division.
    let groups = (0..size).try_fold(1_u64, |groups, idx| {
        let product = groups.checked_mul(n_players.saturating_sub(idx))?;
        Some(product / (idx + 1))
    });
    groups.unwrap_or(u64::MAX)
}

/// All groups of so many players, each in ascending order.
fn groups(n_players: usize, size: usize) -> impl Iterator<Item = Vec<usize>> + Clone + Send {
    let first = (0 < size && size <= n_players).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::successors(first, move |group| {
        // The last member that can still move up does, and those after it follow directly.
        let place = (0..size).rev().find(|&place| group[place] < n_players - size + place)?;
        let mut next = group.clone();
        next[place] += 1;
        for after in place + 1..size {
            next[after] = next[after - 1] + 1;
        }
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_meets_once() {
        let all: Vec<_> = groups(4, 3).collect();
        assert_eq!(all, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(groups(6, 4).count(), 15);
        assert_eq!(groups(2, 3).count(), 0);
    }

    #[test]
    fn jobs_are_as_many_as_they_are_said_to_be() {
        for (n_players, n_seats, games) in [(4, 4, 1), (5, 3, 7), (6, 4, 8)] {
            let tournament = TableTournament::new(n_players, n_seats, games);
            assert_eq!(tournament.jobs().count() as u64, tournament.n_jobs());
        }
        assert_eq!(n_groups(u64::MAX, 4), u64::MAX);
    }

    fn finished(turned: u32, values: [f64; 3]) -> TableFinished {
        let job = TableJob { players: vec![0, 1, 2], deal: 0, turned };
        let tempos = vec![Tempo::default(); 3];
        TableFinished { job, values: values.to_vec(), faults: Vec::new(), tempos, record: String::new() }
    }

    #[test]
    fn only_whole_deals_count_in_whatever_order_they_end() {
        let games = [[2.0, -1.0, -1.0], [0.5, 0.5, -1.0], [2.0, -1.0, -1.0]];
        let mut tournament = TableTournament::new(3, 3, 3);
        for turned in [2, 0] {
            tournament.add(finished(turned, games[turned as usize]));
            assert_eq!(tournament.games(), 0);
        }
        tournament.add(finished(1, games[1]));
        assert_eq!(tournament.games(), 3);
        let first = tournament.player(0);
        assert_eq!((first.wins, first.points), (2.5, 4.5));
        assert!((first.score - 2.75).abs() < 1e-9, "{}", first.score);
        assert_eq!(tournament.against(0, 1).score, 2.5);
        assert_eq!(tournament.against(1, 0).score, 0.5);
        assert_eq!(tournament.against(1, 2).score, 2.0);
        let ratings = tournament.rate().around_mean();
        assert!(ratings[1].elo < ratings[0].elo && ratings[2].elo < ratings[1].elo);
        // One that was played twice, or belongs elsewhere, changes nothing.
        tournament.add(finished(7, games[0]));
        assert_eq!(tournament.games(), 3);
    }
}
