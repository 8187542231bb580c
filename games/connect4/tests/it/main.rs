//! The rules of Connect Four as examples, as laws and against slower ways to find the same.

mod counting;
mod formats;
mod laws;
mod minimax;
mod notation;
mod openings;
mod options;
mod oracle;
mod original;
mod players;
mod playthrough;
mod positions;
mod praktikum_2018;
mod rules;
mod scene;
mod searching;
mod slow_solver;
mod solved;
mod solver;
mod solver_checks;
mod test_data;
mod why_not;

use positions::{game, position};
