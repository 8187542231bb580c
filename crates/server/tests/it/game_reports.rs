//! Reports about games: made once, kept, gone on with after a restart, and told to those who have played.

use std::time::Duration;

use framework::{Action, report::LossUnit};
use protocol::{Code, GameReportView, ReportedMatch};
use store::{GameReportRow, MemoryStore, Store};
use store_sqlite::SqliteStore;
use tokio::time::sleep;

use crate::{
    browser::{Browser, Reply},
    client::for_two,
    folder::Folder,
    running::Running,
    store_contract::{NOW, person, promises},
};

fn row(id: &str, asker: &str, created: u64) -> GameReportRow {
    GameReportRow {
        id: id.to_owned(),
        asker: person(asker).id,
        created,
        record: format!("the record of {id}"),
        origin: None,
        findings: None,
        report: None,
    }
}

fn reported(report: &str, finished: u64) -> ReportedMatch {
    ReportedMatch {
        report: report.to_owned(),
        table: "t1".parse().unwrap(),
        game: "othello".to_owned(),
        finished,
        unit: LossUnit::Discs,
        decisions: 30,
        mean: 1.25,
        rating: None,
        luck: None,
        grades: [1, 2, 3],
    }
}

async fn a_report_is_begun_once_and_finished_with_what_was_found(store: impl Store) {
    assert!(store.begin_game_report(row("b", "anna", NOW + 1)).await.unwrap());
    assert!(store.begin_game_report(row("a", "bert", NOW)).await.unwrap());
    assert!(!store.begin_game_report(row("a", "anna", NOW)).await.unwrap(), "there is one already");
    let ids = |rows: Vec<(String, _)>| rows.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    assert_eq!(ids(store.unfinished_game_reports().await.unwrap()), ["a", "b"], "the oldest first");
    store.save_findings("a", "[1]".to_owned()).await.unwrap();
    let found = store.game_report("a").await.unwrap().unwrap();
    assert_eq!(found, GameReportRow { findings: Some("[1]".to_owned()), ..row("a", "bert", NOW) });
    let people = vec![(person("anna").id, reported("a", NOW)), (person("bert").id, reported("a", NOW))];
    store.finish_game_report("a", "{}".to_owned(), people).await.unwrap();
    let found = store.game_report("a").await.unwrap().unwrap();
    assert_eq!(found, GameReportRow { report: Some("{}".to_owned()), ..row("a", "bert", NOW) });
    assert_eq!(ids(store.unfinished_game_reports().await.unwrap()), ["b"]);
    store.remove_game_report("b").await.unwrap();
    assert_eq!(store.game_report("b").await.unwrap(), None);
}

async fn the_newest_match_of_a_person_is_listed_first(store: impl Store) {
    for (id, finished) in [("a", NOW), ("b", NOW + 9), ("c", NOW + 5)] {
        store.begin_game_report(row(id, "anna", NOW)).await.unwrap();
        let people = vec![(person("anna").id, reported(id, finished))];
        store.finish_game_report(id, "{}".to_owned(), people).await.unwrap();
    }
    let listed = store.reported_matches(&person("anna").id, 2).await.unwrap();
    assert_eq!(listed, [reported("b", NOW + 9), reported("c", NOW + 5)]);
    assert_eq!(store.reported_matches(&person("bert").id, 2).await.unwrap(), []);
}

async fn a_deleted_account_takes_its_reports_along(store: impl Store) {
    for (id, asker, player) in [("a", "anna", "bert"), ("b", "bert", "anna"), ("c", "bert", "carl")] {
        store.begin_game_report(row(id, asker, NOW)).await.unwrap();
        let people = vec![(person(player).id, reported(id, NOW))];
        store.finish_game_report(id, "{}".to_owned(), people).await.unwrap();
    }
    store.delete_account(&person("anna").id).await.unwrap();
    for (id, stays) in [("a", false), ("b", false), ("c", true)] {
        assert_eq!(store.game_report(id).await.unwrap().is_some(), stays, "{id}");
    }
    assert_eq!(store.reported_matches(&person("anna").id, 9).await.unwrap(), []);
    assert_eq!(store.reported_matches(&person("carl").id, 9).await.unwrap().len(), 1);
}

promises![
    a_report_is_begun_once_and_finished_with_what_was_found,
    the_newest_match_of_a_person_is_listed_first,
    a_deleted_account_takes_its_reports_along,
];

async fn ask(browser: &Browser, path: &str, record: &str) -> Reply {
    let headers = browser.headers().replace("application/json", "text/plain");
    browser.raw("POST", path, &headers, record).await
}

fn view(reply: &Reply) -> GameReportView {
    serde_json::from_str(&reply.body).unwrap_or_else(|error| panic!("{error}: {reply:?}"))
}

/// Looks until a report is there.
async fn finished(browser: &mut Browser, id: &str) -> GameReportView {
    loop {
        let seen = view(&browser.get(&format!("/api/game-reports/{id}")).await.fine(200));
        if seen.report.is_some() {
            return seen;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_pasted_game_is_judged_once_and_its_report_can_be_saved_as_a_page() {
    let server = Running::start().await;
    let mut browser = server.browser();
    browser.sign_up("Anna").await;
    let text = "f5d6c3d3c4f4";
    let asked = view(&ask(&browser, "/api/game-reports", text).await.fine(202));
    assert_eq!((asked.wanted, asked.ahead), (6, 0), "{asked:?}");
    let report = finished(&mut browser, &asked.id).await.report.unwrap();
    assert_eq!((report.game.as_str(), report.unit, report.players.len()), ("othello", LossUnit::Discs, 2));
    let judged = report.rounds[0].moves.iter().filter(|judged| judged.verdict.is_some()).count();
    assert_eq!(judged, 6);
    let again = view(&ask(&browser, "/api/game-reports", text).await.fine(202));
    assert_eq!(again.report, Some(report), "who asks again has it at once");
    let page = browser.get(&format!("/api/game-reports/{}/page?lang=de", asked.id)).await.fine(200);
    assert!(page.body.contains("<html lang=\"de\">") && !page.body.contains("<script"), "{page:?}");
    browser.get("/api/game-reports/nothing").await.refused(404, Code::NotFound);
    browser.get("/api/game-reports/nothing/page").await.refused(404, Code::NotFound);
    ask(&browser, "/api/game-reports", "what is this?").await.refused(400, Code::Settings);
    server.stop().await;
}

#[tokio::test]
async fn a_report_goes_on_after_a_restart() {
    let server = Running::start().await;
    let mut browser = server.browser();
    browser.sign_up("Anna").await;
    let game = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6";
    let asked = view(&ask(&browser, "/api/game-reports", game).await.fine(202));
    assert_eq!((asked.wanted, asked.report), (20, None));
    let server = Running::start_in(server.stop().await).await;
    browser.address = server.address;
    let report = finished(&mut browser, &asked.id).await.report.unwrap();
    assert!(report.players.iter().all(|player| player.decisions.count == 10 && player.n_unknown == 0));
    server.stop().await;
}

#[tokio::test]
async fn a_match_is_judged_when_it_is_over_and_told_to_those_who_played() {
    let server = Running::start().await;
    let mut anna = server.browser();
    let id = anna.sign_up("Anna").await["id"].as_str().unwrap().to_owned();
    let (mut first, mut second) = (anna.connect().await, server.guest().await);
    let table = first.create(for_two("connect4", "")).await;
    second.sit(&table).await;
    let path = format!("/api/tables/{table}/report");
    ask(&anna, &path, "").await.refused(409, Code::Phase);
    for (ply, column) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut first } else { &mut second };
        player.act(&table, ply as u32, Action::Move(column.to_owned())).await.unwrap();
    }
    let asked = view(&ask(&anna, &path, "").await.fine(202));
    let report = finished(&mut anna, &asked.id).await.report.unwrap();
    assert_eq!(report.unit, LossUnit::Result);
    assert!(
        report.players[0].grades[2] >= 1,
        "who begins in the first column has lost: {:?}",
        report.players
    );
    let list = |browser: Browser, id: String| async move {
        let reply = browser.clone().get(&format!("/api/users/{id}/game-reports")).await.fine(200);
        serde_json::from_str::<Vec<ReportedMatch>>(&reply.body).unwrap()
    };
    let own = list(anna.clone(), id.clone()).await;
    assert_eq!((own.len(), own[0].report.as_str(), &own[0].table), (1, asked.id.as_str(), &table));
    assert_eq!(own[0].decisions, report.players[0].decisions.count);
    assert_eq!(list(server.browser(), id).await, [], "how well one plays is one's own business");
    server.stop().await;
}
