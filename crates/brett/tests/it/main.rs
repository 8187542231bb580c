//! The command line from outside: in this process with Nim, which is in no catalog, and as the real programme.

mod bots;
mod disk_full;
mod endless;
mod evolving;
mod exchange;
mod explain;
mod gtp;
mod help;
mod hints;
mod kill;
mod laboratory;
mod leaving;
mod matches;
mod nim;
mod nonsense;
mod original;
mod play;
mod pondering;
mod program;
mod programmes;
mod serve;
mod session;
mod solving;
mod tournaments;
mod usual_records;
mod whole_games;
