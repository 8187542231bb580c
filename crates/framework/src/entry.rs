//! A line in the list of games.

use std::{fmt, sync::Arc};

use crate::{AnyGame, Game, GameInfo, Options, OptionsError, erase, formats::Format};

/// A game as the catalog lists it: what it is, and how to open it with options.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// What people should know about the game.
    pub info: &'static GameInfo,
    /// Makes the rule set that a line of options describes.
    pub open: fn(&Options) -> Result<Arc<dyn AnyGame>, OptionsError>,
    /// The formats of other programs in which its games and positions are read and written; of those that hold games
    /// the usual one is first.
    pub formats: &'static [Format],
}

impl GameEntry {
    /// Lists a game that has one rule set type. (A game with several, such as one per board size, gives its own
    /// function.)
    #[must_use]
    pub const fn of<G: Game>(info: &'static GameInfo) -> Self {
        Self { info, open: |options| Ok(erase(G::from_options(options)?)), formats: &[] }
    }

    /// The same with formats of other programs.
    #[must_use]
    pub const fn with_formats(self, formats: &'static [Format]) -> Self {
        Self { formats, ..self }
    }

    /// Opens the game with a line of options as people write it; an empty line gives the usual game.
    ///
    /// # Errors
    /// If the options make no game.
    pub fn open_text(&self, options: &str) -> Result<Arc<dyn AnyGame>, OptionsError> {
        (self.open)(&options.parse()?)
    }
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameEntry").field(&self.info.id).finish()
    }
}
