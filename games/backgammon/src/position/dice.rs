//! Two dice that have fallen.

use std::fmt;

use framework::Seat;

/// A roll of two dice, the higher one first.
///
/// ```
/// use backgammon::Dice;
/// let dice = Dice::new(1, 3).expect("two faces");
/// assert_eq!(dice.to_string(), "31");
/// assert_eq!(Dice::ALL.iter().map(|dice| dice.weight()).sum::<u32>(), 36);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The 21 rolls, from 11 to 66.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let mut idx = 0;
        let mut high = 1;
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[idx] = Self { high, low };
                idx += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The roll of two faces in any order; `None` if a die has no such face.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Self> {
        let are_faces = (1..=6).contains(&one) && (1..=6).contains(&other);
        are_faces.then(|| Self { high: one.max(other), low: one.min(other) })
    }

    /// The higher face.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower face.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Tells whether both dice show the same face, which is then played four times.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The numbers to play: two, or four of a double.
    #[must_use]
    pub fn numbers(self) -> Vec<u8> {
        if self.is_double() { vec![self.high; 4] } else { vec![self.high, self.low] }
    }

    /// How many of the 36 ways in which two dice fall give this roll.
    #[must_use]
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

/// The first roll of a game: one die of each side, never equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OpeningRoll {
    first: u8,
    second: u8,
}

impl OpeningRoll {
    /// The die of the first seat and the die of the second; `None` if they are equal or no faces.
    #[must_use]
    pub fn new(first: u8, second: u8) -> Option<Self> {
        Dice::new(first, second).filter(|dice| !dice.is_double()).map(|_| Self { first, second })
    }

    /// The 30 ways in which an opening roll can fall, each equally likely.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|first| (1..=6).filter_map(move |second| Self::new(first, second)))
    }

    /// The seat with the higher die: it begins, and plays these numbers.
    #[must_use]
    pub const fn beginner(self) -> Seat {
        if self.second < self.first { Seat::FIRST } else { Seat::SECOND }
    }

    /// The numbers that the beginner plays.
    #[must_use]
    pub const fn dice(self) -> Dice {
        if self.second < self.first {
            Dice { high: self.first, low: self.second }
        } else {
            Dice { high: self.second, low: self.first }
        }
    }
}

/// The die of the first seat comes first.
impl fmt::Display for OpeningRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first, self.second)
    }
}
