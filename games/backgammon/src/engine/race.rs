//! Races: the sides have passed each other, and the dice of each decide alone how many rolls it needs.
//!
//! A small network sees one side and says how likely each number of rolls is; both sides together give the chances. Once a
//! side is at home, the exact table takes its place, and once both are, [`bear_off`](super::bear_off) knows everything.

use std::sync::LazyLock;

use super::{
    Chances,
    bear_off::OneSided,
    big_network::{INPUTS_OF_SIDE, list_inputs_of_side},
    layers::{Layers, Outputs, Shape, WeightsError},
    network::exponential,
};
use crate::position::{Board, Checkers, HOME, OFF};

/// The weights that we ship; `data/README.md` says where they come from.
static SHIPPED: &[u8] = include_bytes!("../../data/race.bin");

/// How many numbers of rolls have a chance of their own; the last one stands for itself and all greater ones.
const FINISH: usize = 40;
const FIRST: usize = 24;
const LEAVE: usize = 8;
const SHAPE: Shape = Shape { magic: "BWRN", n_inputs: INPUTS_OF_SIDE, n_outputs: FINISH + FIRST + LEAVE };

/// How likely it is that a side needs 0, 1, 2, … rolls.
#[derive(Clone, PartialEq, Debug)]
pub struct Rolls {
    /// Until its last checker is off.
    pub finish: [f32; FINISH],
    /// Until its first checker is off.
    pub first: [f32; FIRST],
    /// Until it has no checker in the home board of the other side.
    pub leave: [f32; LEAVE],
}

/// Estimates how many rolls a side needs that nobody can hit or block any more.
#[derive(Clone, Debug)]
pub struct RaceNetwork {
    layers: Layers,
}

impl RaceNetwork {
    /// The network that we ship. It is read once, and all who use it share its weights.
    #[must_use]
    pub fn shipped() -> Self {
        static NETWORK: LazyLock<RaceNetwork> =
            LazyLock::new(|| RaceNetwork::from_bytes(SHIPPED).expect("a test reads the file that we ship"));
        NETWORK.clone()
    }

    /// Reads a weight file, as `training/backgammon/network.py` describes it.
    ///
    /// # Errors
    /// If the bytes are no such file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        Ok(Self { layers: Layers::from_bytes(bytes, SHAPE)? })
    }

    /// How many rolls sides of fifteen checkers need, side by side.
    #[must_use]
    pub fn rolls_of(&self, sides: &[Checkers]) -> Vec<Rolls> {
        let mut rolls = Vec::with_capacity(sides.len());
        let inputs = |side, inputs: &mut Vec<(usize, f32)>| list_inputs_of_side(side, 0, inputs);
        self.layers.judge(sides, inputs, |side, outputs| {
            rolls.push(Rolls {
                finish: likely(outputs, 0),
                first: likely(outputs, FINISH),
                leave: likely(outputs, FINISH + FIRST),
            });
            rolls.last_mut().expect("it was pushed just now").correct(side);
        });
        rolls
    }

    /// The chances of the side that is to roll, board by board, where the sides have passed each other.
    #[must_use]
    pub fn chances_of(&self, boards: &[Board]) -> Vec<Chances> {
        // The boards after all plays of a roll share one side.
        let mut sides: Vec<Checkers> = boards.iter().flat_map(|board| [board.mover, board.other]).collect();
        sides.sort_unstable();
        sides.dedup();
        let rolls = self.rolls_of(&sides);
        let of_side = |side| &rolls[sides.binary_search(&side).expect("every side is in the list")];
        boards
            .iter()
            .map(|&board| chances(of_side(board.mover), of_side(board.other)).possible(board))
            .collect()
    }
}

impl Rolls {
    /// Replaces what is known exactly.
    fn correct(&mut self, side: Checkers) {
        if side.hindmost() <= HOME {
            let table = OneSided::shared();
            self.finish = [0.0; FINISH];
            for (chance, exact) in self.finish.iter_mut().zip(table.rolls(side).unwrap_or_default()) {
                *chance = *exact;
            }
            let none_off = |n_rolls| table.none_off_in(side, n_rolls).unwrap_or(0.0);
            self.first =
                std::array::from_fn(|n| n.checked_sub(1).map_or(0.0, |less| none_off(less) - none_off(n)));
        }
        if side.count(OFF) != 0 {
            self.first = certainly_none();
        }
        if side.hindmost() < 25 - HOME {
            self.leave = certainly_none();
        }
    }
}

fn certainly_none<const N: usize>() -> [f32; N] {
    std::array::from_fn(|n| f32::from(u8::from(n == 0)))
}

/// Chances in the ratio of the exponentials of `N` outputs from one on (softmax).
fn likely<const N: usize>(outputs: Outputs<'_>, first: usize) -> [f32; N] {
    let logits: [f32; N] = std::array::from_fn(|n| outputs.get(first + n));
    let greatest = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let parts = logits.map(|logit| exponential(logit - greatest));
    let sum: f32 = parts.iter().sum();
    parts.map(|part| part / sum)
}

/// The chances of the side that is to roll, if both sides need so many rolls.
fn chances(mover: &Rolls, other: &Rolls) -> Chances {
    // The mover wins with its n-th roll, when the other side has had one roll less, and loses when it has had as many.
    let won = |loser: &[f32]| race(&mover.finish, loser, false);
    let lost = |loser: &[f32]| race(&other.finish, loser, true);
    Chances {
        win: won(&other.finish),
        win_gammon: won(&other.first),
        win_backgammon: won(&other.leave),
        lose_gammon: lost(&mover.first),
        lose_backgammon: lost(&mover.leave),
    }
}

/// The chance that the winner is done before the loser: who rolls first has had one roll more when it is done.
fn race(winner: &[f32], loser: &[f32], loser_rolls_first: bool) -> f32 {
    let (mut sum, mut loser_needs_more) = (0.0_f32, 1.0_f32);
    for (n, chance) in winner.iter().enumerate() {
        let needs_so_many = loser.get(n).copied().unwrap_or(0.0);
        if loser_rolls_first {
            loser_needs_more -= needs_so_many;
        }
        sum += chance * loser_needs_more.max(0.0);
        if !loser_rolls_first {
            loser_needs_more -= needs_so_many;
        }
    }
    sum.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(mover: &[(u8, u8)], other: &[(u8, u8)]) -> Board {
        Board { mover: Checkers::placed(mover), other: Checkers::placed(other) }
    }

    fn chances_of(mover: &[(u8, u8)], other: &[(u8, u8)]) -> Chances {
        RaceNetwork::shipped().chances_of(&[board(mover, other)])[0]
    }

    #[test]
    fn who_rolls_first_wins_if_both_need_as_many_rolls() {
        let (three, four) = ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(race(&three, &three, false), 1.0);
        assert_eq!(race(&three, &three, true), 0.0);
        assert_eq!((race(&three, &four, true), race(&four, &three, false)), (1.0, 0.0));
    }

    #[test]
    fn shipped_network_needs_a_roll_for_eight_pips_and_some_for_waste() {
        let mean = |chances: &[f32]| {
            chances.iter().zip(0_u8..).map(|(chance, n)| chance * f32::from(n)).sum::<f32>()
        };
        let natural: [&[(u8, u8)]; 4] = [
            &[(8, 3), (6, 5), (5, 4), (4, 3)],
            &[(13, 2), (8, 3), (6, 5), (5, 3), (4, 2)],
            &[(13, 5), (8, 3), (6, 7)],
            &[(18, 2), (13, 4), (8, 4), (6, 5)],
        ];
        for side in natural.map(Checkers::placed) {
            let rolls = &RaceNetwork::shipped().rolls_of(&[side])[0];
            let wasted = mean(&rolls.finish) * 49.0 / 6.0 - f32::from(side.pips());
            // Well spread positions waste seven to eight pips.
            assert!((6.3..9.0).contains(&wasted), "{side:?} wastes {wasted}");
            assert!(mean(&rolls.first) < mean(&rolls.finish), "{side:?}");
        }
    }

    #[test]
    fn boards_have_the_same_chances_alone_and_among_others() {
        let boards = [
            board(&[(8, 8), (6, 7)], &[(9, 5), (5, 10)]),
            board(&[(12, 2), (6, 13)], &[(8, 8), (6, 7)]),
            board(&[(1, 15)], &[(8, 8), (6, 7)]),
        ];
        let together = RaceNetwork::shipped().chances_of(&boards);
        for (one, expected) in boards.into_iter().zip(together) {
            assert_eq!(RaceNetwork::shipped().chances_of(&[one]), [expected]);
        }
    }

    #[test]
    fn gammons_and_backgammons_are_for_those_who_are_late() {
        // One checker is left to bear off; the other side has one behind, and fourteen that come home in time or not.
        let late = chances_of(&[(1, 1), (0, 14)], &[(20, 1), (6, 14)]);
        assert!(
            [late.win, late.win_gammon, late.win_backgammon].iter().all(|&chance| 0.9999 < chance),
            "{late:?}"
        );
        let turned = chances_of(&[(20, 1), (6, 14)], &[(1, 1), (0, 14)]);
        // Every roll leaves the home board, and only 66 and 55 bear off a checker.
        assert!(turned.win < 1e-6 && (0.9..1.0).contains(&turned.lose_gammon), "{turned:?}");
        assert!(turned.lose_backgammon < 0.05, "{turned:?}");
        let even = chances_of(&[(8, 8), (6, 7)], &[(8, 8), (6, 7)]);
        assert!((0.55..0.75).contains(&even.win) && even.win_gammon < 0.01, "{even:?}");
    }

    #[test]
    fn damaged_weight_files_are_refused_with_the_reason() {
        assert_eq!(RaceNetwork::from_bytes(b"BWBG").unwrap_err(), WeightsError::Magic("BWRN"));
        let cut = &SHIPPED[..SHIPPED.len() - 2];
        let length = WeightsError::Length { expected: SHIPPED.len(), actual: cut.len() };
        assert_eq!(RaceNetwork::from_bytes(cut).unwrap_err(), length);
    }
}
