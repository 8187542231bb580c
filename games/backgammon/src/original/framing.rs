//! Lines in a stream of bytes.

use thiserror::Error;

/// The longest line that is read, in bytes, without its end.
pub const MAX_LINE_BYTES: usize = 4_096;

/// A line that is longer than anything that is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a line is longer than {MAX_LINE_BYTES} bytes; end the connection")]
pub struct LineTooLong;

/// Cuts a stream of bytes into lines, however it arrives.
///
/// ```
/// use backgammon::original::LineBuffer;
/// let mut buffer = LineBuffer::default();
/// buffer.push(b"LI");
/// assert_eq!(buffer.next_line(), Ok(None));
/// buffer.push(b"ST\r\nUSERS\n");
/// assert_eq!(buffer.next_line(), Ok(Some("LIST".to_owned())));
/// assert_eq!(buffer.next_line(), Ok(Some("USERS".to_owned())));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// How many bytes are known to hold no line end.
    searched: usize,
}

impl LineBuffer {
    /// Adds bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole line, if it is there already.
    ///
    /// # Errors
    /// If the line is too long, whether its end has come or not.
    pub fn next_line(&mut self) -> Result<Option<String>, LineTooLong> {
        let end = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n');
        let length = end.map_or(self.bytes.len(), |end| self.searched + end);
        if MAX_LINE_BYTES < length {
            return Err(LineTooLong);
        }
        if end.is_none() {
            self.searched = length;
            return Ok(None);
        }
        let line = from_bytes(&self.bytes[..length]);
        self.bytes.drain(..=length);
        self.searched = 0;
        Ok(Some(line))
    }
}

/// The text of a line's bytes: UTF-8 if they are that, else Latin-1. Carriage returns are thrown away.
#[must_use]
pub fn from_bytes(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    text.replace('\r', "")
}

/// The bytes of a line: Latin-1 with a question mark for what it lacks, and CR LF at the end.
///
/// ```
/// assert_eq!(backgammon::original::to_bytes("CHAT:bert;schön ♥"), b"CHAT:bert;sch\xf6n ?\r\n");
/// ```
#[must_use]
pub fn to_bytes(line: &str) -> Vec<u8> {
    // A line end within would make two lines of one.
    let letters = line.chars().filter(|letter| !matches!(letter, '\r' | '\n'));
    let mut bytes: Vec<u8> = letters.map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect();
    bytes.extend_from_slice(b"\r\n");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_at_a_time_is_as_good_as_everything_at_once() {
        let stream = b"LOGIN:anna;;\r\nLIST\nCHAT:bert;h\xe4\r\n\r\n";
        let mut at_once = LineBuffer::default();
        at_once.push(stream);
        let mut by_byte = LineBuffer::default();
        let mut lines = Vec::new();
        for byte in stream {
            by_byte.push(&[*byte]);
            lines.extend(by_byte.next_line().unwrap());
        }
        assert_eq!(lines, ["LOGIN:anna;;", "LIST", "CHAT:bert;hä", ""]);
        for line in lines {
            assert_eq!(at_once.next_line(), Ok(Some(line)));
        }
    }

    #[test]
    fn a_line_without_end_is_not_kept_for_ever() {
        let mut buffer = LineBuffer::default();
        buffer.push(&[b'x'; MAX_LINE_BYTES]);
        assert_eq!(buffer.next_line(), Ok(None));
        buffer.push(b"x");
        assert_eq!(buffer.next_line(), Err(LineTooLong));
    }
}
