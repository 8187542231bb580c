//! The server, from its store to its sockets.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod account_contract;
mod accounts;
mod browser;
mod client;
mod folder;
mod http;
mod lobby;
mod nodes;
mod originals;
mod play;
mod resilience;
mod roles;
mod running;
mod security;
mod simulation;
mod store_contract;
mod tables;
mod wall_clock;
