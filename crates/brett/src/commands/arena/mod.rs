//! What matches and tournaments have in common: their arguments, their players, and how they are played.

mod entrant;
mod outsider;
mod progress;
mod sitting;
mod words;

use std::{path::PathBuf, sync::Arc};

use anyhow::Context as _;
use arena::{Agreement, Plan, PlayerBuilder, usual_opening_plies};
use clap::Args;
use framework::{AnyGame, FlagRule, Length, Millis, search::Limits};
use players::external;

use self::entrant::Asked;
pub(super) use self::{
    entrant::Entrant,
    sitting::{Ended, KeptTask, Sitting},
    words::{fault_line, shortened, signed, tempo_line},
};
use crate::{choice::GameArgs, context::Context, limits::span, number::number_in, workers::ThreadsArgs};

/// How long players think about a move if nothing is said.
const USUAL_TIME: Millis = Millis(100);
/// The most plies that an opening may have.
const MAX_OPENING_PLIES: u32 = 1_000;

/// How games are played and where everything goes.
#[derive(Debug, Args)]
pub(super) struct ArenaArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// How long players without limits of their own may think about a move [without any limit: 100ms]
    #[arg(long, value_name = "TIME", value_parser = span)]
    time: Option<Millis>,
    /// How many plies they may look ahead
    #[arg(long, value_name = "PLIES", value_parser = number_in(1..=1_000_u32))]
    depth: Option<u32>,
    /// How many positions they may visit
    #[arg(long, value_name = "N", value_parser = number_in(1..=u64::MAX))]
    nodes: Option<u64>,
    /// A move that takes so much longer than its time loses the game [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = span)]
    grace: Option<Millis>,
    /// Count matches of N games instead of single ones: who cannot be caught up with has won, who begins alternates
    #[arg(long, value_name = "N", value_parser = number_in(1..=1_000_u32))]
    best_of: Option<u32>,
    /// What a player loses whose move comes too late, where matches of several games count: round or match
    #[arg(long, value_name = "WHAT", default_value_t)]
    flag: FlagRule,
    /// How many random plies games begin with; a fifth of a random game unless given, none with dice
    #[arg(long, value_name = "N", value_parser = number_in(0..=MAX_OPENING_PLIES))]
    opening_plies: Option<u32>,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
    /// Remember everything in this file, and go on from it [default: a file in this folder, named after what is
    /// played]
    #[arg(long, value_name = "FILE", conflicts_with = "no_journal")]
    journal: Option<PathBuf>,
    /// Remember nothing
    #[arg(long)]
    no_journal: bool,
    /// Write the record of each game into a folder, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Also write the results as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Also draw the results
    #[arg(long, value_name = "FILE.svg")]
    pub(super) chart: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArgs,
}

impl ArenaArgs {
    /// Takes the texts of players apart.
    ///
    /// # Errors
    /// If one has limits that are none.
    pub(super) fn entrants<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t String>,
    ) -> anyhow::Result<Vec<Entrant>> {
        let Self { time, depth, nodes, .. } = *self;
        let is_unlimited = time.is_none() && depth.is_none() && nodes.is_none();
        let usual = Asked { time: time.or(is_unlimited.then_some(USUAL_TIME)), depth, nodes };
        let mut entrants = Vec::new();
        for text in texts {
            entrants.extend(Entrant::read_range(text, usual)?);
        }
        Ok(entrants)
    }

    /// Opens the game and seats the players.
    ///
    /// # Errors
    /// If there is no such game or player, or nothing can be played so.
    pub(super) fn plan(
        &self,
        entrants: &[Entrant],
        judge: Option<&str>,
        ctx: &Context<'_, '_>,
    ) -> anyhow::Result<Plan> {
        let game = self.game.open(ctx)?;
        let grace = self.grace.unwrap_or(external::GRACE);
        let players: Vec<PlayerBuilder> =
            entrants.iter().map(|entrant| entrant.enter(&game, grace)).collect::<anyhow::Result<_>>()?;
        let agreement = Agreement {
            opening_plies: self.opening_plies(&game),
            seed: self.seed,
            length: self.best_of.map_or(Length::Rounds(1), Length::BestOf),
            flag: self.flag,
            judge: judge.map(|name| (name.to_owned(), Limits::depth(1))),
            game,
        };
        Plan::new(agreement, players).context("this cannot be played")
    }

    fn opening_plies(&self, game: &Arc<dyn AnyGame>) -> u32 {
        match self.opening_plies {
            Some(plies) => plies,
            // A match to points has its own beginnings.
            None if game.points_to_win().is_some() => 0,
            None => usual_opening_plies(&**game),
        }
    }

    /// Tells whether single games count, and not matches of several.
    pub(super) const fn is_single_game(&self) -> bool {
        self.best_of.is_none()
    }

    /// Where chance begins.
    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }
}
