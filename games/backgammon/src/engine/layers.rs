//! Networks of several layers, as weight files hold them, for several boards at once.

use std::sync::Arc;

use super::instructions::{self, Work};

const MAX_LAYERS: usize = 8;
const MAX_UNITS: usize = 4_096;

/// How many boards pass a layer together: each weight is read once for all of them.
const LANES: usize = 8;
/// How many outputs of a layer are summed up together. With eight boards each, so many sums just fit into the registers
/// that every x86-64 and ARM processor has; one more row of them would spill to memory and halve the speed.
const BLOCK: usize = 4;

/// One number for each of the boards that are judged together.
type Lanes = [f32; LANES];

/// Layers of units that are 0 or more (ReLU), the last one without that.
///
/// Boards are judged in groups, because reading half a million weights takes longer than multiplying them.
#[derive(Clone, Debug)]
pub(super) struct Layers(Arc<[Layer]>);

/// What a weight file must be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The word that it begins with.
    pub(super) magic: &'static str,
    pub(super) n_inputs: usize,
    pub(super) n_outputs: usize,
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
    /// It does not begin with the right word.
    #[error("this is no weight file of this network: it does not begin with {0}")]
    Magic(&'static str),
    /// The layers cannot be those of such a network.
    #[error(
        "the weight file describes layers that this version cannot use; it needs 1 to 8 layers, {0} outputs"
    )]
    Shape(usize),
    /// There are more or fewer weights than the layers need.
    #[error("the weight file is {actual} bytes long, but its layers need {expected}")]
    Length {
        /// What the layers need.
        expected: usize,
        /// What is there.
        actual: usize,
    },
}

/// The outputs for one board, before anything is made of them.
#[derive(Clone, Copy)]
pub(super) struct Outputs<'a> {
    units: &'a [Lanes],
    lane: usize,
}

impl Outputs<'_> {
    pub(super) fn get(self, idx: usize) -> f32 {
        self.units[idx][self.lane]
    }
}

impl Layers {
    /// Reads a weight file, as `training/backgammon/network.py` describes it.
    pub(super) fn from_bytes(bytes: &[u8], shape: Shape) -> Result<Self, WeightsError> {
        let Shape { magic, n_inputs, n_outputs } = shape;
        let body = bytes.strip_prefix(magic.as_bytes()).ok_or(WeightsError::Magic(magic))?;
        let (words, _) = body.as_chunks::<4>();
        let word = |idx: usize| words.get(idx).map(|&bytes| u32::from_le_bytes(bytes) as usize);
        let wrong = WeightsError::Shape(n_outputs);
        let n_layers = word(0).filter(|n| (1..=MAX_LAYERS).contains(n)).ok_or(wrong)?;
        let sizes: Option<Vec<usize>> =
            (1..=n_layers).map(|idx| word(idx).filter(|n| (1..=MAX_UNITS).contains(n))).collect();
        let sizes = sizes.filter(|sizes| sizes.last() == Some(&n_outputs)).ok_or(wrong)?;
        let inputs = || std::iter::once(n_inputs).chain(sizes.iter().copied());
        let n_weights: usize = inputs().zip(&sizes).map(|(n_in, n_out)| (n_in + 1) * n_out).sum();
        let expected = magic.len() + 4 * (1 + n_layers) + 2 * n_weights;
        if bytes.len() != expected {
            return Err(WeightsError::Length { expected, actual: bytes.len() });
        }
        let (halves, _) = body[4 * (1 + n_layers)..].as_chunks::<2>();
        let mut numbers = halves.iter().map(|&half| from_half(u16::from_le_bytes(half)));
        let mut take = |n: usize| numbers.by_ref().take(n).collect::<Vec<f32>>();
        let layers = inputs().zip(&sizes).map(|(n_in, &n_out)| Layer::new(&take(n_in * n_out), &take(n_out)));
        Ok(Self(layers.collect()))
    }

    /// Hands over the outputs for each of the items, whose inputs that are not 0 `list` names with their values.
    pub(super) fn judge<T: Copy>(
        &self,
        items: &[T],
        list: impl Fn(T, &mut Vec<(usize, f32)>),
        visit: impl FnMut(T, Outputs<'_>),
    ) {
        instructions::run(Judge { layers: &self.0, items, list, visit });
    }
}

/// Judges items in groups.
struct Judge<'a, T, L, V> {
    layers: &'a [Layer],
    items: &'a [T],
    list: L,
    visit: V,
}

impl<T: Copy, L: Fn(T, &mut Vec<(usize, f32)>), V: FnMut(T, Outputs<'_>)> Work for Judge<'_, T, L, V> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let Scratch { mut units, mut next, mut active } = Scratch::default();
        let (first, others) = self.layers.split_first().expect("there is a layer");
        for group in self.items.chunks(LANES) {
            first.of_items(group, &self.list, &mut units);
            for layer in others {
                relu(&mut units, &mut active);
                layer.of_units(&units, &active, &mut next);
                std::mem::swap(&mut units, &mut next);
            }
            for (lane, &item) in group.iter().enumerate() {
                (self.visit)(item, Outputs { units: &units, lane });
            }
        }
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
#[inline(always)]
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
    #[inline(always)]
    fn of_items<T: Copy>(
        &self,
        items: &[T],
        list: &impl Fn(T, &mut Vec<(usize, f32)>),
        out: &mut Vec<Lanes>,
    ) {
        out.clear();
        out.resize(self.offsets.len() * BLOCK, [0.0; LANES]);
        let mut inputs = Vec::with_capacity(64);
        for (lane, &item) in items.iter().enumerate() {
            inputs.clear();
            list(item, &mut inputs);
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
    #[inline(always)]
    fn of_units(&self, units: &[Lanes], active: &[usize], out: &mut Vec<Lanes>) {
        out.clear();
        // Eight sums that do not wait for each other keep a processor with wide registers busy. One with narrow ones has
        // them in memory, but adds them up from there.
        let mut blocks = self.weights.chunks_exact(self.n_inputs);
        let mut offsets = self.offsets.chunks_exact(2);
        for offsets in offsets.by_ref() {
            let (Some(one), Some(other)) = (blocks.next(), blocks.next()) else { break };
            let mut sums = [offsets[0], offsets[1]].map(|offsets| offsets.map(|offset| [offset; LANES]));
            for &idx in active {
                let [of_one, of_other] = &mut sums;
                add_products(of_one, &one[idx], &units[idx]);
                add_products(of_other, &other[idx], &units[idx]);
            }
            out.extend(sums.as_flattened());
        }
        for (weights, offsets) in blocks.zip(offsets.remainder()) {
            let mut sums = offsets.map(|offset| [offset; LANES]);
            for &idx in active {
                add_products(&mut sums, &weights[idx], &units[idx]);
            }
            out.extend(sums);
        }
    }
}

#[inline(always)]
fn add_products(sums: &mut [Lanes; BLOCK], weights: &[f32; BLOCK], unit: &Lanes) {
    for (sums, &weight) in sums.iter_mut().zip(weights) {
        for (sum, value) in sums.iter_mut().zip(unit) {
            *sum += weight * value;
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
    use super::*;

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
    fn halves_become_the_numbers_they_stand_for() {
        let cases =
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8), (0x8000, 0.0)];
        for (half, number) in cases {
            assert_eq!(from_half(half), number, "{half:#x}");
        }
        assert!(from_half(0x7c00).is_infinite() && from_half(0x7e00).is_nan());
    }
}
