//! Games and positions in the formats of other programs at the command line.

use std::{fs, path::Path};

use brett::Exit;
use insta::assert_snapshot;

use crate::{
    scratch::Scratch,
    session::{Seen, Session},
};

fn brett(args: &[&str]) -> Seen {
    Session::new().run_with(catalog::GAMES, args.iter().copied())
}

fn with_input(input: impl Into<Vec<u8>>, line: &str) -> Seen {
    Session::with_input(input).run_with(catalog::GAMES, line.split_whitespace())
}

fn chapter() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/formats.md");
    fs::read_to_string(path).expect("the chapter about formats")
}

/// The examples of the chapter: the format that a heading names, and the block below it.
fn examples() -> Vec<(String, String)> {
    let chapter = chapter();
    let sections = chapter.split("\n### `").skip(1);
    let example = |section: &str| {
        let (id, rest) = section.split_once('`').expect("the end of the id");
        let (_, block) = rest.split_once("```text\n").expect("an example");
        let (text, _) = block.split_once("```").expect("the end of the example");
        (id.to_owned(), text.to_owned())
    };
    sections.map(example).collect()
}

#[test]
fn every_example_of_the_book_is_recognized_and_survives() {
    let examples = examples();
    assert_eq!(examples.len(), 11);
    for (id, text) in examples {
        let game = match id.as_str() {
            "columns" | "connect4:sgf" => "connect4",
            "transcript" | "ggf" | "obf" => "othello",
            "blksgf" => "blokus",
            _ => "backgammon",
        };
        let records = with_input(&*text, "convert -");
        assert!(records.out.contains(&format!("\ngame {game} ")), "{id}: {records}");
        let named = with_input(&*text, &format!("convert - --from {id}"));
        assert_eq!(named.out, records.out, "{id}");
        // Comments have no place in a record, so the text itself is written again.
        let again = with_input(&*text, &format!("convert - --to {id}"));
        assert_eq!((again.exit, again.out), (Exit::Fine, text), "{id}");
    }
}

#[test]
fn the_table_of_the_book_lists_all_formats() {
    let chapter = chapter();
    let listed = brett(&["convert", "--list", "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed.out).expect("JSON");
    let names = |game: Option<&str>| match game {
        Some("connect4") => "Connect Four",
        Some("othello") => "Othello",
        Some("backgammon") => "backgammon",
        Some("blokus") => "Blokus",
        _ => "all",
    };
    let endings = |format: &serde_json::Value, key: &str| -> Vec<String> {
        let endings = format[key].as_array().expect("a list").iter();
        endings.map(|ending| format!("`.{}`", ending.as_str().expect("a word"))).collect()
    };
    let rows = chapter.lines().filter(|line| line.starts_with("| `")).count();
    let formats = listed["formats"].as_array().expect("a list");
    assert_eq!(formats.len(), rows);
    for format in formats {
        let files = [endings(format, "extensions"), endings(format, "companions")].concat().join(", ");
        let (id, game) = (format["id"].as_str().expect("a word"), names(format["game"].as_str()));
        let row = format!("| `{id}` | {game} | {files} |");
        assert!(chapter.contains(&row), "{row}");
    }
}

#[test]
fn formats_are_listed_for_people() {
    assert_snapshot!(brett(&["convert", "--list"]));
}

#[test]
fn a_database_is_written_in_three_files_and_read_with_its_names() {
    let scratch = Scratch::new("wthor");
    let (ggf, wtb, text) = (scratch.path("games.ggf"), scratch.path("games.wtb"), scratch.path("games.txt"));
    let game = include_str!("../../../../games/othello/tests/data/drawn-game.txt");
    let record =
        with_input(game, "convert -").out.replace("Player 1", "Ann").replace("Player 2", "J\u{fc}rg");
    let record_file = scratch.path("game.brett");
    fs::write(&record_file, &record).expect("a file");
    assert_eq!(brett(&["convert", &record_file, &ggf]).exit, Exit::Fine);
    assert_eq!(brett(&["convert", &ggf, &wtb]).exit, Exit::Fine);
    assert_eq!(fs::read(&wtb).expect("a database").len(), 16 + 68);
    for companion in ["games.jou", "games.trn"] {
        assert!(Path::new(&scratch.path(companion)).exists(), "{companion}");
    }
    let read = brett(&["convert", &wtb]);
    assert!(read.out.contains("player 1 Ann\nplayer 2 J\u{fc}rg\n"), "{read}");
    let converted = brett(&["convert", &wtb, &text]);
    assert!(converted.out.contains("games: 1"), "{converted}");
    assert_eq!(fs::read_to_string(&text).expect("a transcript"), game);
    let there = brett(&["convert", &record_file, &scratch.path("games.wtb")]);
    assert!(there.err.contains("not there yet"), "{there}");
    fs::remove_file(&wtb).expect("it is there");
    let there = brett(&["convert", &record_file, &wtb]);
    assert!(there.err.contains("games.jou"), "a file that belongs to it is in the way: {there}");
    assert!(!Path::new(&wtb).exists(), "nothing is written then");
}

#[test]
fn games_that_cannot_be_read_are_left_out_and_named() {
    let scratch = Scratch::new("refused");
    let (from, to) = (scratch.path("games.txt"), scratch.path("games.brett"));
    fs::write(&from, "f5d6c3\nf5f5\nf5f6\na1b2c3d4\n").expect("a file");
    let seen = brett(&["convert", &from, &to]);
    assert_eq!(seen.exit, Exit::No);
    assert!(seen.out.contains("games: 2") && seen.out.contains("2 left out"), "{seen}");
    let problems: Vec<&str> = seen.err.lines().collect();
    assert!(
        problems.len() == 2 && problems[0].starts_with("line 2: ") && problems[1].starts_with("line 4: "),
        "{seen}"
    );
    assert_eq!(fs::read_to_string(&to).expect("records").matches("brettwerk record 1").count(), 2);
    let json = brett(&["convert", &from, &scratch.path("games.ggf"), "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((answer["games"].as_u64(), answer["refused"][1]["line"].as_u64()), (Some(2), Some(4)));
    // The records are read again, one after the other.
    let again = brett(&["convert", &to, "--to", "transcript"]);
    assert_eq!((again.exit, again.out.as_str()), (Exit::Fine, "f5d6c3\nf5f6\n"));
}

#[test]
fn what_cannot_be_converted_is_refused_with_what_to_do() {
    assert_snapshot!(with_input("hello", "convert -"));
    assert_snapshot!(with_input("f5f5", "convert -"));
    assert_snapshot!(with_input("f5d6", "convert - --to mat"));
    assert_snapshot!(with_input("f5d6", "convert - --to nothing"));
    assert_snapshot!(with_input("f5d6", "convert - --from nothing"));
    assert_snapshot!(with_input("f5d6", "convert - --to wthor"));
    assert_snapshot!(with_input("brettwerk record 1\ngame", "convert -"));
    let scratch = Scratch::new("unclear");
    let to = scratch.path("position.txt");
    let unclear =
        with_input("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:1:0:7:12", &format!("convert - {to}"));
    assert!(unclear.err.contains("choose with --to: gnu-id, xgid, snowie"), "{unclear}");
}

#[test]
fn texts_that_look_like_several_formats_are_in_the_one_that_can_be_read() {
    let scratch = Scratch::new("several-formats");
    let file = scratch.path("game.txt");
    // As long as a position ID of backgammon.
    fs::write(&file, "f5d6c3d3c4f4f6\n").unwrap();
    let seen = brett(&["convert", &file]);
    assert!(seen.exit == Exit::Fine && seen.out.contains("game othello 8x8\n"), "{seen}");
    fs::write(&file, "hello\n").unwrap();
    let seen = brett(&["convert", &file]);
    assert!(seen.exit != Exit::Fine && seen.err.contains("is in no format that is read here"), "{seen}");
}

#[test]
fn a_record_that_claims_what_is_not_true_is_not_converted() {
    let record = with_input("f5d6c3", "convert -").out.replace("1 c3", "1 c4");
    let seen = with_input(record, "convert - --to ggf");
    assert!(seen.exit != Exit::Fine && seen.err.contains("hash"), "{seen}");
}

#[test]
fn games_of_other_programs_are_replayed() {
    let played = with_input("f5d6c3d3c4", "replay -");
    assert!(played.exit == Exit::Fine && played.out.contains("Tiger"), "{played}");
    let several = with_input("f5d6\nf5f6\n", "replay -");
    assert!(several.err.contains("several games; turn them into records with brett convert"), "{several}");
    let damaged = with_input(" 3 point match\n Game 1\n  1) 31: 8/5 6/4\n", "replay -");
    assert!(damaged.err.contains("this looks like mat: line 3: "), "{damaged}");
}

#[test]
fn a_large_board_needs_its_options() {
    let seen = with_input("h7f8", "convert - --from transcript --variant 12x12");
    assert!(seen.out.contains("game othello 12x12\n"), "{seen}");
    let wrong = with_input("h7f8", "convert - --from transcript --variant 7x7");
    assert!(wrong.exit != Exit::Fine && wrong.err.contains("7x7"), "{wrong}");
}
