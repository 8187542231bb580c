//! Lines that somebody types, or that come from a file or a pipe.

use std::io::{self, BufRead, BufReader, Read, Write};

use rustyline::{DefaultEditor, error::ReadlineError};

/// The most bytes of a line that are kept; no move and no file name is that long.
const MAX_LINE_BYTES: usize = 4_096;

/// What came from the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Nothing more will come: Ctrl-D, or the end of the file.
    End,
}

/// Where lines come from.
pub(crate) enum Keyboard<'a> {
    /// A person, who can correct a line and call earlier ones back.
    Person(Box<DefaultEditor>),
    /// A file or a pipe.
    Pipe(BufReader<&'a mut dyn Read>),
}

impl<'a> Keyboard<'a> {
    /// Opens the keyboard: an editor of lines for a person, plain lines for everything else.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(crate) fn open(input: &'a mut dyn Read, is_terminal: bool) -> io::Result<Self> {
        match is_terminal {
            true => Ok(Self::Person(Box::new(DefaultEditor::new().map_err(io::Error::other)?))),
            false => Ok(Self::Pipe(BufReader::new(input))),
        }
    }

    /// Asks for a line. Only a person sees the prompt.
    ///
    /// # Errors
    /// If nothing can be read, or what was written before cannot be shown.
    pub(crate) fn line(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Typed> {
        out.flush()?;
        match self {
            Self::Person(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line).map_err(io::Error::other)?;
                    Ok(Typed::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(error) => Err(io::Error::other(error)),
            },
            Self::Pipe(reader) => plain_line(reader),
        }
    }
}

/// Reads a line of any bytes; what is too long or no text is cut and marked, so that it is refused as a move.
fn plain_line(reader: &mut impl BufRead) -> io::Result<Typed> {
    let mut bytes = Vec::new();
    if reader.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Typed::End);
    }
    bytes.truncate(MAX_LINE_BYTES);
    Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(input: &[u8]) -> Vec<Typed> {
        let mut input = input;
        let mut keyboard = Keyboard::open(&mut input, false).unwrap();
        let mut lines = Vec::new();
        loop {
            lines.push(keyboard.line("> ", &mut io::sink()).unwrap());
            if lines.last() == Some(&Typed::End) {
                return lines;
            }
        }
    }

    fn line(text: &str) -> Typed {
        Typed::Line(text.to_owned())
    }

    #[test]
    fn lines_of_a_pipe_lose_their_ends_only() {
        assert_eq!(typed(b""), [Typed::End]);
        assert_eq!(typed(b"\n"), [line(""), Typed::End]);
        assert_eq!(typed(b"4 \r\nundo"), [line("4 "), line("undo"), Typed::End]);
    }

    #[test]
    fn broken_and_endless_lines_are_lines_all_the_same() {
        assert_eq!(typed(b"4\xff\n5"), [line("4\u{fffd}"), line("5"), Typed::End]);
        assert_eq!(typed(&[b'1'; 1 << 20]), [line(&"1".repeat(MAX_LINE_BYTES)), Typed::End]);
    }
}
