//! The line protocol of the backgammon program of 2006.

mod connection;
mod directory;
mod directory_updater;
mod rules;
mod seat;

use std::{net::SocketAddr, sync::Arc};

use backgammon::original::{Dialect, LineBuffer, MAX_LINE_BYTES, ServerLine, to_bytes};
use bus::Note;
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpStream, tcp::OwnedWriteHalf},
    task::JoinSet,
    time::{Instant, sleep_until},
};

use self::{
    connection::{Connection, User},
    directory::{Directory, Notice},
};
use crate::{
    Backend, Gone, Limits, Welfenlab,
    connection::{Deadline, Pace, write},
    ports::{Permit, TooMany},
};

/// The longest name.
const MAX_NAME_CHARS: usize = 40;

/// What holds for all connections.
#[derive(Debug)]
struct Settings {
    greeting: String,
    fill: Option<String>,
    dialect: Dialect,
    registered_only: bool,
}

/// What is said to everybody who connects, unless the settings have something else.
const GREETING: &str = "Welcome to Brettwerk! Create a game and wait in it, or chat there with level1 to level10 to play with a computer.";

/// Where users of the program come in.
pub(super) struct Listener<B: Backend> {
    backend: Arc<B>,
    directory: Arc<Directory>,
    settings: Arc<Settings>,
    limits: Arc<Limits>,
}

impl<B: Backend> Listener<B> {
    /// Opens it; the updater is one of the tasks then.
    pub(super) fn open(
        backend: Arc<B>,
        settings: Welfenlab,
        limits: Arc<Limits>,
        tasks: &mut JoinSet<()>,
    ) -> Self {
        let directory = Arc::new(Directory::default());
        tasks.spawn(directory_updater::run(Arc::clone(&backend), Arc::clone(&directory)));
        let Welfenlab { fill, dialect, registered_only, .. } = settings;
        let greeting = settings.greeting.unwrap_or_else(|| GREETING.to_owned());
        let settings = Settings { greeting, fill, dialect, registered_only };
        Self { backend, directory, settings: Arc::new(settings), limits }
    }

    /// Talks until one side has enough.
    pub(super) fn serve_connection(
        &self,
        stream: TcpStream,
        permit: Permit,
    ) -> impl Future<Output = ()> + Send + use<B> {
        let (backend, directory) = (Arc::clone(&self.backend), Arc::clone(&self.directory));
        let (settings, limits) = (Arc::clone(&self.settings), Arc::clone(&self.limits));
        async move {
            let dialect = settings.dialect;
            // A connection without an address has gone already.
            let Ok(address) = stream.peer_addr() else { return };
            let mut connection = Connection::new(backend, directory, settings, address.ip());
            run_connection(stream, address, &mut connection, &limits, dialect).await;
            connection.end().await;
            drop(permit);
        }
    }
}

/// What a client is told for whom there is no room.
pub(super) fn too_many_connections(of: TooMany) -> Vec<u8> {
    let text = of.sentence().to_owned();
    to_bytes(&ServerLine::Refused { command: String::new(), text }.to_string())
}

/// What a connection waits for.
enum Incoming {
    Note(Option<Note>),
    Notice(Option<Notice>),
    Others { are_there: bool },
}

async fn run_connection<B: Backend>(
    stream: TcpStream,
    address: SocketAddr,
    connection: &mut Connection<B>,
    limits: &Limits,
    dialect: Dialect,
) {
    let (mut reader, mut writer) = stream.into_split();
    let mut buffer = LineBuffer::default();
    let mut bytes = [0; MAX_LINE_BYTES];
    let came = Instant::now();
    let mut last_sign = came;
    let (mut wait_ends_at, mut goodbye_at) = (None, None);
    let mut pace = Pace::new(limits);
    loop {
        if send(&mut writer, &mut connection.lines, dialect).await.is_err() || connection.is_over {
            return;
        }
        match buffer.next_line() {
            Ok(Some(line)) => {
                pace.wait().await;
                connection.on_line(&line).await;
                continue;
            }
            Ok(None) => {}
            Err(_) => {
                let (command, text) = (String::new(), "The line is too long.".to_owned());
                connection.lines.push(ServerLine::Refused { command, text });
                // The connection ends whether this arrives or not.
                let _ = send(&mut writer, &mut connection.lines, dialect).await;
                return;
            }
        }
        let place = connection.user.as_ref().and_then(|user| user.place.as_ref());
        wait_ends_at = match place.map(|place| &place.seat).filter(|seat| seat.waits_for_others()) {
            Some(seat) => wait_ends_at.or_else(|| Some(Instant::now() + seat.confirmation_timeout())),
            None => None,
        };
        goodbye_at = match place.is_some_and(|place| place.seat.is_pausing()) {
            true => goodbye_at.or_else(|| Some(Instant::now() + limits.goodbye)),
            false => None,
        };
        let deadline = match &connection.user {
            Some(_) => Deadline { awaited: "a line", since: last_sign, limit: limits.silence },
            None => Deadline { awaited: "a login", since: came, limit: limits.log_in },
        };
        tokio::select! {
            read = reader.read(&mut bytes) => match read {
                Ok(0) | Err(_) => return,
                Ok(n_bytes) => {
                    last_sign = Instant::now();
                    buffer.push(&bytes[..n_bytes]);
                }
            },
            incoming = next_incoming(connection.user.as_mut()) => match incoming {
                Incoming::Note(Some(note)) => {
                    let Some(user) = &mut connection.user else { return };
                    for message in user.session.on_note(note).await {
                        connection.on_message(message).await;
                    }
                    let is_over = connection.user.as_ref().is_some_and(|user| user.session.is_over());
                    connection.is_over |= is_over;
                }
                Incoming::Notice(Some(notice)) => connection.on_notice(notice),
                Incoming::Others { are_there: true } => connection.on_others_changed().await,
                Incoming::Others { are_there: false } => connection.stop_waiting_for_others().await,
                Incoming::Note(None) | Incoming::Notice(None) => return,
            },
            () = sleep_until(wait_ends_at.unwrap_or(came)), if wait_ends_at.is_some() => {
                connection.stop_waiting_for_others().await;
            }
            () = sleep_until(goodbye_at.unwrap_or(came)), if goodbye_at.is_some() => connection.end_pause().await,
            () = sleep_until(deadline.at()) => return deadline.log_missed(address),
        }
    }
}

/// Waits for whatever the server has to say.
async fn next_incoming<B: Backend>(user: Option<&mut User<B>>) -> Incoming {
    let Some(user) = user else { return std::future::pending().await };
    let place = &mut user.place;
    let others = async {
        let Some(place) = place else { return std::future::pending().await };
        let Some(members) = &mut place.members else { return std::future::pending().await };
        let are_there = members.changed().await.is_ok();
        if !are_there {
            place.members = None;
        }
        Incoming::Others { are_there }
    };
    tokio::select! {
        note = user.session.notes.recv() => Incoming::Note(note),
        notice = user.notices.recv() => Incoming::Notice(notice),
        others = others => others,
    }
}

async fn send(
    writer: &mut OwnedWriteHalf,
    lines: &mut Vec<ServerLine>,
    dialect: Dialect,
) -> Result<(), Gone> {
    if lines.is_empty() {
        return Ok(());
    }
    let bytes: Vec<u8> = lines.drain(..).flat_map(|line| to_bytes(&line.written(dialect))).collect();
    write(writer, &bytes).await
}

#[cfg(test)]
mod tests;
