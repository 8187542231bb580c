//! The network protocol of the Blokus program of 2005, which later became Freebloks, without any socket.
//!
//! A client sends [`ClientMessage`]s and a server answers with [`ServerMessage`]s. Each is one [`Packet`];
//! [`PacketBuffer`] cuts a stream of bytes into packets. The board of a conversation is a [`Board`], which follows from
//! the [`Setup`] that the server announces in its [`Status`]. [`ClientSide`] is the client's side as a state machine.
//!
//! ```
//! use blokus::original::{ClientMessage, PacketBuffer, WireColor};
//!
//! let hint = ClientMessage::RequestHint(WireColor::BLUE);
//! assert_eq!(hint.to_bytes(), [0x0f, 0, 6, 0x0b, 0xe4, 0]);
//! let mut buffer = PacketBuffer::default();
//! buffer.push(&hint.to_bytes());
//! let packet = buffer.next_packet()?.expect("it is whole");
//! assert_eq!(ClientMessage::read(&packet), Ok(hint));
//! # Ok::<(), blokus::original::Broken>(())
//! ```

mod board;
mod client_message;
pub(crate) mod drawn;
pub(crate) mod frame;
mod packet;
mod player;
mod server_message;
mod setup;
mod status;
mod stone;
mod text;

pub use self::{
    board::{Board, Unlaid},
    client_message::{ClientMessage, ModeRequest},
    packet::{Broken, HEADER_BYTES, Kind, MAX_PACKET_BYTES, Misread, Packet, PacketBuffer},
    player::{ClientSide, News, NotNow, OutOfStep},
    server_message::ServerMessage,
    setup::{Layout, Mode, Setup, StonesError},
    status::{Owner, Status, StatusVersion},
    stone::{WireColor, WireStone},
    text::{MAX_CHAT_BYTES, chat_pieces, name_of},
};

/// The port on which servers listen unless something else is said.
pub const PORT: u16 = 59_995;

/// How many clients a game of the protocol has at most.
pub const MAX_CLIENTS: usize = 8;
