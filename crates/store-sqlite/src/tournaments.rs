//! Tournaments of people in SQLite.

use protocol::{Tournament, TournamentId, TournamentPhase, UserId};
use sqlx::{Error, SqliteConnection};

use store::{StoreError, Stored, TournamentRow, Tournaments, forget_in_tournament};

use super::{SqliteStore, decode, writer::Write};
use crate::failure::OrStoreError as _;

type Applied<T> = Result<Stored<T>, Error>;

/// Ids have no letters that mean something in a pattern.
const MENTIONING: &str = "SELECT document, revision FROM tournaments WHERE document LIKE $1 ORDER BY id";

fn tournament(document: &str) -> Stored<Tournament> {
    serde_json::from_str(document).map_err(|error| StoreError::Unreadable(format!("a tournament: {error}")))
}

fn row((document, revision): (String, i64)) -> Stored<TournamentRow> {
    Ok(TournamentRow { tournament: tournament(&document)?, revision: revision as u64 })
}

fn is_over(tournament: &Tournament) -> i64 {
    i64::from(matches!(tournament.phase, TournamentPhase::Over | TournamentPhase::Cancelled))
}

fn mentions(user: &UserId) -> String {
    format!("%\"id\":\"{user}\"%")
}

/// Takes the name of a person out of all tournaments.
pub(super) async fn forget(connection: &mut SqliteConnection, user: &UserId) -> Applied<()> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as(MENTIONING).bind(mentions(user)).fetch_all(&mut *connection).await?;
    let mut changed = Vec::with_capacity(rows.len());
    for found in rows {
        match row(found) {
            Ok(mut row) => {
                forget_in_tournament(&mut row.tournament, user);
                changed.push(Save { changed: row.tournament, revision: row.revision });
            }
            Err(error) => return Ok(Err(error)),
        }
    }
    for save in changed {
        if let Err(error) = save.apply(connection).await? {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

struct Create(Tournament);

impl Write for Create {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        let Self(new) = self;
        let inserted = sqlx::query(
            "INSERT INTO tournaments (id, is_over, created, revision, document) VALUES ($1, $2, $3, 0, $4) \
             ON CONFLICT DO NOTHING",
        )
        .bind(new.id.as_str())
        .bind(is_over(new))
        .bind(new.created as i64)
        .bind(decode::json(new))
        .execute(connection)
        .await?;
        match inserted.rows_affected() {
            1 => Ok(Ok(())),
            _ => Ok(Err(StoreError::Conflict(format!("there is a tournament {} already", new.id)))),
        }
    }
}

struct Save {
    changed: Tournament,
    revision: u64,
}

impl Write for Save {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let saved = sqlx::query(
            "UPDATE tournaments SET is_over = $1, revision = revision + 1, document = $2 \
             WHERE id = $3 AND revision = $4",
        )
        .bind(is_over(&self.changed))
        .bind(decode::json(&self.changed))
        .bind(self.changed.id.as_str())
        .bind(self.revision as i64)
        .execute(connection)
        .await?;
        Ok(Ok(saved.rows_affected() == 1))
    }
}

impl Tournaments for SqliteStore {
    async fn create_tournament(&self, new: Tournament) -> Stored<()> {
        self.writer.write(Create(new)).await
    }

    async fn save_tournament(&self, changed: Tournament, revision: u64) -> Stored<bool> {
        self.writer.write(Save { changed, revision }).await
    }

    async fn tournament(&self, id: &TournamentId) -> Stored<Option<TournamentRow>> {
        let found: Option<(String, i64)> =
            sqlx::query_as("SELECT document, revision FROM tournaments WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(&self.readers)
                .await
                .stored()?;
        found.map(row).transpose()
    }

    async fn tournaments(&self, limit: u32) -> Stored<Vec<Tournament>> {
        let found: Vec<(String,)> = sqlx::query_as(
            "SELECT document FROM tournaments ORDER BY is_over, created DESC, id LIMIT $1 + 0",
        )
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        found.iter().map(|(document,)| tournament(document)).collect()
    }

    async fn tournaments_of(&self, user: &UserId) -> Stored<Vec<Tournament>> {
        let found: Vec<(String, i64)> =
            sqlx::query_as(MENTIONING).bind(mentions(user)).fetch_all(&self.readers).await.stored()?;
        found.into_iter().map(|found| row(found).map(|row| row.tournament)).collect()
    }
}
