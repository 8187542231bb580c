//! The rules of moving checkers, one by one.

use backgammon::{BAR, Leg, Play, Step};
use framework::Rng;
use proptest::prelude::*;

use crate::{board, comparison, dice, texts};

#[test]
fn both_dice_must_be_played_if_possible() {
    // 13/7 would leave no 5.
    let position = board(&[(13, 1), (10, 1)], &[(23, 2), (20, 2)]);
    assert_eq!(texts(position, dice(6, 5)), ["13/8 10/4"]);
}

#[test]
fn if_only_one_die_can_be_played_it_must_be_the_higher() {
    // After 13/7 there is no 5, after 13/8 there is no 6.
    let position = board(&[(13, 1)], &[(23, 2)]);
    assert_eq!(texts(position, dice(6, 5)), ["13/7"]);
}

#[test]
fn the_lower_die_is_played_if_the_higher_cannot_be() {
    let position = board(&[(13, 1)], &[(23, 2), (18, 2)]);
    assert_eq!(texts(position, dice(6, 5)), ["13/8"]);
}

#[test]
fn doubles_are_played_four_times() {
    let position = board(&[(13, 1)], &[(1, 1)]);
    assert_eq!(texts(position, dice(2, 2)), ["13/11/9/7/5"]);
}

#[test]
fn doubles_are_played_as_often_as_possible() {
    let position = board(&[(13, 1)], &[(18, 2)]);
    assert_eq!(texts(position, dice(2, 2)), ["13/11/9"]);
}

#[test]
fn bar_must_enter_before_other_moves() {
    let position = board(&[(BAR, 1), (6, 2)], &[(1, 2)]);
    assert_eq!(texts(position, dice(4, 2)), ["bar/21 6/4", "bar/21/19", "bar/23 6/2"]);
}

#[test]
fn with_two_on_the_bar_only_entries_count() {
    let position = board(&[(BAR, 2), (6, 2)], &[(1, 2)]);
    assert_eq!(texts(position, dice(4, 2)), ["bar/21 bar/23"]);
    let half_closed = board(&[(BAR, 2), (6, 2)], &[(4, 2)]);
    assert_eq!(texts(half_closed, dice(4, 2)), ["bar/23"]);
}

#[test]
fn with_one_on_the_bar_either_die_may_enter_if_the_other_can_be_played() {
    // Entering with the 6 leaves the 1 unplayable, so the 1 enters and the 6 is played from 13.
    let position = board(&[(BAR, 1), (13, 1)], &[(7, 2), (13, 2), (22, 2)]);
    assert_eq!(texts(position, dice(6, 1)), ["bar/24 13/7"]);
}

#[test]
fn a_side_that_cannot_enter_cannot_move() {
    let position = board(&[(BAR, 1), (6, 2)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]);
    assert!(texts(position, dice(6, 3)).is_empty());
    assert!(!position.can_move(dice(6, 3)));
}

#[test]
fn a_single_checker_is_hit_and_goes_to_the_bar() {
    let position = board(&[(8, 2), (6, 2)], &[(20, 1), (10, 14)]);
    let play = position.play_of_legs(dice(3, 1), &[Leg::new(8, 5), Leg::new(6, 5)]).expect("legal");
    let after = position.after_play(play);
    assert_eq!((after.other.count(BAR), after.other.count(20), after.mover.count(5)), (1, 0, 2));
}

#[test]
fn bearing_off_needs_all_checkers_at_home() {
    let position = board(&[(24, 1), (3, 2)], &[(4, 2), (3, 2)]);
    assert_eq!(texts(position, dice(3, 2)), ["3/1"]);
    let comes_home = board(&[(7, 1), (3, 2)], &[(1, 2)]);
    assert_eq!(texts(comes_home, dice(3, 1)), ["7/4 3/2", "7/4/3", "7/6 3/off"]);
}

#[test]
fn a_larger_number_bears_off_only_from_the_hindmost_point() {
    let position = board(&[(4, 1), (2, 1)], &[(1, 2)]);
    assert_eq!(texts(position, dice(6, 5)), ["4/off 2/off"]);
    let stuck_behind = board(&[(6, 1), (2, 2)], &[(20, 2), (22, 2)]);
    assert_eq!(texts(stuck_behind, dice(3, 1)), ["2/1"]);
}

#[test]
fn the_very_last_checker_needs_one_die() {
    let position = board(&[(1, 1)], &[(1, 2)]);
    assert_eq!(texts(position, dice(6, 4)), ["1/off"]);
}

#[test]
fn plays_by_another_route_are_the_same_play() {
    // Nothing is hit on 18 or 20: one play. With a checker to hit on 18 there are two.
    let quiet = board(&[(24, 1)], &[(1, 2)]);
    assert_eq!(texts(quiet, dice(6, 4)), ["24/18/14"]);
    let hit = board(&[(24, 1)], &[(7, 1), (1, 2)]);
    assert_eq!(texts(hit, dice(6, 4)), ["24/18*/14", "24/20/14"]);
}

#[test]
fn one_leg_may_use_two_dice_if_one_of_the_points_between_is_open() {
    let steps = |others: &[(u8, u8)]| {
        let position = board(&[(8, 1), (6, 2)], others);
        position
            .steps_of_leg(&[4, 1], Leg::new(8, 3))
            .map(|steps| steps.iter().map(|step| step.die).collect())
    };
    assert_eq!(steps(&[]), Ok(vec![4, 1]));
    assert_eq!(steps(&[(25 - 4, 2)]), Ok(vec![1, 4]));
    assert_eq!(steps(&[(25 - 7, 2)]), Ok(vec![4, 1]));
    assert!(steps(&[(25 - 4, 2), (25 - 7, 2)]).is_err());
}

#[test]
fn dice_that_a_leg_leaves_remain_for_the_next_one() {
    let position = board(&[(24, 1), (6, 2)], &[(25 - 10, 2)]);
    let steps = position.steps_of_leg(&[6, 1], Leg::new(24, 18)).unwrap();
    assert_eq!(steps, [Step { from: 24, die: 6 }]);
    let after = position.after_step(steps[0]);
    assert!(after.steps_of_leg(&[1], Leg::new(18, 17)).is_ok());
    assert!(after.steps_of_leg(&[1], Leg::new(18, 12)).is_err(), "the 6 is used up");
}

#[test]
fn a_move_may_be_possible_only_after_another_one() {
    // The checker on the bar enters first; only then may another one move, with the die that is left.
    let position = board(&[(BAR, 1), (13, 1)], &[(1, 2)]);
    let [entry, other] = [Leg::new(BAR, 21), Leg::new(13, 11)];
    assert!(position.steps_of_leg(&[4, 2], other).is_err());
    let entered = position.steps_of_leg(&[4, 2], entry).unwrap();
    let after = position.after_step(entered[0]);
    assert_eq!(after.steps_of_leg(&[2], other), Ok(vec![Step { from: 13, die: 2 }]));
    // Bearing off has to wait until the last checker has come home.
    let position = board(&[(7, 1), (4, 1)], &[(1, 2)]);
    let [home, off] = [Leg::new(7, 6), Leg::new(4, 0)];
    assert!(position.steps_of_leg(&[4, 1], off).is_err());
    let came = position.steps_of_leg(&[4, 1], home).unwrap();
    assert!(position.after_step(came[0]).steps_of_leg(&[4], off).is_ok());
}

#[test]
fn one_leg_may_use_three_or_four_dice_of_a_double() {
    let free = board(&[(13, 1)], &[(1, 2)]);
    for n_dice in 1..=4 {
        let steps = free.steps_of_leg(&[2; 4], Leg::new(13, 13 - 2 * n_dice)).expect("a way");
        assert_eq!(steps.len(), usize::from(n_dice));
    }
    for blocked in [11, 9, 7, 5] {
        let position = board(&[(13, 1)], &[(25 - blocked, 2)]);
        assert!(position.steps_of_leg(&[2; 4], Leg::new(13, 5)).is_err(), "{blocked} is blocked");
    }
}

#[test]
fn no_leg_uses_several_dice_while_another_checker_is_on_the_bar() {
    let position = board(&[(BAR, 2)], &[(1, 2)]);
    assert!(position.steps_of_leg(&[4, 2], Leg::new(BAR, 19)).is_err());
    assert!(position.steps_of_leg(&[4, 2], Leg::new(BAR, 21)).is_ok());
}

#[test]
fn no_leg_uses_several_dice_where_one_bears_off() {
    let position = board(&[(5, 1), (1, 1)], &[(1, 2)]);
    let steps = position.steps_of_leg(&[5, 1], Leg::new(5, 0)).expect("borne off");
    assert_eq!(steps, [Step { from: 5, die: 5 }]);
}

#[test]
fn the_smaller_die_that_fits_bears_a_checker_off() {
    let position = board(&[(3, 2)], &[(1, 2)]);
    let steps = position.steps_of_leg(&[6, 4], Leg::new(3, 0)).expect("borne off");
    assert_eq!(steps, [Step { from: 3, die: 4 }]);
}

proptest! {
    #[test]
    fn steps_in_any_order_are_the_same_play(seed in any::<u64>(), order in any::<u64>()) {
        let mut rng = Rng::from_seed(seed);
        let position = comparison::scattered(&mut rng);
        let roll = backgammon::Dice::ALL[rng.index(21)];
        let mut outcomes = Vec::new();
        position.plays(roll, &mut outcomes);
        for outcome in outcomes {
            let mut legs: Vec<Leg> = outcome
                .play
                .steps()
                .map(|step| Leg { from: step.from, to: step.to(), die: Some(step.die) })
                .collect();
            Rng::from_seed(order).shuffle(&mut legs);
            prop_assert_eq!(position.play_of_legs(roll, &legs), Ok(outcome.play));
            let dice_used: Vec<u8> = outcome.play.steps().map(|step| step.die).collect();
            let mut left = roll.numbers();
            for die in dice_used {
                let idx = left.iter().position(|&number| number == die);
                prop_assert!(idx.is_some(), "a die is used twice");
                left.remove(idx.unwrap_or(0));
            }
        }
    }

    #[test]
    fn illegal_steps_stay_illegal_in_any_order(seed in any::<u64>(), order in any::<u64>()) {
        let mut rng = Rng::from_seed(seed);
        let position = comparison::scattered(&mut rng);
        let roll = backgammon::Dice::ALL[rng.index(21)];
        let n_legs = 1 + rng.index(3);
        let mut legs: Vec<Leg> =
            (0..n_legs).map(|_| Leg::new(rng.index(26) as u8, rng.index(26) as u8)).collect();
        let before = position.play_of_legs(roll, &legs);
        Rng::from_seed(order).shuffle(&mut legs);
        let afterwards = position.play_of_legs(roll, &legs);
        prop_assert_eq!(before.is_ok(), afterwards.is_ok());
        prop_assert_eq!(before.unwrap_or(Play::NONE), afterwards.unwrap_or(Play::NONE));
    }
}
