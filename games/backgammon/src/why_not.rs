//! Why a move is illegal.

use framework::{Reason, Text};

use crate::position::{BAR, OFF};

/// The rules that can forbid a move, in the order in which they are checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhyNot {
    /// The game is over.
    GameOver,
    /// The opening dice are equal.
    RollAgain,
    /// The dice fall next; nobody else decides anything.
    DiceFirst,
    /// The mover must say whether to roll or to double.
    RollOrDouble,
    /// A double must be answered first.
    AnswerFirst,
    /// The dice have fallen already.
    AlreadyRolled,
    /// There is no double to answer.
    NoDoubleOffered,
    /// The cube is not used in this game.
    NoCube,
    /// Nobody may double in the Crawford game.
    CrawfordGame,
    /// The cube belongs to the other side.
    NotYourCube,
    /// The cube cannot be turned further.
    CubeLimit,
    /// Beavers were not agreed upon, or this is a match.
    NoBeavers,
    /// Passing is refused while a checker can be moved.
    MoveExists,
    /// Checkers move from higher points to lower ones.
    WrongDirection,
    /// Checkers on the bar must enter first.
    BarFirst,
    /// The point is held by the other side.
    OpponentsChecker {
        /// The point.
        point: u8,
    },
    /// There is no checker on the point.
    NoChecker {
        /// The point.
        point: u8,
    },
    /// Bearing off needs all checkers in the home board.
    NotAllHome,
    /// A larger number bears off only if no checker stands behind.
    CheckerBehind {
        /// Where the hindmost checker stands.
        point: u8,
    },
    /// The target is held by two or more checkers of the other side.
    Blocked {
        /// The target.
        point: u8,
    },
    /// No die and no sum of dice leads there.
    NotWithDice {
        /// Where the checker comes from.
        from: u8,
        /// Where it was to go.
        to: u8,
    },
    /// Another checker must be moved, since a die is left that can be played.
    DieLeft,
    /// Another play uses more dice.
    WastesDie,
    /// Only one of the dice can be played, and it must be the higher one.
    HigherDie,
}

impl Reason for WhyNot {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::RollAgain => "roll-again",
            Self::DiceFirst => "dice-first",
            Self::RollOrDouble => "roll-or-double",
            Self::AnswerFirst => "answer-first",
            Self::AlreadyRolled => "already-rolled",
            Self::NoDoubleOffered => "no-double-offered",
            Self::NoCube => "no-cube",
            Self::CrawfordGame => "crawford-game",
            Self::NotYourCube => "not-your-cube",
            Self::CubeLimit => "cube-limit",
            Self::NoBeavers => "no-beavers",
            Self::MoveExists => "move-exists",
            Self::WrongDirection => "wrong-direction",
            Self::BarFirst => "bar-first",
            Self::OpponentsChecker { .. } => "opponents-checker",
            Self::NoChecker { .. } => "no-checker",
            Self::NotAllHome => "not-all-home",
            Self::CheckerBehind { .. } => "checker-behind",
            Self::Blocked { .. } => "blocked",
            Self::NotWithDice { .. } => "not-with-dice",
            Self::DieLeft => "die-left",
            Self::WastesDie => "wastes-die",
            Self::HigherDie => "higher-die",
        }
    }

    fn sentence(&self) -> Text {
        match *self {
            Self::GameOver => Text::fixed("the game is over", "das Spiel ist zu Ende"),
            Self::RollAgain => Text::fixed(
                "the opening dice are equal: roll again",
                "die Würfel der Eröffnung sind gleich: noch einmal würfeln",
            ),
            Self::DiceFirst => Text::fixed("the dice must fall first", "erst müssen die Würfel fallen"),
            Self::RollOrDouble => {
                Text::fixed("roll or double first", "erst würfeln oder verdoppeln (roll oder double)")
            }
            Self::AnswerFirst => {
                Text::fixed("answer the double first", "erst auf das Verdoppeln antworten (take oder pass)")
            }
            Self::AlreadyRolled => Text::fixed(
                "the dice have fallen already: play them",
                "die Würfel sind schon gefallen: jetzt wird gezogen",
            ),
            Self::NoDoubleOffered => Text::fixed("there is no double to answer", "es wurde nicht verdoppelt"),
            Self::NoCube => {
                Text::fixed("this game has no doubling cube", "dieses Spiel hat keinen Verdopplungswürfel")
            }
            Self::CrawfordGame => {
                Text::fixed("nobody doubles in the Crawford game", "im Crawford-Spiel wird nicht verdoppelt")
            }
            Self::NotYourCube => Text::fixed(
                "the cube belongs to the other side",
                "der Verdopplungswürfel gehört der Gegenseite",
            ),
            Self::CubeLimit => {
                Text::fixed("the cube cannot be turned further", "höher kann nicht verdoppelt werden")
            }
            Self::NoBeavers => {
                Text::fixed("beavers were not agreed upon", "Biber sind in diesem Spiel nicht vereinbart")
            }
            Self::MoveExists => {
                Text::fixed("a checker can be moved, so it must be", "ein Stein kann ziehen, also muss er")
            }
            Self::WrongDirection => Text::fixed(
                "checkers move from higher points to lower ones",
                "Steine ziehen von höheren zu niedrigeren Feldern",
            ),
            Self::BarFirst => {
                Text::fixed("checkers on the bar must enter first", "Steine auf der Bar müssen zuerst herein")
            }
            Self::OpponentsChecker { point } => Text::new(
                format!("the checkers on {point} are not yours"),
                format!("die Steine auf {point} gehören der Gegenseite"),
            ),
            Self::NoChecker { point: BAR } => {
                Text::fixed("there is no checker on the bar", "auf der Bar ist kein Stein")
            }
            Self::NoChecker { point } => {
                Text::new(format!("there is no checker on {point}"), format!("auf {point} ist kein Stein"))
            }
            Self::NotAllHome => Text::fixed(
                "bearing off needs all checkers at home",
                "zum Auswürfeln müssen alle Steine im Heimfeld sein",
            ),
            Self::CheckerBehind { point } => Text::new(
                format!("the checker on {point} goes first, since it stands behind"),
                format!("erst ist der Stein auf {point} dran, denn er steht weiter hinten"),
            ),
            Self::Blocked { point } => {
                Text::new(format!("point {point} is blocked"), format!("Feld {point} ist blockiert"))
            }
            Self::NotWithDice { from, to } => Text::new(
                format!("the dice do not lead from {} to {}", english(from), english(to)),
                format!("die Würfel führen nicht von {} nach {}", german(from), german(to)),
            ),
            Self::DieLeft => Text::fixed(
                "a die is left that can be played too",
                "ein Würfel ist übrig, der auch gezogen werden kann",
            ),
            Self::WastesDie => Text::fixed(
                "another play uses more dice, so this one wastes a die",
                "ein anderer Zug nutzt mehr Würfel: dieser verschenkt einen",
            ),
            Self::HigherDie => Text::fixed(
                "only one die can be played, and it must be the higher one",
                "nur ein Würfel kann gezogen werden, und das muss der höhere sein",
            ),
        }
    }
}

fn english(place: u8) -> String {
    match place {
        BAR => "the bar".to_owned(),
        OFF => "off".to_owned(),
        _ => place.to_string(),
    }
}

fn german(place: u8) -> String {
    match place {
        BAR => "der Bar".to_owned(),
        OFF => "draußen".to_owned(),
        _ => place.to_string(),
    }
}
