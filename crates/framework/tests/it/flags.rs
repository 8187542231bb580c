//! What a match is worth that a clock decides.

use framework::{Action, FlagRule, Length, Match, Record};

use crate::table::{GAMES, Table, table};

/// A match of five rounds in which the first seat wins every round that is played to its end.
fn course(flag: FlagRule) -> Table {
    table("nim 1", |settings| {
        settings.length = Length::BestOf(5);
        settings.clock = "2s/move".parse().unwrap();
        settings.flag = flag;
    })
}

#[test]
fn too_long_a_thought_loses_the_match_where_that_is_agreed() {
    let mut table = course(FlagRule::LosesMatch);
    table.play(1, "1-1");
    table.next_round();
    table.play(1, "1-1");
    table.next_round();
    assert!(table.contest.winners().is_empty());
    table.wait(2_001);
    table.contest.tick(table.now);
    assert!(table.contest.is_over(), "three rounds could still be played, but the match is lost");
    assert_eq!(table.points(), [2, 1]);
    assert_eq!(table.contest.winners(), [1], "not even a lead of two rounds helps");
    table.refuses(1, Action::Ready, "the match is over");
}

#[test]
fn otherwise_only_the_round_is_lost() {
    let mut table = course(FlagRule::LosesRound);
    table.wait(2_001);
    table.contest.tick(table.now);
    assert!(!table.contest.is_over());
    table.next_round();
    for _ in 0..2 {
        table.play(1, "1-1");
        table.next_round();
    }
    table.play(1, "1-1");
    assert_eq!(table.contest.winners(), [0]);
}

#[test]
fn the_record_keeps_what_was_agreed_about_the_clock() {
    let mut table = course(FlagRule::LosesMatch);
    table.wait(5_000);
    table.contest.tick(table.now);
    let text = table.contest.record().to_string();
    assert!(text.contains("\nclock 2s/move\nflag match\n"), "{text}");
    let record: Record = text.parse().expect("it is read");
    assert_eq!((record.to_string(), record.lost_by_time()), (text.clone(), Some(0)));
    record.replay(GAMES).expect("it holds");
    let events = table.contest.events_since(0).unwrap().to_vec();
    let restored =
        Match::from_events(table.contest.game().clone(), table.contest.settings().clone(), events).unwrap();
    assert!(restored.is_over());
    let usual = text.replace("flag match", "flag round").parse::<Record>().unwrap_err().to_string();
    assert!(usual.contains("that is the usual rule"), "{usual}");
    let unknown = text.replace("flag match", "flag game").parse::<Record>().unwrap_err().to_string();
    assert!(unknown.contains("write round or match"), "{unknown}");
}

#[test]
fn no_round_follows_one_that_lost_the_match() {
    let mut table = course(FlagRule::LosesRound);
    table.wait(2_001);
    table.contest.tick(table.now);
    table.next_round();
    let text = table.contest.record().to_string().replace("clock 2s/move\n", "clock 2s/move\nflag match\n");
    let error = text.parse::<Record>().expect("well formed").replay(GAMES).unwrap_err().to_string();
    assert!(error.contains("no round follows"), "{error}");
}
