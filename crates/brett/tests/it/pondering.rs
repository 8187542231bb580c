//! Players who think ahead while others decide: nothing changes but what they know.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
    thread,
    time::Duration,
};

use brett::Exit;

use crate::{program, session::Session};

/// Reads one answer of the protocol, up to its empty line.
fn answer(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> String {
    let mut answer = String::new();
    for line in lines {
        let line = line.expect("the program answers");
        if line.is_empty() {
            break;
        }
        answer.push_str(&line);
    }
    answer
}

#[test]
fn a_program_that_thinks_ahead_answers_every_command() {
    for (game, player) in [("othello", "alphabeta:table=1"), ("connect4", "mcts"), ("blokus", "level3")] {
        let args = ["engine", game, "--player", player, "--time", "30ms", "--margin", "5ms", "--ponder"];
        let mut child = program::command(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("it is piped");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let commands =
            ["name", "g", "g", "legal_moves", "undo", "g", "clear_board", "g", "param player random", "g"];
        for command in commands {
            writeln!(input, "{command}").expect("it listens");
            let answer = answer(&mut lines);
            assert!(answer.starts_with('='), "{game} {player}, {command}: {answer}");
            // Time in which it thinks ahead, for some commands and not for others.
            if command == "g" {
                thread::sleep(Duration::from_millis(30));
            }
        }
        writeln!(input, "quit").expect("it listens");
        assert_eq!(answer(&mut lines), "=");
        assert!(child.wait().expect("it ends").success());
    }
}

#[test]
fn who_thinks_ahead_stops_when_the_other_program_has_gone() {
    let args = ["engine", "othello", "--player", "mcts", "--time", "30ms", "--ponder"];
    let seen = Session::with_input("g\n").run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine);
    assert!(seen.out.starts_with("= "), "{seen}");
}

#[test]
fn whole_conversations_end_as_without_thinking_ahead() {
    for entry in catalog::GAMES {
        let turn = if entry.info.has_chance { "roll_dice\ng\n" } else { "g\n" };
        let lines = format!("{}final_score\n", turn.repeat(12));
        let args = ["engine", entry.info.id, "--player", "mcts", "--time", "10ms", "--ponder"];
        let seen = Session::with_input(lines.as_str()).run_with(catalog::GAMES, args);
        assert_eq!(seen.exit, Exit::Fine, "{seen}");
        assert_eq!(seen.out.matches("\n\n").count(), lines.lines().count(), "one answer a line: {seen}");
    }
}

#[test]
fn a_person_plays_against_somebody_who_thinks_ahead() {
    let args = "play nim --variant 3+4 --seats human,mcts --seed 1 --plain --time 20ms --ponder";
    let typed = "1-3\nundo\n2-1\nmoves\nhint\nresign\nnext\n1-3\nquit\n\n";
    let seen = Session::with_input(typed).run(args.split_whitespace());
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("Player 1 resigns"), "{seen}");
    assert!(seen.out.contains("Player 2 (mcts) plays"), "{seen}");
}

#[test]
fn dice_and_larger_tables_are_played_with_thinking_ahead() {
    for (game, seats) in [("backgammon", "human,mcts"), ("blokus", "human,mcts,level1,mcts")] {
        let args = ["play", game, "--seats", seats, "--seed", "3", "--plain", "--time", "20ms", "--ponder"];
        let seen = Session::with_input("moves\nquit\n\n").run_with(catalog::GAMES, args);
        assert_eq!(seen.exit, Exit::Fine, "{seen}");
    }
}

#[test]
fn another_program_plays_against_somebody_who_thinks_ahead() {
    let outsider = format!("gtp:exec {} engine connect4 --player random", env!("CARGO_BIN_EXE_brett"));
    let seats = format!("{outsider},mcts");
    let args = ["play", "connect4", "--seats", &seats, "--plain", "--time", "20ms", "--ponder"];
    let seen = Session::with_input("").run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("wins") || seen.out.contains("draw"), "{seen}");
}
