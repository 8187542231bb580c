//! Many open games, a crash, and how soon each of them answers again.

use std::{fs, io, path::PathBuf, time::Duration};

use client::{Client, ClientError, Identity};
use framework::{Action, Rng};
use protocol::{ChairChoice, Message, NewTable, TableId};
use serde::Serialize;
use thiserror::Error;
use tokio::{task::JoinSet, time::Instant};

use crate::{Histogram, ProcessError, Program, Summary, resident_memory};

/// How many games one person opens, who may make no more tables at once.
const PER_CONNECTION: u32 = 25;

/// How many connections open games at a time.
const AT_A_TIME: usize = 16;

/// How many games are open, and how many of them are asked for.
#[derive(Clone, Debug)]
pub struct RestartPlan {
    /// How the server is started.
    pub program: Program,
    /// How many games are open.
    pub games: u32,
    /// How many of them are looked at after the crash, one after the other.
    pub looks: u32,
    /// Which of them.
    pub seed: u64,
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum RestartError {
    /// The folder cannot be made.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The server does not start or end.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A client could not go on.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A game is not as it was left.
    #[error("table {0} has not kept the move that was made there")]
    Lost(TableId),
    /// The generator failed.
    #[error("the generator failed: {0}")]
    Generator(String),
}

/// What was measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RestartReport {
    /// How many games were open when the server was killed.
    pub games: u32,
    /// How long it took to open them, in seconds.
    pub opening_seconds: f64,
    /// How long the new process took to listen, in milliseconds.
    pub listening: f64,
    /// How long a game took to be seen by somebody who asks for it, in milliseconds.
    pub looks: Summary,
    /// How much memory the server used before the crash, and after the looks, in bytes.
    pub memory: Option<(u64, u64)>,
}

/// Opens games, kills the server, starts it again, and looks at some of them.
///
/// # Errors
/// If the server does not start, or a game is not as it was left.
pub async fn run(plan: &RestartPlan, progress: impl Fn(String)) -> Result<RestartReport, RestartError> {
    let data = &plan.program.data;
    fs::create_dir_all(data).map_err(|error| RestartError::Folder { path: data.clone(), error })?;
    let mut server = plan.program.start()?;
    let began = Instant::now();
    let tables = open_games(plan, &server, &progress).await?;
    let opening = began.elapsed();
    let before = resident_memory(server.id());
    server.kill()?;
    let server = plan.program.start()?;
    progress(format!("listens again after {:.0} ms", server.starting().as_secs_f64() * 1_000.0));
    let mut rng = Rng::stream(plan.seed, "looks", 0);
    let mut looks = Histogram::default();
    let mut viewer = None;
    for look in 0..plan.looks {
        // A new connection may send a hundred messages again.
        let client = match viewer.take_if(|_| look % (2 * PER_CONNECTION) != 0) {
            Some(client) => viewer.insert(client),
            None => {
                let name = format!("viewer-{look}").parse().expect("the characters are those of ids");
                viewer.insert(Client::connect(server.address().into(), Identity::new(name)).await?)
            }
        };
        let table = &tables[rng.index(tables.len())];
        looks.add(look_at(client, table).await?);
    }
    let after = resident_memory(server.id());
    Ok(RestartReport {
        games: tables.len() as u32,
        opening_seconds: opening.as_secs_f64(),
        listening: server.starting().as_secs_f64() * 1_000.0,
        looks: looks.summary(),
        memory: before.zip(after).map(|((before, _), (after, _))| (before, after)),
    })
}

/// Opens games in which one move has been made.
async fn open_games(
    plan: &RestartPlan,
    server: &crate::ServerProcess,
    progress: &impl Fn(String),
) -> Result<Vec<TableId>, RestartError> {
    let (mut tables, mut opening) = (Vec::new(), JoinSet::new());
    let (mut asked, mut connection) = (0, 0);
    while tables.len() < plan.games as usize {
        while asked < plan.games && opening.len() < AT_A_TIME {
            let number = PER_CONNECTION.min(plan.games - asked);
            let name = format!("opener-{connection}").parse().expect("the characters are those of ids");
            let address = server.address();
            opening.spawn(async move {
                let mut client = Client::connect(address.into(), Identity::new(name)).await?;
                let mut opened = Vec::new();
                for _ in 0..number {
                    let both = vec![ChairChoice::Me, ChairChoice::Me];
                    let table = client.create(NewTable::new("connect4", "", both)).await?;
                    let played = client.act(&table, 0, Action::Move("4".to_owned())).await?;
                    played.map_err(ClientError::Refused)?;
                    opened.push(table);
                }
                Ok::<_, ClientError>(opened)
            });
            (asked, connection) = (asked + number, connection + 1);
        }
        match opening.join_next().await {
            Some(Ok(opened)) => tables.extend(opened?),
            Some(Err(error)) => return Err(RestartError::Generator(error.to_string())),
            None => break,
        }
        if connection % 50 == 0 {
            progress(format!("{} of {} games are open", tables.len(), plan.games));
        }
    }
    Ok(tables)
}

/// How long it takes until a game is seen, which must be as it was left.
async fn look_at(client: &mut Client, table: &TableId) -> Result<Duration, RestartError> {
    let began = Instant::now();
    client.watch(table, None).await?;
    loop {
        if let Message::Table { snapshot, .. } = client.next().await? {
            let took = began.elapsed();
            return match snapshot.moment {
                Some(moment) if moment.ply == 1 => Ok(took),
                _ => Err(RestartError::Lost(table.clone())),
            };
        }
    }
}
