//! What one connection may ask for, and what may wait for it.

use super::{KIB, Rate, minutes, seconds};

limits! {
    /// The longest frame.
    MAX_FRAME_BYTES: usize = protocol::MAX_FRAME_BYTES;
    /// Frames of a connection of every kind: text, binary, ping and pong.
    FRAMES: Rate = Rate::new(100, seconds(20));
    /// Text frames beyond that which are answered until the connection is ended. They are forgiven slowly, so that a
    /// steady flood is ended as well; binary frames, pings and pongs beyond the budget end it at once.
    REFUSED_FRAMES: Rate = Rate::new(200, minutes(10));
    /// Lines of chat of a connection.
    CHAT_LINES: Rate = Rate::new(8, seconds(10));
    /// The longest line of chat.
    MAX_CHAT_CHARS: usize = protocol::MAX_CHAT_CHARS;
    /// Lines of chat that are sent to who enters a channel.
    RECENT_CHAT_LINES: u32 = 50;
    /// How often a connection is sent the whole lobby: a short question with a long answer.
    LOBBY_LISTS: Rate = Rate::new(20, seconds(20));
    /// Notes that may wait for a connection until it counts as too slow.
    MAX_WAITING_NOTES: usize = 256;
    /// About how many bytes these notes may have.
    MAX_WAITING_BYTES: usize = 512 * KIB;
    /// Events in one message; more come in further messages, each when the one before it was taken.
    MAX_EVENTS_PER_MESSAGE: u32 = 500;
    /// The most frames that a `watch` costs: one, and one for every full message of events.
    MAX_WATCH_COST: u32 = 20;
}
