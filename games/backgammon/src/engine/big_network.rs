//! The big network: four hidden layers between board and chances, trained by `training/backgammon`.

use std::sync::{Arc, LazyLock};

use super::{Chances, network::logistic};
use crate::position::{BAR, Board, OFF};

/// The weights that we ship; `data/README.md` says where they come from.
static SHIPPED: &[u8] = include_bytes!("../../data/big.bin");

const MAGIC: &[u8] = b"BWBG";
/// Four for each of 24 points and the bar, how many checkers are off, and whether any is.
const INPUTS_OF_SIDE: usize = 4 * 25 + 2;
const INPUTS: usize = 2 * INPUTS_OF_SIDE;
const OUTPUTS: usize = 5;
const MAX_LAYERS: usize = 8;
const MAX_UNITS: usize = 4_096;

/// How many boards pass a layer together: each weight is read once for all of them.
const LANES: usize = 8;
/// How many outputs of a layer are summed up together. With eight boards each, so many sums just fit into the registers
/// that every x86-64 and ARM processor has; one more row of them would spill to memory and halve the speed.
const BLOCK: usize = 4;

/// One number for each of the boards that are judged together.
type Lanes = [f32; LANES];

/// Estimates the chances of the side that is to roll.
///
/// Hidden units are 0 or more (ReLU), outputs are 1 / (1 + e^−x). Boards are judged in groups, because reading half a
/// million weights takes longer than multiplying them.
#[derive(Clone, Debug)]
pub struct BigNetwork {
    layers: Arc<[Layer]>,
}

#[derive(Debug)]
struct Layer {
    n_inputs: usize,
    /// Block by block of outputs, for each input its weights to the outputs of the block.
    weights: Vec<[f32; BLOCK]>,
    /// One block for each block of outputs; the outputs that fill up the last one are always 0.
    offsets: Vec<[f32; BLOCK]>,
}

/// What is wrong with a weight file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin with the word BWBG.
    #[error("this is no weight file of the big network: it does not begin with BWBG")]
    Magic,
    /// The layers cannot be those of such a network.
    #[error(
        "the weight file describes layers that this version cannot use; it needs 1 to 8 layers, 5 outputs"
    )]
    Shape,
    /// There are more or fewer weights than the layers need.
    #[error("the weight file is {actual} bytes long, but its layers need {expected}")]
    Length {
        /// What the layers need.
        expected: usize,
        /// What is there.
        actual: usize,
    },
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
        let body = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let (words, _) = body.as_chunks::<4>();
        let word = |idx: usize| words.get(idx).map(|&bytes| u32::from_le_bytes(bytes) as usize);
        let n_layers = word(0).filter(|n| (1..=MAX_LAYERS).contains(n)).ok_or(WeightsError::Shape)?;
        let sizes: Option<Vec<usize>> =
            (1..=n_layers).map(|idx| word(idx).filter(|n| (1..=MAX_UNITS).contains(n))).collect();
        let sizes = sizes.filter(|sizes| sizes.last() == Some(&OUTPUTS)).ok_or(WeightsError::Shape)?;
        let inputs = || std::iter::once(INPUTS).chain(sizes.iter().copied());
        let n_weights: usize = inputs().zip(&sizes).map(|(n_in, n_out)| (n_in + 1) * n_out).sum();
        let expected = MAGIC.len() + 4 * (1 + n_layers) + 2 * n_weights;
        if bytes.len() != expected {
            return Err(WeightsError::Length { expected, actual: bytes.len() });
        }
        let (halves, _) = body[4 * (1 + n_layers)..].as_chunks::<2>();
        let mut numbers = halves.iter().map(|&half| from_half(u16::from_le_bytes(half)));
        let mut take = |n: usize| numbers.by_ref().take(n).collect::<Vec<f32>>();
        let layers = inputs().zip(&sizes).map(|(n_in, &n_out)| Layer::new(&take(n_in * n_out), &take(n_out)));
        Ok(Self { layers: layers.collect() })
    }

    /// The chances of the side that is to roll.
    #[must_use]
    pub fn chances(&self, board: Board) -> Chances {
        self.chances_of(&[board])[0]
    }

    /// The chances of the side that is to roll, board by board.
    #[must_use]
    pub fn chances_of(&self, boards: &[Board]) -> Vec<Chances> {
        let (mut scratch, mut chances) = (Scratch::default(), Vec::with_capacity(boards.len()));
        for group in boards.chunks(LANES) {
            self.judge(group, &mut scratch, &mut chances);
        }
        chances
    }

    fn judge(&self, boards: &[Board], scratch: &mut Scratch, out: &mut Vec<Chances>) {
        let Scratch { units, next, active } = scratch;
        let (first, others) = self.layers.split_first().expect("there is a layer");
        first.of_boards(boards, units);
        for layer in others {
            relu(units, active);
            layer.of_units(units, active, next);
            std::mem::swap(units, next);
        }
        out.extend(boards.iter().enumerate().map(|(lane, &board)| {
            let outputs = std::array::from_fn(|idx| logistic(units[idx][lane]));
            Chances::from_array(outputs).possible(board)
        }));
    }
}

/// What is needed on the way, kept for the next boards.
#[derive(Default)]
struct Scratch {
    /// The units of the layer before.
    units: Vec<Lanes>,
    /// The units of the layer after.
    next: Vec<Lanes>,
    /// The units of the layer before that are not 0 for all boards.
    active: Vec<usize>,
}

/// Sets what is negative to 0, and lists what is not 0 for every board. The boards after the plays of one roll are
/// alike, so that about half of the units are 0 for all of them.
fn relu(units: &mut [Lanes], active: &mut Vec<usize>) {
    active.clear();
    for (idx, unit) in units.iter_mut().enumerate() {
        *unit = unit.map(|value| value.max(0.0));
        if unit.iter().any(|&value| value != 0.0) {
            active.push(idx);
        }
    }
}

impl Layer {
    /// A layer of weights from each input to all outputs.
    fn new(weights: &[f32], offsets: &[f32]) -> Self {
        let n_outputs = offsets.len();
        let rows: Vec<&[f32]> = weights.chunks_exact(n_outputs).collect();
        let block_of = |row: &[f32], first: usize| {
            std::array::from_fn(|idx| row.get(first + idx).copied().unwrap_or_default())
        };
        let firsts = (0..n_outputs).step_by(BLOCK);
        Self {
            n_inputs: rows.len(),
            weights: firsts
                .clone()
                .flat_map(|first| rows.iter().map(move |row| block_of(row, first)))
                .collect(),
            offsets: firsts.map(|first| block_of(offsets, first)).collect(),
        }
    }

    fn blocks(&self) -> impl Iterator<Item = (&[[f32; BLOCK]], [f32; BLOCK])> {
        self.weights.chunks_exact(self.n_inputs).zip(self.offsets.iter().copied())
    }

    /// The first layer: few of its inputs are not 0.
    fn of_boards(&self, boards: &[Board], out: &mut Vec<Lanes>) {
        out.clear();
        out.resize(self.offsets.len() * BLOCK, [0.0; LANES]);
        let mut inputs = Vec::with_capacity(64);
        for (lane, &board) in boards.iter().enumerate() {
            inputs.clear();
            for_each_input(board, |input, value| inputs.push((input, value)));
            for ((weights, mut sums), units) in self.blocks().zip(out.chunks_exact_mut(BLOCK)) {
                for &(input, value) in &inputs {
                    for (sum, weight) in sums.iter_mut().zip(&weights[input]) {
                        *sum += value * weight;
                    }
                }
                for (unit, sum) in units.iter_mut().zip(sums) {
                    unit[lane] = sum;
                }
            }
        }
    }

    /// Every later layer.
    ///
    /// Sums are added up in the order of the inputs, whichever boards are judged together: leaving out a unit that is 0
    /// for all of them changes nothing. So a board has the same chances alone and among others, on every machine.
    fn of_units(&self, units: &[Lanes], active: &[usize], out: &mut Vec<Lanes>) {
        out.clear();
        for (weights, offsets) in self.blocks() {
            let mut sums = offsets.map(|offset| [offset; LANES]);
            for &idx in active {
                let (unit, weights) = (&units[idx], &weights[idx]);
                for (sums, &weight) in sums.iter_mut().zip(weights) {
                    for (sum, value) in sums.iter_mut().zip(unit) {
                        *sum += weight * value;
                    }
                }
            }
            out.extend(sums);
        }
    }
}

/// Hands over every input that is not 0, with its value: the same as `encode` in `training/backgammon/network.py`.
#[inline]
fn for_each_input(board: Board, mut visit: impl FnMut(usize, f32)) {
    for (side, first) in [(board.mover, 0), (board.other, INPUTS_OF_SIDE)] {
        for place in 1..=BAR {
            let count = side.count(place);
            let of_place = first + 4 * (usize::from(place) - 1);
            for unit in 0..usize::from(count.min(3)) {
                visit(of_place + unit, 1.0);
            }
            if 3 < count {
                visit(of_place + 3, f32::from(count - 3) * 0.5);
            }
        }
        let off = side.count(OFF);
        if off != 0 {
            visit(first + INPUTS_OF_SIDE - 2, f32::from(off) / 15.0);
            visit(first + INPUTS_OF_SIDE - 1, 1.0);
        }
    }
}

/// A 16-bit float (IEEE 754 binary16) as a 32-bit one, which can hold all of them.
fn from_half(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    let magnitude = match exponent {
        0 => return f32::from_bits(sign | (fraction as f32 * 2f32.powi(-24)).to_bits()),
        0x1f => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
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
    fn layers_are_those_of_the_textbook() {
        let (weights, offsets) =
            ([1.0, 2.0, 3.0, 4.0, 5.0, -1.0, 0.5, 0.0, 2.0, -3.0], [0.1, 0.2, 0.3, 0.4, 0.5]);
        let mut out = Vec::new();
        Layer::new(&weights, &offsets).of_units(&[[2.0; LANES], [4.0; LANES]], &[0, 1], &mut out);
        for (output, expected) in [-1.9, 6.2, 6.3, 16.4, -1.5].into_iter().enumerate() {
            assert!((out[output][LANES - 1] - expected).abs() < 1e-5, "{output}: {:?}", out[output]);
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
    fn halves_become_the_numbers_they_stand_for() {
        let cases =
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8), (0x8000, 0.0)];
        for (half, number) in cases {
            assert_eq!(from_half(half), number, "{half:#x}");
        }
        assert!(from_half(0x7c00).is_infinite() && from_half(0x7e00).is_nan());
    }

    #[test]
    fn damaged_weight_files_are_refused_with_the_reason() {
        assert_eq!(BigNetwork::from_bytes(b"PNG").unwrap_err(), WeightsError::Magic);
        assert_eq!(BigNetwork::from_bytes(b"BWBG\xff\xff\xff\xff").unwrap_err(), WeightsError::Shape);
        assert_eq!(BigNetwork::from_bytes(b"BWBG").unwrap_err(), WeightsError::Shape);
        let cut = &SHIPPED[..SHIPPED.len() - 1];
        let length = WeightsError::Length { expected: SHIPPED.len(), actual: cut.len() };
        assert_eq!(BigNetwork::from_bytes(cut).unwrap_err(), length);
    }
}
