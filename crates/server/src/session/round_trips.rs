//! How long messages are under way, measured by the server.

use std::{collections::VecDeque, time::Duration};

use framework::Millis;

/// How many measurements count.
const MAX_SAMPLES: usize = 4;

/// The last round trips of a connection.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundTrips(VecDeque<Duration>);

impl RoundTrips {
    pub(super) fn add(&mut self, took: Duration) {
        if self.0.len() == MAX_SAMPLES {
            self.0.pop_front();
        }
        self.0.push_back(took);
    }

    /// How long a message is under way: half of the shortest round trip, so that a busy moment of the other side
    /// does not count as lag.
    pub(super) fn lag(&self) -> Millis {
        let shortest = self.0.iter().min().copied().unwrap_or_default();
        Millis((shortest / 2).as_millis() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_of_the_last_round_trips_counts() {
        let mut trips = RoundTrips::default();
        assert_eq!(trips.lag(), Millis(0));
        for millis in [20, 900, 80, 500, 300] {
            trips.add(Duration::from_millis(millis));
        }
        assert_eq!(trips.lag(), Millis(40), "the first has been forgotten");
    }
}
