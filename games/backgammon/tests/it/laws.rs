//! The laws of every game, for every kind of rules.

use framework::{Game, testkit};

use crate::game;

/// What changes the rules, alone and together.
const VARIANTS: [&str; 9] = [
    "standard",
    "nocube",
    "jacoby beavers",
    "match=1",
    "match=5",
    "match=3 nocrawford",
    "nackgammon nocube",
    "hypergammon nocube",
    "hypergammon beavers",
];

#[test]
fn every_rule_set_keeps_the_laws_of_games() {
    for (seed, options) in (0..).zip(VARIANTS) {
        testkit::check_game(&game(options), seed, 3);
    }
}

#[test]
fn hypergammon_keeps_the_laws_of_games_many_times() {
    testkit::check_game(&game("hypergammon jacoby beavers"), 99, 100);
}

#[test]
fn readers_survive_damaged_texts() {
    let count = testkit::fuzz_inputs();
    for (seed, options) in [(1, "nocube"), (2, "match=7"), (3, "hypergammon jacoby beavers")] {
        testkit::check_readers(&game(options), seed, count / 3 + 1);
    }
}

#[test]
fn readers_of_foreign_notations_survive_damaged_texts() {
    let texts = [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:1:0:7:10",
        "XGID=-bCCaBAA-A--aB-bAc-cA-a-b-:4:-1:1:64:0:0:0:0:10",
        "4HPwATDgc/ABMA:cInqABAAGAAE",
        "sGfwATDgc/ABMA",
    ];
    testkit::check_position_reader(&game("match=7"), &texts, 4, testkit::fuzz_inputs());
}

#[test]
fn a_random_game_of_hypergammon_goes_on_as_always() {
    insta::assert_snapshot!(testkit::playthrough(&game("hypergammon beavers"), 4));
}

#[test]
fn a_random_game_without_the_cube_goes_on_as_always() {
    insta::assert_snapshot!(testkit::playthrough(&game("hypergammon match=3 nocube"), 2));
}

#[test]
fn options_have_one_canonical_form() {
    let canonical = [
        ("", "standard"),
        ("standard", "standard"),
        ("match=0", "standard"),
        ("beavers jacoby", "jacoby beavers"),
        ("nocrawford match=7 nackgammon", "nackgammon match=7 nocrawford"),
        ("nocube hypergammon", "hypergammon nocube"),
        ("match=64 standard", "match=64"),
    ];
    for (given, written) in canonical {
        assert_eq!(game(given).options(), written, "{given:?}");
    }
}

#[test]
fn unknown_options_are_refused_with_what_is_known() {
    let open = |text: &str| backgammon::ENTRY.open_text(text).map(|_| ()).expect_err(text).to_string();
    assert!(open("acey").contains("this game knows standard, nackgammon"));
    assert_eq!(open("match=65"), "match is 65; it must lie between 0 and 64");
    assert!(open("standard nackgammon").contains("unknown option \"nackgammon\""));
    assert!(open("match=3 match=5").contains("twice"));
}

#[test]
fn every_usual_choice_opens() {
    for variant in backgammon::ENTRY.info.variants {
        let opened = backgammon::ENTRY.open_text(variant.options).expect(variant.options);
        assert!(!opened.start().legal_moves().is_empty());
    }
}
