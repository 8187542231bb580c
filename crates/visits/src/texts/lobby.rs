//! What happens on a backgammon server, in words of two languages.

use backgammon::{
    Dice,
    original::{Listed, News, NotNow, ServerLine},
};
use framework::Text;

/// What news are in words, if they are worth any.
pub(crate) fn sentence(news: &News) -> Option<Text> {
    Some(match news {
        News::Hello(text) => {
            Text::new(format!("the server says: {text}"), format!("der Server sagt: {text}"))
        }
        News::LoggedIn => Text::fixed(
            "you are logged in; type help to see what you can do",
            "du bist angemeldet; help zeigt, was du tun kannst",
        ),
        News::LoggedOut => Text::fixed("you are logged out", "du bist abgemeldet"),
        News::Refused { command, text } => {
            Text::new(format!("{command} is refused: {text}"), format!("{command} ist abgelehnt: {text}"))
        }
        News::Games(games) if games.is_empty() => Text::fixed("there are no games", "es gibt keine Spiele"),
        News::Games(games) => list(games),
        News::Users(users) => {
            let users = users.join(", ");
            Text::new(format!("here are {users}"), format!("hier sind {users}"))
        }
        News::Chat { from, text } => Text::same(format!("{from}: {text}")),
        News::Joined(game) => {
            Text::new(format!("you sit in game {game}"), format!("du sitzt in Spiel {game}"))
        }
        News::LeftGame => Text::fixed("you are in no game any more", "du bist in keinem Spiel mehr"),
        News::UserCame(name) => Text::new(format!("{name} has come"), format!("{name} ist gekommen")),
        News::UserWent(name) => Text::new(format!("{name} has gone"), format!("{name} ist gegangen")),
        News::PlayerCame { game, name } => {
            Text::new(format!("{name} sits in game {game}"), format!("{name} sitzt in Spiel {game}"))
        }
        News::PlayerWent(name) => {
            Text::new(format!("{name} has left the game"), format!("{name} hat das Spiel verlassen"))
        }
        News::RoundBegan => Text::fixed("the round begins", "die Runde beginnt"),
        News::YourTurn(dice) => {
            Text::new(format!("you have rolled {dice}"), format!("du hast {dice} gewürfelt"))
        }
        News::CannotMove(dice) => Text::new(
            format!("you have rolled {dice} and cannot move"),
            format!("du hast {dice} gewürfelt und kannst nicht ziehen"),
        ),
        News::OthersTurn { turn: None, steps } => Text::new(
            format!("they say that they played {steps}, which cannot be played on this board"),
            format!("gegenüber meldet den Zug {steps}, der auf diesem Brett nicht möglich ist"),
        ),
        News::RoundOver { won, left, points: [own, others] }
        | News::RoundCorrected { won, left, points: [own, others] } => {
            let (en, de) = if *won { ("won", "gewonnen") } else { ("lost", "verloren") };
            Text::new(
                format!("the round is {en}, {own} to {others} points; rounds left: {left}"),
                format!("die Runde ist {de}, {own} zu {others} Punkte; übrige Runden: {left}"),
            )
        }
        News::RoundOf(ServerLine::RoundOf { game, winner: Some(winner), points: [points, _], .. }) => {
            Text::new(
                format!("a round of game {game} goes to {winner}, points: {points}"),
                format!("eine Runde von Spiel {game} geht an {winner}, Punkte: {points}"),
            )
        }
        News::Unknown(line) => Text::new(
            format!("the server says something unknown: {line:.80}"),
            format!("der Server sagt etwas Unbekanntes: {line:.80}"),
        ),
        // A turn of the other side is one line: see `others`.
        News::Delivered
        | News::Board(_)
        | News::OthersRoll(_)
        | News::OthersTurn { .. }
        | News::RoundOf(_) => return None,
    })
}

fn list(games: &[Listed]) -> Text {
    let lines = |[game, against, rounds, limit, locked]: [&str; 5]| {
        let line = |listed: &Listed| {
            let [one, other] = listed.players.clone().map(|player| player.unwrap_or_else(|| "-".to_owned()));
            let lock = if listed.locked { locked } else { "" };
            let time =
                if listed.timeout == 0 { String::new() } else { format!(", {} {limit}", listed.timeout) };
            format!("{game} {}: {one} {against} {other}, {rounds} {}{time}{lock}", listed.game, listed.rounds)
        };
        games.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    Text::new(
        lines(["game", "against", "rounds left:", "s for a turn", ", with a password"]),
        lines(["Spiel", "gegen", "übrige Runden:", "s für einen Zug", ", mit Passwort"]),
    )
}

/// A turn of the other side: the roll, and what was played, if anything could be.
pub(crate) fn others(dice: Dice, play: Option<&str>) -> Text {
    match play {
        Some(play) => {
            Text::new(format!("they play {dice}: {play}"), format!("gegenüber zieht {dice}: {play}"))
        }
        None => Text::new(
            format!("they have rolled {dice} and cannot move"),
            format!("gegenüber fällt {dice}, und kein Zug ist möglich"),
        ),
    }
}

/// That there is no game of a number, and which there are.
pub(crate) fn no_such_game(game: i64, games: &[Listed]) -> Text {
    if games.is_empty() {
        return Text::new(
            format!("there is no game {game}, nor any other; create one"),
            format!("es gibt kein Spiel {game} und auch kein anderes; eröffne eines"),
        );
    }
    let list = list(games);
    Text::new(
        format!("there is no game {game}; join one of these, or create one:\n{}", list.en),
        format!("es gibt kein Spiel {game}; nimm an einem von diesen teil, oder eröffne eines:\n{}", list.de),
    )
}

/// A turn of one's own: the roll, and what one has played.
pub(crate) fn own(dice: Dice, play: &str) -> Text {
    Text::new(format!("you play {dice}: {play}"), format!("du spielst {dice}: {play}"))
}

/// Why something cannot be done now.
pub(crate) fn not_now(reason: NotNow) -> Text {
    let german = match reason {
        NotNow::InNoGame => "du bist in keinem Spiel; eröffne eines oder nimm an einem teil",
        NotNow::InGame => "du bist in einem Spiel; verlasse es zuerst",
        NotNow::NotYourTurn => "du bist nicht am Zug; warte auf deine Würfel",
        NotNow::Outside => "du bist nicht angemeldet",
    };
    Text::new(reason.to_string(), german)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_said_in_two_languages() {
        let games = vec![Listed {
            game: 3,
            players: [Some("anna".to_owned()), None],
            locked: true,
            timeout: 30,
            rounds: 2,
        }];
        let said = sentence(&News::Games(games)).expect("a sentence");
        assert_eq!(said.en, "game 3: anna against -, rounds left: 2, 30 s for a turn, with a password");
        assert_eq!(said.de, "Spiel 3: anna gegen -, übrige Runden: 2, 30 s für einen Zug, mit Passwort");
        for reason in [NotNow::InNoGame, NotNow::InGame, NotNow::NotYourTurn, NotNow::Outside] {
            let text = not_now(reason);
            assert_ne!(text.en, text.de);
        }
    }
}
