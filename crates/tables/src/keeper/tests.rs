//! Whom a table asks for advice.

use std::sync::Arc;

use framework::{Action, Millis};
use protocol::{ChairChoice, Code, NewTable, Person, Phase, TableSummary, Watchers};
use store::{CommandKey, TableRow};

use super::{ADVISER, hint_question};
use crate::table::{Envelope, Now, SeededDice, Table, TableCommand};

fn anna() -> Person {
    Person::guest("anna".parse().unwrap(), "Anna".to_owned())
}

/// A table at which Anna plays Connect Four against a computer player, with hints.
fn table() -> Table {
    let chairs = vec![ChairChoice::Me, ChairChoice::Engine("level1".to_owned())];
    let settings = NewTable { hints: true, ..NewTable::new("connect4", "", chairs) };
    let id: protocol::TableId = "t".parse().unwrap();
    let summary = TableSummary {
        id: id.clone(),
        game: String::new(),
        options: String::new(),
        host: anna(),
        chairs: Vec::new(),
        length: String::new(),
        clock: String::new(),
        rated: false,
        locked: false,
        watchers: Watchers::Everyone,
        phase: Phase::Waiting,
        created: 0,
    };
    let row = TableRow {
        id,
        host: anna(),
        settings,
        secret: 2006,
        invite: "invitation".to_owned(),
        summary,
        created: 0,
        by: CommandKey { client: "anna/tab".to_owned(), number: 0 },
    };
    let mut table = Table::load(catalog::GAMES, row, &[], Arc::new(SeededDice)).unwrap();
    table.handle(&Envelope::of_server(TableCommand::Open), NOW).answer.unwrap();
    table
}

const NOW: Now = Now { table_time: Millis(0), unix_ms: 0 };

#[test]
fn a_hint_is_what_the_strongest_player_says_and_only_on_ones_own_turn() {
    let mut table = table();
    let (ply, question) = hint_question(&table, &anna()).unwrap();
    // The adviser of a game plays as its highest level does, and says what every move is worth besides.
    assert_eq!((ply, question.player.as_str()), (0, ADVISER));
    let command = TableCommand::Act { ply: 0, action: Action::Move("4".to_owned()), chair: None };
    let by = Some(CommandKey { client: "anna/tab".to_owned(), number: 1 });
    table.handle(&Envelope { actor: Some(anna()), key: by, lag: Millis(0), command }, NOW).answer.unwrap();
    assert_eq!(hint_question(&table, &anna()).unwrap_err().code, Code::NotYourTurn);
}
