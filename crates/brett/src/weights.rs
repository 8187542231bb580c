//! Weight files as a part of a player's text: `welfenlab-2006:weights.toml`.

use std::{fs, path::Path};

use anyhow::Context as _;
use arena::evolve::WeightFile;
use framework::AnyGame;

/// How a weight file's name ends, by which it is told from other options.
const ENDING: &str = ".toml";

/// Replaces a weight file in a player's text by the weights that it holds; other texts stay as they are.
///
/// # Errors
/// If the file cannot be read, or is not for this player.
pub(crate) fn resolved(game: &dyn AnyGame, text: &str) -> anyhow::Result<String> {
    let Some((name, options)) = text.split_once(':') else { return Ok(text.to_owned()) };
    let is_known = game.engines().iter().any(|engine| engine.name == name);
    let (files, others): (Vec<&str>, Vec<&str>) = options.split(',').partition(|word| word.ends_with(ENDING));
    // What else has a colon, such as a command or the name of a file, is none of our business.
    let (true, [file, more @ ..]) = (is_known, files.as_slice()) else { return Ok(text.to_owned()) };
    anyhow::ensure!(more.is_empty(), "{text} names two weight files; name one");
    let player = if others.is_empty() { name.to_owned() } else { format!("{name}:{}", others.join(",")) };
    read(Path::new(file))?.player_text(game, &player).with_context(|| format!("the weight file {file}"))
}

/// Reads a weight file.
///
/// # Errors
/// If it cannot be read or is none.
pub(crate) fn read(path: &Path) -> anyhow::Result<WeightFile> {
    let named = || format!("the weight file {}", path.display());
    let text = fs::read_to_string(path).with_context(named)?;
    text.parse().with_context(named)
}
