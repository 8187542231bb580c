//! What a scene looks like.

use framework::{
    Game, Ground, Label, Language, Mark, Place, Scene, Seat, Shape, Text, Tint, Token,
    render::{Style, svg, terminal},
};
use nim::Nim;

fn scene() -> Scene {
    let mut scene = Scene::grid(4, 2, Ground::Felt);
    let disc = |column, tint, letter| Token::new(Place::new(column, 0), Shape::Disc, tint, letter);
    scene.tokens.push(disc(0, Tint::Black, 'X').marked(Mark::Last));
    scene.tokens.push(disc(1, Tint::White, 'O').marked(Mark::Winning));
    scene.tokens.push(Token { caption: "12".to_owned(), ..disc(2, Tint::Red, 'R') });
    scene.tokens.push(Token::new(Place::new(3, 1), Shape::Square, Tint::Blue, 'B'));
    scene.labels.push(Label { place: Place::new(-1, 0), text: "10".to_owned() });
    scene.labels.push(Label { place: Place::new(2, 2), text: "<c>".to_owned() });
    scene.dice.push(framework::Die { place: Place::new(0, 1), face: 5, tint: Tint::White });
    scene.status.push(Text::fixed("black to move", "Schwarz ist am Zug"));
    scene
}

#[test]
fn letters_tell_tokens_apart_without_colors() {
    insta::assert_snapshot!(terminal(&scene(), &Style::plain()));
}

#[test]
fn colors_are_used_where_there_are_any() {
    let style = Style { color: true, language: Language::German };
    insta::assert_snapshot!(terminal(&scene(), &style).replace('\u{1b}', "␛"));
}

#[test]
fn a_picture_is_well_formed_and_escapes_texts() {
    let picture = svg(&scene());
    assert!(picture.contains("&lt;c&gt;"));
    insta::assert_snapshot!(picture);
}

#[test]
fn nim_is_drawn_without_a_line_of_its_own() {
    let game = Nim(vec![3, 4, 5]);
    insta::assert_snapshot!(svg(&game.scene(&game.start(), Seat::FIRST)));
}

#[test]
fn a_hot_spot_does_not_begin_a_longer_word() {
    let mut scene = Scene::grid(1, 1, Ground::Felt);
    scene.hot_spot(Place::new(0, 0), "a1");
    let spot = &scene.hot_spots[0];
    assert!(spot.begins("a1") && spot.begins("a1,b2") && spot.begins("a1/off"));
    assert!(!spot.begins("a10") && !spot.begins("b1"));
}
