//! Every message on standard error, for who wants to see the conversation.

use std::{fmt::Display, io, io::Write};

/// Writes messages, if that is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProtocolLog {
    is_wanted: bool,
}

impl ProtocolLog {
    pub(super) const fn new(is_wanted: bool) -> Self {
        Self { is_wanted }
    }

    /// A message has come.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn came(self, err: &mut dyn Write, message: impl Display) -> io::Result<()> {
        if self.is_wanted { writeln!(err, "> {message}") } else { Ok(()) }
    }

    /// A message has gone, passwords hidden.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn went(self, err: &mut dyn Write, message: impl Display) -> io::Result<()> {
        if self.is_wanted { writeln!(err, "< {message}") } else { Ok(()) }
    }
}
