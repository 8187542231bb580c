//! How far a run is, for people who wait.

use std::{io, time::Duration};

use crate::context::Context;

/// How often a line on a terminal is written anew, and how often a new one elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(250);
const ELSEWHERE: Duration = Duration::from_secs(30);
/// How wide the bar is.
const BAR: u64 = 10;

/// One line about how far a run is: on a terminal it changes, elsewhere it comes now and then.
pub(super) struct Progress {
    is_terminal: bool,
    began: Duration,
    shown: Duration,
    /// How many encounters there are, how many are done, and how many of these before this start.
    all: u64,
    done: u64,
    before: u64,
}

impl Progress {
    pub(super) fn new(ctx: &Context<'_, '_>) -> Self {
        let now = (ctx.console.clock)();
        Self { is_terminal: ctx.console.err_is_terminal, began: now, shown: now, all: 0, done: 0, before: 0 }
    }

    /// Begins to count.
    pub(super) fn begin(&mut self, all: u64, before: u64, ctx: &Context<'_, '_>) {
        let now = (ctx.console.clock)();
        *self = Self { is_terminal: self.is_terminal, began: now, shown: now, all, done: before, before };
    }

    /// Counts an encounter.
    pub(super) fn advance(&mut self) {
        self.done += 1;
    }

    /// Shows how it stands, unless that was shown a moment ago.
    pub(super) fn show(
        &mut self,
        standing: impl FnOnce() -> String,
        ctx: &mut Context<'_, '_>,
    ) -> io::Result<()> {
        let now = (ctx.console.clock)();
        let pause = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        if now.saturating_sub(self.shown) < pause {
            return Ok(());
        }
        self.shown = now;
        let left = time_left(
            now.saturating_sub(self.began),
            self.done - self.before,
            self.all - self.done.min(self.all),
        );
        let bar = bar(self.done, self.all);
        let line = format!("{bar} {}/{}  {}  {left}", self.done, self.all, standing());
        let line: String = line.trim_end().chars().take(79).collect();
        let err = &mut ctx.console.err;
        if self.is_terminal { write!(err, "\r\u{1b}[2K{line}") } else { writeln!(err, "{line}") }?;
        err.flush()
    }

    /// Removes the line from a terminal.
    pub(super) fn clear(&self, ctx: &mut Context<'_, '_>) -> io::Result<()> {
        if self.is_terminal {
            write!(ctx.console.err, "\r\u{1b}[2K")?;
            ctx.console.err.flush()?;
        }
        Ok(())
    }
}

/// How much is done, as a bar.
fn bar(done: u64, all: u64) -> String {
    let full = BAR * done.min(all) / all.max(1);
    (0..BAR).map(|cell| if cell < full { '█' } else { '░' }).collect()
}

/// The time that is probably left, such as `3:20 left`; nothing before anything is done.
fn time_left(spent: Duration, done: u64, left: u64) -> String {
    if done == 0 {
        return String::new();
    }
    let seconds = (spent.as_secs_f64() / done as f64 * left as f64).round() as u64;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02} left"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02} left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_up() {
        assert_eq!(bar(0, 0), "░░░░░░░░░░");
        assert_eq!(bar(35, 100), "███░░░░░░░");
        assert_eq!(bar(100, 100), "██████████");
    }

    #[test]
    fn the_time_left_follows_from_the_time_spent() {
        assert_eq!(time_left(Duration::from_secs(10), 0, 5), "");
        assert_eq!(time_left(Duration::from_secs(10), 5, 100), "3:20 left");
        assert_eq!(time_left(Duration::from_secs(3_600), 1, 2), "2:00:00 left");
    }
}
