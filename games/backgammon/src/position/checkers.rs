//! The checkers of one side, packed into one number.

use std::fmt;

/// Where checkers are that have been borne off.
pub const OFF: u8 = 0;
/// Where checkers are that have been hit.
pub const BAR: u8 = 25;
/// The highest point of the home board.
pub const HOME: u8 = 6;
/// The most checkers a side may have.
pub const MAX_CHECKERS: u8 = 15;

/// The lowest bit of each of the 26 places.
const ONES: u128 = 0x11_1111_1111_1111_1111_1111_1111;

/// Where the checkers of one side are, in the numbering of that side: off (0), points 1 to 24, bar (25).
///
/// Each place has four bits. A side has at most fifteen checkers, so no place can overflow, and a step is one
/// subtraction and one addition.
///
/// ```
/// use backgammon::{Checkers, BAR, OFF};
/// let side = Checkers::placed(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
/// assert_eq!((side.count(13), side.count(BAR), side.count(OFF)), (5, 0, 0));
/// assert_eq!(side.pips(), 167);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Checkers(u128);

impl Checkers {
    /// Puts checkers on places, each given as place and number.
    ///
    /// # Panics
    /// If there is no such place or more than fifteen checkers.
    #[must_use]
    pub const fn placed(places: &[(u8, u8)]) -> Self {
        let mut side = Self(0);
        let mut total = 0;
        let mut idx = 0;
        while idx < places.len() {
            let (place, count) = places[idx];
            assert!(place <= BAR && count <= MAX_CHECKERS, "there is no such place or number");
            total += count;
            assert!(total <= MAX_CHECKERS, "a side has at most fifteen checkers");
            side.0 += (count as u128) << (4 * place);
            idx += 1;
        }
        side
    }

    /// Puts `counts` on the places 0 to 25; `None` if there are more than fifteen checkers.
    #[must_use]
    pub fn from_counts(counts: &[u8; 26]) -> Option<Self> {
        let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        if u32::from(MAX_CHECKERS) < total {
            return None;
        }
        let places = (OFF..=BAR).zip(counts);
        Some(Self(places.map(|(place, &count)| u128::from(count) << (4 * place)).sum()))
    }

    /// Four bits for each place, [`OFF`] in the lowest: the form in which training data are written.
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// The number of checkers on a place.
    #[must_use]
    #[inline]
    pub const fn count(self, place: u8) -> u8 {
        (self.0 >> (4 * place)) as u8 & 0xf
    }

    /// The numbers of checkers on the places 0 to 25.
    #[must_use]
    pub fn counts(self) -> [u8; 26] {
        std::array::from_fn(|place| self.count(place as u8))
    }

    /// The number of checkers of the side, those borne off included.
    #[must_use]
    pub fn total(self) -> u8 {
        self.counts().iter().sum()
    }

    /// The pips that the side still has to go.
    #[must_use]
    pub fn pips(self) -> u16 {
        (0..).zip(self.counts()).map(|(place, count)| place * u16::from(count)).sum()
    }

    /// Tells whether every checker has been borne off.
    #[must_use]
    #[inline]
    pub const fn is_all_off(self) -> bool {
        self.0 >> 4 == 0
    }

    /// The place from which the hindmost checker still has to go, [`OFF`] if there is none.
    #[must_use]
    #[inline]
    pub const fn hindmost(self) -> u8 {
        match (self.0 >> 4).checked_ilog2() {
            Some(bit) => bit as u8 / 4 + 1,
            None => OFF,
        }
    }

    /// The side after one of its checkers has gone from a place to another.
    #[must_use]
    #[inline]
    pub(crate) const fn stepped(self, from: u8, to: u8) -> Self {
        debug_assert!(self.count(from) != 0, "there must be a checker to move");
        Self(self.0 - (1 << (4 * from)) + (1 << (4 * to)))
    }

    /// The points, and the bar, on which the side has a checker.
    #[inline]
    pub(super) const fn occupied(self) -> Places {
        let bits = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        Places(bits & ONES & !1)
    }

    /// The points on which the other side may land, in the numbering of the other side.
    #[inline]
    pub(super) const fn open_to_other(self) -> Places {
        let two_or_more = (self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES;
        // Turning the bits around sends place p to place 31 − p and its lowest bit to the highest; the shift
        // makes 25 − p and the lowest bit of it.
        let closed = two_or_more.reverse_bits() >> 27;
        Places(!closed & POINTS)
    }
}

impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = (OFF..=BAR).rev().zip(self.counts().into_iter().rev());
        f.debug_map().entries(places.filter(|&(_, count)| count != 0)).finish()
    }
}

/// The points 1 to 24 as a set.
const POINTS: u128 = ONES & !1 & !(1 << (4 * BAR));

/// A set of places: the lowest of the four bits of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Places(u128);

impl Places {
    /// The set of one place.
    #[inline]
    pub(super) const fn only(place: u8) -> Self {
        Self(1 << (4 * place))
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn contains(self, place: u8) -> bool {
        self.0 >> (4 * place) & 1 != 0
    }

    /// The places from which `die` leads to one of these.
    #[inline]
    pub(super) const fn before(self, die: u8) -> Self {
        Self(self.0 << (4 * die))
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The members up to and including a place.
    #[inline]
    pub(super) const fn up_to(self, place: u8) -> Self {
        Self(self.0 & ((2 << (4 * place)) - 1))
    }
}

/// The members from the highest down.
impl Iterator for Places {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let bit = self.0.checked_ilog2()?;
        self.0 ^= 1 << bit;
        Some(bit as u8 / 4)
    }
}
