//! `brett lab book`: solves all openings of a length and writes them into a book.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use connect4::{Book, Score, Size, Solver, opening, openings};
use framework::Text;
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    commands::solve,
    context::{Context, Report},
    input,
    interrupts::Interrupts,
    number::number_in,
    page::Page,
    workers::{self, ThreadsArgs},
};

/// Of shorter openings every fourth length is stored as well, so that a look into the book never goes deep.
const BETWEEN_CHAPTERS: u16 = 4;

/// How long a person waits for news.
const BETWEEN_NEWS: Duration = Duration::from_secs(1);

/// Solve all openings of a length, and write a book of them
///
/// Every score is noted in a journal beside the book as soon as it is known. After an interrupt, or a crash, the same
/// command goes on where it was.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett lab book connect4 --plies 5 --out openings.bin\n  \
                  brett lab book connect4 --plies 8 --out openings.bin --threads 2 --table 4096")]
pub(crate) struct BookArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many discs lie in the openings
    #[arg(long, value_name = "N", value_parser = number_in(0..=12_u16))]
    plies: u16,
    /// The file for the book; the journal is beside it, with `.journal` at its end
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The megabytes of the table of positions
    #[arg(long, value_name = "MB", default_value_t = 1_024, value_parser = number_in(1..=1_000_000_usize))]
    table: usize,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Makes a book.
///
/// # Errors
/// If the board cannot be solved, a file cannot be read or written, or somebody interrupts.
pub(crate) fn run(args: &BookArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let size = solve::size(&args.game, ctx)?;
    ensure!(args.plies < size.cells(), "--plies {} is more than a game on {size} takes", args.plies);
    let mut solver = Solver::new(size, args.table << 20)?.without_book();
    let keys = openings(size, args.plies);
    let mut journal = Journal::open(&journal_path(&args.out), size, args.plies, keys.len())?;
    let left: Vec<usize> = (0..keys.len()).filter(|&idx| journal.scores[idx].is_none()).collect();
    let (n_solved, time) =
        ctx.timed(|ctx| solve_openings(args, &mut solver, &keys, &left, &mut journal, ctx))?;
    let scores: Option<Vec<Score>> = journal.scores.into_iter().collect();
    let scores = scores.context("the journal has gaps; run the command again")?;
    let shorter = (0..args.plies).rev().skip(BETWEEN_CHAPTERS as usize - 1).step_by(BETWEEN_CHAPTERS.into());
    let book = Book::from_scores(size, args.plies, scores, shorter)
        .context("the book does not hold together; remove the journal and run the command again")?;
    let bytes = book.write();
    fs::write(&args.out, &bytes).with_context(|| format!("--out {}", args.out.display()))?;
    ctx.answer(&Written {
        options: size.to_string(),
        plies: args.plies,
        openings: book.n_openings(),
        solved: n_solved,
        bytes: bytes.len(),
        seconds: time.as_secs_f64(),
        file: input::name(&args.out),
    })?;
    Ok(Exit::Fine)
}

/// Solves what is left, each opening on one thread, and returns how many that were.
fn solve_openings(
    args: &BookArgs,
    solver: &mut Solver,
    keys: &[u64],
    left: &[usize],
    journal: &mut Journal,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<usize> {
    let size = solver.size();
    let interrupts = Interrupts::watch_once().context("cannot watch for interrupts")?;
    let clock = ctx.console.clock;
    let begun = clock();
    let (mut n_done, mut last_news, mut nodes) = (0, begun, 0);
    let shared = solver.share();
    let solve = |number: u64| shared.solve(&opening(size, keys[left[number as usize]]), &|_| false);
    workers::share(args.threads.count(), left.len() as u64, solve, |number, solution| {
        let solution = solution.context("a search that nobody stops has ended early")?;
        journal.note(left[number as usize], solution.score)?;
        (n_done, nodes) = (n_done + 1, nodes + solution.nodes);
        let now = clock();
        if BETWEEN_NEWS <= now.saturating_sub(last_news) || n_done == left.len() {
            last_news = now;
            journal.out.flush().context("the journal cannot be written")?;
            let seconds = now.saturating_sub(begun).as_secs_f64();
            let to_go = seconds / n_done as f64 * (left.len() - n_done) as f64;
            let all = keys.len();
            let n_known = all - left.len() + n_done;
            writeln!(
                ctx.console.err,
                "{n_known}/{all} openings, {nodes} positions, about {to_go:.0} s to go"
            )?;
        }
        if interrupts.take() {
            journal.out.flush().context("the journal cannot be written")?;
            bail!("interrupted; the same command goes on from here");
        }
        Ok(())
    })?;
    Ok(n_done)
}

fn journal_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// The scores that are known, in a file: a title, then a line for each opening with its number and its score.
struct Journal {
    scores: Vec<Option<Score>>,
    out: BufWriter<File>,
}

impl Journal {
    /// Opens the journal of a book and reads what it knows; a line that was cut off does not count.
    fn open(path: &Path, size: Size, plies: u16, n_openings: usize) -> anyhow::Result<Self> {
        let title = format!("brettwerk book journal: {size}, {plies} plies, {n_openings} openings\n");
        let about = || format!("the journal {}", path.display());
        let mut scores = vec![None; n_openings];
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => title.clone(),
            Err(error) => return Err(error).with_context(about),
        };
        let Some(lines) = text.strip_prefix(&title) else {
            bail!("{} belongs to another book; remove it or choose another --out", about());
        };
        let whole = lines.rfind('\n').map_or("", |end| &lines[..=end]);
        for (line_idx, line) in whole.lines().enumerate() {
            let known = line.split_once(' ').and_then(|(idx, score)| {
                let (idx, score) = (idx.parse::<usize>().ok()?, score.parse::<i8>().ok()?);
                scores.get_mut(idx).map(|place| *place = Some(Score::new(score.into())))
            });
            known.with_context(|| {
                format!("{}, line {}: {line:?} is no score; remove it", about(), line_idx + 2)
            })?;
        }
        // What was cut off is written over.
        let file =
            OpenOptions::new().create(true).write(true).truncate(true).open(path).with_context(about)?;
        let mut out = BufWriter::new(file);
        write!(out, "{title}{whole}").and_then(|()| out.flush()).with_context(about)?;
        Ok(Self { scores, out })
    }

    fn note(&mut self, idx: usize, score: Score) -> anyhow::Result<()> {
        self.scores[idx] = Some(score);
        writeln!(self.out, "{idx} {score}").context("the journal cannot be written")
    }
}

#[derive(Debug, Serialize)]
struct Written {
    options: String,
    plies: u16,
    openings: usize,
    solved: usize,
    bytes: usize,
    seconds: f64,
    file: String,
}

impl Report for Written {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { options, plies, openings, solved, bytes, seconds, file } = self;
        let sentence = Text::new(
            format!(
                "{file}: {openings} openings of up to {plies} plies on {options} in {bytes} bytes; {solved} were \
                 solved now in {seconds:.1} s."
            ),
            format!(
                "{file}: {openings} Eröffnungen bis {plies} Halbzüge auf {options} in {bytes} Bytes; {solved} \
                 davon jetzt gelöst, in {seconds:.1} s."
            ),
        );
        page.line(page.say(&sentence))
    }
}
