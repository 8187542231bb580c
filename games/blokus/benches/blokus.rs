//! How fast moves are found and played, from real positions; every number is checked while it is measured.

use std::hint::black_box;

use blokus::{Blokus, BlokusPosition, MEDIUM, Placement, SMALL};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use framework::{Game, Position};

const DUO: &str = include_str!("../tests/data/positions_duo.tsv");
const CLASSIC: &str = include_str!("../tests/data/positions_classic.tsv");

/// The positions of a table, and the number of legal moves it gives for them in all.
fn positions<const WORDS: usize>(game: &Blokus<WORDS>, table: &str) -> (Vec<BlokusPosition<WORDS>>, usize) {
    let rows = table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let read = |row: Vec<&str>| {
        let pos = game.parse_position(row[8]).expect("the table has move lists");
        (pos, row[3].parse::<usize>().expect("the table has counts"))
    };
    let (positions, counts): (Vec<_>, Vec<_>) = rows.map(read).unzip();
    (positions, counts.iter().sum())
}

fn measure<const WORDS: usize>(
    criterion: &mut Criterion,
    name: &str,
    game: &Blokus<WORDS>,
    table: &str,
    perft: (u32, u64),
) {
    let (positions, n_moves) = positions(game, table);
    let mut group = criterion.benchmark_group(name);

    group.throughput(Throughput::Elements(n_moves as u64));
    let mut moves = Vec::new();
    group.bench_function("moves generated", |bencher| {
        bencher.iter(|| {
            moves.clear();
            positions.iter().for_each(|pos| black_box(pos).legal_moves(&mut moves));
            assert_eq!(moves.len(), n_moves);
        });
    });
    group.bench_function("moves counted", |bencher| {
        let count = |pos: &BlokusPosition<WORDS>| black_box(pos).perft(1).paths;
        bencher.iter(|| assert_eq!(positions.iter().map(count).sum::<u64>(), n_moves as u64));
    });
    group.bench_function("positions played", |bencher| {
        bencher.iter(|| {
            let mut n_played = 0;
            for pos in &positions {
                moves.clear();
                pos.legal_moves(&mut moves);
                for &mv in &moves {
                    n_played += usize::from(pos.after(mv) != *pos);
                }
            }
            assert_eq!(n_played, n_moves);
        });
    });
    group.bench_function("moves checked", |bencher| {
        let lists: Vec<(_, Vec<Placement>)> = positions
            .iter()
            .map(|pos| {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                (pos, moves)
            })
            .collect();
        let legal = |(pos, moves): &(&BlokusPosition<WORDS>, Vec<Placement>)| {
            moves.iter().filter(|&&mv| pos.is_legal(black_box(mv))).count()
        };
        bencher.iter(|| assert_eq!(lists.iter().map(legal).sum::<usize>(), n_moves));
    });

    let (depth, paths) = perft;
    group.sample_size(10);
    group.throughput(Throughput::Elements(paths));
    group.bench_function(format!("perft {depth} without bulk counting"), |bencher| {
        bencher.iter(|| assert_eq!(plain_perft(&game.start(), depth, &mut Vec::new()), paths));
    });
    group.bench_function(format!("perft {depth}"), |bencher| {
        bencher.iter(|| assert_eq!(game.start().perft(depth).paths, paths));
    });
    group.finish();
}

/// Counts paths by playing every single move.
fn plain_perft<P: Position>(pos: &P, depth: u32, stack: &mut Vec<P::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = stack.len();
    pos.legal_moves(stack);
    let mut paths = 0;
    for move_idx in first..stack.len() {
        paths += plain_perft(&pos.after(stack[move_idx]), depth - 1, stack);
    }
    stack.truncate(first);
    paths
}

fn duo(criterion: &mut Criterion) {
    measure::<SMALL>(criterion, "duo", &Blokus::duo(), DUO, (2, 171_396));
    let mut group = criterion.benchmark_group("duo");
    group.sample_size(10).throughput(Throughput::Elements(89_204_762));
    group.bench_function("perft 3", |bencher| {
        bencher.iter(|| assert_eq!(Blokus::duo().start().perft(3).paths, 89_204_762));
    });
}

fn classic(criterion: &mut Criterion) {
    measure::<MEDIUM>(criterion, "classic", &Blokus::classic(), CLASSIC, (3, 195_112));
}

criterion_group!(benches, duo, classic);
criterion_main!(benches);
