//! What every command is given.

use std::{cell::RefCell, io, time::Duration};

use anyhow::bail;
use clap::ValueEnum;
use framework::{GameEntry, Language, Text, render::Style};
use serde::Serialize;

use crate::{
    Console,
    args::{Color, Globals, Lang},
    page::Page,
};

/// The games, the console, and how answers are wanted.
pub(crate) struct Context<'a, 'c> {
    pub(crate) games: &'a [GameEntry],
    pub(crate) console: &'a mut Console<'c>,
    pub(crate) style: Style,
    pub(crate) json: bool,
}

/// What a command found out: data for programs, and a text for people.
pub(crate) trait Report: Serialize {
    /// Writes it for people.
    fn write(&self, page: &mut Page<'_>) -> io::Result<()>;
}

impl<'a, 'c> Context<'a, 'c> {
    /// Settles how answers are wanted.
    ///
    /// # Errors
    /// If `BRETT_LANG` names no language.
    pub(crate) fn new(
        games: &'a [GameEntry],
        globals: &Globals,
        console: &'a mut Console<'c>,
    ) -> anyhow::Result<Self> {
        let language = language(globals.lang, console)?;
        let color = match globals.color {
            _ if globals.json => false,
            Color::Auto => console.out_is_terminal && console.wants_color(),
            Color::Always => true,
            Color::Never => false,
        };
        Ok(Self { games, console, style: Style { color, language }, json: globals.json })
    }

    /// Answers with a report in the form that is wanted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn answer(&mut self, report: &impl Report) -> anyhow::Result<()> {
        if self.json {
            let json = serde_json::to_string_pretty(report)?;
            writeln!(self.console.out, "{json}")?;
        } else {
            report.write(&mut Page::new(self.console.out, self.style))?;
        }
        Ok(())
    }

    /// Tells a person a sentence in their language.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn tell(&mut self, text: &Text) -> io::Result<()> {
        writeln!(self.console.out, "{}", text.in_language(self.style.language))
    }

    /// Where a long job tells how far it is: a line at a time, on standard error.
    pub(crate) fn progress(&mut self) -> impl Fn(String) {
        let err = RefCell::new(&mut *self.console.err);
        move |line| {
            // Progress that nobody can see is no reason to stop.
            let _ = writeln!(err.borrow_mut(), "{line}");
        }
    }

    /// Runs something and tells how long it took.
    pub(crate) fn timed<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> anyhow::Result<T>,
    ) -> anyhow::Result<(T, Duration)> {
        let started = (self.console.clock)();
        let result = run(self)?;
        Ok((result, (self.console.clock)().saturating_sub(started)))
    }
}

/// The language that is asked for, or else the one the environment speaks.
pub(crate) fn language(asked: Option<Lang>, console: &Console<'_>) -> anyhow::Result<Language> {
    if let Some(lang) = asked {
        return Ok(lang.into());
    }
    if let Some(value) = console.variable("BRETT_LANG") {
        return match Lang::from_str(&value, true) {
            Ok(lang) => Ok(lang.into()),
            Err(_) => bail!("the variable BRETT_LANG is {value:?}, which is no language; set it to en or de"),
        };
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| console.variable(name));
    let code = locale.as_deref().unwrap_or_default().split(['_', '.', '@']).next();
    Ok(if code == Some("de") { Language::German } else { Language::English })
}
