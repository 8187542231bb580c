//! `brett admin check`: whether everything that is written agrees.

use std::{io, path::Path};

use serde::Serialize;
use server::{Admin, AuditNotes, Examined, audit};
use store_sqlite::ChainReport;

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
pub(super) async fn run(
    folder: &Path,
    head: Option<&Path>,
    key: Option<&Path>,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let games = ctx.games;
    let noted = match head {
        Some(head) => AuditNotes::new(head, key)?.read()?,
        None => Vec::new(),
    };
    let examined = Admin::check(folder, games, &noted, tell_progress(ctx)).await?;
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
    audit_chain: AuditChain,
}

#[derive(Debug, Serialize)]
struct AuditChain {
    entries: u64,
    /// When it begins, in milliseconds since 1970.
    since: u64,
    /// Lines of chat that were compared.
    lines: u64,
    /// Ratings that were computed anew.
    ratings: usize,
    /// Heads noted elsewhere that were found in it.
    heads: usize,
    tamperings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Disagreement {
    table: String,
    problem: String,
}

impl From<Examined> for Agreement {
    fn from(Examined { damage, report, chain }: Examined) -> Self {
        let audit::AuditReport { tables, events, matches, results, proved, findings } = report;
        let disagreements = findings
            .into_iter()
            .map(|(table, finding)| Disagreement { table: table.to_string(), problem: finding.to_string() })
            .collect();
        let ChainReport { entries, since, lines, ratings, heads, findings } = chain;
        let tamperings = findings.iter().map(ToString::to_string).collect();
        let audit_chain = AuditChain { entries, since, lines, ratings, heads, tamperings };
        Self { damage, tables, events, matches, results, proved, disagreements, audit_chain }
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
        let AuditChain { entries, lines, ratings, heads, tamperings, .. } = &self.audit_chain;
        for tampering in tamperings {
            page.line(format!("changed by hand: {tampering}"))?;
        }
        page.line(format!(
            "the audit chain has {entries} entries: {lines} lines of chat compared, {ratings} ratings computed anew, \
             {heads} noted heads found",
        ))?;
        page.line(match (self.disagreements.len(), tamperings.len()) {
            (0, 0) => "everything agrees".to_owned(),
            (0, n_changed) => format!("{n_changed} things were changed behind the back of the server"),
            (n_wrong, 0) => format!("{n_wrong} tables do not agree with what is written about them"),
            (n_wrong, n_changed) => format!(
                "{n_wrong} tables do not agree with what is written about them, and {n_changed} things were changed \
                 behind the back of the server"
            ),
        })
    }
}
