//! How many boards the networks judge, on one thread.
//!
//! `cargo bench -p brettwerk-backgammon --bench networks`

use std::hint::black_box;

use backgammon::{
    Backgammon, Board, Phase,
    engine::{BigNetwork, Chances, Evaluation, FastNetwork, PlySearch},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use framework::{
    Game, Position,
    search::{Engine, Limits, SearchRequest},
    testkit,
};

/// The boards before and after all plays of the rolls of random games, as the side sees them that rolls next.
fn decisions() -> Vec<(Board, Vec<Board>)> {
    let mut decisions = Vec::new();
    let start = Backgammon::from_options(&"nocube".parse().expect("options")).expect("a rule set").start();
    testkit::random_positions(&start, 3, 400, |table| {
        if let Phase::Playing(dice) = table.phase() {
            let mut after = Vec::new();
            table.board().for_each_play(dice, |_, board| after.push(board.turned()));
            decisions.push((table.board().turned(), after));
        }
    });
    decisions
}

fn boards(criterion: &mut Criterion) {
    let decisions = decisions();
    let n_boards: usize = decisions.iter().map(|(_, after)| after.len()).sum();
    let mut group = criterion.benchmark_group("boards");
    group.throughput(Throughput::Elements(n_boards as u64));
    let mut measure = |name: &str, judge: &dyn Fn(Board, &[Board]) -> Vec<Chances>| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (base, after) in &decisions {
                    black_box(judge(*base, after));
                }
            });
        });
    };
    let (fast, big) = (FastNetwork::shipped(), BigNetwork::shipped());
    measure("fast", &|base, after| fast.chances_of(base, after));
    measure("big", &|_, after| big.chances_of(after));
    group.finish();
}

/// Whole decisions, by the big network alone and with the fast one before it.
fn plays(criterion: &mut Criterion) {
    let start = Backgammon::from_options(&"nocube".parse().expect("options")).expect("a rule set").start();
    let mut tables = Vec::new();
    testkit::random_positions(&start, 5, 600, |table| {
        let mut moves = Vec::new();
        table.legal_moves(&mut moves);
        if matches!(table.phase(), Phase::Playing(_)) && 1 < moves.len() {
            tables.push(*table);
        }
    });
    tables.truncate(40);
    let mut group = criterion.benchmark_group("plays");
    group.sample_size(10);
    group.throughput(Throughput::Elements(tables.len() as u64));
    let big = Evaluation::with_big(BigNetwork::shipped());
    let both = Evaluation::strongest();
    for (name, evaluation, most_plies) in [("big", big, 1), ("fast and big", both, 2)] {
        for plies in 0..=most_plies {
            let mut search = PlySearch { evaluation: evaluation.clone(), plies };
            group.bench_function(format!("{name}, {plies}-ply"), |bencher| {
                bencher.iter(|| {
                    for table in &tables {
                        let request = SearchRequest::new(table, Limits::NONE).expect("a seat is to play");
                        black_box(search.search(request));
                    }
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, boards, plays);
criterion_main!(benches);
