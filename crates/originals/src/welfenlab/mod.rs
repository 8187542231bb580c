//! The line protocol of the backgammon program of 2006.

mod clerk;
mod desk;
mod rules;
mod seat;
mod visitor;

use std::sync::Arc;

use backgammon::original::{Dialect, LineBuffer, MAX_LINE_BYTES, ServerLine, to_bytes};
use bus::Note;
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpStream, tcp::OwnedWriteHalf},
    task::JoinSet,
    time::{Instant, sleep_until},
};

use self::{
    desk::{Desk, Notice},
    visitor::{User, Visitor},
};
use crate::{
    Backend, Gone, Limits, Welfenlab,
    connection::{Pace, write},
    ports::{Permit, TooMany},
};

/// The longest name.
const MAX_NAME: usize = 40;

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
pub(super) struct Door<B: Backend> {
    backend: Arc<B>,
    desk: Arc<Desk>,
    settings: Arc<Settings>,
    limits: Arc<Limits>,
}

impl<B: Backend> Door<B> {
    /// Opens it; the clerk is one of the tasks then.
    pub(super) fn open(
        backend: Arc<B>,
        settings: Welfenlab,
        limits: Arc<Limits>,
        tasks: &mut JoinSet<()>,
    ) -> Self {
        let desk = Arc::new(Desk::default());
        tasks.spawn(clerk::work(Arc::clone(&backend), Arc::clone(&desk)));
        let Welfenlab { fill, dialect, registered_only, .. } = settings;
        let greeting = settings.greeting.unwrap_or_else(|| GREETING.to_owned());
        let settings = Settings { greeting, fill, dialect, registered_only };
        Self { backend, desk, settings: Arc::new(settings), limits }
    }

    /// Talks until one side has enough.
    pub(super) fn talk(&self, stream: TcpStream, permit: Permit) -> impl Future<Output = ()> + Send + use<B> {
        let (backend, desk) = (Arc::clone(&self.backend), Arc::clone(&self.desk));
        let (settings, limits) = (Arc::clone(&self.settings), Arc::clone(&self.limits));
        async move {
            let dialect = settings.dialect;
            // A connection without an address has gone already.
            let Ok(address) = stream.peer_addr() else { return };
            let mut visitor = Visitor::new(backend, desk, settings, address.ip());
            converse(stream, &mut visitor, &limits, dialect).await;
            visitor.end().await;
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
enum Heard {
    Note(Option<Note>),
    Notice(Option<Notice>),
    Others { are_there: bool },
}

async fn converse<B: Backend>(
    stream: TcpStream,
    visitor: &mut Visitor<B>,
    limits: &Limits,
    dialect: Dialect,
) {
    let (mut reader, mut writer) = stream.into_split();
    let mut buffer = LineBuffer::default();
    let mut bytes = [0; MAX_LINE_BYTES];
    let came = Instant::now();
    let mut last_sign = came;
    let (mut impatient_at, mut out_at) = (None, None);
    let mut pace = Pace::new(limits);
    loop {
        if send(&mut writer, &mut visitor.lines, dialect).await.is_err() || visitor.is_over {
            return;
        }
        match buffer.next_line() {
            Ok(Some(line)) => {
                pace.wait().await;
                visitor.hear(&line).await;
                continue;
            }
            Ok(None) => {}
            Err(_) => {
                let (command, text) = (String::new(), "The line is too long.".to_owned());
                visitor.lines.push(ServerLine::Refused { command, text });
                // The connection ends whether this arrives or not.
                let _ = send(&mut writer, &mut visitor.lines, dialect).await;
                return;
            }
        }
        let place = visitor.user.as_ref().and_then(|user| user.place.as_ref());
        impatient_at = match place.map(|place| &place.seat).filter(|seat| seat.waits_for_others()) {
            Some(seat) => impatient_at.or_else(|| Some(Instant::now() + seat.patience())),
            None => None,
        };
        out_at = match place.is_some_and(|place| place.seat.is_pausing()) {
            true => out_at.or_else(|| Some(Instant::now() + limits.goodbye)),
            false => None,
        };
        let deadline = match &visitor.user {
            Some(_) => last_sign + limits.silence,
            None => came + limits.log_in,
        };
        tokio::select! {
            read = reader.read(&mut bytes) => match read {
                Ok(0) | Err(_) => return,
                Ok(n_bytes) => {
                    last_sign = Instant::now();
                    buffer.push(&bytes[..n_bytes]);
                }
            },
            heard = listen(visitor.user.as_mut()) => match heard {
                Heard::Note(Some(note)) => {
                    let Some(user) = &mut visitor.user else { return };
                    for message in user.caller.on_note(note).await {
                        visitor.told(message).await;
                    }
                    let is_over = visitor.user.as_ref().is_some_and(|user| user.caller.is_over());
                    visitor.is_over |= is_over;
                }
                Heard::Notice(Some(notice)) => visitor.notice(notice),
                Heard::Others { are_there: true } => visitor.note_others().await,
                Heard::Others { are_there: false } => visitor.be_impatient().await,
                Heard::Note(None) | Heard::Notice(None) => return,
            },
            () = sleep_until(impatient_at.unwrap_or(deadline)), if impatient_at.is_some() => {
                visitor.be_impatient().await;
            }
            () = sleep_until(out_at.unwrap_or(deadline)), if out_at.is_some() => visitor.end_pause().await,
            () = sleep_until(deadline) => return,
        }
    }
}

/// Waits for whatever the server has to say.
async fn listen<B: Backend>(user: Option<&mut User<B>>) -> Heard {
    let Some(user) = user else { return std::future::pending().await };
    let place = &mut user.place;
    let others = async {
        let Some(place) = place else { return std::future::pending().await };
        let Some(members) = &mut place.members else { return std::future::pending().await };
        let are_there = members.changed().await.is_ok();
        if !are_there {
            place.members = None;
        }
        Heard::Others { are_there }
    };
    tokio::select! {
        note = user.caller.notes.recv() => Heard::Note(note),
        notice = user.notices.recv() => Heard::Notice(notice),
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
