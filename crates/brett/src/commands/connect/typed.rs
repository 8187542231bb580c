//! What a person types while a server may speak at any time.

use std::{
    io::{self, BufRead as _, Read, stdin},
    sync::mpsc::Sender,
    thread,
};

use framework::Text;

use crate::context::Context;

/// Lists what can be typed: how each command is written, and what it does.
pub(super) fn tell_commands(commands: &[(&str, Text)], ctx: &mut Context<'_, '_>) -> io::Result<()> {
    let width = commands.iter().map(|(form, _)| form.len()).max().unwrap_or(0);
    for (form, meaning) in commands {
        let meaning = meaning.in_language(ctx.style.language);
        writeln!(ctx.console.out, "  {form:<width$}  {meaning}")?;
    }
    Ok(())
}

/// The most bytes of input that are not typed by a person.
const MAX_SCRIPT: u64 = 1 << 20;

/// Sends what is typed from now on, line by line; an empty option is the end.
///
/// A person's lines come as they are typed. What comes from a pipe is read at once: it is a list of things to do.
pub(super) fn listen<T: Send + 'static>(
    input: &mut dyn Read,
    is_terminal: bool,
    sender: Sender<T>,
    wrap: impl Fn(Option<String>) -> T + Send + 'static,
) {
    if is_terminal {
        thread::spawn(move || {
            for line in stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.send(wrap(Some(line))).is_err() {
                    return;
                }
            }
            // Nobody listens any more if the programme has ended.
            let _ = sender.send(wrap(None));
        });
        return;
    }
    let mut script = Vec::new();
    // What cannot be read is not there.
    let _ = input.take(MAX_SCRIPT).read_to_end(&mut script);
    for line in String::from_utf8_lossy(&script).lines() {
        let _ = sender.send(wrap(Some(line.to_owned())));
    }
    let _ = sender.send(wrap(None));
}
