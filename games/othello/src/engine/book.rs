//! What positions near the beginning of the game are worth by long searches that were made once for all.
//!
//! The book knows values of positions, not moves: the best move leads to the position that is worth least to the other
//! player. `training/othello/README.md` tells how it is made.

use std::sync::LazyLock;

use super::{
    bitboard::Bitboard,
    solver::{RootMove, root_moves},
};
use crate::Move;

/// The bytes of an entry: the first six of the hash of a position as [`Bitboard::turned`] turns it, highest first, and its
/// value in discs to the player to move.
pub const BOOK_ENTRY_BYTES: usize = 7;

static SHIPPED: &[u8] = include_bytes!("../../data/book.bin");

/// Values of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// Sorted by the keys.
    entries: Vec<(u64, i8)>,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// Entries have a fixed length.
    #[error("a book has entries of {BOOK_ENTRY_BYTES} bytes, and these are cut off")]
    CutOff,
    /// Entries are sorted, so that they can be found.
    #[error("the entries of the book are not in order")]
    Unsorted,
}

impl Book {
    /// The one that comes with the game.
    pub fn shipped() -> &'static Self {
        static BOOK: LazyLock<Book> =
            LazyLock::new(|| Book::from_bytes(SHIPPED).expect("the shipped book is in order"));
        &BOOK
    }

    /// A book of positions with what they are worth to the player to move.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = (Bitboard, i8)>) -> Self {
        let mut entries: Vec<_> = values.into_iter().map(|(board, value)| (key(board), value)).collect();
        entries.sort_unstable();
        entries.dedup_by_key(|&mut (key, _)| key);
        Self { entries }
    }

    /// Reads a book.
    ///
    /// # Errors
    /// If it is cut off or not in order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.len().is_multiple_of(BOOK_ENTRY_BYTES) {
            return Err(BookError::CutOff);
        }
        let entry = |bytes: &[u8]| {
            let (&value, key) = bytes.split_last().expect("an entry has bytes");
            (key.iter().fold(0, |key, &byte| key << 8 | u64::from(byte)), value.cast_signed())
        };
        let entries: Vec<_> = bytes.chunks_exact(BOOK_ENTRY_BYTES).map(entry).collect();
        match entries.is_sorted_by(|(before, _), (after, _)| before < after) {
            true => Ok(Self { entries }),
            false => Err(BookError::Unsorted),
        }
    }

    /// The bytes of the book.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.entries.len() * BOOK_ENTRY_BYTES);
        for &(key, value) in &self.entries {
            bytes.extend_from_slice(&key.to_be_bytes()[2..]);
            bytes.push(value.cast_unsigned());
        }
        bytes
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What a position is worth to the player to move.
    #[must_use]
    pub fn value(&self, board: Bitboard) -> Option<i32> {
        let key = key(board);
        let idx = self.entries.binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(self.entries[idx].1.into())
    }

    /// The moves of a position that lead to known ones, the best first, with what they are worth to the player to move.
    /// None if the book does not go on from here.
    #[must_use]
    pub fn moves(&self, board: Bitboard) -> Vec<(Move, i32)> {
        let known = |root: &RootMove| Some((root.mv, -self.value(root.next)?));
        let mut moves: Vec<_> = root_moves(board).iter().filter_map(known).collect();
        moves.sort_by_key(|&(mv, value)| (-value, mv.to_string()));
        moves
    }

    /// The best move and what it is worth, where the book goes on; `None` if the position is not in it or a leaf, of which
    /// it may know some positions further on by chance.
    #[must_use]
    pub fn best(&self, board: Bitboard) -> Option<(Move, i32)> {
        let value = self.value(board)?;
        self.moves(board).first().copied().filter(|&(_, best)| best == value)
    }
}

/// What a position is found by: six bytes, by which two of a hundred thousand positions are mistaken for each other in
/// one of a hundred thousand books.
fn key(board: Bitboard) -> u64 {
    board.turned().hash() >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Bitboard = Bitboard { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };

    #[test]
    fn a_book_survives_its_bytes_and_refuses_others() {
        let after: Vec<_> = root_moves(START).iter().map(|root| root.next).collect();
        let book = Book::of([(START, -1), (after[0], 1)]);
        assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book.clone()));
        assert_eq!(book.len(), 2);
        assert_eq!(Book::from_bytes(&[0; 8]), Err(BookError::CutOff));
        let mut bytes = book.to_bytes();
        bytes.rotate_left(BOOK_ENTRY_BYTES);
        assert_eq!(Book::from_bytes(&bytes), Err(BookError::Unsorted));
        assert!(Book::from_bytes(&[]).is_ok_and(|book| book.is_empty() && book.value(START).is_none()));
        // All first moves lead to the same position, turned.
        assert!(after.iter().all(|&board| book.value(board) == Some(1)));
        let moves = book.moves(START);
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().all(|&(_, value)| value == -1));
        assert_eq!(book.best(START), Some(moves[0]));
        assert_eq!(book.best(after[0]), None);
    }

    /// Perfect play from the beginning is a draw, and a player who answers beside the first disc loses.
    #[test]
    fn the_shipped_book_begins_as_players_do() {
        let book = Book::shipped();
        assert!(1_000 < book.len() && book.len() * BOOK_ENTRY_BYTES <= 500_000);
        let value = book.value(START).expect("it knows the beginning");
        assert!(value.abs() <= 2, "{value}");
        let (mut board, mut n_plies) = (START, 0);
        while let Some((mv, _)) = book.best(board) {
            board = root_moves(board).iter().find(|root| root.mv == mv).expect("a legal move").next;
            n_plies += 1;
        }
        assert!(8 <= n_plies, "{n_plies} plies");
    }
}
