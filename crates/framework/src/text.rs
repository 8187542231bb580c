//! Sentences in every language the house speaks.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

/// A language people can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

/// A sentence in English and in German.
///
/// ```
/// use framework::{Language, Text};
/// let full = Text::fixed("column 4 is full", "Spalte 4 ist voll");
/// assert_eq!(full.in_language(Language::German), "Spalte 4 ist voll");
/// assert_eq!(full.to_string(), "column 4 is full");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Text {
    /// The sentence in English.
    pub en: Cow<'static, str>,
    /// The sentence in German.
    pub de: Cow<'static, str>,
}

impl Text {
    /// A sentence that is known when the program is written.
    #[must_use]
    pub const fn fixed(en: &'static str, de: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), de: Cow::Borrowed(de) }
    }

    /// A sentence that was made from values.
    #[must_use]
    pub fn new(en: impl Into<String>, de: impl Into<String>) -> Self {
        Self { en: Cow::Owned(en.into()), de: Cow::Owned(de.into()) }
    }

    /// A text that is the same in every language: a name, a number, a move.
    #[must_use]
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(text.clone(), text)
    }

    /// The sentence in one language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::German => &self.de,
        }
    }
}

/// What is written the same way in every language, such as the word for an option.
impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::same(text)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
