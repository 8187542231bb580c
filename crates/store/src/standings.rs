//! Ratings, finished matches and statistics.
//!
//! They are written together with the last event of a match, in the same transaction, so that a match counts once
//! and exactly once whatever happens.

use std::{collections::BTreeMap, future::Future};

use limits::tables::MAX_RATED_MATCHES_PER_PAIR_AND_DAY;
use protocol::{Outcome, RatingChange, Streak, TableId, Tally, UserId};

use super::{Append, MemoryStore, ResultRow, Stored, memory::Kept};
use crate::{
    DAY_MS,
    standing::{self, Rating},
};

/// What is kept of a finished match for one chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingRow {
    /// The table.
    pub table: TableId,
    /// The chair, from 0.
    pub chair: u8,
    /// Who sat there; nobody if it was a computer player.
    pub user: Option<UserId>,
    /// The id of the game.
    pub game: String,
    /// Against whom: `people`, the name of a computer player, or `several`.
    pub opponent: String,
    /// What came of it.
    pub outcome: Outcome,
    /// Points won in all rounds.
    pub points: u32,
    /// Moves played.
    pub moves: u32,
    /// How long they took together, in milliseconds.
    pub thinking: u64,
    /// Whether everybody may see the match.
    pub is_public: bool,
    /// When the match was over.
    pub finished: u64,
}

/// A rating of a person at a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// Who.
    pub user: UserId,
    /// The id of the game.
    pub game: String,
    /// The rating.
    pub rating: Rating,
    /// How many matches it rests on.
    pub games: u32,
    /// When it changed last.
    pub changed: u64,
}

/// Which finished matches of a person are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Whose.
    pub user: UserId,
    /// Of which game; all if none is named.
    pub game: Option<String>,
    /// Only those that ended before this time, or at this time at a table before this one.
    pub before: Option<(u64, TableId)>,
    /// Whether those are wanted as well that not everybody may see.
    pub with_private: bool,
    /// How many at most.
    pub limit: u32,
}

/// Keeps ratings, finished matches and statistics.
pub trait Standings {
    /// The ratings of a person.
    fn ratings(&self, user: &UserId) -> impl Future<Output = Stored<Vec<RatingRow>>> + Send;

    /// The strongest of a game whose ratings are certain enough, the strongest first.
    fn leaders(&self, game: &str, limit: u32) -> impl Future<Output = Stored<Vec<RatingRow>>> + Send;

    /// What a match did to ratings, chair by chair.
    fn rating_changes(&self, table: &TableId) -> impl Future<Output = Stored<Vec<RatingChange>>> + Send;

    /// Those with whom a person has finished at least so many matches since a time that changed ratings.
    fn rated_opponents(
        &self,
        user: &UserId,
        since: u64,
        at_least: u32,
    ) -> impl Future<Output = Stored<Vec<UserId>>> + Send;

    /// Matches of a person by game, chair and opponent.
    fn tallies(&self, user: &UserId) -> impl Future<Output = Stored<Vec<Tally>>> + Send;

    /// Wins in a row of a person by game.
    fn streaks(&self, user: &UserId) -> impl Future<Output = Stored<Vec<Streak>>> + Send;

    /// Finished matches of a person, the newest first: the table of each, and when it ended.
    fn finished(&self, wanted: &Wanted) -> impl Future<Output = Stored<Vec<(TableId, u64)>>> + Send;

    /// The results of a match with their outcomes, chair by chair; empty while it goes on.
    fn match_results(
        &self,
        table: &TableId,
    ) -> impl Future<Output = Stored<Vec<(ResultRow, Outcome)>>> + Send;

    /// The ids of all tables after one, in order.
    fn table_ids(
        &self,
        after: Option<&TableId>,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<TableId>>> + Send;
}

/// What is kept in memory.
#[derive(Debug, Default)]
pub(super) struct KeptStandings {
    rows: BTreeMap<(TableId, u8), StandingRow>,
    ratings: BTreeMap<(UserId, String), RatingRow>,
    changes: BTreeMap<(TableId, u8), RatingChange>,
}

impl KeptStandings {
    /// Those with whom a person has finished so many matches since a time that changed ratings.
    fn opponents(&self, user: &UserId, since: u64, at_least: u32) -> Vec<UserId> {
        let mut counts: BTreeMap<&UserId, u32> = BTreeMap::new();
        let is_rated = |row: &&StandingRow| self.changes.contains_key(&(row.table.clone(), row.chair));
        let own = self.rows.values().filter(|row| row.user.as_ref() == Some(user) && since <= row.finished);
        for own in own.filter(is_rated) {
            let others = self.rows.values().filter(|row| row.table == own.table && row.chair != own.chair);
            for other in others.filter(is_rated).filter_map(|row| row.user.as_ref()) {
                *counts.entry(other).or_default() += 1;
            }
        }
        counts.into_iter().filter(|(_, count)| at_least <= *count).map(|(other, _)| other.clone()).collect()
    }

    /// Takes the ratings of a person out, and what matches did to them.
    pub(super) fn forget(&mut self, user: &UserId) {
        self.ratings.retain(|(rated, _), _| rated != user);
        self.changes.retain(|key, _| self.rows.get(key).is_none_or(|row| row.user.as_ref() != Some(user)));
    }
}

impl Kept {
    /// Writes what a finished match means, together with its results.
    pub(super) fn write_standings(&mut self, append: &Append) {
        let (Some(summary), Some(table)) = (&append.summary, self.tables.get(&append.table)) else { return };
        let events = table.events.iter().map(|event| &event.event.what);
        let rows = standing::standings(&table.row.settings, summary, &append.results, events);
        let outcomes: Vec<_> = rows.iter().map(|row| row.outcome).collect();
        let since = append.now.saturating_sub(DAY_MS);
        let users: Vec<_> = rows.iter().filter_map(|row| row.user.clone()).collect();
        let is_frequent = users.iter().any(|user| {
            let frequent = self.standings.opponents(user, since, MAX_RATED_MATCHES_PER_PAIR_AND_DAY);
            users.iter().any(|other| frequent.contains(other))
        });
        let counts = !is_frequent && standing::counts_for_ratings(summary, &rows);
        let kept = &mut self.standings;
        kept.rows.extend(rows.into_iter().map(|row| ((row.table.clone(), row.chair), row)));
        let keys: Option<Vec<_>> =
            append.results.iter().map(|result| Some((result.user.clone()?, result.game.clone()))).collect();
        let Some(keys) = keys.filter(|_| counts) else { return };
        let before: Vec<_> = keys
            .iter()
            .map(|key| {
                let rest = |row: &RatingRow| row.rating.aged(append.now.saturating_sub(row.changed));
                kept.ratings.get(key).map(rest).unwrap_or_default()
            })
            .collect();
        let after = standing::rated(&before, &outcomes);
        for (((user, game), result), (before, after)) in
            keys.into_iter().zip(&append.results).zip(before.iter().zip(after))
        {
            let change = standing::change(result.chair, before, &after);
            kept.changes.insert((append.table.clone(), result.chair), change);
            let games = kept.ratings.get(&(user.clone(), game.clone())).map_or(0, |row| row.games) + 1;
            let row = RatingRow {
                user: user.clone(),
                game: game.clone(),
                rating: after,
                games,
                changed: append.now,
            };
            kept.ratings.insert((user, game), row);
        }
    }
}

impl MemoryStore {
    /// A person's rows in the order in which the matches ended.
    fn standings_of(&self, user: &UserId) -> Vec<StandingRow> {
        let kept = self.kept();
        let mut rows: Vec<_> =
            kept.standings.rows.values().filter(|row| row.user.as_ref() == Some(user)).cloned().collect();
        rows.sort_by(|one, other| (one.finished, &one.table).cmp(&(other.finished, &other.table)));
        rows
    }
}

impl Standings for MemoryStore {
    async fn ratings(&self, user: &UserId) -> Stored<Vec<RatingRow>> {
        Ok(self.kept().standings.ratings.values().filter(|row| row.user == *user).cloned().collect())
    }

    async fn leaders(&self, game: &str, limit: u32) -> Stored<Vec<RatingRow>> {
        let kept = self.kept();
        let is_wanted = |row: &&RatingRow| row.game == game && !row.rating.is_provisional();
        let mut rows: Vec<_> = kept.standings.ratings.values().filter(is_wanted).cloned().collect();
        rows.sort_by(|one, other| {
            other.rating.rating.total_cmp(&one.rating.rating).then_with(|| one.user.cmp(&other.user))
        });
        rows.truncate(limit as usize);
        Ok(rows)
    }

    async fn rating_changes(&self, table: &TableId) -> Stored<Vec<RatingChange>> {
        let kept = self.kept();
        let of_table = kept.standings.changes.iter().filter(|((of, _), _)| of == table);
        Ok(of_table.map(|(_, change)| change.clone()).collect())
    }

    async fn rated_opponents(&self, user: &UserId, since: u64, at_least: u32) -> Stored<Vec<UserId>> {
        Ok(self.kept().standings.opponents(user, since, at_least))
    }

    async fn tallies(&self, user: &UserId) -> Stored<Vec<Tally>> {
        Ok(standing::tallies(&self.standings_of(user)))
    }

    async fn streaks(&self, user: &UserId) -> Stored<Vec<Streak>> {
        let rows = self.standings_of(user);
        Ok(standing::streaks(rows.iter().map(|row| (row.game.as_str(), row.outcome))))
    }

    async fn finished(&self, wanted: &Wanted) -> Stored<Vec<(TableId, u64)>> {
        let fits = |row: &StandingRow| {
            wanted.game.as_ref().is_none_or(|game| *game == row.game)
                && (wanted.with_private || row.is_public)
                && wanted
                    .before
                    .as_ref()
                    .is_none_or(|(time, table)| (row.finished, &row.table) < (*time, table))
        };
        let rows = self.standings_of(&wanted.user);
        let mut found: Vec<_> =
            rows.into_iter().rev().filter(fits).map(|row| (row.table, row.finished)).collect();
        // A person may have played on several chairs.
        found.dedup();
        found.truncate(wanted.limit as usize);
        Ok(found)
    }

    async fn match_results(&self, table: &TableId) -> Stored<Vec<(ResultRow, Outcome)>> {
        let kept = self.kept();
        let outcome = |result: &ResultRow| {
            let row = kept.standings.rows.get(&(result.table.clone(), result.chair))?;
            Some((result.clone(), row.outcome))
        };
        Ok(kept.results.values().filter(|result| result.table == *table).filter_map(outcome).collect())
    }

    async fn table_ids(&self, after: Option<&TableId>, limit: u32) -> Stored<Vec<TableId>> {
        let kept = self.kept();
        let follows = |id: &&TableId| after.is_none_or(|after| after < *id);
        Ok(kept.tables.keys().filter(follows).take(limit as usize).cloned().collect())
    }
}
