//! How fast the rules are: moves generated, positions played, leaves of the game tree reached; and how soon the engine
//! answers for the first time.
//!
//! `cargo bench -p brettwerk-othello`

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use framework::{
    Game, Position, Rng,
    formats::{EarlyEnd, ForeignGame, Source, Transcriber, record_of},
    random_move, testkit,
};
use othello::{
    Board, ENTRY, Move, Othello, SquareSet, Squares, WideSet,
    engine::{Bitboard, CutModel, MiddleGame, Thoroughness, patterns::Weights},
};

/// Counts the leaves of the game tree and really makes the position of each; nothing is counted in bulk.
fn count_made_leaves<S: SquareSet>(board: &Board<S>, depth: u32) -> u64 {
    let count_after = |next: &Board<S>| match depth {
        1 => {
            black_box(next);
            1
        }
        _ => count_made_leaves(next, depth - 1),
    };
    let mobility = board.mobility();
    if !mobility.is_empty() {
        return Squares(mobility).map(|square| count_after(&board.placed(square))).sum();
    }
    if board.must_pass() { count_after(&board.passed()) } else { 1 }
}

/// Positions of random games, with all their moves.
fn sample<S: SquareSet>(game: &Othello<S>) -> Vec<(Board<S>, Vec<Move>)> {
    let mut sample = Vec::new();
    testkit::random_positions(&game.start(), 1, 2_000, |board| {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        sample.push((*board, moves));
    });
    sample
}

fn bench_game<S: SquareSet>(criterion: &mut Criterion, game: &Othello<S>, depth: u32, leaves: u64) {
    let start = game.start();
    let sample = sample(game);
    let n_moves: usize = sample.iter().map(|(_, moves)| moves.len()).sum();
    let mut group = criterion.benchmark_group(game.options());
    group.sample_size(20);

    group.throughput(Throughput::Elements(n_moves as u64));
    group.bench_function("moves generated", |bencher| {
        let mut moves = Vec::with_capacity(256);
        bencher.iter(|| {
            let mut found = 0;
            for (board, _) in &sample {
                moves.clear();
                black_box(board).legal_moves(&mut moves);
                found += moves.len();
            }
            assert_eq!(found, n_moves);
        });
    });
    group.bench_function("positions played", |bencher| {
        bencher.iter(|| {
            let mut played = 0;
            for (board, moves) in &sample {
                for &mv in moves {
                    black_box(board.after(mv));
                    played += 1;
                }
            }
            assert_eq!(played, n_moves);
        });
    });

    group.throughput(Throughput::Elements(leaves));
    group.bench_function(format!("perft {depth}, every leaf made"), |bencher| {
        bencher.iter(|| assert_eq!(count_made_leaves(black_box(&start), depth), leaves));
    });
    group.bench_function(format!("perft {depth}, last ply in bulk"), |bencher| {
        bencher.iter(|| assert_eq!(black_box(&start).perft(depth).leaves(), leaves));
    });
    group.finish();
}

/// What a program pays before its first move: the weights are read, the sets that the search meets are decoded, and the
/// position is searched.
fn bench_start(criterion: &mut Criterion) {
    let bytes = include_bytes!("../data/patterns.bin");
    let mut group = criterion.benchmark_group("start");
    group.sample_size(20);
    for (name, text, depth) in [("first move", "", 8), ("in the middle", "f5d6c3d3c4f4f6f3e6e7d7", 8)] {
        let pos = Othello::standard().parse_position(text).expect("a legal transcript");
        let board = Bitboard::of(&pos).expect("8×8 squares");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let weights = Arc::new(Weights::from_bytes(black_box(bytes)).expect("the shipped weights"));
                let mut middle = MiddleGame::new(weights, &CutModel::FITTED, 32 << 20);
                let how = Thoroughness { depth, certainty: Thoroughness::USUAL };
                middle.search(board, how, false, &|_| false, &mut |_| {}).expect("there is a move")
            });
        });
    }
    group.finish();
}

/// A database of two thousand games, about as many as tournaments give in a year, is read.
fn bench_database(criterion: &mut Criterion) {
    let game = Othello::standard();
    let random_game = |seed| {
        let mut round = Transcriber::new(&game);
        let mut rng = Rng::from_seed(seed);
        while let Some(mv) = random_move(round.pos(), &mut rng) {
            round.play(mv);
        }
        ForeignGame::new(record_of(&game, &["Ann", "Ben"], round.finish(&EarlyEnd::Open)))
    };
    let games: Vec<ForeignGame> = (0..2_000).map(random_game).collect();
    let format = ENTRY.formats.iter().find(|format| format.id == "wthor").expect("it is listed");
    let write = format.write.expect("it is written");
    let written = write(&games).expect("games that are over");
    let mut group = criterion.benchmark_group("database");
    group.sample_size(20);
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("games read", |bencher| {
        bencher.iter(|| {
            let source = Source::new(black_box(&written.bytes));
            assert_eq!((format.read)(&source).filter(Result::is_ok).count(), games.len());
        });
    });
    group.finish();
}

fn bench_all(criterion: &mut Criterion) {
    bench_database(criterion);
    bench_start(criterion);
    bench_game(criterion, &Othello::standard(), 9, 3_005_288);
    bench_game(criterion, &Othello::<u64>::new(6).expect("an even size"), 9, 2_114_912);
    bench_game(criterion, &Othello::<WideSet>::new(10).expect("an even size"), 8, 392_268);
    bench_game(criterion, &Othello::<WideSet>::new(16).expect("an even size"), 8, 392_268);
}

criterion_group!(benches, bench_all);
criterion_main!(benches);
