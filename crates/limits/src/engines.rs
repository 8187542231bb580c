//! Computer players and advice.

use framework::Millis;

use super::{KIB, Rate, minutes};

limits! {
    /// Questions that may wait for an engine thread.
    MAX_WAITING_QUESTIONS: usize = 1_000;
    /// Questions of one person that may wait.
    MAX_WAITING_QUESTIONS_PER_PERSON: usize = 200;
    /// Computer players that are kept for later questions, whatever little they take.
    MAX_IDLE_ENGINES: usize = 64;
    /// Bytes that are counted for every computer player at least: those without tables have weights and buffers.
    MIN_ENGINE_BYTES: usize = 1_024 * KIB;
    /// Bytes of a tree that grows while a computer player thinks: enough for all that is found in ten seconds.
    MAX_TREE_BYTES: usize = 128 * 1_024 * KIB;
    /// Bytes of all computer players for each engine thread, and twice for none, unless `--engine-memory` says something
    /// else: the strongest player takes as much.
    ENGINE_MEMORY_PER_THREAD_BYTES: usize = 128 * 1_024 * KIB;
    /// How long a computer player thinks about one decision of a person at most, where it may.
    MAX_PONDER_TIME: Millis = Millis(60_000);
    /// Searches on a person's time that may wait for an idle engine thread; more are left out.
    MAX_WAITING_PONDERINGS: usize = 100;
    /// Tenths of a second of a core that a person may use for advice; one question at a time.
    ADVICE_TENTHS: Rate = Rate::new(600, minutes(10));
    /// People whose advice is remembered until those are forgotten whose budget has grown again.
    MAX_REMEMBERED_ADVISED: usize = 10_000;
    /// How long an adviser thinks about a position at a table.
    HINT_TIME: Millis = Millis(1_000);
    /// How long a position is evaluated that is at no table.
    EVALUATION_TIME: Millis = Millis(200);
    /// Tenths of a second of a core that a person may use to look at positions deeper and deeper; one at a time, on
    /// threads that nobody else needs.
    ANALYSIS_TENTHS: Rate = Rate::new(4_800, minutes(10));
    /// How long a position is looked at deeper and deeper at most.
    MAX_ANALYSIS_TIME: Millis = Millis(30_000);
    /// How long such a search keeps its thread while others wait for theirs.
    ANALYSIS_TURN: Millis = Millis(1_000);
    /// Such searches that may wait for a thread.
    MAX_WAITING_ANALYSES: usize = 200;
    /// The best moves of which the whole line is told.
    MAX_ANALYSIS_LINES: usize = 5;
    /// Moves of such a line.
    MAX_ANALYSIS_LINE_MOVES: usize = 16;
}
