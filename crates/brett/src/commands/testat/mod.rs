//! `brett testat`: the exam of the 2018 course, for one program or all of a folder.

#[cfg(unix)]
mod referee;
mod report;

use std::{
    collections::HashSet,
    fs,
    hash::{BuildHasher as _, RandomState},
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use self::report::{Examined, TestatReport};
use crate::{Exit, context::Context, number::number_in, workers};

/// Examine programs of the 2018 course: five games each against its environment
///
/// A program is an executable that was built with sdk/praktikum, or a Python file that uses it; a folder stands for all
/// of them in it. Each plays a match of five games at the difficulty given here, whatever it passes to Start, and has
/// two seconds for a move, as in the course. It passes if it wins at least as many games as it loses. The programs run with your rights:
/// examine only those that you trust.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett testat bau/beispiel\n  brett testat abgaben/ --level 5 --out ergebnisse\n  \
                  brett testat a b c --jobs 2 --json\n\n\
                  Exit codes: 0 all have passed, 1 some have not, 2 wrong usage."
)]
pub(crate) struct TestatArgs {
    /// Executables, Python files, or folders of them
    #[arg(value_name = "PROGRAM", required = true)]
    programs: Vec<PathBuf>,
    /// The difficulty of the environment
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number_in(1..=6_u32))]
    level: u32,
    /// How many programs play at the same time; half of the cores unless given, since each thinks for itself
    #[arg(long, value_name = "N", value_parser = number_in(1..=256_usize))]
    jobs: Option<usize>,
    /// The folder for the record of each match and for what each program has written
    #[arg(long, value_name = "DIR", default_value = "testat")]
    out: PathBuf,
    /// How many seconds a program has for a move
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number_in(1..=3_600_u32))]
    seconds: u32,
    /// What the environment draws its choices from [another one each time]
    #[arg(long, value_name = "N", value_parser = number_in(0..=u64::MAX))]
    seed: Option<u64>,
}

/// What all programs are examined by.
#[cfg_attr(not(unix), expect(dead_code, reason = "there is no referee for this system"))]
#[derive(Clone, Copy, Debug)]
struct Exam {
    level: u32,
    /// How long a program may think about a move.
    seconds: u32,
}

/// A program to be examined.
#[cfg_attr(not(unix), expect(dead_code, reason = "there is no referee for this system"))]
#[derive(Debug)]
struct Candidate {
    path: PathBuf,
    /// What it is called in the table and in the names of its files.
    name: String,
}

/// Examines the programs.
///
/// # Errors
/// If there is no such program, or the results cannot be written.
pub(crate) fn run(args: &TestatArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let candidates = candidates(&args.programs)?;
    fs::create_dir_all(&args.out).with_context(|| format!("--out: cannot make {}", args.out.display()))?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("testat"));
    let jobs =
        args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from).div_ceil(2));
    let mut examined: Vec<Option<Examined>> = candidates.iter().map(|_| None).collect();
    let exam = Exam { level: args.level, seconds: args.seconds };
    let examine = |number: u64| {
        let candidate = &candidates[number as usize];
        examine(candidate, exam, seed.wrapping_add(number), &args.out)
    };
    let n_programs = candidates.len() as u64;
    workers::share(jobs, n_programs, examine, |number, result| {
        examined[number as usize] = Some(result?);
        Ok(())
    })?;
    let report = TestatReport {
        level: args.level,
        seconds: args.seconds,
        seed,
        records: args.out.display().to_string(),
        programs: examined.into_iter().flatten().collect(),
    };
    ctx.answer(&report)?;
    Ok(if report.programs.iter().all(|program| program.passed) { Exit::Fine } else { Exit::No })
}

#[cfg(unix)]
fn examine(candidate: &Candidate, exam: Exam, seed: u64, out: &Path) -> anyhow::Result<Examined> {
    referee::examine(candidate, exam, seed, out)
}

#[cfg(not(unix))]
fn examine(_: &Candidate, _: Exam, _: u64, _: &Path) -> anyhow::Result<Examined> {
    bail!("brett testat needs a system with Unix sockets, as sdk/praktikum does")
}

/// The programs that the arguments name, those of a folder in the order of their names.
fn candidates(paths: &[PathBuf]) -> anyhow::Result<Vec<Candidate>> {
    let mut found = Vec::new();
    for path in paths {
        let about = || path.display().to_string();
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = fs::read_dir(path)
                .with_context(about)?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<_, _>>()
                .with_context(about)?;
            inside.retain(|path| path.is_file() && is_program(path));
            ensure!(
                !inside.is_empty(),
                "{} holds no program; build those in it first, for example by make PROGRAMM=…",
                path.display()
            );
            inside.sort();
            found.extend(inside);
        } else if !path.exists() {
            bail!("{} does not exist", path.display());
        } else if is_program(path) {
            found.push(path.clone());
        } else {
            bail!(
                "{} cannot be executed; build it first (make PROGRAMM=… in sdk/praktikum), or make it executable",
                path.display()
            );
        }
    }
    let mut names = HashSet::new();
    let mut named = |path: PathBuf| {
        let stem = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut name = stem.clone();
        for number in 2.. {
            if names.insert(name.clone()) {
                break;
            }
            name = format!("{stem}-{number}");
        }
        Candidate { path, name }
    };
    Ok(found.into_iter().map(&mut named).collect())
}

fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    is_python(path) || path.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    is_python(path)
}
