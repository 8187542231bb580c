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
    kills::{KillPlan, run},
};

#[test]
fn r_01_nothing_is_lost_in_twenty_rounds_of_kills_and_tears() {
    let folder = env::temp_dir().join(format!("brett-slow-kill-{}", std::process::id()));
    let plan = KillPlan {
        program: Program::at(env!("CARGO_BIN_EXE_brett"), &folder),
        rounds: 20,
        pairs: 6,
        gentle_every: 7,
        audit_every: 4,
        torn: true,
        seed: 2_006,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(run(&plan, catalog::GAMES, |_| {}, || false)).unwrap();
    assert_eq!((report.kills, report.terminations.count), (18, 2));
    assert!(16 <= report.torn && 100 < report.kept.moves, "{report:?}");
    assert!(0 < report.kept.shared_rolls, "both players had a part in dice: {report:?}");
    fs::remove_dir_all(folder).unwrap();
}
