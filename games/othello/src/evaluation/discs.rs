//! What a value is worth in discs.

use framework::{Valuation, search::WIN};

use super::DISC_AT_END;
use crate::{BLACK, Board, SquareSet, WHITE};

/// How many discs at the end one unit of the evaluation stands for, by the covered part of the board.
///
/// Fitted by least squares through zero to 217 000 positions of 6 000 games of alpha-beta with five plies against itself
/// from random openings, by `cargo run --release -p brettwerk-othello --example othello_discs -- games=6000 depth=5`. A guess is
/// off by 23 discs after the opening and by 13 when a fifth of the squares is left. On 6x6 and 10x10 the same program
/// finds slopes of the same kind, so the covered part of the board stands for all sizes.
const DISCS_PER_UNIT: [(f32, f32); 6] =
    [(0.188, 0.211), (0.312, 0.214), (0.438, 0.169), (0.562, 0.128), (0.688, 0.100), (0.812, 0.082)];

/// Reads a value that was found from a position: a result for certain, or the discs that such a lead usually gives.
pub(super) fn appraise<S: SquareSet>(pos: &Board<S>, value: f32, complete: bool) -> Valuation {
    if complete {
        return Valuation::Discs { more: discs_at_end(value), certain: true };
    }
    if WIN / 2.0 < value.abs() {
        // Some line ends so; by how many discs the best one does is open.
        return Valuation::of_score(value.clamp(-WIN, WIN), false);
    }
    let empty = pos.empties().count() as f32;
    let squares = empty + (pos.discs(BLACK) + pos.discs(WHITE)) as f32;
    let most = squares - 2.0;
    let more = value * discs_per_unit(1.0 - empty / squares);
    // However large a lead, nobody has more than all discs.
    Valuation::Discs { more: most * (more / most).tanh(), certain: false }
}

/// By how many discs a finished game is won that a search values so: wins have aged on the way, by less than a disc.
fn discs_at_end(value: f32) -> f32 {
    let beyond = (value.abs() - WIN).max(0.0);
    (beyond / DISC_AT_END).ceil() * value.signum()
}

fn discs_per_unit(covered: f32) -> f32 {
    let [first, .., last] = DISCS_PER_UNIT;
    let covered = covered.clamp(first.0, last.0);
    let later = DISCS_PER_UNIT.iter().skip(1).position(|stage| covered <= stage.0).unwrap_or(0) + 1;
    let (before, after) = (DISCS_PER_UNIT[later - 1], DISCS_PER_UNIT[later]);
    let share = (covered - before.0) / (after.0 - before.0);
    before.1 + share * (after.1 - before.1)
}

#[cfg(test)]
mod tests {
    use framework::{Ending, Game};

    use super::*;
    use crate::Othello;

    fn at(moves: &str, value: f32, complete: bool) -> Valuation {
        appraise(&Othello::standard().parse_position(moves).unwrap(), value, complete)
    }

    #[test]
    fn what_is_searched_to_the_end_is_a_result() {
        assert_eq!(at("f5", WIN + 1_200.0 - 7.0, true), Valuation::Discs { more: 12.0, certain: true });
        assert_eq!(at("f5", -WIN - 100.0 + 30.0, true), Valuation::Discs { more: -1.0, certain: true });
        assert_eq!(at("f5", 0.0, true), Valuation::Discs { more: 0.0, certain: true });
    }

    #[test]
    fn a_win_on_one_line_does_not_tell_by_how_much() {
        let ending = Valuation::Certain { ending: Ending::Won, plies: None };
        assert_eq!(at("f5", WIN + 1_193.0, false), ending);
    }

    #[test]
    fn a_lead_is_a_guess_in_discs_and_never_more_than_there_are() {
        let more = |value| match at("f5d6c3d3c4", value, false) {
            Valuation::Discs { more, certain: false } => more,
            other => panic!("{other:?}"),
        };
        assert_eq!(more(0.0), 0.0);
        assert_eq!(more(-20.0), -more(20.0));
        assert!((2.0..8.0).contains(&more(20.0)), "{}", more(20.0));
        assert!(more(20.0) < more(40.0) && more(5_000.0) <= 62.0);
    }
}
