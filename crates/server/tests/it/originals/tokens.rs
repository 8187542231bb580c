//! Who one is in the line protocol: guests, and bots with a token instead of a password.

use protocol::Code;
use serde_json::json;

use super::{limits, line_client::LineClient, with_welfenlab};
use crate::browser::PASSWORD;

const REFUSED: &str = "ERROR:LOGIN;Invalid username or password.";

#[tokio::test]
async fn the_name_of_an_account_needs_a_token_and_its_password_is_never_taken() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut owner = server.browser();
    let new = json!({"name": "Deep Otter", "password": PASSWORD, "bot": true});
    owner.post("/api/account", new).await.fine(201);
    let made = owner.post("/api/tokens", json!({"label": "program of 2006"})).await.fine(201).json();
    let (id, token) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let mut person = server.browser();
    person.sign_up("Anna").await;
    person.post("/api/tokens", json!({"label": "x"})).await.refused(403, Code::NotAllowed);

    let mut client = LineClient::connect(address).await;
    client.next().await.expect("a greeting");
    let wrong_token = "a".repeat(token.len());
    for wrong in [
        "LOGIN:Deep_Otter;;".to_owned(),
        format!("LOGIN:Deep_Otter;{PASSWORD};"),
        format!("LOGIN:Deep_Otter;{wrong_token};"),
        // Names that look alike are the same name, and a token is good for its own bot alone.
        format!("LOGIN:deepotter;{token};"),
        format!("LOGIN:Anna;{token};"),
        format!("LOGIN:Anna;{PASSWORD};"),
        "LOGIN:anna;;".to_owned(),
    ] {
        assert_eq!(client.ask(&wrong).await, REFUSED, "{wrong}");
    }
    assert_eq!(
        client.ask(&format!("LOGIN:Deep_Otter;{token};")).await,
        "CONFIRM:LOGIN;Logged in as Deep_Otter."
    );
    client.until("INFO:LOGIN;Deep_Otter").await;
    // It is the bot of the account, whom everybody sees by its name.
    client.send("JOIN:1;;;1").await;
    client.until("CONFIRM:JOIN;1").await;
    let mut other = LineClient::log_in(address, "bert").await;
    assert_eq!(other.ask("LIST").await, "LIST:1 Deep_Otter NOONE f 0 1");
    // A token that is revoked ends the visit, and opens the door no more.
    owner.delete(&format!("/api/tokens/{id}"), serde_json::Value::Null).await.fine(204);
    while client.next().await.is_some() {}
    other.until("INFO:LOGOUT;Deep_Otter").await;
    let mut client = LineClient::connect(address).await;
    client.next().await.expect("a greeting");
    assert_eq!(client.ask(&format!("LOGIN:Deep_Otter;{token};")).await, REFUSED);
    server.stop().await;
}

#[tokio::test]
async fn a_guest_with_a_password_is_the_same_guest_the_next_time() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut web = server.guest().await;
    web.ask(protocol::Command::EnterLobby).await.unwrap();
    let mut ids = Vec::new();
    for login in ["LOGIN:anna;swordfish;", "LOGIN:anna;swordfish;", "LOGIN:anna;herring;", "LOGIN:anna;;"] {
        let mut anna = LineClient::connect(address).await;
        anna.send(login).await;
        anna.until("INFO:LOGIN;anna").await;
        let came = |message: &protocol::Message| match message {
            protocol::Message::LobbyChange { change: protocol::LobbyChange::Came(person) } => {
                Some(person.id.clone())
            }
            _ => None,
        };
        ids.push(web.wait(came).await);
        anna.send("LOGOUT").await;
        while anna.next().await.is_some() {}
    }
    assert_eq!(ids[0], ids[1]);
    ids.dedup();
    assert_eq!(ids.len(), 3, "another password, or none, is another guest: {ids:?}");
    server.stop().await;
}
