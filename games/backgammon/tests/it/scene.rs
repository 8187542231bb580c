//! What is drawn.

use backgammon::notation::gnu_id;
use framework::{Game, Place, Scene, Seat, render};

use crate::{after, board, game};

/// The number of tokens in a column, by letter.
fn count(scene: &Scene, column: i16, letter: char) -> usize {
    scene.tokens.iter().filter(|token| token.place.column == column && token.letter == letter).count()
}

#[test]
fn the_home_board_of_who_looks_is_at_the_lower_right() {
    let money = game("");
    let table = money.start();
    for (seat, own, others) in [(Seat::FIRST, 'O', 'X'), (Seat::SECOND, 'X', 'O')] {
        let scene = money.scene(&table, seat);
        // Column 7 has the points 6 (below) and 19 (above).
        let lower = |letter| {
            let is_it = |token: &&framework::Token| token.letter == letter && token.place.column == 7;
            scene.tokens.iter().filter(is_it).all(|token| 5 < token.place.row)
        };
        assert!(lower(own) && !lower(others));
        assert_eq!((count(&scene, 7, own), count(&scene, 7, others)), (5, 5));
        let label =
            |place| scene.labels.iter().find(|label| label.place == place).map(|label| label.text.as_str());
        assert_eq!(label(Place::new(12, 11)), Some("1"), "numbers are those of who looks");
        assert_eq!(label(Place::new(12, -1)), Some("24"));
    }
}

#[test]
fn a_stack_of_fifteen_shows_five_checkers_and_its_number() {
    let game = game("nocube");
    let table = game.parse_position(&gnu_id::write_board(board(&[(6, 15)], &[(6, 14)]))).expect("a board");
    let scene = game.scene(&table, Seat::FIRST);
    assert_eq!(count(&scene, 7, 'O'), 5);
    let captions: Vec<_> =
        scene.tokens.iter().map(|token| token.caption.as_str()).filter(|it| !it.is_empty()).collect();
    assert_eq!(captions, ["15", "14", "1"], "two stacks, and one checker off");
}

#[test]
fn decisions_are_words_in_the_middle() {
    let money = game("beavers");
    let table = after(&money, money.start(), &["31", "8/5 6/5", "double"]);
    let scene = money.scene(&table, Seat::FIRST);
    let words: Vec<_> =
        scene.labels.iter().filter(|label| label.place.row == 5).map(|label| &label.text).collect();
    assert_eq!(words, ["take", "pass", "beaver"]);
    assert_eq!(scene.status[0].en, "black doubles to 2: white to take or pass");
    assert_eq!(scene.status[0].de, "Schwarz verdoppelt auf 2: Weiß nimmt an oder gibt auf");
}

#[test]
fn plays_begin_at_the_mover_s_checkers_from_either_side() {
    let money = game("nocube");
    let table = after(&money, money.start(), &["16"]);
    for seat in [Seat::FIRST, Seat::SECOND] {
        let scene = money.scene(&table, seat);
        for spot in &scene.hot_spots {
            let column = spot.place.column;
            assert_ne!(count(&scene, column, 'X'), 0, "black is to move and has a checker here: {spot:?}");
        }
    }
}

#[test]
fn the_drawing_fits_a_small_terminal() {
    let game = game("match=7");
    let table = after(&game, game.start(), &["31", "8/5 6/5", "double", "take", "64", "24/14"]);
    let drawing = render::terminal(&game.scene(&table, Seat::FIRST), &render::Style::plain());
    assert!(drawing.lines().count() <= 20, "{drawing}");
    assert!(drawing.lines().all(|line| line.chars().count() <= 60), "{drawing}");
    insta::assert_snapshot!(drawing);
}
