//! Accounts, bans and guests.

use std::io;

use protocol::ReportReason;
use serde::Serialize;
use server::Admin;
use store::{Listed, ReportRow};

use super::{Task, secret};
use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// Does a task that is about people.
///
/// # Errors
/// If the database cannot be used, or somebody does not exist.
pub(super) async fn run(task: &Task, admin: &Admin, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    match task {
        Task::CreateUser { name, bot: false } => {
            let password = secret::read(ctx.console)?;
            let new = admin.create_person(name, &password).await?;
            writeln!(ctx.console.out, "{} has the id {}", new.person.name, new.person.id)?;
        }
        Task::CreateUser { name, bot: true } => {
            let new = admin.create_bot(name).await?;
            writeln!(ctx.console.err, "{} has the id {}", new.person.name, new.person.id)?;
            writeln!(ctx.console.err, "this is its token, which is shown only now:")?;
            writeln!(ctx.console.out, "{}", new.token.unwrap_or_default())?;
        }
        Task::ResetPassword { name } => {
            let password = secret::read(ctx.console)?;
            let person = admin.reset_password(name, &password).await?;
            writeln!(ctx.console.out, "{} has a new password and is logged out everywhere", person.name)?;
        }
        Task::Ban { who, reason } => {
            let person = admin.ban(who, reason).await?;
            writeln!(ctx.console.out, "{} ({}) is banned", person.name, person.id)?;
        }
        Task::Unban { who } => {
            let (person, was_banned) = admin.unban(who).await?;
            let now = if was_banned { "may come again" } else { "was not banned" };
            writeln!(ctx.console.out, "{} ({}) {now}", person.name, person.id)?;
            return Ok(if was_banned { Exit::Fine } else { Exit::No });
        }
        Task::PruneGuests { older_than } => {
            let forgotten = admin.prune_guests(*older_than).await?;
            writeln!(ctx.console.out, "{forgotten} guests are forgotten")?;
        }
        Task::Reports { limit } => {
            let reports = admin.reports(*limit).await?;
            ctx.answer(&Reports { reports: reports.into_iter().map(ReportLine::from).collect() })?;
        }
        Task::CloseReport { number } => {
            let was_open = admin.close_report(*number).await?;
            let state = if was_open { "is closed" } else { "is not open" };
            writeln!(ctx.console.out, "report {number} {state}")?;
            return Ok(if was_open { Exit::Fine } else { Exit::No });
        }
        Task::Users { guests, limit } => {
            let people = admin.people(*guests, *limit).await?;
            ctx.answer(&Users { users: people.into_iter().map(UserLine::from).collect() })?;
        }
        // These are not about people.
        Task::Check { .. } | Task::AuditHead { .. } | Task::Backup { .. } | Task::Restore { .. } => {}
    }
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Users {
    users: Vec<UserLine>,
}

#[derive(Debug, Serialize)]
struct UserLine {
    id: String,
    name: String,
    kind: &'static str,
    /// Milliseconds since 1970.
    created: u64,
    seen: u64,
    banned: Option<String>,
}

impl From<Listed> for UserLine {
    fn from(Listed { user, ban }: Listed) -> Self {
        let kind = match (user.person.guest, user.person.bot) {
            (true, _) => "guest",
            (false, true) => "bot",
            (false, false) => "person",
        };
        Self {
            id: user.person.id.to_string(),
            name: user.person.name,
            kind,
            created: user.created,
            seen: user.seen,
            banned: ban.map(|ban| ban.reason),
        }
    }
}

impl Report for Users {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        for user in &self.users {
            let banned = user.banned.as_ref().map_or(String::new(), |reason| format!("  banned: {reason}"));
            page.line(format!("{:<20}  {:<6}  {}{banned}", user.id, user.kind, user.name))?;
        }
        Ok(())
    }
}

#[derive(Debug, Serialize)]
struct Reports {
    reports: Vec<ReportLine>,
}

#[derive(Debug, Serialize)]
struct ReportLine {
    number: u64,
    by: String,
    by_name: String,
    about: String,
    about_name: String,
    reason: ReportReason,
    text: String,
    table: Option<String>,
    /// Milliseconds since 1970.
    time: u64,
}

impl From<(ReportRow, [String; 2])> for ReportLine {
    fn from((report, [by_name, about_name]): (ReportRow, [String; 2])) -> Self {
        Self {
            number: report.number,
            by: report.by.to_string(),
            by_name,
            about: report.about.to_string(),
            about_name,
            reason: report.reason,
            text: report.text,
            table: report.table.map(|table| table.to_string()),
            time: report.time,
        }
    }
}

impl Report for Reports {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.reports.is_empty() {
            return page.line("No reports.");
        }
        for report in &self.reports {
            let reason = match report.reason {
                ReportReason::Abuse => "abuse",
                ReportReason::Cheating => "cheating",
                ReportReason::Spam => "spam",
                ReportReason::Name => "name",
                ReportReason::Other => "other",
            };
            let table = report.table.as_ref().map_or(String::new(), |table| format!(", table {table}"));
            let ReportLine { number, by, by_name, about, about_name, text, .. } = report;
            page.line(format!(
                "{number}  {about_name} ({about}): {reason}{table}, reported by {by_name} ({by})"
            ))?;
            if !text.is_empty() {
                page.line(format!("    {text}"))?;
            }
        }
        Ok(())
    }
}
