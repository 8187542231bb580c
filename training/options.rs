//! Options of the training programs, written as `name=value`.

use std::{collections::BTreeMap, env, error, fmt, str::FromStr};

/// Why a program cannot go on.
pub(crate) type Failure = Box<dyn error::Error + Send + Sync>;

/// The options of the command line that have not been read yet.
pub(crate) struct Options(BTreeMap<String, String>);

impl Options {
    /// Those of this process.
    pub(crate) fn from_args() -> Result<Self, Failure> {
        let pair = |word: String| {
            let (name, value) = word.split_once('=').ok_or_else(|| format!("{word}: write name=value"))?;
            Ok((name.to_owned(), value.to_owned()))
        };
        env::args().skip(1).map(pair).collect::<Result<_, Failure>>().map(Self)
    }

    /// The text of an option.
    pub(crate) fn text(&mut self, name: &str, default: &str) -> String {
        self.0.remove(name).unwrap_or_else(|| default.to_owned())
    }

    /// The number of an option.
    pub(crate) fn number<N: FromStr<Err: fmt::Display>>(
        &mut self,
        name: &str,
        default: N,
    ) -> Result<N, Failure> {
        let Some(text) = self.0.remove(name) else { return Ok(default) };
        text.parse().map_err(|error| format!("{name}={text}: {error}").into())
    }

    /// Refuses options that nothing has asked for: a slip of the pen must not start an hour of training.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("there is no option {name}; the head of the source lists them").into()),
        }
    }
}
