//! A server that is killed during its very first start, again and again: the next start always works.

use std::{fs, io, path::PathBuf, time::Duration};

use framework::Rng;
use serde::Serialize;
use thiserror::Error;
use tokio::time::sleep;

use crate::{Histogram, ProcessError, Program, Summary};

/// How often a server is killed, and when.
#[derive(Clone, Debug)]
pub struct FirstStartPlan {
    /// How the server is started; every round has a folder of its own below its data folder.
    pub program: Program,
    /// How often.
    pub rounds: u64,
    /// How long after its start a process is killed at most.
    pub longest: Duration,
    /// Where the moments come from.
    pub seed: u64,
}

/// Why it was not tried to the end.
#[derive(Debug, Error)]
pub enum FirstStartError {
    /// A folder cannot be made or removed.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The process cannot be killed.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A server does not start from what a killed one has left.
    #[error(
        "after a kill {after_ms} ms into the first start (seed {seed}, round {round}) no server starts any more: {error}"
    )]
    Broken {
        /// Where the moments came from.
        seed: u64,
        /// Which round.
        round: u64,
        /// When it was killed.
        after_ms: u128,
        /// What the next start said.
        error: ProcessError,
    },
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct FirstStartReport {
    /// Where the moments came from.
    pub seed: u64,
    /// How often a server was killed.
    pub kills: u64,
    /// How often it had left a database by then, whole or not.
    pub with_file: u64,
    /// How long the next start took to listen, in milliseconds.
    pub starts: Summary,
}

/// Kills first starts, and starts again from what they left. `stop` is asked before every round.
///
/// # Errors
/// If a server does not start from what a killed one has left, or nothing can be tried.
pub async fn run(
    plan: &FirstStartPlan,
    progress: impl Fn(String),
    stop: impl Fn() -> bool,
) -> Result<FirstStartReport, FirstStartError> {
    let mut rng = Rng::stream(plan.seed, "first-start", 0);
    let mut starts = Histogram::default();
    let (mut kills, mut with_file) = (0, 0);
    for round in 0..plan.rounds {
        if stop() {
            break;
        }
        let data = plan.program.data.join(format!("round-{round}"));
        let of_folder = |error| FirstStartError::Folder { path: data.clone(), error };
        fs::create_dir_all(&data).map_err(of_folder)?;
        let program = Program { data: data.clone(), ..plan.program.clone() };
        let after = plan.longest.mul_f64(rng.index(1_000) as f64 / 1_000.0);
        let mut first = program.spawn()?;
        sleep(after).await;
        first.kill().and_then(|()| first.wait()).map_err(ProcessError::End)?;
        kills += 1;
        with_file += u64::from(data.join("brett.db").exists());
        let broken =
            |error| FirstStartError::Broken { seed: plan.seed, round, after_ms: after.as_millis(), error };
        let second = program.start().map_err(broken)?;
        starts.add(second.starting());
        drop(second);
        fs::remove_dir_all(&data).map_err(of_folder)?;
        if (round + 1) % 20 == 0 {
            progress(format!("{} of {} first starts were killed", round + 1, plan.rounds));
        }
    }
    Ok(FirstStartReport { seed: plan.seed, kills, with_file, starts: starts.summary() })
}
