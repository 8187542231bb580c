//! The browser of anyone who is on a visit: what it wants, and whether it is still there.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use framework::Text;
use limits::Bucket;
use limits::{
    connections::{PING_INTERVAL, SILENCE_TIMEOUT},
    originals::VISIT_COMMANDS,
};
use protocol::{VisitMessage, VisitWish};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

use crate::http::{
    doors::Place,
    socket::{Gone, say, send},
};

/// A browser, and the place that its connection takes.
pub(super) struct Browser {
    socket: WebSocket,
    pings: Interval,
    last_sign: Instant,
    requests: Bucket,
    _place: Arc<Place>,
}

/// What comes from a browser.
pub(super) enum BrowserInput {
    /// It wants something.
    Request(Box<VisitWish>),
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
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { socket, pings, last_sign: now, requests: VISIT_COMMANDS.bucket(now), _place: place }
    }

    /// Waits for what comes next; nothing is lost if the wait is given up.
    pub(super) async fn receive(&mut self) -> BrowserInput {
        let frame = tokio::select! {
            frame = self.socket.recv() => frame,
            _ = self.pings.tick() => {
                let is_silent = self.last_sign + SILENCE_TIMEOUT < Instant::now();
                return if is_silent { BrowserInput::Gone } else { BrowserInput::Nothing { asks: true } };
            }
        };
        self.last_sign = Instant::now();
        match frame {
            Some(Ok(frame)) if !self.requests.take(self.last_sign) => match frame {
                Frame::Text(_) => BrowserInput::TooFast,
                // No page of ours sends these in numbers.
                _ => BrowserInput::Gone,
            },
            Some(Ok(Frame::Text(text))) => match serde_json::from_str(text.as_str()) {
                Ok(request) => BrowserInput::Request(Box::new(request)),
                Err(_) => BrowserInput::Nonsense,
            },
            Some(Ok(Frame::Binary(_))) => BrowserInput::Nonsense,
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => BrowserInput::Nothing { asks: false },
            Some(Ok(Frame::Close(_)) | Err(_)) | None => BrowserInput::Gone,
        }
    }

    /// Asks whether it is there.
    pub(super) async fn ask(&mut self) -> Result<(), Gone> {
        send(&mut self.socket, Frame::Ping(Vec::new().into())).await
    }

    pub(super) async fn send(&mut self, messages: &[VisitMessage]) -> Result<(), Gone> {
        say(&mut self.socket, messages).await
    }

    /// Says why the visit is over for this browser, and closes it.
    pub(super) async fn end(mut self, reason: Option<Text>) {
        // The browser may have gone as well.
        if let Some(text) = reason {
            let _ = self.send(&[VisitMessage::Ended { text }]).await;
        }
        let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
        let _ = send(&mut self.socket, Frame::Close(Some(close))).await;
    }
}
