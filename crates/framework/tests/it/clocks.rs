//! Clocks of every kind.

use framework::{Action, ClockRule, End, Millis, Rolling, Seat, UndoRule};
use proptest::prelude::*;

use crate::table::{Table, table};

fn nim(clock: &str) -> Table {
    table("nim 9+9", |settings| settings.clock = clock.parse().unwrap())
}

#[track_caller]
fn check_left(table: &Table, first: u64, second: u64) {
    let left = |seat| table.contest.time_left(seat, table.now).unwrap();
    assert_eq!((left(Seat::FIRST), left(Seat::SECOND)), (Millis(first), Millis(second)));
}

#[test]
fn without_a_clock_nobody_is_late() {
    let mut table = nim("none");
    table.wait(1_000_000_000);
    table.play(1, "1-1");
    assert_eq!(table.contest.next_deadline(), None);
    assert_eq!(table.contest.time_left(Seat::FIRST, table.now), None);
}

#[test]
fn a_limit_per_move_starts_anew_with_every_move() {
    let mut table = nim("2s/move");
    for seat in [1, 2, 1, 2] {
        check_left(&table, 2_000, 2_000);
        table.wait(2_000);
        table.play(seat, "1-1");
    }
    table.wait(2_001);
    assert_eq!(table.contest.tick(table.now).len(), 1);
    assert_eq!(table.contest.round_end(), Some(&End::TimeOver { seat: Seat::FIRST }));
    assert_eq!(table.points(), [0, 1]);
}

#[test]
fn a_bank_runs_down_and_grows_by_the_increment() {
    let mut table = nim("5s+1s");
    table.wait(3_000);
    table.play(1, "1-1");
    check_left(&table, 3_000, 5_000);
    table.wait(500);
    check_left(&table, 3_000, 4_500);
    table.play(2, "1-1");
    check_left(&table, 3_000, 5_500);
}

#[test]
fn a_delay_is_free_and_cannot_be_saved() {
    let mut table = nim("10s~3s");
    table.wait(2_000);
    table.play(1, "1-1");
    check_left(&table, 10_000, 10_000);
    table.wait(5_000);
    table.play(2, "1-1");
    check_left(&table, 10_000, 8_000);
    assert_eq!(table.contest.next_deadline(), Some(Millis(7_000 + 13_000 + 1)));
}

#[test]
fn a_move_in_the_last_moment_counts_and_one_later_does_not() {
    let mut table = nim("2s+0s");
    table.wait(2_000);
    assert_eq!(table.contest.tick(table.now).len(), 0);
    table.play(1, "1-1");
    table.wait(2_001);
    let refused = table.act(2, Action::Move("1-1".to_owned())).unwrap_err();
    assert_eq!(refused.to_string(), "the time of seat 2 was over");
    assert_eq!(table.contest.round_end(), Some(&End::TimeOver { seat: Seat::SECOND }));
}

#[test]
fn the_deadline_is_the_moment_at_which_a_tick_ends_the_round() {
    let mut table = nim("1500ms/move");
    let deadline = table.contest.next_deadline().unwrap();
    assert!(table.contest.tick(deadline - Millis(1)).is_empty());
    assert_eq!(table.contest.tick(deadline).len(), 1);
    assert_eq!(table.contest.next_deadline(), None, "no clock runs after the end");
}

#[test]
fn rolling_and_playing_are_one_turn_on_the_clock() {
    let mut table = table("dice-race seats=2", |settings| {
        settings.clock = "10s+1s".parse().unwrap();
        settings.rolling = Rolling::OnRequest;
    });
    table.wait(1_000);
    table.play(1, "roll");
    table.wait(1_000);
    check_left(&table, 8_000, 10_000);
    table.does(1, Action::Roll);
    table.wait(1_000);
    table.play(1, "keep");
    check_left(&table, 8_000, 10_000);
    table.wait(500);
    check_left(&table, 8_000, 9_500);
}

#[test]
fn who_lets_time_run_out_loses_as_much_as_can_be_lost() {
    let mut table = table("dice-race seats=2", |settings| settings.clock = "1s/move".parse().unwrap());
    table.wait(5_000);
    table.contest.tick(table.now);
    assert_eq!(table.points(), [0, 2]);
}

#[test]
fn with_more_than_two_seats_all_others_win_when_time_runs_out() {
    let mut table = table("dice-race seats=3", |settings| settings.clock = "1s/move".parse().unwrap());
    table.wait(5_000);
    table.contest.tick(table.now);
    assert_eq!(table.points(), [0, 1, 1]);
}

#[test]
fn taking_back_does_not_give_time_back() {
    let mut table = table("nim 9", |settings| {
        settings.clock = "10s+0s".parse().unwrap();
        settings.undo = UndoRule::Free;
    });
    table.wait(2_000);
    table.play(1, "1-1");
    table.wait(3_000);
    table.does(1, Action::Undo(None));
    check_left(&table, 8_000, 7_000);
    table.wait(1_000);
    check_left(&table, 7_000, 7_000);
}

#[test]
fn nonsense_is_no_clock() {
    for text in
        ["", "2", "s", "0s/move", "5m+", "+3s", "1e3s", "99999999999999999999s", "1001h", "-5s", "5m3s"]
    {
        assert!(text.parse::<ClockRule>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn clock_rules_survive_being_written(bank in 0_u64..100_000_000, extra in 0_u64..100_000, kind in 0..3) {
        let (bank, extra) = (Millis(bank), Millis(extra));
        let rule = match kind {
            0 => ClockRule::PerMove { limit: bank + Millis(1) },
            1 => ClockRule::PerGame { bank, increment: extra },
            _ => ClockRule::Delay { bank, delay: extra },
        };
        prop_assert_eq!(rule.to_string().parse(), Ok(rule));
    }

    #[test]
    fn time_is_neither_lost_nor_made(waits in proptest::collection::vec(0_u64..900, 1..18)) {
        let mut table = table("nim 9+9", |settings| settings.clock = "20s+100ms".parse().unwrap());
        let mut expected = [20_000_u64; 2];
        for (idx, wait) in waits.iter().enumerate() {
            table.wait(*wait);
            table.play(idx % 2 + 1, if idx < 9 { "1-1" } else { "1-2" });
            expected[idx % 2] += 100;
            expected[idx % 2] -= wait;
        }
        let left = |seat| table.contest.time_left(seat, table.now).map(|left| left.0);
        if table.contest.round_end().is_none() {
            prop_assert_eq!([left(Seat::FIRST), left(Seat::SECOND)], expected.map(Some));
        }
    }
}
