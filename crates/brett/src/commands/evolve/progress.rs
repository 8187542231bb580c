//! What people see while weights are improved.

use std::{io, time::Duration};

use arena::{
    Flow,
    evolve::{Run, Sight, Stage, sparkline},
};
use framework::Record;

use crate::{Console, interrupts::Interrupts};

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::commands) enum Show {
    /// A line with the strength so far.
    Modern,
    /// The signs of the evolver of 2006, and a status line every minute and at each improvement.
    Classic,
}

/// How often the evolver of 2006 told its status.
const MINUTE: Duration = Duration::from_secs(60);
/// How often the line on a terminal is written anew.
const BETWEEN_LINES: Duration = Duration::from_millis(200);
/// How often somebody is told who reads no terminal.
const BETWEEN_REPORTS: Duration = Duration::from_secs(30);
/// How many bars of the strength fit into the line.
const N_BARS: usize = 24;

pub(super) struct Progress {
    show: Show,
    began: Duration,
    told: Duration,
    best: Vec<f64>,
    /// What the run says about itself, for the line on a terminal.
    line: String,
    n_games: u64,
    /// How many of them belong to the present piece of work.
    n_games_of_piece: u64,
    /// How often the strength was measured, and what was done, when that was last told.
    measured: (usize, Stage),
    is_broken: bool,
}

impl Progress {
    pub(super) fn new(show: Show, began: Duration, run: &Run) -> Self {
        Self {
            show,
            began,
            told: began,
            best: run.best(),
            line: summary(run),
            n_games: 0,
            n_games_of_piece: 0,
            measured: (run.checkpoints().len(), run.stage()),
            is_broken: false,
        }
    }

    /// Says what is begun or goes on.
    pub(super) fn begins(run: &Run, folder: &std::path::Path, console: &mut Console<'_>) -> io::Result<()> {
        let state = run.evolution().state();
        let verb = if state.games == 0 && run.last_test().pairs() == 0 { "begins" } else { "goes on" };
        writeln!(console.err, "the run in {} {verb} at {} games", folder.display(), state.games)
    }

    /// Hears of every game, and asks whether somebody pressed Ctrl-C.
    pub(super) fn see(
        &mut self,
        sight: &Sight<'_>,
        interrupts: &Interrupts,
        console: &mut Console<'_>,
    ) -> Flow {
        if let Sight::Game(finished) = sight {
            self.n_games += 1;
            self.n_games_of_piece += 1;
            if self.show == Show::Classic {
                self.is_broken |= write!(console.out, "{}", signs(&finished.record)).is_err();
            }
        }
        self.is_broken |= self.tell(console).is_err();
        // Nobody reads any more: what is on disk is kept, and the rest can be asked for again.
        if self.is_broken || interrupts.take() { Flow::Stop } else { Flow::GoOn }
    }

    /// Hears of every piece of work that is done.
    pub(super) fn advanced(&mut self, run: &Run, console: &mut Console<'_>) -> io::Result<()> {
        let line = summary(run);
        self.n_games_of_piece = 0;
        let is_improved = self.best != run.best();
        self.best = run.best();
        match self.show {
            Show::Classic if is_improved => self.tell_status(console, &line),
            Show::Modern if !console.err_is_terminal => {
                self.line = line;
                let measured = (run.checkpoints().len(), run.stage());
                let is_news = self.measured != measured;
                self.measured = measured;
                if !is_news {
                    return Ok(());
                }
                self.told = (console.clock)();
                writeln!(console.err, "{}", self.line)
            }
            Show::Modern | Show::Classic => {
                self.line = line;
                Ok(())
            }
        }
    }

    /// Removes the line from the terminal.
    pub(super) fn ends(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        match self.show {
            Show::Classic => writeln!(console.out),
            Show::Modern if console.err_is_terminal => write!(console.err, "\r\u{1b}[K"),
            Show::Modern => Ok(()),
        }
    }

    /// Tells what is due: the status of each minute, or the line on a terminal.
    fn tell(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        let now = (console.clock)();
        let since = now.saturating_sub(self.told);
        match self.show {
            Show::Classic if MINUTE <= since => {
                let line = self.line.clone();
                self.tell_status(console, &line)
            }
            Show::Modern if console.err_is_terminal && BETWEEN_LINES <= since => {
                self.told = now;
                write!(console.err, "\r\u{1b}[K{}", self.line_at(now))?;
                console.err.flush()
            }
            Show::Modern if !console.err_is_terminal && BETWEEN_REPORTS <= since => {
                self.told = now;
                writeln!(console.err, "{}", self.line_at(now))
            }
            Show::Classic | Show::Modern => Ok(()),
        }
    }

    /// How far it is, with what is being played now.
    fn line_at(&self, now: Duration) -> String {
        let seconds = now.saturating_sub(self.began).as_secs_f64();
        let rate = self.n_games as f64 / seconds.max(0.001);
        let digits = usize::from(rate < 10.0);
        format!("{} · {} more being played, {rate:.digits$} a second", self.line, self.n_games_of_piece)
    }

    /// The status line of 2006: how far it is, and the best weights so far.
    fn tell_status(&mut self, console: &mut Console<'_>, line: &str) -> io::Result<()> {
        line.clone_into(&mut self.line);
        self.told = (console.clock)();
        let weights: Vec<String> = self.best.iter().map(|weight| format!("{weight:.1}")).collect();
        writeln!(console.out, "\n{line}; best weights: {}", weights.join(" "))?;
        console.out.flush()
    }
}

/// How far a run is.
fn summary(run: &Run) -> String {
    let state = run.evolution().state();
    if run.stage() != Stage::Searching {
        let test = run.last_test();
        let estimate = test.estimate().map_or(String::new(), |estimate| {
            let reach = (estimate.interval.high - estimate.interval.low) / 2.0;
            format!(": {:+.3} ± {reach:.3} points a game", estimate.mean)
        });
        return format!("test, {} games{estimate}", 2 * test.pairs());
    }
    let mut line = format!(
        "generation {}, {} of {} games",
        state.generation,
        state.games,
        run.evolution().orders().games
    );
    let means: Vec<f64> = run.checkpoints().iter().map(|checkpoint| checkpoint.strength.mean).collect();
    if let Some(last) = run.checkpoints().last() {
        let bars = sparkline(&means[means.len().saturating_sub(N_BARS)..]);
        line.push_str(&format!(" · {:+.2} ± {:.2} {bars}", last.strength.mean, 1.96 * last.strength.error));
    }
    line
}

/// A game in the signs of 2006.
fn signs(record: &str) -> String {
    let n_moves = record.parse().map_or(0, |record: Record| {
        let rounds = record.rounds.iter();
        rounds.flat_map(|round| &round.moves).filter(|mv| mv.by.is_some()).count()
    });
    format!("[{}]", ".".repeat(n_moves))
}
