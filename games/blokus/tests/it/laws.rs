//! What holds in every game: the framework's laws, damaged texts, and a game to look at.

use blokus::{Blokus, ENTRY, LARGE, MEDIUM, SMALL};
use framework::{Game, Position, testkit};

use crate::{data::game, oracle};

#[test]
fn classic_keeps_the_laws_with_four_three_and_two_players() {
    for variant in ["classic", "classic players=3", "classic players=2"] {
        testkit::check_game(&game::<MEDIUM>(variant).expect("it fits"), 1, 1);
    }
}

#[test]
fn two_color_games_keep_the_laws() {
    for variant in ["duo", "junior", "duo scoring=basic"] {
        testkit::check_game(&game::<SMALL>(variant).expect("it fits"), 2, 2);
    }
    testkit::check_game(&game::<MEDIUM>("two-colors").expect("it fits"), 3, 1);
}

#[test]
fn boards_of_any_size_keep_the_laws() {
    for variant in [
        "custom 3x3 colors=2 starts=a3,c1 pieces=1*1,2*1,V3*1",
        "custom 5x9 colors=3 pieces=all*1",
        "custom 7x7 colors=4 players=3 pieces=1*9,2*1,X*2",
        "custom 8x8 colors=4 players=2 scoring=basic",
    ] {
        testkit::check_game(&game::<SMALL>(variant).expect("it fits"), 4, 10);
    }
    testkit::check_game(&game::<LARGE>("custom 30x30 colors=2 pieces=V3*9,O*1").expect("it fits"), 5, 1);
}

#[test]
fn damaged_texts_give_a_value_or_an_error() {
    let inputs = testkit::fuzz_inputs();
    testkit::check_readers(&game::<SMALL>("duo").expect("it fits"), 6, inputs / 4);
    let custom = "custom 9x5 colors=4 starts=a5,i5,i1,a1 pieces=1*2,2*1,V3*1,O*1 players=3 scoring=basic";
    testkit::check_readers(&game::<LARGE>(custom).expect("it fits"), 7, inputs - inputs / 4);
}

#[test]
fn damaged_records_give_a_value_or_an_error() {
    let records = ["1:e10,f10,e11,e12,f12 2:i3,j3,j4,j5,j6 1:a13,b13,c13,d13,d14", "1:e10 2:j5", "-"];
    testkit::check_position_reader(&Blokus::duo(), &records, 8, testkit::fuzz_inputs());
}

#[test]
fn a_random_game_looks_like_this() {
    let duo = testkit::playthrough(&Blokus::duo(), 2005);
    insta::assert_snapshot!("duo", duo);
    let custom = game::<SMALL>("custom 7x6 colors=4 players=3 pieces=1*1,2*1,I3*1,V3*1").expect("it fits");
    insta::assert_snapshot!("three_players", testkit::playthrough(&custom, 2005));
}

#[test]
fn the_catalog_line_opens_every_announced_game() {
    for variant in ENTRY.info.variants {
        let game = ENTRY.open_text(variant.options).expect("announced games can be opened");
        assert_eq!(game.options(), variant.options);
        assert!(!game.start().legal_moves().is_empty());
    }
    assert_eq!(ENTRY.open_text("").expect("the usual game").options(), "classic");
    let large = ENTRY.open_text("custom 30x30").expect("the largest board");
    assert_eq!(large.start().perft(3).paths, 195_112);
}

#[test]
fn equal_contents_are_equal_however_they_came_about() {
    let game = Blokus::duo();
    let one = game.parse_position("1:e10 2:j5 1:f11,g11 2:k6,l6 1:b9,c9,d9").expect("legal");
    let other = game.parse_position("1:e10 2:j5 1:b9,c9,d9 2:k6,l6 1:f11,g11").expect("legal");
    assert_eq!((one, one.key()), (other, other.key()));
    let without = game.parse_position("1:e10 2:j5 1:b9,c9,d9 2:k6,l6").expect("legal");
    assert_ne!(one, without);
    assert_ne!(one.key(), without.key());
}

#[test]
fn a_hundred_thousand_random_positions_have_the_moves_that_the_rules_say() {
    assert!(100_000 <= oracle::compare_many(2005, 100_000));
}
