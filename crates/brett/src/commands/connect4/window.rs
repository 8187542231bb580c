//! The board in the browser, to be clicked: a server for this one game, with the text file or the other program of the
//! command line as a player at its table.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use anyhow::{Context as _, anyhow, bail};
use client::{Client, Identity};
use framework::{
    Action, AnyGame, AnyPosition, Decision, Happening, Player as _, PlayerFault, RecordedMove, RoundSoFar,
    Seat, Text, Turn, search::Limits,
};
use players::{
    external::{ExternalPlayer, Problems},
    runner,
};
use protocol::{ChairChoice, Message, NewTable, TableEvent, TableHappening, TableId, Undo};
use tokio::{sync::mpsc, task::JoinHandle};

use super::{Connect4Args, Kind, ShorthandPlayer, players};
use crate::{
    Exit,
    commands::{open, serve},
    context::Context,
    scratch::Scratch,
};

/// Plays one game in the browser, and keeps it there until Ctrl-C.
///
/// # Errors
/// If the server cannot be started, or the connection to it is lost.
pub(super) fn run(
    args: &Connect4Args,
    game: &Arc<dyn AnyGame>,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let (problems, told) = mpsc::unbounded_channel();
    let hear = move || -> Problems {
        let problems = problems.clone();
        // A person who has left needs no answer.
        Box::new(move |problem| drop(problems.send(problem.to_string())))
    };
    let outside =
        players(args, game, &hear)?.into_iter().zip(Seat::all(2)).find_map(|(player, seat)| match player {
            ShorthandPlayer::External { player, .. } => Some((player, seat)),
            ShorthandPlayer::Human | ShorthandPlayer::Computer(_) => None,
        });
    let chair = |kind: &Kind| match kind {
        Kind::Human => ChairChoice::Open,
        Kind::Computer => ChairChoice::Engine(args.player.clone()),
        Kind::File | Kind::Program(_) => ChairChoice::Me,
    };
    let table = NewTable {
        undo: Undo::Never,
        several_chairs: true,
        pace: Some(args.time),
        ..NewTable::new(game.info().id, &game.options(), vec![chair(&args.first), chair(&args.second)])
    };
    let scratch = Scratch::new("connect4");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let exit = runtime.block_on(async {
        let server = open::listen(Some(0), scratch.path(), ctx).await?.with_pages(web::pages());
        let address = server.address();
        let stop = serve::told_to_stop()?;
        let mut serving = std::pin::pin!(server.serve(stop));
        let hosting = async {
            let identity = Identity::new("brett-connect4-host".parse()?);
            let mut client = Client::connect(address.into(), identity).await?;
            let id = client.create(table).await?;
            client.watch(&id, Some(0)).await?;
            open::announce(&format!("http://{address}/table/{id}"), !args.no_open, ctx)?;
            let hint = Text::fixed(
                "Sit down in the browser and click a column. Ctrl-C ends it.",
                "Im Browser Platz nehmen und eine Spalte anklicken. Strg-C beendet es.",
            );
            ctx.tell(&hint)?;
            ctx.console.out.flush()?;
            let mut host =
                Host { client, table: id, pos: game.start(), moves: Vec::new(), is_running: false };
            host.play(game, outside, told, ctx).await
        };
        tokio::select! {
            served = &mut serving => {
                served?;
                return Ok(Exit::Fine);
            }
            hosted = hosting => hosted?,
        }
        serving.await?;
        Ok(Exit::Fine)
    });
    // Somebody may still be waited for.
    runtime.shutdown_background();
    exit
}

/// Who made the table, and plays for whoever is outside.
struct Host {
    client: Client,
    table: TableId,
    pos: Box<dyn AnyPosition>,
    moves: Vec<RecordedMove>,
    is_running: bool,
}

/// A player outside who thinks, and comes back with an answer.
type Thinking = JoinHandle<(ExternalPlayer, Result<Decision, PlayerFault>)>;

impl Host {
    /// Plays until the game is over.
    async fn play(
        &mut self,
        game: &Arc<dyn AnyGame>,
        outside: Option<(ExternalPlayer, Seat)>,
        mut told: mpsc::UnboundedReceiver<String>,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<()> {
        let (mut player, seat) = outside.map_or((None, None), |(player, seat)| (Some(player), Some(seat)));
        let mut thinking: Option<Thinking> = None;
        let is_stopped = Arc::new(AtomicBool::new(false));
        loop {
            let is_asked = self.is_running && seat.is_some_and(|seat| self.pos.turn() == Turn::Seat(seat));
            if is_asked && let Some(player) = player.take() {
                thinking = Some(self.ask(player, Arc::clone(&is_stopped)));
            }
            let heard = tokio::select! {
                heard = self.client.hear() => heard?,
                Some(problem) = told.recv() => {
                    writeln!(ctx.console.out, "{problem}")?;
                    ctx.console.out.flush()?;
                    continue;
                }
                Some(answered) = async { Some(thinking.as_mut()?.await) }, if thinking.is_some() => {
                    thinking = None;
                    let (back, answer) = answered.map_err(|_| anyhow!("a player outside broke down"))?;
                    player = Some(back);
                    let action = match answer {
                        Ok(Decision::Played(text)) => Action::Move(text),
                        Ok(Decision::Resigned) => Action::Resign(None),
                        Ok(Decision::Stopped) => continue,
                        Err(fault) => {
                            writeln!(ctx.console.out, "{fault}")?;
                            Action::Resign(None)
                        }
                    };
                    let ply = self.moves.len() as u32;
                    // Refused is only what comes after the end, of which the next message tells.
                    let _ = self.client.act(&self.table, ply, action).await?;
                    continue;
                }
            };
            let Message::Events { events, .. } = heard else { continue };
            if let Some(result) = self.follow(game, &events)? {
                is_stopped.store(true, Ordering::Relaxed);
                if let Some(thinking) = thinking.take() {
                    player = Some(thinking.await.map_err(|_| anyhow!("a player outside broke down"))?.0);
                }
                if let Some(player) = &mut player {
                    player.game_over(&RoundSoFar { start: None, moves: &self.moves, pos: &*self.pos });
                }
                if let Ok(problem) = told.try_recv() {
                    bail!(problem);
                }
                ctx.tell(&result)?;
                ctx.console.out.flush()?;
                return Ok(());
            }
        }
    }

    /// Lets a player outside choose on a thread of its own, so that the server hears from us meanwhile.
    fn ask(&self, mut player: ExternalPlayer, is_stopped: Arc<AtomicBool>) -> Thinking {
        let (pos, moves) = (self.pos.boxed_clone(), self.moves.clone());
        tokio::task::spawn_blocking(move || {
            let so_far = RoundSoFar { start: None, moves: &moves, pos: &*pos };
            let is_stopped = || is_stopped.load(Ordering::Relaxed);
            let decided = runner::decide(&mut player, &so_far, Limits::NONE, None, is_stopped);
            (player, decided.decision)
        })
    }

    /// Follows what happened at the table; the result when the game is over.
    fn follow(&mut self, game: &Arc<dyn AnyGame>, events: &[TableEvent]) -> anyhow::Result<Option<Text>> {
        for event in events {
            match &event.what {
                TableHappening::Match(Happening::RoundStarted { .. }) => {
                    (self.pos, self.is_running) = (game.start(), true);
                    self.moves.clear();
                }
                TableHappening::Match(Happening::Moved { seat, text, .. }) => {
                    self.pos.play(text).context("the server tells a move that is none")?;
                    self.moves.push(RecordedMove { by: Some(*seat), text: text.clone(), spent: None });
                }
                TableHappening::Match(Happening::RoundEnded { .. }) | TableHappening::Closed => {
                    let over = Text::fixed("the game is over", "das Spiel ist zu Ende");
                    return Ok(Some(self.pos.result().unwrap_or(over)));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}
