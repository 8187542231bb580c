//! Players of the house at work, by the clock on the wall.

use std::time::Instant;

use framework::{
    AnyEngine, AnyFound, AnyPosition, ClockRule, Millis,
    search::{Control, Limits, Stop},
};

/// Lets a player think within its limits.
pub(crate) fn search(
    engine: &mut dyn AnyEngine,
    pos: &dyn AnyPosition,
    limits: &Limits,
    progress: &mut dyn FnMut(&AnyFound),
) -> AnyFound {
    let started = Instant::now();
    let elapsed = || Millis(u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX));
    engine.search(pos, limits, Control::new(&Stop::default(), &elapsed), progress)
}

/// Reads the time for a move from an argument, as clocks are written.
pub(crate) fn read_time(text: &str) -> Result<Millis, String> {
    match format!("{text}/move").parse() {
        Ok(ClockRule::PerMove { limit }) => Ok(limit),
        _ => Err("write a time such as 500ms, 2s or 1m".to_owned()),
    }
}
