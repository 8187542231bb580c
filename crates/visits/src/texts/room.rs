//! What happens on a server of Freebloks, in words of two languages.

use blokus::original::{Board, ClientSide, Mode, News, NotNow, Owner, Setup, Status, Unlaid, WireColor};
use framework::{Reason as _, Text};

/// What news are in words, if they are worth any.
pub(crate) fn sentence(news: &News, player: &ClientSide) -> Option<Text> {
    Some(match news {
        News::Granted(color) => {
            let color = name_in(player, *color);
            Text::new(format!("you play {}", color.en), format!("du spielst {}", color.de))
        }
        News::Revoked(color) => {
            let color = name_in(player, *color);
            Text::new(
                format!("you no longer play {}", color.en),
                format!("du spielst {} nicht mehr", color.de),
            )
        }
        News::Started => Text::fixed("the game begins", "das Spiel beginnt"),
        News::YourTurn(color) => {
            let color = name_in(player, *color);
            Text::new(format!("it is your turn: {}", color.en), format!("du bist am Zug: {}", color.de))
        }
        News::Laid(stone) => {
            let laid = player.board().and_then(|board| Some(board.write(*board.moves().last()?)))?;
            let who = who_plays(player, stone.color());
            Text::new(format!("{} lays {laid}", who.en), format!("{} legt {laid}", who.de))
        }
        News::Refused(_) => {
            Text::fixed("the server refuses the stone", "der Server nimmt den Stein nicht an")
        }
        News::TakenBack => Text::fixed("the last stone is taken back", "der letzte Stein ist zurückgenommen"),
        News::Over => result(player),
        News::Said { who: Some(who), text } => Text::same(format!("{who}: {text}")),
        News::Said { who: None, text } => {
            Text::new(format!("the server says: {text}"), format!("der Server sagt: {text}"))
        }
        News::Hint(stone) => {
            let board = player.board()?;
            match board.check(*stone) {
                Ok(mv) => {
                    let advised = board.write(mv);
                    Text::new(
                        format!("the server would play {advised}"),
                        format!("der Server würde {advised} spielen"),
                    )
                }
                Err(unlaid) => {
                    let why = unlaid_in_words(&unlaid);
                    Text::new(
                        format!("the server advises {stone}, but {}", why.en),
                        format!("der Server rät zu {stone}, aber {}", why.de),
                    )
                }
            }
        }
        News::Status | News::Turn(_) => return None,
    })
}

/// What is played and who plays what, line by line.
pub(crate) fn seats(player: &ClientSide) -> Vec<Text> {
    let Some(status) = player.status() else { return Vec::new() };
    let setup = status.setup;
    let game = Text::new(format!("the game is {setup}"), format!("gespielt wird {setup}"));
    let seat = |&color: &WireColor| {
        let (name, is_own) = (owner(status, color), player.colors().contains(&color));
        let color = setup.color_name(color);
        let (en, de) = if is_own { (", which is you", ", das bist du") } else { ("", "") };
        Text::new(format!("{}: {}{en}", color.en, name.en), format!("{}: {}{de}", color.de, name.de))
    };
    [game].into_iter().chain(setup.mode.colors().iter().map(seat)).collect()
}

/// How the game has ended, as points are counted here.
fn result(player: &ClientSide) -> Text {
    let Some(board) = player.board() else {
        return Text::fixed("the game is over", "das Spiel ist zu Ende");
    };
    let points = points(player, board);
    let list = |language: fn(&Text) -> &str| points.iter().map(language).collect::<Vec<_>>().join(", ");
    Text::new(
        format!("the game is over: {}", list(|text| &text.en)),
        format!("das Spiel ist zu Ende: {}", list(|text| &text.de)),
    )
}

fn points(player: &ClientSide, board: &Board) -> Vec<Text> {
    let layout = board.layout();
    let line = |color| {
        let points = board.position().points(color);
        let who = who_plays(player, layout.wire_color(color));
        Text::new(format!("{} {points}", who.en), format!("{} {points}", who.de))
    };
    layout.rules().colors().map(line).collect()
}

/// A color, and in brackets who plays it.
fn who_plays(player: &ClientSide, color: WireColor) -> Text {
    let name = player.status().map_or(Text::fixed("Somebody", "Jemand"), |status| owner(status, color));
    let color = name_in(player, color);
    Text::new(format!("{} ({})", color.en, name.en), format!("{} ({})", color.de, name.de))
}

/// What people call the one who plays a color.
pub(crate) fn owner(status: &Status, color: WireColor) -> Text {
    match status.owner(color) {
        Some(Owner::Client(client)) => {
            let name = status.names.get(usize::from(client)).filter(|name| !name.is_empty());
            let nameless = || Text::new(format!("Client {client}"), format!("Gast {client}"));
            name.map_or_else(nameless, Text::same)
        }
        Some(Owner::Computer) => Text::fixed("Computer", "Computer"),
        Some(Owner::Local) => Text::fixed("Server", "Server"),
        None => Text::fixed("Somebody", "Jemand"),
    }
}

/// What a color is called on the board of a player: in Duo it has another name than in the protocol.
fn name_in(player: &ClientSide, color: WireColor) -> Text {
    player.status().map_or_else(|| name_of(color), |status| status.setup.color_name(color))
}

fn name_of(color: WireColor) -> Text {
    Text::fixed(color.name(), ["Blau", "Gelb", "Rot", "Grün"][color.index()])
}

/// Reads the name of a color in either language, as the protocol or the board of Duo calls it.
pub(crate) fn color(name: &str) -> Result<WireColor, Text> {
    let typed = name.to_lowercase();
    let named = |color: &WireColor| {
        let names = [name_of(*color), Setup::usual(Mode::Duo).color_name(*color)];
        names.iter().any(|names| typed == names.en || typed == names.de.to_lowercase())
    };
    WireColor::ALL.into_iter().find(named).ok_or_else(|| {
        Text::new(
            format!(
                "{name:.20} is no color; they are blue, yellow, red and green, and orange and purple in Duo"
            ),
            format!(
                "{name:.20} ist keine Farbe; es gibt blau, gelb, rot und grün, und in Duo orange und lila"
            ),
        )
    })
}

/// Reads the name of a mode.
///
/// # Errors
/// If there is no such game: which there are.
pub fn mode(name: &str) -> Result<Mode, Text> {
    Mode::from_name(name).ok_or_else(|| {
        let names = Mode::ALL.map(Mode::name).join(", ");
        Text::new(
            format!("there is no such game; choose one of {names}"),
            format!("ein solches Spiel gibt es nicht; wähle eines von {names}"),
        )
    })
}

/// The game of a mode and a size, if it can be played here.
pub(crate) fn setup(name: &str, size: Option<[u8; 2]>) -> Result<Setup, Text> {
    let usual = Setup::usual(mode(name)?);
    let [width, height] = size.unwrap_or([usual.width, usual.height]);
    playable(Setup { width, height, ..usual })
}

/// The same game, if it can be played here.
pub(crate) fn playable(setup: Setup) -> Result<Setup, Text> {
    setup.layout().map_err(|error| {
        Text::new(error.to_string(), format!("dieses Spiel lässt sich hier nicht spielen: {error}"))
    })?;
    Ok(setup)
}

/// That there is no board yet.
pub(crate) const fn not_begun() -> Text {
    Text::fixed("no game has begun yet", "noch hat kein Spiel begonnen")
}

/// Why something cannot be said now.
pub(crate) fn not_now(reason: NotNow) -> Text {
    let german = match reason {
        NotNow::NotYourTurn => "du bist nicht am Zug",
        NotNow::NoMove => "es gibt keinen Zug, zu dem man raten könnte",
    };
    Text::new(reason.to_string(), german)
}

fn unlaid_in_words(unlaid: &Unlaid) -> Text {
    match unlaid {
        Unlaid::NotPlaying(color) => {
            Text::new(unlaid.to_string(), format!("{} spielt hier nicht mit", name_of(*color).de))
        }
        Unlaid::SticksOut(stone) => Text::new(
            unlaid.to_string(),
            format!("der Stein {stone} liegt nicht mit allen Feldern auf dem Brett"),
        ),
        Unlaid::Illegal(why) => why.sentence(),
    }
}

#[cfg(test)]
mod tests {
    use blokus::original::{ServerMessage, WireStone};

    use super::*;

    /// A person who plays blue in a game of Duo that has just begun.
    fn seated() -> ClientSide {
        let owners = [Owner::Client(0), Owner::Computer, Owner::Computer, Owner::Computer];
        let mut names: [String; 8] = Default::default();
        names[0] = "Ada".to_owned();
        let status = Status::new(Setup::usual(Mode::Duo), owners, 1, names);
        let mut player = ClientSide::default();
        for message in [
            ServerMessage::Status(Box::new(status)),
            ServerMessage::GrantPlayer(WireColor::BLUE),
            ServerMessage::StartGame,
            ServerMessage::CurrentPlayer(Some(WireColor::BLUE)),
        ] {
            player.hear(&message.to_packet()).unwrap();
        }
        player
    }

    #[track_caller]
    fn check(news: &News, player: &ClientSide, en: &str, de: &str) {
        let said = sentence(news, player).expect("a sentence");
        assert_eq!((&*said.en, &*said.de), (en, de));
    }

    #[test]
    fn everything_is_said_in_two_languages() {
        let player = seated();
        let blue = WireColor::BLUE;
        let outside = WireStone::new(blue, 16, false, 0, (-9, 8)).unwrap();
        let start = WireStone::new(blue, 16, false, 0, (3, 8)).unwrap();
        // The board of Duo is orange and purple, whatever the protocol calls it.
        check(&News::Granted(blue), &player, "you play orange", "du spielst Orange");
        check(&News::Revoked(blue), &player, "you no longer play orange", "du spielst Orange nicht mehr");
        check(&News::Started, &player, "the game begins", "das Spiel beginnt");
        check(&News::YourTurn(blue), &player, "it is your turn: orange", "du bist am Zug: Orange");
        check(
            &News::Refused(start),
            &player,
            "the server refuses the stone",
            "der Server nimmt den Stein nicht an",
        );
        check(
            &News::Over,
            &player,
            "the game is over: orange (Ada) 0, purple (Computer) 0",
            "das Spiel ist zu Ende: Orange (Ada) 0, Lila (Computer) 0",
        );
        check(
            &News::Hint(start),
            &player,
            "the server would play e9,d10,e10,f10,e11",
            "der Server würde e9,d10,e10,f10,e11 spielen",
        );
        check(
            &News::Hint(outside),
            &player,
            "the server advises 0:16.0.0@-9,8, but the stone 0:16.0.0@-9,8 is not on the board with all its squares",
            "der Server rät zu 0:16.0.0@-9,8, aber der Stein 0:16.0.0@-9,8 liegt nicht mit allen Feldern auf dem \
             Brett",
        );
        assert_eq!(sentence(&News::Status, &player), None);
        let seats: Vec<String> = seats(&player).into_iter().map(|line| line.de.into_owned()).collect();
        assert_eq!(seats, ["gespielt wird duo 14x14", "Orange: Ada, das bist du", "Lila: Computer"]);
        for reason in [NotNow::NotYourTurn, NotNow::NoMove] {
            let text = not_now(reason);
            assert_ne!(text.en, text.de);
        }
    }

    #[test]
    fn colors_are_read_in_two_languages() {
        for (name, number) in [("blue", 0), ("Gelb", 1), ("RED", 2), ("GRÜN", 3), ("orange", 0), ("lila", 2)]
        {
            assert_eq!(color(name), Ok(WireColor::ALL[number]));
        }
        assert!(color("pink").unwrap_err().de.contains("blau, gelb, rot und grün"));
    }
}
