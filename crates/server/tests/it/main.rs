//! The server, from its store to its sockets.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod abuse;
mod account_contract;
mod accounts;
mod backgammon;
mod browser;
mod client;
mod clocks;
mod fair_dice;
mod fair_play;
mod folder;
mod http;
mod library;
mod lobby;
mod made;
mod nodes;
mod openapi;
mod originals;
mod play;
mod promises;
mod resilience;
mod roles;
mod running;
mod schema;
mod security;
mod simulation;
mod standings;
mod store_contract;
mod tables;
mod visitor;
mod visits;
mod wall_clock;
