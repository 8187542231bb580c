//! What a run is asked to play: who sits at the table, and what becomes of the outcome.

use framework::{PerSeat, PlayerFault};

use crate::{Finished, Job, Side, TableFinished, TableJob, Tempo};

/// Something that a run can play.
///
/// A task says who sits at the table; the arena plays, and the task makes a result of what happened.
pub trait Task: Send {
    /// What is told about it afterwards.
    type Outcome: Send;

    /// Who plays.
    fn lineup(&self) -> Lineup;

    /// Makes a result of what happened.
    fn finished(self, played: Played) -> Self::Outcome;
}

/// The players of an encounter and where they sit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lineup {
    /// The indexes of the players who take part. With fewer players than seats each has every second or third seat.
    pub players: Vec<usize>,
    /// By how many places the players are turned against the seats.
    pub turned: usize,
    /// The number of the opening and the dice, which all turns of the same players share.
    pub deal: u64,
}

impl Lineup {
    /// The place in `players` of somebody who is numbered by the seat of the first round, as in records.
    pub(crate) fn place_of(&self, player: usize) -> usize {
        (player + self.turned) % self.players.len()
    }

    /// The same for everybody at a table.
    pub(crate) fn places(&self, seating: &PerSeat<u8>) -> PerSeat<usize> {
        seating.clone().map(|player| self.place_of(player.into()))
    }
}

/// An encounter that was played to its end. Lists are in the order of [`Lineup::players`].
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What each player won: points of a single game, or 1, 0 or −1 for a whole match.
    pub values: Vec<f64>,
    /// How lucky the first player was with the dice, if somebody judged that.
    pub luck: Option<f64>,
    /// How many games it took.
    pub games: u32,
    /// The games that were lost otherwise than on the board, and by whom.
    pub faults: Vec<(usize, PlayerFault)>,
    /// How long the moves of each player took.
    pub tempos: Vec<Tempo>,
    /// How long everything took, in nanoseconds, what judges of luck needed not included.
    pub nanos: u64,
    /// How much of it the players took, for their moves and to be ready for a game.
    pub players_nanos: u64,
    /// The record, which can be replayed.
    pub record: String,
}

impl Task for Job {
    type Outcome = Finished;

    fn lineup(&self) -> Lineup {
        let players = Side::BOTH.map(|side| self.player(side)).to_vec();
        Lineup { players, turned: self.is_swapped().into(), deal: self.pair() }
    }

    fn finished(self, played: Played) -> Finished {
        let Played { values, luck, games, faults, tempos, nanos, players_nanos, record } = played;
        let mut tempos = tempos.into_iter();
        Finished {
            job: self,
            value: values.first().copied().unwrap_or(0.0),
            luck,
            games,
            faults: faults.into_iter().map(|(place, fault)| (Side::of(place), fault)).collect(),
            tempos: [(); 2].map(|()| tempos.next().unwrap_or_default()),
            nanos,
            players_nanos,
            record,
        }
    }
}

impl Task for TableJob {
    type Outcome = TableFinished;

    fn lineup(&self) -> Lineup {
        Lineup { players: self.players.clone(), turned: self.turned as usize, deal: self.deal }
    }

    fn finished(self, played: Played) -> TableFinished {
        let Played { values, faults, tempos, record, .. } = played;
        TableFinished { job: self, values, faults, tempos, record }
    }
}
