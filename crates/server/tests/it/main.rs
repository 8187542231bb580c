//! The server, from its store to its sockets.

mod client;
mod folder;
mod http;
mod lobby;
mod nodes;
mod play;
mod resilience;
mod running;
mod simulation;
mod store_contract;
mod tables;
mod wall_clock;
