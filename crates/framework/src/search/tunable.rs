//! Players whose numbers can be tuned: what an optimizer may change, without knowing the game.

use std::{fmt::Write as _, ops::RangeInclusive};

use serde::Serialize;

use crate::{OptionsError, OptionsReader, Text, notation::shortened};

/// One number of an evaluation that may be changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parameter {
    /// The word for it in options and weight files, in kebab case.
    pub name: &'static str,
    /// A shorter word for it in options, such as `w1`.
    pub short: Option<&'static str>,
    /// What it is.
    pub about: Text,
    /// What it is now.
    pub value: f64,
    /// A sensible first step away from the value: enough to change some moves, not enough to change all.
    pub radius: f64,
    /// What it may be.
    #[serde(skip)]
    pub bounds: RangeInclusive<f64>,
    /// Whether it is a whole number.
    pub is_whole: bool,
}

impl Parameter {
    /// A real number within wide bounds.
    #[must_use]
    pub const fn new(name: &'static str, about: Text, value: f64, radius: f64) -> Self {
        Self { name, short: None, about, value, radius, bounds: -1e9..=1e9, is_whole: false }
    }

    /// The same under a shorter word as well.
    #[must_use]
    pub fn or(self, short: &'static str) -> Self {
        Self { short: Some(short), ..self }
    }

    /// The same within other bounds.
    #[must_use]
    pub fn within(self, bounds: RangeInclusive<f64>) -> Self {
        Self { bounds, ..self }
    }

    /// The same as a whole number.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// The nearest value that the parameter can have; what it has now for something that is no number.
    #[must_use]
    pub fn nearest(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.value } else { value };
        let value = if self.is_whole { value.round() } else { value };
        value.clamp(*self.bounds.start(), *self.bounds.end())
    }

    /// Reads a value as people write it.
    ///
    /// # Errors
    /// If the text is no number, or lies outside the bounds.
    pub fn read(&self, option: &str, text: &str) -> Result<f64, OptionsError> {
        let value = text.parse().ok().filter(|value: &f64| self.bounds.contains(value));
        value.filter(|value| !self.is_whole || value.fract() == 0.0).ok_or_else(|| {
            let (kind, german) =
                if self.is_whole { ("whole number", "ganze Zahl") } else { ("number", "Zahl") };
            let (least, most) = self.bounds.clone().into_inner();
            let usual = self.value;
            OptionsError::Unreadable {
                option: option.into(),
                value: shortened(text),
                problem: Box::new(Text::new(
                    format!("this is no {kind} from {least} to {most}; write one such as {usual}"),
                    format!("das ist keine {german} von {least} bis {most}; möglich ist etwa {usual}"),
                )),
            }
        })
    }
}

/// An evaluation whose numbers can be tuned.
///
/// A game that lists a player by [`EngineEntry::tunable`](super::EngineEntry::tunable) needs nothing else to have
/// its weights as options, to read them from weight files, and to be improved by `brett evolve`.
///
/// ```
/// use framework::{Text, search::{Parameter, Tunable}};
///
/// #[derive(Clone)]
/// struct Judge {
///     corner: f64,
///     mobility: f64,
/// }
///
/// impl Tunable for Judge {
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![
///             Parameter::new("corner", Text::same("corners"), self.corner, 10.0),
///             Parameter::new("mobility", Text::same("moves"), self.mobility, 2.0),
///         ]
///     }
///
///     fn with(&self, values: &[f64]) -> Self {
///         Self { corner: values[0], mobility: values[1] }
///     }
/// }
///
/// let judge = Judge { corner: 50.0, mobility: 10.0 };
/// assert_eq!(judge.with(&[60.0, 5.0]).parameters()[0].value, 60.0);
/// ```
pub trait Tunable: Clone + Send + Sync + 'static {
    /// The numbers with their present values. Only the values differ between two evaluations of one game.
    fn parameters(&self) -> Vec<Parameter>;

    /// The same evaluation with other numbers, one for each parameter in their order and within its bounds.
    #[must_use]
    fn with(&self, values: &[f64]) -> Self;

    /// Takes the parameters out of a line of options; what is not given stays as it is.
    ///
    /// # Errors
    /// If a value is no number, or lies outside its bounds.
    fn with_options(&self, reader: &mut OptionsReader<'_>) -> Result<Self, OptionsError> {
        let mut is_given = false;
        let mut values = Vec::new();
        for parameter in self.parameters() {
            let mut value = parameter.value;
            for word in [Some(parameter.name), parameter.short].into_iter().flatten() {
                if let Some(text) = reader.value(word) {
                    value = parameter.read(word, text)?;
                    is_given = true;
                }
            }
            values.push(value);
        }
        Ok(if is_given { self.with(&values) } else { self.clone() })
    }

    /// What a player with these parameters can be told; `others` lists its other options.
    fn known_options(&self, others: impl Into<Text>) -> Text {
        let others = others.into();
        let listed = |others: &str, or: &str, number: &str| {
            let mut words: Vec<String> = Vec::new();
            words.extend((!others.is_empty()).then(|| others.to_owned()));
            words.extend(self.parameters().iter().map(|parameter| match parameter.short {
                Some(short) => format!("{} {or} {short}={number}", parameter.name),
                None => format!("{}={number}", parameter.name),
            }));
            words.join(", ")
        };
        Text::new(listed(&others.en, "or", "NUMBER"), listed(&others.de, "oder", "ZAHL"))
    }
}

/// What can be tuned about a player that a text such as `denkmaschine-2014:depth=2` chooses.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunablePlayer {
    /// The player's name.
    pub name: &'static str,
    /// Its other options, as in `depth=2`.
    pub options: String,
    /// What can be tuned, with the values that the text gives.
    pub parameters: Vec<Parameter>,
}

impl TunablePlayer {
    /// The values of the parameters.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.value).collect()
    }

    /// The player as it is, in the text that chooses it with values for all its parameters.
    ///
    /// # Panics
    /// If there is not one value for each parameter.
    #[must_use]
    pub fn text(&self, values: &[f64]) -> String {
        assert_eq!(values.len(), self.parameters.len(), "every parameter has a value");
        let mut text = format!("{}:{}", self.name, self.options.replace(' ', ","));
        for (parameter, value) in self.parameters.iter().zip(values) {
            let gap = if text.ends_with(':') { "" } else { "," };
            write!(text, "{gap}{}={value}", parameter.name).expect("a text takes any text");
        }
        text
    }
}
