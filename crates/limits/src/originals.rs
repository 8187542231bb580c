//! The ports of the original protocols, and visits to servers that speak them.

use std::time::Duration;

use super::{Rate, hours, seconds};

limits! {
    /// Connections of one address block to one port of an original protocol, unless `--per-address` says something else.
    MAX_ORIGINAL_CONNECTIONS_PER_ADDRESS: usize = 8;
    /// Connections to one port of an original protocol.
    MAX_ORIGINAL_CONNECTIONS: usize = 1_000;
    /// How long a client may take to log in, or to finish a packet that it has begun.
    ORIGINAL_LOGIN_TIMEOUT: Duration = seconds(10);
    /// How long a client of Freebloks, which does not log in, may take to say anything.
    ORIGINAL_FIRST_MESSAGE_TIMEOUT: Duration = seconds(30);
    /// How long a client that does not log in may take for its first move, from the moment on in which it has the turn; a
    /// client of Freebloks without a seat makes room for others after that time.
    ORIGINAL_FIRST_MOVE_TIMEOUT: Duration = seconds(30);
    /// How long a client may be silent.
    ORIGINAL_SILENCE_TIMEOUT: Duration = hours(2);
    /// Messages that are read from a client; more of them wait.
    ORIGINAL_MESSAGES: Rate = Rate::new(400, seconds(20));
    /// How long what is sent to a client may take to be taken.
    ORIGINAL_SEND_TIMEOUT: Duration = seconds(10);
    /// Visits of one person to servers of original programs.
    MAX_VISITS_PER_PERSON: usize = 4;
    /// Visits in all.
    MAX_VISITS: usize = 100;
    /// Commands of a page that plays on such a server.
    VISIT_COMMANDS: Rate = Rate::new(400, seconds(20));
}
