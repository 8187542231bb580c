//! `brett admin`: look after a server.

mod audit_head;
mod check;
mod people;
mod secret;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, Subcommand};
use server::{Admin, audit::AuditReport, restore};

use super::serve::usual_folder;
use crate::{Exit, context::Context};

/// Look after a server: checks, copies, accounts, bans
///
/// All of these work while the server runs, except restore. A database that a later version has written is refused and
/// left as it is; none is made where there is none. Passwords are asked for, or read from the first line
/// of standard input; they are never arguments, which others could see.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett admin check\n  brett admin backup /backups/monday.db\n  \
                  brett admin audit-head | ssh elsewhere 'cat >> brett.heads'\n  \
                  brett admin create-user Anna\n  brett admin ban Mallory 'insults in the lobby'\n  \
                  brett admin prune-guests --older-than 30d")]
pub(crate) struct AdminArgs {
    /// The folder in which the server keeps everything [env: BRETT_DATA] [usually ~/.local/share/brett]
    #[arg(id = "server-data", long = "data", value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play every game through and compare positions, results and dice with what is written; nothing is changed
    ///
    /// Everything is also compared with the audit chain, and ratings are computed anew from the results, so that it is
    /// found out if somebody has changed the database behind the back of the server. Ends with 1 and a list if
    /// something does not agree.
    Check {
        /// A file with heads of the audit chain that were noted before, by which it is seen whether its end was cut off
        #[arg(long, value_name = "FILE")]
        head: Option<PathBuf>,
        /// The file with the key by which those lines were signed
        #[arg(long, value_name = "FILE", requires = "head")]
        key: Option<PathBuf>,
    },
    /// Print the head of the audit chain as one line, to be kept elsewhere for brett admin check --head
    ///
    /// The chain covers every move that is written by then, those of running matches included.
    AuditHead {
        /// A file with a secret of at least 16 bytes by which the line is signed
        #[arg(long, value_name = "FILE")]
        key: Option<PathBuf>,
    },
    /// Copy everything into a new file, and check that every game in it can be played through
    Backup {
        /// The file to write
        file: PathBuf,
    },
    /// Put a copy in the place of the database; what was there is kept beside it
    Restore {
        /// The file to read
        file: PathBuf,
    },
    /// Make an account; the password is asked for, a bot is given a token
    CreateUser {
        /// The name
        name: String,
        /// Whether a program will play under this name
        #[arg(long)]
        bot: bool,
    },
    /// Give an account a new password, and end its log-ins
    ResetPassword {
        /// The name
        name: String,
    },
    /// Show somebody out and keep them out
    Ban {
        /// The name of an account, or the id of a guest
        who: String,
        /// Why, as they are told
        reason: String,
    },
    /// Let somebody in again
    Unban {
        /// The name of an account, or the id of a guest
        who: String,
    },
    /// List what people have reported, the oldest first
    Reports {
        /// How many at most
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        limit: u32,
    },
    /// Remove a report that you have seen to
    CloseReport {
        /// Its number
        number: u64,
    },
    /// Forget guests who come no more; their games stay
    PruneGuests {
        /// For how long they were not seen, as in 30d or 12h
        #[arg(long, value_name = "TIME", value_parser = time)]
        older_than: Duration,
    },
    /// List people, those first who were seen last
    Users {
        /// Guests as well
        #[arg(long)]
        guests: bool,
        /// How many at most
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        limit: u32,
    },
}

/// Does one task.
///
/// # Errors
/// If the database or a file cannot be used, or somebody does not exist.
pub(crate) fn run(args: &AdminArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let folder = args.data.clone().or(ctx.console.variable("BRETT_DATA").map(PathBuf::from));
    let folder = match folder {
        Some(folder) => folder,
        None => usual_folder(ctx)?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if let Task::Restore { file } = &args.task {
            let games = ctx.games;
            let checked = restore(&folder, file, games, tell_progress(ctx)).await?;
            return tell_checked(ctx, &checked, "restored from", file);
        }
        if let Task::Check { head, key } = &args.task {
            return check::run(&folder, head.as_deref(), key.as_deref(), ctx).await;
        }
        let admin = Admin::open(&folder).await?;
        let done = match &args.task {
            Task::Backup { file } => {
                let games = ctx.games;
                let checked = admin.backup(file, games, tell_progress(ctx)).await;
                checked
                    .map_err(Into::into)
                    .and_then(|checked| tell_checked(ctx, &checked, "written to", file))
            }
            Task::AuditHead { key } => audit_head::run(&admin, key.as_deref(), ctx).await,
            task => people::run(task, &admin, ctx).await,
        };
        admin.close().await;
        done
    })
}

/// Tells now and then how far a check is.
fn tell_progress<'a>(ctx: &'a mut Context<'_, '_>) -> impl FnMut(usize) + 'a {
    const STEP: usize = 1_000;
    move |done| {
        if done % STEP == 0 {
            // Who cannot read it misses nothing that matters.
            let _ = writeln!(ctx.console.err, "checked {done} tables");
        }
    }
}

fn tell_checked(
    ctx: &mut Context<'_, '_>,
    checked: &AuditReport,
    what: &str,
    file: &Path,
) -> anyhow::Result<Exit> {
    let AuditReport { tables, events, .. } = checked;
    let file = file.display();
    writeln!(ctx.console.out, "{what} {file}: {tables} tables with {events} events, all played through")?;
    Ok(Exit::Fine)
}

/// Reads a time such as `30d`.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is no time; write days as 30d or hours as 12h");
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
    let hours = match unit {
        "d" => 24,
        "h" => 1,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(hours * 3_600).map(Duration::from_secs).ok_or_else(wrong)
}
