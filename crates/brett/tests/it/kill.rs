//! Real processes that are killed or asked to end while games are played: nothing that was promised is lost.
//!
//! `brett chaos kill --rounds 1000 --torn` kills as often as you say.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{env, fs, path::PathBuf, time::Duration};

use drill::{
    Program, first_start,
    kills::{KillPlan, KillsReport, run},
    restart,
};

fn folder(name: &str) -> PathBuf {
    env::temp_dir().join(format!("brett-{name}-{}", std::process::id()))
}

/// Kills or ends a server so often, and gives what was found.
fn drill(name: &str, rounds: u64, gentle_every: u64, torn: bool) -> KillsReport {
    let folder = folder(name);
    let plan = KillPlan {
        program: Program::at(env!("CARGO_BIN_EXE_brett"), &folder),
        rounds,
        pairs: 4,
        gentle_every,
        audit_every: 2,
        torn,
        seed: 9,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(run(&plan, catalog::GAMES, |_| {}, || false));
    let report = report.unwrap_or_else(|error| panic!("{error}; the files are in {}", folder.display()));
    fs::remove_dir_all(folder).unwrap();
    report
}

#[test]
fn r_01_no_acknowledged_move_line_or_result_is_lost_by_kill_9_or_a_torn_journal() {
    let KillsReport { kills, torn, kept, .. } = drill("kill", 6, 0, true);
    assert_eq!(kills, 6);
    assert!(0 < torn && 20 < kept.moves && 0 < kept.lines, "{torn} tears and {kept:?} are a test");
}

/// How fast, `brett chaos restart --games 10000` measures.
#[test]
fn r_02_every_open_game_answers_after_a_crash() {
    let folder = folder("restart");
    let program = Program::at(env!("CARGO_BIN_EXE_brett"), &folder);
    let plan = restart::RestartPlan { program, games: 120, looks: 120, seed: 9 };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(restart::run(&plan, |_| {})).unwrap();
    assert_eq!((report.games, report.looks.count), (120, 120));
    fs::remove_dir_all(folder).unwrap();
}

/// As often as you say, `brett chaos first-start` kills.
#[test]
fn d12_a_server_that_was_killed_during_its_first_start_starts_again() {
    let folder = folder("first-start");
    let program = Program::at(env!("CARGO_BIN_EXE_brett"), &folder);
    let plan =
        first_start::FirstStartPlan { program, rounds: 8, longest: Duration::from_millis(60), seed: 9 };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(first_start::run(&plan, |_| {}, || false)).unwrap();
    assert_eq!((report.kills, report.starts.count), (8, 8));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn r_08_an_update_with_open_games_loses_none_of_them() {
    let KillsReport { kills, terminations, kept, .. } = drill("update", 4, 1, false);
    assert_eq!((kills, terminations.count), (0, 4));
    assert!(20 < kept.moves, "{kept:?} is a test");
}
