//! Everything that can be written. Each looks first and writes then.

use protocol::{Channel, TableId};
use sqlx::{Error, SqliteConnection};

use store::{
    Append, Lease, NewLine, ResultRow, StoreError, Stored, StoredEvent, TableRow, User, channel_key,
};

use super::{
    chain::{self, ChatContent, Entry, EventContent, Hash, Kind},
    decode::{self, TableColumns},
    standings,
    writer::Write,
};

/// How many random bytes go into the hash of a line of chat.
const SALT_BYTES: usize = 16;

type Applied<T> = Result<Stored<T>, Error>;

pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) value: String,
}

impl Write for Setting {
    type Outcome = String;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<String> {
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(self.name)
            .bind(&self.value)
            .execute(&mut *connection)
            .await?;
        let (value,): (String,) = sqlx::query_as("SELECT value FROM settings WHERE name = $1")
            .bind(self.name)
            .fetch_one(connection)
            .await?;
        Ok(Ok(value))
    }
}

pub(super) struct Register {
    pub(super) node: String,
    pub(super) expires: u64,
}

impl Write for Register {
    type Outcome = Lease;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<Lease> {
        let (epoch,): (i64,) = sqlx::query_as(
            "INSERT INTO leases (node, epoch, expires) VALUES ($1, 1, $2) \
             ON CONFLICT (node) DO UPDATE SET epoch = leases.epoch + 1, expires = $2 RETURNING epoch",
        )
        .bind(&self.node)
        .bind(self.expires as i64)
        .fetch_one(connection)
        .await?;
        Ok(Ok(Lease { node: self.node.clone(), epoch: epoch as u64 }))
    }
}

pub(super) struct Renew {
    pub(super) lease: Lease,
    pub(super) expires: u64,
}

impl Write for Renew {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        let renewed = sqlx::query("UPDATE leases SET expires = $1 WHERE node = $2 AND epoch = $3")
            .bind(self.expires as i64)
            .bind(&self.lease.node)
            .bind(self.lease.epoch as i64)
            .execute(connection)
            .await?;
        Ok(if renewed.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Fenced) })
    }
}

pub(super) struct Claim {
    pub(super) table: TableId,
    pub(super) lease: Lease,
    pub(super) now: u64,
}

impl Write for Claim {
    type Outcome = Option<TableRow>;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<Option<TableRow>> {
        // In one question, since after a crash every table is claimed at once.
        let (is_alive, is_of_other): (bool, bool) = sqlx::query_as(
            "SELECT EXISTS (SELECT 1 FROM leases WHERE node = $1 AND epoch = $2 AND expires > $3), \
             EXISTS (SELECT 1 FROM tables JOIN leases ON leases.node = tables.owner_node \
             AND leases.epoch = tables.owner_epoch \
             WHERE tables.id = $4 AND leases.node <> $1 AND leases.expires > $3)",
        )
        .bind(&self.lease.node)
        .bind(self.lease.epoch as i64)
        .bind(self.now as i64)
        .bind(self.table.as_str())
        .fetch_one(&mut *connection)
        .await?;
        if !is_alive || is_of_other {
            return Ok(Err(StoreError::Fenced));
        }
        let row: Option<TableColumns> = sqlx::query_as(decode::TABLE_BY_ID)
            .bind(self.table.as_str())
            .fetch_optional(&mut *connection)
            .await?;
        let Some(row) = row else { return Ok(Ok(None)) };
        let row = match decode::table(row) {
            Ok(row) => row,
            Err(error) => return Ok(Err(error)),
        };
        sqlx::query("UPDATE tables SET owner_node = $1, owner_epoch = $2 WHERE id = $3")
            .bind(&self.lease.node)
            .bind(self.lease.epoch as i64)
            .bind(self.table.as_str())
            .execute(connection)
            .await?;
        Ok(Ok(Some(row)))
    }
}

impl Write for TableRow {
    type Outcome = TableId;

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<TableId> {
        let known: Option<(String,)> =
            sqlx::query_as("SELECT id FROM tables WHERE client = $1 AND number = $2")
                .bind(&self.by.client)
                .bind(self.by.number as i64)
                .fetch_optional(&mut *connection)
                .await?;
        if let Some((id,)) = known {
            return Ok(decode::id(id));
        }
        let inserted = sqlx::query(
            "INSERT INTO tables (id, host, settings, secret, invite, summary, listed, created, client, number, \
             last_seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0) ON CONFLICT DO NOTHING",
        )
        .bind(self.id.as_str())
        .bind(decode::json(&self.host))
        .bind(decode::json(&self.settings))
        .bind(format!("{:016x}", self.secret))
        .bind(&self.invite)
        .bind(decode::json(&self.summary))
        .bind(self.listing() as i64)
        .bind(self.created as i64)
        .bind(&self.by.client)
        .bind(self.by.number as i64)
        .execute(&mut *connection)
        .await?;
        if inserted.rows_affected() == 1 {
            chain::enter_table(connection, self.id.as_str()).await?;
            return Ok(Ok(self.id.clone()));
        }
        // An invitation is drawn at random or derived from a command, so that the same one means the same command.
        let invited: Option<(String,)> = sqlx::query_as("SELECT id FROM tables WHERE invite = $1")
            .bind(&self.invite)
            .fetch_optional(connection)
            .await?;
        let taken = || StoreError::Conflict(format!("there is a table {} already", self.id));
        Ok(invited.ok_or_else(taken).and_then(|(id,)| decode::id(id)))
    }
}

impl Write for Append {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        let owned: Option<(i64, String, Vec<u8>)> = sqlx::query_as(
            "SELECT tables.last_seq, tables.settings, tables.events_hash FROM tables \
             JOIN leases ON leases.node = tables.owner_node AND leases.epoch = tables.owner_epoch \
             WHERE tables.id = $1 AND leases.node = $2 AND leases.epoch = $3 AND leases.expires > $4",
        )
        .bind(self.table.as_str())
        .bind(&self.lease.node)
        .bind(self.lease.epoch as i64)
        .bind(self.now as i64)
        .fetch_optional(&mut *connection)
        .await?;
        let Some((last_seq, settings, mut events_hash)) = owned else { return Ok(Err(StoreError::Fenced)) };
        let expected = last_seq as u64 + 1..;
        if self.events.iter().zip(expected).any(|(event, seq)| event.event.seq != seq) {
            return Ok(Err(StoreError::Fenced));
        }
        let summary = match &self.summary {
            None => None,
            Some(summary) => match decode::listing(&settings, summary) {
                Ok(listing) => Some((decode::json(summary), listing)),
                Err(error) => return Ok(Err(error)),
            },
        };
        let agreed = if self.results.is_empty() { None } else { serde_json::from_str(&settings).ok() };
        for event in &self.events {
            events_hash = insert_event(self, connection, event, &events_hash).await?.to_vec();
        }
        let last_seq = last_seq + self.events.len() as i64;
        sqlx::query("UPDATE tables SET last_seq = $1, events_hash = $3 WHERE id = $2")
            .bind(last_seq)
            .bind(self.table.as_str())
            .bind(&events_hash)
            .execute(&mut *connection)
            .await?;
        if let Some((summary, listing)) = summary {
            sqlx::query("UPDATE tables SET summary = $1, listed = $2 WHERE id = $3")
                .bind(summary)
                .bind(listing as i64)
                .bind(self.table.as_str())
                .execute(&mut *connection)
                .await?;
        }
        for result in &self.results {
            insert_result(connection, result).await?;
        }
        if let (false, Some(summary), Some(settings)) = (self.results.is_empty(), &self.summary, &agreed) {
            standings::write(connection, self, settings, summary).await?;
        }
        if !self.results.is_empty() {
            chain::enter_result(connection, self.table.as_str(), last_seq, &events_hash).await?;
        }
        Ok(Ok(()))
    }
}

/// Writes an event, and gives the hash over it and all before it.
async fn insert_event(
    append: &Append,
    connection: &mut SqliteConnection,
    event: &StoredEvent,
    before: &[u8],
) -> Result<Hash, Error> {
    let payload = decode::json(&event.event.what);
    let content = EventContent {
        table: append.table.as_str(),
        seq: event.event.seq as i64,
        at: event.event.at.0 as i64,
        time: event.event.time as i64,
        kind: event.kind(),
        payload: &payload,
        client: event.by.as_ref().map(|by| by.client.as_str()),
        number: event.by.as_ref().map(|by| by.number as i64),
    };
    sqlx::query(
        "INSERT INTO events (table_id, seq, at, time, kind, payload, client, number) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(content.table)
    .bind(content.seq)
    .bind(content.at)
    .bind(content.time)
    .bind(content.kind)
    .bind(content.payload)
    .bind(content.client)
    .bind(content.number)
    .execute(connection)
    .await?;
    Ok(content.after(before))
}

async fn insert_result(connection: &mut SqliteConnection, result: &ResultRow) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO results (table_id, chair, user_id, name, game, wins, draws, losses, points, rated, finished) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(result.table.as_str())
    .bind(i64::from(result.chair))
    .bind(result.user.as_ref().map(protocol::UserId::as_str))
    .bind(&result.name)
    .bind(&result.game)
    .bind(result.wins)
    .bind(result.draws)
    .bind(result.losses)
    .bind(result.points)
    .bind(i64::from(result.rated))
    .bind(result.finished as i64)
    .execute(connection)
    .await?;
    Ok(())
}

impl Write for NewLine {
    type Outcome = (u64, bool);

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<(u64, bool)> {
        let known: Option<(i64,)> =
            sqlx::query_as("SELECT number FROM chats WHERE client = $1 AND client_number = $2")
                .bind(&self.by.client)
                .bind(self.by.number as i64)
                .fetch_optional(&mut *connection)
                .await?;
        if let Some((number,)) = known {
            return Ok(Ok((number as u64, false)));
        }
        let (number,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(number), 0) + 1 FROM chats")
            .fetch_one(&mut *connection)
            .await?;
        let mut salt = [0; SALT_BYTES];
        if let Err(error) = getrandom::fill(&mut salt) {
            return Ok(Err(StoreError::Unavailable(format!("no random numbers: {error}"))));
        }
        let (channel, sender) = (channel_key(&self.channel, &self.from.id), decode::json(&self.from));
        let line = ChatContent {
            salt: &salt,
            number,
            channel: &channel,
            sender: &sender,
            text: &self.text,
            time: self.time as i64,
            client: &self.by.client,
            client_number: self.by.number as i64,
        };
        sqlx::query(
            "INSERT INTO chats (number, channel, sender, text, time, client, client_number, salt) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(line.number)
        .bind(line.channel)
        .bind(line.sender)
        .bind(line.text)
        .bind(line.time)
        .bind(line.client)
        .bind(line.client_number)
        .bind(line.salt)
        .execute(&mut *connection)
        .await?;
        let entry = Entry { kind: Kind::Chat, subject: line.speaker(), place: number, content: line.hash() };
        chain::enter(connection, &entry).await?;
        if let Channel::User(receiver) = &self.channel {
            for side in [&self.from.id, receiver] {
                let insert =
                    "INSERT INTO private_lines (user_id, number) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                sqlx::query(insert).bind(side.as_str()).bind(number).execute(&mut *connection).await?;
            }
        }
        Ok(Ok((number as u64, true)))
    }
}

impl Write for User {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Applied<()> {
        sqlx::query(
            "INSERT INTO users (id, name, guest, bot, created, seen) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (id) DO UPDATE SET name = $2, guest = $3, bot = $4, seen = $6",
        )
        .bind(self.person.id.as_str())
        .bind(&self.person.name)
        .bind(i64::from(self.person.guest))
        .bind(i64::from(self.person.bot))
        .bind(self.created as i64)
        .bind(self.seen as i64)
        .execute(connection)
        .await?;
        Ok(Ok(()))
    }
}
