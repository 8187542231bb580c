//! What happens while a person may type at any time: the server speaks, or ends the conversation.

use std::{io::Read as _, net::TcpStream, sync::mpsc::Sender, thread};

use server::visits::{Cut, cut};

/// Something that happens outside, in a protocol whose messages a buffer cuts.
pub(super) enum Outside<C: Cut> {
    /// A message of the server.
    Heard(C::Message),
    /// The connection is over, perhaps because what came makes no sense.
    Closed(Option<C::Broken>),
    /// A line of a person; nothing at the end of the input.
    Typed(Option<String>),
}

/// Hands on the messages of the server from now on.
pub(super) fn hear<C: Cut>(mut stream: TcpStream, sender: Sender<Outside<C>>) {
    thread::spawn(move || {
        let mut buffer = C::default();
        let mut bytes = [0; 4_096];
        let mut broken = None;
        while let Ok(n_bytes @ 1..) = stream.read(&mut bytes)
            && broken.is_none()
        {
            for message in cut(&mut buffer, &bytes[..n_bytes]) {
                match message {
                    Ok(message) => {
                        if sender.send(Outside::Heard(message)).is_err() {
                            return;
                        }
                    }
                    Err(error) => broken = Some(error),
                }
            }
        }
        // Nobody listens any more if the programme has ended.
        let _ = sender.send(Outside::Closed(broken));
    });
}
