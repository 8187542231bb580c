//! The WebSocket: one task per connection.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ::limits::{REFUSED_CLIENTS, connections as limits};
use axum::{
    Extension,
    extract::{
        State, WebSocketUpgrade,
        ws::{
            CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code,
            rejection::WebSocketUpgradeRejection,
        },
    },
    response::{IntoResponse, Response},
};
use bus::Notes;
use futures_util::SinkExt as _;
use protocol::{Code, Message, Person, Problem};
use serde::Serialize;
use tables::world::World;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};
use tokio_tungstenite::tungstenite;
use tracing::Instrument as _;

use super::{App, Refusal, doors::Place, identity::Caller, visit::Visit};
use crate::{house::House, session::Session};

/// How much is read at a time. Every connection keeps so much, and commands are short.
const READ_BUFFER: usize = 2 * 1024;

/// How much is collected until it is written: what belongs together goes out together.
const WRITE_BUFFER: usize = 4 * 1024;

/// When the first ping is sent, which measures how long messages are under way.
const FIRST_PING: Duration = Duration::from_secs(1);

/// Makes a connection of a request.
pub(super) async fn connect<W: World>(
    State(app): State<App<W>>,
    Extension(place): Extension<Arc<Place>>,
    visit: Visit,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else { return wrong_door() };
    if app.house.is_stopping() {
        return Refusal(Problem::new(Code::Stopping, "the server is about to stop")).into_response();
    }
    let person = caller.person.clone();
    let upgrade = upgrade
        .max_message_size(limits::MAX_WEBSOCKET_MESSAGE_BYTES)
        .max_frame_size(limits::MAX_WEBSOCKET_MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER);
    // What is logged about the connection carries the id of the request that opened it.
    let span = tracing::Span::current();
    let response = upgrade.on_upgrade(async move |socket| {
        talk(app, person, visit, socket).instrument(span).await;
        // The connection counts until it ends.
        drop(place);
    });
    caller.answer(response)
}

/// The answer to a person who came without a socket.
pub(super) fn wrong_door() -> Response {
    let sentence = "this address is for WebSockets; the book's chapter about the protocol shows how";
    Refusal(Problem::new(Code::Unreadable, sentence)).into_response()
}

/// Why the server ends a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// The other side has gone, or has said that it goes.
    Gone,
    /// What was read is no WebSocket message: the code says why.
    Broken(u16, &'static str),
    /// What was sent was not taken in time.
    TooSlow,
    /// There was no sign of life.
    Silent,
    /// It never said hello.
    NoHello,
    /// The session is over, and knows why.
    Session,
}

impl Ending {
    /// What the other side did wrong when a frame could not be read.
    fn of(error: axum::Error) -> Self {
        let Ok(error) = error.into_inner().downcast::<tungstenite::Error>() else { return Self::Gone };
        match *error {
            tungstenite::Error::Capacity(_) => Self::Broken(close_code::SIZE, "message too long"),
            tungstenite::Error::Utf8(_) => Self::Broken(close_code::INVALID, "text is not UTF-8"),
            tungstenite::Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
                Self::Gone
            }
            tungstenite::Error::Protocol(_) => Self::Broken(close_code::PROTOCOL, "protocol error"),
            _ => Self::Gone,
        }
    }

    /// The code and the reason of the frame that ends the connection.
    fn close<W: World>(self, session: &Session<W>, is_stopping: bool) -> (u16, &'static str) {
        match self {
            Self::Broken(code, reason) => (code, reason),
            Self::TooSlow => (close_code::POLICY, "too slow"),
            _ if session.is_too_slow() => (close_code::POLICY, "too slow"),
            _ if is_stopping => (close_code::RESTART, "stopping"),
            _ if session.is_dismissed() => (close_code::POLICY, "dismissed"),
            Self::NoHello => (close_code::POLICY, "say hello first"),
            Self::Session => (close_code::POLICY, "too fast"),
            Self::Silent => (close_code::POLICY, "silent for too long"),
            Self::Gone => (close_code::NORMAL, ""),
        }
    }
}

/// Talks until one side has enough.
async fn talk<W: World>(app: App<W>, person: Person, visit: Visit, mut socket: WebSocket) {
    let house = app.house;
    let (mut session, mut notes) = Session::begin_from(house.clone(), person, Some(visit.address));
    let ending = converse(&house, &mut session, &mut notes, &mut socket).await;
    let (code, reason) = ending.close(&session, house.is_stopping());
    if reason == "too slow" {
        house.metrics().too_slow.fetch_add(1, Ordering::Relaxed);
    }
    let is_refused = code != close_code::NORMAL && code != close_code::RESTART && !session.is_dismissed();
    if is_refused && let Some(left_out) = REFUSED_CLIENTS.pass() {
        tracing::info!(user = %session.you().id, code, reason, left_out, "a connection is ended");
    }
    let close = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // The other side may have gone already.
    let _ = send(&mut socket, Frame::Close(Some(close))).await;
    drop(session);
    // Anyone who closes with something unread resets the connection, and the other side may never see why it was
    // ended: so what it still sends is read for a moment, and thrown away.
    let linger = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(limits::CLOSE_TIMEOUT, linger).await;
}

async fn converse<W: World>(
    house: &House<W>,
    session: &mut Session<W>,
    notes: &mut Notes,
    socket: &mut WebSocket,
) -> Ending {
    // Not at once: after a crash everybody comes at the same time, and there is more urgent work.
    let mut pings = interval_at(Instant::now() + FIRST_PING, limits::PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_sign = Instant::now();
    let too_late = last_sign + limits::HELLO_TIMEOUT;
    let mut pinged = None;
    while !session.is_over() {
        let messages = tokio::select! {
            frame = socket.recv() => {
                last_sign = Instant::now();
                match frame {
                    // In a box of its own: most connections are idle, and need no room for what a command takes.
                    Some(Ok(Frame::Text(text))) => Box::pin(on_text(session, text.as_str(), last_sign)).await,
                    Some(Ok(Frame::Binary(_))) => session.on_binary_frame(last_sign),
                    Some(Ok(Frame::Pong(_))) => {
                        session.on_control_frame(last_sign);
                        if let Some(pinged) = pinged.take() {
                            session.on_round_trip(last_sign - pinged);
                        }
                        continue;
                    }
                    Some(Ok(Frame::Ping(_))) => {
                        session.on_control_frame(last_sign);
                        continue;
                    }
                    Some(Err(error)) => return Ending::of(error),
                    Some(Ok(Frame::Close(_))) | None => return Ending::Gone,
                }
            }
            Some(note) = notes.recv() => Box::pin(session.on_note(note)).await,
            // Everything before was taken, so more of a long answer may follow.
            () = std::future::ready(()), if session.has_backlog() => Box::pin(session.next_events()).await,
            () = sleep_until(too_late), if !session.has_said_hello() => return Ending::NoHello,
            _ = pings.tick() => {
                // While the process stands still it hears nothing, anyone who speaks.
                if house.tables().stalls.served(last_sign) + limits::SILENCE_TIMEOUT < house.tables().stalls.now() {
                    return Ending::Silent;
                }
                pinged = Some(Instant::now());
                if send(socket, Frame::Ping(Vec::new().into())).await.is_err() {
                    return Ending::TooSlow;
                }
                continue;
            }
        };
        if say(socket, &messages).await.is_err() {
            return Ending::TooSlow;
        }
    }
    Ending::Session
}

/// Does what a frame wants, unless that takes too long, because the database hangs for example. The client may send the
/// command again: it takes effect once.
async fn on_text<W: World>(session: &mut Session<W>, text: &str, arrived: Instant) -> Vec<Message> {
    match timeout(limits::REQUEST_TIMEOUT, session.on_frame(text, arrived)).await {
        Ok(messages) => messages,
        Err(_) => {
            let sentence = "the server has taken too long to answer; send the command again";
            let problem = Problem::new(Code::Unavailable, sentence);
            vec![Message::Refused { number: crate::session::number_of(text), problem }]
        }
    }
}

/// A connection that does not take what it is sent.
pub(super) struct Gone;

/// Sends messages together: an answer and what follows it take one way through the system.
pub(super) async fn say<M: Serialize>(socket: &mut WebSocket, messages: &[M]) -> Result<(), Gone> {
    if messages.is_empty() {
        return Ok(());
    }
    let all = async {
        for message in messages {
            let text = serde_json::to_string(message).expect("our types have text keys and plain values");
            socket.feed(Frame::Text(text.into())).await?;
        }
        socket.flush().await
    };
    match timeout(limits::SEND_TIMEOUT, all).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

pub(super) async fn send(socket: &mut WebSocket, frame: Frame) -> Result<(), Gone> {
    match timeout(limits::SEND_TIMEOUT, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}
