//! A whole run: generation after generation, checkpoints on the way, a play-off and a test at the end.

use std::ops::Range;

use framework::search::Limits;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    CmaEs, Genetic, Habits, Optimizer, Race, Spsa, Subject, Trial,
    race::{difference, error},
    table::Table,
};
use crate::{Finished, Flow, PlanError, RunError, statistics::Sample};

/// How weights are looked for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// A cloud that adapts its shape: the usual choice.
    CmaEs,
    /// A climber with two measurements a step: for many parameters.
    Spsa,
    /// The paper's algorithm.
    Genetic(Habits),
}

/// What a run is to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Orders {
    /// How weights are looked for.
    pub method: Method,
    /// How many games are played to find them.
    pub games: u64,
    /// How many pairs every candidate of the first generation plays.
    pub pairs: u64,
    /// The player against which candidates are measured, as a text.
    pub opponent: String,
    /// How far both may look.
    pub limits: Limits,
    /// How many random plies every game begins with.
    pub opening_plies: u32,
    /// Where all chance comes from.
    pub seed: u64,
    /// How often the strength of the answer is measured on the way.
    pub checkpoints: Checkpoints,
}

/// How often the strength of the answer is measured on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// After how many games it is measured again; `None` for never, as in 2006.
    pub every: Option<u64>,
    /// How many pairs the answer and the champion play then.
    pub pairs: u64,
}

impl Checkpoints {
    /// About 25 in a run of so many games, for which a fifth of them is spent.
    #[must_use]
    pub fn usual(games: u64) -> Self {
        Self { every: Some(games / 25), pairs: (games / 500).clamp(20, 2_000) }
    }
}

/// Where a run stands after a generation: everything that is needed to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// How many generations there were.
    pub generation: u64,
    /// How many games were played, checkpoints included.
    pub games: u64,
    /// How many pairs a candidate plays now.
    pub pairs: u64,
    /// The best weights so far.
    pub champion: Champion,
    /// The last time that the strength was measured.
    pub checkpoint: Checkpoint,
    /// The search itself.
    pub optimizer: Optimizer,
}

/// The best point so far, measured again at every checkpoint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Champion {
    /// Where it lies.
    pub point: Vec<f64>,
    /// How strong it is over all its checkpoints.
    pub strength: Strength,
}

/// The strength of the search's answer at one moment, measured with fresh dice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The games played before it.
    pub games: u64,
    /// The strength of the answer.
    pub strength: Strength,
}

/// Points a game against the opponent.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Strength {
    /// How many pairs it rests on.
    pub pairs: u64,
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// What happens in a run, for who watches.
#[derive(Debug)]
pub enum Sight<'a> {
    /// A game has ended.
    Game(&'a Finished),
    /// Nothing has ended for a moment.
    Quiet,
}

/// Why a run ends before its time.
#[derive(Debug, Error)]
pub enum EvolveError {
    /// Whoever watched stopped it. What was finished before is kept.
    #[error("stopped")]
    Stopped,
    /// The games cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] framework::EngineError),
    /// No thread can be started.
    #[error(transparent)]
    Thread(RunError<std::convert::Infallible>),
}

/// Below this clarity candidates play more pairs in the next generation, above the other fewer.
const CLEAR: Range<f64> = 2.0..5.0;

/// A run that looks for better weights.
#[derive(Clone, Debug)]
pub struct Evolution {
    subject: Subject,
    orders: Orders,
    state: State,
}

impl Evolution {
    /// A run that begins.
    #[must_use]
    pub fn new(subject: Subject, orders: Orders) -> Self {
        let n = subject.start().len();
        let (start, seed) = (vec![0.0; n], orders.seed);
        let optimizer = match orders.method {
            Method::CmaEs => {
                Optimizer::CmaEs(CmaEs::new(start.clone(), 1.0, 2 * CmaEs::usual_population(n), seed))
            }
            Method::Spsa => {
                let n_directions = CmaEs::usual_population(n) / 2;
                let games_per_generation = 4 * n_directions as u64 * orders.pairs;
                let n_generations = orders.games / games_per_generation.max(1);
                Optimizer::Spsa(Spsa::new(start.clone(), 0.5, 2.0, n_directions, n_generations, seed))
            }
            Method::Genetic(habits) => Optimizer::Genetic(Genetic::new(start.clone(), habits, seed)),
        };
        let state = State {
            generation: 0,
            games: 0,
            pairs: orders.pairs,
            champion: Champion { point: start, strength: Strength::default() },
            checkpoint: Checkpoint { games: 0, strength: Strength::default() },
            optimizer,
        };
        Self { subject, orders, state }
    }

    /// A run that goes on where it stood.
    #[must_use]
    pub fn resumed(subject: Subject, orders: Orders, state: State) -> Self {
        Self { subject, orders, state }
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whose weights are improved.
    #[must_use]
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What it is to do.
    #[must_use]
    pub const fn orders(&self) -> &Orders {
        &self.orders
    }

    /// Tells whether the games are used up.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.orders.games <= self.state.games
    }

    /// Plays one generation, and a checkpoint when it is time for one. When it is stopped, nothing has changed.
    ///
    /// # Errors
    /// If it is stopped, or the games cannot be played.
    pub fn step(
        &mut self,
        threads: usize,
        watch: &mut dyn FnMut(Sight<'_>) -> Flow,
    ) -> Result<(), EvolveError> {
        let mut state = self.state.clone();
        let points = state.optimizer.ask();
        let texts: Vec<String> = points.iter().map(|point| self.subject.text(point)).collect();
        let mut table = Table { evolution: self, threads, watch };
        let seed = table.seed("generation", state.generation);
        let fitness = match state.optimizer.trial() {
            Trial::RoundRobin { games } => {
                state.games += (texts.len() * (texts.len() - 1) / 2 * games) as u64;
                table.round_robin(&texts, games, seed)?
            }
            trial => {
                let race = Race {
                    n_candidates: texts.len(),
                    n_pairs: state.pairs,
                    drops_hopeless: trial == Trial::Race,
                };
                let raced = race.run(|running, pairs| {
                    let texts: Vec<&String> = running.iter().map(|&idx| &texts[idx]).collect();
                    table.against_opponent(&texts, pairs, seed)
                })?;
                state.games += 2 * raced.n_pairs;
                state.pairs = self.next_pairs(state.pairs, raced.clarity);
                raced.fitness
            }
        };
        state.optimizer.tell(&fitness);
        state.generation += 1;
        let is_due = self.orders.checkpoints.every.is_some_and(|every| {
            state.checkpoint.games + every <= state.games || self.orders.games <= state.games
        });
        if is_due {
            let number = state.generation;
            self.check(&mut state, self.orders.checkpoints.pairs, number, threads, watch)?;
        } else if matches!(self.orders.method, Method::Genetic(_)) {
            // The paper's algorithm knows no champion: who has won last is its answer.
            state.champion = Champion { point: state.optimizer.answer().to_vec(), ..state.champion };
        }
        self.state = state;
        Ok(())
    }

    /// Measures the answer and the champion with the same fresh dice, and makes the answer champion if it is better
    /// by more than the error of the comparison. Checkpoints of different numbers have different dice.
    fn check(
        &self,
        state: &mut State,
        n_pairs: u64,
        number: u64,
        threads: usize,
        watch: &mut dyn FnMut(Sight<'_>) -> Flow,
    ) -> Result<(), EvolveError> {
        let mut table = Table { evolution: self, threads, watch };
        let seed = table.seed("checkpoint", number);
        let texts = [self.subject.text(state.optimizer.answer()), self.subject.text(&state.champion.point)];
        let played = table.against_opponent(&[&texts[0], &texts[1]], 0..n_pairs, seed)?;
        let [answer, champion] = [&played[0], &played[1]].map(|points| Strength::of(points));
        state.games += 4 * n_pairs;
        state.checkpoint = Checkpoint { games: state.games, strength: answer };
        state.champion.strength = state.champion.strength.and(champion);
        let better = difference(&played[0], &played[1]);
        let is_last_word = matches!(self.orders.method, Method::Genetic(_));
        if is_last_word || error(&better) < better.mean() {
            state.champion = Champion { point: state.optimizer.answer().to_vec(), strength: answer };
        }
        Ok(())
    }

    /// Lets the answer and the champion play once more, longer, so that the better one is tested.
    ///
    /// # Errors
    /// If it is stopped, or the games cannot be played.
    pub fn play_off(
        &mut self,
        threads: usize,
        watch: &mut dyn FnMut(Sight<'_>) -> Flow,
    ) -> Result<(), EvolveError> {
        let mut state = self.state.clone();
        // The last generation may have had a checkpoint, whose dice must not be rolled again.
        let number = state.generation + 1;
        self.check(&mut state, 4 * self.orders.checkpoints.pairs, number, threads, watch)?;
        self.state = state;
        Ok(())
    }

    /// Plays some pairs of the last test: the champion against the opponent, with dice that nobody has seen.
    ///
    /// # Errors
    /// If it is stopped, or the games cannot be played.
    pub fn test(
        &self,
        pairs: Range<u64>,
        threads: usize,
        watch: &mut dyn FnMut(Sight<'_>) -> Flow,
    ) -> Result<Vec<f64>, EvolveError> {
        let mut table = Table { evolution: self, threads, watch };
        let seed = table.seed("test", 0);
        let text = self.subject.text(&self.state.champion.point);
        Ok(table.against_opponent(&[&text], pairs, seed)?.swap_remove(0))
    }

    /// How many pairs candidates play in the next generation: more when luck hides their differences.
    fn next_pairs(&self, pairs: u64, clarity: f64) -> u64 {
        let next = match clarity {
            _ if clarity < CLEAR.start => pairs * 5 / 4 + 1,
            _ if CLEAR.end < clarity => pairs * 9 / 10,
            _ => pairs,
        };
        next.clamp(self.orders.pairs, 16 * self.orders.pairs)
    }
}

impl Strength {
    /// The mean over pairs.
    fn of(points: &[f64]) -> Self {
        let sample: Sample = points.iter().copied().collect();
        Self { pairs: sample.count(), mean: sample.mean(), error: error(&sample) }
    }

    /// Both together.
    fn and(self, other: Self) -> Self {
        let pairs = self.pairs + other.pairs;
        let share = |own: u64| own as f64 / pairs.max(1) as f64;
        let (own, others) = (share(self.pairs), share(other.pairs));
        Self {
            pairs,
            mean: own * self.mean + others * other.mean,
            error: ((own * self.error).powi(2) + (others * other.error).powi(2)).sqrt(),
        }
    }
}
