//! Several nodes over one store: only one of them writes to a table.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use framework::Action;
use protocol::{Code, Command, Message, Person, Request, TableId};
use server::{House, Session};
use store::{Fault, Faults, MemoryStore};
use tokio::time::{Instant, sleep};

use crate::{client::for_two, simulation::world::SimulatedWorld};

type Node = Arc<House<SimulatedWorld>>;

async fn node(store: &MemoryStore, name: &str, seed: u64) -> Node {
    House::open(SimulatedWorld::new(store.clone(), seed, 0, 1_000_000), name).await.unwrap()
}

/// Cuts a node off from the store.
#[derive(Debug, Default)]
struct Cut(AtomicBool);

impl Faults for Cut {
    fn next(&self) -> (Duration, Fault) {
        let fault = if self.0.load(Ordering::Relaxed) { Fault::Lost } else { Fault::None };
        (Duration::ZERO, fault)
    }
}

/// Somebody who is connected to a node.
struct Guest {
    session: Session<SimulatedWorld>,
    next_number: u64,
}

impl Guest {
    async fn at(node: &Node, id: &str) -> Self {
        let person = Person::guest(id.parse().unwrap(), id.to_uppercase());
        let (session, _) = Session::begin(Arc::clone(node), person);
        let mut guest = Self { session, next_number: 1 };
        let hello = Command::Hello { version: protocol::VERSION, client: "first-tab".parse().unwrap() };
        assert!(matches!(guest.ask(hello).await, Message::Welcome { .. }));
        guest
    }

    async fn ask(&mut self, command: Command) -> Message {
        self.next_number += 1;
        let frame = serde_json::to_string(&Request { number: self.next_number, command }).unwrap();
        self.session.on_frame(&frame, Instant::now()).await.remove(0)
    }

    async fn play(&mut self, table: &TableId, ply: u32, text: &str) -> Message {
        let action = Action::Move(text.to_owned());
        self.ask(Command::Act { table: table.clone(), ply, action, chair: None }).await
    }
}

#[track_caller]
fn check_unavailable(message: &Message) {
    let Message::Refused { problem, .. } = message else { panic!("{message:?} is not refused") };
    assert_eq!(problem.code, Code::Unavailable);
}

#[tokio::test(start_paused = true)]
async fn a_table_moves_to_another_node_when_the_lease_of_the_first_has_run_out() {
    let store = MemoryStore::default();
    let cut = Arc::new(Cut::default());
    let first = node(&store.clone().with_faults(cut.clone()), "first", 1).await;
    let (mut anna, mut bert) = (Guest::at(&first, "anna").await, Guest::at(&first, "bert").await);
    let Message::Done { table: Some(table), .. } =
        anna.ask(Command::CreateTable { table: for_two("connect4", "") }).await
    else {
        panic!("a table is made")
    };
    bert.ask(Command::Sit { table: table.clone(), chair: None, password: None, invite: None }).await;
    assert!(matches!(anna.play(&table, 0, "4").await, Message::Done { .. }));
    let second = node(&store, "second", 2).await;
    let mut bert_elsewhere = Guest::at(&second, "bert").await;
    bert_elsewhere.next_number = 100;
    // The first node lives: its lease is prolonged for as long as it wants.
    sleep(Duration::from_secs(60)).await;
    check_unavailable(&bert_elsewhere.play(&table, 1, "4").await);
    assert!(matches!(bert.play(&table, 1, "4").await, Message::Done { .. }));
    // The first node is cut off from the store, though not from its connections: it acknowledges nothing.
    cut.0.store(true, Ordering::Relaxed);
    check_unavailable(&anna.play(&table, 2, "5").await);
    sleep(Duration::from_secs(11)).await;
    let mut anna_elsewhere = Guest::at(&second, "anna").await;
    anna_elsewhere.next_number = 100;
    assert!(matches!(anna_elsewhere.play(&table, 2, "4").await, Message::Done { .. }));
    // When it is back, the table is no longer its own.
    cut.0.store(false, Ordering::Relaxed);
    sleep(Duration::from_secs(11)).await;
    check_unavailable(&anna.play(&table, 3, "5").await);
    let mut bert_again = Guest::at(&second, "bert").await;
    bert_again.next_number = 200;
    assert!(matches!(bert_again.play(&table, 3, "4").await, Message::Done { .. }));
}
