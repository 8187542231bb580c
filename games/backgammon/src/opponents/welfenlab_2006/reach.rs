//! How likely a blot is to be hit, as the program counts it.

use crate::position::{BAR, Board};

/// The chance that the other side can reach a single checker on `point` of the mover with its next roll.
///
/// Whether checkers can come in from the bar is not asked, and the case of two or three of them that enter by a
/// double is mixed up with a counter left over from another loop; both are kept.
pub(super) fn reach(board: Board, point: u8) -> f64 {
    let attack = Attack { board, target: 25 - point, on_bar: board.other.count(BAR) };
    let mut rolls = Rolls::default();
    // The left-over counter.
    let mut stale = 6;
    for a in 1..=6 {
        match attack.source(a) {
            Source::Outside => break,
            Source::Bar => {
                if 1 <= attack.on_bar {
                    rolls.mark_all_with(a);
                }
            }
            Source::Attacker if attack.on_bar < 2 || (a - 1 == stale && attack.on_bar < 4) => {
                rolls.mark_all_with(a);
                stale = 6;
            }
            Source::Empty | Source::Blot => stale = attack.mark_by_two(a, &mut rolls),
            Source::Attacker | Source::Closed => {}
        }
    }
    rolls.share()
}

/// What stands where an attacker would have to come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Outside,
    Bar,
    Attacker,
    Empty,
    /// One checker of the side that is attacked.
    Blot,
    /// More of them.
    Closed,
}

struct Attack {
    board: Board,
    /// The point that is attacked, in the numbering of the attacker.
    target: u8,
    on_bar: u8,
}

impl Attack {
    /// What stands so many steps before the target.
    fn source(&self, steps: u8) -> Source {
        let place = self.target + steps;
        if BAR < place {
            Source::Outside
        } else if place == BAR {
            Source::Bar
        } else if self.board.other.count(place) != 0 {
            Source::Attacker
        } else {
            match self.board.mover.count(25 - place) {
                0 => Source::Empty,
                1 => Source::Blot,
                _ => Source::Closed,
            }
        }
    }

    /// Marks the rolls by which an attacker comes over the point `a` steps before the target. Returns what is left
    /// in the counter of the loop.
    fn mark_by_two(&self, a: u8, rolls: &mut Rolls) -> u8 {
        for b in 1..=6 {
            match self.source(a + b) {
                Source::Outside => return b - 1,
                Source::Bar => {
                    if 1 <= self.on_bar {
                        rolls.mark_both(a, b);
                    }
                }
                Source::Attacker => {
                    if self.on_bar < 1 || (a == b && self.on_bar < 3) {
                        rolls.mark_both(a, b);
                    }
                }
                Source::Blot => self.mark_by_double(a, rolls),
                Source::Empty if a == b => self.mark_by_double(a, rolls),
                Source::Empty | Source::Closed => {}
            }
        }
        6
    }

    /// Marks the double by which an attacker comes three or four times as far.
    fn mark_by_double(&self, a: u8, rolls: &mut Rolls) {
        let reaches = match self.source(3 * a) {
            Source::Outside | Source::Closed => false,
            Source::Bar => 1 <= self.on_bar,
            // With two or more on the bar the attacker is not open either, so nothing further is asked.
            Source::Attacker => self.on_bar < 2,
            Source::Empty | Source::Blot => match self.source(4 * a) {
                Source::Bar => 1 <= self.on_bar,
                Source::Attacker => self.on_bar < 1,
                Source::Outside | Source::Empty | Source::Blot | Source::Closed => false,
            },
        };
        if reaches {
            rolls.mark_both(a, a);
        }
    }
}

/// The 36 ordered rolls, marked or not.
#[derive(Default)]
struct Rolls([[bool; 6]; 6]);

impl Rolls {
    fn mark_both(&mut self, a: u8, b: u8) {
        let (a, b) = (usize::from(a) - 1, usize::from(b) - 1);
        self.0[a][b] = true;
        self.0[b][a] = true;
    }

    fn mark_all_with(&mut self, a: u8) {
        for b in 1..=6 {
            self.mark_both(a, b);
        }
    }

    /// The share of marked rolls, added up one by one as the program does.
    fn share(&self) -> f64 {
        self.0.iter().flatten().filter(|marked| **marked).fold(0.0, |share, _| share + 1.0 / 36.0)
    }
}
