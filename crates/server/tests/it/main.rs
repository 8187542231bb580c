//! The server, from its store to its sockets.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod abuse;
mod account_contract;
mod accounts;
mod analyzing;
mod backgammon;
mod browser;
mod client;
mod clocks;
mod correspondence;
mod deadlines;
mod engine_tables;
mod fair_dice;
mod fair_play;
mod first_start;
mod folder;
mod http;
mod library;
mod lobby;
mod made;
mod many_tables;
mod nodes;
mod openapi;
mod originals;
mod own_tables;
mod play;
mod pondering;
mod promises;
mod puzzles;
mod relations;
mod resilience;
mod roles;
mod running;
mod schema;
mod security;
mod simulation;
mod stalls;
mod standings;
mod store_contract;
mod tampering;
mod tournaments;
mod transport;
mod visitor;
mod visits;
mod wall_clock;
