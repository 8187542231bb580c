//! Weight files as texts that somebody has chosen in the page.

use std::sync::Arc;

use arena::evolve::WeightFile;
use framework::{AnyGame, GameEntry, Text, search::TunablePlayer};
use protocol::ComparedTerm;

/// Two sets of weights of the same player.
pub(super) struct WeightPair {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) player: TunablePlayer,
    pub(super) left: Vec<f64>,
    pub(super) right: Vec<f64>,
}

/// Opens a game with a line of options.
pub(super) fn open(games: &[GameEntry], id: &str, variant: &str) -> Result<Arc<dyn AnyGame>, Text> {
    let entry = catalog::find(games, id).ok_or_else(|| {
        Text::new(format!("there is no game \"{id}\" here"), format!("das Spiel „{id}“ gibt es hier nicht"))
    })?;
    entry.open_text(variant).map_err(|error| error.text())
}

/// A player that has weights.
pub(super) fn tunable(game: &dyn AnyGame, player: &str) -> Result<TunablePlayer, Text> {
    let without = || {
        Text::new(
            format!("{} has no player \"{player}\" with weights", game.info().name.en),
            format!("{} hat keinen Spieler „{player}“ mit Gewichten", game.info().name.de),
        )
    };
    game.tunable(player).ok().flatten().ok_or_else(without)
}

/// The weights of a file that is meant for a player, in the order of its parameters.
pub(super) fn weights(game: &dyn AnyGame, player: &TunablePlayer, text: &str) -> Result<Vec<f64>, Text> {
    let file: WeightFile = text.parse().map_err(|error: arena::evolve::WeightFileError| error.text())?;
    file.weights_for(game, player).map_err(|error| error.text())
}

/// Reads two files; without a second one the player's own weights are taken.
pub(super) fn pair(games: &[GameEntry], left: &str, right: Option<&str>) -> Result<WeightPair, Text> {
    let first = |text: Text| {
        Text::new(format!("the first file: {}", text.en), format!("die erste Datei: {}", text.de))
    };
    let second = |text: Text| {
        Text::new(format!("the second file: {}", text.en), format!("die zweite Datei: {}", text.de))
    };
    let file: WeightFile =
        left.parse().map_err(|error: arena::evolve::WeightFileError| first(error.text()))?;
    let game = open(games, &file.game, &file.variant).map_err(first)?;
    let player = tunable(&*game, &file.player).map_err(first)?;
    let left = file.weights_for(&*game, &player).map_err(|error| first(error.text()))?;
    let right = match right {
        Some(text) => weights(&*game, &player, text).map_err(second)?,
        None => player.values(),
    };
    Ok(WeightPair { game, player, left, right })
}

/// Two sets of weights, term by term.
pub(super) fn terms(player: &TunablePlayer, left: &[f64], right: &[f64]) -> Vec<ComparedTerm> {
    let both = player.parameters.iter().zip(left).zip(right);
    let term = |((parameter, &left), &right): ((&framework::search::Parameter, &f64), &f64)| ComparedTerm {
        name: parameter.name.to_owned(),
        about: parameter.about.clone(),
        left,
        right,
    };
    both.map(term).collect()
}
