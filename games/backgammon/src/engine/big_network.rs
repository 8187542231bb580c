//! The big network: four hidden layers between board and chances, trained by `training/backgammon`.

use std::sync::LazyLock;

use super::{
    Chances,
    layers::{Layers, Shape, WeightsError},
    network::logistic,
};
use crate::position::{BAR, Board, Checkers, OFF};

/// The weights that we ship; `data/README.md` says where they come from.
static SHIPPED: &[u8] = include_bytes!("../../data/big.bin");

/// Four for each of 24 points and the bar, how many checkers are off, and whether any is.
pub(super) const INPUTS_OF_SIDE: usize = 4 * 25 + 2;
const SHAPE: Shape = Shape { magic: "BWBG", n_inputs: 2 * INPUTS_OF_SIDE, n_outputs: 5 };

/// Estimates the chances of the side that is to roll.
///
/// Hidden units are 0 or more (ReLU), outputs are 1 / (1 + e^−x).
#[derive(Clone, Debug)]
pub struct BigNetwork {
    layers: Layers,
}

impl BigNetwork {
    /// The network that we ship. It is read once, and all who use it share its weights.
    #[must_use]
    pub fn shipped() -> Self {
        static NETWORK: LazyLock<BigNetwork> =
            LazyLock::new(|| BigNetwork::from_bytes(SHIPPED).expect("a test reads the file that we ship"));
        NETWORK.clone()
    }

    /// Reads a weight file, as `training/backgammon/network.py` describes it.
    ///
    /// # Errors
    /// If the bytes are no such file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        Ok(Self { layers: Layers::from_bytes(bytes, SHAPE)? })
    }

    /// The chances of the side that is to roll.
    #[must_use]
    pub fn chances(&self, board: Board) -> Chances {
        self.chances_of(&[board])[0]
    }

    /// The chances of the side that is to roll, board by board.
    #[must_use]
    pub fn chances_of(&self, boards: &[Board]) -> Vec<Chances> {
        let mut chances = Vec::with_capacity(boards.len());
        self.layers.judge(boards, list_inputs, |board, outputs| {
            let estimate = std::array::from_fn(|idx| logistic(outputs.get(idx)));
            chances.push(Chances::from_array(estimate).possible(board));
        });
        chances
    }
}

/// Lists every input that is not 0, with its value: the same as `encode` in `training/backgammon/network.py`.
fn list_inputs(board: Board, inputs: &mut Vec<(usize, f32)>) {
    list_inputs_of_side(board.mover, 0, inputs);
    list_inputs_of_side(board.other, INPUTS_OF_SIDE, inputs);
}

/// Lists the inputs of one side, numbered from `first` on.
#[inline]
pub(super) fn list_inputs_of_side(side: Checkers, first: usize, inputs: &mut Vec<(usize, f32)>) {
    for place in 1..=BAR {
        let count = side.count(place);
        let of_place = first + 4 * (usize::from(place) - 1);
        inputs.extend((0..usize::from(count.min(3))).map(|unit| (of_place + unit, 1.0)));
        if 3 < count {
            inputs.push((of_place + 3, f32::from(count - 3) * 0.5));
        }
    }
    let off = side.count(OFF);
    if off != 0 {
        inputs.push((first + INPUTS_OF_SIDE - 2, f32::from(off) / 15.0));
        inputs.push((first + INPUTS_OF_SIDE - 1, 1.0));
    }
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;
    use crate::{Checkers, Dice, Variant};

    fn start() -> Board {
        Board { mover: Variant::Standard.start(), other: Variant::Standard.start() }
    }

    /// Boards of a random game.
    fn boards(seed: u64) -> Vec<Board> {
        let mut rng = Rng::from_seed(seed);
        let mut boards = vec![start()];
        while let Some(&board) = boards.last() {
            let mut plays = Vec::new();
            board.plays(Dice::ALL[rng.index(21)], &mut plays);
            let after = if plays.is_empty() { board } else { plays[rng.index(plays.len())].board };
            if after.mover.is_all_off() || 300 < boards.len() {
                break;
            }
            boards.push(after.turned());
        }
        boards
    }

    #[test]
    fn a_board_has_the_same_chances_alone_and_among_others() {
        let (network, boards) = (BigNetwork::shipped(), boards(1));
        let together = network.chances_of(&boards);
        for (&board, &chances) in boards.iter().zip(&together) {
            assert_eq!(network.chances(board), chances);
        }
    }

    #[test]
    fn shipped_network_knows_the_opening_position() {
        // GNU Backgammon's 2-ply: win 0.525, gammon 0.149, lose gammon 0.125.
        let chances = BigNetwork::shipped().chances(start());
        for (chance, expected) in
            [(chances.win, 0.525), (chances.win_gammon, 0.149), (chances.lose_gammon, 0.125)]
        {
            assert!((chance - expected).abs() < 0.01, "{chances:?}");
        }
    }

    #[test]
    fn impossible_results_have_no_chance() {
        let off = Checkers::placed(&[(0, 1), (6, 5), (5, 5), (4, 4)]);
        let far = Checkers::placed(&[(24, 2), (6, 5), (5, 4), (4, 4)]);
        let chances = BigNetwork::shipped().chances(Board { mover: off, other: far });
        assert_eq!((chances.lose_gammon, chances.lose_backgammon), (0.0, 0.0));
        assert!(
            chances.win_backgammon <= chances.win_gammon && chances.win_gammon <= chances.win,
            "{chances:?}"
        );
    }

    #[test]
    fn damaged_weight_files_are_refused_with_the_reason() {
        assert_eq!(BigNetwork::from_bytes(b"PNG").unwrap_err(), WeightsError::Magic("BWBG"));
        assert_eq!(BigNetwork::from_bytes(b"BWBG\xff\xff\xff\xff").unwrap_err(), WeightsError::Shape(5));
        assert_eq!(BigNetwork::from_bytes(b"BWBG").unwrap_err(), WeightsError::Shape(5));
        let cut = &SHIPPED[..SHIPPED.len() - 1];
        let length = WeightsError::Length { expected: SHIPPED.len(), actual: cut.len() };
        assert_eq!(BigNetwork::from_bytes(cut).unwrap_err(), length);
    }
}
