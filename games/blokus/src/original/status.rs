//! Everything about seats, board and people, in the three forms that it has had.

use std::fmt;

use super::{
    MAX_CLIENTS,
    packet::{Kind, Misread, Packet},
    setup::{Mode, Setup},
    stone::WireColor,
    text::{self, NAME_BYTES},
};
use crate::{MAX_SQUARES, N_PIECES};

/// Who plays a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A computer player of the server.
    Computer,
    /// The client of a number, 0 to 7.
    Client(u8),
    /// Somebody at the server itself, before the first client has come.
    Local,
}

impl Owner {
    const fn byte(self) -> u8 {
        match self {
            Self::Computer => -2_i8 as u8,
            Self::Client(number) => number,
            Self::Local => -1_i8 as u8,
        }
    }

    fn read(byte: u8) -> Result<Self, Misread> {
        match byte as i8 {
            -2 => Ok(Self::Computer),
            -1 => Ok(Self::Local),
            0..=7 => Ok(Self::Client(byte)),
            value => Err(wrong("an owner", value, "it is -2, -1 or a client from 0 to 7")),
        }
    }
}

/// Which form of the message is meant: each adds to the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatusVersion {
    /// Numbers, the board and the mode: 16 bytes.
    First,
    /// Also who plays what, and names: 148 bytes.
    Second,
    /// Also the stones of each shape: 171 bytes.
    Third,
}

/// Everything about seats, board and people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// How many clients there are.
    pub clients: u8,
    /// How many colors people play.
    pub humans: u8,
    /// How many colors computers play.
    pub computers: u8,
    /// The board and its rules.
    pub setup: Setup,
    /// Who plays each of the four colors; nothing from servers before version 1.5.
    pub owners: Option<[Owner; 4]>,
    /// What the people at the clients are called; empty where nobody is, or nothing is known.
    pub names: [String; MAX_CLIENTS],
}

/// What errors call the mode.
pub(super) const MODE: &str = "the mode";

/// The bytes up to the mode, up to the names, and with the stones of each shape.
const FIRST_BYTES: usize = 11;
const SECOND_BYTES: usize = FIRST_BYTES + 4 + MAX_CLIENTS * NAME_BYTES;
const THIRD_BYTES: usize = SECOND_BYTES + 2 + N_PIECES;

/// The version of the message, and the lowest that a reader has to understand.
const VERSIONS: [u8; 2] = [3, 1];

fn wrong(field: &'static str, value: i8, remedy: &'static str) -> Misread {
    Misread::Field { kind: Kind::ServerStatus, field, value: value.into(), remedy }
}

impl Status {
    /// The status of a game whose seats have these owners, and whose clients these names.
    #[must_use]
    pub fn new(setup: Setup, owners: [Owner; 4], clients: u8, names: [String; MAX_CLIENTS]) -> Self {
        let is_human = |color: &WireColor| matches!(owners[color.index()], Owner::Client(_));
        let humans = setup.mode.colors().iter().filter(|color| is_human(color)).count() as u8;
        let computers = setup.mode.colors().len() as u8 - humans;
        Self { clients, humans, computers, setup, owners: Some(owners), names }
    }

    /// Who plays a color, where that is known.
    #[must_use]
    pub fn owner(&self, color: WireColor) -> Option<Owner> {
        self.owners.map(|owners| owners[color.index()])
    }

    /// The packet in one of its forms.
    #[must_use]
    pub fn to_packet(&self, version: StatusVersion) -> Packet {
        let Setup { mode, width, height, counts } = &self.setup;
        let mut payload = vec![self.humans, self.computers, self.clients, *width, *height];
        // The stones of each size, which nobody looks at any more.
        payload.extend_from_slice(&[1; MAX_SQUARES]);
        payload.push(mode.number());
        if version != StatusVersion::First {
            let owners = self.owners.unwrap_or([Owner::Computer; 4]);
            payload.extend_from_slice(&owners.map(Owner::byte));
            payload.extend(self.names.iter().flat_map(|name| text::name_bytes(name)));
        }
        if version == StatusVersion::Third {
            payload.extend_from_slice(&VERSIONS);
            payload.extend_from_slice(counts);
        }
        Packet::of(Kind::ServerStatus, payload)
    }

    /// Reads a packet in any of its forms.
    pub(super) fn read(packet: &Packet) -> Result<Self, Misread> {
        let payload = packet.at_least(Kind::ServerStatus, FIRST_BYTES)?;
        let number = |field, idx: usize, most: u8| match payload[idx] {
            number if number <= most => Ok(number),
            other => Err(wrong(field, other as i8, "it has to be a small number")),
        };
        let [humans, computers] = [number("humans", 0, 4)?, number("computers", 1, 4)?];
        let clients = number("clients", 2, MAX_CLIENTS as u8)?;
        let [width, height] = [number("the width", 3, 127)?, number("the height", 4, 127)?];
        let mode = Mode::from_number(payload[10])
            .ok_or_else(|| wrong(MODE, payload[10] as i8, "modes are 0 to 4"))?;
        let by_size = &payload[5..5 + MAX_SQUARES];
        let mut setup = Setup::with_sizes(mode, width, height, |squares| by_size[squares - 1]);
        let (mut owners, mut names) = (None, <[String; MAX_CLIENTS]>::default());
        if let Some(seats) = payload.get(FIRST_BYTES..SECOND_BYTES) {
            let (of_colors, of_clients) = seats.split_at(4);
            let mut read = [Owner::Computer; 4];
            for (owner, &byte) in read.iter_mut().zip(of_colors) {
                *owner = Owner::read(byte)?;
            }
            owners = Some(read);
            for (name, bytes) in names.iter_mut().zip(of_clients.chunks(NAME_BYTES)) {
                *name = text::read_name(bytes);
            }
        }
        if let Some(&[_, lowest, ..]) = payload.get(SECOND_BYTES..) {
            if (VERSIONS[0] as i8) < lowest as i8 {
                return Err(wrong("the lowest version", lowest as i8, "connect to an older server"));
            }
            let counts = packet.at_least(Kind::ServerStatus, THIRD_BYTES)?;
            setup.counts.copy_from_slice(&counts[SECOND_BYTES + 2..THIRD_BYTES]);
        }
        if let Some(&count) = setup.counts.iter().find(|&&count| 127 < count) {
            return Err(wrong("the number of stones", count as i8, "it cannot be negative"));
        }
        Ok(Self { clients, humans, computers, setup, owners, names })
    }
}

/// For people who read along.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} clients", self.setup, self.clients)?;
        for &color in self.setup.mode.colors() {
            match self.owner(color) {
                Some(Owner::Client(client)) => {
                    let name = self.names.get(usize::from(client)).map_or("", String::as_str);
                    write!(f, ", {color} is client {client} {name:?}")?;
                }
                Some(Owner::Computer) => write!(f, ", {color} is a computer")?,
                Some(Owner::Local) | None => {}
            }
        }
        Ok(())
    }
}
