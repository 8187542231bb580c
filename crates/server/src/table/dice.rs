//! Where the fall of the dice comes from.

use framework::Rng;
use protocol::TableId;

/// A roll that is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'a> {
    /// The table.
    pub table: &'a TableId,
    /// The secret of the table.
    pub secret: u64,
    /// The round, from 1.
    pub round: u64,
    /// How often the dice have fallen in this round.
    pub rolls_before: u64,
    /// How they can fall, with weights.
    pub outcomes: &'a [(String, u32)],
}

/// Decides how dice fall. The same roll of the same table always falls the same way, so that taking back a move
/// does not change the next roll.
pub trait DiceSource: Send + Sync + 'static {
    /// The index of the outcome.
    fn fall(&self, roll: &Roll<'_>) -> usize;
}

/// Dice drawn from the secret of the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeededDice;

impl DiceSource for SeededDice {
    fn fall(&self, roll: &Roll<'_>) -> usize {
        let index = (roll.round << 32) | roll.rolls_before;
        Rng::stream(roll.secret, "dice", index).weighted(roll.outcomes.iter().map(|outcome| outcome.1))
    }
}
