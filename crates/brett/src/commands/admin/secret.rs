//! Passwords from the keyboard, unseen, or from a pipe.

use anyhow::bail;

use crate::Console;

/// The longest line that is read.
const MAX_BYTES: usize = 4_096;

/// Asks for a new password twice, or reads the first line of standard input if nobody types.
///
/// # Errors
/// If nothing can be read, or the two differ.
pub(super) fn read(console: &mut Console<'_>) -> anyhow::Result<String> {
    if !console.input_is_terminal {
        return line(console);
    }
    let first = ask(console, "New password: ")?;
    let second = ask(console, "Once more: ")?;
    if first != second {
        bail!("the two passwords differ; try again");
    }
    Ok(first)
}

/// Reads one byte after the other, so that nothing behind the line is taken away.
fn line(console: &mut Console<'_>) -> anyhow::Result<String> {
    let (mut bytes, mut byte) = (Vec::new(), [0]);
    while bytes.len() < MAX_BYTES && console.input.read(&mut byte)? == 1 && byte != *b"\n" {
        bytes.extend(byte);
    }
    let Ok(text) = String::from_utf8(bytes) else { bail!("the password is no UTF-8 text; type it again") };
    let text = text.trim_end_matches('\r');
    if text.is_empty() {
        bail!(
            "no password was given; write it to standard input, as in: brett admin create-user Anna < file"
        );
    }
    Ok(text.to_owned())
}

/// Asks a person, whose typing is not shown.
#[cfg(unix)]
fn ask(console: &mut Console<'_>, prompt: &str) -> anyhow::Result<String> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    write!(console.err, "{prompt}")?;
    console.err.flush()?;
    let terminal = std::io::stdin();
    let shown = tcgetattr(&terminal)?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&terminal, OptionalActions::Flush, &hidden)?;
    let typed = line(console);
    tcsetattr(&terminal, OptionalActions::Flush, &shown)?;
    writeln!(console.err)?;
    typed
}

/// Asks a person, whose typing could not be hidden here.
#[cfg(not(unix))]
fn ask(_: &mut Console<'_>, _: &str) -> anyhow::Result<String> {
    bail!("a password cannot be typed unseen here; write it to standard input from a file or a pipe")
}
