//! Who may do what: every command for every kind of person.

use framework::{Action, Digest, Nonce};
use protocol::{
    ChairChoice, Channel, Code, Command, Detail, Message, NewTable, Person, Seek, TableId, Watchers,
};
use serde_json::json;

use crate::{
    browser::{Browser, PASSWORD},
    client::Client,
    running::Running,
};

/// Two tables of one host: at one a match is played, at the other a chair is free. Both have a password and may be
/// watched by the invited only.
struct Scene {
    playing: TableId,
    waiting: TableId,
    host: Person,
}

/// A command by its name, made for a scene.
type Case = (&'static str, fn(&Scene) -> Command);

fn table(chairs: Vec<ChairChoice>) -> NewTable {
    NewTable {
        password: Some("swordfish".to_owned()),
        watchers: Watchers::Invited,
        hints: true,
        ..NewTable::new("connect4", "5x4x3", chairs)
    }
}

fn act(scene: &Scene, action: Action) -> Command {
    Command::Act { table: scene.playing.clone(), ply: 0, action, chair: None }
}

fn act_too_early(scene: &Scene, action: Action) -> Command {
    Command::Act { table: scene.waiting.clone(), ply: 0, action, chair: None }
}

fn sit(table: &TableId) -> Command {
    Command::Sit { table: table.clone(), chair: None, password: None, invite: None }
}

fn chat(channel: Channel) -> Command {
    Command::Chat { channel, text: "hello".to_owned() }
}

const CASES: [Case; 33] = [
    ("hello again", |_| Command::Hello { version: 1, client: "first-tab".parse().unwrap() }),
    ("ping", |_| Command::Ping),
    ("enter-lobby", |_| Command::EnterLobby),
    ("leave-lobby", |_| Command::LeaveLobby),
    ("create-table", |_| Command::CreateTable { table: table(vec![ChairChoice::Me, ChairChoice::Open]) }),
    ("sit where nobody sits", |scene| sit(&scene.waiting)),
    ("sit where others play", |scene| sit(&scene.playing)),
    ("stand", |scene| Command::Stand { table: scene.playing.clone() }),
    ("act: move", |scene| act(scene, Action::Move("1".to_owned()))),
    ("act: resign", |scene| act(scene, Action::Resign(None))),
    ("act: offer a draw", |scene| act(scene, Action::OfferDraw)),
    ("act: take back", |scene| act(scene, Action::Undo(None))),
    ("act: roll", |scene| act(scene, Action::Roll)),
    ("act before the match", |scene| act_too_early(scene, Action::Move("1".to_owned()))),
    ("resign before the match", |scene| act_too_early(scene, Action::Resign(None))),
    ("roll", |scene| Command::Roll {
        table: scene.playing.clone(),
        ply: 0,
        nonce: Nonce([7; 16]),
        chair: None,
    }),
    ("pledge", |scene| Command::Pledge {
        table: Some(scene.playing.clone()),
        pledge: Digest([7; 32]),
        chair: None,
    }),
    ("reveal", |scene| Command::Reveal { table: scene.playing.clone(), nonce: Nonce([7; 16]), chair: None }),
    ("begin", |scene| Command::Begin { table: scene.playing.clone() }),
    ("seat", |scene| Command::Seat { table: scene.waiting.clone(), chair: 1, player: "level1".to_owned() }),
    ("prefer", |scene| Command::Prefer {
        table: scene.playing.clone(),
        auto_roll: true,
        confirm_blocked: true,
        chair: None,
    }),
    ("watch", |scene| Command::Watch {
        table: scene.playing.clone(),
        since: None,
        detail: Detail::Plain,
        invite: None,
    }),
    ("unwatch", |scene| Command::Unwatch { table: scene.playing.clone() }),
    ("chat in the lobby", |_| chat(Channel::Lobby)),
    ("chat at the table", |scene| chat(Channel::Table(scene.playing.clone()))),
    ("chat with the host", |scene| chat(Channel::User(scene.host.id.clone()))),
    ("pair", |_| {
        let seek = json!({"game": "othello", "options": "", "clock": "5m+3s", "rated": false});
        Command::Pair { seek: serde_json::from_value::<Seek>(seek).unwrap() }
    }),
    ("unpair", |_| Command::Unpair),
    ("rematch", |scene| Command::Rematch { table: scene.playing.clone() }),
    ("hint", |scene| Command::Hint { table: scene.playing.clone() }),
    ("hint before the match", |scene| Command::Hint { table: scene.waiting.clone() }),
    ("analyze", |_| Command::Analyze {
        game: "connect4".to_owned(),
        options: "5x4x3".to_owned(),
        position: "-----/-----/-----/-----".to_owned(),
        lines: None,
    }),
    ("stop-analysis", |_| Command::StopAnalysis),
];

/// What each of the five may do, in the order of [`CASES`].
const MATRIX: &str = "\
role                    host           opponent       watcher        stranger       bot
hello again             hello-first    hello-first    hello-first    hello-first    hello-first
ping                    done           done           done           done           done
enter-lobby             done           done           done           done           done
leave-lobby             done           done           done           done           done
create-table            done           done           done           done           done
sit where nobody sits   chair          password       password       password       password
sit where others play   chair          chair          chair          chair          chair
stand                   done           done           not-allowed    not-allowed    not-allowed
act: move               done           not-your-turn  not-allowed    not-allowed    not-allowed
act: resign             done           done           not-allowed    not-allowed    not-allowed
act: offer a draw       done           done           not-allowed    not-allowed    not-allowed
act: take back          refused        refused        not-allowed    not-allowed    not-allowed
act: roll               refused        not-your-turn  not-allowed    not-allowed    not-allowed
act before the match    phase          not-allowed    not-allowed    not-allowed    not-allowed
resign before the match phase          not-allowed    not-allowed    not-allowed    not-allowed
roll                    refused        not-your-turn  not-allowed    not-allowed    not-allowed
pledge                  refused        refused        not-allowed    not-allowed    not-allowed
reveal                  stale          stale          not-allowed    not-allowed    not-allowed
begin                   phase          phase          not-allowed    not-allowed    not-allowed
seat                    done           not-allowed    not-allowed    not-allowed    not-allowed
prefer                  done           done           not-allowed    not-allowed    not-allowed
watch                   done           done           not-allowed    not-allowed    not-allowed
unwatch                 done           done           done           done           done
chat in the lobby       done           done           done           done           done
chat at the table       done           done           done           not-allowed    not-allowed
chat with the host      done           done           done           done           done
pair                    done           done           done           done           done
unpair                  done           done           done           done           done
rematch                 phase          phase          not-allowed    not-allowed    not-allowed
hint                    done           not-your-turn  not-allowed    not-allowed    not-allowed
hint before the match   phase          not-allowed    not-allowed    not-allowed    not-allowed
analyze                 done           done           done           done           done
stop-analysis           done           done           done           done           done
";

/// What comes of a command.
async fn outcome(client: &mut Client, command: Command) -> String {
    let number = client.send(command).await;
    loop {
        match client.next().await {
            Message::Done { number: done, .. } | Message::Hint { number: done, .. } if done == number => {
                return "done".to_owned();
            }
            Message::Refused { number: Some(refused), problem } if refused == number => {
                let code = serde_json::to_value(problem.code).unwrap();
                return code.as_str().unwrap().to_owned();
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn s_12_roles_allow_exactly_their_own_commands() {
    let server = Running::start().await;
    let mut bot = server.browser();
    let new = json!({"name": "Deep Otter", "password": PASSWORD, "bot": true});
    bot.post("/api/account", new).await.fine(201);
    let token = bot.post("/api/tokens", json!({"label": "x"})).await.fine(201).json();
    let token = token["token"].as_str().unwrap();
    let mut matrix = format!("{:<24}", "role");
    for role in ["host", "opponent", "watcher", "stranger", "bot"] {
        matrix += &format!("{role:<15}");
    }
    for (name, command) in CASES {
        matrix = matrix.trim_end().to_owned() + &format!("\n{name:<24}");
        for role in 0..5 {
            // A host for every cell, because nobody has so many tables.
            let mut host = server.guest().await;
            let mut opponent = server.guest().await;
            let playing = host.create(table(vec![ChairChoice::Me, ChairChoice::Open])).await;
            let waiting = host.create(table(vec![ChairChoice::Me, ChairChoice::Open])).await;
            host.watch(&playing, Detail::Plain).await;
            let invite = host.wait(|message| match message {
                Message::Table { snapshot, .. } => snapshot.invite.clone(),
                _ => None,
            });
            let invite = Some(invite.await);
            let sit =
                Command::Sit { table: playing.clone(), chair: None, password: None, invite: invite.clone() };
            opponent.ask(sit).await.unwrap();
            opponent.watch(&playing, Detail::Plain).await;
            let mut watcher = server.guest().await;
            let watch = Command::Watch { table: playing.clone(), since: None, detail: Detail::Plain, invite };
            watcher.ask(watch).await.unwrap();
            let scene = Scene { playing, waiting, host: host.you.clone() };
            let found = match role {
                0 => outcome(&mut host, command(&scene)).await,
                1 => outcome(&mut opponent, command(&scene)).await,
                2 => outcome(&mut watcher, command(&scene)).await,
                3 => outcome(&mut server.guest().await, command(&scene)).await,
                _ => {
                    let mut bot = Client::connect_with_token(server.address, token).await.unwrap();
                    outcome(&mut bot, command(&scene)).await
                }
            };
            matrix += &format!("{found:<15}");
        }
    }
    let matrix = matrix.trim_end().to_owned() + "\n";
    assert!(matrix == MATRIX, "{matrix}");
    server.stop().await;
}

#[tokio::test]
async fn s_12_records_and_accounts_are_shown_to_those_only_whose_they_are() {
    let server = Running::start().await;
    let mut owner = server.browser();
    owner.sign_up("Anna").await;
    let mut host = owner.connect().await;
    let new = table(vec![ChairChoice::Me, ChairChoice::Engine("level1".to_owned())]);
    let table = host.create(new).await;
    let record = format!("/api/tables/{table}/record");
    owner.get(&record).await.fine(200);
    let mut stranger = server.browser();
    stranger.get(&record).await.refused(403, Code::NotAllowed);
    let mut other = server.browser();
    other.sign_up("Bert").await;
    other.get(&record).await.refused(403, Code::NotAllowed);
    for path in ["/api/account", "/api/account/export", "/api/tokens"] {
        stranger.get(path).await.refused(401, Code::Account);
    }
    // Whatever somebody asks for is about themselves: there is no way to name somebody else.
    assert_eq!(other.get("/api/account/export").await.json()["name"], "Bert");
    assert_eq!(other.get("/api/account/export").await.json()["tables"], json!([]));
    let id = owner.get("/api/me").await.json()["id"].clone();
    let forged = Browser { cookie: Some(format!("brett={}.00", id.as_str().unwrap())), ..server.browser() };
    forged.clone().get("/api/account").await.refused(401, Code::Account);
    server.stop().await;
}
