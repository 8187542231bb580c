//! Giving up, draws and taking back.

use framework::{Action, End, Offer, Seat, UndoRule};

use crate::table::{Table, table};

fn race(undo: UndoRule) -> Table {
    table("dice-race seats=2", |settings| settings.undo = undo)
}

fn resign(level: &str) -> Action {
    Action::Resign(Some(level.to_owned()))
}

#[test]
fn a_single_game_is_given_up_at_once() {
    let mut table = table("nim 3", |_| {});
    table.does(2, Action::Resign(None));
    let end = End::Resigned { seat: Seat::SECOND, level: "single".to_owned() };
    assert_eq!(table.contest.round_end(), Some(&end));
    assert_eq!(table.points(), [1, 0]);
}

#[test]
fn a_cheap_resignation_needs_consent_and_the_dearest_does_not() {
    let mut table = race(UndoRule::Never);
    table.does(1, Action::Resign(None));
    assert_eq!(table.contest.pending_offer(), Some((Seat::FIRST, &Offer::Resign("single".to_owned()))));
    table.refuses(1, Action::Accept, "there is no offer to answer");
    table.does(2, Action::Decline);
    assert_eq!(table.contest.pending_offer(), None);
    table.does(1, Action::Resign(None));
    table.does(2, Action::Accept);
    assert_eq!(table.points(), [0, 1]);

    let mut table = race(UndoRule::Never);
    table.refuses(1, resign("triple"), "one cannot resign a \"triple\" here; possible: single, double");
    table.does(1, resign("double"));
    assert_eq!(table.points(), [0, 2]);
}

#[test]
fn nobody_resigns_for_three() {
    let mut table = table("dice-race seats=3", |_| {});
    let why = "nobody can resign at a table of more than two; leave the seat to another player instead";
    table.refuses(1, Action::Resign(None), why);
}

#[test]
fn a_draw_is_offered_only_where_the_game_has_draws() {
    table("nim 3", |_| {}).refuses(1, Action::OfferDraw, "this game has no draws");
    let mut table = race(UndoRule::Never);
    table.does(1, Action::OfferDraw);
    table.refuses(1, Action::OfferDraw, "an offer is waiting for an answer");
    table.does(2, Action::Accept);
    assert_eq!(table.contest.round_end(), Some(&End::DrawAgreed));
    assert_eq!(table.contest.scores()[0].draws, 1);
}

#[test]
fn two_who_offer_a_draw_have_agreed() {
    let mut table = race(UndoRule::Never);
    table.does(1, Action::OfferDraw);
    table.does(2, Action::OfferDraw);
    assert_eq!(table.contest.round_end(), Some(&End::DrawAgreed));
}

#[test]
fn playing_on_declines_an_offer() {
    let mut table = race(UndoRule::Never);
    table.does(2, Action::OfferDraw);
    table.play(1, "roll");
    assert_eq!(table.contest.pending_offer(), None);
}

#[test]
fn with_three_seats_all_others_must_agree() {
    let mut table = table("dice-race seats=3", |_| {});
    table.does(2, Action::OfferDraw);
    table.does(1, Action::Accept);
    table.refuses(1, Action::Accept, "there is no offer to answer");
    assert_eq!(table.contest.round_end(), None);
    table.does(3, Action::Accept);
    assert_eq!(table.contest.round_end(), Some(&End::DrawAgreed));
}

#[test]
fn at_a_free_table_anybody_takes_back_to_the_last_own_decision() {
    let mut table = table("nim 9", |_| {});
    table.play(1, "1-1");
    table.play(2, "2-1");
    table.does(1, Action::Undo(None));
    assert_eq!(table.position(), "1: 9");
    table.refuses(1, Action::Undo(None), "there is no move to take back");
    table.refuses(1, Action::Undo(Some(0)), "there is no move to take back");
}

#[test]
fn even_the_last_move_of_a_game_is_taken_back_at_a_free_table() {
    let mut table = table("nim 2", |_| {});
    table.play(1, "2-1");
    assert_eq!(table.points(), [1, 0]);
    table.does(2, Action::Undo(Some(0)));
    assert_eq!(table.points(), [0, 0]);
    assert_eq!(table.contest.round_end(), None);
    table.play(1, "1-1");
}

#[test]
fn taking_back_by_agreement_waits_for_the_other() {
    let mut table = table("nim 9", |settings| settings.undo = UndoRule::ByAgreement);
    table.play(1, "1-1");
    table.does(1, Action::Undo(None));
    assert_eq!(table.position(), "2: 8");
    table.does(2, Action::Decline);
    assert_eq!(table.position(), "2: 8");
    table.does(1, Action::Undo(None));
    table.does(2, Action::Accept);
    assert_eq!(table.position(), "1: 9");
    assert!(table.contest.record().rounds[0].moves.is_empty(), "the record holds what stands");
}

#[test]
fn where_moves_stand_they_stand() {
    let mut table = table("nim 9", |settings| settings.undo = UndoRule::Never);
    table.play(1, "1-1");
    table.refuses(1, Action::Undo(None), "moves are not taken back in this match");
}
