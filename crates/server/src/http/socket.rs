//! The WebSocket: one task per connection.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

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
use futures_util::SinkExt as _;
use protocol::{Code, Message, Person, Problem};
use serde::Serialize;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use super::{App, Refusal, doors::Place, identity::Caller};
use crate::{session::Session, world::World};

/// What is read at most: a frame that is a little too long is refused, and one that is much too long ends the
/// connection.
const MAX_MESSAGE: usize = 64 * 1024;

/// How much is read at a time. Every connection keeps so much, and commands are short.
const READ_BUFFER: usize = 2 * 1024;

/// How much is collected until it is written: what belongs together goes out together.
const WRITE_BUFFER: usize = 4 * 1024;

/// How often the server asks whether the other side is there, and how long it waits for a sign of life.
pub(super) const PING: Duration = Duration::from_secs(15);
const FIRST_PING: Duration = Duration::from_secs(1);
pub(super) const SILENCE: Duration = Duration::from_secs(40);

/// How long a connection may take to say hello.
pub(super) const HELLO: Duration = Duration::from_secs(10);

/// How long a message may take to be sent until the connection counts as dead.
const SENDING: Duration = Duration::from_secs(10);

/// Makes a connection of a request.
pub(super) async fn connect<W: World>(
    State(app): State<App<W>>,
    Extension(place): Extension<Arc<Place>>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else { return wrong_door() };
    if app.house.is_stopping() {
        return Refusal(Problem::new(Code::Stopping, "the server is about to stop")).into_response();
    }
    let person = caller.person.clone();
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER);
    let response = upgrade.on_upgrade(async move |socket| {
        talk(app, person, socket).await;
        // The connection counts until it ends.
        drop(place);
    });
    caller.answer(response)
}

/// The answer to somebody who came without a socket.
pub(super) fn wrong_door() -> Response {
    let sentence = "this address is for WebSockets; the book's chapter about the protocol shows how";
    Refusal(Problem::new(Code::Unreadable, sentence)).into_response()
}

/// Talks until one side has enough.
async fn talk<W: World>(app: App<W>, person: Person, mut socket: WebSocket) {
    let house = app.house;
    let (mut session, mut notes) = Session::begin(house.clone(), person);
    // Not at once: after a crash everybody comes at the same time, and there is more urgent work.
    let mut pings = interval_at(Instant::now() + FIRST_PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_sign = Instant::now();
    let too_late = last_sign + HELLO;
    let mut pinged = None;
    while !session.is_over() {
        let messages = tokio::select! {
            frame = socket.recv() => {
                last_sign = Instant::now();
                match frame {
                    // In a box of its own: most connections are idle, and need no room for what a command takes.
                    Some(Ok(Frame::Text(text))) => Box::pin(session.hear(text.as_str(), last_sign)).await,
                    Some(Ok(Frame::Binary(_))) => {
                        let problem = Problem::new(Code::Unreadable, "only text frames are understood");
                        vec![Message::Refused { number: None, problem }]
                    }
                    Some(Ok(Frame::Pong(_))) => {
                        if let Some(pinged) = pinged.take() {
                            session.measured(last_sign - pinged);
                        }
                        continue;
                    }
                    Some(Ok(Frame::Ping(_))) => continue,
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                }
            }
            Some(note) = notes.recv() => Box::pin(session.tell(note)).await,
            () = sleep_until(too_late), if !session.has_said_hello() => break,
            _ = pings.tick() => {
                if last_sign + SILENCE < Instant::now() {
                    break;
                }
                pinged = Some(Instant::now());
                if send(&mut socket, Frame::Ping(Vec::new().into())).await.is_err() {
                    break;
                }
                continue;
            }
        };
        if say(&mut socket, &messages).await.is_err() {
            break;
        }
    }
    if session.is_too_slow() {
        house.metrics().too_slow.fetch_add(1, Ordering::Relaxed);
    }
    let (code, reason) = match (session.is_too_slow(), house.is_stopping()) {
        (true, _) => (close_code::POLICY, "too slow"),
        (false, true) => (close_code::RESTART, "stopping"),
        (false, false) if session.is_dismissed() => (close_code::POLICY, "dismissed"),
        (false, false) if session.is_over() => (close_code::POLICY, "too fast"),
        (false, false) if !session.has_said_hello() => (close_code::POLICY, "say hello first"),
        (false, false) => (close_code::NORMAL, ""),
    };
    let close = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // The other side may have gone already.
    let _ = send(&mut socket, Frame::Close(Some(close))).await;
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
    match timeout(SENDING, all).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

pub(super) async fn send(socket: &mut WebSocket, frame: Frame) -> Result<(), Gone> {
    match timeout(SENDING, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}
