//! What a person types while a server may speak at any time.

use std::{
    io::{BufRead as _, Read, stdin},
    sync::mpsc::Sender,
    thread,
};

use super::hearing::Outside;

/// The most bytes of input that are not typed by a person.
const MAX_SCRIPT: u64 = 1 << 20;

/// Sends what is typed from now on, line by line; an empty option is the end.
///
/// A person's lines come as they are typed. What comes from a pipe is read at once: it is a list of things to do.
pub(super) fn listen(input: &mut dyn Read, is_terminal: bool, sender: Sender<Outside>) {
    if is_terminal {
        thread::spawn(move || {
            for line in stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.send(Outside::Typed(Some(line))).is_err() {
                    return;
                }
            }
            // Nobody listens any more if the program has ended.
            let _ = sender.send(Outside::Typed(None));
        });
        return;
    }
    let mut script = Vec::new();
    // What cannot be read is not there.
    let _ = input.take(MAX_SCRIPT).read_to_end(&mut script);
    for line in String::from_utf8_lossy(&script).lines() {
        let _ = sender.send(Outside::Typed(Some(line.to_owned())));
    }
    let _ = sender.send(Outside::Typed(None));
}
