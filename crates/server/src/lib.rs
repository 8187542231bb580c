//! The server: lobby, tables, chat and clocks over HTTP and WebSocket, and a store that loses nothing.
//!
//! A command travels like this: the socket reads a frame, its [`Session`] checks it, the keeper of the table (see
//! [`tables`]) validates it, commits what comes of it, answers, and publishes it on the [bus]; every session that
//! watches the table sends it to its client.
//!
//! ```text
//! socket ─► session ─► tables ─► keeper ─► table (a pure state machine over a match)
//!                ▲                  │ 1 commit      2 answer      3 publish
//!                │                  ▼                                │
//!                │                store ◄── who has a gap            │
//!                └───────────────────── bus ◄────────────────────────┘
//! ```
//!
//! Time, chance, the store, the bus and who thinks for computer players are behind [`tables::world`], so that a
//! simulation drives this very code with virtual time and injected faults. Nothing assumes that the process which holds
//! a socket owns the table.

#![forbid(unsafe_code)]

mod accounts;
mod admin;
mod advice;
mod audit_notes;
mod backend;
mod game_reports;
mod house;
mod http;
mod lobby;
mod metrics;
mod secrets;
mod serve;
mod session;
mod source;
mod table_passwords;
mod tournaments;

pub use admin::{Admin, AdminError, Examined, NewUser, restore};
pub use audit_notes::{AuditNotes, AuditNotesError};
pub use engine_pool::{EnginePool, default_engine_memory};
pub use house::House;
pub use http::{TrustedProxy, TrustedProxyError};
pub use metrics::Metrics;
pub use originals::{Freebloks, Limits, Originals, Praktikum, Welfenlab};
pub use serve::{Checked, Config, ServeError, Server};
pub use session::Session;
pub use tables::audit;
pub use tournaments::{TournamentChange, Tournaments};
