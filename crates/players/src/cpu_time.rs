//! The time that the processor has spent on this program.

use std::{fs, time::Duration};

/// The length of a tick in which Linux counts; it is the same on all its machines.
const CPU_TICK: Duration = Duration::from_millis(10);

/// The time of all threads so far; `None` where the system does not tell.
pub fn cpu_time() -> Option<Duration> {
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in brackets, may contain anything; fields 14 and 15 are the time in program and
    // kernel, counted from 1, and the first one after the name is field 3.
    let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |idx: usize| fields.get(idx)?.parse::<u32>().ok();
    Some(CPU_TICK * (ticks(11)?.saturating_add(ticks(12)?)))
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn clock_is_sent() {
        assert!(super::cpu_time().is_some());
    }
}
