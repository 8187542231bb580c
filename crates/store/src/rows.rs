//! What is kept.

use framework::Millis;
use protocol::{Channel, NewTable, Person, Phase, TableEvent, TableHappening, TableId, TableSummary, UserId};
use serde::{Deserialize, Serialize};

/// The right of a node to write, until it expires or a person takes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The node.
    pub node: String,
    /// Grows whenever the lease is taken.
    pub epoch: u64,
}

/// A table apart from its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Which table it is.
    pub id: TableId,
    /// Who made it.
    pub host: Person,
    /// What was agreed. A password is kept as a keyed hash.
    pub settings: NewTable,
    /// What its dice are drawn from; nobody may see it.
    pub secret: u64,
    /// The word that stands for a password, for those who are invited.
    pub invite: String,
    /// What the lobby shows.
    pub summary: TableSummary,
    /// When it was made.
    pub created: u64,
    /// Which command made it.
    pub by: CommandKey,
}

/// A command of a client, which takes effect once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct CommandKey {
    /// The user and the client, so that nobody can use up the numbers of another person.
    pub client: String,
    /// The number that the client gave to the command.
    pub number: u64,
}

/// An event of a table, and the command of which it was the last event, if it was a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// The event.
    pub event: TableEvent,
    /// The command.
    pub by: Option<CommandKey>,
}

/// Events of a table together with what they change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// Who writes.
    pub lease: Lease,
    /// When.
    pub now: u64,
    /// Where.
    pub table: TableId,
    /// The events, whose numbers follow those that are kept.
    pub events: Vec<StoredEvent>,
    /// What the lobby shows from now on, if that changes.
    pub summary: Option<TableSummary>,
    /// The results, when the match is over.
    pub results: Vec<ResultRow>,
}

/// What came of a match for one chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRow {
    /// The table.
    pub table: TableId,
    /// The chair, from 0.
    pub chair: u8,
    /// Who sat there; nobody if it was a computer player.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// The id of the game.
    pub game: String,
    /// Rounds won, drawn and lost, and points.
    pub wins: u32,
    /// Rounds that nobody won.
    pub draws: u32,
    /// Rounds that others won.
    pub losses: u32,
    /// Points won in all rounds.
    pub points: u32,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When the match was over.
    pub finished: u64,
}

/// A line of chat to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewLine {
    /// Where it is said.
    pub channel: Channel,
    /// Who says it.
    pub from: Person,
    /// What.
    pub text: String,
    /// When.
    pub time: u64,
    /// By which command.
    pub by: CommandKey,
}

/// A line of chat as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredLine {
    /// Its number.
    pub number: u64,
    /// Who said it.
    pub from: Person,
    /// What.
    pub text: String,
    /// When.
    pub time: u64,
}

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// Who it is and what people call them.
    pub person: Person,
    /// When they came first.
    pub created: u64,
    /// When they were seen last.
    pub seen: u64,
}

/// Whether a table is over, and whether the lobby lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// It is over.
    Over = 0,
    /// It is not over, and the lobby lists it.
    Listed = 1,
    /// It is not over, and the lobby does not list it.
    Hidden = 2,
}

impl Listing {
    /// How a table with these settings is listed.
    #[must_use]
    pub fn new(settings: &NewTable, summary: &TableSummary) -> Self {
        match summary.phase {
            Phase::Over | Phase::Closed => Self::Over,
            Phase::Waiting | Phase::Playing if settings.hidden => Self::Hidden,
            Phase::Waiting | Phase::Playing => Self::Listed,
        }
    }
}

impl TableRow {
    /// How the table is listed.
    #[must_use]
    pub fn listing(&self) -> Listing {
        Listing::new(&self.settings, &self.summary)
    }

    /// Tells whether the lobby lists the table.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.listing() == Listing::Listed
    }
}

impl StoredEvent {
    /// A short word for the kind of event, for a reader into the database.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.event.what {
            TableHappening::Sat { .. } => "sat",
            TableHappening::Left { .. } => "left",
            TableHappening::Began { .. } => "began",
            TableHappening::Match(_) => "match",
            TableHappening::DiceCommitted { .. } => "dice-committed",
            TableHappening::Pledged { .. } => "pledged",
            TableHappening::Rolling { .. } => "rolling",
            TableHappening::Revealed { .. } => "revealed",
            TableHappening::Cast { .. } => "cast",
            TableHappening::DiceRevealed { .. } => "dice-revealed",
            TableHappening::Preferred { .. } => "preferred",
            TableHappening::PaceSet(_) => "pace-set",
            TableHappening::Rematch { .. } => "rematch",
            TableHappening::Closed => "closed",
        }
    }

    /// An event of a table, and the command that it came of.
    #[must_use]
    pub fn new(seq: u64, at: u64, time: u64, what: TableHappening, by: Option<CommandKey>) -> Self {
        Self { event: TableEvent { seq, at: Millis(at), time, what }, by }
    }
}
