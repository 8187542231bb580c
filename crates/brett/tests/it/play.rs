//! Matches at the keyboard, line by line.

use std::{fs, path::PathBuf};

use brett::Exit;
use insta::assert_snapshot;

use crate::session::{Seen, Session};

/// Plays Nim with what is typed.
fn nim(args: &str, typed: &str) -> Seen {
    let args = ["play", "nim"].into_iter().chain(args.split_whitespace());
    Session::with_input(typed).run(args)
}

/// Plays a game of the catalog with what is typed.
fn play(args: &str, typed: &str) -> Seen {
    let args = ["play"].into_iter().chain(args.split_whitespace());
    Session::with_input(typed).run_with(catalog::GAMES, args)
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("brett-{name}-{}.brett", std::process::id()))
}

const TWO: &str = "--variant 1+2 --seats human,human --plain";

#[test]
fn a_session_draws_the_board_and_tells_what_happens() {
    assert_snapshot!(nim("--variant 3+4 --seats human,random --seed 1", "3-2\nmoves\nwhy 4-1\n4-1\nquit\n"));
}

#[test]
fn a_plain_session_speaks_in_sentences() {
    assert_snapshot!(nim(TWO, "2-2\nboard\n1-1\nquit\n"));
}

#[test]
fn a_german_session_speaks_german() {
    let typed =
        "help\n2-3\nwhy 2-3\nwhy\ndraw\naccept\nnext\n1-2\nundo\nredo\nredo\nresign foo\nresign\n1-1\n";
    assert_snapshot!(nim(&format!("{TWO} --lang de"), typed));
}

#[test]
fn help_lists_everything_that_can_be_typed() {
    assert_snapshot!(nim(TWO, "help\nquit\n"));
}

#[test]
fn nonsense_is_explained_and_changes_nothing() {
    let nonsense = "x\n💥\n9-9\nundo\nredo\nsave\nload\nload /nowhere/at/all\nsave /nowhere/at/all\nwhy\nwhy x\n\
                    resign galaxy\naccept\ndecline\nnext\nroll\nauto\nhint me\n\n   \n";
    let seen = nim(TWO, nonsense);
    assert_eq!(seen.exit, Exit::Fine);
    assert_snapshot!(seen);
    let bytes = Session::with_input([b"\xff\xfe\n".as_slice(), &[b'7'; 100_000], b"\nquit\n"].concat());
    assert_eq!(bytes.run(["play", "nim"]).exit, Exit::Fine);
}

#[test]
fn the_end_of_input_leaves_and_offers_to_save() {
    let seen = nim(TWO, "2-2\n");
    assert_eq!(seen.exit, Exit::Fine);
    assert!(seen.out.ends_with("Type a file name to save it, or Enter to leave.\n"), "{seen}");
    assert!(!nim(TWO, "quit\n").out.contains("not saved"));
    assert!(!nim(TWO, "").out.contains("file name"), "nothing was played");
}

#[test]
fn what_was_taken_back_can_be_played_again() {
    let direct = nim(TWO, "2-2\nboard\nquit\n");
    let detour = nim(TWO, "2-2\nundo\n1-2\nundo\nredo\nundo\n2-2\nboard\nquit\n");
    let board = |seen: &Seen| seen.out.lines().rev().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(board(&direct), board(&detour));
    let refused = nim(TWO, "2-2\nundo\n1-2\nredo\nquit\n");
    assert!(refused.out.contains("Nothing was taken back"), "another move ends it: {refused}");
}

#[test]
fn undo_goes_back_to_the_last_own_decision() {
    let seen =
        nim("--variant 3+4 --seats human,random --seed 1 --plain", "1-1\n1-1\nundo\nundo\nundo\nquit\n");
    let backs: Vec<_> = seen.out.lines().filter(|line| line.contains("take")).collect();
    assert_eq!(
        backs,
        [
            "Moves are taken back; plies left: 2.",
            "Moves are taken back; plies left: 0.",
            "There is no move of yours to take back."
        ]
    );
}

#[test]
fn a_finished_round_can_be_taken_back() {
    let seen = nim(TWO, "1-1\n2-2\nundo\n1-2\n1-2\nquit\n");
    let ends = seen.out.lines().filter(|line| line.contains("wins")).count();
    assert_eq!(ends, 2, "{seen}");
}

#[test]
fn a_match_is_saved_and_goes_on_elsewhere() {
    let path = file("saved");
    let name = path.to_str().unwrap();
    let saved = nim(TWO, &format!("1-2\nsave {name}\n1-1\nquit\n"));
    assert!(saved.out.contains(&format!("To go on later: brett play --from {name}")), "{saved}");
    let loaded = nim(TWO, &format!("1-1\nload {name}\n1-1\n1-2\nquit\n"));
    assert!(loaded.out.contains("Loaded from"), "{loaded}");
    assert!(loaded.out.contains("wins"), "{loaded}");
    let from = ["play", "--from", name, "--plain"];
    let continued = Session::with_input("1-1\n1-2\nquit\n").run(from);
    assert!(continued.out.contains("wins"), "{continued}");
    let other = Session::with_input("").run(["play", "nim", "--from", name, "--seats", "random,random"]);
    assert!(other.out.contains("wins"), "other players may take the seats: {other}");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_record_names_everybody_who_sat_at_a_seat() {
    let (first, second) = (file("change-1"), file("change-2"));
    let [one, two] = [&first, &second].map(|path| path.to_str().unwrap());
    play("connect4 --seats human,level1 --plain --seed 1", &format!("4\nsave {one}\nquit\n"));
    let changed = play(
        &format!("--from {one} --seats human,random --plain --seed 1"),
        &format!("4\nsave {two}\nquit\n"),
    );
    assert!(changed.out.contains("Red (random) plays"), "{changed}");
    assert!(!changed.out.contains("level1"), "{changed}");
    let kept = fs::read_to_string(&second).unwrap();
    assert!(kept.contains("player 1 human\nplayer 2 level1, then random\n"), "{kept}");
    let again = play(&format!("--from {two} --plain --seed 1"), "3\nquit\n");
    assert!(again.out.contains("Red (random) plays"), "the last of them goes on: {again}");
    let by_hand =
        play(&format!("--from {two} --seats human,human --plain"), &format!("3\nsave {one}\nquit\n"));
    assert!(by_hand.out.contains("Red is to move"), "{by_hand}");
    let kept = fs::read_to_string(&first).unwrap();
    assert!(kept.contains("player 2 level1, then random, then human\n"), "{kept}");
    fs::remove_file(first).unwrap();
    fs::remove_file(second).unwrap();
}

#[test]
fn a_record_of_another_game_is_not_continued() {
    let path = file("other");
    let name = path.to_str().unwrap();
    nim(TWO, &format!("1-2\nsave {name}\nquit\n"));
    let games = [catalog::GAMES, &[nim::ENTRY]].concat();
    let seen = Session::new().run_with(&games, ["play", "othello", "--from", name]);
    assert_eq!(seen.exit, Exit::Unusable);
    assert!(seen.err.contains("holds a match of nim, not of othello"), "{seen}");
    let untrue = fs::read_to_string(&path).unwrap().replace("1 1-2", "1 1-1");
    fs::write(&path, untrue).unwrap();
    let seen = Session::new().run(["play", "--from", name]);
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    fs::remove_file(path).unwrap();
}

#[test]
fn rounds_follow_each_other_until_the_match_is_won() {
    let typed = "1-1\n2-2\nnext\n1-1\n2-2\nnext\nboard\nquit\n";
    assert_snapshot!(nim(&format!("{TWO} --length best-of=3"), typed));
    let rotated = nim(&format!("{TWO} --length best-of=3 --rotate"), typed);
    assert!(!rotated.out.contains("The match is over"), "each has won a round: {rotated}");
}

#[test]
fn people_agree_on_draws_and_resign() {
    let draw = play("connect4 --seats human,human --plain", "4\ndraw\naccept\nquit\n");
    assert!(draw.out.contains("Red offers a draw.\nYellow accepts.\nA draw by agreement."), "{draw}");
    let refused = play("connect4 --seats human,human --plain", "4\ndraw\ndecline\naccept\nquit\n");
    assert!(refused.out.contains("Yellow declines.\nthere is no offer to answer"), "{refused}");
    let resigned = play("connect4 --seats human,human --plain", "4\nresign\nquit\n");
    assert!(resigned.out.contains("Red resigns. Yellow wins."), "{resigned}");
}

#[test]
fn computers_answer_offers() {
    // Yellow wins with its next move, so that a draw suits red.
    let path = file("ahead");
    let name = path.to_str().unwrap();
    play("connect4 --seats human,human --plain", &format!("4\n1\n4\n1\n4\n2\nsave {name}\nquit\n"));
    let ask = |seats: &str| {
        play(&format!("--from {name} --seats {seats} --plain --time 300ms --seed 1"), "draw\nquit\n")
    };
    let seen = ask("human,level5");
    assert!(seen.out.contains("accepts.\nA draw by agreement."), "{seen}");
    fs::remove_file(path).unwrap();
    let resigned = play("backgammon --seats human,random --seed 3 --plain", "resign backgammon\nquit\n");
    assert!(
        resigned.out.contains("White resigns (backgammon). Black (random) wins. Points: human 0, random 3."),
        "{resigned}"
    );
}

#[test]
fn dice_are_rolled_by_hand_on_request_or_by_themselves() {
    let by_hand =
        play("backgammon --seats human,human --rolling by-hand --plain", "31\n8/5 6/5\nroll\n66\nquit\n");
    assert!(by_hand.out.contains("The dice: 31.\nWhite is to move.\nWhite plays 8/5 6/5."), "{by_hand}");
    assert!(by_hand.out.contains("The dice: 66."), "{by_hand}");
    let options = "backgammon --variant nocube --seats human,human --seed 3 --plain";
    let requested = play(&format!("{options} --rolling on-request"), "24/18 24/21\n\nquit\n");
    let waits = requested.out.contains("White is to roll.\nThe dice: ");
    assert!(waits, "{requested}");
    let switched = play(&format!("{options} --rolling on-request"), "auto\n24/18 24/21\nquit\n");
    assert!(switched.out.contains("24/21.\nThe dice: "), "{switched}");
}

#[test]
fn the_same_seed_gives_the_same_dice_after_taking_back() {
    let options = "backgammon --seats human,human --seed 3 --plain";
    let seen = play(options, "24/18 24/21\nroll\nundo\nroll\nquit\n");
    let dice: Vec<_> = seen.out.lines().filter(|line| line.starts_with("The dice")).collect();
    assert_eq!(dice.len(), 3, "{seen}");
    assert_eq!(dice[1], dice[2]);
}

#[test]
fn who_cannot_move_is_told_and_passed_over() {
    let options = "othello --variant 4x4 --seats human,human --plain";
    let seen = play(options, BLOCKED);
    assert!(seen.out.contains("Black has no possible move.\nWhite is to move."), "{seen}");
    assert!(!seen.out.contains("Press Enter"), "{seen}");
    let waiting = play(&format!("{options} --wait-when-blocked"), BLOCKED);
    assert!(
        waiting.out.contains("Black has no possible move.\nBlack is to move.\nPress Enter to go on."),
        "{waiting}"
    );
}

#[test]
fn the_clock_ends_a_round() {
    // The clock of these sessions goes on by a second at every look.
    let seen = nim(&format!("{TWO} --clock 3s+0s"), "1-2\n1-1\n1-2\nquit\n");
    assert!(seen.out.contains("Time left: "), "{seen}");
    assert!(seen.out.contains("has no time left and loses."), "{seen}");
}

#[test]
fn clocks_go_on_where_they_stood_in_a_saved_match() {
    let path = file("clock");
    let name = path.to_str().unwrap();
    nim(&format!("{TWO} --clock 60s+0s"), &format!("1-2\n1-1\nsave {name}\nquit\n"));
    let seen = Session::with_input("").run(["play", "--from", name, "--plain"]);
    assert!(seen.out.contains("Player 1 is to move. Time left: 0:5"), "{seen}");
    fs::remove_file(path).unwrap();
}

#[test]
fn dice_of_a_saved_match_stay_as_they_fell() {
    let path = file("dice");
    let name = path.to_str().unwrap();
    play(
        "backgammon --seats human,human --seed 3 --plain",
        &format!("24/18 24/21\nroll\nsave {name}\nquit\n"),
    );
    let saved = fs::read_to_string(&path).unwrap();
    let again = file("dice-again");
    let name_again = again.to_str().unwrap();
    play(&format!("--from {name} --seed 99 --plain"), &format!("save {name_again}\nquit\n"));
    assert_eq!(fs::read_to_string(&again).unwrap(), saved);
    fs::remove_file(path).unwrap();
    fs::remove_file(again).unwrap();
}

#[test]
fn flip_shows_the_board_from_the_other_seat() {
    let last_board = |typed: &str| {
        let seen = play("backgammon --seats human,human --seed 3", typed);
        seen.out.lines().rev().take(13).map(str::to_owned).collect::<Vec<_>>()
    };
    let usual = last_board("board\nquit\n");
    assert_ne!(last_board("flip\nquit\n"), usual);
    assert_eq!(last_board("flip\nflip\nquit\n"), usual);
}

#[test]
fn hints_and_evaluations_name_a_move() {
    let seen = play("connect4 --seats human,human --plain --time 60ms", "hint\neval\nquit\n");
    assert_eq!(seen.out.matches("The best move is ").count(), 2, "{seen}");
    assert!(seen.out.contains("Value for yellow: "), "{seen}");
    let over = nim(TWO, "1-1\n2-2\nhint\neval\nquit\n");
    assert_eq!(over.out.matches("There is no move to choose now.").count(), 2, "{over}");
}

#[test]
fn colors_are_for_those_who_want_them() {
    let colored = nim("--variant 1+2 --seats human,human --color always", "quit\n");
    assert!(colored.out.contains('\u{1b}'), "{colored}");
    let typed =
        Session { input: b"quit\n".to_vec(), ..Session::on_terminal().with_variable("NO_COLOR", "1") };
    assert!(!typed.run(["play", "nim"]).out.contains('\u{1b}'));
}

/// Moves on a board of 4 × 4 after which black cannot move.
const BLOCKED: &str = "a2\na3\nc4\na1\n";

/// A match of two computers that fills the board: nobody gets seven in a row with this seed.
const COMPUTERS: &str = "connect4 --variant 7x6x7 --seats random,random --seed 1 --plain";

fn n_plays(seen: &Seen) -> usize {
    seen.out.matches("(random) plays ").count()
}

#[test]
fn computers_play_on_without_waiting_if_output_is_no_terminal() {
    let seen = play(COMPUTERS, "");
    assert_eq!((seen.exit, n_plays(&seen)), (Exit::Fine, 42), "{seen}");
    assert!(!seen.out.contains("is to move"), "boards are for those who watch: {seen}");
}

#[test]
fn pace_step_plays_one_move_per_enter() {
    let step = format!("{COMPUTERS} --pace step");
    let seen = play(&step, "\n\nstep\nboard\nnonsense\nstop\n");
    assert_eq!((seen.exit, n_plays(&seen)), (Exit::Fine, 3), "{seen}");
    assert!(seen.out.contains("Type Enter for one move, go to play on, or help."), "{seen}");
    let all = play(&step, "pace 1ms\ngo\n");
    assert_eq!(n_plays(&all), 42, "{all}");
    assert!(!all.out.contains("undo"), "nobody can take anything back: {all}");
    let left = play(&step, "\n");
    assert!(left.out.contains("The match is not saved."), "the end of input ends the match: {left}");
}

#[test]
fn pace_step_stops_between_rounds() {
    let step =
        "connect4 --variant 4x4x3 --seats random,random --seed 1 --plain --length rounds=2 --pace step";
    let all = play(step, "pace none\ngo\n");
    let (first_round, _) = all.out.split_once("Round 2 begins").unwrap();
    let n_moves = first_round.matches("(random) plays ").count();
    let paused = play(step, &format!("{}stop\n", "\n".repeat(n_moves)));
    assert!(n_plays(&paused) == n_moves && !paused.out.contains("Round 2"), "{paused}");
    let next = play(step, &format!("{}stop\n", "\n".repeat(n_moves + 1)));
    assert!(n_plays(&next) == n_moves && next.out.contains("Round 2 begins"), "{next}");
}

#[test]
fn a_pause_is_charged_to_no_clock() {
    // The clock of these sessions goes on by a second at every look, and drawing the board looks at it.
    let clocked = format!("{COMPUTERS} --clock 1m+0s --pace step");
    let seen = play(&clocked, &format!("{}\n", "board\n".repeat(20)).repeat(8));
    assert_eq!(n_plays(&seen), 8, "{seen}");
    assert!(!seen.out.contains("no time left"), "{seen}");
}

#[test]
fn a_match_is_saved_during_a_pause_and_watched_again() {
    let path = file("watched");
    let name = path.to_str().unwrap();
    play(&format!("{COMPUTERS} --pace step"), &format!("\n\nsave {name}\nstop\n"));
    let again = play(&format!("--from {name} --plain --pace none"), "");
    assert_eq!((again.exit, n_plays(&again)), (Exit::Fine, 40), "{again}");
    fs::remove_file(path).unwrap();
}

#[test]
fn pace_is_refused_if_a_person_plays_or_it_is_no_time() {
    let seen = play("connect4 --pace 1s", "");
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    assert!(seen.err.contains("--pace is for matches in which only computers play"), "{seen}");
    let seen = play("connect4 --seats level1,level1 --pace soon", "");
    assert!(
        seen.err.contains("write a time such as 500ms, 2s or 1m, at most an hour, or none or step"),
        "{seen}"
    );
}

#[test]
fn help_of_a_pause_lists_its_commands_in_german() {
    let seen = play(&format!("{COMPUTERS} --pace step --lang de"), "help\nstop\n");
    assert!(seen.out.contains("den nächsten Zug spielen; das tut auch Enter"), "{seen}");
}

/// Watches a match in a terminal of its own: Ctrl-C pauses, Enter plays a move, and `stop` ends.
///
/// `pty.fork` gives the program a terminal that it controls, so that Ctrl-C arrives as a signal. Every step waits for what
/// the program writes; the time limit only ends a test that hangs.
const AT_A_TERMINAL: &str = r#"
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], sys.argv[1:])
seen = ""
def until(text, count):
    global seen
    while seen.count(text) < count:
        ready, _, _ = select.select([terminal], [], [], 120)
        if not ready:
            sys.exit(f"no {text!r} in {seen!r}")
        seen += os.read(terminal, 65536).decode("utf-8", "replace")
until(" plays ", 1)
os.write(terminal, b"\x03")
until("paused", 1)
os.write(terminal, b"\r")
until(" plays ", 2)
until("is to move", 3)
os.write(terminal, b"stop\r")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

#[test]
#[cfg(unix)]
fn ctrl_c_pauses_computers_at_a_terminal() {
    let args = "play connect4 --variant 7x6x7 --seats random,random --seed 1 --plain --lang en --pace 1h";
    let watched = std::process::Command::new("python3")
        .args(["-c", AT_A_TERMINAL, env!("CARGO_BIN_EXE_brett")])
        .args(args.split_whitespace())
        .output()
        .unwrap();
    assert!(watched.status.success(), "{}", String::from_utf8_lossy(&watched.stderr));
}
