//! Blokus on a server of the 2005 program, called Freebloks.

use std::sync::Arc;

use blokus::{
    Blokus, LARGE, Placement,
    original::{
        Board, ClientMessage, ClientSide, ModeRequest, News, NotNow, PacketBuffer, ServerMessage, Setup,
        WireColor, WireStone, chat_pieces,
    },
};
use framework::{AnyGame, AnyPosition, Game as _, Seat, Text};
use protocol::{VisitBoard, VisitMove, VisitPlace, VisitRoom, VisitSeat, VisitWish};

use super::{
    DEFAULT_MOVE_TIME, Lost, Outbox, RoomGoal, Shown, Visit, VisitAnswer, VisitEvent, VisitGoal, VisitTurn,
    cut, explained, no_word_for_it,
    texts::room::{color, not_begun, not_now, owner, seats, sentence, setup},
};

/// A client of a server of the 2005 program.
pub(super) struct Room {
    name: String,
    player: ClientSide,
    packets: PacketBuffer,
    /// The game that has begun, as our players and drawings know it.
    game: Option<Arc<dyn AnyGame>>,
    hint: Option<String>,
    is_over: bool,
    wanted: RoomGoal,
    /// The game that was asked for, unless the one that was there is fine.
    asked_for: Option<Setup>,
    done: Done,
}

/// What was done of the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Done {
    Nothing,
    /// The game was asked for.
    Mode,
    /// The seats were asked for.
    Seats,
    Everything,
}

impl Room {
    /// A person of a name who has just connected.
    pub(super) fn new(name: &str, goal: &VisitGoal) -> Self {
        Self {
            name: name.to_owned(),
            player: ClientSide::default(),
            packets: PacketBuffer::default(),
            game: None,
            hint: None,
            is_over: false,
            wanted: goal.room.clone(),
            asked_for: None,
            done: Done::Nothing,
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

    fn notice(&mut self, news: &News) -> Result<(), Lost> {
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
            _ => {}
        }
        Ok(())
    }

    /// Asks for the game, the seats and the start that one came for, one after the other.
    fn run_errand(&mut self, out: &mut Outbox) {
        let Some(now) = self.player.status().map(|status| status.setup) else { return };
        let RoomGoal { seats, start, .. } = self.wanted;
        if self.done == Done::Nothing {
            match self.wanted.setup(now) {
                Ok(setup) => {
                    self.asked_for = setup;
                    self.done = Done::Mode;
                }
                Err(reason) => {
                    self.done = Done::Everything;
                    out.report(reason);
                    out.answer = Some(VisitAnswer::Refused);
                    return;
                }
            }
            if let Some(setup) = &self.asked_for {
                send(&ClientMessage::RequestGameMode(ModeRequest::of(setup)), out);
            }
        }
        if self.done == Done::Mode && self.asked_for.is_none_or(|setup| now == setup) {
            self.done = Done::Seats;
            for _ in 0..seats {
                self.sit(None, out);
            }
        }
        if self.done == Done::Seats && usize::from(seats) <= self.player.colors().len() {
            self.done = Done::Everything;
            if start {
                send(&ClientMessage::StartGame, out);
            }
        }
    }

    fn sit(&self, wish: Option<WireColor>, out: &mut Outbox) {
        send(&ClientMessage::RequestPlayer { wish, name: self.name.clone() }, out);
    }

    fn report(&self, news: News, out: &mut Outbox) {
        match news {
            News::Started => seats(&self.player).into_iter().for_each(|text| out.show(text)),
            News::YourTurn(_) => out.events.push(VisitEvent::YourTurn),
            News::Refused(_) => out.answer = Some(VisitAnswer::Refused),
            _ => {}
        }
        let answers = matches!(news, News::Granted(_) | News::Started | News::Turn(_) | News::YourTurn(_));
        if answers || matches!(news, News::Hint(_)) {
            out.answer = Some(VisitAnswer::Granted);
        }
        // A hint is seen on the board, unless the stone cannot be laid.
        let is_seen = matches!(news, News::Hint(_)) && self.hint.is_some();
        let is_shown =
            is_seen || matches!(news, News::Revoked(_) | News::Laid(_)) || (answers && news != News::Started);
        match news {
            News::Said { who: Some(who), text } => out.chat(who, None, &text),
            news => match sentence(&news, &self.player) {
                Some(text) if is_shown => out.show(text),
                Some(text) => out.report(text),
                None => {}
            },
        }
    }

    fn lay(&mut self, text: &str, out: &mut Outbox) -> Result<(), Text> {
        let checked = self.position().ok_or_else(not_begun)?.check(text);
        let text = checked.map_err(|error| explained(&error))?;
        let mv = self.player.board().and_then(|board| board.read(&text)).ok_or_else(not_begun)?;
        let said = self.player.play(mv).map_err(not_now)?;
        send(&said, out);
        Ok(())
    }
}

fn send(message: &ClientMessage, out: &mut Outbox) {
    out.send(message.to_bytes(), message);
}

impl Visit for Room {
    fn on_bytes(&mut self, bytes: &[u8], out: &mut Outbox) -> Result<(), Lost> {
        let mut buffer = std::mem::take(&mut self.packets);
        for packet in cut(&mut buffer, bytes) {
            let packet = packet.map_err(Lost::nonsense)?;
            match ServerMessage::read(&packet) {
                Ok(message) => out.received(message),
                Err(misread) => out.received(misread),
            }
            for news in self.player.hear(&packet).map_err(Lost::nonsense)? {
                self.notice(&news)?;
                self.report(news, out);
                self.run_errand(out);
            }
        }
        self.packets = buffer;
        Ok(())
    }

    fn on_request(&mut self, request: &VisitWish, out: &mut Outbox) -> Result<(), Text> {
        match request {
            VisitWish::Sit { color: None } => self.sit(None, out),
            VisitWish::Sit { color: Some(name) } => self.sit(Some(color(name)?), out),
            VisitWish::Stand { color: name } => send(&ClientMessage::RevokePlayer(color(name)?), out),
            VisitWish::Mode { name, size } => {
                let setup = setup(name, *size)?;
                send(&ClientMessage::RequestGameMode(ModeRequest::of(&setup)), out);
            }
            VisitWish::Begin => send(&ClientMessage::StartGame, out),
            VisitWish::Hint => send(&self.player.ask_for_hint().map_err(not_now)?, out),
            VisitWish::TakeBack => send(&ClientMessage::RequestUndo, out),
            VisitWish::Play { .. } if !self.player.is_to_move() => return Err(not_now(NotNow::NotYourTurn)),
            VisitWish::Play { text } => self.lay(text, out)?,
            VisitWish::WhyNot { text } => {
                let position = self.position().ok_or_else(not_begun)?;
                position.check(text).map_err(|error| explained(&error))?;
            }
            VisitWish::Say { to: None, text } => {
                for piece in chat_pieces(text) {
                    send(&ClientMessage::Chat(piece.to_owned()), out);
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

    fn turn(&self) -> Option<VisitTurn> {
        let game = self.game.as_ref().filter(|_| self.player.is_to_move())?;
        Some(VisitTurn { game: Arc::clone(game), position: self.position()?, time: DEFAULT_MOVE_TIME })
    }

    fn is_settled(&self) -> bool {
        self.done == Done::Everything
    }

    fn give_up_goal(&mut self, out: &mut Outbox) {
        let asked_for = match self.done {
            Done::Nothing => Text::fixed("the other side tells no game", "die andere Seite nennt kein Spiel"),
            Done::Mode => Text::fixed(
                "the game that was asked for was not granted, so the one that is there stays",
                "das gewünschte Spiel wurde nicht gewährt, darum bleibt das, was es gibt",
            ),
            Done::Seats => Text::fixed(
                "not all of the seats that were asked for were granted; they may be taken",
                "nicht alle gewünschten Plätze wurden gewährt; vielleicht sind sie besetzt",
            ),
            Done::Everything => return,
        };
        self.done = Done::Everything;
        out.report(asked_for);
        if self.player.colors().is_empty() {
            out.answer = Some(VisitAnswer::Refused);
        }
    }

    fn describe(&self) -> Vec<Text> {
        seats(&self.player)
    }
}
