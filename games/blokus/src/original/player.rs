//! The client's side of the conversation, as a state machine: packets in, messages and news out.

use framework::OptionsError;
use thiserror::Error;

use super::{
    board::{Board, Unlaid},
    client_message::ClientMessage,
    packet::{Kind, Misread, Packet},
    server_message::ServerMessage,
    status::{MODE, Owner, Status},
    stone::{WireColor, WireStone},
};
use crate::Placement;

/// What a client learns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// Seats, board or people have changed, or are told again.
    Status,
    /// One has got a seat.
    Granted(WireColor),
    /// One has lost a seat.
    Revoked(WireColor),
    /// The game begins.
    Started,
    /// It is the turn of a color of one's own.
    YourTurn(WireColor),
    /// It is the turn of somebody else; of nobody in the lobby.
    Turn(Option<WireColor>),
    /// A stone was laid.
    Laid(WireStone),
    /// A stone of one's own was not laid.
    Refused(WireStone),
    /// The last stone was taken back.
    TakenBack,
    /// The game is over.
    Over,
    /// Somebody has said something.
    Said {
        /// Who; nobody if it is the server.
        who: Option<String>,
        /// What.
        text: String,
    },
    /// Advice.
    Hint(WireStone),
}

/// Why the conversation cannot go on: the server and we no longer see the same.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OutOfStep {
    /// A packet that makes no sense.
    #[error("the server sends nonsense: {0}")]
    Misread(#[from] Misread),
    /// A stone that cannot lie where it was laid.
    #[error("the server lays {0}, but {1}")]
    Unlaid(WireStone, Unlaid),
    /// A game that does not exist here.
    #[error("the game of the server cannot be played here: {0}")]
    NoGame(OptionsError),
    /// A stone before the game begins, or taken back when there is none.
    #[error("the server changes a board that there is not")]
    NoBoard,
}

/// Why something cannot be said now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotNow {
    /// It is not one's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// One's color has no move.
    #[error("there is no move to be advised about")]
    NoMove,
}

/// The client's side of the conversation.
#[derive(Clone, Debug, Default)]
pub struct ClientSide {
    status: Option<Status>,
    colors: Vec<WireColor>,
    board: Option<Board>,
    is_running: bool,
    /// Whose turn it is, as the server has said; nobody's while a move of one's own is under way.
    current: Option<WireColor>,
    /// The stone that was sent and has not come back yet.
    sent: Option<WireStone>,
}

impl ClientSide {
    /// What the server has said about seats, board and people.
    #[must_use]
    pub const fn status(&self) -> Option<&Status> {
        self.status.as_ref()
    }

    /// The colors that one plays.
    #[must_use]
    pub fn colors(&self) -> &[WireColor] {
        &self.colors
    }

    /// The board; nothing before the first game begins.
    #[must_use]
    pub const fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Tells whether a game goes on.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.is_running
    }

    /// Whose turn it is, as the server has said.
    #[must_use]
    pub const fn current(&self) -> Option<WireColor> {
        self.current
    }

    /// Tells whether one is to move.
    #[must_use]
    pub fn is_to_move(&self) -> bool {
        self.is_running && self.current.is_some_and(|color| self.colors.contains(&color))
    }

    /// What people call whoever plays a color.
    #[must_use]
    pub fn name(&self, color: WireColor) -> String {
        let status = self.status.as_ref();
        match status.and_then(|status| status.owner(color)) {
            Some(Owner::Client(client)) => self.name_of_client(client),
            Some(Owner::Computer) => "a computer player".to_owned(),
            Some(Owner::Local) => "the server".to_owned(),
            None => "somebody".to_owned(),
        }
    }

    fn name_of_client(&self, client: u8) -> String {
        let known = self.status.as_ref().and_then(|status| status.names.get(usize::from(client)));
        known.filter(|name| !name.is_empty()).map_or_else(|| format!("client {client}"), String::clone)
    }

    /// Hears a packet.
    ///
    /// # Errors
    /// If the server and we no longer see the same; the connection has to end then.
    pub fn hear(&mut self, packet: &Packet) -> Result<Vec<News>, OutOfStep> {
        match ServerMessage::read(packet) {
            Ok(message) => self.told(message),
            // What newer servers say besides is not for us; nor is a game that nobody has, which a server announces all the
            // same when a client wishes for it.
            Err(Misread::Unexpected(_) | Misread::Field { kind: Kind::ServerStatus, field: MODE, .. }) => {
                Ok(Vec::new())
            }
            Err(misread) => Err(misread.into()),
        }
    }

    fn told(&mut self, message: ServerMessage) -> Result<Vec<News>, OutOfStep> {
        Ok(match message {
            ServerMessage::Status(status) => {
                self.status = Some(*status);
                vec![News::Status]
            }
            ServerMessage::GrantPlayer(color) => {
                if !self.colors.contains(&color) {
                    self.colors.push(color);
                }
                vec![News::Granted(color)]
            }
            ServerMessage::RevokePlayer(color) => {
                self.colors.retain(|own| *own != color);
                vec![News::Revoked(color)]
            }
            ServerMessage::StartGame => {
                let setup = self.status.as_ref().ok_or(OutOfStep::NoBoard)?.setup;
                self.board = Some(Board::start(setup.layout().map_err(OutOfStep::NoGame)?));
                (self.is_running, self.current, self.sent) = (true, None, None);
                vec![News::Started]
            }
            ServerMessage::CurrentPlayer(color) => self.turn_of(color),
            ServerMessage::SetStone(stone) => {
                let board = self.board.as_mut().ok_or(OutOfStep::NoBoard)?;
                board.lay(stone).map_err(|unlaid| OutOfStep::Unlaid(stone, unlaid))?;
                self.sent.take_if(|sent| sent.color() == stone.color());
                vec![News::Laid(stone)]
            }
            ServerMessage::UndoStone => {
                let was_there = self.board.as_mut().is_some_and(Board::take_back);
                if !was_there {
                    return Err(OutOfStep::NoBoard);
                }
                // Taking back goes on with a game that was over.
                (self.is_running, self.sent) = (true, None);
                vec![News::TakenBack]
            }
            ServerMessage::GameFinish => {
                (self.is_running, self.current) = (false, None);
                vec![News::Over]
            }
            ServerMessage::Chat { from, text } => {
                let who = from.map(|client| self.name_of_client(client));
                vec![News::Said { who, text }]
            }
            ServerMessage::StoneHint(stone) => vec![News::Hint(stone)],
        })
    }

    fn turn_of(&mut self, color: Option<WireColor>) -> Vec<News> {
        self.current = color;
        let refused = self.sent.take().filter(|sent| Some(sent.color()) == color);
        let turn = match color {
            Some(color) if self.is_to_move() => News::YourTurn(color),
            color => News::Turn(color),
        };
        refused.map(News::Refused).into_iter().chain([turn]).collect()
    }

    /// Plays a move of the color whose turn it is; the stone lies when the server says so.
    ///
    /// # Errors
    /// If it is not one's turn.
    pub fn play(&mut self, mv: Placement) -> Result<ClientMessage, NotNow> {
        let color = self.current.filter(|_| self.is_to_move()).ok_or(NotNow::NotYourTurn)?;
        let layout = self.board.as_ref().ok_or(NotNow::NotYourTurn)?.layout();
        let stone = layout.stone(layout.color(color).ok_or(NotNow::NotYourTurn)?, mv);
        self.sent = Some(stone);
        // Until the server says whose turn it is, nobody knows.
        self.current = None;
        Ok(ClientMessage::SetStone(stone))
    }

    /// Asks for advice, for which the programs of the original end if there is no move.
    ///
    /// # Errors
    /// If it is not one's turn, or there is no move.
    pub fn ask_for_hint(&self) -> Result<ClientMessage, NotNow> {
        let color = self.current.filter(|_| self.is_to_move()).ok_or(NotNow::NotYourTurn)?;
        let has_move = self.board.as_ref().is_some_and(|board| board.has_move(color));
        if has_move { Ok(ClientMessage::RequestHint(color)) } else { Err(NotNow::NoMove) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::original::{MAX_CLIENTS, Mode, Setup, StatusVersion};

    fn hear(player: &mut ClientSide, message: &ServerMessage) -> Vec<News> {
        player.hear(&message.to_packet()).unwrap()
    }

    /// A client that plays blue in a game of Duo, told by a server of a version.
    fn seated(version: StatusVersion) -> ClientSide {
        let owners = [Owner::Client(0), Owner::Computer, Owner::Computer, Owner::Computer];
        let mut names: [String; MAX_CLIENTS] = Default::default();
        names[0] = "Ada".to_owned();
        let status = Status::new(Setup::usual(Mode::Duo), owners, 1, names);
        let mut player = ClientSide::default();
        assert_eq!(player.hear(&status.to_packet(version)), Ok(vec![News::Status]));
        hear(&mut player, &ServerMessage::GrantPlayer(WireColor::BLUE));
        hear(&mut player, &ServerMessage::StartGame);
        hear(&mut player, &ServerMessage::CurrentPlayer(Some(WireColor::BLUE)));
        player
    }

    #[test]
    fn servers_of_all_versions_can_be_played_on() {
        for version in [StatusVersion::First, StatusVersion::Second, StatusVersion::Third] {
            let mut player = seated(version);
            assert!(player.is_to_move());
            let mv = player.board().unwrap().read("e9,d10,e10,f10,e11").unwrap();
            let said = player.play(mv).unwrap();
            let ClientMessage::SetStone(stone) = said else { panic!("{said}") };
            assert!(!player.is_to_move(), "the server has the word");
            assert_eq!(hear(&mut player, &ServerMessage::SetStone(stone)), [News::Laid(stone)]);
            let red = WireColor::new(2);
            assert_eq!(hear(&mut player, &ServerMessage::CurrentPlayer(red)), [News::Turn(red)]);
        }
    }

    #[test]
    fn a_refused_stone_is_told_and_the_turn_stays() {
        let mut player = seated(StatusVersion::Third);
        let mv = player.board().unwrap().read("e10").unwrap();
        let ClientMessage::SetStone(stone) = player.play(mv).unwrap() else { panic!() };
        let news = hear(&mut player, &ServerMessage::CurrentPlayer(Some(WireColor::BLUE)));
        assert_eq!(news, [News::Refused(stone), News::YourTurn(WireColor::BLUE)]);
    }

    #[test]
    fn a_server_that_cheats_is_left() {
        let mut player = seated(StatusVersion::Third);
        let off_start = WireStone::new(WireColor::BLUE, 0, false, 0, (0, 0)).unwrap();
        let heard = player.hear(&ServerMessage::SetStone(off_start).to_packet());
        assert!(matches!(heard, Err(OutOfStep::Unlaid(..))), "{heard:?}");
        assert_eq!(player.hear(&ServerMessage::UndoStone.to_packet()), Err(OutOfStep::NoBoard));
        let mut fresh = ClientSide::default();
        assert_eq!(fresh.hear(&ServerMessage::StartGame.to_packet()), Err(OutOfStep::NoBoard));
        assert_eq!(
            fresh.hear(&Packet::new(200, vec![1, 2]).unwrap()),
            Ok(Vec::new()),
            "kinds of later versions"
        );
    }
}
