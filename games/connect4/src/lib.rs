//! The rules of connect4.
