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
use framework::{
    AnyEngine, AnyGame, AnyPosition, Game as _, Language, Millis, Seat, Text, render, search::Limits,
};
use server::visits::Address;

use super::{
    ConnectArgs, ProtocolLog,
    freebloks_words::{self, HELP, not_now},
    hearing, typed,
};
use crate::{Exit, context::Context, move_list, thinking};

/// How long a player of ours thinks: nobody limits it, but people wait.
const UNHURRIED: Millis = Millis(3_000);

/// How long the server may take to end the conversation when we want to go.
const GOODBYE: Duration = Duration::from_secs(3);

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
                        ctx.tell(&Text::fixed(
                            "the server has ended the connection",
                            "der Server hat die Verbindung beendet",
                        ))?;
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
            let is_answer = matches!(
                news,
                News::Granted(_) | News::Started | News::Turn(_) | News::YourTurn(_) | News::Hint(_)
            );
            self.is_waiting &= !is_answer;
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
                self.say(&self.seat_wish(None), ctx)?;
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

    fn seat_wish(&self, wish: Option<WireColor>) -> ClientMessage {
        ClientMessage::RequestPlayer { wish, name: self.name.clone() }
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
        let best = &thought.found.best;
        self.lay(best, ctx)?.map_err(|why| anyhow!("the player plays {best}, but {}", why.en))
    }

    /// Lays the stone that a text names; the inner error is why it cannot lie there.
    fn lay(&mut self, text: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<Result<(), Text>> {
        if let Err(error) = self.position()?.check(text) {
            return Ok(Err(Text::new(error.to_string(), move_list::explained(&error, Language::German))));
        }
        let mv = self.player.board().and_then(|board| board.read(text));
        let said = match mv.map(|mv| self.player.play(mv)) {
            Some(Ok(said)) => said,
            Some(Err(reason)) => return Ok(Err(not_now(reason))),
            None => {
                return Ok(Err(Text::new(
                    format!("{text:.40} is no move"),
                    format!("{text:.40} ist kein Zug"),
                )));
            }
        };
        self.say(&said, ctx)?;
        Ok(Ok(()))
    }

    fn do_what_was_typed(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        while let Some(line) = self.typed.front().cloned() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if self.is_patient && !self.can_do(&words) {
                return Ok(());
            }
            self.typed.pop_front();
            if let Err(reason) = self.obey(&words, &line, ctx)? {
                ctx.tell(&reason)?;
            }
        }
        Ok(())
    }

    /// Tells whether something from a list of things to do can be done now, or never.
    fn can_do(&self, words: &[&str]) -> bool {
        if self.is_waiting {
            return false;
        }
        // After the last stone no turn comes any more that could be waited for.
        let is_over = !self.player.is_running() && self.player.board().is_some();
        match words.first().copied() {
            Some("quit") => !self.player.is_running() || self.player.is_to_move(),
            None | Some("help" | "?" | "sit" | "stand" | "start" | "mode" | "chat" | "board" | "seats") => {
                true
            }
            Some(_) => self.player.is_to_move() || is_over,
        }
    }

    /// Does what a person types; the inner error is what they did wrong.
    fn obey(
        &mut self,
        words: &[&str],
        line: &str,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<Result<(), Text>> {
        let said = match words {
            [] => return Ok(Ok(())),
            ["help" | "?"] => {
                typed::tell_commands(&HELP, ctx)?;
                return Ok(Ok(()));
            }
            ["quit"] => {
                self.go();
                return Ok(Ok(()));
            }
            ["board"] if self.game.is_none() => {
                Err(Text::fixed("no game has begun yet", "noch hat kein Spiel begonnen"))
            }
            ["board"] => return Ok(Ok(self.draw(ctx)?)),
            ["seats"] => return Ok(Ok(self.tell_seats(ctx)?)),
            ["chat", ..] => {
                let text = line.trim_start().split_once(' ').map_or("", |(_, text)| text);
                for piece in chat_pieces(text) {
                    self.say(&ClientMessage::Chat(piece.to_owned()), ctx)?;
                }
                return Ok(Ok(()));
            }
            ["sit"] => Ok(self.seat_wish(None)),
            ["sit", name] => freebloks_words::color(name).map(|color| self.seat_wish(Some(color))),
            ["stand", name] => freebloks_words::color(name).map(ClientMessage::RevokePlayer),
            ["mode", name] => freebloks_words::mode(name).and_then(|mode| game_wish(Setup::usual(mode))),
            ["mode", name, size, ..] => freebloks_words::mode(name).and_then(|mode| {
                let (width, height) = sides(size)?;
                game_wish(Setup { width, height, ..Setup::usual(mode) })
            }),
            ["start"] => Ok(ClientMessage::StartGame),
            ["hint"] => self.player.ask_for_hint().map_err(not_now),
            ["undo"] => Ok(ClientMessage::RequestUndo),
            _ if self.player.is_to_move() => return self.lay(line.trim(), ctx),
            _ => Err(Text::fixed(
                "this is no command, and it is not your turn; type help",
                "das ist kein Befehl, und du bist nicht am Zug; help hilft",
            )),
        };
        match said {
            Ok(message) => {
                self.is_waiting = matches!(
                    message,
                    ClientMessage::RequestPlayer { .. }
                        | ClientMessage::StartGame
                        | ClientMessage::RequestHint(_)
                        | ClientMessage::RequestUndo
                );
                self.say(&message, ctx)?;
                Ok(Ok(()))
            }
            Err(reason) => Ok(Err(reason)),
        }
    }

    fn draw(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let scene = self.position()?.scene(Seat::FIRST);
        write!(ctx.console.out, "{}", render::terminal(&scene, &ctx.style))?;
        Ok(())
    }

    fn tell_seats(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        for line in freebloks_words::seats(&self.player) {
            ctx.tell(&line)?;
        }
        Ok(())
    }

    fn tell(&self, news: &News, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match news {
            News::Started => self.tell_seats(ctx)?,
            News::YourTurn(_) if self.plays_for_us.is_none() => self.draw(ctx)?,
            _ => {}
        }
        if let Some(sentence) = freebloks_words::sentence(news, &self.player) {
            ctx.tell(&sentence)?;
        }
        Ok(())
    }
}

fn wish_for(setup: Setup) -> ClientMessage {
    ClientMessage::RequestGameMode(ModeRequest::of(&setup))
}

/// The wish for a game, if it is one that can be played here.
fn game_wish(setup: Setup) -> Result<ClientMessage, Text> {
    match setup.layout() {
        Ok(_) => Ok(wish_for(setup)),
        Err(error) => {
            Err(Text::new(error.to_string(), format!("dieses Spiel lässt sich hier nicht spielen: {error}")))
        }
    }
}

/// Reads the sides of a board, such as `14x14`.
fn sides(text: &str) -> Result<(u8, u8), Text> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| {
        Text::new(
            format!("{text:.20} is no size; write it as 14x14"),
            format!("{text:.20} ist keine Größe; schreibe sie wie 14x14"),
        )
    })
}

/// Reads the name of a mode on the command line.
pub(super) fn mode(name: &str) -> Result<Mode, String> {
    freebloks_words::mode(name).map_err(|problem| problem.en.into_owned())
}
