//! The command line from outside: in this process with Nim, which is in no catalog, and as the real programme.

mod bots;
mod disk_full;
mod endless;
mod exchange;
mod gtp;
mod help;
mod hints;
mod kill;
mod nim;
mod nonsense;
mod original;
mod play;
mod program;
mod programmes;
mod serve;
mod session;
mod usual_records;
mod whole_games;
