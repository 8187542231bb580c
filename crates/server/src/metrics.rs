//! What the server counts, in the text format of Prometheus.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering},
};

use originals::{OriginalsCounters, ProtocolCounters};
use tables::{COMMIT_CLASSES_MS, Counters};

/// What one process counts.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Commands that were done.
    pub done: AtomicU64,
    /// Commands that were refused.
    pub refused: AtomicU64,
    /// Connections that are open.
    pub connections: AtomicU64,
    /// Connections that were ended because they did not read fast enough.
    pub too_slow: AtomicU64,
    /// Lines of chat.
    pub lines: AtomicU64,
    /// What the listeners of the original protocols count.
    pub originals: OriginalsCounters,
}

impl Metrics {
    /// Everything as text, with what tables count, how many of them are in memory, and how many passwords were hashed in
    /// all and at the same time at most.
    pub fn text(&self, tables: &Counters, n_tables: usize, (hashes, at_once): (u64, u64)) -> String {
        let mut text = String::new();
        let read = |value: &AtomicU64| value.load(Ordering::Relaxed);
        let mut line = |name: &str, kind: &str, about: &str, value: u64| {
            // Writing to a string cannot fail.
            let _ = write!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        line("brett_connections", "gauge", "Open connections.", read(&self.connections));
        line("brett_tables", "gauge", "Tables in memory.", n_tables as u64);
        line("brett_commands_done_total", "counter", "Commands that were done.", read(&self.done));
        line("brett_commands_refused_total", "counter", "Commands that were refused.", read(&self.refused));
        line("brett_events_total", "counter", "Events of tables.", read(&tables.events));
        let about = "Decisions of people about which computer players thought.";
        line("brett_ponderings_total", "counter", about, read(&tables.ponderings));
        line("brett_chat_lines_total", "counter", "Lines of chat.", read(&self.lines));
        line("brett_too_slow_total", "counter", "Connections that read too slowly.", read(&self.too_slow));
        line("brett_password_hashes_total", "counter", "Passwords that were hashed.", hashes);
        line(
            "brett_password_hashes_at_once",
            "gauge",
            "The most that were hashed at the same time.",
            at_once,
        );
        let about = "Games of Freebloks that have begun.";
        line("brett_freebloks_games_total", "counter", about, read(&self.originals.freebloks_games));
        let mut by_protocol =
            |name: &str, kind: &str, about: &str, value: fn(&ProtocolCounters) -> &AtomicU64| {
                let _ = write!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n");
                for (protocol, counters) in self.originals.protocols() {
                    let _ = writeln!(text, "{name}{{protocol=\"{protocol}\"}} {}", read(value(counters)));
                }
            };
        let about = "Open connections of clients of the original programs.";
        by_protocol("brett_original_connections", "gauge", about, |counters| &counters.open);
        let about = "Connections of clients of the original programs that were let in.";
        by_protocol("brett_original_connections_total", "counter", about, |counters| &counters.all);
        let name = "brett_commit_seconds";
        let _ = write!(text, "# HELP {name} How long commits take.\n# TYPE {name} histogram\n");
        for (class, count) in COMMIT_CLASSES_MS.iter().zip(&tables.commits) {
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", *class as f64 / 1_000.0, read(count));
        }
        let (all, seconds) = (read(&tables.all_commits), read(&tables.commit_micros) as f64 / 1_000_000.0);
        let _ =
            writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {all}\n{name}_sum {seconds}\n{name}_count {all}");
        text
    }
}
