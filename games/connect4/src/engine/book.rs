//! Openings solved in advance.

mod format;
mod positions;

use std::sync::LazyLock;

use framework::Position;

pub use format::BookError;
pub use positions::{book_key, opening, openings};

use super::score::Score;
use crate::{Board, Size};

/// The book that comes with the programme; `data/README.md` says how it was made.
static USUAL: LazyLock<Option<Book>> = LazyLock::new(|| Book::read(include_bytes!("data/book.bin")).ok());

/// The exact scores of all openings of some lengths, mirror images counted once.
///
/// Left out are openings in which the seat to move can complete a line at once. Lengths that are not stored are
/// worked out from the next longer ones that are.
///
/// ```
/// use connect4::{Book, Connect4, Score, Size};
/// use framework::Game;
/// let book = Book::embedded(Size::USUAL).expect("the usual board has a book");
/// assert_eq!(book.score(&Connect4::default().start()), Some(Score::new(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    size: Size,
    /// By length, the shortest first.
    chapters: Vec<Chapter>,
}

/// All openings of one length.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chapter {
    ply: u16,
    /// In ascending order.
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Book {
    /// The book that comes with the programme for a size of board, if there is one.
    #[must_use]
    pub fn embedded(size: Size) -> Option<&'static Self> {
        USUAL.as_ref().filter(|book| book.size == size)
    }

    /// A book from the scores of all openings of the greatest length, in the order of [`openings`]. Scores of the
    /// lengths in `also` are worked out and stored too, so that nobody has to look far ahead.
    ///
    /// Returns `None` if there are not as many scores as openings.
    #[must_use]
    pub fn from_scores(
        size: Size,
        ply: u16,
        scores: Vec<Score>,
        also: impl IntoIterator<Item = u16>,
    ) -> Option<Self> {
        let keys = openings(size, ply);
        if keys.len() != scores.len() {
            return None;
        }
        let number = |score: Score| score.number() as i8;
        let deepest = Chapter { ply, keys, scores: scores.into_iter().map(number).collect() };
        let mut book = Self { size, chapters: vec![deepest] };
        let mut also: Vec<u16> = also.into_iter().filter(|&also| also < ply).collect();
        also.sort_unstable();
        // The longest first, since the shorter ones are worked out from them.
        for &ply in also.iter().rev() {
            let keys = openings(size, ply);
            let score = |&key: &u64| book.score(&opening(size, key)).map(number);
            let scores = keys.iter().map(score).collect::<Option<_>>()?;
            book.chapters.insert(0, Chapter { ply, keys, scores });
        }
        Some(book)
    }

    /// The most discs of a position that the book knows.
    #[must_use]
    pub fn deepest_ply(&self) -> u16 {
        self.chapters.last().map_or(0, |chapter| chapter.ply)
    }

    /// How many openings are stored.
    #[must_use]
    pub fn n_openings(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.keys.len()).sum()
    }

    /// What a position is worth to the seat to move, if the book reaches as far; the game must not be over.
    #[must_use]
    pub fn score(&self, pos: &Board) -> Option<Score> {
        if self.deepest_ply() < pos.ply() || pos.size() != self.size {
            return None;
        }
        let next = |column| pos.is_legal(column).then(|| pos.after(column));
        if pos.columns().filter_map(next).any(|next| next.has_won(pos.mover())) {
            return Some(Score::of_win_at(self.size, pos.ply() + 1));
        }
        if let Some(chapter) = self.chapters.iter().find(|chapter| chapter.ply == pos.ply()) {
            let idx = chapter.keys.binary_search(&book_key(pos)).ok()?;
            return Some(Score::new(chapter.scores[idx].into()));
        }
        let scores: Option<Vec<Score>> =
            pos.columns().filter_map(next).map(|next| self.score(&next)).collect();
        scores?.into_iter().map(|score| -score).max()
    }
}
