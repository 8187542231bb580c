//! How far a search may go, as arguments.

use clap::Args;
use framework::{ClockRule, Millis, search::Limits};

use crate::number::number_in;

/// What a search loses on its way to the board: it must have answered when its time is over.
const MARGIN: Millis = Millis(20);

/// Limits of a search; what is given holds together.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    /// How long it may think, such as 500ms or 2s [without any limit: 2s]
    #[arg(long, value_name = "TIME", value_parser = span)]
    time: Option<Millis>,
    /// How many plies it may look ahead
    #[arg(long, value_name = "PLIES", value_parser = number_in(1..=1_000_u32))]
    depth: Option<u32>,
    /// How many positions it may visit
    #[arg(long, value_name = "N", value_parser = number_in(1..=u64::MAX))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits. Without any a search would go on for ever, so that it gets two seconds then.
    pub(crate) fn limits(&self, seed: u64) -> Limits {
        let is_unlimited = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(is_unlimited.then_some(Millis::seconds(2)));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: time.map(usable),
            memory: None,
            threads: 1,
            seed,
        }
    }
}

/// What a search may take of the machine.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ResourceArgs {
    /// How many threads a search uses
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1..=256_u16))]
    threads: u16,
    /// How many megabytes of memory the tree of a search may take; tables have the size that the player's options say
    /// [usually as much as the player wants]
    #[arg(long, value_name = "MB", value_parser = number_in(1..=1_048_576_u32))]
    memory: Option<u32>,
}

impl ResourceArgs {
    /// The same limits with the resources that a search may take.
    pub(crate) fn within(self, limits: Limits) -> Limits {
        let memory = self.memory.map(|megabytes| (megabytes as usize) << 20);
        Limits { threads: self.threads.into(), memory, ..limits }
    }
}

/// Reads a span of time such as `500ms` or `2s`.
///
/// # Errors
/// If the text is none.
pub(crate) fn span(text: &str) -> Result<Millis, String> {
    match format!("{text}/move").parse() {
        Ok(ClockRule::PerMove { limit }) => Ok(limit),
        _ => Err("write a time such as 500ms, 2s or 1m".to_owned()),
    }
}

/// What of a time a search may use so that its answer comes within it.
pub(crate) fn usable(time: Millis) -> Millis {
    Limits::less_margin(time, MARGIN)
}

/// What of a clock that shows `left` a search may use for one move.
pub(crate) fn share(rule: ClockRule, left: Millis) -> Millis {
    Limits::share_under(rule, left, MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_on_clocks() {
        assert_eq!(span("2s"), Ok(Millis::seconds(2)));
        assert_eq!(span("250ms"), Ok(Millis(250)));
        for wrong in ["", "2", "s", "0s", "-1s", "2s/move", "1s+1s", "9999999h"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_margin_is_kept_but_never_everything() {
        assert_eq!(usable(Millis::seconds(1)), Millis(980));
        assert_eq!(usable(Millis(10)), Millis(5));
        assert_eq!(usable(Millis(1)), Millis(1));
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_to_come() {
        let rule: ClockRule = "5m+0s".parse().unwrap();
        assert!(share(rule, Millis::seconds(300)) < Millis::seconds(15));
        assert!(share(rule, Millis(30)) < Millis(30));
        let delay: ClockRule = "0s~2s".parse().unwrap();
        assert_eq!(share(delay, Millis(0)), Millis(1_980));
    }
}
