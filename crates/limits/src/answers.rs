//! What is answered over HTTP.

use std::time::Duration;

use super::{KIB, Rate, minutes, seconds};

limits! {
    /// The longest record that is played again.
    MAX_RECORD_BYTES: usize = 256 * KIB;
    /// The most moves of a record that is played again.
    MAX_RECORD_MOVES: usize = 20_000;
    /// Records that are played again for one address block.
    REPLAYS_PER_ADDRESS: Rate = Rate::new(120, minutes(1));
    /// Records that are played again at a time; others wait.
    MAX_REPLAYS_AT_ONCE: usize = 2;
    /// Answers with a replayed record that wait, are computed or are sent at a time.
    MAX_REPLAYS_UNDER_WAY: usize = 32;
    /// The same, for one address block.
    MAX_REPLAYS_UNDER_WAY_PER_ADDRESS: usize = 8;
    /// The positions in one answer; the rounds that do not fit come with the next request.
    MAX_REPLAY_BYTES: usize = 2 * KIB * KIB;
    /// Trees of a look-ahead for one address block.
    TREES_PER_ADDRESS: Rate = Rate::new(60, minutes(1));
    /// Trees that are built at a time; others wait.
    MAX_TREES_AT_ONCE: usize = 2;
    /// Answers with a tree that wait, are built or are sent at a time.
    MAX_TREES_UNDER_WAY: usize = 16;
    /// The same, for one address block.
    MAX_TREES_UNDER_WAY_PER_ADDRESS: usize = 4;
    /// The positions and moves of a tree in one answer; a larger tree is refused.
    MAX_TREE_ANSWER_BYTES: usize = KIB * KIB;
    /// When a client that was told that the server is busy should ask again.
    RETRY_AFTER: Duration = seconds(1);
    /// Files of records that are sent at a time, for one address block.
    MAX_RECORD_FILES_PER_ADDRESS: usize = 2;
    /// The same, for all.
    MAX_RECORD_FILES: usize = 16;
    /// Exports of an account, for its owner.
    EXPORTS_PER_PERSON: Rate = Rate::new(6, minutes(60));
    /// Exports that are collected or sent at a time, for one address block.
    MAX_EXPORTS_PER_ADDRESS: usize = 1;
    /// The same, for all: each is held in memory as a whole.
    MAX_EXPORTS: usize = 4;
    /// Matches on one page of a history.
    HISTORY_PAGE: u32 = 50;
    /// Records in one file.
    MAX_RECORDS_PER_FILE: u32 = 1_000;
    /// Games of one's own that are not over, in the list of them.
    MAX_OWN_TABLES: usize = 100;
    /// People on a leaderboard.
    MAX_LEADERS: u32 = 100;
}
