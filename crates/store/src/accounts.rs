//! What is kept about people who have an account, and about those who are banned.

use std::{fmt, future::Future};

use protocol::{ChairChoice, Channel, Person, Sitter, TableHappening, TableId, TableSummary, UserId};

use super::{Stored, StoredEvent, StoredLine, TableRow, User};

/// What finished games call a person whose account was deleted.
pub const DELETED: &str = "deleted";

/// The account of a person or a bot.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Who it is and what people call them.
    pub person: Person,
    /// What is kept instead of the password; nothing for a bot that only uses tokens.
    pub password: Option<String>,
    /// Where they can be reached, if they said so. Nobody else ever sees it.
    pub email: Option<String>,
    /// When it was opened.
    pub created: u64,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("person", &self.person).finish_non_exhaustive()
    }
}

impl Account {
    /// The key of its name.
    #[must_use]
    pub fn name_key(&self) -> String {
        name_key(&self.person.name)
    }
}

/// The same for all ways to write a name: only letters and digits count, and not their case.
///
/// People log in by it. Which names look alike is told by [`name_look`](super::name_look()), which nobody may log in by.
///
/// ```
/// use store::name_key;
/// assert_eq!(name_key("Anna-Lena 7"), name_key("annalena7"));
/// ```
#[must_use]
pub fn name_key(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What came of opening or changing an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is written.
    Written,
    /// Another person has this name.
    NameTaken,
    /// The person has an account already, or has none to be changed.
    NotPossible,
}

/// The SHA-256 of a token in hexadecimal digits: what is kept instead of the token.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TokenHash(pub String);

/// A log-in that is still good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// The hash of its token.
    pub token: TokenHash,
    /// Who has logged in.
    pub user: UserId,
    /// When.
    pub created: u64,
    /// When it was used last.
    pub seen: u64,
    /// When it ends, however often it is used.
    pub expires: u64,
}

/// A token by which a bot proves who it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotToken {
    /// By which it can be revoked.
    pub id: String,
    /// The hash of the token.
    pub token: TokenHash,
    /// Whose it is.
    pub user: UserId,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created: u64,
}

/// Why a person may not come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Who.
    pub user: UserId,
    /// Why, as a sentence that they are told.
    pub reason: String,
    /// Since when.
    pub since: u64,
}

/// What decides whether a guest may come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether the id is that of a guest, or of nobody yet. A guest who has signed up is a guest no more.
    pub is_guest: bool,
    /// Why they are banned, if they are.
    pub ban: Option<Ban>,
}

/// Everything of a person that is not in their account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Belongings {
    /// The log-ins, the newest first.
    pub logins: Vec<Login>,
    /// The tables that they made or at which they sat.
    pub tables: Vec<TableSummary>,
    /// Everything they said, in order.
    pub lines: Vec<(Channel, StoredLine)>,
}

/// A person as the operator sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Who.
    pub user: User,
    /// Why they are banned, if they are.
    pub ban: Option<Ban>,
}

/// Keeps accounts, log-ins, tokens and bans.
///
/// As with [`Store`](super::Store), what a write wrote survives a crash once it returns.
pub trait AccountStore: Clone + Send + Sync + 'static {
    /// Opens an account, for a person new or for a guest, who keeps everything.
    fn open_account(&self, account: Account) -> impl Future<Output = Stored<Kept>> + Send;

    /// Changes the name, the password or the address of an account.
    fn change_account(&self, account: Account) -> impl Future<Output = Stored<Kept>> + Send;

    /// Deletes an account: its log-ins, tokens, address, password, ratings and lines of chat are gone, and the
    /// name is replaced wherever it was written. Gives the tables in which it was.
    fn delete_account(&self, user: &UserId) -> impl Future<Output = Stored<Vec<TableId>>> + Send;

    /// The account of a person.
    fn account(&self, user: &UserId) -> impl Future<Output = Stored<Option<Account>>> + Send;

    /// The account of a name, in whatever case and with whatever separators it is written.
    fn account_named(&self, name: &str) -> impl Future<Output = Stored<Option<Account>>> + Send;

    /// Whether there is an account of a name, or of one that looks like it.
    fn is_name_taken(&self, name: &str) -> impl Future<Output = Stored<bool>> + Send;

    /// Keeps a log-in.
    fn log_in(&self, login: Login) -> impl Future<Output = Stored<()>> + Send;

    /// The log-in of a token, good or not.
    fn login(&self, token: &TokenHash) -> impl Future<Output = Stored<Option<Login>>> + Send;

    /// Notes that a log-in was used.
    fn touch_login(&self, token: &TokenHash, seen: u64) -> impl Future<Output = Stored<()>> + Send;

    /// Ends a log-in.
    fn log_out(&self, token: &TokenHash) -> impl Future<Output = Stored<()>> + Send;

    /// Ends all log-ins of a person, except one if it is named.
    fn log_out_everywhere(
        &self,
        user: &UserId,
        except: Option<&TokenHash>,
    ) -> impl Future<Output = Stored<()>> + Send;

    /// Keeps the token of a bot, unless it has `limit` of them already; tells whether it is kept.
    fn add_token(&self, token: BotToken, limit: u32) -> impl Future<Output = Stored<bool>> + Send;

    /// The tokens of a bot, the oldest first.
    fn tokens(&self, user: &UserId) -> impl Future<Output = Stored<Vec<BotToken>>> + Send;

    /// Whose token it is.
    fn token_owner(&self, token: &TokenHash) -> impl Future<Output = Stored<Option<UserId>>> + Send;

    /// Revokes a token of a bot; tells whether there was one of that id.
    fn revoke_token(&self, user: &UserId, id: &str) -> impl Future<Output = Stored<bool>> + Send;

    /// Whether an id is that of a guest, and whether they are banned.
    fn standing(&self, user: &UserId) -> impl Future<Output = Stored<Standing>> + Send;

    /// Bans a person, from now on or for another reason.
    fn ban(&self, ban: Ban) -> impl Future<Output = Stored<()>> + Send;

    /// Ends a ban; tells whether there was one.
    fn unban(&self, user: &UserId) -> impl Future<Output = Stored<bool>> + Send;

    /// All bans.
    fn bans(&self) -> impl Future<Output = Stored<Vec<Ban>>> + Send;

    /// Everything of a person that is not in their account.
    fn belongings(&self, user: &UserId) -> impl Future<Output = Stored<Belongings>> + Send;

    /// The last private lines to and from a person, in order.
    fn private_lines(
        &self,
        user: &UserId,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<(Channel, StoredLine)>>> + Send;

    /// People with and, if wanted, without an account, those first who were seen last.
    fn people(&self, guests: bool, limit: u32) -> impl Future<Output = Stored<Vec<Listed>>> + Send;

    /// Forgets guests who were seen last before a moment; tells how many. Their games stay.
    fn prune_guests(&self, seen_before: u64) -> impl Future<Output = Stored<u64>> + Send;
}

/// The channel of a key under which lines are kept, as the one who said the line calls it.
pub fn channel_of(key: &str, speaker: &UserId) -> Option<Channel> {
    if key == "lobby" {
        return Some(Channel::Lobby);
    }
    let (kind, rest) = key.split_once('/')?;
    match kind {
        "table" => rest.parse().ok().map(Channel::Table),
        "private" => {
            let (first, second) = rest.split_once('/')?;
            let other = if first == speaker.as_str() { second } else { first };
            other.parse().ok().map(Channel::User)
        }
        _ => None,
    }
}

fn forget_in(person: &mut Person, user: &UserId) {
    if person.id == *user {
        DELETED.clone_into(&mut person.name);
    }
}

/// What a line of chat becomes when the account of its speaker is deleted.
pub fn forget_in_line(line: &mut StoredLine, user: &UserId) {
    if line.from.id == *user {
        forget_in(&mut line.from, user);
        DELETED.clone_into(&mut line.text);
    }
}

/// Takes the name of a person out of a table.
pub fn forget_in_row(row: &mut TableRow, user: &UserId) {
    forget_in(&mut row.host, user);
    forget_in(&mut row.summary.host, user);
    for choice in &mut row.settings.chairs {
        if let ChairChoice::For(person) = choice {
            forget_in(person, user);
        }
    }
    for chair in &mut row.summary.chairs {
        if let Some(Sitter::Person(person)) = &mut chair.sitter {
            forget_in(person, user);
        }
        if let Some(person) = &mut chair.kept_for {
            forget_in(person, user);
        }
    }
}

/// Takes the name of a person out of the events of a table.
pub fn forget_in_events(events: &mut [StoredEvent], user: &UserId) {
    let mut chairs = Vec::new();
    for event in events {
        match &mut event.event.what {
            TableHappening::Sat { chair, who } => {
                chairs.retain(|taken| taken != chair);
                if let Sitter::Person(person) = who
                    && person.id == *user
                {
                    forget_in(person, user);
                    chairs.push(*chair);
                }
            }
            TableHappening::Left { chair } => chairs.retain(|taken| taken != chair),
            TableHappening::Began { names } => {
                for (chair, name) in (0..).zip(names) {
                    if chairs.contains(&chair) {
                        DELETED.clone_into(name);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Tells whether a person made a table or was asked to come, apart from those who sat there.
pub(super) fn concerns(row: &TableRow, user: &UserId) -> bool {
    let is_asked = |choice: &ChairChoice| matches!(choice, ChairChoice::For(person) if person.id == *user);
    row.host.id == *user || row.settings.chairs.iter().any(is_asked)
}
