//! In which order the program tries plays, which decides between equal ratings, and where it does not look.

use super::Color;
use crate::position::{BAR, Board, Dice, OFF, Outcome, Play, Step};

/// The plays that the program rates, in its order, and those that it overlooks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plays {
    /// The first of them is played if no other is rated higher.
    pub(super) rated: Vec<Outcome>,
    /// What it does not even rate, in any order.
    pub(super) overlooked: Vec<Outcome>,
}

/// All legal plays, in the order of the program; only the empty one if no checker can be moved.
pub(super) fn plays(board: Board, dice: Dice, color: Color) -> Plays {
    let mut legal = Vec::new();
    board.plays(dice, &mut legal);
    if legal.is_empty() {
        return Plays { rated: vec![Outcome { play: Play::NONE, board }], overlooked: legal };
    }
    let mut ordered = Ordered { left: legal, found: Vec::new() };
    ordered.take(first_candidate(board, dice, color));
    if !is_blind(board, dice) {
        let numbers = ordered.numbers(dice);
        enumerate(board, board, &numbers, color, &mut ordered);
        // The program's search finds every legal play; nothing is lost should it be otherwise.
        let rest = std::mem::take(&mut ordered.left);
        ordered.found.extend(rest);
    }
    Plays { rated: ordered.found, overlooked: ordered.left }
}

/// Legal plays that are being put into order.
struct Ordered {
    left: Vec<Outcome>,
    found: Vec<Outcome>,
}

impl Ordered {
    /// Puts the play next that leads to a board, unless there is none or it has its place already.
    fn take(&mut self, board: Board) {
        if let Some(idx) = self.left.iter().position(|outcome| outcome.board == board) {
            self.found.push(self.left.remove(idx));
        }
    }

    /// The numbers with which the program tries steps: if only one can be played, only that one.
    fn numbers(&self, dice: Dice) -> Vec<u8> {
        let all = self.left.iter().chain(&self.found);
        match all.max_by_key(|outcome| outcome.play.len()) {
            Some(longest) if longest.play.len() == 1 => longest.play.steps().map(|step| step.die).collect(),
            _ => dice.numbers(),
        }
    }
}

/// The places in the order of the program: the points, then the bar.
fn places(color: Color) -> impl Iterator<Item = u8> + Clone {
    color.points().chain([BAR])
}

/// Tries steps depth first, whether or not their order can be played, and takes what turns out to be a play.
fn enumerate(start: Board, board: Board, numbers: &[u8], color: Color, ordered: &mut Ordered) {
    for from in places(color).filter(|&from| board.mover.count(from) != 0) {
        for (idx, &die) in numbers.iter().enumerate() {
            let step = Step { from, die };
            // Equal numbers lead to the same plays again.
            if ordered.left.is_empty() || numbers[..idx].contains(&die) || is_held(start, step.to()) {
                continue;
            }
            let after = board.after_step(step);
            ordered.take(after);
            let mut left = numbers.to_vec();
            left.remove(idx);
            enumerate(start, after, &left, color, ordered);
        }
    }
}

/// Tells whether the other side holds a point of the mover.
fn is_held(board: Board, point: u8) -> bool {
    point != OFF && 2 <= board.others_on(point)
}

/// The board after the play that the program has before it searches.
fn first_candidate(board: Board, dice: Dice, color: Color) -> Board {
    let mut board = board;
    let mut numbers = dice.numbers();
    while let Some(step) = next_step(board, &numbers, color) {
        board = board.after_step(step);
        if let Some(idx) = numbers.iter().position(|&number| number == step.die) {
            numbers.remove(idx);
        }
    }
    board
}

/// The next step of the first candidate. The numbers left are in descending order.
fn next_step(board: Board, numbers: &[u8], color: Color) -> Option<Step> {
    let first_with = |die: u8| places(color).map(|from| Step { from, die }).find(|&step| board.allows(step));
    let (high, low) = match *numbers {
        [] => return None,
        [die] => return first_with(die),
        [high, .., low] => (high, low),
    };
    match board.mover.count(BAR) {
        0 => first_pair(board, high, low, color).or_else(|| first_with(high)).or_else(|| first_with(low)),
        1 => {
            let goes_on = !is_held(board, BAR - high - low);
            let high_first = enters(board, high)
                && (goes_on || (!is_playable_on_board(board, high) && is_playable_on_board(board, low)));
            let low_first = enters(board, low) && (is_playable_on_board(board, high) || goes_on);
            let die = if !high_first && (low_first || !enters(board, high)) { low } else { high };
            first_with(die)
        }
        _ => first_with(low).or_else(|| first_with(high)),
    }
}

/// The step with which the first pair of steps begins that uses both numbers.
fn first_pair(board: Board, high: u8, low: u8, color: Color) -> Option<Step> {
    let follows = |first: Step, second: Step| board.allows(first) && board.after_step(first).allows(second);
    let pairs = places(color).flat_map(|of_high| places(color).map(move |of_low| (of_high, of_low)));
    let mut steps =
        pairs.map(|(of_high, of_low)| (Step { from: of_high, die: high }, Step { from: of_low, die: low }));
    let (by_high, by_low) =
        steps.find(|&(by_high, by_low)| follows(by_high, by_low) || follows(by_low, by_high))?;
    Some(if board.allows(by_high) { by_high } else { by_low })
}

/// Tells whether a checker can come in from the bar with a number.
fn enters(board: Board, die: u8) -> bool {
    !is_held(board, BAR - die)
}

/// Tells whether a checker on the board could be moved by a number if the one on the bar did not come first.
fn is_playable_on_board(board: Board, die: u8) -> bool {
    (die + 1..BAR).any(|from| board.mover.count(from) != 0 && !is_held(board, from - die))
}

/// Tells whether the program plays its first candidate without a search: one checker is on the bar and enters
/// only with the higher number, which others could use too, and cannot go on with the lower one, which others can.
fn is_blind(board: Board, dice: Dice) -> bool {
    let (high, low) = (dice.high(), dice.low());
    board.mover.count(BAR) == 1
        && !dice.is_double()
        && enters(board, high)
        && !enters(board, low)
        && is_playable_on_board(board, high)
        && is_held(board, BAR - high - low)
        && is_playable_on_board(board, low)
}
