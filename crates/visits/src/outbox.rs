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
    pub told: Vec<Told>,
    /// What the other side has said to something that was asked.
    pub answer: Option<Answer>,
    /// Whether nothing more will be said.
    pub hangs_up: bool,
    /// The messages that have passed, where somebody wants to see them.
    passed: Option<Vec<Passed>>,
}

/// Something that people are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
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
pub enum Answer {
    /// It is as one wants it.
    Granted,
    /// One does not get the seat, or may not play the move.
    Refused,
}

/// A message for people who want to see all of them, without passwords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    /// It has come.
    Came(String),
    /// It goes.
    Went(String),
}

impl Outbox {
    /// One that also takes down every message.
    #[must_use]
    pub fn with_messages() -> Self {
        Self { passed: Some(Vec::new()), ..Self::default() }
    }

    /// The messages that have passed, if they were taken down.
    pub fn passed(&self) -> impl Iterator<Item = &Passed> {
        self.passed.iter().flatten()
    }

    pub(super) fn came(&mut self, message: impl Display) {
        if let Some(passed) = &mut self.passed {
            passed.push(Passed::Came(message.to_string()));
        }
    }

    /// Sends a message.
    pub(super) fn send(&mut self, bytes: impl IntoIterator<Item = u8>, message: impl Display) {
        self.bytes.extend(bytes);
        if let Some(passed) = &mut self.passed {
            passed.push(Passed::Went(message.to_string()));
        }
    }

    /// Tells that something has happened.
    pub(super) fn tell(&mut self, text: Text) {
        self.told.push(Told::Line(VisitLine { from: None, to: None, text }));
    }

    /// Tells who does not see it that something has happened.
    pub(super) fn show(&mut self, text: Text) {
        self.told.push(Told::Shown(VisitLine { from: None, to: None, text }));
    }

    /// Tells that somebody said something.
    pub(super) fn said(&mut self, from: String, to: Option<String>, text: &str) {
        self.told.push(Told::Line(VisitLine { from: Some(from), to, text: Text::same(text) }));
    }
}
