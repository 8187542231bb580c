//! The nine terms and their sum, to the last bit.

use framework::Seat;

use super::{Reading, Weights, as_written, reach::reach};
use crate::position::{BAR, Board, Checkers, HOME, OFF};

/// The names of the terms in the program.
const NAMES: [&str; 9] = [
    "PROB_CHECKER_IS_HIT",
    "PROB_CANNOT_MOVE",
    "PROB_OP_CANNOT_MOVE",
    "PROB_OP_CANNOT_MOVE_BAR",
    "N_POINTS_WITH_CHECKERS",
    "BEARED_OFF",
    "DISTANCE_FROM_HOMEBOARD",
    "CHECKERS_IN_OP_HOMEBOARD",
    "OP_DISTANCE_FROM_OFF_GAME",
];

/// The color that the program plays. It decides in which order points are visited, which changes the last bits
/// of a rating and the choice between equal ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// From point 24 down to 1.
    White,
    /// From point 1 up to 24.
    Black,
}

impl Color {
    /// The color of a seat.
    #[must_use]
    pub fn of(seat: Seat) -> Self {
        if seat == Seat::FIRST { Self::White } else { Self::Black }
    }

    /// The points in the order in which they are visited.
    pub(super) fn points(self) -> impl Iterator<Item = u8> + Clone {
        (1..BAR).map(move |idx| match self {
            Self::White => 25 - idx,
            Self::Black => idx,
        })
    }
}

/// One of the nine terms of a rating, as programmed.
///
/// | number | counts |
/// | --- | --- |
/// | 1 | own blots: the chance to be hit, more for those that have come far and where it is hard to enter |
/// | 2 | own checkers that cannot move, more for those far back |
/// | 3 | the same for the other side |
/// | 4 | checkers of the other side on the bar that cannot enter |
/// | 5 | own points with two or more checkers, divided by 7 |
/// | 6 | own checkers off, divided by 15 |
/// | 7 | how far own *points* outside the home board are from it, each once however many checkers are there |
/// | 8 | own checkers in the *own* home board and on the bar |
/// | 9 | how far the *points* of the other side are from the end, each once |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// Its name in the program.
    pub name: &'static str,
    /// What was counted.
    pub value: f64,
    /// What that counts for.
    pub weight: f64,
    /// What it adds to the rating.
    pub share: f64,
}

/// Rates a board after a play as the program does, as the mover sees it who has played.
#[must_use]
pub fn rating(board: Board, color: Color, weights: Weights) -> f64 {
    rate(Reading::AsProgrammed, board, color, weights)
}

/// Explains the rating of a board after a play by the program, term by term.
#[must_use]
pub fn explain(board: Board, color: Color, weights: Weights) -> [Term; 9] {
    terms(Reading::AsProgrammed, board, color, weights)
}

pub(super) fn rate(reading: Reading, board: Board, color: Color, weights: Weights) -> f64 {
    let weights = weights.to_array();
    let mut sum = 0.0;
    for_each_addend(reading, board, color, |term, addend| sum += addend * weights[term]);
    sum
}

pub(super) fn terms(reading: Reading, board: Board, color: Color, weights: Weights) -> [Term; 9] {
    let weights = weights.to_array();
    let mut terms = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|idx: usize| Term {
        name: NAMES[idx],
        value: 0.0,
        weight: weights[idx],
        share: 0.0,
    });
    for_each_addend(reading, board, color, |term, addend| {
        terms[term].value += addend;
        terms[term].share += addend * weights[term];
    });
    terms
}

fn for_each_addend(reading: Reading, board: Board, color: Color, add: impl FnMut(usize, f64)) {
    match reading {
        Reading::AsProgrammed => for_each_addend_of_program(board, color, add),
        Reading::AsWritten => as_written::for_each_addend(board, color, add),
    }
}

/// Hands over what the program adds up, in its order, each with the index of its term and before its weight.
fn for_each_addend_of_program(board: Board, color: Color, mut add: impl FnMut(usize, f64)) {
    let (own, opponent) = (board.mover, board.other);
    let entering = enter(opponent);
    for point in color.points().filter(|&point| own.count(point) == 1) {
        add(0, reach(board, point) * f64::from(24 - point) / 23.0 * (2.0 - entering));
    }
    for point in color.points().filter(|&point| own.count(point) != 0) {
        add(1, immobility(own, opponent, point));
    }
    // The points of the other side are visited in the own numbering, too.
    for point in color.points().map(|point| 25 - point).filter(|&point| opponent.count(point) != 0) {
        add(2, immobility(opponent, own, point));
    }
    add(3, stuck(entries(own)) * f64::from(opponent.count(BAR)));
    let n_held = (1..BAR).filter(|&point| 2 <= own.count(point)).count();
    add(4, n_held as f64 / 7.0);
    add(5, f64::from(own.count(OFF)) / 15.0);
    let on_bar = 25 * u32::from(own.count(BAR));
    let outside = (HOME + 1..BAR).filter(|&point| own.count(point) != 0);
    let distance: u32 = outside.map(|point| u32::from(point - HOME)).sum();
    add(6, f64::from(distance + on_bar) / 15.0 / 18.0);
    let at_home: u8 = (1..=HOME).map(|point| own.count(point)).sum();
    add(7, f64::from(at_home + own.count(BAR)) / 15.0);
    let on_bar = 25 * u32::from(opponent.count(BAR));
    let distance: u32 = (1..BAR).filter(|&point| opponent.count(point) != 0).map(u32::from).sum();
    add(8, f64::from(distance + on_bar) / 15.0 / 24.0);
}

/// How much the checkers of a side on a point cannot move, and how far they have to go.
fn immobility(side: Checkers, enemy: Checkers, point: u8) -> f64 {
    stuck(usable_numbers(side, enemy, point)) * f64::from(side.count(point)) * f64::from(point - 1) / 23.0
}

/// The numbers of a die that move a checker from a point. A larger number than is needed to bear off never counts.
fn usable_numbers(side: Checkers, enemy: Checkers, point: u8) -> usize {
    let is_usable = |die: &u8| match point.checked_sub(*die) {
        None => false,
        Some(OFF) => side.hindmost() <= HOME,
        Some(to) => enemy.count(25 - to) < 2,
    };
    (1..=6).filter(is_usable).count()
}

/// The numbers of a die that bring a checker in from the bar.
fn entries(enemy: Checkers) -> usize {
    (1..=6).filter(|&die| enemy.count(die) < 2).count()
}

/// The chance that neither of two dice shows one of so many usable numbers.
fn stuck(n_usable: usize) -> f64 {
    let unusable = (0..n_usable).fold(1.0, |left, _| left - 1.0 / 6.0);
    unusable * unusable
}

/// The chance to enter from the bar, whether or not a checker is there.
fn enter(enemy: Checkers) -> f64 {
    let usable = (0..entries(enemy)).fold(0.0, |sum, _| sum + 1.0 / 6.0);
    1.0 - (1.0 - usable) * (1.0 - usable)
}
