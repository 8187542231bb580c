//! What is wrong with a command line, in German.

use std::fmt::Write as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use framework::{ClockError, LengthError};

use super::german;

/// What the parser of arguments found wrong, as a text for people that ends with a line feed.
pub(crate) fn in_german(error: &Error) -> String {
    let mut text = format!("Fehler: {}", sentence(error));
    for (kind, what) in [
        (ContextKind::SuggestedSubcommand, "den Befehl"),
        (ContextKind::SuggestedArg, "das Argument"),
        (ContextKind::SuggestedValue, "den Wert"),
    ] {
        let similar = values(error, kind);
        if !similar.is_empty() {
            let _ = write!(text, "\n\n  Tipp: Es gibt {what} {}", quoted(&similar));
        }
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.trim().trim_start_matches("Usage:").trim_start().replace("[OPTIONS]", "[OPTIONEN]");
        let _ = write!(text, "\n\nAufruf: {usage}");
    }
    text.push_str("\n\nMehr dazu zeigt '--help'.\n");
    text
}

fn sentence(error: &Error) -> String {
    let arg = first(error, ContextKind::InvalidArg);
    let value = first(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("'{arg}' braucht einen Wert{}", list("möglich", error, ContextKind::ValidValue))
        }
        ErrorKind::InvalidValue => {
            let possible = list("möglich", error, ContextKind::ValidValue);
            format!("'{value}' ist kein Wert für '{arg}'{possible}")
        }
        ErrorKind::ValueValidation => match reason(error) {
            Some(reason) => format!("'{value}' ist kein Wert für '{arg}': {reason}"),
            None => format!("'{value}' ist kein Wert für '{arg}'"),
        },
        ErrorKind::UnknownArgument => format!("das Argument '{arg}' ist unbekannt"),
        ErrorKind::InvalidSubcommand => {
            format!("den Befehl '{}' gibt es nicht", first(error, ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => {
            let command = first(error, ContextKind::InvalidSubcommand);
            format!(
                "nach '{command}' fehlt ein Befehl{}",
                list("möglich", error, ContextKind::ValidSubcommand)
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = values(error, ContextKind::InvalidArg);
            missing.iter().fold("es fehlt:".to_owned(), |text, arg| format!("{text}\n  {arg}"))
        }
        ErrorKind::ArgumentConflict => {
            let prior = values(error, ContextKind::PriorArg);
            match prior.as_slice() {
                [same] if *same == arg => format!("das Argument '{arg}' darf nur einmal dastehen"),
                [] => format!("das Argument '{arg}' passt nicht zu den anderen"),
                prior => format!("das Argument '{arg}' geht nicht zusammen mit {}", quoted(prior)),
            }
        }
        ErrorKind::NoEquals => format!("zwischen '{arg}' und seinem Wert muss ein = stehen"),
        ErrorKind::TooManyValues => format!("'{value}' ist ein Wert zu viel für '{arg}'"),
        ErrorKind::TooFewValues => format!(
            "'{arg}' braucht mindestens {} Werte, da sind {}",
            first(error, ContextKind::MinValues),
            first(error, ContextKind::ActualNumValues)
        ),
        ErrorKind::WrongNumberOfValues => format!(
            "'{arg}' braucht {} Werte, da sind {}",
            first(error, ContextKind::ExpectedNumValues),
            first(error, ContextKind::ActualNumValues)
        ),
        ErrorKind::InvalidUtf8 => "ein Argument ist kein gültiges UTF-8".to_owned(),
        other => other.to_string(),
    }
}

/// Why a value cannot be used, as the one who read it says.
fn reason(error: &Error) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(error) = source.downcast_ref::<ClockError>() {
        return Some(error.text().de.into_owned());
    }
    if let Some(error) = source.downcast_ref::<LengthError>() {
        return Some(error.text().de.into_owned());
    }
    let en = source.to_string();
    let bounds = en.strip_prefix("write a whole number from ").and_then(|bounds| bounds.split_once(" to "));
    if let Some((least, most)) = bounds {
        return Some(format!("möglich ist eine ganze Zahl von {least} bis {most}"));
    }
    Some(german::paragraph(&en).map_or(en, std::borrow::Cow::into_owned))
}

/// What the parser noted about the error under a heading.
fn values(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(value)) => vec![value.clone()],
        Some(ContextValue::Strings(values)) => values.clone(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

fn first(error: &Error, kind: ContextKind) -> String {
    values(error, kind).into_iter().next().unwrap_or_default()
}

fn list(heading: &str, error: &Error, kind: ContextKind) -> String {
    match values(error, kind) {
        values if values.is_empty() => String::new(),
        values => format!("\n  [{heading}: {}]", values.join(", ")),
    }
}

fn quoted(values: &[String]) -> String {
    values.iter().map(|value| format!("'{value}'")).collect::<Vec<_>>().join(", ")
}
