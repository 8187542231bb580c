//! Matches and tournaments of any players of any game, and what they prove.
//!
//! Players meet in pairs of games: the same opening or the same dice, with the seats swapped. Everything that is told
//! about them is computed on pairs.
//!
//! ```
//! use arena::{Agreement, Plan, PlayerBuilder, usual_opening_plies};
//! use framework::{FlagRule, Length, search::Limits};
//!
//! let game = nim::ENTRY.open_text("3+4+5").expect("three heaps");
//! let player = |name| PlayerBuilder::of_the_house(&game, name, name, Limits::nodes(200)).expect("a player of the game");
//! let agreement = Agreement {
//!     opening_plies: usual_opening_plies(&*game),
//!     game: game.clone(),
//!     seed: 1,
//!     length: Length::Rounds(1),
//!     flag: FlagRule::default(),
//!     judge: None,
//! };
//! let plan = Plan::new(agreement, vec![player("mcts"), player("random")]).expect("a plan");
//! let duel = plan.duel(40, 2).expect("threads can be started");
//! let score = duel.score().expect("forty games were played");
//! assert!(0.8 < score.mean && 0.99 < score.superiority);
//! ```
//!
//! [`Plan::run`] is the same with a watcher, who can keep a [`Journal`], show progress and stop; [`Tournament`] is for
//! more than two players, and [`TableTournament`] for tables of more than two.
//!
//! The crate knows no game and no program outside: who brings other players implements [`Player`](framework::Player).

#![forbid(unsafe_code)]

mod chart;
mod duel;
mod encounter;
pub mod evolve;
mod job;
mod journal;
mod luck;
mod opening;
mod plan;
mod player_builder;
mod run;
pub mod statistics;
mod tables;
mod task;
mod tempo;
mod tournament;

pub use chart::{course_chart, ratings_chart};
pub use duel::{Duel, FaultCount, Pair};
pub use job::{Finished, Job, Side};
pub use journal::{Journal, JournalError};
pub use opening::usual_opening_plies;
pub use plan::{Agreement, Plan, PlanError};
pub use player_builder::{MakePlayer, PlayerBuilder};
pub use run::{Flow, RunError, RunNews};
pub use tables::{TableFinished, TableJob, TablePlayer, TableTournament};
pub use task::{Lineup, Played, Task};
pub use tempo::Tempo;
pub use tournament::{Against, Tournament};
