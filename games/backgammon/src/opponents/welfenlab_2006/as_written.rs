//! The nine terms as the program's paper words them, which is not always what the program does.

use super::Color;
use crate::position::{BAR, Board, Checkers, HOME, OFF};

/// Hands over what the terms add up, each with the index of its term and before its weight.
///
/// Checkers count one by one and not point by point, those on the bar are as far from home as they are, and the
/// chance not to move is a sixth for every number of a die that moves nothing. The paper's sentence adds a sixth for
/// every number that does move; the name of the term, and its weight, say the opposite, so the name decides.
pub(super) fn for_each_addend(board: Board, color: Color, mut add: impl FnMut(usize, f64)) {
    let (own, opponent) = (board.mover, board.other);
    let n_entries = |enemy: Checkers| (1..=6).filter(|&die| is_open(enemy, die)).count();
    let not_entering = (share(6 - n_entries(opponent))).powi(2);
    for point in color.points().filter(|&point| own.count(point) == 1) {
        add(0, reach(board, point) * f64::from(24 - point) / 23.0 * (1.0 + not_entering));
    }
    for point in color.points() {
        add(1, immobility(own, opponent, point));
        add(2, immobility(opponent, own, 25 - point));
    }
    add(3, share(6 - n_entries(own)) * f64::from(opponent.count(BAR)));
    let n_held = (1..BAR).filter(|&point| 2 <= own.count(point)).count();
    add(4, n_held as f64 / 7.0);
    add(5, f64::from(own.count(OFF)) / 15.0);
    let to_home = |place: u8| u32::from(own.count(place)) * u32::from(place.saturating_sub(HOME));
    add(6, f64::from((1..=BAR).map(to_home).sum::<u32>()) / 15.0 / 18.0);
    let far_back: u8 = (25 - HOME..=BAR).map(|place| own.count(place)).sum();
    add(7, f64::from(far_back) / 15.0);
    let to_go = |place: u8| u32::from(opponent.count(place)) * u32::from(place);
    add(8, f64::from((1..=BAR).map(to_go).sum::<u32>()) / 15.0 / 24.0);
}

/// So many of the six numbers of a die.
fn share(n_numbers: usize) -> f64 {
    n_numbers as f64 / 6.0
}

/// Tells whether a side may put a checker on a point of the enemy, in the enemy's numbering.
fn is_open(enemy: Checkers, point: u8) -> bool {
    enemy.count(point) < 2
}

/// How much the checkers of a side on a point cannot move, and how far they have to go.
fn immobility(side: Checkers, enemy: Checkers, point: u8) -> f64 {
    let is_usable = |die: &u8| match point.checked_sub(*die) {
        Some(OFF) => side.hindmost() <= HOME,
        Some(to) => is_open(enemy, 25 - to),
        // A larger number than needed bears off the hindmost checkers.
        None => side.hindmost() <= point,
    };
    let n_stuck = (1..=6).filter(|die| !is_usable(die)).count();
    share(n_stuck) * f64::from(side.count(point)) * f64::from(point - 1) / 23.0
}

/// The chance that the other side can hit a single checker on `point` of the mover with its next roll: over all 36,
/// no intermediate point is closed, and a double goes up to four steps. Whoever is on the bar comes in first.
pub(super) fn reach(board: Board, point: u8) -> f64 {
    let attack = Attack { own: board.mover, enemy: board.other, target: 25 - point };
    let rolls = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
    rolls.filter(|&(a, b)| attack.succeeds(a, b)).count() as f64 / 36.0
}

struct Attack {
    own: Checkers,
    enemy: Checkers,
    /// The point that is attacked, in the numbering of the enemy.
    target: u8,
}

impl Attack {
    fn succeeds(&self, a: u8, b: u8) -> bool {
        if a == b {
            return (1..=4).any(|n_steps| self.reaches(&[a; 4][..n_steps], &[a; 4][n_steps..]));
        }
        self.reaches(&[a], &[b])
            || self.reaches(&[b], &[a])
            || self.reaches(&[a, b], &[])
            || self.reaches(&[b, a], &[])
    }

    /// Tells whether one checker reaches the target by these steps, while the rest of the dice brings in others.
    fn reaches(&self, steps: &[u8], rest: &[u8]) -> bool {
        let source = self.target + steps.iter().sum::<u8>();
        if BAR < source || self.enemy.count(source) == 0 {
            return false;
        }
        let enters = source == BAR;
        let waiting = usize::from(self.enemy.count(BAR)) - usize::from(enters);
        // Who hits by coming in need not care for the others on the bar.
        let hits_from_bar = enters && steps.len() == 1;
        let n_open = rest.iter().filter(|&&die| is_open(self.own, die)).count();
        if !hits_from_bar && n_open < waiting {
            return false;
        }
        let mut place = source;
        steps[..steps.len() - 1].iter().all(|step| {
            place -= step;
            is_open(self.own, 25 - place)
        })
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, testkit};

    use super::*;
    use crate::{Backgammon, position::Step};

    /// Tries every order of steps in which a roll can be played.
    fn can_be_hit(attackers: Board, blot: u8, dice: &[u8]) -> bool {
        if attackers.other.count(blot) == 0 {
            return true;
        }
        // Equal dice lead to the same boards.
        let mut different = (0..dice.len()).filter(|&idx| !dice[..idx].contains(&dice[idx]));
        different.any(|idx| {
            let mut rest = dice.to_vec();
            let die = rest.remove(idx);
            let mut steps = (1..=BAR).map(|from| Step { from, die }).filter(|&step| attackers.allows(step));
            steps.any(|step| can_be_hit(attackers.after_step(step), blot, &rest))
        })
    }

    /// The share of rolls by which a blot can be hit.
    fn tried(board: Board, blot: u8) -> f64 {
        let rolls = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
        let is_hit = |&(a, b): &(u8, u8)| {
            let dice = if a == b { vec![a; 4] } else { vec![a, b] };
            can_be_hit(board.turned(), blot, &dice)
        };
        rolls.filter(is_hit).count() as f64 / 36.0
    }

    #[test]
    fn the_chance_to_be_hit_is_that_of_trying_all_36_rolls() {
        let mut n_blots = [0_u32; 2];
        testkit::random_positions(&Backgammon::default().start(), 7, 700, |table| {
            for board in [table.board(), table.board().turned()] {
                for blot in (1..BAR).filter(|&point| board.mover.count(point) == 1) {
                    assert_eq!(reach(board, blot), tried(board, blot), "{blot} of {board:?}");
                    n_blots[usize::from(board.other.count(BAR) != 0)] += 1;
                }
            }
        });
        assert!(n_blots.iter().all(|&n_blots| 200 < n_blots), "with and without a bar: {n_blots:?}");
    }
}
