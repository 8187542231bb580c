//! The network: what it is made of, how it judges and how it learns.

use framework::Rng;

use super::{
    Chances,
    inputs::{INPUTS, for_each_input},
};
use crate::position::Board;

const HIDDEN: usize = 64;
const OUTPUTS: usize = 5;
/// The weights into the hidden units, then those out of them and one more for each output.
const WEIGHTS: usize = INPUTS * HIDDEN + (HIDDEN + 1) * OUTPUTS;
/// The weights that we ship; `data/README.md` says where they come from.
static SHIPPED: &[u8; 4 * WEIGHTS] = include_bytes!("../../data/network.bin");

type Hidden = [f32; HIDDEN];

/// Estimates the chances of the side that is to roll: one layer of hidden units between board and chances.
///
/// It uses nothing but sums, products and quotients, which are the same on every machine; so are its answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// For each input its weight to every hidden unit.
    of_inputs: Vec<Hidden>,
    /// For each output its weight from every hidden unit.
    of_hidden: [Hidden; OUTPUTS],
    /// For each output what it starts from.
    offsets: [f32; OUTPUTS],
}

impl Network {
    /// The network that we ship.
    #[must_use]
    pub fn shipped() -> Self {
        Self::from_bytes(SHIPPED).expect("the length was checked when this was built")
    }

    /// A network that knows nothing yet: small random weights.
    #[must_use]
    pub fn untrained(rng: &mut Rng) -> Self {
        let mut small = || (rng.unit() as f32 - 0.5) * 0.2;
        Self {
            of_inputs: (0..INPUTS).map(|_| std::array::from_fn(|_| small())).collect(),
            of_hidden: std::array::from_fn(|_| std::array::from_fn(|_| small())),
            // Half of the games are won, a quarter by a gammon, few by a backgammon.
            offsets: [0.0, -2.0, -5.0, -2.0, -5.0],
        }
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written; `None` if the length is not that of a network.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        if numbers.len() != WEIGHTS || !rest.is_empty() {
            return None;
        }
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut next = || numbers.next().unwrap_or_default();
        Some(Self {
            of_inputs: (0..INPUTS).map(|_| std::array::from_fn(|_| next())).collect(),
            of_hidden: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            offsets: std::array::from_fn(|_| next()),
        })
    }

    /// The weights as four bytes each, the lowest first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.of_inputs.iter().chain(&self.of_hidden).flatten();
        rows.chain(&self.offsets).flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// The chances of the mover, who is to roll.
    #[must_use]
    pub fn chances(&self, board: Board) -> Chances {
        Chances::from_array(self.outputs(&self.hidden(board)))
    }

    /// Brings the chances of a board nearer to a target, by a step of the given size.
    ///
    /// A step goes down the slope of the cross entropy between the chances and the target.
    pub fn learn(&mut self, board: Board, target: Chances, step: f32) {
        let hidden = self.hidden(board);
        let outputs = self.outputs(&hidden);
        let target = target.to_array();
        let mut of_hidden: Hidden = [0.0; HIDDEN];
        for idx in 0..OUTPUTS {
            let error = step * (target[idx] - outputs[idx]);
            for unit in 0..HIDDEN {
                of_hidden[unit] += error * self.of_hidden[idx][unit];
                self.of_hidden[idx][unit] += error * hidden[unit];
            }
            self.offsets[idx] += error;
        }
        for unit in 0..HIDDEN {
            // The slope of x / (1 + |x|), by its value.
            let slope = 1.0 - hidden[unit].abs();
            of_hidden[unit] *= slope * slope;
        }
        for_each_input(board, |input, value| {
            for (weight, error) in self.of_inputs[input].iter_mut().zip(&of_hidden) {
                *weight += value * error;
            }
        });
    }

    fn hidden(&self, board: Board) -> Hidden {
        let mut sums = [0.0; HIDDEN];
        for_each_input(board, |input, value| {
            for (sum, weight) in sums.iter_mut().zip(&self.of_inputs[input]) {
                *sum += value * weight;
            }
        });
        sums.map(|sum| sum / (1.0 + sum.abs()))
    }

    fn outputs(&self, hidden: &Hidden) -> [f32; OUTPUTS] {
        std::array::from_fn(|idx| logistic(self.offsets[idx] + product(&self.of_hidden[idx], hidden)))
    }
}

/// The sum of products, in eight parts, so that a compiler may calculate them side by side.
fn product(left: &Hidden, right: &Hidden) -> f32 {
    let mut parts = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for idx in 0..8 {
            parts[idx] += left[idx] * right[idx];
        }
    }
    parts.iter().sum()
}

/// 1 / (1 + e^−x), to five digits.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exponential(-x))
}

/// e^x, to five digits. The exponential of the system's library differs between machines, so this has its own.
pub(super) fn exponential(x: f32) -> f32 {
    let doublings = (x * std::f32::consts::LOG2_E).clamp(-40.0, 40.0);
    let whole = doublings.floor();
    // 2^y for 0 ≤ y < 1 as e^(y ln 2), by its series.
    let y = (doublings - whole) * std::f32::consts::LN_2;
    let part =
        1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0 * (1.0 + y / 4.0 * (1.0 + y / 5.0 * (1.0 + y / 6.0)))));
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    power * part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn start() -> Board {
        Board { mover: Variant::Standard.start(), other: Variant::Standard.start() }
    }

    #[test]
    fn logistic_is_that_of_the_textbook() {
        for x in (-200..=200).map(|tenth| tenth as f32 / 10.0) {
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(logistic(x)) - exact).abs() < 1e-5, "{x}");
        }
        assert!(0.0 <= logistic(-1e9) && logistic(1e9) <= 1.0);
    }

    #[test]
    fn network_survives_being_written_and_read() {
        let network = Network::untrained(&mut Rng::from_seed(1));
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Some(network));
        assert_eq!(Network::from_bytes(&bytes[1..]), None);
    }

    #[test]
    fn network_learns_what_it_is_told() {
        let mut network = Network::untrained(&mut Rng::from_seed(1));
        let target = Chances { win: 0.9, win_gammon: 0.4, lose_gammon: 0.01, ..Chances::default() };
        for _ in 0..2_000 {
            network.learn(start(), target, 0.1);
        }
        let learned = network.chances(start()).to_array();
        for (learned, wanted) in learned.into_iter().zip(target.to_array()) {
            assert!((learned - wanted).abs() < 0.01, "{learned} instead of {wanted}");
        }
    }

    #[test]
    fn shipped_network_knows_that_the_roller_is_ahead_at_the_start() {
        let chances = Network::shipped().chances(start());
        assert!(0.5 < chances.win && chances.win < 0.56, "{chances:?}");
        assert!(0.05 < chances.lose_gammon && chances.lose_gammon < chances.win_gammon, "{chances:?}");
    }
}
