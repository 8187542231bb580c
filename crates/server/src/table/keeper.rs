//! The task that keeps one table: commits, answers, publishes, and asks computer players.

use std::{sync::Arc, time::Duration};

use framework::{ClockRule, DiceSecret, GameEntry, Millis, Rng, search::Limits};
use protocol::{
    Code, LobbyChange, Message, NewTable, Person, Phase, Problem, Sitter, Snapshot, TableHappening, TableId,
    Watchers,
};
use tokio::{
    sync::{mpsc, oneshot},
    task::AbortHandle,
    time::{Instant, sleep_until},
};

use super::{DiceSource, EngineTurn, FairDice, Now, Order, SeededDice, Table, TableClock, Wish};
use crate::{
    bus::{Bus as _, Note, TableNote, Topic},
    house::House,
    store::{
        Append, DiceSecrets as _, Standings as _, Store as _, StoreError, Stored, StoredEvent, TableRow,
    },
    world::{Question, Thinker as _, Urgency, World},
};

/// How many letters may wait for a table.
pub(crate) const LETTERS: usize = 256;

/// How long a table stays in memory after the last letter.
pub(crate) const IDLE: Duration = Duration::from_secs(120);

/// How long after the end of a player's time it is decided that nothing came: what arrived in time may still be
/// on its way from the socket to the table.
const GRACE: Duration = Duration::from_millis(40);

/// How long passes until a table that could not be written or loaded is tried again.
const RETRY: Duration = Duration::from_millis(250);

/// Who is asked for advice.
pub(crate) const ADVISER: &str = "adviser";

/// How long an adviser thinks about a position at a table.
pub(crate) const HINT_TIME: Millis = Millis(1_000);

/// What the keeper of a table is asked.
#[derive(Debug)]
pub(crate) enum Letter {
    /// Somebody wants something.
    Order {
        /// What.
        order: Order,
        /// When it arrived at the server; what arrived in time counts.
        arrived: Instant,
        /// Who waits for the answer: the number of the last event of the order.
        answer: oneshot::Sender<Result<u64, Problem>>,
    },
    /// Somebody wants to see the table.
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
    /// Somebody wants to know what to ask an adviser.
    Advice {
        /// Who.
        asker: Person,
        /// Who waits for the answer: the ply and the question.
        answer: oneshot::Sender<Result<(u32, Question), Problem>>,
    },
    /// Somebody wants to play again.
    Again {
        /// Who.
        asker: Person,
        /// Who waits for the answer.
        answer: oneshot::Sender<Result<Again, Problem>>,
    },
    /// Somebody wants the match as a text.
    Record {
        /// Who.
        viewer: Person,
        /// Who waits for the answer.
        answer: oneshot::Sender<Result<String, Problem>>,
    },
    /// A computer player has decided, or broke down.
    Thought(EngineTurn, Option<String>),
}

/// A letter as it waits: a queue has room for many, of which an idle table needs none.
pub(crate) type Sealed = Box<Letter>;

/// How players play again.
#[derive(Debug)]
pub(crate) enum Again {
    /// At a table that one of them has made.
    There(TableId),
    /// At a new table with these settings.
    At(NewTable),
}

/// Keeps a table until nobody asks for it any more.
pub(crate) async fn keep<W: World>(house: Arc<House<W>>, id: TableId, letters: mpsc::Receiver<Sealed>) {
    let (thoughts, thought) = mpsc::channel(4);
    let keeper =
        Keeper { house, id, loaded: None, published: None, is_missing: false, thinking: None, thoughts };
    keeper.work(letters, thought).await;
}

struct Keeper<W: World> {
    house: Arc<House<W>>,
    id: TableId,
    loaded: Option<Loaded>,
    /// The number of the last event that was published, once one is known.
    published: Option<u64>,
    /// Whether there is no such table.
    is_missing: bool,
    thinking: Option<Thinking>,
    thoughts: mpsc::Sender<Sealed>,
}

struct Loaded {
    table: Table,
    clock: TableClock,
}

/// A computer player at work; it is stopped when nobody wants to know its answer any more.
struct Thinking {
    turn: EngineTurn,
    task: AbortHandle,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl<W: World> Keeper<W> {
    async fn work(mut self, mut letters: mpsc::Receiver<Sealed>, mut thoughts: mpsc::Receiver<Sealed>) {
        let mut last_letter = Instant::now();
        loop {
            let wake = self.wake(last_letter);
            // The order decides when several are ready, so that a simulation always goes the same way.
            let letter = tokio::select! {
                biased;
                letter = letters.recv() => match letter {
                    Some(letter) => letter,
                    None => return,
                },
                Some(letter) = thoughts.recv() => letter,
                () = sleep_until(wake) => {
                    if self.thinking.is_none() && last_letter + IDLE <= wake && !self.has_deadline() {
                        Box::pin(self.close_if_deserted()).await;
                        // Whoever is late finds the door closed, and another keeper is started.
                        letters.close();
                    }
                    Box::pin(self.tick()).await;
                    continue;
                }
            };
            last_letter = Instant::now();
            // In a box of its own, so that a table at which nothing happens does not need room for it.
            Box::pin(self.open(*letter)).await;
            if self.is_missing {
                letters.close();
            }
        }
    }

    fn has_deadline(&self) -> bool {
        self.loaded.as_ref().is_some_and(|loaded| loaded.table.next_deadline().is_some())
    }

    /// When to do something even if no letter comes.
    fn wake(&self, last_letter: Instant) -> Instant {
        match &self.loaded {
            // A table that could not be written has to be looked at again.
            None if self.published.is_some() => Instant::now() + RETRY,
            None => last_letter + IDLE,
            Some(loaded) => {
                let deadline = loaded.table.next_deadline().and_then(|at| loaded.clock.moment(at));
                deadline.map_or(Instant::now().max(last_letter) + IDLE, |deadline| deadline + GRACE)
            }
        }
    }

    async fn tick(&mut self) {
        let order = Order::of_server(Wish::Tick);
        // Nobody waits for an answer; what went wrong is tried again.
        let _ = self.serve(&order, Instant::now(), None).await;
    }

    /// Gives up a table at which nobody plays yet and of whose people nobody is connected any more, or at which
    /// nobody has played for long.
    async fn close_if_deserted(&mut self) {
        let Some(Loaded { table, .. }) = &self.loaded else { return };
        let is_here = |person: &Person| self.house.lobby.is_here(&person.id);
        let is_deserted = table.phase() == Phase::Waiting && !table.people().any(is_here);
        if is_deserted || table.is_abandoned(self.house.world().time()) {
            let order = Order::of_server(Wish::Close);
            // What could not be written is tried again when the table is loaded the next time.
            let _ = self.serve(&order, Instant::now(), None).await;
        }
    }

    async fn open(&mut self, letter: Letter) {
        match letter {
            Letter::Order { order, arrived, answer } => {
                if let Err((answer, problem)) = self.serve(&order, arrived, Some(answer)).await {
                    reply(answer, Err(problem));
                }
            }
            Letter::Look { viewer, invite, answer } => {
                let snapshot = match self.load().await {
                    Ok(loaded) => look(loaded, &viewer, invite.as_deref()),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), snapshot);
            }
            Letter::Wake { answer } => {
                let loaded = self.load().await.map(|_| ());
                reply(Some(answer), loaded);
            }
            Letter::Advice { asker, answer } => {
                let question = match self.load().await {
                    Ok(loaded) => question_for(&loaded.table, &asker),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), question);
            }
            Letter::Again { asker, answer } => {
                let row = match self.load().await {
                    Ok(loaded) => again(&loaded.table, &asker),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), row);
            }
            Letter::Record { viewer, answer } => {
                let record = match self.load().await {
                    Ok(loaded) => record(&loaded.table, &viewer),
                    Err(problem) => Err(problem),
                };
                reply(Some(answer), record);
            }
            Letter::Thought(turn, text) => {
                self.thinking = None;
                let EngineTurn { seq, chair, .. } = turn;
                let Some(text) = text.or_else(|| self.first_legal_move()) else { return };
                let order = Order::of_server(Wish::EngineMove { seq, chair, text });
                // A move that is not wanted any more, as after taking back, is forgotten; one that could not be
                // written is thought about again.
                let _ = self.serve(&order, Instant::now(), None).await;
                self.let_think();
            }
        }
    }

    /// Validates, commits, answers, publishes, in this order.
    async fn serve(
        &mut self,
        order: &Order,
        arrived: Instant,
        answer: Option<oneshot::Sender<Result<u64, Problem>>>,
    ) -> Result<(), (Option<oneshot::Sender<Result<u64, Problem>>>, Problem)> {
        let time = self.house.world().time();
        let house = Arc::clone(&self.house);
        let loaded = match self.load().await {
            Ok(loaded) => loaded,
            Err(problem) => return Err((answer, problem)),
        };
        let now = Now { at: loaded.clock.at(arrived), time };
        let phase = loaded.table.phase();
        if let (Wish::Sit { .. }, Some(who)) = (&order.wish, &order.who) {
            loaded.table.promise(&who.id, || house.lobby.take_promises(&who.id));
        }
        let handled = loaded.table.handle(order, now);
        loaded.clock.put_back(handled.given_back, Instant::now());
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
            self.tell_ratings().await;
        }
        self.let_think();
        Ok(())
    }

    async fn commit(&mut self, events: &[StoredEvent], before: Phase, now: Now) -> Result<(), Problem> {
        let Some(loaded) = &mut self.loaded else { return Err(unavailable()) };
        let is_of_match = |event: &StoredEvent| matches!(event.event.what, TableHappening::Match(_));
        let has_changed = loaded.table.phase() != before || !events.iter().all(is_of_match);
        let is_over = loaded.table.phase() == Phase::Over && before != Phase::Over;
        let append = Append {
            lease: self.house.lease(),
            now: now.time,
            table: self.id.clone(),
            events: events.to_vec(),
            summary: has_changed.then(|| loaded.table.summary()),
            results: if is_over { loaded.table.results(now) } else { Vec::new() },
        };
        loaded.clock.stop(Instant::now());
        let began = Instant::now();
        let appended = self.house.world().store().append(append).await;
        self.house.metrics().commit(began.elapsed());
        match appended {
            Ok(()) => {
                if let Some(loaded) = &mut self.loaded {
                    loaded.clock.go_on(Instant::now());
                }
                if has_changed {
                    self.announce();
                }
                Ok(())
            }
            Err(error) => {
                // Perhaps it was written, perhaps not: only the store knows.
                tracing::warn!(table = %self.id, %error, "events could not be written");
                self.loaded = None;
                self.thinking = None;
                Err(unavailable())
            }
        }
    }

    fn announce(&self) {
        let Some(loaded) = &self.loaded else { return };
        self.house.rated.note(&loaded.table.summary());
        if loaded.table.row().settings.hidden {
            return;
        }
        let change = match loaded.table.phase() {
            Phase::Waiting | Phase::Playing => LobbyChange::Table(loaded.table.summary()),
            Phase::Over | Phase::Closed => LobbyChange::Gone(self.id.clone()),
        };
        self.house.bus().publish(&Topic::Lobby, &Note::Lobby(Arc::new(change)));
    }

    fn publish(&mut self, events: &[StoredEvent]) {
        let (Some(loaded), Some(last)) = (&self.loaded, events.last()) else { return };
        self.published = Some(last.event.seq);
        let note = TableNote {
            table: self.id.clone(),
            events: events.iter().map(|event| event.event.clone()).collect(),
            moment: loaded.table.moment(loaded.clock.at(Instant::now())),
        };
        self.house.metrics().events(events.len());
        self.house.bus().publish(&Topic::Table(self.id.clone()), &Note::Table(Arc::new(note)));
    }

    /// Tells those who are here what a match that has just ended did to ratings. Whoever misses it asks later.
    async fn tell_ratings(&self) {
        let is_rated =
            |loaded: &Loaded| loaded.table.phase() == Phase::Over && loaded.table.row().settings.rated;
        if !self.loaded.as_ref().is_some_and(is_rated) {
            return;
        }
        match self.house.world().store().rating_changes(&self.id).await {
            Ok(changes) if !changes.is_empty() => {
                let message = Message::Rated { table: self.id.clone(), changes };
                let note = Note::Answer(Arc::new(message));
                self.house.bus().publish(&Topic::Table(self.id.clone()), &note);
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
            self.let_think();
        }
        self.loaded.as_mut().ok_or_else(unavailable)
    }

    async fn open_new_table(&mut self) -> Result<(), Problem> {
        let now = Now { at: Millis(0), time: self.house.world().time() };
        let Some(loaded) = &mut self.loaded else { return Err(unavailable()) };
        let phase = loaded.table.phase();
        let host = loaded.table.row().host.id.clone();
        loaded.table.promise(&host, || self.house.lobby.take_promises(&host));
        let handled = loaded.table.handle(&Order::of_server(Wish::Open), now);
        if !handled.events.is_empty() {
            self.commit(&handled.events, phase, now).await?;
            self.publish(&handled.events);
        }
        Ok(())
    }

    async fn read(&self) -> Result<(Loaded, Vec<StoredEvent>), Problem> {
        let (world, lease) = (self.house.world(), self.house.lease());
        let not_read = |error: StoreError| {
            tracing::warn!(table = %self.id, %error, "a table could not be loaded");
            unavailable()
        };
        let row = world.store().claim(&self.id, &lease, world.time()).await.map_err(not_read)?;
        let row = row.ok_or_else(|| Problem::new(Code::NotFound, "there is no such table"))?;
        let events = world.store().events(&self.id, 0).await.map_err(not_read)?;
        let dice = self.dice(&row).await.map_err(not_read)?;
        let table = Table::load(world.games(), row, &events, dice).map_err(|error| {
            tracing::error!(%error, "a table makes no sense");
            Problem::new(Code::Internal, "this table cannot be read any more; the server has noted it")
        })?;
        self.house.rated.note(&table.summary());
        let clock = TableClock::started(table.at(), Instant::now());
        Ok((Loaded { table, clock }, events))
    }

    /// The dice of the table, whose secret is drawn when they are needed first.
    async fn dice(&self, row: &TableRow) -> Stored<Arc<dyn DiceSource>> {
        let world = self.house.world();
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

    /// Asks the computer player whose turn it is, unless it thinks already.
    fn let_think(&mut self) {
        let Some(loaded) = &self.loaded else { return };
        let turn = loaded.table.engine_to_move();
        if self.thinking.as_ref().map(|thinking| &thinking.turn) == turn.as_ref() {
            return;
        }
        self.thinking = None;
        let (Some(turn), Some(contest)) = (turn, loaded.table.contest()) else { return };
        let time = loaded.table.time_to_think(turn.seat, loaded.clock.at(Instant::now()));
        let seed = Rng::stream(loaded.table.row().secret, "engine", turn.seq).bits();
        let question = Question {
            game: Arc::clone(contest.game()),
            position: contest.position().boxed_clone(),
            player: turn.player.clone(),
            also: None,
            limits: Limits { seed, ..Limits::time(time) },
            urgency: urgency(&loaded.table),
            asker: loaded.table.row().host.id.clone(),
        };
        let (house, thoughts) = (Arc::clone(&self.house), self.thoughts.clone());
        let (asked, table) = (turn.clone(), self.id.clone());
        let task = tokio::spawn(async move {
            let topic = Topic::Table(table.clone());
            let waits = |position| house.bus().publish(&topic, &Note::Busy(table.clone(), position));
            let found = house.world().thinker().think(question, waits).await;
            if let Err(problem) = &found {
                tracing::warn!(%table, problem = %problem.sentence, "a computer player broke down");
            }
            // The keeper is gone if nobody takes the answer.
            let best = found.ok().map(|found| found.best);
            let _ = thoughts.send(Box::new(Letter::Thought(asked, best))).await;
        });
        self.thinking = Some(Thinking { turn, task: task.abort_handle() });
    }

    /// A move for a computer player that broke down: the game has to go on.
    fn first_legal_move(&self) -> Option<String> {
        self.loaded.as_ref()?.table.contest()?.position().legal_moves().into_iter().next()
    }
}

/// Answers; whoever waited may have gone.
fn reply<T>(answer: Option<oneshot::Sender<T>>, value: T) {
    if let Some(answer) = answer {
        let _ = answer.send(value);
    }
}

fn unavailable() -> Problem {
    let sentence = "the server cannot write at present; nothing has happened, clocks stand still, try again";
    Problem::new(Code::Unavailable, sentence)
}

/// Checks that somebody may see the table.
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

fn look(loaded: &Loaded, viewer: &Person, invite: Option<&str>) -> Result<Snapshot, Problem> {
    may_see(&loaded.table, viewer, invite)?;
    Ok(loaded.table.snapshot(viewer, loaded.clock.at(Instant::now())))
}

fn record(table: &Table, viewer: &Person) -> Result<String, Problem> {
    may_see(table, viewer, None)?;
    let record = table
        .record()
        .ok_or_else(|| Problem::new(Code::Phase, "the match has not begun, so there is no record yet"))?;
    Ok(record.to_string())
}

/// What an adviser is asked for somebody whose turn it is.
fn question_for(table: &Table, asker: &Person) -> Result<(u32, Question), Problem> {
    // Whoever does not sit here learns nothing about the match, not even whose turn it is.
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
    settings.chairs = table.chairs_for_rematch(asker);
    settings.chairs.rotate_left(1);
    Ok(Again::At(settings))
}

fn urgency(table: &Table) -> Urgency {
    let is_person = |sitter: Option<&Sitter>| matches!(sitter, Some(Sitter::Person(_)));
    let has_person =
        framework::Seat::all(table.agreed().n_chairs).any(|seat| is_person(table.sitter_at(seat)));
    match (has_person, table.agreed().clock) {
        (true, ClockRule::None) => Urgency::Person,
        (true, _) => Urgency::Clock,
        (false, _) => Urgency::Engines,
    }
}

#[cfg(test)]
mod tests;
