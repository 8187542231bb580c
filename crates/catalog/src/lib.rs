//! The one list of games.
