//! Every size keeps the laws of the framework, whatever its discs are kept in.

use connect4::{Board, Column, ENTRY, Lanes, Quad, Size};
use framework::{Game, Position, Rng, random_move, testkit};
use proptest::prelude::*;

use crate::game;

#[test]
fn every_variant_keeps_the_laws() {
    for variant in ENTRY.info.variants {
        testkit::check_game(&game::<u128>(variant.options), 1, 20);
    }
    for options in ["7x6x4", "6x5x4", "9x5x5", "3x3x3", "1x2x2", "32x1x3", "2x31x4"] {
        testkit::check_game(&game::<u64>(options), 2, 20);
    }
    for options in ["8x8x4", "12x9x6"] {
        testkit::check_game(&game::<u128>(options), 3, 10);
    }
    for options in ["7x6x4", "12x10x5", "20x20x4"] {
        testkit::check_game(&game::<Lanes>(options), 4, 5);
    }
    testkit::check_game(&game::<Lanes>("32x32x4"), 5, 1);
}

#[test]
fn every_variant_of_the_catalog_can_be_opened() {
    for variant in ENTRY.info.variants {
        assert_eq!(ENTRY.open_text(variant.options).unwrap().options(), variant.options);
    }
}

#[test]
fn damaged_texts_are_read_or_refused() {
    testkit::check_readers(&game::<u64>("7x6x4"), 1, testkit::fuzz_inputs());
    testkit::check_readers(&game::<Lanes>("12x10x5"), 2, testkit::fuzz_inputs() / 20);
}

#[test]
fn damaged_records_are_read_or_refused() {
    let small = ["44444432215", "4 4 3 2, 1", "-", "-------/-------/-------/-------/---O---/---XX--"];
    testkit::check_position_reader(&game::<u64>("7x6x4"), &small, 3, testkit::fuzz_inputs());
    let wide = ["12 10 4 4 3", "10,11,12"];
    testkit::check_position_reader(&game::<Lanes>("12x10x5"), &wide, 4, testkit::fuzz_inputs() / 4);
}

#[test]
fn the_narrowest_bits_are_chosen_when_a_game_is_opened() {
    let start = |options: &str| ENTRY.open_text(options).unwrap().start();
    assert!(start("").as_any().is::<Board<u64>>());
    assert!(start("8x7x4").as_any().is::<Board<u64>>());
    assert!(start("8x8x4").as_any().is::<Board<u128>>());
    assert!(start("16x7x4").as_any().is::<Board<u128>>());
    assert!(start("16x8x4").as_any().is::<Board<Quad>>());
    assert!(start("16x15x4").as_any().is::<Board<Quad>>());
    assert!(start("16x16x4").as_any().is::<Board<Lanes>>());
    assert!(start("32x32x32").as_any().is::<Board<Lanes>>());
}

#[test]
fn the_usual_board_is_small() {
    assert_eq!(size_of::<Board>(), 24);
}

/// A random game on some board, as its columns and the board at its end.
fn random_play(size: Size, seed: u64, plies: usize) -> (Vec<Column>, Board<Lanes>) {
    let (mut pos, mut rng, mut columns) = (Board::empty(size), Rng::from_seed(seed), Vec::new());
    for _ in 0..plies {
        let Some(mv) = random_move(&pos, &mut rng) else { break };
        pos.play(mv);
        columns.push(mv);
    }
    (columns, pos)
}

prop_compose! {
    fn any_size()(columns in 1..=32_u8, rows in 1..=32_u8)(
        columns in Just(columns),
        rows in Just(rows),
        k in 2..=columns.max(rows).max(2),
    ) -> Option<Size> {
        Size::new(columns, rows, k).ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_size_survives_being_written(size in any_size()) {
        let Some(size) = size else { return Ok(()) };
        prop_assert_eq!(Size::from_options(&size.to_string().parse().unwrap()), Ok(size));
    }

    #[test]
    fn a_record_survives_being_written(size in any_size(), seed: u64, plies in 0..1_100_usize) {
        let Some(size) = size else { return Ok(()) };
        let game = game::<Lanes>(&size.to_string());
        let (columns, pos) = random_play(size, seed, plies);
        prop_assert_eq!(game.parse_record(&game.write_record(&columns)), Ok((columns, pos)));
    }

    #[test]
    fn a_game_in_a_mirror_ends_alike(size in any_size(), seed: u64) {
        let Some(size) = size else { return Ok(()) };
        let (columns, pos) = random_play(size, seed, usize::MAX);
        let mut mirrored = Board::<Lanes>::empty(size);
        for column in columns {
            let mv = Column::new(size.columns() - 1 - column.index());
            prop_assert!(mirrored.is_legal(mv));
            mirrored.play(mv);
        }
        prop_assert_eq!(mirrored, pos.mirrored());
        prop_assert_eq!(mirrored.payoffs(), pos.payoffs());
        prop_assert_eq!(mirrored.winning_cells().len(), pos.winning_cells().len());
        let game = game::<Lanes>(&size.to_string());
        let rows = game.write_position(&pos);
        let turned: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
        prop_assert_eq!(game.write_position(&mirrored), turned.join("/"));
    }
}
