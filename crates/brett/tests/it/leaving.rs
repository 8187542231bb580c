//! Players who leave a larger table, and clocks that lose a match.

use std::sync::Arc;

use brett::Exit;
use framework::{Match, Millis, Settings, Turn};

use crate::session::Session;

#[test]
fn a_failed_program_leaves_a_larger_table_and_the_others_go_on() {
    let entry = catalog::find(catalog::GAMES, "blokus").expect("a game");
    let game = entry.open_text("custom 5x5").expect("a game for four");
    let mut contest = Match::new(Arc::clone(&game), Settings::casual(4, 1), Millis(0)).expect("a match");
    let Turn::Seat(seat) = contest.position().turn() else { panic!("somebody begins") };
    players::external::forfeit(&mut contest, seat, Millis(5)).expect("one can leave");
    assert!(contest.has_left(seat) && contest.round_end().is_none());
}

#[test]
fn a_match_goes_on_with_a_computer_in_the_seat_of_a_failed_program() {
    let file = std::env::temp_dir().join(format!("brett-left-{}.brett", std::process::id()));
    let save = format!("save {}\nquit\n", file.display());
    let variant = "custom 5x5";
    // A program that says yes to everything and knows no move.
    let seats = "gtp:while read line; do printf '=\\n\\n'; done,human,random,random".to_owned();
    let args = ["play", "blokus", "--variant", variant, "--seats", &seats, "--plain", "--seed", "1"];
    let seen = Session::with_input(save).run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("leaves the table."), "{seen}");
    let record = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(record.contains("\nleft 1 after 0\nresult open"), "{seen}\n{record}");
    let replayed = Session::new().run_with(catalog::GAMES, ["replay", file.to_str().expect("a name")]);
    assert_eq!(replayed.exit, Exit::Fine, "{replayed}");
    let resumed = Session::with_input("quit\n")
        .run_with(catalog::GAMES, ["play", "--from", file.to_str().expect("a name"), "--plain"]);
    assert_eq!(resumed.exit, Exit::Fine, "{resumed}");
    assert!(!resumed.out.contains("cannot be played"), "the failed program is not asked again: {resumed}");
    std::fs::remove_file(file).expect("it was written");
}

#[test]
fn who_resigns_at_a_larger_table_leaves_it() {
    let args = [
        "play",
        "blokus",
        "--variant",
        "custom 5x5",
        "--seats",
        "human,random,random,random",
        "--plain",
        "--seed",
        "1",
    ];
    let seen = Session::with_input("resign\nquit\n").run_with(catalog::GAMES, args);
    assert!(seen.out.contains("Blue leaves the table."), "{seen}");
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
}

#[test]
fn too_long_a_thought_loses_the_match_if_that_is_agreed() {
    // The clock of these sessions moves a second whenever somebody looks at it.
    let args = ["play", "nim", "--variant", "9", "--seats", "human,human", "--plain", "--clock", "1s/move"];
    let lost = |flag: &str| {
        let more = ["--length", "rounds=3", "--flag", flag];
        Session::with_input("1-1\n1-1\nquit\n").run(args.into_iter().chain(more))
    };
    let of_match = lost("match");
    assert!(of_match.out.contains("has no time left and loses the match."), "{of_match}");
    assert!(of_match.out.contains("The match is over"), "{of_match}");
    let of_round = lost("round");
    assert!(of_round.out.contains("has no time left and loses."), "{of_round}");
    assert!(of_round.out.contains("Type next for the next round."), "{of_round}");
    assert_eq!(lost("game").exit, Exit::Unusable);
}
