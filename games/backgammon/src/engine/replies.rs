//! The best plays of many rolls.
//!
//! What a board is worth before the roll is the mean over 21 rolls, each followed by its best play: some 360 boards, of
//! which 21 matter. So where there is a fast network it looks at all of them, and the big one only at the few plays of
//! each roll that may be best.

use super::{Chances, Evaluation};
use crate::position::{Board, Dice};

/// Which plays of a roll the big network is asked about: the one that looks best and those that are close to it, by the
/// fast network's error about the difference of two plays.
const MOST_CLOSE: usize = 3;
const CLOSE: f32 = 0.06;

/// The best play of a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    /// The board after it as the other side sees it, which rolls next.
    pub(super) after: Board,
    /// The chances of the side that has played.
    pub(super) chances: Chances,
}

impl Reply {
    /// Tells whether the last checker was borne off.
    pub(super) fn is_over(&self) -> bool {
        self.after.other.is_all_off()
    }
}

/// All plays of some rolls, as the boards that they lead to.
struct Plays {
    boards: Vec<Board>,
    /// Where the plays of each roll end in the list.
    ends: Vec<usize>,
}

impl Plays {
    fn new(board: Board, rolls: &[Dice]) -> Self {
        let (mut boards, mut ends) = (Vec::new(), Vec::with_capacity(rolls.len()));
        for &dice in rolls {
            let n_before = boards.len();
            board.for_each_play(dice, |_, after| boards.push(after.turned()));
            if boards.len() == n_before {
                boards.push(board.turned());
            }
            ends.push(boards.len());
        }
        Self { boards, ends }
    }

    /// The plays of each roll, as a range of the list.
    fn of_rolls(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied()).map(|(start, end)| start..end)
    }
}

impl Evaluation {
    /// The best play of each roll by a value of the chances that it leaves to the side that plays, and how many boards
    /// were looked at.
    pub(super) fn best_replies(
        &self,
        board: Board,
        rolls: &[Dice],
        value: impl Fn(Chances) -> f32,
    ) -> (Vec<Reply>, u64) {
        let plays = Plays::new(board, rolls);
        let first_look = self.first_look(board.turned(), &plays.boards);
        let mut asked = Vec::with_capacity(plays.boards.len());
        // Who can bear off the last checker does: nothing else is asked about.
        let ended: Vec<Option<usize>> = plays
            .of_rolls()
            .map(|mut of_roll| of_roll.find(|&idx| plays.boards[idx].other.is_all_off()))
            .collect();
        for (of_roll, ended) in plays.of_rolls().zip(&ended) {
            match (&first_look, ended) {
                (_, Some(_)) => {}
                (Some(seen), None) => {
                    let value = |idx: usize| value(seen[idx].turned());
                    asked.extend(closest(of_roll, value));
                }
                (None, None) => asked.extend(of_roll),
            }
        }
        let boards: Vec<Board> = asked.iter().map(|&idx| plays.boards[idx]).collect();
        let judged = self.chances_of(&boards).into_iter().map(Chances::turned);
        let mut judged = asked.into_iter().zip(judged).peekable();
        let mut replies = Vec::with_capacity(rolls.len());
        for (of_roll, ended) in plays.of_rolls().zip(ended) {
            let mut best = ended.map(|idx| (idx, Chances::won(plays.boards[idx].turned())));
            while let Some((idx, chances)) = judged.next_if(|(idx, _)| of_roll.contains(idx)) {
                if best.is_none_or(|(_, least)| value(least) < value(chances)) {
                    best = Some((idx, chances));
                }
            }
            let (idx, chances) = best.expect("every roll has a play, if only the empty one");
            replies.push(Reply { after: plays.boards[idx], chances });
        }
        (replies, plays.boards.len() as u64)
    }
}

/// The plays of a roll that look best and are close to each other, in the order in which they were listed.
fn closest(of_roll: std::ops::Range<usize>, value: impl Fn(usize) -> f32) -> Vec<usize> {
    let mut seen: Vec<(f32, usize)> = of_roll.map(|idx| (value(idx), idx)).collect();
    seen.sort_by(|left, right| right.0.total_cmp(&left.0));
    let least = seen[0].0 - CLOSE;
    let mut close: Vec<usize> =
        seen.into_iter().take(MOST_CLOSE).take_while(|seen| least <= seen.0).map(|seen| seen.1).collect();
    close.sort_unstable();
    close
}
