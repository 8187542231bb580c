//! Following, muting and blocking people, and reporting them.

use protocol::{
    ChairChoice, Channel, Code, Command, Message, NewReport, NewTable, Person, RelationKind, Relations,
    ReportReason, Seek, UserId,
};
use serde_json::{Value, json};
use server::Admin;
use store::{MemoryStore, OpenReports, ReportRow, Store, User};
use store_sqlite::SqliteStore;

use crate::{
    browser::Browser,
    client::{Client, for_two},
    folder::Folder,
    running::Running,
    store_contract::{NOW, person, promises},
};

fn id(text: &str) -> UserId {
    text.parse().unwrap()
}

async fn known(store: &impl Store, ids: &[&str]) {
    for id in ids {
        store.save_user(User { person: person(id), created: NOW, seen: NOW }).await.unwrap();
    }
}

async fn relations_begin_and_end(store: impl Store) {
    known(&store, &["anna", "bert", "carl"]).await;
    let (anna, bert, carl) = (id("anna"), id("bert"), id("carl"));
    let follow = RelationKind::Follow;
    assert!(store.relate(&anna, &carl, follow, NOW, 2).await.unwrap());
    assert!(store.relate(&anna, &bert, follow, NOW + 1, 2).await.unwrap());
    assert!(store.relate(&anna, &bert, follow, NOW + 2, 2).await.unwrap(), "it is there already");
    assert!(!store.relate(&anna, &id("dora"), follow, NOW, 2).await.unwrap(), "more are too many");
    assert!(store.relate(&anna, &bert, RelationKind::Mute, NOW + 3, 2).await.unwrap(), "of each kind");
    let told = store.relations(&anna).await.unwrap();
    let expected = [(follow, person("carl")), (follow, person("bert")), (RelationKind::Mute, person("bert"))];
    assert_eq!(told, expected);
    assert_eq!(store.relations(&bert).await.unwrap(), []);
    store.unrelate(&anna, &carl, follow).await.unwrap();
    store.unrelate(&anna, &carl, follow).await.unwrap();
    assert_eq!(store.relations(&anna).await.unwrap(), expected[1..]);
}

async fn a_block_is_found_from_either_side(store: impl Store) {
    known(&store, &["anna", "bert", "carl"]).await;
    let (anna, bert, carl) = (id("anna"), id("bert"), id("carl"));
    store.relate(&anna, &bert, RelationKind::Block, NOW, 9).await.unwrap();
    store.relate(&carl, &anna, RelationKind::Block, NOW, 9).await.unwrap();
    store.relate(&bert, &carl, RelationKind::Mute, NOW, 9).await.unwrap();
    assert_eq!(store.blocked_with(&anna).await.unwrap(), [bert.clone(), carl]);
    assert_eq!(store.blocked_with(&bert).await.unwrap(), [anna]);
}

async fn reports_wait_until_they_are_closed(store: impl Store) {
    let report = |by: &str, text: &str| ReportRow {
        number: 0,
        by: id(by),
        about: id("mallory"),
        reason: ReportReason::Abuse,
        text: text.to_owned(),
        table: Some("k3v9".parse().unwrap()),
        time: NOW,
    };
    let limit = OpenReports { per_person: 2, in_all: 3 };
    for (by, text, is_kept) in [
        ("anna", "one", true),
        ("anna", "two", true),
        ("anna", "three", false),
        ("bert", "four", true),
        ("carl", "five", false),
    ] {
        assert_eq!(store.report(report(by, text), limit).await.unwrap(), is_kept, "{text}");
    }
    let open = store.reports(9).await.unwrap();
    assert_eq!(open.iter().map(|report| report.text.as_str()).collect::<Vec<_>>(), ["one", "two", "four"]);
    assert_eq!(open[0], ReportRow { number: open[0].number, ..report("anna", "one") });
    assert_eq!(store.reports(1).await.unwrap(), open[..1]);
    assert_eq!(store.reports_by(&id("bert")).await.unwrap(), open[2..]);
    assert!(store.close_report(open[0].number).await.unwrap());
    assert!(!store.close_report(open[0].number).await.unwrap());
    assert_eq!(store.reports(9).await.unwrap(), open[1..]);
}

async fn a_deleted_account_leaves_no_relations_or_reports(store: impl Store) {
    known(&store, &["anna", "bert"]).await;
    let (anna, bert) = (id("anna"), id("bert"));
    store.relate(&anna, &bert, RelationKind::Follow, NOW, 9).await.unwrap();
    store.relate(&bert, &anna, RelationKind::Block, NOW, 9).await.unwrap();
    let report = ReportRow {
        number: 0,
        by: bert.clone(),
        about: anna.clone(),
        reason: ReportReason::Name,
        text: String::new(),
        table: None,
        time: NOW,
    };
    store.report(report, OpenReports { per_person: 9, in_all: 9 }).await.unwrap();
    store.delete_account(&anna).await.unwrap();
    assert_eq!(store.relations(&anna).await.unwrap(), []);
    assert_eq!(store.relations(&bert).await.unwrap(), []);
    assert_eq!(store.blocked_with(&bert).await.unwrap(), []);
    assert_eq!(store.reports(9).await.unwrap(), []);
}

promises![
    relations_begin_and_end,
    a_block_is_found_from_either_side,
    reports_wait_until_they_are_closed,
    a_deleted_account_leaves_no_relations_or_reports,
];

fn browser_of(server: &Running, client: &Client) -> Browser {
    Browser { cookie: Some(client.cookie.clone()), ..server.browser() }
}

fn change(person: &Person, kind: RelationKind) -> protocol::RelationChange {
    protocol::RelationChange { user: person.id.clone(), kind }
}

async fn relate(browser: &mut Browser, person: &Person, kind: RelationKind) {
    let body = json!({"user": person.id, "kind": kind});
    browser.post("/api/me/relations", body).await.fine(204);
}

async fn relations(browser: &mut Browser) -> Relations {
    serde_json::from_str(&browser.get("/api/me/relations").await.fine(200).body).unwrap()
}

#[tokio::test]
async fn one_sees_whom_one_follows_mutes_and_blocks_and_nobody_else_does() {
    let server = Running::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let (mut annas, mut berts) = (browser_of(&server, &anna), browser_of(&server, &bert));
    relate(&mut annas, &bert.you, RelationKind::Follow).await;
    relate(&mut annas, &bert.you, RelationKind::Mute).await;
    let expected =
        Relations { follow: vec![bert.you.clone()], mute: vec![bert.you.clone()], block: Vec::new() };
    assert_eq!(relations(&mut annas).await, expected);
    assert_eq!(relations(&mut berts).await, Relations::default());
    let body = serde_json::to_value(change(&bert.you, RelationKind::Mute)).unwrap();
    annas.delete("/api/me/relations", body).await.fine(204);
    assert_eq!(relations(&mut annas).await, Relations { mute: Vec::new(), ..expected });
    server.stop().await;
}

#[tokio::test]
async fn wrong_relations_and_reports_are_refused_with_the_reason() {
    let server = Running::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let mut annas = browser_of(&server, &anna);
    let me = anna.you.id.to_string();
    for (path, body, status, code) in [
        ("/api/me/relations", json!({"user": me, "kind": "block"}), 400, Code::Refused),
        ("/api/me/relations", json!({"user": "nobody-here", "kind": "block"}), 404, Code::NotFound),
        ("/api/me/relations", json!({"user": bert.you.id, "kind": "hate"}), 400, Code::Unreadable),
        ("/api/reports", json!({"user": me, "reason": "abuse"}), 400, Code::Refused),
        ("/api/reports", json!({"user": "nobody-here", "reason": "abuse"}), 404, Code::NotFound),
        ("/api/reports", json!({"user": bert.you.id, "reason": "boring"}), 400, Code::Unreadable),
        (
            "/api/reports",
            json!({"user": bert.you.id, "reason": "other", "text": "x".repeat(1_001)}),
            400,
            Code::Text,
        ),
    ] {
        let told = body.to_string();
        assert!(!annas.post(path, body).await.refused(status, code).is_empty(), "{told}");
    }
    server.stop().await;
}

#[tokio::test]
async fn who_is_blocked_can_neither_write_nor_challenge_nor_sit_down() {
    let server = Running::start().await;
    let (mut anna, mut bert, mut carl) = (server.guest().await, server.guest().await, server.guest().await);
    relate(&mut browser_of(&server, &anna), &bert.you, RelationKind::Block).await;
    let whisper =
        |to: &Client| Command::Chat { channel: Channel::User(to.you.id.clone()), text: "hello".to_owned() };
    for refused in [bert.ask(whisper(&anna)).await, anna.ask(whisper(&bert)).await] {
        assert_eq!(Client::code(refused), Code::NotAllowed);
    }
    carl.ask(whisper(&anna)).await.unwrap();
    let chairs = vec![ChairChoice::Me, ChairChoice::For(anna.you.clone())];
    let challenge = Command::CreateTable { table: NewTable::new("connect4", "", chairs) };
    assert_eq!(Client::code(bert.ask(challenge).await), Code::NotAllowed);
    let table = anna.create(for_two("connect4", "")).await;
    let sit = |table| Command::Sit { table, chair: None, password: None, invite: None };
    assert_eq!(Client::code(bert.ask(sit(table.clone())).await), Code::NotAllowed);
    carl.ask(sit(table)).await.unwrap();
    // Once it is over, everything is as before.
    let body = serde_json::to_value(change(&bert.you, RelationKind::Block)).unwrap();
    browser_of(&server, &anna).delete("/api/me/relations", body).await.fine(204);
    bert.ask(whisper(&anna)).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn who_is_blocked_is_paired_with_others_only() {
    let server = Running::start().await;
    let (mut anna, mut bert, mut carl) = (server.guest().await, server.guest().await, server.guest().await);
    relate(&mut browser_of(&server, &bert), &anna.you, RelationKind::Block).await;
    let pair = || Command::Pair {
        seek: Seek {
            game: "othello".to_owned(),
            options: String::new(),
            clock: "5m+3s".to_owned(),
            length: None,
            rated: false,
        },
    };
    assert_eq!(anna.ask(pair()).await.unwrap().0, None, "she waits");
    assert_eq!(bert.ask(pair()).await.unwrap().0, None, "and so does he");
    assert!(carl.ask(pair()).await.unwrap().0.is_some());
    anna.wait(|message| matches!(message, Message::Paired { .. }).then_some(())).await;
    server.stop().await;
}

#[tokio::test]
async fn a_report_reaches_whoever_runs_the_server_and_the_export_of_its_author() {
    let server = Running::start().await;
    let bert = server.guest().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    let report = NewReport {
        user: bert.you.id.clone(),
        reason: ReportReason::Spam,
        text: " the same line\nagain and again ".to_owned(),
        table: None,
    };
    anna.post("/api/reports", serde_json::to_value(&report).unwrap()).await.fine(204);
    relate(&mut anna, &bert.you, RelationKind::Block).await;
    let export: Value = anna.get("/api/account/export").await.fine(200).json();
    assert_eq!(export["reports"][0]["text"], "the same line again and again");
    assert_eq!(export["relations"][0]["id"], bert.you.id.to_string());
    let admin = Admin::open(server.folder.path()).await.unwrap();
    let open = admin.reports(10).await.unwrap();
    let [(row, names)] = open.as_slice() else { panic!("{open:?}") };
    assert_eq!((row.reason, &row.about), (ReportReason::Spam, &bert.you.id));
    assert_eq!(names, &["Anna".to_owned(), bert.you.name.clone()]);
    assert!(admin.close_report(row.number).await.unwrap());
    assert!(!admin.close_report(row.number).await.unwrap());
    admin.close().await;
    server.stop().await;
}

#[tokio::test]
async fn reports_from_one_address_are_few() {
    let server = Running::start().await;
    let bert = server.guest().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    let body = json!({"user": bert.you.id, "reason": "other"});
    for _ in 0..20 {
        anna.post("/api/reports", body.clone()).await.fine(204);
    }
    anna.post("/api/reports", body).await.refused(429, Code::TooFast);
    server.stop().await;
}
