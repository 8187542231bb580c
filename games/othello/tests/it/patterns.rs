//! The learned evaluation: the same for all views of a position, and kept by its file.

use framework::{Game, Position, Rng, random_move};
use othello::Othello;
use othello::engine::{
    Bitboard, Instructions,
    patterns::{Features, N_PHASES, N_SCALARS, Scalars, Weights, WeightsError, folded_len},
};

/// Weights without meaning; most are 0, as in those that were learned from few positions.
pub(crate) fn random_weights(seed: u64) -> Weights {
    let mut rng = Rng::from_seed(seed);
    let mut phase = || -> Vec<i16> {
        let weight = |limit: i64, rng: &mut Rng| match rng.below(4) {
            0 => (rng.below(2 * limit as u64 + 1) as i64 - limit) as i16,
            _ => 0,
        };
        let patterns: Vec<i16> = (0..folded_len()).map(|_| weight(127, &mut rng)).collect();
        patterns
            .into_iter()
            .chain((0..N_SCALARS).map(|_| weight(8_191, &mut rng)).collect::<Vec<_>>())
            .collect()
    };
    let few: Vec<Vec<i16>> = (0..3).map(|_| phase()).collect();
    Weights::of_phases((0..N_PHASES).map(|idx| few[idx % few.len()].as_slice()))
}

fn value(weights: &Weights, board: Bitboard) -> i32 {
    let moves = |board| Instructions::PORTABLE.mobility(board);
    let scalars = Scalars::of(board, moves(board), moves(board.passed()));
    weights.value(&Features::of(board), scalars)
}

/// Moves every disc to another square.
fn moved(board: Bitboard, to: impl Fn(u32, u32) -> (u32, u32)) -> Bitboard {
    let set = |discs: u64| {
        (0..64).filter(|square| discs >> square & 1 != 0).fold(0, |set, square| {
            let (column, row) = to(square % 8, square / 8);
            set | 1 << (8 * row + column)
        })
    };
    Bitboard { own: set(board.own), opp: set(board.opp) }
}

#[test]
fn all_eight_views_of_a_position_have_the_same_value() {
    let weights = random_weights(1);
    let mut rng = Rng::from_seed(2);
    for _ in 0..300 {
        let discs = rng.bits() | rng.bits();
        let own = discs & rng.bits();
        let board = Bitboard { own, opp: discs & !own };
        let mut view = board;
        for _ in 0..4 {
            view = moved(view, |column, row| (7 - row, column));
            assert_eq!(value(&weights, view), value(&weights, board), "{board:?}");
            let mirrored = moved(view, |column, row| (7 - column, row));
            assert_eq!(value(&weights, mirrored), value(&weights, board), "{board:?}");
        }
        assert_eq!(view, board);
    }
}

#[test]
fn a_file_keeps_all_weights() {
    let weights = random_weights(3);
    let bytes = weights.to_bytes();
    let read = Weights::from_bytes(&bytes).unwrap();
    for phase in 0..N_PHASES {
        assert_eq!(read.folded_phase(phase), weights.folded_phase(phase), "phase {phase}");
    }
    assert_eq!(read.to_bytes(), bytes);
}

#[test]
fn weights_that_are_too_large_for_a_byte_are_cut() {
    let phase: Vec<i16> =
        (0..folded_len() + N_SCALARS).map(|idx| if idx % 2 == 0 { 300 } else { -9_000 }).collect();
    let read = Weights::of_phases((0..N_PHASES).map(|_| phase.as_slice())).folded_phase(7);
    assert_eq!((read[0], read[1]), (127, -127));
    let scalars = &read[folded_len()..];
    assert!(scalars.contains(&300) && scalars.contains(&-8_191));
}

#[test]
fn a_file_that_is_no_weights_or_damaged_is_refused() {
    let bytes = random_weights(4).to_bytes();
    let error = |bytes: &[u8]| Weights::from_bytes(bytes).err();
    assert_eq!(error(b"something"), Some(WeightsError::NotWeights));
    assert_eq!(error(&bytes[..bytes.len() - 1]), Some(WeightsError::Damaged));
    assert_eq!(error(&bytes[..11]), Some(WeightsError::Damaged));
    let changed = |at: usize, to: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = to;
        error(&bytes)
    };
    assert_eq!(changed(4, 9), Some(WeightsError::OtherVersion(9)));
    assert_eq!(changed(8, 31), Some(WeightsError::OtherPhases(31)));
    let mut rng = Rng::from_seed(5);
    for _ in 0..50 {
        let at = 12 + rng.index(bytes.len() - 12);
        assert_eq!(changed(at, bytes[at] ^ 0x40), Some(WeightsError::Damaged), "byte {at}");
    }
}

#[test]
fn the_weights_of_the_game_are_small_and_say_that_corners_are_good() {
    let weights = Weights::shipped();
    assert!(weights.to_bytes().len() <= 8_000_000);
    // The same discs after 20 random moves, with an own disc on an empty corner and without it.
    let mut rng = Rng::from_seed(6);
    let (mut n_better, mut n_all) = (0, 0);
    for _ in 0..200 {
        let mut pos = Othello::standard().start();
        for _ in 0..20 {
            pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
        }
        let board = Bitboard::of(&pos).unwrap();
        if board.empties() & 1 != 0 {
            let with_corner = Bitboard { own: board.own | 1, ..board };
            n_all += 1;
            n_better += u32::from(value(&weights, board) < value(&weights, with_corner));
        }
    }
    assert!(100 < n_all && 3 * n_all < 4 * n_better, "{n_better} of {n_all}");
}
