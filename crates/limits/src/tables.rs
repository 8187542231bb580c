//! Tables and the lobby.

use std::time::Duration;

use super::{Rate, hours, minutes};

limits! {
    /// Requests that may wait for one table.
    MAX_WAITING_REQUESTS_PER_TABLE: usize = 256;
    /// How long a table stays in memory after the last request.
    TABLE_IDLE_TIMEOUT: Duration = minutes(2);
    /// Tables, and people, that the lobby lists.
    MAX_LOBBY_ENTRIES: usize = 300;
    /// Tables that the lobby lists of one host.
    MAX_LOBBY_TABLES_PER_HOST: usize = 10;
    /// Tables of one host that wait for players.
    MAX_WAITING_TABLES_PER_PERSON: usize = 5;
    /// Tables made from one address block that wait for players: enough for a class.
    MAX_WAITING_TABLES_PER_ADDRESS: usize = 100;
    /// Running matches of one host. Beyond it a new one takes the place of the oldest against computers alone that
    /// nobody watches.
    MAX_RUNNING_TABLES_PER_PERSON: usize = 50;
    /// Running matches that were made from one address block.
    MAX_RUNNING_TABLES_PER_ADDRESS: usize = 1_000;
    /// Running matches of one host between computer players alone. Beyond it a new one takes the place of the oldest that
    /// nobody watches.
    MAX_ENGINE_TABLES_PER_PERSON: usize = 2;
    /// Running matches between computer players alone that were made from one address block.
    MAX_ENGINE_TABLES_PER_ADDRESS: usize = 20;
    /// New tables and searches for an opponent of one person.
    TABLES_PER_PERSON: Rate = Rate::new(30, minutes(1));
    /// New tables and searches for an opponent from one address block.
    TABLES_PER_ADDRESS: Rate = Rate::new(300, minutes(1));
    /// Events of one table, after which it is closed: more than a backgammon match to 64 points needs.
    MAX_EVENTS_PER_TABLE: u64 = 50_000;
    /// Events of one table, after which nothing is done any more that does not bring the match closer to its end.
    MAX_EVENTS_BEFORE_MOVES_ONLY: u64 = 40_000;
    /// Rounds, or points, of a match between computer players alone.
    MAX_ENGINE_ROUNDS: u32 = 100;
    /// Time between two moves where only computer players play.
    MIN_ENGINE_MOVE_INTERVAL: Duration = Duration::from_millis(500);
    /// The longest time between two moves that can be chosen where only computer players play.
    MAX_ENGINE_MOVE_INTERVAL: Duration = minutes(1);
    /// Wrong passwords for one table from one address block.
    WRONG_TABLE_PASSWORDS_PER_TABLE_AND_SOURCE: Rate = Rate::new(10, minutes(5));
    /// Wrong passwords of tables from one address block.
    WRONG_TABLE_PASSWORDS_PER_SOURCE: Rate = Rate::new(50, minutes(10));
    /// Wrong passwords for one table from everywhere.
    WRONG_TABLE_PASSWORDS_PER_TABLE: Rate = Rate::new(100, minutes(10));
    /// Moves that each player must have made for a match to change ratings.
    MIN_MOVES_FOR_RATING: u32 = 2;
    /// Matches of the same two players within 24 hours that change ratings.
    MAX_RATED_MATCHES_PER_PAIR_AND_DAY: u32 = 10;
    /// Time between two rounds of a rated match, after which the next one begins even if a player is away.
    RATED_BREAK: Duration = minutes(1);
    /// How often the process looks whether it stood still.
    STALL_CHECK_INTERVAL: Duration = Duration::from_millis(100);
    /// The shortest time of standing still that is given back to players.
    MIN_STALL: Duration = Duration::from_millis(250);
    /// How long clocks stand still after the process did, while everything is read that has arrived meanwhile.
    STALL_RECOVERY: Duration = Duration::from_millis(250);
    /// The longest password of a table.
    MAX_TABLE_PASSWORD_CHARS: usize = 100;
    /// The longest text that names a computer player with its options.
    MAX_PLAYER_TEXT_BYTES: usize = 2_000;
    /// How long a waiting table without people stays open.
    DESERTED_TABLE_TIMEOUT: Duration = hours(24);
    /// The shortest time for one move of a correspondence game, which goes on over days.
    MIN_CORRESPONDENCE_MOVE_TIME: Duration = hours(24);
    /// What the player to move in a correspondence game has left at least when the server is back.
    CORRESPONDENCE_TIME_AFTER_START: Duration = hours(12);
    /// How long a correspondence game waits for players while nobody of its table is connected.
    MAX_CORRESPONDENCE_WAIT: Duration = hours(14 * 24);
}
