//! Drills for a server: many players at once, kills, torn files, bad lines; and whether it kept its promises.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`kills`] | a server that is killed while games are played, and what it has kept |
//! | [`first_start`] | a server that is killed during its very first start |
//! | [`load`] | many players at once, and how long their moves take |
//! | [`restart`] | many open games, a crash, and how soon each answers again |
//! | [`proxy`] | a line as bad as one likes |
//! | [`Program`] | a server as a process that can be killed |
//!
//! The commands `brett load` and `brett chaos` are made of it, and the tests of the server use the same parts.

#![forbid(unsafe_code)]

pub mod first_start;
mod histogram;
pub mod kills;
pub mod load;
mod process;
pub mod proxy;
pub mod restart;

pub use histogram::{Histogram, Summary};
pub use process::{ProcessError, Program, ServerProcess, resident_memory};
