//! Reports about games in SQLite.

use protocol::{ReportedMatch, UserId};
use sqlx::{Error, SqliteConnection};

use store::{GameReportRow, GameReports, StoreError, Stored};

use super::{SqliteStore, decode, writer::Write};
use crate::failure::OrStoreError as _;

type Applied<T> = Result<Stored<T>, Error>;

/// Deletes the reports about matches of a person, and those that they have asked for.
pub(super) async fn forget(connection: &mut SqliteConnection, user: &UserId) -> Result<(), Error> {
    for statement in [
        "DELETE FROM game_reports WHERE asker = $1 \
         OR id IN (SELECT report FROM reported_matches WHERE user_id = $1)",
        "DELETE FROM reported_matches WHERE report NOT IN (SELECT id FROM game_reports)",
    ] {
        sqlx::query(statement).bind(user.as_str()).execute(&mut *connection).await?;
    }
    Ok(())
}

struct Begin(GameReportRow);

impl Write for Begin {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let Self(new) = self;
        let inserted = sqlx::query(
            "INSERT INTO game_reports (id, asker, created, record, origin) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT DO NOTHING",
        )
        .bind(&new.id)
        .bind(new.asker.as_str())
        .bind(new.created as i64)
        .bind(&new.record)
        .bind(&new.origin)
        .execute(connection)
        .await?;
        Ok(Ok(inserted.rows_affected() == 1))
    }
}

struct SaveFindings {
    id: String,
    findings: String,
}

impl Write for SaveFindings {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        sqlx::query("UPDATE game_reports SET findings = $1 WHERE id = $2 AND report IS NULL")
            .bind(&self.findings)
            .bind(&self.id)
            .execute(connection)
            .await?;
        Ok(Ok(()))
    }
}

struct Finish {
    id: String,
    report: String,
    people: Vec<(UserId, ReportedMatch)>,
}

impl Write for Finish {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        let finished = sqlx::query("UPDATE game_reports SET report = $1, findings = NULL WHERE id = $2")
            .bind(&self.report)
            .bind(&self.id)
            .execute(&mut *connection)
            .await?;
        // It is gone if a player has deleted the account meanwhile.
        if finished.rows_affected() == 0 {
            return Ok(Ok(()));
        }
        for (user, reported) in &self.people {
            sqlx::query(
                "INSERT INTO reported_matches (user_id, report, finished, document) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(user.as_str())
            .bind(&self.id)
            .bind(reported.finished as i64)
            .bind(decode::json(reported))
            .execute(&mut *connection)
            .await?;
        }
        Ok(Ok(()))
    }
}

struct Remove(String);

impl Write for Remove {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        sqlx::query("DELETE FROM game_reports WHERE id = $1").bind(&self.0).execute(connection).await?;
        Ok(Ok(()))
    }
}

type Columns = (String, String, i64, String, Option<String>, Option<String>, Option<String>);

impl GameReports for SqliteStore {
    async fn begin_game_report(&self, new: GameReportRow) -> Stored<bool> {
        self.writer.write(Begin(new)).await
    }

    async fn save_findings(&self, id: &str, findings: String) -> Stored<()> {
        self.writer.write(SaveFindings { id: id.to_owned(), findings }).await
    }

    async fn finish_game_report(
        &self,
        id: &str,
        report: String,
        people: Vec<(UserId, ReportedMatch)>,
    ) -> Stored<()> {
        self.writer.write(Finish { id: id.to_owned(), report, people }).await
    }

    async fn remove_game_report(&self, id: &str) -> Stored<()> {
        self.writer.write(Remove(id.to_owned())).await
    }

    async fn game_report(&self, id: &str) -> Stored<Option<GameReportRow>> {
        let found: Option<Columns> = sqlx::query_as(
            "SELECT id, asker, created, record, origin, findings, report FROM game_reports WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&self.readers)
        .await
        .stored()?;
        let Some((id, asker, created, record, origin, findings, report)) = found else { return Ok(None) };
        let (asker, created) = (decode::id(asker)?, created as u64);
        Ok(Some(GameReportRow { id, asker, created, record, origin, findings, report }))
    }

    async fn unfinished_game_reports(&self) -> Stored<Vec<(String, UserId)>> {
        let found: Vec<(String, String)> =
            sqlx::query_as("SELECT id, asker FROM game_reports WHERE report IS NULL ORDER BY created, id")
                .fetch_all(&self.readers)
                .await
                .stored()?;
        found.into_iter().map(|(id, asker)| Ok((id, decode::id(asker)?))).collect()
    }

    async fn reported_matches(&self, user: &UserId, limit: u32) -> Stored<Vec<ReportedMatch>> {
        let found: Vec<(String,)> = sqlx::query_as(
            "SELECT document FROM reported_matches WHERE user_id = $1 \
             ORDER BY finished DESC, report DESC LIMIT $2 + 0",
        )
        .bind(user.as_str())
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let read = |(document,): &(String,)| {
            serde_json::from_str(document)
                .map_err(|error| StoreError::Unreadable(format!("what a report says: {error}")))
        };
        found.iter().map(read).collect()
    }
}
