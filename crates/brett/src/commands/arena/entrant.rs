//! Players as they are written on the command line, with limits of their own: `level10@200ms`.

use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use arena::{MakePlayer, PlayerBuilder};
use framework::{AnyGame, FaultKind, Millis, PlayerFault, search::Limits};

use super::outsider::Outsider;
use crate::{
    limits::{span, usable},
    number::number_in,
    weights,
};

/// How far a player may look, as it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::commands) struct Asked {
    pub(in crate::commands) time: Option<Millis>,
    pub(in crate::commands) depth: Option<u32>,
    pub(in crate::commands) nodes: Option<u64>,
}

impl Asked {
    const NOTHING: Self = Self { time: None, depth: None, nodes: None };

    /// Reads limits such as `200ms`, `nodes=1000` or `depth=6,2s`.
    fn read(text: &str) -> Option<Self> {
        let mut asked = Self::NOTHING;
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("nodes", number)) => asked.nodes = Some(number_in(1..=u64::MAX)(number).ok()?),
                Some(("depth", number)) => asked.depth = Some(number_in(1..=1_000_u32)(number).ok()?),
                Some(_) => return None,
                None => asked.time = Some(span(part).ok()?),
            }
        }
        Some(asked)
    }
}

/// A player and its limits, taken apart but not looked up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::commands) struct Entrant {
    /// As it was written.
    pub(in crate::commands) text: String,
    player: String,
    asked: Asked,
}

impl Entrant {
    /// Takes a player's text apart; who brings no limits of its own gets the `usual` ones.
    ///
    /// # Errors
    /// If what follows the last `@` is no limit.
    pub(in crate::commands) fn read(text: &str, usual: Asked) -> anyhow::Result<Self> {
        let text = text.trim();
        // A command of somebody else's program may hold an @ for its own reasons.
        let is_outside = text.starts_with("gtp:") || is_file(text);
        // Behind a file there may be a person, whose pace is not that of computers.
        let usual = if is_file(text) { Asked::NOTHING } else { usual };
        let (player, asked) = match text.rsplit_once('@') {
            None => (text, usual),
            Some((player, limits)) => match Asked::read(limits) {
                Some(asked) => (player, asked),
                None if is_outside => (text, usual),
                None => bail!("{limits:?} after the @ is no limit; write 200ms, nodes=10000 or depth=6"),
            },
        };
        Ok(Self { text: text.to_owned(), player: player.to_owned(), asked })
    }

    /// The players that a text names: several for a range such as `level1..level10`.
    ///
    /// # Errors
    /// If a range is none.
    pub(in crate::commands) fn read_range(text: &str, usual: Asked) -> anyhow::Result<Vec<Self>> {
        let range = text.split_once("..").filter(|(first, _)| first.trim().starts_with("level"));
        let Some((first, last)) = range else { return Ok(vec![Self::read(text, usual)?]) };
        let (last, limits) = match last.split_once('@') {
            Some((last, limits)) => (last, format!("@{limits}")),
            None => (last, String::new()),
        };
        let level = |text: &str| text.trim().strip_prefix("level")?.parse::<u8>().ok();
        match (level(first), level(last)) {
            (Some(first), Some(last)) if first <= last => {
                (first..=last).map(|level| Self::read(&format!("level{level}{limits}"), usual)).collect()
            }
            _ => bail!("{text:?} is no range of levels; write it as in level1..level10"),
        }
    }

    /// Looks the player up and makes it once, so that a wrong word is found before the first game.
    ///
    /// # Errors
    /// If there is no such player.
    pub(super) fn enter(&self, game: &Arc<dyn AnyGame>, grace: Millis) -> anyhow::Result<PlayerBuilder> {
        let Asked { time, depth, nodes } = self.asked;
        let deadline = time.map(|time| time + grace);
        let limits = Limits { time: time.map(usable), depth, nodes, ..Limits::NONE };
        match Outsider::open(&self.player, game, deadline) {
            None => {
                let player = weights::resolved(&**game, &self.player)?;
                let player = PlayerBuilder::of_the_house(game, &*self.text, &player, limits);
                let player = player.context("a player is one of the game, gtp:COMMAND or file:PATH")?;
                Ok(PlayerBuilder { deadline, ..player })
            }
            Some(Err(error)) => Err(anyhow!("the player {:?}: {error}", self.player)),
            Some(Ok(outsider)) => {
                let make: MakePlayer = if is_file(&self.player) {
                    // There is one file, so this is one player, who remembers what was in it.
                    Box::new(move || Ok(Box::new(outsider.clone())))
                } else {
                    let (text, game) = (self.player.clone(), Arc::clone(game));
                    Box::new(move || match Outsider::open(&text, &game, deadline) {
                        Some(Ok(outsider)) => Ok(Box::new(outsider)),
                        Some(Err(error)) => Err(error.into()),
                        None => Err(PlayerFault::new(FaultKind::Crashed, "the player is gone")),
                    })
                };
                // It keeps the deadline itself, but the record should know that its time is measured.
                let limits = Limits { time, ..Limits::NONE };
                Ok(PlayerBuilder { name: self.text.clone(), limits, deadline: None, make })
            }
        }
    }
}

/// Tells whether a player writes a text file, of which there is only one.
pub(in crate::commands) fn is_file(player: &str) -> bool {
    player.starts_with("file:")
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Asked = Asked { time: Some(Millis(100)), depth: None, nodes: None };

    #[track_caller]
    fn read(text: &str) -> (String, Asked) {
        let entrant = Entrant::read(text, USUAL).unwrap();
        (entrant.player, entrant.asked)
    }

    #[test]
    fn limits_follow_the_last_at_sign() {
        assert_eq!(read("level3"), ("level3".to_owned(), USUAL));
        let timed = Asked { time: Some(Millis::seconds(2)), ..Asked::NOTHING };
        assert_eq!(read("level3@2s"), ("level3".to_owned(), timed));
        let counted = Asked { nodes: Some(500), depth: Some(3), ..Asked::NOTHING };
        assert_eq!(read("alphabeta:table=16@nodes=500,depth=3"), ("alphabeta:table=16".to_owned(), counted));
    }

    #[test]
    fn a_command_may_hold_an_at_sign() {
        assert_eq!(read("gtp:./bot me@home"), ("gtp:./bot me@home".to_owned(), USUAL));
        assert_eq!(read("gtp:./bot me@home@2s").0, "gtp:./bot me@home");
    }

    #[test]
    fn whoever_writes_a_file_has_time() {
        assert_eq!(read("file:moves.txt").1, Asked::NOTHING);
        assert_eq!(read("file:moves.txt@1m").1.time, Some(Millis::seconds(60)));
    }

    #[test]
    fn a_wrong_limit_is_named() {
        for wrong in ["level3@fast", "level3@", "level3@nodes=0", "level3@moves=3", "level3@2s,x"] {
            let error = Entrant::read(wrong, USUAL).unwrap_err().to_string();
            assert!(error.contains("write 200ms, nodes=10000 or depth=6"), "{error}");
        }
    }

    #[test]
    fn a_range_names_several_levels() {
        let texts = |text: &str| -> Vec<String> {
            Entrant::read_range(text, USUAL).unwrap().into_iter().map(|entrant| entrant.text).collect()
        };
        assert_eq!(texts("level8..level10@1s"), ["level8@1s", "level9@1s", "level10@1s"]);
        assert_eq!(texts("gtp:run ../bot"), ["gtp:run ../bot"]);
        for wrong in ["level3..level1", "level1..", "level1..10"] {
            assert!(Entrant::read_range(wrong, USUAL).is_err(), "{wrong}");
        }
    }
}
