//! What users of original programs have left behind.
//!
//! When the server ends without a word, they cannot leave their tables any more, and none of their protocols has a way
//! back to a match. So the next server lets them leave, as if their connections had ended one by one.

use std::{collections::HashMap, iter, sync::Arc};

use protocol::{Person, Phase, Sitter};
use store::{Store as _, StoredEvent, TableRow};
use tokio::time::Instant;

use super::caller::CLIENT;
use crate::{
    house::House,
    table::{Envelope, TableCommand},
    world::World,
};

/// How many tables are looked at, the newest first.
const TABLES: u32 = 10_000;

/// Lets those leave their matches who came by an original program to a server that has gone since.
///
/// To be called before anybody comes by such a program again.
pub(crate) async fn clear<W: World>(house: &Arc<House<W>>) {
    let rows = match house.world().store().open_tables(TABLES).await {
        Ok(rows) => rows,
        Err(error) => return tracing::warn!(%error, "tables that were left behind cannot be looked for"),
    };
    for row in rows.iter().filter(|row| row.summary.phase == Phase::Playing) {
        let events = match house.world().store().events(&row.id, 0).await {
            Ok(events) => events,
            Err(error) => {
                tracing::warn!(%error, table = %row.id, "the events of a table cannot be read");
                continue;
            }
        };
        let gone = who_came_by_a_program(row, &events);
        if gone.is_empty() {
            continue;
        }
        tracing::info!(table = %row.id, "users of an original program cannot come back and leave the table");
        for person in gone {
            let order = Envelope { who: Some(person), ..Envelope::of_server(TableCommand::Stand) };
            if let Err(problem) = house.order(&row.id, order, Instant::now()).await {
                tracing::warn!(table = %row.id, problem = %problem.sentence, "a user cannot leave a table");
            }
        }
        house.give_up(&row.id).await;
    }
}

/// Who sits at a table and gave their last command there by an original program.
fn who_came_by_a_program(row: &TableRow, events: &[StoredEvent]) -> Vec<Person> {
    let mut by_program = HashMap::new();
    let commands = iter::once(&row.by).chain(events.iter().filter_map(|event| event.by.as_ref()));
    for (user, client) in commands.filter_map(|key| key.client.split_once('/')) {
        by_program.insert(user, client.starts_with(CLIENT));
    }
    let mut gone: Vec<Person> = Vec::new();
    for chair in &row.summary.chairs {
        if let Some(Sitter::Person(person)) = &chair.sitter
            && by_program.get(person.id.as_str()) == Some(&true)
            && !gone.iter().any(|known| known.id == person.id)
        {
            gone.push(person.clone());
        }
    }
    gone
}
