//! What a position is worth by what its patterns show.

use std::sync::{Arc, LazyLock, OnceLock};

use super::{
    super::bitboard::Bitboard,
    features::Features,
    shapes::{FOLDING, N_PATTERNS, N_SHAPES, OFFSETS},
};

/// How many sets of weights a game has, one after the other.
pub const N_PHASES: usize = 30;
/// How many numbers of empty squares share a set.
pub const EMPTIES_PER_PHASE: u32 = 2;
/// What weights count: sixteenths of a disc.
pub const UNITS_PER_DISC: i32 = 16;

/// How many values a scalar feature can have.
const SCALAR_LEN: usize = 64;
/// Weights besides those of patterns: for the moves of both players, the mover's discs and the empty squares.
pub const N_SCALARS: usize = 4 * SCALAR_LEN;

/// The set of weights for a number of empty squares: 0 at the end of the game.
#[inline(always)]
#[must_use]
pub const fn phase_of(n_empties: u32) -> usize {
    let phase = (n_empties / EMPTIES_PER_PHASE) as usize;
    if phase < N_PHASES { phase } else { N_PHASES - 1 }
}

/// What is counted besides patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalars {
    /// The moves of the player to move.
    pub own_moves: u32,
    /// The moves that the opponent would have.
    pub opp_moves: u32,
    /// The discs of the player to move.
    pub own_discs: u32,
    /// The empty squares.
    pub n_empties: u32,
}

impl Scalars {
    /// Counts, with the moves of both players given as sets.
    #[inline(always)]
    #[must_use]
    pub const fn of(board: Bitboard, own_moves: u64, opp_moves: u64) -> Self {
        Self {
            own_moves: own_moves.count_ones(),
            opp_moves: opp_moves.count_ones(),
            own_discs: board.own.count_ones(),
            n_empties: board.n_empties(),
        }
    }
}

/// Where the weights of the scalar features are, each below [`N_SCALARS`].
#[inline(always)]
#[must_use]
pub const fn scalar_slots(scalars: Scalars) -> [usize; 4] {
    let Scalars { own_moves, opp_moves, own_discs, n_empties } = scalars;
    [
        slot(own_moves),
        SCALAR_LEN + slot(opp_moves),
        2 * SCALAR_LEN + slot(own_discs),
        3 * SCALAR_LEN + slot(n_empties),
    ]
}

#[inline(always)]
const fn slot(count: u32) -> usize {
    // No count reaches 64 while a game goes on.
    count as usize & (SCALAR_LEN - 1)
}

/// As many numbers as 16 bits have: a table of this length needs no check of an index, and what no pattern shows is memory
/// that is never touched.
const N_NUMBERS: usize = 1 << 16;

/// The weights of one or more phases, mirror images apart, so that a number is an index: a table for each shape.
pub(super) struct Phase {
    pub(super) patterns: Box<[[i8; N_NUMBERS]]>,
    pub(super) scalars: Box<[i16; N_SCALARS]>,
}

impl Phase {
    /// Weights in which mirror images share one: those of patterns, then those of scalars.
    pub(super) fn unfolded(folded: &[i16]) -> Self {
        let (patterns, scalars) = folded.split_at(FOLDING.offsets[N_SHAPES]);
        let mut tables = vec![[0; N_NUMBERS]; N_SHAPES].into_boxed_slice();
        for (shape_idx, table) in tables.iter_mut().enumerate() {
            let folding = &FOLDING.weight[OFFSETS[shape_idx]..OFFSETS[shape_idx + 1]];
            for (weight, &idx) in table.iter_mut().zip(folding) {
                *weight = patterns[idx as usize] as i8;
            }
        }
        Self {
            patterns: tables,
            scalars: Box::new(scalars.try_into().expect("as many as there are scalars")),
        }
    }

    #[inline(always)]
    pub(super) fn value(&self, features: &Features, scalars: Scalars) -> i32 {
        let mut sum = 0;
        let (places, _) = features.numbers().as_chunks::<4>();
        for (table, numbers) in self.patterns.iter().zip(places) {
            sum += numbers.iter().map(|&number| i32::from(table[usize::from(number)])).sum::<i32>();
        }
        for slot in scalar_slots(scalars) {
            sum += i32::from(self.scalars[slot]);
        }
        sum
    }
}

/// Learned weights for all phases of the game.
///
/// Neighboring phases may share a set of weights. A set is decoded when it is first asked for: a search meets few of
/// them, and a program that never plays Othello pays nothing.
pub struct Weights {
    /// The sets as they are coded in a file.
    pub(super) coded: Vec<Box<[u8]>>,
    /// The set of each phase.
    pub(super) set_of_phase: [u8; N_PHASES],
    sets: Vec<OnceLock<Phase>>,
}

static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../data/patterns.bin");
    Arc::new(Weights::from_bytes(bytes).expect("a test reads the file"))
});

impl Weights {
    /// The weights of the game, made as `training/othello` describes.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// Weights of coded sets; every index of a set is below their number.
    pub(super) fn of_coded_sets(coded: Vec<Box<[u8]>>, set_of_phase: [u8; N_PHASES]) -> Self {
        let sets = coded.iter().map(|_| OnceLock::new()).collect();
        Self { coded, set_of_phase, sets }
    }

    /// What a position in which the player to move has a move seems to be worth to that player, in
    /// [`UNITS_PER_DISC`]ths of a disc.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, features: &Features, scalars: Scalars) -> i32 {
        let phase_idx = phase_of(scalars.n_empties);
        let set = match self.sets[usize::from(self.set_of_phase[phase_idx])].get() {
            Some(set) => set,
            None => self.decoded(phase_idx),
        };
        set.value(features, scalars)
    }

    #[cold]
    fn decoded(&self, phase_idx: usize) -> &Phase {
        let set = &self.sets[usize::from(self.set_of_phase[phase_idx])];
        set.get_or_init(|| Phase::unfolded(&self.folded_phase(phase_idx)))
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Weights").field("n_sets", &self.coded.len()).finish_non_exhaustive()
    }
}

const _: () = assert!(N_PATTERNS == 4 * N_SHAPES);
