//! What can be typed on a backgammon server.

use framework::Text;

/// How each command is written and what it does, in the order of `help`.
pub(super) const HELP: [(&str, Text); 11] = [
    ("list", Text::fixed("the games there are, and who is here", "welche Spiele es gibt und wer da ist")),
    (
        "create [ROUNDS [SECONDS [PASSWORD]]]",
        Text::fixed("create a game", "ein Spiel eröffnen: Runden, Sekunden, Passwort"),
    ),
    ("join N [PASSWORD]", Text::fixed("join a game", "an einem Spiel teilnehmen")),
    ("start", Text::fixed("say that you are ready for the next round", "bereit sein für die nächste Runde")),
    ("8/5 6/5", Text::fixed("play, only on your turn", "ziehen, nur wenn du am Zug bist")),
    ("moves", Text::fixed("what you can play", "was du ziehen kannst")),
    ("board", Text::fixed("draw the board again", "das Brett noch einmal zeichnen")),
    ("chat NAME TEXT", Text::fixed("say something to somebody", "jemandem etwas sagen")),
    ("leave", Text::fixed("leave the game", "das Spiel verlassen")),
    ("help", Text::fixed("this list", "diese Liste")),
    ("quit", Text::fixed("leave and log out", "verlassen und abmelden")),
];
