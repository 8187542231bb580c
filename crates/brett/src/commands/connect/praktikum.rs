//! Connect Four by the numbers of the 2018 course.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    time::Duration,
};

use ::connect4::{
    Column,
    original::{Broken, Ended, MESSAGE_BYTES, Message, Peer},
};
use anyhow::{Context as _, anyhow, bail};
use framework::{AnyEngine, AnyPosition, Game as _, Millis, Seat, render, search::Limits};

use super::{ConnectArgs, ProtocolLog, address::Address};
use crate::{
    Exit,
    context::Context,
    keyboard::{Keyboard, Typed},
    limits, thinking,
};

/// The course lets a programme lose that thinks longer than two seconds; ours stays well below.
const TIME: Millis = Millis(1_600);

/// How long the other side may think about a move.
const SILENCE: Duration = Duration::from_secs(3_600);

/// Plays the games.
pub(super) fn run(
    args: &ConnectArgs,
    address: &Address,
    log: &ProtocolLog,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let game = ::connect4::ENTRY.open_text("")?;
    let engine = args.player.as_ref().map(|player| game.engine(player)).transpose()?;
    let (stream, peer) = open(args, address, ctx)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(SILENCE))?;
    let mut played = Played { stream, peer, log: *log, results: Vec::new() };
    let keyboard = Keyboard::open(ctx.console.input, ctx.console.input_is_terminal)?;
    let mut who = match engine {
        Some(engine) => Who::Engine(Some(engine)),
        None => Who::Person(keyboard),
    };
    while (played.results.len() as u32) < args.games {
        if let Some(ended) = played.peer.ended() {
            played.end_game(ended, ctx.console.out, ctx.console.err)?;
            continue;
        }
        if !played.peer.speaks() {
            match played.hear(ctx.console.err)? {
                Some(Message::Column(column)) => writeln!(ctx.console.out, "they play {column}")?,
                Some(Message::GameOver) => {}
                None => {
                    writeln!(ctx.console.out, "the other side has gone")?;
                    return Ok(Exit::No);
                }
            }
            continue;
        }
        let text = ::connect4::Connect4::<u64>::default().write_position(played.peer.board());
        let position = game.parse_position(&text)?;
        let Some(column) = who.decide(&*position, &render::Style { ..ctx.style }, ctx.console.out)? else {
            return Ok(Exit::Fine);
        };
        match played.peer.play(column) {
            Ok(message) => {
                played.send(message, ctx.console.err)?;
                writeln!(ctx.console.out, "you play {column}")?;
            }
            Err(Broken::Illegal(column)) => writeln!(ctx.console.out, "column {column} cannot be played")?,
            Err(broken) => return Err(broken.into()),
        }
    }
    let count = |wanted| played.results.iter().filter(|result| **result == wanted).count();
    let (won, lost, drawn) = (count(Ended::Won), count(Ended::Lost), count(Ended::Drawn));
    writeln!(ctx.console.out, "{won} won, {lost} lost, {drawn} drawn")?;
    Ok(Exit::Fine)
}

/// Connects, or waits for somebody who does.
fn open(
    args: &ConnectArgs,
    address: &Address,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<(TcpStream, Peer)> {
    let place = (address.host.as_str(), address.port);
    if !args.listen {
        let stream = TcpStream::connect(place)
            .with_context(|| format!("cannot connect to {address}; look whether somebody waits there"))?;
        return Ok((stream, Peer::connecting()));
    }
    let listener = TcpListener::bind(place).with_context(|| format!("cannot wait at {address}"))?;
    let here = listener.local_addr()?;
    writeln!(ctx.console.out, "waiting at praktikum://{here}")?;
    ctx.console.out.flush()?;
    if !here.ip().is_loopback() {
        writeln!(ctx.console.err, "warning: the protocol has no encryption; everybody can read along")?;
    }
    let (stream, _) = listener.accept()?;
    Ok((stream, Peer::waiting()))
}

/// A connection and what was played on it.
struct Played {
    stream: TcpStream,
    peer: Peer,
    log: ProtocolLog,
    results: Vec<Ended>,
}

impl Played {
    fn send(&mut self, message: Message, err: &mut dyn std::io::Write) -> anyhow::Result<()> {
        self.log.went(err, message)?;
        self.stream.write_all(&message.to_bytes()).context("the connection is broken")
    }

    /// The next message of the other side; nothing if it has gone.
    fn hear(&mut self, err: &mut dyn std::io::Write) -> anyhow::Result<Option<Message>> {
        let mut bytes = [0; MESSAGE_BYTES];
        if self.stream.read_exact(&mut bytes).is_err() {
            return Ok(None);
        }
        self.log.came(err, i32::from_le_bytes(bytes))?;
        Ok(Some(self.peer.hear(bytes)?))
    }

    /// Ends a game that is over: whoever is to move says so.
    fn end_game(
        &mut self,
        ended: Ended,
        out: &mut dyn std::io::Write,
        err: &mut dyn std::io::Write,
    ) -> anyhow::Result<()> {
        self.results.push(ended);
        let word = match ended {
            Ended::Won => "won",
            Ended::Lost => "lost",
            Ended::Drawn => "drawn",
        };
        writeln!(out, "game {} is {word}", self.results.len())?;
        match self.peer.end() {
            Some(message) => self.send(message, err),
            None => match self.hear(err)? {
                Some(Message::GameOver) => Ok(()),
                Some(Message::Column(_)) => bail!("the other side plays on although the game is over"),
                // Many programmes leave after the last game without a word.
                None => Ok(()),
            },
        }
    }
}

/// Who decides on our side.
enum Who<'a> {
    Person(Keyboard<'a>),
    Engine(Option<Box<dyn AnyEngine>>),
}

impl Who<'_> {
    /// The column to play; nothing if the person has enough.
    fn decide(
        &mut self,
        position: &dyn AnyPosition,
        style: &render::Style,
        out: &mut dyn std::io::Write,
    ) -> anyhow::Result<Option<Column>> {
        match self {
            Self::Engine(engine) => {
                let player = engine.take().ok_or_else(|| anyhow!("the player has gone"))?;
                let limits = Limits::time(limits::usable(TIME));
                let thought = thinking::think(player, position, limits, || false)?;
                *engine = Some(thought.engine);
                Ok(Some(column(&thought.found.best).context("the player plays no column")?))
            }
            Self::Person(keyboard) => {
                write!(out, "{}", render::terminal(&position.scene(Seat::FIRST), style))?;
                loop {
                    match keyboard.line("your column: ", out)? {
                        Typed::Line(line) if matches!(line.trim(), "quit" | "q") => return Ok(None),
                        Typed::Line(line) => match position.check(line.trim()).map(|text| column(&text)) {
                            Ok(Some(column)) => return Ok(Some(column)),
                            Ok(None) => {}
                            Err(error) => writeln!(out, "{error}")?,
                        },
                        Typed::Interrupt | Typed::End => return Ok(None),
                    }
                }
            }
        }
    }
}

fn column(text: &str) -> Option<Column> {
    text.parse::<u8>().ok()?.checked_sub(1).map(Column::new)
}
