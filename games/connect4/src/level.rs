//! The players of the ten levels.

use framework::{
    Position, Valuation,
    search::{
        AlphaBeta, AlphaBetaFeatures, Engine, Found, Handicapped, LEVELS, Limits, RootMove, SearchRequest,
        noise_of,
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
    let sight = Sight::of(level);
    let is_beginner = sight != Sight::Replies;
    let features = if is_beginner { AlphaBetaFeatures { quiescence: 0, ..features } } else { features };
    let evaluation = if is_noisy { evaluation.with_modest_wins() } else { evaluation };
    let evaluation = if is_beginner { evaluation.without_replies() } else { evaluation };
    let engine = AlphaBeta::new(evaluation, features);
    let otherwise = Box::new(Handicapped { engine, nodes: None, depth: Some(depth), noise });
    let engine = Solving::new(size, SMALL_TABLE_MEGABYTES << 20, otherwise)
        .erring(Mistakes { per_factor: MISTAKES[usize::from(level) - 1] }, MAX_SOLVED_NODES);
    Box::new(Attentive { engine, sight })
}

/// Who is asked for advice: solves what can be solved in time, and elsewhere searches as far as it may; in either case
/// it knows what every move is worth.
pub(crate) fn adviser<B: Bits>(size: Size) -> Box<dyn Engine<Board<B>>> {
    let features =
        AlphaBetaFeatures { table_megabytes: TABLE_MEGABYTES, exact_root: true, ..AlphaBetaFeatures::ALL };
    let otherwise = Box::new(AlphaBeta::new(Evaluation::new(size), features));
    Box::new(Solving::new(size, TABLE_MEGABYTES << 20, otherwise))
}

/// How much a move may give away before it is chosen less often by a factor of e, for the levels 1 to 9.
///
/// Against a player who hardly errs every mistake loses, so the steps of the upper levels are small. What the lowest
/// levels overlook besides costs them more than the larger mistakes of the fourth.
const MISTAKES: [f64; 9] = [70.0, 33.0, 17.0, 75.0, 20.0, 11.5, 7.4, 5.0, 3.5];

/// What a player always sees, whatever mistakes it makes else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sight {
    /// Nothing: a beginner may even overlook its own line.
    Nothing,
    /// A line that it can complete now.
    Wins,
    /// Also what the other seat could complete next.
    Replies,
}

impl Sight {
    fn of(level: u8) -> Self {
        match level {
            ..=1 => Self::Nothing,
            2..=3 => Self::Wins,
            4.. => Self::Replies,
        }
    }
}

/// A player who does not overlook what is in its sight.
///
/// People who have played a few games see four in a row; what a weak player should overlook is what comes later.
#[derive(Debug)]
struct Attentive<E> {
    engine: E,
    sight: Sight,
}

impl<B: Bits, E: Engine<Board<B>>> Engine<Board<B>> for Attentive<E> {
    fn search(&mut self, request: SearchRequest<'_, Board<B>>) -> Found<Column> {
        let pos = request.pos();
        let mut found = self.engine.search(request);
        let wins = |pos: &Board<B>, mv: Column| pos.after(mv).has_won(pos.mover());
        let loses = |mv: Column| {
            let next = pos.after(mv);
            next.columns().any(|reply| next.is_legal(reply) && wins(&next, reply))
        };
        let better = if self.sight == Sight::Nothing || wins(pos, found.best) {
            None
        } else if let Some(win) = found.moves.iter().find(|root| wins(pos, root.mv)) {
            Some(*win)
        } else if self.sight == Sight::Replies && loses(found.best) {
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

    fn appraise(&self, pos: &Board<B>, found: &Found<Column>, root: &RootMove<Column>) -> Option<Valuation> {
        self.engine.appraise(pos, found, root)
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn remembers(&self) -> bool {
        self.engine.remembers()
    }

    fn memory(&self, limits: &Limits) -> usize {
        self.engine.memory(limits)
    }
}
