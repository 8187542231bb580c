//! What comes of a step of a conversation.

use std::fmt::Display;

use framework::Text;
use protocol::VisitLine;

/// What comes of a step of a conversation.
#[derive(Debug, Default)]
pub struct Outbox {
    /// What is to be sent to the other side.
    pub bytes: Vec<u8>,
    /// What people are told, in order.
    pub events: Vec<VisitEvent>,
    /// What the other side has said to something that was asked.
    pub answer: Option<VisitAnswer>,
    /// Whether nothing more will be said.
    pub hangs_up: bool,
    /// The messages that have wire_messages, where a person wants to see them.
    wire_messages: Option<Vec<WireMessage>>,
}

/// Something that people are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VisitEvent {
    /// What was said or has happened.
    Line(VisitLine),
    /// What has happened and is seen by who looks at the board and the place.
    Shown(VisitLine),
    /// What one has said oneself and is not told again by the other side.
    Echo(VisitLine),
    /// One is to move.
    YourTurn,
}

/// What the other side has said to something that was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisitAnswer {
    /// It is as one wants it.
    Granted,
    /// One does not get the seat, or may not play the move.
    Refused,
}

/// A message for people who want to see all of them, without passwords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WireMessage {
    /// It has come.
    Received(String),
    /// It goes.
    Sent(String),
}

impl Outbox {
    /// One that also takes down every message.
    #[must_use]
    pub fn with_messages() -> Self {
        Self { wire_messages: Some(Vec::new()), ..Self::default() }
    }

    /// The messages that have wire_messages, if they were taken down.
    pub fn wire_messages(&self) -> impl Iterator<Item = &WireMessage> {
        self.wire_messages.iter().flatten()
    }

    pub(super) fn received(&mut self, message: impl Display) {
        if let Some(wire_messages) = &mut self.wire_messages {
            wire_messages.push(WireMessage::Received(message.to_string()));
        }
    }

    /// Sends a message.
    pub(super) fn send(&mut self, bytes: impl IntoIterator<Item = u8>, message: impl Display) {
        self.bytes.extend(bytes);
        if let Some(wire_messages) = &mut self.wire_messages {
            wire_messages.push(WireMessage::Sent(message.to_string()));
        }
    }

    /// Tells that something has happened.
    pub(super) fn report(&mut self, text: Text) {
        self.events.push(VisitEvent::Line(VisitLine { from: None, to: None, text }));
    }

    /// Tells who does not see it that something has happened.
    pub(super) fn show(&mut self, text: Text) {
        self.events.push(VisitEvent::Shown(VisitLine { from: None, to: None, text }));
    }

    /// Tells that a person said something.
    pub(super) fn chat(&mut self, from: String, to: Option<String>, text: &str) {
        self.events.push(VisitEvent::Line(VisitLine { from: Some(from), to, text: Text::same(text) }));
    }
}
