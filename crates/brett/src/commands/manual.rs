//! `brett manual`: the book inside the program.

use std::{fs, io, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use framework::Language;
use serde::Serialize;

use super::open::{self, HomeArgs};
use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Open the manual in the browser, or write it into a folder
///
/// Without --write, Brettwerk starts on this machine, for you alone, unless it runs already, and the browser opens its
/// manual: with --lang de in German, as far as it is translated. The page for printing has everything one after the
/// other.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett manual\n  brett manual --write /tmp/brett-manual")]
pub(crate) struct ManualArgs {
    /// The folder into which the pages are written, to be read without a server; it is made if it is missing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["no_open", "port", "data"])]
    write: Option<PathBuf>,
    #[command(flatten)]
    home: HomeArgs,
}

/// Shows the manual, or writes it.
///
/// # Errors
/// If it cannot be served or written.
pub(crate) fn run(args: &ManualArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let language = match ctx.style.language {
        Language::English => "",
        Language::German => "de/",
    };
    let Some(folder) = &args.write else {
        return open::run_at(&format!("/manual/{language}"), &args.home, ctx);
    };
    let mut written = Vec::new();
    for file in manual::files() {
        let path = folder.join(file.path);
        let write = || -> io::Result<()> {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, file.bytes)
        };
        write().with_context(|| format!("--write: cannot write {}", path.display()))?;
        written.push(path);
    }
    ctx.answer(&Written { first: folder.join(language).join("index.html"), files: written })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Written {
    /// Where the manual begins.
    first: PathBuf,
    files: Vec<PathBuf>,
}

impl Report for Written {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line(self.first.display())
    }
}
