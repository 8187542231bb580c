//! The names that players have given to beginnings of the game.
//!
//! A name belongs to a position, however the moves that lead to it are ordered and however the board is turned. The names
//! and moves are those that are in use among players; where a beginning has several names, the most usual one is taken.

use std::{collections::HashMap, sync::LazyLock};

use framework::{Game, Position};

use crate::{Board, Othello, SquareSet, engine::Bitboard};

/// Beginnings as transcripts, and their names.
const OPENINGS: &[(&str, &str)] = &[
    ("f5f6", "Diagonal"),
    ("f5f6e6f4g7", "X-square"),
    ("f5f6e6f4g6", "Snake"),
    ("f5f6e6f4g6c6", "Lysons"),
    ("f5f6e6f4g6c5g4g5f3e3c4", "Pyramid"),
    ("f5f6e6f4g5", "Heath"),
    ("f5f6e6f4g5e7f7c5e3f3c4d3c2", "Mimura variation II"),
    ("f5f6e6f4g5e7e3", "Heath-Bat"),
    ("f5f6e6f4g5e7d7", "Iwasaki variation"),
    ("f5f6e6f4g5d6", "Heath-Chimney"),
    ("f5f6e6f4g4", "Raccoon Dog"),
    ("f5f6e6f4g3", "Rocket"),
    ("f5f6e6f4g3f3g4", "Hamilton"),
    ("f5f6e6f4g3d6", "Lollipop"),
    ("f5f6e6f4e3", "Cow"),
    ("f5f6e6f4e3d6", "Chimney"),
    ("f5f6e6f4e3c5g5", "Cow Bat"),
    ("f5f6e6f4e3c5g5g3g4f3g6", "Bat, second Piau continuation"),
    ("f5f6e6f4e3c5g5g3g4f3c4", "Melnikov"),
    ("f5f6e6f4e3c5g5f3g4g6g3d6f7h5h4h3e7", "Bat, Kling continuation"),
    ("f5f6e6f4e3c5g5d6g6", "Bat, Kling alternative"),
    ("f5f6e6f4e3c5c4", "Rose-v-Toth"),
    ("f5f6e6f4e3c5c4e7", "Tanida"),
    ("f5f6e6f4e3c5c4e7g4", "Aircraft"),
    ("f5f6e6f4e3c5c4e7b5e2", "Sailboat"),
    ("f5f6e6f4e3c5c4d3f3e2", "Maruoka"),
    ("f5f6e6f4e3c5c4d3c3", "Landau"),
    ("f5f6e6f4c3", "Buffalo"),
    ("f5f6e6f4c3d7f3", "Maruoka Buffalo"),
    ("f5f6e6f4c3d6f3c4c5b4", "Tanida Buffalo"),
    ("f5f6e6f4c3c4", "Hokuriku Buffalo"),
    ("f5f6d3f4", "Wing variation"),
    ("f5f6c4f4", "Semi-Wing variation"),
    ("f5f4", "Parallel"),
    ("f5d6", "Perpendicular"),
    ("f5d6c5f4e3d3", "Mimura"),
    ("f5d6c5f4e3c6f3", "Shaman"),
    ("f5d6c5f4e3c6e6", "Inoue"),
    ("f5d6c5f4e3c6e6f6", "Iago"),
    ("f5d6c5f4e3c6d7", "Bhagat"),
    ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
    ("f5d6c5f4e3c6d3f6e6d7g4", "Flat"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4", "Rotating Flat"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g6", "Murakami variation"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2", "Rotating Flat, Kling continuation"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4", "Rose-Birth"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2", "Brightstein"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4", "Rose-Birdie"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4c3", "Rose-Tamenori-Kling"),
    ("f5d6c5f4e3c6d3f6e6d7e7", "Greenberg"),
    ("f5d6c5f4e3c6d3f3", "Ralle"),
    ("f5d6c5f4d3", "Horse"),
    ("f5d6c4g5", "No-Cat"),
    ("f5d6c4g5c6", "Swallow"),
    ("f5d6c4d3e6", "Italian"),
    ("f5d6c4d3c5", "Cat"),
    ("f5d6c4d3c5f4e3f3c2c6", "Sakaguchi"),
    ("f5d6c4d3c5f4e3f3c2b4b3", "Berner"),
    ("f5d6c3g5", "Bent Ganglion"),
    ("f5d6c3d3c4", "Tiger"),
    ("f5d6c3d3c4f4f6", "Stephenson"),
    ("f5d6c3d3c4f4f6g5", "No-Kung"),
    ("f5d6c3d3c4f4f6f3", "Comp'Oth"),
    ("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7", "F.A.T. Draw"),
    ("f5d6c3d3c4f4f6f3e3", "Lightning Bolt"),
    ("f5d6c3d3c4f4f6b4", "Kung"),
    ("f5d6c3d3c4f4e6", "Leader's Tiger"),
    ("f5d6c3d3c4f4e3", "Brightwell"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3", "Ishii"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3", "Mainline Tiger"),
    ("f5d6c3d3c4f4c5b3c2", "Rose-Bill"),
    ("f5d6c3d3c4f4c5b3c2e6", "Tamenori"),
    ("f5d6c3d3c4f4c5b3c2b4", "Central Rose-Bill"),
    ("f5d6c3d3c4b3", "Aubrey"),
    ("f5d6c3d3c4b3d2f4", "Aubrey, Feldborg continuation"),
];

/// The names by the positions, turned as [`Bitboard::turned`] turns them.
static NAMES: LazyLock<HashMap<Bitboard, &'static str>> = LazyLock::new(|| {
    let game = Othello::standard();
    let position = |transcript: &str| game.parse_position(transcript).ok().and_then(|pos| Bitboard::of(&pos));
    let named = |&(transcript, name): &(&str, _)| Some((position(transcript)?.turned(), name));
    OPENINGS.iter().filter_map(named).collect()
});

/// What players call a position of the usual board, if it has a name.
///
/// ```
/// use framework::{Game, Position};
/// use othello::{Othello, opening};
///
/// let game = Othello::standard();
/// let pos = game.parse_position("c4e3f6e6f5")?;
/// assert_eq!(opening(&pos), Some("Tiger"));
/// assert_eq!(opening(&game.start()), None);
/// # Ok::<(), framework::NotationError>(())
/// ```
#[must_use]
pub fn opening<S: SquareSet>(pos: &Board<S>) -> Option<&'static str> {
    NAMES.get(&Bitboard::of(pos)?.turned()).copied()
}

/// What players call the beginning of a game: the name of its last position that has one.
///
/// ```
/// use framework::Game;
/// use othello::{Othello, opening_of};
///
/// let game = Othello::standard();
/// let moves = game.parse_transcript("f5d6c3d3c4f4f6g5")?;
/// assert_eq!(opening_of(&moves), Some("No-Kung"));
/// # Ok::<(), framework::NotationError>(())
/// ```
#[must_use]
pub fn opening_of(moves: &[crate::Move]) -> Option<&'static str> {
    let mut pos = Othello::standard().start();
    let mut name = None;
    for &mv in moves {
        pos.play(mv);
        name = opening(&pos).or(name);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_position_of_its_own() {
        let game = Othello::standard();
        for &(transcript, name) in OPENINGS {
            let pos = game.parse_position(transcript).expect(transcript);
            assert_eq!(opening(&pos), Some(name), "{transcript}");
        }
        assert_eq!(NAMES.len(), OPENINGS.len());
    }

    #[test]
    fn a_name_does_not_depend_on_how_the_board_is_turned() {
        let game = Othello::standard();
        for transcript in ["f5d6c3d3c4", "e6f4c3c4d3", "d3c5f6f5e6", "c4e3f6e6f5"] {
            let pos = game.parse_position(transcript).expect(transcript);
            assert_eq!(opening(&pos), Some("Tiger"), "{transcript}");
        }
        let small = Othello::<u64>::new(6).expect("an even size");
        assert_eq!(opening(&small.start()), None);
    }

    #[test]
    fn a_game_keeps_the_last_name_that_it_had() {
        let game = Othello::standard();
        let moves = game.parse_transcript("f5d6c3d3c4f4f6f3e6e7d7").expect("a legal game");
        let names: Vec<_> = (0..=moves.len()).map(|n_moves| opening_of(&moves[..n_moves])).collect();
        assert_eq!(names[0], None);
        assert_eq!(names[2], Some("Perpendicular"));
        assert_eq!(names[5], Some("Tiger"));
        assert_eq!(names[7], Some("Stephenson"));
        assert_eq!(names[11], names[8]);
    }
}
