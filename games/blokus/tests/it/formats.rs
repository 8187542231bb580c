//! The formats of other programs: known truths, every game there and back, and damaged files.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use blokus::ENTRY;
use framework::{
    GameEntry, Rng,
    formats::{self, EarlyEnd, ForeignGame, Format, Source, TextTranscriber, record_of_any},
    testkit::{self, fuzz_inputs},
};
use proptest::prelude::*;

fn format() -> &'static Format {
    &ENTRY.formats[0]
}

fn read(text: &str) -> Vec<Result<ForeignGame, String>> {
    let read = testkit::check_file(ENTRY, format(), &Source::new(text.as_bytes()));
    read.into_iter().map(|game| game.map_err(|error| error.to_string())).collect()
}

fn one(text: &str) -> ForeignGame {
    let [game] = read(text).try_into().expect("one game");
    game.unwrap_or_else(|error| panic!("{error}"))
}

fn moves(game: &ForeignGame) -> Vec<&str> {
    game.record.rounds[0].moves.iter().map(|mv| mv.text.as_str()).collect()
}

fn written(game: &ForeignGame) -> String {
    let games = std::slice::from_ref(game);
    String::from_utf8(format().write.unwrap()(games).unwrap().bytes).unwrap()
}

const DUO: &str = "(;GM[Blokus Duo]CA[UTF-8]AP[Pentobi:16.2]PB[Ann]PW[Ben]DT[2019-02-03]\n\
    ;B[e8,d9,e9,f9,e10]C[the usual cross]LB[e8:1][d9:2]\n;W[i4,i5,j5,k5,k6]TE[1](;B[g10,h10,i10])(;B[g10]))";

#[test]
fn it_is_recognized_even_if_the_game_is_not_played_here() {
    static GAMES: [GameEntry; 1] = [ENTRY];
    let best = |text: &str| {
        formats::recognize(&GAMES, text.as_bytes(), None).first().map_or("nothing", |found| found.format.id)
    };
    assert_eq!(best(DUO), "blksgf");
    assert_eq!(best("(;GM[Blokus Trigon])"), "blksgf");
    assert_eq!(best("(;GM[1])"), "nothing");
    let refused = read("(;GM[Blokus Trigon];B[a1])")[0].clone().unwrap_err();
    assert!(
        refused.starts_with("\"Blokus Trigon\" is a game that is not played here; choose a game of Blokus, "),
        "{refused}"
    );
}

#[test]
fn a_game_of_pentobi_is_read_with_comments_and_marks() {
    let game = one(DUO);
    assert_eq!(game.record.options, "duo");
    assert_eq!(game.record.players, ["Ann", "Ben"]);
    assert_eq!(moves(&game), ["e8,d9,e9,f9,e10", "i4,i5,j5,k5,k6", "g10,h10,i10"]);
    assert_eq!((game.about("DT"), game.n_variations), (Some("2019-02-03"), 1));
    let text = written(&game);
    assert!(
        text.contains(";B[e8,d9,e9,f9,e10]C[the usual cross]LB[e8:1][d9:2]\n;W[i4,i5,j5,k5,k6]TE[1]\n"),
        "{text}"
    );
    assert_eq!(one(&text).notes, game.notes);
}

#[test]
fn moves_of_old_files_and_other_spellings_are_read() {
    let usual = one("(;GM[Blokus];1[a20];2[t20];3[t1];4[a1])");
    for text in [
        "(;GM[Blokus];BLUE[a20];YELLOW[t20];RED[t1];GREEN[a1])",
        "(;GM[Blokus] ;1 [A20]\n;2[T20];3[T1];4[A1] )",
    ] {
        assert_eq!(one(text), usual, "{text}");
    }
    let pieces = one("(;GM[Blokus Duo];B[e8][d9][e9][f9][e10])");
    assert_eq!(moves(&pieces), ["e8,d9,e9,f9,e10"], "cells one by one, as before version 0.3");
    assert_eq!(usual.record.options, "classic");
    assert_eq!(one("(;GM[Blokus Two-Player]PB[x]PW[y];1[a20])").record.options, "classic players=2");
    assert_eq!(one("(;GM[Blokus Three-Player]P1[x]P2[y]P3[z];1[a20])").record.players, ["x", "y", "z"]);
    assert_eq!(one("(;GM[Blokus Junior];B[e10])").record.options, "junior");
}

#[test]
fn a_game_that_begins_on_the_other_start_cell_is_turned() {
    let turned = one("(;GM[Blokus Duo];B[j5];W[e10];B[k4,k3])");
    assert_eq!(moves(&turned), ["e10", "j5", "d11,d12"]);
}

#[test]
fn positions_are_set_up_by_pieces() {
    let game = one("(;GM[Blokus Duo]AB[e8,d9,e9,f9,e10]AW[j5][k4,k3]PL[B];B[g10,h10,i10])");
    let start = game.record.rounds[0].start.as_ref().expect("it is set up");
    assert!(start.ends_with(" 1 -"), "{start}");
    let text = written(&game);
    assert!(text.contains("AB[e8,d9,e9,f9,e10]AW[k3,k4][j5]PL[B]"), "{text}");
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (text, problem) in [
        ("(;GM[Blokus Duo]\n;B[a1])", "line 2: cannot read \"a1\": illegal move"),
        ("(;GM[Blokus Duo]\n;W[j5])", "line 2: cannot read \"j5\": illegal move"),
        ("(;GM[Blokus Duo]\n;B[e10]\n;W[what])", "line 3: cannot read \"what\""),
        ("(;GM[Blokus Duo];B[e10]\n;AB[a1])", "line 2: pieces are set up after the beginning"),
        ("(;GM[Blokus Duo]\nAB[z9])", "line 2: cannot read \"z9\": the board has 14 columns and rows"),
        ("(;GM[Blokus Duo]\nAB[a1])", "line 2: cannot read \"color 1\": the start cell e10 is not covered"),
    ] {
        let error = read(text).into_iter().find_map(Result::err).expect("it is damaged");
        assert!(error.starts_with(problem), "{text}: {error}");
    }
}

#[test]
fn other_boards_cannot_be_written() {
    let game = ENTRY.open_text("custom 10x6").unwrap();
    let found =
        ForeignGame::new(record_of_any(&*game, &[], TextTranscriber::new(&game).finish(&EarlyEnd::Open)));
    let error = format().write.unwrap()(&[found]).unwrap_err().to_string();
    assert!(error.starts_with("game 1: Pentobi has no rules such as \"custom 10x6"), "{error}");
}

/// Plays a game at random, and a second one that begins at a position of it.
fn random_games(options: &str, seed: u64, n_plies: usize) -> [ForeignGame; 2] {
    let game = ENTRY.open_text(options).unwrap();
    let mut rng = Rng::from_seed(seed);
    let mut round = TextTranscriber::new(&game);
    let mut middle = TextTranscriber::new(&game);
    while round.ply() < n_plies {
        let moves = round.pos().legal_moves();
        if moves.is_empty() {
            break;
        }
        let text = &moves[rng.index(moves.len())];
        round.play(text).unwrap();
        if round.ply() == n_plies / 2 {
            middle = TextTranscriber::at(round.pos().boxed_clone());
        } else if n_plies / 2 < round.ply() {
            middle.play(text).unwrap();
        }
    }
    [round, middle].map(|round| {
        ForeignGame::new(record_of_any(&*game, &["Ann", "Ben", "Cem", "Dora"], round.finish(&EarlyEnd::Open)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_game_survives(seed in any::<u64>(), n_plies in 1_usize..90, variant in 0_usize..5) {
        let options = ["classic", "classic players=2", "classic players=3", "duo", "junior"][variant];
        for found in random_games(options, seed, n_plies) {
            let Ok(read) = testkit::check_written(ENTRY, format(), &found) else {
                let start = found.record.rounds[0].start.as_ref().expect("only positions can be unfit");
                prop_assert!(!start.ends_with(" -"), "{}", start);
                continue;
            };
            prop_assert_eq!(&read.record, &found.record);
        }
    }
}

/// Whatever a damaged file is, it holds games or errors, and never makes the reader panic.
#[test]
fn damaged_files_never_panic() {
    let set_up: &[u8] = b"(;GM[Blokus Duo]AB[e8,d9,e9,f9,e10]AW[j5][k4,k3]PL[B];B[g10,h10,i10])";
    let classic: &[u8] = b"(;GM[Blokus Three-Player]P1[x]P2[y]P3[z];1[a20];2[t20];3[t1];4[a1])";
    testkit::check_format(ENTRY, format(), &[DUO.as_bytes(), set_up, classic], 5, fuzz_inputs());
}
