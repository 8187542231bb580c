//! What is typed on a Blokus server of the 2005 program, called Freebloks.

use std::ops::RangeInclusive;

use ::blokus::original::{Mode, Setup};
use anyhow::{Context as _, anyhow};
use framework::Text;
use protocol::{VisitPlace, VisitWish};
use visits::{RoomGoal, Visit, VisitGoal, texts};

use super::{
    ConnectArgs,
    phrasebook::{Commands, Phrasebook, Typed, play},
};

const COMMANDS: Commands = &[
    (
        "sit [COLOR]",
        Text::fixed(
            "take a seat: blue, yellow, red, green, or any",
            "Platz nehmen: blau, gelb, rot, grün oder irgendwo",
        ),
    ),
    ("stand COLOR", Text::fixed("give a seat back", "einen Platz zurückgeben")),
    (
        "mode NAME [WxH]",
        Text::fixed(
            "another game: classic, two-players, two-colors, duo, junior",
            "ein anderes Spiel: classic, two-players, two-colors, duo, junior",
        ),
    ),
    (
        "start",
        Text::fixed(
            "begin; computer players take the seats that are free",
            "beginnen; Computerspieler nehmen die freien Plätze ein",
        ),
    ),
    (
        "e9,d10,e10,f10",
        Text::fixed(
            "lay a stone: name its cells (only on your turn)",
            "einen Stein legen: seine Felder nennen, nur wenn du am Zug bist",
        ),
    ),
    ("moves", Text::fixed("what you can play", "was du ziehen kannst")),
    ("hint", Text::fixed("what the server would play", "was der Server spielen würde")),
    ("undo", Text::fixed("take your last stone back", "deinen letzten Stein zurücknehmen")),
    ("board", Text::fixed("draw the board again", "das Brett noch einmal zeichnen")),
    ("seats", Text::fixed("who plays what", "wer was spielt")),
    ("chat TEXT", Text::fixed("say something to everybody", "allen etwas sagen")),
    ("quit", Text::fixed("leave", "gehen")),
];

/// What the command line asks for.
pub(super) fn goal(args: &ConnectArgs) -> VisitGoal {
    let ConnectArgs { mode, size, seats, start, .. } = *args;
    let room = RoomGoal { mode, size, stones: args.stones.clone(), seats, start };
    VisitGoal { room, ..VisitGoal::default() }
}

/// Checks what is asked for as far as that can be done before the server tells its own game.
///
/// # Errors
/// If it is no game that can be played here.
pub(super) fn check(args: &ConnectArgs) -> anyhow::Result<()> {
    let usual = Setup::usual(args.mode.unwrap_or(Mode::FourColors));
    if let Some(stones) = &args.stones {
        usual.with_stones(stones).context("--stones")?;
    }
    if args.mode.is_some() {
        goal(args).room.setup(usual).map_err(|reason| anyhow!("{}", reason.en))?;
    }
    Ok(())
}

/// The language of a room.
pub(super) struct Room;

impl Phrasebook for Room {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn read(&self, words: &[&str], line: &str) -> Result<Typed, Text> {
        Ok(Typed::Wish(match words {
            ["seats"] => return Ok(Typed::Seats),
            ["sit"] => VisitWish::Sit { color: None },
            ["sit", color] => VisitWish::Sit { color: Some((*color).to_owned()) },
            ["stand", color] => VisitWish::Stand { color: (*color).to_owned() },
            ["mode", name] => VisitWish::Mode { name: (*name).to_owned(), size: None },
            ["mode", name, size, ..] => {
                VisitWish::Mode { name: (*name).to_owned(), size: Some(sides(size)?) }
            }
            ["start"] => VisitWish::Begin,
            ["hint"] => VisitWish::Hint,
            ["undo"] => VisitWish::TakeBack,
            ["chat", ..] => {
                let text = line.split_once(' ').map_or("", |(_, text)| text);
                VisitWish::Say { to: None, text: text.to_owned() }
            }
            _ => return Ok(play(line)),
        }))
    }

    fn can_do(&self, typed: &Result<Typed, Text>, visit: &dyn Visit) -> bool {
        let Some(VisitPlace::Room(room)) = visit.place() else { return false };
        let is_my_turn = visit.turn().is_some();
        match typed {
            Ok(Typed::Quit) => !room.is_running || is_my_turn,
            Ok(
                Typed::Moves | Typed::Wish(VisitWish::Play { .. } | VisitWish::Hint | VisitWish::TakeBack),
            ) => {
                // After the last stone no turn comes any more that could be waited for.
                is_my_turn || room.is_over
            }
            Ok(_) | Err(_) => true,
        }
    }

    fn is_answered(&self, wish: &VisitWish) -> bool {
        matches!(wish, VisitWish::Sit { .. } | VisitWish::Begin | VisitWish::Hint | VisitWish::TakeBack)
    }

    fn is_done(&mut self, place: &VisitPlace, by_player: bool) -> bool {
        by_player && matches!(place, VisitPlace::Room(room) if room.is_over)
    }
}

/// How long the sides of a board may be: servers of the protocol know no shorter ones, and we no longer ones.
const SIDES: RangeInclusive<u8> = 4..=::blokus::Grid::MAX_SIDE;

/// Reads the sides of a board, such as `14x14`.
fn sides(text: &str) -> Result<[u8; 2], Text> {
    let (least, most) = (SIDES.start(), SIDES.end());
    // Any number is read, so that one that is too large is called that.
    let side = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(u8::MAX))
    };
    let sides = text.split_once('x').and_then(|(width, height)| Some([side(width)?, side(height)?]));
    let sides: [u8; 2] = sides.ok_or_else(|| {
        Text::new(
            format!("{text:.20} is no size; write it as 14x14, with {least} to {most} cells a side"),
            format!(
                "{text:.20} ist keine Größe; schreibe sie wie 14x14, mit {least} bis {most} Feldern je Seite"
            ),
        )
    })?;
    if !sides.iter().all(|side| SIDES.contains(side)) {
        return Err(Text::new(
            format!("a board of {text:.20} is not possible; both sides have {least} to {most} cells"),
            format!("ein Brett von {text:.20} gibt es nicht; beide Seiten haben {least} bis {most} Felder"),
        ));
    }
    Ok(sides)
}

/// Reads the size of a board on the command line.
pub(super) fn size(text: &str) -> Result<[u8; 2], String> {
    sides(text).map_err(|problem| problem.en.into_owned())
}

/// Reads the name of a mode on the command line.
pub(super) fn mode(name: &str) -> Result<Mode, String> {
    texts::room::mode(name).map_err(|problem| problem.en.into_owned())
}
