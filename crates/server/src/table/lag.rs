//! Time that a message was under way and that its sender did not think.

use framework::Millis;

/// The most that is given back for one move.
const MOST: Millis = Millis(500);

/// How much more may be given back after each move, and at the first one. A client that answers late on purpose,
/// to look slow, gains no more than this per move, whatever it does.
const PER_MOVE: Millis = Millis(50);

/// What may still be given back to one player: what earlier moves did not need, up to a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LagQuota(Millis);

impl Default for LagQuota {
    fn default() -> Self {
        Self(PER_MOVE)
    }
}

impl LagQuota {
    /// What would be given back for a move whose message was under way for `lag`, as the server has measured.
    pub(super) fn offer(self, lag: Millis) -> Millis {
        lag.min(self.0)
    }

    /// Notes that a move was made, for which so much was given back.
    pub(super) fn spend(&mut self, granted: Millis) {
        self.0 = (self.0 - granted + PER_MOVE).min(MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is given back for one move after the other.
    fn granted(quota: &mut LagQuota, lags: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let grant = |lag| {
            let granted = quota.offer(Millis(lag));
            quota.spend(granted);
            granted.0
        };
        lags.into_iter().map(grant).collect()
    }

    #[test]
    fn who_looks_slow_on_purpose_gains_little() {
        for n_moves in 1..100 {
            let total: u64 = granted(&mut LagQuota::default(), vec![10_000; n_moves]).iter().sum();
            assert!(total <= 50 * n_moves as u64, "{total} in {n_moves} moves");
        }
    }

    #[test]
    fn a_usual_line_is_always_made_up_for() {
        assert_eq!(granted(&mut LagQuota::default(), vec![45; 1_000]), vec![45; 1_000]);
    }

    #[test]
    fn a_line_that_is_slow_now_and_then_is_made_up_for_as_well() {
        let lags = [vec![10; 20], vec![400], vec![10; 20], vec![2_000]].concat();
        let granted = granted(&mut LagQuota::default(), lags);
        assert_eq!((granted[20], granted[41]), (400, 500));
    }
}
