//! Chooses the instructions for which the search was compiled, once for each question.

use framework::Perft;

use super::{
    bitboard::Bitboard,
    geometry::parity_of,
    patterns::Features,
    portable,
    search::{Search, Stopped},
    step::Middle,
};

/// A set of instructions that this processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instructions(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Portable,
    /// Made only by [`Instructions::all`] after the processor was asked.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Calls a function of the search as it was compiled for the instructions.
macro_rules! call {
    ($instructions:expr, $function:ident($($argument:expr),*)) => {
        match $instructions.0 {
            Kind::Portable => portable::core::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the one place where the search is entered with more instructions")]
            // SAFETY: `Kind::Avx2` exists only where `all` has found that the processor has all of these instructions.
            Kind::Avx2 => unsafe { super::avx2::core::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the one place where the search is entered with more instructions")]
            // SAFETY: likewise.
            Kind::Avx512 => unsafe { super::avx512::core::$function($($argument),*) },
        }
    };
}

impl Instructions {
    /// What every machine has.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::all().pop().unwrap_or(Self::PORTABLE)
    }

    /// All that this processor has, the fastest last.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "only x86-64 has faster ones"))]
        let mut all = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            all.push(Self(Kind::Avx2));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd")
            {
                all.push(Self(Kind::Avx512));
            }
        }
        all
    }

    /// The squares on which the player to move may put a disc.
    #[must_use]
    pub fn mobility(self, board: Bitboard) -> u64 {
        call!(self, mobility_of(board))
    }

    /// The discs that the player to move would flip by a disc on an empty square, whose index is below 64.
    #[must_use]
    pub fn flips(self, board: Bitboard, square: usize) -> u64 {
        call!(self, flips_of(board, square))
    }

    /// Counts move paths.
    #[must_use]
    pub fn perft(self, board: Bitboard, depth: u32) -> Perft {
        call!(self, perft(board, depth))
    }

    /// Counts the leaves of the game tree and makes each of them; the second number depends on all of them.
    #[must_use]
    pub fn count_made_leaves(self, board: Bitboard, depth: u32) -> (u64, u64) {
        let mut seen = 0;
        let n_leaves = call!(self, count_made_leaves(board, depth, &mut seen));
        (n_leaves, seen)
    }

    /// Answers whether the score is more than `alpha` by a bound on it.
    pub(super) fn test(self, search: &mut Search<'_>, board: Bitboard, alpha: i32) -> Result<i32, Stopped> {
        call!(self, test(search, board, parity_of(board.empties()), alpha))
    }

    /// The score after so many plies if it lies between `alpha` and `beta`, and otherwise a bound on it.
    #[expect(clippy::too_many_arguments, reason = "the state of a search and its question")]
    pub(super) fn search_middle(
        self,
        search: &mut Search<'_>,
        middle: &Middle<'_>,
        board: Bitboard,
        features: &Features,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        call!(self, search_middle(search, middle, board, features, depth, alpha, beta))
    }
}
