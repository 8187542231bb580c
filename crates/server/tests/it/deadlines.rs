//! A store that hangs keeps nobody waiting for ever.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use protocol::{Channel, Code, Command, Message, Person, Request};
use server::{House, Session};
use store::{AccountStore as _, Fault, Faults, MemoryStore, Store as _, StoreError, Timed};
use tokio::time::Instant;

use crate::{client::for_two, simulation::world::SimulatedWorld};

/// Lets every write hang for an hour once the switch is on.
#[derive(Default)]
struct Hangs(AtomicBool);

impl Faults for Hangs {
    fn next(&self) -> (Duration, Fault) {
        let hangs = self.0.load(Ordering::Relaxed);
        (if hangs { Duration::from_secs(3_600) } else { Duration::ZERO }, Fault::None)
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_hangs_is_given_up_in_time() {
    let hangs = Arc::new(Hangs(AtomicBool::new(true)));
    let store = Timed::new(MemoryStore::default().with_faults(hangs));
    let began = Instant::now();
    assert_eq!(store.setting("key", String::new()).await, Err(StoreError::TimedOut(10)));
    assert_eq!(began.elapsed().as_secs(), 10, "in virtual time");
    assert_eq!(store.delete_account(&"anna".parse().unwrap()).await, Err(StoreError::TimedOut(60)));
}

#[tokio::test(start_paused = true)]
async fn requests_while_the_store_hangs_are_answered_unavailable() {
    let hangs = Arc::new(Hangs::default());
    let store = MemoryStore::default().with_faults(hangs.clone());
    let house = House::open(SimulatedWorld::new(store, 1, 0, 1_000), "node").await.unwrap();
    let anna = Person::guest("anna".parse().unwrap(), "Anna".to_owned());
    let (mut session, _notes) = Session::begin(Arc::clone(&house), anna);
    let mut number = 0;
    let mut frame = |command: Command| {
        number += 1;
        serde_json::to_string(&Request { number, command }).unwrap()
    };
    let hello = frame(Command::Hello { version: protocol::VERSION, client: "first-tab".parse().unwrap() });
    session.on_frame(&hello, Instant::now()).await;
    hangs.0.store(true, Ordering::Relaxed);
    let chat = Command::Chat { channel: Channel::Lobby, text: "hello".to_owned() };
    for command in [Command::CreateTable { table: for_two("othello", "") }, chat] {
        let answer = session.on_frame(&frame(command), Instant::now()).await;
        let [Message::Refused { problem, .. }] = answer.as_slice() else { panic!("{answer:?}") };
        assert_eq!(problem.code, Code::Unavailable, "{problem:?}");
    }
    hangs.0.store(false, Ordering::Relaxed);
    // The lease has run out meanwhile, and is taken again.
    tokio::time::sleep(Duration::from_secs(30)).await;
    let made = session
        .on_frame(&frame(Command::CreateTable { table: for_two("othello", "") }), Instant::now())
        .await;
    assert!(
        matches!(made.as_slice(), [Message::Done { table: Some(_), .. }]),
        "it goes on by itself: {made:?}"
    );
}
