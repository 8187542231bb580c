//! Alpha-beta: minimax without the lines that cannot matter.

mod ordering;
mod worker;

use std::sync::Arc;

use self::worker::Worker;
use super::{
    Control, Engine, Evaluator, Found, Limits, RootMove, SearchRequest, Stop, table::TranspositionTable,
};
use crate::{Deterministic, Millis, Options, OptionsError, OptionsReader, Seat, TwoSeatZeroSum, Valuation};

/// The ideas of the search that can be switched off, to see what each is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaFeatures {
    /// The size of the table of positions in megabytes; 0 for none.
    pub table_megabytes: usize,
    /// Whether the search deepens ply by ply, the results of each iteration guiding the next.
    pub deepening: bool,
    /// Whether the evaluation's own promise orders the moves.
    pub promise: bool,
    /// Whether moves that cut elsewhere are tried early: killers of the same ply, and the history of all.
    pub killers_and_history: bool,
    /// Whether moves after the first are first tested with an empty window.
    pub null_window: bool,
    /// Whether moves are left out of which the evaluation knows that they are not the best.
    pub narrowing: bool,
    /// How many plies a restless position may be searched beyond the horizon.
    pub quiescence: u32,
    /// Whether every move at the root gets its exact value, not only the best.
    pub exact_root: bool,
}

impl AlphaBetaFeatures {
    /// Nothing but the two bounds.
    pub const PLAIN: Self = Self {
        table_megabytes: 0,
        deepening: false,
        promise: false,
        killers_and_history: false,
        null_window: false,
        narrowing: false,
        quiescence: 0,
        exact_root: false,
    };

    /// Everything, with a table of moderate size.
    pub const ALL: Self = Self {
        table_megabytes: 16,
        deepening: true,
        promise: true,
        killers_and_history: true,
        null_window: true,
        narrowing: true,
        quiescence: 4,
        exact_root: false,
    };
}

impl AlphaBetaFeatures {
    /// The features that a line of options chooses: everything, or after `plain` only what is named besides it,
    /// as in `plain promise table=64`.
    ///
    /// # Errors
    /// If the options are unknown or out of bounds.
    pub fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let features = Self::take(&mut reader)?;
        reader.finish(Self::KNOWN).map(|()| features)
    }

    /// What can be said about the features, for error messages.
    pub const KNOWN: &str = "table=MEGABYTES, quiescence=PLIES, exact, plain, and after plain: promise, deepening, history, null-window, narrowing";

    /// Takes what is said about the features out of a line of options.
    ///
    /// # Errors
    /// If a number is out of bounds.
    pub fn take(reader: &mut OptionsReader<'_>) -> Result<Self, OptionsError> {
        let base = if reader.flag("plain") { Self::PLAIN } else { Self { table_megabytes: 64, ..Self::ALL } };
        let table = reader.number("table", 0..=65_536)?;
        let quiescence = reader.number("quiescence", 0..=64)?;
        Ok(Self {
            table_megabytes: table.map_or(base.table_megabytes, |megabytes| megabytes as usize),
            deepening: reader.flag("deepening") || base.deepening,
            promise: reader.flag("promise") || base.promise,
            killers_and_history: reader.flag("history") || base.killers_and_history,
            null_window: reader.flag("null-window") || base.null_window,
            narrowing: reader.flag("narrowing") || base.narrowing,
            quiescence: quiescence.unwrap_or(base.quiescence),
            exact_root: reader.flag("exact") || base.exact_root,
        })
    }
}

/// Looks ahead as [`Minimax`](super::Minimax) does and finds the same values, but leaves out what cannot matter.
///
/// ```
/// use framework::{Game, Seat, search::{AlphaBeta, AlphaBetaFeatures, Engine, Limits, SearchRequest, final_value}};
/// let game = nim::Nim(vec![3, 4, 5]);
/// let judge = |pos: &nim::Heaps, seat: Seat| final_value(pos, seat).unwrap_or(0.0);
/// let mut engine = AlphaBeta::new(judge, AlphaBetaFeatures::ALL);
/// let start = game.start();
/// let found = engine.search(SearchRequest::new(&start, Limits::NONE).expect("the game has just begun"));
/// assert_eq!(game.write_move(&start, found.best), "2-1");
/// ```
#[derive(Debug)]
pub struct AlphaBeta<E> {
    evaluator: E,
    features: AlphaBetaFeatures,
    /// Made by the first search: whoever only asks whether there is such a player pays nothing.
    table: Option<Arc<TranspositionTable>>,
}

impl<E> AlphaBeta<E> {
    /// A search with an evaluation and chosen features.
    pub const fn new(evaluator: E, features: AlphaBetaFeatures) -> Self {
        Self { evaluator, features, table: None }
    }

    const fn has_table(&self) -> bool {
        self.features.table_megabytes != 0
    }
}

impl<P: Deterministic + TwoSeatZeroSum, E: Evaluator<P>> Engine<P> for AlphaBeta<E> {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        let limits = request.limits();
        if self.has_table() {
            let megabytes = self.features.table_megabytes;
            self.table.get_or_insert_with(|| Arc::new(TranspositionTable::new(megabytes))).grow_older();
        }
        // Helpers only fill the shared table; without one they are of no use.
        let helpers = if self.table.is_some() { limits.threads.saturating_sub(1) } else { 0 };
        let helpers_stop = Stop::default();
        let mut nodes_of_helpers = 0;
        let mut found = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..helpers)
                .map(|helper_idx| {
                    let (pos, stop, worker) = (request.pos(), &helpers_stop, self.worker(request.mover()));
                    scope.spawn(move || help(worker, pos, limits, helper_idx, stop))
                })
                .collect();
            let found = self.worker(request.mover()).search(request, 1);
            helpers_stop.now();
            nodes_of_helpers = handles
                .into_iter()
                .map(|handle| handle.join().expect("a helper does not panic"))
                .sum::<u64>();
            found
        });
        found.nodes += nodes_of_helpers;
        found
    }

    /// Of moves that were only tested against the best nothing is known but that they are no better.
    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        let is_known = root.exact || root.mv == found.best && 0 < found.depth;
        found.appraised_by(&self.evaluator, pos, root).filter(|_| is_known)
    }

    fn forget(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    fn remembers(&self) -> bool {
        self.has_table()
    }

    fn memory(&self, _: &Limits) -> usize {
        if self.has_table() { TranspositionTable::bytes(self.features.table_megabytes) } else { 0 }
    }
}

impl<E> AlphaBeta<E> {
    fn worker<P: Deterministic>(&self, mover: Seat) -> Worker<'_, P, E> {
        Worker::new(&self.evaluator, self.features, self.table.as_deref(), mover)
    }
}

/// Searches the same position until the main thread has finished, every other helper one ply ahead.
fn help<P, E>(worker: Worker<'_, P, E>, pos: &P, limits: Limits, helper_idx: usize, stop: &Stop) -> u64
where
    P: Deterministic + TwoSeatZeroSum,
    E: Evaluator<P>,
{
    let no_clock = || Millis(0);
    let Some(request) = SearchRequest::new(pos, limits) else { return 0 };
    worker.search(request.with_control(Control::new(stop, &no_clock)), 1 + (helper_idx as u32 + 1) % 2).nodes
}
