//! How a player is made for any number of tables.

use std::{fmt, sync::Arc};

use framework::{
    AnyEngine, AnyGame, EngineError, EnginePlayer, FaultKind, Millis, Player, PlayerFault, search::Limits,
};

/// Makes a player for one table.
pub type MakePlayer = Box<dyn Fn() -> Result<Box<dyn Player>, PlayerFault> + Send + Sync>;

/// A player by name, with the limits that hold for it, and how one is made for each thread.
pub struct PlayerBuilder {
    /// What it is called in tables and records.
    pub name: String,
    /// How far it may look. The seed is chosen anew for each game.
    pub limits: Limits,
    /// A move that takes longer loses the game.
    pub deadline: Option<Millis>,
    /// Makes one.
    pub make: MakePlayer,
}

impl PlayerBuilder {
    /// A computer player of the house, by the text that [`AnyGame::engine`] understands.
    ///
    /// # Errors
    /// If the game has no such player.
    pub fn of_the_house(
        game: &Arc<dyn AnyGame>,
        name: impl Into<String>,
        engine: &str,
        limits: Limits,
    ) -> Result<Self, EngineError> {
        game.engine(engine)?;
        let (game, engine) = (Arc::clone(game), engine.to_owned());
        let make = move || match game.engine(&engine) {
            Ok(engine) => Ok(Box::new(EnginePlayer(engine)) as Box<dyn Player>),
            Err(error) => Err(PlayerFault::new(FaultKind::Crashed, error.to_string())),
        };
        Ok(Self { name: name.into(), limits, deadline: None, make: Box::new(make) })
    }

    /// A player that searches with an engine of the caller, such as one with other weights.
    pub fn with_engine(
        name: impl Into<String>,
        limits: Limits,
        make: impl Fn() -> Box<dyn AnyEngine> + Send + Sync + 'static,
    ) -> Self {
        let make = move || Ok(Box::new(EnginePlayer(make())) as Box<dyn Player>);
        Self { name: name.into(), limits, deadline: None, make: Box::new(make) }
    }
}

impl fmt::Debug for PlayerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerBuilder")
            .field("name", &self.name)
            .field("limits", &self.limits)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}
