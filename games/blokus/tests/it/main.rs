//! The rules of Blokus, as examples, tables and laws.

mod cells;
mod data;
mod laws;
mod notation;
mod options;
mod oracle;
mod opponents;
mod scene;
mod scores;
mod seats;
mod tables;
mod turns;
mod why_not;
