//! How a table asks its computer players, how fast they play among themselves, and when they wait for an audience.

use std::sync::Arc;

use bus::{Bus as _, Note, Topic};
use framework::{ClockRule, Decision, Rng, Seat, search::Limits};
use limits::engines::MAX_PONDER_TIME;
use protocol::Sitter;
use tokio::{task::AbortHandle, time::Instant};

use super::{Keeper, TableRequest};
use crate::{
    table::{EngineTurn, Envelope, Table, TableCommand},
    world::{EngineSeat, EngineService as _, Question, Urgency, World},
};

/// A computer player at work; it is stopped when nobody wants to know its answer any more.
pub(super) struct Thinking {
    turn: EngineTurn,
    task: AbortHandle,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A computer player that thinks while a person decides; it is stopped when that is over.
pub(super) struct Pondering {
    /// The decision of the match that it thinks about.
    ply: u32,
    chair: u8,
    task: AbortHandle,
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A move of a computer player that came sooner than an audience can follow, and is played when it is due. The clock of
/// the table stands still until then.
pub(super) struct PacedMove {
    pub(super) due: Instant,
    turn: EngineTurn,
    text: String,
}

impl<W: World> Keeper<W> {
    /// Asks the computer player whose turn it is, unless it thinks already.
    ///
    /// Computer players among themselves play for an audience. While nobody watches, none of them is asked and the
    /// clock of the table stands still; the move that one is thinking about when the last spectator leaves is still
    /// played. Who comes `to_watch` counts as audience even before the bus knows it. At a table where a person plays,
    /// connected or not, computer players are asked at once: they cannot get further than to that person's next turn,
    /// and a clock that stood still then would help the one who disconnects.
    ///
    /// The host can pause them. A change of pace is an event, so a search that is under way then answers another moment
    /// and is given up; the next one begins when they may play again.
    pub(super) fn ask_engine(&mut self, to_watch: bool) {
        let Some(loaded) = &self.loaded else { return };
        let turn = loaded.table.engine_to_move();
        if self.thinking.as_ref().map(|thinking| &thinking.turn) == turn.as_ref() && turn.is_some() {
            return;
        }
        if self.paced.as_ref().is_some_and(|paced| Some(&paced.turn) == turn.as_ref()) {
            return;
        }
        self.thinking = None;
        self.paced = None;
        self.update_pondering();
        let Some(loaded) = &self.loaded else { return };
        let is_held_back =
            loaded.table.is_among_engines() && (loaded.table.is_paused() || !to_watch && !self.has_people());
        let now = self.now();
        let Some(loaded) = &mut self.loaded else { return };
        if is_held_back {
            loaded.clock.stop(now);
            return;
        }
        loaded.clock.go_on(now);
        let (Some(turn), Some(contest)) = (turn, loaded.table.contest()) else { return };
        let time = loaded.table.time_to_think(turn.seat, loaded.clock.at(now));
        let seed = Rng::stream(loaded.table.row().secret, "engine", turn.seq).bits();
        let question = Question {
            game: Arc::clone(contest.game()),
            position: contest.position().boxed_clone(),
            player: turn.player.clone(),
            also: None,
            limits: Limits { seed, ..Limits::time(time) },
            urgency: urgency(&loaded.table),
            asker: loaded.table.row().host.id.clone(),
            seat: Some(EngineSeat::Table { table: self.id.clone(), chair: turn.chair }),
        };
        let (tables, engine_moves) = (Arc::clone(&self.tables), self.engine_moves.clone());
        let (asked, table) = (turn.clone(), self.id.clone());
        let task = tokio::spawn(async move {
            let topic = Topic::Table(table.clone());
            let waits = |position| tables.bus().publish(&topic, &Note::Busy(table.clone(), position));
            let mv = match tables.world().engines().decide(question, waits).await {
                Ok(Decision::Played(text)) => Some(text),
                // No engine of ours gives up.
                Ok(Decision::Resigned | Decision::Stopped) => None,
                Err(fault) => {
                    tracing::warn!(%table, %fault, "a computer player broke down");
                    None
                }
            };
            // The keeper is gone if nobody takes the answer.
            let _ = engine_moves.send(Box::new(TableRequest::EngineMove(asked, mv))).await;
        });
        self.thinking = Some(Thinking { turn, task: task.abort_handle() });
    }

    /// Lets the computer player that moves next think about the decision of a person who is here, at tables that want
    /// it. Whatever it finds is used by its next search; nobody waits for it.
    fn update_pondering(&mut self) {
        let wanted = self.loaded.as_ref().and_then(|loaded| {
            let (person, turn) = loaded.table.engine_to_ponder()?;
            let contest = loaded.table.contest()?;
            let is_here = self.tables.people.contains(&person.id);
            let host = loaded.table.row().host.id.clone();
            (is_here && self.tables.world().engines().can_ponder()).then_some((turn, contest, host))
        });
        let Some((turn, contest, asker)) = wanted else {
            self.pondering = None;
            return;
        };
        let (ply, chair) = (contest.ply(), turn.chair);
        if self.pondering.as_ref().is_some_and(|known| (known.ply, known.chair) == (ply, chair)) {
            return;
        }
        let question = Question {
            game: Arc::clone(contest.game()),
            position: contest.position().boxed_clone(),
            player: turn.player,
            also: None,
            limits: Limits::time(MAX_PONDER_TIME),
            urgency: Urgency::Hint,
            asker,
            seat: Some(EngineSeat::Table { table: self.id.clone(), chair }),
        };
        let tables = Arc::clone(&self.tables);
        tables.counters.count_pondering();
        let task = tokio::spawn(async move { tables.world().engines().ponder(question).await });
        self.pondering = Some(Pondering { ply, chair, task: task.abort_handle() });
    }

    /// Plays what a computer player has decided, or any move if it broke down: the game has to go on. Among themselves
    /// computer players keep a pace, so that a match of theirs costs the server little and can be followed.
    pub(super) async fn on_engine_move(&mut self, turn: EngineTurn, text: Option<String>) {
        let Some(text) = text.or_else(|| self.first_legal_move()) else { return };
        let now = self.now();
        let interval = self.loaded.as_ref().and_then(|loaded| loaded.table.move_interval());
        let due = self.last_engine_move.zip(interval).map(|(last, interval)| last + interval);
        if let (Some(due), Some(loaded)) = (due, &mut self.loaded)
            && Instant::now() < due
        {
            loaded.clock.stop(now);
            self.paced = Some(PacedMove { due, turn, text });
            return;
        }
        self.play_engine_move(turn, text).await;
    }

    /// Plays a move that is due.
    pub(super) async fn play_paced(&mut self, paced: PacedMove) {
        let now = self.now();
        if let Some(loaded) = &mut self.loaded {
            loaded.clock.go_on(now);
        }
        self.play_engine_move(paced.turn, paced.text).await;
    }

    async fn play_engine_move(&mut self, turn: EngineTurn, text: String) {
        let EngineTurn { seq, chair, .. } = turn;
        self.last_engine_move = Some(Instant::now());
        let envelope = Envelope::of_server(TableCommand::EngineMove { seq, chair, text });
        // A move that is not wanted any more, as after taking back, is forgotten; one that could not be written is
        // engine_move about again.
        let _ = self.on_command(&envelope, Instant::now(), None).await;
        self.ask_engine(false);
    }

    fn first_legal_move(&self) -> Option<String> {
        self.loaded.as_ref()?.table.contest()?.position().legal_moves().into_iter().next()
    }
}

fn urgency(table: &Table) -> Urgency {
    let is_person = |sitter: Option<&Sitter>| matches!(sitter, Some(Sitter::Person(_)));
    let has_person = Seat::all(table.agreed().n_chairs).any(|seat| is_person(table.sitter_at(seat)));
    match (has_person, table.agreed().clock) {
        (true, ClockRule::None) => Urgency::Person,
        (true, _) => Urgency::Clock,
        (false, _) => Urgency::Engines,
    }
}
