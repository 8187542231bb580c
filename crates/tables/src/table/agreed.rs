//! What is agreed at a table, checked.

use std::sync::Arc;

use framework::{AnyGame, ClockRule, FlagRule, GameEntry, Length, Seating, Settings, Text, Turn, UndoRule};
use limits::tables::MAX_ENGINE_ROUNDS;
use protocol::{ChairChoice, Code, Flag, NewTable, Problem, Undo};

use super::{EngineChoice, engine_pace::check_interval};

/// The longest password, in characters.
const MAX_PASSWORD_CHARS: usize = limits::tables::MAX_TABLE_PASSWORD_CHARS;

/// What is agreed at a table: settings that fit the game and each other.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The rule set.
    pub game: Arc<dyn AnyGame>,
    /// How many rounds are played.
    pub length: Length,
    /// How long the players may think.
    pub clock: ClockRule,
    /// What is lost by whose time runs out.
    pub flag: FlagRule,
    /// Who may take moves back.
    pub undo: UndoRule,
    /// Where players sit in later rounds.
    pub seating: Seating,
    /// How many chairs there are.
    pub n_chairs: usize,
    /// The position with which every round begins, if it is not the usual one.
    pub start: Option<String>,
}

impl Agreed {
    /// Checks what a person wants.
    ///
    /// # Errors
    /// If there is no such game, variant or player, or the settings do not fit each other.
    pub fn new(games: &[GameEntry], new: &NewTable) -> Result<Self, Problem> {
        let settings = |text: Text| Problem::told(Code::Settings, text);
        let entry = games.iter().find(|entry| entry.info.id == new.game).ok_or_else(|| {
            let known: Vec<_> = games.iter().map(|entry| entry.info.id).collect();
            let known = known.join(", ");
            settings(Text::new(
                format!("there is no such game; choose one of {known}"),
                format!("dieses Spiel gibt es nicht; möglich sind {known}"),
            ))
        })?;
        let game = entry.open_text(&new.options).map_err(|error| settings(error.text()))?;
        let n_chairs = game.start().seats();
        if new.chairs.len() != n_chairs {
            let found = new.chairs.len();
            return Err(settings(Text::new(
                format!("the game has {n_chairs} seats, but {found} chairs are described"),
                format!("das Spiel hat {n_chairs} Plätze, beschrieben sind aber {found}"),
            )));
        }
        let length = match &new.length {
            Some(length) => length.parse().map_err(|error: framework::LengthError| settings(error.text()))?,
            None => game.points_to_win().map_or(Length::Rounds(1), Length::Points),
        };
        if let Some(points) = game.points_to_win().filter(|&points| length != Length::Points(points)) {
            return Err(settings(Text::new(
                format!("this variant is a match to {points} points; choose points={points}"),
                format!("diese Variante ist ein Wettkampf bis {points} Punkte; möglich ist points={points}"),
            )));
        }
        let clock = new.clock.parse().map_err(|error: framework::ClockError| settings(error.text()))?;
        for chair in &new.chairs {
            if let ChairChoice::Engine(player) = chair {
                EngineChoice::new(player)?.check(&*game)?;
            }
        }
        if let Some(text) = &new.start {
            check_start(&*game, text)?;
        }
        if new.password.as_ref().is_some_and(|password| MAX_PASSWORD_CHARS < password.chars().count()) {
            return Err(settings(Text::new(
                format!("a password has at most {MAX_PASSWORD_CHARS} characters"),
                format!("ein Passwort hat höchstens {MAX_PASSWORD_CHARS} Zeichen"),
            )));
        }
        let with_engine = new.chairs.iter().any(|chair| matches!(chair, ChairChoice::Engine(_)));
        let is_unequal = new.hints || new.undo == Undo::Free || with_engine || new.start.is_some();
        if new.rated && (is_unequal || length == Length::Endless) {
            return Err(settings(Text::fixed(
                "a rated match is between people, begins as usual, has an end, no hints, and no free taking back",
                "ein gewerteter Wettkampf ist unter Menschen, beginnt wie üblich, hat ein Ende, keine Tipps und kein freies Zurücknehmen",
            )));
        }
        let flag = match new.flag {
            Flag::Round => FlagRule::LosesRound,
            Flag::Match => FlagRule::LosesMatch,
        };
        let undo = match new.undo {
            Undo::Free => UndoRule::Free,
            Undo::ByAgreement => UndoRule::ByAgreement,
            Undo::Never => UndoRule::Never,
        };
        let seating = if new.rotate { Seating::Rotating } else { Seating::Fixed };
        Ok(Self { game, length, clock, flag, undo, seating, n_chairs, start: new.start.clone() })
    }

    /// Checks what is asked of new tables beyond [`new`](Self::new), which older ones in the store need not fulfil.
    ///
    /// # Errors
    /// If a rated match has no clock, or computer players would play for ever, or at an impossible pace.
    pub fn check_new(&self, new: &NewTable) -> Result<(), Problem> {
        if new.rated && self.clock == ClockRule::None {
            return Err(Problem::told(
                Code::Settings,
                Text::fixed(
                    "a rated match needs a clock, so that it ends even if a player leaves; choose one, such as 5m+3s",
                    "ein gewerteter Wettkampf braucht eine Uhr, damit er endet, auch wenn jemand geht; möglich ist etwa 5m+3s",
                ),
            ));
        }
        new.move_interval.map_or(Ok(()), check_interval)?;
        match new.chairs.iter().all(|chair| matches!(chair, ChairChoice::Engine(_))) {
            true => self.check_engines_alone(),
            false => Ok(()),
        }
    }

    /// Checks that computer players may play the match among themselves.
    ///
    /// # Errors
    /// If they would play for ever, or for very long.
    pub(super) fn check_engines_alone(&self) -> Result<(), Problem> {
        match self.length {
            Length::Rounds(n) | Length::BestOf(n) | Length::Points(n) if n <= MAX_ENGINE_ROUNDS => Ok(()),
            _ => Err(Problem::told(
                Code::Settings,
                Text::new(
                    format!(
                        "computer players among themselves play at most {MAX_ENGINE_ROUNDS} rounds; \
                         choose rounds=N, best-of=N or points=N"
                    ),
                    format!(
                        "Computerspieler unter sich spielen höchstens {MAX_ENGINE_ROUNDS} Runden; \
                         möglich ist rounds=N, best-of=N oder points=N"
                    ),
                ),
            )),
        }
    }

    /// The settings of the match between players of these names. The table itself sees to the dice.
    #[must_use]
    pub fn settings(&self, names: Vec<String>) -> Settings {
        Settings {
            players: names,
            length: self.length,
            clock: self.clock,
            flag: self.flag,
            dice: framework::Dice::ByHand,
            rolling: framework::Rolling::OnRequest,
            undo: self.undo,
            seating: self.seating,
            start: self.start.clone(),
        }
    }
}

/// Checks that a round can begin with a position.
fn check_start(game: &dyn AnyGame, text: &str) -> Result<(), Problem> {
    let settings = |sentence: String| Problem::new(Code::Settings, format!("the start position: {sentence}"));
    let position = game.parse_position(text).map_err(|error| settings(error.to_string()))?;
    match (position.turn(), position.seats() == game.start().seats()) {
        (Turn::Over, _) => Err(Problem::told(
            Code::Settings,
            Text::fixed(
                "the start position: the game is over there; choose an earlier one",
                "die Anfangsstellung: das Spiel ist dort zu Ende; eine frühere ist möglich",
            ),
        )),
        (_, false) => Err(Problem::told(
            Code::Settings,
            Text::fixed(
                "the start position: it has another number of seats than the variant",
                "die Anfangsstellung: sie hat eine andere Zahl von Plätzen als die Variante",
            ),
        )),
        _ => Ok(()),
    }
}
