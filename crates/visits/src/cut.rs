//! Messages in a stream of bytes, whatever the protocol.

use backgammon::original::{LineBuffer, LineTooLong};
use blokus::original::{Broken, Packet, PacketBuffer};

/// A buffer that cuts a stream of bytes into messages, however it arrives.
pub(super) trait Cut: Default + Send + 'static {
    /// A whole message.
    type Message: Send;
    /// Why the stream makes no sense any more.
    type Broken: Send;

    /// Adds bytes that have arrived.
    fn push(&mut self, bytes: &[u8]);

    /// The next whole message, if it is there already.
    ///
    /// # Errors
    /// If nobody knows where the next message begins; the connection has to end then.
    fn next_message(&mut self) -> Result<Option<Self::Message>, Self::Broken>;
}

/// Adds bytes that have arrived, and gives the messages that are whole now, the last of them perhaps with the reason why
/// none can follow.
pub(super) fn cut<C: Cut>(
    buffer: &mut C,
    bytes: &[u8],
) -> impl Iterator<Item = Result<C::Message, C::Broken>> {
    buffer.push(bytes);
    let mut is_broken = false;
    std::iter::from_fn(move || {
        if is_broken {
            return None;
        }
        let next = buffer.next_message().transpose();
        is_broken = matches!(next, Some(Err(_)));
        next
    })
}

impl Cut for LineBuffer {
    type Message = String;
    type Broken = LineTooLong;

    fn push(&mut self, bytes: &[u8]) {
        self.push(bytes);
    }

    fn next_message(&mut self) -> Result<Option<String>, LineTooLong> {
        self.next_line()
    }
}

impl Cut for PacketBuffer {
    type Message = Packet;
    type Broken = Broken;

    fn push(&mut self, bytes: &[u8]) {
        self.push(bytes);
    }

    fn next_message(&mut self) -> Result<Option<Packet>, Broken> {
        self.next_packet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_whole_however_they_arrive() {
        let mut buffer = LineBuffer::default();
        let lines: Vec<_> = cut(&mut buffer, b"LIST\r\nUS").collect();
        assert_eq!(lines, [Ok("LIST".to_owned())]);
        let lines: Vec<_> = cut(&mut buffer, b"ERS\r\n").collect();
        assert_eq!(lines, [Ok("USERS".to_owned())]);
    }
}
