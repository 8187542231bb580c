//! A server is killed again and again while games are played, and has to keep everything that it promised.

mod audit;
mod dice;
mod pair;
mod wal;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use framework::{GameEntry, Rng};
use serde::Serialize;
use thiserror::Error;
use tokio::{task::JoinSet, time::sleep};

use self::{audit::audit, pair::Pair};
pub use self::{
    audit::{BrokenPromise, Kept},
    wal::{Tear, Wal, WalError},
};
use crate::{Histogram, ProcessError, Program, Summary};

/// What the pairs play, in turn.
const GAMES: [(&str, &str); 4] =
    [("connect4", "5x4x3"), ("othello", "6x6"), ("backgammon", "hypergammon"), ("blokus", "duo")];

/// How long a server lives at least, and how much longer at most, in milliseconds.
const LIFE: (u64, u64) = (50, 400);

/// How the server is killed, and what is looked at.
#[derive(Clone, Debug)]
pub struct KillPlan {
    /// How it is started; its folder is used over all rounds.
    pub program: Program,
    /// How often it is killed.
    pub rounds: u64,
    /// How many pairs play.
    pub pairs: u64,
    /// In which rounds it is asked to end instead, as for an update: every so many. 0 for never.
    pub gentle_every: u64,
    /// After how many rounds everything is compared.
    pub audit_every: u64,
    /// Whether copies of the file with a damaged end are tried as well, at every comparison.
    pub torn: bool,
    /// Where the moments and moves come from.
    pub seed: u64,
}

/// Why the drill cannot go on, or has found a fault.
#[derive(Debug, Error)]
pub enum KillError {
    /// The server does not start or end.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A file cannot be copied or read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The journal makes no sense.
    #[error(transparent)]
    Wal(#[from] WalError),
    /// A promise was broken: the fault for which all this looks.
    #[error("after {rounds} rounds from seed {seed}: {broken}")]
    Broken {
        /// After how many rounds.
        rounds: u64,
        /// From which seed.
        seed: u64,
        /// What.
        broken: BrokenPromise,
    },
    /// A player failed.
    #[error("a player failed after {rounds} rounds from seed {seed}: {reason}")]
    Player {
        /// After how many rounds.
        rounds: u64,
        /// From which seed.
        seed: u64,
        /// Why.
        reason: String,
    },
}

/// What the rounds have shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KillsReport {
    /// From which seed.
    pub seed: u64,
    /// How often the server was killed.
    pub kills: u64,
    /// How often it was asked to end, and how long that took.
    pub terminations: Summary,
    /// How long it took to listen.
    pub starts: Summary,
    /// How often the end of the journal was damaged.
    pub torn: u64,
    /// What was promised and found in the end.
    pub kept: Kept,
}

/// Kills a server as often as the plan says. `progress` is given a line after every comparison; when `is_enough`,
/// the rounds end early.
///
/// # Errors
/// If a promise was broken, or the drill cannot go on.
pub async fn run(
    plan: &KillPlan,
    games: &[GameEntry],
    progress: impl Fn(String),
    is_enough: impl Fn() -> bool,
) -> Result<KillsReport, KillError> {
    let data = &plan.program.data;
    fs::create_dir_all(data).map_err(|error| KillError::File { path: data.clone(), error })?;
    let mut rng = Rng::stream(plan.seed, "kills", 0);
    let mut pairs: Vec<_> =
        (0..plan.pairs).filter_map(|number| Pair::new(games, plan.seed, number)).collect();
    let (mut starts, mut terminations) = (Histogram::default(), Histogram::default());
    let (mut kills, mut torn, mut kept) = (0, 0, Kept::default());
    // Who ends properly leaves no journal whose end could be damaged, so that has to wait for the next kill.
    let mut is_tear_due = false;
    for round in 1..=plan.rounds {
        let mut server = plan.program.start()?;
        starts.add(server.starting());
        let address = server.address();
        let mut playing = JoinSet::new();
        for pair in pairs.drain(..) {
            playing.spawn(pair.play_until_cut_off(address));
        }
        sleep(Duration::from_millis(LIFE.0 + rng.below(LIFE.1))).await;
        let is_gentle = plan.gentle_every != 0 && round % plan.gentle_every == 0;
        if is_gentle {
            // Its end takes a while, and the players have to hear of it meanwhile.
            let ended = tokio::task::spawn_blocking(move || server.terminate()).await;
            let took = ended.map_err(|error| player_failed(round, plan.seed, &error))?;
            terminations.add(took?);
        } else {
            server.kill()?;
            kills += 1;
        }
        while let Some(pair) = playing.join_next().await {
            let pair = pair.map_err(|error| player_failed(round, plan.seed, &error))?;
            pairs.push(pair.map_err(|reason| player_failed(round, plan.seed, &reason))?);
        }
        pairs.sort_by_key(Pair::number);
        let is_last = round == plan.rounds || is_enough();
        if is_last || round % plan.audit_every.max(1) == 0 {
            let broken = |broken| KillError::Broken { rounds: round, seed: plan.seed, broken };
            let whole = Copy::of(data)?;
            kept = audit(&whole.database(), games, &pairs).await.map_err(broken)?;
            is_tear_due = plan.torn;
            progress(format!(
                "{round} rounds: {} moves, {} lines and {} results that were promised are there",
                kept.moves, kept.lines, kept.results
            ));
        }
        if is_tear_due && !is_gentle {
            torn += tear_copies(plan, games, &pairs, &mut rng).await.map_err(|error| match error {
                Torn::Broken(broken) => KillError::Broken { rounds: round, seed: plan.seed, broken },
                Torn::Other(error) => error,
            })?;
            is_tear_due = false;
        }
        if is_last {
            break;
        }
    }
    Ok(KillsReport {
        seed: plan.seed,
        kills,
        terminations: terminations.summary(),
        starts: starts.summary(),
        torn,
        kept,
    })
}

/// What went wrong with a copy whose end was damaged.
enum Torn {
    Broken(BrokenPromise),
    Other(KillError),
}

impl<E: Into<KillError>> From<E> for Torn {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// Damages the end of copies in every way, starts a server from each, and compares; gives how many there were.
async fn tear_copies(
    plan: &KillPlan,
    games: &[GameEntry],
    pairs: &[Pair],
    rng: &mut Rng,
) -> Result<u64, Torn> {
    let mut torn = 0;
    for tear in Tear::ALL {
        let copy = Copy::of(&plan.program.data)?;
        let Some(journal) = Wal::read(&copy.journal())? else { continue };
        journal.tear(&copy.journal(), tear, rng)?;
        // A server starts from it, whatever its end looks like.
        Program { data: copy.0.clone(), ..plan.program.clone() }.start()?.kill()?;
        if tear.spares_what_was_committed() {
            audit(&copy.database(), games, pairs).await.map_err(Torn::Broken)?;
        } else {
            // The last transaction is gone, and nothing else.
            let before = Copy::of(&plan.program.data)?;
            journal.cut_last_transaction(&before.journal())?;
            audit::same(&copy.database(), &before.database(), pairs).await.map_err(Torn::Broken)?;
        }
        torn += 1;
    }
    Ok(torn)
}

/// The files of a server, copied as they are at the moment, and removed in the end.
struct Copy(PathBuf);

impl Copy {
    fn of(data: &Path) -> Result<Self, KillError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let this = Self(data.join(format!("copy-{}", NEXT.fetch_add(1, Ordering::Relaxed))));
        let failed = |error| KillError::File { path: data.to_owned(), error };
        fs::create_dir_all(&this.0).map_err(failed)?;
        fs::copy(data.join("brett.db"), this.database()).map_err(failed)?;
        match fs::copy(data.join("brett.db-wal"), this.journal()) {
            // A server that ended well leaves none.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(this),
        }
    }

    fn database(&self) -> PathBuf {
        self.0.join("brett.db")
    }

    fn journal(&self) -> PathBuf {
        self.0.join("brett.db-wal")
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What cannot be removed lies beside what was copied.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn player_failed(rounds: u64, seed: u64, reason: &impl ToString) -> KillError {
    KillError::Player { rounds, seed, reason: reason.to_string() }
}
