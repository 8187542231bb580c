//! `brett admin audit-head`: the end of the audit chain, to be kept elsewhere.

use std::path::Path;

use server::{Admin, AuditNotes};

use crate::{Exit, context::Context};

/// Prints the head of the audit chain.
///
/// # Errors
/// If the database or the key cannot be used.
pub(super) async fn run(
    admin: &Admin,
    key: Option<&Path>,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    // The line goes to standard output, and no file is touched.
    let notes = AuditNotes::new(Path::new(""), key)?;
    let head = admin.audit_head().await?;
    writeln!(ctx.console.out, "{}", notes.line(&head))?;
    Ok(Exit::Fine)
}
