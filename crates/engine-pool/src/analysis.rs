//! Positions that are looked at deeper and deeper, on threads that nobody else needs.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use framework::{
    AnyEngine, AnyFound, AnyPosition, AnySearchRequest, Millis, catch_fault,
    search::{Control, Limits, Stop},
};
use protocol::{Code, Problem};
use tables::world::{Insight, Question, Urgency};
use tokio::sync::mpsc;

use super::{Shared, broken_down, halved, log_fault};
use ::limits::engines::{
    ANALYSIS_TURN, MAX_ANALYSIS_LINE_MOVES as MAX_LINE_MOVES, MAX_ANALYSIS_TIME, MAX_TREE_BYTES,
};

/// The time of the first step; every other one takes twice as long as the one before it.
const FIRST_STEP: Millis = Millis(60);

/// Which part of a step the line after a move is looked for that is not the best.
const LINE_PART: u64 = 8;

/// A position that is looked at deeper and deeper.
#[derive(Debug)]
pub(super) struct Analysis {
    question: Question,
    n_lines: usize,
    /// How long it was thought about, and how long the next step takes.
    spent: Millis,
    step: Millis,
    reins: Arc<Reins>,
    reports: mpsc::UnboundedSender<Result<Insight, Problem>>,
}

/// What stops the present step: it gives way, or nobody wants it any more.
#[derive(Debug, Default)]
pub(super) struct Reins(Mutex<Stop>);

impl Reins {
    /// Ends the present step.
    pub(super) fn stop(&self) {
        locks::lock(&self.0).now();
    }

    /// A flag for the next step.
    fn take_again(&self) -> Stop {
        let fresh = Stop::default();
        locks::lock(&self.0).clone_from(&fresh);
        fresh
    }
}

/// Ends an analysis when nobody waits for it any more.
pub(super) struct StopReinsWhenDropped(pub(super) Arc<Reins>);

impl Drop for StopReinsWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Analysis {
    pub(super) fn new(
        question: Question,
        n_lines: usize,
        reins: Arc<Reins>,
        reports: mpsc::UnboundedSender<Result<Insight, Problem>>,
    ) -> Self {
        let total = question.limits.time.unwrap_or(MAX_ANALYSIS_TIME);
        // Nobody looks at a report while it is made, so that short steps would be for nothing.
        let step = if question.urgency == Urgency::Report { total } else { FIRST_STEP };
        Self { question, n_lines, spent: Millis(0), step, reins, reports }
    }

    pub(super) fn reins(&self) -> Arc<Reins> {
        Arc::clone(&self.reins)
    }

    /// Tells whether nobody wants it any more.
    pub(super) fn is_gone(&self) -> bool {
        self.reports.is_closed()
    }

    /// What stops the next step. It is taken before anybody knows that the analysis runs, so that no word to stop is lost.
    pub(super) fn begin_step(&self) -> Stop {
        self.reins.take_again()
    }

    fn total(&self) -> Millis {
        self.question.limits.time.unwrap_or(MAX_ANALYSIS_TIME)
    }
}

impl Shared {
    /// Looks deeper and deeper until everything is known, the time is over, or a question needs the thread; gives the
    /// analysis back if it is not over.
    pub(super) fn analyze(&self, mut analysis: Analysis, threads: usize, stop: &Stop) -> Option<Analysis> {
        if analysis.is_gone() {
            return None;
        }
        let question = &analysis.question;
        let mut player = match self.memory.take_to_analyze(&*question.game, &question.player, stop) {
            Ok(Some(player)) => player,
            Ok(None) => {
                let sentence = "the memory of all computer players is in use; try again in a moment";
                let _ = analysis.reports.send(Err(Problem::new(Code::Busy, sentence)));
                return None;
            }
            Err(error) => {
                let _ = analysis.reports.send(Err(Problem::told(Code::Settings, error.text())));
                return None;
            }
        };
        loop {
            let longest = if self.waits_for_analysis() { ANALYSIS_TURN } else { Millis(u64::MAX) };
            let step = analysis.step.min(longest).min(analysis.total() - analysis.spent);
            let limits = Limits {
                time: Some(step),
                memory: Some(MAX_TREE_BYTES),
                threads,
                ..analysis.question.limits
            };
            let engine = &mut *player.player().0;
            let looked = look(engine, &analysis.question, analysis.n_lines, &limits, stop);
            let Some((found, lines, used)) = looked else {
                let _ = analysis.reports.send(Err(broken_down()));
                return None;
            };
            if stop.is_set() {
                player.keep();
                // A step that was cut off was for nothing; a shorter one may come to its end.
                analysis.step = Millis(analysis.step.0 / 2).max(FIRST_STEP);
                return (!analysis.is_gone()).then_some(analysis);
            }
            analysis.spent += used;
            // A search that ends before its time has nothing more to find.
            let is_final = used.0 < step.0 / 2 || analysis.total() <= analysis.spent;
            if analysis.reports.send(Ok(Insight { found, lines, is_final })).is_err() || is_final {
                player.keep();
                return None;
            }
            analysis.step = Millis(analysis.step.0.saturating_mul(2));
            if self.waits_for_analysis() {
                player.keep();
                return Some(analysis);
            }
        }
    }

    fn waits_for_analysis(&self) -> bool {
        !self.waiting().analyses.is_empty()
    }
}

/// One step: what is found in so long, the lines after the best moves, and how long the search itself took. The number of
/// positions and the time that are told are those of this step.
fn look(
    engine: &mut dyn AnyEngine,
    question: &Question,
    n_lines: usize,
    limits: &Limits,
    stop: &Stop,
) -> Option<(AnyFound, Vec<Vec<String>>, Millis)> {
    let began = Instant::now();
    let elapsed = || Millis(began.elapsed().as_millis() as u64);
    let searched = catch_fault(|| {
        let request = AnySearchRequest::new(&*question.position, *limits)?;
        let mut found = engine.search(request.with_control(Control::new(stop, &elapsed)));
        let used = elapsed();
        if let Some(also) = question.also.as_ref().filter(|also| **also != found.best) {
            let since = || elapsed() - used;
            let request = AnySearchRequest::new(&*question.position, halved(limits))?;
            engine.look_at(request.with_control(Control::new(stop, &since)), also, &mut found);
        }
        let mut lines = vec![found.line.clone()];
        let others = found.moves.iter().filter(|known| known.text != found.best && known.worth.is_some());
        for known in others.take(n_lines.saturating_sub(1)) {
            lines.push(line_after(engine, &*question.position, &known.text, limits, stop));
        }
        lines.truncate(n_lines);
        for line in &mut lines {
            line.truncate(MAX_LINE_MOVES);
        }
        Some((found, lines, used))
    });
    searched.map_err(|fault| log_fault(question, &fault)).ok().flatten()
}

/// A move, and what follows it as far as a short search sees.
fn line_after(
    engine: &mut dyn AnyEngine,
    pos: &dyn AnyPosition,
    text: &str,
    limits: &Limits,
    stop: &Stop,
) -> Vec<String> {
    let mut line = vec![text.to_owned()];
    let mut after = pos.boxed_clone();
    if after.play(text).is_err() {
        return line;
    }
    let began = Instant::now();
    let elapsed = || Millis(began.elapsed().as_millis() as u64);
    let limits = Limits { time: limits.time.map(|time| Millis(time.0 / LINE_PART)), ..*limits };
    // Where the dice or nobody is next, nothing follows.
    if let Some(request) = AnySearchRequest::new(&*after, limits) {
        line.extend(engine.search(request.with_control(Control::new(stop, &elapsed))).line);
    }
    line
}
