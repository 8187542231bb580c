//! What is hashed of each row.
//!
//! Rows are hashed as they are kept, column by column: texts of JSON are never read into our types and written again,
//! because those types change from version to version. Only where names have to be left out the text is taken apart,
//! into plain JSON.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sqlx::{Error, SqliteConnection};

use super::Hash;

/// Takes fields one by one, each with its length or of a fixed one, so that no two rows look alike.
pub(super) struct Content(Sha256);

impl Content {
    pub(super) fn of(what: &str) -> Self {
        Self(Sha256::new()).text("brettwerk audit content 1").text(what)
    }

    pub(super) fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub(super) fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    pub(super) fn number(mut self, number: i64) -> Self {
        self.0.update(number.to_le_bytes());
        self
    }

    fn real(mut self, real: f64) -> Self {
        self.0.update(real.to_bits().to_le_bytes());
        self
    }

    fn text_or_none(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.number(1).text(text),
            None => self.number(0),
        }
    }

    fn number_or_none(self, number: Option<i64>) -> Self {
        match number {
            Some(number) => self.number(1).number(number),
            None => self.number(0),
        }
    }

    /// Takes JSON without the names of people in it.
    fn without_names(self, json: &str) -> Self {
        match serde_json::from_str(json) {
            Ok(value) => self.value(&value),
            // What is no JSON has no names to be erased.
            Err(_) => self.text("no JSON").text(json),
        }
    }

    fn value(self, value: &Value) -> Self {
        match value {
            Value::Null => self.number(0),
            Value::Bool(flag) => self.number(1).number(i64::from(*flag)),
            Value::Number(number) => self.number(2).text(&number.to_string()),
            Value::String(text) => self.number(3).text(text),
            Value::Array(values) => {
                values.iter().fold(self.number(4).number(values.len() as i64), Self::value)
            }
            Value::Object(fields) => {
                // Whether a map keeps an order depends on how the library was built.
                let mut fields: Vec<_> = fields.iter().filter(|(name, _)| !is_name(name)).collect();
                fields.sort_unstable_by_key(|(name, _)| name.as_str());
                let start = self.number(5).number(fields.len() as i64);
                fields.into_iter().fold(start, |content, (name, value)| content.text(name).value(value))
            }
        }
    }

    pub(super) fn done(self) -> Hash {
        self.0.finalize().into()
    }
}

/// Tells whether a field holds the name of a person, or those of several.
fn is_name(field: &str) -> bool {
    matches!(field, "name" | "names")
}

/// A text of JSON as it was kept, with the names of another one. Nothing else of it changes, whatever this version
/// would write instead, because the audit chain covers it.
pub(in super::super) fn with_names_of(kept: &str, renamed: &str) -> String {
    fn rename(kept: &mut Value, renamed: &Value) {
        match (kept, renamed) {
            (Value::Object(kept), Value::Object(renamed)) => {
                for (field, value) in kept {
                    match renamed.get(field) {
                        Some(name) if is_name(field) => *value = name.clone(),
                        Some(renamed) => rename(value, renamed),
                        None => {}
                    }
                }
            }
            (Value::Array(kept), Value::Array(renamed)) => {
                for (value, renamed) in kept.iter_mut().zip(renamed) {
                    rename(value, renamed);
                }
            }
            _ => {}
        }
    }
    match (serde_json::from_str(kept), serde_json::from_str(renamed)) {
        (Ok(mut kept), Ok(renamed)) => {
            rename(&mut kept, &renamed);
            kept.to_string()
        }
        // It was read as our types just now, so this is JSON; if not, no name may stay.
        _ => renamed.to_owned(),
    }
}

/// A hash that was kept, whatever it has become.
pub(super) fn of_hash(kept: &[u8]) -> Hash {
    kept.try_into().unwrap_or_else(|_| Content::of("no hash").bytes(kept).done())
}

/// An event as it is kept.
#[derive(Debug)]
pub(in super::super) struct EventContent<'a> {
    pub(in super::super) table: &'a str,
    pub(in super::super) seq: i64,
    pub(in super::super) at: i64,
    pub(in super::super) time: i64,
    pub(in super::super) kind: &'a str,
    pub(in super::super) payload: &'a str,
    pub(in super::super) client: Option<&'a str>,
    pub(in super::super) number: Option<i64>,
}

impl EventContent<'_> {
    /// The hash over this event and all before it.
    pub(in super::super) fn after(&self, before: &[u8]) -> Hash {
        let content = Content::of("event")
            .bytes(before)
            .text(self.table)
            .number(self.seq)
            .number(self.at)
            .number(self.time)
            .text(self.kind)
            .text_or_none(self.client)
            .number_or_none(self.number);
        // The two kinds in which erasing an account replaces names.
        match self.kind {
            "sat" | "began" => content.without_names(self.payload).done(),
            _ => content.text(self.payload).done(),
        }
    }
}

/// A line of chat as it is kept.
#[derive(Debug)]
pub(in super::super) struct ChatContent<'a> {
    pub(in super::super) salt: &'a [u8],
    pub(in super::super) number: i64,
    pub(in super::super) channel: &'a str,
    pub(in super::super) sender: &'a str,
    pub(in super::super) text: &'a str,
    pub(in super::super) time: i64,
    pub(in super::super) client: &'a str,
    pub(in super::super) client_number: i64,
}

impl ChatContent<'_> {
    pub(in super::super) fn hash(&self) -> Hash {
        Content::of("chat")
            .bytes(self.salt)
            .number(self.number)
            .text(self.channel)
            .text(self.sender)
            .text(self.text)
            .number(self.time)
            .text(self.client)
            .number(self.client_number)
            .done()
    }

    /// Who has said it; a client is known by its user.
    pub(in super::super) fn speaker(&self) -> &str {
        self.client.split('/').next().unwrap_or_default()
    }
}

type TableColumns = (String, String, String, i64, String, i64);

/// What never changes of a table.
pub(super) async fn table(connection: &mut SqliteConnection, table: &str) -> Result<Hash, Error> {
    let (host, settings, secret, created, client, number): TableColumns =
        sqlx::query_as("SELECT host, settings, secret, created, client, number FROM tables WHERE id = $1")
            .bind(table)
            .fetch_one(connection)
            .await?;
    Ok(Content::of("table")
        .text(table)
        .without_names(&host)
        .without_names(&settings)
        .text(&secret)
        .number(created)
        .text(&client)
        .number(number)
        .done())
}

type ResultColumns = (i64, Option<String>, String, i64, i64, i64, i64, i64, i64);
type StandingColumns = (i64, Option<String>, String, String, String, i64, i64, i64, i64, i64);

/// The results and standings of a match, together with the hash over its events.
pub(super) async fn result(
    connection: &mut SqliteConnection,
    table: &str,
    events: &[u8],
) -> Result<Hash, Error> {
    let results: Vec<ResultColumns> = sqlx::query_as(
        "SELECT chair, user_id, game, wins, draws, losses, points, rated, finished FROM results \
         WHERE table_id = $1 ORDER BY chair",
    )
    .bind(table)
    .fetch_all(&mut *connection)
    .await?;
    let standings: Vec<StandingColumns> = sqlx::query_as(
        "SELECT chair, user_id, game, opponent, outcome, points, moves, thinking, is_public, finished \
         FROM standings WHERE table_id = $1 ORDER BY chair",
    )
    .bind(table)
    .fetch_all(connection)
    .await?;
    let mut content = Content::of("result").text(table).bytes(events).number(results.len() as i64);
    for (chair, user, game, wins, draws, losses, points, rated, finished) in &results {
        content = content.text_or_none(user.as_deref()).text(game);
        for number in [chair, wins, draws, losses, points, rated, finished] {
            content = content.number(*number);
        }
    }
    content = content.number(standings.len() as i64);
    for (chair, user, game, opponent, outcome, points, moves, thinking, is_public, finished) in &standings {
        content = content.text_or_none(user.as_deref()).text(game).text(opponent).text(outcome);
        for number in [chair, points, moves, thinking, is_public, finished] {
            content = content.number(*number);
        }
    }
    Ok(content.done())
}

type ChangeColumns = (i64, String, String, f64, f64, f64, i64);

/// The changes of ratings by a match, each by its chair.
pub(super) async fn rating_changes(
    connection: &mut SqliteConnection,
    table: &str,
) -> Result<Vec<(i64, Hash)>, Error> {
    let rows: Vec<ChangeColumns> = sqlx::query_as(
        "SELECT chair, user_id, game, before, after, deviation, provisional FROM rating_changes \
         WHERE table_id = $1 ORDER BY chair",
    )
    .bind(table)
    .fetch_all(connection)
    .await?;
    let hashed = |(chair, user, game, before, after, deviation, provisional): ChangeColumns| {
        let content = Content::of("rating").text(table).number(chair).text(&user).text(&game);
        (chair, content.real(before).real(after).real(deviation).number(provisional).done())
    };
    Ok(rows.into_iter().map(hashed).collect())
}

/// The ban of a user, if there is one.
pub(super) async fn ban(connection: &mut SqliteConnection, user: &str) -> Result<Option<Hash>, Error> {
    let row: Option<(String, i64)> = sqlx::query_as("SELECT reason, since FROM bans WHERE user_id = $1")
        .bind(user)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|(reason, since)| Content::of("ban").text(user).text(&reason).number(since).done()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event<'a>(kind: &'a str, payload: &'a str) -> EventContent<'a> {
        EventContent { table: "t", seq: 1, at: 2, time: 3, kind, payload, client: None, number: None }
    }

    #[test]
    fn names_are_left_out_where_erasing_replaces_them_and_nothing_else_is() {
        let sat = |text: &str| event("sat", text).after(&[]);
        let anna = sat(r#"{"sat":{"chair":0,"who":{"person":{"id":"a","name":"Anna"}}}}"#);
        assert_eq!(anna, sat(r#"{"sat":{"who":{"person":{"name":"deleted","id":"a"}},"chair":0}}"#));
        assert_ne!(anna, sat(r#"{"sat":{"chair":0,"who":{"person":{"id":"b","name":"Anna"}}}}"#));
        assert_ne!(anna, sat(r#"{"sat":{"chair":1,"who":{"person":{"id":"a","name":"Anna"}}}}"#));
        let moved = |text: &str| event("match", text).after(&[]);
        assert_ne!(moved(r#"{"name":"a"}"#), moved(r#"{"name":"b"}"#));
    }

    #[test]
    fn fields_cannot_be_moved_into_each_other() {
        let hash = |one: &str, two: &str| Content::of("x").text(one).text(two).done();
        assert_ne!(hash("ab", "c"), hash("a", "bc"));
        assert_ne!(
            Content::of("x").text_or_none(None).done(),
            Content::of("x").text_or_none(Some("")).done()
        );
    }

    #[test]
    fn an_event_covers_those_before_it() {
        assert_ne!(event("match", "{}").after(&[1; 32]), event("match", "{}").after(&[2; 32]));
    }
}
