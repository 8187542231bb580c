//! What is drawn.

use std::collections::BTreeSet;

use blokus::{Blokus, MEDIUM, SMALL};
use framework::{Game, Ground, Language, Scene, Seat, Tint, render};

use crate::data::{game, rows};

fn duo_after(moves: &str) -> Scene {
    let game = Blokus::duo();
    game.scene(&game.parse_position(moves).expect("legal"), Seat::FIRST)
}

#[test]
fn start_cells_are_marked_until_their_color_has_begun() {
    let marked = |scene: &Scene| -> Vec<Ground> {
        scene.cells.iter().map(|cell| cell.ground).filter(|&ground| ground != Ground::Light).collect()
    };
    assert_eq!(marked(&duo_after("-")), [Ground::Start(Tint::Orange), Ground::Start(Tint::Purple)]);
    assert_eq!(marked(&duo_after("1:e10")), [Ground::Start(Tint::Purple)]);
    assert_eq!(marked(&duo_after("1:e10 2:j5")), []);
}

#[test]
fn every_piece_is_a_group_of_squares() {
    let scene = duo_after("1:e10,f10 2:j5,j6,j7 1:g11,h11,i11");
    let groups: BTreeSet<_> = scene.tokens.iter().map(|token| token.group).collect();
    assert_eq!((scene.tokens.len(), groups.len()), (8, 3));
    for token in &scene.tokens {
        assert_eq!(token.letter, if token.tint == Tint::Orange { 'O' } else { 'P' });
    }
}

#[test]
fn classic_fits_into_eighty_by_twenty_four() {
    let game = Blokus::classic();
    for row in rows(include_str!("../data/games_classic.tsv")) {
        let mut pos = game.start();
        for mv in game.parse_record(row[7]).expect("legal") {
            framework::Position::play(&mut pos, mv);
            for language in [Language::English, Language::German] {
                let style = render::Style { color: false, language };
                let lines = render::terminal(&game.scene(&pos, Seat::FIRST), &style);
                assert!(lines.lines().count() <= 24);
                assert!(lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
            }
        }
    }
}

#[test]
fn the_lines_beside_the_board_tell_turn_points_and_pieces() {
    let game = game::<MEDIUM>("classic players=3").expect("it fits");
    let pos = game.parse_position("1:a20 2:t19,t20 3:t1").expect("legal");
    let status = game.scene(&pos, Seat::FIRST).status;
    let english: Vec<_> = status.iter().map(|line| line.en.as_ref()).collect();
    let all = "1 2 I3 V3 I4 L4 T4 Z4 O F I5 L5 N P T5 U V5 W X Y Z5";
    let expected = [
        "green (player 1) to move".to_owned(),
        "blue 1 (20 left) · yellow 2 (20 left) · red 1 (20 left) · green 0 (21 left)".to_owned(),
        format!("pieces: {all}"),
    ];
    assert_eq!(english, expected);
    assert_eq!(status[0].de, "Grün (Spieler 1) zieht");
}

#[test]
fn a_small_board_looks_like_this() {
    let game = game::<SMALL>("custom 6x4 colors=2 pieces=1*1,2*2,V3*1").expect("it fits");
    let pos = game.parse_position("1:a3,a4,b4 2:e1,f1 1:b2,c2").expect("legal");
    let drawn = render::terminal(&game.scene(&pos, Seat::FIRST), &render::Style::plain());
    let expected = [
        "4 B B · · · ·",
        "3 B · · · · ·",
        "2 · B B · · ·",
        "1 · · · · R R",
        "  a b c d e f",
        "red (player 2) to move",
        "blue 5 (2 left) · red 2 (3 left)",
        "pieces: 1 2 V3",
    ];
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
}
