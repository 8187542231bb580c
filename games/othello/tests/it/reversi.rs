//! Reversi, where it differs from Othello.

use framework::{Game, Language, MoveError, Position, Reason, Seat, Turn, render, search::Limits, testkit};
use othello::{BLACK, ENTRY, Move, Reversi, ReversiBoard, WHITE, WhyNot, WideSet};

fn game() -> Reversi {
    Reversi::new(8).unwrap()
}

fn after(moves: &str) -> ReversiBoard {
    let mut pos = game().start();
    for text in moves.split_whitespace() {
        pos.play(game().parse_move(&pos, text).unwrap());
    }
    pos
}

/// The rule that forbids a move.
fn refused(pos: &ReversiBoard, text: &str) -> WhyNot {
    match game().parse_move(pos, text) {
        Err(MoveError::Illegal(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reversi_keeps_the_laws_on_every_size() {
    testkit::check_game(&Reversi::<u64>::new(4).unwrap(), 1, 100);
    testkit::check_game(&game(), 2, 20);
    testkit::check_game(&Reversi::<WideSet>::new(10).unwrap(), 3, 5);
    testkit::check_readers(&game(), 1, testkit::fuzz_inputs() / 4);
    testkit::check_player_fields(&game());
}

/// The first four discs can be laid in 4 · 3 · 2 · 1 orders, which make 6 patterns in 4 orders each. Two patterns are those
/// of Othello, with 12 ways to go on for two plies. In the other four each color has a pair side by side: black has four
/// moves, of which two leave white four and two leave it three answers, 14 ways in all. That makes 4 · (2 · 12 + 4 · 14).
#[test]
fn paths_are_counted_as_by_hand() {
    let counts = [(1, 4), (2, 12), (3, 24), (4, 24), (5, 96), (6, 320)];
    testkit::check_perft(&game().start(), &counts);
    testkit::check_perft(&Reversi::<WideSet>::new(10).unwrap().start(), &counts);
}

#[test]
fn first_four_discs_lie_anywhere_in_the_middle_and_flip_nothing() {
    let pos = after("d4 d5 e4");
    assert_eq!((pos.board().discs(BLACK), pos.board().discs(WHITE)), (2, 1));
    assert_eq!(refused(&pos, "c3").code(), "outside-middle");
    assert_eq!(refused(&pos, "d4").code(), "occupied");
    let pos = after("d4 d5 e4 e5");
    // Both colors side by side, as Othello never begins.
    assert_eq!(refused(&pos, "c4").code(), "flips-nothing");
    assert_eq!(after("d4 d5 e4 e5 d6").board().discs(BLACK), 4);
}

#[test]
fn each_player_has_half_of_the_discs() {
    let pos = game().start();
    assert_eq!((pos.supply(BLACK), pos.supply(WHITE)), (32, 32));
    let pos = after("d4 d5 e4 e5 d6");
    assert_eq!((pos.supply(BLACK), pos.supply(WHITE)), (29, 30));
}

#[test]
fn who_has_used_up_their_discs_passes_although_squares_are_open() {
    let game = Reversi::<u64>::new(4).unwrap();
    // Black could enclose d1, but has no disc left; white can enclose a4.
    let pos = game.parse_position("XXO- XXXX XXXX -XXO X 0 2").unwrap();
    assert!(pos.must_pass());
    assert_eq!(pos.turn(), Turn::Seat(BLACK));
    match game.parse_move(&pos, "d1") {
        Err(MoveError::Illegal(why)) => assert_eq!(why.code(), "no-discs-left"),
        other => panic!("{other:?}"),
    }
    let passed = pos.after(Move::Pass);
    assert_eq!(passed.turn(), Turn::Seat(WHITE));
    assert_eq!(game.parse_move(&passed, "a4"), Ok(passed_move(&game, &passed, "a4")));
    // With a disc in hand it is a move.
    let pos = game.parse_position("XXO- XXXX XXXX -XXO X 1 1").unwrap();
    assert!(game.parse_move(&pos, "d1").is_ok());
}

fn passed_move(game: &Reversi, pos: &ReversiBoard, text: &str) -> Move {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.into_iter().find(|&mv| game.write_move(pos, mv) == text).unwrap()
}

#[test]
fn empty_squares_count_for_nobody() {
    let game = Reversi::<u64>::new(4).unwrap();
    let pos = game.parse_position("XXXX ---- ---- ---- O 6 6").unwrap();
    // The middle is open: the first four discs can still be laid there.
    assert_eq!(pos.turn(), Turn::Seat(WHITE));
    let pos = game.parse_position("XXXX XXXX XXXX ---- O 2 2").unwrap();
    assert_eq!(game.result(&pos).unwrap().en, "black wins 12 to 0");
    assert_eq!(game.tally(&pos), Some(vec![12, 0]));
}

#[test]
fn discs_in_hand_have_to_fit_the_empty_squares() {
    for wrong in
        ["XXXX XXXX XXXX ---- O", "XXXX XXXX XXXX ---- O 2 3", "XXXX XXXX XXXX ---- O 2", "4 4", "O 16 x"]
    {
        let game = Reversi::<u64>::new(4).unwrap();
        assert!(game.parse_position(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn positions_are_read_with_supplies_or_as_transcripts() {
    let pos = after("d4 d5 e4 e5 d6");
    let text = game().write_position(&pos);
    assert!(text.ends_with(" O 29 30"), "{text}");
    for written in [text.as_str(), "d4d5e4e5d6", "1. D4 d5 2. e4 e5 3. d6", &text.replace(' ', "  ")] {
        assert_eq!(game().parse_position(written), Ok(pos), "{written}");
    }
    assert!(game().parse_position("d4d5e4e5c4").is_err(), "c4 flips nothing");
}

#[test]
fn start_is_drawn_with_supplies_in_both_languages() {
    let scene = game().scene(&game().start(), Seat::FIRST);
    assert!(scene.tokens.is_empty());
    let hot: Vec<_> = scene.hot_spots.iter().map(|spot| spot.prefix.as_str()).collect();
    assert_eq!(hot, ["d4", "e4", "d5", "e5"]);
    let drawn = render::terminal(&scene, &render::Style::plain());
    assert!(drawn.ends_with("black (X) to move\nblack 0, 32 left · white 0, 32 left\n"), "{drawn}");
    assert_eq!(scene.status[1].in_language(Language::German), "Schwarz 0, Vorrat 32 · Weiß 0, Vorrat 32");
}

#[test]
fn reasons_are_told_in_both_languages() {
    let why = refused(&game().start(), "a1").sentence();
    assert_eq!(
        why.en,
        "the first four discs go to the four squares in the middle, and a1 is not one of them"
    );
    assert_eq!(
        why.de,
        "die ersten vier Steine kommen auf die vier Felder in der Mitte, und a1 gehört nicht dazu"
    );
}

#[test]
fn reversi_is_a_variant_of_the_catalog() {
    assert_eq!(ENTRY.open_text("reversi").unwrap().options(), "8x8 reversi");
    assert_eq!(ENTRY.open_text("reversi 10x10").unwrap().options(), "10x10 reversi");
    assert!(ENTRY.info.variants.iter().any(|variant| variant.options == "8x8 reversi"));
}

#[test]
fn every_level_and_the_adviser_play_whole_games() {
    let game = Reversi::<u64>::new(6).unwrap();
    let limits = Limits::nodes(300);
    for level in 1..=10 {
        let (mut own, mut other) = (game.level(level), game.level(11 - level));
        let last = testkit::play(game.start(), [&mut *own, &mut *other], [limits, limits]);
        assert_eq!(last.turn(), Turn::Over, "level {level}");
    }
    let mut adviser = game.adviser();
    let pos = game.parse_position("c3c4d3d4").unwrap();
    let found = testkit::search(&mut *adviser, &pos, &Limits::depth(3));
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    assert_eq!(found.moves.len(), moves.len(), "it values every move");
}
