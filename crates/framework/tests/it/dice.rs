//! Where the fall of the dice comes from.

use framework::{Action, Dice, Rolling, UndoRule};

use crate::table::{Table, table};

fn race(dice: Dice) -> Table {
    table("dice-race seats=2", |settings| settings.dice = dice)
}

fn rolls_of_a_game(seed: u64) -> Vec<String> {
    let mut table = race(Dice::Seeded(seed));
    for turn in 0..6 {
        table.play(turn % 2 + 1, "roll");
        table.play(turn % 2 + 1, "keep");
    }
    let moves = &table.contest.record().rounds[0].moves;
    moves.iter().filter(|mv| mv.by.is_none()).map(|mv| mv.text.clone()).collect()
}

#[test]
fn a_seed_always_gives_the_same_dice() {
    assert_eq!(rolls_of_a_game(5), rolls_of_a_game(5));
    assert!((0..20).any(|seed| rolls_of_a_game(seed) != rolls_of_a_game(5)));
}

#[test]
fn taking_back_does_not_change_the_dice() {
    let mut table = race(Dice::Seeded(3));
    table.play(1, "roll");
    let rolled = table.position();
    for _ in 0..10 {
        table.does(1, Action::Undo(Some(0)));
        table.play(1, "roll");
        assert_eq!(table.position(), rolled);
    }
}

#[test]
fn a_new_game_has_new_dice() {
    let mut seen = std::collections::HashSet::new();
    let mut table = race(Dice::Seeded(3));
    for _ in 0..30 {
        table.play(1, "roll");
        seen.insert(table.position());
        table.does(1, Action::NewGame);
    }
    assert_eq!(seen.len(), 3, "every face comes up");
}

#[test]
fn real_dice_are_entered_by_hand() {
    let mut table = race(Dice::ByHand);
    table.play(1, "roll");
    table.refuses(1, Action::Roll, "the dice of this match are rolled by hand; enter how they fell");
    table.refuses(1, Action::Move("keep".to_owned()), "the dice are rolled first");
    table.refuses(1, Action::EnterRoll("keep".to_owned()), "illegal move: not now");
    table.does(2, Action::EnterRoll("2".to_owned()));
    assert_eq!(table.position(), "0:0 0 2");
}

#[test]
fn seeded_dice_are_not_entered_by_hand() {
    let mut table = table("dice-race seats=2", |settings| settings.rolling = Rolling::OnRequest);
    table.play(1, "roll");
    table.refuses(1, Action::EnterRoll("3".to_owned()), "the dice of this match are not entered by hand");
    table.does(1, Action::Roll);
    assert!(matches!(table.contest.position().turn(), framework::Turn::Seat(_)));
}

#[test]
fn the_dice_of_a_record_fall_again_and_then_by_hand() {
    let mut table = race(Dice::Replayed(vec![vec!["3".to_owned(), "1".to_owned()]]));
    table.play(1, "roll");
    assert_eq!(table.position(), "0:0 0 3");
    table.play(1, "keep");
    table.play(2, "roll");
    assert_eq!(table.position(), "3:0 1 1");
    table.play(2, "drop");
    table.play(1, "roll");
    assert_eq!(table.position(), "3:0 2 rolling");
    table.does(1, Action::EnterRoll("2".to_owned()));
}

#[test]
fn contradictory_dice_of_a_record_are_refused() {
    let mut table = race(Dice::Replayed(vec![vec!["7".to_owned()]]));
    table.play(1, "roll");
    let refused = table.act(1, Action::Roll).unwrap_err();
    assert_eq!(refused.to_string(), "cannot read \"7\": this is no move; write roll, keep, drop or a face");
    table.refuses(1, Action::EnterRoll("1".to_owned()), "the dice of this match are not entered by hand");
    table.does(1, Action::Undo(None));
    assert_eq!(table.contest.settings().undo, UndoRule::Free);
    assert_eq!(table.position(), "0:0 0 to-roll");
}

#[test]
fn outcomes_fall_as_often_as_their_weights_say() {
    let mut counts = [0_u32; 4];
    for seed in 0..2_000 {
        for roll in rolls_of_a_game(seed) {
            counts[roll.parse::<usize>().unwrap()] += 1;
        }
    }
    // 12 000 rolls with weights 1:2:3; five standard deviations are about 250.
    for (face, expected) in [(1, 2_000), (2, 4_000), (3, 6_000)] {
        assert!(counts[face].abs_diff(expected) < 250, "face {face} fell {} times", counts[face]);
    }
}
