//! Blokus on a server of the 2005 programme, called Freebloks.

use std::{
    collections::VecDeque,
    io::Write as _,
    net::{Shutdown, TcpStream},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use ::blokus::{
    Blokus, LARGE,
    original::{
        ClientMessage, Mode, ModeRequest, News, Packet, PacketBuffer, Player, ServerMessage, Setup,
        WireColor, chat_pieces,
    },
};
use anyhow::{Context as _, anyhow, bail};
use framework::{AnyEngine, AnyGame, AnyPosition, Game as _, Millis, Seat, render, search::Limits};
use server::visits::Address;

use super::{ConnectArgs, ProtocolLog, hearing, typed};
use crate::{Exit, context::Context, thinking};

/// How long a player of ours thinks: nobody limits it, but people wait.
const UNHURRIED: Millis = Millis(3_000);

/// How long the server may take to end the conversation when we want to go.
const GOODBYE: Duration = Duration::from_secs(3);

const HELP: &str = "\
sit [COLOR]        take a seat: blue, yellow, red, green, or any
stand COLOR        give a seat back
mode NAME [WxH]    another game: classic, two-players, two-colours, duo, junior
start              begin; computer players take the seats that are free
e9,d10,e10,f10     lay a stone: name its cells (only on your turn)
hint               what the server would play
undo               take your last stone back
board              draw the board again
seats              who plays what
chat TEXT          say something to everybody
quit               leave
";

/// What happens outside.
type Outside = hearing::Outside<PacketBuffer>;

/// Plays until somebody has enough.
pub(super) fn run(
    args: &ConnectArgs,
    address: &Address,
    log: &ProtocolLog,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    if let Some(player) = &args.player {
        // Whatever the server plays, its game has the players of ours.
        ::blokus::ENTRY.open_text("")?.engine(player)?;
    }
    let stream = super::open(address)?;
    let (sender, outside) = mpsc::channel();
    hearing::hear(stream.try_clone()?, sender.clone());
    if args.player.is_none() {
        let console = &mut *ctx.console;
        typed::listen(console.input, console.input_is_terminal, sender, Outside::Typed);
    }
    let mut visit = Visit {
        stream,
        name: address.name.clone(),
        player: Player::default(),
        plays_for_us: args.player.clone(),
        game: None,
        engine: None,
        log: *log,
        typed: VecDeque::new(),
        is_patient: !ctx.console.input_is_terminal,
        is_waiting: false,
        first: First::Nothing,
        leaving: None,
        exit: Exit::Fine,
    };
    visit.play(args, &outside, ctx)?;
    Ok(visit.exit)
}

/// What was done of the wishes on the command line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum First {
    Nothing,
    Mode,
    Seats,
    Start,
}

/// A visit on a server.
struct Visit {
    stream: TcpStream,
    name: String,
    player: Player,
    /// The player of ours who plays, if it is not the person.
    plays_for_us: Option<String>,
    game: Option<Arc<dyn AnyGame>>,
    engine: Option<Box<dyn AnyEngine>>,
    log: ProtocolLog,
    /// What was typed and has not been done yet.
    typed: VecDeque<String>,
    /// Whether what was typed waits until it can be done: a list of things to do does, a person does not.
    is_patient: bool,
    /// Whether the server has not answered yet to what a list of things to do has asked for.
    is_waiting: bool,
    first: First,
    /// Since when one is about to go.
    leaving: Option<Instant>,
    exit: Exit,
}

impl Visit {
    fn play(
        &mut self,
        args: &ConnectArgs,
        outside: &Receiver<Outside>,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<()> {
        loop {
            ctx.console.out.flush()?;
            match outside.recv_timeout(GOODBYE) {
                Ok(Outside::Heard(packet)) => self.hear(&packet, args, ctx)?,
                Ok(Outside::Typed(line)) => self.typed.push_back(line.unwrap_or_else(|| "quit".to_owned())),
                Ok(Outside::Closed(Some(broken))) => bail!("the server sends nonsense: {broken}"),
                Ok(Outside::Closed(None)) | Err(RecvTimeoutError::Disconnected) => {
                    if self.leaving.is_none() {
                        writeln!(ctx.console.out, "the server has ended the connection")?;
                        self.exit = Exit::No;
                    }
                    return Ok(());
                }
                // A server need not answer.
                Err(RecvTimeoutError::Timeout) => self.is_waiting = false,
            }
            if self.leaving.is_some_and(|since| GOODBYE <= since.elapsed()) {
                return Ok(());
            }
            if self.first == First::Start {
                self.do_what_was_typed(ctx)?;
            }
        }
    }

    fn hear(&mut self, packet: &Packet, args: &ConnectArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match ServerMessage::read(packet) {
            Ok(message) => self.log.came(ctx.console.err, message)?,
            Err(misread) => self.log.came(ctx.console.err, misread)?,
        }
        for news in self.player.hear(packet)? {
            self.tell(&news, ctx)?;
            self.is_waiting &= !matches!(news, News::Turn(_) | News::YourTurn(_) | News::Hint(_));
            match news {
                News::Over if self.plays_for_us.is_some() => self.go(),
                News::Refused(stone) if self.plays_for_us.is_some() => {
                    bail!("the server refuses {stone}, which the rules allow; we see different boards");
                }
                News::Started => {
                    let layout = self.player.board().context("a game that has begun has a board")?.layout();
                    self.game = Some(::blokus::ENTRY.open_text(&layout.rules().to_string())?);
                }
                News::YourTurn(_) => self.think(ctx)?,
                _ => {}
            }
            self.follow_command_line(args, ctx)?;
        }
        Ok(())
    }

    /// Asks for the game, the seats and the start that the command line names, one after the other.
    fn follow_command_line(&mut self, args: &ConnectArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(setup) = self.player.status().map(|status| status.setup) else { return Ok(()) };
        if self.first == First::Nothing {
            self.first = First::Mode;
            if let Some(mode) = args.mode {
                self.say(&wish_for(Setup::usual(mode)), ctx)?;
            }
        }
        if self.first == First::Mode && args.mode.is_none_or(|mode| setup == Setup::usual(mode)) {
            self.first = First::Seats;
            for _ in 0..args.seats {
                self.request(None, ctx)?;
            }
        }
        if self.first == First::Seats && usize::from(args.seats) <= self.player.colors().len() {
            self.first = First::Start;
            if args.start {
                self.say(&ClientMessage::StartGame, ctx)?;
            }
        }
        Ok(())
    }

    /// Sends a message at once, as some servers need it.
    fn say(&mut self, message: &ClientMessage, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        self.log.went(ctx.console.err, message)?;
        // That the connection is broken is heard as well.
        let _ = self.stream.write_all(&message.to_bytes());
        Ok(())
    }

    fn request(&mut self, wish: Option<WireColor>, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        self.say(&ClientMessage::RequestPlayer { wish, name: self.name.clone() }, ctx)
    }

    /// Says nothing more, and waits until the server has ended the conversation too.
    fn go(&mut self) {
        if self.leaving.is_none() {
            self.leaving = Some(Instant::now());
            // It may be broken already.
            let _ = self.stream.shutdown(Shutdown::Write);
        }
    }

    /// The position as our players and drawings know it.
    fn position(&self) -> anyhow::Result<Box<dyn AnyPosition>> {
        let (board, game) = self.player.board().zip(self.game.as_ref()).context("no game has begun yet")?;
        let rules = Blokus::<LARGE>::new(*board.layout().rules())?;
        Ok(game.parse_position(&rules.write_position(board.position()))?)
    }

    /// Lets a player of ours play.
    fn think(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(name) = &self.plays_for_us else { return Ok(()) };
        let position = self.position()?;
        let game = self.game.as_ref().context("no game has begun yet")?;
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => game.engine(name)?,
        };
        let thought = thinking::think(engine, &*position, Limits::time(UNHURRIED), || false)?;
        self.engine = Some(thought.engine);
        self.lay(&thought.found.best, ctx)
    }

    fn lay(&mut self, text: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        self.position()?.check(text)?;
        let board = self.player.board().context("no game has begun yet")?;
        let mv = board.read(text).with_context(|| format!("{text:.40} is no move"))?;
        let said = self.player.play(mv)?;
        self.say(&said, ctx)
    }

    fn do_what_was_typed(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        while let Some(line) = self.typed.front().cloned() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if self.is_patient && !self.can_do(&words) {
                return Ok(());
            }
            self.typed.pop_front();
            if let Err(error) = self.obey(&words, &line, ctx) {
                writeln!(ctx.console.out, "{error}")?;
            }
        }
        Ok(())
    }

    /// Tells whether something from a list of things to do can be done now.
    fn can_do(&self, words: &[&str]) -> bool {
        if self.is_waiting {
            return false;
        }
        match words.first().copied() {
            Some("start") => !self.player.colors().is_empty(),
            Some("quit") => !self.player.is_running() || self.player.is_to_move(),
            None | Some("help" | "?" | "sit" | "stand" | "mode" | "chat" | "board" | "seats") => true,
            Some(_) => self.player.is_to_move(),
        }
    }

    /// Does what a person types; an error is what they did wrong.
    fn obey(&mut self, words: &[&str], line: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let color = |name: &str| {
            WireColor::from_name(name)
                .with_context(|| format!("{name:.20} is no color; they are blue, yellow, red and green"))
        };
        match words {
            [] => Ok(()),
            ["help" | "?"] => Ok(write!(ctx.console.out, "{HELP}")?),
            ["quit"] => {
                self.go();
                Ok(())
            }
            ["sit"] => self.request(None, ctx),
            ["sit", name] => self.request(Some(color(name)?), ctx),
            ["stand", name] => self.say(&ClientMessage::RevokePlayer(color(name)?), ctx),
            ["mode", name, ..] => {
                let mode = mode(name).map_err(|problem| anyhow!(problem))?;
                let usual = Setup::usual(mode);
                let setup = match words.get(2) {
                    Some(size) => {
                        let sides =
                            size.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
                        let (width, height) =
                            sides.with_context(|| format!("{size:.20} is no size; write it as 14x14"))?;
                        Setup { width, height, ..usual }
                    }
                    None => usual,
                };
                setup.layout()?;
                self.say(&wish_for(setup), ctx)
            }
            ["start"] => self.say(&ClientMessage::StartGame, ctx),
            ["hint"] => {
                let asked = self.player.ask_for_hint()?;
                self.is_waiting = true;
                self.say(&asked, ctx)
            }
            ["undo"] => {
                self.is_waiting = true;
                self.say(&ClientMessage::RequestUndo, ctx)
            }
            ["board"] => self.draw(ctx),
            ["seats"] => self.tell_seats(ctx),
            ["chat", ..] => {
                let text = line.trim_start().split_once(' ').map_or("", |(_, text)| text);
                for piece in chat_pieces(text) {
                    self.say(&ClientMessage::Chat(piece.to_owned()), ctx)?;
                }
                Ok(())
            }
            _ if self.player.is_to_move() => self.lay(line.trim(), ctx),
            _ => Err(anyhow!("this is no command, and it is not your turn; type help")),
        }
    }

    fn draw(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let scene = self.position()?.scene(Seat::FIRST);
        write!(ctx.console.out, "{}", render::terminal(&scene, &ctx.style))?;
        Ok(())
    }

    fn tell_seats(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(status) = self.player.status() else { return Ok(()) };
        writeln!(ctx.console.out, "the game is {}", status.setup)?;
        for &color in status.setup.mode.colors() {
            let own = if self.player.colors().contains(&color) { ", which is you" } else { "" };
            writeln!(ctx.console.out, "{color}: {}{own}", self.player.name(color))?;
        }
        Ok(())
    }

    fn tell(&self, news: &News, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let sentence = match news {
            News::Granted(color) => format!("you play {color}"),
            News::Revoked(color) => format!("you no longer play {color}"),
            News::Started => {
                self.tell_seats(ctx)?;
                "the game begins".to_owned()
            }
            News::YourTurn(color) => {
                if self.plays_for_us.is_none() {
                    self.draw(ctx)?;
                }
                format!("it is your turn: {color}")
            }
            News::Laid(stone) => {
                let color = stone.color();
                let board = self.player.board().context("a stone lies on a board")?;
                let laid = board.moves().last().map(|&mv| board.write(mv)).unwrap_or_default();
                format!("{color} ({}) lays {laid}", self.player.name(color))
            }
            News::Refused(_) => "the server refuses the stone".to_owned(),
            News::TakenBack => "the last stone is taken back".to_owned(),
            News::Over => self.result(),
            News::Said { who: Some(who), text } => format!("{who}: {text}"),
            News::Said { who: None, text } => format!("the server says: {text}"),
            News::Hint(stone) => {
                let board = self.player.board().context("advice is about a board")?;
                match board.check(*stone) {
                    Ok(mv) => format!("the server would play {}", board.write(mv)),
                    Err(unlaid) => format!("the server advises {stone}, but {unlaid}"),
                }
            }
            News::Status | News::Turn(_) => return Ok(()),
        };
        writeln!(ctx.console.out, "{sentence}")?;
        Ok(())
    }

    /// How the game has ended, as points are counted here.
    fn result(&self) -> String {
        let Some(board) = self.player.board() else { return "the game is over".to_owned() };
        let points = board.layout().rules().colors().map(|color| {
            let wire = board.layout().wire_color(color);
            format!("{wire} ({}) {}", self.player.name(wire), board.position().points(color))
        });
        format!("the game is over: {}", points.collect::<Vec<_>>().join(", "))
    }
}

fn wish_for(setup: Setup) -> ClientMessage {
    ClientMessage::RequestGameMode(ModeRequest::of(&setup))
}

/// Reads the name of a mode.
pub(super) fn mode(name: &str) -> Result<Mode, String> {
    Mode::from_name(name).ok_or_else(|| {
        let names = Mode::ALL.map(Mode::name).join(", ");
        format!("there is no such game; choose one of {names}")
    })
}
