//! Runs simulations with the best instructions that the processor has.
//!
//! The ways to cover a cell fill two registers of AVX2, the rows around it two more, and ways are counted and drawn
//! with the bit instructions that came with it. Everything that a simulation does is inlined into one function, so that
//! a second copy of it for such processors needs no second source. Both copies compute the same.

use super::search::Search;

/// Runs some simulations.
pub(super) fn simulate<const W: usize>(search: &mut Search<W>, count: u64) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        #[expect(unsafe_code, reason = "the one place where the search is entered with more instructions")]
        // SAFETY: the processor was asked, and has all of these instructions.
        return unsafe { simulate_with_avx2(search, count) };
    }
    simulate_anywhere(search, count);
}

/// Tells whether the processor has what the second copy was compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn simulate_with_avx2<const W: usize>(search: &mut Search<W>, count: u64) {
    for _ in 0..count {
        search.simulate();
    }
}

fn simulate_anywhere<const W: usize>(search: &mut Search<W>, count: u64) {
    for _ in 0..count {
        search.simulate();
    }
}

#[cfg(test)]
mod tests {
    use framework::Game;

    use super::*;
    use crate::{
        Blokus, SMALL,
        engine::{board::Board, setting::Setting, tuning::Tuning},
    };

    #[test]
    fn both_copies_find_the_same() {
        let game = Blokus::duo();
        let found = |run: fn(&mut Search<SMALL>, u64)| {
            let (setting, root) = (Setting::new(*game.rules()), Board::of(&game.start()));
            let mut search = Search::new(setting, root, Tuning::USUAL, 7, 1 << 20);
            search.start();
            run(&mut search, 500);
            let values = search.tree.children(0).iter().map(|child| (child.visits, child.value.to_bits()));
            (search.tree.len(), values.collect::<Vec<_>>())
        };
        assert_eq!(found(simulate), found(simulate_anywhere));
    }
}
