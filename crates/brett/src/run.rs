//! From the arguments to the exit code.

use std::{
    ffi::OsString,
    io::{self, BufWriter, IsTerminal as _, Write},
    process::ExitCode,
    time::Instant,
};

use clap::{FromArgMatches, error::ErrorKind};
use framework::{GameEntry, Language};

use crate::{Console, args::Cli, commands, context::Context, game_command, help, tolerance};

/// How a run of the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All went well.
    Fine,
    /// The question was understood, and the answer is no.
    No,
    /// The command line or the input cannot be used.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::No => 1,
            Exit::Unusable => 2,
        })
    }
}

/// The whole program over these games: the command line, the streams and the clock of this process.
///
/// Who writes a game of their own lists it here beside the usual ones, and has every command for it.
#[must_use]
pub fn main(games: &[GameEntry]) -> ExitCode {
    let started = Instant::now();
    let mut console = Console {
        input: &mut io::stdin(),
        input_is_terminal: io::stdin().is_terminal(),
        out: &mut BufWriter::new(io::stdout()),
        err: &mut io::stderr(),
        out_is_terminal: io::stdout().is_terminal(),
        err_is_terminal: io::stderr().is_terminal(),
        variable: &|name| std::env::var(name).ok(),
        clock: &|| started.elapsed(),
    };
    run(games, std::env::args_os(), &mut console).into()
}

/// Runs one command line (the program's own name first) with these games.
pub fn run<A>(games: &[GameEntry], args: A, console: &mut Console<'_>) -> Exit
where
    A: IntoIterator,
    A::Item: Into<OsString> + Clone,
{
    let answer = answer(games, args, console).and_then(|exit| {
        console.out.flush()?;
        Ok(exit)
    });
    match answer {
        Ok(exit) => exit,
        // Who reads only the first line has what they wanted.
        Err(error) if is_broken_pipe(&error) => Exit::Fine,
        Err(error) => {
            // If even this cannot be written, the exit code still tells.
            let _ = writeln!(console.err, "error: {error:#}");
            Exit::Unusable
        }
    }
}

fn answer<A>(games: &[GameEntry], args: A, console: &mut Console<'_>) -> anyhow::Result<Exit>
where
    A: IntoIterator,
    A::Item: Into<OsString> + Clone,
{
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let language = help::language(&args, console);
    let mut command = help::command(games, language);
    if !console.out_is_terminal {
        // Otherwise help would be wrapped by whatever terminal is near.
        command = command.term_width(80);
    }
    let args = game_command::with_play(games, help::without_help_command(&command, args));
    let parsed = tolerance::matches(&command, args).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => {
            let mut ctx = Context::new(games, &cli.globals, console)?;
            commands::run(cli, &mut ctx)
        }
        // Help that is shown because something is missing is German already.
        Err(error)
            if error.use_stderr()
                && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                && language == Language::German =>
        {
            console.err.write_all(help::error_in_german(&error).as_bytes())?;
            Ok(Exit::Unusable)
        }
        Err(explanation) => Ok(explain(&explanation, console)?),
    }
}

/// Writes what the parser of arguments has to say: an error, or help that was asked for.
fn explain(explanation: &clap::Error, console: &mut Console<'_>) -> io::Result<Exit> {
    let (is_terminal, exit) = match explanation.use_stderr() {
        true => (console.err_is_terminal, Exit::Unusable),
        false => (console.out_is_terminal, Exit::Fine),
    };
    let rendered = explanation.render();
    let text = match is_terminal && console.wants_color() {
        true => rendered.ansi().to_string(),
        false => rendered.to_string(),
    };
    let stream = if explanation.use_stderr() { &mut console.err } else { &mut console.out };
    stream.write_all(text.as_bytes())?;
    Ok(exit)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
