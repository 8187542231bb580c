//! The formats of other programs: known truths, every game there and back, and damaged files.

use std::fmt::Write as _;

use framework::{
    End, Game, Record, Rng, Seat,
    formats::{
        self, EarlyEnd, ForeignGame, Format, FormatError, Likeness, Note, Source, Transcriber, record_of,
    },
    random_move,
    testkit::{self, fuzz_inputs},
};
use othello::{BLACK, ENTRY, Othello, WHITE};
use proptest::prelude::*;

const DRAWN: &str = include_str!("../data/drawn-game.txt");

fn format(id: &str) -> &'static Format {
    ENTRY.formats.iter().find(|format| format.id == id).expect("it is listed")
}

fn read(id: &str, text: impl AsRef<[u8]>) -> Vec<Result<ForeignGame, FormatError>> {
    testkit::check_file(ENTRY, format(id), &Source::new(text.as_ref()))
}

fn one(id: &str, text: impl AsRef<[u8]>) -> ForeignGame {
    let [game] = read(id, text).try_into().expect("one game");
    game.expect("a game")
}

fn error(id: &str, text: impl AsRef<[u8]>) -> String {
    let last = read(id, text).pop().expect("an answer");
    last.expect_err("it is damaged").to_string()
}

fn moves(game: &ForeignGame) -> String {
    let moves = game.record.rounds[0].moves.iter();
    moves.map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A game of random moves, up to its end or to `n_plies`.
fn random_game(seed: u64, n_plies: usize, ending: &EarlyEnd) -> ForeignGame {
    let game = Othello::standard();
    let mut round = Transcriber::new(&game);
    let mut rng = Rng::from_seed(seed);
    while round.ply() < n_plies
        && let Some(mv) = random_move(round.pos(), &mut rng)
    {
        round.play(mv);
    }
    ForeignGame::new(record_of(&game, &["Ann", "Ben"], round.finish(ending)))
}

/// A file of WTHOR with these games: black's score and the moves.
fn wtb(games: &[(u8, &str)]) -> Vec<u8> {
    let mut bytes = vec![20, 14, 2, 21];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0, 0xdd, 0x07, 8, 0, 0, 0]);
    for (score, moves) in games {
        let mut game = vec![1, 0, 0, 0, 1, 0, *score, *score];
        let squares = moves.as_bytes().chunks(2);
        game.extend(squares.map(|square| 10 * (square[1] - b'0') + square[0] - b'a' + 1));
        game.resize(68, 0);
        bytes.extend(game);
    }
    bytes
}

fn names<const BYTES: usize>(names: &[&str]) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    for name in names {
        let mut record = name.as_bytes().to_vec();
        record.resize(BYTES, 0);
        bytes.extend(record);
    }
    bytes
}

#[test]
fn transcripts_are_read_in_every_usual_spelling() {
    for text in [
        "f5d6c3d3c4",
        "F5D6C3D3C4\n",
        "1. f5 d6 2. c3 d3 3. c4",
        "f5, D6; c3 d3 c4",
        "\u{feff}f5d6c3d3c4\r\n",
    ] {
        assert_eq!(moves(&one("transcript", text)), "f5 d6 c3 d3 c4", "{text}");
        assert_eq!(best(text), "transcript", "{text}");
    }
    let numbered = "1. f5 d6\n2. c3 d3\n3. c4\n1. f5 f6";
    let read: Vec<_> = read("transcript", numbered).into_iter().map(|game| moves(&game.unwrap())).collect();
    assert_eq!(read, ["f5 d6 c3 d3 c4", "f5 f6"], "a line with a number from 2 on goes on with the game");
}

#[test]
fn a_whole_game_has_its_passes_and_its_result() {
    let game = one("transcript", DRAWN);
    let round = &game.record.rounds[0];
    assert_eq!(round.result.as_ref().map(|(end, _)| end), Some(&End::Over));
    assert!(round.result.as_ref().unwrap().1.iter().all(|&points| points == 0), "it is the known draw");
    let written = testkit::check_written(ENTRY, format("transcript"), &game).unwrap();
    assert_eq!(written, game);
}

/// The format that a text is taken for.
fn best(text: impl AsRef<[u8]>) -> &'static str {
    static GAMES: [framework::GameEntry; 1] = [ENTRY];
    formats::recognize(&GAMES, text.as_ref(), None).first().map_or("nothing", |found| found.format.id)
}

#[test]
fn each_format_is_recognized() {
    assert_eq!(best(DRAWN), "transcript");
    assert_eq!(best(GGF), "ggf");
    assert_eq!(best(wtb(&[(32, "f5d6")])), "wthor");
    assert_eq!(best(OBF), "obf");
    assert_eq!(best("hello"), "nothing");
    assert_eq!(best("(;GM[6]MI[length:3])"), "nothing", "this is backgammon");
    let cut = &wtb(&[(32, "f5d6")])[..50];
    let found = formats::recognize(&[ENTRY], cut, Some("wtb"))[0].likeness;
    assert_eq!(found, Likeness::Likely, "a file that is cut off is still called what it should be");
}

const GGF: &str = "1 (;GM[Othello]PC[GGS/os]DT[2001.12.24]PB[ann]PW[ben]RE[+64.000:t]TY[8]BO[8 ---------------------------O*------*O\
                   --------------------------- *]B[F5//1.5]W[D6];)\n(;GM[Othello]PB[x]PW[y]RE[?]TY[6]BO[6 --------------O*\
                   ----*O-------------- *]B[E4];)\n";

#[test]
fn games_of_a_server_are_read_one_after_the_other() {
    let [first, second] = read("ggf", GGF).try_into().expect("two games");
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(
        (first.record.players[0].as_str(), first.about("PC"), first.about("DT")),
        ("ann", Some("GGS/os"), Some("2001.12.24"))
    );
    assert_eq!(first.record.rounds[0].result.as_ref().unwrap().0, End::TimeOver { seat: WHITE });
    assert_eq!((second.record.options.as_str(), moves(&second).as_str()), ("6x6", "e4"));
    assert_eq!(second.record.rounds[0].start, None, "this is the usual start");
    let damaged = GGF.replace("W[D6]", "W[A1]");
    let read = read("ggf", &damaged);
    assert!(read[0].as_ref().unwrap_err().to_string().starts_with("line 1: cannot read"));
    assert!(read[1].is_ok(), "a bad game does not spoil the next one");
}

#[test]
fn a_year_of_wthor_is_read_with_the_names_of_players_and_tournaments() {
    let bytes = wtb(&[(32, DRAWN.trim()), (40, "f5d6c3"), (12, ""), (32, "f5f6")]);
    let source = Source::new(&bytes)
        .with_companion("jou", names::<20>(&["Ann A.", "J\u{fc}rg"].map(|name| name)))
        .with_companion("trn", names::<26>(&["", "Club"]));
    let read: Vec<_> =
        testkit::check_file(ENTRY, format("wthor"), &source).into_iter().map(Result::unwrap).collect();
    assert_eq!(moves(&read[0]), moves(&one("transcript", DRAWN)));
    assert_eq!((read[0].about("EV"), read[0].about("DT")), (Some("Club"), Some("2013")));
    assert_eq!(read[0].record.players[0], "Ann A.");
    let end = |idx: usize| read[idx].record.rounds[0].result.clone().expect("it has a score").0;
    let resigned = |seat: Seat| End::Resigned { seat, level: "single".to_owned() };
    assert_eq!(
        [end(0), end(1), end(2), end(3)],
        [End::Over, resigned(WHITE), resigned(BLACK), End::DrawAgreed]
    );
    let unnamed = Source::new(&bytes);
    let first = (format("wthor").read)(&unnamed).next().unwrap().unwrap();
    assert_eq!((first.record.players[1].as_str(), first.about("EV")), ("Player 1", Some("Tournament 1")));
}

#[test]
fn what_is_wrong_with_a_database_is_named_with_its_place() {
    assert_eq!(
        error("wthor", wtb(&[(32, "f5f5")])),
        "byte 25: game 1: move 2, f5, is not possible; take the file from an archive of WTHOR, or leave this game out"
    );
    assert!(
        error("wthor", &wtb(&[(32, "f5d6"), (32, "f5")])[..100])
            .starts_with("byte 4: the header counts 2 games, but 1 follow and 16 bytes")
    );
    assert!(error("wthor", b"short").starts_with("the file is shorter than its header"));
    let mut large = wtb(&[]);
    large[12] = 10;
    assert!(error("wthor", large).starts_with("byte 12: the board has 10x10 squares"));
    let mixed = read("wthor", wtb(&[(32, "f5a1"), (32, "f5")]));
    assert!(mixed[0].is_err() && mixed[1].is_ok(), "a bad game does not spoil the next one");
}

#[test]
fn a_database_holds_no_open_games() {
    let game = random_game(1, 10, &EarlyEnd::Open);
    let write = format("wthor").write.unwrap();
    let error = write(&[game]).unwrap_err().to_string();
    assert!(error.starts_with("game 1: the game is not over"), "{error}");
}

const OBF: &str = "% known truths\n\
    O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;\n\
    ---------------------------OX------XO--------------------------- X;\n";

#[test]
fn positions_are_read_with_what_is_known_about_them() {
    let [first, second] = read("obf", OBF).try_into().expect("two positions");
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(first.is_position() && second.is_position());
    assert_eq!(first.about("OBF"), Some("A2:+38; C7:+36;"));
    let start = Othello::standard().write_position(&Othello::standard().start());
    assert_eq!(second.record.rounds[0].start, Some(start));
    let write = format("obf").write.unwrap();
    let written = write(&[first, second]).unwrap();
    assert_eq!(String::from_utf8(written.bytes).unwrap(), OBF.split_once('\n').unwrap().1);
    assert!(
        error("obf", "OX X").starts_with("line 1: cannot read \"OX X\": there are only 3 squares"),
        "{}",
        error("obf", "OX X")
    );
}

#[test]
fn of_a_game_the_last_position_is_written() {
    let written = format("obf").write.unwrap()(&[one("transcript", "f5d6c3")]).unwrap();
    let last = Othello::standard().parse_position("f5d6c3").unwrap();
    assert_eq!(String::from_utf8(written.bytes).unwrap(), format!("{last};\n"));
}

#[test]
fn large_boards_and_reversi_need_their_options() {
    let source = Source::new(b"h7f8").with_options("12x12");
    let read = testkit::check_file(ENTRY, format("transcript"), &source);
    assert_eq!(read[0].as_ref().map(|game| game.record.options.as_str()), Ok("12x12"));
    let source = Source::new(b"d4e4d5e5").with_options("8x8 reversi");
    assert!(testkit::check_file(ENTRY, format("transcript"), &source)[0].is_ok());
    let wrong = Source::new(b"d4").with_options("7x7");
    let error = (format("transcript").read)(&wrong).next().unwrap().unwrap_err();
    assert!(error.to_string().contains("7x7"), "{error}");
}

#[test]
fn thousands_of_games_are_read_and_written() {
    let games: Vec<ForeignGame> = (0..2_000).map(|seed| random_game(seed, 99, &EarlyEnd::Open)).collect();
    let written = format("wthor").write.unwrap()(&games).unwrap();
    assert_eq!(written.bytes.len(), 16 + 2_000 * 68);
    let mut source = Source::new(&written.bytes);
    for (extension, bytes) in written.companions {
        source = source.with_companion(extension, bytes);
    }
    let read: Vec<Record> = (format("wthor").read)(&source).map(|game| game.unwrap().record).collect();
    assert!(read.iter().eq(games.iter().map(|game| &game.record)));
}

proptest! {
    #[test]
    fn every_game_survives_every_format(seed in any::<u64>(), n_plies in 1_usize..80, how in 0_u32..4) {
        let endings =
            [EarlyEnd::Open, EarlyEnd::Resigned(BLACK, None), EarlyEnd::TimeOver(WHITE), EarlyEnd::DrawAgreed];
        let ending = endings[how as usize].clone();
        let game = random_game(seed, n_plies, &ending);
        let round = &game.record.rounds[0];
        for id in ["transcript", "ggf", "wthor", "obf"] {
            let Ok(read) = testkit::check_written(ENTRY, format(id), &game) else {
                prop_assert!(id == "wthor" && round.result.is_none(), "{}", id);
                continue;
            };
            if id == "obf" {
                prop_assert_eq!(read.record.rounds[0].hash, round.hash);
                continue;
            }
            // A pass at the end is only told by what follows.
            let passes_last = round.moves.last().is_some_and(|mv| mv.text == "pass");
            if id == "ggf" || !passes_last {
                prop_assert_eq!(&read.record.rounds[0].moves, &round.moves, "{}", id);
            }
            if id == "ggf" {
                prop_assert_eq!(&read.record, &game.record);
            }
        }
    }

    #[test]
    fn names_and_notes_survive(black in "\\PC{0,30}", event in "\\PC{0,40}", place in "\\PC{0,20}", year in 1900_u32..2200) {
        let mut game = random_game(7, 99, &EarlyEnd::Open);
        game.record.players[0] = formats::player_name(&black, BLACK);
        game.notes = vec![Note::about("EV", event), Note::about("PC", &*place), Note::about("DT", year.to_string())];
        let ggf = testkit::check_written(ENTRY, format("ggf"), &game).unwrap();
        prop_assert_eq!(&ggf.record, &game.record);
        prop_assert_eq!(ggf.about("PC").unwrap_or(""), &place);
        let wthor = testkit::check_written(ENTRY, format("wthor"), &game).unwrap();
        let year = year.to_string();
        prop_assert_eq!(wthor.about("DT"), Some(year.as_str()));
    }
}

/// Whatever a damaged file is, it holds games or errors, and never makes a reader panic.
fn check_damaged(id: &str, samples: &[&[u8]]) {
    testkit::check_format(ENTRY, format(id), samples, 5, fuzz_inputs());
}

#[test]
fn damaged_transcripts_never_panic() {
    let mut numbered = String::new();
    for (idx, pair) in DRAWN.trim().as_bytes().chunks(4).enumerate() {
        writeln!(numbered, "{}. {}", idx + 1, String::from_utf8_lossy(pair)).unwrap();
    }
    check_damaged("transcript", &[&DRAWN.as_bytes()[..60], &numbered.as_bytes()[..80], b"f5d6c3"]);
}

#[test]
fn damaged_ggf_never_panics() {
    check_damaged("ggf", &[GGF.as_bytes()]);
}

#[test]
fn damaged_databases_never_panic() {
    check_damaged("wthor", &[&wtb(&[(40, &DRAWN[..40]), (40, "f5d6c3")])]);
}

#[test]
fn damaged_positions_never_panic() {
    check_damaged("obf", &[OBF.as_bytes()]);
}
