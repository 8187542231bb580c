//! Packets in a stream of bytes: five bytes of header with two checksums, then what the kind of packet says.

use std::fmt;

use thiserror::Error;

/// The bytes before the payload.
pub const HEADER_BYTES: usize = 5;

/// The longest packet that any of the programs reads, its header included.
pub const MAX_PACKET_BYTES: usize = 512;

/// What a packet is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A client wants a seat.
    RequestPlayer = 1,
    /// A client has got a seat.
    GrantPlayer = 2,
    /// Whose turn it is.
    CurrentPlayer = 3,
    /// A stone is to be laid, or was laid.
    SetStone = 4,
    /// The game is to begin, or begins.
    StartGame = 5,
    /// The game is over.
    GameFinish = 6,
    /// Everything about seats, board and people.
    ServerStatus = 7,
    /// Somebody says something.
    Chat = 8,
    /// A client wants to take back.
    RequestUndo = 9,
    /// The last stone is taken back.
    UndoStone = 10,
    /// A client wants advice.
    RequestHint = 11,
    /// The advice.
    StoneHint = 12,
    /// A seat is given back, or taken away.
    RevokePlayer = 13,
    /// A client wants another board or other rules.
    RequestGameMode = 14,
}

impl Kind {
    /// All kinds, by their numbers.
    pub const ALL: [Self; 14] = [
        Self::RequestPlayer,
        Self::GrantPlayer,
        Self::CurrentPlayer,
        Self::SetStone,
        Self::StartGame,
        Self::GameFinish,
        Self::ServerStatus,
        Self::Chat,
        Self::RequestUndo,
        Self::UndoStone,
        Self::RequestHint,
        Self::StoneHint,
        Self::RevokePlayer,
        Self::RequestGameMode,
    ];

    /// The kind with a number.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match (number as usize).checked_sub(1) {
            Some(idx) if idx < Self::ALL.len() => Some(Self::ALL[idx]),
            _ => None,
        }
    }

    /// The number that travels.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The name in the programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RequestPlayer => "REQUEST_PLAYER",
            Self::GrantPlayer => "GRANT_PLAYER",
            Self::CurrentPlayer => "CURRENT_PLAYER",
            Self::SetStone => "SET_STONE",
            Self::StartGame => "START_GAME",
            Self::GameFinish => "GAME_FINISH",
            Self::ServerStatus => "SERVER_STATUS",
            Self::Chat => "CHAT",
            Self::RequestUndo => "REQUEST_UNDO",
            Self::UndoStone => "UNDO_STONE",
            Self::RequestHint => "REQUEST_HINT",
            Self::StoneHint => "STONE_HINT",
            Self::RevokePlayer => "REVOKE_PLAYER",
            Self::RequestGameMode => "REQUEST_GAME_MODE",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A whole packet: the number of its kind, which may be one that nobody knows, and its payload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packet {
    kind: u8,
    payload: Vec<u8>,
}

impl Packet {
    /// A packet; `None` if it would be longer than the programs read.
    #[must_use]
    pub fn new(kind: u8, payload: Vec<u8>) -> Option<Self> {
        (HEADER_BYTES + payload.len() <= MAX_PACKET_BYTES).then_some(Self { kind, payload })
    }

    /// A packet whose payload is known to be short enough.
    pub(super) fn of(kind: Kind, payload: Vec<u8>) -> Self {
        Self::new(kind.number(), payload)
            .expect("no message of ours is longer than 171 bytes, or a text of 240")
    }

    /// The number of its kind.
    #[must_use]
    pub const fn number(&self) -> u8 {
        self.kind
    }

    /// Its kind, if it is one that is known.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        Kind::from_number(self.kind)
    }

    /// What follows the header.
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The bytes that travel, to be written at once: some programs take a pause within for a damage.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let length = (HEADER_BYTES + self.payload.len()) as u16;
        let mut bytes = header(length, self.kind).to_vec();
        bytes.extend_from_slice(&self.payload);
        bytes
    }

    /// The payload, if it has so many bytes or more.
    pub(super) fn at_least(&self, kind: Kind, least: usize) -> Result<&[u8], Misread> {
        match self.payload.len() {
            length if length < least => Err(Misread::Short { kind, length, least }),
            _ => Ok(&self.payload),
        }
    }
}

fn header(length: u16, kind: u8) -> [u8; HEADER_BYTES] {
    let [high, low] = length.to_be_bytes();
    let first = (low & 0x55) ^ kind;
    [first, high, low, kind, (first ^ 0xd6).wrapping_add(kind)]
}

/// Why a stream of bytes is no stream of packets; the connection has to end, as nobody knows where the next begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Broken {
    /// The length of a packet is impossible.
    #[error(
        "a packet says that it has {0} bytes, and it can have {HEADER_BYTES} to {MAX_PACKET_BYTES}; end the connection"
    )]
    Length(u16),
    /// A checksum is wrong.
    #[error("the checksums of a packet of kind {kind} and {length} bytes are wrong; end the connection")]
    Checksum {
        /// The number of its kind.
        kind: u8,
        /// The bytes that it says to have.
        length: u16,
    },
}

/// Why a whole packet means nothing. The stream goes on after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Misread {
    /// A kind that is not known, or is not said in this direction.
    #[error("a packet of kind {0} is not expected here; it is ignored")]
    Unexpected(u8),
    /// Too few bytes for its kind.
    #[error("{kind} has a payload of {length} bytes and needs {least}; send it whole")]
    Short {
        /// Its kind.
        kind: Kind,
        /// The bytes of its payload.
        length: usize,
        /// The bytes that it needs.
        least: usize,
    },
    /// A field that cannot have its value.
    #[error("{field} of {kind} cannot be {value}; {remedy}")]
    Field {
        /// The kind of the packet.
        kind: Kind,
        /// Which field.
        field: &'static str,
        /// What it is, with its sign.
        value: i16,
        /// What it can be.
        remedy: &'static str,
    },
}

/// Cuts a stream of bytes into packets, however it arrives.
///
/// ```
/// use blokus::original::{Kind, PacketBuffer};
/// let mut buffer = PacketBuffer::default();
/// buffer.push(&[0x0c, 0, 5]);
/// assert_eq!(buffer.next_packet(), Ok(None));
/// buffer.push(&[9, 0xe3, 0, 0]);
/// let packet = buffer.next_packet()?.expect("it is whole now");
/// assert_eq!(packet.kind(), Some(Kind::RequestUndo));
/// assert!(buffer.has_begun_one(), "two bytes of the next one");
/// # Ok::<(), blokus::original::Broken>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PacketBuffer {
    bytes: Vec<u8>,
    /// How many of the bytes belong to packets that were handed out.
    taken: usize,
}

impl PacketBuffer {
    /// Adds bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Tells whether a part of a packet has arrived, but not all of it.
    #[must_use]
    pub fn has_begun_one(&self) -> bool {
        self.taken < self.bytes.len()
    }

    /// The next whole packet, if it is there already.
    ///
    /// # Errors
    /// If what has arrived cannot be a packet, as soon as its header is there. It stays so then.
    pub fn next_packet(&mut self) -> Result<Option<Packet>, Broken> {
        let bytes = &self.bytes[self.taken..];
        let Some(&[_, high, low, kind, _]) = bytes.first_chunk() else { return Ok(None) };
        let length = u16::from_be_bytes([high, low]);
        let n_bytes = usize::from(length);
        if !bytes.starts_with(&header(length, kind)) {
            return Err(Broken::Checksum { kind, length });
        }
        if !(HEADER_BYTES..=MAX_PACKET_BYTES).contains(&n_bytes) {
            return Err(Broken::Length(length));
        }
        let Some(payload) = bytes.get(HEADER_BYTES..n_bytes) else { return Ok(None) };
        let packet = Packet { kind, payload: payload.to_vec() };
        self.taken += n_bytes;
        Ok(Some(packet))
    }
}
