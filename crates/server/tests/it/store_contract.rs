//! What every store promises, as tests that run on each of them.

use framework::Millis;
use protocol::{
    ChairChoice, Channel, NewTable, Person, Phase, Sitter, TableEvent, TableHappening, TableId, TableSummary,
    UserId,
};
use store::{
    Append, CommandKey, Lease, MemoryStore, NewLine, ResultRow, Store, StoreError, StoredEvent, TableRow,
    User,
};
use store_sqlite::SqliteStore;

use crate::folder::Folder;

pub(crate) const NOW: u64 = 1_000_000;
pub(crate) const LATER: u64 = NOW + 10_000;

pub(crate) fn person(id: &str) -> Person {
    Person::guest(id.parse().unwrap(), format!("Player {id}"))
}

pub(crate) fn command(client: &str, number: u64) -> CommandKey {
    CommandKey { client: client.to_owned(), number }
}

pub(crate) fn table(id: &str, created: u64, by: CommandKey) -> TableRow {
    let id: TableId = id.parse().unwrap();
    let chairs = vec![ChairChoice::Me, ChairChoice::Open];
    let settings = NewTable { clock: "5m+3s".to_owned(), ..NewTable::new("connect4", "7x6x4", chairs) };
    let summary = TableSummary {
        id: id.clone(),
        game: settings.game.clone(),
        options: settings.options.clone(),
        host: person("anna"),
        chairs: Vec::new(),
        length: "rounds=1".to_owned(),
        clock: settings.clock.clone(),
        rated: false,
        locked: false,
        watchers: settings.watchers,
        phase: Phase::Waiting,
        created,
    };
    TableRow {
        invite: format!("invite-{id}"),
        id,
        host: person("anna"),
        settings,
        secret: u64::MAX - 5,
        summary,
        created,
        by,
    }
}

pub(crate) fn event(seq: u64, by: Option<CommandKey>) -> StoredEvent {
    let what = TableHappening::Sat { chair: 0, who: Sitter::Person(person("anna")) };
    StoredEvent { event: TableEvent { seq, at: Millis(seq * 10), time: NOW + seq, what }, by }
}

pub(crate) fn append(lease: &Lease, table: &TableId, events: Vec<StoredEvent>) -> Append {
    Append {
        lease: lease.clone(),
        now: NOW,
        table: table.clone(),
        events,
        summary: None,
        results: Vec::new(),
    }
}

async fn settings_are_kept_once(store: impl Store) {
    assert_eq!(store.setting("key", "first".to_owned()).await.unwrap(), "first");
    assert_eq!(store.setting("key", "second".to_owned()).await.unwrap(), "first");
}

async fn a_table_is_made_once_per_command(store: impl Store) {
    let made = store.create_table(table("one", NOW, command("anna/tab", 7))).await.unwrap();
    let again = store.create_table(table("two", NOW, command("anna/tab", 7))).await.unwrap();
    assert_eq!(made.as_str(), "one");
    assert_eq!(made, again);
    assert_eq!(store.table(&"two".parse().unwrap()).await.unwrap(), None);
    assert_eq!(store.table(&made).await.unwrap(), Some(table("one", NOW, command("anna/tab", 7))));
    assert_eq!(store.invited("invite-one").await.unwrap(), Some(made));
    assert_eq!(store.invited("invite-two").await.unwrap(), None);
}

async fn matches_are_found_at_which_nothing_has_happened_for_long(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    let phases = [
        ("moved", Phase::Playing, NOW + 50),
        ("over", Phase::Over, NOW),
        ("quiet", Phase::Playing, NOW),
        ("silent", Phase::Playing, NOW + 9),
        ("waits", Phase::Waiting, NOW),
    ];
    for (number, (id, phase, time)) in (1..).zip(phases) {
        let mut row = table(id, NOW, command("anna/tab", number));
        // What people type is not taken for the phase.
        row.host.name = "\"phase\":\"playing\"".to_owned();
        row.summary.host = row.host.clone();
        store.create_table(row.clone()).await.unwrap();
        store.claim(&row.id, &lease, NOW).await.unwrap();
        let mut first = event(1, None);
        first.event.time = time;
        let summary = Some(TableSummary { phase, ..row.summary });
        store.append(Append { summary, ..append(&lease, &row.id, vec![first]) }).await.unwrap();
    }
    let quiet = store.quiet_tables(NOW + 10, None, 10).await.unwrap();
    assert_eq!(quiet.iter().map(TableId::as_str).collect::<Vec<_>>(), ["quiet", "silent"]);
    assert_eq!(store.quiet_tables(NOW + 10, None, 1).await.unwrap(), quiet[..1]);
    assert_eq!(store.quiet_tables(NOW + 10, Some(&quiet[0]), 10).await.unwrap(), quiet[1..]);
    assert_eq!(store.quiet_tables(NOW, None, 10).await.unwrap(), []);
}

async fn tables_that_are_not_over_are_found_page_by_page_hidden_or_not(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    let phases = [
        ("a-over", Phase::Over, false),
        ("b-waits", Phase::Waiting, false),
        ("c-hidden", Phase::Waiting, true),
        ("d-plays", Phase::Playing, false),
        ("e-closed", Phase::Closed, true),
        ("f-hidden", Phase::Playing, true),
    ];
    for (number, (id, phase, hidden)) in (1..).zip(phases) {
        let mut row = table(id, NOW, command("anna/tab", number));
        row.settings.hidden = hidden;
        store.create_table(row.clone()).await.unwrap();
        store.claim(&row.id, &lease, NOW).await.unwrap();
        let summary = Some(TableSummary { phase, ..row.summary });
        store.append(Append { summary, ..append(&lease, &row.id, vec![event(1, None)]) }).await.unwrap();
    }
    let ids = |rows: Vec<TableRow>| rows.iter().map(|row| row.id.to_string()).collect::<Vec<_>>();
    let all = ids(store.unfinished_tables(None, 10).await.unwrap());
    assert_eq!(all, ["b-waits", "c-hidden", "d-plays", "f-hidden"]);
    let after = "b-waits".parse().unwrap();
    assert_eq!(ids(store.unfinished_tables(Some(&after), 2).await.unwrap()), all[1..3]);
    assert_eq!(ids(store.open_tables(10).await.unwrap()).len(), 2);
    assert_eq!(
        store.table_made_by(&command("anna/tab", 3)).await.unwrap(),
        Some("c-hidden".parse().unwrap())
    );
    assert_eq!(store.table_made_by(&command("anna/tab", 9)).await.unwrap(), None);
}

async fn the_lobby_lists_the_newest_open_tables(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    for (number, id) in (1..).zip(["old", "new", "hidden", "over"]) {
        let mut row = table(id, NOW + number, command("anna/tab", number));
        row.settings.hidden = id == "hidden";
        store.create_table(row).await.unwrap();
    }
    let over: TableId = "over".parse().unwrap();
    store.claim(&over, &lease, NOW).await.unwrap();
    let mut finish = append(&lease, &over, vec![event(1, None)]);
    let row = store.table(&over).await.unwrap().unwrap();
    finish.summary = Some(TableSummary { phase: Phase::Over, ..row.summary });
    store.append(finish).await.unwrap();
    let ids = |rows: Vec<TableRow>| rows.into_iter().map(|row| row.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(store.open_tables(10).await.unwrap()), ["new", "old"]);
    assert_eq!(ids(store.open_tables(1).await.unwrap()), ["new"]);
    assert_eq!(store.table(&over).await.unwrap().unwrap().summary.phase, Phase::Over);
}

async fn events_come_back_as_they_were_written(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    let id = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    assert!(store.claim(&id, &lease, NOW).await.unwrap().is_some());
    let first = vec![event(1, None), event(2, Some(command("anna/tab", 2)))];
    store.append(append(&lease, &id, first.clone())).await.unwrap();
    let second = vec![event(3, Some(command("bert/tab", 1)))];
    store.append(append(&lease, &id, second.clone())).await.unwrap();
    assert_eq!(store.events(&id, 0).await.unwrap(), [first.clone(), second.clone()].concat());
    assert_eq!(store.events(&id, 2).await.unwrap(), second);
    assert_eq!(store.events(&id, 3).await.unwrap(), []);
    assert_eq!(store.events(&"none".parse().unwrap(), 0).await.unwrap(), []);
}

async fn events_that_do_not_follow_are_refused(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    let id = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    store.claim(&id, &lease, NOW).await.unwrap();
    store.append(append(&lease, &id, vec![event(1, None)])).await.unwrap();
    for wrong in [1, 3] {
        let refused = store.append(append(&lease, &id, vec![event(wrong, None)])).await;
        assert_eq!(refused, Err(StoreError::Fenced));
    }
    assert_eq!(store.events(&id, 0).await.unwrap().len(), 1);
}

async fn only_the_owner_writes(store: impl Store) {
    let id = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    let first = store.register("first", NOW + 100).await.unwrap();
    let second = store.register("second", LATER).await.unwrap();
    let write = |lease: &Lease, seq| store.append(append(lease, &id, vec![event(seq, None)]));
    assert_eq!(write(&first, 1).await, Err(StoreError::Fenced), "it has not claimed the table");
    store.claim(&id, &first, NOW).await.unwrap();
    write(&first, 1).await.unwrap();
    let refused = store.claim(&id, &second, NOW).await;
    assert_eq!(refused, Err(StoreError::Fenced), "the first node still holds its lease");
    // The first lease runs out, the second node takes over, and the first can never write again.
    assert!(store.claim(&id, &second, NOW + 200).await.unwrap().is_some());
    assert_eq!(write(&first, 2).await, Err(StoreError::Fenced));
    write(&second, 2).await.unwrap();
}

async fn a_node_that_starts_again_fences_its_former_self(store: impl Store) {
    let id = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    let before = store.register("node", LATER).await.unwrap();
    store.claim(&id, &before, NOW).await.unwrap();
    let after = store.register("node", LATER).await.unwrap();
    assert!(before.epoch < after.epoch);
    assert_eq!(store.renew(&before, LATER).await, Err(StoreError::Fenced));
    assert_eq!(store.append(append(&before, &id, vec![event(1, None)])).await, Err(StoreError::Fenced));
    assert!(store.claim(&id, &after, NOW).await.unwrap().is_some(), "at once, without waiting for a lease");
    store.append(append(&after, &id, vec![event(1, None)])).await.unwrap();
    store.renew(&after, LATER + 1).await.unwrap();
}

async fn a_line_is_said_once_per_command(store: impl Store) {
    let line = |from: &str, channel: Channel, text: &str, number| NewLine {
        channel,
        from: person(from),
        text: text.to_owned(),
        time: NOW,
        by: command(&format!("{from}/tab"), number),
    };
    let to = |id: &str| Channel::User(id.parse().unwrap());
    assert_eq!(store.say(line("anna", Channel::Lobby, "hello", 1)).await.unwrap(), (1, true));
    assert_eq!(store.say(line("anna", Channel::Lobby, "hello", 1)).await.unwrap(), (1, false));
    assert_eq!(
        store.say(line("bert", Channel::Lobby, "'; DROP TABLE chats; --", 1)).await.unwrap(),
        (2, true)
    );
    assert_eq!(store.say(line("bert", to("anna"), "psst", 2)).await.unwrap(), (3, true));
    assert_eq!(store.say(line("anna", to("bert"), "yes?", 2)).await.unwrap(), (4, true));
    let texts = |lines: Vec<store::StoredLine>| lines.into_iter().map(|line| line.text).collect::<Vec<_>>();
    let reader = |id: &str| id.parse::<UserId>().unwrap();
    let lobby = store.lines(&Channel::Lobby, &reader("anna"), 10).await.unwrap();
    assert_eq!(texts(lobby), ["hello", "'; DROP TABLE chats; --"]);
    let private = store.lines(&to("anna"), &reader("bert"), 10).await.unwrap();
    assert_eq!(texts(private), ["psst", "yes?"]);
    assert_eq!(texts(store.lines(&to("anna"), &reader("carl"), 10).await.unwrap()), [""; 0]);
    assert_eq!(
        texts(store.lines(&Channel::Lobby, &reader("anna"), 1).await.unwrap()),
        ["'; DROP TABLE chats; --"]
    );
}

async fn results_are_written_with_the_last_event(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    let id = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    store.claim(&id, &lease, NOW).await.unwrap();
    let result = |chair: u8, user: Option<&str>| ResultRow {
        table: id.clone(),
        chair,
        user: user.map(|user| user.parse().unwrap()),
        name: "Name".to_owned(),
        game: "connect4".to_owned(),
        wins: 2,
        draws: 1,
        losses: 0,
        points: 3,
        rated: true,
        finished: NOW,
    };
    let mut last = append(&lease, &id, vec![event(1, None)]);
    last.results = vec![result(0, Some("anna")), result(1, None)];
    store.append(last).await.unwrap();
    let anna = "anna".parse().unwrap();
    assert_eq!(store.results(&anna, 10).await.unwrap(), [result(0, Some("anna"))]);
    assert_eq!(store.results(&anna, 0).await.unwrap(), []);
}

async fn people_are_kept(store: impl Store) {
    let anna = User { person: person("anna"), created: NOW, seen: NOW };
    store.save_user(anna.clone()).await.unwrap();
    let renamed = Person { name: "Anna".to_owned(), ..anna.person.clone() };
    store.save_user(User { person: renamed.clone(), created: LATER, seen: LATER }).await.unwrap();
    let found = store.user(&anna.person.id).await.unwrap().unwrap();
    assert_eq!((found.person, found.seen), (renamed, LATER));
    assert_eq!(store.user(&"bert".parse().unwrap()).await.unwrap(), None);
}

async fn a_table_with_a_known_invitation_is_the_known_one_and_a_taken_id_is_refused(store: impl Store) {
    let first = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    let mut same_invite = table("two", NOW, command("anna/tab", 2));
    same_invite.invite = "invite-one".to_owned();
    assert_eq!(store.create_table(same_invite).await, Ok(first.clone()));
    assert_eq!(store.table(&"two".parse().unwrap()).await, Ok(None));
    let mut same_id = table("one", NOW, command("anna/tab", 3));
    same_id.invite = "invite-other".to_owned();
    assert!(matches!(store.create_table(same_id).await, Err(StoreError::Conflict(_))));
    assert_eq!(store.table(&first).await.unwrap(), Some(table("one", NOW, command("anna/tab", 1))));
}

/// A command that has taken effect before breaks a constraint of the table of events.
async fn a_write_that_breaks_a_constraint_does_not_fail_its_neighbors(store: impl Store) {
    let lease = store.register("node", LATER).await.unwrap();
    let mut tables = Vec::new();
    for (number, id) in (1..).zip(["one", "two", "three"]) {
        let id = store.create_table(table(id, NOW, command("anna/tab", number))).await.unwrap();
        store.claim(&id, &lease, NOW).await.unwrap();
        store.append(append(&lease, &id, vec![event(1, Some(command("anna/tab", 9)))])).await.unwrap();
        tables.push(id);
    }
    let next = |table: usize, events| store.append(append(&lease, &tables[table], events));
    // They are given to the writer before it runs, so that they share a transaction.
    let (first, breaks, last, said) = tokio::join!(
        next(0, vec![event(2, Some(command("anna/tab", 10)))]),
        next(1, vec![event(2, Some(command("anna/tab", 10))), event(3, Some(command("anna/tab", 9)))]),
        next(2, vec![event(2, Some(command("anna/tab", 10)))]),
        store.say(NewLine {
            channel: Channel::Lobby,
            from: person("anna"),
            text: "hello".to_owned(),
            time: NOW,
            by: command("anna/tab", 11),
        }),
    );
    assert_eq!((first, last, said), (Ok(()), Ok(()), Ok((1, true))));
    let Err(error @ StoreError::Conflict(_)) = breaks else { panic!("{breaks:?}") };
    assert!(!error.to_string().contains("space"), "the disk is not to blame: {error}");
    for (table, n_events) in tables.iter().zip([2, 1, 2]) {
        assert_eq!(store.events(table, 0).await.unwrap().len(), n_events, "{table}");
    }
    // What was refused has left nothing behind, and the table goes on.
    next(1, vec![event(2, Some(command("anna/tab", 12)))]).await.unwrap();
}

/// Runs each promise on each store.
macro_rules! promises {
    ($($promise:ident),* $(,)?) => {
        mod in_memory {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(super::MemoryStore::default()).await;
            })*
        }
        mod in_sqlite {
            $(#[tokio::test]
            async fn $promise() {
                let folder = super::Folder::new();
                let store = super::SqliteStore::open(&folder.path().join("brett.db")).await.unwrap();
                super::$promise(store.clone()).await;
                store.close().await;
            })*
        }
    };
}

pub(crate) use promises;

promises![
    settings_are_kept_once,
    a_table_is_made_once_per_command,
    a_table_with_a_known_invitation_is_the_known_one_and_a_taken_id_is_refused,
    a_write_that_breaks_a_constraint_does_not_fail_its_neighbors,
    matches_are_found_at_which_nothing_has_happened_for_long,
    tables_that_are_not_over_are_found_page_by_page_hidden_or_not,
    the_lobby_lists_the_newest_open_tables,
    events_come_back_as_they_were_written,
    events_that_do_not_follow_are_refused,
    only_the_owner_writes,
    a_node_that_starts_again_fences_its_former_self,
    a_line_is_said_once_per_command,
    results_are_written_with_the_last_event,
    people_are_kept,
];

#[tokio::test]
async fn a_file_is_read_again_by_the_next_process() {
    let folder = Folder::new();
    let path = folder.path().join("brett.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let id = store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    store.close().await;
    assert!(matches!(store.table(&id).await, Err(StoreError::Unavailable(_))), "it is closed");
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(store.table(&id).await.unwrap().unwrap().id, id);
    store.close().await;
}

#[tokio::test]
async fn many_writers_share_transactions_and_all_are_answered() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.path().join("brett.db")).await.unwrap();
    let lease = store.register("node", LATER).await.unwrap();
    let mut writers = Vec::new();
    for number in 0..50_u64 {
        let (store, lease) = (store.clone(), lease.clone());
        writers.push(tokio::spawn(async move {
            let id = format!("t{number}");
            let id = store.create_table(table(&id, NOW, command("anna/tab", number))).await.unwrap();
            store.claim(&id, &lease, NOW).await.unwrap();
            for seq in 1..=20 {
                store.append(append(&lease, &id, vec![event(seq, None)])).await.unwrap();
            }
            store.events(&id, 0).await.unwrap().len()
        }));
    }
    for writer in writers {
        assert_eq!(writer.await.unwrap(), 20);
    }
    store.close().await;
}
