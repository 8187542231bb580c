//! What the listeners need of the server behind them.

use std::{future::Future, net::IpAddr, sync::Arc};

use bus::{Bus, Note, Notes};
use protocol::{Message, Person, Problem, Request, Snapshot, TableEvent, TableId, TableSummary, UserId};

use crate::OriginalsCounters;

/// The server behind the listeners: identities, sessions, and a few things that no client could ask for.
///
/// Everything that a browser can do as well goes through a [`PlayerSession`].
pub trait Backend: Send + Sync + 'static {
    /// One connection of one person.
    type Session: PlayerSession;
    /// What carries news.
    type Bus: Bus;

    /// What carries news.
    fn bus(&self) -> &Self::Bus;

    /// Where the listeners count what they do.
    fn counters(&self) -> &OriginalsCounters;

    /// Tells whether the server is about to stop and takes no new connections.
    fn is_stopping(&self) -> bool;

    /// 64 random bits that nobody can guess.
    fn random(&self) -> u64;

    /// A new id that nobody can guess and that begins with a prefix.
    fn new_id(&self, prefix: &str) -> String;

    /// Begins a session of a person, and gives the end at which its notes are read.
    fn begin_session(self: &Arc<Self>, person: Person) -> (Self::Session, Notes);

    /// The guest of an id, whose name follows from the id.
    fn guest(&self, id: UserId) -> Person;

    /// Checks a name that a client gives who has no account.
    ///
    /// # Errors
    /// If nobody may have it.
    fn check_guest_name(&self, name: &str) -> Result<(), Problem>;

    /// Tells whether an account has a name, or one that looks like it.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn is_name_taken(&self, name: &str) -> impl Future<Output = Result<bool, Problem>> + Send;

    /// Who a client is by a name and a password: the bot of a token, an account, or a guest.
    ///
    /// The password of an account is taken only where accounts alone are let in: it travels in the clear. The name of
    /// an account is its own, so that nobody else comes under it.
    ///
    /// # Errors
    /// If the name belongs to an account or looks like one, and the password is not good for it; if nobody may have
    /// the name; if there is no such account and one is needed; or if they are banned.
    fn identify(&self, credentials: Credentials<'_>) -> impl Future<Output = Result<Person, Problem>> + Send;

    /// Tells whether a user has a connection.
    fn is_connected(&self, user: &UserId) -> bool;

    /// The people who are connected, as many as the lobby lists.
    fn people(&self) -> Vec<Person>;

    /// The tables that the lobby lists.
    ///
    /// # Errors
    /// If they cannot be read.
    fn listed_tables(&self) -> impl Future<Output = Result<Vec<TableSummary>, Problem>> + Send;

    /// How a table looks to a person.
    ///
    /// # Errors
    /// If there is no such table, or they may not see it.
    fn snapshot(
        self: &Arc<Self>,
        table: &TableId,
        viewer: Person,
    ) -> impl Future<Output = Result<Snapshot, Problem>> + Send;

    /// The events of a table after a number.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn events(
        &self,
        table: &TableId,
        since: u64,
    ) -> impl Future<Output = Result<Vec<TableEvent>, Problem>> + Send;

    /// Who still sits at a running table, and gave their last command there from a client whose id begins with a
    /// prefix.
    fn left_behind(&self, client_prefix: &str) -> impl Future<Output = Vec<LeftBehind>> + Send;

    /// Lets a person leave a table without a session of theirs.
    ///
    /// # Errors
    /// If they do not sit there, or it cannot be written.
    fn stand(
        self: &Arc<Self>,
        table: &TableId,
        person: Person,
    ) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Puts a computer player on a chair, in the name of the host.
    ///
    /// # Errors
    /// If the chair is taken or there is no such player.
    fn seat_engine(
        self: &Arc<Self>,
        table: &TableId,
        host: Person,
        chair: u8,
        player: String,
    ) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Asks those who played at a table to come to another one, in the name of one of them.
    ///
    /// # Errors
    /// If the person did not play there, or it cannot be written.
    fn offer_rematch(
        self: &Arc<Self>,
        former: &TableId,
        host: Person,
        table: TableId,
    ) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Closes a table that everybody has left who could go on with it.
    fn give_up(self: &Arc<Self>, table: &TableId) -> impl Future<Output = ()> + Send;
}

/// One connection of one person, without a socket.
pub trait PlayerSession: Send + Sync + 'static {
    /// Who it is.
    fn you(&self) -> &Person;

    /// Tells whether the session has to be ended.
    fn is_over(&self) -> bool;

    /// Does what a request wants. The session sees to it that there are not too many.
    fn on_request(&mut self, request: Request) -> impl Future<Output = Vec<Message>> + Send;

    /// What a note means to the client.
    fn on_note(&mut self, note: Note) -> impl Future<Output = Vec<Message>> + Send;

    /// Tells whether there are events that did not fit into one message.
    fn has_backlog(&self) -> bool;

    /// The next of these events.
    fn next_events(&mut self) -> impl Future<Output = Vec<Message>> + Send;
}

/// What a client says about who it is.
#[derive(Clone, Copy, Debug)]
pub struct Credentials<'a> {
    /// The name, as it is written in the protocol.
    pub name: &'a str,
    /// A password, a token of a bot, or nothing.
    pub password: &'a str,
    /// Whether an account is needed.
    pub registration: Registration,
    /// How the protocol writes the name of an account.
    pub wire_name: fn(&str) -> String,
}

/// Whether a client needs an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registration {
    /// Guests come in as well.
    Optional,
    /// Only accounts come in, from an address whose tries are counted.
    Required {
        /// The address.
        from: IpAddr,
    },
}

/// People who sit at a table without a way back to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftBehind {
    /// The table.
    pub table: TableId,
    /// Who sits there.
    pub people: Vec<Person>,
}
