//! Home boards, and their numbers in tables.

use crate::position::{Checkers, HOME, MAX_CHECKERS};

/// The ways to have at most fifteen checkers on six points: 21 over 6.
pub(super) const N_HOMES: usize = 54_264;

/// The checkers on the points 1 to 6 of a side that has no others on the board.
pub(super) type Home = [u8; HOME as usize];

/// All home boards in the order of their numbers.
pub(super) fn all() -> Vec<Home> {
    let mut homes = vec![[0; HOME as usize]; N_HOMES];
    for_each_home([0; HOME as usize], 0, MAX_CHECKERS, &mut |home| homes[rank(home)] = home);
    homes
}

pub(super) fn home_of(side: Checkers) -> Home {
    std::array::from_fn(|idx| side.count(idx as u8 + 1))
}

pub(super) fn side_of(home: Home) -> Checkers {
    let mut counts = [0; 26];
    counts[1..=usize::from(HOME)].copy_from_slice(&home);
    Checkers::from_counts(&counts).expect("a home board has at most fifteen checkers")
}

/// Hands over all home boards with at most so many checkers from a point on.
fn for_each_home(home: Home, point: usize, most: u8, visit: &mut impl FnMut(Home)) {
    if point == home.len() {
        return visit(home);
    }
    for count in 0..=most {
        let mut home = home;
        home[point] = count;
        for_each_home(home, point + 1, most - count, visit);
    }
}

/// Numbers the home boards from 0 on without a gap.
///
/// From the highest point down, the checkers so far and the points so far form six growing numbers below 21, and the
/// sets of six numbers are counted by binomial coefficients, as usual. A checker that steps nearer makes some of these
/// numbers smaller and none larger; so a board after a play always has a smaller number than the board before. And the
/// boards with few checkers come first: those with at most six have the numbers below 924.
pub(super) fn rank(home: Home) -> usize {
    const CHOOSE: [[u32; 7]; 21] = binomials();
    let mut n_checkers = 0;
    let mut rank = 0;
    for (idx, &count) in home.iter().rev().enumerate() {
        n_checkers += usize::from(count);
        rank += CHOOSE[n_checkers + idx][idx + 1];
    }
    rank as usize
}

/// The ways to choose `[k]` of `[n]`.
const fn binomials() -> [[u32; 7]; 21] {
    let mut choose = [[0; 7]; 21];
    let mut n = 0;
    while n < 21 {
        choose[n][0] = 1;
        let mut k = 1;
        while k < 7 && 0 < n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_home_board_has_a_number_of_its_own() {
        for (number, home) in all().into_iter().enumerate() {
            assert_eq!(rank(home), number);
            assert_eq!(home.iter().sum::<u8>() <= 6, number < 924, "{home:?}");
        }
    }
}
