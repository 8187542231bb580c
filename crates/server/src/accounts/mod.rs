//! Accounts: how people prove who they are, and what they can do with what is kept about them.
//!
//! A guest is anyone who has a cookie that the server has signed; nothing is kept until they say hello. Who signs up
//! keeps the id, and with it every game and result. From then on a log-in proves who it is: 256 random bits, of
//! which only the hash is kept. Bots have tokens of the same kind.

mod export;
mod identity;
mod passwords;
pub(crate) mod rules;
mod tokens;
mod tries;

pub(crate) use self::{
    export::Export,
    identity::{Change, Identity, LOGIN_LIFETIME_MS, SignUp, banned, name_taken},
    passwords::Passwords,
    tokens::Token,
    tries::{Device, Tries},
};
