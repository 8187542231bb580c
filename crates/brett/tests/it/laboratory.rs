//! `brett lab`, and that every player has a move at once.

use framework::{AnySearchRequest, Millis, Rng, Turn, search::Limits};
use insta::assert_snapshot;

use crate::program;

/// The positions that each idea visits: they do not depend on the machine.
fn ablation(args: &str) -> Vec<(String, u64)> {
    let args: Vec<_> =
        ["lab", "ablation"].into_iter().chain(args.split_whitespace()).chain(["--json"]).collect();
    let table = program::json(&args);
    let rows = table["rows"].as_array().expect("a table has rows");
    let player = |row: &serde_json::Value| row["player"].as_str().expect("a row has a player").to_owned();
    let nodes = |row: &serde_json::Value| row["nodes"].as_u64().expect("a row has a number");
    rows.iter().map(|row| (player(row), nodes(row))).collect()
}

fn nodes(rows: &[(String, u64)]) -> Vec<u64> {
    rows.iter().map(|row| row.1).collect()
}

#[test]
fn every_idea_of_the_article_saves_positions() {
    let rows = ablation("othello --depth 4 --positions 3");
    let lines: Vec<_> = rows.iter().map(|(player, nodes)| format!("{nodes:>8} {player}")).collect();
    assert_snapshot!(lines.join("\n"));
    let nodes = nodes(&rows);
    assert!(nodes[1] * 3 < nodes[0], "alpha-beta saves most of minimax: {nodes:?}");
    assert!(nodes[2] < nodes[1], "moves from the center outwards save more: {nodes:?}");
}

#[test]
fn other_evaluations_and_games_are_taken_apart_as_well() {
    for args in ["othello --depth 3 --evaluation 0", "othello --depth 3 --own", "connect4 --depth 4"] {
        let nodes = nodes(&ablation(args));
        assert!(nodes.len() == 6 && nodes[1] < nodes[0], "{args}: {nodes:?}");
    }
    for args in
        [["othello", "--evaluation", "3"], ["connect4", "--evaluation", "1"], ["backgammon", "--seed", "1"]]
    {
        let refused = program::run(&[&["lab", "ablation", "--depth", "2"][..], &args].concat());
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_chart_is_drawn() {
    let path = std::env::temp_dir().join(format!("brett-ablation-{}.svg", std::process::id()));
    program::fine(&["lab", "ablation", "connect4", "--depth", "2", "--svg", path.to_str().unwrap()]);
    let chart = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("plain minimax"), "{chart}");
}

#[test]
fn punctuality_is_measured_in_every_game() {
    // Whether anybody is late depends on what else the machine does; what is counted does not.
    let seen =
        program::run(&["lab", "punctuality", "--moves", "60", "--time", "4ms", "--threads", "2", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&seen.stdout).unwrap();
    let games = report["games"].as_array().unwrap();
    let sum = |field: &str| games.iter().map(|row| row[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!((games.len(), sum("moves"), sum("illegal")), (catalog::GAMES.len(), 60, 0), "{report}");
    assert_eq!(seen.status.code(), Some(i32::from(sum("late") != 0)));
    let page = program::run(&["lab", "punctuality", "connect4", "--player", "random", "--moves", "10"]);
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.lines().last().unwrap().starts_with("connect4         10           0"), "{page}");
    let unknown = program::run(&["lab", "punctuality", "othello", "--player", "expectimax"]);
    assert_eq!(unknown.status.code(), Some(2), "there is no such player in Othello");
}

#[test]
fn everybody_has_a_legal_move_without_any_time() {
    for entry in catalog::GAMES {
        for variant in entry.info.variants {
            let game = entry.open_text(variant.options).unwrap();
            let names = game.engines().into_iter().map(|engine| engine.name.to_owned());
            for name in names.chain((1..=10).map(|level| format!("level{level}"))) {
                let mut player = game.engine(&name).unwrap();
                let mut rng = Rng::stream(1, "at once", 0);
                let mut pos = game.start();
                for ply in 0..30 {
                    if let (Turn::Seat(_), 0) = (pos.turn(), ply % 3) {
                        let found = player.search(
                            AnySearchRequest::new(&*pos, Limits::time(Millis(0))).expect("a seat is to move"),
                        );
                        assert!(pos.check(&found.best).is_ok(), "{name} plays {} in {pos:?}", found.best);
                    }
                    pos.play_random(&mut rng);
                }
            }
        }
    }
}
