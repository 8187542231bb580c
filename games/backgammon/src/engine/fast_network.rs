//! The fast network: orders plays for the big one, thirty times as quickly.
//!
//! Every input is 0 or 1, and the plays of a roll differ from the board before it in a few of them. So the sums of the
//! first layer are made once for the board before, and for each play the weights of the inputs that it turns on are
//! added and those of the others subtracted. All arithmetic is that of whole numbers, which is the same on every machine
//! whatever instructions it has; `training/backgammon/fast_network.py` writes the weights and keeps all sums in range.

use std::sync::{Arc, LazyLock};

use super::{
    Chances,
    instructions::{self, Work},
    layers::WeightsError,
    network::logistic,
};
use crate::position::{BAR, Board, Checkers, MAX_CHECKERS, OFF};

/// The weights that we ship; `data/README.md` says where they come from.
static SHIPPED: &[u8] = include_bytes!("../../data/fast.bin");
const MAGIC: &str = "BWFN";

/// Inputs of a place: at least one checker, at least two, and so on.
const STEPS: u8 = 6;
/// Those of all places, and one for each checker that is off.
const INPUTS_OF_SIDE: usize = STEPS as usize * 25 + MAX_CHECKERS as usize;
const INPUTS: usize = 2 * INPUTS_OF_SIDE;
const FIRST: usize = 512;
const SECOND: usize = 32;
const OUTPUTS: usize = 5;

/// Units of the first layer that are brought up to date together: they fit into registers.
const BLOCK: usize = 64;

/// The most that a unit of the first layer can be, which stands for 1, and by how many bits its sum is finer.
const FIRST_CEILING: i16 = 255;
const FIRST_SHIFT: u32 = 2;
/// The same for the second layer, where the ceiling stands for 2.
const SECOND_CEILING: i32 = 8_160;
const SECOND_SHIFT: u32 = 6;
/// What 1 is in the sums of the outputs.
const OUTPUT_SCALE: f32 = 4_080.0 * 512.0;

type Sums = [i16; FIRST];

/// Estimates the chances of the side that is to roll, on many boards that are alike.
#[derive(Clone, Debug)]
pub struct FastNetwork(Arc<Weights>);

#[derive(Debug)]
struct Weights {
    /// For each input its weights to all units of the first layer.
    of_inputs: Vec<Sums>,
    first_offsets: Sums,
    /// For each unit of the second layer its weights from all units of the first.
    of_first: Vec<Sums>,
    second_offsets: [i32; SECOND],
    of_second: [[i16; SECOND]; OUTPUTS],
    output_offsets: [i32; OUTPUTS],
}

impl FastNetwork {
    /// The network that we ship. It is read once, and all who use it share its weights.
    #[must_use]
    pub fn shipped() -> Self {
        static NETWORK: LazyLock<FastNetwork> =
            LazyLock::new(|| FastNetwork::from_bytes(SHIPPED).expect("a test reads the file that we ship"));
        NETWORK.clone()
    }

    /// Reads a weight file, as `training/backgammon/fast_network.py` describes it.
    ///
    /// # Errors
    /// If the bytes are no such file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        const SHORTS: usize = INPUTS * FIRST + FIRST + SECOND * FIRST + OUTPUTS * SECOND;
        const HEADER: usize = MAGIC.len() + 8;
        let body = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(WeightsError::Magic(MAGIC))?;
        let sizes = [FIRST, SECOND].map(|size| (size as u32).to_le_bytes()).concat();
        let body = body.strip_prefix(&sizes[..]).ok_or(WeightsError::Shape(OUTPUTS))?;
        let expected = HEADER + 2 * SHORTS + 4 * (SECOND + OUTPUTS);
        if bytes.len() != expected {
            return Err(WeightsError::Length { expected, actual: bytes.len() });
        }
        let mut numbers = Numbers(body);
        Ok(Self(Arc::new(Weights {
            of_inputs: (0..INPUTS).map(|_| numbers.shorts()).collect(),
            first_offsets: numbers.shorts(),
            of_first: (0..SECOND).map(|_| numbers.shorts()).collect(),
            second_offsets: numbers.words(),
            of_second: std::array::from_fn(|_| numbers.shorts()),
            output_offsets: numbers.words(),
        })))
    }

    /// The chances of the side that is to roll, board by board.
    ///
    /// The boards may be any, but the more they are like `base`, the less there is to do: give the board before the roll
    /// as the side sees it that is to roll after it.
    #[must_use]
    pub fn chances_of(&self, base: Board, boards: &[Board]) -> Vec<Chances> {
        let outputs = instructions::run(Judge { weights: &self.0, base, boards });
        let chances = |(outputs, &board): ([i32; OUTPUTS], &Board)| {
            let estimate = outputs.map(|output| logistic(output as f32 / OUTPUT_SCALE));
            Chances::from_array(estimate).possible(board)
        };
        outputs.into_iter().zip(boards).map(chances).collect()
    }
}

/// What is left of a weight file, whose length was checked.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *taken
    }

    fn shorts<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    fn words<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| i32::from_le_bytes(self.take()))
    }
}

/// Sums up the outputs for each board.
struct Judge<'a> {
    weights: &'a Weights,
    base: Board,
    boards: &'a [Board],
}

impl Work for Judge<'_> {
    type Output = Vec<[i32; OUTPUTS]>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { weights, base, boards } = self;
        let mut out = Vec::with_capacity(boards.len());
        let empty = Board { mover: Checkers::default(), other: Checkers::default() };
        let mut sums = weights.first_offsets;
        let mut changes = Changes::default();
        changes.list(empty, base);
        changes.apply(&weights.of_inputs, &mut sums);
        for &board in boards {
            let mut first = sums;
            changes.list(base, board);
            changes.apply(&weights.of_inputs, &mut first);
            for unit in &mut first {
                *unit = ((*unit + (1 << (FIRST_SHIFT - 1))) >> FIRST_SHIFT).clamp(0, FIRST_CEILING);
            }
            // Loops, since what a closure of the standard library's arrays does is not compiled with this function.
            let mut second = [0; SECOND];
            for (idx, unit) in second.iter_mut().enumerate() {
                let sum = weights.second_offsets[idx] + product(&first, &weights.of_first[idx]);
                *unit = ((sum + (1 << (SECOND_SHIFT - 1))) >> SECOND_SHIFT).clamp(0, SECOND_CEILING) as i16;
            }
            let mut outputs = weights.output_offsets;
            for (output, of_second) in outputs.iter_mut().zip(&weights.of_second) {
                *output += product(&second, of_second);
            }
            out.push(outputs);
        }
        out
    }
}

/// The sum of products, in 32 parts: in this form the compiler uses the instruction that multiplies pairs of 16 bits and
/// adds them, which makes the whole network half as fast again.
#[inline(always)]
fn product<const N: usize>(left: &[i16; N], right: &[i16; N]) -> i32 {
    let mut sums = [0; 32];
    for (left, right) in left.as_chunks::<32>().0.iter().zip(right.as_chunks::<32>().0) {
        for (sum, (&left, &right)) in sums.iter_mut().zip(left.iter().zip(right)) {
            *sum += i32::from(left) * i32::from(right);
        }
    }
    sums.iter().sum()
}

/// The inputs that are on for one board and not for another.
#[derive(Default)]
struct Changes {
    turned_on: Vec<usize>,
    turned_off: Vec<usize>,
}

impl Changes {
    #[inline(always)]
    fn list(&mut self, before: Board, after: Board) {
        self.turned_on.clear();
        self.turned_off.clear();
        self.list_side(before.mover, after.mover, 0);
        self.list_side(before.other, after.other, INPUTS_OF_SIDE);
    }

    #[inline(always)]
    fn list_side(&mut self, before: Checkers, after: Checkers, first: usize) {
        let mut different = before.to_bits() ^ after.to_bits();
        while different != 0 {
            let place = (different.trailing_zeros() / 4) as u8;
            different &= !(0xf << (4 * place));
            let (of_place, most) = match place {
                OFF => (first + INPUTS_OF_SIDE - usize::from(MAX_CHECKERS), MAX_CHECKERS),
                point => (first + usize::from(STEPS) * (usize::from(point) - 1), STEPS),
            };
            let (from, to) = (before.count(place).min(most), after.count(place).min(most));
            self.turned_on.extend((from..to).map(|step| of_place + usize::from(step)));
            self.turned_off.extend((to..from).map(|step| of_place + usize::from(step)));
        }
    }

    #[inline(always)]
    fn apply(&self, weights: &[Sums], sums: &mut Sums) {
        for (block, sums) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let part = |input: usize| &weights[input].as_chunks::<BLOCK>().0[block];
            let mut updated = *sums;
            for &input in &self.turned_on {
                for (sum, weight) in updated.iter_mut().zip(part(input)) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for &input in &self.turned_off {
                for (sum, weight) in updated.iter_mut().zip(part(input)) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            *sums = updated;
        }
    }
}

const _: () = assert!(BAR as usize * STEPS as usize + MAX_CHECKERS as usize == INPUTS_OF_SIDE);

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;
    use crate::{Dice, Variant};

    fn start() -> Board {
        Board { mover: Variant::Standard.start(), other: Variant::Standard.start() }
    }

    /// Boards of random games, each with the boards after all plays of a roll, as the other side sees them.
    fn decisions(n_games: u64) -> Vec<(Board, Vec<Board>)> {
        let mut decisions = Vec::new();
        for seed in 0..n_games {
            let mut rng = Rng::from_seed(seed);
            let mut board = start();
            for _ in 0..200 {
                let mut after = Vec::new();
                board.for_each_play(Dice::ALL[rng.index(21)], |_, board| after.push(board.turned()));
                if after.is_empty() {
                    after.push(board.turned());
                }
                let next = after[rng.index(after.len())];
                decisions.push((board.turned(), after));
                if next.other.is_all_off() {
                    break;
                }
                board = next;
            }
        }
        decisions
    }

    #[test]
    fn every_copy_computes_the_same() {
        let network = FastNetwork::shipped();
        let mut n_boards = 0;
        for (base, boards) in decisions(16) {
            let judge = || Judge { weights: &network.0, base, boards: &boards };
            assert_eq!(instructions::run(judge()), judge().run());
            n_boards += boards.len();
        }
        assert!(10_000 < n_boards, "{n_boards} boards were judged");
    }

    #[test]
    fn a_board_has_the_same_chances_whatever_it_is_compared_with() {
        let network = FastNetwork::shipped();
        for (base, boards) in decisions(2) {
            let together = network.chances_of(base, &boards);
            for (&board, chances) in boards.iter().zip(together) {
                assert_eq!(network.chances_of(start(), &[board]), [chances]);
            }
        }
    }

    #[test]
    fn inputs_count_checkers_up_to_six_and_all_that_are_off() {
        let side = |places: &[(u8, u8)]| Checkers::placed(places);
        let empty = Board { mover: Checkers::default(), other: Checkers::default() };
        let board = Board { mover: side(&[(1, 2), (24, 8)]), other: side(&[(0, 3), (25, 1)]) };
        let mut changes = Changes::default();
        changes.list(empty, board);
        let of_bar = INPUTS_OF_SIDE + 6 * 24;
        let expected: Vec<usize> =
            [0, 1].into_iter().chain(138..144).chain([315, 316, 317, of_bar]).collect();
        assert_eq!((changes.turned_on.clone(), changes.turned_off.len()), (expected, 0));
        changes.list(board, empty);
        assert_eq!((changes.turned_on.len(), changes.turned_off.len()), (0, 12));
    }

    #[test]
    fn damaged_weight_files_are_refused_with_the_reason() {
        assert_eq!(FastNetwork::from_bytes(b"PNG").unwrap_err(), WeightsError::Magic("BWFN"));
        assert_eq!(FastNetwork::from_bytes(b"BWFN\x01\x00\x00\x00").unwrap_err(), WeightsError::Shape(5));
        let cut = &SHIPPED[..SHIPPED.len() - 1];
        let length = WeightsError::Length { expected: SHIPPED.len(), actual: cut.len() };
        assert_eq!(FastNetwork::from_bytes(cut).unwrap_err(), length);
    }
}
