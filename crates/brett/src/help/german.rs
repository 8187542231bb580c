//! The help in German: every text of the commands and their arguments is replaced.

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use clap::{Arg, ArgAction, Command};

/// The texts: pairs of lines, `en: …` and `de: …`, one pair for each paragraph of the help.
static TEXTS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let entries = include_str!("german.txt").split("\n\n");
    let pair = |entry: &'static str| {
        let (en, de) = entry.trim().split_once('\n')?;
        Some((en.strip_prefix("en: ")?, de.strip_prefix("de: ")?))
    };
    entries.filter_map(pair).collect()
});

/// A paragraph in German, if there is one. The first of several ends with a full stop that it has not alone.
pub(super) fn paragraph(en: &str) -> Option<Cow<'static, str>> {
    if let Some(de) = TEXTS.get(en) {
        return Some((*de).into());
    }
    let de = TEXTS.get(en.strip_suffix('.')?)?;
    Some(format!("{de}.").into())
}

/// A text in German, paragraph by paragraph. One that is missing stays English.
fn text(en: &str) -> String {
    let paragraphs = en.split("\n\n").map(|en| paragraph(en).unwrap_or_else(|| en.to_owned().into()));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A command with all that is below it in German.
pub(super) fn command(command: Command) -> Command {
    let mut built = command.clone().disable_help_subcommand(true);
    built.build();
    translated(command, &built)
}

/// `built` is the same command as the parser completes it, which knows how it is called.
fn translated(command: Command, built: &Command) -> Command {
    let header = *command.get_styles().get_usage();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{header}Aufruf:{header:#} {{usage}}\n\n{{all-args}}{{after-help}}"
    );
    let usage = built.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace("[OPTIONS]", "[OPTIONEN]");
    let usage = usage.replace("<COMMAND>", "<BEFEHL>").replace("[COMMAND]", "[BEFEHL]");
    let about = command.get_about().map(|about| text(&about.to_string()));
    let long_about = command.get_long_about().map(|about| text(&about.to_string()));
    let after_help = command.get_after_help().map(|examples| {
        let examples = examples.to_string().replacen("Examples:", "Beispiele:", 1);
        text(&examples)
    });
    let has_version = command.get_version().is_some();
    let mut german = command
        .mut_args(argument)
        .mut_subcommands(|below| match built.find_subcommand(below.get_name()) {
            Some(built) => translated(below, built),
            None => below,
        })
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(flag("help", 'h', "Diese Hilfe zeigen (kürzer mit -h)", ArgAction::Help))
        .override_usage(usage)
        .subcommand_help_heading("Befehle")
        .help_template(template);
    if has_version {
        let version = flag("version", 'V', "Die Version zeigen", ArgAction::Version);
        german = german.disable_version_flag(true).arg(version);
    }
    if let Some(about) = about {
        german = german.about(about);
    }
    if let Some(about) = long_about {
        german = german.long_about(about);
    }
    if let Some(examples) = after_help {
        german = german.after_help(examples);
    }
    german
}

fn flag(name: &'static str, letter: char, help: &'static str, action: ArgAction) -> Arg {
    Arg::new(name).long(name).short(letter).help(help).action(action).help_heading("Optionen")
}

/// An argument in German. What the parser would add in English, such as defaults, is added here.
fn argument(arg: Arg) -> Arg {
    let heading = match arg.get_help_heading() {
        Some(heading) => TEXTS.get(heading).copied(),
        None if arg.is_positional() => Some("Argumente"),
        None => Some("Optionen"),
    };
    let (values, values_in_full) = possible_values(&arg);
    let default = default_value(&arg);
    let help = arg.get_help().map(|help| format!("{}{values}{default}", text(&help.to_string())));
    let long = arg.get_long_help().or_else(|| arg.get_help().filter(|_| !values_in_full.is_empty()));
    let in_full = if values_in_full.is_empty() { &values } else { &values_in_full };
    let long = long.map(|help| format!("{}{default}{in_full}", text(&help.to_string())));
    let takes_values = arg.get_action().takes_values();
    let mut german = arg.hide_default_value(takes_values).hide_possible_values(takes_values);
    if let Some(heading) = heading {
        german = german.help_heading(heading);
    }
    if let Some(help) = help {
        german = german.help(help);
    }
    if let Some(help) = long {
        german = german.long_help(help);
    }
    german
}

fn default_value(arg: &Arg) -> String {
    let values: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    match arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !values.is_empty() {
        true => format!(" [Vorgabe: {}]", values.join(" ")),
        false => String::new(),
    }
}

/// The words that an argument may be: in one line, and in full if they are explained.
fn possible_values(arg: &Arg) -> (String, String) {
    if !arg.get_action().takes_values() || arg.is_hide_possible_values_set() {
        return (String::new(), String::new());
    }
    let values: Vec<_> = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    if values.is_empty() {
        return (String::new(), String::new());
    }
    let names: Vec<_> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    let explained = |value: &clap::builder::PossibleValue| {
        value.get_help().map(|help| format!("\n- {}: {}", value.get_name(), text(&help.to_string())))
    };
    let in_full: String = values.iter().filter_map(explained).collect();
    let in_full = if in_full.is_empty() { in_full } else { format!("\n\nMögliche Werte:{in_full}") };
    (format!(" [möglich: {}]", names.join(", ")), in_full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    /// The paragraphs of a command and of all below it that are still English.
    fn english(command: &Command, found: &mut Vec<String>) {
        let of_args = command.get_arguments().flat_map(|arg| {
            let values = match arg.is_hide_possible_values_set() {
                true => Vec::new(),
                false => arg.get_possible_values(),
            };
            let values = values.iter().filter_map(|value| value.get_help().map(ToString::to_string));
            let values: Vec<_> = values.collect();
            let heading = arg.get_help_heading().map(str::to_owned);
            let texts = [arg.get_help(), arg.get_long_help()].into_iter().flatten().map(ToString::to_string);
            texts.chain(heading).chain(values).collect::<Vec<_>>()
        });
        let own = [command.get_about(), command.get_long_about()].into_iter().flatten();
        let examples = command.get_after_help().map(ToString::to_string);
        let examples = examples.as_deref().and_then(|text| text.split_once("\n\n")).map(|(_, rest)| rest);
        let texts = own.map(ToString::to_string).chain(of_args).chain(examples.map(str::to_owned));
        for text in texts {
            let missing = text.split("\n\n").filter(|en| paragraph(en).is_none()).map(str::to_owned);
            found.extend(missing);
        }
        for below in command.get_subcommands() {
            english(below, found);
        }
    }

    #[test]
    fn every_text_of_the_help_has_a_german_one() {
        let mut missing = Vec::new();
        english(&args::command(catalog::GAMES), &mut missing);
        missing.sort_unstable();
        missing.dedup();
        // The names of games are words of the catalog, which has them in both languages.
        missing.retain(|text| !catalog::GAMES.iter().any(|entry| entry.info.name.en == *text));
        assert!(missing.is_empty(), "add to german.txt:\n{}", missing.join("\n"));
    }

    #[test]
    fn no_text_is_translated_for_nothing() {
        let sources = |text: &str| TEXTS.contains_key(text);
        assert!(sources("Play against people and computer players"));
        let n_entries =
            include_str!("german.txt").split("\n\n").filter(|entry| !entry.trim().is_empty()).count();
        assert_eq!(
            TEXTS.len(),
            n_entries,
            "each entry has an English and a German line, and none stands twice"
        );
    }
}
