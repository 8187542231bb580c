//! Levels for any game.

use super::{
    Engine, Found, Leaf, Limits, Mcts, MctsFeatures, RootMove, SearchRequest, aging::DECIDED,
    found::legal_moves,
};
use crate::{Position, Rng, Seat, Turn, Valuation};

/// The levels there are.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// A search that a level holds back: fewer positions, less depth, and now and then a move that only looks good.
#[derive(Debug)]
pub struct Handicapped<E> {
    /// The search itself.
    pub engine: E,
    /// The most positions it may visit.
    pub nodes: Option<u64>,
    /// The most plies it may look ahead.
    pub depth: Option<u32>,
    /// How much of the spread between the best and the worst move is added to every value at random: 0 is none,
    /// 1 lets the worst move catch up with the best at most, more makes a beginner. The idea is that of the
    /// Blokus program of 2005.
    ///
    /// Finished games tower above all other values; for the spread they count as little better or worse than the
    /// rest. A game that can be won at once is won, and below a noise of 0.5 no accident loses one at once.
    pub noise: f32,
}

impl<P: Position, E: Engine<P>> Engine<P> for Handicapped<E> {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        let (pos, limits) = (request.pos(), request.limits());
        let mut found = self.engine.search(request.with_limits(self.held(&limits)));
        if 0.0 < self.noise {
            let mv = self.choose(pos, &found, &mut Rng::stream(limits.seed, "held back", pos.key()));
            take(&mut found, mv);
        }
        found
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        self.engine.appraise(pos, found, root)
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn remembers(&self) -> bool {
        self.engine.remembers()
    }

    fn memory(&self, limits: &Limits) -> usize {
        self.engine.memory(&self.held(limits))
    }
}

impl<E> Handicapped<E> {
    /// The limits of the search, and those of the level where they are narrower.
    fn held(&self, limits: &Limits) -> Limits {
        let least = |level: Option<u64>, asked: Option<u64>| level.into_iter().chain(asked).min();
        let depth = least(self.depth.map(u64::from), limits.depth.map(u64::from));
        Limits {
            nodes: least(self.nodes, limits.nodes),
            depth: depth.and_then(|depth| u32::try_from(depth).ok()),
            ..*limits
        }
    }

    /// The move that is best after noise was added; a blunder stays unlikely, because it has far to rise.
    fn choose<P: Position>(&self, pos: &P, found: &Found<P::Move>, rng: &mut Rng) -> P::Move {
        let Turn::Seat(mover) = pos.turn() else { return found.best };
        if let Some(win) = found.moves.iter().find(|root| wins(&pos.after(root.mv), mover)) {
            return if wins(&pos.after(found.best), mover) { found.best } else { win.mv };
        }
        let known: Vec<&RootMove<P::Move>> =
            found.moves.iter().filter(|root| root.value.is_finite()).collect();
        let Some(scale) = Scale::of(known.iter().map(|root| root.value)) else { return found.best };
        let mut noisy: Vec<(P::Move, f32)> = known
            .iter()
            .map(|root| {
                let off = self.noise * scale.spread() * rng.unit() as f32;
                (root.mv, scale.clipped(root.value) + off)
            })
            .collect();
        noisy.sort_by(|left, right| right.1.total_cmp(&left.1));
        let is_careless = CARELESS <= self.noise;
        let accident = |mv: P::Move| mv != found.best && loses_at_once(&pos.after(mv), mover);
        noisy.into_iter().map(|(mv, _)| mv).find(|&mv| is_careless || !accident(mv)).unwrap_or(found.best)
    }
}

/// From this noise on a player overlooks that its move loses at once.
const CARELESS: f32 = 0.5;

/// Between which values the unfinished games lie.
#[derive(Clone, Copy, Debug)]
struct Scale {
    least: f32,
    most: f32,
}

impl Scale {
    /// `None` if there are no unfinished games among them: then noise has nothing to be measured by.
    fn of(values: impl Iterator<Item = f32>) -> Option<Self> {
        let unfinished = values.filter(|value| value.abs() < DECIDED);
        unfinished.fold(None, |scale: Option<Self>, value| {
            let Self { least, most } = scale.unwrap_or(Self { least: value, most: value });
            Some(Self { least: least.min(value), most: most.max(value) })
        })
    }

    /// How far the values lie apart, at least a little.
    fn spread(self) -> f32 {
        (self.most - self.least).max(f32::MIN_POSITIVE)
    }

    /// Wins and losses lie half a spread beyond everything else.
    fn clipped(self, value: f32) -> f32 {
        let beyond = self.spread() / 2.0;
        value.clamp(self.least - beyond, self.most + beyond)
    }
}

/// Tells whether a game is over and has been worth something to a seat.
fn wins<P: Position>(pos: &P, seat: Seat) -> bool {
    pos.turn() == Turn::Over && 0.0 < pos.payoffs()[seat]
}

/// Tells whether the next seat can end the game so that it is lost for `seat`.
fn loses_at_once<P: Position>(pos: &P, seat: Seat) -> bool {
    match pos.turn() {
        Turn::Over => pos.payoffs()[seat] < 0.0,
        Turn::Chance => false,
        Turn::Seat(_) => legal_moves(pos).into_iter().any(|reply| {
            let next = pos.after(reply);
            next.turn() == Turn::Over && next.payoffs()[seat] < 0.0
        }),
    }
}

/// Makes a move the answer of a search.
fn take<M: Copy + PartialEq>(found: &mut Found<M>, mv: M) {
    if mv != found.best {
        found.best = mv;
        found.line = vec![mv];
        let known = found.moves.iter().find(|root| root.mv == mv && root.value.is_finite());
        found.value = known.map_or(found.value, |root| root.value);
    }
}

/// A player of a level for a game that has no evaluation: tree search with more games in the head the higher the
/// level, and less noise.
#[must_use]
pub fn leveled<P: Position>(level: u8) -> Box<dyn Engine<P>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let engine = Mcts::<P, fn(&P, Seat) -> f32>::new(Leaf::Playout, MctsFeatures::USUAL);
    // Level 10 thinks as long as it may; each level below has a third of the games of the next.
    let nodes = (level < 10).then(|| 40 * 3_u64.pow(level.into()) / 3);
    Box::new(Handicapped { engine, nodes, depth: None, noise: noise_of(level) })
}

/// The noise of a level: 60 percent for the first, none from the ninth on.
#[must_use]
pub fn noise_of(level: u8) -> f32 {
    f32::from(9_u8.saturating_sub(level)) * 0.075
}
