//! What people have tried of the puzzles, and their mistakes, in SQLite.

use protocol::UserId;
use sqlx::{Error, SqliteConnection};

use store::{
    MistakeRow, PuzzleRow, PuzzleStore, PuzzleTry, SolverRow, Stored, TryOutcome, after_try, standing::Rating,
};

use super::{SqliteStore, decode, writer::Write};
use crate::failure::OrStoreError as _;

type Applied<T> = Result<Stored<T>, Error>;
type SolverColumns = (f64, f64, f64, u32, u32, u32, u32, i64);
type PuzzleColumns = (f64, f64, f64, u32, u32);
type MistakeColumns = (String, String, String, String, String, String, String, i64, i64, Option<i64>);

const SOLVER: &str = "SELECT rating, deviation, volatility, tries, solved, streak, best_streak, changed \
     FROM solvers WHERE user_id = $1 AND game = $2";
const PUZZLE: &str = "SELECT rating, deviation, volatility, tries, solved FROM puzzles \
     WHERE game = $1 AND puzzle = $2";

fn solver(
    (rating, deviation, volatility, tries, solved, streak, best_streak, changed): SolverColumns,
) -> SolverRow {
    let rating = Rating { rating, deviation, volatility };
    SolverRow { rating, tries, solved, streak, best_streak, changed: changed as u64 }
}

fn puzzle((rating, deviation, volatility, tries, solved): PuzzleColumns) -> PuzzleRow {
    PuzzleRow { rating: Rating { rating, deviation, volatility }, tries, solved }
}

struct Try(PuzzleTry);

impl Write for Try {
    type Outcome = TryOutcome;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<TryOutcome> {
        let Self(new) = self;
        let known: Option<SolverColumns> = sqlx::query_as(SOLVER)
            .bind(new.user.as_str())
            .bind(&new.game)
            .fetch_optional(&mut *connection)
            .await?;
        let before = known.map(solver).unwrap_or_default();
        let known: Option<PuzzleColumns> =
            sqlx::query_as(PUZZLE).bind(&new.game).bind(&new.puzzle).fetch_optional(&mut *connection).await?;
        let tried = known.map_or_else(|| PuzzleRow::new(new.made_rating), puzzle);
        let inserted = sqlx::query(
            "INSERT INTO puzzle_tries (user_id, game, puzzle, is_solved, time) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT DO NOTHING",
        )
        .bind(new.user.as_str())
        .bind(&new.game)
        .bind(&new.puzzle)
        .bind(i64::from(new.solved))
        .bind(new.time as i64)
        .execute(&mut *connection)
        .await?;
        if inserted.rows_affected() == 0 {
            return Ok(Ok(TryOutcome { counts: false, before, after: before, puzzle: tried }));
        }
        let (after, tried) = after_try(before, tried, new);
        sqlx::query(
            "INSERT INTO solvers (user_id, game, rating, deviation, volatility, tries, solved, streak, best_streak, \
             changed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id, game) DO UPDATE SET \
             rating = $3, deviation = $4, volatility = $5, tries = $6, solved = $7, streak = $8, best_streak = $9, \
             changed = $10",
        )
        .bind(new.user.as_str())
        .bind(&new.game)
        .bind(after.rating.rating)
        .bind(after.rating.deviation)
        .bind(after.rating.volatility)
        .bind(after.tries)
        .bind(after.solved)
        .bind(after.streak)
        .bind(after.best_streak)
        .bind(after.changed as i64)
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "INSERT INTO puzzles (game, puzzle, rating, deviation, volatility, tries, solved) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, puzzle) DO UPDATE SET \
             rating = $3, deviation = $4, volatility = $5, tries = $6, solved = $7",
        )
        .bind(&new.game)
        .bind(&new.puzzle)
        .bind(tried.rating.rating)
        .bind(tried.rating.deviation)
        .bind(tried.rating.volatility)
        .bind(tried.tries)
        .bind(tried.solved)
        .execute(connection)
        .await?;
        Ok(Ok(TryOutcome { counts: true, before, after, puzzle: tried }))
    }
}

struct KeepMistake(MistakeRow, u32);

impl Write for KeepMistake {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let Self(mistake, limit) = self;
        let (n_own, is_there): (i64, i64) = sqlx::query_as(
            "SELECT COUNT(*), COALESCE(SUM(game = $2 AND id = $3), 0) FROM mistakes WHERE user_id = $1",
        )
        .bind(mistake.user.as_str())
        .bind(&mistake.game)
        .bind(&mistake.id)
        .fetch_one(&mut *connection)
        .await?;
        if is_there == 0 && i64::from(*limit) <= n_own {
            return Ok(Ok(false));
        }
        sqlx::query(
            "INSERT INTO mistakes (user_id, game, id, options, position, best, played, table_id, made, stage, due) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING",
        )
        .bind(mistake.user.as_str())
        .bind(&mistake.game)
        .bind(&mistake.id)
        .bind(&mistake.options)
        .bind(&mistake.position)
        .bind(&mistake.best)
        .bind(&mistake.played)
        .bind(mistake.table.as_str())
        .bind(mistake.made as i64)
        .bind(i64::from(mistake.stage))
        .bind(mistake.due.map(|due| due as i64))
        .execute(connection)
        .await?;
        Ok(Ok(true))
    }
}

struct PutOff {
    user: UserId,
    game: String,
    id: String,
    stage: u8,
    due: Option<u64>,
}

impl Write for PutOff {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let changed = sqlx::query(
            "UPDATE mistakes SET stage = $4, due = $5 WHERE user_id = $1 AND game = $2 AND id = $3",
        )
        .bind(self.user.as_str())
        .bind(&self.game)
        .bind(&self.id)
        .bind(i64::from(self.stage))
        .bind(self.due.map(|due| due as i64))
        .execute(connection)
        .await?;
        Ok(Ok(0 < changed.rows_affected()))
    }
}

impl PuzzleStore for SqliteStore {
    async fn solver(&self, user: &UserId, game: &str) -> Stored<SolverRow> {
        let row: Option<SolverColumns> = sqlx::query_as(SOLVER)
            .bind(user.as_str())
            .bind(game)
            .fetch_optional(&self.readers)
            .await
            .stored()?;
        Ok(row.map(solver).unwrap_or_default())
    }

    async fn solvers(&self, user: &UserId) -> Stored<Vec<(String, SolverRow)>> {
        let games: Vec<(String,)> =
            sqlx::query_as("SELECT game FROM solvers WHERE user_id = $1 ORDER BY game")
                .bind(user.as_str())
                .fetch_all(&self.readers)
                .await
                .stored()?;
        let mut solvers = Vec::with_capacity(games.len());
        for (game,) in games {
            let row = self.solver(user, &game).await?;
            solvers.push((game, row));
        }
        Ok(solvers)
    }

    async fn puzzle_rows(&self, game: &str) -> Stored<Vec<(String, PuzzleRow)>> {
        let rows: Vec<(String, f64, f64, f64, u32, u32)> = sqlx::query_as(
            "SELECT puzzle, rating, deviation, volatility, tries, solved FROM puzzles WHERE game = $1 ORDER BY puzzle",
        )
        .bind(game)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let row = |(id, rating, deviation, volatility, tries, solved)| {
            (id, puzzle((rating, deviation, volatility, tries, solved)))
        };
        Ok(rows.into_iter().map(row).collect())
    }

    async fn tried_puzzles(&self, user: &UserId, game: &str) -> Stored<Vec<(String, bool)>> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT puzzle, is_solved FROM puzzle_tries WHERE user_id = $1 AND game = $2 ORDER BY puzzle",
        )
        .bind(user.as_str())
        .bind(game)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        Ok(rows.into_iter().map(|(id, solved)| (id, solved != 0)).collect())
    }

    async fn try_puzzle(&self, new: PuzzleTry) -> Stored<TryOutcome> {
        self.writer.write(Try(new)).await
    }

    async fn keep_mistake(&self, mistake: MistakeRow, limit: u32) -> Stored<bool> {
        self.writer.write(KeepMistake(mistake, limit)).await
    }

    async fn mistakes(&self, user: &UserId) -> Stored<Vec<MistakeRow>> {
        let rows: Vec<MistakeColumns> = sqlx::query_as(
            "SELECT game, id, options, position, best, played, table_id, made, stage, due FROM mistakes \
             WHERE user_id = $1 ORDER BY due IS NULL, due, made, game, id",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let mistake =
            |(game, id, options, position, best, played, table, made, stage, due): MistakeColumns| {
                Ok(MistakeRow {
                    user: user.clone(),
                    game,
                    id,
                    options,
                    position,
                    best,
                    played,
                    table: decode::id(table)?,
                    made: made as u64,
                    stage: u8::try_from(stage).unwrap_or(u8::MAX),
                    due: due.map(|due| due as u64),
                })
            };
        rows.into_iter().map(mistake).collect()
    }

    async fn put_off_mistake(
        &self,
        user: &UserId,
        game: &str,
        id: &str,
        stage: u8,
        due: Option<u64>,
    ) -> Stored<bool> {
        let (game, id) = (game.to_owned(), id.to_owned());
        self.writer.write(PutOff { user: user.clone(), game, id, stage, due }).await
    }
}
