//! `brett admin check`: whether everything that is written agrees.

use std::{io, path::Path};

use serde::Serialize;
use server::{Admin, Examined, audit};

use super::tell_progress;
use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Checks the database in a folder.
///
/// # Errors
/// If there is none, or it cannot be read.
pub(super) async fn run(folder: &Path, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let games = ctx.games;
    let examined = Admin::check(folder, games, tell_progress(ctx)).await?;
    let exit = if examined.is_fine() { Exit::Fine } else { Exit::No };
    ctx.answer(&Agreement::from(examined))?;
    Ok(exit)
}

#[derive(Debug, Serialize)]
struct Agreement {
    /// What is wrong with the file itself.
    damage: Option<String>,
    tables: usize,
    events: usize,
    matches: usize,
    results: usize,
    /// Matches whose dice are proved.
    proved: usize,
    disagreements: Vec<Disagreement>,
}

#[derive(Debug, Serialize)]
struct Disagreement {
    table: String,
    problem: String,
}

impl From<Examined> for Agreement {
    fn from(Examined { damage, report }: Examined) -> Self {
        let audit::Report { tables, events, matches, results, proved, findings } = report;
        let disagreements = findings
            .into_iter()
            .map(|(table, finding)| Disagreement { table: table.to_string(), problem: finding.to_string() })
            .collect();
        Self { damage, tables, events, matches, results, proved, disagreements }
    }
}

impl Report for Agreement {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        if let Some(damage) = &self.damage {
            return page.line(format!("the file is damaged: {damage}; restore a backup"));
        }
        for Disagreement { table, problem } in &self.disagreements {
            page.line(format!("table {table}: {problem}"))?;
        }
        let Self { tables, events, matches, results, proved, .. } = self;
        page.line(format!(
            "{tables} tables with {events} events: {matches} matches played through, {results} results compared, \
             the dice of {proved} matches proved",
        ))?;
        page.line(match self.disagreements.len() {
            0 => "everything agrees".to_owned(),
            n_wrong => format!("{n_wrong} tables do not agree with what is written about them"),
        })
    }
}
