//! Every reason, and the order in which reasons are found.

use backgammon::{BAR, Backgammon, Board, WhyNot};
use framework::{Game, Language, MoveError, Reason};

use crate::{after, board, dice, game};

/// The reason why a text is no legal play on a board.
#[track_caller]
fn check(board: Board, roll: (u8, u8), text: &str, expected: WhyNot) {
    let legs = backgammon::notation::play::read(text, dice(roll.0, roll.1)).expect("readable");
    let result = board.play_of_legs(dice(roll.0, roll.1), &legs);
    assert_eq!(result, Err(backgammon::LegsError::Illegal(expected)), "{text}");
}

/// The code of the reason why a text is no legal move after some moves from the start.
#[track_caller]
fn code(game: &Backgammon, moves: &[&str], text: &str) -> &'static str {
    let table = after(game, game.start(), moves);
    match game.parse_move(&table, text) {
        Err(MoveError::Illegal(why_not)) => why_not.code(),
        other => panic!("{text}: {other:?}"),
    }
}

fn start() -> Board {
    Backgammon::default().start().board()
}

#[test]
fn checkers_do_not_move_backwards() {
    check(start(), (3, 1), "5/8", WhyNot::WrongDirection);
    check(start(), (3, 1), "6/6", WhyNot::WrongDirection);
    check(start(), (3, 1), "off/3", WhyNot::WrongDirection);
}

#[test]
fn direction_is_checked_before_the_bar() {
    let on_bar = board(&[(BAR, 1), (6, 1)], &[(1, 2)]);
    check(on_bar, (3, 1), "3/6", WhyNot::WrongDirection);
    check(on_bar, (3, 1), "6/3", WhyNot::BarFirst);
}

#[test]
fn bar_is_checked_before_the_point() {
    let on_bar = board(&[(BAR, 1), (6, 1)], &[(1, 2)]);
    check(on_bar, (3, 1), "10/9", WhyNot::BarFirst);
}

#[test]
fn there_must_be_an_own_checker() {
    check(start(), (3, 1), "10/9", WhyNot::NoChecker { point: 10 });
    check(start(), (3, 1), "bar/22", WhyNot::NoChecker { point: BAR });
    check(start(), (3, 1), "12/11", WhyNot::OpponentsChecker { point: 12 });
}

#[test]
fn the_checker_is_looked_for_before_bearing_off_is() {
    check(start(), (3, 1), "3/off", WhyNot::NoChecker { point: 3 });
    check(start(), (6, 1), "6/off", WhyNot::NotAllHome);
}

#[test]
fn a_checker_behind_has_priority() {
    let home = board(&[(6, 1), (2, 2)], &[(1, 2)]);
    check(home, (4, 3), "2/off", WhyNot::CheckerBehind { point: 6 });
    // Too small a number is no matter of priority.
    check(home, (5, 1), "6/off(2)", WhyNot::NoChecker { point: 6 });
    check(board(&[(6, 2)], &[(1, 2)]), (2, 1), "6/off", WhyNot::NotWithDice { from: 6, to: 0 });
}

#[test]
fn a_point_of_two_is_blocked_whatever_the_dice() {
    check(start(), (3, 1), "24/19", WhyNot::Blocked { point: 19 });
    check(start(), (5, 1), "24/19", WhyNot::Blocked { point: 19 });
}

#[test]
fn the_dice_must_lead_there() {
    check(start(), (3, 1), "13/11", WhyNot::NotWithDice { from: 13, to: 11 });
    // 13/8 by 4 and 1 would do, but 5 and 5 lead over a blocked point.
    let way_blocked = board(&[(13, 1)], &[(25 - 9, 2), (25 - 12, 2)]);
    check(way_blocked, (4, 1), "13/8", WhyNot::NotWithDice { from: 13, to: 8 });
    check(start(), (3, 1), "8/5 6/5 6/5", WhyNot::NotWithDice { from: 6, to: 5 });
}

#[test]
fn the_first_leg_that_breaks_a_rule_is_named() {
    check(start(), (3, 1), "8/5 10/9", WhyNot::NoChecker { point: 10 });
    check(start(), (3, 1), "13/8 10/9", WhyNot::NotWithDice { from: 13, to: 8 });
}

#[test]
fn one_checker_does_not_go_on_while_another_is_on_the_bar() {
    let two_on_bar = board(&[(BAR, 2), (6, 1)], &[(1, 2)]);
    check(two_on_bar, (4, 2), "bar/19", WhyNot::BarFirst);
    check(two_on_bar, (4, 2), "bar/21/19", WhyNot::BarFirst);
}

#[test]
fn a_die_that_can_be_played_must_not_be_left() {
    check(start(), (3, 1), "8/5", WhyNot::DieLeft);
    check(start(), (2, 2), "6/4(2)", WhyNot::DieLeft);
}

#[test]
fn a_die_must_not_be_wasted() {
    // After 13/7 no 5 is left, but 13/8 10/4 uses both.
    let position = board(&[(13, 1), (10, 1)], &[(23, 2), (20, 2)]);
    check(position, (6, 5), "13/7", WhyNot::WastesDie);
}

#[test]
fn the_higher_die_must_be_played() {
    let position = board(&[(13, 1)], &[(23, 2)]);
    check(position, (6, 5), "13/8", WhyNot::HigherDie);
}

#[test]
fn passing_is_refused_while_a_move_exists() {
    check(start(), (6, 5), "cannot-move", WhyNot::MoveExists);
    check(start(), (6, 5), "()", WhyNot::MoveExists);
}

#[test]
fn a_double_in_the_opening_is_rolled_again() {
    assert_eq!(code(&game(""), &[], "44"), "roll-again");
}

#[test]
fn moves_of_another_phase_say_what_is_due() {
    let money = game("");
    assert_eq!(code(&money, &[], "roll"), "dice-first");
    assert_eq!(code(&money, &[], "8/5 6/5"), "dice-first");
    assert_eq!(code(&money, &["31"], "31"), "already-rolled");
    assert_eq!(code(&money, &["31"], "roll"), "already-rolled");
    assert_eq!(code(&money, &["31"], "double"), "already-rolled");
    assert_eq!(code(&money, &["31"], "take"), "no-double-offered");
    assert_eq!(code(&money, &["31", "8/5 6/5"], "64"), "roll-or-double");
    assert_eq!(code(&money, &["31", "8/5 6/5"], "24/14"), "roll-or-double");
    assert_eq!(code(&money, &["31", "8/5 6/5", "roll"], "double"), "dice-first");
    assert_eq!(code(&money, &["31", "8/5 6/5", "double"], "roll"), "answer-first");
    assert_eq!(code(&money, &["31", "8/5 6/5", "double"], "64"), "answer-first");
    assert_eq!(code(&money, &["31", "8/5 6/5", "double"], "24/14"), "answer-first");
    assert_eq!(code(&money, &["31", "8/5 6/5", "double", "pass"], "take"), "game-over");
}

#[test]
fn the_cube_has_its_own_reasons() {
    let moves = ["31", "8/5 6/5"];
    assert_eq!(code(&game("nocube"), &moves, "double"), "no-cube");
    assert_eq!(code(&game("match=1"), &moves, "double"), "crawford-game");
    let taken = ["31", "8/5 6/5", "double", "take", "64", "24/14", "roll", "31", "6/5 6/3"];
    assert_eq!(code(&game(""), &taken, "double"), "not-your-cube");
    assert_eq!(code(&game(""), &["31", "8/5 6/5", "double"], "beaver"), "no-beavers");
    assert_eq!(code(&game("match=5 beavers"), &["31", "8/5 6/5", "double"], "beaver"), "no-beavers");
    assert_eq!(code(&game("beavers"), &["31", "8/5 6/5"], "beaver"), "no-double-offered");
    assert_eq!(code(&game("beavers"), &["31", "8/5 6/5", "double", "beaver"], "beaver"), "no-double-offered");
}

#[test]
fn the_cube_stops_at_4096() {
    let money = game("beavers");
    let at_limit =
        money.parse_position("XGID=-b----E-C---eE---c-e----B-:12:1:1:00:0:0:0:0:12").expect("readable");
    assert_eq!(money.parse_move(&at_limit, "double"), Err(MoveError::Illegal(WhyNot::CubeLimit)));
    let below =
        money.parse_position("XGID=-b----E-C---eE---c-e----B-:11:1:1:D:0:0:0:0:12").expect("readable");
    assert_eq!(money.parse_move(&below, "beaver"), Err(MoveError::Illegal(WhyNot::CubeLimit)));
    assert!(money.parse_move(&below, "take").is_ok());
}

#[test]
fn every_reason_has_its_own_code_and_sentences_in_two_languages() {
    let all = [
        WhyNot::GameOver,
        WhyNot::RollAgain,
        WhyNot::DiceFirst,
        WhyNot::RollOrDouble,
        WhyNot::AnswerFirst,
        WhyNot::AlreadyRolled,
        WhyNot::NoDoubleOffered,
        WhyNot::NoCube,
        WhyNot::CrawfordGame,
        WhyNot::NotYourCube,
        WhyNot::CubeLimit,
        WhyNot::NoBeavers,
        WhyNot::MoveExists,
        WhyNot::WrongDirection,
        WhyNot::BarFirst,
        WhyNot::OpponentsChecker { point: 3 },
        WhyNot::NoChecker { point: 3 },
        WhyNot::NoChecker { point: BAR },
        WhyNot::NotAllHome,
        WhyNot::CheckerBehind { point: 3 },
        WhyNot::Blocked { point: 3 },
        WhyNot::NotWithDice { from: BAR, to: 0 },
        WhyNot::DieLeft,
        WhyNot::WastesDie,
        WhyNot::HigherDie,
    ];
    let codes: std::collections::BTreeSet<_> = all.iter().map(Reason::code).collect();
    assert_eq!(codes.len(), all.len() - 1, "one code for two sentences about missing checkers");
    for why_not in all {
        let sentence = why_not.sentence();
        for language in [Language::English, Language::German] {
            let said = sentence.in_language(language);
            assert!(!said.is_empty() && !said.ends_with('.'), "{why_not:?}: {said:?}");
        }
        assert_ne!(sentence.en, sentence.de);
    }
}
