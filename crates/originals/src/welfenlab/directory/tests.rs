//! What the directory makes of news that come late.

use framework::{End, Millis, PerSeat};

use super::{super::tests::snapshot, *};

#[test]
fn a_look_that_comes_after_the_end_makes_no_game_again() {
    let directory = Directory::default();
    let playing = snapshot(Some(&framework::Game::start(&rules::WITHOUT_CUBE)), 1);
    let table = playing.summary.id.clone();
    directory.note_table(&playing, Some(7));
    assert_eq!(directory.table(7), Some(table.clone()));
    let ended = Happening::RoundEnded { end: End::Over, points: PerSeat::two(1, 0) };
    let what = TableHappening::Match(ended);
    let event = TableEvent { seq: playing.seq + 1, at: Millis(0), time: 0, what };
    assert!(directory.note_events(&table, &[event]));
    assert_eq!(directory.list(), []);
    // A person looked at the table before it ended, and is incoming only now.
    directory.note_table(&playing, None);
    assert_eq!(directory.list(), []);
    // A table that goes on in another way is a game again.
    directory.note_table(&Snapshot { seq: playing.seq + 5, ..playing }, None);
    assert_eq!(directory.list().len(), 1);
}

#[test]
fn game_that_ended_unseen_leaves_the_list() {
    let directory = Directory::default();
    let playing = snapshot(Some(&framework::Game::start(&rules::WITHOUT_CUBE)), 1);
    directory.note_table(&playing, Some(7));
    let summary = TableSummary { phase: Phase::Over, ..playing.summary.clone() };
    directory.note_table(&Snapshot { seq: playing.seq + 9, summary, ..playing.clone() }, None);
    assert_eq!((directory.table(7), directory.knows(&playing.summary.id)), (None, false));
}
