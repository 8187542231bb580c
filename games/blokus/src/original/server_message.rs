//! What a server says.

use std::fmt;

use super::{
    MAX_CLIENTS,
    packet::{Kind, Misread, Packet},
    status::{Status, StatusVersion},
    stone::{STONE_BYTES, WireColor, WireStone},
    text,
};

/// What a server says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerMessage {
    /// The client has got a seat.
    GrantPlayer(WireColor),
    /// The client has lost a seat.
    RevokePlayer(WireColor),
    /// Whose turn it is; nobody's in the lobby and after the end.
    CurrentPlayer(Option<WireColor>),
    /// A stone was laid.
    SetStone(WireStone),
    /// The game begins.
    StartGame,
    /// The game is over.
    GameFinish,
    /// Everything about seats, board and people.
    Status(Box<Status>),
    /// Somebody says something.
    Chat {
        /// The number of the client; nothing if it is the server itself.
        from: Option<u8>,
        /// What.
        text: String,
    },
    /// The last stone is taken back.
    UndoStone,
    /// Advice.
    StoneHint(WireStone),
}

/// What says that it is nobody's turn, or nobody's text.
const NOBODY: i8 = -1;

impl ServerMessage {
    /// What a packet from a server says.
    ///
    /// # Errors
    /// If it is not said by servers, too short, or a field has an impossible value.
    pub fn read(packet: &Packet) -> Result<Self, Misread> {
        let kind = packet.kind().ok_or(Misread::Unexpected(packet.number()))?;
        let color = || WireColor::read(kind, packet.at_least(kind, 1)?[0]);
        let stone = || WireStone::read_relayed(kind, packet.at_least(kind, STONE_BYTES)?);
        Ok(match kind {
            Kind::GrantPlayer => Self::GrantPlayer(color()?),
            Kind::RevokePlayer => Self::RevokePlayer(color()?),
            Kind::CurrentPlayer => match packet.at_least(kind, 1)?[0] as i8 {
                NOBODY => Self::CurrentPlayer(None),
                _ => Self::CurrentPlayer(Some(color()?)),
            },
            Kind::SetStone => Self::SetStone(stone()?),
            Kind::StoneHint => Self::StoneHint(stone()?),
            Kind::StartGame => Self::StartGame,
            Kind::GameFinish => Self::GameFinish,
            Kind::ServerStatus => Self::Status(Box::new(Status::read(packet)?)),
            Kind::Chat => {
                let payload = packet.at_least(kind, 2)?;
                let from = Some(payload[0]).filter(|&from| usize::from(from) < MAX_CLIENTS);
                Self::Chat { from, text: text::read_chat(payload) }
            }
            // Its payload means nothing; some servers send scraps of their memory in it.
            Kind::UndoStone => Self::UndoStone,
            Kind::RequestPlayer | Kind::RequestUndo | Kind::RequestHint | Kind::RequestGameMode => {
                return Err(Misread::Unexpected(packet.number()));
            }
        })
    }

    /// The packet of the message. Texts that are too long are cut.
    #[must_use]
    pub fn to_packet(&self) -> Packet {
        match self {
            Self::GrantPlayer(color) => Packet::of(Kind::GrantPlayer, vec![color.number()]),
            Self::RevokePlayer(color) => Packet::of(Kind::RevokePlayer, vec![color.number()]),
            Self::CurrentPlayer(color) => {
                Packet::of(Kind::CurrentPlayer, vec![color.map_or(NOBODY as u8, WireColor::number)])
            }
            Self::SetStone(stone) => Packet::of(Kind::SetStone, stone.payload()),
            Self::StartGame => Packet::of(Kind::StartGame, Vec::new()),
            Self::GameFinish => Packet::of(Kind::GameFinish, Vec::new()),
            Self::Status(status) => status.to_packet(StatusVersion::Third),
            Self::Chat { from, text } => {
                let sender = from.map_or(NOBODY, |from| from as i8);
                Packet::of(Kind::Chat, text::chat_payload(sender, text))
            }
            Self::UndoStone => Packet::of(Kind::UndoStone, vec![0; STONE_BYTES]),
            Self::StoneHint(stone) => Packet::of(Kind::StoneHint, stone.payload()),
        }
    }

    /// The bytes that travel.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_packet().to_bytes()
    }

    /// The bytes that travel to a client that knows a byte for each letter only, see [`ClientMessage::is_in_latin`](super::ClientMessage::is_in_latin).
    #[must_use]
    pub fn to_latin_bytes(&self) -> Vec<u8> {
        match self {
            Self::Chat { from, text } => {
                let sender = from.map_or(NOBODY, |from| from as i8);
                Packet::of(Kind::Chat, text::chat_payload_in_latin(sender, text)).to_bytes()
            }
            other => other.to_bytes(),
        }
    }
}

/// For people who read along.
impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GrantPlayer(color) => write!(f, "{} {color}", Kind::GrantPlayer),
            Self::RevokePlayer(color) => write!(f, "{} {color}", Kind::RevokePlayer),
            Self::CurrentPlayer(color) => {
                write!(f, "{} {}", Kind::CurrentPlayer, color.map_or("nobody", WireColor::name))
            }
            Self::SetStone(stone) => write!(f, "{} {stone}", Kind::SetStone),
            Self::StartGame => Kind::StartGame.fmt(f),
            Self::GameFinish => Kind::GameFinish.fmt(f),
            Self::Status(status) => write!(f, "{} {status}", Kind::ServerStatus),
            Self::Chat { from: Some(from), text } => write!(f, "{} from client {from}: {text:?}", Kind::Chat),
            Self::Chat { from: None, text } => write!(f, "{} from the server: {text:?}", Kind::Chat),
            Self::UndoStone => Kind::UndoStone.fmt(f),
            Self::StoneHint(stone) => write!(f, "{} {stone}", Kind::StoneHint),
        }
    }
}
