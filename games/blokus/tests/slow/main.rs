//! The big numbers: `cargo test -p brettwerk-blokus --release --features slow-tests --test slow`.

#[path = "../it/data.rs"]
mod data;
#[path = "../it/oracle.rs"]
mod oracle;

use blokus::{Blokus, BlokusPosition, Cell, Color, MEDIUM, Placement, SMALL};
use framework::{Game, Position};

/// The number of sequences that the table has for a variant.
#[track_caller]
fn expected(variant: &str, plies: u32) -> u64 {
    let row = data::rows(include_str!("../data/perft.tsv"))
        .find(|row| row[0] == variant && row[1] == plies.to_string())
        .expect("the table has it");
    row[2].parse().expect("a number")
}

#[test]
fn four_plies_of_junior_are_as_many_as_counted_elsewhere() {
    let junior = data::game::<SMALL>("junior").expect("it fits");
    assert_eq!(junior.start().perft(4).paths, expected("junior", 4));
}

/// Duo is symmetric under reflection in the diagonal through its start cells, so that a first move has as many
/// continuations as its mirror image: one of the two is counted.
#[test]
fn four_plies_of_duo_are_as_many_as_counted_elsewhere() {
    let game = Blokus::duo();
    let start = game.start();
    let grid = game.rules().grid();
    let mirrored = |mv: Placement| {
        let cells: Vec<_> = mv.cells(grid).map(|cell| Cell::new(13 - cell.row, 13 - cell.column)).collect();
        start.check(&cells).expect("the mirror image is a first move too")
    };
    let mut firsts = Vec::new();
    start.legal_moves(&mut firsts);
    let weighted = firsts.iter().filter_map(|&mv| match mv.cmp(&mirrored(mv)) {
        std::cmp::Ordering::Less => Some((mv, 2)),
        std::cmp::Ordering::Equal => Some((mv, 1)),
        std::cmp::Ordering::Greater => None,
    });
    let paths: u64 = weighted.map(|(mv, weight)| weight * start.after(mv).perft(3).paths).sum();
    assert_eq!(paths, expected("duo", 4));
}

#[test]
fn five_plies_of_classic_are_as_many_as_counted_elsewhere() {
    assert_eq!(Blokus::classic().start().perft(5).paths, expected("classic", 5));
}

/// The first two pieces of a color, in all ways: their number, and all cells they can cover.
fn two_pieces(start: &BlokusPosition<MEDIUM>, color: Color) -> (u64, Vec<bool>) {
    let grid = start.rules().grid();
    let mut covered = vec![false; 400];
    let mut cover = |mv: Placement| {
        mv.cells(grid).for_each(|cell| covered[usize::from(20 * cell.row + cell.column)] = true);
    };
    // The other colors begin with their single squares, which nobody's second piece reaches.
    let mut pos = *start;
    let mut firsts = Vec::new();
    while let Some(other) = pos.to_move().filter(|&other| other != color) {
        let single = pos.check(&[pos.rules().start(other)]).expect("the start cell is free");
        pos.play(single);
    }
    pos.legal_moves(&mut firsts);
    let mut n_sequences = 0;
    let mut seconds = Vec::new();
    for &first in &firsts {
        cover(first);
        seconds.clear();
        pos.after(first).legal_moves_of(color, &mut seconds);
        seconds.iter().copied().for_each(&mut cover);
        n_sequences += seconds.len() as u64;
    }
    assert_eq!(firsts.len(), 58);
    (n_sequences, covered)
}

/// Second pieces of different colors cannot reach each other, so that the colors' sequences combine freely.
#[test]
fn eight_plies_of_classic_are_the_product_of_what_each_color_can_do() {
    let start = Blokus::classic().start();
    let colors: Vec<_> = start.rules().colors().map(|color| two_pieces(&start, color)).collect();
    for cell in 0..400 {
        let n_colors = colors.iter().filter(|(_, covered)| covered[cell]).count();
        assert!(n_colors <= 1, "no cell can be reached by two colors");
    }
    for plies in 5..=8 {
        let two: u64 = colors[..plies as usize - 4].iter().map(|entry| entry.0).product();
        assert_eq!(two * 58_u64.pow(8 - plies), expected("classic", plies), "{plies} plies");
    }
    assert!(colors.iter().all(|entry| entry.0 == 9_729));
}

#[test]
fn a_million_random_positions_have_the_moves_that_the_rules_say() {
    assert!(1_000_000 <= oracle::compare_many(1, 1_000_000));
}
