//! The board as a drawing.

use framework::{Game, Language, Seat, render};
use othello::Othello;

use super::{board, small_board, small_game};

#[test]
fn the_start_looks_like_this_in_a_terminal() {
    let game = Othello::standard();
    let scene = game.scene(&game.start(), Seat::FIRST);
    let drawn = render::terminal(&scene, &render::Style::plain());
    let expected = "  a b c d e f g h\n\
                    1 · · · · · · · ·\n\
                    2 · · · · · · · ·\n\
                    3 · · · · · · · ·\n\
                    4 · · · O X · · ·\n\
                    5 · · · X O · · ·\n\
                    6 · · · · · · · ·\n\
                    7 · · · · · · · ·\n\
                    8 · · · · · · · ·\n\
                    black (X) to move\n\
                    black 2 · white 2 · empty 60\n";
    assert_eq!(drawn, expected);
}

#[test]
fn the_status_speaks_german() {
    let german = |text: &str| {
        let scene = small_game().scene(&small_board(text), Seat::FIRST);
        let lines: Vec<_> =
            scene.status.iter().map(|line| line.in_language(Language::German).to_owned()).collect();
        lines.join(" / ")
    };
    assert_eq!(german("start"), "Schwarz (X) ist am Zug / Schwarz 2 · Weiß 2 · leer 12");
    assert_eq!(
        german("XO-- ---- ---- ---- O"),
        "Weiß (O) hat kein Feld und muss passen / Schwarz 1 · Weiß 1 · leer 14"
    );
    assert_eq!(german("XXX- ---- ---- ---- O"), "Schwarz gewinnt 16 zu 0 / Schwarz 3 · Weiß 0 · leer 13");
}

#[test]
fn every_square_to_play_on_is_hot() {
    let scene = Othello::standard().scene(&board("start"), Seat::FIRST);
    let prefixes: Vec<_> = scene.hot_spots.iter().map(|spot| spot.prefix.as_str()).collect();
    assert_eq!(prefixes, ["d3", "c4", "f5", "e6"]);
    assert_eq!((scene.hot_spots[2].place.column, scene.hot_spots[2].place.row), (5, 4));
}

#[test]
fn who_must_pass_touches_any_empty_square() {
    let scene = small_game().scene(&small_board("XO-- ---- ---- ---- O"), Seat::FIRST);
    assert_eq!(scene.hot_spots.len(), 14);
    assert!(scene.hot_spots.iter().all(|spot| spot.prefix == "pass"));
}

#[test]
fn nothing_is_hot_after_the_end() {
    let scene = small_game().scene(&small_board("XX-- ---- ---- --OO X"), Seat::FIRST);
    assert!(scene.hot_spots.is_empty());
}

#[test]
fn the_largest_board_fits_into_a_terminal() {
    let game = othello::ENTRY.open_text("16x16").unwrap();
    let drawn = render::terminal(&game.start().scene(Seat::FIRST), &render::Style::plain());
    assert!(drawn.lines().count() <= 24, "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
}
