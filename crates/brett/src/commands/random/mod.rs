//! `brett random`: plays random games and counts what happens.

mod playing;
mod statistics;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;
use framework::Text;
use serde::Serialize;

use self::{
    playing::PlayedGame,
    statistics::{SeatResults, Statistics, Tally},
};
use crate::{
    Exit,
    choice::GameArgs,
    context::{Context, Report},
    number::number_in,
    page::{Page, per_second, rounded},
    workers::{self, ThreadsArgs},
};

/// The most games of one run: none would live to see their end.
const MAX_GAMES: u64 = 1_000_000_000_000;

/// How many failures are told; one is enough to be worried.
const SHOWN_FAILURES: usize = 10;

/// Play random games and tell their results, lengths and numbers of choices
///
/// Every game is played as a match, and its record is read and replayed: the exit code is 1 if anything does not
/// fit. The same seed gives the same games on every machine, whatever the number of threads.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett random othello --games 10000 --seed 7\n  brett random backgammon --variant hypergammon"
)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number_in(1..=MAX_GAMES))]
    games: u64,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
    /// Write the record of each game into a folder, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Plays random games.
///
/// # Errors
/// If the arguments choose no game, or the records cannot be written.
pub(crate) fn run(args: &RandomArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = args.game.open(ctx)?;
    let threads = args.threads.count();
    let folder = args.records.as_deref().map(|path| RecordFolder::create(path, args)).transpose()?;
    let games = ctx.games;
    let (tally, time) = ctx.timed(|_| {
        let mut statistics = Statistics::new(game.start().seats());
        let mut failures = BTreeMap::new();
        let play = |idx| playing::play(games, &game, args.seed, idx + 1);
        workers::share(threads, args.games, play, |idx, outcome| {
            match outcome {
                Ok(played) => {
                    statistics.add(&played);
                    folder.as_ref().map_or(Ok(()), |folder| folder.write(game.info().id, &played))?;
                }
                Err(problem) => {
                    failures.insert(idx + 1, format!("{problem:#}"));
                    if SHOWN_FAILURES < failures.len() {
                        failures.pop_last();
                    }
                }
            }
            Ok(())
        })?;
        Ok((statistics, failures))
    })?;
    let (statistics, failures) = tally;
    let exit = if failures.is_empty() { Exit::Fine } else { Exit::No };
    ctx.answer(&Played {
        game: game.info().id,
        options: game.options(),
        games: args.games,
        seed: args.seed,
        failures: failures.into_iter().map(|(game, problem)| Failure { game, problem }).collect(),
        seats: statistics.results(&*game),
        length: Spread::of(statistics.lengths()),
        branching: Spread::of(statistics.branching()),
        fingerprint: format!("{:016x}", statistics.fingerprint()),
        plies: statistics.n_plies(),
        seconds: time.as_secs_f64(),
        plies_per_second: per_second(statistics.n_plies(), time),
        threads,
    })?;
    Ok(exit)
}

/// Where records are written.
struct RecordFolder<'a> {
    path: &'a Path,
    seed: u64,
    /// The digits of the last number, so that names sort as numbers do.
    n_digits: usize,
}

impl<'a> RecordFolder<'a> {
    fn create(path: &'a Path, args: &RandomArgs) -> anyhow::Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("--records: cannot make {}", path.display()))?;
        Ok(Self { path, seed: args.seed, n_digits: args.games.to_string().len() })
    }

    fn write(&self, game: &str, played: &PlayedGame) -> anyhow::Result<()> {
        let name = format!("{game}-{}-{:0width$}.brett", self.seed, played.number, width = self.n_digits);
        let file = self.path.join(name);
        fs::write(&file, &played.record)
            .with_context(|| format!("--records: cannot write {}", file.display()))
    }
}

#[derive(Debug, Serialize)]
struct Played {
    game: &'static str,
    options: String,
    games: u64,
    seed: u64,
    failures: Vec<Failure>,
    seats: Vec<SeatResults>,
    length: Spread,
    branching: Spread,
    fingerprint: String,
    plies: u64,
    seconds: f64,
    plies_per_second: f64,
    threads: usize,
}

/// A game in which something did not fit.
#[derive(Debug, Serialize)]
struct Failure {
    game: u64,
    problem: String,
}

/// The least, the mean and the most of something.
#[derive(Debug, Serialize)]
struct Spread {
    min: u64,
    mean: f64,
    max: u64,
}

impl Spread {
    fn of(tally: &Tally) -> Self {
        Self { min: tally.min(), mean: tally.mean(), max: tally.max() }
    }
}

impl Report for Played {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let title = Text::new(
            format!("{} random games, seed {}", self.games, self.seed),
            format!("{} Zufallsspiele, Startwert {}", self.games, self.seed),
        );
        page.heading(format!("{} {}: {}", self.game, self.options, page.say(&title)))?;
        page.gap()?;
        for Failure { game, problem } in &self.failures {
            let failure = Text::new(format!("game {game} failed"), format!("Spiel {game} ist misslungen"));
            page.line(format!("{}: {problem}", page.bold(page.say(&failure))))?;
        }
        if !self.failures.is_empty() {
            page.gap()?;
        }
        self.write_seats(page)?;
        page.gap()?;
        let plies = Text::fixed("plies", "Halbzüge");
        let moves = Text::fixed("moves to choose from", "Züge zur Wahl");
        page.field(&Text::fixed("length", "Länge"), self.length.line(page.say(&plies)))?;
        page.field(&Text::fixed("choices", "Auswahl"), self.branching.line(page.say(&moves)))?;
        page.field(&Text::fixed("fingerprint", "Fingerprint"), &self.fingerprint)?;
        let rate = rounded(self.plies_per_second);
        let (seconds, threads) = (self.seconds, self.threads);
        let speed = Text::new(
            format!("{rate} plies/s  ({seconds:.3} s, threads: {threads})"),
            format!("{rate} Halbzüge/s  ({seconds:.3} s, Threads: {threads})"),
        );
        page.field(&Text::fixed("speed", "Tempo"), page.say(&speed))
    }
}

impl Played {
    fn write_seats(&self, page: &mut Page<'_>) -> io::Result<()> {
        let names: Vec<&str> = self.seats.iter().map(|it| page.say(&it.name)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let titles = [
            Text::fixed("won", "gewonnen"),
            Text::fixed("shared", "geteilt"),
            Text::fixed("lost", "verloren"),
            Text::fixed("mean payoff", "Mittelwert"),
        ];
        let [won, shared, lost, mean] = titles.each_ref().map(|title| page.say(title));
        let titles = page.dim(format!("{won:>9} {shared:>9} {lost:>9} {mean:>13}"));
        page.line(format!("{:width$} {titles}", ""))?;
        for (seat, name) in self.seats.iter().zip(names) {
            page.line(format!(
                "{name:<width$} {:>9} {:>9} {:>9} {:>13.4}",
                seat.won, seat.shared, seat.lost, seat.mean_payoff
            ))?;
        }
        Ok(())
    }
}

impl Spread {
    fn line(&self, unit: &str) -> String {
        format!("{}–{} {unit}, ⌀ {:.2}", self.min, self.max, self.mean)
    }
}
