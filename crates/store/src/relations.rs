//! Whom people follow, mute and block, and what they report.

use std::{collections::BTreeMap, future::Future};

use protocol::{Person, RelationKind, ReportReason, TableId, UserId};

use super::{MemoryStore, Stored};

/// A report to be kept until whoever runs the server has seen to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// Its number; 0 for one that is not kept yet.
    pub number: u64,
    /// Who reports.
    pub by: UserId,
    /// About whom.
    pub about: UserId,
    /// What it is about.
    pub reason: ReportReason,
    /// What happened, in their words.
    pub text: String,
    /// At which table, if it was at one.
    pub table: Option<TableId>,
    /// When.
    pub time: u64,
}

/// How many reports may be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenReports {
    /// Those of one person.
    pub per_person: u32,
    /// All together.
    pub in_all: u32,
}

/// Keeps how people stand to each other, and their reports.
///
/// When an account is deleted, its relations and reports go with it, whichever side it is.
pub trait Relations {
    /// Begins a relation, unless a person has so many of the kind already; tells whether there is one now.
    fn relate(
        &self,
        from: &UserId,
        to: &UserId,
        kind: RelationKind,
        since: u64,
        limit: u32,
    ) -> impl Future<Output = Stored<bool>> + Send;

    /// Ends a relation.
    fn unrelate(
        &self,
        from: &UserId,
        to: &UserId,
        kind: RelationKind,
    ) -> impl Future<Output = Stored<()>> + Send;

    /// The relations of a person to people who are still known, the oldest first.
    fn relations(&self, from: &UserId) -> impl Future<Output = Stored<Vec<(RelationKind, Person)>>> + Send;

    /// Those whom a person has blocked, or who have blocked that person.
    fn blocked_with(&self, user: &UserId) -> impl Future<Output = Stored<Vec<UserId>>> + Send;

    /// Keeps a report, unless too many are open; tells whether it is kept.
    fn report(&self, report: ReportRow, limit: OpenReports) -> impl Future<Output = Stored<bool>> + Send;

    /// The open reports, the oldest first.
    fn reports(&self, limit: u32) -> impl Future<Output = Stored<Vec<ReportRow>>> + Send;

    /// The open reports that a person has made.
    fn reports_by(&self, user: &UserId) -> impl Future<Output = Stored<Vec<ReportRow>>> + Send;

    /// Removes a report; tells whether there was one of that number.
    fn close_report(&self, number: u64) -> impl Future<Output = Stored<bool>> + Send;
}

/// What is kept in memory.
#[derive(Debug, Default)]
pub(super) struct KeptRelations {
    relations: BTreeMap<(UserId, RelationKind, UserId), u64>,
    reports: Vec<ReportRow>,
    n_reports: u64,
}

impl KeptRelations {
    /// Forgets a person, whichever side they are.
    pub(super) fn forget(&mut self, user: &UserId) {
        self.relations.retain(|(from, _, to), _| from != user && to != user);
        self.reports.retain(|report| report.by != *user && report.about != *user);
    }
}

impl Relations for MemoryStore {
    async fn relate(
        &self,
        from: &UserId,
        to: &UserId,
        kind: RelationKind,
        since: u64,
        limit: u32,
    ) -> Stored<bool> {
        self.write(|kept| {
            let relations = &mut kept.relations.relations;
            let key = (from.clone(), kind, to.clone());
            let n_of_kind = relations.keys().filter(|(who, of, _)| who == from && *of == kind).count();
            if !relations.contains_key(&key) && limit as usize <= n_of_kind {
                return Ok(false);
            }
            relations.entry(key).or_insert(since);
            Ok(true)
        })
        .await
    }

    async fn unrelate(&self, from: &UserId, to: &UserId, kind: RelationKind) -> Stored<()> {
        self.write(|kept| {
            kept.relations.relations.remove(&(from.clone(), kind, to.clone()));
            Ok(())
        })
        .await
    }

    async fn relations(&self, from: &UserId) -> Stored<Vec<(RelationKind, Person)>> {
        let kept = self.kept();
        let own = kept.relations.relations.iter().filter(|((who, _, _), _)| who == from);
        let mut own: Vec<_> = own
            .filter_map(|((_, kind, to), since)| Some((since, *kind, kept.users.get(to)?.person.clone())))
            .collect();
        own.sort_by(|one, other| (one.0, &one.2.id).cmp(&(other.0, &other.2.id)));
        Ok(own.into_iter().map(|(_, kind, person)| (kind, person)).collect())
    }

    async fn blocked_with(&self, user: &UserId) -> Stored<Vec<UserId>> {
        let kept = self.kept();
        let blocks = kept.relations.relations.keys().filter(|(_, kind, _)| *kind == RelationKind::Block);
        let mut others: Vec<_> = blocks
            .filter_map(|(from, _, to)| match (from == user, to == user) {
                (true, _) => Some(to.clone()),
                (_, true) => Some(from.clone()),
                _ => None,
            })
            .collect();
        others.sort_unstable();
        others.dedup();
        Ok(others)
    }

    async fn report(&self, report: ReportRow, limit: OpenReports) -> Stored<bool> {
        self.write(|kept| {
            let kept = &mut kept.relations;
            let n_own = kept.reports.iter().filter(|open| open.by == report.by).count();
            if limit.per_person as usize <= n_own || limit.in_all as usize <= kept.reports.len() {
                return Ok(false);
            }
            kept.n_reports += 1;
            kept.reports.push(ReportRow { number: kept.n_reports, ..report });
            Ok(true)
        })
        .await
    }

    async fn reports(&self, limit: u32) -> Stored<Vec<ReportRow>> {
        Ok(self.kept().relations.reports.iter().take(limit as usize).cloned().collect())
    }

    async fn reports_by(&self, user: &UserId) -> Stored<Vec<ReportRow>> {
        Ok(self.kept().relations.reports.iter().filter(|report| report.by == *user).cloned().collect())
    }

    async fn close_report(&self, number: u64) -> Stored<bool> {
        self.write(|kept| {
            let before = kept.relations.reports.len();
            kept.relations.reports.retain(|report| report.number != number);
            Ok(kept.relations.reports.len() < before)
        })
        .await
    }
}
