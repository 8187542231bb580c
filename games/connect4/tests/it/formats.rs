//! The formats of other programs: known truths, every game there and back, and damaged files.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use connect4::ENTRY;
use framework::{
    End, GameEntry, PerSeat, Rng, Seat,
    formats::{self, EarlyEnd, ForeignGame, Format, Source, TextTranscriber, record_of_any},
    testkit::{self, fuzz_inputs},
};
use proptest::prelude::*;

fn format(id: &str) -> &'static Format {
    ENTRY.formats.iter().find(|format| format.id == id).expect("it is listed")
}

fn read_with(id: &str, options: &str, text: &str) -> Vec<Result<ForeignGame, String>> {
    let source = Source::new(text.as_bytes()).with_options(options);
    let read = testkit::check_file(ENTRY, format(id), &source);
    read.into_iter().map(|game| game.map_err(|error| error.to_string())).collect()
}

fn one(id: &str, text: &str) -> ForeignGame {
    let [game] = read_with(id, "", text).try_into().expect("one game");
    game.expect("a game")
}

fn error(id: &str, text: &str) -> String {
    read_with(id, "", text).into_iter().find_map(Result::err).expect("it is damaged")
}

fn columns(game: &ForeignGame) -> String {
    game.record.rounds[0].moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn written(id: &str, game: ForeignGame) -> String {
    String::from_utf8(format(id).write.unwrap()(&[game]).unwrap().bytes).unwrap()
}

const SGF: &str =
    "(;FF[4]GM[Connect Four]SZ[7:6]PB[Ann]PW[Ben]EV[Club];B[d1];W[d2]C[why not];B[c];W[5](;B[e2])(;B[a1]))";

#[test]
fn each_format_is_recognized() {
    static GAMES: [GameEntry; 1] = [ENTRY];
    let best = |text: &str| {
        formats::recognize(&GAMES, text.as_bytes(), None).first().map_or("nothing", |found| found.format.id)
    };
    assert_eq!(best("444433"), "columns");
    assert_eq!(best("4, 4, 3"), "columns");
    assert_eq!(best("10 11 12"), "columns");
    assert_eq!(best(SGF), "sgf");
    assert_eq!(best("(;GM[6])"), "nothing", "this is backgammon");
    assert_eq!(best("0012"), "nothing");
    assert_eq!(best("hello"), "nothing");
}

#[test]
fn columns_are_read_a_game_a_line() {
    let games = read_with("columns", "", "# two games\n4 4 3\n44,3\n\n1212121\n");
    let read: Vec<_> = games.into_iter().map(|game| columns(&game.unwrap())).collect();
    assert_eq!(read, ["4 4 3", "4 4 3", "1 2 1 2 1 2 1"]);
    let won = one("columns", "1212121").record;
    assert_eq!(won.rounds[0].result, Some((End::Over, PerSeat::two(1, 0))));
    let wide = read_with("columns", "12x8x5", "12 1 10");
    assert_eq!(wide[0].as_ref().map(columns), Ok("12 1 10".to_owned()));
}

#[test]
fn a_tree_is_read_with_names_notes_and_variations() {
    let game = one("sgf", SGF);
    assert_eq!(
        (columns(&game), game.record.players.join(" ")),
        ("4 4 3 5 5".to_owned(), "Ann Ben".to_owned())
    );
    assert_eq!((game.about("EV"), game.n_variations), (Some("Club"), 1));
    assert_eq!(
        written("sgf", game),
        "(;FF[4]GM[Connect Four]CA[UTF-8]AP[Brettwerk]SZ[7:6]RU[4]PB[Ann]PW[Ben]EV[Club]\n;B[d1]\n;W[d2]C[why not]\n\
         ;B[c1]\n;W[e1]\n;B[e2])\n"
    );
    let set_up = one("sgf", "(;GM[Connect Four]SZ[7:6]AB[a1][b1]AW[a2];W[c1]RE[x])");
    assert_eq!(
        set_up.record.rounds[0].start.as_deref(),
        Some("-------/-------/-------/-------/O------/XX-----")
    );
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (id, text, problem) in [
        ("columns", "4\n44444444", "line 2: move 7, \"4\": illegal move: column 4 is full"),
        ("columns", "48", "line 1: move 2, \"8\": illegal move"),
        ("columns", "4x", "line 1: move 2, \"x\": cannot read"),
        (
            "sgf",
            "(;GM[Connect Four]\n;B[d1];B[d2])",
            "line 2: cannot read \"d2\": it is the turn of the other side",
        ),
        ("sgf", "(;GM[Connect Four]\n;B[h1])", "line 2: cannot read \"h1\": this is no cell of the board"),
        ("sgf", "(;GM[Connect Four]SZ[7]\n;B[a1];AB[a2])", "line 2: discs are set up after the beginning"),
        ("sgf", "(;GM[Connect Four]SZ[many])", "cannot read \"many\": this is no size"),
        ("sgf", "(;GM[Connect Four]SZ[99:6])", "the number of columns"),
    ] {
        let error = error(id, text);
        assert!(error.starts_with(problem), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn every_game_survives_every_format(seed in any::<u64>(), n_plies in 1_usize..60, how in 0_usize..4, size in 0_usize..5) {
        let options = ["7x6x4", "6x5x4", "9x7x5", "12x8x4", "30x4x4"][size];
        let game = ENTRY.open_text(options).unwrap();
        let mut rng = Rng::from_seed(seed);
        let mut round = TextTranscriber::new(&game);
        while round.ply() < n_plies {
            let moves = round.pos().legal_moves();
            if moves.is_empty() {
                break;
            }
            round.play(&moves[rng.index(moves.len())]).unwrap();
        }
        let ending = match how {
            0 => EarlyEnd::Open,
            1 => EarlyEnd::Resigned(Seat::FIRST, None),
            2 => EarlyEnd::TimeOver(Seat::SECOND),
            _ => EarlyEnd::DrawAgreed,
        };
        let found = ForeignGame::new(record_of_any(&*game, &["Ann", "Ben"], round.finish(&ending)));
        let sgf = testkit::check_written(ENTRY, format("sgf"), &found).unwrap();
        prop_assert_eq!(&sgf.record, &found.record);
        let columns = testkit::check_written(ENTRY, format("columns"), &found).unwrap();
        prop_assert_eq!(&columns.record.rounds[0].moves, &found.record.rounds[0].moves);
    }
}

/// Whatever a damaged file is, it holds games or errors, and never makes a reader panic.
fn check_damaged(id: &str, samples: &[&[u8]]) {
    testkit::check_format(ENTRY, format(id), samples, 5, fuzz_inputs());
}

#[test]
fn damaged_columns_never_panic() {
    check_damaged("columns", &[b"444433\n121212", b"4, 4, 3"]);
}

#[test]
fn damaged_trees_never_panic() {
    let set_up = b"(;GM[Connect Four]SZ[7:6]RU[4]AB[a1][b1]AW[a2];W[c1])";
    check_damaged("sgf", &[SGF.as_bytes(), set_up]);
}
