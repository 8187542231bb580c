//! What happens while a person may type at any time: the other side speaks, or ends the conversation.

use std::{io::Read as _, net::TcpStream, sync::mpsc::Sender, thread, time::Duration};

use crate::interrupts::Interrupts;

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// Something that happens outside.
pub(super) enum Outside {
    /// The other side has sent something.
    Heard(Vec<u8>),
    /// The connection is over.
    Closed,
    /// A line of a person; nothing at the end of the input.
    Typed(Option<String>),
    /// Somebody has pressed Ctrl-C.
    Interrupted,
}

/// Hands on that somebody wants to go.
pub(super) fn heed(interrupts: Interrupts, sender: Sender<Outside>) {
    thread::spawn(move || {
        while !interrupts.is_seen() {
            thread::sleep(LOOK);
        }
        // Nobody listens any more if the program has ended.
        let _ = sender.send(Outside::Interrupted);
    });
}

/// Hands on what the other side sends from now on.
pub(super) fn hear(mut stream: TcpStream, sender: Sender<Outside>) {
    thread::spawn(move || {
        let mut bytes = [0; 4_096];
        while let Ok(n_bytes @ 1..) = stream.read(&mut bytes) {
            if sender.send(Outside::Heard(bytes[..n_bytes].to_vec())).is_err() {
                return;
            }
        }
        // Nobody listens any more if the program has ended.
        let _ = sender.send(Outside::Closed);
    });
}
