//! Where the fall of the dice comes from.

use fair_dice::Chance;
use framework::{DiceSecret, Drawn, Rng, RollNumber, Share};
use protocol::TableId;

/// A roll that is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'a> {
    /// The table.
    pub table: &'a TableId,
    /// The secret of the table.
    pub secret: u64,
    /// Which roll it is.
    pub number: RollNumber,
    /// What the players gave to it.
    pub shares: &'a [Share],
    /// How it can fall, with weights.
    pub outcomes: &'a [(String, u32)],
}

/// How a roll fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fall {
    /// The outcome in the game's notation.
    pub text: String,
    /// How it was drawn, if that can be proved.
    pub drawn: Option<Drawn>,
}

/// Decides how dice fall. The same roll of the same table with the same shares always falls the same way, so that
/// taking back a move does not change the next roll.
pub trait DiceSource: Send + Sync + 'static {
    /// How a roll falls.
    fn fall(&self, roll: &Roll<'_>) -> Fall;

    /// The secret to which the server is bound; nothing if the players have no part in the dice.
    fn secret(&self) -> Option<DiceSecret> {
        None
    }
}

/// Dice that nobody can foresee or choose.
#[derive(Clone, Copy, Debug)]
pub struct FairDice(pub DiceSecret);

impl DiceSource for FairDice {
    fn fall(&self, roll: &Roll<'_>) -> Fall {
        let table = roll.table.as_str();
        let nonces: Vec<_> = (0..)
            .zip(roll.shares)
            .map(|(place, share)| fair_dice::share(table, roll.number, place, *share))
            .collect();
        let drawn = fair_dice::draw(table, &self.0, roll.number, &nonces, &Chance::of(roll.outcomes));
        let text = Chance::outcome(roll.outcomes, &drawn).unwrap_or_default().to_owned();
        Fall { text, drawn: Some(drawn) }
    }

    fn secret(&self) -> Option<DiceSecret> {
        Some(self.0)
    }
}

/// Dice drawn from the secret of the table alone: for games without chance, and for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeededDice;

impl DiceSource for SeededDice {
    fn fall(&self, roll: &Roll<'_>) -> Fall {
        let index = u64::from(roll.number.round) << 32 | u64::from(roll.number.number - 1);
        let idx =
            Rng::stream(roll.secret, "dice", index).weighted(roll.outcomes.iter().map(|outcome| outcome.1));
        Fall {
            text: roll.outcomes.get(idx).map(|outcome| outcome.0.clone()).unwrap_or_default(),
            drawn: None,
        }
    }
}
