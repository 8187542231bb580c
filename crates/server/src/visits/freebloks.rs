//! Blokus on a server of the 2005 programme, called Freebloks.

use std::sync::Arc;

use blokus::{
    Blokus, LARGE, Placement,
    original::{
        Board, ClientMessage, Mode, ModeRequest, News, NotNow, Owner, PacketBuffer, Player, Setup, Status,
        WireColor, WireStone, chat_pieces,
    },
};
use framework::{AnyGame, AnyPosition, Game as _, Seat, Text};
use protocol::{VisitBoard, VisitMove, VisitPlace, VisitRoom, VisitSeat, VisitWish};

use super::{Lost, Outbox, Shown, Visit, cut, explained, no_word_for_it};

/// A client of a server of the 2005 programme.
pub(super) struct Room {
    name: String,
    player: Player,
    packets: PacketBuffer,
    /// The game that has begun, as our players and drawings know it.
    game: Option<Arc<dyn AnyGame>>,
    hint: Option<String>,
    is_over: bool,
    at_once: AtOnce,
}

/// How far somebody is who wants a game at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AtOnce {
    /// A seat is to be asked for.
    Seat,
    /// The start is to be asked for.
    Start,
    /// Nothing is left to do by itself.
    Done,
}

impl Room {
    /// Somebody of a name who has just connected.
    pub(super) fn new(name: &str, at_once: bool) -> Self {
        Self {
            name: name.to_owned(),
            player: Player::default(),
            packets: PacketBuffer::default(),
            game: None,
            hint: None,
            is_over: false,
            at_once: if at_once { AtOnce::Seat } else { AtOnce::Done },
        }
    }

    fn position(&self) -> Option<Box<dyn AnyPosition>> {
        let (board, game) = self.player.board().zip(self.game.as_ref())?;
        let rules = Blokus::<LARGE>::new(*board.layout().rules()).ok()?;
        game.parse_position(&rules.write_position(board.position())).ok()
    }

    fn seat_of(board: &Board, color: WireColor) -> Option<Seat> {
        board.layout().rules().owner(board.layout().color(color)?)
    }

    /// One's own seat: the one to move if one has several.
    fn seat(&self, board: &Board) -> Option<Seat> {
        let own = self.player.colors();
        let current = self.player.current().filter(|color| own.contains(color));
        current.or(own.first().copied()).and_then(|color| Self::seat_of(board, color))
    }

    fn played(board: &Board) -> Vec<VisitMove> {
        let played = |(stone, mv): (WireStone, &Placement)| VisitMove {
            seat: Self::seat_of(board, stone.color()),
            text: board.write(*mv),
        };
        board.stones().zip(board.moves()).map(played).collect()
    }

    fn notice(&mut self, news: &News, out: &mut Outbox) -> Result<(), Lost> {
        match news {
            News::Started => {
                let rules = self.player.board().map(|board| board.layout().rules().to_string());
                let game = blokus::ENTRY.open_text(&rules.unwrap_or_default());
                (self.game, self.is_over, self.hint) = (Some(game.map_err(Lost::nonsense)?), false, None);
            }
            News::Over => self.is_over = true,
            News::Laid(_) => self.hint = None,
            News::TakenBack => (self.hint, self.is_over) = (None, false),
            News::Hint(stone) => {
                let board = self.player.board();
                let advised = board.and_then(|board| board.check(*stone).ok().map(|mv| board.write(mv)));
                self.hint = advised;
            }
            News::Status if self.at_once == AtOnce::Seat => {
                self.at_once = AtOnce::Start;
                self.sit(None, out);
            }
            News::Granted(_) if self.at_once == AtOnce::Start => {
                self.at_once = AtOnce::Done;
                say(&ClientMessage::StartGame, out);
            }
            _ => {}
        }
        Ok(())
    }

    fn sit(&self, wish: Option<WireColor>, out: &mut Outbox) {
        say(&ClientMessage::RequestPlayer { wish, name: self.name.clone() }, out);
    }

    /// What is told besides what the page shows anyway.
    fn tell(&self, news: News, out: &mut Outbox) {
        match news {
            News::Said { who: Some(who), text } => out.said(who, None, &text),
            News::Said { who: None, text } => {
                out.tell(Text::new(format!("the server says: {text}"), format!("der Server sagt: {text}")));
            }
            News::Refused(_) => {
                out.tell(Text::fixed("the server refuses the stone", "der Server lehnt den Stein ab"));
            }
            News::TakenBack => {
                out.tell(Text::fixed("the last stone is taken back", "der letzte Stein ist zurückgenommen"));
            }
            News::Started => out.tell(Text::fixed("the game begins", "das Spiel beginnt")),
            News::Over => out.tell(Text::fixed("the game is over", "das Spiel ist vorbei")),
            News::Hint(_) if self.hint.is_none() => out.tell(Text::fixed(
                "the server advises a stone that cannot be laid",
                "der Server rät zu einem Stein, der sich nicht legen lässt",
            )),
            _ => {}
        }
    }

    fn lay(&mut self, text: &str, out: &mut Outbox) -> Result<(), Text> {
        let checked = self.position().ok_or_else(not_begun)?.check(text);
        let text = checked.map_err(|error| explained(&error))?;
        let mv = self.player.board().and_then(|board| board.read(&text)).ok_or_else(not_begun)?;
        let said = self.player.play(mv).map_err(not_now)?;
        say(&said, out);
        Ok(())
    }
}

fn say(message: &ClientMessage, out: &mut Outbox) {
    out.bytes.extend(message.to_bytes());
}

const fn not_begun() -> Text {
    Text::fixed("no game has begun yet", "noch hat kein Spiel begonnen")
}

const fn not_now(reason: NotNow) -> Text {
    match reason {
        NotNow::NotYourTurn => Text::fixed("it is not your turn", "du bist nicht am Zug"),
        NotNow::NoMove => {
            Text::fixed("there is no move to be advised about", "es gibt keinen Zug, zu dem man raten könnte")
        }
    }
}

fn color(name: &str) -> Result<WireColor, Text> {
    WireColor::from_name(name).ok_or_else(|| {
        Text::new(
            format!("{name:.20} is no color; they are blue, yellow, red and green"),
            format!("{name:.20} ist keine Farbe; es gibt blue, yellow, red und green"),
        )
    })
}

/// Who plays a colour.
fn owner(status: &Status, color: WireColor) -> Text {
    match status.owner(color) {
        Some(Owner::Client(client)) => {
            let name = status.names.get(usize::from(client)).filter(|name| !name.is_empty());
            let nameless = || Text::new(format!("Client {client}"), format!("Gast {client}"));
            name.map_or_else(nameless, Text::same)
        }
        Some(Owner::Computer) => Text::fixed("Computer", "Computer"),
        Some(Owner::Local) => Text::fixed("The server", "Der Server"),
        None => Text::fixed("Somebody", "Jemand"),
    }
}

fn wish_for(name: &str, size: Option<[u8; 2]>) -> Result<ClientMessage, Text> {
    let mode =
        Mode::from_name(name).ok_or(Text::fixed("there is no such game", "so ein Spiel gibt es nicht"))?;
    let usual = Setup::usual(mode);
    let [width, height] = size.unwrap_or([usual.width, usual.height]);
    let setup = Setup { width, height, ..usual };
    setup.layout().map_err(|error| Text::same(error.to_string()))?;
    Ok(ClientMessage::RequestGameMode(ModeRequest::of(&setup)))
}

impl Visit for Room {
    fn hear(&mut self, bytes: &[u8], out: &mut Outbox) -> Result<(), Lost> {
        let mut buffer = std::mem::take(&mut self.packets);
        for packet in cut(&mut buffer, bytes) {
            let news = self.player.hear(&packet.map_err(Lost::nonsense)?).map_err(Lost::nonsense)?;
            for news in news {
                self.notice(&news, out)?;
                self.tell(news, out);
            }
        }
        self.packets = buffer;
        Ok(())
    }

    fn wish(&mut self, wish: &VisitWish, out: &mut Outbox) -> Result<(), Text> {
        match wish {
            VisitWish::Sit { color: None } => self.sit(None, out),
            VisitWish::Sit { color: Some(name) } => self.sit(Some(color(name)?), out),
            VisitWish::Stand { color: name } => say(&ClientMessage::RevokePlayer(color(name)?), out),
            VisitWish::Mode { name, size } => say(&wish_for(name, *size)?, out),
            VisitWish::Begin => say(&ClientMessage::StartGame, out),
            VisitWish::Hint => say(&self.player.ask_for_hint().map_err(not_now)?, out),
            VisitWish::TakeBack => say(&ClientMessage::RequestUndo, out),
            VisitWish::Play { .. } if !self.player.is_to_move() => return Err(not_now(NotNow::NotYourTurn)),
            VisitWish::Play { text } => self.lay(text, out)?,
            VisitWish::WhyNot { text } => {
                let position = self.position().ok_or_else(not_begun)?;
                position.check(text).map_err(|error| explained(&error))?;
            }
            VisitWish::Say { to: None, text } => {
                for piece in chat_pieces(text) {
                    say(&ClientMessage::Chat(piece.to_owned()), out);
                }
            }
            _ => return Err(no_word_for_it()),
        }
        Ok(())
    }

    fn place(&self) -> Option<VisitPlace> {
        let status = self.player.status()?;
        let board = self.player.board();
        let seat = |&wire: &WireColor| VisitSeat {
            color: wire.name().to_owned(),
            name: owner(status, wire),
            is_mine: self.player.colors().contains(&wire),
            points: board.and_then(|board| Some(board.position().points(board.layout().color(wire)?))),
        };
        Some(VisitPlace::Room(VisitRoom {
            mode: status.setup.mode.name().to_owned(),
            size: [status.setup.width, status.setup.height],
            seats: status.setup.mode.colors().iter().map(seat).collect(),
            clients: status.clients,
            is_running: self.player.is_running(),
            is_over: self.is_over,
            current: self.player.current().map(|color| color.name().to_owned()),
        }))
    }

    fn board(&self) -> Option<VisitBoard> {
        let (board, game) = self.player.board().zip(self.game.as_ref())?;
        let position = self.position()?;
        let (seat, is_active) = (self.seat(board), self.player.is_to_move());
        let (played, hint) = (Self::played(board), self.hint.clone());
        Some(Shown { game: &**game, position: &*position, seat, is_active, played, hint }.board())
    }
}
