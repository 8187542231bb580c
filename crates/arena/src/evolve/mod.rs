//! The laboratory that improves the weights of an evaluation.
//!
//! It works over the erased layer: whatever player of whatever game is listed as tunable can be improved. An
//! [`Optimizer`] asks for points and is told how good they were, and knows nothing of games; a [`Race`] compares
//! candidates with as few games as possible; an [`Evolution`] goes on generation after generation; a [`Run`] keeps it
//! in a folder, where it can be interrupted at any time.

mod chart;
mod cma_es;
mod eigen;
mod evolution;
mod genetic;
mod last_test;
mod optimizer;
mod race;
mod run;
mod spsa;
mod subject;
mod table;
#[cfg(test)]
mod tests;
mod weight_file;

use framework::Rng;

pub use self::{
    chart::{Curve, sparkline, svg},
    cma_es::CmaEs,
    evolution::{
        Champion, Checkpoint, Checkpoints, Evolution, EvolveError, Method, Orders, Sight, State, Strength,
    },
    genetic::{Genetic, Habits},
    last_test::Test,
    optimizer::{Optimizer, Trial},
    race::{Race, Raced},
    run::{Assignment, FolderError, Run, Stage, TestOrders},
    spsa::Spsa,
    subject::Subject,
    weight_file::{Provenance, TestResult, WeightFile, WeightFileError},
};

/// Draws a number that is distributed normally, nearly: the sum of twelve uniform ones. Unlike the usual formulas it
/// needs no logarithm, so that it is the same to the last bit on every machine.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}
