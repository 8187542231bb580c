//! The interface of the practical course: programs in C++, C and Python that are written for it play against us and
//! against each other. They know the protocol from its description alone.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::LazyLock,
};

use connect4::{Column, original::Peer};

use crate::original_server::Server;

/// Where the interface is.
fn sdk() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/praktikum")
}

/// Runs a tool that a test cannot do without.
#[track_caller]
fn build(tool: &str, args: &[&str]) {
    let built = Command::new(tool).current_dir(sdk()).args(args).output();
    let built = built.unwrap_or_else(|error| panic!("{tool} is needed for this test; install it: {error}"));
    assert!(built.status.success(), "{tool} {args:?}\n{}", String::from_utf8_lossy(&built.stderr));
}

/// Whether a file is missing or older than one of those that it is made from.
fn is_outdated(file: &Path, sources: &[&Path]) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|data| data.modified());
    !changed(file).is_ok_and(|made| sources.iter().all(|source| changed(source).unwrap() <= made))
}

/// The folder with the library, the example, the program after the assignment sheet, and the check in C, all built.
///
/// Tests may run as processes side by side. One of them builds while the others wait, and nothing that is up to date
/// is written again: a program cannot be started while it is written ("Text file busy").
pub(crate) static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("praktikum");
    fs::create_dir_all(&folder).unwrap();
    let lock = File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let in_folder = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    build("make", &[&format!("BAU={}", folder.display())]);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let sheet = data.join("nach_dem_blatt");
    build("make", &[&format!("BAU={}", folder.display()), &format!("PROGRAMM={}", sheet.display())]);
    let check = data.join("praktikum_check.c");
    let library = folder.join("libpraktikum.a");
    if is_outdated(&folder.join("check"), &[&check, &library, &sdk().join("unit.h")]) {
        let (source, object) = (check.to_str().unwrap(), in_folder("check.o"));
        build("cc", &["-std=c99", "-Wall", "-Wextra", "-Werror", "-I.", "-c", source, "-o", &object]);
        build("c++", &[&object, library.to_str().unwrap(), "-o", &in_folder("check")]);
    }
    folder
});

/// A program of the course, with what is typed at its console.
fn start(mut command: Command, typed: &str) -> Child {
    // Pages with boards go where everything else of the tests goes.
    command.env("BRETT", env!("CARGO_BIN_EXE_brett")).env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    program.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    program
}

fn in_cpp(argument: &str, typed: &str) -> Child {
    let mut command = Command::new(BUILT.join("beispiel"));
    command.arg(argument);
    start(command, typed)
}

/// The program that was written after the assignment sheet.
fn after_the_sheet(argument: &str, typed: &str) -> Child {
    let mut command = Command::new(BUILT.join("nach_dem_blatt"));
    command.arg(argument);
    start(command, typed)
}

fn in_c(arguments: &[&str]) -> Child {
    let mut command = Command::new(BUILT.join("check"));
    command.args(arguments);
    start(command, "")
}

fn in_python(argument: &str, typed: &str) -> Child {
    let mut command = Command::new("python3");
    command.arg(sdk().join("praktikum.py")).arg(argument);
    start(command, typed)
}

#[track_caller]
fn text(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    out.into_owned()
}

/// How the games have ended for a side, as it says.
fn results(out: &str) -> Vec<&str> {
    let result = |line: &'_ str| -> Option<usize> { line.find("Spiel ").map(|at| at + "Spiel ".len()) };
    let ends = out.lines().filter_map(|line| Some(&line[result(line)?..]));
    ends.map(|end| end.split_once(": ").unwrap().1.split(';').next().unwrap()).collect()
}

/// The same results from the other side.
fn mirrored<'a>(results: &[&'a str]) -> Vec<&'a str> {
    let other = |result: &&'a str| match *result {
        "gewonnen" => "verloren",
        "verloren" => "gewonnen",
        other => other,
    };
    results.iter().map(other).collect()
}

#[test]
fn programs_in_every_language_play_matches_of_five_games_against_the_environment() {
    for program in [in_cpp("2", ""), in_python("1", ""), after_the_sheet("1", "")] {
        let output = program.wait_with_output().unwrap();
        let out = text(&output);
        assert_eq!(results(&out).len(), 5, "{out}");
        // After every game the score is shown, and the board after every move, with columns from 0.
        let end = out.lines().last().unwrap();
        assert!(end.starts_with("Der Wettkampf ist "), "{out}");
        let last = out.lines().rfind(|line| line.contains("Stand ")).unwrap();
        let score = last.split_once("Stand ").unwrap().1;
        let n_games: u32 =
            score.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok()).sum();
        assert_eq!(n_games, 5, "{last}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(
            err.contains("\n 0 1 2 3 4 5 6\n") && err.contains("Spiel 5, das Programm ist gelb"),
            "{err}"
        );
    }
}

#[test]
fn the_board_is_on_a_page_for_the_browser_whose_address_is_told() {
    for program in [in_cpp("1", ""), in_python("1", "")] {
        let output = program.wait_with_output().unwrap();
        let out = text(&output);
        let err = String::from_utf8_lossy(&output.stderr);
        let address = err.lines().find_map(|line| line.split_once("im Browser: file://")).unwrap().1;
        let page = fs::read_to_string(address).unwrap();
        // The page loads itself again, and ends with the last board and the last score.
        assert!(page.contains("http-equiv=\"refresh\""), "{page}");
        let score = out.lines().rfind(|line| line.contains("Stand ")).unwrap();
        assert!(page.contains(&format!("<p>{score}</p>")), "{score}: {page}");
        let n_discs = page.matches("#ffd23f").count() + page.matches("#d7263d").count();
        assert!((7..=42).contains(&n_discs), "{page}");
        assert_eq!(page.matches("<circle").count(), 42, "{page}");
        fs::remove_dir_all(Path::new(address).parent().unwrap()).unwrap();
    }
}

#[test]
fn answers_follow_the_rules_and_a_negative_one_is_the_end() {
    let out = text(&in_c(&["match"]).wait_with_output().unwrap());
    let games: Vec<&str> = out.split("game\n").skip(1).collect();
    assert_eq!(games.len(), 5, "{out}");
    let (mut n_ended_by_us, mut n_ended_by_them) = (0, 0);
    for (number, game) in (1..).zip(games) {
        // In odd games the program is yellow and begins; in even ones it hands over -1 at first.
        let mut peer = if number % 2 == 1 { Peer::waiting() } else { Peer::connecting() };
        let mut is_over = false;
        // The environment tells the score in between.
        for line in game.lines().filter(|line| !line.starts_with("Spiel ") && !line.starts_with("Der ")) {
            assert!(!is_over, "game {number} goes on after its end: {game}");
            let (own, answer) = line.split_once(' ').unwrap();
            let (own, answer): (i32, i32) = (own.parse().unwrap(), answer.parse().unwrap());
            if own >= 0 {
                peer.play(Column::new(own as u8)).unwrap();
            } else {
                assert!(number % 2 == 0 && peer.board().ply() == 0, "{game}");
            }
            if peer.ended().is_some() {
                assert_eq!(answer, -1, "our own move has ended it: {game}");
                (is_over, n_ended_by_us) = (true, n_ended_by_us + 1);
                continue;
            }
            let theirs = if answer < 0 { -(answer + 2) } else { answer };
            peer.hear(theirs).unwrap();
            is_over = answer < 0;
            assert_eq!(peer.ended().is_some(), is_over, "{game}");
            n_ended_by_them += u32::from(is_over);
        }
        assert!(is_over, "{game}");
    }
    assert_eq!(n_ended_by_us + n_ended_by_them, 5);
    assert!(0 < n_ended_by_them, "whoever fills columns from the left loses at times: {out}");
}

#[test]
fn what_the_course_forbids_ends_the_program_with_a_reason() {
    for (what, reason) in [
        ("too early", "vor dem ersten Zug ist Start aufzurufen"),
        ("too difficult", "der Schwierigkeitsgrad ist 0 bis 6"),
        ("no column", "Spalte 9 gibt es nicht; die Spalten sind 0 bis 6: der Wettkampf ist verloren"),
        ("no opening", "-1 gilt nur in Spielen, die die Umgebung beginnt"),
    ] {
        let ended = in_c(&[what]).wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && err.contains(reason), "{what}: {err}");
    }
    let mut command = Command::new(BUILT.join("beispiel"));
    command
        .arg("1")
        .env("BRETT", "/no/such/brett")
        .env("TMPDIR", env!("CARGO_TARGET_TMPDIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let ended = command.spawn().unwrap().wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && err.contains("in der Variablen BRETT"), "{err}");
}

#[test]
fn without_the_environment_somebody_plays_at_the_keyboard() {
    // The person fills columns from the left and mistypes; the program looks ahead and wins.
    let typed = "x\n9\n".to_owned() + &"0\n1\n2\n3\n4\n5\n6\n".repeat(60);
    let output = in_cpp("0", &typed).wait_with_output().unwrap();
    let out = text(&output);
    assert_eq!(results(&out).len(), 5, "{out}");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("Spalte (0 bis 6): Diese Spalte ist nicht spielbar."), "{err}");
}

/// The port at which a program waits.
fn port_of(waiting: &mut Child) -> (String, BufReader<std::process::ChildStdout>) {
    let mut out = BufReader::new(waiting.stdout.take().unwrap());
    loop {
        let mut line = String::new();
        assert_ne!(out.read_line(&mut line).unwrap(), 0, "it never waits");
        if let Some((_, port)) = line.rsplit_once("wartet an Port ") {
            return (port.trim().to_owned(), out);
        }
    }
}

#[test]
fn programs_of_two_groups_play_over_the_network_with_changing_colors() {
    let mut waiting = in_cpp("netz", "2\n0\nj\nj\nn\n");
    let (port, mut rest) = port_of(&mut waiting);
    let connecting = in_python("netz", &format!("1\n127.0.0.1\n{port}\nj\nj\nn\n"));
    let red = text(&connecting.wait_with_output().unwrap());
    let mut yellow = String::new();
    rest.read_to_string(&mut yellow).unwrap();
    assert!(waiting.wait().unwrap().success(), "{yellow}");
    assert_eq!(results(&red).len(), 3, "{red}");
    assert_eq!(results(&yellow), mirrored(&results(&red)), "{yellow}\n{red}");
}

/// `brett connect` as the other side.
fn brett_connect(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brett"));
    let known = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("praktikum-known");
    command.arg("connect").args(args).args(["--games", "3", "--known"]).arg(known);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How the games have ended for brett, in the words of the course.
fn in_words_of_the_course(out: &str) -> Vec<&str> {
    let result = |line: &str| match line.split_once(" is ")?.1 {
        "won" => Some("gewonnen"),
        "lost" => Some("verloren"),
        "drawn" => Some("unentschieden"),
        _ => None,
    };
    out.lines().filter(|line| line.starts_with("game ")).filter_map(result).collect()
}

#[test]
fn a_program_of_the_course_plays_against_brett_as_either_side() {
    // Brett connects.
    let mut waiting = in_cpp("netz", "2\n0\nj\nj\nn\n");
    let (port, mut rest) = port_of(&mut waiting);
    let red = brett_connect(&[&format!("praktikum://127.0.0.1:{port}"), "--as", "level2"]).output().unwrap();
    let mut yellow = String::new();
    rest.read_to_string(&mut yellow).unwrap();
    assert!(waiting.wait().unwrap().success(), "{yellow}");
    let red = text(&red);
    assert_eq!(results(&yellow), mirrored(&in_words_of_the_course(&red)), "{yellow}\n{red}");
    assert_eq!(results(&yellow).len(), 3);
    // Brett waits.
    let mut waiting =
        brett_connect(&["praktikum://127.0.0.1:0", "--listen", "--as", "level2"]).spawn().unwrap();
    let mut out = BufReader::new(waiting.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let port = line.trim().rsplit_once(':').unwrap().1.to_owned();
    let red = in_cpp("netz", &format!("1\n127.0.0.1\n{port}\nj\nj\nn\n")).wait_with_output().unwrap();
    let mut yellow = String::new();
    out.read_to_string(&mut yellow).unwrap();
    assert!(waiting.wait().unwrap().success(), "{yellow}");
    let red = text(&red);
    assert_eq!(in_words_of_the_course(&yellow), mirrored(&results(&red)), "{yellow}\n{red}");
    // The server waits, for anybody.
    let server = Server::start("sdk", &["--praktikum", "127.0.0.1:0", "--praktikum-player", "level1"]);
    let typed = format!("1\n127.0.0.1\n{}\nj\nn\n", server.port("praktikum"));
    let out = text(&in_cpp("netz", &typed).wait_with_output().unwrap());
    assert_eq!(results(&out).len(), 2, "{out}");
}

#[test]
fn one_extra_end_after_a_won_game_does_not_end_the_match() {
    // The program after the sheet sends SPIELENDE after its own winning column, too. Against somebody who fills columns
    // from the left like itself, yellow wins, so that both sides do so in turn.
    let mut waiting = after_the_sheet("netz", "2\n0\ny\ny\ny\nn\n");
    let (port, mut rest) = port_of(&mut waiting);
    let typed = format!("1\n127.0.0.1\n{port}\ny\ny\ny\nn\n");
    let red = text(&after_the_sheet("netz", &typed).wait_with_output().unwrap());
    let mut yellow = String::new();
    rest.read_to_string(&mut yellow).unwrap();
    assert!(waiting.wait().unwrap().success(), "{yellow}");
    assert_eq!(results(&yellow), ["gewonnen", "verloren", "gewonnen", "verloren"], "{yellow}");
    assert_eq!(results(&red), mirrored(&results(&yellow)), "{red}");
    // Brett, which plays badly, goes on as well: as the side that connects, that waits, and as a server.
    let mut waiting = after_the_sheet("netz", "2\n0\ny\ny\nn\n");
    let (port, mut rest) = port_of(&mut waiting);
    let red =
        text(&brett_connect(&[&format!("praktikum://127.0.0.1:{port}"), "--as", "random"]).output().unwrap());
    let mut yellow = String::new();
    rest.read_to_string(&mut yellow).unwrap();
    assert!(waiting.wait().unwrap().success(), "{yellow}");
    assert_eq!(results(&yellow).len(), 3, "{yellow}\n{red}");
    assert_eq!(results(&yellow), mirrored(&in_words_of_the_course(&red)), "{yellow}\n{red}");
    let server = Server::start("sdk-extra", &["--praktikum", "127.0.0.1:0", "--praktikum-player", "random"]);
    let typed = format!("1\n127.0.0.1\n{}\n{}n\n", server.port("praktikum"), "y\n".repeat(7));
    let out = text(&after_the_sheet("netz", &typed).wait_with_output().unwrap());
    assert_eq!(results(&out).len(), 8, "{out}");
    assert!(
        results(&out).contains(&"gewonnen"),
        "against random moves a tower of four succeeds at times: {out}"
    );
    assert!(!out.contains("Verbindungsfehler"), "{out}");
}

/// Lets a check in C connect to us, and sends it numbers, each in pieces.
fn told_by_c(what: &str, numbers: &[i32]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connecting = in_c(&[what, &port.to_string()]);
    let (mut stream, _): (TcpStream, _) = listener.accept().unwrap();
    for number in numbers {
        for byte in number.to_le_bytes() {
            stream.write_all(&[byte]).unwrap();
        }
    }
    drop(stream);
    text(&connecting.wait_with_output().unwrap())
}

#[test]
fn whatever_is_no_column_is_a_connection_error_and_so_is_the_end() {
    let told = told_by_c("network", &[0, 6, -1, 7, -2, 256, i32::MIN]);
    assert_eq!(told, "0\n6\n-1\n-2\n-2\n-2\n-2\n-2\nfalse\n");
    text(&in_c(&["nobody"]).wait_with_output().unwrap());
}

#[test]
fn an_end_before_the_first_column_of_a_further_game_is_skipped_once() {
    // The first game: column 3 and its end. The second: the end once more, then a column, then the end.
    assert_eq!(told_by_c("two games", &[3, -1, -1, 4, -1]), "3\n-1\n4\n-1\n");
}
