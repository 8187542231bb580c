//! Time that a message was under way and that its sender did not think.

use framework::Millis;
use protocol::Lag;

/// The most that is given back for one move.
const MAX_LAG_PER_MOVE: Millis = Millis(500);

/// How much more may be given back after each move, and at the first one. A client that answers late on purpose,
/// to look slow, gains no more than this per move, whatever it does.
const PER_MOVE: Millis = Millis(50);

/// The line of one player: what may still be given back, which is what earlier moves did not need, up to a limit; and
/// what was measured and given back so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    quota: Millis,
    told: Lag,
}

impl Default for Line {
    fn default() -> Self {
        Self { quota: PER_MOVE, told: Lag::default() }
    }
}

impl Line {
    /// What would be given back for a move whose message was under way for `lag`, as the server has measured.
    pub(super) fn offer(self, lag: Millis) -> Millis {
        lag.min(self.quota)
    }

    /// Notes that a move was made whose message was under way for `lag`: so much of the quota was granted, and so much
    /// was really given back.
    pub(super) fn spend(&mut self, lag: Millis, granted: Millis, given_back: Millis) {
        self.quota = (self.quota - granted + PER_MOVE).min(MAX_LAG_PER_MOVE);
        self.told = Lag { measured: lag, given_back, total: self.told.total + given_back };
    }

    /// What players are told about it.
    pub(super) fn told(self) -> Lag {
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is given back for one move after the other.
    fn granted(line: &mut Line, lags: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let grant = |lag| {
            let granted = line.offer(Millis(lag));
            line.spend(Millis(lag), granted, granted);
            granted.0
        };
        lags.into_iter().map(grant).collect()
    }

    #[test]
    fn feigned_lag_gains_little() {
        for n_moves in 1..100 {
            let total: u64 = granted(&mut Line::default(), vec![10_000; n_moves]).iter().sum();
            assert!(total <= 50 * n_moves as u64, "{total} in {n_moves} moves");
        }
    }

    #[test]
    fn a_usual_line_is_always_made_up_for() {
        assert_eq!(granted(&mut Line::default(), vec![45; 1_000]), vec![45; 1_000]);
    }

    #[test]
    fn a_line_that_is_slow_now_and_then_is_made_up_for_as_well() {
        let lags = [vec![10; 20], vec![400], vec![10; 20], vec![2_000]].concat();
        let granted = granted(&mut Line::default(), lags);
        assert_eq!((granted[20], granted[41]), (400, 500));
    }

    #[test]
    fn lag_and_compensation_are_reported_to_players() {
        let mut line = Line::default();
        granted(&mut line, [45, 300]);
        assert_eq!(line.told(), Lag { measured: Millis(300), given_back: Millis(55), total: Millis(100) });
    }
}
