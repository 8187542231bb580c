//! People with accounts, from signing up to being forgotten.

use framework::Action;
use protocol::{Channel, Code, Command, Message};
use serde_json::{Value, json};

use crate::{
    browser::{Browser, PASSWORD},
    client::{Client, for_two},
    running::Running,
};

#[tokio::test]
async fn signing_up_keeps_the_games_of_the_guest() {
    let server = Running::start().await;
    let mut browser = server.browser();
    let guest = browser.get("/api/me").await.json();
    assert_eq!(guest["guest"], true);
    let mut anna = browser.connect().await;
    let table = anna.create(for_two("connect4", "")).await;
    let account = browser
        .post("/api/account", json!({"name": " Anna ", "password": PASSWORD, "email": "anna@games.example"}))
        .await
        .fine(201)
        .json();
    assert_eq!(account["id"], guest["id"]);
    assert_eq!((&account["name"], &account["email"]), (&json!("Anna"), &json!("anna@games.example")));
    // The open connection is told to come again, and is Anna then, on her own chair.
    let told = anna.until_closed().await;
    assert!(matches!(told.last(), Some(Message::Reconnect { .. })), "{told:?}");
    let mut anna = browser.connect().await;
    assert_eq!((anna.you.name.as_str(), anna.you.guest), ("Anna", false));
    let mut bert = server.guest().await;
    bert.sit(&table).await;
    anna.act(&table, 0, Action::Resign(None)).await.unwrap();
    let export = browser.get("/api/account/export").await.fine(200);
    assert!(export.header("content-disposition").unwrap().contains("brettwerk-account.json"));
    assert_eq!(export.json()["results"][0]["losses"], 1);
    server.stop().await;
}

#[tokio::test]
async fn log_in_log_out_and_log_out_everywhere() {
    let server = Running::start().await;
    let mut first = server.browser();
    let account = first.sign_up("Anna").await;
    let mut second = server.browser();
    // Case and separators do not matter, for names that look alike are one name.
    let again = second.log_in("ANNA", PASSWORD).await.fine(200).json();
    assert_eq!(again["id"], account["id"]);
    let mut third = server.browser();
    third.log_in("Anna", PASSWORD).await.fine(200);
    let mut socket = third.connect().await;
    assert_eq!(socket.you.name, "Anna");
    first.delete("/api/session", Value::Null).await.fine(204);
    assert_eq!(first.cookie, None);
    first.get("/api/account").await.refused(401, Code::Account);
    second.get("/api/account").await.fine(200);
    second.delete("/api/sessions", Value::Null).await.fine(204);
    third.get("/api/account").await.refused(401, Code::Account);
    assert!(matches!(socket.until_closed().await.last(), Some(Message::Reconnect { .. })));
    assert!(third.connect().await.you.guest, "the log-in is over");
    server.stop().await;
}

#[tokio::test]
async fn a_name_belongs_to_one_person() {
    let server = Running::start().await;
    server.browser().sign_up("Anna-Lena").await;
    let mut other = server.browser();
    for name in ["Anna-Lena", "anna lena", "ANNALENA"] {
        let refused = other.post("/api/account", json!({"name": name, "password": PASSWORD})).await;
        refused.refused(409, Code::Name);
    }
    other.sign_up("Bert").await;
    let rename = json!({"password": PASSWORD, "name": "Annalena"});
    other.patch("/api/account", rename).await.refused(409, Code::Name);
    let twice = json!({"name": "Carl", "password": PASSWORD});
    other.post("/api/account", twice).await.refused(409, Code::Phase);
    server.stop().await;
}

#[tokio::test]
async fn name_password_and_address_can_be_changed() {
    let server = Running::start().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    let mut elsewhere = server.browser();
    elsewhere.log_in("Anna", PASSWORD).await.fine(200);
    let change = json!({"password": "wrong password", "name": "Anne"});
    anna.patch("/api/account", change).await.refused(403, Code::Password);
    let change = json!({
        "password": PASSWORD, "name": "Anne", "new_password": "four green owls", "email": "anne@games.example",
    });
    let changed = anna.patch("/api/account", change).await.fine(200).json();
    assert_eq!((&changed["name"], &changed["email"]), (&json!("Anne"), &json!("anne@games.example")));
    assert_eq!(anna.get("/api/me").await.json()["name"], "Anne");
    // A new password ends what others may have begun with the old one.
    elsewhere.get("/api/account").await.refused(401, Code::Account);
    elsewhere.log_in("Anne", PASSWORD).await.refused(403, Code::Password);
    elsewhere.log_in("Anne", "four green owls").await.fine(200);
    let removed = anna.patch("/api/account", json!({"password": "four green owls", "email": ""})).await;
    assert_eq!(removed.fine(200).json()["email"], Value::Null);
    anna.patch("/api/account", json!({"password": "four green owls", "new_password": "short"}))
        .await
        .refused(403, Code::Password);
    server.stop().await;
}

#[tokio::test]
async fn an_export_tells_everything_and_a_deletion_leaves_only_the_games() {
    let server = Running::start().await;
    let mut browser = server.browser();
    let before = browser.get("/api/me").await.json();
    let old_cookie = browser.cookie.clone();
    let new = json!({"name": "Anna", "password": PASSWORD, "email": "anna@games.example"});
    let id = browser.post("/api/account", new).await.fine(201).json()["id"].clone();
    assert_eq!(before["id"], id);
    let mut anna = browser.connect().await;
    let mut bert = server.guest().await;
    for (channel, text) in [(Channel::Lobby, "hello all"), (Channel::User(bert.you.id.clone()), "hello Bert")]
    {
        anna.ask(Command::Chat { channel, text: text.to_owned() }).await.unwrap();
    }
    let table = anna.create(for_two("connect4", "")).await;
    bert.sit(&table).await;
    let refused = browser.delete("/api/account", json!({"password": PASSWORD})).await;
    assert!(refused.refused(409, Code::Phase).contains(table.as_str()), "the game is not over");
    anna.act(&table, 0, Action::Resign(None)).await.unwrap();

    let export = browser.get("/api/account/export").await.fine(200).json();
    assert_eq!((&export["id"], &export["email"]), (&id, &json!("anna@games.example")));
    let texts: Vec<_> = export["chats"].as_array().unwrap().iter().map(|line| &line["text"]).collect();
    assert_eq!(texts, ["hello all", "hello Bert"]);
    assert_eq!(export["tables"][0]["id"], table.as_str());
    assert_eq!(export["results"][0]["game"], "connect4");
    assert_eq!(export["logins"].as_array().unwrap().len(), 1);
    assert!(!export.to_string().contains("argon2"), "no secrets");

    browser.delete("/api/account", json!({"password": "wrong password"})).await.refused(403, Code::Password);
    browser.delete("/api/account", json!({"password": PASSWORD})).await.fine(204);
    browser.log_in("Anna", PASSWORD).await.refused(403, Code::Password);
    // Neither the log-in nor the cookie of the guest that she was proves anything any more.
    let mut old = Browser { cookie: old_cookie, ..browser.clone() };
    assert_ne!(old.get("/api/me").await.json()["id"], id);
    let (_, record) = server.get(&format!("/api/tables/{table}/record"), "").await;
    assert!(record.contains("player 1 deleted") && !record.contains("Anna"), "{record}");
    let record = bert.you.name.clone();
    let folder = server.stop().await;
    let database = std::fs::read(folder.path().join("brett.db")).unwrap();
    let holds = |text: &str| database.windows(text.len()).any(|found| found == text.as_bytes());
    assert!(holds(&record), "others keep what is theirs");
    for gone in ["anna@games.example", "hello Bert", "hello all", "\"Anna\""] {
        assert!(!holds(gone), "{gone} is still in the file");
    }
    // The name is free again, for somebody else.
    let server = Running::start_in(folder).await;
    assert_ne!(server.browser().sign_up("Anna").await["id"], id);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_plays_by_a_token_that_can_be_revoked() {
    let server = Running::start().await;
    let mut owner = server.browser();
    owner.post("/api/tokens", json!({"label": "laptop"})).await.refused(401, Code::Account);
    let new = json!({"name": "Deep Otter", "password": PASSWORD, "bot": true});
    owner.post("/api/account", new).await.fine(201);
    let made = owner.post("/api/tokens", json!({"label": "laptop"})).await.fine(201).json();
    let token = made["token"].as_str().unwrap();
    let listed = owner.get("/api/tokens").await.fine(200);
    assert_eq!(listed.json()[0]["label"], "laptop");
    assert!(!listed.body.contains(token), "a token is shown once");
    let mut bot = Client::connect_with_token(server.address, token).await.unwrap();
    assert_eq!((bot.you.name.as_str(), bot.you.bot), ("Deep Otter", true));
    let table = bot.create(for_two("othello", "6x6")).await;
    let mut anna = server.guest().await;
    anna.sit(&table).await;
    let bearer = format!("Authorization: Bearer {token}\r\nX-Brett-Request: 1\r\n");
    // A token is for playing, not for making more tokens.
    let browser = server.browser();
    browser.raw("GET", "/api/tokens", &bearer, "").await.refused(403, Code::NotAllowed);
    browser.raw("GET", "/api/me", &bearer, "").await.fine(200);
    let id = made["id"].as_str().unwrap();
    owner.delete(&format!("/api/tokens/{id}"), Value::Null).await.fine(204);
    owner.delete(&format!("/api/tokens/{id}"), Value::Null).await.refused(404, Code::NotFound);
    bot.until_closed().await;
    assert!(Client::connect_with_token(server.address, token).await.is_none(), "it is revoked");
    browser.raw("GET", "/api/me", &bearer, "").await.refused(401, Code::Account);
    let mut person = server.browser();
    person.sign_up("Anna").await;
    person.post("/api/tokens", json!({"label": "x"})).await.refused(403, Code::NotAllowed);
    let folder = server.stop().await;
    let database = std::fs::read(folder.path().join("brett.db")).unwrap();
    assert!(!database.windows(token.len()).any(|found| found == token.as_bytes()), "only hashes are kept");
}

#[tokio::test]
async fn private_lines_come_with_the_welcome() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let mut bert = server.guest().await;
    let whisper = |to: &Client, text: &str| Command::Chat {
        channel: Channel::User(to.you.id.clone()),
        text: text.to_owned(),
    };
    anna.ask(whisper(&bert, "psst")).await.unwrap();
    bert.ask(whisper(&anna, "yes?")).await.unwrap();
    let (to_bert, address) = (Channel::User(bert.you.id.clone()), server.address);
    let mut bert = bert.again(address).await;
    bert.ask(Command::Ping).await.unwrap();
    let first = bert.wait(|message| match message {
        Message::Chat { line } => Some(line.clone()),
        _ => None,
    });
    let first = first.await;
    assert_eq!((first.text.as_str(), first.channel), ("psst", to_bert));
    let Message::Chat { line } = bert.next().await else { panic!("the answer comes next") };
    assert_eq!(line.text, "yes?");
    let mut carl = server.guest().await;
    carl.ask(Command::Ping).await.unwrap();
    carl.ask(Command::EnterLobby).await.unwrap();
    let Message::Lobby { .. } = carl.next().await else { panic!("nothing of it concerns Carl") };
    server.stop().await;
}
