//! The command line from outside: in this process with Nim, which is in no catalog, and as the real programme.

mod endless;
mod help;
mod hints;
mod nim;
mod nonsense;
mod play;
mod program;
mod session;
mod usual_records;
mod whole_games;
