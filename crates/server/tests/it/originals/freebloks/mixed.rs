//! People in browsers and clients of the protocol at one table.

use blokus::{
    Blokus,
    original::{ClientMessage, ClientSide, Mode, ModeRequest, ServerMessage, Setup, WireColor},
};
use framework::{Action, Game as _, Rng, random_move};
use protocol::{Channel, Command, Detail, Message, TableHappening, TableId, ToMove};
use server::Freebloks;

use super::{limits, packet_client::PacketClient, settings, start, stone, with_freebloks};
use crate::{client::Client, running::Running};

/// A person in a browser who sees the only table of the lobby.
async fn in_lobby(server: &Running) -> (Client, TableId) {
    let mut anna = Client::connect(server.address, None, None).await;
    anna.send(Command::EnterLobby).await;
    let table = anna
        .wait(|message| match message {
            Message::Lobby { tables, .. } => Some(tables.first().expect("a table is listed").id.clone()),
            _ => None,
        })
        .await;
    (anna, table)
}

/// A person in a browser who sits at the only table in the lobby.
async fn in_browser(server: &Running) -> (Client, TableId) {
    let (mut anna, table) = in_lobby(server).await;
    sit(&mut anna, &table).await;
    (anna, table)
}

/// Watches a table and takes a chair there.
async fn sit(anna: &mut Client, table: &TableId) {
    anna.send(Command::Watch { table: table.clone(), since: None, detail: Detail::Drawn, invite: None })
        .await;
    anna.send(Command::Sit { table: table.clone(), chair: None, password: None, invite: None }).await;
}

#[tokio::test]
async fn a_game_that_its_last_client_leaves_is_over() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [ada, bob] = super::two_in_duo(address).await;
    let mut anna = server.guest().await;
    let mut tables = async || {
        anna.send(Command::EnterLobby).await;
        let n_tables = anna
            .wait(|message| match message {
                Message::Lobby { tables, .. } => Some(tables.len()),
                _ => None,
            })
            .await;
        anna.ask(Command::LeaveLobby).await.unwrap();
        n_tables
    };
    assert_eq!(tables().await, 1);
    drop(ada);
    drop(bob);
    while tables().await != 0 {
        // The lobby is told once a second for as long as one likes.
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_person_in_a_browser_plays_and_talks_with_a_client() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let (mut anna, table) = in_browser(&server).await;
    ada.expect(&["CHAT from the server: \"Client 1 joined\""]).await;
    let told = ada.told().await;
    assert!(
        told.starts_with("SERVER_STATUS duo 14x14, 2 clients, blue is client 0 \"Ada\", red is client 1"),
        "{told}"
    );

    ada.send(ClientMessage::StartGame).await;
    ada.expect(&["SERVER_STATUS", "START_GAME", "CURRENT_PLAYER blue"]).await;
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.expect(&["SET_STONE 0:16.0.0@3,8", "CURRENT_PLAYER red"]).await;
    let position = anna
        .wait(|message| match message {
            Message::Events { moment: Some(moment), .. } => {
                (moment.ply == 1).then(|| moment.position.clone())
            }
            _ => None,
        })
        .await;
    let duo = Blokus::duo();
    let expected = duo.parse_position("1:e9,d10,e10,f10,e11").unwrap();
    assert_eq!(duo.parse_position(&position), Ok(expected), "the browser sees the same board");
    let action = Action::Move("j5".to_owned());
    anna.send(Command::Act { table: table.clone(), ply: 1, action, chair: None }).await;
    ada.expect(&["SET_STONE 2:0.0.0@9,4", "CURRENT_PLAYER blue"]).await;

    let hello = |text: &str| Command::Chat { channel: Channel::Table(table.clone()), text: text.to_owned() };
    anna.send(hello("good luck")).await;
    ada.expect(&["CHAT from client 1: \"good luck\""]).await;
    ada.send(ClientMessage::Chat("you too\n".to_owned())).await;
    ada.expect(&["CHAT from client 0: \"you too\""]).await;
    let heard = anna
        .wait(|message| match message {
            Message::Chat { line } if line.text == "you too" => {
                line.from.as_ref().map(|from| from.name.clone())
            }
            _ => None,
        })
        .await;
    assert_eq!(heard, "Ada");
    server.stop().await;
}

#[tokio::test]
async fn sitting_down_during_the_start_keeps_the_table() {
    for _ in 0..20 {
        let (server, address) = with_freebloks(Mode::Duo).await;
        let mut ada = PacketClient::enter(address).await;
        ada.request(Some(0), "Ada").await;
        ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
        let (mut anna, table) = in_lobby(&server).await;
        // Both at the same moment: whoever comes first, the game begins at this table.
        tokio::join!(sit(&mut anna, &table), ada.send(ClientMessage::StartGame));
        ada.until("CURRENT_PLAYER").await;
        let begun = anna
            .wait(|message| match message {
                Message::Table { snapshot, .. } => {
                    snapshot.moment.as_ref().map(|_| snapshot.summary.id.clone())
                }
                Message::Events { table, moment: Some(_), .. } => Some(table.clone()),
                _ => None,
            })
            .await;
        assert_eq!(begun, table);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_person_in_a_browser_is_asked_before_a_move_is_taken_back() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let (mut anna, table) = in_browser(&server).await;
    ada.until("SERVER_STATUS").await;
    ada.send(ClientMessage::StartGame).await;
    ada.until("CURRENT_PLAYER blue").await;
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.until("CURRENT_PLAYER red").await;
    ada.send(ClientMessage::RequestUndo).await;
    anna.wait(|message| match message {
        Message::Events { moment: Some(moment), .. } => moment.offer.is_some().then_some(()),
        _ => None,
    })
    .await;
    anna.send(Command::Act { table, ply: 1, action: Action::Accept, chair: None }).await;
    ada.expect(&["UNDO_STONE", "CURRENT_PLAYER blue"]).await;
    server.stop().await;
}

#[tokio::test]
async fn table_with_a_browser_player_is_not_changed() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let (mut anna, table) = in_browser(&server).await;
    ada.until("SERVER_STATUS").await;
    let setup = Setup::usual(Mode::FourColors);
    ada.send(ClientMessage::RequestGameMode(ModeRequest::of(&setup))).await;
    ada.expect(&["SERVER_STATUS duo"]).await;
    anna.send(Command::Stand { table }).await;
    ada.expect(&["SERVER_STATUS duo 14x14, 1 clients", "CHAT from the server: \"Client 1 left\""]).await;
    ada.send(ClientMessage::RequestGameMode(ModeRequest::of(&setup))).await;
    ada.expect(&["SERVER_STATUS classic 20x20"]).await;
    server.stop().await;
}

/// Plays the first legal move whenever it is one's turn, until the game is over.
async fn play_first_moves(mut anna: Client, table: TableId) -> Client {
    loop {
        let (ply, best, is_over) = anna
            .wait(|message| match message {
                Message::Events { moment: Some(moment), drawing: Some(drawing), .. } => {
                    Some((moment.ply, drawing.moves.first().cloned(), moment.to_move == ToMove::Nobody))
                }
                _ => None,
            })
            .await;
        if is_over {
            return anna;
        }
        if let Some(best) = best {
            let action = Action::Move(best);
            anna.send(Command::Act { table: table.clone(), ply, action, chair: None }).await;
        }
    }
}

#[tokio::test]
async fn browser_player_is_offered_a_rematch() {
    let game = Setup { width: 5, height: 5, ..Setup::usual(Mode::TwoColors) }.layout().unwrap();
    let (server, address) = start(Freebloks { game, ..settings() }, limits()).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let (anna, table) = in_browser(&server).await;
    ada.until("SERVER_STATUS").await;
    let anna = tokio::spawn(play_first_moves(anna, table));
    let mut player = ClientSide::default();
    player.hear(&ServerMessage::GrantPlayer(WireColor::BLUE).to_packet()).unwrap();
    ada.send(ClientMessage::StartGame).await;
    let mut rng = Rng::from_seed(3);
    while player.board().is_none() || player.is_running() {
        let packet = ada.packet().await.expect("the connection is open");
        player.hear(&packet).unwrap();
        if player.is_to_move() {
            let mv = random_move(player.board().unwrap().position(), &mut rng).unwrap();
            ada.send(player.play(mv).unwrap()).await;
        }
    }
    ada.expect(&["CURRENT_PLAYER nobody"]).await;
    let mut anna = anna.await.unwrap();

    ada.send(ClientMessage::StartGame).await;
    ada.expect(&["SERVER_STATUS two-colors 5x5, 1 clients", "CHAT from the server: \"The others are asked"])
        .await;
    let next = anna
        .wait(|message| match message {
            Message::Events { events, .. } => events.iter().find_map(|event| match &event.what {
                TableHappening::Rematch { table } => Some(table.clone()),
                _ => None,
            }),
            _ => None,
        })
        .await;
    sit(&mut anna, &next).await;
    ada.expect(&["CHAT from the server: \"Client 1 joined\"", "SERVER_STATUS two-colors 5x5, 2 clients"])
        .await;
    ada.send(ClientMessage::StartGame).await;
    ada.expect(&["SERVER_STATUS", "START_GAME", "CURRENT_PLAYER blue"]).await;
    server.stop().await;
}
