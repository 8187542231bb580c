//! Arguments that nobody knows: reported, or ignored by who asks for it as the program of 2006 did.

use std::ffi::{OsStr, OsString};

use clap::{
    ArgMatches, Command, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// What asks for it.
const IGNORE_UNKNOWN: &str = "--ignore-unknown";

/// Reads a command line. Arguments that nobody knows are an error, unless the command line says to ignore them.
///
/// # Errors
/// What is wrong with the command line, or the help that it asks for.
pub(crate) fn matches<A>(command: &Command, args: A) -> Result<ArgMatches, Error>
where
    A: IntoIterator,
    A::Item: Into<OsString>,
{
    let mut args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let n_given = args.len();
    args.retain(|arg| arg != IGNORE_UNKNOWN);
    let is_tolerant = args.len() < n_given;
    // Where an option was removed; what follows may be its value.
    let mut removed_at = None;
    loop {
        match command.clone().try_get_matches_from(&args) {
            Err(error) if is_tolerant => {
                let unknown = unknown_argument(&error)
                    .and_then(|unknown| args.iter().position(|arg| is_written_as(arg, &unknown)));
                let value = removed_at.filter(|&at| is_value(&error, args.get(at)));
                match unknown.or(value) {
                    Some(at) => {
                        args.remove(at);
                        removed_at = Some(at);
                    }
                    None => return Err(error),
                }
            }
            done => return done,
        }
    }
}

/// The argument that the parser did not know.
fn unknown_argument(error: &Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) => Some(unknown.clone()),
        _ => None,
    }
}

/// Whether the parser took the argument behind an option that it did not know for a command, as `plastique` in
/// `-style plastique`.
fn is_value(error: &Error, behind: Option<&OsString>) -> bool {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand), behind) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(taken)), Some(behind)) => {
            behind.to_str() == Some(taken)
        }
        _ => false,
    }
}

/// Whether an argument is the one that the parser names: itself, with a value, or a letter behind a single hyphen.
fn is_written_as(arg: &OsStr, unknown: &str) -> bool {
    let Some(arg) = arg.to_str() else { return false };
    let is_letter =
        |unknown: &str| unknown.len() == 2 && !unknown.starts_with("--") && !arg.starts_with("--");
    arg == unknown
        || arg.strip_prefix(unknown).is_some_and(|value| value.starts_with('='))
        || (is_letter(unknown) && arg.starts_with('-') && arg[1..].contains(&unknown[1..]))
}
