//! Openings solved in advance.

mod code;
mod format;
mod keyless;
mod positions;

use std::sync::LazyLock;

use framework::Position;

pub use format::BookError;
pub use positions::{book_key, opening, openings};
use positions::{can_win_at_once, is_reachable, position_before};

use self::keyless::KeylessScores;
use super::score::Score;
use crate::{Board, Size};

/// The book that comes with the program; `data/README.md` says how it was made.
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
    n_openings: u32,
    scores: KeylessScores,
}

impl Book {
    /// The book that comes with the program for a size of board, if there is one.
    #[must_use]
    pub fn embedded(size: Size) -> Option<&'static Self> {
        USUAL.as_ref().filter(|book| book.size == size)
    }

    /// A book from the scores of all openings of the greatest length, in the order of [`openings`]. Scores of the
    /// lengths in `also` are worked out and stored too, so that nobody has to look far ahead.
    ///
    /// Returns `None` if there are not as many scores as openings, or no openings.
    #[must_use]
    pub fn from_scores(
        size: Size,
        ply: u16,
        scores: Vec<Score>,
        also: impl IntoIterator<Item = u16>,
    ) -> Option<Self> {
        let also: Vec<u16> = also.into_iter().filter(|&also| also < ply).collect();
        let shortest = also.iter().copied().min().unwrap_or(ply);
        let mut keys = openings(size, ply);
        let mut scores: Vec<i8> = scores.into_iter().map(|score| score.number() as i8).collect();
        if keys.len() != scores.len() {
            return None;
        }
        let mut chapters = vec![Chapter::new(ply, &keys, &scores)?];
        // The longest first, since the shorter ones are worked out from them.
        for ply in (shortest..ply).rev() {
            let shorter = openings(size, ply);
            let look_up = |pos: &Board| {
                let idx = keys.binary_search(&book_key(pos)).ok()?;
                Some(Score::new(scores[idx].into()))
            };
            let score = |&key: &u64| Some(best_of(&opening(size, key), look_up)?.number() as i8);
            scores = shorter.iter().map(score).collect::<Option<_>>()?;
            keys = shorter;
            if also.contains(&ply) {
                chapters.insert(0, Chapter::new(ply, &keys, &scores)?);
            }
        }
        Some(Self { size, chapters })
    }

    /// The most discs of a position that the book knows.
    #[must_use]
    pub fn deepest_ply(&self) -> u16 {
        self.chapters.last().map_or(0, |chapter| chapter.ply)
    }

    /// How many openings are stored.
    #[must_use]
    pub fn n_openings(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.n_openings as usize).sum()
    }

    /// What a position is worth to the seat to move, if the book reaches as far and play can lead to the position;
    /// the game must not be over.
    #[must_use]
    pub fn score(&self, pos: &Board) -> Option<Score> {
        let is_known = pos.ply() <= self.deepest_ply() && pos.size() == self.size && is_reachable(pos);
        if is_known { self.look_up(pos) } else { None }
    }

    /// A lower bound of the score of a position one disc beyond the book, for the seat to move; `None` for all others.
    ///
    /// A position is worth at least what the best move makes of it. So the seat that moved last cannot have gained
    /// by its disc, whichever of its discs on top of a column was the last one, and the book knows all the positions
    /// before it. In most of them that disc was the best move, and then the bound is the score.
    #[must_use]
    pub fn floor(&self, pos: &Board) -> Option<Score> {
        if pos.ply() != self.deepest_ply() + 1 {
            return None;
        }
        let before = pos.columns().filter_map(|column| position_before(pos, column));
        before.filter_map(|before| self.score(&before)).map(|score| -score).max()
    }

    /// The score of a position that play can lead to.
    fn look_up(&self, pos: &Board) -> Option<Score> {
        let in_chapter = |pos: &Board| {
            let chapter = self.chapters.iter().find(|chapter| chapter.ply == pos.ply())?;
            Some(Score::new(chapter.scores.score(book_key(pos)).into()))
        };
        if can_win_at_once(pos) {
            return Some(Score::of_win_at(self.size, pos.ply() + 1));
        }
        in_chapter(pos).or_else(|| best_of(pos, |next| self.look_up(next)))
    }
}

impl Chapter {
    fn new(ply: u16, keys: &[u64], scores: &[i8]) -> Option<Self> {
        Some(Self { ply, n_openings: keys.len() as u32, scores: KeylessScores::new(keys, scores)? })
    }
}

/// The score of a position in which the mover cannot win at once, from what is known about the next ones; those in
/// which the other seat can win at once are not asked for.
fn best_of(pos: &Board, known: impl Fn(&Board) -> Option<Score>) -> Option<Score> {
    let legal = pos.columns().filter(|&column| pos.is_legal(column));
    let for_mover = legal.map(|column| {
        let next = pos.after(column);
        let score = match can_win_at_once(&next) {
            true => Score::of_win_at(pos.size(), next.ply() + 1),
            false => known(&next)?,
        };
        Some(-score)
    });
    for_mover.collect::<Option<Vec<Score>>>()?.into_iter().max()
}
