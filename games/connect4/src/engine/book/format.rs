//! The book as bytes.
//!
//! After a line of text come columns, rows, K and the number of chapters, a byte each. A chapter begins with its ply
//! in one byte and the number of openings in four, the lowest first. An opening is one number in groups of seven
//! bits, the lowest first, with the highest bit set in all but the last: 64 times the distance from the key before,
//! plus the score, plus 32.

use std::iter;

use thiserror::Error;

use super::{Book, Chapter};
use crate::Size;

/// The first line of a book.
const TITLE: &[u8] = b"brettwerk connect4 book 1\n";
/// The numbers from which a score is one, beginning with the lowest.
const N_SCORES: u64 = 64;

/// Why bytes are not a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// Something else, or a book of another version.
    #[error("this is no book of Connect Four; make one with brett lab book connect4")]
    Title,
    /// A board that does not exist.
    #[error("the book is for a board that does not exist: {0}")]
    Size(String),
    /// The end comes too early, or too late.
    #[error("the book is damaged: it does not end where it should; make it again")]
    Length,
    /// Openings out of order.
    #[error("the book is damaged: its openings are out of order; make it again")]
    Order,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// If the bytes are not a book.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let mut bytes = bytes.strip_prefix(TITLE).ok_or(BookError::Title)?.iter().copied();
        let mut byte = || bytes.next().ok_or(BookError::Length);
        let (columns, rows, k, n_chapters) = (byte()?, byte()?, byte()?, byte()?);
        let size = Size::new(columns, rows, k).map_err(|error| BookError::Size(error.to_string()))?;
        let mut chapters: Vec<Chapter> = Vec::new();
        for _ in 0..n_chapters {
            let ply = byte()?;
            let n_openings = u32::from_le_bytes([byte()?, byte()?, byte()?, byte()?]);
            let mut chapter = Chapter { ply: ply.into(), keys: Vec::new(), scores: Vec::new() };
            let mut key = 0_u64;
            for _ in 0..n_openings {
                let number = read_number(&mut byte)?;
                key = key.checked_add(number / N_SCORES).ok_or(BookError::Order)?;
                chapter.keys.push(key);
                chapter.scores.push((number % N_SCORES) as i8 - N_SCORES as i8 / 2);
            }
            let is_sorted = chapter.keys.is_sorted_by(|left, right| left < right);
            let follows = chapters.last().is_none_or(|last| last.ply < chapter.ply);
            if !is_sorted || !follows {
                return Err(BookError::Order);
            }
            chapters.push(chapter);
        }
        match bytes.next() {
            None => Ok(Self { size, chapters }),
            Some(_) => Err(BookError::Length),
        }
    }

    /// The book as bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = TITLE.to_vec();
        bytes.extend([self.size.columns(), self.size.rows(), self.size.k(), self.chapters.len() as u8]);
        for chapter in &self.chapters {
            bytes.push(chapter.ply as u8);
            bytes.extend((chapter.keys.len() as u32).to_le_bytes());
            let before = iter::once(0).chain(chapter.keys.iter().copied());
            for ((&key, before), &score) in chapter.keys.iter().zip(before).zip(&chapter.scores) {
                let score = i64::from(score) + N_SCORES as i64 / 2;
                write_number((key - before) * N_SCORES + score as u64, &mut bytes);
            }
        }
        bytes
    }
}

fn read_number(byte: &mut impl FnMut() -> Result<u8, BookError>) -> Result<u64, BookError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let group = byte()?;
        number |= u64::from(group & 0x7F) << shift;
        if group < 0x80 {
            return Ok(number);
        }
    }
    Err(BookError::Order)
}

fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while 0x80 <= number {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
