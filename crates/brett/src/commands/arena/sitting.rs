//! Playing everything that is to be played, with a journal, records, progress and a hand on the brake.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow};
use arena::{Finished, Flow, Job, Journal, Plan, RunError, RunNews, TableFinished, TableJob, Task};
use serde::{Serialize, de::DeserializeOwned};

use super::{ArenaArgs, entrant::is_file, progress::Progress};
use crate::{context::Context, interrupts::Interrupts};

/// A task whose result is kept in journals and folders.
pub(in crate::commands) trait KeptTask:
    Task<Outcome: Serialize + DeserializeOwned> + Ord + Clone + Sync
{
    /// What was played.
    fn of(outcome: &Self::Outcome) -> &Self;
    /// The record of the games.
    fn record(outcome: &mut Self::Outcome) -> &mut String;
    /// What tells its record from others, for a name of a file, in a run of so many players.
    fn record_name(&self, n_players: usize) -> String;
}

impl KeptTask for Job {
    fn of(outcome: &Finished) -> &Self {
        &outcome.job
    }

    fn record(outcome: &mut Finished) -> &mut String {
        &mut outcome.record
    }

    fn record_name(&self, n_players: usize) -> String {
        let Self { round, first, second, number } = self;
        match n_players {
            2 => format!("{:06}", number + 1),
            _ => format!("{}-{}-{}-{:06}", round + 1, first + 1, second + 1, number + 1),
        }
    }
}

impl KeptTask for TableJob {
    fn of(outcome: &TableFinished) -> &Self {
        &outcome.job
    }

    fn record(outcome: &mut TableFinished) -> &mut String {
        &mut outcome.record
    }

    fn record_name(&self, _: usize) -> String {
        let players: String = self.players.iter().map(|player| format!("{}-", player + 1)).collect();
        format!("{players}{:06}-{}", self.deal + 1, self.turned + 1)
    }
}

/// A run from its first game to its last, perhaps over several starts of the program.
pub(in crate::commands) struct Sitting<'a, T: KeptTask = Job> {
    plan: &'a Plan,
    threads: usize,
    journal: Option<Journal>,
    /// What was played before this start and not asked for yet.
    known: BTreeMap<T, T::Outcome>,
    /// How many encounters were played before this start.
    n_known: usize,
    records: Option<PathBuf>,
    interrupts: Interrupts,
    progress: Progress,
    /// Players for whom the run waits without end, which people should hear once.
    awaited: Vec<&'a str>,
}

/// How a part of a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::commands) enum Ended {
    /// Everything was played, or no more was needed.
    Complete,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl<'a, T: KeptTask> Sitting<'a, T> {
    /// Opens the journal and reads what was played before. `kind` tells matches from tournaments.
    ///
    /// # Errors
    /// If the journal or the folder for records cannot be used.
    pub(in crate::commands) fn open(
        args: &ArenaArgs,
        plan: &'a Plan,
        kind: &BTreeMap<String, String>,
        ctx: &Context<'_, '_>,
    ) -> anyhow::Result<Self> {
        let mut identity = plan.identity();
        identity.extend(kind.clone());
        if let Some(folder) = &args.records {
            fs::create_dir_all(folder)
                .with_context(|| format!("--records: cannot make {}", folder.display()))?;
        }
        let mut known = BTreeMap::new();
        let journal = match (&args.journal, args.no_journal) {
            (_, true) => None,
            (Some(path), false) => Some(path.clone()),
            (None, false) => Some(usual_path(plan, &identity)),
        };
        let command: Vec<_> = std::env::args_os().map(|arg| quoted(&arg.to_string_lossy())).collect();
        let keeps_records = args.records.is_some();
        let journal = journal
            .map(|path| {
                Journal::open(&path, &command.join(" "), &identity, |mut finished: T::Outcome| {
                    if !keeps_records {
                        *T::record(&mut finished) = String::new();
                    }
                    known.insert(T::of(&finished).clone(), finished);
                })
            })
            .transpose()
            .context("--journal")?;
        // Two games at once would write into the same file.
        let files = plan.players().iter().filter(|player| is_file(&player.name));
        let one_at_a_time = files.clone().next().is_some();
        let awaited =
            files.filter(|player| player.limits.time.is_none()).map(|player| &*player.name).collect();
        Ok(Self {
            plan,
            threads: if one_at_a_time { 1 } else { args.threads.count() },
            journal,
            n_known: known.len(),
            known,
            records: args.records.clone(),
            interrupts: Interrupts::watch_once()?,
            progress: Progress::new(ctx),
            awaited,
        })
    }

    /// Plays encounters that were not played before; `count` hears of all of them, those of earlier starts first,
    /// and says whether more are needed; `say` tells how it stands.
    ///
    /// # Errors
    /// If something cannot be written or no thread can be started.
    pub(in crate::commands) fn play<S>(
        &mut self,
        jobs: impl Iterator<Item = T> + Clone + Send,
        n_jobs: u64,
        state: &mut S,
        count: impl Fn(&mut S, T::Outcome) -> Flow,
        say: impl Fn(&S) -> String,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<Ended> {
        let Self { plan, known, journal, records, interrupts, progress, threads, awaited, .. } = self;
        let mut done = BTreeSet::new();
        for job in jobs.clone() {
            if known.is_empty() {
                break;
            }
            let Some(mut finished) = known.remove(&job) else { continue };
            done.insert(job);
            keep_record::<T>(records.as_deref(), plan, &mut finished)?;
            if count(state, finished) == Flow::Stop {
                return Ok(Ended::Complete);
            }
        }
        if interrupts.is_seen() {
            return Ok(Ended::Interrupted);
        }
        for player in awaited.drain(..) {
            let err = &mut ctx.console.err;
            writeln!(
                err,
                "{player} is waited for without a limit; {player}@1m gives it a minute for a move"
            )?;
            err.flush()?;
        }
        progress.begin(n_jobs, done.len() as u64, ctx);
        let left = jobs.filter(|job| !done.contains(job));
        let mut ended = Ended::Complete;
        let outcome = plan.run(left, *threads, |news| -> anyhow::Result<Flow> {
            let flow = match news {
                RunNews::Finished(mut finished) => {
                    if let Some(journal) = journal {
                        journal.append(&finished)?;
                    }
                    keep_record::<T>(records.as_deref(), plan, &mut finished)?;
                    progress.advance();
                    count(state, *finished)
                }
                RunNews::Quiet => Flow::GoOn,
            };
            progress.show(|| say(state), ctx)?;
            if interrupts.is_seen() {
                ended = Ended::Interrupted;
                return Ok(Flow::Stop);
            }
            Ok(flow)
        });
        progress.clear(ctx)?;
        if ended == Ended::Interrupted && journal.is_some() {
            writeln!(ctx.console.err, "interrupted; the same command goes on from here")?;
        }
        match outcome {
            Ok(()) => Ok(ended),
            Err(RunError::Watcher(error)) => Err(error),
            Err(RunError::Thread(error)) => {
                Err(anyhow!(error).context("cannot start a thread; give a smaller --threads"))
            }
        }
    }

    /// The file in which everything is remembered, and how many encounters it held at the start.
    pub(in crate::commands) fn journal(&self) -> Option<(&Path, usize)> {
        self.journal.as_ref().map(|journal| (journal.path(), self.n_known))
    }

    /// How many threads play.
    pub(in crate::commands) const fn threads(&self) -> usize {
        self.threads
    }
}

/// An argument as a shell would read it again.
fn quoted(arg: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_=@:.,/+".contains(char);
    if !arg.is_empty() && arg.chars().all(is_plain) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

/// A name that is the same whenever the same is played.
fn usual_path(plan: &Plan, identity: &BTreeMap<String, String>) -> PathBuf {
    let mut hasher = framework::StableHasher::default();
    identity.hash(&mut hasher);
    PathBuf::from(format!("{}-{:016x}.arena", plan.agreement().game.info().id, hasher.finish()))
}

fn keep_record<T: KeptTask>(
    folder: Option<&Path>,
    plan: &Plan,
    finished: &mut T::Outcome,
) -> anyhow::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let name = T::of(finished).record_name(plan.players().len());
    let file = folder.join(format!("{}-{name}.brett", plan.agreement().game.info().id));
    fs::write(&file, T::record(finished))
        .with_context(|| format!("--records: cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_kept_as_a_shell_reads_them() {
        assert_eq!(quoted("level3@nodes=20"), "level3@nodes=20");
        assert_eq!(quoted("gtp:./bot -x"), "'gtp:./bot -x'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
