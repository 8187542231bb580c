//! Fair dice, results and profiles over real sockets and a real file.

use std::{env, fs, path::Path, process::Command as Process};

use fair_dice::pledge;
use framework::{Action, Digest, Nonce, Record, Rng};
use protocol::{
    Command, Detail, History, MatchPage, Message, Outcome, Phase, Profile, Snapshot, TableId, ToMove,
    Watchers,
};

use crate::{
    client::{Client, for_two},
    running::Running,
};

/// How many rolls a match has before somebody gives up.
const ROLLS: usize = 6;

/// A client that keeps to the protocol of fair dice.
struct Fair {
    client: Client,
    rng: Rng,
    nonces: Vec<Nonce>,
}

impl Fair {
    fn new(client: Client, number: u64) -> Self {
        Self { client, rng: Rng::stream(77, "fair", number), nonces: Vec::new() }
    }

    fn fresh(&mut self) -> Nonce {
        let nonce = Nonce(std::array::from_fn(|_| self.rng.bits() as u8));
        self.nonces.push(nonce);
        nonce
    }

    async fn promise(&mut self, table: Option<&TableId>) {
        let pledge = pledge(&self.fresh());
        self.client.ask(Command::Pledge { table: table.cloned(), pledge, chair: None }).await.unwrap();
    }

    async fn look(&mut self, table: &TableId) -> (Snapshot, Vec<String>) {
        self.client.watch(table, Detail::Drawn).await;
        let told = |message: &Message| match message {
            Message::Table { snapshot, drawing } => Some((snapshot.clone(), drawing.clone())),
            _ => None,
        };
        let (snapshot, drawing) = self.client.wait(told).await;
        (*snapshot, drawing.map(|drawing| drawing.moves).unwrap_or_default())
    }

    /// Reveals the nonce that was promised on a chair.
    async fn reveal(&mut self, table: &TableId, pledges: &[(u8, Digest)], chair: u8) {
        let owed = pledges.iter().find(|(other, _)| *other == chair).unwrap().1;
        let nonce = *self.nonces.iter().find(|nonce| pledge(nonce) == owed).unwrap();
        self.client.ask(Command::Reveal { table: table.clone(), nonce, chair: None }).await.unwrap();
    }
}

/// Plays until somebody gives up; the server is stopped and started once while the dice are in the air.
async fn play_fair(mut server: Running) -> (Running, TableId) {
    let mut both = [Fair::new(server.guest().await, 0), Fair::new(server.guest().await, 1)];
    for player in &mut both {
        player.promise(None).await;
    }
    let table = both[0].client.create(for_two("backgammon", "nocube")).await;
    both[1].client.sit(&table).await;
    let (mut n_rolls, mut n_restarts) = (0, 0);
    loop {
        let (snapshot, _) = both[0].look(&table).await;
        let (dice, moment) = (snapshot.dice.unwrap(), snapshot.moment.unwrap());
        if snapshot.summary.phase == Phase::Over {
            return (server, table);
        }
        if !dice.waits_for.is_empty() {
            n_rolls += 1;
            if n_rolls == 3 && n_restarts == 0 {
                n_restarts += 1;
                server = Running::start_in(server.stop().await).await;
                let [anna, bert] = both;
                both = [
                    Fair { client: anna.client.again(server.address).await, ..anna },
                    Fair { client: bert.client.again(server.address).await, ..bert },
                ];
            }
            for &chair in &dice.waits_for {
                both[usize::from(chair)].reveal(&table, &dice.pledges, chair).await;
            }
            for chair in dice.waits_for {
                both[usize::from(chair)].promise(Some(&table)).await;
            }
            continue;
        }
        let (ToMove::Seat(seat) | ToMove::Dice(Some(seat))) = moment.to_move else { panic!("{moment:?}") };
        let player = &mut both[usize::from(moment.players[seat])];
        if n_rolls == ROLLS {
            // A single game is given up without asking; else the other one has to agree.
            player.client.act(&table, moment.ply, Action::Resign(None)).await.unwrap();
            let other = &mut both[usize::from(moment.players[seat.other()])];
            let _ = other.client.act(&table, moment.ply, Action::Accept).await;
        } else if matches!(moment.to_move, ToMove::Dice(_)) {
            let nonce = player.fresh();
            let roll = Command::Roll { table: table.clone(), ply: moment.ply, nonce, chair: None };
            player.client.ask(roll).await.unwrap();
        } else {
            let (_, moves) = player.look(&table).await;
            player.client.act(&table, moment.ply, Action::Move(moves[0].clone())).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_match_with_fair_dice_survives_a_restart_and_anybody_can_verify_it() {
    let (server, table) = play_fair(Running::start().await).await;
    let (status, text) = server.get(&format!("/api/tables/{table}/record"), "").await;
    assert_eq!(status, 200);
    let record: Record = text.parse().unwrap();
    let verdict = fair_dice::verify(&record, catalog::GAMES).unwrap_or_else(|flaw| panic!("{flaw}\n{text}"));
    assert_eq!((verdict.rolls, verdict.missing.len()), (ROLLS, 0), "both gave a nonce to every roll\n{text}");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify_dice.py");
    let file = env::temp_dir().join(format!("fair-play-{}.brett", std::process::id()));
    fs::write(&file, &text).unwrap();
    // The project promises only Rust and Node, so the script is run where Python is.
    if let Ok(output) = Process::new("python3").arg(script).arg(&file).output() {
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, format!("proved: {} rolls, 0 nonces substituted\n", verdict.rolls));
    }
    fs::remove_file(file).unwrap();
    server.stop().await;
}

async fn finished(server: &Running, watchers: Watchers) -> (TableId, Client, Client) {
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let mut settings = for_two("connect4", "5x4x3");
    settings.watchers = watchers;
    let table = anna.create(settings).await;
    bert.sit(&table).await;
    for (ply, column) in (0..).zip(["1", "2", "1", "2", "1"]) {
        let player = if ply % 2 == 0 { &mut anna } else { &mut bert };
        player.play(&table, ply, column).await.unwrap();
    }
    (table, anna, bert)
}

#[tokio::test]
async fn profiles_histories_and_pages_tell_what_was_played() {
    let server = Running::start().await;
    let (table, anna, bert) = finished(&server, Watchers::Everyone).await;
    let get = async |path: String| server.get(&path, "").await;
    let (_, body) = get(format!("/api/users/{}", anna.you.id)).await;
    let profile: Profile = serde_json::from_str(&body).unwrap();
    assert_eq!(profile.person, anna.you);
    assert_eq!(profile.ratings, [], "guests have no rating");
    assert_eq!((profile.tallies[0].won, profile.tallies[0].moves), (1, 3));
    assert_eq!(profile.streaks[0].current, 1);
    let (_, body) = get(format!("/api/users/{}/games?game=connect4&limit=1", bert.you.id)).await;
    let history: History = serde_json::from_str(&body).unwrap();
    assert_eq!(history.matches[0].table, table);
    assert_eq!(history.matches[0].players[1].outcome, Outcome::Lost);
    let before = history.before.unwrap();
    let (_, body) = get(format!("/api/users/{}/games?before={before}", bert.you.id)).await;
    assert_eq!(serde_json::from_str::<History>(&body).unwrap(), History { matches: vec![], before: None });
    let (_, body) = get(format!("/api/games/{table}")).await;
    let page: MatchPage = serde_json::from_str(&body).unwrap();
    assert_eq!((page.summary.phase, page.players[0].points, page.changes.len()), (Phase::Over, 1, 0));
    let (_, record) = get(page.record).await;
    let (_, records) = get(format!("/api/users/{}/records", anna.you.id)).await;
    assert_eq!(records, record, "one match is one record");
    assert!(record.parse::<Record>().unwrap().replay(catalog::GAMES).is_ok());
    let (_, body) = get("/api/leaderboards/connect4".to_owned()).await;
    assert_eq!(body, "[]");
    for (path, status) in [
        ("/api/users/nobody".to_owned(), 404),
        ("/api/users/a%20b".to_owned(), 404),
        (format!("/api/users/{}/games?before=x", anna.you.id), 400),
        (format!("/api/users/{}/games?limit=many", anna.you.id), 400),
        (format!("/api/users/{}/games?color=red", anna.you.id), 400),
        ("/api/games/nothing".to_owned(), 404),
        ("/api/leaderboards/chess".to_owned(), 404),
    ] {
        assert_eq!(get(path.clone()).await.0, status, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_only_the_invited_may_watch_stays_private() {
    let server = Running::start().await;
    let (table, anna, bert) = finished(&server, Watchers::Invited).await;
    let stranger = server.guest().await;
    let (games, records) =
        (format!("/api/users/{}/games", anna.you.id), format!("/api/users/{}/records", anna.you.id));
    for (who, is_player) in [(&stranger, false), (&anna, true)] {
        let cookie = format!("Cookie: {}\r\n", who.cookie);
        let (_, body) = server.get(&games, &cookie).await;
        let history: History = serde_json::from_str(&body).unwrap();
        assert_eq!(history.matches.len(), usize::from(is_player));
        let (_, text) = server.get(&records, &cookie).await;
        assert_eq!(text.is_empty(), !is_player);
    }
    for (who, status) in [(&stranger, 403), (&anna, 200), (&bert, 200)] {
        let cookie = format!("Cookie: {}\r\n", who.cookie);
        assert_eq!(server.get(&format!("/api/games/{table}"), &cookie).await.0, status);
        assert_eq!(server.get(&format!("/api/tables/{table}/record"), &cookie).await.0, status);
    }
    server.stop().await;
}
