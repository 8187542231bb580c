//! Compares what is kept with the chain.

use std::collections::{BTreeMap, BTreeSet};

use protocol::UserId;
use sqlx::SqliteConnection;
use store::{
    DELETED, Stored,
    standing::{RatedMatch, Rating, RatingHistory},
};
use thiserror::Error;

use super::{
    super::{decode, standings},
    AuditHead, ChatContent, Hash, Kind,
    begin::{EVENTS_OF, EventColumns, event},
    content, seal,
};
use crate::failure::OrStoreError as _;

/// How many rows are read at a time.
const PAGE: i64 = 1_000;

/// By how much a rating that is computed anew may differ: other machines round the last digits differently.
const TOLERANCE: f64 = 1e-6;

/// What does not agree with the audit chain.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Tampering {
    /// There is no entry that begins the chain.
    #[error("the audit chain has no beginning: its first entries were removed")]
    NoBeginning,
    /// An entry was changed, or one before it removed.
    #[error(
        "entry {0} of the audit chain does not follow from the one before it: it was changed, or others removed"
    )]
    Link(u64),
    /// The chain is not the one whose head was noted.
    #[error(
        "the audit chain has no entry {0} with the hash that was noted elsewhere: its end was cut off, all of it was \
         computed anew, or an older backup was restored"
    )]
    Head(u64),
    /// A table is gone.
    #[error("table {0} was removed")]
    TableRemoved(String),
    /// There is a table that the server has not made.
    #[error("table {0} was added by hand")]
    TableAdded(String),
    /// What was agreed at a table is something else now.
    #[error("the settings of table {0} were changed")]
    TableChanged(String),
    /// The events of a table are others now.
    #[error("the events of table {0} were changed: a move, a time, or what else happened there")]
    Events(String),
    /// The results or standings of a match are others now.
    #[error("the results or standings of table {0} were changed")]
    Result(String),
    /// What a match did to a rating is something else now.
    #[error("the change of a rating at chair {chair} of table {table} was changed, removed or added")]
    RatingChange {
        /// The table.
        table: String,
        /// The chair.
        chair: i64,
    },
    /// What a match did to a rating does not follow from its result.
    #[error("the change of a rating at chair {chair} of table {table} is not what the results give")]
    WrongRatingChange {
        /// The table.
        table: String,
        /// The chair.
        chair: u8,
    },
    /// A rating does not follow from the results.
    #[error("the rating of {user} in {game} is {kept}, but the results give {given}")]
    Rating {
        /// Whose.
        user: String,
        /// The game.
        game: String,
        /// What is kept.
        kept: String,
        /// What the results give.
        given: String,
    },
    /// A line of chat was changed.
    #[error("line {0} of the chat was changed")]
    LineChanged(i64),
    /// A line of chat is gone.
    #[error("line {0} of the chat was removed")]
    LineRemoved(i64),
    /// There are lines of chat that nobody said.
    #[error("{0} lines of the chat were added by hand")]
    LinesAdded(i64),
    /// A ban was changed.
    #[error("the ban of {0} was changed")]
    BanChanged(String),
    /// A ban is gone.
    #[error("the ban of {0} was removed by hand")]
    BanRemoved(String),
    /// There is a ban that nobody pronounced.
    #[error("the ban of {0} was added by hand")]
    BanAdded(String),
}

/// What came of comparing everything with the audit chain.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChainReport {
    /// How many entries the chain has.
    pub entries: u64,
    /// When the first was written, in milliseconds since 1970.
    pub since: u64,
    /// How many lines of chat were compared.
    pub lines: u64,
    /// How many ratings were computed anew.
    pub ratings: usize,
    /// How many noted heads were found in it.
    pub heads: usize,
    /// What does not agree.
    pub findings: Vec<Tampering>,
}

/// What the chain says, apart from lines of chat, of which there are many.
#[derive(Default)]
struct Claims {
    tables: BTreeMap<String, TableClaims>,
    bans: BTreeMap<String, Option<Hash>>,
    /// Erased users, and by which entries.
    erased: BTreeMap<String, Vec<i64>>,
}

#[derive(Default)]
struct TableClaims {
    content: Option<Hash>,
    /// The hash over the events up to a number.
    events: Vec<(i64, Hash)>,
    /// The entry of the result, up to which event, and its content.
    result: Option<(i64, i64, Hash)>,
    ratings: BTreeMap<i64, Hash>,
}

pub(super) async fn verify(connection: &mut SqliteConnection, noted: &[AuditHead]) -> Stored<ChainReport> {
    let mut report = ChainReport::default();
    let claims = walk(connection, noted, &mut report).await?;
    let matches = check_tables(connection, &claims, &mut report).await?;
    check_ratings(connection, &claims, matches, &mut report).await?;
    check_lines(connection, &claims, &mut report).await?;
    check_bans(connection, &claims, &mut report).await?;
    Ok(report)
}

type EntryColumns = (i64, i64, String, String, i64, Vec<u8>, Vec<u8>);

/// Follows the chain from its beginning to its end.
async fn walk(
    connection: &mut SqliteConnection,
    noted: &[AuditHead],
    report: &mut ChainReport,
) -> Stored<Claims> {
    let mut claims = Claims::default();
    let mut heads: BTreeMap<u64, BTreeSet<Hash>> = BTreeMap::new();
    for head in noted {
        heads.entry(head.number).or_default().insert(head.hash);
    }
    let (mut last, mut before) = (0, Vec::new());
    loop {
        let rows: Vec<EntryColumns> = sqlx::query_as(
            "SELECT number, time, kind, subject, place, content, hash FROM audit WHERE number > $1 \
             ORDER BY number LIMIT $2 + 0",
        )
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut *connection)
        .await
        .stored()?;
        if rows.is_empty() {
            break;
        }
        for (number, time, kind, subject, place, content, hash) in rows {
            let sealed = seal(&before, number, time, &kind, &subject, place, &content);
            if report.entries == 0 {
                report.since = time as u64;
            }
            if report.entries == 0 && (number != 1 || kind != Kind::Start.text()) {
                // What follows can still be compared with itself.
                report.findings.push(Tampering::NoBeginning);
            } else if number != last + 1 || hash != sealed {
                report.findings.push(Tampering::Link(number as u64));
            }
            if let Some(wanted) = heads.get_mut(&(number as u64))
                && wanted.len() == 1
                && wanted.iter().all(|wanted| hash == wanted)
            {
                heads.remove(&(number as u64));
                report.heads += 1;
            }
            report.entries += 1;
            (last, before) = (number, hash);
            if let Some(kind) = Kind::from_text(&kind) {
                claims.note(number, kind, subject, place, content::of_hash(&content));
            }
        }
    }
    if report.entries == 0 {
        report.findings.push(Tampering::NoBeginning);
    }
    report.findings.extend(heads.into_keys().map(Tampering::Head));
    Ok(claims)
}

impl Claims {
    fn note(&mut self, number: i64, kind: Kind, subject: String, place: i64, content: Hash) {
        match kind {
            Kind::Start | Kind::Chat | Kind::Admin => {}
            Kind::Table => self.tables.entry(subject).or_default().content = Some(content),
            Kind::Events => self.tables.entry(subject).or_default().events.push((place, content)),
            Kind::Result => self.tables.entry(subject).or_default().result = Some((number, place, content)),
            Kind::Rating => {
                self.tables.entry(subject).or_default().ratings.insert(place, content);
            }
            Kind::Ban => {
                self.bans.insert(subject, Some(content));
            }
            Kind::Unban => {
                self.bans.insert(subject, None);
            }
            Kind::Erased => self.erased.entry(subject).or_default().push(number),
        }
    }

    fn is_erased(&self, user: &str) -> bool {
        self.erased.contains_key(user)
    }
}

/// A rated match, by the entry of its result.
type Matches = BTreeMap<i64, (String, RatedMatch)>;

async fn check_tables(
    connection: &mut SqliteConnection,
    claims: &Claims,
    report: &mut ChainReport,
) -> Stored<Matches> {
    let mut matches = Matches::new();
    let mut found = BTreeSet::new();
    let mut last = String::new();
    loop {
        let rows: Vec<(String, Vec<u8>)> =
            sqlx::query_as("SELECT id, events_hash FROM tables WHERE id > $1 ORDER BY id LIMIT $2 + 0")
                .bind(&last)
                .bind(PAGE)
                .fetch_all(&mut *connection)
                .await
                .stored()?;
        let Some((id, _)) = rows.last() else { break };
        last.clone_from(id);
        for (id, events_hash) in rows {
            match claims.tables.get(&id).filter(|claims| claims.content.is_some()) {
                None => report.findings.push(Tampering::TableAdded(id)),
                Some(of_table) => {
                    let findings = check_table(connection, claims, of_table, &id, &events_hash).await?;
                    report.findings.extend(findings);
                    if let Some(rated) = rated_match(connection, of_table, &id).await? {
                        matches.insert(rated.0, (id.clone(), rated.1));
                    }
                    found.insert(id);
                }
            }
        }
    }
    let removed = claims.tables.keys().filter(|id| !found.contains(*id));
    report.findings.extend(removed.cloned().map(Tampering::TableRemoved));
    Ok(matches)
}

async fn check_table(
    connection: &mut SqliteConnection,
    all: &Claims,
    claims: &TableClaims,
    id: &str,
    events_hash: &[u8],
) -> Stored<Vec<Tampering>> {
    let mut findings = Vec::new();
    if claims.content != Some(content::table(connection, id).await.stored()?) {
        findings.push(Tampering::TableChanged(id.to_owned()));
    }
    let rows: Vec<EventColumns> =
        sqlx::query_as(EVENTS_OF).bind(id).fetch_all(&mut *connection).await.stored()?;
    let mut after: BTreeMap<i64, Hash> = BTreeMap::new();
    let mut before: Vec<u8> = Vec::new();
    for row in &rows {
        let hash = event(id, row).after(&before);
        after.insert(row.0, hash);
        before = hash.to_vec();
    }
    let is_as_claimed = |(seq, hash): &(i64, Hash)| after.get(seq) == Some(hash);
    if before != events_hash || !claims.events.iter().all(is_as_claimed) {
        findings.push(Tampering::Events(id.to_owned()));
    }
    let (claimed, events) = match claims.result {
        Some((_, seq, hash)) => (Some(hash), after.get(&seq).map_or(&[][..], |hash| &hash[..])),
        None => (None, &[][..]),
    };
    let (has_results,): (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM results WHERE table_id = $1) \
         OR EXISTS (SELECT 1 FROM standings WHERE table_id = $1)",
    )
    .bind(id)
    .fetch_one(&mut *connection)
    .await
    .stored()?;
    let given = content::result(connection, id, events).await.stored()?;
    let agrees = claimed.map_or(!has_results, |claimed| claimed == given);
    // A changed event changes this hash as well, and is told already.
    if !agrees && findings.iter().all(|finding| !matches!(finding, Tampering::Events(_))) {
        findings.push(Tampering::Result(id.to_owned()));
    }
    check_rating_changes(connection, all, claims, id, &mut findings).await?;
    Ok(findings)
}

async fn check_rating_changes(
    connection: &mut SqliteConnection,
    all: &Claims,
    claims: &TableClaims,
    id: &str,
    findings: &mut Vec<Tampering>,
) -> Stored<()> {
    let kept: BTreeMap<i64, Hash> =
        content::rating_changes(connection, id).await.stored()?.into_iter().collect();
    let chairs: BTreeSet<_> = kept.keys().chain(claims.ratings.keys()).copied().collect();
    for chair in chairs {
        match (kept.get(&chair), claims.ratings.get(&chair)) {
            (Some(kept), Some(claimed)) if kept == claimed => {}
            (None, Some(_)) if is_chair_erased(connection, all, id, chair).await? => {}
            _ => findings.push(Tampering::RatingChange { table: id.to_owned(), chair }),
        }
    }
    Ok(())
}

async fn is_chair_erased(
    connection: &mut SqliteConnection,
    all: &Claims,
    id: &str,
    chair: i64,
) -> Stored<bool> {
    let row: Option<(Option<String>,)> =
        sqlx::query_as("SELECT user_id FROM results WHERE table_id = $1 AND chair = $2")
            .bind(id)
            .bind(chair)
            .fetch_optional(connection)
            .await
            .stored()?;
    Ok(row.and_then(|(user,)| user).is_some_and(|user| all.is_erased(&user)))
}

/// A match that changed ratings, with the entry of its result.
async fn rated_match(
    connection: &mut SqliteConnection,
    claims: &TableClaims,
    id: &str,
) -> Stored<Option<(i64, RatedMatch)>> {
    let Some((number, _, _)) = claims.result.filter(|_| !claims.ratings.is_empty()) else { return Ok(None) };
    let rows: Vec<(i64, Option<String>, String, String, i64)> = sqlx::query_as(
        "SELECT chair, user_id, game, outcome, finished FROM standings WHERE table_id = $1 ORDER BY chair",
    )
    .bind(id)
    .fetch_all(connection)
    .await
    .stored()?;
    let Some((_, _, game, _, finished)) = rows.first().cloned() else { return Ok(None) };
    let mut players = Vec::with_capacity(rows.len());
    for (chair, user, _, outcome, _) in rows {
        let Some(user) = user else { return Ok(None) };
        players.push((chair as u8, decode::id::<UserId>(user)?, standings::outcome(&outcome)?));
    }
    Ok(Some((number, RatedMatch { game, players, finished: finished as u64 })))
}

type RatingColumns = (String, String, f64, f64, f64, i64, i64);

/// Computes all ratings anew, in the order in which matches ended.
async fn check_ratings(
    connection: &mut SqliteConnection,
    claims: &Claims,
    matches: Matches,
    report: &mut ChainReport,
) -> Stored<()> {
    let mut history = RatingHistory::default();
    let mut erased: Vec<(i64, &str)> = Vec::new();
    for (user, numbers) in &claims.erased {
        erased.extend(numbers.iter().map(|number| (*number, user.as_str())));
    }
    erased.sort_unstable();
    let mut erased = erased.into_iter().peekable();
    for (number, (table, rated)) in matches {
        while let Some((_, user)) = erased.next_if(|(erased, _)| *erased < number) {
            history.forget(user);
        }
        let given = history.play(&rated);
        let kept = standings::rating_changes(connection, &table).await?;
        for kept in kept {
            let given = given.iter().find(|given| given.chair == kept.chair);
            let agrees = given.is_some_and(|given| {
                is_close(given.before, kept.before)
                    && is_close(given.after, kept.after)
                    && is_close(given.deviation, kept.deviation)
            });
            if !agrees {
                let table = table.clone();
                report.findings.push(Tampering::WrongRatingChange { table, chair: kept.chair });
            }
        }
    }
    for (_, user) in erased {
        history.forget(user);
    }
    let rows: Vec<RatingColumns> = sqlx::query_as(
        "SELECT user_id, game, rating, deviation, volatility, games, changed FROM ratings ORDER BY user_id, game",
    )
    .fetch_all(connection)
    .await.stored()?;
    report.ratings = rows.len();
    let mut given = history.into_ratings();
    for (user, game, rating, deviation, volatility, games, changed) in rows {
        let kept = (Rating { rating, deviation, volatility }, games, changed as u64);
        let found = given.remove(&(user.clone(), game.clone()));
        let agrees = found.as_ref().is_some_and(|(given, n_games, last)| {
            is_close(given.rating, rating)
                && is_close(given.deviation, deviation)
                && is_close(given.volatility, volatility)
                && (i64::from(*n_games), *last) == (games, changed as u64)
        });
        if !agrees {
            let given = found
                .map_or_else(|| "none".to_owned(), |(given, games, _)| described(&given, i64::from(games)));
            let kept = described(&kept.0, kept.1);
            report.findings.push(Tampering::Rating { user, game, kept, given });
        }
    }
    for ((user, game), (rating, games, _)) in given {
        let given = described(&rating, i64::from(games));
        report.findings.push(Tampering::Rating { user, game, kept: "none".to_owned(), given });
    }
    Ok(())
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= TOLERANCE * one.abs().max(1.0)
}

fn described(rating: &Rating, games: i64) -> String {
    format!("{:.1} ± {:.1} after {games} matches", rating.rating, rating.deviation)
}

async fn check_lines(
    connection: &mut SqliteConnection,
    claims: &Claims,
    report: &mut ChainReport,
) -> Stored<()> {
    let mut last = 0;
    loop {
        let rows: Vec<(i64, i64, String, Vec<u8>)> = sqlx::query_as(
            "SELECT number, place, subject, content FROM audit WHERE number > $1 AND kind = 'chat' \
             ORDER BY number LIMIT $2 + 0",
        )
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut *connection)
        .await
        .stored()?;
        let Some((number, ..)) = rows.last() else { break };
        last = *number;
        for (_, line, speaker, claimed) in rows {
            report.lines += 1;
            check_line(connection, claims, report, line, &speaker, &claimed).await?;
        }
    }
    let (kept,): (i64,) =
        sqlx::query_as("SELECT COUNT(*) FROM chats").fetch_one(connection).await.stored()?;
    let removed =
        report.findings.iter().filter(|finding| matches!(finding, Tampering::LineRemoved(_))).count();
    let expected = report.lines as i64 - removed as i64;
    if expected < kept {
        report.findings.push(Tampering::LinesAdded(kept - expected));
    }
    Ok(())
}

type LineColumns = (String, String, String, i64, String, i64, Vec<u8>);

async fn check_line(
    connection: &mut SqliteConnection,
    claims: &Claims,
    report: &mut ChainReport,
    number: i64,
    speaker: &str,
    claimed: &[u8],
) -> Stored<()> {
    let row: Option<LineColumns> = sqlx::query_as(
        "SELECT channel, sender, text, time, client, client_number, salt FROM chats WHERE number = $1",
    )
    .bind(number)
    .fetch_optional(connection)
    .await
    .stored()?;
    let Some((channel, sender, text, time, client, client_number, salt)) = row else {
        report.findings.push(Tampering::LineRemoved(number));
        return Ok(());
    };
    let line = ChatContent {
        salt: &salt,
        number,
        channel: &channel,
        sender: &sender,
        text: &text,
        time,
        client: &client,
        client_number,
    };
    let is_erased =
        claims.is_erased(speaker) && line.speaker() == speaker && text == DELETED && salt.is_empty();
    if !is_erased && line.hash() != *claimed {
        report.findings.push(Tampering::LineChanged(number));
    }
    Ok(())
}

async fn check_bans(
    connection: &mut SqliteConnection,
    claims: &Claims,
    report: &mut ChainReport,
) -> Stored<()> {
    let rows: Vec<(String,)> = sqlx::query_as("SELECT user_id FROM bans ORDER BY user_id")
        .fetch_all(&mut *connection)
        .await
        .stored()?;
    let mut found = BTreeSet::new();
    for (user,) in rows {
        let kept = content::ban(connection, &user).await.stored()?;
        match claims.bans.get(&user).copied().flatten() {
            None => report.findings.push(Tampering::BanAdded(user.clone())),
            Some(claimed) if kept != Some(claimed) => {
                report.findings.push(Tampering::BanChanged(user.clone()));
            }
            Some(_) => {}
        }
        found.insert(user);
    }
    let is_missing = |(user, claimed): &(&String, &Option<Hash>)| claimed.is_some() && !found.contains(*user);
    let removed = claims.bans.iter().filter(is_missing).map(|(user, _)| Tampering::BanRemoved(user.clone()));
    report.findings.extend(removed);
    Ok(())
}
