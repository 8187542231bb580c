//! What is typed on a backgammon server of the 2006 program.

use backgammon::original::Terms;
use framework::Text;
use protocol::{VisitHall, VisitPassword, VisitPlace, VisitWish};
use visits::{LobbyGoal, Visit, VisitGoal};

use super::{
    ConnectArgs,
    phrasebook::{Commands, Phrasebook, Typed, play},
};

const COMMANDS: Commands = &[
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

/// What the command line asks for. A player of ours sits down somewhere, and is ready for every round.
pub(super) fn goal(args: &ConnectArgs) -> VisitGoal {
    let terms = Terms { timeout: args.timeout, rounds: args.rounds };
    let lobby = match (args.join, args.create, &args.player) {
        (Some(game), create, _) => {
            let or_create = create.then_some(terms);
            LobbyGoal::Join { game, password: args.game_password.clone(), or_create }
        }
        (None, true, _) => LobbyGoal::Create(terms, args.game_password.clone()),
        (None, false, Some(_)) => LobbyGoal::Any(terms),
        (None, false, None) => LobbyGoal::None,
    };
    VisitGoal { lobby, goes_on: args.player.is_some(), ..VisitGoal::default() }
}

/// The language of a lobby.
#[derive(Default)]
pub(super) struct Hall {
    /// Whether one has sat at a game.
    was_seated: bool,
}

impl Phrasebook for Hall {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn read(&self, words: &[&str], line: &str) -> Result<Typed, Text> {
        let password = |idx: usize| VisitPassword(words.get(idx).copied().unwrap_or_default().to_owned());
        Ok(Typed::Wish(match words {
            ["list" | "users"] => VisitWish::Look,
            ["create", ..] => {
                let (rounds, timeout) = (number(words.get(1), 1)?, number(words.get(2), 0)?);
                VisitWish::Create { rounds, timeout, password: password(3) }
            }
            ["join", game, ..] => {
                let game = game.parse().map_err(|_| {
                    Text::new(
                        format!("{game:.20} is no number of a game"),
                        format!("{game:.20} ist keine Nummer eines Spiels"),
                    )
                })?;
                VisitWish::Join { game, password: password(2) }
            }
            ["start"] => VisitWish::Begin,
            ["leave"] => VisitWish::Leave,
            ["chat", to, ..] => {
                let text = line.splitn(3, ' ').nth(2).unwrap_or_default().to_owned();
                VisitWish::Say { to: Some((*to).to_owned()), text }
            }
            _ => return Ok(play(line)),
        }))
    }

    fn can_do(&self, typed: &Result<Typed, Text>, visit: &dyn Visit) -> bool {
        let Some(VisitPlace::Hall(lobby)) = visit.place() else { return false };
        let VisitHall { is_in, is_playing, seated, left, .. } = lobby;
        let is_seated = seated.is_some();
        // After the last round the server is about to say that one is out of the game.
        let is_match_over = is_seated && left == Some(0);
        let in_hall = is_in && !is_seated;
        match typed {
            Ok(Typed::Nothing | Typed::Help) => true,
            Ok(Typed::Quit) => is_in && !is_playing && !is_match_over,
            Ok(Typed::Wish(VisitWish::Join { .. } | VisitWish::Create { .. })) => in_hall,
            Ok(Typed::Wish(VisitWish::Begin)) => is_seated && !is_playing,
            Ok(Typed::Wish(VisitWish::Leave)) => is_seated,
            Ok(Typed::Wish(VisitWish::Play { .. })) => visit.turn().is_some(),
            Ok(_) => is_in,
            Err(_) => in_hall,
        }
    }

    fn is_done(&mut self, place: &VisitPlace, by_player: bool) -> bool {
        let VisitPlace::Hall(lobby) = place else { return false };
        let is_seated = lobby.seated.is_some();
        let has_left = self.was_seated && !is_seated;
        self.was_seated = is_seated;
        by_player && has_left
    }
}

fn number(word: Option<&&str>, usual: u32) -> Result<u32, Text> {
    match word {
        None => Ok(usual),
        Some(word) => word
            .parse()
            .map_err(|_| Text::new(format!("{word:.20} is no number"), format!("{word:.20} ist keine Zahl"))),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use framework::Millis;
    use visits::{Address, Outbox, begin};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ConnectArgs,
    }

    #[test]
    fn players_of_ours_stay_below_the_time_for_a_turn() {
        let start = "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0";
        for (timeout, time) in [("0", 3_000), ("1", 600), ("3", 2_400), ("60", 3_000)] {
            let address = "welfenlab://anna@localhost";
            let line = ["connect", address, "--as", "level1", "--create", "--timeout", timeout];
            let goal = goal(&Line::parse_from(line).args);
            let (address, mut out): (Address, _) = (address.parse().unwrap(), Outbox::default());
            let mut visit = begin(&address, "", false, &goal, &mut out);
            for heard in ["CONFIRM:LOGIN;in", "LIST:", "USERS:anna", "CONFIRM:JOIN;1", "CONFIRM:START", start]
            {
                visit.on_bytes(format!("{heard}\r\n").as_bytes(), &mut out).unwrap();
            }
            assert!(visit.turn().is_none(), "no dice have fallen yet");
            visit.on_bytes(b"DICE:3 1 0 0\r\n", &mut out).unwrap();
            assert_eq!(visit.turn().unwrap().time, Millis(time));
        }
    }
}
