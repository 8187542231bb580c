//! The book as bytes.
//!
//! After a line of text come columns, rows, K and the number of chapters, a byte each. A chapter is its ply in one
//! byte and the number of its openings in four; the number of its scores in one byte, and for each the score and the
//! length of its code; the number of shards in four bytes, and for each a seed in one byte and the number of its bytes
//! in four; and then the bytes of all shards. At the end is a hash of everything before. Of numbers with several
//! bytes the lowest comes first.

use std::hash::Hasher as _;

use framework::StableHasher;
use thiserror::Error;

use super::{
    Book, Chapter,
    code::Code,
    keyless::{KeylessScores, PADDING, Shard},
};
use crate::Size;

/// The first line of a book.
const TITLE: &[u8] = b"brettwerk connect4 book 2\n";

/// Why bytes are not a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// Something else, or a book of another version.
    #[error(
        "this is no book of Connect Four, or one of another version; make one with brett lab book connect4"
    )]
    Title,
    /// A board that does not exist.
    #[error("the book is for a board that does not exist: {0}")]
    Size(String),
    /// The end comes too early, or too late.
    #[error("the book is damaged: it does not end where it should; make it again")]
    Length,
    /// Something else than what was written.
    #[error("the book is damaged: its parts do not fit together; make it again")]
    Damaged,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// If the bytes are not a book.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let mut rest = Rest(bytes.strip_prefix(TITLE).ok_or(BookError::Title)?);
        let [columns, rows, k, n_chapters] = rest.array()?;
        let size = Size::new(columns, rows, k).map_err(|error| BookError::Size(error.to_string()))?;
        let mut chapters: Vec<Chapter> = Vec::new();
        for _ in 0..n_chapters {
            let chapter = rest.chapter()?;
            if chapters.last().is_some_and(|last| chapter.ply <= last.ply) {
                return Err(BookError::Damaged);
            }
            chapters.push(chapter);
        }
        let hash = u64::from_le_bytes(rest.array()?);
        if !rest.0.is_empty() {
            return Err(BookError::Length);
        }
        match hash == hash_of(&bytes[..bytes.len() - size_of::<u64>()]) {
            true => Ok(Self { size, chapters }),
            false => Err(BookError::Damaged),
        }
    }

    /// The book as bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = TITLE.to_vec();
        bytes.extend([self.size.columns(), self.size.rows(), self.size.k(), self.chapters.len() as u8]);
        for Chapter { ply, n_openings, scores } in &self.chapters {
            bytes.push(*ply as u8);
            bytes.extend(n_openings.to_le_bytes());
            let lengths = scores.code.lengths();
            bytes.push(lengths.len() as u8);
            bytes.extend(lengths.flat_map(|(score, length)| [score.cast_unsigned(), length as u8]));
            bytes.extend((scores.shards.len() as u32).to_le_bytes());
            for shard in &scores.shards {
                bytes.push(shard.seed);
                bytes.extend((shard.len as u32).to_le_bytes());
            }
            bytes.extend(&scores.bytes[..scores.bytes.len() - PADDING]);
        }
        bytes.extend(hash_of(&bytes).to_le_bytes());
        bytes
    }
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, n_bytes: usize) -> Result<&'a [u8], BookError> {
        let (taken, rest) = self.0.split_at_checked(n_bytes).ok_or(BookError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(BookError::Length)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn chapter(&mut self) -> Result<Chapter, BookError> {
        let [ply] = self.array()?;
        let n_openings = u32::from_le_bytes(self.array()?);
        let [n_scores] = self.array()?;
        let lengths = self.take(2 * usize::from(n_scores))?.chunks_exact(2);
        let lengths = lengths.map(|pair| (pair[0].cast_signed(), pair[1].into())).collect();
        let code = Code::from_lengths(lengths).ok_or(BookError::Damaged)?;
        let n_shards = u32::from_le_bytes(self.array()?);
        let mut shards = Vec::new();
        let mut start = 0;
        for _ in 0..n_shards {
            let [seed] = self.array()?;
            let len = u32::from_le_bytes(self.array()?) as usize;
            if len < Shard::min_len(code.longest()) || !len.is_multiple_of(3) {
                return Err(BookError::Damaged);
            }
            shards.push(Shard { seed, start, len });
            start += len;
        }
        if shards.is_empty() {
            return Err(BookError::Damaged);
        }
        let bytes = [self.take(start)?, &[0; PADDING]].concat();
        Ok(Chapter { ply: ply.into(), n_openings, scores: KeylessScores { code, shards, bytes } })
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::default();
    let (words, rest) = bytes.as_chunks::<8>();
    words.iter().for_each(|&word| hasher.write_u64(u64::from_le_bytes(word)));
    hasher.write(rest);
    hasher.finish()
}
