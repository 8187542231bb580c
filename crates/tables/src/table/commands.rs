//! What people, computer players and the passing of time do to a table.

use framework::{Action, Digest, Length, Millis, MoveError, Nonce, Refused, Seat, Text, Turn};
use limits::tables::{MAX_EVENTS_BEFORE_MOVES_ONLY, MAX_EVENTS_PER_TABLE};
use protocol::{
    ChairChoice, Code, EnginePace, Person, Phase, Problem, Sitter, TableEvent, TableHappening, TableId,
};
use store::{CommandKey, StoredEvent};

use super::{EngineChoice, Now, Table};

/// A command for a table, and who gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Envelope {
    /// Who gives it; nobody if it is the server itself.
    pub actor: Option<Person>,
    /// By what it is known again, so that it takes effect once; nothing if it is the server itself.
    pub key: Option<CommandKey>,
    /// How long the message was under way, as the server has measured.
    pub lag: Millis,
    /// The command itself.
    pub command: TableCommand,
}

impl Envelope {
    /// A command of the server itself.
    #[must_use]
    pub const fn of_server(command: TableCommand) -> Self {
        Self { actor: None, key: None, lag: Millis(0), command }
    }
}

/// What can be asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableCommand {
    /// To open a table that was made just now: those sit down who shall.
    Open,
    /// To take a chair.
    Sit {
        /// Which; any if none is named.
        chair: Option<u8>,
        /// The keyed hash of the password that was given.
        password: Option<String>,
        /// The invitation that was given.
        invite: Option<String>,
    },
    /// To leave one's chairs.
    Stand,
    /// To play.
    Act {
        /// How many plies of the round were seen.
        ply: u32,
        /// What to do.
        action: Action,
        /// For which of one's chairs.
        chair: Option<u8>,
    },
    /// To roll with a nonce.
    Roll {
        /// How many plies of the round were seen.
        ply: u32,
        /// The nonce.
        nonce: Nonce,
        /// For which of one's chairs.
        chair: Option<u8>,
    },
    /// To promise a nonce.
    Pledge {
        /// Its hash.
        pledge: Digest,
        /// For which of one's chairs.
        chair: Option<u8>,
    },
    /// To reveal a nonce that was promised.
    Reveal {
        /// The nonce.
        nonce: Nonce,
        /// For which of one's chairs.
        chair: Option<u8>,
    },
    /// To let a computer player sit.
    Seat {
        /// On which chair.
        chair: u8,
        /// Which player.
        player: String,
    },
    /// To choose what happens without being asked.
    Prefer {
        /// Whether dice are rolled by themselves.
        auto_roll: bool,
        /// Whether one confirms that one cannot move.
        confirm_blocked: bool,
        /// On which of one's chairs; on all of them if none is named.
        chair: Option<u8>,
    },
    /// To set how fast computer players play among themselves.
    SetPace(EnginePace),
    /// To begin the match where that waits for a player's word.
    Begin,
    /// To go on at another table.
    Rematch {
        /// Which.
        table: TableId,
    },
    /// A computer player has decided.
    EngineMove {
        /// What was the last event when it was asked.
        seq: u64,
        /// Its chair.
        chair: u8,
        /// The move.
        text: String,
    },
    /// To give up a table at which nobody plays yet, or nobody any more.
    Close,
    /// To give up a table at which nobody plays yet, because a player has not come in time.
    CallOff,
    /// To give up a table that everybody has left who could go on with it, even in the middle of a match.
    GiveUp,
    /// Time has passed.
    Tick,
}

/// What came of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handled {
    /// What has happened, even if the order was refused because a clock was found to be over.
    pub events: Vec<StoredEvent>,
    /// The number of the last event of the order, or why it was refused.
    pub answer: Result<u64, Problem>,
    /// By how much the clock of the table has to be put back: a message was under way for so long, and that is
    /// nobody's time.
    pub given_back: Millis,
}

impl Table {
    /// Does what a person wants, or says why not. The only way in.
    ///
    /// An order that was done before is answered again and changes nothing.
    pub fn handle(&mut self, envelope: &Envelope, now: Now) -> Handled {
        if let Some(answer) = envelope.key.as_ref().and_then(|by| self.answer_again(by)) {
            return Handled { events: Vec::new(), answer, given_back: Millis(0) };
        }
        let slow_line = self.slow_line(envelope);
        let granted = slow_line.map_or(Millis(0), |(_, granted)| granted);
        let arrived = now.table_time;
        // Messages may overtake each other by a moment; the time of a table never goes back.
        let now = Now { table_time: (now.table_time - granted).max(self.at), ..now };
        let applied = self.apply(envelope, now);
        if applied.is_ok() {
            self.go_on(now);
        }
        if MAX_EVENTS_PER_TABLE <= self.seq {
            self.close(now);
        }
        let mut given_back = Millis(0);
        if let (Some((chair, granted)), Ok(())) = (slow_line, &applied) {
            given_back = arrived - now.table_time;
            self.lines[chair].spend(envelope.lag, granted, given_back);
        }
        let mut events: Vec<_> = std::mem::take(&mut self.fresh)
            .into_iter()
            .map(|event| StoredEvent { event, by: None })
            .collect();
        if let (Ok(()), Some(by), Some(last)) = (&applied, &envelope.key, events.last_mut()) {
            last.by = Some(by.clone());
            self.done.entry(by.client.clone()).or_default().insert(by.number, last.event.seq);
        }
        Handled { events, answer: applied.map(|()| self.seq), given_back }
    }

    /// Who makes a move over a slow line, and what would be given back for it. Nothing else moves the game on, so
    /// nothing else gives back time.
    fn slow_line(&self, envelope: &Envelope) -> Option<(usize, Millis)> {
        match (&envelope.command, &envelope.actor) {
            (
                TableCommand::Act { action: Action::Move(_) | Action::Roll, .. } | TableCommand::Roll { .. },
                Some(who),
            ) => {
                let chair = self.chairs_of(who).next()?;
                Some((chair, self.lines[chair].offer(envelope.lag)))
            }
            _ => None,
        }
    }

    /// The answer to a command that was done before, or that comes after a later one.
    fn answer_again(&self, by: &CommandKey) -> Option<Result<u64, Problem>> {
        let done = self.done.get(&by.client)?;
        if let Some(&seq) = done.get(&by.number) {
            return Some(Ok(seq));
        }
        let later = done.last_key_value().is_some_and(|(&last, _)| by.number < last);
        later.then(|| {
            let sentence = "a later command of this client was done at this table; use a higher number";
            Err(Problem::new(Code::OutOfOrder, sentence))
        })
    }

    pub(super) fn happen(&mut self, what: TableHappening, now: Now) {
        self.seq += 1;
        (self.at, self.time) = (now.table_time, now.unix_ms);
        let folded = self.fold(&what);
        debug_assert!(folded.is_some(), "what happens has been checked before: {what:?}");
        self.fresh.push(TableEvent { seq: self.seq, at: now.table_time, time: now.unix_ms, what });
    }

    fn apply(&mut self, envelope: &Envelope, now: Now) -> Result<(), Problem> {
        let who = || {
            let sentence = "only a person can do that";
            envelope.actor.as_ref().ok_or_else(|| Problem::new(Code::NotAllowed, sentence))
        };
        match &envelope.command {
            TableCommand::Open => self.open(now),
            TableCommand::Sit { chair, password, invite } => {
                self.sit(who()?, *chair, password.as_deref(), invite.as_deref(), now)
            }
            TableCommand::Stand => self.stand(who()?, now),
            TableCommand::Act { ply, action, chair } => self.act(who()?, *ply, action, *chair, now),
            TableCommand::Roll { ply, nonce, chair } => self.roll(who()?, *ply, *nonce, *chair, now),
            TableCommand::Pledge { pledge, chair } => self.pledge(who()?, *pledge, *chair, now),
            TableCommand::Reveal { nonce, chair } => self.reveal(who()?, *nonce, *chair, now),
            TableCommand::Seat { chair, player } => self.seat_engine(who()?, *chair, player, now),
            TableCommand::Prefer { auto_roll, confirm_blocked, chair } => {
                self.prefer(who()?, *auto_roll, *confirm_blocked, *chair, now)
            }
            TableCommand::SetPace(pace) => self.set_pace(who()?, *pace, now),
            TableCommand::Begin => self.begin_on_word(who()?, now),
            TableCommand::Rematch { table } => self.go_elsewhere(who()?, table, now),
            TableCommand::EngineMove { seq, chair, text } => self.engine_move(*seq, *chair, text, now),
            TableCommand::Close => {
                self.close(now);
                Ok(())
            }
            TableCommand::CallOff => {
                if self.phase == Phase::Waiting {
                    self.close(now);
                }
                Ok(())
            }
            TableCommand::GiveUp => {
                if self.people().next().is_none() {
                    self.close(now);
                }
                Ok(())
            }
            TableCommand::Tick => {
                self.tick(now);
                Ok(())
            }
        }
    }

    fn open(&mut self, now: Now) -> Result<(), Problem> {
        if self.seq != 0 {
            return Ok(());
        }
        for (chair, choice) in (0..).zip(self.row.settings.chairs.clone()) {
            let who = match choice {
                ChairChoice::Me => Sitter::Person(self.row.host.clone()),
                ChairChoice::Engine(player) => Sitter::Engine(player),
                ChairChoice::Open | ChairChoice::For(_) => continue,
            };
            self.happen(TableHappening::Sat { chair, who: who.clone() }, now);
            self.pledge_on_sitting(chair, &who, now);
        }
        Ok(())
    }

    fn sit(
        &mut self,
        who: &Person,
        chair: Option<u8>,
        password: Option<&str>,
        invite: Option<&str>,
        now: Now,
    ) -> Result<(), Problem> {
        let kept_for_them = |table: &Self, chair: usize| {
            table.chairs[chair].kept_for.as_ref().is_some_and(|kept| kept.id == who.id)
        };
        let may_take = |table: &Self, chair: usize| match table.phase {
            Phase::Waiting => {
                let free = &table.chairs[chair];
                free.sitter.is_none() && (free.kept_for.is_none() || kept_for_them(table, chair))
            }
            Phase::Playing => kept_for_them(table, chair),
            Phase::Over | Phase::Closed => false,
        };
        let chairs = 0..self.chairs.len();
        let mine = chairs.clone().find(|&chair| kept_for_them(self, chair) && may_take(self, chair));
        let chosen = match chair.map(usize::from) {
            Some(chair) => Some(chair).filter(|chair| chairs.contains(chair) && may_take(self, *chair)),
            None => mine.or_else(|| chairs.clone().find(|&chair| may_take(self, chair))),
        };
        let Some(chosen) = chosen else {
            let sentence = "that chair cannot be taken; look who sits there, or watch";
            return Err(Problem::new(Code::Chair, sentence));
        };
        let has_one = self.chairs_of(who).next().is_some();
        if has_one && !kept_for_them(self, chosen) && !self.row.settings.several_chairs {
            let sentence = "you sit at this table already, and everybody has one chair; leave yours first";
            return Err(Problem::new(Code::Chair, sentence));
        }
        let is_known = self.row.host.id == who.id
            || kept_for_them(self, chosen)
            || invite == Some(self.row.invite.as_str());
        match &self.row.settings.password {
            Some(wanted) if !is_known && password != Some(wanted.as_str()) => {
                let sentence = "this table has a password; ask those who sit there, or use their invitation";
                return Err(Problem::new(Code::Password, sentence));
            }
            _ => {}
        }
        let who = Sitter::Person(who.clone());
        self.happen(TableHappening::Sat { chair: chosen as u8, who: who.clone() }, now);
        self.pledge_on_sitting(chosen as u8, &who, now);
        Ok(())
    }

    fn stand(&mut self, who: &Person, now: Now) -> Result<(), Problem> {
        let chairs: Vec<_> = self.chairs_of(who).collect();
        if chairs.is_empty() {
            return self.call_off(who, now);
        }
        if matches!(self.phase, Phase::Over | Phase::Closed) {
            return Ok(());
        }
        for chair in chairs {
            self.leave_round(chair, now);
            self.happen(TableHappening::Left { chair: chair as u8 }, now);
        }
        // A match without an end has no other end than this.
        let has_no_end = self.agreed.length == Length::Endless;
        if self.people().next().is_none() && (self.phase == Phase::Waiting || has_no_end) {
            self.close(now);
        }
        Ok(())
    }

    /// Ends the games of computer players among themselves: they would play on for ever, and nobody but who let them
    /// begin is asked.
    fn call_off(&mut self, who: &Person, now: Now) -> Result<(), Problem> {
        if self.row.host.id != who.id || self.people().next().is_some() {
            return Err(not_seated());
        }
        self.close(now);
        Ok(())
    }

    /// Closes the table for good, unless its match has come to an end. Whatever its dice have decided can be checked
    /// from now on.
    fn close(&mut self, now: Now) {
        if matches!(self.phase, Phase::Waiting | Phase::Playing) {
            self.reveal_dice(now);
            self.happen(TableHappening::Closed, now);
        }
    }

    /// Takes a player out of the round where the others go on without them: anyone who plays on there, the record
    /// says that they left, and they win nothing by it. Between two, a chair is kept instead.
    fn leave_round(&mut self, chair: usize, now: Now) {
        let seat = self.seat_of(chair);
        let goes_on = |contest: &framework::Match| {
            2 < contest.seats() && contest.round_end().is_none() && !contest.has_left(seat)
        };
        if self.contest.as_ref().is_some_and(goes_on) {
            let left = self.act_in_match(seat, Action::Leave, now);
            // Time may have run out at this very moment; then the round is over, and nobody has to leave it.
            debug_assert!(matches!(left, Ok(()) | Err(Refused::TimeOver(_))), "{left:?}");
        }
    }

    pub(super) fn act(
        &mut self,
        who: &Person,
        ply: u32,
        action: &Action,
        chair: Option<u8>,
        now: Now,
    ) -> Result<(), Problem> {
        self.act_or_roll(who, ply, action, chair, None, now)
    }

    /// Does what a player wants; a roll takes a nonce with it.
    pub(super) fn act_or_roll(
        &mut self,
        who: &Person,
        ply: u32,
        action: &Action,
        chair: Option<u8>,
        nonce: Option<Nonce>,
        now: Now,
    ) -> Result<(), Problem> {
        let first = self.chair_of(who)?;
        let mine: Vec<_> = self.chairs_of(who).collect();
        let Some(contest) = &self.contest else {
            let sentence = "the match has not begun; it does when every chair is taken";
            return Err(Problem::new(Code::Phase, sentence));
        };
        if self.phase == Phase::Closed {
            return Err(closed(self.seq));
        }
        if is_talk(action) {
            self.check_talk()?;
        }
        let to_move = match contest.position().turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => contest.position().roller(),
            Turn::Over => None,
        };
        let on_turn = to_move.map(|seat| self.chair_at(seat)).filter(|chair| mine.contains(chair));
        let chair = match chair.map(usize::from) {
            Some(chair) => Some(chair).filter(|chair| mine.contains(chair)),
            None => on_turn.or(Some(first)),
        };
        let seat = self.seat_of(chair.ok_or_else(not_seated)?);
        if ply != contest.ply() {
            return Err(problem_of(&Refused::Stale { ply: contest.ply() }));
        }
        if self.dice.is_thrown() {
            return Err(Problem::new(Code::Refused, "the dice are in the air; wait until they have fallen"));
        }
        let action = match action {
            Action::Roll => match to_move {
                Some(other) if other != seat => return Err(problem_of(&Refused::NotYourTurn(other))),
                _ if contest.position().turn() != Turn::Chance || contest.round_end().is_some() => {
                    return Err(problem_of(&Refused::NothingToRoll));
                }
                _ => return self.throw(nonce, now).map_err(|refused| problem_of(&refused)),
            },
            Action::EnterRoll(_) => return Err(problem_of(&Refused::DiceNotByHand)),
            Action::NewGame => {
                return Err(Problem::new(Code::Refused, "ask for a rematch when the match is over"));
            }
            action => action.clone(),
        };
        self.act_in_match(seat, action, now).map_err(|refused| problem_of(&refused))
    }

    fn seat_engine(&mut self, who: &Person, chair: u8, player: &str, now: Now) -> Result<(), Problem> {
        if self.chairs_of(who).next().is_none() && self.row.host.id != who.id {
            return Err(not_seated());
        }
        if self.row.settings.rated {
            return Err(Problem::new(Code::NotAllowed, "a rated match is between people"));
        }
        let is_free = self.chairs.get(usize::from(chair)).is_some_and(|chair| chair.sitter.is_none());
        if !is_free || matches!(self.phase, Phase::Over | Phase::Closed) {
            return Err(Problem::new(Code::Chair, "a computer player can sit only where nobody does"));
        }
        EngineChoice::new(player)?.check(&*self.agreed.game)?;
        let is_engine = |idx: usize| {
            idx == usize::from(chair) || matches!(self.chairs[idx].sitter, Some(Sitter::Engine(_)))
        };
        if (0..self.chairs.len()).all(is_engine) {
            self.agreed.check_engines_alone()?;
        }
        self.happen(TableHappening::Sat { chair, who: Sitter::Engine(player.to_owned()) }, now);
        Ok(())
    }

    fn prefer(
        &mut self,
        who: &Person,
        auto_roll: bool,
        confirm_blocked: bool,
        only: Option<u8>,
        now: Now,
    ) -> Result<(), Problem> {
        let is_meant = |chair: &usize| only.is_none_or(|only| usize::from(only) == *chair);
        let chairs: Vec<_> = self.chairs_of(who).filter(is_meant).collect();
        if chairs.is_empty() {
            return Err(not_seated());
        }
        self.check_talk()?;
        for chair in chairs {
            let before = &self.chairs[chair];
            if (before.auto_roll, before.confirm_blocked) != (auto_roll, confirm_blocked) {
                let chair = chair as u8;
                self.happen(TableHappening::Preferred { chair, auto_roll, confirm_blocked }, now);
            }
        }
        Ok(())
    }

    /// Checks that there is room for what does not bring the match closer to its end. Else anyone who is about to
    /// lose could fill the table with offers until it is closed.
    pub(super) fn check_talk(&self) -> Result<(), Problem> {
        if self.seq < MAX_EVENTS_BEFORE_MOVES_ONLY {
            return Ok(());
        }
        Err(Problem::told(
            Code::Limit,
            Text::fixed(
                "too much has happened at this table; only moves are possible now, or resigning",
                "an diesem Tisch ist zu viel geschehen; jetzt sind nur noch Züge möglich oder die Aufgabe",
            ),
        ))
    }

    fn begin_on_word(&mut self, who: &Person, now: Now) -> Result<(), Problem> {
        self.chair_of(who)?;
        if self.phase != Phase::Waiting {
            return Err(Problem::new(Code::Phase, "the match has begun already"));
        }
        if self.chairs.iter().any(|chair| chair.sitter.is_none()) {
            return Err(Problem::new(Code::Phase, "the match begins when every chair is taken"));
        }
        self.begin_if_full(now);
        Ok(())
    }

    fn go_elsewhere(&mut self, who: &Person, table: &TableId, now: Now) -> Result<(), Problem> {
        if !self.is_player(who) {
            return Err(not_seated());
        }
        if self.phase != Phase::Over {
            return Err(Problem::new(Code::Phase, "the match is not over yet"));
        }
        if self.rematch.is_some() {
            return Err(Problem::new(Code::Phase, "a rematch has been arranged already; sit down there"));
        }
        self.happen(TableHappening::Rematch { table: table.clone() }, now);
        Ok(())
    }

    fn engine_move(&mut self, seq: u64, chair: u8, text: &str, now: Now) -> Result<(), Problem> {
        let asked = self.engine_to_move().filter(|turn| turn.seq == seq && turn.chair == chair);
        let Some(turn) = asked else {
            return Err(Problem::new(Code::Stale, "the computer player was asked about another moment"));
        };
        let action = Action::Move(text.to_owned());
        self.act_in_match(turn.seat, action, now).map_err(|refused| problem_of(&refused))
    }

    /// The table at which the players go on, if that is arranged.
    #[must_use]
    pub const fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// Who sits at a seat in this round.
    #[must_use]
    pub fn sitter_at(&self, seat: Seat) -> Option<&Sitter> {
        self.chairs.get(self.chair_at(seat))?.sitter.as_ref()
    }
}

/// Why nothing can be done at a table that is closed.
fn closed(n_events: u64) -> Problem {
    let text = match MAX_EVENTS_PER_TABLE <= n_events {
        true => Text::new(
            format!(
                "this table is closed because {MAX_EVENTS_PER_TABLE} things have happened there; begin a new match"
            ),
            format!(
                "dieser Tisch ist geschlossen, weil dort {MAX_EVENTS_PER_TABLE} Dinge geschehen sind; bitte neu beginnen"
            ),
        ),
        false => Text::fixed(
            "this table is closed; its match is not played on",
            "dieser Tisch ist geschlossen; seine Partie wird nicht fortgesetzt",
        ),
    };
    Problem::told(Code::Phase, text)
}

/// Tells whether an action can be repeated for ever without bringing the match closer to its end.
const fn is_talk(action: &Action) -> bool {
    matches!(action, Action::OfferDraw | Action::Undo(_))
}

pub(super) fn not_seated() -> Problem {
    Problem::new(Code::NotAllowed, "only who sits at the table can do that; sit down first")
}

/// What a refusal of the match is called here.
pub(super) fn problem_of(refused: &Refused) -> Problem {
    let code = match refused {
        Refused::Stale { .. } => Code::Stale,
        Refused::NotYourTurn(_) | Refused::DiceFirst => Code::NotYourTurn,
        Refused::Move(_) => Code::IllegalMove,
        _ => Code::Refused,
    };
    let problem = Problem::new(code, refused.to_string());
    match refused {
        Refused::Move(MoveError::Illegal(why)) => Problem {
            reason: Some(why.code.to_owned()),
            rule: Some(Box::new(why.sentence.clone())),
            ..problem
        },
        _ => problem,
    }
}
