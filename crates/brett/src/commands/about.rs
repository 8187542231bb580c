//! `brett about`: which version this is, and under which licences.

use std::io;

use clap::{Args, ValueEnum};
use framework::Text;
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Tell the version and the licences
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett about\n  brett about --licence mit\n  brett about --json")]
pub(crate) struct AboutArgs {
    /// Show the whole text of a licence
    #[arg(long, value_enum, value_name = "NAME")]
    licence: Option<Licence>,
}

/// One of the licences, of which users take the one they like better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Licence {
    Mit,
    Apache,
}

impl Licence {
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
    match args.licence {
        Some(licence) => ctx.answer(&WholeText { licence: licence.text() })?,
        None => {
            let games = ctx.games.iter().map(|entry| entry.info.name.clone()).collect();
            ctx.answer(&About {
                version: env!("CARGO_PKG_VERSION"),
                licence: env!("CARGO_PKG_LICENSE"),
                games,
            })?;
        }
    }
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct WholeText {
    licence: &'static str,
}

impl Report for WholeText {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.block(self.licence)
    }
}

#[derive(Debug, Serialize)]
struct About {
    version: &'static str,
    licence: &'static str,
    games: Vec<Text>,
}

impl Report for About {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let games: Vec<_> = self.games.iter().map(|name| page.say(name)).collect();
        let about = Text::new(
            format!(
                "Brettwerk {}\nGames: {}\nFree software under the MIT licence or the Apache licence 2.0, as you \
                 like; brett about --licence mit\nand brett about --licence apache show them.",
                self.version,
                games.join(", "),
            ),
            format!(
                "Brettwerk {}\nSpiele: {}\nFreie Software unter der MIT-Lizenz oder der Apache-Lizenz 2.0, nach \
                 Wahl; brett about --licence mit\nund brett about --licence apache zeigen sie.",
                self.version,
                games.join(", "),
            ),
        );
        page.line(page.say(&about).to_owned())
    }
}
