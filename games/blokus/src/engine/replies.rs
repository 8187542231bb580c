//! Last good replies: what has answered the last moves well in earlier playouts.
//!
//! A reply is remembered when the simulation in which it was played went well for whoever played it, and forgotten
//! when one went badly. A playout tries it before anything else, which also saves finding all moves.

use crate::{Color, MAX_COLORS, Placement};

/// The binary logarithm of the number of replies to two moves that are kept.
const LOG_PAIRS: u32 = 16;

/// The binary logarithm of the number of replies to one move that are kept.
const LOG_SINGLES: u32 = 14;

/// A move that a color made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Laid {
    pub(super) color: Color,
    pub(super) mv: Placement,
}

impl Laid {
    /// A number that no other move has; 0 is none's.
    fn number(self) -> u32 {
        self.mv.code() << 3 | (self.color.index() as u32) << 1 | 1
    }
}

/// Eight bytes, so that the table stays near the processor.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Entry {
    /// A part of the hash that its place does not tell.
    check: u32,
    /// The code of the reply plus 1; 0 if there is none.
    reply: u32,
}

/// The replies that are remembered.
#[derive(Clone, Debug)]
pub(super) struct Replies {
    pairs: Vec<Entry>,
    singles: Vec<Entry>,
}

impl Replies {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            pairs: vec![Entry::default(); 1 << LOG_PAIRS],
            singles: vec![Entry::default(); 1 << LOG_SINGLES],
        }
    }

    /// The replies of a color to the last moves, the more special first.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, before: &[Laid]) -> [Option<Placement>; 2] {
        let Some((pair, single)) = hashes(color, before) else { return [None; 2] };
        let found = |entry: &Entry, hash: u64| {
            (entry.check == check(hash) && entry.reply != 0).then(|| Placement::from_code(entry.reply - 1))
        };
        [
            found(&self.pairs[place(pair, LOG_PAIRS)], pair),
            found(&self.singles[place(single, LOG_SINGLES)], single),
        ]
    }

    /// Learns from a simulation: `values` tells for each move whether it went well for who made it.
    #[inline(always)]
    pub(super) fn learn(&mut self, played: &[Laid], went_well: impl Fn(usize) -> bool) {
        for (idx, laid) in played.iter().enumerate().skip(1) {
            let Some((pair, single)) = hashes(laid.color, &played[..idx]) else { continue };
            let reply = laid.mv.code() + 1;
            let is_good = went_well(idx);
            for (entry, hash) in [
                (&mut self.pairs[place(pair, LOG_PAIRS)], pair),
                (&mut self.singles[place(single, LOG_SINGLES)], single),
            ] {
                let this = Entry { check: check(hash), reply };
                if is_good {
                    *entry = this;
                } else if *entry == this {
                    *entry = Entry::default();
                }
            }
        }
    }
}

/// Hashes of the last two moves and of the last one, with the color that replies.
#[inline(always)]
fn hashes(color: Color, before: &[Laid]) -> Option<(u64, u64)> {
    let last = before.last()?.number();
    let second = before.len().checked_sub(2).map_or(0, |idx| before[idx].number());
    let single = u64::from(last) * MAX_COLORS as u64 + color.index() as u64 + 1;
    let hash = |key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Some((hash(single | u64::from(second) << 32), hash(single)))
}

/// Where a reply is kept, by the highest bits of its hash.
#[inline(always)]
fn place(hash: u64, log_entries: u32) -> usize {
    (hash >> (64 - log_entries)) as usize
}

/// The bits below those that any place uses.
#[inline(always)]
fn check(hash: u64) -> u32 {
    (hash >> (32 - LOG_PAIRS)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Orientation;

    fn laid(color: usize, first: u32) -> Laid {
        Laid { color: Color::new(color), mv: Placement::at(Orientation::new(3), first) }
    }

    #[test]
    fn a_good_reply_is_remembered_and_a_bad_one_forgotten() {
        let mut replies = Replies::new();
        let played = [laid(0, 10), laid(1, 20), laid(0, 30)];
        replies.learn(&played, |idx| played[idx].color == Color::FIRST);
        let (first, second) = (Color::new(0), Color::new(1));
        assert_eq!(replies.of(first, &played[..2]), [Some(played[2].mv); 2]);
        assert_eq!(replies.of(first, &[laid(0, 11), played[1]]), [None, Some(played[2].mv)]);
        assert_eq!(replies.of(second, &played[..1]), [None; 2], "it did not go well");
        assert_eq!(replies.of(second, &played[..2]), [None; 2], "it is another color's reply");
        replies.learn(&played, |_| false);
        assert_eq!(replies.of(first, &played[..2]), [None; 2]);
    }

    #[test]
    fn a_bad_game_does_not_spoil_another_reply() {
        let mut replies = Replies::new();
        replies.learn(&[laid(0, 10), laid(1, 20)], |_| true);
        replies.learn(&[laid(0, 10), laid(1, 21)], |_| false);
        assert_eq!(replies.of(Color::new(1), &[laid(0, 10)]), [Some(laid(1, 20).mv); 2]);
    }
}
