//! The options of a game or of a player as fields to fill in, for programs that ask people instead of letting them write
//! a line.

use serde::Serialize;

use crate::Text;

/// Fields whose answers are written as one part of the line of options.
///
/// A part is left out if one of its answers is empty: nothing was chosen, so the game's default holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldGroup {
    /// How the answers are written, with the names of fields in braces: `{columns}x{rows}x{k}`.
    pub pattern: &'static str,
    /// The answer to another field without which this part is left out, as in `("mode", "custom")`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_if: Option<(&'static str, &'static str)>,
    /// What is asked.
    pub fields: &'static [FieldInfo],
}

/// A field to fill in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldInfo {
    /// The word that stands for it in patterns; no other field of the game has it.
    pub name: &'static str,
    /// What people see beside it.
    pub label: Text,
    /// What can be answered.
    pub answers: Answers,
}

/// What can be answered to a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// A whole number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// How far two neighboring answers lie apart, counted from the least.
        step: u32,
        /// What holds until somebody chooses.
        usual: u32,
    },
    /// One of a few words, each with what people see; the first holds until somebody chooses.
    Choice(&'static [(&'static str, Text)]),
    /// Yes, or nothing, which holds until somebody chooses.
    Switch,
}

impl FieldGroup {
    /// Tells whether a word of a line gives a possible answer to the only field of this group. Groups of several fields
    /// are not read.
    ///
    /// ```
    /// use framework::{FieldGroup, FieldInfo, Text};
    /// const LEVEL: FieldInfo = FieldInfo::number("level", Text::fixed("level", "Stufe"), (1, 6), 4);
    /// const GROUP: FieldGroup = FieldGroup { pattern: "level={level}", only_if: None, fields: &[LEVEL] };
    /// assert!(GROUP.is_answered_by("level=6"));
    /// assert!(!GROUP.is_answered_by("level=7"));
    /// assert!(!GROUP.is_answered_by("depth=6"));
    /// ```
    #[must_use]
    pub fn is_answered_by(&self, word: &str) -> bool {
        let [field] = self.fields else { return false };
        let Some((before, after)) = self.pattern.split_once(&format!("{{{}}}", field.name)) else {
            return field.answers == Answers::Switch && word == self.pattern;
        };
        let answer = word.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        answer.is_some_and(|answer| field.answers.allows(answer))
    }
}

impl FieldInfo {
    /// A field for a number, any within the bounds.
    #[must_use]
    pub const fn number(name: &'static str, label: Text, bounds: (u32, u32), usual: u32) -> Self {
        let (least, most) = bounds;
        Self { name, label, answers: Answers::Number { least, most, step: 1, usual } }
    }

    /// A field that is switched on or not.
    #[must_use]
    pub const fn switch(name: &'static str, label: Text) -> Self {
        Self { name, label, answers: Answers::Switch }
    }
}

impl Answers {
    /// Tells whether something can be answered.
    #[must_use]
    pub fn allows(&self, answer: &str) -> bool {
        match self {
            Self::Number { least, most, step, .. } => {
                let is_written_so = !answer.is_empty() && answer.bytes().all(|byte| byte.is_ascii_digit());
                let number = answer.parse().ok().filter(|number| (least..=most).contains(&number));
                is_written_so
                    && number.is_some_and(|number: u32| (number - least).is_multiple_of((*step).max(1)))
            }
            Self::Choice(words) => words.iter().any(|(word, _)| *word == answer),
            Self::Switch => false,
        }
    }

    /// What holds until somebody chooses.
    #[must_use]
    pub fn usual(&self) -> String {
        match self {
            Self::Number { usual, .. } => usual.to_string(),
            Self::Choice(words) => words.first().map(|(word, _)| (*word).to_owned()).unwrap_or_default(),
            Self::Switch => String::new(),
        }
    }
}

/// The line of options that answers to the fields of a game make; a field without an answer has its usual one.
///
/// ```
/// use framework::{FieldGroup, FieldInfo, Text, line_of};
/// const SIDE: FieldInfo = FieldInfo::number("side", Text::fixed("side", "Seite"), (4, 16), 8);
/// const QUICK: FieldInfo = FieldInfo::switch("quick", Text::fixed("quick", "schnell"));
/// const GAME: &[FieldGroup] = &[
///     FieldGroup { pattern: "{side}x{side}", only_if: None, fields: &[SIDE] },
///     FieldGroup { pattern: "quick", only_if: Some(("side", "6")), fields: &[QUICK] },
/// ];
/// assert_eq!(line_of(GAME, |_| None), "8x8");
/// let answers = |field: &str| Some(if field == "side" { "6" } else { "yes" }.to_owned());
/// assert_eq!(line_of(GAME, answers), "6x6 quick");
/// ```
#[must_use]
pub fn line_of(groups: &[FieldGroup], answer: impl Fn(&str) -> Option<String>) -> String {
    let answered = |field: &FieldInfo| answer(field.name).unwrap_or_else(|| field.answers.usual());
    let holds = |(name, word): (&str, &str)| {
        let mut fields = groups.iter().flat_map(|group| group.fields);
        fields.any(|field| field.name == name && answered(field) == word)
    };
    let part = |group: &FieldGroup| {
        group.fields.iter().try_fold(group.pattern.to_owned(), |part, field| {
            let answer = answered(field);
            (!answer.is_empty()).then(|| part.replace(&format!("{{{}}}", field.name), &answer))
        })
    };
    let asked = groups.iter().filter(|group| group.only_if.is_none_or(holds));
    asked.filter_map(part).collect::<Vec<_>>().join(" ")
}
