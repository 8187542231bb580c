//! The numbers of the 2018 course: every value is checked, and both sides always see the same board.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use connect4::{
    Column,
    original::{Broken, Ended, MESSAGE_BYTES, Message, Peer},
};
use framework::{Rng, random_move, testkit};

/// Lets the side that speaks say a message, and the other one hear it.
fn pass(speaker: &mut Peer, hearer: &mut Peer, rng: &mut Rng) {
    let message = match speaker.end() {
        Some(message) => message,
        None => speaker.play(random_move(speaker.board(), rng).unwrap()).unwrap(),
    };
    assert_eq!(hearer.hear(message.number()), Ok(message));
    assert_eq!(speaker.board(), hearer.board());
    assert_ne!(speaker.speaks(), hearer.speaks());
    assert_ne!(speaker.is_yellow(), hearer.is_yellow());
}

#[test]
fn a_thousand_games_are_played_with_equal_boards_and_swapped_colors() {
    let mut rng = Rng::stream(1, "course", 0);
    let (mut waiting, mut connecting) = (Peer::waiting(), Peer::connecting());
    let mut results = [0; 3];
    while waiting.n_games() < 1_000 {
        assert_eq!(waiting.is_yellow(), waiting.n_games().is_multiple_of(2));
        if waiting.speaks() {
            pass(&mut waiting, &mut connecting, &mut rng);
        } else {
            pass(&mut connecting, &mut waiting, &mut rng);
        }
        match (waiting.ended(), connecting.ended()) {
            (None, None) => {}
            (Some(Ended::Won), Some(Ended::Lost)) => results[0] += 1,
            (Some(Ended::Lost), Some(Ended::Won)) => results[1] += 1,
            (Some(Ended::Drawn), Some(Ended::Drawn)) => results[2] += 1,
            ended => panic!("{ended:?}"),
        }
    }
    assert_eq!(results.iter().sum::<u32>(), 1_000);
    assert!(results.iter().all(|&count| 0 < count), "{results:?}");
}

#[test]
fn anything_but_a_legal_column_breaks_the_connection() {
    let mut red = Peer::connecting();
    let before = *red.board();
    for number in [-2, 7, 8, 255, 256, 1 << 24, i32::MAX, i32::MIN] {
        assert_eq!(red.hear(number), Err(Broken::NoColumn(number)));
    }
    assert_eq!(red.hear(-1), Err(Broken::NotOver), "the original sends this when its connection breaks");
    assert_eq!(*red.board(), before);
    assert_eq!(red.play(Column::new(0)), Err(Broken::OutOfTurn));
    assert_eq!(red.hear(0), Ok(Message::Column(Column::new(0))));
    assert_eq!(red.hear(1), Err(Broken::OutOfTurn));
    for _ in 0..3 {
        let own = if red.speaks() { red.play(Column::new(0)).is_ok() } else { red.hear(0).is_ok() };
        assert!(own);
    }
    let mut full = red;
    full.hear(0).unwrap();
    full.play(Column::new(0)).unwrap();
    assert_eq!(full.hear(0), Err(Broken::Illegal(Column::new(0))));
}

/// A game that the other side, as yellow, has just won with its column.
fn lost_game() -> Peer {
    let mut red = Peer::connecting();
    for _ in 0..3 {
        red.hear(0).unwrap();
        red.play(Column::new(6)).unwrap();
    }
    red.hear(0).unwrap();
    assert_eq!(red.ended(), Some(Ended::Lost));
    red
}

#[test]
fn one_extra_end_after_a_won_game_is_ignored_whenever_it_comes() {
    // Before we have said that the game is over, and after it.
    for is_early in [true, false] {
        let mut peer = lost_game();
        if is_early {
            assert_eq!(peer.hear(-1), Ok(Message::ExtraGameOver));
        }
        assert_eq!(peer.end(), Some(Message::GameOver));
        if !is_early {
            assert_eq!(peer.hear(-1), Ok(Message::ExtraGameOver));
        }
        // In the next game we begin, and a second extra end is one too many.
        peer.play(Column::new(3)).unwrap();
        assert_eq!(peer.hear(-1), Err(Broken::NotOver));
        assert_eq!(peer.hear(3), Ok(Message::Column(Column::new(3))));
    }
    // It may even come after our first column of the next game, but not after theirs.
    let mut peer = lost_game();
    peer.end().unwrap();
    peer.play(Column::new(3)).unwrap();
    assert_eq!(peer.clone().hear(-1), Ok(Message::ExtraGameOver));
    peer.hear(3).unwrap();
    assert_eq!(peer.hear(-1), Err(Broken::OutOfTurn));
}

#[test]
fn every_byte_value_in_every_place_is_checked() {
    for place in 0..MESSAGE_BYTES {
        for byte in 0..=u8::MAX {
            for rest in [0, u8::MAX] {
                let mut bytes = [rest; MESSAGE_BYTES];
                bytes[place] = byte;
                let number = i32::from_le_bytes(bytes);
                let mut red = Peer::connecting();
                let heard = red.hear(number);
                match number {
                    0..=6 => assert_eq!(heard, Ok(Message::Column(Column::new(number as u8)))),
                    -1 => assert_eq!(heard, Err(Broken::NotOver)),
                    _ => assert_eq!(heard, Err(Broken::NoColumn(number))),
                }
            }
        }
    }
}

#[test]
fn random_bytes_do_no_harm() {
    let mut rng = Rng::stream(2, "course bytes", 0);
    let mut peer = Peer::connecting();
    for _ in 0..testkit::fuzz_inputs() {
        let bytes = match rng.index(3) {
            0 => [rng.index(8) as u8, 0, 0, 0],
            1 => [0xff; 4],
            _ => (rng.bits() as u32).to_le_bytes(),
        };
        let (board, n_games) = (*peer.board(), peer.n_games());
        match peer.hear(i32::from_le_bytes(bytes)) {
            Ok(Message::Column(column)) => assert!(board.has_room(column)),
            Ok(Message::GameOver) => assert_eq!(peer.n_games(), n_games + 1),
            Ok(Message::ExtraGameOver) => assert_eq!((*peer.board(), peer.n_games()), (board, n_games)),
            Err(_) => assert_eq!(*peer.board(), board),
        }
        if peer.end().is_none() && peer.speaks() && rng.index(2) == 0 {
            let column = random_move(peer.board(), &mut rng).unwrap();
            peer.play(column).unwrap();
        }
    }
}
