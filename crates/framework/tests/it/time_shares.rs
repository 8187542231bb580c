//! Who thinks for the share of the clock that it is given never loses on time.

use framework::{ClockRule, Millis, search::Limits};
use proptest::prelude::*;

/// The longest game, in moves of one player.
const MOVES: usize = 200;

/// Plays a game by the clock alone, and tells after how many moves the flag falls.
fn flag_falls(rule: ClockRule, margin: Millis, latency: impl Fn(usize) -> Millis) -> Option<usize> {
    let mut left = match rule {
        ClockRule::None => return None,
        ClockRule::PerMove { limit } => limit,
        ClockRule::PerGame { bank, .. } | ClockRule::Delay { bank, .. } => bank,
    };
    for move_idx in 0..MOVES {
        let used = Limits::share_under(rule, left, margin) + latency(move_idx);
        let (counted, gained) = match rule {
            ClockRule::None | ClockRule::PerMove { .. } => (used, used),
            ClockRule::PerGame { increment, .. } => (used, increment),
            ClockRule::Delay { delay, .. } => (used - delay, Millis(0)),
        };
        if left < counted {
            return Some(move_idx);
        }
        left = left - counted + gained;
    }
    None
}

/// Rules with at least 300 margins on the clock, or enough at every move.
fn rule_and_margin() -> impl Strategy<Value = (ClockRule, Millis)> {
    (0..=500_u64, 0..4_u8, 0..=600_000_u64, 0..=60_000_u64).prop_map(|(margin, kind, more, per_move)| {
        let margin = Millis(margin);
        let bank = Millis(300 * margin.0 + more);
        let rule = match kind {
            0 => ClockRule::PerMove { limit: Millis(2 * margin.0 + 1 + more) },
            1 => ClockRule::PerGame { bank, increment: Millis(0) },
            2 => ClockRule::PerGame { bank, increment: Millis(per_move) },
            _ => ClockRule::Delay { bank, delay: Millis(per_move) },
        };
        (rule, margin)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn no_flag_falls_whatever_is_lost_of_the_margin((rule, margin) in rule_and_margin(), mix in any::<u64>()) {
        prop_assert_eq!(flag_falls(rule, margin, |_| margin), None, "always the whole margin: {}", rule);
        prop_assert_eq!(flag_falls(rule, margin, |_| Millis(0)), None, "nothing: {}", rule);
        let some = |move_idx: usize| Millis((mix >> (move_idx % 60)) % (margin.0 + 1));
        prop_assert_eq!(flag_falls(rule, margin, some), None, "now and then: {}", rule);
    }

    #[test]
    fn an_increment_that_makes_up_for_the_margin_is_enough(
        margin in 1..=500_u64, more in 0..=5_000_u64, banks in 1..=3_u64,
    ) {
        let rule = ClockRule::PerGame { bank: Millis(banks * margin), increment: Millis(margin + more) };
        prop_assert_eq!(flag_falls(rule, Millis(margin), |_| Millis(margin)), None, "{}", rule);
    }
}

#[test]
fn time_is_used_and_not_hoarded() {
    let rule: ClockRule = "5m+0s".parse().unwrap();
    let share = Limits::share_under(rule, Millis::seconds(300), Millis(20));
    assert!(Millis::seconds(8) < share && share < Millis::seconds(15), "{share}");
    let late = Limits::share_under(rule, Millis::seconds(4), Millis(20));
    assert!(Millis(5) < late && late < Millis(100), "a little is thought about even the last moves: {late}");
}

#[test]
fn a_share_never_takes_all() {
    for left in [0, 1, 50, 1_000, 60_000, 3_600_000] {
        for increment in [0, 1_000, 30_000] {
            let share = Limits::share_of_clock(Millis(left), Millis(increment), Millis(100));
            assert!(share <= Millis(left) - Millis(100), "{left} {increment}: {share}");
        }
    }
}
