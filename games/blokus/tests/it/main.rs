//! The rules of Blokus, as examples, tables and laws.

mod cells;
mod data;
mod engines;
mod formats;
mod laws;
mod notation;
mod opponents;
mod options;
mod oracle;
mod original;
mod players;
mod scene;
mod scores;
mod tables;
mod turns;
mod why_not;
