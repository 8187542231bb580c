//! Whose weights are improved, and how points of the search become weights.

use std::sync::Arc;

use framework::{AnyGame, search::TunablePlayer};

/// A player whose weights are improved, with the space in which they are looked for.
///
/// A coordinate of the space is the distance from the start in units of the parameter's own radius, so that one step
/// means about as much in every direction, whatever the parameter is measured in.
#[derive(Clone, Debug)]
pub struct Subject {
    game: Arc<dyn AnyGame>,
    player: TunablePlayer,
    origin: Vec<f64>,
    units: Vec<f64>,
}

impl Subject {
    /// A player and the weights from which the search starts, one for each parameter.
    ///
    /// # Panics
    /// If there is not one weight for each parameter.
    #[must_use]
    pub fn new(game: Arc<dyn AnyGame>, player: TunablePlayer, start: &[f64]) -> Self {
        assert_eq!(start.len(), player.parameters.len(), "every parameter has a weight");
        let units = player.parameters.iter().map(|parameter| parameter.radius).collect();
        let origin = player.parameters.iter().zip(start);
        let origin = origin.map(|(parameter, &weight)| parameter.nearest(weight)).collect();
        Self { game, player, origin, units }
    }

    /// The same in units of the weights themselves, as the paper's algorithm counts its radius.
    #[must_use]
    pub fn in_plain_units(self) -> Self {
        Self { units: vec![1.0; self.units.len()], ..self }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The player, with the weights that it has by itself.
    #[must_use]
    pub const fn player(&self) -> &TunablePlayer {
        &self.player
    }

    /// The weights from which the search starts.
    #[must_use]
    pub fn start(&self) -> &[f64] {
        &self.origin
    }

    /// The weights at a point: the nearest that are possible.
    #[must_use]
    pub fn weights(&self, point: &[f64]) -> Vec<f64> {
        let plain = self.origin.iter().zip(&self.units).zip(point);
        let plain = plain.map(|((origin, unit), x)| origin + unit * x);
        self.player
            .parameters
            .iter()
            .zip(plain)
            .map(|(parameter, weight)| parameter.nearest(weight))
            .collect()
    }

    /// The text that chooses the player with the weights at a point.
    #[must_use]
    pub fn text(&self, point: &[f64]) -> String {
        self.player.text(&self.weights(point))
    }
}
