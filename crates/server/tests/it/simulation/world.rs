//! A world in which time is virtual, chance has a seed, and writes go wrong.

use std::{sync::Mutex, time::Duration};

use bus::LocalBus;
use framework::{AnyFound, Decision, FaultKind, GameEntry, Millis, PlayerFault, Rng};
use protocol::Problem;
use store::{Fault, Faults, MemoryStore, Timed};
use tables::world::{EngineService, Question, World};
use tokio::time::Instant;

pub(crate) struct SimulatedWorld {
    store: Timed<MemoryStore>,
    engines: SimulatedEngines,
    bus: LocalBus,
    rng: Mutex<Rng>,
    began: Instant,
    time: u64,
}

impl SimulatedWorld {
    /// The world of one life of the server, which begins at a time.
    pub(crate) fn new(store: MemoryStore, seed: u64, life: u64, time: u64) -> Self {
        Self {
            store: Timed::new(store),
            engines: SimulatedEngines(Mutex::new(Rng::stream(seed, "thinker", life))),
            bus: LocalBus::default(),
            rng: Mutex::new(Rng::stream(seed, "world", life)),
            began: Instant::now(),
            time,
        }
    }
}

impl World for SimulatedWorld {
    type Store = Timed<MemoryStore>;
    type Engines = SimulatedEngines;
    type Bus = LocalBus;

    fn store(&self) -> &Timed<MemoryStore> {
        &self.store
    }

    fn engines(&self) -> &SimulatedEngines {
        &self.engines
    }

    fn bus(&self) -> &LocalBus {
        &self.bus
    }

    fn time(&self) -> u64 {
        self.time + self.began.elapsed().as_millis() as u64
    }

    fn random(&self) -> u64 {
        self.rng.lock().unwrap().bits()
    }

    fn games(&self) -> &[GameEntry] {
        catalog::GAMES
    }
}

/// Takes a while, plays anything, and sometimes breaks down.
pub(crate) struct SimulatedEngines(Mutex<Rng>);

impl EngineService for SimulatedEngines {
    async fn decide(&self, question: Question, waits: impl Fn(u32) + Send) -> Result<Decision, PlayerFault> {
        let found = self.search(question, waits).await;
        let found = found.map_err(|problem| PlayerFault::new(FaultKind::Crashed, problem.sentence))?;
        Ok(Decision::Played(found.best))
    }

    async fn search(&self, question: Question, waits: impl Fn(u32) + Send) -> Result<AnyFound, Problem> {
        let (wait, chosen, breaks_down) = {
            let mut rng = self.0.lock().unwrap();
            let moves = question.position.legal_moves();
            (rng.below(800), moves[rng.index(moves.len())].clone(), rng.below(20) == 0)
        };
        waits(1);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        if breaks_down {
            return Err(Problem::new(protocol::Code::Internal, "it broke down"));
        }
        Ok(AnyFound {
            best: chosen,
            value: 0.0,
            worth: None,
            depth: 0,
            nodes: 0,
            elapsed: Millis(wait),
            line: Vec::new(),
            moves: Vec::new(),
        })
    }
}

/// Decides which writes go wrong: now and then one, and sometimes all for a while, as when a disk is full.
pub(super) struct Weather(Mutex<(Rng, u64)>);

impl Weather {
    pub(super) fn new(seed: u64) -> Self {
        Self(Mutex::new((Rng::stream(seed, "weather", 0), 0)))
    }
}

impl Faults for Weather {
    fn next(&self) -> (Duration, Fault) {
        let (rng, storm) = &mut *self.0.lock().unwrap();
        let delay = Duration::from_micros(rng.below(12_000));
        if 0 < *storm {
            *storm -= 1;
            return (delay, Fault::Lost);
        }
        match rng.below(200) {
            0 => *storm = rng.below(30),
            1..4 => return (delay, Fault::Lost),
            4..8 => return (delay, Fault::Silent),
            _ => {}
        }
        (delay, Fault::None)
    }
}
