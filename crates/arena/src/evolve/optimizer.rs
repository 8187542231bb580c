//! The three ways to look for better weights, behind one type.

use serde::{Deserialize, Serialize};

use super::{CmaEs, Genetic, Habits, Spsa};

/// A search for the best point of a noisy landscape, one generation after the other.
///
/// It is asked for points, and told how good they were. All of its randomness comes from its seed and the number
/// of the generation, so its value, written down and read again, goes on exactly where it was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimizer {
    /// A cloud that adapts its shape.
    CmaEs(CmaEs),
    /// A climber with two measurements a step.
    Spsa(Spsa),
    /// The paper's.
    Genetic(Genetic),
}

/// How the points of a generation are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// All against one opponent, with the same dice or openings; who is clearly not among the better half stops
    /// early.
    Race,
    /// All against one opponent, with the same dice or openings, equally often.
    Equal,
    /// Everybody against everybody, so many games each.
    RoundRobin {
        /// The games of two.
        games: usize,
    },
}

impl Optimizer {
    /// What the method is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::CmaEs(_) => "cma-es",
            Self::Spsa(_) => "spsa",
            Self::Genetic(_) => "genetic",
        }
    }

    /// The points to be tried in this generation.
    #[must_use]
    pub fn ask(&self) -> Vec<Vec<f64>> {
        match self {
            Self::CmaEs(cma_es) => cma_es.ask(),
            Self::Spsa(spsa) => spsa.ask(),
            Self::Genetic(genetic) => genetic.ask(),
        }
    }

    /// Learns how good they were; more is better.
    pub fn tell(&mut self, fitness: &[f64]) {
        match self {
            Self::CmaEs(cma_es) => cma_es.tell(fitness),
            Self::Spsa(spsa) => spsa.tell(fitness),
            Self::Genetic(genetic) => genetic.tell(fitness),
        }
    }

    /// The answer so far.
    #[must_use]
    pub fn answer(&self) -> &[f64] {
        match self {
            Self::CmaEs(cma_es) => cma_es.middle(),
            Self::Spsa(spsa) => spsa.point(),
            Self::Genetic(genetic) => genetic.father(),
        }
    }

    /// How its points want to be compared.
    #[must_use]
    pub fn trial(&self) -> Trial {
        match self {
            Self::CmaEs(_) => Trial::Race,
            Self::Spsa(_) => Trial::Equal,
            Self::Genetic(genetic) => {
                let Habits { games_per_match, .. } = *genetic.habits();
                Trial::RoundRobin { games: games_per_match }
            }
        }
    }
}
