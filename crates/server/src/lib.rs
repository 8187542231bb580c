//! The server: lobby, tables, chat and clocks over HTTP and WebSocket, and a store that loses nothing.
//!
//! A command travels like this: the socket reads a frame, its [`Session`] checks who wants what, the keeper of
//! the [table] validates it, commits what comes of it, answers, and publishes it on the
//! [bus]; every session that watches the table tells its client.
//!
//! ```text
//! socket ─► session ─► house ─► keeper ─► table (a pure state machine over a match)
//!                ▲                 │ 1 commit      2 answer      3 publish
//!                │                 ▼                                │
//!                │               store ◄── whoever has a gap        │
//!                └──────────────────── bus ◄────────────────────────┘
//! ```
//!
//! Three seams separate it from the [`world`]: the [store], the [bus] and who thinks for computer players. Time
//! and chance are handed in as well, so that a simulation drives this very code with virtual time and injected
//! faults. Nothing assumes that the process which holds a socket owns the table.

#![forbid(unsafe_code)]

mod accounts;
mod admin;
mod advice;
pub mod audit;
mod audit_notes;
mod backend;
mod engines;
mod house;
mod http;
mod lobby;
mod metrics;
mod open_tables;
mod rated;
mod secrets;
mod serve;
mod session;
mod sleeping_clocks;
mod source;
mod stalls;
pub mod table;
mod table_passwords;
pub mod world;

pub use admin::{Admin, AdminError, Examined, NewUser, restore};
pub use audit_notes::{AuditNotes, AuditNotesError};
pub use engines::{EnginePool, default_engine_memory};
pub use house::House;
pub use http::{TrustedProxy, TrustedProxyError};
pub use metrics::Metrics;
pub use originals::{Freebloks, Limits, Originals, Praktikum, Welfenlab};
pub use serve::{Checked, Config, ServeError, Server};
pub use session::Session;
