//! When a shallow search says enough about a deep one.
//!
//! The scores of two searches of the same position differ by an error whose size depends on both depths and on the
//! empty squares. Where the shallow one is several such errors away from the window, the deep one is left out.

/// The least depth at which lines are left out.
pub(super) const MIN_CUT_DEPTH: u32 = 3;

/// How deep to look before a search of a depth: about half, and as odd as the depth, since the player who moves last
/// looks better.
#[inline(always)]
#[must_use]
pub const fn probe_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// The size of the difference between a search of a depth and its probe: e to the power of a sum.
///
/// `cargo run --release -p brettwerk-othello --example othello_cuts` finds the numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CutModel {
    /// Always.
    pub base: f32,
    /// For each empty square.
    pub per_empty: f32,
    /// For each ply of the deep search.
    pub per_ply: f32,
    /// For each ply of the shallow one.
    pub per_probe_ply: f32,
}

impl CutModel {
    /// Fitted to 500 positions with 15 to 46 empty squares, up to depth 8, with the weights of the game.
    pub const FITTED: Self =
        Self { base: 1.630, per_empty: -0.0241, per_ply: 0.1014, per_probe_ply: -0.1879 };

    /// The standard deviation of the difference, in discs.
    #[must_use]
    pub fn sigma(&self, n_empties: u32, depth: u32, probe: u32) -> f32 {
        let Self { base, per_empty, per_ply, per_probe_ply } = *self;
        let sum = base + per_empty * n_empties as f32 + per_ply * depth as f32 + per_probe_ply * probe as f32;
        sum.exp()
    }
}

/// How many standard deviations a probe must be away, by certainty; at the highest nothing is left out.
pub const DEVIATIONS: [f32; 7] = [1.0, 1.2, 1.5, 1.9, 2.3, 2.6, 3.3];

/// How often a difference stays within so many standard deviations, in percent, by certainty and rounded down.
pub(super) const CONFIDENCE_PERCENT: [u8; 7] = [68, 76, 86, 94, 97, 99, 99];

/// The margins in discs for one certainty, by empty squares and depth.
#[derive(Clone, Debug)]
pub(super) struct Margins(Vec<[i8; 64]>);

impl Margins {
    /// The margins of every certainty at which lines are left out.
    pub(super) fn of_all_certainties(model: &CutModel) -> Vec<Self> {
        (0..DEVIATIONS.len() as u8).map(|certainty| Self::new(model, certainty)).collect()
    }

    fn new(model: &CutModel, certainty: u8) -> Self {
        let deviations = DEVIATIONS[usize::from(certainty).min(DEVIATIONS.len() - 1)];
        let margin = |n_empties, depth: usize| {
            let sigma = model.sigma(n_empties, depth as u32, probe_depth(depth as u32));
            (deviations * sigma).ceil().clamp(1.0, 127.0) as i8
        };
        Self((0..=64).map(|n_empties| std::array::from_fn(|depth| margin(n_empties, depth))).collect())
    }

    #[inline(always)]
    pub(super) fn margin(&self, n_empties: u32, depth: u32) -> i32 {
        self.0[n_empties as usize & 63][depth as usize & 63].into()
    }
}
