//! What the server needs of the world around it: a store, computer players, the time and chance.
//!
//! Everything else in this crate is the same in the real world and in the simulation.

use std::{
    fmt::Debug,
    future::{Future, ready},
    sync::Arc,
};

use bus::Bus;
use framework::{AnyFound, AnyGame, AnyPosition, Decision, GameEntry, PlayerFault, search::Limits};
use protocol::{Problem, TableId, UserId};
use store::Store;

/// The world around the server.
///
/// Monotonic time is that of `tokio::time`, which the simulation controls.
pub trait World: Send + Sync + 'static {
    /// Where everything is kept.
    type Store: Store;
    /// What runs engines.
    type Engines: EngineService;
    /// What carries news.
    type Bus: Bus;

    /// Where everything is kept.
    fn store(&self) -> &Self::Store;

    /// What runs engines.
    fn engines(&self) -> &Self::Engines;

    /// What carries news.
    fn bus(&self) -> &Self::Bus;

    /// Milliseconds since 1970, which never go back: changing the clock on the wall changes nothing here until
    /// the next start.
    fn time(&self) -> u64;

    /// 64 random bits that nobody can guess.
    fn random(&self) -> u64;

    /// The games that can be played.
    fn games(&self) -> &[GameEntry];
}

/// A position about which a computer player shall think.
#[derive(Clone, Debug)]
pub struct Question {
    /// The rule set.
    pub game: Arc<dyn AnyGame>,
    /// The position, in which a seat is to move.
    pub position: Box<dyn AnyPosition>,
    /// The player, such as `level5`.
    pub player: String,
    /// A move that is looked at besides the best, for half as long.
    pub also: Option<String>,
    /// How far it may go. It uses more threads than these where nobody else needs them.
    pub limits: Limits,
    /// How soon an answer is needed.
    pub urgency: Urgency,
    /// For whom it is thought: the questions of one person wait for each other before those of others do.
    pub asker: UserId,
    /// Whose earlier searches it may use; nothing begins with an empty memory.
    pub seat: Option<EngineSeat>,
}

/// What is known of a position that is looked at deeper and deeper.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// What the player would answer now.
    pub found: AnyFound,
    /// What both sides will play after the best moves, as far as that is known: a line for each, which begins with it.
    pub lines: Vec<Vec<String>>,
    /// Whether this is the last that is told: everything is known, or the time is over.
    pub is_final: bool,
}

/// Where a computer player sits. What it has searched is kept from move to move as long as there is memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EngineSeat {
    /// At a table of this server.
    Table {
        /// The table.
        table: TableId,
        /// The chair, from 0.
        chair: u8,
    },
    /// In the place of a person who is on a visit to another server, by a word that no other visit has.
    Visit(String),
}

/// How soon an answer is needed; what comes first is served first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Urgency {
    /// A clock runs.
    Clock,
    /// A person waits.
    Person,
    /// Computer players among themselves.
    Engines,
    /// Advice.
    Hint,
    /// A decision of a game that is over, for a report. It gives way to everything else.
    Report,
}

/// Runs engines where they hold up nobody: as computer players at tables and on visits, and for people who ask about a
/// position.
pub trait EngineService: Send + Sync + 'static {
    /// Lets an engine play, as the [`Player`](framework::Player) that it is: what it decides is a value, and so is its
    /// fault. `waits` is told the place in the queue, from 1, if others come first. Anyone who drops the answer ends the
    /// search.
    ///
    /// # Errors
    /// If too many wait, or the player breaks down.
    fn decide(
        &self,
        question: Question,
        waits: impl Fn(u32) + Send,
    ) -> impl Future<Output = Result<Decision, PlayerFault>> + Send;

    /// Finds out what an engine thinks of a position and its moves; everything else is as in
    /// [`decide`](Self::decide).
    ///
    /// # Errors
    /// If too many wait, or the player breaks down.
    fn search(
        &self,
        question: Question,
        waits: impl Fn(u32) + Send,
    ) -> impl Future<Output = Result<AnyFound, Problem>> + Send;

    /// Looks at a position deeper and deeper until the time of the question is over or everything is known, and reports
    /// what is known after each step. Any question comes first, and the one who drops this ends it.
    ///
    /// # Errors
    /// If too many wait, there is no memory to spare, the player breaks down, or the report fails.
    fn analyze(
        &self,
        question: Question,
        n_lines: usize,
        mut report: impl FnMut(Insight) -> Result<(), Problem> + Send,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        let searched = self.search(question, |_| {});
        async move {
            let found = searched.await?;
            let lines = found.moves.iter().take(n_lines).map(|known| vec![known.text.clone()]).collect();
            report(Insight { found, lines, is_final: true })
        }
    }

    /// How many positions it looks at at once.
    fn n_threads(&self) -> usize {
        1
    }

    /// Tells whether computer players may think while a person decides.
    fn can_ponder(&self) -> bool {
        false
    }

    /// Searches a position in which a person decides, so that the next question of the same seat is easier. Any
    /// question comes first and ends it, and so does the one who drops this.
    fn ponder(&self, question: Question) -> impl Future<Output = ()> + Send {
        drop(question);
        ready(())
    }
}
