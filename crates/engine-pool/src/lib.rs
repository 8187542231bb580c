//! Computer players on a few threads: searching never holds up the people.
//!
//! [`EnginePool`] answers questions of tables and advisers, the most urgent first, and lets idle threads ponder. Memory
//! is counted in bytes over all threads, before a player allocates any. Threads that have nothing else to do help the
//! searches that run.

#![forbid(unsafe_code)]

mod analysis;
mod memory;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use ::limits::engines as limits;
use framework::{
    AnyFound, AnySearchRequest, Decision, DecisionRequest, EnginePlayer, FaultKind, Millis, Player as _,
    PlayerFault, catch_fault,
    search::{Control, Limits, Stop},
};
use protocol::{Code, Problem, UserId};
use tables::world::{EngineSeat, EngineService, Insight, Question, Urgency};
use tokio::sync::{mpsc, oneshot};

use self::{
    analysis::{Analysis, Reins, StopReinsWhenDropped},
    memory::{EngineMemory, Searching},
};

/// How many questions may wait; more are refused, since nobody would see an answer in time.
const MAX_WAITING: usize = limits::MAX_WAITING_QUESTIONS;

/// How many questions of one person may wait.
const MAX_WAITING_PER_PERSON: usize = limits::MAX_WAITING_QUESTIONS_PER_PERSON;

/// The time for an answer to a question that has waited for too long: enough for a sensible move.
const MIN_SEARCH_TIME: Millis = Millis(50);

/// What computer players may take in all unless something else is said, in bytes: the strongest player for every
/// thread, and two that wait for their next move.
#[must_use]
pub const fn default_engine_memory(threads: usize) -> usize {
    (threads + 2) * limits::ENGINE_MEMORY_PER_THREAD_BYTES
}

/// A few threads that think, and the questions that wait for them.
#[derive(Debug)]
pub struct EnginePool {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    n_threads: usize,
    /// Whether idle threads may think on a person's time.
    can_ponder: bool,
    waiting: Mutex<Waiting>,
    news: Condvar,
    memory: Arc<EngineMemory>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The first comes next.
    questions: BTreeMap<Place, Asked>,
    /// How many questions of each person wait or are thought about.
    of: BTreeMap<UserId, usize>,
    next_number: u64,
    n_thinking: usize,
    /// How many threads that would rest help them.
    n_helping: usize,
    /// Positions that are looked at deeper and deeper, and wait for a thread that no question needs.
    analyses: VecDeque<Analysis>,
    /// What stops those that run, and how many threads help them, by their number.
    running_analyses: BTreeMap<u64, (Arc<Reins>, usize)>,
    /// Searches on a person's time that wait until a thread has nothing else to do.
    ponderings: VecDeque<Pondering>,
    /// Whose seats those that run are for, what stops them, and how many threads help them, by their number.
    running_ponderings: BTreeMap<u64, (EngineSeat, Stop, usize)>,
    is_closed: bool,
}

/// The place of a question in the queue: the most urgent come first; of those, the first of everybody before
/// anybody's second, so that a thousand questions of one person hold nobody else up; and of those the oldest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    urgency: Urgency,
    before_of_asker: usize,
    number: u64,
}

#[derive(Debug)]
struct Asked {
    question: Question,
    since: Instant,
    stop: Stop,
    answer: Answer,
}

/// Who waits for an answer, and what for.
#[derive(Debug)]
enum Answer {
    Decision(oneshot::Sender<Result<Decision, PlayerFault>>),
    Found(oneshot::Sender<Result<AnyFound, Problem>>),
}

impl Answer {
    /// Tells whether nobody waits any more.
    fn is_closed(&self) -> bool {
        match self {
            Self::Decision(answer) => answer.is_closed(),
            Self::Found(answer) => answer.is_closed(),
        }
    }
}

/// A search on a person's time.
#[derive(Debug)]
struct Pondering {
    question: Question,
    seat: EngineSeat,
    stop: Stop,
    ended: oneshot::Sender<()>,
}

/// What a thread does next, and how many threads help it.
struct Job {
    work: Work,
    helpers: usize,
}

enum Work {
    Question(Asked),
    Analysis(u64, Analysis, Stop),
    Pondering(u64, Pondering),
}

/// Ends the search when nobody waits for its answer any more.
struct StopWhenDropped(Stop);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl EnginePool {
    /// Starts so many threads, whose players take so many bytes of memory at most.
    #[must_use]
    pub fn new(threads: usize, memory: usize) -> Self {
        Self::start(threads, memory, false)
    }

    /// The same, and threads that have nothing else to do think on a person's time where a table wants it.
    #[must_use]
    pub fn with_pondering(threads: usize, memory: usize) -> Self {
        Self::start(threads, memory, true)
    }

    fn start(threads: usize, memory: usize, can_ponder: bool) -> Self {
        let n_threads = threads.max(1);
        let memory = Arc::new(EngineMemory::new(memory));
        let shared =
            Shared { n_threads, can_ponder, waiting: Mutex::default(), news: Condvar::new(), memory };
        let shared = Arc::new(shared);
        for _ in 0..n_threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        Self { shared }
    }

    /// How many questions wait, and how many are thought about.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let waiting = self.shared.waiting();
        let n_yielding = waiting.running_ponderings.len() + waiting.running_analyses.len();
        (waiting.questions.len(), waiting.n_thinking - n_yielding)
    }

    /// How many positions are looked at deeper and deeper at this moment.
    #[must_use]
    pub fn n_analyzing(&self) -> usize {
        self.shared.waiting().running_analyses.len()
    }

    /// How many players think on a person's time.
    #[must_use]
    pub fn n_pondering(&self) -> usize {
        self.shared.waiting().running_ponderings.len()
    }

    /// The bytes that are set aside for players, those included that wait for their next question.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.shared.memory.bytes()
    }

    /// Puts a question into the queue, and tells how many come before it.
    fn ask(&self, question: Question, stop: Stop, answer: Answer) -> Result<u32, Problem> {
        let ahead = {
            let mut waiting = self.shared.waiting();
            // Anyone who has gone takes no place.
            waiting.forget_the_gone();
            let before_of_asker = waiting.of.get(&question.asker).copied().unwrap_or(0);
            if MAX_WAITING <= waiting.questions.len() || MAX_WAITING_PER_PERSON <= before_of_asker {
                let sentence = format!(
                    "all computer players are busy; {} questions wait, {before_of_asker} of them yours; \
                     try again later",
                    waiting.questions.len()
                );
                return Err(Problem::new(Code::Busy, sentence));
            }
            *waiting.of.entry(question.asker.clone()).or_default() += 1;
            let place = Place { urgency: question.urgency, before_of_asker, number: waiting.next_number };
            waiting.next_number += 1;
            if let Some(seat) = &question.seat {
                waiting.end_pondering_of(seat);
            }
            waiting.questions.insert(place, Asked { question, since: Instant::now(), stop, answer });
            waiting.make_room(self.shared.n_threads);
            waiting.questions.range(..place).count()
        };
        self.shared.news.notify_one();
        Ok(ahead as u32)
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        let mut waiting = self.shared.waiting();
        waiting.is_closed = true;
        waiting.running_ponderings.values().for_each(|(_, stop, _)| stop.now());
        waiting.running_analyses.values().for_each(|(reins, _)| reins.stop());
        waiting.analyses.clear();
        drop(waiting);
        self.shared.news.notify_all();
    }
}

impl EngineService for EnginePool {
    async fn decide(&self, question: Question, waits: impl Fn(u32) + Send) -> Result<Decision, PlayerFault> {
        let stop = Stop::default();
        let _stop_when_dropped = StopWhenDropped(stop.clone());
        let (answer, decided) = oneshot::channel();
        let fault = |problem: Problem| PlayerFault::new(FaultKind::Crashed, problem.sentence);
        match self.ask(question, stop, Answer::Decision(answer)).map_err(fault)? {
            0 => {}
            ahead => waits(ahead),
        }
        decided.await.unwrap_or_else(|_| Err(fault(broken_down())))
    }

    async fn search(&self, question: Question, waits: impl Fn(u32) + Send) -> Result<AnyFound, Problem> {
        let stop = Stop::default();
        let _stop_when_dropped = StopWhenDropped(stop.clone());
        let (answer, answered) = oneshot::channel();
        match self.ask(question, stop, Answer::Found(answer))? {
            0 => {}
            ahead => waits(ahead),
        }
        answered.await.unwrap_or_else(|_| Err(broken_down()))
    }

    async fn analyze(
        &self,
        question: Question,
        n_lines: usize,
        mut report: impl FnMut(Insight) -> Result<(), Problem> + Send,
    ) -> Result<(), Problem> {
        let reins = Arc::<Reins>::default();
        // It is dropped last: a search that stops because of it sees that nobody listens.
        let _stop_when_dropped = StopReinsWhenDropped(Arc::clone(&reins));
        let (reports, mut reported) = mpsc::unbounded_channel();
        let analysis = Analysis::new(question, n_lines, reins, reports);
        {
            let mut waiting = self.shared.waiting();
            waiting.analyses.retain(|waits| !waits.is_gone());
            if limits::MAX_WAITING_ANALYSES <= waiting.analyses.len() {
                let sentence = "all computer players are busy with analyses; try again later";
                return Err(Problem::new(Code::Busy, sentence));
            }
            waiting.analyses.push_back(analysis);
            waiting.make_room(self.shared.n_threads);
        }
        self.shared.news.notify_one();
        while let Some(insight) = reported.recv().await {
            report(insight?)?;
        }
        Ok(())
    }

    fn n_threads(&self) -> usize {
        self.shared.n_threads
    }

    fn can_ponder(&self) -> bool {
        self.shared.can_ponder
    }

    async fn ponder(&self, question: Question) {
        let (true, Some(seat)) = (self.shared.can_ponder, question.seat.clone()) else { return };
        let stop = Stop::default();
        let _stop_when_dropped = StopWhenDropped(stop.clone());
        let (ended, has_ended) = oneshot::channel();
        {
            let mut waiting = self.shared.waiting();
            waiting.ponderings.retain(|pondering| !pondering.ended.is_closed());
            if limits::MAX_WAITING_PONDERINGS <= waiting.ponderings.len() {
                return;
            }
            waiting.ponderings.push_back(Pondering { question, seat, stop, ended });
        }
        self.shared.news.notify_one();
        // It makes no difference whether it came to an end or gave way.
        let _ = has_ended.await;
    }
}

impl Waiting {
    /// Stops searches that give way if others need their threads, or those that help them: analyses to questions, and
    /// those on a person's time to both. An analysis that has just come takes its turn with those that run.
    fn make_room(&self, n_threads: usize) {
        let n_wanted = self.n_thinking + self.questions.len() + self.analyses.len();
        let of_analyses: usize = self.running_analyses.values().map(|(_, helpers)| helpers).sum();
        let of_ponderings: usize = self.running_ponderings.values().map(|(_, _, helpers)| helpers).sum();
        if n_wanted + of_analyses + of_ponderings <= n_threads {
            return;
        }
        self.running_ponderings.values().for_each(|(_, stop, _)| stop.now());
        if n_threads < n_wanted - self.running_ponderings.len() + of_analyses {
            self.running_analyses.values().for_each(|(reins, _)| reins.stop());
        }
    }

    /// Begins some work with the help of all threads that have nothing else to do. A question that comes meanwhile
    /// does not wait for them: it begins at once, and shares the processor for the rest of this search.
    fn begin(&mut self, n_threads: usize) -> usize {
        self.n_thinking += 1;
        let n_busy = self.n_thinking + self.n_helping + self.questions.len() + self.analyses.len();
        let helpers = n_threads.saturating_sub(n_busy);
        self.n_helping += helpers;
        helpers
    }

    /// Ends some work.
    fn end(&mut self, helpers: usize) {
        self.n_thinking -= 1;
        self.n_helping -= helpers;
    }

    /// Ends the search on a person's time for a seat that has to decide now. One that has not taken its player yet would
    /// begin after the answer otherwise, with a position of the past.
    fn end_pondering_of(&mut self, seat: &EngineSeat) {
        self.ponderings.retain(|pondering| pondering.seat != *seat);
        let running = self.running_ponderings.values().filter(|(of, ..)| of == seat);
        running.for_each(|(_, stop, _)| stop.now());
    }

    /// Removes the questions whose answers nobody waits for any more.
    fn forget_the_gone(&mut self) {
        let of = &mut self.of;
        self.questions.retain(|_, asked| {
            let is_gone = asked.answer.is_closed();
            if is_gone {
                settle(of, &asked.question.asker);
            }
            !is_gone
        });
    }
}

/// Notes that a question of a person is answered or forgotten.
fn settle(of: &mut BTreeMap<UserId, usize>, asker: &UserId) {
    if let Some(count) = of.get_mut(asker) {
        *count -= 1;
        if *count == 0 {
            of.remove(asker);
        }
    }
}

fn broken_down() -> Problem {
    Problem::new(Code::Internal, "the computer player broke down; the server has noted it")
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        locks::lock(&self.waiting)
    }

    /// Answers one question after the other, until the pool is closed; thinks on a person's time if there is none.
    fn work(&self) {
        while let Some(Job { work, helpers }) = self.next() {
            let threads = 1 + helpers;
            match work {
                Work::Question(asked) => {
                    let asker = asked.question.asker.clone();
                    self.answer(asked, threads);
                    let mut waiting = self.waiting();
                    waiting.end(helpers);
                    settle(&mut waiting.of, &asker);
                }
                Work::Analysis(number, analysis, stop) => {
                    let goes_on = self.analyze(analysis, threads, &stop);
                    let mut waiting = self.waiting();
                    waiting.end(helpers);
                    waiting.running_analyses.remove(&number);
                    if !waiting.is_closed {
                        waiting.analyses.extend(goes_on);
                    }
                }
                Work::Pondering(number, pondering) => {
                    self.ponder(&pondering, threads);
                    let mut waiting = self.waiting();
                    waiting.end(helpers);
                    waiting.running_ponderings.remove(&number);
                }
            }
        }
    }

    /// Answers a question, unless nobody wants to know any more.
    fn answer(&self, Asked { question, since, stop, answer }: Asked, threads: usize) {
        if answer.is_closed() {
            return;
        }
        let taken = self.memory.take(&*question.game, &question.player, question.seat.as_ref());
        // Nobody wants to know it any more if it cannot be sent.
        match (taken, answer) {
            (Ok(player), Answer::Decision(answer)) => {
                let _ = answer.send(decide(player, question, threads, since, &stop));
            }
            (Ok(player), Answer::Found(answer)) => {
                let _ = answer.send(search(player, &question, threads, since, &stop).ok_or_else(broken_down));
            }
            (Err(error), Answer::Decision(answer)) => {
                let _ = answer.send(Err(PlayerFault::new(FaultKind::Crashed, error)));
            }
            (Err(error), Answer::Found(answer)) => {
                let _ = answer.send(Err(Problem::told(Code::Settings, error.text())));
            }
        }
    }

    /// Searches until it is stopped; a player that breaks down is gone.
    fn ponder(&self, Pondering { question, seat, stop, ended }: &Pondering, threads: usize) {
        if ended.is_closed() {
            return;
        }
        let taken = self.memory.take_to_ponder(&*question.game, &question.player, seat, stop);
        if let Some(player) = taken {
            search(player, question, threads, Instant::now(), stop);
        }
    }

    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some((_, asked)) = waiting.questions.pop_first() {
                let helpers = waiting.begin(self.n_threads);
                return Some(Job { work: Work::Question(asked), helpers });
            }
            if let Some(analysis) = waiting.analyses.pop_front() {
                let helpers = waiting.begin(self.n_threads);
                let number = waiting.next_number;
                waiting.next_number += 1;
                waiting.running_analyses.insert(number, (analysis.reins(), helpers));
                let stop = analysis.begin_step();
                return Some(Job { work: Work::Analysis(number, analysis, stop), helpers });
            }
            if let Some(pondering) = waiting.ponderings.pop_front() {
                // From here on a question that needs the thread stops it.
                let helpers = waiting.begin(self.n_threads);
                let number = waiting.next_number;
                waiting.next_number += 1;
                let running = (pondering.seat.clone(), pondering.stop.clone(), helpers);
                waiting.running_ponderings.insert(number, running);
                return Some(Job { work: Work::Pondering(number, pondering), helpers });
            }
            waiting = self.news.wait(waiting).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

/// What is left of the time for an answer: it runs while the question waits, since the caller waits as well.
fn time_left(time: Millis, waited: Duration) -> Millis {
    let waited = Millis(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
    (time - waited).max(MIN_SEARCH_TIME.min(time))
}

/// How far a search may go that has begun to wait at a moment.
fn limits_of(question: &Question, threads: usize, since: Instant) -> Limits {
    let time = question.limits.time.map(|time| time_left(time, since.elapsed()));
    let threads = threads.max(question.limits.threads);
    Limits { time, threads, memory: Some(limits::MAX_TREE_BYTES), ..question.limits }
}

/// Lets a player decide; one that breaks down is gone.
fn decide(
    mut player: Searching,
    mut question: Question,
    threads: usize,
    since: Instant,
    stop: &Stop,
) -> Result<Decision, PlayerFault> {
    let limits = limits_of(&question, threads, since);
    let began = Instant::now();
    let elapsed = || Millis(began.elapsed().as_millis() as u64);
    let control = Control::new(stop, &elapsed);
    // An engine needs to know nothing of the moves before.
    let request = DecisionRequest {
        pos: &mut *question.position,
        start: None,
        moves: &[],
        limits,
        deadline: None,
        control,
    };
    let decision = player.player().decide(request);
    match &decision {
        Ok(_) => player.keep(),
        Err(fault) => log_fault(&question, fault),
    }
    decision
}

/// Lets a player search; `None` if it breaks down, and is gone then, or if nobody is to move.
fn search(
    mut player: Searching,
    question: &Question,
    threads: usize,
    since: Instant,
    stop: &Stop,
) -> Option<AnyFound> {
    let limits = limits_of(question, threads, since);
    let began = Instant::now();
    let elapsed = || Millis(began.elapsed().as_millis() as u64);
    let EnginePlayer(engine) = player.player();
    let searched = catch_fault(|| {
        let pos = &*question.position;
        let request = AnySearchRequest::new(pos, limits)?;
        let mut found = engine.search(request.with_control(Control::new(stop, &elapsed)));
        if let Some(also) = question.also.as_ref().filter(|also| **also != found.best) {
            let (searched, limits) = (elapsed(), halved(&limits));
            let since = || elapsed() - searched;
            let request = AnySearchRequest::new(pos, limits)?;
            engine.look_at(request.with_control(Control::new(stop, &since)), also, &mut found);
        }
        Some(found)
    });
    let found = searched.map_err(|fault| log_fault(question, &fault)).ok().flatten()?;
    player.keep();
    Some(found)
}

fn log_fault(question: &Question, fault: &PlayerFault) {
    let (player, position) = (&question.player, question.position.text());
    tracing::error!(player, position, %fault, "panic");
}

/// Half of the time and of the positions.
fn halved(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| Millis(time.0 / 2)),
        nodes: limits.nodes.map(|nodes| nodes / 2),
        ..*limits
    }
}

#[cfg(test)]
mod tests;
