//! What the desk makes of news that come late.

use framework::{End, Millis, PerSeat};

use super::{super::tests::snapshot, *};

#[test]
fn a_look_that_comes_after_the_end_makes_no_game_again() {
    let desk = Desk::default();
    let playing = snapshot(Some(&framework::Game::start(&rules::WITHOUT_CUBE)), 1);
    let table = playing.summary.id.clone();
    desk.note_table(&playing, Some(7));
    assert_eq!(desk.table(7), Some(table.clone()));
    let ended = Happening::RoundEnded { end: End::Over, points: PerSeat::two(1, 0) };
    let what = TableHappening::Match(ended);
    let event = TableEvent { seq: playing.seq + 1, at: Millis(0), time: 0, what };
    assert!(desk.note_events(&table, &[event]));
    assert_eq!(desk.list(), []);
    // Somebody looked at the table before it ended, and is heard only now.
    desk.note_table(&playing, None);
    assert_eq!(desk.list(), []);
    // A table that goes on in another way is a game again.
    desk.note_table(&Snapshot { seq: playing.seq + 5, ..playing }, None);
    assert_eq!(desk.list().len(), 1);
}

#[test]
fn a_game_that_ended_while_nobody_looked_is_listed_no_more() {
    let desk = Desk::default();
    let playing = snapshot(Some(&framework::Game::start(&rules::WITHOUT_CUBE)), 1);
    desk.note_table(&playing, Some(7));
    let summary = TableSummary { phase: Phase::Over, ..playing.summary.clone() };
    desk.note_table(&Snapshot { seq: playing.seq + 9, summary, ..playing.clone() }, None);
    assert_eq!((desk.table(7), desk.knows(&playing.summary.id)), (None, false));
}
