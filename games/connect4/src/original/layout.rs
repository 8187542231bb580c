//! How a number travels.

use std::str::FromStr;

use super::{Broken, Message};

/// The most bytes of a number in digits, the line feed left out.
const MAX_DIGITS: usize = 16;

/// How a number travels.
///
/// The course does not say it. Its program sends what its machine has in memory, which is the usual layout here; the
/// others are what groups are likely to have written instead.
///
/// ```
/// use connect4::original::{Layout, Message};
/// let bytes = |name: &str| name.parse::<Layout>().map(|layout| layout.write(Message::GameOver));
/// assert_eq!(bytes("little"), Ok(vec![0xff, 0xff, 0xff, 0xff]));
/// assert_eq!(bytes("text"), Ok(b"-1\n".to_vec()));
/// assert!(bytes("middle").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// Four bytes, the lowest first, as the course's own program sends them.
    #[default]
    LowestFirst,
    /// Four bytes, the highest first, as networks have it.
    HighestFirst,
    /// A single byte.
    Byte,
    /// Decimal digits and a line feed.
    Text,
}

impl Layout {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::LowestFirst, Self::HighestFirst, Self::Byte, Self::Text];

    /// The name by which people choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LowestFirst => "little",
            Self::HighestFirst => "big",
            Self::Byte => "byte",
            Self::Text => "text",
        }
    }

    /// The bytes of a message.
    #[must_use]
    pub fn write(self, message: Message) -> Vec<u8> {
        let number = message.number();
        match self {
            Self::LowestFirst => message.to_bytes().to_vec(),
            Self::HighestFirst => number.to_be_bytes().to_vec(),
            // Columns and the end are small.
            Self::Byte => vec![number as u8],
            Self::Text => format!("{number}\n").into_bytes(),
        }
    }
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|layout| layout.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("numbers have no layout {name:?}; choose one of {names}")
        })
    }
}

/// Numbers that arrive in any pieces.
///
/// ```
/// use connect4::original::{Layout, NumberBuffer};
/// let mut buffer = NumberBuffer::new(Layout::Text);
/// buffer.push(b"3\n-");
/// assert_eq!(buffer.next_number(), Ok(Some(3)));
/// assert_eq!(buffer.next_number(), Ok(None), "the rest is on its way");
/// buffer.push(b"1\n");
/// assert_eq!(buffer.next_number(), Ok(Some(-1)));
/// ```
#[derive(Clone, Debug)]
pub struct NumberBuffer {
    layout: Layout,
    bytes: Vec<u8>,
}

impl NumberBuffer {
    /// An empty one.
    #[must_use]
    pub const fn new(layout: Layout) -> Self {
        Self { layout, bytes: Vec::new() }
    }

    /// Takes what has arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next number; `None` until all of it has arrived.
    ///
    /// # Errors
    /// If the bytes are no number. Nobody knows where the next one would begin, so the connection has to end.
    pub fn next_number(&mut self) -> Result<Option<i32>, Broken> {
        match self.layout {
            Layout::LowestFirst => Ok(self.take().map(i32::from_le_bytes)),
            Layout::HighestFirst => Ok(self.take().map(i32::from_be_bytes)),
            Layout::Byte => Ok(self.take().map(|[byte]: [u8; 1]| i32::from(byte as i8))),
            Layout::Text => self.line(),
        }
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = *self.bytes.first_chunk()?;
        self.bytes.drain(..N);
        Some(taken)
    }

    fn line(&mut self) -> Result<Option<i32>, Broken> {
        let end = self.bytes.iter().position(|&byte| byte == b'\n');
        let n_bytes = end.unwrap_or(self.bytes.len());
        // Whoever speaks another layout is found out at once and not waited for.
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b' ' | b'\r');
        if MAX_DIGITS < n_bytes || !self.bytes[..n_bytes].iter().all(is_digit) {
            return Err(self.unreadable(n_bytes.min(MAX_DIGITS)));
        }
        let Some(end) = end else { return Ok(None) };
        let number = str::from_utf8(&self.bytes[..end]).ok().and_then(|line| line.trim().parse().ok());
        let number = number.ok_or_else(|| self.unreadable(end))?;
        self.bytes.drain(..=end);
        Ok(Some(number))
    }

    fn unreadable(&self, n_bytes: usize) -> Broken {
        Broken::NoNumber(self.bytes[..n_bytes].escape_ascii().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    /// Every message there is.
    fn messages() -> impl Iterator<Item = Message> {
        (0..7).map(|index| Message::Column(Column::new(index))).chain([Message::GameOver])
    }

    #[test]
    fn every_message_survives_every_layout_in_any_pieces() {
        for layout in Layout::ALL {
            let bytes: Vec<u8> = messages().flat_map(|message| layout.write(message)).collect();
            for piece in 1..=bytes.len() {
                let mut buffer = NumberBuffer::new(layout);
                let mut numbers = Vec::new();
                for piece in bytes.chunks(piece) {
                    buffer.push(piece);
                    while let Some(number) = buffer.next_number().unwrap() {
                        numbers.push(number);
                    }
                }
                assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, -1], "{layout:?} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn each_layout_has_the_bytes_that_the_book_shows() {
        let three = Message::Column(Column::new(3));
        assert_eq!(Layout::LowestFirst.write(three), [3, 0, 0, 0]);
        assert_eq!(Layout::HighestFirst.write(three), [0, 0, 0, 3]);
        assert_eq!(Layout::Byte.write(three), [3]);
        assert_eq!(Layout::Byte.write(Message::GameOver), [0xff]);
        assert_eq!(Layout::Text.write(three), b"3\n");
    }

    #[test]
    fn digits_are_read_as_people_write_them_and_nothing_else_is() {
        let read = |text: &[u8]| {
            let mut buffer = NumberBuffer::new(Layout::Text);
            buffer.push(text);
            buffer.next_number()
        };
        assert_eq!(read(b" 4\r\n"), Ok(Some(4)));
        assert_eq!(read(b"4"), Ok(None));
        for nonsense in
            [&b"\n"[..], b"four\n", b"\x03\0\0\0", b"\xff\n", b"4 5\n", b"99999999999\n", &[b'1'; 17]]
        {
            assert!(matches!(read(nonsense), Err(Broken::NoNumber(_))), "{nonsense:?}");
        }
    }
}
