//! Tables as they are when they have just been made.

use protocol::{NewTable, Person, Phase, TableSummary};
use store::{CommandKey, TableRow};

/// A table that somebody has just made, before anybody sits there.
pub(crate) fn made(id: &str, host: &Person, settings: NewTable) -> TableRow {
    TableRow {
        id: id.parse().unwrap(),
        host: host.clone(),
        secret: 5,
        invite: format!("invitation-{id}"),
        summary: TableSummary {
            id: id.parse().unwrap(),
            game: settings.game.clone(),
            options: settings.options.clone(),
            host: host.clone(),
            chairs: Vec::new(),
            length: String::new(),
            clock: settings.clock.clone(),
            rated: settings.rated,
            locked: false,
            watchers: settings.watchers,
            phase: Phase::Waiting,
            created: 0,
        },
        settings,
        created: 0,
        by: CommandKey { client: format!("maker-of-{id}"), number: 1 },
    }
}
