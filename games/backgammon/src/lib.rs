//! The rules of backgammon.
