//! Tables: where matches are played, by people and computer players.
//!
//! [`Table`] is a pure state machine: commands in, numbered events out. A keeper is the task that drives one table: it
//! commits the events, answers, publishes them on the bus, and asks computer players. [`Tables`] is what all tables of
//! one node share: the keepers, the lease by which the node may write, who is connected, and which tables are open.
//!
//! ```text
//! TableRequest ─► Tables::ask ─► keeper ─► Table (over a framework::Match)
//!                                  │ 1 commit     2 answer     3 publish
//!                                  ▼                              │
//!                                store ◄── who has a gap ◄── bus ◄┘
//! ```
//!
//! Three seams separate it from the [`world`]: the store, the bus and who thinks for computer players. Time and chance
//! are handed in as well, so that a simulation drives this very code with virtual time and injected faults. The crate
//! knows no sockets, sessions, accounts or pages.

#![forbid(unsafe_code)]

pub mod audit;
mod connected;
mod counters;
mod keeper;
mod lease;
mod open_tables;
mod rated;
mod shared;
mod sleeping_clocks;
mod stalls;
pub mod table;
mod wake;
pub mod world;

pub use self::{
    connected::ConnectedPeople,
    counters::{COMMIT_CLASSES_MS, Counters},
    keeper::{ADVISER, Again, HINT_TIME, TableRequest},
    open_tables::{Admission, OpenTables, TableKind, too_many},
    rated::RatedMatches,
    shared::Tables,
    stalls::Stalls,
    table::{
        Agreed, DEFAULT_MOVE_TIME, EngineChoice, Envelope, FairDice, Handled, MAX_MOVE_TIME, MIN_MOVE_TIME,
        Now, Promises, SeededDice, Table, TableCommand,
    },
};

use protocol::{Code, Problem};
use store::StoreError;

/// What clients are told when the store cannot be used: nothing of its details, which are logged.
#[must_use]
pub fn store_unavailable(error: &StoreError) -> Problem {
    tracing::warn!(%error, "the store cannot be used");
    Problem::new(Code::Unavailable, "the server cannot write at present; nothing has happened, try again")
}
