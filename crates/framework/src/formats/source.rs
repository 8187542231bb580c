//! A file as a format reads it.

use std::{borrow::Cow, sync::OnceLock};

/// A file with what belongs to it.
#[derive(Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
    text: OnceLock<Cow<'a, str>>,
    companions: Vec<(String, Vec<u8>)>,
    options: String,
}

impl<'a> Source<'a> {
    /// A file of which nothing else is known.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, text: OnceLock::new(), companions: Vec::new(), options: String::new() }
    }

    /// The same with a further file, whose name ends in `extension`.
    #[must_use]
    pub fn with_companion(mut self, extension: &str, bytes: Vec<u8>) -> Self {
        self.companions.push((extension.to_owned(), bytes));
        self
    }

    /// The same with options of the game, for formats that do not tell them, such as the size of the board.
    #[must_use]
    pub fn with_options(mut self, options: &str) -> Self {
        options.clone_into(&mut self.options);
        self
    }

    /// What the file holds.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What a further file holds.
    #[must_use]
    pub fn companion(&self, extension: &str) -> Option<&[u8]> {
        let found = self.companions.iter().find(|(known, _)| known == extension);
        found.map(|(_, bytes)| bytes.as_slice())
    }

    /// The options of the game that are assumed where the format does not tell them; empty for the usual ones.
    #[must_use]
    pub fn options(&self) -> &str {
        &self.options
    }

    /// The file as text: UTF-8, with or without a mark at its beginning, or else Latin-1.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| decoded(self.bytes))
    }

    /// The lines that hold something, with their numbers from 1. Those that begin with `#` or `%` are comments.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text().lines().map(str::trim).enumerate();
        lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
            .map(|(idx, line)| (idx + 1, line))
    }
}

/// Bytes as text.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_utf8_or_latin1() {
        assert_eq!(Source::new("Jürgen".as_bytes()).text(), "Jürgen");
        assert_eq!(Source::new("\u{feff}Jürgen".as_bytes()).text(), "Jürgen");
        assert_eq!(Source::new(b"J\xfcrgen").text(), "Jürgen");
    }

    #[test]
    fn comments_and_empty_lines_are_left_out() {
        let source = Source::new(b"% a comment\r\n\r\n  one\r\n# another\ntwo");
        assert_eq!(source.lines().collect::<Vec<_>>(), [(3, "one"), (5, "two")]);
    }
}
