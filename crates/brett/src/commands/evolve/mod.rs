//! `brett evolve`: improves the weights of a player.

mod progress;
mod report;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, anyhow};
use arena::{
    Flow,
    evolve::{
        Assignment, Checkpoints, EvolveError, FolderError, Habits, Method, Orders, Run, Stage, Subject,
        TestOrders,
    },
    usual_opening_plies,
};
use clap::{Args, ValueEnum};
use framework::{AnyGame, Millis, search::Limits, search::TunablePlayer};

pub(super) use self::progress::Show;
use self::{progress::Progress, report::Evolved};
use crate::{
    Exit, choice::GameArgs, context::Context, interrupts::Interrupts, limits::span, number::number_in,
    weights, workers::ThreadsArgs,
};

/// The most games of one run: nobody would live to see their end.
pub(super) const MAX_GAMES: u64 = 1_000_000_000_000;

/// Improve the weights of a player by letting it play
///
/// Candidates play pairs of games against the player as it is, all with the same dice or openings. What is found is
/// on disk at once, in the folder of the run: best.toml (the weights), chart.svg (strength over games) and journal
/// (everything). Ctrl-C stops at any time, and the same command goes on where it was. In the end the best weights
/// are tested in fresh games. Who asks for a player without weights is told which players have some.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett evolve backgammon welfenlab-2006\n  \
                  brett evolve backgammon welfenlab-2006 --from zero --games 60000 --seed 2\n  \
                  brett evolve othello denkmaschine-2014:depth=2 --method spsa --time-limit 10m\n  \
                  brett play backgammon --seats human,welfenlab-2006:evolve-backgammon-welfenlab-2006-1/best.toml")]
pub(crate) struct EvolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The player whose weights are improved, with its options
    #[arg(index = 2)]
    player: String,
    /// How weights are looked for
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    method: MethodName,
    /// The weights to start from: start (the player's own), zero, or a weight file
    #[arg(long, value_name = "START", default_value = "start")]
    from: String,
    /// The opponent against which candidates are measured [the player as it is given]
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// How many games are played to find weights
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = number_in(100..=MAX_GAMES))]
    games: u64,
    /// How many pairs of games every candidate plays at first; more when luck hides their differences
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number_in(4..=1_000_000_u64))]
    pairs: u64,
    /// How many games the last test plays at most
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number_in(2..=MAX_GAMES))]
    test_games: u64,
    /// Plays all games of the last test, even when it is decided before
    #[arg(long)]
    whole_test: bool,
    /// The gain in points a game that the last test tells from none
    #[arg(long, value_name = "POINTS", default_value_t = 0.05)]
    gain: f64,
    /// Ends the search for weights after this time, such as 10m
    #[arg(long, value_name = "TIME", value_parser = span)]
    time_limit: Option<Millis>,
    /// How many random plies every game begins with [as many as matches of the game have]
    #[arg(long, value_name = "N", value_parser = number_in(0..=100_u32))]
    opening_plies: Option<u32>,
    /// How many plies both players may look ahead
    #[arg(long, value_name = "PLIES", value_parser = number_in(1..=1_000_u32))]
    depth: Option<u32>,
    /// How many positions both players may visit for a move
    #[arg(long, value_name = "N", value_parser = number_in(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=i64::MAX as u64))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The folder of the run [evolve-GAME-PLAYER-SEED]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also draw the run of another folder on the chart
    #[arg(long, value_name = "DIR")]
    beside: Vec<PathBuf>,
    /// Shows progress as the evolver of 2006 did: [ for a game, . for a move, ] for its end
    #[arg(long)]
    classic_output: bool,
}

/// The methods by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum MethodName {
    /// A cloud of candidates that adapts its shape
    #[default]
    CmaEs,
    /// Two measurements a step, for many weights
    Spsa,
    /// The algorithm of the 2006 paper, with its settings: 5 individuals and 5 games a match
    Genetic,
}

impl MethodName {
    const fn method(self) -> Method {
        match self {
            Self::CmaEs => Method::CmaEs,
            Self::Spsa => Method::Spsa,
            Self::Genetic => Method::Genetic(OF_2006),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::CmaEs => "cma-es",
            Self::Spsa => "spsa",
            Self::Genetic => "genetic",
        }
    }
}

/// The paper's larger experiment; radius and probability are not told there.
pub(crate) const OF_2006: Habits =
    Habits { population: 5, mutation_probability: 0.5, mutation_radius: 1.0, games_per_match: 5 };

/// Improves weights.
///
/// # Errors
/// If there is no such player, its folder cannot be used, or something cannot be played.
pub(crate) fn run(args: &EvolveArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = args.game.open(ctx)?;
    let player_text = weights::resolved(&*game, &args.player)?;
    let player = tunable(&*game, &player_text)?;
    let start = match args.from.as_str() {
        "start" => player.values(),
        "zero" => vec![0.0; player.parameters.len()],
        file => {
            let file = weights::read(Path::new(file)).context("--from is start, zero or a weight file")?;
            file.weights_for(&*game, &player).context("--from")?
        }
    };
    let opponent = match &args.against {
        Some(text) => weights::resolved(&*game, text)?,
        None => player_text,
    };
    game.engine(&opponent).context("--against")?;
    let orders = Orders {
        method: args.method.method(),
        games: args.games,
        pairs: args.pairs,
        opponent,
        limits: Limits { depth: args.depth, nodes: args.nodes, ..Limits::NONE },
        opening_plies: args.opening_plies.unwrap_or_else(|| usual_opening_plies(&*game)),
        seed: args.seed,
        checkpoints: Checkpoints::usual(args.games),
    };
    let test = TestOrders { pairs: args.test_games / 2, gain: args.gain, plays_all: args.whole_test };
    let beside =
        args.beside.iter().map(|folder| Run::curve(folder)).collect::<Result<_, _>>().context("--beside")?;
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("evolve-{}-{}-{}", game.info().id, player.name, args.seed)));
    let command = args.command(game.info().id);
    let assignment =
        Assignment { subject: Subject::new(game, player, &start), orders, test, command, beside };
    let show = if args.classic_output { Show::Classic } else { Show::Modern };
    drive(&folder, assignment, args.threads.count(), args.time_limit, show, ctx)
}

impl EvolveArgs {
    /// The command that finds the same weights and tests them alike: everything on which the result depends, and nothing
    /// else.
    fn command(&self, game: &str) -> String {
        let mut command = format!("brett evolve {game} {}", self.player);
        let mut add = |name: &str, value: &str| command.push_str(&format!(" --{name} {value}"));
        if !self.game.variant().is_empty() {
            add("variant", &format!("'{}'", self.game.variant()));
        }
        add("method", self.method.word());
        add("from", &self.from);
        if let Some(against) = &self.against {
            add("against", against);
        }
        add("games", &self.games.to_string());
        add("pairs", &self.pairs.to_string());
        if let Some(plies) = self.opening_plies {
            add("opening-plies", &plies.to_string());
        }
        if let Some(depth) = self.depth {
            add("depth", &depth.to_string());
        }
        if let Some(nodes) = self.nodes {
            add("nodes", &nodes.to_string());
        }
        add("seed", &self.seed.to_string());
        add("test-games", &self.test_games.to_string());
        add("gain", &self.gain.to_string());
        if self.whole_test {
            command.push_str(" --whole-test");
        }
        command
    }
}

/// The player that a text chooses, if it has weights.
///
/// # Errors
/// If there is no such player, or it has none.
pub(super) fn tunable(game: &dyn AnyGame, text: &str) -> anyhow::Result<TunablePlayer> {
    let player = game.tunable(text)?;
    player.ok_or_else(|| {
        let has_weights = |name: &&str| matches!(game.tunable(name), Ok(Some(_)));
        let names: Vec<&str> =
            game.engines().iter().map(|engine| engine.name).filter(|name| has_weights(name)).collect();
        match names.as_slice() {
            [] => anyhow!("no player of this game has weights that could be improved"),
            _ => anyhow!(
                "the player {text} has no weights that could be improved; choose {}",
                names.join(", ")
            ),
        }
    })
}

/// Runs everything in a folder to its end, or until somebody interrupts it.
///
/// # Errors
/// If the folder cannot be used, or something cannot be played or written.
pub(super) fn drive(
    folder: &Path,
    assignment: Assignment,
    threads: usize,
    time_limit: Option<Millis>,
    show: Show,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let interrupts = Interrupts::watch().context("watching for Ctrl-C")?;
    let mut run = Run::open(folder, assignment)?;
    let began = (ctx.console.clock)();
    let mut progress = Progress::new(show, began, &run);
    Progress::begins(&run, folder, ctx.console)?;
    while run.stage() != Stage::Over {
        let is_late = |now: Duration| {
            let spent = now.saturating_sub(began).as_millis();
            time_limit.is_some_and(|limit| u128::from(limit.0) <= spent)
        };
        let begins_late = is_late((ctx.console.clock)());
        // A generation can take minutes; the one that is not ended in time is left out.
        let can_run_out = run.stage() == Stage::Searching && !begins_late;
        let mut has_run_out = false;
        let advanced = run.advance(threads, begins_late, &mut |sight| {
            let flow = progress.see(&sight, &interrupts, ctx.console);
            has_run_out = flow == Flow::GoOn && can_run_out && is_late((ctx.console.clock)());
            if has_run_out { Flow::Stop } else { flow }
        });
        match advanced {
            Ok(_) => progress.advanced(&run, ctx.console)?,
            Err(FolderError::Evolve(EvolveError::Stopped)) if has_run_out => {}
            Err(FolderError::Evolve(EvolveError::Stopped)) => {
                progress.ends(ctx.console)?;
                writeln!(
                    ctx.console.err,
                    "stopped after {} games; the best weights so far are in {}, and the same command goes on",
                    run.evolution().state().games,
                    run.best_file().display()
                )?;
                return Ok(Exit::No);
            }
            Err(error) => return Err(error.into()),
        }
    }
    progress.ends(ctx.console)?;
    ctx.answer(&Evolved::of(&run))?;
    Ok(Exit::Fine)
}
