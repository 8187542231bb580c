//! The task that keeps one table: commits, answers, publishes, and asks computer players.

mod computer;

use std::{sync::Arc, time::Duration};

use bus::{Bus as _, Note, TableNote, Topic};
use framework::{DiceSecret, GameEntry, Millis, search::Limits};
use protocol::{
    Code, LobbyChange, Message, NewTable, Person, Phase, Problem, Sitter, Snapshot, TableHappening, TableId,
    Watchers,
};
use store::{
    Append, DiceSecrets as _, Standings as _, Store as _, StoreError, Stored, StoredEvent, TableRow,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};

use self::computer::{PacedMove, Pondering, Thinking};

use crate::{
    Tables,
    table::{DiceSource, EngineTurn, Envelope, FairDice, Now, SeededDice, Table, TableClock, TableCommand},
    world::{Question, Urgency, World},
};

/// How many requests may wait for a table.
pub(crate) const MAX_WAITING_REQUESTS: usize = limits::tables::MAX_WAITING_REQUESTS_PER_TABLE;

/// How long a table stays in memory after the last request.
pub(crate) const IDLE_TIMEOUT: Duration = limits::tables::TABLE_IDLE_TIMEOUT;

/// How long after the end of a player's time it is decided that nothing came: what arrived in time may still be
/// on its way from the socket to the table.
const LATE_MOVE_GRACE: Duration = Duration::from_millis(40);

/// How long passes until a table that could not be written or loaded is tried again.
const WRITE_RETRY_DELAY: Duration = Duration::from_millis(250);

/// Who is asked for advice.
pub const ADVISER: &str = "adviser";

/// How long an adviser thinks about a position at a table.
pub const HINT_TIME: Millis = limits::engines::HINT_TIME;

/// What the keeper of a table is asked.
#[derive(Debug)]
pub enum TableRequest {
    /// A person wants something.
    Command {
        /// What is wanted, and by whom.
        envelope: Envelope,
        /// When it arrived at the server; what arrived in time counts.
        arrived: Instant,
        /// Who waits for the answer: the number of the last event of the command.
        answer: oneshot::Sender<Result<u64, Problem>>,
    },
    /// A person wants to see the table.
    Look {
        /// Who.
        viewer: Person,
        /// The invitation by which they came.
        invite: Option<String>,
        /// Who waits for the answer.
        answer: oneshot::Sender<Result<Snapshot, Problem>>,
    },
    /// Nobody wants anything, but the table shall look around.
    Wake {
        /// Who waits until it is loaded.
        answer: oneshot::Sender<Result<(), Problem>>,
    },
    /// A person wants to know what to ask an adviser.
    Advice {
        /// Who.
        asker: Person,
        /// Who waits for the answer: the ply and the question.
        answer: oneshot::Sender<Result<(u32, Question), Problem>>,
    },
    /// A person wants to play again.
    Again {
        /// Who.
        asker: Person,
        /// Who waits for the answer.
        answer: oneshot::Sender<Result<Again, Problem>>,
    },
    /// A person wants the match as a text.
    Record {
        /// Who.
        viewer: Person,
        /// Who waits for the answer.
        answer: oneshot::Sender<Result<String, Problem>>,
    },
    /// A computer player has decided, or broke down.
    EngineMove(EngineTurn, Option<String>),
}

/// A request as it waits: boxed, so that the queue of an idle table stays small.
pub(crate) type BoxedRequest = Box<TableRequest>;

/// How players play again.
#[derive(Debug)]
pub enum Again {
    /// At a table that one of them has made.
    There(TableId),
    /// At a new table with these settings.
    At(Box<NewTable>),
}

/// Keeps a table until nobody asks for it any more.
pub(crate) async fn keep<W: World>(
    tables: Arc<Tables<W>>,
    id: TableId,
    requests: mpsc::Receiver<BoxedRequest>,
) {
    let (engine_moves, engine_move) = mpsc::channel(4);
    let keeper = Keeper {
        tables,
        id,
        loaded: None,
        kept_clock: None,
        published: None,
        is_missing: false,
        thinking: None,
        pondering: None,
        paced: None,
        last_engine_move: None,
        engine_moves,
    };
    keeper.run(requests, engine_move).await;
}

struct Keeper<W: World> {
    tables: Arc<Tables<W>>,
    id: TableId,
    loaded: Option<Loaded>,
    /// The clock of a table that has to be loaded again because it could not be written. It stands still.
    kept_clock: Option<TableClock>,
    /// The number of the last event that was published, once one is known.
    published: Option<u64>,
    /// Whether there is no such table.
    is_missing: bool,
    thinking: Option<Thinking>,
    /// A computer player that thinks while a person decides.
    pondering: Option<Pondering>,
    /// A move of a computer player that came too soon.
    paced: Option<PacedMove>,
    /// When computer players among themselves moved last.
    last_engine_move: Option<Instant>,
    engine_moves: mpsc::Sender<BoxedRequest>,
}

struct Loaded {
    table: Table,
    clock: TableClock,
}

impl<W: World> Keeper<W> {
    async fn run(
        mut self,
        mut requests: mpsc::Receiver<BoxedRequest>,
        mut engine_moves: mpsc::Receiver<BoxedRequest>,
    ) {
        let mut idle_at = Instant::now() + IDLE_TIMEOUT;
        loop {
            let wake = self.wake(idle_at);
            // The order decides when several are ready, so that a simulation always goes the same way.
            let request = tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => request,
                    None => return,
                },
                Some(request) = engine_moves.recv() => request,
                () = sleep_until(wake) => {
                    if idle_at <= Instant::now() {
                        if self.may_leave() {
                            Box::pin(self.close_if_deserted()).await;
                            self.put_clock_to_sleep();
                            // Anyone who is late finds the door closed, and another keeper is started.
                            requests.close();
                            continue;
                        }
                        idle_at = Instant::now() + IDLE_TIMEOUT;
                    }
                    Box::pin(self.tick()).await;
                    continue;
                }
            };
            idle_at = Instant::now() + IDLE_TIMEOUT;
            // In a box of its own, so that a table at which nothing happens does not need room for it.
            Box::pin(self.on_request(*request)).await;
            if self.is_missing {
                requests.close();
            }
        }
    }

    /// The present moment for the clock of the table.
    fn now(&self) -> Instant {
        self.tables.stalls.now()
    }

    /// When the clock of a player runs out or the dice fall, unless something happens before.
    fn deadline(&self) -> Option<Instant> {
        let loaded = self.loaded.as_ref()?;
        let deadline = loaded.clock.moment(loaded.table.next_deadline()?)?;
        Some(self.tables.stalls.moment(deadline) + LATE_MOVE_GRACE)
    }

    /// When to do something even if no request comes.
    fn wake(&self, idle_at: Instant) -> Instant {
        // A table that could not be written has to be looked at again.
        let retry =
            (self.loaded.is_none() && self.published.is_some()).then(|| Instant::now() + WRITE_RETRY_DELAY);
        let paced = self.paced.as_ref().map(|paced| paced.due);
        [self.deadline(), retry, paced].into_iter().flatten().min().map_or(idle_at, |at| at.min(idle_at))
    }

    /// Tells whether the table may leave memory: nothing is under way, and if a clock runs, nobody is there. Then the
    /// clock alone is kept, and the table is woken at its deadline.
    fn may_leave(&self) -> bool {
        let is_at_work = self.thinking.is_some() || self.paced.is_some();
        !is_at_work && (self.deadline().is_none() || !self.has_people())
    }

    /// Tells whether a person is connected who sits or watches here.
    fn has_people(&self) -> bool {
        let is_here = |person: &Person| self.tables.people.contains(&person.id);
        self.loaded.as_ref().is_some_and(|loaded| loaded.table.people().any(is_here))
            || self.tables.bus().has_audience(&Topic::Table(self.id.clone()))
    }

    fn put_clock_to_sleep(&mut self) {
        let (clock, deadline) = match &self.loaded {
            // Without a deadline no time runs that anybody could be charged.
            Some(loaded) => (self.deadline().map(|_| loaded.clock), self.deadline()),
            // It could not be written and is looked at again later.
            None => (self.kept_clock, Some(Instant::now() + IDLE_TIMEOUT)),
        };
        if let (Some(clock), Some(deadline)) = (clock, deadline) {
            self.tables.sleeping.put(&self.id, clock, deadline);
        }
    }

    async fn tick(&mut self) {
        if let Some(paced) = self.paced.take_if(|paced| paced.due <= Instant::now()) {
            return self.play_paced(paced).await;
        }
        let envelope = Envelope::of_server(TableCommand::Tick);
        // Nobody waits for an answer; what went wrong is tried again.
        let _ = self.on_command(&envelope, Instant::now(), None).await;
    }

    /// Gives up a table at which nobody plays yet and of whose people nobody is connected any more, or at which
    /// nobody has played for long.
    async fn close_if_deserted(&mut self) {
        let Some(Loaded { table, .. }) = &self.loaded else { return };
        let is_here = |person: &Person| self.tables.people.contains(&person.id);
        let time = self.tables.world().time();
        let is_deserted =
            table.phase() == Phase::Waiting && !table.people().any(is_here) && !table.waits_for_days(time);
        if is_deserted || table.is_abandoned(time) {
            let envelope = Envelope::of_server(TableCommand::Close);
            // What could not be written is tried again when the table is loaded the next time.
            let _ = self.on_command(&envelope, Instant::now(), None).await;
        }
    }

    async fn on_request(&mut self, request: TableRequest) {
        match request {
            TableRequest::Command { envelope, arrived, answer } => {
                if let Err((answer, problem)) = self.on_command(&envelope, arrived, Some(answer)).await {
                    reply(answer, Err(problem));
                }
            }
            TableRequest::Look { viewer, invite, answer } => {
                let now = self.now();
                let snapshot = match self.load().await {
                    Ok(loaded) => look(loaded, &viewer, invite.as_deref(), now),
                    Err(problem) => Err(problem),
                };
                if snapshot.is_ok() {
                    // Computer players that waited for an audience go on.
                    self.ask_engine(true);
                }
                reply(Some(answer), snapshot);
            }
            TableRequest::Wake { answer } => {
                let loaded = self.load().await.map(|_| ());
                reply(Some(answer), loaded);
            }
            TableRequest::Advice { asker, answer } => {
                let question = match self.load().await {
                    Ok(loaded) => hint_question(&loaded.table, &asker),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), question);
            }
            TableRequest::Again { asker, answer } => {
                let row = match self.load().await {
                    Ok(loaded) => again(&loaded.table, &asker),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), row);
            }
            TableRequest::Record { viewer, answer } => {
                let record = match self.load().await {
                    Ok(loaded) => record(&loaded.table, &viewer),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), record);
            }
            TableRequest::EngineMove(turn, text) => {
                self.thinking = None;
                self.on_engine_move(turn, text).await;
            }
        }
    }

    /// Validates, commits, answers, publishes, in this order.
    async fn on_command(
        &mut self,
        envelope: &Envelope,
        arrived: Instant,
        answer: Option<oneshot::Sender<Result<u64, Problem>>>,
    ) -> Result<(), (Option<oneshot::Sender<Result<u64, Problem>>>, Problem)> {
        let time = self.tables.world().time();
        let tables = Arc::clone(&self.tables);
        // In this order: looking at the time finds out that the process stood still, and then the command arrived before
        // that.
        self.now();
        let arrived = tables.stalls.served(arrived);
        let loaded = match self.load().await {
            Ok(loaded) => loaded,
            Err(problem) => return Err((answer, problem)),
        };
        let now = Now { table_time: loaded.clock.at(arrived), unix_ms: time };
        let phase = loaded.table.phase();
        if let (TableCommand::Sit { .. }, Some(who)) = (&envelope.command, &envelope.actor) {
            loaded.table.promise(&who.id, || tables.people.take_promises(&who.id));
        }
        let handled = loaded.table.handle(envelope, now);
        loaded.clock.put_back(handled.given_back, tables.stalls.now());
        if handled.events.is_empty() {
            reply(answer, handled.answer);
            return Ok(());
        }
        if let Err(problem) = self.commit(&handled.events, phase, now).await {
            return Err((answer, problem));
        }
        reply(answer, handled.answer);
        self.publish(&handled.events);
        if phase != Phase::Over {
            self.publish_ratings().await;
        }
        self.ask_engine(false);
        Ok(())
    }

    async fn commit(&mut self, events: &[StoredEvent], before: Phase, now: Now) -> Result<(), Problem> {
        let Some(loaded) = &mut self.loaded else { return Err(unavailable()) };
        loaded.clock.stop(self.tables.stalls.now());
        let began = Instant::now();
        self.tables.hold_lease().await;
        let lease = self.tables.lease();
        let is_of_match = |event: &StoredEvent| matches!(event.event.what, TableHappening::Match(_));
        let has_changed = loaded.table.phase() != before || !events.iter().all(is_of_match);
        let is_over = loaded.table.phase() == Phase::Over && before != Phase::Over;
        let append = Append {
            lease,
            now: now.unix_ms,
            table: self.id.clone(),
            events: events.to_vec(),
            summary: has_changed.then(|| loaded.table.summary()),
            results: if is_over { loaded.table.results(now) } else { Vec::new() },
        };
        let appended = self.tables.world().store().append(append).await;
        self.tables.counters.count_commit(began.elapsed());
        match appended {
            Ok(()) => {
                if let Some(loaded) = &mut self.loaded {
                    loaded.clock.go_on(self.tables.stalls.now());
                }
                if has_changed {
                    self.announce();
                }
                Ok(())
            }
            Err(error) => {
                // Perhaps it was written, perhaps not: only the store knows.
                tracing::warn!(table = %self.id, %error, "events could not be written");
                // The clock stands still until the table can be loaded again, and what was used is not given back.
                self.kept_clock = self.loaded.take().map(|loaded| loaded.clock);
                self.thinking = None;
                self.pondering = None;
                self.paced = None;
                Err(unavailable())
            }
        }
    }

    fn announce(&self) {
        let Some(loaded) = &self.loaded else { return };
        self.note(loaded);
        if loaded.table.row().settings.hidden {
            return;
        }
        let change = match loaded.table.phase() {
            Phase::Waiting | Phase::Playing => LobbyChange::Table(loaded.table.summary()),
            Phase::Over | Phase::Closed => LobbyChange::Gone(self.id.clone()),
        };
        self.tables.bus().publish(&Topic::Lobby, &Note::Lobby(Arc::new(change)));
    }

    /// Notes how the table stands for those who count tables.
    fn note(&self, loaded: &Loaded) {
        let summary = loaded.table.summary();
        self.tables.rated.note(&summary);
        self.tables.open_tables.note(&summary, loaded.table.row().settings.hidden);
        self.note_deciding(loaded);
    }

    /// Notes who decides next, and in a correspondence game until when.
    fn note_deciding(&self, loaded: &Loaded) {
        let deadline = loaded.table.next_deadline().filter(|_| loaded.table.agreed().is_correspondence());
        let left = |deadline| deadline - loaded.clock.at(self.now());
        let deadline = deadline.map(|deadline| self.tables.world().time() + left(deadline).0);
        self.tables.open_tables.note_deciding(&self.id, loaded.table.deciding_chairs(), deadline);
    }

    fn publish(&mut self, events: &[StoredEvent]) {
        let (Some(loaded), Some(last)) = (&self.loaded, events.last()) else { return };
        self.published = Some(last.event.seq);
        let note = TableNote {
            table: self.id.clone(),
            events: events.iter().map(|event| event.event.clone()).collect(),
            moment: loaded.table.moment(loaded.clock.at(self.now())),
        };
        self.tables.counters.count_events(events.len());
        self.note_deciding(loaded);
        self.tables.bus().publish(&Topic::Table(self.id.clone()), &Note::Table(Arc::new(note)));
    }

    /// Tells those who are here what a match that has just ended did to ratings. Anyone who misses it asks later.
    async fn publish_ratings(&self) {
        let is_rated =
            |loaded: &Loaded| loaded.table.phase() == Phase::Over && loaded.table.row().settings.rated;
        if !self.loaded.as_ref().is_some_and(is_rated) {
            return;
        }
        match self.tables.world().store().rating_changes(&self.id).await {
            Ok(changes) if !changes.is_empty() => {
                let message = Message::Rated { table: self.id.clone(), changes };
                let note = Note::Answer(Arc::new(message));
                self.tables.bus().publish(&Topic::Table(self.id.clone()), &note);
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(table = %self.id, %error, "changes of ratings could not be read"),
        }
    }

    /// The table, loaded if it is not in memory.
    async fn load(&mut self) -> Result<&mut Loaded, Problem> {
        if self.loaded.is_none() {
            let read = self.read().await;
            self.is_missing = matches!(&read, Err(problem) if problem.code == Code::NotFound);
            let (loaded, events) = read?;
            self.kept_clock = None;
            let is_new = loaded.table.seq() == 0;
            self.loaded = Some(loaded);
            // What was written although the writer was told otherwise has not been published yet.
            let since = self.published.unwrap_or(events.len() as u64) as usize;
            if let Some(missed) = events.get(since..).filter(|missed| !missed.is_empty()) {
                self.publish(missed);
            }
            self.published = Some(events.len() as u64);
            if is_new {
                self.open_new_table().await?;
            }
            self.ask_engine(false);
        }
        self.loaded.as_mut().ok_or_else(unavailable)
    }

    async fn open_new_table(&mut self) -> Result<(), Problem> {
        let now = Now { table_time: Millis(0), unix_ms: self.tables.world().time() };
        let Some(loaded) = &mut self.loaded else { return Err(unavailable()) };
        let phase = loaded.table.phase();
        let host = loaded.table.row().host.id.clone();
        loaded.table.promise(&host, || self.tables.people.take_promises(&host));
        let handled = loaded.table.handle(&Envelope::of_server(TableCommand::Open), now);
        if !handled.events.is_empty() {
            self.commit(&handled.events, phase, now).await?;
            self.publish(&handled.events);
        }
        Ok(())
    }

    async fn read(&self) -> Result<(Loaded, Vec<StoredEvent>), Problem> {
        let world = self.tables.world();
        let not_read = |error: StoreError| {
            tracing::warn!(table = %self.id, %error, "a table could not be loaded");
            unavailable()
        };
        self.tables.hold_lease().await;
        let row =
            world.store().claim(&self.id, &self.tables.lease(), world.time()).await.map_err(not_read)?;
        let row = row.ok_or_else(|| Problem::new(Code::NotFound, "there is no such table"))?;
        let events = world.store().events(&self.id, 0).await.map_err(not_read)?;
        let dice = self.dice(&row).await.map_err(not_read)?;
        let table = Table::load(world.games(), row, &events, dice).map_err(|error| {
            tracing::error!(%error, "a table makes no sense");
            Problem::new(Code::Internal, "this table cannot be read any more; the server has noted it")
        })?;
        let kept = self.kept_clock.or_else(|| self.tables.sleeping.take(&self.id));
        let clock = match kept {
            Some(clock) => clock.resumed(table.at(), self.now()),
            None => TableClock::started(table.clock_after_start(world.time()), self.now()),
        };
        let loaded = Loaded { table, clock };
        self.note(&loaded);
        Ok((loaded, events))
    }

    /// The dice of the table, whose secret is drawn when they are needed first.
    async fn dice(&self, row: &TableRow) -> Stored<Arc<dyn DiceSource>> {
        let world = self.tables.world();
        let has_chance = |entry: &GameEntry| entry.info.id == row.settings.game && entry.info.has_chance;
        if !world.games().iter().any(has_chance) {
            return Ok(Arc::new(SeededDice));
        }
        let mut fresh = DiceSecret([0; 32]);
        for word in fresh.0.chunks_exact_mut(8) {
            word.copy_from_slice(&world.random().to_le_bytes());
        }
        Ok(Arc::new(FairDice(world.store().dice_secret(&self.id, fresh).await?)))
    }
}

/// Answers; anyone who waited may have gone.
fn reply<T>(answer: Option<oneshot::Sender<T>>, value: T) {
    if let Some(answer) = answer {
        let _ = answer.send(value);
    }
}

fn unavailable() -> Problem {
    let sentence = "the server cannot write at present; nothing has happened, clocks stand still, try again";
    Problem::new(Code::Unavailable, sentence)
}

/// Checks that a person may see the table.
fn may_see(table: &Table, viewer: &Person, invite: Option<&str>) -> Result<(), Problem> {
    let row = table.row();
    let is_invited = invite == Some(row.invite.as_str());
    let may_watch = match row.settings.watchers {
        Watchers::Everyone => true,
        Watchers::Invited => is_invited,
        Watchers::Nobody => false,
    };
    // Who has the invitation may come to sit down, and wants to see where.
    let may_come = is_invited && table.phase() == Phase::Waiting;
    match may_watch || may_come || table.is_player(viewer) {
        true => Ok(()),
        false => Err(Problem::new(Code::NotAllowed, "this table is not for watching; ask for an invitation")),
    }
}

fn look(loaded: &Loaded, viewer: &Person, invite: Option<&str>, now: Instant) -> Result<Snapshot, Problem> {
    may_see(&loaded.table, viewer, invite)?;
    Ok(loaded.table.snapshot(viewer, loaded.clock.at(now)))
}

fn record(table: &Table, viewer: &Person) -> Result<String, Problem> {
    may_see(table, viewer, None)?;
    let record = table
        .record()
        .ok_or_else(|| Problem::new(Code::Phase, "the match has not begun, so there is no record yet"))?;
    Ok(record.to_string())
}

/// What an adviser is asked for a person whose turn it is.
fn hint_question(table: &Table, asker: &Person) -> Result<(u32, Question), Problem> {
    // Anyone who does not sit here learns nothing about the match, not even whose turn it is.
    table.chair_of(asker)?;
    if !table.row().settings.hints {
        return Err(Problem::new(Code::NotAllowed, "hints are not allowed at this table"));
    }
    let contest = table.contest().filter(|contest| contest.round_end().is_none());
    let contest = contest.ok_or_else(|| Problem::new(Code::Phase, "there is no position to think about"))?;
    let on_turn = match contest.position().turn() {
        framework::Turn::Seat(seat) => table.sitter_at(seat),
        _ => None,
    };
    match on_turn {
        Some(Sitter::Person(person)) if person.id == asker.id => {}
        _ => return Err(Problem::new(Code::NotYourTurn, "ask for a hint when you are to move")),
    }
    let question = Question {
        game: Arc::clone(contest.game()),
        position: contest.position().boxed_clone(),
        player: ADVISER.to_owned(),
        also: None,
        limits: Limits { seed: table.seq(), ..Limits::time(HINT_TIME) },
        urgency: Urgency::Hint,
        asker: asker.id.clone(),
        seat: None,
    };
    Ok((contest.ply(), question))
}

/// Where to play again: at the table that is arranged, or at a new one where everybody sits one chair further.
fn again(table: &Table, asker: &Person) -> Result<Again, Problem> {
    if !table.is_player(asker) {
        return Err(Problem::new(Code::NotAllowed, "only who played at the table can ask for a rematch"));
    }
    if table.phase() != Phase::Over {
        return Err(Problem::new(Code::Phase, "the match is not over yet"));
    }
    if let Some(there) = table.rematch() {
        return Ok(Again::There(there.clone()));
    }
    let mut settings = table.row().settings.clone();
    settings.tournament = None;
    settings.chairs = table.chairs_for_rematch(asker);
    settings.chairs.rotate_left(1);
    Ok(Again::At(Box::new(settings)))
}

#[cfg(test)]
mod tests;
