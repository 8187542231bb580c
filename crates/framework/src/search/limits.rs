//! How far a search may go.

use crate::{ClockRule, Millis};

/// How far a search may go. What is `None` does not limit it; a search without any limit goes on until it is
/// stopped or knows everything.
///
/// ```
/// use framework::{Millis, search::Limits};
/// let limits = Limits { time: Some(Millis::seconds(2)), ..Limits::depth(20) };
/// assert_eq!(limits.threads, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many plies it may look ahead.
    pub depth: Option<u32>,
    /// How many positions it may visit.
    pub nodes: Option<u64>,
    /// How long it may think.
    pub time: Option<Millis>,
    /// How many bytes the tree of a search may take that grows one while it thinks. Tables whose size is an option of
    /// the player are not meant; [`Engine::memory`](super::Engine::memory) counts both.
    pub memory: Option<usize>,
    /// How many threads it may use.
    pub threads: usize,
    /// What its random choices are drawn from.
    pub seed: u64,
}

impl Limits {
    /// No limit at all, on one thread.
    pub const NONE: Self = Self { depth: None, nodes: None, time: None, memory: None, threads: 1, seed: 0 };

    /// Only a limit on the look-ahead.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::NONE }
    }

    /// Only a limit on the positions visited.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Only a limit on the time.
    #[must_use]
    pub const fn time(time: Millis) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// How many positions a search may visit: `usual` if neither they nor the time are limited, and no end of them if only
    /// the time is.
    ///
    /// ```
    /// use framework::{Millis, search::Limits};
    /// assert_eq!(Limits::nodes(7).nodes_or(100), 7);
    /// assert_eq!(Limits::depth(3).nodes_or(100), 100);
    /// assert_eq!(Limits::time(Millis(50)).nodes_or(100), u64::MAX);
    /// ```
    #[must_use]
    pub fn nodes_or(&self, usual: u64) -> u64 {
        self.nodes.unwrap_or(if self.time.is_none() { usual } else { u64::MAX })
    }

    /// How long to think about one move when a clock shows `left`, adds `increment` after each move, and up to
    /// `margin` may be lost at every move on the way to the other side.
    ///
    /// Who follows it does not lose on time within 200 moves, however much of the margin is lost, if the clock
    /// shows 300 margins at the start or the increment makes up for the margin.
    #[must_use]
    pub fn share_of_clock(left: Millis, increment: Millis, margin: Millis) -> Millis {
        let lost = margin - increment;
        let usable = left - margin;
        // What the margins of the moves to come may take is not there for thinking, except for a little each
        // time: a move that was not thought about at all is too bad.
        let free = usable - Millis(RESERVED_MARGINS * lost.0);
        let wanted = Millis(free.0 / 30 + usable.0 / 400) + Millis((increment - margin).0 / 4 * 3);
        wanted.min(Millis(usable.0 / 2))
    }

    /// How long to think about one move by a rule when a clock shows `left`, with a margin as in
    /// [`share_of_clock`](Self::share_of_clock).
    ///
    /// ```
    /// use framework::{Millis, search::Limits};
    /// let rule = "2s/move".parse()?;
    /// assert_eq!(Limits::share_under(rule, Millis::seconds(2), Millis(20)), Millis(1_980));
    /// # Ok::<(), framework::ClockError>(())
    /// ```
    #[must_use]
    pub fn share_under(rule: ClockRule, left: Millis, margin: Millis) -> Millis {
        match rule {
            ClockRule::None | ClockRule::PerMove { .. } => Self::less_margin(left, margin),
            ClockRule::PerGame { increment, .. } => Self::share_of_clock(left, increment, margin),
            ClockRule::Delay { delay, .. } => {
                // The delay is free: it can be used up at every move, and pays for the margin as well.
                let free = Self::less_margin(delay, margin);
                free + Self::share_of_clock(left, delay - free, margin)
            }
        }
    }

    /// What of a time for one move can be used so that the answer comes within it; half of a very short one.
    #[must_use]
    pub fn less_margin(time: Millis, margin: Millis) -> Millis {
        time - margin.min(Millis(time.0 / 2))
    }
}

/// How many margins a clock keeps for the moves to come. Two hundred would be used up by the margins alone; the rest
/// is for what is thought while they are.
const RESERVED_MARGINS: u64 = 270;
