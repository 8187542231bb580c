//! The options of a game as one line of text: `7x6x4`, `duo`, `nackgammon match=7 jacoby`.

use std::{fmt, ops::RangeInclusive};

use thiserror::Error;

use crate::{Text, notation::shortened};

/// The longest line of options that is read.
const MAX_CHARS: usize = 4_000;

/// Why a line of options does not describe a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionsError {
    /// The line is longer than any sensible one.
    #[error("the options are {chars} characters long; at most {MAX_CHARS} are read")]
    TooLong {
        /// Its length.
        chars: usize,
    },
    /// A word that the game does not know.
    #[error("unknown option \"{option}\"; this game knows {known}")]
    Unknown {
        /// The word.
        option: String,
        /// The words it could have been.
        known: Text,
    },
    /// An option that is given twice.
    #[error("the option \"{option}\" is given twice; give it once")]
    Repeated {
        /// The option.
        option: String,
    },
    /// A value that cannot be read.
    #[error("{option}={value}: {problem}")]
    Unreadable {
        /// The option.
        option: Text,
        /// Its value.
        value: String,
        /// What is wrong and how to write it instead.
        problem: Box<Text>,
    },
    /// A number outside its bounds.
    #[error("{option} is {value}; it must lie between {min} and {max}")]
    OutOfRange {
        /// The option.
        option: Text,
        /// Its value.
        value: String,
        /// The least possible.
        min: u32,
        /// The most possible.
        max: u32,
    },
    /// Options that are fine one by one but make no game together.
    #[error("{0}")]
    Impossible(Text),
}

impl OptionsError {
    /// What is wrong, in every language; English is what [`Display`](fmt::Display) writes.
    ///
    /// ```
    /// use framework::{Language, Options};
    /// let options: Options = "match=x".parse()?;
    /// let error = options.reader().number("match", 0..=99).unwrap_err();
    /// assert_eq!(
    ///     error.text().in_language(Language::German),
    ///     "match=x: das ist keine Zahl; eine von 0 bis 99 ist möglich"
    /// );
    /// # Ok::<(), framework::OptionsError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> Text {
        let german = match self {
            Self::TooLong { chars } => {
                format!("die Optionen sind {chars} Zeichen lang; gelesen werden höchstens {MAX_CHARS}")
            }
            Self::Unknown { option, known } => {
                format!("die Option „{option}“ ist unbekannt; dieses Spiel kennt {}", known.de)
            }
            Self::Repeated { option } => {
                format!("die Option „{option}“ steht zweimal da; einmal genügt")
            }
            Self::Unreadable { option, value, problem } => format!("{}={value}: {}", option.de, problem.de),
            Self::OutOfRange { option, value, min, max } => {
                format!("{}: {value} liegt nicht zwischen {min} und {max}", option.de)
            }
            Self::Impossible(problem) => return problem.clone(),
        };
        Text::new(self.to_string(), german)
    }
}

/// A line of options, split into words and `key=value` pairs.
///
/// ```
/// use framework::Options;
/// let options: Options = "nackgammon match=7 jacoby".parse()?;
/// let mut reader = options.reader();
/// assert_eq!(reader.number("match", 0..=99)?, Some(7));
/// assert!(reader.flag("jacoby"));
/// assert_eq!(reader.word(), Some("nackgammon"));
/// reader.finish("standard, nackgammon, match=N, jacoby")?;
/// # Ok::<(), framework::OptionsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    tokens: Vec<String>,
}

impl Options {
    /// Takes the options one by one and in the end finds out what nobody wanted.
    #[must_use]
    pub fn reader(&self) -> OptionsReader<'_> {
        OptionsReader { tokens: self.tokens.iter().map(String::as_str).collect() }
    }

    /// Tells whether nothing is given, so that the game's defaults hold.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }
}

impl std::str::FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        if MAX_CHARS < text.len() {
            return Err(OptionsError::TooLong { chars: text.chars().count() });
        }
        let tokens: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let key = |token: &str| token.split_once('=').map(|(key, _)| key.to_owned());
        for (idx, token) in tokens.iter().enumerate() {
            let same = |other: &String| other == token || key(other).is_some_and(|k| Some(k) == key(token));
            if tokens[..idx].iter().any(same) {
                return Err(OptionsError::Repeated {
                    option: shortened(&key(token).unwrap_or(token.clone())),
                });
            }
        }
        Ok(Self { tokens })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tokens.join(" "))
    }
}

/// Takes options out of a line one by one.
#[derive(Clone, Debug)]
pub struct OptionsReader<'a> {
    tokens: Vec<&'a str>,
}

impl<'a> OptionsReader<'a> {
    /// Takes the value of `key=value`.
    pub fn value(&mut self, key: &str) -> Option<&'a str> {
        let is_it = |token: &&str| token.split_once('=').is_some_and(|(found, _)| found == key);
        let idx = self.tokens.iter().position(is_it)?;
        self.tokens.remove(idx).split_once('=').map(|(_, value)| value)
    }

    /// Takes the number of `key=number`.
    ///
    /// # Errors
    /// If the value is no number or lies outside the bounds.
    pub fn number(&mut self, key: &str, bounds: RangeInclusive<u32>) -> Result<Option<u32>, OptionsError> {
        self.value(key).map(|value| Self::bounded(key, value, bounds)).transpose()
    }

    /// Reads a number and checks its bounds.
    ///
    /// # Errors
    /// If the value is no number or lies outside the bounds.
    pub fn bounded(
        option: impl Into<Text>,
        value: &str,
        bounds: RangeInclusive<u32>,
    ) -> Result<u32, OptionsError> {
        let (min, max) = bounds.into_inner();
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            return Err(OptionsError::Unreadable {
                option: option.into(),
                value: shortened(value),
                problem: Box::new(Text::new(
                    format!("this is no number; write one from {min} to {max}"),
                    format!("das ist keine Zahl; eine von {min} bis {max} ist möglich"),
                )),
            });
        }
        match value.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(OptionsError::OutOfRange { option: option.into(), value: shortened(value), min, max }),
        }
    }

    /// Takes a word that is there or not, such as `jacoby`.
    pub fn flag(&mut self, word: &str) -> bool {
        let found = self.tokens.iter().position(|&token| token == word);
        found.map(|idx| self.tokens.remove(idx)).is_some()
    }

    /// Takes the first word that is no `key=value`, such as `duo` or `7x6x4`. Take flags first.
    pub fn word(&mut self) -> Option<&'a str> {
        let idx = self.tokens.iter().position(|token| !token.contains('='))?;
        Some(self.tokens.remove(idx))
    }

    /// What nobody has taken yet, as a line of options.
    #[must_use]
    pub fn rest(&self) -> String {
        self.tokens.join(" ")
    }

    /// Makes sure that nothing is left; `known` lists what could have been said.
    ///
    /// # Errors
    /// If something is left.
    pub fn finish(self, known: impl Into<Text>) -> Result<(), OptionsError> {
        match self.tokens.first() {
            None => Ok(()),
            Some(token) => Err(Self::unknown(token, known)),
        }
    }

    /// The error about a word that the game does not know.
    #[must_use]
    pub fn unknown(option: &str, known: impl Into<Text>) -> OptionsError {
        OptionsError::Unknown { option: shortened(option), known: known.into() }
    }
}
