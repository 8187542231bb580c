//! How fast moves are found, positions made and paths counted; every bench asserts what it times.

use std::hint::black_box;

use connect4::{Bits, Board, Column, Connect4, Lanes, Quad, Size, Tally};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use framework::{Game, Position, Rng, Turn, random_move, testkit};

fn empty<B: Bits>(columns: u8, rows: u8, k: u8) -> Board<B> {
    Board::empty(Size::new(columns, rows, k).expect("a size that exists"))
}

/// Leaves by the second, each of them made and asked whether it is won: nothing is counted in bulk.
fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let mut bench = |name: &str, expected: Tally, count: &dyn Fn() -> Tally| {
        group.throughput(Throughput::Elements(expected.paths));
        group.bench_function(name, |bencher| bencher.iter(|| assert_eq!(black_box(count()), expected)));
    };
    let usual = empty::<u64>(7, 6, 4);
    let expected = Tally { paths: 39_394_572, wins: 1_086_882, ended: 57_462 };
    bench("7x6x4 in u64, 9 plies", expected, &|| black_box(usual).tally(9));
    let expected = Tally { paths: 2_097_152, wins: 27_944, ended: 0 };
    let other = empty::<u64>(8, 7, 4);
    bench("8x7x4 in u64, 7 plies", expected, &|| black_box(other).tally(7));
    let double = empty::<u128>(8, 8, 4);
    bench("8x8x4 in u128, 7 plies", expected, &|| black_box(double).tally(7));
    let expected = Tally { paths: 248_832, wins: 0, ended: 0 };
    let quad = empty::<Quad>(12, 12, 5);
    bench("12x12x5 in four words, 5 plies", expected, &|| black_box(quad).tally(5));
    let lanes = empty::<Lanes>(12, 12, 5);
    bench("12x12x5 in lanes, 5 plies", expected, &|| black_box(lanes).tally(5));
    let expected = Tally { paths: 1_048_576, wins: 21_240, ended: 0 };
    let lanes = empty::<Lanes>(16, 16, 3);
    bench("16x16x3 in lanes, 5 plies", expected, &|| black_box(lanes).tally(5));
    group.finish();
}

/// Moves by the second, over the positions of a thousand random games.
fn generate(criterion: &mut Criterion) {
    let mut positions = Vec::new();
    testkit::random_positions(&Connect4::default().start(), 1, 20_000, |pos| positions.push(*pos));
    let count = |moves: &mut Vec<Column>| {
        positions
            .iter()
            .map(|pos| {
                moves.clear();
                pos.legal_moves(moves);
                moves.len()
            })
            .sum::<usize>()
    };
    let mut moves = Vec::new();
    let n_moves = count(&mut moves);
    assert!(100_000 < n_moves, "{n_moves} moves in {} positions", positions.len());
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(n_moves as u64));
    group.bench_function("7x6x4 in u64", |bencher| {
        bencher.iter(|| assert_eq!(black_box(count(&mut moves)), n_moves));
    });
    group.finish();
}

/// Positions by the second, made one after the other as in a game.
fn play(criterion: &mut Criterion) {
    let mut rng = Rng::from_seed(1);
    let games: Vec<Vec<Column>> = (0..1_000).map(|_| random_game(&mut rng)).collect();
    let n_positions: usize = games.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("play");
    group.throughput(Throughput::Elements(n_positions as u64));
    group.bench_function("7x6x4 in u64", |bencher| {
        bencher.iter(|| {
            // Whoever plays a game asks after every disc whether it is over.
            let n_ends = games.iter().map(|columns| {
                let mut pos = Connect4::default().start();
                let is_end = |column: &&Column| {
                    pos.play(**column);
                    pos.turn() == Turn::Over
                };
                columns.iter().filter(is_end).count()
            });
            assert_eq!(black_box(n_ends.sum::<usize>()), games.len());
        });
    });
    group.finish();
}

fn random_game(rng: &mut Rng) -> Vec<Column> {
    let mut pos = Connect4::default().start();
    std::iter::from_fn(|| {
        let column = random_move(&pos, rng)?;
        pos.play(column);
        Some(column)
    })
    .collect()
}

criterion_group!(benches, perft, generate, play);
criterion_main!(benches);
