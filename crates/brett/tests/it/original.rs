//! Connect Four with the arguments of 2006.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use brett::Exit;
use players::external::Exchange;

use crate::session::{Seen, Session};

#[test]
fn two_people_play_by_typing_columns() {
    let seen = type_in("1\n2\n1\n2\nnine\n9\n1\n2\n1\n", "connect4 7 6 4 h h");
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("illegal move") && seen.out.contains("cannot read \"nine\""), "{seen}");
    assert!(seen.out.ends_with("yellow wins\n"), "{seen}");
}

#[test]
fn a_person_may_give_up_but_not_just_leave() {
    let seen = type_in("4\nresign\n", "connect4 7 6 4 h h");
    assert!(seen.exit == Exit::Fine && seen.out.ends_with("red has given up\n"), "{seen}");
    let seen = type_in("4\n", "connect4 7 6 4 h h");
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    assert!(seen.err.contains("the input ended before the game did"), "{seen}");
}

#[test]
fn the_computer_plays_a_person_and_itself() {
    let seen = type_in("resign\n", "connect4 7 6 4 c h --player level1");
    assert!(seen.out.ends_with("red has given up\n"), "{seen}");
    let seen = type_in("", "connect4 10 10 5 c c --player random");
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
}

#[test]
fn two_players_outside_exchange_files() {
    let folder = std::env::temp_dir().join(format!("brett-original-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (first, second) = (folder.join("p1.dat"), folder.join("p2.dat"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["connect4", "10", "10", "5", "e", "e"])
        .args([&first, &second])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    for round in 1..=5 {
        answer(&first, 2 * round - 2, "1");
        if round < 5 {
            answer(&second, 2 * round - 1, "2");
        }
    }
    assert!(child.wait().expect("the program ends").success());
    for path in [&first, &second] {
        let last: Exchange = fs::read_to_string(path).expect("the file").parse().expect("an exchange");
        assert_eq!((last.seat, last.moves.len()), (None, 9));
    }
    fs::remove_dir_all(folder).expect("the folder was made");
}

#[test]
fn a_program_that_fails_loses() {
    let seen = type_in(
        "",
        "connect4 7 6 4 c|gtp:read line; printf '= x\\n\\n'; exit 1|--player|random"
            .replace('|', "\u{1}")
            .as_str(),
    );
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("the program has ended") && seen.out.ends_with("red has given up\n"), "{seen}");
}

#[test]
fn arguments_that_make_no_game_are_refused() {
    for line in [
        "connect4 7 6 4",
        "connect4 7 6 4 h",
        "connect4 7 6 4 h x",
        "connect4 7 6 4 h e",
        "connect4 7 6 4 h h file.dat",
        "connect4 0 6 4 h h",
        "connect4 7 6 40 h h",
        "connect4 2 2 4 h h",
        "connect4 7 6 4 h c --player nobody",
        "connect4 7 6 4 h c --time soon",
    ] {
        let seen = type_in("", line);
        assert_eq!(seen.exit, Exit::Unusable, "{line}: {seen}");
        assert!(seen.err.starts_with("error: "), "{line}: {seen}");
    }
}

/// Runs a command line; words are separated by spaces, or by a control character where one has spaces in it.
fn type_in(input: &str, line: &str) -> Seen {
    let words: Vec<&str> = match line.split_once('\u{1}') {
        Some((start, rest)) => start.split(' ').chain(rest.split('\u{1}')).collect(),
        None => line.split(' ').collect(),
    };
    Session::with_input(input).run_with(catalog::GAMES, words)
}

/// Waits until a file holds so many moves and then adds one.
fn answer(path: &Path, n_moves: usize, mv: &str) {
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < Duration::from_secs(30), "nothing is written");
        let file = fs::read_to_string(path).ok().and_then(|text| text.parse::<Exchange>().ok());
        match file.filter(|file| file.moves.len() == n_moves) {
            Some(mut file) => {
                file.moves.push(mv.to_owned());
                return file.write(&PathBuf::from(path)).expect("it is written");
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}
