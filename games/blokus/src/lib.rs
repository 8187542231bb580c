//! The rules of blokus.
