//! Levels for any game.

use super::{Control, Engine, Found, Leaf, Limits, Mcts, MctsFeatures, Progress};
use crate::{Position, Rng, Seat};

/// The levels there are.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// A search that a level holds back: fewer positions, less depth, and now and then a move that only looks good.
#[derive(Debug)]
pub struct HeldBack<E> {
    /// The search itself.
    pub engine: E,
    /// The most positions it may visit.
    pub nodes: Option<u64>,
    /// The most plies it may look ahead.
    pub depth: Option<u32>,
    /// How much of the spread between the best and the worst move is added to every value at random: 0 is none,
    /// 1 lets the worst move catch up with the best at most, more makes a beginner. The idea is that of the
    /// Blokus programme of 2005. An evaluation for it should not have finished games tower above everything.
    pub noise: f32,
}

impl<P: Position, E: Engine<P>> Engine<P> for HeldBack<E> {
    fn search(
        &mut self,
        pos: &P,
        limits: &Limits,
        control: Control<'_>,
        progress: &mut dyn FnMut(&Progress<'_, P::Move>),
    ) -> Found<P::Move> {
        let least = |level: Option<u64>, asked: Option<u64>| level.into_iter().chain(asked).min();
        let depth = least(self.depth.map(u64::from), limits.depth.map(u64::from));
        let held = Limits {
            nodes: least(self.nodes, limits.nodes),
            depth: depth.and_then(|depth| u32::try_from(depth).ok()),
            ..*limits
        };
        let mut found = self.engine.search(pos, &held, control, progress);
        if 0.0 < self.noise {
            self.choose_with_noise(&mut found, &mut Rng::stream(limits.seed, "held back", pos.key()));
        }
        found
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

impl<E> HeldBack<E> {
    /// Takes the move that is best after noise was added; a blunder stays unlikely, because it has far to rise.
    fn choose_with_noise<M: Copy + PartialEq>(&self, found: &mut Found<M>, rng: &mut Rng) {
        let known: Vec<f32> =
            found.moves.iter().map(|root| root.value).filter(|value| value.is_finite()).collect();
        let best = known.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let worst = known.iter().copied().fold(f32::INFINITY, f32::min);
        let spread = best - worst;
        let noisy = |value: f32, rng: &mut Rng| value + self.noise * spread * rng.unit() as f32;
        let mut chosen = (found.best, f32::NEG_INFINITY);
        for root in &found.moves {
            if root.value.is_finite() {
                let value = noisy(root.value, rng);
                if chosen.1 < value {
                    chosen = (root.mv, value);
                }
            }
        }
        if chosen.0 != found.best {
            found.best = chosen.0;
            found.line = vec![chosen.0];
            found.value =
                found.moves.iter().find(|root| root.mv == chosen.0).map_or(found.value, |root| root.value);
        }
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
    Box::new(HeldBack { engine, nodes, depth: None, noise: noise_of(level) })
}

/// The noise of a level: 60 percent for the first, none from the ninth on.
#[must_use]
pub fn noise_of(level: u8) -> f32 {
    f32::from(9_u8.saturating_sub(level)) * 0.075
}
