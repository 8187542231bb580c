//! People, tables and chat.

use protocol::{
    Channel, ChatKind, ChatLine, Code, Command, Detail, LobbyChange, Message, NewTable, Phase, Seek, Watchers,
};

use crate::{
    client::{Client, for_two},
    running::Running,
};

fn chat(message: &Message) -> Option<ChatLine> {
    match message {
        Message::Chat { line } => Some(line.clone()),
        _ => None,
    }
}

fn say(channel: Channel, text: &str) -> Command {
    Command::Chat { channel, text: text.to_owned() }
}

#[tokio::test]
async fn the_lobby_is_live() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    anna.ask(Command::EnterLobby).await.unwrap();
    let people = anna
        .wait(|message| match message {
            Message::Lobby { people, tables, seeks } => {
                assert!(tables.is_empty() && seeks.is_empty());
                Some(people.clone())
            }
            _ => None,
        })
        .await;
    assert_eq!(people, [anna.you.clone()]);
    let change = |message: &Message| match message {
        Message::LobbyChange { change } => Some(change.clone()),
        _ => None,
    };
    let mut bert = server.guest().await;
    assert_eq!(anna.wait(change).await, LobbyChange::Came(bert.you.clone()));
    let table = bert.create(for_two("othello", "")).await;
    let LobbyChange::Table(summary) = anna.wait(change).await else { panic!("a table is new") };
    assert_eq!((&summary.id, summary.phase), (&table, Phase::Waiting));
    anna.sit(&table).await;
    let LobbyChange::Table(summary) = anna.wait(change).await else { panic!("a table has changed") };
    assert_eq!(summary.phase, Phase::Playing);
    bert.act(&table, 0, framework::Action::Resign(None)).await.unwrap();
    assert_eq!(anna.wait(change).await, LobbyChange::Gone(table));
    let went = bert.you.id.clone();
    drop(bert);
    assert_eq!(anna.wait(change).await, LobbyChange::Went(went));
    server.stop().await;
}

#[tokio::test]
async fn hidden_tables_are_found_by_invitation_only() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let secret = NewTable {
        hidden: true,
        password: Some("swordfish".to_owned()),
        watchers: Watchers::Invited,
        ..for_two("connect4", "")
    };
    let table = anna.create(secret).await;
    anna.watch(&table, Detail::Plain).await;
    let invite = anna
        .wait(|message| match message {
            Message::Table { snapshot, .. } => snapshot.invite.clone(),
            _ => None,
        })
        .await;
    bert.ask(Command::EnterLobby).await.unwrap();
    let listed = bert
        .wait(|message| match message {
            Message::Lobby { tables, .. } => Some(tables.len()),
            _ => None,
        })
        .await;
    assert_eq!(listed, 0);
    let watch = |invite: Option<String>| Command::Watch {
        table: table.clone(),
        since: None,
        detail: Detail::Plain,
        invite,
    };
    assert_eq!(Client::code(bert.ask(watch(None)).await), Code::NotAllowed);
    let sit = |password: Option<&str>, invite: Option<&str>| Command::Sit {
        table: table.clone(),
        chair: None,
        password: password.map(str::to_owned),
        invite: invite.map(str::to_owned),
    };
    assert_eq!(Client::code(bert.ask(sit(None, None)).await), Code::Password);
    assert_eq!(Client::code(bert.ask(sit(Some("guess"), None)).await), Code::Password);
    let (status, found) = server.get(&format!("/api/invitations/{invite}"), "").await;
    assert_eq!((status, found), (200, format!("\"{table}\"")));
    bert.ask(watch(Some(invite.clone()))).await.unwrap();
    bert.ask(sit(None, Some(&invite))).await.unwrap();
    let mut carl = server.guest().await;
    assert_eq!(Client::code(carl.ask(sit(Some("swordfish"), None)).await), Code::Chair);
    server.stop().await;
}

#[tokio::test]
async fn two_who_want_the_same_are_paired() {
    let server = Running::start().await;
    let (mut anna, mut bert, mut carl) = (server.guest().await, server.guest().await, server.guest().await);
    let pair = |clock: &str| Command::Pair {
        seek: Seek {
            game: "connect4".to_owned(),
            options: String::new(),
            clock: clock.to_owned(),
            length: None,
            rated: false,
        },
    };
    let paired = |message: &Message| match message {
        Message::Paired { table } => Some(table.clone()),
        _ => None,
    };
    anna.ask(pair("5m+3s")).await.unwrap();
    carl.ask(pair("none")).await.unwrap();
    carl.ask(Command::Unpair).await.unwrap();
    let (table, _) = bert.ask(pair("5m+3s")).await.unwrap();
    let told = (anna.wait(paired).await, bert.wait(paired).await);
    assert_eq!((Some(&told.0), Some(&told.1)), (table.as_ref(), table.as_ref()));
    anna.watch(&told.0, Detail::Plain).await;
    let phase = anna
        .wait(|message| match message {
            Message::Table { snapshot, .. } => Some(snapshot.summary.phase),
            _ => None,
        })
        .await;
    assert_eq!(phase, Phase::Playing);
    let wrong = bert.ask(pair("soon")).await;
    assert_eq!(Client::code(wrong), Code::Settings);
    server.stop().await;
}

#[tokio::test]
async fn who_waits_for_an_opponent_is_seen_by_others_until_somebody_plays_the_same() {
    let server = Running::start().await;
    let (mut anna, mut bert, mut carl) = (server.guest().await, server.guest().await, server.guest().await);
    let seek = |options: &str, clock: &str| Seek {
        game: "othello".to_owned(),
        options: options.to_owned(),
        clock: clock.to_owned(),
        length: None,
        rated: false,
    };
    let seeks = |message: &Message| match message {
        Message::Lobby { seeks, .. } => Some(seeks.clone()),
        _ => None,
    };
    let change = |message: &Message| match message {
        Message::LobbyChange { change: change @ (LobbyChange::Seeks(_) | LobbyChange::SeekGone(_)) } => {
            Some(change.clone())
        }
        _ => None,
    };
    bert.ask(Command::EnterLobby).await.unwrap();
    anna.ask(Command::Pair { seek: seek("", "5m+3s") }).await.unwrap();
    let LobbyChange::Seeks(open) = bert.wait(change).await else { panic!("somebody waits") };
    assert_eq!(
        (&open.person, open.seek.options.as_str(), open.seek.clock.as_str()),
        (&anna.you, "8x8", "5m+3s")
    );
    // Who comes later sees it as well.
    carl.ask(Command::EnterLobby).await.unwrap();
    assert_eq!(carl.wait(seeks).await, std::slice::from_ref(&open));
    // Another wish takes the place of the first one.
    anna.ask(Command::Pair { seek: seek("8x8", "3m+2s") }).await.unwrap();
    let LobbyChange::Seeks(other) = bert.wait(change).await else { panic!("somebody waits otherwise") };
    assert_eq!(other.seek.clock, "3m+2s");
    anna.ask(Command::Unpair).await.unwrap();
    assert_eq!(bert.wait(change).await, LobbyChange::SeekGone(anna.you.id.clone()));
    // Nothing is told of somebody who did not wait.
    carl.ask(Command::Unpair).await.unwrap();
    anna.ask(Command::Pair { seek: seek("", "5m+3s") }).await.unwrap();
    assert_eq!(bert.wait(change).await, LobbyChange::Seeks(open.clone()));
    // The wish as it was told leads to a game with whoever has it.
    let (table, _) = bert.ask(Command::Pair { seek: open.seek.clone() }).await.unwrap();
    assert!(table.is_some());
    let gone = || LobbyChange::SeekGone(anna.you.id.clone());
    for told in [LobbyChange::Seeks(other), gone(), LobbyChange::Seeks(open), gone()] {
        assert_eq!(carl.wait(change).await, told);
    }
    server.stop().await;
}

/// Issue 16, D3: both connections passed the look for an earlier table and made one each.
#[tokio::test]
async fn a_pairing_command_on_two_connections_at_once_takes_effect_once() {
    let server = Running::start().await;
    let pair = |clock: &str| Command::Pair {
        seek: Seek {
            game: "connect4".to_owned(),
            options: String::new(),
            clock: clock.to_owned(),
            length: None,
            rated: false,
        },
    };
    for _ in 0..5 {
        let (mut anna, mut bert) = (server.guest().await, server.guest().await);
        anna.ask(pair("5m+3s")).await.unwrap();
        bert.ask(pair("1m+0s")).await.unwrap();
        let mut carl = server.guest().await;
        let mut again = Client::connect(server.address, Some(&carl.cookie), Some(&carl.client)).await;
        let number = carl.next_number;
        carl.send_numbered(number, pair("5m+3s")).await;
        again.send_numbered(number, pair("1m+0s")).await;
        let (one, _) = carl.answer(number).await.unwrap();
        let (other, _) = again.answer(number).await.unwrap();
        assert!(one.is_some() && one == other, "{one:?} {other:?}");
        // One of the two still waits, and finds the next who comes.
        let mut dora = server.guest().await;
        let found = [dora.ask(pair("5m+3s")).await.unwrap().0, dora.ask(pair("1m+0s")).await.unwrap().0];
        assert_eq!(found.iter().flatten().count(), 1, "{found:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn chat_reaches_exactly_those_for_whom_it_is() {
    let server = Running::start().await;
    let (mut anna, mut bert, mut carl) = (server.guest().await, server.guest().await, server.guest().await);
    for client in [&mut anna, &mut bert, &mut carl] {
        client.ask(Command::EnterLobby).await.unwrap();
    }
    // Markup and quotes are only text.
    let text = "<script>alert('x')</script> \"; DROP TABLE chats; -- : ; é 🎲";
    anna.ask(say(Channel::Lobby, text)).await.unwrap();
    for client in [&mut anna, &mut bert, &mut carl] {
        let line = client.wait(chat).await;
        assert_eq!((line.kind, line.text.as_str()), (ChatKind::Lobby, text));
    }
    anna.ask(say(Channel::User(bert.you.id.clone()), "only for you")).await.unwrap();
    for client in [&mut anna, &mut bert] {
        let line = client.wait(chat).await;
        assert_eq!((line.kind, line.text.as_str()), (ChatKind::Private, "only for you"));
    }
    let table = anna.create(for_two("othello", "")).await;
    anna.watch(&table, Detail::Plain).await;
    let at_table = || Channel::Table(table.clone());
    assert_eq!(Client::code(carl.ask(say(at_table(), "hello")).await), Code::NotAllowed);
    anna.ask(say(at_table(), "is anybody here?")).await.unwrap();
    // Who comes later sees what was said.
    bert.watch(&table, Detail::Plain).await;
    let line = bert.wait(|message| chat(message).filter(|line| line.kind == ChatKind::Table)).await;
    assert_eq!((line.text.as_str(), line.from), ("is anybody here?", Some(anna.you.clone())));
    // Carl has heard of neither the private line nor that at the table.
    carl.ask(say(Channel::Lobby, "goodbye")).await.unwrap();
    assert_eq!(carl.wait(chat).await.text, "goodbye");
    let nobody = Channel::User("nobody".parse().unwrap());
    assert_eq!(Client::code(carl.ask(say(nobody, "hello?")).await), Code::NotFound);
    for wrong in ["", "   ", "two\nlines", &"x".repeat(501)] {
        assert_eq!(Client::code(carl.ask(say(Channel::Lobby, wrong)).await), Code::Text);
    }
    server.stop().await;
}

#[tokio::test]
async fn those_at_a_table_see_connections_come_and_go() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(for_two("othello", "")).await;
    anna.watch(&table, Detail::Plain).await;
    bert.sit(&table).await;
    bert.watch(&table, Detail::Plain).await;
    let bert_id = bert.you.id.clone();
    let presence = |message: &Message| match message {
        Message::Presence { person, connected, .. } if person.id == bert_id => Some(*connected),
        _ => None,
    };
    assert!(anna.wait(presence).await);
    drop(bert);
    assert!(!anna.wait(presence).await);
    assert_eq!(anna.wait(chat).await.kind, ChatKind::Connection);
    server.stop().await;
}
