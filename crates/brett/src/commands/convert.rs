//! `brett convert`: matches of backgammon from and to `.mat` files.

use std::{fs, io, path::PathBuf};

use anyhow::{Context as _, bail};
use backgammon::notation::mat;
use clap::Args;
use framework::{Record, Text};
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    input,
    page::Page,
};

/// Turn a match of backgammon into a .mat file, or back
///
/// Most backgammon programs read and write .mat files. A record of ours becomes one, and everything else is read as one and
/// becomes a record, which is checked on the way: an illegal move is named with its line. Without a second file the text goes
/// to standard output.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett convert match.mat match.brett\n  brett convert match.brett match.mat\n  \
                  brett convert - < match.mat"
)]
pub(crate) struct ConvertArgs {
    /// The match; - reads standard input
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The file to write, which must not be there yet
    #[arg(value_name = "TO")]
    to: Option<PathBuf>,
}

/// Converts a match.
///
/// # Errors
/// If it cannot be read, or cannot be written in the other form.
pub(crate) fn run(args: &ConvertArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let text = input::file(&args.from, ctx.console)?;
    let problem = || format!("{} cannot be converted", input::name(&args.from));
    let (form, converted, n_games) = if text.starts_with("brettwerk record ") {
        let record: Record = text.parse().with_context(problem)?;
        if record.game != backgammon::ENTRY.info.id {
            bail!(
                "{} is a record of {}; only backgammon has .mat files",
                input::name(&args.from),
                record.game
            );
        }
        record.replay(&[backgammon::ENTRY]).with_context(problem)?;
        ("mat", mat::write(&record).with_context(problem)?, record.rounds.len())
    } else {
        let record = mat::read(&text).with_context(problem)?;
        record.replay(&[backgammon::ENTRY]).with_context(problem)?;
        ("record", record.to_string(), record.rounds.len())
    };
    match &args.to {
        Some(path) => {
            let mut file = fs::File::create_new(path).with_context(|| {
                format!("cannot write {}; name a file that is not there yet", path.display())
            })?;
            io::Write::write_all(&mut file, converted.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            ctx.answer(&Converted { form, games: n_games, file: path.display().to_string() })?;
        }
        None => ctx.console.out.write_all(converted.as_bytes())?,
    }
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Converted {
    form: &'static str,
    games: usize,
    file: String,
}

impl Report for Converted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { games, file, .. } = self;
        let said = Text::new(
            format!("{games} games written to {file}"),
            format!("{games} Spiele nach {file} geschrieben"),
        );
        page.line(page.say(&said))
    }
}
