//! The journal of SQLite, and how its end can be damaged as by a loss of power.
//!
//! The format is that of the write-ahead log: a header of 32 bytes, then frames of 24 bytes and a page. A frame
//! counts if it repeats the salt of the header and its checksum continues that of the frame before; a frame with
//! a size of the database ends a transaction.

use std::{
    fs::{self, OpenOptions},
    io::{self, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use framework::Rng;
use thiserror::Error;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
const MAGIC: u32 = 0x377f_0682;

/// Why a journal cannot be read or damaged.
#[derive(Debug, Error)]
#[error("the journal {}: {error}", path.display())]
pub struct WalError {
    path: PathBuf,
    error: io::Error,
}

/// A way to damage the end of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tear {
    /// Anything follows the last transaction, as from a block that was never written.
    Garbage,
    /// The next transaction follows in part.
    HalfFrame,
    /// The last transaction is cut somewhere.
    Cut,
    /// Some bytes of the last transaction are different.
    Flip,
}

impl Tear {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Garbage, Self::HalfFrame, Self::Cut, Self::Flip];

    /// Tells whether it only damages what was never acknowledged.
    #[must_use]
    pub const fn spares_what_was_committed(self) -> bool {
        matches!(self, Self::Garbage | Self::HalfFrame)
    }
}

/// Where the transactions of a journal lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wal {
    bytes: Vec<u8>,
    frame: usize,
    /// Where the last transaction begins and ends, in bytes.
    last: (usize, usize),
}

impl Wal {
    /// Reads a journal; `None` if there is none, or no transaction is in it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path) -> Result<Option<Self>, WalError> {
        match fs::read(path) {
            Ok(bytes) => Ok(Self::parse(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(WalError { path: path.to_owned(), error }),
        }
    }

    fn parse(bytes: Vec<u8>) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        let magic = word(0)?;
        if magic & !1 != MAGIC {
            return None;
        }
        let is_big_endian = magic & 1 == 1;
        let page = word(8)? as usize;
        let salt = bytes.get(16..24)?.to_vec();
        let mut sum = checksum(is_big_endian, (0, 0), bytes.get(..24)?);
        let frame = FRAME_HEADER + page;
        let (mut at, mut ends) = (HEADER, vec![HEADER]);
        while let Some(next) = bytes.get(at..at + frame) {
            sum = checksum(is_big_endian, sum, &next[..8]);
            sum = checksum(is_big_endian, sum, &next[FRAME_HEADER..]);
            let said = (word(at + 16)?, word(at + 20)?);
            if next[8..16] != salt[..] || said != sum {
                break;
            }
            at += frame;
            if next[4..8] != [0; 4] {
                ends.push(at);
            }
        }
        let [.., begin, end] = ends[..] else { return None };
        Some(Self { bytes, frame, last: (begin, end) })
    }

    /// Damages the end of a copy.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn tear(&self, path: &Path, tear: Tear, rng: &mut Rng) -> Result<(), WalError> {
        let (begin, end) = self.last;
        let length = (end - begin) as u64;
        let mut random = |n: u64| (0..n).map(|_| rng.bits() as u8).collect::<Vec<u8>>();
        match tear {
            Tear::Garbage => {
                let garbage = random(1 + length % 9_000);
                write_at(path, end, &garbage)
            }
            Tear::HalfFrame => {
                // It looks like the last one, salt included, but its checksum does not follow.
                let like = &self.bytes[end - self.frame..end];
                let part = 1 + rng.index(self.frame - 1);
                write_at(path, end, &like[..part])
            }
            Tear::Cut => truncate(path, begin + rng.below(length) as usize),
            Tear::Flip => {
                let at = begin + rng.below(length) as usize;
                let flipped: Vec<u8> = self.bytes[at..end].iter().take(64).map(|byte| !byte).collect();
                write_at(path, at, &flipped)
            }
        }
        .map_err(|error| WalError { path: path.to_owned(), error })
    }

    /// Removes exactly the last transaction from a copy.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cut_last_transaction(&self, path: &Path) -> Result<(), WalError> {
        truncate(path, self.last.0).map_err(|error| WalError { path: path.to_owned(), error })
    }
}

/// The checksum of SQLite: two sums over pairs of words, each of which includes the other.
fn checksum(is_big_endian: bool, (mut first, mut second): (u32, u32), bytes: &[u8]) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        let word = |at: usize| {
            let word = [pair[at], pair[at + 1], pair[at + 2], pair[at + 3]];
            if is_big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) }
        };
        first = first.wrapping_add(word(0)).wrapping_add(second);
        second = second.wrapping_add(word(4)).wrapping_add(first);
    }
    (first, second)
}

fn write_at(path: &Path, at: usize, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.seek(SeekFrom::Start(at as u64))?;
    file.write_all(bytes)
}

fn truncate(path: &Path, length: usize) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(length as u64)
}
