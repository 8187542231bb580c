//! What is agreed before the first game of a run.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use framework::{AnyGame, FlagRule, Length, search::Limits};
use thiserror::Error;

use crate::{PlayerBuilder, luck::Judge, opening::Openings};

/// Everything that decides how each game of a run is played.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// The rule set.
    pub game: Arc<dyn AnyGame>,
    /// Where openings, dice and the players' own chances come from.
    pub seed: u64,
    /// How many games make one encounter.
    pub length: Length,
    /// What a player loses whose move comes too late.
    pub flag: FlagRule,
    /// How many random plies every game begins with.
    pub opening_plies: u32,
    /// Who judges how lucky the dice were, and how far it looks: the name of a player of the game.
    pub judge: Option<(String, Limits)>,
}

/// Why nothing can be played so.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PlanError {
    /// Too few players.
    #[error("{0} players cannot meet each other; name at least two")]
    Players(usize),
    /// A length that has no end, or that contradicts the game's own.
    #[error("encounters of length {found} cannot be played here; {remedy}")]
    Length {
        /// What was asked for.
        found: Length,
        /// What to ask for instead.
        remedy: String,
    },
    /// Luck in a game without dice, or with more than two seats.
    #[error("{0} has no dice for two players, so that nobody can be lucky; leave out the judge of luck")]
    NoDice(&'static str),
    /// A judge that the game does not have.
    #[error("the judge of luck: {0}")]
    Judge(framework::EngineError),
}

/// A run that can begin: the players and how they meet.
#[derive(Debug)]
pub struct Plan {
    pub(crate) agreement: Agreement,
    pub(crate) players: Vec<PlayerBuilder>,
    pub(crate) openings: Openings,
    pub(crate) n_seats: usize,
}

impl Plan {
    /// Checks what was agreed.
    ///
    /// # Errors
    /// If nothing can be played so.
    pub fn new(mut agreement: Agreement, players: Vec<PlayerBuilder>) -> Result<Self, PlanError> {
        if players.len() < 2 {
            return Err(PlanError::Players(players.len()));
        }
        let Agreement { game, length, judge, .. } = &mut agreement;
        let wrong = |found: Length, remedy: String| Err(PlanError::Length { found, remedy });
        match (*length, game.points_to_win()) {
            (Length::Rounds(1), Some(points)) => *length = Length::Points(points),
            (Length::Rounds(1) | Length::BestOf(_), None) => {}
            (found, None) => return wrong(found, "single games and best-of=N are possible".to_owned()),
            (Length::Points(found), Some(points)) if found == points => {}
            (found, Some(points)) => return wrong(found, format!("the game itself says points={points}")),
        }
        let n_seats = game.start().seats();
        if let Some((judge, _)) = judge {
            if !game.info().has_chance || n_seats != 2 {
                return Err(PlanError::NoDice(game.info().id));
            }
            game.engine(judge).map_err(PlanError::Judge)?;
        }
        let openings = Openings::new(&agreement.game, agreement.seed, agreement.opening_plies);
        Ok(Self { agreement, players, openings, n_seats })
    }

    /// What was agreed.
    #[must_use]
    pub const fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> &[PlayerBuilder] {
        &self.players
    }

    /// Everything that decides how the games go, by name: two runs with the same identity play the same games, as
    /// far as clocks allow.
    #[must_use]
    pub fn identity(&self) -> BTreeMap<String, String> {
        let Agreement { game, seed, length, flag, opening_plies, judge } = &self.agreement;
        let mut identity = BTreeMap::from([
            ("game".to_owned(), format!("{} {}", game.info().id, game.options())),
            ("seed".to_owned(), seed.to_string()),
            ("length".to_owned(), length.to_string()),
            ("opening plies".to_owned(), opening_plies.to_string()),
            (
                "judge of luck".to_owned(),
                match judge {
                    Some((name, limits)) => format!("{name}{}", in_words(limits)),
                    None => "nobody".to_owned(),
                },
            ),
        ]);
        // Where nothing is said a late move loses its game alone.
        if *flag == FlagRule::LosesMatch {
            identity.insert("a late move loses".to_owned(), "the match".to_owned());
        }
        for (player, number) in self.players.iter().zip(1..) {
            let mut text = format!("{}{}", player.name, in_words(&player.limits));
            if let Some(deadline) = player.deadline {
                let _ = write!(text, ", lost after {deadline}");
            }
            identity.insert(format!("player {number}"), text);
        }
        identity
    }

    /// Most games that an encounter can take.
    pub(crate) const fn max_games(&self) -> u64 {
        match self.agreement.length {
            Length::Rounds(games) | Length::BestOf(games) => games as u64,
            Length::Points(_) | Length::Endless => 1_000,
        }
    }

    pub(crate) fn judge(&self) -> Option<Judge> {
        let (name, limits) = self.agreement.judge.as_ref()?;
        Some(Judge::new(self.agreement.game.engine(name).ok()?, *limits))
    }
}

/// Limits as a part of a sentence.
fn in_words(limits: &Limits) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    if let Some(time) = limits.time {
        let _ = write!(text, ", {time}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, ", depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, ", nodes {nodes}");
    }
    text
}
