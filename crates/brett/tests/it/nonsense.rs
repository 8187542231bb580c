//! Nonsense is refused with a sentence; nothing is written, and nothing panics.

use std::{ffi::OsString, os::unix::ffi::OsStringExt};

use brett::Exit;
use insta::assert_snapshot;

use crate::session::{Seen, Session, brett};

/// Command lines that cannot be used; words are separated by `|`.
const NONSENSE: &[&str] = &[
    "unknown",
    "--unknown",
    "--lang|fr",
    "--color|sometimes",
    "games|nim",
    "show",
    "show|nin",
    "show|chess",
    "show|",
    "show|nim|nim",
    "show|nim|--variant",
    "show|nim|--variant|0",
    "show|nim|--variant|99999999999999999999",
    "show|nim|--variant|1+2+3+4+5+6+7+8+9+1",
    "show|nim|--variant|3+4 huge",
    "show|nim|--variant|3+4 3+4",
    "show|nim|--variant|💥",
    "show|nim|--position|",
    "show|nim|--position|nonsense",
    "show|nim|--position|--json",
    "show|nim|--position|3: 1 1 1",
    "show|nim|--position|1: 4294967296 0 0",
    "show|nim|--position|1: 3 4 5|--moves|1-1",
    "show|nim|--moves|0-0",
    "show|nim|--moves|x",
    "show|nim|--moves|1-1;1-1;1-1;1-1",
    "show|nim|--moves|1-1 1-1 1-1 1-1",
    "show|nim|--moves|-1",
    "show|nim|--seat|0",
    "show|nim|--seat|3",
    "show|nim|--seat|-1",
    "show|nim|--seat|300",
    "show|nim|--svg|/nowhere/at/all.svg",
    "show|nim|--svg|/",
    "legal|nim|x",
    "legal|nim|1-1|1-2",
    "legal|nim|💥",
    "legal|nim|99999999999999999999-1",
    "players",
    "players|chess",
    "play",
    "play|chess",
    "play|nim|--seats|human",
    "play|nim|--seats|human,human,human",
    "play|nim|--seats|human,",
    "play|nim|--seats|human,level11",
    "play|nim|--seats|human,mcts:rave=x",
    "play|nim|--length|best-of=0",
    "play|nim|--length|long",
    "play|nim|--clock|soon",
    "play|nim|--time|0s",
    "play|nim|--time|soon",
    "play|nim|--seed|-1",
    "play|nim|--rolling|often",
    "play|nim|--json",
    "play|nim|--from|/nowhere/at/all.brett",
    "play|--from|/",
    "play|--from|x|--variant|1+2",
    "hint|nim|--engine|deep-thought",
    "hint|nim|--engine|random:depth=3",
    "hint|nim|--time|0s",
    "hint|nim|--depth|0",
    "hint|nim|--nodes|0",
    "hint|nim|--top|0",
    "hint|nim|--variant|1|--moves|1-1",
    "perft|nim",
    "perft|nim|--depth",
    "perft|nim|--depth|-1",
    "perft|nim|--depth|x",
    "perft|nim|--depth|1.5",
    "perft|nim|--depth|2001",
    "perft|nim|--depth|4294967295",
    "perft|nim|--depth|4294967296",
    "perft|nim|--depth|99999999999999999999",
    "perft|nim|--depth|1|--threads|0",
    "perft|nim|--depth|1|--threads|1000000",
    "random|nim|--games|0",
    "random|nim|--games|-5",
    "random|nim|--games|18446744073709551616",
    "random|nim|--seed|-1",
    "random|nim|--seed|x",
    "random|nim|--threads|0",
    "random|nim|--position|1: 3 4 5",
    "replay",
    "replay|/nowhere/at/all.brett",
    "replay|/",
    "engine",
    "engine|chess",
    "engine|nim|--variant|0",
    "engine|nim|--player|nobody",
    "engine|nim|--player|",
    "engine|nim|--player|level11",
    "engine|nim|--player|mcts:rave=x",
    "engine|nim|--time|soon",
    "engine|nim|--time|0s",
    "engine|nim|--threads|0",
    "engine|nim|--seed|-1",
    "connect4|7|6|4|h|h",
    "completions",
    "completions|cmd",
    "man|/dev/null/man",
];

#[test]
fn nonsense_is_refused_with_a_sentence() {
    for line in NONSENSE {
        check_refused(line, &Session::new().run(line.split('|')));
    }
}

#[test]
fn broken_text_is_refused() {
    let broken = || OsString::from_vec(vec![b'1', 0xff, 0xfe]);
    let word = |text: &str| OsString::from(text);
    for args in [
        vec![broken()],
        vec![word("show"), broken()],
        vec![word("show"), word("nim"), word("--variant"), broken()],
        vec![word("show"), word("nim"), word("--position"), broken()],
        vec![word("show"), word("nim"), word("--moves"), broken()],
        vec![word("legal"), word("nim"), broken()],
        vec![word("replay"), broken()],
    ] {
        check_refused(&format!("{args:?}"), &Session::new().run(args.clone()));
    }
    for args in [["show", "nim", "--position", "-"], ["show", "nim", "--moves", "-"]] {
        check_refused("broken input", &Session::with_input([b'1', 0xff]).run(args));
    }
    check_refused("broken record", &Session::with_input([b'1', 0xff]).run(["replay", "-"]));
}

#[test]
fn giant_input_is_refused() {
    let giant = Session::with_input(vec![b'1'; (16 << 20) + 1]);
    check_refused("a giant position", &giant.run(["show", "nim", "--position", "-"]));
    check_refused("giant moves", &giant.run(["show", "nim", "--moves", "-"]));
    check_refused("a giant record", &giant.run(["replay", "-"]));
}

#[test]
fn errors_name_argument_problem_and_remedy() {
    assert_snapshot!(brett("show nin"));
    assert_snapshot!(brett("show nim --variant 0"));
    assert_snapshot!(brett("show nim --position nonsense"));
    assert_snapshot!(brett("show nim --seat 3"));
    assert_snapshot!(brett("legal nim nonsense"));
    assert_snapshot!(brett("perft nim --depth 99999999999999999999"));
    assert_snapshot!(brett("shwo nim"));
}

#[track_caller]
fn check_refused(line: &str, seen: &Seen) {
    assert_eq!(seen.exit, Exit::Unusable, "{line}: {seen}");
    assert_eq!(seen.out, "", "{line}");
    assert!(seen.err.starts_with("error: ") && seen.err.ends_with('\n'), "{line}: {seen}");
    assert!(seen.err.len() < 600, "{line}: {seen}");
}
