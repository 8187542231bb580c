//! Seats at the table, and one value for each of them.

use std::{
    fmt,
    ops::{Index, IndexMut},
};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most seats any game may have.
pub const MAX_SEATS: usize = 4;

/// A seat at the table, from 0. Not a color: in Blokus one seat may own two.
///
/// ```
/// use framework::Seat;
/// let second = Seat::new(1);
/// assert_eq!((second.index(), second.number()), (1, 2));
/// assert_eq!(second.next(2), Seat::FIRST);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "number"))]
#[serde(into = "u8", try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat that is counted first.
    pub const FIRST: Self = Self(0);
    /// The seat that is counted second.
    pub const SECOND: Self = Self(1);

    /// Makes the seat of an index.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a table has at most four seats");
        Self(index as u8)
    }

    /// Makes the seat that people call by `number`, from 1; `None` if no table has it.
    #[must_use]
    pub const fn from_number(number: usize) -> Option<Self> {
        if 0 < number && number <= MAX_SEATS { Some(Self::new(number - 1)) } else { None }
    }

    /// The index, from 0, as programs count.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number, from 1, as people count.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The seat after this one at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        Self::new((self.index() + 1) % seats)
    }

    /// The other seat of a table of two.
    #[must_use]
    pub const fn other(self) -> Self {
        self.next(2)
    }

    /// All seats of a table of `seats`, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..seats).map(Self::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0 + 1
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::from_number(number.into())
            .ok_or_else(|| format!("there is no seat {number}: use 1 to {MAX_SEATS}"))
    }
}

/// One value for each seat at the table, kept inline.
///
/// ```
/// use framework::{PerSeat, Seat};
/// let points = PerSeat::two(3, 5);
/// assert_eq!(points[Seat::SECOND], 5);
/// assert_eq!(points.map(|p| p * 2), PerSeat::two(6, 10));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerSeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> PerSeat<T> {
    /// Makes the value of each of `seats` seats by a function.
    pub fn from_fn(seats: usize, value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::all(seats).map(value).collect())
    }

    /// Gives each of `seats` seats the same value.
    #[must_use]
    pub fn filled(seats: usize, value: T) -> Self
    where
        T: Clone,
    {
        Self::from_fn(seats, |_| value.clone())
    }

    /// The values of a table of two.
    #[must_use]
    pub fn two(first: T, second: T) -> Self {
        Self(ArrayVec::from_iter([first, second]))
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// The values in the order of the seats.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The value of a seat, or `None` if the table has no such seat.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The value of a seat to be changed, or `None` if the table has no such seat.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        self.0.get_mut(seat.index())
    }

    /// Each seat with its value.
    pub fn entries(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all(self.seats()).zip(&self.0)
    }

    /// Changes every value by a function.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat(self.0.into_iter().map(change).collect())
    }
}

impl PerSeat<f32> {
    /// The payoffs of a game that nobody has won: all 0.
    #[must_use]
    pub fn nothing(seats: usize) -> Self {
        Self::filled(seats, 0.0)
    }

    /// The payoffs of a game of two that `winner` has won.
    #[must_use]
    pub fn won_by(winner: Seat) -> Self {
        Self::from_fn(2, |seat| if seat == winner { 1.0 } else { -1.0 })
    }
}

/// The values in the order of the seats, with spaces between them.
impl<T: fmt::Display> fmt::Display for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, value) in self.entries() {
            let space = if seat == Seat::FIRST { "" } else { " " };
            write!(f, "{space}{value}")?;
        }
        Ok(())
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<'a, T> IntoIterator for &'a PerSeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A browser sees a plain list.
#[cfg(feature = "typescript")]
impl<T: ts_rs::TS> ts_rs::TS for PerSeat<T> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &ts_rs::Config) -> String {
        Vec::<T>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        Vec::<T>::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        Vec::<T>::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        Vec::<T>::visit_generics(visitor);
    }
}
