//! Giving up, leaving, draws and taking back: mostly what one seat offers and the others may accept.

use super::{Happening, Match, Offer, Refused, RoundOutcome, UndoRule};
use crate::{Millis, PerSeat, Seat};

/// An offer that waits for an answer.
#[derive(Clone, Debug)]
pub(super) struct PendingOffer {
    pub(super) by: Seat,
    pub(super) offer: Offer,
    /// Who has agreed, the one who offers included; nobody asks a seat that was left.
    pub(super) accepted: PerSeat<bool>,
}

impl PendingOffer {
    pub(super) fn new(by: Seat, offer: Offer, left: &PerSeat<bool>) -> Self {
        Self { by, offer, accepted: PerSeat::from_fn(left.seats(), |seat| seat == by || left[seat]) }
    }
}

impl Match {
    pub(super) fn resign(&mut self, who: Seat, level: Option<&str>, now: Millis) -> Result<(), Refused> {
        self.running()?;
        let possible = self.position().resignations(who);
        let Some(cheapest) = possible.first() else { return Err(Refused::NoResigning) };
        let chosen = match level {
            None => cheapest,
            Some(level) => {
                possible.iter().find(|resignation| resignation.level == level).ok_or_else(|| {
                    let levels: Vec<_> = possible.iter().map(|resignation| resignation.level).collect();
                    Refused::NoSuchLevel {
                        level: crate::notation::shortened(level),
                        possible: levels.join(", "),
                    }
                })?
            }
        };
        if chosen.needs_consent {
            return self.offer(who, Offer::Resign(chosen.level.to_owned()), now);
        }
        self.end_round(RoundOutcome::resigned(who, chosen), now);
        Ok(())
    }

    /// Lets a seat's player go where the others can go on without it.
    pub(super) fn leave(&mut self, who: Seat, now: Millis) -> Result<(), Refused> {
        self.running()?;
        if self.seats() <= 2 {
            return Err(Refused::NoLeaving);
        }
        if self.has_left(who) {
            return Err(Refused::HasLeft(who));
        }
        self.happen(Happening::Left { seat: who }, now);
        Ok(())
    }

    pub(super) fn offer_draw(&mut self, who: Seat, now: Millis) -> Result<(), Refused> {
        self.running()?;
        if !self.game.info().has_draws {
            return Err(Refused::NoDraws);
        }
        // Two who offer the same have agreed.
        match &self.pending {
            Some(pending) if pending.offer == Offer::Draw && pending.by != who => self.accept(who, now),
            _ => self.offer(who, Offer::Draw, now),
        }
    }

    pub(super) fn undo(&mut self, who: Seat, to_ply: Option<u32>, now: Millis) -> Result<(), Refused> {
        let to_ply = match to_ply {
            Some(ply) if ply < self.ply() => ply,
            Some(_) => return Err(Refused::NothingToUndo),
            None => self.round.last_decision_of(who).ok_or(Refused::NothingToUndo)?,
        };
        match self.settings.undo {
            UndoRule::Never => Err(Refused::NoUndo),
            UndoRule::Free => {
                self.take_back(to_ply, now);
                Ok(())
            }
            UndoRule::ByAgreement => {
                self.running()?;
                self.offer(who, Offer::Undo(to_ply), now)
            }
        }
    }

    fn take_back(&mut self, ply: u32, now: Millis) {
        self.happen(Happening::TakenBack { ply }, now);
        self.go_on(now);
    }

    fn offer(&mut self, who: Seat, offer: Offer, now: Millis) -> Result<(), Refused> {
        if self.pending.is_some() {
            return Err(Refused::OfferPending);
        }
        self.happen(Happening::Offered { seat: who, offer }, now);
        Ok(())
    }

    pub(super) fn accept(&mut self, who: Seat, now: Millis) -> Result<(), Refused> {
        self.running()?;
        let offered = |pending: &&PendingOffer| !pending.accepted[who];
        if self.pending.as_ref().filter(offered).is_none() {
            return Err(Refused::NoOffer);
        }
        self.happen(Happening::Accepted { seat: who }, now);
        let Some(pending) = &self.pending else { return Ok(()) };
        if pending.accepted.iter().all(|&accepted| accepted) {
            let (by, offer) = (pending.by, pending.offer.clone());
            self.settle(by, offer, now);
        }
        Ok(())
    }

    pub(super) fn decline(&mut self, who: Seat, now: Millis) -> Result<(), Refused> {
        self.running()?;
        match &self.pending {
            // Who made the offer may take it back by the same word.
            Some(_) => {
                self.happen(Happening::Declined { seat: who }, now);
                Ok(())
            }
            None => Err(Refused::NoOffer),
        }
    }

    /// Does what everybody has agreed to.
    fn settle(&mut self, by: Seat, offer: Offer, now: Millis) {
        match offer {
            Offer::Undo(ply) => self.take_back(ply, now),
            Offer::Draw => self.end_round(RoundOutcome::drawn(self.position()), now),
            Offer::Resign(level) => {
                let outcome = RoundOutcome::resigned_at(self.position(), by, &level)
                    .expect("the level was possible when it was offered, and no move lies between");
                self.end_round(outcome, now);
            }
        }
    }
}
