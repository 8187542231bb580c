//! Seats and colors.

use blokus::{Blokus, Color, MEDIUM, Rules};
use framework::{Game, Position, Seat, Turn};

use crate::data::{game, rows};

fn classic(players: usize) -> Blokus<MEDIUM> {
    Blokus::new(Rules::classic().with_players(players).expect("two to four")).expect("it fits")
}

/// The seats that make the moves of a recorded game, with their colors.
fn seats_and_colors(game: &Blokus<MEDIUM>, record: &str) -> Vec<(usize, usize)> {
    let mut pos = game.start();
    let mut seats = Vec::new();
    for mv in game.parse_record(record).expect("legal") {
        let (Turn::Seat(seat), Some(color)) = (pos.turn(), pos.to_move()) else { panic!("the game goes on") };
        seats.push((seat.number(), color.number()));
        pos.play(mv);
    }
    seats
}

#[test]
fn two_players_share_four_colors_crosswise() {
    for row in rows(include_str!("../data/games_classic.tsv")) {
        for (seat, color) in seats_and_colors(&classic(2), row[7]) {
            assert_eq!(seat, if color % 2 == 1 { 1 } else { 2 });
        }
    }
    assert_eq!(classic(2).seat_name(Seat::FIRST).en, "blue and red");
    assert_eq!(classic(2).seat_name(Seat::SECOND).de, "Gelb und Grün");
}

#[test]
fn three_players_lay_the_fourth_color_in_turn() {
    for row in rows(include_str!("../data/games_classic.tsv")) {
        let (fourth, others): (Vec<_>, Vec<_>) =
            seats_and_colors(&classic(3), row[7]).into_iter().partition(|&(_, color)| color == 4);
        assert!(others.iter().all(|&(seat, color)| seat == color));
        let seats: Vec<_> = fourth.iter().map(|entry| entry.0).collect();
        let expected: Vec<_> = [1, 2, 3].into_iter().cycle().take(seats.len()).collect();
        assert_eq!(seats, expected);
    }
}

#[test]
fn the_shared_colors_points_count_for_nobody() {
    for row in rows(include_str!("../data/games_classic.tsv")) {
        let end = classic(3).parse_position(row[7]).expect("legal");
        let points: Vec<_> = end.seat_points().iter().copied().collect();
        assert_eq!(points, [0, 1, 2].map(|color| end.points(Color::new(color))));
        assert_eq!(end.rules().owner(Color::new(3)), None);
    }
}

#[test]
fn the_number_of_players_changes_no_move() {
    let plain = classic(4).start().perft(3);
    assert_eq!([classic(2).start().perft(3), classic(3).start().perft(3)], [plain, plain]);
}

#[test]
fn four_players_have_a_color_each() {
    let game = classic(4);
    let names: Vec<_> = Seat::all(4).map(|seat| game.seat_name(seat).to_string()).collect();
    assert_eq!(names, ["blue", "yellow", "red", "green"]);
    assert_eq!(Blokus::duo().seat_name(Seat::FIRST).to_string(), "orange");
    let two_colors = self::game::<MEDIUM>("two-colors").expect("it fits");
    assert_eq!(two_colors.seat_name(Seat::SECOND).to_string(), "red");
}
