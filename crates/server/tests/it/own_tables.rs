//! A person's games that go on, found from any device.

use framework::Action;
use protocol::{ChairChoice, Code, Command, NewTable, OwnTable, TableId, Watchers};
use serde_json::json;

use crate::{
    browser::{Browser, PASSWORD},
    client::{Client, for_two},
    running::Running,
};

/// What the list says: which tables, and whether it is one's turn.
async fn own(browser: &mut Browser) -> Vec<(TableId, bool)> {
    let told = browser.get("/api/me/tables").await.fine(200);
    let tables: Vec<OwnTable> = serde_json::from_str(&told.body).unwrap();
    tables.into_iter().map(|own| (own.summary.id, own.my_turn)).collect()
}

/// The browser in which a client has begun.
fn browser_of(server: &Running, client: &Client) -> Browser {
    Browser { cookie: Some(client.cookie.clone()), ..server.browser() }
}

#[tokio::test]
async fn a_game_that_goes_on_is_found_by_both_players_and_whose_turn_it_is() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let (mut annas, mut berts) = (browser_of(&server, &anna), browser_of(&server, &bert));
    assert_eq!(own(&mut annas).await, []);
    let table = anna.create(for_two("connect4", "")).await;
    assert_eq!(own(&mut annas).await, [(table.clone(), false)], "nobody is to move while it waits");
    assert_eq!(own(&mut berts).await, []);
    bert.sit(&table).await;
    assert_eq!(own(&mut annas).await, [(table.clone(), true)]);
    assert_eq!(own(&mut berts).await, [(table.clone(), false)]);
    anna.play(&table, 0, "4").await.unwrap();
    assert_eq!(own(&mut annas).await, [(table.clone(), false)]);
    assert_eq!(own(&mut berts).await, [(table.clone(), true)]);
    bert.act(&table, 1, Action::Resign(None)).await.unwrap();
    assert_eq!((own(&mut annas).await, own(&mut berts).await), (vec![], vec![]));
    server.stop().await;
}

#[tokio::test]
async fn after_a_start_the_list_is_the_same() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let first = anna.create(for_two("connect4", "")).await;
    bert.sit(&first).await;
    anna.play(&first, 0, "4").await.unwrap();
    // The usual dice of a first roll concern everybody, and fall by themselves.
    let second = bert.create(for_two("othello", "")).await;
    anna.sit(&second).await;
    let (annas, berts) = (anna.cookie.clone(), bert.cookie.clone());
    let server = Running::start_in(server.stop().await).await;
    let mut annas = Browser { cookie: Some(annas), ..server.browser() };
    let mut berts = Browser { cookie: Some(berts), ..server.browser() };
    assert_eq!(own(&mut annas).await, [(second.clone(), false), (first.clone(), false)]);
    assert_eq!(own(&mut berts).await, [(second, true), (first, true)]);
    server.stop().await;
}

#[tokio::test]
async fn another_device_finds_the_games_of_an_account() {
    let server = Running::start().await;
    let mut desktop = server.browser();
    desktop.sign_up("Anna").await;
    let mut anna = desktop.connect().await;
    let engine = ChairChoice::Engine("level1".to_owned());
    let table = anna.create(NewTable::new("othello", "", vec![ChairChoice::Me, engine])).await;
    let mut phone = server.browser();
    assert_eq!(own(&mut phone).await, [], "a stranger has no games");
    phone.log_in("Anna", PASSWORD).await.fine(200);
    assert_eq!(own(&mut phone).await, [(table, true)]);
    server.stop().await;
}

#[tokio::test]
async fn who_is_asked_to_play_finds_the_table_and_nobody_else_does() {
    let server = Running::start().await;
    let (mut anna, bert, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let secret = NewTable {
        hidden: true,
        watchers: Watchers::Nobody,
        ..NewTable::new("connect4", "", vec![ChairChoice::Me, ChairChoice::For(bert.you.clone())])
    };
    let table = anna.create(secret).await;
    assert_eq!(own(&mut browser_of(&server, &bert)).await, [(table.clone(), false)]);
    assert_eq!(own(&mut browser_of(&server, &carl)).await, []);
    // Who leaves a table that has not begun has nothing to do with it any more.
    anna.ask(Command::Stand { table }).await.unwrap();
    assert_eq!(own(&mut browser_of(&server, &anna)).await, []);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_finds_its_games_by_its_token_and_a_wrong_token_finds_none() {
    let server = Running::start().await;
    let mut owner = server.browser();
    owner
        .post("/api/account", json!({"name": "Deep Otter", "password": PASSWORD, "bot": true}))
        .await
        .fine(201);
    let token = owner.post("/api/tokens", json!({"label": "x"})).await.fine(201).json();
    let token = token["token"].as_str().unwrap();
    let mut bot = Client::connect_with_token(server.address, token).await.unwrap();
    let table = bot.create(for_two("connect4", "")).await;
    let ask = |token: &str| {
        let (browser, header) = (server.browser(), format!("Authorization: Bearer {token}\r\n"));
        async move { browser.raw("GET", "/api/me/tables", &header, "").await }
    };
    let found: Vec<OwnTable> = serde_json::from_str(&ask(token).await.fine(200).body).unwrap();
    assert_eq!(found.iter().map(|own| &own.summary.id).collect::<Vec<_>>(), [&table]);
    ask("nonsense").await.refused(401, Code::Account);
    server.stop().await;
}
