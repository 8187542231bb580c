//! The real program, killed often, and its players on a server where time is short.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod figures;
mod new_game;
#[path = "../it/original_server.rs"]
mod original_server;
mod punctual;

use std::{env, fs};

use drill::{
    Program,
    kills::{KillPlan, KillsReport, run},
};

/// Kills a server twenty times, and looks at what it has kept.
fn kill_twenty_times(seed: u64) -> KillsReport {
    let folder = env::temp_dir().join(format!("brett-slow-kill-{}-{seed}", std::process::id()));
    let plan = KillPlan {
        program: Program::at(env!("CARGO_BIN_EXE_brett"), &folder),
        rounds: 20,
        pairs: 6,
        gentle_every: 7,
        audit_every: 4,
        torn: true,
        seed,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(run(&plan, catalog::GAMES, |_| {}, || false)).unwrap();
    assert_eq!((report.kills, report.terminations.count), (18, 2));
    assert!(16 <= report.torn && 0 < report.kept.moves, "{report:?}");
    fs::remove_dir_all(folder).unwrap();
    report
}

#[test]
fn r_01_nothing_is_lost_in_twenty_rounds_of_kills_and_tears() {
    // How far the games come within the lives of a server depends on the machine, and dice can be proved only when a
    // match is over: a slow one needs more rounds for that.
    let mut reports = vec![kill_twenty_times(2_006)];
    while reports.iter().all(|report| report.kept.shared_rolls == 0) && reports.len() < 10 {
        reports.push(kill_twenty_times(2_006 + reports.len() as u64));
    }
    assert!(100 < reports.iter().map(|report| report.kept.moves).sum::<u64>(), "{reports:?}");
    assert!(reports.iter().any(|report| 0 < report.kept.shared_rolls), "nobody threw dice: {reports:?}");
}
