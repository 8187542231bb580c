//! Reports about games.

use framework::Millis;

use super::{Rate, hours};

limits! {
    /// How long a decision of a game is thought about for a report.
    REPORT_DECISION_TIME: Millis = Millis(200);
    /// Decisions of one game: a long match of backgammon has some thousand.
    MAX_REPORT_DECISIONS: usize = 3_000;
    /// Reports that wait or are made.
    MAX_UNFINISHED_REPORTS: usize = 200;
    /// Reports that wait or are made and that one person has asked for.
    MAX_UNFINISHED_REPORTS_PER_PERSON: usize = 5;
    /// New reports from one address.
    REPORTED_GAMES_PER_ADDRESS: Rate = Rate::new(60, hours(1));
    /// Matches of a person whose reports are listed.
    MAX_LISTED_REPORTS: u32 = 100;
}
