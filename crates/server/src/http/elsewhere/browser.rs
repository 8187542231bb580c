//! The browser of whoever is on a visit: what it wants, and whether it is still there.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use framework::Text;
use protocol::{VisitMessage, VisitWish};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

use crate::{
    bucket::Bucket,
    http::{
        doors::Place,
        socket::{Gone, PING, SILENCE, say, send},
    },
};

/// How many wishes are fulfilled in which time: as many as the original protocols read from a connection of theirs, since
/// a programme may play through a page as well.
const WISHES: (u32, Duration) = (400, Duration::from_secs(20));

/// A browser, and the place that its connection takes.
pub(super) struct Browser {
    socket: WebSocket,
    pings: Interval,
    last_sign: Instant,
    wishes: Bucket,
    _place: Arc<Place>,
}

/// What comes from a browser.
pub(super) enum Heard {
    /// It wants something.
    Wish(Box<VisitWish>),
    /// It says something that nobody understands.
    Nonsense,
    /// It says too much at once.
    TooFast,
    /// Nothing that matters; it may be time to ask whether it is there.
    Nothing {
        /// Whether it is time.
        asks: bool,
    },
    /// It has gone.
    Gone,
}

impl Browser {
    pub(super) fn new(socket: WebSocket, place: Arc<Place>) -> Self {
        let now = Instant::now();
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { socket, pings, last_sign: now, wishes: Bucket::new(WISHES.0, WISHES.1, now), _place: place }
    }

    /// Waits for what comes next; nothing is lost if the wait is given up.
    pub(super) async fn hear(&mut self) -> Heard {
        let frame = tokio::select! {
            frame = self.socket.recv() => frame,
            _ = self.pings.tick() => {
                let is_silent = self.last_sign + SILENCE < Instant::now();
                return if is_silent { Heard::Gone } else { Heard::Nothing { asks: true } };
            }
        };
        self.last_sign = Instant::now();
        match frame {
            Some(Ok(Frame::Text(_) | Frame::Binary(_))) if !self.wishes.take(self.last_sign) => {
                Heard::TooFast
            }
            Some(Ok(Frame::Text(text))) => match serde_json::from_str(text.as_str()) {
                Ok(wish) => Heard::Wish(Box::new(wish)),
                Err(_) => Heard::Nonsense,
            },
            Some(Ok(Frame::Binary(_))) => Heard::Nonsense,
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => Heard::Nothing { asks: false },
            Some(Ok(Frame::Close(_)) | Err(_)) | None => Heard::Gone,
        }
    }

    /// Asks whether it is there.
    pub(super) async fn ask(&mut self) -> Result<(), Gone> {
        send(&mut self.socket, Frame::Ping(Vec::new().into())).await
    }

    pub(super) async fn say(&mut self, messages: &[VisitMessage]) -> Result<(), Gone> {
        say(&mut self.socket, messages).await
    }

    /// Says why the visit is over for this browser, and closes it.
    pub(super) async fn end(mut self, reason: Option<Text>) {
        // The browser may have gone as well.
        if let Some(text) = reason {
            let _ = self.say(&[VisitMessage::Ended { text }]).await;
        }
        let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
        let _ = send(&mut self.socket, Frame::Close(Some(close))).await;
    }
}
