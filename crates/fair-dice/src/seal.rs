//! The seal of a finished record.

use framework::{DiceSecret, Digest, Record, Revealed};

use crate::draw::keyed;

/// Shows the secret in a record and seals it, so that a change of any byte is found. A record without a proof stays
/// as it is.
#[must_use]
pub fn sealed(mut record: Record, secret: DiceSecret) -> Record {
    let seal = seal(&mut record, secret);
    if let (Some(dice), Some(seal)) = (&mut record.dice, seal) {
        dice.revealed = Some(Revealed { secret, seal });
    }
    record
}

/// The seal that a record with this secret should have: a keyed hash of its text without the line of the seal.
pub(crate) fn seal(record: &mut Record, secret: DiceSecret) -> Option<Digest> {
    let dice = record.dice.as_mut()?;
    let table = dice.table.clone();
    let empty = Digest([0; 32]);
    dice.revealed = Some(Revealed { secret, seal: empty });
    let text = record.to_string();
    let line = format!("seal {empty}\n");
    let (before, after) = text.rsplit_once(&line)?;
    Some(keyed("seal/1", &table, &secret, &[before.as_bytes(), after.as_bytes()]))
}
