//! A run in a folder: what is found is on disk at once, and a run that was interrupted goes on.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use framework::{Millis, search::Limits};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Checkpoint, Checkpoints, Curve, Evolution, EvolveError, Method, Orders, Provenance, Sight, State,
    Subject, Test, TestResult, WeightFile, svg,
};
use crate::{
    Flow, Journal, JournalError,
    statistics::{SprtError, Verdict},
};

/// The journal, from which everything else could be made again.
const JOURNAL: &str = "journal";
/// The best weights so far.
const BEST: &str = "best.toml";
/// Strength over games.
const CHART: &str = "chart.svg";

/// How many pairs of the last test are played between two looks at what they say.
const PAIRS_AT_ONCE: u64 = 100;

/// How the last test goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestOrders {
    /// How many pairs are played at most.
    pub pairs: u64,
    /// The gain in points a game that the test tells from none.
    pub gain: f64,
    /// Whether all pairs are played, even when the sequential test has decided before.
    pub plays_all: bool,
}

/// What is to be done in a folder.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Whose weights are improved.
    pub subject: Subject,
    /// How.
    pub orders: Orders,
    /// How the result is tested.
    pub test: TestOrders,
    /// The command that does all this, for provenance.
    pub command: String,
    /// Other runs that are drawn on the same chart.
    pub beside: Vec<Curve>,
}

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It looks for weights.
    Searching,
    /// It tests what it has found.
    Testing,
    /// Everything is done.
    Over,
}

/// Why a folder cannot be used, or a run cannot go on.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file or the folder cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The run itself ended.
    #[error(transparent)]
    Evolve(#[from] EvolveError),
    /// The test makes no sense.
    #[error(transparent)]
    Test(#[from] SprtError),
}

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Entry {
    /// A generation is over.
    Generation(State),
    /// The search is over, and the best weights have been chosen.
    PlayedOff(State),
    /// Some pairs of the last test.
    Tested(Vec<f64>),
}

/// A run in a folder.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    assignment: Assignment,
    journal: Journal,
    evolution: Evolution,
    checkpoints: Vec<Checkpoint>,
    /// The champion whose weights are in the file.
    champion: Vec<f64>,
    is_played_off: bool,
    test: Test,
}

impl Run {
    /// Begins a run in a folder, which is made if it is missing, or goes on with the one that is there.
    ///
    /// # Errors
    /// If the folder cannot be used, or holds a run with other orders.
    pub fn open(folder: &Path, assignment: Assignment) -> Result<Self, FolderError> {
        fs::create_dir_all(folder).map_err(|error| FolderError::File { path: folder.to_owned(), error })?;
        let identity = assignment.identity();
        let mut entries = Vec::new();
        let remembered = |entry: Entry| entries.push(entry);
        let journal = Journal::open(&folder.join(JOURNAL), &assignment.command, &identity, remembered)?;
        let Assignment { subject, orders, test, .. } = &assignment;
        let mut run = Self {
            evolution: Evolution::new(subject.clone(), orders.clone()),
            test: Test::new(test.gain)?,
            checkpoints: Vec::new(),
            champion: Vec::new(),
            is_played_off: false,
            folder: folder.to_owned(),
            journal,
            assignment,
        };
        let mut is_begun = false;
        for entry in entries {
            is_begun |= run.remember(entry);
        }
        // Perhaps the program died between writing the journal and the rest.
        if is_begun {
            run.publish()?;
        }
        Ok(run)
    }

    /// The checkpoints that a folder's journal tells of, for a chart; no run needs to be there any more.
    ///
    /// # Errors
    /// If there is no journal, or it cannot be read.
    pub fn curve(folder: &Path) -> Result<Curve, FolderError> {
        let path = folder.join(JOURNAL);
        let text = fs::read_to_string(&path).map_err(|error| FolderError::File { path, error })?;
        let entries = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let mut checkpoints: Vec<Checkpoint> = Vec::new();
        let mut method = "";
        for entry in entries {
            if let Entry::Generation(state) | Entry::PlayedOff(state) = entry {
                method = state.optimizer.name();
                checkpoints.push(state.checkpoint);
            }
        }
        checkpoints.dedup();
        let folder = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        Ok(Curve { name: format!("{method} ({folder})"), checkpoints: measured(checkpoints) })
    }

    /// The run itself.
    #[must_use]
    pub const fn evolution(&self) -> &Evolution {
        &self.evolution
    }

    /// The last test, as far as it has got.
    #[must_use]
    pub const fn last_test(&self) -> &Test {
        &self.test
    }

    /// The strength over the games.
    #[must_use]
    pub fn checkpoints(&self) -> &[Checkpoint] {
        &self.checkpoints
    }

    /// The best weights so far, in the order of the parameters.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        self.evolution.subject().weights(&self.evolution.state().champion.point)
    }

    /// The file with the best weights.
    #[must_use]
    pub fn best_file(&self) -> PathBuf {
        self.folder.join(BEST)
    }

    /// Where it stands.
    #[must_use]
    pub fn stage(&self) -> Stage {
        let TestOrders { pairs, plays_all, .. } = self.assignment.test;
        if !self.is_played_off {
            Stage::Searching
        } else if pairs <= self.test.pairs() || !plays_all && self.test.verdict().is_some() {
            Stage::Over
        } else {
            Stage::Testing
        }
    }

    /// Does the next piece of work and writes it down: a generation, the play-off, or some pairs of the test. When
    /// it is stopped in the middle, the piece is done again next time. `is_late` ends the search before all of its
    /// games are played.
    ///
    /// # Errors
    /// If it is stopped, or something cannot be played or written.
    pub fn advance(
        &mut self,
        threads: usize,
        is_late: bool,
        watch: &mut dyn FnMut(Sight<'_>) -> Flow,
    ) -> Result<Stage, FolderError> {
        let entry = match self.stage() {
            Stage::Over => return Ok(Stage::Over),
            Stage::Searching if self.evolution.is_over() || is_late => {
                self.evolution.play_off(threads, watch)?;
                Entry::PlayedOff(self.evolution.state().clone())
            }
            Stage::Searching => {
                self.evolution.step(threads, watch)?;
                Entry::Generation(self.evolution.state().clone())
            }
            Stage::Testing => {
                let done = self.test.pairs();
                let until = (done + PAIRS_AT_ONCE).min(self.assignment.test.pairs);
                Entry::Tested(self.evolution.test(done..until, threads, watch)?)
            }
        };
        self.journal.append(&entry)?;
        let is_news = self.remember(entry);
        if is_news || self.stage() == Stage::Over {
            self.publish()?;
        }
        Ok(self.stage())
    }

    /// Takes in a line of the journal, and tells whether it changes what others can see.
    fn remember(&mut self, entry: Entry) -> bool {
        match entry {
            Entry::Generation(state) => self.take_state(state),
            Entry::PlayedOff(state) => {
                self.is_played_off = true;
                self.take_state(state)
            }
            Entry::Tested(pairs) => {
                for points in pairs {
                    // What is played after the decision belongs to no test that ends with it.
                    if self.assignment.test.plays_all || self.test.verdict().is_none() {
                        self.test.push(points);
                    }
                }
                false
            }
        }
    }

    fn take_state(&mut self, state: State) -> bool {
        let is_measured = self.checkpoints.last() != Some(&state.checkpoint) && state.checkpoint.games != 0;
        if is_measured {
            self.checkpoints.push(state.checkpoint);
        }
        let is_improved = self.champion != state.champion.point;
        if is_improved {
            self.champion.clone_from(&state.champion.point);
        }
        let Assignment { subject, orders, .. } = &self.assignment;
        self.evolution = Evolution::resumed(subject.clone(), orders.clone(), state);
        is_measured || is_improved
    }

    /// Writes the best weights and the chart.
    fn publish(&self) -> Result<(), FolderError> {
        self.replace(BEST, &self.weight_file().to_string())?;
        let own = Curve {
            name: self.evolution.state().optimizer.name().to_owned(),
            checkpoints: measured(self.checkpoints.clone()),
        };
        let mut curves = vec![own];
        curves.extend(self.assignment.beside.iter().cloned());
        let subject = self.evolution.subject();
        let title = format!(
            "{}: {} against {}",
            subject.game().info().id,
            subject.player().name,
            self.assignment.orders.opponent
        );
        self.replace(CHART, &svg(&title, &curves))
    }

    /// The best weights so far, with all that is known about them.
    #[must_use]
    pub fn weight_file(&self) -> WeightFile {
        let subject = self.evolution.subject();
        let state = self.evolution.state();
        let mut file = WeightFile::new(&**subject.game(), subject.player(), &self.best());
        file.provenance = Some(Provenance {
            method: state.optimizer.name().to_owned(),
            seed: self.assignment.orders.seed,
            generations: state.generation,
            games: state.games,
            command: self.assignment.command.clone(),
        });
        file.result = self.test.estimate().map(|estimate| TestResult {
            against: self.assignment.orders.opponent.clone(),
            games: 2 * self.test.pairs(),
            points_per_game: estimate.mean,
            interval: [estimate.interval.low, estimate.interval.high],
            verdict: match self.test.verdict() {
                Some(Verdict::High) => "better",
                Some(Verdict::Low) => "not better",
                None => "undecided",
            }
            .to_owned(),
        });
        file
    }

    /// Puts a file in place of the old one in one go, so that no reader ever finds half of it.
    fn replace(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.folder.join(name);
        let fresh = self.folder.join(format!("{name}.new"));
        let written = fs::write(&fresh, text).and_then(|()| fs::rename(&fresh, &path));
        written.map_err(|error| FolderError::File { path, error })
    }
}

impl Assignment {
    /// Everything on which the result depends, by name.
    fn identity(&self) -> BTreeMap<String, String> {
        let Orders { method, games, pairs, opponent, limits, opening_plies, seed, checkpoints } =
            &self.orders;
        let subject = &self.subject;
        let method = match method {
            Method::CmaEs => "cma-es".to_owned(),
            Method::Spsa => "spsa".to_owned(),
            Method::Genetic(habits) => format!("genetic {habits:?}"),
        };
        let TestOrders { pairs: test_pairs, gain, plays_all } = self.test;
        let pieces = [
            ("game", format!("{} {}", subject.game().info().id, subject.game().options())),
            ("player", subject.text(&vec![0.0; subject.start().len()])),
            ("opponent", opponent.clone()),
            ("method", method),
            ("games", games.to_string()),
            ("pairs", pairs.to_string()),
            ("limits", limits_text(limits)),
            ("opening plies", opening_plies.to_string()),
            ("seed", seed.to_string()),
            ("checkpoints", checkpoints_text(checkpoints)),
            ("test", format!("{test_pairs} pairs, gain {gain}, all {plays_all}")),
        ];
        pieces.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

fn limits_text(limits: &Limits) -> String {
    let or_any = |limit: Option<String>| limit.unwrap_or_else(|| "any".to_owned());
    let depth = or_any(limits.depth.map(|depth| depth.to_string()));
    let nodes = or_any(limits.nodes.map(|nodes| nodes.to_string()));
    let time = or_any(limits.time.map(|Millis(time)| format!("{time} ms")));
    format!("depth {depth}, nodes {nodes}, time {time}")
}

fn checkpoints_text(checkpoints: &Checkpoints) -> String {
    match checkpoints.every {
        Some(every) => format!("every {every} games, {} pairs", checkpoints.pairs),
        None => format!("at the end, {} pairs", checkpoints.pairs),
    }
}

/// Without the moment before the first checkpoint.
fn measured(mut checkpoints: Vec<Checkpoint>) -> Vec<Checkpoint> {
    checkpoints.retain(|checkpoint| checkpoint.games != 0);
    checkpoints
}
