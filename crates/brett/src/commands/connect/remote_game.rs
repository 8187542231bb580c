//! A visit carried on by a terminal: what the other side sends and what a person types goes into the conversation, and
//! what comes out is sent and written.

use std::{
    collections::VecDeque,
    io::Write as _,
    net::{Shutdown, TcpStream},
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use anyhow::{anyhow, bail};
use framework::{Decision, EnginePlayer, RoundSoFar, Text, render, search::Limits};
use players::runner;
use protocol::VisitWish;
use visits::{GOAL_TIMEOUT, Lost, Outbox, Visit, VisitAnswer, VisitEvent, WireMessage, texts};

use super::{
    hearing::Outside,
    phrasebook::{Phrasebook, Typed, tell_commands, understand},
};
use crate::{Exit, context::Context};

/// How long the other side may take to say goodbye, or to answer a list of things to do.
const GOODBYE: Duration = Duration::from_secs(3);

/// Somebody who is there.
pub(super) struct RemoteGame {
    pub(super) visit: Box<dyn Visit>,
    pub(super) stream: TcpStream,
    pub(super) book: Box<dyn Phrasebook>,
    pub(super) decides: Decides,
    /// Whether every message is written to standard error.
    pub(super) tells_messages: bool,
    pub(super) typing: Typing,
    /// Since when one is about to go.
    pub(super) leaving: Option<Instant>,
    pub(super) exit: Exit,
}

/// Who decides on our side.
pub(super) enum Decides {
    /// The person who types.
    Person,
    /// A player of ours by its name; there is none before the first game.
    Player(String, Option<EnginePlayer>),
}

/// What was typed and has not been done yet.
pub(super) struct Typing {
    lines: VecDeque<String>,
    /// Whether lines wait until they can be done: a list of things to do does, a person does not.
    is_patient: bool,
    /// Whether the other side has not answered yet to what a list of things to do has asked for.
    is_waiting: bool,
}

impl Typing {
    pub(super) const fn new(is_patient: bool) -> Self {
        Self { lines: VecDeque::new(), is_patient, is_waiting: false }
    }
}

impl RemoteGame {
    /// RemoteGames until somebody has enough.
    ///
    /// # Errors
    /// If the other side speaks nonsense, or the terminal has gone.
    pub(super) fn last(
        &mut self,
        first: Outbox,
        outside: &Receiver<Outside>,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<Exit> {
        self.carry(first, ctx)?;
        let began = Instant::now();
        loop {
            ctx.console.out.flush()?;
            match outside.recv_timeout(GOODBYE) {
                Ok(Outside::Heard(bytes)) => {
                    let mut out = self.outbox();
                    let heard = self.visit.on_bytes(&bytes, &mut out);
                    self.carry(out, ctx)?;
                    match heard {
                        Ok(()) => {}
                        Err(Lost::Refused(text)) => {
                            ctx.tell(&text)?;
                            return Ok(Exit::No);
                        }
                        Err(Lost::Nonsense(text)) => bail!("{}", text.in_language(ctx.style.language)),
                    }
                }
                Ok(Outside::Typed(line)) => {
                    self.typing.lines.push_back(line.unwrap_or_else(|| "quit".to_owned()));
                }
                Ok(Outside::Interrupted) => self.go(ctx)?,
                Ok(Outside::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    self.note_end(ctx)?;
                    return Ok(self.exit);
                }
                // The other side need not answer.
                Err(RecvTimeoutError::Timeout) => self.typing.is_waiting = false,
            }
            if self.leaving.is_some_and(|since| GOODBYE <= since.elapsed()) {
                return Ok(self.exit);
            }
            if !self.visit.is_settled() && GOAL_TIMEOUT <= began.elapsed() {
                let mut out = self.outbox();
                self.visit.give_up_goal(&mut out);
                self.carry(out, ctx)?;
            }
            if self.visit.is_settled() {
                self.do_what_was_typed(ctx)?;
            }
        }
    }

    fn outbox(&self) -> Outbox {
        if self.tells_messages { Outbox::with_messages() } else { Outbox::default() }
    }

    /// The other side has gone, which is fine if we were about to go as well.
    fn note_end(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        if self.leaving.is_some() {
            return Ok(());
        }
        match self.book.sum_up(&*self.visit) {
            Some(text) => ctx.tell(&text)?,
            None => {
                ctx.tell(&texts::hung_up())?;
                self.exit = Exit::No;
            }
        }
        Ok(())
    }

    /// Sends what is to be sent, writes what has happened, and decides where a player of ours does.
    fn carry(&mut self, out: Outbox, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        for passed in out.wire_messages() {
            match passed {
                WireMessage::Received(message) => writeln!(ctx.console.err, "> {message}")?,
                WireMessage::Sent(message) => writeln!(ctx.console.err, "< {message}")?,
            }
        }
        if !out.bytes.is_empty() {
            // That the connection is broken is heard as well.
            let _ = self.stream.write_all(&out.bytes);
        }
        if out.hangs_up {
            let _ = self.stream.shutdown(Shutdown::Write);
        }
        self.typing.is_waiting &= out.answer.is_none();
        let by_player = matches!(self.decides, Decides::Player(..));
        let is_done = self.visit.place().is_some_and(|place| self.book.is_done(&place, by_player));
        let mut is_my_turn = false;
        for told in out.events {
            match told {
                // Nobody waits for it any more.
                VisitEvent::YourTurn if is_done => break,
                VisitEvent::YourTurn if by_player => is_my_turn = true,
                VisitEvent::YourTurn => self.draw(ctx)?,
                VisitEvent::Line(line) | VisitEvent::Shown(line) => match line.from {
                    Some(from) => writeln!(ctx.console.out, "{from}: {}", line.text)?,
                    None => ctx.tell(&line.text)?,
                },
                VisitEvent::Echo(_) => {}
            }
        }
        if by_player && out.answer == Some(VisitAnswer::Refused) {
            self.exit = Exit::No;
            return self.go(ctx);
        }
        if is_done && self.leaving.is_none() {
            if let Some(text) = self.book.sum_up(&*self.visit) {
                ctx.tell(&text)?;
            }
            return self.go(ctx);
        }
        if is_my_turn { self.think(ctx) } else { Ok(()) }
    }

    /// Says goodbye, and waits until the other side does so too.
    fn go(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        if self.leaving.is_some() {
            return Ok(());
        }
        self.leaving = Some(Instant::now());
        let mut out = self.outbox();
        self.visit.leave(&mut out);
        self.carry(out, ctx)
    }

    /// Lets a player of ours play.
    fn think(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let (Decides::Player(name, player), Some(asked)) = (&mut self.decides, self.visit.turn()) else {
            return Ok(());
        };
        ctx.console.out.flush()?;
        let player = match player {
            Some(player) => player,
            None => player.insert(EnginePlayer(asked.game.engine(name)?)),
        };
        // The protocol tells a position, and not always how it came about.
        let so_far = RoundSoFar { start: None, moves: &[], pos: &*asked.position };
        let decided = runner::decide(player, &so_far, Limits::time(asked.time), None, || false);
        let Decision::Played(text) = decided.decision? else { return Ok(()) };
        let mut out = self.outbox();
        let played = self.visit.on_request(&VisitWish::Play { text: text.clone() }, &mut out);
        played.map_err(|why| anyhow!("the player plays {text}, but {}", why.en))?;
        self.carry(out, ctx)
    }

    fn do_what_was_typed(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        while let Some(line) = self.typing.lines.front() {
            let typed = understand(&*self.book, line);
            let is_possible = !self.typing.is_waiting && self.book.can_do(&typed, &*self.visit);
            if self.typing.is_patient && !is_possible && self.leaving.is_none() {
                return Ok(());
            }
            self.typing.lines.pop_front();
            match typed {
                Ok(typed) => self.obey(typed, ctx)?,
                Err(reason) => ctx.tell(&reason)?,
            }
        }
        Ok(())
    }

    fn obey(&mut self, typed: Typed, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match typed {
            Typed::Nothing => {}
            Typed::Help => tell_commands(self.book.commands(), ctx)?,
            Typed::Quit => self.go(ctx)?,
            Typed::Board => self.draw(ctx)?,
            Typed::Moves => {
                let Some(decision) = self.visit.turn() else { return Ok(ctx.tell(&no_command())?) };
                for text in decision.position.legal_moves() {
                    writeln!(ctx.console.out, "{text}")?;
                }
            }
            Typed::Seats => {
                for text in self.visit.describe() {
                    ctx.tell(&text)?;
                }
            }
            Typed::Wish(VisitWish::Play { .. }) if self.visit.turn().is_none() => {
                ctx.tell(&no_command())?;
            }
            Typed::Wish(wish) => {
                let mut out = self.outbox();
                match self.visit.on_request(&wish, &mut out) {
                    Ok(()) => self.typing.is_waiting = self.book.is_answered(&wish),
                    Err(reason) => ctx.tell(&reason)?,
                }
                self.carry(out, ctx)?;
            }
        }
        Ok(())
    }

    fn draw(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match self.visit.board() {
            Some(board) => {
                write!(ctx.console.out, "{}", render::terminal(&board.drawing.scene, &ctx.style))?;
            }
            None => ctx.tell(&Text::fixed("no game has begun yet", "noch hat kein Spiel begonnen"))?,
        }
        Ok(())
    }
}

const fn no_command() -> Text {
    Text::fixed(
        "this is no command, and it is not your turn; type help",
        "das ist kein Befehl, und du bist nicht am Zug; help hilft",
    )
}
