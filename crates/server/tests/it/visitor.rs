//! Somebody who is connected to a house without any socket, in virtual time.

use std::{net::IpAddr, sync::Arc, time::Duration};

use bus::Notes;
use framework::{Action, Happening, Millis};
use protocol::{Command, Message, Person, Request, TableEvent, TableHappening, TableId};
use server::{House, Session};
use store::MemoryStore;
use tokio::time::Instant;

use crate::simulation::world::SimulatedWorld;

pub(crate) type Node = Arc<House<SimulatedWorld>>;

/// Lets one life of a server pass in virtual time; everything that is under way then is gone, as in a crash.
pub(crate) fn live<T>(life: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.unwrap().block_on(life)
}

/// A house over a store, which opens at a time.
pub(crate) async fn house(store: &MemoryStore, seed: u64, time: u64) -> Node {
    House::open(SimulatedWorld::new(store.clone(), seed, 0, time), "node").await.unwrap()
}

pub(crate) struct Visitor {
    pub(crate) session: Session<SimulatedWorld>,
    /// What the house tells; also held because who does not listen any more is disconnected.
    pub(crate) notes: Notes,
    pub(crate) sent: Vec<String>,
    next_number: u64,
}

impl Visitor {
    pub(crate) async fn at(node: &Node, id: &str) -> Self {
        Self::at_with(node, id, "first-tab").await
    }

    /// Somebody who comes with a client of their own, which numbers its commands anew.
    pub(crate) async fn at_with(node: &Node, id: &str, client: &str) -> Self {
        Self::begin(node, id, client, None).await
    }

    /// Somebody who comes from an address.
    pub(crate) async fn from(node: &Node, id: &str, address: IpAddr) -> Self {
        Self::begin(node, id, "first-tab", Some(address)).await
    }

    async fn begin(node: &Node, id: &str, client: &str, address: Option<IpAddr>) -> Self {
        let person = Person::guest(id.parse().unwrap(), id.to_uppercase());
        let (session, notes) = Session::begin_from(Arc::clone(node), person, address);
        let mut visitor = Self { session, notes, sent: Vec::new(), next_number: 1 };
        let hello = Command::Hello { version: protocol::VERSION, client: client.parse().unwrap() };
        assert!(matches!(visitor.ask(hello).await.as_slice(), [Message::Welcome { .. }]));
        visitor
    }

    /// A frame with the next number.
    pub(crate) fn frame(&mut self, command: Command) -> String {
        self.next_number += 1;
        serde_json::to_string(&Request { number: self.next_number, command }).unwrap()
    }

    /// Sends a command that arrives now.
    pub(crate) async fn ask(&mut self, command: Command) -> Vec<Message> {
        let frame = self.frame(command);
        self.sent.push(frame.clone());
        self.session.on_frame(&frame, Instant::now()).await
    }

    /// Sends a command that has to be done, and gives the table and the event.
    pub(crate) async fn done(&mut self, command: Command) -> (Option<TableId>, Option<u64>) {
        let answer = self.ask(command).await;
        match answer.first() {
            Some(Message::Done { table, seq, .. }) => (table.clone(), *seq),
            _ => panic!("{answer:?} is not done"),
        }
    }

    pub(crate) fn act(table: &TableId, ply: u32, text: &str) -> Command {
        Command::Act { table: table.clone(), ply, action: Action::Move(text.to_owned()), chair: None }
    }

    pub(crate) async fn sit(&mut self, table: &TableId) {
        let sit = Command::Sit { table: table.clone(), chair: None, password: None, invite: None };
        self.done(sit).await;
    }

    /// Lets the server measure a round trip.
    pub(crate) fn measured(&mut self, round_trip: Duration) {
        self.session.on_round_trip(round_trip);
    }
}

/// How long each move took, as it was charged.
pub(crate) fn charged<'a>(events: impl IntoIterator<Item = &'a TableEvent>) -> Vec<Millis> {
    let spent = |event: &TableEvent| match &event.what {
        TableHappening::Match(Happening::Moved { spent, .. }) => Some(*spent),
        _ => None,
    };
    events.into_iter().filter_map(spent).collect()
}
