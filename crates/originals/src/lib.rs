//! Listeners for the network protocols of the original programs: the backgammon program of 2006, the Blokus program of
//! 2005 and the Connect Four course of 2018.
//!
//! Every client gets a session like that of a browser, and its lines, packets or numbers are translated. So tables,
//! clocks, chat and the store are the very same, and a person in a browser can play, watch and serve with a person
//! who uses a program of 2006.
//!
//! The crate knows nothing of the server but the trait [`Backend`]: what a listener may ask for. It reads no store and
//! drives no table by itself.
//!
//! These protocols have no encryption, so no port is opened unless it is asked for.

#![forbid(unsafe_code)]

mod backend;
mod client_session;
mod connection;
mod counters;
mod freebloks;
mod guests;
mod left_behind;
mod ports;
mod praktikum;
mod settings;
mod welfenlab;

pub use self::{
    backend::{Backend, Credentials, LeftBehind, PlayerSession, Registration},
    connection::{Gone, keep_alive, write},
    counters::{OriginalsCounters, ProtocolCounters},
    ports::Ports,
    praktikum::bind as bind_course,
    settings::{Freebloks, Limits, Originals, Praktikum, Welfenlab},
};
