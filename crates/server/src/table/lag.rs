//! Time that a message was under way and that its sender did not think.

use framework::Millis;

/// The most that is given back for one move.
const MOST: Millis = Millis(500);

/// How much more may be given back after each move. A client that answers late on purpose, to look slow, gains no
/// more than this in the long run.
const PER_MOVE: Millis = Millis(50);

/// What may still be given back to one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LagQuota(Millis);

impl Default for LagQuota {
    fn default() -> Self {
        Self(MOST)
    }
}

impl LagQuota {
    /// What is given back for a move whose message was under way for `lag`, as the server has measured.
    pub(super) fn grant(&mut self, lag: Millis) -> Millis {
        let granted = lag.min(self.0);
        self.0 = (self.0 - granted + PER_MOVE).min(MOST);
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_line_costs_nothing_at_first_and_little_in_the_long_run() {
        let mut quota = LagQuota::default();
        assert_eq!(quota.grant(Millis(200)), Millis(200));
        let granted: u64 = (0..100).map(|_| quota.grant(Millis(10_000)).0).sum();
        assert!(granted <= 500 + 100 * 50, "{granted}");
        assert_eq!(LagQuota::default().grant(Millis(10_000)), MOST);
    }

    #[test]
    fn a_usual_line_is_always_made_up_for() {
        let mut quota = LagQuota::default();
        assert!((0..1_000).all(|_| quota.grant(Millis(40)) == Millis(40)));
    }
}
