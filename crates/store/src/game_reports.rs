//! Reports about games.

use std::{collections::BTreeMap, future::Future};

use protocol::{ReportedMatch, UserId};

use super::{MemoryStore, Stored};

/// A report about a game, finished or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReportRow {
    /// Its id, which follows from the record.
    pub id: String,
    /// Who asked for it.
    pub asker: UserId,
    /// When it was asked for.
    pub created: u64,
    /// The record.
    pub record: String,
    /// The players of the match who are known here, by their places in the record, and when and where it was played, as JSON.
    pub origin: Option<String>,
    /// What was found so far, as JSON; nothing at first.
    pub findings: Option<String>,
    /// The report as JSON, when it is finished.
    pub report: Option<String>,
}

/// Keeps reports about games.
///
/// When an account is deleted, the reports about its matches are deleted as well.
pub trait GameReports {
    /// Writes a new report that is not finished, unless there is one of the same id; tells whether it is new.
    fn begin_game_report(&self, new: GameReportRow) -> impl Future<Output = Stored<bool>> + Send;

    /// Replaces what was found so far.
    fn save_findings(&self, id: &str, findings: String) -> impl Future<Output = Stored<()>> + Send;

    /// Finishes a report, with what it says about the people who are known here.
    fn finish_game_report(
        &self,
        id: &str,
        report: String,
        people: Vec<(UserId, ReportedMatch)>,
    ) -> impl Future<Output = Stored<()>> + Send;

    /// Removes a report that cannot be made.
    fn remove_game_report(&self, id: &str) -> impl Future<Output = Stored<()>> + Send;

    /// A report.
    fn game_report(&self, id: &str) -> impl Future<Output = Stored<Option<GameReportRow>>> + Send;

    /// The ids of the reports that are not finished with those who asked for them, the oldest first.
    fn unfinished_game_reports(&self) -> impl Future<Output = Stored<Vec<(String, UserId)>>> + Send;

    /// What reports say about a person, the newest match first.
    fn reported_matches(
        &self,
        user: &UserId,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<ReportedMatch>>> + Send;
}

/// What is kept in memory.
#[derive(Debug, Default)]
pub(super) struct KeptGameReports {
    reports: BTreeMap<String, GameReportRow>,
    people: Vec<(UserId, ReportedMatch)>,
}

impl KeptGameReports {
    pub(super) fn forget(&mut self, user: &UserId) {
        let theirs: Vec<String> = self
            .people
            .iter()
            .filter(|(of, _)| of == user)
            .map(|(_, reported)| reported.report.clone())
            .collect();
        self.reports.retain(|id, row| !theirs.contains(id) && row.asker != *user);
        self.people.retain(|(_, reported)| !theirs.contains(&reported.report));
    }
}

impl GameReports for MemoryStore {
    async fn begin_game_report(&self, new: GameReportRow) -> Stored<bool> {
        self.write(|kept| {
            let reports = &mut kept.game_reports.reports;
            if reports.contains_key(&new.id) {
                return Ok(false);
            }
            reports.insert(new.id.clone(), new);
            Ok(true)
        })
        .await
    }

    async fn save_findings(&self, id: &str, findings: String) -> Stored<()> {
        self.write(|kept| {
            if let Some(row) = kept.game_reports.reports.get_mut(id) {
                row.findings = Some(findings);
            }
            Ok(())
        })
        .await
    }

    async fn finish_game_report(
        &self,
        id: &str,
        report: String,
        people: Vec<(UserId, ReportedMatch)>,
    ) -> Stored<()> {
        self.write(|kept| {
            let kept = &mut kept.game_reports;
            if let Some(row) = kept.reports.get_mut(id) {
                (row.report, row.findings) = (Some(report), None);
                kept.people.extend(people);
            }
            Ok(())
        })
        .await
    }

    async fn remove_game_report(&self, id: &str) -> Stored<()> {
        self.write(|kept| {
            kept.game_reports.reports.remove(id);
            Ok(())
        })
        .await
    }

    async fn game_report(&self, id: &str) -> Stored<Option<GameReportRow>> {
        Ok(self.kept().game_reports.reports.get(id).cloned())
    }

    async fn unfinished_game_reports(&self) -> Stored<Vec<(String, UserId)>> {
        let kept = self.kept();
        let mut rows: Vec<_> =
            kept.game_reports.reports.values().filter(|row| row.report.is_none()).collect();
        rows.sort_by_key(|row| (row.created, &row.id));
        Ok(rows.into_iter().map(|row| (row.id.clone(), row.asker.clone())).collect())
    }

    async fn reported_matches(&self, user: &UserId, limit: u32) -> Stored<Vec<ReportedMatch>> {
        let kept = self.kept();
        let theirs = kept.game_reports.people.iter().filter(|(of, _)| of == user);
        let mut found: Vec<_> = theirs.map(|(_, reported)| reported.clone()).collect();
        found.sort_by(|one, other| (other.finished, &other.report).cmp(&(one.finished, &one.report)));
        found.truncate(limit as usize);
        Ok(found)
    }
}
