//! Whom people follow, mute and block, and what they report, in SQLite.

use protocol::{Person, RelationKind, UserId};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{Error, SqliteConnection};

use store::{OpenReports, Relations, ReportRow, StoreError, Stored};

use super::{SqliteStore, decode, writer::Write};
use crate::failure::OrStoreError as _;

type Applied<T> = Result<Stored<T>, Error>;
type ReportColumns = (i64, String, String, String, String, Option<String>, i64);

const REPORTS: &str = "SELECT number, by_id, about_id, reason, text, table_id, time FROM reports \
     ORDER BY number LIMIT $1 + 0";
const REPORTS_BY: &str = "SELECT number, by_id, about_id, reason, text, table_id, time FROM reports \
     WHERE by_id = $1 ORDER BY number";

/// A kind of something as it stands in a column: the word that the protocol has for it.
fn word(kind: impl Serialize) -> String {
    decode::json(&kind).trim_matches('"').to_owned()
}

fn kind_of<T: DeserializeOwned>(word: &str) -> Stored<T> {
    serde_json::from_value(word.into()).map_err(|_| StoreError::Unreadable(format!("the kind {word:?}")))
}

fn report((number, by, about, reason, text, table, time): ReportColumns) -> Stored<ReportRow> {
    Ok(ReportRow {
        number: number as u64,
        by: decode::id(by)?,
        about: decode::id(about)?,
        reason: kind_of(&reason)?,
        text,
        table: table.map(decode::id).transpose()?,
        time: time as u64,
    })
}

struct Relate {
    from: UserId,
    to: UserId,
    kind: RelationKind,
    since: u64,
    limit: u32,
}

impl Write for Relate {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let (n_of_kind, is_there): (i64, i64) = sqlx::query_as(
            "SELECT COUNT(*), COALESCE(SUM(to_id = $3), 0) FROM relations WHERE from_id = $1 AND kind = $2",
        )
        .bind(self.from.as_str())
        .bind(word(self.kind))
        .bind(self.to.as_str())
        .fetch_one(&mut *connection)
        .await?;
        if is_there == 0 && i64::from(self.limit) <= n_of_kind {
            return Ok(Ok(false));
        }
        sqlx::query(
            "INSERT INTO relations (from_id, kind, to_id, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        )
        .bind(self.from.as_str())
        .bind(word(self.kind))
        .bind(self.to.as_str())
        .bind(self.since as i64)
        .execute(connection)
        .await?;
        Ok(Ok(true))
    }
}

struct Unrelate {
    from: UserId,
    to: UserId,
    kind: RelationKind,
}

impl Write for Unrelate {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        sqlx::query("DELETE FROM relations WHERE from_id = $1 AND kind = $2 AND to_id = $3")
            .bind(self.from.as_str())
            .bind(word(self.kind))
            .bind(self.to.as_str())
            .execute(connection)
            .await?;
        Ok(Ok(()))
    }
}

struct NewReport(ReportRow, OpenReports);

impl Write for NewReport {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let Self(report, limit) = self;
        let (in_all, own): (i64, i64) =
            sqlx::query_as("SELECT COUNT(*), COALESCE(SUM(by_id = $1), 0) FROM reports")
                .bind(report.by.as_str())
                .fetch_one(&mut *connection)
                .await?;
        if i64::from(limit.in_all) <= in_all || i64::from(limit.per_person) <= own {
            return Ok(Ok(false));
        }
        sqlx::query(
            "INSERT INTO reports (by_id, about_id, reason, text, table_id, time) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(report.by.as_str())
        .bind(report.about.as_str())
        .bind(word(report.reason))
        .bind(&report.text)
        .bind(report.table.as_ref().map(protocol::TableId::as_str))
        .bind(report.time as i64)
        .execute(connection)
        .await?;
        Ok(Ok(true))
    }
}

struct CloseReport(u64);

impl Write for CloseReport {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let closed = sqlx::query("DELETE FROM reports WHERE number = $1")
            .bind(i64::try_from(self.0).unwrap_or(i64::MAX))
            .execute(connection)
            .await?;
        Ok(Ok(0 < closed.rows_affected()))
    }
}

impl Relations for SqliteStore {
    async fn relate(
        &self,
        from: &UserId,
        to: &UserId,
        kind: RelationKind,
        since: u64,
        limit: u32,
    ) -> Stored<bool> {
        self.writer.write(Relate { from: from.clone(), to: to.clone(), kind, since, limit }).await
    }

    async fn unrelate(&self, from: &UserId, to: &UserId, kind: RelationKind) -> Stored<()> {
        self.writer.write(Unrelate { from: from.clone(), to: to.clone(), kind }).await
    }

    async fn relations(&self, from: &UserId) -> Stored<Vec<(RelationKind, Person)>> {
        let rows: Vec<(String, String, String, i64, i64)> = sqlx::query_as(
            "SELECT kind, users.id, users.name, users.guest, users.bot FROM relations \
             JOIN users ON users.id = to_id WHERE from_id = $1 ORDER BY since, to_id",
        )
        .bind(from.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let relation = |(kind, id, name, guest, bot): (String, String, String, i64, i64)| {
            let person = Person { id: decode::id(id)?, name, guest: guest != 0, bot: bot != 0 };
            Ok((kind_of(&kind)?, person))
        };
        rows.into_iter().map(relation).collect()
    }

    async fn blocked_with(&self, user: &UserId) -> Stored<Vec<UserId>> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT to_id FROM relations WHERE from_id = $1 AND kind = 'block' \
             UNION SELECT from_id FROM relations WHERE to_id = $1 AND kind = 'block' ORDER BY 1",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(|(id,)| decode::id(id)).collect()
    }

    async fn report(&self, report: ReportRow, limit: OpenReports) -> Stored<bool> {
        self.writer.write(NewReport(report, limit)).await
    }

    async fn reports(&self, limit: u32) -> Stored<Vec<ReportRow>> {
        let rows: Vec<ReportColumns> =
            sqlx::query_as(REPORTS).bind(limit).fetch_all(&self.readers).await.stored()?;
        rows.into_iter().map(report).collect()
    }

    async fn reports_by(&self, user: &UserId) -> Stored<Vec<ReportRow>> {
        let rows: Vec<ReportColumns> =
            sqlx::query_as(REPORTS_BY).bind(user.as_str()).fetch_all(&self.readers).await.stored()?;
        rows.into_iter().map(report).collect()
    }

    async fn close_report(&self, number: u64) -> Stored<bool> {
        self.writer.write(CloseReport(number)).await
    }
}
