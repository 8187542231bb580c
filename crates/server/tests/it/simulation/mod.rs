//! The whole server with virtual time: many clients, lost answers, lost connections, a store that fails, and
//! crashes, from one seed.
//!
//! `BRETT_SIMULATIONS=1000 cargo test -p server --test it simulation` runs more seeds; `BRETT_SIMULATION_SEED=7`
//! runs one of them, and `BRETT_SIMULATED_CLIENTS=1000` lets as many clients loose at once.

mod player;
pub(crate) mod world;

use std::{
    collections::BTreeMap,
    env,
    sync::{Arc, Mutex},
    time::Duration,
};

use framework::{Rng, StableHasher};
use protocol::TableId;
use server::House;
use store::{MemoryStore, Store as _, StoredEvent};
use tables::{SeededDice, Table};
use tokio::runtime::{Builder, Runtime};

use self::{
    player::Player,
    world::{SimulatedWorld, Weather},
};

/// How often the server crashes and starts again in one simulation.
const CRASHES: u64 = 3;

/// How many seeds are tried, and how many clients come at once, unless the environment says otherwise.
const SEEDS: u64 = if cfg!(feature = "slow-tests") { 1_000 } else { 200 };
const CLIENTS: u64 = if cfg!(feature = "slow-tests") { 1_000 } else { 100 };

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().unwrap()
}

/// Simulates a server with so many clients, checks what is left in the end, and gives a hash of all of it.
fn simulate(seed: u64, n_clients: u64) -> u64 {
    let store = MemoryStore::default();
    let weather = Arc::new(Weather::new(seed));
    let faulty = store.clone().with_faults(weather);
    let players: Vec<_> =
        (0..n_clients).map(|number| Arc::new(Mutex::new(Player::new(seed, number)))).collect();
    let mut time = 1_000_000;
    for life in 0..=CRASHES {
        let lifetime = Duration::from_millis(5_000 + Rng::stream(seed, "lifetime", life).below(20_000));
        let runtime = runtime();
        runtime.block_on(async {
            let world = || SimulatedWorld::new(faulty.clone(), seed, life, time);
            // A server that cannot start because its store fails is started again.
            let house = loop {
                if let Ok(house) = House::open(world(), "node").await {
                    break house;
                }
            };
            for player in &players {
                tokio::spawn(player::live(Arc::clone(player), Arc::clone(&house)));
            }
            tokio::time::sleep(lifetime).await;
        });
        // The crash: everything that was under way is gone.
        drop(runtime);
        time += lifetime.as_millis() as u64;
    }
    // With their runtime all tasks are gone, so nobody else holds a player.
    let players: Vec<_> =
        players.into_iter().map(|player| Arc::into_inner(player).unwrap().into_inner().unwrap()).collect();
    runtime().block_on(check(seed, &store, &players))
}

/// What the store holds of a table in the end.
async fn events_of<'a>(
    store: &MemoryStore,
    table: &TableId,
    known: &'a mut BTreeMap<TableId, Vec<StoredEvent>>,
) -> &'a [StoredEvent] {
    if !known.contains_key(table) {
        known.insert(table.clone(), store.events(table, 0).await.unwrap());
    }
    &known[table]
}

/// Compares what the store holds in the end with what every client was told.
async fn check(seed: u64, store: &MemoryStore, players: &[Player]) -> u64 {
    let mut tables = BTreeMap::new();
    let mut hasher = StableHasher::default();
    let mut n_acknowledged = 0;
    let mut times_said = BTreeMap::new();
    let reader = &players[0].person.id;
    for line in store.lines(&protocol::Channel::Lobby, reader, u32::MAX).await.unwrap() {
        *times_said.entry((line.from.id, line.text)).or_insert(0) += 1;
    }
    for player in players {
        for (table, command, seq) in &player.acknowledged {
            let events = events_of(store, table, &mut tables).await;
            let found = events.iter().filter(|event| event.by.as_ref() == Some(command)).collect::<Vec<_>>();
            let [StoredEvent { event, .. }] = found.as_slice() else {
                panic!("seed {seed}: {command:?} was acknowledged and happened {} times", found.len())
            };
            assert_eq!(event.seq, *seq, "seed {seed}: {command:?} was acknowledged with another number");
            n_acknowledged += 1;
        }
        for (table, seen) in &player.seen {
            let events = events_of(store, table, &mut tables).await;
            for event in seen.values() {
                let stored = &events[event.seq as usize - 1].event;
                assert_eq!(stored, event, "seed {seed}: somebody saw what is not in the store");
            }
        }
        for text in &player.said {
            let times = times_said.get(&(player.person.id.clone(), text.clone()));
            assert_eq!(times, Some(&1), "seed {seed}: {text:?} was acknowledged");
        }
        for table in &player.made {
            events_of(store, table, &mut tables).await;
        }
        std::hash::Hash::hash(&(player.acknowledged.len(), player.said.len()), &mut hasher);
    }
    for (table, events) in tables {
        let row = store.table(&table).await.unwrap().expect("a table that somebody saw is kept");
        let loaded = Table::load(catalog::GAMES, row, &events, Arc::new(SeededDice))
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        if let Some(contest) = loaded.contest() {
            let record = loaded.record().unwrap().to_string();
            if let Some(revealed) =
                record.parse::<framework::Record>().unwrap().dice.filter(|dice| dice.revealed.is_some())
            {
                let verdict = fair_dice::verify(&record.parse().unwrap(), catalog::GAMES);
                let verdict = verdict.unwrap_or_else(|flaw| panic!("seed {seed}: {flaw}"));
                assert_eq!(verdict.rolls, revealed.rolls.len(), "seed {seed}");
            }
            let replayed = record.parse::<framework::Record>().unwrap().replay(catalog::GAMES);
            let replayed = replayed.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(replayed.position.key(), contest.position().key(), "seed {seed}");
            std::hash::Hash::hash(&record, &mut hasher);
        }
    }
    assert_ne!(n_acknowledged, 0, "seed {seed}: something happens in every simulation");
    std::hash::Hasher::finish(&hasher)
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|value| value.parse().expect("a number"))
}

/// Simulates every second seed, so that two threads share the work.
fn simulate_half(remainder: u64) {
    if let Some(seed) = number("BRETT_SIMULATION_SEED") {
        simulate(seed, 4 + seed % 12);
        return;
    }
    let seeds = 0..number("BRETT_SIMULATIONS").unwrap_or(SEEDS);
    for seed in seeds.filter(|seed| seed % 2 == remainder) {
        simulate(seed, 4 + seed % 12);
    }
}

#[test]
fn nothing_is_lost_or_done_twice_whatever_goes_wrong_with_even_seeds() {
    simulate_half(0);
}

#[test]
fn nothing_is_lost_or_done_twice_whatever_goes_wrong_with_odd_seeds() {
    simulate_half(1);
}

#[test]
fn many_clients_at_once_lose_nothing() {
    simulate(1, number("BRETT_SIMULATED_CLIENTS").unwrap_or(CLIENTS));
}

#[test]
fn the_same_seed_always_gives_the_same_history() {
    assert_eq!(simulate(2006, 8), simulate(2006, 8));
    assert_ne!(simulate(2006, 8), simulate(2018, 8));
}
