//! Somebody guesses passwords while others play.

use std::{
    collections::BTreeMap,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use serde::Serialize;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    sync::Semaphore,
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval_at, timeout},
};

use client::Doorway;

/// From how many addresses of this machine and for how many names is guessed, in turn. The two share no divisor, so
/// that every name is tried from every address.
const ADDRESSES: u64 = 50;
const NAMES: u64 = 203;

/// How many guesses may be under way; a server that is slow to answer is asked no more than that.
const UNDER_WAY: usize = 200;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What came of guessing passwords.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Guesses {
    /// How many were made.
    pub made: u64,
    /// What the server answered, by the code of its problem, and how often.
    pub answers: BTreeMap<String, u64>,
    /// How many hashes of passwords the server has computed for all of them, and how many at the same time at most.
    pub hashes: Option<(u64, u64)>,
}

/// Guesses so many passwords in a second from one moment to another.
pub(super) async fn guess(server: SocketAddr, per_second: u32, begin: Instant, end: Instant) -> Guesses {
    let mut pace = interval_at(begin, Duration::from_secs(1) / per_second.max(1));
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let places = Arc::new(Semaphore::new(UNDER_WAY));
    let (mut guesses, mut asked) = (Guesses::default(), JoinSet::new());
    while pace.tick().await < end {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { break };
        let number = guesses.made;
        guesses.made += 1;
        asked.spawn(async move {
            let _place = place;
            let code = timeout(PATIENCE, log_in(server, number)).await;
            code.map_or_else(
                |_| "no answer".to_owned(),
                |code| code.unwrap_or_else(|error| error.to_string()),
            )
        });
        while let Some(answer) = asked.try_join_next() {
            guesses.count(answer.unwrap_or_else(|error| error.to_string()));
        }
    }
    while let Some(answer) = asked.join_next().await {
        guesses.count(answer.unwrap_or_else(|error| error.to_string()));
    }
    guesses.hashes = hashes(server).await.ok().flatten();
    guesses
}

impl Guesses {
    fn count(&mut self, answer: String) {
        *self.answers.entry(answer).or_default() += 1;
    }
}

/// Tries one log-in with a wrong password, and tells the code of the answer.
async fn log_in(server: SocketAddr, number: u64) -> io::Result<String> {
    let is_local = matches!(server.ip(), IpAddr::V4(address) if address.is_loopback());
    let from = is_local.then(|| IpAddr::V4(Ipv4Addr::new(127, 0, 1, (1 + number % ADDRESSES) as u8)));
    let body = format!(r#"{{"name":"Owl {}","password":"wrong guess {number}"}}"#, number % NAMES);
    let length = body.len();
    let head = format!(
        "POST /api/session HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nX-Brett-Request: 1\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    let answer = ask(Doorway { server, from }, &(head + &body)).await?;
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    let problem: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let code = problem.as_ref().and_then(|problem| problem.get("code")?.as_str());
    Ok(code.unwrap_or("something else").to_owned())
}

/// How many hashes a server has computed, and how many at the same time at most, as it tells itself.
async fn hashes(server: SocketAddr) -> io::Result<Option<(u64, u64)>> {
    let head = format!("GET /metrics HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    let text = ask(server.into(), &head).await?;
    let number = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    Ok(number("brett_password_hashes_total").zip(number("brett_password_hashes_at_once")))
}

async fn ask(doorway: Doorway, request: &str) -> io::Result<String> {
    let mut stream = doorway.open().await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
