//! The commands in groups: thirty in one list are hard to read.

use std::fmt::Write as _;

use clap::Command;
use framework::Language;

/// The width of the help where nobody looks at a terminal.
const WIDTH: usize = 80;

/// A heading in both languages, and the commands under it.
struct Group {
    en: &'static str,
    de: &'static str,
    commands: &'static [&'static str],
}

const GROUPS: [Group; 6] = [
    Group { en: "Play", de: "Spielen", commands: &["play", "puzzles", "games", "players", "connect"] },
    Group {
        en: "Positions",
        de: "Stellungen",
        commands: &["show", "legal", "hint", "analyze", "solve", "rollout", "explain", "tree"],
    },
    Group { en: "Records", de: "Spielberichte", commands: &["replay", "convert", "verify"] },
    Group { en: "Host", de: "Anbieten", commands: &["serve", "admin", "load", "chaos"] },
    Group {
        en: "Engines and training",
        de: "Computerspieler und Training",
        commands: &[
            "match",
            "tournament",
            "engine",
            "evolve",
            "ai-evolver",
            "testat",
            "lab",
            "bench",
            "perft",
            "random",
            "new",
        ],
    },
    Group { en: "Help", de: "Hilfe", commands: &["help", "manual", "about", "completions", "man"] },
];

/// What is said about `help`, which is no command of its own.
const HELP: [&str; 2] = ["Explain a command: brett help play", "Einen Befehl erklären: brett help play"];

/// A command whose help lists the commands below it in groups.
///
/// The parser knows one list only; so it hides the commands, and the groups are a part of the template.
pub(super) fn grouped(command: Command, language: Language) -> Command {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let is_english = language == Language::English;
    let (usage, one) = if is_english { ("Usage:", "COMMAND") } else { ("Aufruf:", "BEFEHL") };
    let options = if is_english { "OPTIONS" } else { "OPTIONEN" };
    let mut template =
        format!("{{before-help}}{{about-with-newline}}\n{header}{usage}{header:#} {{usage}}\n");
    for group in &GROUPS {
        let heading = if is_english { group.en } else { group.de };
        let _ = write!(template, "\n{header}{heading}:{header:#}\n");
        for name in group.commands {
            let about = match command.find_subcommand(name) {
                Some(below) => below.get_about().map(ToString::to_string).unwrap_or_default(),
                None => HELP[usize::from(!is_english)].to_owned(),
            };
            let lines = wrapped(&about, WIDTH - 15);
            let _ = writeln!(template, "  {literal}{name}{literal:#}{:1$}{lines}", "", 13 - name.len());
        }
    }
    template.push_str("\n{all-args}{after-help}");
    command
        .override_usage(format!("brett [{options}] [{one}]"))
        .disable_help_subcommand(true)
        .mut_subcommands(|below| below.hide(true))
        .help_template(template)
}

/// A text in lines of a width, of which all but the first stand behind the names of commands.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut in_line = 0;
    for word in text.split_whitespace() {
        let n_chars = word.chars().count();
        if in_line == 0 {
            in_line = n_chars;
        } else if in_line + 1 + n_chars <= width {
            lines.push(' ');
            in_line += 1 + n_chars;
        } else {
            let _ = write!(lines, "\n{:15}", "");
            in_line = n_chars;
        }
        lines.push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::args;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = args::command(catalog::GAMES);
        let visible = command.get_subcommands().filter(|below| !below.is_hide_set()).map(Command::get_name);
        let visible: BTreeSet<_> = visible.chain(["help"]).collect();
        let listed: Vec<_> = GROUPS.iter().flat_map(|group| group.commands).copied().collect();
        assert_eq!(listed.len(), visible.len(), "none twice");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), visible);
    }

    #[test]
    fn long_texts_go_on_behind_the_names() {
        assert_eq!(wrapped("one two three", 7), format!("one two\n{:15}three", ""));
    }
}
