//! `brett man`: the manual pages.

use std::{fs, io, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use clap_mangen::Man;
use serde::Serialize;

use crate::{
    Exit, args,
    context::{Context, Report},
    page::Page,
};

/// Print the manual page, or write the pages of all commands into a folder
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett man | man -l -\n  brett man ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The folder for all pages; it is made if it is missing
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Prints the manual page, or writes all pages into a folder.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn run(args: &ManArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let mut command = args::command(ctx.games).disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.folder else {
        ctx.answer(&page_of(command)?)?;
        return Ok(Exit::Fine);
    };
    let mut pages = Vec::new();
    add_pages(command, &mut pages)?;
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        pages.iter().try_for_each(|page| fs::write(folder.join(&page.file), &page.text))
    };
    write().with_context(|| format!("DIR: cannot write into {}", folder.display()))?;
    ctx.answer(&Written { files: pages.iter().map(|page| folder.join(&page.file)).collect() })?;
    Ok(Exit::Fine)
}

/// Adds the page of a command and those of all commands below it, to which its page refers.
fn add_pages(command: clap::Command, pages: &mut Vec<ManPage>) -> anyhow::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        add_pages(below.clone(), pages)?;
    }
    pages.push(page_of(command)?);
    Ok(())
}

fn page_of(command: clap::Command) -> anyhow::Result<ManPage> {
    let man = Man::new(command);
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok(ManPage { file: man.get_filename(), text: String::from_utf8(text)? })
}

#[derive(Debug, Serialize)]
struct ManPage {
    file: String,
    text: String,
}

impl Report for ManPage {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.block(&self.text)
    }
}

#[derive(Debug, Serialize)]
struct Written {
    files: Vec<PathBuf>,
}

impl Report for Written {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.files.iter().try_for_each(|file| page.line(file.display()))
    }
}
