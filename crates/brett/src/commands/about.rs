//! `brett about`: which version this is, and under which licenses.

use std::io;

use clap::{Args, ValueEnum};
use framework::Text;
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Tell the version and the licenses
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett about\n  brett about --license mit\n  brett about --json")]
pub(crate) struct AboutArgs {
    /// Show the whole text of a license
    #[arg(long, value_enum, value_name = "NAME")]
    license: Option<License>,
}

/// One of the licenses, of which users take the one they like better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum License {
    Mit,
    Apache,
}

impl License {
    const fn text(self) -> &'static str {
        match self {
            Self::Mit => include_str!("../../../../LICENSE-MIT"),
            Self::Apache => include_str!("../../../../LICENSE-APACHE"),
        }
    }
}

/// Tells what this is.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn run(args: &AboutArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    match args.license {
        Some(license) => ctx.answer(&WholeText { license: license.text() })?,
        None => {
            let games = ctx.games.iter().map(|entry| entry.info.name.clone()).collect();
            ctx.answer(&About {
                version: env!("CARGO_PKG_VERSION"),
                license: env!("CARGO_PKG_LICENSE"),
                games,
            })?;
        }
    }
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct WholeText {
    license: &'static str,
}

impl Report for WholeText {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.block(self.license)
    }
}

#[derive(Debug, Serialize)]
struct About {
    version: &'static str,
    license: &'static str,
    games: Vec<Text>,
}

impl Report for About {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let games: Vec<_> = self.games.iter().map(|name| page.say(name)).collect();
        let about = Text::new(
            format!(
                "Brettwerk {}\nGames: {}\nFree software under the MIT license or the Apache license 2.0, as you \
                 like; brett about --license mit\nand brett about --license apache show them.",
                self.version,
                games.join(", "),
            ),
            format!(
                "Brettwerk {}\nSpiele: {}\nFreie Software unter der MIT-Lizenz oder der Apache-Lizenz 2.0, nach \
                 Wahl; brett about --license mit\nund brett about --license apache zeigen sie.",
                self.version,
                games.join(", "),
            ),
        );
        page.line(page.say(&about).to_owned())
    }
}
