//! Connect Four by the numbers of the 2018 course.

use std::{
    io::{self, Read as _, Write},
    net::{TcpListener, TcpStream},
    time::Duration,
};

use ::connect4::{
    Column,
    original::{Broken, Ended, Layout, Message, NumberBuffer, Peer, ports_from},
};
use anyhow::{Context as _, anyhow, bail};
use framework::{AnyEngine, AnyPosition, Game as _, Millis, Seat, Text, render, search::Limits};
use server::visits::Address;

use super::{ConnectArgs, ProtocolLog};
use crate::{
    Exit,
    context::Context,
    keyboard::{Keyboard, Typed},
    limits, move_list,
    own_address::from_outside,
    thinking,
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
    let layout = args.layout;
    let buffer = NumberBuffer::new(layout);
    let mut played = Played { stream, layout, buffer, peer, log: *log, results: Vec::new() };
    let console = &mut *ctx.console;
    let keyboard = Keyboard::open(console.input, console.input_is_terminal)?;
    let mut screen = Screen { out: console.out, err: console.err, style: ctx.style };
    let mut who = match engine {
        Some(engine) => Who::Engine(Some(engine)),
        None => Who::Person(keyboard),
    };
    while (played.results.len() as u32) < args.games {
        if let Some(ended) = played.peer.ended() {
            played.end_game(ended, &mut screen)?;
            continue;
        }
        if !played.peer.speaks() {
            match played.hear(screen.err)? {
                Some(Message::Column(column)) => {
                    screen.tell(&Text::new(
                        format!("they play {column}"),
                        format!("gegenüber spielt {column}"),
                    ))?;
                }
                Some(Message::GameOver) => {}
                None => {
                    screen.tell(&Text::fixed("the other side has gone", "gegenüber ist niemand mehr"))?;
                    return Ok(Exit::No);
                }
            }
            continue;
        }
        let text = ::connect4::Connect4::<u64>::default().write_position(played.peer.board());
        let position = game.parse_position(&text)?;
        let Some(column) = who.decide(&*position, &mut screen)? else {
            return Ok(Exit::Fine);
        };
        match played.peer.play(column) {
            Ok(message) => {
                played.send(message, screen.err)?;
                screen.tell(&Text::new(format!("you play {column}"), format!("du spielst {column}")))?;
            }
            Err(Broken::Illegal(column)) => screen.tell(&Text::new(
                format!("column {column} cannot be played"),
                format!("Spalte {column} ist nicht spielbar"),
            ))?,
            Err(broken) => return Err(broken.into()),
        }
    }
    let count = |wanted| played.results.iter().filter(|result| **result == wanted).count();
    let (won, lost, drawn) = (count(Ended::Won), count(Ended::Lost), count(Ended::Drawn));
    screen.tell(&Text::new(
        format!("{won} won, {lost} lost, {drawn} drawn"),
        format!("{won} gewonnen, {lost} verloren, {drawn} unentschieden"),
    ))?;
    Ok(Exit::Fine)
}

/// Connects, or waits for somebody who does.
fn open(
    args: &ConnectArgs,
    address: &Address,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<(TcpStream, Peer)> {
    if !args.listen {
        let stream = TcpStream::connect((address.host.as_str(), address.port))
            .with_context(|| format!("cannot connect to {address}; look whether somebody waits there"))?;
        return Ok((stream, Peer::connecting()));
    }
    let listener = bind(address).with_context(|| format!("cannot wait at {address}"))?;
    let here = listener.local_addr()?;
    ctx.tell(&Text::new(format!("waiting at praktikum://{here}"), format!("wartet auf praktikum://{here}")))?;
    if let Some(reached) = from_outside(here) {
        ctx.tell(&Text::new(
            format!("others connect to praktikum://{reached}"),
            format!("andere verbinden sich mit praktikum://{reached}"),
        ))?;
    }
    ctx.console.out.flush()?;
    if !here.ip().is_loopback() {
        writeln!(ctx.console.err, "warning: the protocol has no encryption; everybody can read along")?;
    }
    let (stream, _) = listener.accept()?;
    Ok((stream, Peer::waiting()))
}

/// Waits at a port of the course, or at another one of its ports if somebody has it already.
fn bind(address: &Address) -> io::Result<TcpListener> {
    let mut taken = None;
    for port in ports_from(address.port) {
        match TcpListener::bind((address.host.as_str(), port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => taken = taken.or(Some(error)),
            opened => return opened,
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

/// Where a person reads what happens.
struct Screen<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    style: render::Style,
}

impl Screen<'_> {
    fn tell(&mut self, text: &Text) -> io::Result<()> {
        writeln!(self.out, "{}", text.in_language(self.style.language))
    }
}

/// A connection and what was played on it.
struct Played {
    stream: TcpStream,
    layout: Layout,
    buffer: NumberBuffer,
    peer: Peer,
    log: ProtocolLog,
    results: Vec<Ended>,
}

impl Played {
    fn send(&mut self, message: Message, err: &mut dyn Write) -> anyhow::Result<()> {
        self.log.went(err, message)?;
        self.stream.write_all(&self.layout.write(message)).context("the connection is broken")
    }

    /// The next message of the other side; nothing if it has gone.
    fn hear(&mut self, err: &mut dyn Write) -> anyhow::Result<Option<Message>> {
        loop {
            if let Some(number) = self.buffer.next_number()? {
                self.log.came(err, number)?;
                return Ok(Some(self.peer.hear(number)?));
            }
            let mut bytes = [0; 64];
            match self.stream.read(&mut bytes) {
                Ok(0) | Err(_) => return Ok(None),
                Ok(n_bytes) => self.buffer.push(&bytes[..n_bytes]),
            }
        }
    }

    /// Ends a game that is over: whoever is to move says so.
    fn end_game(&mut self, ended: Ended, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        self.results.push(ended);
        let (en, de) = match ended {
            Ended::Won => ("won", "gewonnen"),
            Ended::Lost => ("lost", "verloren"),
            Ended::Drawn => ("drawn", "unentschieden"),
        };
        let number = self.results.len();
        screen.tell(&Text::new(format!("game {number} is {en}"), format!("Partie {number} ist {de}")))?;
        match self.peer.end() {
            Some(message) => self.send(message, screen.err),
            None => match self.hear(screen.err)? {
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
        screen: &mut Screen<'_>,
    ) -> anyhow::Result<Option<Column>> {
        let Screen { out, style, .. } = screen;
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
                    let prompt = Text::fixed("your column: ", "deine Spalte: ");
                    match keyboard.line(prompt.in_language(style.language), *out)? {
                        Typed::Line(line) if matches!(line.trim(), "quit" | "q") => return Ok(None),
                        Typed::Line(line) => match position.check(line.trim()).map(|text| column(&text)) {
                            Ok(Some(column)) => return Ok(Some(column)),
                            Ok(None) => {}
                            Err(error) => writeln!(out, "{}", move_list::explained(&error, style.language))?,
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
