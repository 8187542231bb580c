//! Accounts, log-ins, tokens and bans in SQLite.

use protocol::{Channel, TableId, UserId};
use sqlx::{Error, SqliteConnection};

use store::{
    Account, AccountStore, Ban, Belongings, BotToken, DELETED, Kept, Listed, Login, Standing, Stored,
    StoredLine, TokenHash, channel_of, forget_in_events, forget_in_line, forget_in_row, name_key, name_look,
};

use super::{
    SqliteStore,
    chain::{self, with_names_of},
    decode::{self, EventRow, LineRow, TableColumns, UserColumns},
    game_reports, tournaments,
    writer::Write,
};
use crate::failure::OrStoreError as _;

type Applied<T> = Result<Stored<T>, Error>;

type AccountColumns = (String, String, i64, Option<String>, Option<String>, i64);
type LoginColumns = (String, String, i64, i64, i64);
type TokenColumns = (String, String, String, String, i64);
type BanColumns = (String, String, i64);

fn account(row: AccountColumns) -> Stored<Account> {
    let (id, name, bot, password, email, created) = row;
    let person = protocol::Person { id: decode::id(id)?, name, guest: false, bot: bot != 0 };
    Ok(Account { person, password, email, created: created as u64 })
}

fn login((token, user, created, seen, expires): LoginColumns) -> Stored<Login> {
    Ok(Login {
        token: TokenHash(token),
        user: decode::id(user)?,
        created: created as u64,
        seen: seen as u64,
        expires: expires as u64,
    })
}

fn token((id, token, user, label, created): TokenColumns) -> Stored<BotToken> {
    Ok(BotToken { id, token: TokenHash(token), user: decode::id(user)?, label, created: created as u64 })
}

fn ban((user, reason, since): BanColumns) -> Stored<Ban> {
    Ok(Ban { user: decode::id(user)?, reason, since: since as u64 })
}

/// A line together with the channel in which its speaker said it.
fn line(
    (channel, number, sender, text, time): (String, i64, String, String, i64),
) -> Stored<(Channel, StoredLine)> {
    let line = decode::line((number, sender, text, time))?;
    let unreadable = || store::StoreError::Unreadable(format!("the channel {channel:?} of a line"));
    Ok((channel_of(&channel, &line.from.id).ok_or_else(unreadable)?, line))
}

struct Open(Account);

impl Write for Open {
    type Outcome = Kept;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<Kept> {
        let Self(account) = self;
        let id = account.person.id.as_str();
        let standing: (i64, i64) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM accounts WHERE user_id = $1) + \
             (SELECT COUNT(*) FROM users WHERE id = $1 AND guest = 0), \
             (SELECT COUNT(*) FROM accounts WHERE name_key = $2 OR name_look = $3)",
        )
        .bind(id)
        .bind(account.name_key())
        .bind(name_look(&account.person.name))
        .fetch_one(&mut *connection)
        .await?;
        match standing {
            (0, 0) => {}
            (0, _) => return Ok(Ok(Kept::NameTaken)),
            _ => return Ok(Ok(Kept::NotPossible)),
        }
        sqlx::query(
            "INSERT INTO accounts (user_id, name_key, password, email, created, name_look) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(id)
        .bind(account.name_key())
        .bind(&account.password)
        .bind(&account.email)
        .bind(account.created as i64)
        .bind(name_look(&account.person.name))
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "INSERT INTO users (id, name, guest, bot, created, seen) VALUES ($1, $2, 0, $3, $4, $4) \
             ON CONFLICT (id) DO UPDATE SET name = $2, guest = 0, bot = $3, seen = $4",
        )
        .bind(id)
        .bind(&account.person.name)
        .bind(i64::from(account.person.bot))
        .bind(account.created as i64)
        .execute(connection)
        .await?;
        Ok(Ok(Kept::Written))
    }
}

struct Change(Account);

impl Write for Change {
    type Outcome = Kept;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<Kept> {
        let Self(account) = self;
        let id = account.person.id.as_str();
        let (others, own): (i64, i64) = sqlx::query_as(
            // Whose name has looked like another since an earlier version keeps it.
            "SELECT (SELECT COUNT(*) FROM accounts WHERE user_id <> $1 AND (name_key = $2 OR (name_look = $3 \
             AND NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = $1 AND name_look = $3)))), \
             (SELECT COUNT(*) FROM accounts WHERE user_id = $1)",
        )
        .bind(id)
        .bind(account.name_key())
        .bind(name_look(&account.person.name))
        .fetch_one(&mut *connection)
        .await?;
        match (others, own) {
            (_, 0) => return Ok(Ok(Kept::NotPossible)),
            (0, _) => {}
            _ => return Ok(Ok(Kept::NameTaken)),
        }
        sqlx::query(
            "UPDATE accounts SET name_key = $2, password = $3, email = $4, name_look = $5 WHERE user_id = $1",
        )
        .bind(id)
        .bind(account.name_key())
        .bind(&account.password)
        .bind(&account.email)
        .bind(name_look(&account.person.name))
        .execute(&mut *connection)
        .await?;
        sqlx::query("UPDATE users SET name = $2, bot = $3 WHERE id = $1")
            .bind(id)
            .bind(&account.person.name)
            .bind(i64::from(account.person.bot))
            .execute(connection)
            .await?;
        Ok(Ok(Kept::Written))
    }
}

struct Delete(UserId);

/// Ids have no letters that mean something in a pattern.
fn mentions(user: &UserId) -> String {
    format!("%\"id\":\"{user}\"%")
}

const TABLES_OF: &str = "SELECT table_id FROM events WHERE kind = 'sat' AND payload LIKE $1 UNION \
     SELECT id FROM tables WHERE host LIKE $1 OR settings LIKE $1 OR summary LIKE $1";

impl Write for Delete {
    type Outcome = Vec<TableId>;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<Vec<TableId>> {
        let Self(user) = self;
        let found: Vec<(String,)> =
            sqlx::query_as(TABLES_OF).bind(mentions(user)).fetch_all(&mut *connection).await?;
        let mut tables = Vec::with_capacity(found.len());
        let mut rewritten = Vec::with_capacity(found.len());
        for (id,) in found {
            match forgotten(connection, &id, user).await? {
                Ok(table) => rewritten.push(table),
                Err(error) => return Ok(Err(error)),
            }
            match decode::id(id) {
                Ok(id) => tables.push(id),
                Err(error) => return Ok(Err(error)),
            }
        }
        for table in rewritten {
            table.write(connection).await?;
        }
        // The lines of a person are those of their clients.
        let (from, until) = (format!("{user}/"), format!("{user}0"));
        let lines: Vec<LineRow> =
            sqlx::query_as("SELECT number, sender, text, time FROM chats WHERE client >= $1 AND client < $2")
                .bind(from)
                .bind(until)
                .fetch_all(&mut *connection)
                .await?;
        for row in lines {
            let Ok(mut line) = decode::line(row) else { continue };
            forget_in_line(&mut line, user);
            sqlx::query("UPDATE chats SET sender = $1, text = $2, salt = x'' WHERE number = $3")
                .bind(decode::json(&line.from))
                .bind(&line.text)
                .bind(line.number as i64)
                .execute(&mut *connection)
                .await?;
        }
        for statement in [
            "DELETE FROM accounts WHERE user_id = $1",
            "DELETE FROM sessions WHERE user_id = $1",
            "DELETE FROM bot_tokens WHERE user_id = $1",
            "DELETE FROM private_lines WHERE user_id = $1",
            "DELETE FROM ratings WHERE user_id = $1",
            "DELETE FROM rating_changes WHERE user_id = $1",
            "DELETE FROM relations WHERE from_id = $1 OR to_id = $1",
            "DELETE FROM reports WHERE by_id = $1 OR about_id = $1",
            "DELETE FROM solvers WHERE user_id = $1",
            "DELETE FROM puzzle_tries WHERE user_id = $1",
            "DELETE FROM mistakes WHERE user_id = $1",
        ] {
            sqlx::query(statement).bind(user.as_str()).execute(&mut *connection).await?;
        }
        for statement in
            ["UPDATE results SET name = $2 WHERE user_id = $1", "UPDATE users SET name = $2 WHERE id = $1"]
        {
            sqlx::query(statement).bind(user.as_str()).bind(DELETED).execute(&mut *connection).await?;
        }
        game_reports::forget(connection, user).await?;
        if let Err(error) = tournaments::forget(connection, user).await? {
            return Ok(Err(error));
        }
        chain::enter_erased(connection, user.as_str()).await?;
        Ok(Ok(tables))
    }
}

/// A table from which a name was taken out.
struct Forgotten {
    id: String,
    host: String,
    settings: String,
    summary: String,
    events: Vec<(i64, String)>,
}

async fn forgotten(connection: &mut SqliteConnection, id: &str, user: &UserId) -> Applied<Forgotten> {
    let row: TableColumns = sqlx::query_as(decode::TABLE_BY_ID).bind(id).fetch_one(&mut *connection).await?;
    let events: Vec<EventRow> = sqlx::query_as(
        "SELECT seq, at, time, payload, client, number FROM events WHERE table_id = $1 ORDER BY seq",
    )
    .bind(id)
    .fetch_all(connection)
    .await?;
    let read = || -> Stored<Forgotten> {
        let (_, host, settings, ..) = row.clone();
        let mut row = decode::table(row)?;
        let payloads: Vec<_> = events.iter().map(|(_, _, _, payload, ..)| payload.clone()).collect();
        let mut events = events.into_iter().map(decode::event).collect::<Stored<Vec<_>>>()?;
        forget_in_row(&mut row, user);
        forget_in_events(&mut events, user);
        let with_names = events.iter().zip(&payloads);
        let with_names = with_names.filter(|(event, _)| matches!(event.kind(), "sat" | "began"));
        let renamed = with_names.map(|(event, payload)| {
            (event.event.seq as i64, with_names_of(payload, &decode::json(&event.event.what)))
        });
        Ok(Forgotten {
            id: id.to_owned(),
            host: with_names_of(&host, &decode::json(&row.host)),
            settings: with_names_of(&settings, &decode::json(&row.settings)),
            summary: decode::json(&row.summary),
            events: renamed.collect(),
        })
    };
    Ok(read())
}

impl Forgotten {
    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), Error> {
        sqlx::query("UPDATE tables SET host = $2, settings = $3, summary = $4 WHERE id = $1")
            .bind(&self.id)
            .bind(&self.host)
            .bind(&self.settings)
            .bind(&self.summary)
            .execute(&mut *connection)
            .await?;
        for (seq, payload) in &self.events {
            sqlx::query("UPDATE events SET payload = $3 WHERE table_id = $1 AND seq = $2")
                .bind(&self.id)
                .bind(seq)
                .bind(payload)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}

impl Write for Login {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        sqlx::query(
            "INSERT INTO sessions (token_hash, user_id, created, seen, expires) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&self.token.0)
        .bind(self.user.as_str())
        .bind(self.created as i64)
        .bind(self.seen as i64)
        .bind(self.expires as i64)
        .execute(&mut *connection)
        .await?;
        // Nobody asks for those any more that are over.
        sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND expires <= $2")
            .bind(self.user.as_str())
            .bind(self.created as i64)
            .execute(connection)
            .await?;
        Ok(Ok(()))
    }
}

/// A change of rows by one statement; tells how many it met.
struct Statement {
    text: &'static str,
    values: Vec<Value>,
}

enum Value {
    Text(String),
    Number(u64),
}

impl Write for Statement {
    type Outcome = u64;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<u64> {
        let mut query = sqlx::query(self.text);
        for value in &self.values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Number(number) => query.bind(*number as i64),
            };
        }
        Ok(Ok(query.execute(connection).await?.rows_affected()))
    }
}

/// Bans a person, from now on or for another reason.
struct SetBan(Ban);

impl Write for SetBan {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        let Self(ban) = self;
        sqlx::query(
            "INSERT INTO bans (user_id, reason, since) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id) DO UPDATE SET reason = $2",
        )
        .bind(ban.user.as_str())
        .bind(&ban.reason)
        .bind(ban.since as i64)
        .execute(&mut *connection)
        .await?;
        chain::enter_ban(connection, ban.user.as_str()).await?;
        Ok(Ok(()))
    }
}

/// Ends a ban; tells whether there was one.
struct LiftBan(UserId);

impl Write for LiftBan {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let Self(user) = self;
        let lifted = sqlx::query("DELETE FROM bans WHERE user_id = $1")
            .bind(user.as_str())
            .execute(&mut *connection)
            .await?;
        let was_banned = lifted.rows_affected() == 1;
        if was_banned {
            chain::enter_ban(connection, user.as_str()).await?;
        }
        Ok(Ok(was_banned))
    }
}

struct AddToken(BotToken, u32);

impl Write for AddToken {
    type Outcome = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<bool> {
        let Self(token, limit) = self;
        let added = sqlx::query(
            "INSERT INTO bot_tokens (id, token_hash, user_id, label, created) SELECT $1, $2, $3, $4, $5 \
             WHERE (SELECT COUNT(*) FROM bot_tokens WHERE user_id = $3) < $6",
        )
        .bind(&token.id)
        .bind(&token.token.0)
        .bind(token.user.as_str())
        .bind(&token.label)
        .bind(token.created as i64)
        .bind(i64::from(*limit))
        .execute(connection)
        .await?;
        Ok(Ok(added.rows_affected() == 1))
    }
}

impl SqliteStore {
    async fn state(&self, text: &'static str, values: Vec<Value>) -> Stored<u64> {
        self.writer.write(Statement { text, values }).await
    }
}

fn text(value: &impl ToString) -> Value {
    Value::Text(value.to_string())
}

impl AccountStore for SqliteStore {
    async fn open_account(&self, account: Account) -> Stored<Kept> {
        self.writer.write(Open(account)).await
    }

    async fn change_account(&self, account: Account) -> Stored<Kept> {
        self.writer.write(Change(account)).await
    }

    async fn delete_account(&self, user: &UserId) -> Stored<Vec<TableId>> {
        self.writer.write(Delete(user.clone())).await
    }

    async fn account(&self, user: &UserId) -> Stored<Option<Account>> {
        let row: Option<AccountColumns> = sqlx::query_as(
            "SELECT user_id, name, bot, password, email, accounts.created FROM accounts \
             JOIN users ON users.id = accounts.user_id WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_optional(&self.readers)
        .await
        .stored()?;
        row.map(account).transpose()
    }

    async fn account_named(&self, name: &str) -> Stored<Option<Account>> {
        let row: Option<AccountColumns> = sqlx::query_as(
            "SELECT user_id, name, bot, password, email, accounts.created FROM accounts \
             JOIN users ON users.id = accounts.user_id WHERE name_key = $1",
        )
        .bind(name_key(name))
        .fetch_optional(&self.readers)
        .await
        .stored()?;
        row.map(account).transpose()
    }

    async fn is_name_taken(&self, name: &str) -> Stored<bool> {
        let (taken,): (i64,) =
            sqlx::query_as("SELECT EXISTS (SELECT 1 FROM accounts WHERE name_key = $1 OR name_look = $2)")
                .bind(name_key(name))
                .bind(name_look(name))
                .fetch_one(&self.readers)
                .await
                .stored()?;
        Ok(taken != 0)
    }

    async fn log_in(&self, login: Login) -> Stored<()> {
        self.writer.write(login).await
    }

    async fn login(&self, token: &TokenHash) -> Stored<Option<Login>> {
        let row: Option<LoginColumns> = sqlx::query_as(
            "SELECT token_hash, user_id, created, seen, expires FROM sessions WHERE token_hash = $1",
        )
        .bind(&token.0)
        .fetch_optional(&self.readers)
        .await
        .stored()?;
        row.map(login).transpose()
    }

    async fn touch_login(&self, token: &TokenHash, seen: u64) -> Stored<()> {
        let touch = "UPDATE sessions SET seen = $2 WHERE token_hash = $1";
        self.state(touch, vec![text(&token.0), Value::Number(seen)]).await.map(drop)
    }

    async fn log_out(&self, token: &TokenHash) -> Stored<()> {
        self.state("DELETE FROM sessions WHERE token_hash = $1", vec![text(&token.0)]).await.map(drop)
    }

    async fn log_out_everywhere(&self, user: &UserId, except: Option<&TokenHash>) -> Stored<()> {
        let except = except.map_or(String::new(), |except| except.0.clone());
        let end = "DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2";
        self.state(end, vec![text(user), Value::Text(except)]).await.map(drop)
    }

    async fn add_token(&self, token: BotToken, limit: u32) -> Stored<bool> {
        self.writer.write(AddToken(token, limit)).await
    }

    async fn tokens(&self, user: &UserId) -> Stored<Vec<BotToken>> {
        let rows: Vec<TokenColumns> = sqlx::query_as(
            "SELECT id, token_hash, user_id, label, created FROM bot_tokens WHERE user_id = $1 \
             ORDER BY created, id",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(token).collect()
    }

    async fn token_owner(&self, token: &TokenHash) -> Stored<Option<UserId>> {
        let row: Option<(String,)> = sqlx::query_as("SELECT user_id FROM bot_tokens WHERE token_hash = $1")
            .bind(&token.0)
            .fetch_optional(&self.readers)
            .await
            .stored()?;
        row.map(|(id,)| decode::id(id)).transpose()
    }

    async fn revoke_token(&self, user: &UserId, id: &str) -> Stored<bool> {
        let revoke = "DELETE FROM bot_tokens WHERE user_id = $1 AND id = $2";
        Ok(self.state(revoke, vec![text(user), text(&id)]).await? == 1)
    }

    async fn standing(&self, user: &UserId) -> Stored<Standing> {
        let known = self.people.ask(user.as_str()).await?;
        Ok(Standing { is_guest: known.user.is_none_or(|user| user.person.guest), ban: known.ban })
    }

    async fn ban(&self, ban: Ban) -> Stored<()> {
        self.writer.write(SetBan(ban)).await
    }

    async fn unban(&self, user: &UserId) -> Stored<bool> {
        self.writer.write(LiftBan(user.clone())).await
    }

    async fn bans(&self) -> Stored<Vec<Ban>> {
        let rows: Vec<BanColumns> =
            sqlx::query_as("SELECT user_id, reason, since FROM bans ORDER BY user_id")
                .fetch_all(&self.readers)
                .await
                .stored()?;
        rows.into_iter().map(ban).collect()
    }

    async fn belongings(&self, user: &UserId) -> Stored<Belongings> {
        let logins: Vec<LoginColumns> = sqlx::query_as(
            "SELECT token_hash, user_id, created, seen, expires FROM sessions WHERE user_id = $1 \
             ORDER BY created DESC",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let tables: Vec<(String,)> =
            sqlx::query_as(TABLES_OF).bind(mentions(user)).fetch_all(&self.readers).await.stored()?;
        let mut summaries = Vec::with_capacity(tables.len());
        for (id,) in tables {
            let row: Option<TableColumns> =
                sqlx::query_as(decode::TABLE_BY_ID).bind(id).fetch_optional(&self.readers).await.stored()?;
            if let Some(row) = row {
                summaries.push(decode::table(row)?.summary);
            }
        }
        let lines: Vec<(String, i64, String, String, i64)> = sqlx::query_as(
            "SELECT channel, number, sender, text, time FROM chats WHERE client >= $1 AND client < $2 \
             ORDER BY number",
        )
        .bind(format!("{user}/"))
        .bind(format!("{user}0"))
        .fetch_all(&self.readers)
        .await
        .stored()?;
        Ok(Belongings {
            logins: logins.into_iter().map(login).collect::<Stored<_>>()?,
            tables: summaries,
            lines: lines.into_iter().map(line).collect::<Stored<_>>()?,
        })
    }

    async fn private_lines(&self, user: &UserId, limit: u32) -> Stored<Vec<(Channel, StoredLine)>> {
        if !self.people.ask(user.as_str()).await?.has_private_lines {
            return Ok(Vec::new());
        }
        let rows: Vec<(String, i64, String, String, i64)> = sqlx::query_as(
            "SELECT channel, chats.number, sender, text, time FROM private_lines \
             JOIN chats ON chats.number = private_lines.number \
             WHERE user_id = $1 ORDER BY private_lines.number DESC LIMIT $2 + 0",
        )
        .bind(user.as_str())
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().rev().map(line).collect()
    }

    async fn people(&self, guests: bool, limit: u32) -> Stored<Vec<Listed>> {
        let rows: Vec<UserColumns> = sqlx::query_as(
            "SELECT id, name, guest, bot, created, seen FROM users WHERE guest <= $1 \
             ORDER BY seen DESC, id LIMIT $2 + 0",
        )
        .bind(i64::from(guests))
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        let bans = self.bans().await?;
        let listed = |row| {
            let user = decode::user(row)?;
            let ban = bans.iter().find(|ban| ban.user == user.person.id).cloned();
            Ok(Listed { user, ban })
        };
        rows.into_iter().map(listed).collect()
    }

    async fn prune_guests(&self, seen_before: u64) -> Stored<u64> {
        let forget =
            "DELETE FROM users WHERE guest = 1 AND seen < $1 AND id NOT IN (SELECT user_id FROM bans)";
        self.state(forget, vec![Value::Number(seen_before)]).await
    }
}
