//! How fast plays are made, positions played and paths counted, on one thread.
//!
//! `cargo bench -p brettwerk-backgammon`

use std::hint::black_box;

use backgammon::{Backgammon, Board, Dice, Move, Outcome, Phase, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use framework::{Game, Position, Rng, random_move, testkit};

fn game(options: &str) -> Backgammon {
    Backgammon::from_options(&options.parse().expect("options")).expect("a rule set")
}

/// Boards and rolls of random games without the cube.
fn boards() -> Vec<(Board, Dice)> {
    let mut boards = Vec::new();
    testkit::random_positions(&game("nocube").start(), 1, 4_000, |table| {
        if let Phase::Playing(dice) = table.phase() {
            boards.push((table.board(), dice));
        }
    });
    boards
}

/// All distinct plays of many boards, with the boards that they lead to.
fn plays(criterion: &mut Criterion) {
    let boards = boards();
    let generate = |out: &mut Vec<Outcome>| {
        let mut n_plays = 0;
        for &(board, dice) in &boards {
            out.clear();
            board.plays(dice, out);
            n_plays += black_box(&*out).len();
        }
        n_plays
    };
    let n_plays = generate(&mut Vec::new());
    let by_legal_moves: usize = boards
        .iter()
        .map(|&(board, dice)| {
            let mut n_plays = 0;
            board.for_each_play(dice, |_, _| n_plays += 1);
            n_plays
        })
        .sum();
    assert_eq!(n_plays, by_legal_moves);
    let mut group = criterion.benchmark_group("plays");
    group.throughput(Throughput::Elements(n_plays as u64));
    group.bench_function("generated", |bencher| {
        let mut out = Vec::new();
        bencher.iter(|| assert_eq!(generate(&mut out), n_plays));
    });
    group.finish();
}

/// All distinct plays of one board for one double: the turns that the program of 2006 did not finish in three seconds.
fn doubles(criterion: &mut Criterion) {
    let doubles: Vec<(Board, Dice)> = boards()
        .into_iter()
        .flat_map(|(board, _)| (1..=6).filter_map(move |n| Some((board, Dice::new(n, n)?))))
        .collect();
    let count = |(board, dice): (Board, Dice)| {
        let mut n_plays = 0;
        board.for_each_play(dice, |_, _| n_plays += 1);
        n_plays
    };
    let most = doubles.iter().copied().max_by_key(|&double| count(double)).expect("there are boards");
    let n_plays: usize = doubles.iter().copied().map(count).sum();
    let mut group = criterion.benchmark_group("doubles");
    // One iteration is one turn, of whichever board comes next.
    group.bench_function("mean turn", |bencher| {
        let (mut out, mut turns, mut n_seen, mut n_turns) = (Vec::new(), doubles.iter().cycle(), 0, 0);
        bencher.iter(|| {
            let &(board, dice) = turns.next().expect("an endless circle");
            out.clear();
            board.plays(dice, &mut out);
            (n_seen, n_turns) = (n_seen + black_box(&*out).len(), n_turns + 1);
            if n_turns == doubles.len() {
                assert_eq!(n_seen, n_plays);
                (n_seen, n_turns) = (0, 0);
            }
        });
    });
    let n_most = count(most);
    group.bench_function(format!("turn with the most plays, {n_most}"), |bencher| {
        let mut out = Vec::new();
        bencher.iter(|| {
            out.clear();
            most.0.plays(most.1, &mut out);
            assert_eq!(black_box(&*out).len(), n_most);
        });
    });
    group.finish();
}

/// The moves of a few random games, played again.
fn positions(criterion: &mut Criterion) {
    let start = game("nocube").start();
    let mut rng = Rng::from_seed(1);
    let mut table = start;
    let mut moves: Vec<Move> = Vec::new();
    while let Some(mv) = random_move(&table, &mut rng) {
        moves.push(mv);
        table.play(mv);
    }
    let end: Table = table;
    let mut group = criterion.benchmark_group("positions");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("played", |bencher| {
        bencher.iter(|| {
            let mut table = start;
            for &mv in &moves {
                table.play(black_box(mv));
            }
            assert_eq!(table, end);
        });
    });
    group.finish();
}

/// Paths from the start: two rolls and two plays, the last ply counted and not played.
fn perft(criterion: &mut Criterion) {
    let table = game("nocube").parse_position("4HPwATDgc/ABMA").expect("the start");
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(202_782));
    group.bench_function("counted in bulk", |bencher| {
        bencher.iter(|| assert_eq!(black_box(table).perft(4).paths, 202_782));
    });
    group.bench_function("played to the end", |bencher| {
        let mut stack = Vec::new();
        bencher.iter(|| assert_eq!(descend(&black_box(table), 4, &mut stack), 202_782));
    });
    group.finish();
}

/// Plays every move down to the last ply.
fn descend(table: &Table, depth: u32, stack: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = stack.len();
    table.legal_moves(stack);
    let mut paths = 0;
    for move_idx in first..stack.len() {
        paths += descend(&table.after(stack[move_idx]), depth - 1, stack);
    }
    stack.truncate(first);
    paths
}

criterion_group!(benches, plays, doubles, positions, perft);
criterion_main!(benches);
