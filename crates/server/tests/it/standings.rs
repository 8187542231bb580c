//! Ratings, histories, statistics and the audit.

use std::sync::Arc;

use bus::Notes;
use framework::{Action, Millis, Rng};
use protocol::{
    Chair, ChairChoice, Command, Detail, Message, NewTable, Outcome, Person, Phase, Request, Sitter, TableId,
    UserId, Watchers,
};
use server::{House, Session};
use store::{
    Append, CommandKey, Fault, Faults, Lease, MemoryStore, StandingRow, Standings as _, Store, StoredEvent,
    TableRow, Wanted,
};
use store_sqlite::SqliteStore;
use tables::audit;
use tables::{Envelope, Now, SeededDice, Table, TableCommand};

use crate::{folder::Folder, made::made, simulation::world::SimulatedWorld};

const NODE: &str = "node";

const DAY_MS: u64 = 24 * 3_600 * 1_000;

pub(crate) fn person(id: &str, guest: bool) -> Person {
    Person { id: id.parse().unwrap(), name: id.to_uppercase(), guest, bot: false }
}

fn user(id: &str) -> UserId {
    id.parse().unwrap()
}

/// A match of Connect Four that the host wins, as a keeper would write it.
pub(crate) struct Played {
    pub(crate) row: TableRow,
    pub(crate) events: Vec<StoredEvent>,
    table: Table,
}

/// A match that Anna wins.
pub(crate) fn play(id: &str, change: impl FnOnce(&mut NewTable), opponent: &Person) -> Played {
    play_at(id, &person("anna", false), change, opponent)
}

pub(crate) fn play_at(
    id: &str,
    host: &Person,
    change: impl FnOnce(&mut NewTable),
    opponent: &Person,
) -> Played {
    let mut settings = NewTable::new("connect4", "5x4x3", vec![ChairChoice::Me, ChairChoice::Open]);
    settings.rated = true;
    settings.clock = "1m+0s".to_owned();
    change(&mut settings);
    let mut row = made(id, host, settings);
    let mut table = Table::load(catalog::GAMES, row.clone(), &[], Arc::new(SeededDice)).unwrap();
    row.summary = table.summary();
    let mut events = Vec::new();
    let mut at = 0;
    let mut number = 1;
    let mut order = |table: &mut Table, who: Option<&Person>, command: TableCommand| {
        (at, number) = (at + 500, number + 1);
        let by = who.map(|who| CommandKey { client: format!("{}/tab", who.id), number });
        let envelope = Envelope { actor: who.cloned(), key: by, lag: Millis(0), command };
        let handled = table.handle(&envelope, Now { table_time: Millis(at), unix_ms: at });
        events.extend(handled.events);
        handled.answer.unwrap();
    };
    order(&mut table, None, TableCommand::Open);
    order(&mut table, Some(opponent), TableCommand::Sit { chair: None, password: None, invite: None });
    for (ply, column) in (0..).zip(["1", "2", "1", "2", "1"]) {
        let who = if ply % 2 == 0 { host } else { opponent };
        order(
            &mut table,
            Some(who),
            TableCommand::Act { ply, action: Action::Move(column.to_owned()), chair: None },
        );
    }
    assert_eq!(table.phase(), Phase::Over);
    Played { row, events, table }
}

/// A match that Bert gives up after so many plies.
fn give_up(id: &str, plies: u32) -> Played {
    let (anna, bert) = (person("anna", false), person("bert", false));
    let mut settings = NewTable::new("connect4", "", vec![ChairChoice::Me, ChairChoice::Open]);
    (settings.rated, settings.clock) = (true, "1m+0s".to_owned());
    let mut row = made(id, &anna, settings);
    let mut table = Table::load(catalog::GAMES, row.clone(), &[], Arc::new(SeededDice)).unwrap();
    row.summary = table.summary();
    let mut events = Vec::new();
    let mut command = |who: Option<&Person>, command| {
        let envelope = Envelope { actor: who.cloned(), key: None, lag: Millis(0), command };
        let handled = table.handle(&envelope, Now { table_time: Millis(0), unix_ms: 0 });
        events.extend(handled.events);
        handled.answer.unwrap();
    };
    command(None, TableCommand::Open);
    command(Some(&bert), TableCommand::Sit { chair: None, password: None, invite: None });
    for ply in 0..plies {
        let action = Action::Move((ply + 1).to_string());
        command(Some([&anna, &bert][ply as usize % 2]), TableCommand::Act { ply, action, chair: None });
    }
    command(Some(&bert), TableCommand::Act { ply: plies, action: Action::Resign(None), chair: None });
    assert_eq!(table.phase(), Phase::Over);
    Played { row, events, table }
}

impl Played {
    fn standings(&self) -> Vec<StandingRow> {
        let results = self.table.results(Now { table_time: Millis(0), unix_ms: 0 });
        let events = self.events.iter().map(|event| &event.event.what);
        store::standing::standings(&self.row.settings, &self.table.summary(), &results, events)
    }

    pub(crate) fn append(&self, lease: &Lease, now: u64) -> Append {
        Append {
            lease: lease.clone(),
            now,
            table: self.row.id.clone(),
            events: self.events.clone(),
            summary: Some(self.table.summary()),
            results: self.table.results(Now { table_time: Millis(0), unix_ms: now }),
        }
    }
}

pub(crate) async fn lease(store: &impl Store) -> Lease {
    loop {
        if let Ok(lease) = store.register(NODE, u64::MAX >> 1).await {
            return lease;
        }
    }
}

pub(crate) async fn write(store: &impl Store, lease: &Lease, played: &Played, now: u64) {
    store.create_table(played.row.clone()).await.unwrap();
    store.claim(&played.row.id, lease, now).await.unwrap();
    store.append(played.append(lease, now)).await.unwrap();
}

async fn rating_of(store: &impl Store, id: &str) -> Option<(f64, u32)> {
    let ratings = store.ratings(&user(id)).await.unwrap();
    ratings.first().map(|row| (row.rating.rating, row.games))
}

/// What both stores promise.
async fn keeps_standings(store: impl Store) {
    let lease = lease(&store).await;
    let bert = person("bert", false);
    for (number, id) in ["t1", "t2", "t3"].iter().enumerate() {
        write(&store, &lease, &play(id, |_| (), &bert), 100 + number as u64).await;
    }
    let (annas, games) = rating_of(&store, "anna").await.unwrap();
    let (berts, _) = rating_of(&store, "bert").await.unwrap();
    assert!(1_600.0 < annas && berts < 1_400.0 && games == 3, "{annas} {berts} {games}");
    let changes = store.rating_changes(&"t1".parse().unwrap()).await.unwrap();
    assert_eq!((changes.len(), changes[0].chair, changes[0].before), (2, 0, 1_500.0));
    assert!((changes[0].after - 1_662.3).abs() < 0.1 && changes[0].provisional, "{changes:?}");

    // Neither guests nor agreements to play for nothing change a rating, but they count in statistics.
    write(&store, &lease, &play("t4", |_| (), &person("guest", true)), 104).await;
    write(&store, &lease, &play("t5", |settings| settings.rated = false, &bert), 105).await;
    assert_eq!(rating_of(&store, "anna").await, Some((annas, 3)));
    assert_eq!(rating_of(&store, "guest").await, None);
    let tallies = store.tallies(&user("anna")).await.unwrap();
    assert_eq!(tallies.len(), 1);
    let tally = &tallies[0];
    assert_eq!((tally.won, tally.drawn, tally.lost, tally.points), (5, 0, 0, 5));
    assert_eq!((tally.game.as_str(), tally.chair, tally.opponent.as_str()), ("connect4", 0, "people"));
    assert_eq!((tally.moves, tally.thinking), (15, 15 * 500));
    let streaks = store.streaks(&user("anna")).await.unwrap();
    assert_eq!((streaks[0].current, streaks[0].longest), (5, 5));
    assert_eq!(store.streaks(&user("bert")).await.unwrap()[0].longest, 0);

    // What only some may watch is for the players alone.
    write(&store, &lease, &play("t6", |settings| settings.watchers = Watchers::Invited, &bert), 106).await;
    let wanted = |before: Option<(u64, TableId)>, with_private| Wanted {
        user: user("bert"),
        game: Some("connect4".to_owned()),
        before,
        with_private,
        limit: 2,
    };
    let ids = |found: Vec<(TableId, u64)>| found.iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(store.finished(&wanted(None, true)).await.unwrap()), ["t6", "t5"]);
    assert_eq!(ids(store.finished(&wanted(None, false)).await.unwrap()), ["t5", "t3"]);
    let next = wanted(Some((102, "t3".parse().unwrap())), false);
    assert_eq!(ids(store.finished(&next).await.unwrap()), ["t2", "t1"]);
    let other = Wanted { game: Some("othello".to_owned()), ..wanted(None, true) };
    assert_eq!(store.finished(&other).await.unwrap(), []);
    let results = store.match_results(&"t1".parse().unwrap()).await.unwrap();
    assert_eq!(
        results.iter().map(|(_, outcome)| *outcome).collect::<Vec<_>>(),
        [Outcome::Won, Outcome::Lost]
    );

    // Everybody here is provisional, so nobody leads.
    assert_eq!(store.leaders("connect4", 10).await.unwrap(), []);
    let anna = person("anna", false);
    for number in 0..40 {
        let (host, other) = if number % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        let played = play_at(&format!("u{number}"), host, |_| (), other);
        // No more of them a day than count.
        write(&store, &lease, &played, 200 + number * DAY_MS / 5).await;
    }
    let leaders = store.leaders("connect4", 10).await.unwrap();
    assert_eq!(leaders.len(), 2, "both are certain enough now");
    assert!(leaders[1].rating.rating <= leaders[0].rating.rating);
    assert_eq!(store.leaders("connect4", 1).await.unwrap(), leaders[..1]);

    let report = audit::check(&store, catalog::GAMES, |_| ()).await.unwrap();
    assert_eq!((report.tables, report.matches, report.findings), (46, 46, Vec::new()));
}

/// Ratings cannot be farmed: neither by matches in which nothing was played nor by many against the same opponent.
async fn cannot_be_farmed(store: impl Store) {
    let lease = lease(&store).await;
    for plies in 0..4 {
        write(&store, &lease, &give_up(&format!("short{plies}"), plies), 100).await;
    }
    assert_eq!(rating_of(&store, "anna").await, None, "not everybody has made two moves");
    write(&store, &lease, &give_up("long", 4), 100).await;
    assert_eq!(rating_of(&store, "anna").await.map(|(_, games)| games), Some(1));
    let (bert, carl) = (person("bert", false), person("carl", false));
    for number in 0..20 {
        write(&store, &lease, &play(&format!("b{number}"), |_| (), &bert), 200 + number).await;
    }
    let games = async || rating_of(&store, "anna").await.map(|(_, games)| games);
    assert_eq!(games().await, Some(10), "ten a day against the same opponent");
    let opponents =
        async |since, at_least| store.rated_opponents(&user("anna"), since, at_least).await.unwrap();
    assert_eq!(opponents(0, 10).await, [user("bert")]);
    assert_eq!((opponents(0, 11).await, opponents(201, 9).await), (vec![], vec![]));
    write(&store, &lease, &play("c1", |_| (), &carl), 300).await;
    assert_eq!(games().await, Some(11), "others are not concerned");
    write(&store, &lease, &play("later", |_| (), &bert), 300 + DAY_MS).await;
    assert_eq!(games().await, Some(12), "on the next day it goes on");
    let report = audit::check(&store, catalog::GAMES, |_| ()).await.unwrap();
    assert_eq!(report.findings, Vec::new());
}

#[tokio::test]
async fn ratings_cannot_be_farmed_in_memory() {
    cannot_be_farmed(MemoryStore::default()).await;
}

#[tokio::test]
async fn ratings_cannot_be_farmed_in_sqlite() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.path().join("brett.db")).await.unwrap();
    cannot_be_farmed(store.clone()).await;
    store.close().await;
}

#[tokio::test(start_paused = true)]
async fn rated_matches_per_pair_are_limited() {
    let store = MemoryStore::default();
    let house = House::open(SimulatedWorld::new(store.clone(), 1, 0, 1_000), NODE).await.unwrap();
    let lease = store.register("other", u64::MAX >> 1).await.unwrap();
    let bert = person("bert", false);
    for number in 0..10 {
        write(&store, &lease, &play(&format!("b{number}"), |_| (), &bert), 900).await;
    }
    let mut anna = Connected::new(&house, person("anna", false)).await;
    let mut bert = Connected::new(&house, bert).await;
    let mut settings = NewTable::new("connect4", "", vec![ChairChoice::Me, ChairChoice::Open]);
    (settings.rated, settings.clock) = (true, "5m+3s".to_owned());
    let made = anna.ask(Command::CreateTable { table: settings }).await;
    let [Message::Done { table: Some(table), .. }] = made.as_slice() else { panic!("{made:?}") };
    let sit = || Command::Sit { table: table.clone(), chair: None, password: None, invite: None };
    assert_eq!(bert.refused(sit()).await, protocol::Code::Limit);
    let seek = || protocol::Seek {
        game: "othello".to_owned(),
        options: String::new(),
        clock: "5m+3s".to_owned(),
        length: None,
        rated: true,
    };
    for player in [&mut anna, &mut bert] {
        let waits = player.ask(Command::Pair { seek: seek() }).await;
        assert!(matches!(waits.as_slice(), [Message::Done { table: None, .. }]), "{waits:?}");
    }
    let mut carl = Connected::new(&house, person("carl", false)).await;
    let paired = carl.ask(Command::Pair { seek: seek() }).await;
    assert!(matches!(paired.first(), Some(Message::Done { table: Some(_), .. })), "{paired:?}");
    carl.ask(sit()).await;
}

#[tokio::test(start_paused = true)]
async fn a_rated_match_needs_a_clock() {
    let house = House::open(SimulatedWorld::new(MemoryStore::default(), 1, 0, 1_000), NODE).await.unwrap();
    let mut anna = Connected::new(&house, person("anna", false)).await;
    let mut settings = NewTable::new("connect4", "", vec![ChairChoice::Me, ChairChoice::Open]);
    settings.rated = true;
    assert_eq!(
        anna.refused(Command::CreateTable { table: settings.clone() }).await,
        protocol::Code::Settings
    );
    settings.clock = "5m+3s".to_owned();
    anna.ask(Command::CreateTable { table: settings }).await;
}

#[tokio::test]
async fn standings_are_kept_in_memory() {
    keeps_standings(MemoryStore::default()).await;
}

#[tokio::test]
async fn standings_are_kept_in_sqlite() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.path().join("brett.db")).await.unwrap();
    keeps_standings(store.clone()).await;
    store.close().await;
}

/// Loses every third write, and tells of every third that it was lost although it was not.
struct EveryThird(std::sync::Mutex<Rng>);

impl Faults for EveryThird {
    fn next(&self) -> (std::time::Duration, Fault) {
        let fault = match self.0.lock().unwrap().below(3) {
            0 => Fault::Lost,
            1 => Fault::Silent,
            _ => Fault::None,
        };
        (std::time::Duration::ZERO, fault)
    }
}

#[tokio::test]
async fn a_match_counts_once_and_exactly_once_whatever_goes_wrong_with_the_writes() {
    for seed in 0..50 {
        let kept = MemoryStore::default();
        let faults = Arc::new(EveryThird(std::sync::Mutex::new(Rng::stream(seed, "faults", 0))));
        let store = kept.clone().with_faults(faults);
        let lease = lease(&store).await;
        let played = play("t1", |_| (), &person("bert", false));
        // As a keeper does: what is not acknowledged is looked up, and tried again if it is not there.
        while store.create_table(played.row.clone()).await.is_err() {}
        while store.claim(&played.row.id, &lease, 1).await.is_err() {}
        while store.events(&played.row.id, 0).await.unwrap().is_empty() {
            let _ = store.append(played.append(&lease, 1)).await;
        }
        assert!(store.append(played.append(&lease, 1)).await.is_err(), "a second time is refused");
        assert_eq!(rating_of(&kept, "anna").await.map(|(_, games)| games), Some(1), "seed {seed}");
        assert_eq!(rating_of(&kept, "bert").await.map(|(_, games)| games), Some(1), "seed {seed}");
    }
}

#[tokio::test]
async fn r_04_the_audit_replays_every_game_and_finds_a_result_that_the_events_do_not_give() {
    let store = MemoryStore::default();
    let lease = lease(&store).await;
    let played = play("t1", |_| (), &person("bert", false));
    store.create_table(played.row.clone()).await.unwrap();
    store.claim(&played.row.id, &lease, 1).await.unwrap();
    let mut append = played.append(&lease, 1);
    append.results[1].points = 7;
    store.append(append).await.unwrap();
    let report = audit::check(&store, catalog::GAMES, |_| ()).await.unwrap();
    let [(table, finding)] = report.findings.as_slice() else { panic!("{report:?}") };
    assert_eq!(table.as_str(), "t1");
    assert_eq!(
        finding.to_string(),
        "its result was written as ANNA 1, BERT 7, but its events give ANNA 1, BERT 0"
    );
}

#[test]
fn a_chair_that_was_left_still_counts_for_its_owner() {
    let anna = Chair { sitter: Some(Sitter::Person(person("anna", false))), ..Chair::default() };
    let left = Chair { kept_for: Some(person("bert", false)), ..Chair::default() };
    let played = play("t1", |_| (), &person("bert", false));
    let rows = played.standings();
    let mut summary = played.table.summary();
    summary.chairs = vec![anna.clone(), left];
    assert!(store::standing::counts_for_ratings(&summary, &rows));
    summary.chairs = vec![anna.clone(), anna];
    assert!(!store::standing::counts_for_ratings(&summary, &rows), "nobody plays against themselves");
}

/// A connection of somebody, without a socket.
struct Connected {
    session: Session<SimulatedWorld>,
    notes: Notes,
    number: u64,
}

impl Connected {
    async fn new(house: &Arc<House<SimulatedWorld>>, person: Person) -> Self {
        let (session, notes) = Session::begin(Arc::clone(house), person);
        let mut connected = Self { session, notes, number: 0 };
        let client = "rated-tab".parse().unwrap();
        connected.ask(Command::Hello { version: protocol::VERSION, client }).await;
        connected
    }

    async fn ask(&mut self, command: Command) -> Vec<Message> {
        self.number += 1;
        let frame = serde_json::to_string(&Request { number: self.number, command }).unwrap();
        let answer = self.session.on_frame(&frame, tokio::time::Instant::now()).await;
        assert!(!answer.iter().any(|message| matches!(message, Message::Refused { .. })), "{answer:?}");
        answer
    }

    /// Why a command is refused.
    async fn refused(&mut self, command: Command) -> protocol::Code {
        self.number += 1;
        let frame = serde_json::to_string(&Request { number: self.number, command }).unwrap();
        let answer = self.session.on_frame(&frame, tokio::time::Instant::now()).await;
        let [Message::Refused { problem, .. }] = answer.as_slice() else { panic!("{answer:?}") };
        problem.code
    }

    async fn told(&mut self) -> Vec<Message> {
        let mut told = Vec::new();
        while let Ok(note) = self.notes.try_recv() {
            told.extend(self.session.on_note(note).await);
        }
        told
    }
}

#[tokio::test(start_paused = true)]
async fn rating_changes_are_sent_after_a_rated_match() {
    let store = MemoryStore::default();
    let house = House::open(SimulatedWorld::new(store.clone(), 1, 0, 1_000), NODE).await.unwrap();
    let mut anna = Connected::new(&house, person("anna", false)).await;
    let mut bert = Connected::new(&house, person("bert", false)).await;
    let mut settings = NewTable::new("connect4", "5x4x3", vec![ChairChoice::Me, ChairChoice::Open]);
    settings.rated = true;
    settings.clock = "5m+3s".to_owned();
    let made = anna.ask(Command::CreateTable { table: settings }).await;
    let [Message::Done { table: Some(table), .. }] = made.as_slice() else { panic!("{made:?}") };
    let sit = Command::Sit { table: table.clone(), chair: None, password: None, invite: None };
    bert.ask(sit).await;
    let watch = Command::Watch { table: table.clone(), since: None, detail: Detail::Plain, invite: None };
    anna.ask(watch).await;
    for (ply, column) in (0..).zip(["1", "2", "1", "2", "1"]) {
        let player = if ply % 2 == 0 { &mut anna } else { &mut bert };
        let action = Action::Move(column.to_owned());
        player.ask(Command::Act { table: table.clone(), ply, action, chair: None }).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    let told = anna.told().await;
    let rated = told.iter().find_map(|message| match message {
        Message::Rated { changes, .. } => Some(changes.clone()),
        _ => None,
    });
    let changes = rated.unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(changes, store.rating_changes(table).await.unwrap());
    assert!(1_500.0 < changes[0].after && changes[1].after < 1_500.0, "{changes:?}");
}
