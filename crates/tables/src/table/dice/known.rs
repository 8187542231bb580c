//! What is known of the dice of a table, folded from its events.

use std::collections::BTreeMap;

use framework::{DiceProof, DiceSecret, Digest, Drawn, Millis, Nonce, ProvenRoll, Record, RollNumber, Share};
use protocol::{DiceView, TableHappening, TableId};

/// How long a roll waits for nonces that were promised.
const NONCE_TIMEOUT: Millis = Millis(3_000);

/// What is known of the dice of a table.
#[derive(Clone, Debug, Default)]
pub(in crate::table) struct KnownDice {
    commitment: Option<Digest>,
    secret: Option<DiceSecret>,
    /// What the player of each chair has promised.
    pledges: BTreeMap<u8, Digest>,
    thrown: Option<Thrown>,
    cast: BTreeMap<RollNumber, (Drawn, Vec<Share>)>,
    /// How long rolls have waited for nonces, which is nobody's time.
    waited: Millis,
}

/// A roll that waits for nonces.
#[derive(Clone, Debug)]
struct Thrown {
    roll: RollNumber,
    since: Millis,
    /// The nonce of the one who rolls, if it came with the command.
    nonce: Option<Nonce>,
    /// The chairs that have promised a nonce for it.
    waits_for: BTreeMap<u8, Digest>,
    revealed: BTreeMap<u8, Nonce>,
}

impl Thrown {
    fn is_complete(&self) -> bool {
        self.waits_for.len() <= self.revealed.len()
    }
}

impl KnownDice {
    /// Adds an event that happened at a time; `None` if it cannot have happened.
    pub(in crate::table) fn fold(&mut self, what: &TableHappening, at: Millis) -> Option<()> {
        match what {
            // A promise is that of a person, not of a chair.
            TableHappening::Sat { chair, .. } | TableHappening::Left { chair } => {
                self.pledges.remove(chair);
            }
            TableHappening::DiceCommitted { commitment } => self.commitment = Some(*commitment),
            TableHappening::DiceRevealed { secret } => self.secret = Some(*secret),
            TableHappening::Pledged { chair, pledge } => {
                self.pledges.insert(*chair, *pledge);
            }
            TableHappening::Rolling { roll, nonce, waits_for } => {
                let promised = |chair: &u8| Some((*chair, *self.pledges.get(chair)?));
                let waits_for = waits_for.iter().map(promised).collect::<Option<_>>()?;
                let revealed = BTreeMap::new();
                self.thrown = Some(Thrown { roll: *roll, since: at, nonce: *nonce, waits_for, revealed });
            }
            TableHappening::Revealed { chair, nonce } => {
                self.thrown.as_mut()?.revealed.insert(*chair, *nonce);
            }
            TableHappening::Cast { roll, fell, shares } => {
                if let Some(thrown) = self.thrown.take() {
                    self.waited += at - thrown.since;
                    // A promise is good for one roll, and one that was not kept is good for none.
                    self.pledges.retain(|chair, pledge| thrown.waits_for.get(chair) != Some(pledge));
                }
                self.cast.insert(*roll, (fell.clone(), shares.clone()));
            }
            _ => {}
        }
        Some(())
    }

    /// The time of the match at a time of the table: it stands still while a roll waits.
    pub(in crate::table) fn match_time(&self, at: Millis) -> Millis {
        self.thrown.as_ref().map_or(at, |thrown| thrown.since) - self.waited
    }

    /// The time of the table at a time of the match.
    pub(in crate::table) fn table_time(&self, at: Millis) -> Millis {
        at + self.waited
    }

    /// When the roll that waits is drawn at the latest.
    pub(in crate::table) fn deadline(&self) -> Option<Millis> {
        self.thrown.as_ref().map(|thrown| thrown.since + NONCE_TIMEOUT)
    }

    pub(in crate::table) const fn is_thrown(&self) -> bool {
        self.thrown.is_some()
    }

    /// The roll that waits, once it need not wait any longer.
    pub(in crate::table) fn settled(&self, now: Millis) -> Option<RollNumber> {
        let thrown = self.thrown.as_ref()?;
        (thrown.is_complete() || thrown.since + NONCE_TIMEOUT <= now).then_some(thrown.roll)
    }

    pub(super) const fn is_committed(&self) -> bool {
        self.commitment.is_some()
    }

    pub(super) const fn is_revealed(&self) -> bool {
        self.secret.is_some()
    }

    pub(super) fn has_pledged(&self, chair: u8) -> bool {
        self.pledges.contains_key(&chair)
    }

    /// What a chair has promised for the roll that waits, unless it is revealed already.
    pub(super) fn owed(&self, chair: u8) -> Option<Digest> {
        let thrown = self.thrown.as_ref()?;
        thrown.waits_for.get(&chair).filter(|_| !thrown.revealed.contains_key(&chair)).copied()
    }

    /// What the person on a chair has given to the roll that waits.
    pub(super) fn share(&self, chair: u8, is_roller: bool) -> Share {
        let Some(thrown) = &self.thrown else { return Share::None };
        match thrown.nonce.filter(|_| is_roller).or(thrown.revealed.get(&chair).copied()) {
            Some(nonce) => Share::Nonce(nonce),
            None if thrown.waits_for.contains_key(&chair) => Share::Late,
            None => Share::None,
        }
    }

    /// How a roll fell before, and what was given to it.
    pub(super) fn cast(&self, roll: RollNumber) -> Option<&(Drawn, Vec<Share>)> {
        self.cast.get(&roll)
    }

    pub(in crate::table) fn view(&self) -> Option<DiceView> {
        let waits_for = self.thrown.iter().flat_map(|thrown| thrown.waits_for.keys());
        Some(DiceView {
            commitment: self.commitment?,
            pledges: self.pledges.iter().map(|(chair, pledge)| (*chair, *pledge)).collect(),
            waits_for: waits_for.copied().filter(|&chair| self.owed(chair).is_some()).collect(),
        })
    }

    /// The record of a match with the proof of its dice, sealed if the match is over.
    pub(in crate::table) fn prove(&self, table: &TableId, record: &Record) -> Record {
        let proven = |(roll, (drawn, nonces)): (&RollNumber, &(Drawn, Vec<Share>))| ProvenRoll {
            roll: *roll,
            drawn: drawn.clone(),
            nonces: nonces.clone(),
        };
        let dice = self.commitment.map(|commitment| DiceProof {
            table: table.to_string(),
            commitment,
            revealed: None,
            rolls: self.cast.iter().map(proven).collect(),
        });
        let record = Record { dice, ..record.clone() };
        match self.secret {
            Some(secret) => fair_dice::sealed(record, secret),
            None => record,
        }
    }
}
