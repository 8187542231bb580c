//! Runs the command line in this process, with Nim as the usual game and a clock that ticks by itself.

use std::{cell::Cell, ffi::OsString, fmt, time::Duration};

use brett::{Console, Exit};
use framework::GameEntry;

/// What somebody types, and where.
pub(crate) struct Session {
    pub(crate) input: Vec<u8>,
    pub(crate) variables: Vec<(&'static str, &'static str)>,
    pub(crate) is_terminal: bool,
}

/// What they see.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) exit: Exit,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Session {
    /// Standard output is a file, there is no input, and the environment is empty.
    pub(crate) const fn new() -> Self {
        Self { input: Vec::new(), variables: Vec::new(), is_terminal: false }
    }

    pub(crate) fn with_input(input: impl Into<Vec<u8>>) -> Self {
        Self { input: input.into(), ..Self::new() }
    }

    pub(crate) fn on_terminal() -> Self {
        Self { is_terminal: true, ..Self::new() }
    }

    pub(crate) fn with_variable(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    pub(crate) fn run<A: Into<OsString> + Clone>(&self, args: impl IntoIterator<Item = A>) -> Seen {
        self.run_with(&[nim::ENTRY], args)
    }

    pub(crate) fn run_with<A: Into<OsString> + Clone>(
        &self,
        games: &[GameEntry],
        args: impl IntoIterator<Item = A>,
    ) -> Seen {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let seconds = Cell::new(0);
        let variables = &self.variables;
        let mut console = Console {
            input: &mut self.input.as_slice(),
            input_is_terminal: false,
            out: &mut out,
            err: &mut err,
            out_is_terminal: self.is_terminal,
            err_is_terminal: self.is_terminal,
            variable: &|name| {
                variables.iter().find(|variable| variable.0 == name).map(|variable| variable.1.to_owned())
            },
            clock: &|| Duration::from_secs(seconds.replace(seconds.get() + 1)),
        };
        let args = [OsString::from("brett")].into_iter().chain(args.into_iter().map(Into::into));
        let exit = brett::run(games, args, &mut console);
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Seen { exit, out: text(out), err: text(err) }
    }
}

/// Types a command line whose words have no spaces in them.
#[track_caller]
pub(crate) fn brett(line: &str) -> Seen {
    Session::new().run(line.split_whitespace())
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit: {:?}\n--- out\n{}", self.exit, self.out)?;
        if self.err.is_empty() { Ok(()) } else { write!(f, "--- err\n{}", self.err) }
    }
}
