//! `brett new`: folders to begin a game or a bot with.

mod bot;
mod game;

use std::{fs, io, path::PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Make a folder with a new game or bot that plays at once
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett new game hexapawn\n  brett new bot careful --language python")]
pub(crate) struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Game(game::GameArgs),
    Bot(bot::BotArgs),
}

/// Makes the folder.
///
/// # Errors
/// If the name cannot be used, the folder is there already, or it cannot be written.
pub(crate) fn run(args: &NewArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let made = match &args.what {
        What::Game(args) => game::make(args, ctx)?,
        What::Bot(args) => bot::make(args)?,
    };
    ctx.answer(&made)?;
    Ok(Exit::Fine)
}

/// A folder with its files, before it is written.
struct Folder {
    path: PathBuf,
    /// Names and contents.
    files: Vec<(String, String)>,
    /// The commands to try next, from within the folder.
    commands: Vec<String>,
}

impl Folder {
    /// Writes the folder, which must not be there yet, so that nothing of anybody is lost.
    fn write(self) -> anyhow::Result<Made> {
        let Self { path, files, commands } = self;
        ensure!(!path.exists(), "{} is there already; choose another name or --folder", path.display());
        for (name, text) in &files {
            let file = path.join(name);
            let write = || -> io::Result<()> {
                if let Some(folder) = file.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(&file, text)
            };
            write().with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(Made { folder: path, files: files.into_iter().map(|(name, _)| name).collect(), commands })
    }
}

/// What was made.
#[derive(Debug, Serialize)]
struct Made {
    folder: PathBuf,
    files: Vec<String>,
    commands: Vec<String>,
}

impl Report for Made {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        for file in &self.files {
            page.line(self.folder.join(file).display())?;
        }
        page.gap()?;
        page.line(format!("cd {}", self.folder.display()))?;
        self.commands.iter().try_for_each(|command| page.line(command))
    }
}

/// A name that can be the name of a crate, a file and a game: it begins with a letter, and letters, digits and single
/// hyphens follow.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Name(String);

impl Name {
    /// Words that Cargo or Rust keep for themselves.
    const RESERVED: [&str; 12] = [
        "test",
        "core",
        "std",
        "alloc",
        "proc-macro",
        "self",
        "super",
        "crate",
        "build",
        "deps",
        "examples",
        "main",
    ];

    fn parse(text: &str) -> anyhow::Result<Self> {
        let is_part = |part: &str| {
            !part.is_empty() && part.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit())
        };
        let is_name = text.starts_with(|sign: char| sign.is_ascii_lowercase())
            && text.len() <= 40
            && text.split('-').all(is_part);
        if !is_name {
            bail!(
                "NAME: \"{text}\" is no name; use up to 40 small letters, digits and hyphens, such as nine-mens-morris"
            );
        }
        ensure!(!Self::RESERVED.contains(&text), "NAME: \"{text}\" is reserved by Rust; choose another");
        Ok(Self(text.to_owned()))
    }

    /// As the name of a type: `NineMensMorris`.
    fn type_name(&self) -> String {
        let capitalized = |part: &str| {
            let mut signs = part.chars();
            signs.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(signs).collect::<String>()
        };
        self.0.split('-').map(capitalized).collect()
    }

    /// As the name of a library or file: `nine_mens_morris`.
    fn snake(&self) -> String {
        self.0.replace('-', "_")
    }

    /// As people write it: `Nine mens morris`.
    fn title(&self) -> String {
        let words = self.0.replace('-', " ");
        let mut signs = words.chars();
        signs.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(signs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_crates_types_and_people() {
        let name = Name::parse("nine-mens-morris").unwrap();
        assert_eq!(name.type_name(), "NineMensMorris");
        assert_eq!(name.snake(), "nine_mens_morris");
        assert_eq!(name.title(), "Nine mens morris");
        for wrong in ["", "Nim", "9x9", "-a", "a-", "a--b", "a b", "../a", "ä", "a_b", "test", "std"] {
            let error = Name::parse(wrong).unwrap_err().to_string();
            assert!(error.contains("NAME"), "{wrong}: {error}");
        }
    }
}
