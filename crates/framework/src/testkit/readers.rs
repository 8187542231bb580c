//! Damaged texts for everything that reads text.

use crate::{Game, Position, Rng, random_move};

/// The characters that mean something in one notation or another.
const PUNCTUATION: &[u8] = b" -+*/=,;:()0123456789xXoO@#\n\t";

/// Damages a text in one to four places: bytes changed, removed, doubled, swapped or cut, pieces of `other` put
/// in, numbers made huge. The result is any bytes, not only UTF-8.
pub fn mutated(text: impl AsRef<[u8]>, other: impl AsRef<[u8]>, rng: &mut Rng) -> Vec<u8> {
    let (mut bytes, other) = (text.as_ref().to_vec(), other.as_ref());
    for _ in 0..=rng.index(4) {
        let at = rng.index(bytes.len() + 1);
        match rng.index(8) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.bits() as u8),
            2 => bytes.insert(at, PUNCTUATION[rng.index(PUNCTUATION.len())]),
            3 => drop(bytes.drain(at..(at + 1 + rng.index(3)).min(bytes.len()).max(at))),
            4 => bytes.extend_from_within(at..),
            5 => drop(bytes.splice(at..at, other.iter().copied().skip(rng.index(other.len() + 1)).take(8))),
            6 => drop(bytes.splice(at..at, *b"99999999999999999999")),
            _ => {
                let (left, right) = (rng.index(bytes.len().max(1)), rng.index(bytes.len().max(1)));
                if left < bytes.len() && right < bytes.len() {
                    bytes.swap(left, right);
                }
            }
        }
        bytes.truncate(2_000);
    }
    bytes
}

/// How many damaged texts a test should read: a few, or as many as the variable `BRETT_FUZZ_INPUTS` asks for.
///
/// # Panics
/// If the variable is no number.
#[must_use]
pub fn fuzz_inputs() -> usize {
    match std::env::var("BRETT_FUZZ_INPUTS") {
        Ok(inputs) => inputs.parse().expect("BRETT_FUZZ_INPUTS is a number"),
        Err(_) => 20_000,
    }
}

/// Reads `count` damaged positions, starting from right ones in any notation that the game reads.
///
/// # Panics
/// If a text is no position, or damaging it makes the reader panic or accept what it cannot write.
pub fn check_position_reader<G: Game>(game: &G, texts: &[&str], seed: u64, count: usize) {
    for text in texts {
        game.parse_position(text).unwrap_or_else(|error| panic!("{text:?} is a position: {error}"));
    }
    let mut rng = Rng::stream(seed, "check_position_reader", 0);
    for _ in 0..count {
        let (text, other) = (texts[rng.index(texts.len())], texts[rng.index(texts.len())]);
        check_position(game, &String::from_utf8_lossy(&mutated(text, other, &mut rng)));
    }
}

/// Reads `count` damaged moves, positions and options each, starting from right ones of random games: whatever
/// they are, they give a value that survives being written again, or an error, and never a panic.
///
/// # Panics
/// If a reader panics or accepts something that it cannot write.
pub fn check_readers<G: Game>(game: &G, seed: u64, count: usize) {
    let mut rng = Rng::stream(seed, "check_readers", 0);
    let mut pos = game.start();
    for _ in 0..count {
        let Some(mv) = random_move(&pos, &mut rng) else {
            pos = game.start();
            continue;
        };
        let (move_text, position_text) = (game.write_move(&pos, mv), game.write_position(&pos));
        let damaged = mutated(&move_text, &position_text, &mut rng);
        check_move(game, &pos, &String::from_utf8_lossy(&damaged));
        let damaged = mutated(&position_text, &move_text, &mut rng);
        check_position(game, &String::from_utf8_lossy(&damaged));
        let damaged = mutated(game.options(), &move_text, &mut rng);
        check_options::<G>(&String::from_utf8_lossy(&damaged));
        pos.play(mv);
    }
}

fn check_move<G: Game>(game: &G, pos: &G::Position, text: &str) {
    match game.parse_move(pos, text) {
        Ok(mv) => {
            assert!(pos.is_legal(mv), "{text:?} was read as an illegal move in {pos:?}");
            let written = game.write_move(pos, mv);
            assert_eq!(game.parse_move(pos, &written), Ok(mv), "{text:?} was read in {pos:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_position<G: Game>(game: &G, text: &str) {
    match game.parse_position(text) {
        Ok(pos) => {
            let written = game.write_position(&pos);
            assert_eq!(game.parse_position(&written), Ok(pos), "{text:?} was read");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_options<G: Game>(text: &str) {
    match text.parse().and_then(|options| G::from_options(&options)) {
        Ok(game) => {
            let written = game.options().parse().expect("written options can be read");
            let read = G::from_options(&written).expect("written options make a game");
            assert_eq!(read.options(), game.options(), "{text:?} was read");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
