//! What is drawn.

use connect4::{Bits, Lanes};
use framework::{Game, Language, Mark, Place, Scene, Seat, Tint, render};

use crate::{game, position};

fn scene<B: Bits>(options: &str, text: &str) -> Scene {
    game::<B>(options).scene(&position(options, text), Seat::FIRST)
}

fn drawn(options: &str, text: &str) -> String {
    render::terminal(&scene::<Lanes>(options, text), &render::Style::plain())
}

#[test]
fn a_board_in_a_terminal() {
    let expected = "\
· · · · · · ·
· · · · · · ·
· · · · · · ·
· · · · · · ·
· · · O · · ·
· · O X X · ·
1 2 3 4 5 6 7
yellow (X) to move
yellow 2, red 2; 4 in a row win
";
    assert_eq!(drawn("7x6x4", "4453"), expected);
}

#[test]
fn the_numbers_of_many_columns_stand_apart() {
    let expected = "\
1   3   5   7   9   11
· · · · · · · · · · · ·
X · · · · · · · · · · O
  2   4   6   8   10  12
yellow (X) to move
yellow 1, red 1; 4 in a row win
";
    assert_eq!(drawn("12x2x4", "1 12"), expected);
}

#[test]
fn the_winning_line_is_marked() {
    let scene = scene::<u64>("7x6x4", "1122334");
    let marked: Vec<_> = scene.tokens.iter().filter(|token| token.mark == Mark::Winning).collect();
    assert_eq!(marked.iter().map(|token| token.place.column).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(marked.iter().all(|token| token.tint == Tint::Yellow && token.place.row == 5));
    assert_eq!(scene.status[0].in_language(Language::German), "Gelb gewinnt");
}

#[test]
fn open_columns_are_touched_at_the_top() {
    let scene = scene::<u64>("7x6x4", "444444");
    let spots: Vec<_> = scene.hot_spots.iter().map(|spot| (spot.place, spot.prefix.as_str())).collect();
    let expected = [(0, "1"), (1, "2"), (2, "3"), (4, "5"), (5, "6"), (6, "7")];
    assert_eq!(spots, expected.map(|(column, prefix)| (Place::new(column, 0), prefix)));
    assert_eq!(scene.status[0].in_language(Language::German), "Gelb (X) ist am Zug");
}

#[test]
fn nothing_is_touched_after_the_end() {
    let scene = scene::<u64>("7x6x4", "1212121");
    assert!(scene.hot_spots.is_empty());
}
