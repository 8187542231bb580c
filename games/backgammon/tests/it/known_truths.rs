//! Numbers and texts that others have found before us.

use std::collections::BTreeMap;

use backgammon::{
    Dice, Outcome,
    notation::{gnu_id, play},
};
use framework::{Game, Position, testkit};

use crate::{dice, game};

const LEGAL_PLAYS: &str = include_str!("../data/legal-plays.txt");
const MOVES: &str = include_str!("../data/moves.txt");
const PROBS: &str = include_str!("../data/probs.txt");
const CUBE: &str = include_str!("../data/cube.txt");
const BEAROFF: &str = include_str!("../data/bearoff-two-sided.txt");

const START: &str = "4HPwATDgc/ABMA";

#[test]
fn number_of_plays_agrees_with_three_other_generators() {
    let mut n_lines = 0;
    for line in LEGAL_PLAYS.lines().filter(|line| !line.starts_with('#')) {
        let [id, one, other, count, why] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}: not five fields");
        };
        let board = gnu_id::read_board(id, 15).expect(line);
        let roll = dice(one.parse().expect(line), other.parse().expect(line));
        let mut plays = Vec::new();
        board.plays(roll, &mut plays);
        assert_eq!(plays.len(), count.parse().expect(line), "{line} ({why})");
        n_lines += 1;
    }
    assert_eq!(n_lines, 205);
}

#[test]
fn every_listed_play_is_legal_and_leads_to_the_listed_position() {
    let mut n_positions = 0;
    let mut lines = MOVES.lines().filter(|line| !line.starts_with('#')).peekable();
    while let Some(line) = lines.next() {
        let [_, id, one, other, _, count] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}: not six fields");
        };
        let board = gnu_id::read_board(id, 15).expect(line);
        let roll = dice(one.parse().expect(line), other.parse().expect(line));
        let mut outcomes = Vec::new();
        board.plays(roll, &mut outcomes);
        let mut ours: BTreeMap<String, Outcome> =
            outcomes.iter().map(|&outcome| (gnu_id::write_board(outcome.board.turned()), outcome)).collect();
        assert_eq!((ours.len(), outcomes.len()), (count.parse().expect(line), outcomes.len()), "{line}");
        while let Some(line) = lines.next_if(|line| line.starts_with("M ")) {
            let fields: Vec<_> = line.split_whitespace().collect();
            let (id, text) = (fields[4], fields[5..].join(" "));
            let legs = play::read(&text, roll).expect(line);
            let found = board.play_of_legs(roll, &legs).unwrap_or_else(|error| panic!("{line}: {error:?}"));
            let listed = ours.remove(id).expect(line);
            assert_eq!(found, listed.play, "{line}");
        }
        assert!(ours.is_empty(), "{line}: {ours:?}");
        n_positions += 1;
    }
    assert!(40 < n_positions, "{n_positions} positions");
}

#[test]
fn position_ids_survive_being_read_and_written() {
    let first_ids = [LEGAL_PLAYS, PROBS, CUBE]
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().find(|word| word.len() == 14).expect(line));
    let last_ids = BEAROFF.lines().filter(|line| !line.starts_with('#')).map(|line| &line[line.len() - 14..]);
    let mut n_ids = 0;
    for id in first_ids.chain(last_ids) {
        let board = gnu_id::read_board(id, 15).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(gnu_id::write_board(board), id);
        n_ids += 1;
    }
    assert!(400 < n_ids, "{n_ids} ids");
}

#[test]
fn start_has_447_plays_and_202_782_two_plies_deep() {
    let table = game("nocube").parse_position(START).expect("the start");
    testkit::check_perft(&table, &[(1, 21), (2, 447), (3, 9_387), (4, 202_782)]);
}

#[test]
fn opening_has_380_plays() {
    testkit::check_perft(&game("nocube").start(), &[(1, 30), (2, 380)]);
}

#[test]
fn a_mover_who_may_double_decides_before_every_roll() {
    let table = game("").parse_position(START).expect("the start");
    // Roll or double; the rolls, or take and pass; the plays, or the rolls after a take (a pass ends the game).
    testkit::check_perft(&table, &[(1, 2), (2, 23), (3, 447 + 21), (4, 2 * 447 + 447)]);
}

#[test]
fn rolls_have_their_weights() {
    let mut outcomes = Vec::new();
    game("nocube").parse_position(START).expect("the start").chance_outcomes(&mut outcomes);
    assert_eq!(outcomes.iter().map(|outcome| outcome.1).sum::<u32>(), 36);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.1 == 1).count(), 6);
    assert_eq!(Dice::ALL.iter().filter(|dice| dice.is_double()).count(), 6);
}
