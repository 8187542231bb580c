//! What `brett serve --check` answers.

use std::{io, net::SocketAddr, path::PathBuf};

use serde::Serialize;
use server::{Checked, Config};
use store_sqlite::Schema;

use super::told_to_others;
use crate::{context::Report, page::Page};

/// What the server would do.
#[derive(Debug, Serialize)]
pub(super) struct CheckReport {
    listen: SocketAddr,
    data: PathBuf,
    database: Database,
    engine_threads: usize,
    engine_memory_mb: usize,
    originals: Vec<OriginalPort>,
}

/// How far the database is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Database {
    New,
    Earlier,
    Present,
}

/// Where a protocol of an original program would be spoken.
#[derive(Debug, Serialize)]
struct OriginalPort {
    protocol: &'static str,
    listen: SocketAddr,
}

impl CheckReport {
    pub(super) fn new(checked: &Checked, config: &Config) -> Self {
        let Checked { address, originals, schema } = checked;
        Self {
            listen: *address,
            data: config.data.clone(),
            database: match schema {
                Schema::Missing => Database::New,
                Schema::Earlier => Database::Earlier,
                Schema::Present => Database::Present,
            },
            engine_threads: config.engine_threads,
            engine_memory_mb: config.engine_memory >> 20,
            originals: originals
                .iter()
                .map(|&(protocol, listen)| OriginalPort { protocol, listen })
                .collect(),
        }
    }
}

impl Report for CheckReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { listen, data, engine_threads, engine_memory_mb, .. } = self;
        let database = match self.database {
            Database::New => "a new database",
            Database::Earlier => "the database of an earlier version brought up to date",
            Database::Present => "the database that is there",
        };
        let threads = if *engine_threads == 1 { "thread" } else { "threads" };
        page.line(format_args!(
            "fine: would listen on {listen}, keep everything in {} with {database}, and think on {engine_threads} \
             {threads} with at most {engine_memory_mb} MB",
            data.display(),
        ))?;
        if let Some(line) = told_to_others("http", *listen) {
            page.line(line)?;
        }
        for &OriginalPort { protocol, listen } in &self.originals {
            page.line(format_args!("would speak {protocol}://{listen}"))?;
            if let Some(line) = told_to_others(protocol, listen) {
                page.line(line)?;
            }
        }
        Ok(())
    }
}
