//! `brett players`: who plays a game.

use std::io;

use clap::Args;
use framework::{EngineInfo, Text, search::LEVELS};
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    context::{Context, Report},
    page::Page,
};

/// List the players of a game
///
/// Their names are what `--seats` of `brett play` and `--engine` of `brett hint` understand. Options follow
/// after a colon, as in mcts:rave=200.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett players connect4\n  brett players othello --json")]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    game: GameArgs,
}

/// Lists the players of a game.
///
/// # Errors
/// If the arguments choose no game.
pub(crate) fn run(args: &PlayersArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = args.game.open(ctx)?;
    ctx.answer(&Players {
        game: game.info().id,
        options: game.options(),
        min_level: *LEVELS.start(),
        max_level: *LEVELS.end(),
        players: game.engines(),
    })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Players {
    game: &'static str,
    options: String,
    min_level: u8,
    max_level: u8,
    players: Vec<EngineInfo>,
}

impl Report for Players {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format!("{} {}", self.game, self.options))?;
        page.gap()?;
        let levels = format!("level{}–{}", self.min_level, self.max_level);
        let human = Text::fixed("somebody at the keyboard", "jemand an der Tastatur");
        let leveled = Text::fixed(
            "from a beginner to as strong as it can be within its time",
            "vom Anfänger bis so stark, wie es in der Zeit geht",
        );
        let mut rows = vec![("human", &human), (levels.as_str(), &leveled)];
        rows.extend(self.players.iter().map(|player| (player.name, &player.about)));
        let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
        for (name, about) in rows {
            let name = page.bold(format!("{name:<width$}"));
            page.line(format!("  {name}  {}", page.say(about)))?;
        }
        Ok(())
    }
}
