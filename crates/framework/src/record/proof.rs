//! What proves that the dice of a match fell by chance: data and text, without any cryptography.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A text that is not the hexadecimal form of so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{digits} hexadecimal digits in lower case are expected")]
pub struct HexError {
    digits: usize,
}

macro_rules! bytes {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(pub [u8; $length]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl FromStr for $name {
            type Err = HexError;

            fn from_str(text: &str) -> Result<Self, HexError> {
                let mut bytes = [0; $length];
                from_hex(text, &mut bytes).map(|()| Self(bytes)).ok_or(HexError { digits: 2 * $length })
            }
        }

        impl TryFrom<String> for $name {
            type Error = HexError;

            fn try_from(text: String) -> Result<Self, HexError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> Self {
                bytes.to_string()
            }
        }
    };
}

bytes!(
    /// Random bytes of a player that take part in deciding a roll.
    Nonce,
    16
);
bytes!(
    /// A hash that binds somebody to something that is shown later.
    Digest,
    32
);
bytes!(
    /// What all rolls of a match are drawn from, together with the nonces of the players. Nobody may see it before
    /// the end, so it is not shown when it is debugged.
    DiceSecret,
    32
);

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nonce({self})")
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl fmt::Debug for DiceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DiceSecret(…)")
    }
}

fn from_hex(text: &str, bytes: &mut [u8]) -> Option<()> {
    let digits = text.as_bytes();
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(())
}

/// What proves that the dice of a match fell by chance.
///
/// The server is bound to a secret before the first roll, and every roll is drawn from the secret and from the nonces
/// of all players, so that nobody could know or choose it. The crate `fair-dice` draws and verifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceProof {
    /// The table, which is part of everything that is hashed.
    pub table: String,
    /// What bound the server before the first roll.
    pub commitment: Digest,
    /// What the server showed after the last one; nothing while the match goes on.
    pub revealed: Option<Revealed>,
    /// The rolls in order, those included that were taken back.
    pub rolls: Vec<ProvenRoll>,
}

/// What the server shows when the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revealed {
    /// The secret to which it was bound.
    pub secret: DiceSecret,
    /// A keyed hash of the whole record, so that a change of any byte is found.
    pub seal: Digest,
}

/// A roll and everything that decided it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenRoll {
    /// Which roll it is.
    pub roll: RollNumber,
    /// How it fell.
    pub drawn: Drawn,
    /// What each player gave: who rolls first, then the others in the order of their seats. At the first roll of a
    /// round, which is everybody's, the first seat comes first.
    pub nonces: Vec<Share>,
}

/// A roll of a match. A roll that was taken back and falls again has the same number, and falls the same way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RollNumber {
    /// The round, from 1.
    pub round: u32,
    /// Its number in the round, from 1.
    pub number: u32,
}

impl fmt::Display for RollNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.round, self.number)
    }
}

/// How chance fell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// Two dice whose order does not matter: `dice 31`.
    Dice([u8; 2]),
    /// Two dice that are rolled until they differ, with every try: `unequal 44,31`.
    Unequal(Vec<[u8; 2]>),
    /// One of several outcomes with weights, by its number from 1: `weights 1,2,1=3`.
    Weighted {
        /// The weights of all outcomes, in the order in which the game lists them.
        weights: Vec<u32>,
        /// Which of them it is, from 1.
        chosen: u32,
    },
}

/// What a player gave to a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// A nonce.
    Nonce(Nonce),
    /// Nothing, because the client promised nothing: a value that anybody can compute stands for it. Written `none`.
    None,
    /// Nothing in time, though it was promised: the same value stands for it. Written `late`.
    Late,
    /// A computer player gives nothing: the same value stands for it. Written `engine`.
    Engine,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nonce(nonce) => nonce.fmt(f),
            Self::None => f.write_str("none"),
            Self::Late => f.write_str("late"),
            Self::Engine => f.write_str("engine"),
        }
    }
}

impl Share {
    fn read(text: &str) -> Option<Self> {
        match text {
            "none" => Some(Self::None),
            "late" => Some(Self::Late),
            "engine" => Some(Self::Engine),
            hex => hex.parse().ok().map(Self::Nonce),
        }
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice([one, other]) => write!(f, "dice {one}{other}"),
            Self::Unequal(tries) => {
                let tries: Vec<_> = tries.iter().map(|[one, other]| format!("{one}{other}")).collect();
                write!(f, "unequal {}", tries.join(","))
            }
            Self::Weighted { weights, chosen } => {
                let weights: Vec<_> = weights.iter().map(ToString::to_string).collect();
                write!(f, "weights {}={chosen}", weights.join(","))
            }
        }
    }
}

impl Drawn {
    fn read(kind: &str, value: &str) -> Option<Self> {
        match kind {
            "dice" => faces(value).map(Self::Dice),
            "unequal" => value.split(',').map(faces).collect::<Option<_>>().map(Self::Unequal),
            "weights" => {
                let (weights, chosen) = value.split_once('=')?;
                let weights = weights.split(',').map(super::read::number).collect::<Option<_>>()?;
                Some(Self::Weighted { weights, chosen: super::read::number(chosen)? })
            }
            _ => None,
        }
    }
}

fn faces(text: &str) -> Option<[u8; 2]> {
    let faces: [u8; 2] = text.as_bytes().try_into().ok()?;
    faces.iter().all(|face| (b'1'..=b'6').contains(face)).then(|| faces.map(|face| face - b'0'))
}

impl fmt::Display for ProvenRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {} {}", self.roll, self.drawn)?;
        self.nonces.iter().try_for_each(|nonce| write!(f, " {nonce}"))
    }
}

impl ProvenRoll {
    /// Reads the line of a roll with so many players.
    pub(super) fn read(line: &str, players: usize) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let ["roll", round, number, kind, value, nonces @ ..] = words.as_slice() else { return None };
        let roll = RollNumber { round: super::read::number(round)?, number: super::read::number(number)? };
        let nonces: Vec<_> = nonces.iter().map(|nonce| Share::read(nonce)).collect::<Option<_>>()?;
        let fits = nonces.len() == players && roll.round != 0 && roll.number != 0;
        Some(Self { roll, drawn: Drawn::read(kind, value)?, nonces }).filter(|_| fits)
    }
}

impl fmt::Display for DiceProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "dice 1 {}", self.table)?;
        writeln!(f, "commitment {}", self.commitment)?;
        for roll in &self.rolls {
            writeln!(f, "{roll}")?;
        }
        match &self.revealed {
            Some(Revealed { secret, seal }) => writeln!(f, "secret {secret}\nseal {seal}"),
            None => writeln!(f, "secret open"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_one_form_as_text() {
        let nonce: Nonce = "000102030405060708090a0b0c0d0eff".parse().unwrap();
        assert_eq!(nonce.to_string(), "000102030405060708090a0b0c0d0eff");
        for wrong in ["", "00", "000102030405060708090A0B0C0D0EFF", "000102030405060708090a0b0c0d0e0é"] {
            assert_eq!(wrong.parse::<Nonce>().unwrap_err().digits, 32, "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_shown_by_debugging() {
        assert_eq!(format!("{:?}", DiceSecret([7; 32])), "DiceSecret(…)");
    }

    #[test]
    fn a_roll_is_one_line() {
        for line in [
            "roll 1 1 unequal 44,31 none engine",
            "roll 1 2 dice 13 000102030405060708090a0b0c0d0eff late",
            "roll 2 1 weights 1,2,3=2 none none",
        ] {
            assert_eq!(ProvenRoll::read(line, 2).unwrap().to_string(), line);
        }
        for wrong in [
            "roll 0 1 dice 13 none none",
            "roll 1 1 dice 17 none none",
            "roll 1 1 dice 13 none",
            "roll 01 1 dice 13 none none",
            "roll 1 1 coin 13 none none",
            "roll 1 1 weights 1,,2=1 none none",
        ] {
            assert_eq!(ProvenRoll::read(wrong, 2), None, "{wrong}");
        }
    }
}
