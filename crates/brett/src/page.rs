//! Text for people.

use std::{
    fmt::Display,
    io::{self, Write},
    time::Duration,
};

use framework::{Text, render::Style};

/// How wide text may be; a screen has 80 columns, and some break a line that fills them.
const SCREEN_WIDTH: usize = 79;

/// How wide the names of fields are.
const LABEL_WIDTH: usize = 11;

/// A place to write for people, in their language and with colors if they like.
pub(crate) struct Page<'a> {
    out: &'a mut dyn Write,
    pub(crate) style: Style,
}

impl<'a> Page<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, style: Style) -> Self {
        Self { out, style }
    }

    /// The sentence in the reader's language.
    pub(crate) fn say<'t>(&self, text: &'t Text) -> &'t str {
        text.in_language(self.style.language)
    }

    /// Writes text that has its own line feeds.
    pub(crate) fn block(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes text on as many lines as it needs to fit on a screen.
    pub(crate) fn paragraph(&mut self, text: &str) -> io::Result<()> {
        wrapped(text.split_whitespace(), " ").iter().try_for_each(|line| self.line(line))
    }

    /// Writes an empty line.
    pub(crate) fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Writes a line that is seen first.
    pub(crate) fn heading(&mut self, text: impl Display) -> io::Result<()> {
        let text = self.bold(text);
        self.line(text)
    }

    /// Writes the name of something and what it is.
    pub(crate) fn field(&mut self, label: &Text, value: impl Display) -> io::Result<()> {
        let label = self.dim(format!("{:<LABEL_WIDTH$}", self.say(label)));
        self.line(format!("{label} {value}"))
    }

    /// Makes text bold.
    pub(crate) fn bold(&self, text: impl Display) -> String {
        self.painted("1", text)
    }

    /// Makes text step back.
    pub(crate) fn dim(&self, text: impl Display) -> String {
        self.painted("2", text)
    }

    fn painted(&self, code: &str, text: impl Display) -> String {
        if self.style.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_string() }
    }
}

/// Puts words on lines that fit on a screen unless a word does not, with a gap between two on one line.
pub(crate) fn wrapped<'w>(words: impl IntoIterator<Item = &'w str>, gap: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + gap.len() + word.chars().count() <= SCREEN_WIDTH => {
                line.push_str(gap);
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How many there were in a second; 0 if the time was too short to tell.
pub(crate) fn per_second(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { count as f64 / time.as_secs_f64() }
}

/// A rate with three digits that matter, such as `18.2 M`.
pub(crate) fn rounded(rate: f64) -> String {
    let (value, unit) = match rate {
        _ if 1e9 <= rate => (rate / 1e9, " G"),
        _ if 1e6 <= rate => (rate / 1e6, " M"),
        _ if 1e3 <= rate => (rate / 1e3, " k"),
        _ => (rate, ""),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_on_a_screen_and_lose_no_word() {
        let words: Vec<String> = (0..100).map(|number| format!("größer-{number}")).collect();
        for gap in [" ", "  "] {
            let lines = wrapped(words.iter().map(String::as_str), gap);
            assert!(lines.iter().all(|line| line.chars().count() <= SCREEN_WIDTH), "{lines:?}");
            assert_eq!(lines.join(gap), words.join(gap));
        }
        assert_eq!(wrapped(["x".repeat(99).as_str()], " "), ["x".repeat(99)]);
    }

    #[test]
    fn a_rate_shows_three_digits() {
        assert_eq!(rounded(0.0), "0.00");
        assert_eq!(rounded(950.4), "950");
        assert_eq!(rounded(1_234.0), "1.23 k");
        assert_eq!(rounded(18_240_000.0), "18.2 M");
        assert_eq!(rounded(2.5e9), "2.50 G");
    }

    #[test]
    fn no_time_gives_no_rate() {
        assert_eq!(per_second(7, Duration::ZERO), 0.0);
        assert_eq!(per_second(7, Duration::from_millis(500)), 14.0);
    }
}
