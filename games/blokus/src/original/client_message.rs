//! What a client says.

use std::fmt;

use super::{
    packet::{Kind, Misread, Packet},
    setup::{Mode, Setup},
    stone::{STONE_BYTES, WireColor, WireStone},
    text::{self, NAME_BYTES},
};
use crate::N_PIECES;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientMessage {
    /// It wants one more seat.
    RequestPlayer {
        /// Which; any if none is named.
        wish: Option<WireColor>,
        /// What its person is called; empty to say nothing about it.
        name: String,
    },
    /// It gives a seat back.
    RevokePlayer(WireColor),
    /// It wants another board or other rules.
    RequestGameMode(ModeRequest),
    /// It wants the game to begin.
    StartGame,
    /// It wants to lay a stone.
    SetStone(WireStone),
    /// It says something.
    Chat(String),
    /// It wants to take back.
    RequestUndo,
    /// It wants advice for a color.
    RequestHint(WireColor),
}

/// The wish for another board or other rules, as it came. What a server does with it depends on what is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModeRequest {
    /// The version of this message, 1.
    pub version: i8,
    /// The columns.
    pub width: i8,
    /// The rows.
    pub height: i8,
    /// The number of the mode.
    pub mode: i8,
    /// How many stones of each shape every color has.
    pub counts: [i8; N_PIECES],
}

impl ModeRequest {
    /// The version of this message that is spoken.
    pub const VERSION: i8 = 1;

    /// The sides that a server of the protocol takes.
    const SIDES: std::ops::RangeInclusive<i8> = 4..=50;

    /// The wish for a board and its rules.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        Self {
            version: Self::VERSION,
            width: setup.width as i8,
            height: setup.height as i8,
            mode: setup.mode.number() as i8,
            counts: setup.counts.map(|count| count as i8),
        }
    }

    /// Tells whether the size is one of those about which servers of the protocol talk at all.
    #[must_use]
    pub fn has_known_size(&self) -> bool {
        Self::SIDES.contains(&self.width) && Self::SIDES.contains(&self.height)
    }

    /// What is wished for, if it makes sense.
    #[must_use]
    pub fn setup(&self) -> Option<Setup> {
        let side = |side: i8| u8::try_from(side).ok();
        let mut counts = [0; N_PIECES];
        for (count, &wished) in counts.iter_mut().zip(&self.counts) {
            *count = u8::try_from(wished).ok()?;
        }
        let mode = Mode::from_number(u8::try_from(self.mode).ok()?)?;
        Some(Setup { mode, width: side(self.width)?, height: side(self.height)?, counts })
    }
}

/// What says that any seat will do.
const ANY: u8 = 0xff;

impl ClientMessage {
    /// Tells whether a packet has a text with a byte for each letter, as the desktop program writes it: to such a client
    /// one speaks in the same way.
    #[must_use]
    pub fn is_in_latin(packet: &Packet) -> bool {
        packet.kind() == Some(Kind::Chat) && text::is_in_latin(packet.payload())
    }

    /// What a packet from a client says.
    ///
    /// # Errors
    /// If it is not said by clients, too short, or a field has an impossible value.
    pub fn read(packet: &Packet) -> Result<Self, Misread> {
        let kind = packet.kind().ok_or(Misread::Unexpected(packet.number()))?;
        let color = || WireColor::read(kind, packet.at_least(kind, 1)?[0]);
        Ok(match kind {
            // Up to version 1.4 it had no payload.
            Kind::RequestPlayer if packet.payload().is_empty() => {
                Self::RequestPlayer { wish: None, name: String::new() }
            }
            Kind::RequestPlayer => {
                let payload = packet.at_least(kind, 1 + NAME_BYTES)?;
                // What is no color is no wish.
                let wish = WireColor::new(payload[0]);
                Self::RequestPlayer { wish, name: text::read_name(&payload[1..=NAME_BYTES]) }
            }
            Kind::RevokePlayer => Self::RevokePlayer(color()?),
            Kind::RequestHint => Self::RequestHint(color()?),
            Kind::RequestGameMode => {
                let payload = packet.at_least(kind, 4 + N_PIECES)?;
                let at = |idx: usize| payload[idx] as i8;
                let counts = std::array::from_fn(|shape| at(4 + shape));
                let (version, width, height, mode) = (at(0), at(1), at(2), at(3));
                Self::RequestGameMode(ModeRequest { version, width, height, mode, counts })
            }
            Kind::StartGame => Self::StartGame,
            Kind::SetStone => Self::SetStone(WireStone::read(kind, packet.at_least(kind, STONE_BYTES)?)?),
            Kind::Chat => Self::Chat(text::read_chat(packet.at_least(kind, 2)?)),
            Kind::RequestUndo => Self::RequestUndo,
            Kind::GrantPlayer
            | Kind::CurrentPlayer
            | Kind::GameFinish
            | Kind::ServerStatus
            | Kind::UndoStone
            | Kind::StoneHint => return Err(Misread::Unexpected(packet.number())),
        })
    }

    /// The packet of the message. Texts that are too long are cut.
    #[must_use]
    pub fn to_packet(&self) -> Packet {
        match self {
            Self::RequestPlayer { wish, name } => {
                let mut payload = vec![wish.map_or(ANY, WireColor::number)];
                payload.extend_from_slice(&text::name_bytes(name));
                Packet::of(Kind::RequestPlayer, payload)
            }
            Self::RevokePlayer(color) => Packet::of(Kind::RevokePlayer, vec![color.number()]),
            Self::RequestGameMode(ModeRequest { version, width, height, mode, counts }) => {
                let fields = [version, width, height, mode].into_iter().chain(counts);
                Packet::of(Kind::RequestGameMode, fields.map(|&field| field as u8).collect())
            }
            Self::StartGame => Packet::of(Kind::StartGame, Vec::new()),
            Self::SetStone(stone) => Packet::of(Kind::SetStone, stone.payload()),
            // The server writes its own number over the sender.
            Self::Chat(text) => Packet::of(Kind::Chat, text::chat_payload(0, text)),
            Self::RequestUndo => Packet::of(Kind::RequestUndo, Vec::new()),
            Self::RequestHint(color) => Packet::of(Kind::RequestHint, vec![color.number()]),
        }
    }

    /// The bytes that travel.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_packet().to_bytes()
    }
}

/// For people who read along.
impl fmt::Display for ClientMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RequestPlayer { wish, name } => {
                let wish = wish.map_or("any color", WireColor::name);
                write!(f, "{} {wish}, name {name:?}", Kind::RequestPlayer)
            }
            Self::RevokePlayer(color) => write!(f, "{} {color}", Kind::RevokePlayer),
            Self::RequestGameMode(wish) => {
                let ModeRequest { version, width, height, mode, counts } = wish;
                write!(
                    f,
                    "{} version {version}, {width}x{height}, mode {mode}, stones {counts:?}",
                    Kind::RequestGameMode
                )
            }
            Self::StartGame => Kind::StartGame.fmt(f),
            Self::SetStone(stone) => write!(f, "{} {stone}", Kind::SetStone),
            Self::Chat(text) => write!(f, "{} {text:?}", Kind::Chat),
            Self::RequestUndo => Kind::RequestUndo.fmt(f),
            Self::RequestHint(color) => write!(f, "{} {color}", Kind::RequestHint),
        }
    }
}
