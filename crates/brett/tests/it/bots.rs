//! The bots that the book shows.

use std::{path::Path, process::Command, sync::Arc, time::Duration};

use framework::{Action, Match, Millis, RoundSoFar, Settings, Turn};
use players::external::{ExternalDecision, GtpPlayer};

#[test]
fn the_bot_for_node_plays_every_game() {
    assert!(has("node"), "Node.js is needed to test examples/bot.mjs; install it (apt install nodejs)");
    play_every_game("node", "bot.mjs");
}

/// The project promises only Rust and Node, so the same bot in Python is checked where Python is.
#[test]
fn the_bot_for_python_plays_every_game_where_python_is() {
    let source = std::fs::read_to_string(example("bot.py")).expect("the example is there");
    assert!(source.lines().count() <= 40, "the book promises forty lines");
    if has("python3") {
        play_every_game("python3", "bot.py");
    }
}

fn play_every_game(language: &str, name: &str) {
    for entry in catalog::GAMES {
        let game = entry.open_text("").expect("the usual game");
        let command = format!("exec {language} '{}'", example(name));
        let mut player = GtpPlayer::start(&command, Arc::clone(&game)).expect("the bot starts");
        let settings = Settings::casual(game.start().seats(), 1);
        let mut contest = Match::new(game, settings, Millis(0)).expect("a match");
        while let (None, Turn::Seat(seat)) = (contest.round_end(), contest.position().turn()) {
            let answer = player.choose(&RoundSoFar::of(&contest), None, Some(Duration::from_secs(60)));
            let ExternalDecision::Move(mv) = answer.expect("the bot behaves") else {
                panic!("the bot never resigns")
            };
            let ply = contest.ply();
            contest.act(seat, ply, Action::Move(mv), Millis(0)).expect("a legal move");
        }
        assert!(contest.is_over(), "{}", entry.info.id);
    }
}

fn has(language: &str) -> bool {
    Command::new(language).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    path.to_str().expect("a name in UTF-8").to_owned()
}
