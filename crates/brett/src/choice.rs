//! The game and the position that the arguments choose.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use clap::Args;
use framework::{AnyGame, AnyPosition, GameEntry, Turn};
use serde::Serialize;

use crate::{context::Context, input, move_list};

/// Chooses a game and its variant.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game; `brett games` lists them
    #[arg(index = 1, hide_possible_values = true)]
    game: String,
    /// The options of the game, such as 7x6x4 or 'nackgammon match=7'; `brett games` lists them
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    variant: String,
}

/// Chooses a game, its variant and a position.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position, in the game's notation; - reads standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "moves")]
    position: Option<String>,
    /// The moves from the start, separated by ';' or line feeds (or spaces, where a move has none), or the
    /// game's usual record such as 4432; - reads standard input
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    moves: Option<String>,
}

/// A game and a moment of it.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) pos: Box<dyn AnyPosition>,
}

/// What every report says first: which game, which moment.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Header {
    pub(crate) game: &'static str,
    pub(crate) options: String,
    pub(crate) position: String,
    pub(crate) turn: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<usize>,
}

impl GameArgs {
    /// The options of the game, as they were given.
    pub(crate) fn variant(&self) -> &str {
        &self.variant
    }

    /// The word for the game, as it was given.
    pub(crate) fn word(&self) -> &str {
        &self.game
    }

    /// Opens the game.
    ///
    /// # Errors
    /// If there is no such game or variant.
    pub(crate) fn open(&self, ctx: &Context<'_, '_>) -> anyhow::Result<Arc<dyn AnyGame>> {
        open(ctx, &self.game, &self.variant)
    }

    /// Opens the game, and gives the entry with which it is opened with other options.
    ///
    /// # Errors
    /// If there is no such game or variant.
    pub(crate) fn open_entry(&self, ctx: &Context<'_, '_>) -> anyhow::Result<(GameEntry, Arc<dyn AnyGame>)> {
        open_entry(ctx, &self.game, &self.variant)
    }
}

/// Opens a game by its word, with a line of options.
///
/// # Errors
/// If there is no such game or variant.
pub(crate) fn open(ctx: &Context<'_, '_>, game: &str, variant: &str) -> anyhow::Result<Arc<dyn AnyGame>> {
    open_entry(ctx, game, variant).map(|(_, game)| game)
}

/// Opens a game by its word, with a line of options, and gives the entry with which it is opened with others.
///
/// # Errors
/// If there is no such game or variant.
pub(crate) fn open_entry(
    ctx: &Context<'_, '_>,
    game: &str,
    variant: &str,
) -> anyhow::Result<(GameEntry, Arc<dyn AnyGame>)> {
    let entry = catalog::find(ctx.games, game)
        .ok_or_else(|| anyhow!("there is no game {game:?}; see brett games"))?;
    let opened = entry.open_text(variant).with_context(|| {
        format!("--variant cannot be used (brett games lists what {} knows)", entry.info.id)
    })?;
    Ok((*entry, opened))
}

impl PositionArgs {
    /// The game and its variant.
    pub(crate) const fn game(&self) -> &GameArgs {
        &self.game
    }

    /// Tells whether a position or moves were given.
    pub(crate) const fn is_given(&self) -> bool {
        self.position.is_some() || self.moves.is_some()
    }

    /// Opens the game and sets up the position.
    ///
    /// # Errors
    /// If there is no such game, variant or position, or the moves do not lead to one.
    pub(crate) fn open(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<Choice> {
        let game = self.game.open(ctx)?;
        let pos = match (&self.position, &self.moves) {
            (Some(value), _) => {
                let text = input::argument("--position", value, ctx.console)?;
                game.parse_position(text.trim()).context("--position")?
            }
            (None, Some(value)) => {
                let text = input::argument("--moves", value, ctx.console)?;
                move_list::play(&*game, &text, ctx.style.language).context("--moves")?
            }
            (None, None) => game.start(),
        };
        Ok(Choice { game, pos })
    }
}

impl Choice {
    /// The header of a report about it.
    pub(crate) fn header(&self) -> Header {
        let (turn, seat) = match self.pos.turn() {
            Turn::Seat(seat) => ("seat", Some(seat.number())),
            Turn::Chance => ("chance", None),
            Turn::Over => ("over", None),
        };
        Header {
            game: self.game.info().id,
            options: self.game.options(),
            position: self.pos.text(),
            turn,
            seat,
        }
    }
}
