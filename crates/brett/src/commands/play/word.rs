//! What can be typed besides moves.

use framework::Text;

/// Something that is typed instead of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Accept,
    Auto,
    Board,
    Decline,
    Draw,
    Eval(Option<String>),
    Flip,
    Help,
    Hint,
    Load(String),
    Moves,
    New,
    Next,
    Quit,
    Redo,
    Resign(Option<String>),
    Roll,
    Save(String),
    Undo,
    Why(String),
}

/// A line that begins like a command and lacks something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Incomplete(pub(super) &'static str);

/// How each is written and what it does, in the order of `help`.
pub(super) const HELP: [(&str, Text); 20] = [
    ("moves", Text::fixed("all moves that are legal now", "alle Züge, die jetzt zulässig sind")),
    (
        "why MOVE",
        Text::fixed("whether a move is legal, and why not", "ob ein Zug zulässig ist und warum nicht"),
    ),
    ("hint", Text::fixed("a good move", "ein guter Zug")),
    (
        "eval [NAME]",
        Text::fixed(
            "the value and the best line, or the terms of an evaluation",
            "Wert und beste Folge, oder die Größen einer Bewertung",
        ),
    ),
    ("roll", Text::fixed("roll the dice; so does Enter", "würfeln; das tut auch Enter")),
    ("auto", Text::fixed("roll by itself, or no longer", "von selbst würfeln oder nicht mehr")),
    ("undo", Text::fixed("take back your last move", "deinen letzten Zug zurücknehmen")),
    ("redo", Text::fixed("play again what was taken back", "Zurückgenommenes wieder spielen")),
    ("board", Text::fixed("draw the board", "das Brett zeichnen")),
    ("flip", Text::fixed("see the board from the next seat", "das Brett vom nächsten Platz aus sehen")),
    ("draw", Text::fixed("offer a draw", "Remis anbieten")),
    ("resign [LEVEL]", Text::fixed("give up, such as resign gammon", "aufgeben, etwa resign gammon")),
    ("accept", Text::fixed("agree to an offer", "ein Angebot annehmen")),
    (
        "decline",
        Text::fixed("refuse an offer, or withdraw your own", "ein Angebot ablehnen oder zurückziehen"),
    ),
    ("next", Text::fixed("begin the next round", "die nächste Runde beginnen")),
    ("new", Text::fixed("forget the score and begin again", "den Stand vergessen und neu beginnen")),
    ("save FILE", Text::fixed("write the match into a file", "die Partie in eine Datei schreiben")),
    ("load FILE", Text::fixed("continue a match from a file", "eine Partie aus einer Datei fortsetzen")),
    ("help", Text::fixed("this list", "diese Liste")),
    ("quit", Text::fixed("leave; so do Ctrl-C and Ctrl-D", "gehen; das tun auch Strg-C und Strg-D")),
];

impl Word {
    /// Reads a line; `None` if it does not begin like a command.
    ///
    /// # Errors
    /// If what the command needs is missing.
    pub(super) fn read(line: &str) -> Option<Result<Self, Incomplete>> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let needed = |make: fn(String) -> Self, form| match rest {
            "" => Err(Incomplete(form)),
            _ => Ok(make(rest.to_owned())),
        };
        let named = || (!rest.is_empty()).then(|| rest.to_owned());
        let alone = |word: Self| rest.is_empty().then_some(Ok(word));
        match first.to_ascii_lowercase().as_str() {
            "load" => Some(needed(Self::Load, "load FILE")),
            "save" => Some(needed(Self::Save, "save FILE")),
            "why" => Some(needed(Self::Why, "why MOVE")),
            "resign" => Some(Ok(Self::Resign(named()))),
            "eval" => Some(Ok(Self::Eval(named()))),
            "accept" => alone(Self::Accept),
            "auto" => alone(Self::Auto),
            "board" => alone(Self::Board),
            "decline" => alone(Self::Decline),
            "draw" => alone(Self::Draw),
            "flip" => alone(Self::Flip),
            "help" | "?" => alone(Self::Help),
            "hint" => alone(Self::Hint),
            "moves" => alone(Self::Moves),
            "new" => alone(Self::New),
            "next" => alone(Self::Next),
            "quit" | "exit" => alone(Self::Quit),
            "redo" => alone(Self::Redo),
            "roll" => alone(Self::Roll),
            "undo" => alone(Self::Undo),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_what_they_need() {
        assert_eq!(Word::read("undo"), Some(Ok(Word::Undo)));
        assert_eq!(Word::read("UNDO"), Some(Ok(Word::Undo)));
        assert_eq!(Word::read("save  my game.brett"), Some(Ok(Word::Save("my game.brett".to_owned()))));
        assert_eq!(Word::read("resign"), Some(Ok(Word::Resign(None))));
        assert_eq!(Word::read("resign gammon"), Some(Ok(Word::Resign(Some("gammon".to_owned())))));
        assert_eq!(Word::read("eval"), Some(Ok(Word::Eval(None))));
        assert_eq!(Word::read("eval own"), Some(Ok(Word::Eval(Some("own".to_owned())))));
        assert_eq!(Word::read("why"), Some(Err(Incomplete("why MOVE"))));
    }

    #[test]
    fn everything_else_may_be_a_move() {
        for line in ["", "4", "f5", "8/5 6/5", "undo 3", "unfo", "hint please"] {
            assert_eq!(Word::read(line), None, "{line}");
        }
    }

    #[test]
    fn the_help_lists_every_command() {
        for (form, _) in HELP {
            assert!(Word::read(form).is_some(), "{form}");
        }
    }
}
