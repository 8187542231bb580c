//! Whose turn it is, and when the game ends.

use blokus::{Blokus, Color, LARGE, SMALL};
use framework::{Game, Position, Seat, Turn};

use crate::data::game;

#[test]
fn colors_move_in_order() {
    let game = Blokus::classic();
    let mut pos = game.start();
    for (number, cells) in [(1, "a20"), (2, "t20"), (3, "t1"), (4, "a1"), (1, "b19,c19"), (2, "r19,s19")] {
        assert_eq!(pos.to_move().map(Color::number), Some(number));
        pos.play(game.parse_move(&pos, cells).expect("legal"));
    }
}

#[test]
fn a_color_without_a_move_is_skipped() {
    let game = Blokus::duo();
    let blocked = "1:e7,f7,e8,e9,e10 2:j1,j2,j3,j4,j5 1:g6,h6,i6,j6,k6";
    let pos = game.parse_position(blocked).expect("legal");
    let second = Color::new(1);
    assert!(!pos.has_move(second) && pos.count_moves_of(second) == 0);
    assert_eq!(pos.to_move(), Some(Color::FIRST), "the same color moves again");
    assert_eq!(pos.perft(1).paths, pos.count_moves_of(Color::FIRST));
}

#[test]
fn a_color_that_cannot_begin_is_skipped_from_the_start() {
    // Color 1 begins in a corner, where the cross cannot lie; color 2 in the middle.
    let game = game::<SMALL>("custom 5x5 colors=2 starts=a5,c3 pieces=X*1").expect("it fits");
    let pos = game.start();
    assert_eq!(pos.to_move(), Some(Color::new(1)));
    assert_eq!(pos.perft(1).paths, 5);
}

#[test]
fn the_game_ends_when_no_color_can_move() {
    let game = game::<SMALL>("custom 3x3 colors=2 starts=a3,c1 pieces=1*1,2*1,V3*1").expect("it fits");
    let pos = game.parse_position("1:a2,a3,b3").expect("legal");
    assert_eq!(pos.turn(), Turn::Seat(Seat::SECOND));
    let pos = game.parse_position("1:a2,a3,b3 2:b1,c1,c2").expect("legal");
    assert_eq!(pos.turn(), Turn::Over, "what is left of both fits, but touches no free corner");
    assert!(pos.rules().colors().all(|color| !pos.left(color).is_empty() && !pos.has_move(color)));
}

#[test]
fn a_color_that_has_laid_everything_is_skipped() {
    let game = game::<LARGE>("custom 10x10 colors=2 pieces=1*1").expect("it fits");
    let pos = game.parse_position("1:a10").expect("legal");
    assert_eq!(pos.to_move(), Some(Color::new(1)));
    let pos = game.parse_position("1:a10 2:j1").expect("legal");
    assert_eq!((pos.turn(), pos.to_move()), (Turn::Over, None));
    assert!(game.result(&pos).is_some());
}
