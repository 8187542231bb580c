//! Many players at once, and how long a move takes to reach the opponent.
//!
//! The generator is open-loop: every table has a time table of its own, and a move that could not be sent in time
//! counts from the moment at which it was due. So a server that stands still for a second shows up in every move
//! that was due in that second, and not only in the one that was under way.

mod footprint;
mod guesses;
mod party;
mod watchers;

use std::{
    collections::BTreeMap,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use client::{ClientError, Doorway, raise_descriptor_limit};
use framework::{AnyGame, GameEntry};
use protocol::NewTable;
use serde::Serialize;
use thiserror::Error;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, interval_at, sleep, sleep_until},
};

use self::{
    footprint::Footprint,
    party::Party,
    watchers::{WatchedTable, Watcher},
};
pub use self::{footprint::Growth, guesses::Guesses};
use crate::{Histogram, ProcessError, Program, ServerProcess, Summary, resident_memory};

/// How many connections one address of this machine can make to one port, with room to spare.
const PER_ADDRESS: u32 = 20_000;

/// How many descriptors the generator needs besides its sockets.
const BESIDES: u64 = 64;

/// How soon after a crash nearly everybody shall see their game again.
const GOAL: Duration = Duration::from_secs(5);

/// How often progress is told.
const LINE: Duration = Duration::from_secs(5);

/// What the players play.
#[derive(Clone, Debug)]
pub struct Board {
    game: Arc<dyn AnyGame>,
    table: NewTable,
}

impl Board {
    /// Opens a game by its id and options; with a computer player, each player sits alone opposite to it.
    ///
    /// # Errors
    /// If there is no such game or variant, or if it is not for two.
    pub fn open(
        games: &[GameEntry],
        game: &str,
        options: &str,
        engine: Option<&str>,
    ) -> Result<Self, LoadError> {
        use protocol::ChairChoice::{Engine, Me, Open};
        let wrong = |problem: String| LoadError::Board(format!("{game} {options}"), problem);
        let entry = games.iter().find(|entry| entry.info.id == game);
        let entry = entry.ok_or_else(|| wrong("there is no such game".to_owned()))?;
        let opened = entry.open_text(options).map_err(|error| wrong(error.to_string()))?;
        if opened.start().seats() != 2 {
            return Err(wrong("it is not for two; choose options for two players".to_owned()));
        }
        let other = engine.map_or(Open, |engine| Engine(engine.to_owned()));
        Ok(Self { table: NewTable::new(game, options, vec![Me, other]), game: opened })
    }

    fn is_against_engine(&self) -> bool {
        !self.table.chairs.contains(&protocol::ChairChoice::Open)
    }
}

/// What the load shall be.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// How many players there are.
    pub players: u32,
    /// How many moves they make in a second, all together.
    pub rate: f64,
    /// How long they play.
    pub duration: Duration,
    /// How many players come in a second.
    pub ramp: u32,
    /// What they play, in turn.
    pub boards: Vec<Board>,
    /// How many spectators watch the first table.
    pub watchers: u32,
    /// How many passwords somebody else guesses in a second meanwhile.
    pub guesses: u32,
    /// Where their moves come from.
    pub seed: u64,
}

/// Why there can be no load.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A game that cannot be played.
    #[error("{0} cannot be played here: {1}")]
    Board(String, String),
    /// Too few descriptors.
    #[error(
        "{needed} sockets are needed and {allowed} are allowed; raise the limit with `ulimit -n {needed}`, \
         or take fewer players"
    )]
    Descriptors {
        /// How many are needed.
        needed: u64,
        /// How many are allowed.
        allowed: u64,
    },
    /// The limit cannot be found out.
    #[error("the limit on open files cannot be raised: {0}")]
    Limit(io::Error),
    /// The first player could not connect.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The server could not be started again.
    #[error(transparent)]
    Process(#[from] ProcessError),
}

/// What was measured, in milliseconds and bytes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LoadReport {
    /// How many players were connected.
    pub players: u32,
    /// How long it took until all of them sat at their tables, in seconds.
    pub ramp_seconds: f64,
    /// How many moves were to be made in a second.
    pub wanted_rate: f64,
    /// How many moves were made in a second.
    pub rate: f64,
    /// From the moment at which a move was due until the opponent saw it, or until the computer player's answer
    /// was seen.
    pub seen: Summary,
    /// From the moment at which a move was due until it was acknowledged.
    pub acknowledged: Summary,
    /// From the moment at which a move of the first table was due until a spectator saw it, if there were any.
    pub watched: Option<Summary>,
    /// How many matches were played to the end.
    pub matches: u64,
    /// What went wrong, by kind, and how often.
    pub errors: BTreeMap<String, u64>,
    /// How much memory the server used when all had come, in the end, and at most.
    pub memory: Option<Memory>,
    /// Whether memory and descriptors grew; `None` for a short load, and if the server was killed.
    pub growth: Option<Growth>,
    /// What came of guessing passwords meanwhile, if somebody did.
    pub guesses: Option<Guesses>,
    /// What happened when the server was killed, if it was.
    pub restart: Option<Restart>,
    /// How busy the machine was: the load average of the last minute.
    pub load_average: Option<f64>,
}

/// How much memory a server used, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Memory {
    /// When all players had come.
    pub begin: u64,
    /// In the end.
    pub end: u64,
    /// At most.
    pub most: u64,
}

/// What happened when the server was killed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Restart {
    /// How long the new process took to listen, in milliseconds.
    pub listening: f64,
    /// How long it took from losing the connection until both players of a table saw their game again.
    pub back: Summary,
    /// Which share of the tables was back within the five seconds that are the goal.
    pub in_time: f64,
}

/// Whom the load is for: a server somewhere, or a process that is killed and started again on the way.
#[derive(Debug)]
pub enum Target {
    /// A server that is not ours; its memory is measured if its process is known.
    Running {
        /// Where it listens.
        address: SocketAddr,
        /// The number of its process on this machine.
        process: Option<u32>,
    },
    /// A server of our own.
    Own {
        /// How it is started again.
        program: Box<Program>,
        /// The process that runs.
        process: ServerProcess,
        /// Whether it is killed at half-time.
        restart: bool,
    },
}

impl Target {
    const fn address(&self) -> SocketAddr {
        match self {
            Self::Running { address, .. } => *address,
            Self::Own { process, .. } => process.address(),
        }
    }

    fn process(&self) -> Option<u32> {
        match self {
            Self::Running { process, .. } => *process,
            Self::Own { process, .. } => Some(process.id()),
        }
    }

    const fn is_killed_at_half_time(&self) -> bool {
        matches!(self, Self::Own { restart: true, .. })
    }
}

/// What all parties share.
#[derive(Debug)]
struct Crowd {
    plan: LoadPlan,
    server: SocketAddr,
    seated: AtomicU64,
    moves: AtomicU64,
    lost: AtomicU64,
    back: AtomicU64,
    watched: WatchedTable,
}

/// How far the load is.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Coming,
    Playing { begin: Instant, end: Instant },
}

/// What one party has seen.
#[derive(Debug, Default)]
struct Tally {
    seen: Histogram,
    acknowledged: Histogram,
    back: Histogram,
    watched: Histogram,
    matches: u64,
    errors: BTreeMap<String, u64>,
}

impl Tally {
    fn error(&mut self, kind: impl Into<String>) {
        *self.errors.entry(kind.into()).or_default() += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.seen.merge(&other.seen);
        self.acknowledged.merge(&other.acknowledged);
        self.back.merge(&other.back);
        self.watched.merge(&other.watched);
        self.matches += other.matches;
        for (kind, times) in &other.errors {
            *self.errors.entry(kind.clone()).or_default() += times;
        }
    }
}

/// Lets the players come and play, and tells what was measured. `progress` is given a line now and then.
///
/// # Errors
/// If the limits of the system are too low, nobody answers, or the server does not start again.
pub async fn run(
    plan: LoadPlan,
    mut target: Target,
    progress: impl Fn(String),
) -> Result<LoadReport, LoadError> {
    let allowed = raise_descriptor_limit().map_err(LoadError::Limit)?;
    let needed = u64::from(plan.players) + u64::from(plan.watchers) + BESIDES;
    if allowed < needed {
        return Err(LoadError::Descriptors { needed, allowed });
    }
    let server = target.address();
    let (stages, stage) = watch::channel(Stage::Coming);
    let crowd = Arc::new(Crowd {
        server,
        seated: AtomicU64::new(0),
        moves: AtomicU64::new(0),
        lost: AtomicU64::new(0),
        back: AtomicU64::new(0),
        watched: WatchedTable::default(),
        plan,
    });
    let began = Instant::now();
    let mut parties = gather(&crowd, &stage, &progress).await?;
    let ramp = began.elapsed();
    let memory_at_begin = target.process().and_then(resident_memory);
    let begin = Instant::now() + Duration::from_millis(200);
    let end = begin + crowd.plan.duration;
    // Whoever has given up does not hear it.
    let _ = stages.send(Stage::Playing { begin, end });
    let guessing = (crowd.plan.guesses != 0)
        .then(|| tokio::spawn(guesses::guess(server, crowd.plan.guesses, begin, end)));
    let mut footprint = Footprint::default();
    let listening = drive(&mut target, &crowd, &mut footprint, begin, end, &progress).await?;
    let mut tally = Tally::default();
    while let Some(party) = parties.join_next().await {
        match party {
            Ok(of_party) => tally.merge(&of_party),
            Err(error) => tally.error(format!("the generator failed: {error}")),
        }
    }
    let mut guesses = None;
    if let Some(guessing) = guessing {
        match guessing.await {
            Ok(made) => guesses = Some(made),
            Err(error) => tally.error(format!("the generator failed: {error}")),
        }
    }
    let memory = target.process().and_then(resident_memory).zip(memory_at_begin);
    let memory = memory.map(|((end, most), (begin, _))| Memory { begin, end, most });
    Ok(LoadReport {
        players: crowd.plan.players,
        ramp_seconds: ramp.as_secs_f64(),
        wanted_rate: crowd.plan.rate,
        rate: tally.seen.count() as f64 / crowd.plan.duration.as_secs_f64(),
        seen: tally.seen.summary(),
        acknowledged: tally.acknowledged.summary(),
        watched: (crowd.plan.watchers != 0).then(|| tally.watched.summary()),
        matches: tally.matches,
        errors: tally.errors,
        memory,
        growth: footprint.growth().filter(|_| listening.is_none()),
        guesses,
        restart: listening.map(|listening| Restart {
            listening,
            back: tally.back.summary(),
            in_time: tally.back.share_within(GOAL),
        }),
        load_average: load_average(),
    })
}

/// Lets the players come at the pace that is wanted, and waits until all sit at their tables.
async fn gather(
    crowd: &Arc<Crowd>,
    stage: &watch::Receiver<Stage>,
    progress: &impl Fn(String),
) -> Result<JoinSet<Tally>, LoadError> {
    let plan = &crowd.plan;
    let mut parties = JoinSet::new();
    let mut pace = interval(Duration::from_secs(1) / plan.ramp.max(1));
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let (mut number, mut n_players) = (0, 0);
    let mut last_line = Instant::now();
    while n_players < plan.players {
        pace.tick().await;
        let board = &plan.boards[number as usize % plan.boards.len()];
        let size = if board.is_against_engine() { 1 } else { 2 };
        if size == 2 {
            pace.tick().await;
        }
        let from = loopback(crowd.server, n_players / PER_ADDRESS);
        let doorway = Doorway { server: crowd.server, from };
        let party = Party::new(Arc::clone(crowd), board.clone(), doorway, size, number);
        if number == 0 {
            // If the first cannot connect, nobody can.
            party.knock().await?;
        }
        parties.spawn(party.live(stage.clone()));
        (number, n_players) = (number + 1, n_players + size as u32);
        if LINE < last_line.elapsed() {
            last_line = Instant::now();
            progress(format!("{} of {} players sit", crowd.seated.load(Ordering::Relaxed), plan.players));
        }
    }
    while crowd.seated.load(Ordering::Relaxed) < u64::from(n_players) {
        sleep(Duration::from_millis(20)).await;
    }
    progress(format!("all {n_players} players sit"));
    for number in 0..plan.watchers {
        pace.tick().await;
        let from = loopback(crowd.server, (n_players + number) / PER_ADDRESS);
        let watcher = Watcher::new(Arc::clone(crowd), Doorway { server: crowd.server, from }, number);
        parties.spawn(watcher.run(stage.clone()));
    }
    Ok(parties)
}

/// An address of this machine to connect from: the usual one first, then others that have ports of their own.
fn loopback(server: SocketAddr, nth: u32) -> Option<IpAddr> {
    let is_local = matches!(server.ip(), IpAddr::V4(address) if address.is_loopback());
    (is_local && nth != 0).then(|| IpAddr::V4(Ipv4Addr::new(127, 0, 0, 1 + nth as u8)))
}

/// Waits until the time is over, and kills the server at half-time if that is wanted; gives how long it took to
/// listen again, in milliseconds.
async fn drive(
    target: &mut Target,
    crowd: &Crowd,
    footprint: &mut Footprint,
    begin: Instant,
    end: Instant,
    progress: &impl Fn(String),
) -> Result<Option<f64>, LoadError> {
    let half_time = begin + (end - begin) / 2;
    let mut listening = None;
    let mut lines = interval_at(begin + LINE, LINE);
    loop {
        tokio::select! {
            () = sleep_until(end) => return Ok(listening),
            () = sleep_until(half_time), if listening.is_none() && target.is_killed_at_half_time() => {
                let Target::Own { program, process, .. } = target else { continue };
                let again = Program { listen: process.address(), ..(**program).clone() };
                process.kill()?;
                *process = again.start()?;
                let millis = process.starting().as_secs_f64() * 1_000.0;
                progress(format!("killed; listens again after {millis:.0} ms"));
                listening = Some(millis);
            }
            _ = lines.tick() => {
                let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
                let (moves, lost, back) = (read(&crowd.moves), read(&crowd.lost), read(&crowd.back));
                if let Some(process) = target.process() {
                    footprint.sample(begin.elapsed(), process);
                }
                let seconds = begin.elapsed().as_secs();
                progress(format!("{seconds} s: {moves} moves, {lost} tables cut off, {back} of them back"));
            }
        }
    }
}

/// How busy the machine is, where the system tells.
fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
