//! The formats of other programs: known truths, every match there and back, and damaged files.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use backgammon::{Backgammon, ENTRY, Phase, Table};
use framework::{
    End, Game, Length, PerSeat, Rng, Seat,
    formats::{self, EarlyEnd, ForeignGame, Format, Source, Transcriber, record_of},
    random_move,
    testkit::{self, fuzz_inputs},
};
use proptest::prelude::*;

use crate::game;

fn format(id: &str) -> &'static Format {
    ENTRY.formats.iter().find(|format| format.id == id).expect("it is listed")
}

fn read(id: &str, text: &str) -> Vec<ForeignGame> {
    let read = testkit::check_file(ENTRY, format(id), &Source::new(text.as_bytes()));
    read.into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn one(id: &str, text: &str) -> ForeignGame {
    let [game] = read(id, text).try_into().expect("one game");
    game
}

fn error(id: &str, text: &str) -> String {
    let read = testkit::check_file(ENTRY, format(id), &Source::new(text.as_bytes()));
    read.into_iter().find_map(Result::err).expect("it is damaged").to_string()
}

fn written(id: &str, games: &[ForeignGame]) -> String {
    String::from_utf8(format(id).write.unwrap()(games).unwrap().bytes).unwrap()
}

fn best(text: &str) -> &'static str {
    static GAMES: [framework::GameEntry; 1] = [ENTRY];
    formats::recognize(&GAMES, text.as_bytes(), None).first().map_or("nothing", |found| found.format.id)
}

/// The position that a record of nothing else holds.
fn table(game: &ForeignGame) -> Table {
    assert!(game.is_position());
    let options = game.record.options.parse().unwrap();
    let rules = Backgammon::from_options(&options).unwrap();
    rules.parse_position(game.record.rounds[0].start.as_ref().unwrap()).unwrap()
}

fn moves(game: &ForeignGame, round: usize) -> String {
    let moves = game.record.rounds[round].moves.iter();
    moves.map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" | ")
}

const MAT: &str = " 3 point match\n\n Game 1\n Anna : 0                             Bert B. : 0\n  \
    1)                                   42: 8/4 6/4\n  2) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)\n  \
    3) 21: 13/11 6/5                      Doubles => 2\n  4)  Takes                            11: 8/7 8/7 6/5 6/5\n      \
    Wins 2 points\n\n Game 2\n Anna : 2                             Bert B. : 0\n  1) 21: 13/11 6/5\n                                        Wins 1 point\n";

/// Two games of a match as GNU Backgammon writes them: the first ends by a refused double, the second by giving up.
const SGF: &str = "(;FF[4]GM[6]AP[GNU Backgammon:1.06]MI[length:5][game:0][ws:0][bs:0]PW[gnubg]PB[Anna]DT[2014-05-03]\
    RU[Crawford]RE[B+1]\n;B[31qtst]C[a quiet \\] beginning]\n;W[52mhmk];B[double]A[D ver 3];W[drop])\n\
    (;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:1]PW[gnubg]PB[Anna]RU[Crawford]RE[W+2R];W[64xn](;B[66])(;B[55]))\n";

#[test]
fn each_format_is_recognized() {
    assert_eq!(best(MAT), "mat");
    assert_eq!(best(SGF), "sgf");
    assert_eq!(best("4HPwATDgc/ABMA:cAkAAAAAAAAA"), "gnu-id");
    assert_eq!(
        best(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n"),
        "gnu-id"
    );
    assert_eq!(best(XGID), "xgid");
    assert_eq!(best(SNOWIE), "snowie");
    assert_eq!(best("(;GM[1]SZ[19])"), "nothing", "this is go");
    assert_eq!(best("hello"), "nothing");
}

#[test]
fn a_match_of_gnu_backgammon_is_read_with_its_cube_and_its_comments() {
    let game = one("sgf", SGF);
    assert_eq!((game.record.options.as_str(), game.record.length), ("match=5", Length::Points(5)));
    assert_eq!(game.record.players, ["Anna", "gnubg"]);
    assert_eq!(moves(&game, 0), "31 | 8/5 6/5 | roll | 52 | 13/8 13/11 | double | pass");
    assert_eq!(game.record.rounds[0].result, Some((End::Over, PerSeat::two(1, 0))));
    // Our first seat is black, who did not begin this game.
    assert_eq!(moves(&game, 1), "46 | 24/18/14 | roll | 66");
    let resigned = End::Resigned { seat: Seat::FIRST, level: "gammon".to_owned() };
    assert_eq!(game.record.rounds[1].result, Some((resigned, PerSeat::two(0, 2))));
    assert_eq!((game.about("DT"), game.n_variations), (Some("2014-05-03"), 1));
    let comment = game.notes.iter().find(|note| note.key == "C").unwrap();
    assert_eq!((comment.ply, comment.values[0].as_str()), (2, "a quiet ] beginning"));
}

#[test]
fn a_match_is_the_same_as_mat_and_as_sgf() {
    let from_mat = one("mat", MAT);
    let from_sgf = one("sgf", &written("sgf", std::slice::from_ref(&from_mat)));
    assert_eq!(from_sgf.record, from_mat.record);
    assert_eq!(one("mat", &written("mat", &[from_sgf])).record, from_mat.record);
}

#[test]
fn the_last_game_of_a_match_keeps_its_score() {
    let text = "(;FF[4]GM[6]MI[length:5][game:3][ws:2][bs:4]PW[a]PB[b]RU[Crawford:CrawfordGame];B[31qtst])";
    let game = one("sgf", text);
    let rules = Backgammon::from_options(&game.record.options.parse().unwrap()).unwrap();
    let start = rules.parse_position(game.record.rounds[0].start.as_ref().unwrap()).unwrap();
    assert_eq!((start.score().points, start.score().crawford, start.phase()), ([4, 2], true, Phase::Opening));
    assert!(written("sgf", &[game]).contains("MI[length:5][game:0][ws:2][bs:4]"));
}

#[test]
fn positions_are_set_up_with_cube_and_dice() {
    let text = "(;FF[4]GM[6]PB[b]PW[w];AE[a:y]AB[x][w][y]AW[a:c]CO[w]CV[4]PL[B]DI[61])";
    let table = table(&one("sgf", text));
    assert_eq!((table.cube().value(), table.cube().owner()), (4, Some(Seat::SECOND)));
    assert_eq!(table.board().mover.counts()[1..3], [1, 1]);
    assert_eq!((table.board().mover.count(25), table.board().other.count(3)), (1, 1));
    assert_eq!(table.phase(), Phase::Playing(backgammon::Dice::new(6, 1).unwrap()));
}

#[test]
fn what_is_wrong_with_a_tree_is_named_with_its_line() {
    for (text, problem) in [
        ("(;GM[6]\n;B[33qt])", "line 2: cannot read \"33qt\": an opening roll is no double"),
        ("(;GM[6]\n;B[31qtst]\n;B[42hd])", "line 3: cannot read \"42hd\": it is the turn of the other side"),
        ("(;GM[6]\n;B[31aa])", "line 2: cannot read \"31aa\": these are no points"),
        ("(;GM[6]\n;B[take])", "line 2: cannot read \"take\": nobody can say this here"),
        ("(;GM[6]\n;B[3])", "line 2: cannot read \"3\": this is neither a roll"),
        ("(;GM[6];B[31qtst]\n;AB[a])", "line 2: a position is set up after moves"),
        ("(;GM[6]\n;AB[a:x])", "line 2: a side has too many checkers"),
        ("(;GM[6]\n;CV[3]PL[B])", "line 2: there is no such cube"),
        ("(;GM[6]MI[length:99])", "a match to 99 points is longer than 64"),
    ] {
        let error = error("sgf", text);
        assert!(error.starts_with(problem), "{text}: {error}");
    }
}

const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:1:0:7:10";
/// The usual start in a match to 7 at 3 to 1; Anna has rolled 52.
const SNOWIE: &str =
    "7;0;0;0;0;Anna;Bert;0;3;1;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2;\n";

#[test]
fn one_position_is_the_same_in_every_notation() {
    let from_xgid = one("xgid", XGID);
    let from_snowie = one("snowie", SNOWIE);
    assert_eq!(table(&from_snowie), table(&from_xgid));
    assert_eq!(from_snowie.record.players, ["Anna", "Bert"]);
    assert_eq!(written("snowie", &[from_snowie]), SNOWIE);
    let id = written("gnu-id", std::slice::from_ref(&from_xgid));
    assert_eq!(table(&one("gnu-id", &id)), table(&from_xgid));
    // The last field is how far the cube goes, which every program chooses for itself.
    let (known, _) = XGID.rsplit_once(':').unwrap();
    assert_eq!(written("xgid", &[one("gnu-id", &id)]), format!("{known}:12\n"));
}

#[test]
fn ids_are_found_in_what_programs_show_around_them() {
    let shown = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n \
        +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg\n | X           O    |   | O              X |\n";
    let tables: Vec<_> =
        [shown, "4HPwATDgc/ABMA:cAkAAAAAAAAA\n", "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA"]
            .map(|text| table(&one("gnu-id", text)))
            .into();
    assert!(tables.windows(2).all(|pair| pair[0] == pair[1]));
    let analysis =
        format!("{XGID}\n\nX:Anna   O:Bert\nScore is X:3 O:1 7 pt.(s) match.\n +13-14-15-16-17-18-+\n");
    assert_eq!(one("xgid", &analysis), one("xgid", XGID));
    assert!(error("gnu-id", "hello").starts_with("line 1: cannot read \"hello\": this is no id"));
    assert!(error("xgid", "XGID=-b:0:0:1:52:3:1:0:7:10").starts_with("line 1: "));
    assert!(error("snowie", "7;0;0").starts_with("line 1: there are 3 fields"));
}

#[test]
fn doubles_that_wait_have_no_place_in_some_formats() {
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10";
    let game = one("xgid", id);
    for (id, fits) in [("xgid", true), ("gnu-id", true), ("snowie", false), ("sgf", false)] {
        assert_eq!(testkit::check_written(ENTRY, format(id), &game).is_ok(), fits, "{id}");
    }
}

/// A match of random games, the last of which goes on or is given up.
fn random_match(
    game: &Backgammon,
    seed: u64,
    n_rounds: usize,
    n_plies: usize,
    ending: &EarlyEnd,
) -> ForeignGame {
    let mut rng = Rng::from_seed(seed);
    let mut record = record_of(game, &["Anna", "Bert"], Transcriber::new(game).finish(&EarlyEnd::Open));
    record.rounds.clear();
    record.length = game.points_to_win().map_or(Length::Endless, Length::Points);
    for idx in 1..=n_rounds {
        let standing = record.standing_before(idx - 1, &PerSeat::two(0, 1));
        let mut round = Transcriber::in_round(game, &standing);
        let most = if idx == n_rounds { n_plies } else { usize::MAX };
        while round.ply() < most
            && let Some(mv) = random_move(round.pos(), &mut rng)
        {
            round.play(mv);
        }
        record.rounds.push(round.finish(ending));
    }
    ForeignGame::new(record)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_match_survives_every_format(seed in any::<u64>(), n_plies in 0_usize..300, how in 0_usize..4, rules in 0_usize..6) {
        let options = ["match=64", "match=5", "standard jacoby beavers", "nackgammon match=64", "hypergammon nocube", "match=64 nocrawford"];
        let game = game(options[rules]);
        let endings = [
            EarlyEnd::Open,
            EarlyEnd::Resigned(Seat::FIRST, Some("single")),
            EarlyEnd::Resigned(Seat::SECOND, Some("gammon")),
            EarlyEnd::TimeOver(Seat::FIRST),
        ];
        let found = random_match(&game, seed, 3, n_plies, &endings[how]);
        let rounds = &found.record.rounds;
        let read = testkit::check_written(ENTRY, format("sgf"), &found).unwrap();
        // The last round may end in the middle of a turn, which a tree tells by its next node only.
        prop_assert_eq!(&read.record.rounds[..2], &rounds[..2]);
        prop_assert_eq!(&read.record.options, &found.record.options);
        for id in ["gnu-id", "xgid", "snowie"] {
            // Checkers of nackgammon are as many as usual, those of hypergammon are told by the options.
            let last = random_match(&game, seed, 1, n_plies, &endings[how]);
            let read = testkit::check_written(ENTRY, format(id), &last);
            if let Ok(read) = read {
                prop_assert_eq!(&read.record.options, &found.record.options);
            }
        }
        if [0, 1, 5].contains(&rules) && how != 3 {
            let read = testkit::check_written(ENTRY, format("mat"), &found).unwrap();
            prop_assert_eq!(&read.record.rounds[..2], &rounds[..2]);
        }
    }

    #[test]
    fn whatever_the_names_are_the_match_is_read_again(first in "\\PC{0,20}", second in "[ :;(0-9A-Za-z]{0,20}") {
        let mut found = random_match(&game("match=64"), 3, 1, 40, &EarlyEnd::Open);
        found.record.players = vec![formats::player_name(&first, Seat::FIRST), formats::player_name(&second, Seat::SECOND)];
        let sgf = testkit::check_written(ENTRY, format("sgf"), &found).unwrap();
        prop_assert_eq!(&sgf.record.players, &found.record.players);
        testkit::check_written(ENTRY, format("mat"), &found).unwrap();
    }
}

/// Whatever a damaged file is, it holds games or errors, and never makes a reader panic.
fn check_damaged(id: &str, samples: &[&[u8]]) {
    testkit::check_format(ENTRY, format(id), samples, 5, fuzz_inputs());
}

#[test]
fn damaged_matches_never_panic() {
    check_damaged("mat", &[MAT.as_bytes()]);
}

#[test]
fn damaged_trees_never_panic() {
    let set_up = b"(;FF[4]GM[6]PB[b]PW[w];AE[a:y]AB[x][w][y]AW[a:c]CO[w]CV[4]PL[B]DI[61])";
    check_damaged("sgf", &[SGF.as_bytes(), set_up]);
}

#[test]
fn damaged_gnu_ids_never_panic() {
    let shown = b" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID : cAkAAAAAAAAA\n";
    check_damaged("gnu-id", &[b"4HPwATDgc/ABMA:cAkAAAAAAAAA\n", shown]);
}

#[test]
fn damaged_xgids_never_panic() {
    check_damaged("xgid", &[XGID.as_bytes(), b"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:0:0:3:10"]);
}

#[test]
fn damaged_positions_of_snowie_never_panic() {
    check_damaged("snowie", &[SNOWIE.as_bytes()]);
}
