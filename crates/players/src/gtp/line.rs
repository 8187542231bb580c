//! Lines of commands from outside, of any length and content.

use std::io::{self, BufRead, Read};

/// The most bytes of a line that are read: more than any position or move needs.
const MAX_BYTES: u64 = 64 << 10;

/// What came next on a stream of commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// More than anybody needs; it was passed over.
    TooLong,
    /// Nothing will come any more.
    End,
}

/// Reads the next line. What is no UTF-8 is replaced, since it cannot be part of any command.
///
/// # Errors
/// If the stream cannot be read.
pub fn read(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == MAX_BYTES && bytes.last() != Some(&b'\n') {
        pass_over_line(input)?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

fn pass_over_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (n_bytes, is_done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(n_bytes);
        if is_done {
            return Ok(());
        }
    }
}

/// A command with its number, if it has one, and everything after its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) args: String,
}

impl Command {
    /// Reads a command; `None` if the line holds nothing but a comment.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line: String = line.chars().map(|char| if char.is_whitespace() { ' ' } else { char }).collect();
        let line: String =
            line.chars().filter(|char| !char.is_control()).take_while(|char| *char != '#').collect();
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        let (first, rest) = split_word(line);
        let is_id = first.len() <= 10 && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, line) = if is_id { (first, rest) } else { ("", line) };
        let (name, args) = split_word(line);
        Some(Self { id: id.to_owned(), name: name.to_owned(), args: args.to_owned() })
    }
}

/// The first word of a text without spaces at its ends, and what comes after it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(&str, &str, &str)>) {
        let owned = |(id, name, args): (&str, &str, &str)| Command {
            id: id.to_owned(),
            name: name.to_owned(),
            args: args.to_owned(),
        };
        assert_eq!(Command::parse(line), expected.map(owned), "{line:?}");
    }

    #[test]
    fn a_command_has_perhaps_a_number_a_name_and_arguments() {
        check("play b f5\n", Some(("", "play", "b f5")));
        check("12 play  b\tf5\r\n", Some(("12", "play", "b f5")));
        check("  name # who are you", Some(("", "name", "")));
        check("12\n", Some(("12", "", "")));
        check("99999999999 name", Some(("", "99999999999", "name")));
        check("na\u{7}me", Some(("", "name", "")));
        check("# nothing", None);
        check("\n", None);
    }

    #[test]
    fn an_endless_line_is_passed_over() {
        let text = format!("{}\nname\nlast", "x".repeat(200_000));
        let mut input = text.as_bytes();
        assert!(matches!(read(&mut input).unwrap(), Line::TooLong));
        assert!(matches!(read(&mut input).unwrap(), Line::Text(line) if line == "name\n"));
        assert!(matches!(read(&mut input).unwrap(), Line::Text(line) if line == "last"));
        assert!(matches!(read(&mut input).unwrap(), Line::End));
    }
}
