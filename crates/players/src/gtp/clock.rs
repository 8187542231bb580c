//! How long to think about a move.

use framework::{Millis, search::Limits};

/// The time that a controller has told.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// The time for a move as long as nobody tells anything.
    per_move: Millis,
    /// What may be lost at every move on the way to the other side.
    margin: Millis,
    /// What was agreed: all moves of the first span, then so many moves in each second one.
    agreed: Option<Agreed>,
    /// What each mover has left.
    left: Vec<Option<Left>>,
}

/// A span for all moves, and spans for some moves when it is over.
#[derive(Clone, Copy, Debug)]
struct Agreed {
    main: Millis,
    period: Millis,
    moves: u32,
}

/// What a mover has left.
#[derive(Clone, Copy, Debug)]
struct Left {
    time: Millis,
    /// For how many moves; 0 for all that will come.
    moves: u32,
}

impl Clock {
    pub(super) const fn new(per_move: Millis, margin: Millis) -> Self {
        Self { per_move, margin, agreed: None, left: Vec::new() }
    }

    /// The time of a new game begins.
    pub(super) fn restart(&mut self) {
        self.left.clear();
    }

    /// Agrees on times. By the protocol, a period without moves means that there is no limit; then the time for a
    /// move stays what it was.
    pub(super) fn agree(&mut self, main: Millis, period: Millis, moves: u32) {
        let is_unlimited = period.0 != 0 && moves == 0;
        self.agreed = (!is_unlimited).then_some(Agreed { main, period, moves });
        self.restart();
    }

    /// Hears what a mover has left.
    pub(super) fn tell(&mut self, mover: usize, time: Millis, moves: u32) {
        if self.left.len() <= mover {
            self.left.resize(mover + 1, None);
        }
        self.left[mover] = Some(Left { time, moves });
    }

    /// How long to think about the next move.
    pub(super) fn time_for(&self, mover: usize) -> Millis {
        let begun = self.agreed.map(|agreed| match agreed.main {
            Millis(0) => Left { time: agreed.period, moves: agreed.moves },
            main => Left { time: main, moves: 0 },
        });
        let told = self.left.get(mover).copied().flatten();
        match told.or(begun) {
            None => Limits::less_margin(self.per_move, self.margin),
            Some(Left { time, moves: 0 }) => Limits::share_of_clock(time, Millis(0), self.margin),
            Some(Left { time, moves }) => Limits::less_margin(Millis(time.0 / u64::from(moves)), self.margin),
        }
    }

    /// Counts the time that a move has taken, until the controller tells more precisely.
    pub(super) fn spend(&mut self, mover: usize, spent: Millis) {
        let Some(agreed) = self.agreed else { return };
        let main = Left { time: agreed.main, moves: 0 };
        let period = Left { time: agreed.period, moves: agreed.moves };
        let left = self.left.get(mover).copied().flatten().unwrap_or(main);
        let next = match left {
            Left { time, moves: 0 } if spent < time => Left { time: time - spent, moves: 0 },
            Left { time, moves: 2.. } if spent < time => Left { time: time - spent, moves: left.moves - 1 },
            _ => period,
        };
        self.tell(mover, next.time, next.moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_a_move_follows_what_was_told() {
        let mut clock = Clock::new(Millis(700), Millis(50));
        assert_eq!(clock.time_for(0), Millis(650));
        clock.agree(Millis::seconds(300), Millis(0), 0);
        assert!(clock.time_for(1) < Millis::seconds(11));
        clock.tell(1, Millis(100), 0);
        assert!(clock.time_for(1) < Millis(50));
        assert!(Millis::seconds(9) < clock.time_for(0));
        clock.agree(Millis(0), Millis::seconds(5), 1);
        assert!(clock.time_for(0) < Millis::seconds(5) && Millis::seconds(4) < clock.time_for(0));
        clock.agree(Millis(0), Millis::seconds(5), 0);
        assert_eq!(clock.time_for(0), Millis(650));
    }

    #[test]
    fn spent_time_is_gone_until_the_next_period() {
        let mut clock = Clock::new(Millis(700), Millis(50));
        clock.agree(Millis::seconds(60), Millis::seconds(10), 2);
        clock.spend(0, Millis::seconds(59));
        assert!(clock.time_for(0) < Millis(500));
        clock.spend(0, Millis::seconds(2));
        assert!(Millis::seconds(4) < clock.time_for(0) && clock.time_for(0) < Millis::seconds(5));
        clock.spend(0, Millis::seconds(4));
        assert!(Millis::seconds(5) < clock.time_for(0) && clock.time_for(0) < Millis::seconds(6));
    }

    #[test]
    fn the_margin_is_kept_at_every_move() {
        let margin = Millis(100);
        let mut clock = Clock::new(Millis(700), margin);
        clock.agree(Millis::seconds(60), Millis::seconds(2), 4);
        let mut left = Millis::seconds(60);
        while Millis(0) < left - margin {
            let used = clock.time_for(0) + margin;
            assert!(used <= left, "{used} of {left}");
            left = left - used;
            clock.tell(0, left, 0);
        }
        for moves in 1..=4_u32 {
            clock.tell(0, Millis(500 * u64::from(moves)), moves);
            assert_eq!(clock.time_for(0), Millis(400));
        }
    }
}
