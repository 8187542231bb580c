//! The world around a command.

use std::{
    fmt,
    io::{Read, Write},
    time::Duration,
};

/// Everything of the world that a command may touch, apart from files that its arguments name.
pub struct Console<'a> {
    /// Where an argument `-` reads from, and what a player types.
    pub input: &'a mut dyn Read,
    /// Whether a person types `input`, who likes to correct and repeat a line.
    pub input_is_terminal: bool,
    /// Where answers go.
    pub out: &'a mut dyn Write,
    /// Where errors, notes and progress go.
    pub err: &'a mut dyn Write,
    /// Whether a person looks at `out`.
    pub out_is_terminal: bool,
    /// Whether a person looks at `err`.
    pub err_is_terminal: bool,
    /// Looks up a variable of the environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The time that has passed since some moment.
    pub clock: &'a dyn Fn() -> Duration,
}

impl Console<'_> {
    /// A variable of the environment that is set and not empty.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }

    /// Tells whether the environment has nothing against colors.
    pub(crate) fn wants_color(&self) -> bool {
        self.variable("NO_COLOR").is_none() && self.variable("TERM").as_deref() != Some("dumb")
    }
}

impl fmt::Debug for Console<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console")
            .field("input_is_terminal", &self.input_is_terminal)
            .field("out_is_terminal", &self.out_is_terminal)
            .field("err_is_terminal", &self.err_is_terminal)
            .finish_non_exhaustive()
    }
}
