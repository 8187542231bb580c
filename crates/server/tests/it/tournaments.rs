//! Tournaments of people: from joining to the last result, over absences and starts of the server.

use std::time::Duration;

use framework::{Action, Millis};
use protocol::{
    Code, Command, ContestResult, NewTournament, Person, TableId, Tournament, TournamentFormat, TournamentId,
    TournamentPhase, TournamentView,
};
use serde_json::json;
use server::TournamentChange;
use store::{MemoryStore, Store, TournamentRow};
use store_sqlite::SqliteStore;
use tokio::time::sleep;

use crate::{
    browser::Browser,
    folder::Folder,
    running::Running,
    store_contract::{NOW, person, promises},
    visitor::{Node, Visitor, house, live},
};

const BEGIN: u64 = 1_794_744_000_000;

fn terms(format: TournamentFormat) -> NewTournament {
    NewTournament {
        name: "Winter Cup".to_owned(),
        game: "connect4".to_owned(),
        options: String::new(),
        length: None,
        clock: "5m+3s".to_owned(),
        rated: false,
        format,
        arrival: Millis::seconds(300),
    }
}

fn kept(id: &str, phase: TournamentPhase, created: u64) -> Tournament {
    Tournament {
        id: id.parse().unwrap(),
        host: person("anna"),
        terms: terms(TournamentFormat::KnockOut),
        phase,
        created,
        players: Vec::new(),
        rounds: Vec::new(),
    }
}

async fn a_tournament_is_replaced_only_by_who_knows_how_it_is(store: impl Store) {
    let new = kept("cup", TournamentPhase::Open, NOW);
    store.create_tournament(new.clone()).await.unwrap();
    assert!(store.create_tournament(new.clone()).await.is_err(), "there is one already");
    let row = store.tournament(&new.id).await.unwrap().unwrap();
    assert_eq!(row, TournamentRow { tournament: new.clone(), revision: 0 });
    let running = Tournament { phase: TournamentPhase::Running, ..new.clone() };
    assert!(store.save_tournament(running.clone(), 0).await.unwrap());
    assert!(!store.save_tournament(new.clone(), 0).await.unwrap(), "somebody was faster");
    let row = store.tournament(&new.id).await.unwrap().unwrap();
    assert_eq!(row, TournamentRow { tournament: running, revision: 1 });
    assert!(!store.save_tournament(kept("other", TournamentPhase::Open, NOW), 0).await.unwrap());
    assert_eq!(store.tournament(&"other".parse().unwrap()).await.unwrap(), None);
}

async fn those_that_are_not_over_are_listed_first(store: impl Store) {
    for (id, phase, created) in [
        ("old", TournamentPhase::Over, NOW),
        ("new", TournamentPhase::Cancelled, NOW + 2),
        ("open", TournamentPhase::Open, NOW - 5),
        ("running", TournamentPhase::Running, NOW - 4),
    ] {
        store.create_tournament(kept(id, phase, created)).await.unwrap();
    }
    let ids = |listed: Vec<Tournament>| listed.into_iter().map(|one| one.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(store.tournaments(9).await.unwrap()), ["running", "open", "new", "old"]);
    assert_eq!(ids(store.tournaments(1).await.unwrap()), ["running"]);
}

async fn a_deleted_account_loses_its_name_in_tournaments(store: impl Store) {
    let mut tournament = kept("cup", TournamentPhase::Over, NOW);
    for id in ["anna", "bert"] {
        tournament.players.push(protocol::Entrant { person: person(id), has_left: false });
    }
    store.create_tournament(tournament).await.unwrap();
    store.create_tournament(kept("other", TournamentPhase::Over, NOW + 1)).await.unwrap();
    assert_eq!(store.tournaments_of(&person("bert").id).await.unwrap().len(), 1);
    assert_eq!(store.tournaments_of(&person("anna").id).await.unwrap().len(), 2);
    store.delete_account(&person("anna").id).await.unwrap();
    let row = store.tournament(&"cup".parse().unwrap()).await.unwrap().unwrap();
    let names: Vec<_> = row.tournament.players.iter().map(|entrant| entrant.person.name.as_str()).collect();
    assert_eq!(
        (row.tournament.host.name.as_str(), names),
        (store::DELETED, vec![store::DELETED, "Player bert"])
    );
}

promises![
    a_tournament_is_replaced_only_by_who_knows_how_it_is,
    those_that_are_not_over_are_listed_first,
    a_deleted_account_loses_its_name_in_tournaments,
];

/// People who come to a house and want to play.
async fn come(node: &Node, ids: &[&str]) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for id in ids {
        visitors.push(Visitor::at(node, id).await);
    }
    visitors
}

/// A tournament that all of them have joined, and the first of them has started.
async fn started(node: &Node, format: TournamentFormat, players: &[Visitor]) -> TournamentView {
    let people: Vec<Person> = players.iter().map(|player| player.session.you().clone()).collect();
    let made = node.tournaments().create(&people[0], terms(format)).await.unwrap();
    for person in &people {
        node.tournaments().change(&made.tournament.id, person, TournamentChange::Join).await.unwrap();
    }
    node.tournaments().change(&made.tournament.id, &people[0], TournamentChange::Start).await.unwrap()
}

async fn view(node: &Node, id: &TournamentId) -> TournamentView {
    node.tournaments().view(id).await.unwrap()
}

/// The matches of the last round that are not decided: the table and the two players.
fn open_matches(view: &TournamentView) -> Vec<(TableId, [usize; 2])> {
    let last = view.tournament.rounds.last().unwrap();
    let open = last.contests.iter().filter(|contest| contest.result.is_none());
    open.map(|contest| (contest.table.clone().unwrap(), [contest.first as usize, contest.second as usize]))
        .collect()
}

/// Both sit down, and the second gives up.
async fn first_wins(
    view: &TournamentView,
    players: &mut [Visitor],
    table: &TableId,
    [first, second]: [usize; 2],
) {
    for player in [first, second] {
        let id = &view.tournament.players[player].person.id;
        let visitor = players.iter_mut().find(|visitor| visitor.session.you().id == *id).unwrap();
        visitor.sit(table).await;
        if player == second {
            let resign = Action::Resign(None);
            visitor.done(Command::Act { table: table.clone(), ply: 0, action: resign, chair: None }).await;
        }
    }
}

/// Longer than until results are looked for again.
const A_LOOK: Duration = Duration::from_secs(5);

#[tokio::test(start_paused = true)]
async fn a_tournament_is_played_round_by_round_to_its_end() {
    for (format, n_rounds) in [
        (TournamentFormat::RoundRobin, 3),
        (TournamentFormat::Swiss { rounds: 0 }, 2),
        (TournamentFormat::KnockOut, 2),
    ] {
        let store = MemoryStore::default();
        let node = house(&store, 3, BEGIN).await;
        let mut players = come(&node, &["anna", "bert", "carl", "dora"]).await;
        let mut now = started(&node, format, &players).await;
        let id = now.tournament.id.clone();
        while now.tournament.phase == TournamentPhase::Running {
            let round = now.tournament.rounds.len();
            for (table, pair) in open_matches(&now) {
                first_wins(&now, &mut players, &table, pair).await;
            }
            sleep(A_LOOK).await;
            now = view(&node, &id).await;
            assert!(round < now.tournament.rounds.len() || now.tournament.phase == TournamentPhase::Over);
        }
        assert_eq!(now.tournament.rounds.len(), n_rounds, "{format:?}");
        let won: u32 = now.standings.iter().map(|standing| standing.won).sum();
        let n_matches: usize = now.tournament.rounds.iter().map(|round| round.contests.len()).sum();
        assert_eq!(won as usize, n_matches, "every match has a winner");
        assert_eq!(now.standings[0].rank, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn who_does_not_come_loses_and_whoever_came_goes_on() {
    let store = MemoryStore::default();
    let node = house(&store, 4, BEGIN).await;
    let mut players = come(&node, &["anna", "bert", "carl", "dora"]).await;
    let now = started(&node, TournamentFormat::KnockOut, &players).await;
    let matches = open_matches(&now);
    // In the first match one player comes, in the second nobody.
    let (table, [first, _]) = &matches[0];
    let id = now.tournament.players[*first].person.id.clone();
    players.iter_mut().find(|visitor| visitor.session.you().id == id).unwrap().sit(table).await;
    sleep(Duration::from_secs(200)).await;
    let waiting = view(&node, &now.tournament.id).await;
    assert_eq!(open_matches(&waiting).len(), 2, "there is still time");
    sleep(Duration::from_secs(120)).await;
    let later = view(&node, &now.tournament.id).await;
    let results: Vec<_> = later.tournament.rounds[0].contests.iter().map(|contest| contest.result).collect();
    assert_eq!(results, [Some(ContestResult::FirstByForfeit), Some(ContestResult::NobodyCame)]);
    assert_eq!(later.tournament.rounds.len(), 2, "somebody has to meet the one who came");
}

#[tokio::test(start_paused = true)]
async fn who_leaves_a_running_tournament_loses_the_rest() {
    let store = MemoryStore::default();
    let node = house(&store, 5, BEGIN).await;
    let players = come(&node, &["anna", "bert", "carl"]).await;
    let now = started(&node, TournamentFormat::RoundRobin, &players).await;
    let id = now.tournament.id;
    for player in &players[..2] {
        node.tournaments().change(&id, player.session.you(), TournamentChange::Leave).await.unwrap();
    }
    sleep(A_LOOK).await;
    let over = view(&node, &id).await;
    assert_eq!(over.tournament.phase, TournamentPhase::Over);
    let tallies: Vec<_> = over.standings.iter().map(|standing| (standing.won, standing.lost)).collect();
    assert_eq!(tallies, [(2, 0), (0, 2), (0, 2)], "who stayed has won against both");
}

#[test]
fn a_tournament_goes_on_after_a_crash_where_it_was() {
    let store = MemoryStore::default();
    let id = live(async {
        let node = house(&store, 6, BEGIN).await;
        let players = come(&node, &["anna", "bert"]).await;
        started(&node, TournamentFormat::KnockOut, &players).await.tournament.id
    });
    // An hour later the time to sit down would be over, but nobody could come.
    live(async {
        let node = house(&store, 7, BEGIN + 3_600_000).await;
        let mut players = Vec::new();
        for id in ["anna", "bert"] {
            players.push(Visitor::at_with(&node, id, "second-tab").await);
        }
        sleep(Duration::from_secs(60)).await;
        let now = view(&node, &id).await;
        let [(table, pair)] = open_matches(&now).try_into().unwrap();
        first_wins(&now, &mut players, &table, pair).await;
        sleep(A_LOOK).await;
        let over = view(&node, &id).await;
        assert_eq!(over.tournament.phase, TournamentPhase::Over);
        assert_eq!(over.standings[0].won, 1);
        assert_eq!(over.tournament.rounds[0].contests[0].table, Some(table), "the same table");
    });
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_is_called_off_closes_the_tables_that_wait() {
    let store = MemoryStore::default();
    let node = house(&store, 8, BEGIN).await;
    let mut players = come(&node, &["anna", "bert"]).await;
    let now = started(&node, TournamentFormat::KnockOut, &players).await;
    let (table, _) = open_matches(&now).remove(0);
    let host = players[0].session.you().clone();
    let off = node.tournaments().change(&now.tournament.id, &host, TournamentChange::CallOff).await.unwrap();
    assert_eq!(off.tournament.phase, TournamentPhase::Cancelled);
    let sit = Command::Sit { table, chair: None, password: None, invite: None };
    let refused = players[1].ask(sit).await;
    assert!(matches!(refused.as_slice(), [protocol::Message::Refused { .. }]), "{refused:?}");
}

async fn created(browser: &mut Browser, body: serde_json::Value) -> String {
    let made = browser.post("/api/tournaments", body).await.fine(201).json();
    made["tournament"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn only_the_host_starts_and_calls_off_and_everybody_may_look() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    for browser in [&mut anna, &mut bert] {
        browser.get("/api/me").await.fine(200);
    }
    let id = created(&mut anna, serde_json::to_value(terms(TournamentFormat::RoundRobin)).unwrap()).await;
    let at = |rest: &str| format!("/api/tournaments/{id}{rest}");
    let none = serde_json::Value::Null;
    anna.post(&at("/start"), none.clone()).await.refused(400, Code::Refused);
    for browser in [&mut anna, &mut bert] {
        browser.post(&at("/players"), none.clone()).await.fine(200);
    }
    bert.post(&at("/start"), none.clone()).await.refused(403, Code::NotAllowed);
    bert.delete(&at(""), none.clone()).await.refused(403, Code::NotAllowed);
    let running = anna.post(&at("/start"), none.clone()).await.fine(200).json();
    assert_eq!(running["tournament"]["phase"], "running");
    server.browser().post(&at("/players"), none.clone()).await.refused(409, Code::Phase);
    let table = running["tournament"]["rounds"][0]["contests"][0]["table"].as_str().unwrap();
    let own = bert.get("/api/me/tables").await.fine(200).json();
    assert_eq!(own[0]["summary"]["id"], table, "the match is among one's own games");
    let listed = server.browser().get("/api/tournaments").await.fine(200).json();
    assert_eq!((&listed[0]["id"], &listed[0]["n_players"]), (&json!(id), &json!(2)));
    server.browser().get(&at("")).await.fine(200);
    anna.delete(&at(""), none.clone()).await.fine(200);
    anna.delete(&at(""), none).await.refused(409, Code::Phase);
    anna.get("/api/tournaments/nothing").await.refused(404, Code::NotFound);
    server.stop().await;
}

#[tokio::test]
async fn settings_that_do_not_fit_are_refused_with_the_reason() {
    let server = Running::start().await;
    let mut anna = server.browser();
    let usual = terms(TournamentFormat::RoundRobin);
    for (wrong, code) in [
        (NewTournament { name: "  x ".to_owned(), ..usual.clone() }, Code::Text),
        (NewTournament { name: "x".repeat(61), ..usual.clone() }, Code::Text),
        (NewTournament { clock: "none".to_owned(), ..usual.clone() }, Code::Settings),
        (NewTournament { game: "chess".to_owned(), ..usual.clone() }, Code::Settings),
        (
            NewTournament { game: "blokus".to_owned(), options: "classic".to_owned(), ..usual.clone() },
            Code::Settings,
        ),
        (NewTournament { length: Some("endless".to_owned()), ..usual.clone() }, Code::Settings),
        (NewTournament { arrival: Millis::seconds(10), ..usual.clone() }, Code::Settings),
        (NewTournament { format: TournamentFormat::Swiss { rounds: 16 }, ..usual.clone() }, Code::Settings),
    ] {
        let told = format!("{wrong:?}");
        let answer = anna.post("/api/tournaments", serde_json::to_value(&wrong).unwrap()).await;
        assert!(!answer.refused(400, code).is_empty(), "{told}");
    }
    for _ in 0..2 {
        // What was refused costs as much as what was not.
        created(&mut anna, serde_json::to_value(&usual).unwrap()).await;
    }
    let body = serde_json::to_value(&usual).unwrap();
    anna.post("/api/tournaments", body).await.refused(429, Code::TooFast);
    server.stop().await;
}

#[tokio::test]
async fn a_host_has_few_tournaments_at_a_time() {
    let server = Running::start().await;
    let mut anna = server.browser();
    anna.get("/api/me").await.fine(200);
    let usual = serde_json::to_value(terms(TournamentFormat::KnockOut)).unwrap();
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(created(&mut anna, usual.clone()).await);
    }
    let sentence = anna.post("/api/tournaments", usual.clone()).await.refused(429, Code::Limit);
    assert!(sentence.contains("3 tournaments"), "{sentence}");
    anna.delete(&format!("/api/tournaments/{}", ids[0]), serde_json::Value::Null).await.fine(200);
    created(&mut anna, usual).await;
    server.stop().await;
}
