//! The formats that are read and written.

use std::io;

use framework::{
    Text,
    formats::{Format, Holds, RECORD},
};
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Lists all formats.
///
/// # Errors
/// If the answer cannot be written.
pub(super) fn run(ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let own = std::iter::once(FormatReport::new(None, &RECORD));
    let of_games = ctx
        .games
        .iter()
        .flat_map(|entry| entry.formats.iter().map(|format| FormatReport::new(Some(entry.info.id), format)));
    let list = FormatsList { formats: own.chain(of_games).collect() };
    ctx.answer(&list)?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct FormatsList {
    formats: Vec<FormatReport>,
}

#[derive(Debug, Serialize)]
struct FormatReport {
    /// The game; `None` for our own records.
    game: Option<&'static str>,
    id: &'static str,
    name: Text,
    holds: &'static str,
    extensions: &'static [&'static str],
    companions: &'static [&'static str],
    is_written: bool,
}

impl FormatReport {
    fn new(game: Option<&'static str>, format: &Format) -> Self {
        Self {
            game,
            id: format.id,
            name: format.name.clone(),
            holds: match format.holds {
                Holds::Games => "games",
                Holds::Positions => "positions",
            },
            extensions: format.extensions,
            companions: format.companions,
            is_written: format.write.is_some(),
        }
    }
}

impl Report for FormatsList {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let mut game = None;
        for format in &self.formats {
            if format.game != game {
                game = format.game;
                page.gap()?;
                page.heading(game.unwrap_or_default())?;
            }
            let names =
                format.extensions.iter().chain(format.companions).map(|extension| format!(".{extension}"));
            let names = names.collect::<Vec<_>>().join(" ");
            page.field(&Text::same(format.id), format!("{} ({names})", page.say(&format.name)))?;
        }
        Ok(())
    }
}
