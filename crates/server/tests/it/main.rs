//! The server, from its store to its sockets.

mod folder;
mod store_contract;
mod tables;
