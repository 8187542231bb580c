//! What is charged to players, with lines of every kind, in virtual time.

use std::{sync::Mutex, time::Duration};

use framework::{End, Happening, Millis, PerSeat, Rng};
use protocol::{Command, Detail, Lag, Message, NewTable, TableEvent, TableHappening, TableId};
use store::{Fault, Faults, MemoryStore, Store as _};
use tokio::time::{Instant, sleep};

use crate::{
    client::for_two,
    visitor::{Visitor, charged, house},
};

/// A disk that takes its time.
struct SlowDisk(Mutex<Rng>);

impl Faults for SlowDisk {
    fn next(&self) -> (Duration, Fault) {
        (Duration::from_millis(self.0.lock().unwrap().below(300)), Fault::None)
    }
}

fn slow_store(seed: u64) -> MemoryStore {
    MemoryStore::default()
        .with_faults(std::sync::Arc::new(SlowDisk(Mutex::new(Rng::stream(seed, "disk", 0)))))
}

/// Two at a table with a clock.
async fn two(store: &MemoryStore, clock: &str) -> ([Visitor; 2], TableId) {
    let node = house(store, 7, 1_000_000).await;
    let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
    let table = NewTable { clock: clock.to_owned(), ..for_two("connect4", "9x9x9") };
    let table = anna.done(Command::CreateTable { table }).await.0.unwrap();
    bert.sit(&table).await;
    ([anna, bert], table)
}

async fn events(store: &MemoryStore, table: &TableId) -> Vec<TableEvent> {
    store.events(table, 0).await.unwrap().into_iter().map(|stored| stored.event).collect()
}

fn column(ply: u32) -> String {
    (ply % 9 + 1).to_string()
}

#[tokio::test(start_paused = true)]
async fn r_16_what_is_charged_is_the_time_from_seeing_the_board_sent_to_sending_the_move() {
    for (one_way, seed) in [(0, 1), (5, 2), (20, 3), (45, 4)] {
        let store = slow_store(seed);
        let ([mut anna, mut bert], table) = two(&store, "10m+0s").await;
        let one_way = Duration::from_millis(one_way);
        let mut rng = Rng::stream(seed, "thinking", 0);
        let mut truth = Vec::new();
        for ply in 0..60 {
            let mover = if ply % 2 == 0 { &mut anna } else { &mut bert };
            let thinking = Duration::from_millis(rng.below(3_000));
            mover.measured(2 * one_way);
            // The board goes out now; the move is sent after a way and a thought, and arrives after another way.
            truth.push(one_way + thinking);
            sleep(one_way + thinking + one_way).await;
            mover.done(Visitor::act(&table, ply, &column(ply))).await;
        }
        let charged = charged(&events(&store, &table).await);
        assert_eq!(charged.len(), truth.len());
        for (ply, (charged, truth)) in charged.iter().zip(&truth).enumerate() {
            let off = charged.0.abs_diff(truth.as_millis() as u64);
            assert!(off <= 20, "{charged} was charged for {truth:?} at ply {ply} over a line of {one_way:?}");
        }
    }
}

/// When the time of the first player was over, on the clock of the table.
fn time_over(events: &[TableEvent]) -> Option<u64> {
    events.iter().find_map(|event| match &event.what {
        TableHappening::Match(Happening::RoundEnded { end: End::TimeOver { .. }, .. }) => Some(event.at.0),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn r_16_the_end_of_time_is_decided_within_a_tenth_of_a_second() {
    let store = slow_store(5);
    let (_players, table) = two(&store, "2s/move").await;
    let began = events(&store, &table).await.last().unwrap().at.0;
    sleep(Duration::from_secs(5)).await;
    let over = time_over(&events(&store, &table).await).expect("nobody moved");
    assert!((2_000..=2_100).contains(&(over - began)), "{}", over - began);
}

#[tokio::test(start_paused = true)]
async fn r_16_a_move_that_arrived_in_time_counts_even_if_it_is_read_later() {
    for (arrives, is_in_time) in [(1_999, true), (2_002, false)] {
        let store = MemoryStore::default();
        let ([mut anna, _bert], table) = two(&store, "2s/move").await;
        let frame = anna.frame(Visitor::act(&table, 0, "5"));
        sleep(Duration::from_millis(arrives)).await;
        let arrived = Instant::now();
        // The server is busy for a moment.
        sleep(Duration::from_millis(30)).await;
        let answer = anna.session.on_frame(&frame, arrived).await;
        let is_done = matches!(answer.as_slice(), [Message::Done { .. }]);
        assert_eq!(is_done, is_in_time, "after {arrives} ms: {answer:?}");
    }
}

/// What somebody gains in a match whose pings are answered as late as `round_trip` says, while messages are
/// under way for `one_way`.
async fn gained(n_moves: u32, one_way: u64, round_trip: u64) -> Vec<u64> {
    let store = MemoryStore::default();
    let ([mut anna, mut bert], table) = two(&store, "10m+0s").await;
    let arriving = 1_000 + one_way;
    for ply in 0..2 * n_moves {
        let mover = if ply % 2 == 0 { &mut anna } else { &mut bert };
        mover.measured(Duration::from_millis(if ply % 2 == 0 { round_trip } else { 0 }));
        sleep(Duration::from_millis(arriving)).await;
        mover.done(Visitor::act(&table, ply, &column(ply))).await;
    }
    let charged = charged(&events(&store, &table).await);
    let of = |player: usize| charged.iter().skip(player).step_by(2);
    assert!(of(1).all(|spent| spent.0 == arriving), "the other one pays nothing for it: {charged:?}");
    of(0).map(|spent| arriving - spent.0).collect()
}

#[tokio::test(start_paused = true)]
async fn r_17_lag_compensation_is_bounded() {
    for (one_way, round_trip) in [(10, 20), (30, 60), (45, 90), (0, 50)] {
        let gained = gained(30, one_way, round_trip).await;
        assert!(gained.iter().all(|gained| *gained == round_trip / 2), "{gained:?}");
    }
    assert!(gained(30, 0, 60_000).await.iter().all(|gained| *gained <= 500));
}

#[tokio::test(start_paused = true)]
async fn r_17_a_client_that_lies_about_its_line_gains_at_most_50_ms_per_move() {
    for lie in [100, 400, 5_000] {
        for n_moves in [1, 2, 10, 30] {
            let total: u64 = gained(n_moves, 0, lie).await.iter().sum();
            assert!(total <= 50 * u64::from(n_moves), "{total} ms in {n_moves} moves");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn r_17_moves_that_are_refused_and_offers_give_back_nothing() {
    let store = MemoryStore::default();
    let ([mut anna, _bert], table) = two(&store, "10m+0s").await;
    anna.measured(Duration::from_millis(100));
    for _ in 0..20 {
        sleep(Duration::from_millis(250)).await;
        anna.ask(Visitor::act(&table, 0, "99")).await;
        let offer = framework::Action::OfferDraw;
        anna.ask(Command::Act { table: table.clone(), ply: 0, action: offer, chair: None }).await;
    }
    anna.done(Visitor::act(&table, 0, "5")).await;
    assert_eq!(charged(&events(&store, &table).await)[0].0, 20 * 250 - 50);
}

#[tokio::test(start_paused = true)]
async fn players_see_how_slow_their_line_is_and_what_they_were_given_back() {
    let store = MemoryStore::default();
    let ([mut anna, mut bert], table) = two(&store, "10m+0s").await;
    anna.measured(Duration::from_millis(80));
    bert.measured(Duration::from_millis(400));
    for (ply, column) in (0..).zip(["5", "5", "4"]) {
        sleep(Duration::from_millis(250)).await;
        let player = if ply % 2 == 0 { &mut anna } else { &mut bert };
        player.done(Visitor::act(&table, ply, column)).await;
    }
    let watch = Command::Watch { table, since: None, detail: Detail::Plain, invite: None };
    let seen = bert.ask(watch).await;
    let lags = seen.iter().find_map(|message| match message {
        Message::Table { snapshot, .. } => snapshot.moment.as_ref()?.lags.clone(),
        _ => None,
    });
    let lag = |measured, given_back, total| Lag {
        measured: Millis(measured),
        given_back: Millis(given_back),
        total: Millis(total),
    };
    // A line of 200 ms is made up for as far as the quota goes.
    assert_eq!(lags, Some(PerSeat::two(lag(40, 40, 80), lag(200, 50, 50))));
}
