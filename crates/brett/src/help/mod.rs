//! Help and errors of the command line: the commands in groups, in English and German.
//!
//! The parser of arguments speaks English only. So [`german`] replaces every text of its commands, and [`errors`] says
//! what it found wrong; a test sees to it that no text is forgotten.

mod errors;
mod german;
mod groups;

use std::ffi::OsString;

use clap::{Command, ValueEnum as _};
use framework::{GameEntry, Language};

use crate::{
    Console,
    args::{self, Lang},
    context, game_command,
};

pub(crate) use errors::in_german as error_in_german;

/// The command line for these games, whose help speaks a language and lists the commands in groups.
pub(crate) fn command(games: &[GameEntry], language: Language) -> Command {
    let command = args::command(games);
    let command = match language {
        Language::English => command,
        Language::German => german::command(command),
    };
    groups::grouped(command, language)
}

/// The language in which a command line wants help and errors, before it is parsed.
pub(crate) fn language(args: &[OsString], console: &Console<'_>) -> Language {
    let words = args.iter().skip(1).map(|arg| arg.to_str().unwrap_or_default());
    let mut words = words.take_while(|word| *word != "--");
    let mut asked = None;
    while let Some(word) = words.next() {
        let code =
            word.strip_prefix("--lang=").or_else(|| (word == "--lang").then(|| words.next()).flatten());
        asked = code.and_then(|code| Lang::from_str(code, false).ok()).or(asked);
    }
    // What is wrong with the environment is said when an answer is due.
    context::language(asked, console).unwrap_or(Language::English)
}

/// `brett help play` as `brett play --help`, which shows the same.
pub(crate) fn without_help_command(command: &Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let Some(mut at) = game_command::command_at(&args) else { return args };
    let mut current = command;
    while let Some(word) = args.get(at).and_then(|word| word.to_str()) {
        if word == "help" && current.has_subcommands() {
            while args.get(at).is_some_and(|word| word == "help") {
                args.remove(at);
            }
            args.push("--help".into());
            break;
        }
        let Some(below) = current.find_subcommand(word) else { break };
        (current, at) = (below, at + 1);
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_read_as(line: &str, wanted: &str) {
        let args = ["brett"].into_iter().chain(line.split_whitespace()).map(OsString::from).collect();
        let command = args::command(catalog::GAMES);
        let read: Vec<_> = without_help_command(&command, args).into_iter().skip(1).collect();
        assert_eq!(read.join(std::ffi::OsStr::new(" ")), wanted);
    }

    #[test]
    fn help_is_an_option_of_every_command() {
        is_read_as("help", "--help");
        is_read_as("help help", "--help");
        is_read_as("help play", "play --help");
        is_read_as("--lang de help admin check", "--lang de admin check --help");
        is_read_as("admin help check", "admin check --help");
    }

    #[test]
    fn help_elsewhere_is_a_word_as_any_other() {
        for line in ["play help", "legal othello help", "", "--lang de"] {
            is_read_as(line, line);
        }
    }
}
