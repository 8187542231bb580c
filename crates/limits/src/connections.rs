//! Connections over HTTP and WebSocket, before anybody knows who they are.

use std::time::Duration;

use super::{KIB, Rate, minutes, seconds};

limits! {
    /// Connections of one address block, unless `--per-address` says something else. Behind a trusted proxy, its requests
    /// and WebSockets at a time.
    MAX_CONNECTIONS_PER_ADDRESS: u32 = 100;
    /// Connections that wait to be accepted; the system may allow fewer.
    LISTEN_BACKLOG: u32 = 16_384;
    /// How long the head of a request may take to arrive.
    HEADER_READ_TIMEOUT: Duration = seconds(10);
    /// Requests to `/api/` of one address block. Not counted for this machine unless a proxy on it is trusted.
    HTTP_REQUESTS_PER_ADDRESS: Rate = Rate::new(1_200, minutes(1));
    /// How long the body of a request may take to arrive.
    BODY_READ_TIMEOUT: Duration = seconds(10);
    /// How long a request, or a command over a WebSocket, may take until it is given up.
    REQUEST_TIMEOUT: Duration = seconds(30);
    /// How long a client that takes no more of an answer is waited for.
    WRITE_TIMEOUT: Duration = seconds(20);
    /// How much of an answer a client has to take within that time.
    MIN_WRITE_BYTES: usize = 16 * KIB;
    /// How long the database may take to answer whether the server is ready.
    READY_TIMEOUT: Duration = seconds(2);
    /// How long an answer about readiness is good for, so that asking often costs nothing.
    READY_CACHE_TIME: Duration = seconds(1);
    /// Lines in the log of one kind, such as refused log-ins; the others are counted.
    LOG_LINES: Rate = Rate::new(30, minutes(1));
    /// The longest head of a request; also how much of one is kept in memory at a time.
    MAX_HEADER_BYTES: usize = 16 * KIB;
    /// The longest body, except where another limit is named. Small enough that nesting needs no limit of its own.
    MAX_BODY_BYTES: usize = 8 * KIB;
    /// The longest WebSocket message that is read. One that is longer than a frame may be is refused; one that is longer
    /// than this ends the connection.
    MAX_WEBSOCKET_MESSAGE_BYTES: usize = 64 * KIB;
    /// How often the server pings.
    PING_INTERVAL: Duration = seconds(15);
    /// How long a WebSocket may be without a sign of life, a pong included.
    SILENCE_TIMEOUT: Duration = seconds(40);
    /// How long a WebSocket may take to say hello.
    HELLO_TIMEOUT: Duration = seconds(10);
    /// How long what is sent over a WebSocket may take to be taken.
    SEND_TIMEOUT: Duration = seconds(10);
    /// How long a client that was told why its WebSocket is ended has to end it as well.
    CLOSE_TIMEOUT: Duration = seconds(1);
    /// How long connections have to end when the server stops.
    DRAIN_TIMEOUT: Duration = seconds(4);
}
