//! A client of the server's socket, for programs and tests.
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Client`] | one connection: commands, their answers, and everything that the server sends meanwhile |
//! | [`Backoff`] | how long to wait before the next try to connect |
//! | [`raise_descriptor_limit`] | room for thousands of connections in one process |
//!
//! It knows the protocol and nothing of the server's code, so that the server's own tests can use it.

#![forbid(unsafe_code)]

mod backoff;
mod connection;
mod descriptors;

pub use self::{
    backoff::Backoff,
    connection::{Client, ClientError, CommandResult, Done, Doorway, Identity},
    descriptors::raise_descriptor_limit,
};
