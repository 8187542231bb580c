//! What must hold in every position of every game.

use std::collections::HashSet;

use super::{random_game, random_positions};
use crate::{AnyPosition, Game, MoveError, Options, Perft, Position, Rng, Seat, Turn, erase, perft, render};

/// Plays `games` random games from `seed` and checks every law in every position.
///
/// # Panics
/// If a law is broken; the message says which and where.
pub fn check_game<G: Game>(game: &G, seed: u64, games: usize) {
    check_options(game);
    for game_idx in 0..games {
        let mut rng = Rng::stream(seed, "check_game", game_idx as u64);
        random_game(game.start(), &mut rng, |pos| check_position(game, pos));
    }
    check_shallow_perft(game, seed);
}

/// Checks the number of paths from a position at some depths.
///
/// # Panics
/// If a number differs.
#[track_caller]
pub fn check_perft<P: Position>(pos: &P, paths: &[(u32, u64)]) {
    for &(depth, expected) in paths {
        assert_eq!(pos.perft(depth).paths, expected, "paths of {depth} plies from {pos:?}");
    }
}

/// Checks every law that concerns one position.
///
/// # Panics
/// If a law is broken.
pub fn check_position<G: Game>(game: &G, pos: &G::Position) {
    let moves = check_moves(pos);
    check_turn(game, pos, &moves);
    check_chance(pos, &moves);
    check_texts(game, pos, &moves);
    check_erased(game, pos, &moves);
    check_scene(game, pos, &moves);
}

fn check_options<G: Game>(game: &G) {
    let written = game.options();
    let options: Options = written.parse().unwrap_or_else(|error| panic!("options {written:?}: {error}"));
    let read = G::from_options(&options).unwrap_or_else(|error| panic!("options {written:?}: {error}"));
    assert_eq!(read.options(), written, "options survive being written and read");
    assert_eq!(read.start(), game.start(), "options {written:?} give the same start");
    let seats = game.start().seats();
    assert!(game.info().seats.contains(&seats), "{seats} seats are announced by the game's info");
}

fn check_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut appended = moves.clone();
    pos.legal_moves(&mut appended);
    assert_eq!(appended.len(), 2 * moves.len(), "the generator appends and is deterministic: {pos:?}");
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "no legal move is listed twice: {pos:?}");
    for &mv in &moves {
        assert!(pos.is_legal(mv), "listed moves are legal: {mv:?} in {pos:?}");
        let mut played = pos.clone();
        played.play(mv);
        let after = pos.after(mv);
        assert_eq!(after, played, "after = clone and play: {mv:?} in {pos:?}");
        assert_eq!(after.key(), played.key(), "equal positions have equal keys: {mv:?} in {pos:?}");
        assert_eq!(after.seats(), pos.seats(), "nobody sits down or leaves: {mv:?} in {pos:?}");
    }
    let mut children = Vec::new();
    pos.for_each_child(|mv, child| children.push((mv, child)));
    let expected: Vec<_> = moves.iter().map(|&mv| (mv, pos.after(mv))).collect();
    assert_eq!(children, expected, "the children are the legal moves in their order: {pos:?}");
    moves
}

fn check_turn<G: Game>(game: &G, pos: &G::Position, moves: &[<G::Position as Position>::Move]) {
    let over = pos.turn() == Turn::Over;
    assert_eq!(moves.is_empty(), over, "there is a move unless the game is over: {pos:?}");
    assert_eq!(game.result(pos).is_some(), over, "a result is told when the game is over: {pos:?}");
    if let Turn::Seat(seat) = pos.turn() {
        assert!(seat.index() < pos.seats(), "the seat to move exists: {pos:?}");
        for resignation in game.resignations(pos, seat) {
            assert_eq!(resignation.payoffs.seats(), pos.seats(), "giving up concerns every seat: {pos:?}");
        }
    }
    let payoffs = pos.payoffs();
    assert_eq!(payoffs.seats(), pos.seats(), "every seat has a payoff: {pos:?}");
    assert!(over || payoffs.iter().all(|&payoff| payoff == 0.0), "payoffs are 0 before the end: {pos:?}");
    assert!(payoffs.iter().sum::<f32>().abs() < 1e-4, "payoffs add up to 0: {payoffs:?} in {pos:?}");
}

fn check_chance<P: Position>(pos: &P, moves: &[P::Move]) {
    let mut outcomes = Vec::new();
    pos.chance_outcomes(&mut outcomes);
    if pos.turn() == Turn::Chance {
        let listed: Vec<_> = outcomes.iter().map(|outcome| outcome.0).collect();
        assert_eq!(listed, moves, "the moves of chance are its outcomes: {pos:?}");
        assert!(outcomes.iter().all(|outcome| outcome.1 != 0), "every outcome is possible: {pos:?}");
    } else {
        assert!(outcomes.is_empty(), "only chance has outcomes: {pos:?}");
    }
}

fn check_texts<G: Game>(game: &G, pos: &G::Position, moves: &[<G::Position as Position>::Move]) {
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = game.write_move(pos, mv);
        assert!(!text.trim().is_empty() && text.trim() == text, "a move's text is not blank: {mv:?}");
        assert!(!text.contains(['\n', '\r', '@', '#']), "a move's text fits into a record: {text:?}");
        assert_eq!(game.parse_move(pos, &text), Ok(mv), "a move survives being written: {text:?} in {pos:?}");
        assert!(texts.insert(text.clone()), "two moves are written {text:?} in {pos:?}");
    }
    let text = game.write_position(pos);
    assert!(!text.contains(['\n', '\r']), "a position is one line: {text:?}");
    assert_eq!(game.parse_position(&text).as_ref(), Ok(pos), "a position survives being written: {text:?}");
}

fn check_erased<G: Game>(game: &G, pos: &G::Position, moves: &[<G::Position as Position>::Move]) {
    let mut erased =
        erase(game.clone()).parse_position(&game.write_position(pos)).expect("the text was just written");
    assert_eq!(erased.as_any().downcast_ref(), Some(pos), "erased = typed");
    assert_eq!(erased.key(), pos.key(), "erased = typed");
    let texts: Vec<_> = moves.iter().map(|&mv| game.write_move(pos, mv)).collect();
    assert_eq!(erased.legal_moves(), texts, "erased = typed");
    if let (Some(&mv), Some(text)) = (moves.last(), texts.last()) {
        assert_eq!(erased.play(text).as_ref(), Ok(text), "erased = typed");
        assert_eq!(erased.as_any().downcast_ref(), Some(&pos.after(mv)), "erased = typed");
    }
    check_refusal(&*erased);
}

fn check_refusal(erased: &dyn AnyPosition) {
    let before = erased.key();
    let mut tried = erased.boxed_clone();
    match tried.play("\u{1f3b2} no move") {
        Err(MoveError::Unreadable(_) | MoveError::Illegal(_)) => {}
        Ok(text) => panic!("nonsense was played as {text:?}"),
    }
    assert_eq!(tried.key(), before, "a refused move changes nothing");
}

fn check_scene<G: Game>(game: &G, pos: &G::Position, moves: &[<G::Position as Position>::Move]) {
    for seat in Seat::all(pos.seats()) {
        let scene = game.scene(pos, seat);
        let inside = |place: crate::Place| {
            (0..scene.columns).contains(&place.column) && (0..scene.rows).contains(&place.row)
        };
        assert!(scene.cells.iter().all(|cell| inside(cell.place)), "cells lie on the grid: {pos:?}");
        assert!(scene.tokens.iter().all(|token| inside(token.place)), "tokens lie on the grid: {pos:?}");
        assert!(scene.hot_spots.iter().all(|spot| inside(spot.place)), "hot spots lie on the grid: {pos:?}");
        let near = |place: crate::Place| {
            (-1..=scene.columns).contains(&place.column) && (-1..=scene.rows).contains(&place.row)
        };
        assert!(scene.labels.iter().all(|label| near(label.place)), "labels lie near the grid: {pos:?}");
        assert!(
            !render::svg(&scene).is_empty() && !render::terminal(&scene, &render::Style::plain()).is_empty()
        );
        if matches!(pos.turn(), Turn::Seat(_)) {
            check_hot_spots(game, pos, moves, &scene);
        }
    }
}

fn check_hot_spots<G: Game>(
    game: &G,
    pos: &G::Position,
    moves: &[<G::Position as Position>::Move],
    scene: &crate::Scene,
) {
    let texts: Vec<_> = moves.iter().map(|&mv| game.write_move(pos, mv)).collect();
    for text in &texts {
        let found = scene.hot_spots.iter().any(|spot| spot.begins(text));
        assert!(found, "the move {text:?} begins at a hot spot: {pos:?}");
    }
    for spot in &scene.hot_spots {
        let found = texts.iter().any(|text| spot.begins(text));
        assert!(found, "a move begins at the hot spot {:?}: {pos:?}", spot.prefix);
    }
}

/// A game's own faster counting must agree with plain enumeration.
fn check_shallow_perft<G: Game>(game: &G, seed: u64) {
    random_positions(&game.start(), seed, 20, |pos| {
        for depth in 0..3 {
            let plain: Perft = perft::count(pos, depth);
            // Wide positions are left to the game's own perft tables.
            if plain.leaves() < 10_000 {
                assert_eq!(pos.perft(depth), plain, "{depth} plies from {pos:?}");
            } else {
                break;
            }
        }
    });
}
