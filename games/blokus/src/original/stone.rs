//! Colors and stones as they travel.

use std::fmt;

use super::packet::{Kind, Misread};
use crate::N_PIECES;

/// A color by its place around the board, clockwise from the lower left: blue, yellow, red, green.
///
/// Not a [`Color`](crate::Color): where only two play, they are blue and red here, and the first and the second there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WireColor(u8);

impl WireColor {
    /// The color that begins.
    pub const BLUE: Self = Self(0);

    /// All colors in the order of play.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The color with a number; `None` if there is none.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 4 { Some(Self(number)) } else { None }
    }

    /// The number that travels.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in a list of four.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The color across the board, which has the same player where two play four colors.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self((self.0 + 2) % 4)
    }

    /// The name in the programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["blue", "yellow", "red", "green"][self.0 as usize]
    }

    /// The color with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.name().eq_ignore_ascii_case(name))
    }

    pub(super) fn read(kind: Kind, byte: u8) -> Result<Self, Misread> {
        let remedy = "colors are 0 to 3";
        Self::new(byte).ok_or(Misread::Field { kind, field: "the color", value: (byte as i8).into(), remedy })
    }
}

impl fmt::Display for WireColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The bytes of a stone.
pub(super) const STONE_BYTES: usize = 6;

/// A stone as it travels: a shape of the program, turned and flipped in its box, and where the box lies.
///
/// Whether it can lie there is another question; but shape, mirror and rotation are always possible ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WireStone {
    color: WireColor,
    shape: u8,
    is_mirrored: bool,
    rotation: u8,
    x: i8,
    y: i8,
}

impl WireStone {
    /// A stone; `None` if there is no such shape or rotation.
    #[must_use]
    pub const fn new(
        color: WireColor,
        shape: u8,
        is_mirrored: bool,
        rotation: u8,
        (x, y): (i8, i8),
    ) -> Option<Self> {
        if (shape as usize) < N_PIECES && rotation < 4 {
            Some(Self { color, shape, is_mirrored, rotation, x, y })
        } else {
            None
        }
    }

    /// Its color.
    #[must_use]
    pub const fn color(self) -> WireColor {
        self.color
    }

    /// The number of its shape, 0 to 20, as the program counts.
    #[must_use]
    pub const fn shape(self) -> u8 {
        self.shape
    }

    /// Whether it is turned upside down before it is rotated.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.is_mirrored
    }

    /// By how many quarters it is turned clockwise, 0 to 3.
    #[must_use]
    pub const fn rotation(self) -> u8 {
        self.rotation
    }

    /// Where the upper left corner of its box lies, to the right and down.
    #[must_use]
    pub const fn at(self) -> (i8, i8) {
        (self.x, self.y)
    }

    pub(super) fn payload(self) -> Vec<u8> {
        let [x, y] = [self.x, self.y].map(|side| side as u8);
        vec![self.color.number(), self.shape, self.is_mirrored.into(), self.rotation, x, y]
    }

    /// Reads a stone that a server has accepted from somebody: for old ones, every mirror but 0 is 1.
    pub(super) fn read_relayed(kind: Kind, payload: &[u8]) -> Result<Self, Misread> {
        let mut payload = payload.to_vec();
        if let Some(mirror) = payload.get_mut(2) {
            *mirror = (*mirror).min(1);
        }
        Self::read(kind, &payload)
    }

    pub(super) fn read(kind: Kind, payload: &[u8]) -> Result<Self, Misread> {
        let least = STONE_BYTES;
        let &[color, shape, mirror, rotation, x, y] =
            payload.first_chunk().ok_or(Misread::Short { kind, length: payload.len(), least })?;
        let wrong = |field, value: u8, remedy| Misread::Field { kind, field, value: value.into(), remedy };
        let color = WireColor::read(kind, color)?;
        if N_PIECES <= usize::from(shape) {
            return Err(wrong("the shape", shape, "shapes are 0 to 20"));
        }
        if 1 < mirror {
            return Err(wrong("the mirror", mirror, "it is 0 or 1"));
        }
        if 3 < rotation {
            return Err(wrong("the rotation", rotation, "rotations are 0 to 3"));
        }
        Ok(Self { color, shape, is_mirrored: mirror == 1, rotation, x: x as i8, y: y as i8 })
    }
}

/// As the known games of the program are written: `0:16.0.0@3,7`.
impl fmt::Display for WireStone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, mirror) = (self.color.number(), u8::from(self.is_mirrored));
        write!(f, "{color}:{}.{mirror}.{}@{},{}", self.shape, self.rotation, self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_in_every_field_is_a_stone_or_a_reason() {
        for field in 0..STONE_BYTES {
            for value in 0..=u8::MAX {
                let mut payload = [0, 16, 0, 0, 3, 8];
                payload[field] = value;
                let read = WireStone::read(Kind::SetStone, &payload);
                let is_possible = match field {
                    0 | 3 => value < 4,
                    1 => value < 21,
                    2 => value < 2,
                    _ => true,
                };
                assert_eq!(read.is_ok(), is_possible, "field {field} is {value}");
                if let Ok(stone) = read {
                    assert_eq!(stone.payload(), payload);
                }
            }
        }
    }
}
