//! `brett puzzles make`: finds puzzles.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use clap::Args;
use framework::{AnyGame, AnyPosition, EngineError, Record, StableHasher, Text};
use puzzles::{Header, Maker, Puzzle, PuzzleSet, Recipe, Refusal, SetLine, self_play};
use serde::Serialize;

use super::library::{self, Library};
use crate::{
    Exit,
    choice::GameArgs,
    context::{Context, Report},
    input,
    interrupts::Interrupts,
    number::number_in,
    page::Page,
    workers::{self, ThreadsArgs},
};

/// The most games that are looked through; nobody waits for more.
const MAX_GAMES: u64 = 1_000_000_000;

/// How often progress is shown.
const BETWEEN_NEWS: Duration = Duration::from_secs(5);

/// Find puzzles: positions in which one move is much better than all others, and a person can find it
///
/// Left out is what is forced, what a look at the next position solves, what a deeper search refutes, and what no level below the
/// last finds. Without --from, the games are played by levels who err. The same seed gives the same puzzles on every machine,
/// whatever the number of threads; a run that was interrupted goes on where it was when it is started again.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett puzzles make connect4 --out connect4.puzzles\n  brett puzzles make othello --from games/ --out othello.puzzles\n  \
                  brett puzzles make backgammon --from ~/.local/share/brett --count 50 --out ours.puzzles"
)]
pub(crate) struct MakeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Where the games are: files in any format that brett convert reads, folders of them, or the data folder of a server; may be
    /// repeated
    #[arg(long, value_name = "PATH")]
    from: Vec<PathBuf>,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many puzzles are wanted
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number_in(1..=100_000_usize))]
    count: usize,
    /// The most games that are looked through
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number_in(1..=MAX_GAMES))]
    games: u64,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Makes puzzles.
///
/// # Errors
/// If the games cannot be read, or the file cannot be written or is one of another run.
pub(super) fn run(args: &MakeArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let (entry, chosen) = args.game.open_entry(ctx)?;
    let id = entry.info.id;
    let recipe = Recipe::of(id);
    let game = match args.game.variant() {
        "" => entry.open_text(recipe.options)?,
        _ => chosen,
    };
    let source = Source::new(args, &game, ctx)?;
    let (mut file, begun) = open(args, id, &source.made(&*game, args.seed))?;
    let n_games = source.n_games().map_or(args.games, |n_games| n_games.min(args.games));
    let first = begun.examined();
    let mut known: BTreeSet<_> = begun.puzzles().iter().map(|puzzle| puzzle.id.clone()).collect();
    let interrupts = Interrupts::watch_once()?;
    let has_enough = AtomicBool::new(args.count <= known.len());
    let makers: Mutex<Vec<Maker>> = Mutex::new(Vec::new());
    let job = |idx: u64| -> Result<Option<Examined>, EngineError> {
        if has_enough.load(Ordering::Relaxed) || interrupts.is_seen() {
            return Ok(None);
        }
        let number = first + idx;
        let kept = makers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut maker = kept.map_or_else(|| Maker::new(&*game, recipe.clone()), Ok)?;
        let positions = source.positions(&*game, &recipe, args.seed, number)?;
        let mut examined = Examined::default();
        examined.puzzles = maker.examine_game(&positions, args.seed, number, |refusal| {
            *examined.refused.entry(refusal).or_default() += 1;
        });
        makers.lock().unwrap_or_else(PoisonError::into_inner).push(maker);
        Ok(Some(examined))
    };
    // Games are written in their order, whichever is done first: then a file says how far it is by one number.
    let mut waiting: BTreeMap<u64, Examined> = BTreeMap::new();
    let mut next = 0;
    let mut refused: BTreeMap<Refusal, u64> = BTreeMap::new();
    let (clock, mut told) = (ctx.console.clock, Duration::ZERO);
    let is_told = ctx.console.err_is_terminal;
    {
        let progress = ctx.progress();
        workers::share(args.threads.count(), n_games.saturating_sub(first), job, |idx, examined| {
            let Some(examined) = examined? else { return Ok(()) };
            waiting.insert(idx, examined);
            while let Some(examined) = waiting.remove(&next).filter(|_| known.len() < args.count) {
                next += 1;
                for (refusal, count) in examined.refused {
                    *refused.entry(refusal).or_default() += count;
                }
                let mut lines = String::new();
                for puzzle in examined.puzzles {
                    if known.insert(puzzle.id.clone()) {
                        lines.push_str(&SetLine::Puzzle(Box::new(puzzle)).to_text());
                    }
                }
                lines.push_str(&SetLine::Examined { examined: first + next }.to_text());
                file.write_all(lines.as_bytes()).context("--out")?;
            }
            has_enough.store(args.count <= known.len(), Ordering::Relaxed);
            let now = clock();
            if is_told && BETWEEN_NEWS <= now.saturating_sub(told) {
                told = now;
                progress(format!("{} / {}: {} games", known.len(), args.count, first + next));
            }
            Ok(())
        })?;
    }
    let report = Made {
        game: id,
        options: game.options(),
        puzzles: known.len(),
        games: first + next,
        refused: refused.into_iter().map(|(refusal, count)| (word(refusal), count)).collect(),
        unreadable: source.refused(),
        is_interrupted: interrupts.is_seen(),
    };
    ctx.answer(&report)?;
    Ok(if report.puzzles == 0 { Exit::No } else { Exit::Fine })
}

/// What came of a game.
#[derive(Default)]
struct Examined {
    puzzles: Vec<Puzzle>,
    refused: BTreeMap<Refusal, u64>,
}

/// Where games come from.
enum Source {
    SelfPlay,
    Library(Library),
}

impl Source {
    fn new(args: &MakeArgs, game: &Arc<dyn AnyGame>, ctx: &Context<'_, '_>) -> anyhow::Result<Self> {
        if args.from.is_empty() {
            return Ok(Self::SelfPlay);
        }
        let mut library = Library::read(&args.from, &**game, ctx.games)?;
        let options = game.options();
        library.records.retain(|record| record.options == options);
        ensure!(
            !library.records.is_empty(),
            "--from holds no game of {} {options}; choose another --variant, or leave --from out",
            game.info().id
        );
        Ok(Self::Library(library))
    }

    /// From what the puzzles are made, so that nobody goes on with those of another run.
    fn made(&self, game: &dyn AnyGame, seed: u64) -> String {
        match self {
            Self::SelfPlay => format!("self-play {} seed={seed}", game.options()),
            Self::Library(library) => {
                let hash = |record: &Record| record.rounds.iter().map(|round| round.hash).collect::<Vec<_>>();
                let all: Vec<_> = library.records.iter().flat_map(hash).collect();
                let mut hasher = StableHasher::default();
                std::hash::Hash::hash(&all, &mut hasher);
                let digest = std::hash::Hasher::finish(&hasher);
                format!("{} games {digest:016x} {} seed={seed}", library.records.len(), game.options())
            }
        }
    }

    fn n_games(&self) -> Option<u64> {
        match self {
            Self::SelfPlay => None,
            Self::Library(library) => Some(library.records.len() as u64),
        }
    }

    fn positions(
        &self,
        game: &dyn AnyGame,
        recipe: &Recipe,
        seed: u64,
        number: u64,
    ) -> Result<Vec<Box<dyn AnyPosition>>, EngineError> {
        match self {
            Self::SelfPlay => self_play(game, recipe, seed, number),
            Self::Library(library) => Ok(library::decisions(&library.records[number as usize], game)),
        }
    }

    fn refused(self) -> Vec<String> {
        match self {
            Self::SelfPlay => Vec::new(),
            Self::Library(library) => library.refused,
        }
    }
}

/// The file to write, with what an earlier run has left in it.
fn open(args: &MakeArgs, game: &str, made: &str) -> anyhow::Result<(File, PuzzleSet)> {
    let header = Header::new(game, made);
    let name = args.out.display();
    if !args.out.exists() {
        let text = format!("{}\n", serde_json::to_string(&header)?);
        fs::write(&args.out, text).with_context(|| format!("--out: cannot write {name}"))?;
    }
    let text = input::file_text(&args.out)?;
    let set = PuzzleSet::read(&text).with_context(|| format!("--out: {name}"))?;
    ensure!(
        *set.header() == header,
        "--out: {name} was made from {} ({}), and this run is {made}; name another file",
        set.header().made,
        set.header().game
    );
    let file = OpenOptions::new().append(true).open(&args.out);
    let file = file.with_context(|| format!("--out: cannot write {name}"))?;
    // What follows the last complete game is done again.
    file.set_len(set.complete_bytes() as u64).with_context(|| format!("--out: cannot write {name}"))?;
    let set = PuzzleSet::read(&text[..set.complete_bytes()])?;
    Ok((file, set))
}

const fn word(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Forced => "forced",
        Refusal::NoGap => "no-gap",
        Refusal::Trivial => "trivial",
        Refusal::Unstable => "unstable",
        Refusal::TooHard => "too-hard",
    }
}

#[derive(Debug, Serialize)]
struct Made {
    game: &'static str,
    options: String,
    puzzles: usize,
    games: u64,
    refused: BTreeMap<&'static str, u64>,
    unreadable: Vec<String>,
    is_interrupted: bool,
}

impl Report for Made {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { game, options, puzzles, games, .. } = self;
        page.heading(format!("{game} {options}"))?;
        page.field(&Text::fixed("puzzles", "Aufgaben"), puzzles)?;
        page.field(&Text::fixed("games", "Partien"), games)?;
        let of = |word| self.refused.get(word).copied().unwrap_or_default();
        let [forced, gap, trivial, unstable, hard] =
            ["forced", "no-gap", "trivial", "unstable", "too-hard"].map(of);
        let left_out = Text::new(
            format!(
                "{forced} forced, {gap} without one best move, {trivial} trivial, {unstable} refuted by a deeper search, {hard} too hard"
            ),
            format!(
                "{forced} erzwungen, {gap} ohne einen besten Zug, {trivial} trivial, {unstable} von einer tieferen Suche widerlegt, {hard} zu schwer"
            ),
        );
        page.field(&Text::fixed("left out", "weggelassen"), page.say(&left_out))?;
        self.unreadable.iter().try_for_each(|problem| page.line(problem))?;
        if self.is_interrupted {
            let note = Text::fixed(
                "interrupted; the same command goes on",
                "unterbrochen; derselbe Befehl macht weiter",
            );
            page.line(page.say(&note))?;
        }
        Ok(())
    }
}
