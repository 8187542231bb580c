//! Ratings, finished matches and statistics in SQLite.

use protocol::{
    NewTable, Outcome, RatingChange, Streak, TableHappening, TableId, TableSummary, Tally, UserId,
};
use sqlx::{Error, SqliteConnection};

use limits::tables::MAX_RATED_MATCHES_PER_PAIR_AND_DAY;
use store::{
    Append, DAY_MS, RatingRow, ResultRow, Standings, StoreError, Stored, Wanted,
    standing::{self, Rating},
};

use super::{
    SqliteStore,
    decode::{self, ResultColumns},
};
use crate::failure::OrStoreError as _;

/// Writes what a finished match means, in the transaction that writes its results.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    append: &Append,
    settings: &NewTable,
    summary: &TableSummary,
) -> Result<(), Error> {
    let payloads: Vec<(String,)> =
        sqlx::query_as("SELECT payload FROM events WHERE table_id = $1 AND kind = 'match' ORDER BY seq")
            .bind(append.table.as_str())
            .fetch_all(&mut *connection)
            .await?;
    // An event that cannot be read takes nothing but a little of the statistics with it.
    let events: Vec<TableHappening> =
        payloads.iter().filter_map(|(payload,)| serde_json::from_str(payload).ok()).collect();
    let rows = standing::standings(settings, summary, &append.results, &events);
    for row in &rows {
        sqlx::query(
            "INSERT INTO standings (table_id, chair, user_id, game, opponent, outcome, points, moves, thinking, \
             is_public, finished) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(row.table.as_str())
        .bind(i64::from(row.chair))
        .bind(row.user.as_ref().map(UserId::as_str))
        .bind(&row.game)
        .bind(&row.opponent)
        .bind(word(row.outcome))
        .bind(row.points)
        .bind(row.moves)
        .bind(i64::try_from(row.thinking).unwrap_or(i64::MAX))
        .bind(i64::from(row.is_public))
        .bind(row.finished as i64)
        .execute(&mut *connection)
        .await?;
    }
    let users: Option<Vec<&UserId>> = append.results.iter().map(|result| result.user.as_ref()).collect();
    match users.filter(|_| standing::counts_for_ratings(summary, &rows)) {
        Some(users) if !have_played_often(connection, &users, append.now).await? => {
            let outcomes: Vec<_> = rows.iter().map(|row| row.outcome).collect();
            write_ratings(connection, append, &users, &outcomes).await
        }
        _ => Ok(()),
    }
}

/// A person's opponents in matches that changed ratings, with the number of those matches.
const RATED_OPPONENTS: &str = "SELECT others.user_id FROM standings \
     JOIN rating_changes AS own ON own.table_id = standings.table_id AND own.user_id = standings.user_id \
     JOIN rating_changes AS others ON others.table_id = standings.table_id AND others.user_id <> own.user_id \
     WHERE standings.user_id = $1 AND standings.finished >= $2 \
     GROUP BY others.user_id HAVING COUNT(*) >= $3 ORDER BY others.user_id";

/// Tells whether two of these have played as many rated matches within a day as count.
async fn have_played_often(
    connection: &mut SqliteConnection,
    users: &[&UserId],
    now: u64,
) -> Result<bool, Error> {
    for user in users {
        let frequent: Vec<(String,)> = sqlx::query_as(RATED_OPPONENTS)
            .bind(user.as_str())
            .bind(now.saturating_sub(DAY_MS) as i64)
            .bind(MAX_RATED_MATCHES_PER_PAIR_AND_DAY)
            .fetch_all(&mut *connection)
            .await?;
        if users.iter().any(|other| frequent.iter().any(|(id,)| id == other.as_str())) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn write_ratings(
    connection: &mut SqliteConnection,
    append: &Append,
    users: &[&UserId],
    outcomes: &[Outcome],
) -> Result<(), Error> {
    let mut before = Vec::with_capacity(users.len());
    for (user, result) in users.iter().zip(&append.results) {
        let kept: Option<(f64, f64, f64, i64)> = sqlx::query_as(
            "SELECT rating, deviation, volatility, changed FROM ratings WHERE user_id = $1 AND game = $2",
        )
        .bind(user.as_str())
        .bind(&result.game)
        .fetch_optional(&mut *connection)
        .await?;
        let rest = |(rating, deviation, volatility, changed): (f64, f64, f64, i64)| {
            Rating { rating, deviation, volatility }.aged(append.now.saturating_sub(changed as u64))
        };
        before.push(kept.map(rest).unwrap_or_default());
    }
    let after = standing::rated(&before, outcomes);
    for ((user, result), (before, after)) in users.iter().zip(&append.results).zip(before.iter().zip(&after))
    {
        sqlx::query(
            "INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, changed) \
             VALUES ($1, $2, $3, $4, $5, 1, $6) ON CONFLICT (user_id, game) DO UPDATE \
             SET rating = $3, deviation = $4, volatility = $5, games = ratings.games + 1, changed = $6",
        )
        .bind(user.as_str())
        .bind(&result.game)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(append.now as i64)
        .execute(&mut *connection)
        .await?;
        let change = standing::change(result.chair, before, after);
        sqlx::query(
            "INSERT INTO rating_changes (table_id, chair, user_id, game, before, after, deviation, provisional) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(append.table.as_str())
        .bind(i64::from(change.chair))
        .bind(user.as_str())
        .bind(&result.game)
        .bind(change.before)
        .bind(change.after)
        .bind(change.deviation)
        .bind(i64::from(change.provisional))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Drawn => "drawn",
        Outcome::Lost => "lost",
    }
}

pub(super) fn outcome(word: &str) -> Stored<Outcome> {
    match word {
        "won" => Ok(Outcome::Won),
        "drawn" => Ok(Outcome::Drawn),
        "lost" => Ok(Outcome::Lost),
        other => Err(StoreError::Unreadable(format!("\"{other}\" is no outcome of a match"))),
    }
}

/// What a match did to ratings, chair by chair.
pub(super) async fn rating_changes(
    connection: &mut SqliteConnection,
    table: &str,
) -> Stored<Vec<RatingChange>> {
    let rows: Vec<(i64, f64, f64, f64, i64)> = sqlx::query_as(
        "SELECT chair, before, after, deviation, provisional FROM rating_changes WHERE table_id = $1 \
         ORDER BY chair",
    )
    .bind(table)
    .fetch_all(connection)
    .await
    .stored()?;
    let change = |(chair, before, after, deviation, provisional)| RatingChange {
        chair: i64::cast_unsigned(chair) as u8,
        before,
        after,
        deviation,
        provisional: provisional != 0_i64,
    };
    Ok(rows.into_iter().map(change).collect())
}

type TallyColumns = (String, i64, String, u32, u32, u32, i64, i64, i64);

type RatingColumns = (String, String, f64, f64, f64, u32, i64);

fn rating((user, game, rating, deviation, volatility, games, changed): RatingColumns) -> Stored<RatingRow> {
    let rating = Rating { rating, deviation, volatility };
    Ok(RatingRow { user: decode::id(user)?, game, rating, games, changed: changed as u64 })
}

impl Standings for SqliteStore {
    async fn ratings(&self, user: &UserId) -> Stored<Vec<RatingRow>> {
        let rows: Vec<RatingColumns> = sqlx::query_as(
            "SELECT user_id, game, rating, deviation, volatility, games, changed FROM ratings \
             WHERE user_id = $1 ORDER BY game",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(rating).collect()
    }

    async fn leaders(&self, game: &str, limit: u32) -> Stored<Vec<RatingRow>> {
        let rows: Vec<RatingColumns> = sqlx::query_as(
            "SELECT user_id, game, rating, deviation, volatility, games, changed FROM ratings \
             WHERE game = $1 AND deviation <= $2 ORDER BY rating DESC, user_id LIMIT $3 + 0",
        )
        .bind(game)
        .bind(Rating::CERTAIN)
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(rating).collect()
    }

    async fn rating_changes(&self, table: &TableId) -> Stored<Vec<RatingChange>> {
        let mut connection = self.readers.acquire().await.stored()?;
        rating_changes(&mut connection, table.as_str()).await
    }

    async fn rated_opponents(&self, user: &UserId, since: u64, at_least: u32) -> Stored<Vec<UserId>> {
        let rows: Vec<(String,)> = sqlx::query_as(RATED_OPPONENTS)
            .bind(user.as_str())
            .bind(i64::try_from(since).unwrap_or(i64::MAX))
            .bind(at_least)
            .fetch_all(&self.readers)
            .await
            .stored()?;
        rows.into_iter().map(|(id,)| decode::id(id)).collect()
    }

    async fn tallies(&self, user: &UserId) -> Stored<Vec<Tally>> {
        let rows: Vec<TallyColumns> = sqlx::query_as(
            "SELECT game, chair, opponent, SUM(outcome = 'won'), SUM(outcome = 'drawn'), SUM(outcome = 'lost'), \
             SUM(points), SUM(moves), SUM(thinking) FROM standings WHERE user_id = $1 \
             GROUP BY game, chair, opponent ORDER BY game, chair, opponent",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await.stored()?;
        let tally =
            |(game, chair, opponent, won, drawn, lost, points, moves, thinking): TallyColumns| Tally {
                game,
                chair: i64::cast_unsigned(chair) as u8,
                opponent,
                won,
                drawn,
                lost,
                points: i64::cast_unsigned(points),
                moves: i64::cast_unsigned(moves),
                thinking: i64::cast_unsigned(thinking),
            };
        Ok(rows.into_iter().map(tally).collect())
    }

    async fn streaks(&self, user: &UserId) -> Stored<Vec<Streak>> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT game, outcome FROM standings WHERE user_id = $1 ORDER BY finished, table_id, chair",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let rows: Vec<_> =
            rows.iter().map(|(game, word)| Ok((game.as_str(), outcome(word)?))).collect::<Stored<_>>()?;
        Ok(standing::streaks(rows))
    }

    async fn finished(&self, wanted: &Wanted) -> Stored<Vec<(TableId, u64)>> {
        let (time, table) = match &wanted.before {
            Some((time, table)) => (i64::try_from(*time).unwrap_or(i64::MAX), table.as_str()),
            None => (i64::MAX, ""),
        };
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT DISTINCT table_id, finished FROM standings WHERE user_id = $1 \
             AND ($2 IS NULL OR game = $2) AND ($3 = 1 OR is_public = 1) \
             AND (finished < $4 OR (finished = $4 AND table_id < $5)) \
             ORDER BY finished DESC, table_id DESC LIMIT $6 + 0",
        )
        .bind(wanted.user.as_str())
        .bind(wanted.game.as_deref())
        .bind(i64::from(wanted.with_private))
        .bind(time)
        .bind(table)
        .bind(wanted.limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(|(table, finished)| Ok((decode::id(table)?, finished as u64))).collect()
    }

    async fn match_results(&self, table: &TableId) -> Stored<Vec<(ResultRow, Outcome)>> {
        let results: Vec<ResultColumns> = sqlx::query_as(
            "SELECT table_id, chair, user_id, name, game, wins, draws, losses, points, rated, finished \
             FROM results WHERE table_id = $1 ORDER BY chair",
        )
        .bind(table.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let outcomes: Vec<(i64, String)> =
            sqlx::query_as("SELECT chair, outcome FROM standings WHERE table_id = $1 ORDER BY chair")
                .bind(table.as_str())
                .fetch_all(&self.readers)
                .await
                .stored()?;
        let both = results.into_iter().zip(outcomes);
        both.map(|(result, (_, word))| Ok((decode::result(result)?, outcome(&word)?))).collect()
    }

    async fn table_ids(&self, after: Option<&TableId>, limit: u32) -> Stored<Vec<TableId>> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2 + 0")
                .bind(after.map_or("", TableId::as_str))
                .bind(limit)
                .fetch_all(&self.readers)
                .await
                .stored()?;
        rows.into_iter().map(|(id,)| decode::id(id)).collect()
    }
}
