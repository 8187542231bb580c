//! The players of the ten levels.

use framework::{
    Position,
    search::{
        AlphaBeta, AlphaBetaFeatures, Control, Engine, Found, HeldBack, LEVELS, Limits, Progress, noise_of,
    },
};

use crate::{
    Bits, Board, Column, Evaluation, Size,
    engine::{Mistakes, Solving},
};

/// How many plies the levels below the last look ahead.
const DEPTHS: [u32; 9] = [1, 2, 2, 3, 4, 5, 6, 8, 12];

/// The table of the strongest level, in megabytes.
const TABLE_MEGABYTES: usize = 64;

/// The table of positions solved by the levels below, in megabytes.
const SMALL_TABLE_MEGABYTES: usize = 16;

/// The most positions that the levels below the last visit to know all moves exactly.
const MAX_SOLVED_NODES: u64 = 400_000;

/// A player of a level.
///
/// Where every move can be solved in time, the last level plays perfectly, and the others make mistakes of known
/// sizes. Elsewhere the last searches as far as it may, the others less deep and, below the ninth, with noise.
pub(crate) fn player<B: Bits>(size: Size, level: u8) -> Box<dyn Engine<Board<B>>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let evaluation = Evaluation::new(size);
    let Some(&depth) = DEPTHS.get(usize::from(level) - 1) else {
        let features = AlphaBetaFeatures { table_megabytes: TABLE_MEGABYTES, ..AlphaBetaFeatures::ALL };
        let otherwise = Box::new(AlphaBeta::new(evaluation, features));
        return Box::new(Solving::new(size, TABLE_MEGABYTES << 20, otherwise));
    };
    let noise = noise_of(level);
    let is_noisy = 0.0 < noise;
    // Noise is added to the values of all moves, so all must be known.
    let features = AlphaBetaFeatures { exact_root: is_noisy, ..AlphaBetaFeatures::ALL };
    let is_beginner = level < SEES_REPLIES;
    let features = if is_beginner { AlphaBetaFeatures { quiescence: 0, ..features } } else { features };
    let evaluation = if is_noisy { evaluation.with_modest_wins() } else { evaluation };
    let evaluation = if is_beginner { evaluation.without_replies() } else { evaluation };
    let engine = AlphaBeta::new(evaluation, features);
    let otherwise = Box::new(HeldBack { engine, nodes: None, depth: Some(depth), noise });
    let engine = Solving::new(size, SMALL_TABLE_MEGABYTES << 20, otherwise)
        .erring(Mistakes { per_factor: MISTAKES[usize::from(level) - 1] }, MAX_SOLVED_NODES);
    Box::new(Attentive { engine, sees_replies: SEES_REPLIES <= level })
}

/// How much a move may give away before it is chosen less often by a factor of e, for the levels 1 to 9.
///
/// Against a player who hardly errs every mistake loses, so the steps of the upper levels are small.
const MISTAKES: [f64; 9] = [60.0, 12.0, 100.0, 28.0, 16.0, 10.5, 6.5, 4.4, 3.0];

/// The lowest level at which nobody overlooks what the other seat could complete next.
const SEES_REPLIES: u8 = 3;

/// A player who never overlooks a line that can be completed now.
///
/// People of any strength see four in a row; what a weak player should overlook is what comes later.
#[derive(Debug)]
struct Attentive<E> {
    engine: E,
    /// Whether it also sees what the other seat could complete next.
    sees_replies: bool,
}

impl<B: Bits, E: Engine<Board<B>>> Engine<Board<B>> for Attentive<E> {
    fn search(
        &mut self,
        pos: &Board<B>,
        limits: &Limits,
        control: Control<'_>,
        progress: &mut dyn FnMut(&Progress<'_, Column>),
    ) -> Found<Column> {
        let mut found = self.engine.search(pos, limits, control, progress);
        let wins = |pos: &Board<B>, mv: Column| pos.after(mv).has_won(pos.mover());
        let loses = |mv: Column| {
            let next = pos.after(mv);
            next.columns().any(|reply| next.is_legal(reply) && wins(&next, reply))
        };
        let better = if wins(pos, found.best) {
            None
        } else if let Some(win) = found.moves.iter().find(|root| wins(pos, root.mv)) {
            Some(*win)
        } else if self.sees_replies && loses(found.best) {
            found.moves.iter().find(|root| !loses(root.mv)).copied()
        } else {
            None
        };
        if let Some(root) = better {
            found.best = root.mv;
            found.line = vec![root.mv];
            if root.value.is_finite() {
                found.value = root.value;
            }
        }
        found
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}
