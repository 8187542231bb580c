//! Throwing the dice of a table.

use framework::{Action, Digest, Match, Nonce, Refused, RollNumber, Seat, Share, Turn};
use protocol::{Code, Person, Phase, Problem, Sitter, TableHappening, UserId};

use super::{
    super::{
        Now, Table,
        commands::{not_seated, problem_of},
        course::ROLL_DECISION,
    },
    Promises, Roll,
};

impl Table {
    /// Notes what a person has promised before sitting down, if chance decides anything here.
    pub fn promise(&mut self, user: &UserId, promised: impl FnOnce() -> Option<Promises>) {
        if self.source.secret().is_some()
            && let Some(promises) = promised()
        {
            self.promises.insert(user.clone(), promises);
        }
    }

    /// Makes the promise that a person brought along an event when they sit down.
    pub(in crate::table) fn pledge_on_sitting(&mut self, chair: u8, who: &Sitter, now: Now) {
        let Sitter::Person(person) = who else { return };
        if let Some(pledge) = self.promises.get_mut(&person.id).and_then(|promises| promises.take(chair)) {
            self.happen(TableHappening::Pledged { chair, pledge }, now);
        }
    }

    /// Binds the server to the secret of its dice.
    pub(in crate::table) fn commit_dice(&mut self, now: Now) {
        if let Some(secret) = self.source.secret() {
            let commitment = fair_dice::commitment(self.row.id.as_str(), &secret);
            self.happen(TableHappening::DiceCommitted { commitment }, now);
        }
    }

    /// Shows the secret, once the dice of the table fall no more.
    pub(in crate::table) fn reveal_dice(&mut self, now: Now) {
        if let Some(secret) = self.source.secret()
            && self.dice.is_committed()
            && !self.dice.is_revealed()
        {
            self.happen(TableHappening::DiceRevealed { secret }, now);
        }
    }

    pub(in crate::table) fn pledge(
        &mut self,
        who: &Person,
        pledge: Digest,
        chair: Option<u8>,
        now: Now,
    ) -> Result<(), Problem> {
        let first = self.chair_of(who)? as u8;
        if self.source.secret().is_none() {
            return Err(Problem::new(Code::Refused, "chance decides nothing in this game"));
        }
        if matches!(self.phase, Phase::Over | Phase::Closed) {
            return Err(Problem::new(Code::Phase, "the dice of this table fall no more"));
        }
        if self.dice.is_thrown() {
            let sentence = "the dice are thrown right now; promise again when they have fallen";
            return Err(Problem::new(Code::Stale, sentence));
        }
        let mine: Vec<_> = self.chairs_of(who).map(|chair| chair as u8).collect();
        let wanted = Some(chair.unwrap_or(first)).filter(|chair| mine.contains(chair));
        self.happen(TableHappening::Pledged { chair: wanted.ok_or_else(not_seated)?, pledge }, now);
        Ok(())
    }

    pub(in crate::table) fn reveal(
        &mut self,
        who: &Person,
        nonce: Nonce,
        chair: Option<u8>,
        now: Now,
    ) -> Result<(), Problem> {
        self.chair_of(who)?;
        let mine: Vec<_> = self.chairs_of(who).map(|chair| chair as u8).collect();
        let owes = |chair: &u8| mine.contains(chair) && self.dice.owed(*chair).is_some();
        let owing = match chair {
            Some(chair) => Some(chair).filter(owes),
            None => mine.iter().copied().find(owes),
        };
        let Some((chair, owed)) = owing.and_then(|chair| Some((chair, self.dice.owed(chair)?))) else {
            return Err(Problem::new(Code::Stale, "no roll waits for a nonce of yours"));
        };
        if fair_dice::pledge(&nonce) != owed {
            return Err(Problem::new(Code::Refused, "this is not the nonce that was promised"));
        }
        self.happen(TableHappening::Revealed { chair, nonce }, now);
        Ok(())
    }

    /// Rolls with a nonce, after deciding to roll where that is a decision.
    pub(in crate::table) fn roll(
        &mut self,
        who: &Person,
        ply: u32,
        nonce: Nonce,
        chair: Option<u8>,
        now: Now,
    ) -> Result<(), Problem> {
        let decides = |contest: &Match| {
            matches!(contest.position().turn(), Turn::Seat(_))
                && contest.position().check(ROLL_DECISION).is_ok()
        };
        if self.contest.as_ref().is_some_and(decides) {
            self.act(who, ply, &Action::Move(ROLL_DECISION.to_owned()), chair, now)?;
            return self.throw(Some(nonce), now).map_err(|refused| problem_of(&refused));
        }
        self.act_or_roll(who, ply, &Action::Roll, chair, Some(nonce), now)
    }

    /// Throws the dice: they fall at once, or wait for the nonces that were promised.
    pub(in crate::table) fn throw(&mut self, nonce: Option<Nonce>, now: Now) -> Result<(), Refused> {
        // A roll that waits for others must have been asked for in time.
        if let Some(late) = self.tick(now) {
            return Err(Refused::TimeOver(late));
        }
        let Some(roll) = self.next_roll() else { return Err(Refused::NothingToRoll) };
        if let Some((_, shares)) = self.dice.cast(roll) {
            let shares = shares.clone();
            return self.fall(roll, shares, now);
        }
        if self.source.secret().is_none() {
            return self.fall(roll, Vec::new(), now);
        }
        let throwers = self.throwers();
        let gives_later = |&(idx, chair): &(usize, u8)| {
            self.is_person(chair) && self.dice.has_pledged(chair) && (idx != 0 || nonce.is_none())
        };
        let waits_for: Vec<u8> =
            throwers.iter().copied().enumerate().filter(gives_later).map(|(_, chair)| chair).collect();
        if waits_for.is_empty() {
            let share = |(idx, &chair): (usize, &u8)| match (self.is_person(chair), nonce) {
                (false, _) => Share::Engine,
                (true, Some(nonce)) if idx == 0 => Share::Nonce(nonce),
                (true, _) => Share::None,
            };
            let shares = throwers.iter().enumerate().map(share).collect();
            return self.fall(roll, shares, now);
        }
        self.happen(TableHappening::Rolling { roll, nonce, waits_for }, now);
        Ok(())
    }

    /// Lets the dice fall that need not wait any longer.
    pub(in crate::table) fn settle(&mut self, now: Now) -> Result<(), Refused> {
        let Some(roll) = self.dice.settled(now.table_time) else { return Err(Refused::NothingToRoll) };
        let share = |(idx, &chair): (usize, &u8)| match self.dice.share(chair, idx == 0) {
            // A person may have left while the dice were in the air.
            Share::None if !self.is_person(chair) => Share::Engine,
            share => share,
        };
        let shares = self.throwers().iter().enumerate().map(share).collect();
        self.fall(roll, shares, now)
    }

    fn fall(&mut self, roll: RollNumber, shares: Vec<Share>, now: Now) -> Result<(), Refused> {
        let Some(contest) = &self.contest else { return Err(Refused::NothingToRoll) };
        let roller = contest.position().roller().unwrap_or(Seat::FIRST);
        let outcomes = contest.position().chance_outcomes();
        let asked = Roll {
            table: &self.row.id,
            secret: self.row.secret,
            number: roll,
            shares: &shares,
            outcomes: &outcomes,
        };
        let fall = self.source.fall(&asked);
        if let Some(fell) = fall.drawn
            && self.dice.cast(roll).is_none_or(|(before, _)| *before != fell)
        {
            self.happen(TableHappening::Cast { roll, fell, shares }, now);
        }
        self.act_in_match(roller, Action::EnterRoll(fall.text), now)
    }

    /// The number of the roll that is due; `None` if none is.
    fn next_roll(&self) -> Option<RollNumber> {
        let contest = self.contest.as_ref().filter(|contest| contest.round_end().is_none())?;
        let round = contest.record().rounds.last().filter(|_| contest.position().turn() == Turn::Chance)?;
        let before = round.moves.iter().filter(|mv| mv.by.is_none()).count() as u32;
        Some(RollNumber { round: contest.record().rounds.len() as u32, number: before + 1 })
    }

    /// The chairs in the order of their nonces: who rolls, and then the others by their seats.
    fn throwers(&self) -> Vec<u8> {
        let Some(contest) = &self.contest else { return Vec::new() };
        let first = contest.position().roller().unwrap_or(Seat::FIRST).index();
        let mut chairs: Vec<u8> = Seat::all(contest.seats()).map(|seat| self.chair_at(seat) as u8).collect();
        chairs.rotate_left(first);
        chairs
    }

    /// Tells whether a chair is a person's, who may have left it for a moment.
    fn is_person(&self, chair: u8) -> bool {
        let seated = self.chairs.get(usize::from(chair));
        seated.is_some_and(|chair| !matches!(chair.sitter, Some(Sitter::Engine(_))))
    }
}
