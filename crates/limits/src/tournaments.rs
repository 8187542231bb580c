//! Tournaments of people.

use std::{ops::RangeInclusive, time::Duration};

use super::{Rate, hours, minutes, seconds};

limits! {
    /// Characters of the name of a tournament.
    TOURNAMENT_NAME_CHARS: RangeInclusive<usize> = 3..=60;
    /// Players of one tournament.
    MAX_TOURNAMENT_PLAYERS: usize = 64;
    /// Rounds of a Swiss tournament.
    MAX_SWISS_ROUNDS: u32 = 15;
    /// Tournaments of one host that are not over.
    MAX_TOURNAMENTS_PER_PERSON: usize = 3;
    /// Tournaments that are not over.
    MAX_UNFINISHED_TOURNAMENTS: usize = 200;
    /// Tournaments in one list.
    MAX_LISTED_TOURNAMENTS: u32 = 100;
    /// New tournaments from one address.
    TOURNAMENTS_PER_ADDRESS: Rate = Rate::new(10, hours(1));
    /// Other changes of tournaments from one address, such as joining.
    TOURNAMENT_CHANGES_PER_ADDRESS: Rate = Rate::new(200, minutes(1));
    /// The shortest time that players may be given to sit down.
    MIN_ARRIVAL_TIME: Duration = minutes(1);
    /// The longest time that players may be given to sit down.
    MAX_ARRIVAL_TIME: Duration = hours(7 * 24);
    /// Time to sit down that players have at least when the server is back.
    ARRIVAL_TIME_AFTER_START: Duration = minutes(2);
    /// How often running tournaments are looked at.
    TOURNAMENT_CHECK_INTERVAL: Duration = seconds(2);
    /// How long a tournament waits for its start.
    MAX_OPEN_TOURNAMENT_AGE: Duration = hours(30 * 24);
}
