//! A match: a pure state machine over events.
//!
//! Actions are checked against the present state and become numbered events; the state is what the events add
//! up to. Time and randomness are handed in, so the local runner, the server and the tests drive the same machine.
//!
//! The arena plays many thousands of games and takes nothing back, so it keeps no events and no earlier positions. It
//! asks the same rules instead: [`RoundOutcome`] for the end of a round, [`Length::is_reached`] for the end of the match,
//! [`Seating::players`] for who sits where.

mod clock;
mod event;
mod offers;
mod round;
mod round_outcome;
mod settings;

use std::sync::Arc;

use thiserror::Error;

use self::{clock::Clock, offers::PendingOffer, round::Round};
pub use self::{
    clock::{ClockError, ClockRule, Millis},
    event::{Action, End, Event, Happening, Offer, Refused},
    round_outcome::RoundOutcome,
    settings::{Dice, FlagRule, FlagRuleError, Length, LengthError, Rolling, Seating, Settings, UndoRule},
};
use crate::{
    Annotations, AnyGame, AnyPosition, Leaver, MoveError, NotationError, PerSeat, Record, Rng, RoundRecord,
    Score, Seat, Turn,
};

/// Why a match cannot begin, or cannot be restored from its events.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum MatchError {
    /// The number of players does not fit the game.
    #[error("{found} players are named, but the game has {expected} seats")]
    Players {
        /// How many are named.
        found: usize,
        /// How many are needed.
        expected: usize,
    },
    /// A name that a record cannot hold.
    #[error(
        "\"{0}\" is no name for a player; use 1 to 100 characters on one line, without spaces at its ends"
    )]
    Name(String),
    /// The game is played for points, and the match is not.
    #[error("this game is a match to {game} points; choose points={game} as the length")]
    Length {
        /// The points that the game's options name.
        game: u32,
    },
    /// The start position cannot be read.
    #[error("the start position: {0}")]
    Start(#[from] NotationError),
    /// An event that cannot have happened.
    #[error("event {number} cannot have happened: {problem}")]
    Event {
        /// The number of the event.
        number: u64,
        /// Why not.
        problem: String,
    },
}

/// A match between players: rounds, clocks, dice, offers and the score.
///
/// ```
/// use framework::{Action, Match, Millis, Seat, Settings};
/// let game = nim::ENTRY.open_text("1+2")?;
/// let mut contest = Match::new(game, Settings::casual(2, 7), Millis(0))?;
/// contest.act(Seat::FIRST, 0, Action::Move("2-2".into()), Millis(800))?;
/// contest.act(Seat::SECOND, 1, Action::Move("1-1".into()), Millis(1500))?;
/// assert!(contest.is_over());
/// assert_eq!(contest.scores()[1].wins, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    events: Vec<Event>,
    record: Record,
    round: Round,
    clock: Clock,
    pending: Option<PendingOffer>,
    /// Which seats are ready for the next round.
    ready: PerSeat<bool>,
    /// How many rounds have begun, forgotten ones included: each has its own dice.
    rounds_begun: u64,
    /// When the present position arose.
    position_since: Millis,
}

impl Match {
    /// Begins a match with its first round.
    ///
    /// # Errors
    /// If the settings do not fit the game.
    pub fn new(game: Arc<dyn AnyGame>, settings: Settings, now: Millis) -> Result<Self, MatchError> {
        let mut contest = Self::empty(game, settings)?;
        contest.start_round(now);
        Ok(contest)
    }

    /// Restores a match from its events; the settings must be those with which it began.
    ///
    /// # Errors
    /// If the settings do not fit the game, or an event cannot have happened.
    pub fn from_events(
        game: Arc<dyn AnyGame>,
        settings: Settings,
        events: impl IntoIterator<Item = Event>,
    ) -> Result<Self, MatchError> {
        let mut contest = Self::empty(game, settings)?;
        for event in events {
            let expected = contest.version() + 1;
            let number = event.number;
            let fold = |problem: String| MatchError::Event { number, problem };
            if number != expected {
                return Err(fold(format!("the next event has the number {expected}")));
            }
            contest.fold(&event.what, event.at).map_err(fold)?;
            contest.events.push(event);
        }
        Ok(contest)
    }

    /// A match before its first round.
    fn empty(game: Arc<dyn AnyGame>, settings: Settings) -> Result<Self, MatchError> {
        let start = match &settings.start {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let seats = start.seats();
        if settings.players.len() != seats {
            return Err(MatchError::Players { found: settings.players.len(), expected: seats });
        }
        let nameless = |name: &&String| {
            name.is_empty()
                || name.trim() != *name
                || 100 < name.chars().count()
                || name.contains(char::is_control)
        };
        if let Some(name) = settings.players.iter().find(nameless) {
            return Err(MatchError::Name(name.clone()));
        }
        match game.points_to_win() {
            Some(points) if settings.length != Length::Points(points) => {
                return Err(MatchError::Length { game: points });
            }
            _ => {}
        }
        let record = Record {
            game: game.info().id.to_owned(),
            options: game.options(),
            players: settings.players.clone(),
            length: settings.length,
            clock: settings.clock,
            flag: settings.flag,
            rounds: Vec::new(),
            dice: None,
        };
        let (round, clock) = (Round::new(start), Clock::new(settings.clock, seats));
        let ready = PerSeat::filled(seats, false);
        Ok(Self {
            game,
            settings,
            events: Vec::new(),
            record,
            round,
            clock,
            pending: None,
            ready,
            rounds_begun: 0,
            position_since: Millis(0),
        })
    }

    /// Does what a player wants, who has seen the round up to `ply`, or says why not. The only way in.
    ///
    /// # Errors
    /// If the action is not possible now. If its seat's time was over, the round has ended by that, as
    /// [`events_since`](Self::events_since) tells.
    pub fn act(&mut self, who: Seat, ply: u32, action: Action, now: Millis) -> Result<&[Event], Refused> {
        let first_new = self.events.len();
        if self.seats() <= who.index() {
            return Err(Refused::NoSuchSeat(who));
        }
        if let Some(late) = self.flagged(now) {
            self.end_by_time(late, now);
            return Err(Refused::TimeOver(late));
        }
        if ply != self.ply() {
            return Err(Refused::Stale { ply: self.ply() });
        }
        match action {
            Action::Move(text) => self.play(who, &text, now)?,
            Action::Roll => self.roll(now)?,
            Action::EnterRoll(text) => self.enter_roll(&text, now)?,
            Action::Resign(level) => self.resign(who, level.as_deref(), now)?,
            Action::Leave => self.leave(who, now)?,
            Action::OfferDraw => self.offer_draw(who, now)?,
            Action::Undo(to_ply) => self.undo(who, to_ply, now)?,
            Action::Accept => self.accept(who, now)?,
            Action::Decline => self.decline(who, now)?,
            Action::Ready => self.get_ready(who, now)?,
            Action::NewGame => self.new_game(now)?,
        }
        Ok(&self.events[first_new..])
    }

    /// Lets time pass: ends the round if a seat's time is over.
    pub fn tick(&mut self, now: Millis) -> &[Event] {
        let first_new = self.events.len();
        if let Some(late) = self.flagged(now) {
            self.end_by_time(late, now);
        }
        &self.events[first_new..]
    }

    /// When [`tick`](Self::tick) has to be called at the latest, unless something happens before.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Millis> {
        self.clock.deadline().map(|last| last + Millis(1))
    }

    /// The number of the last event.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.events.len() as u64
    }

    /// The events after a version; `None` if there never was that version.
    #[must_use]
    pub fn events_since(&self, version: u64) -> Option<&[Event]> {
        self.events.get(usize::try_from(version).ok()?..)
    }

    /// The rule set.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// What was agreed before the match.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.round.position()
    }

    /// How many plies of the round have been played, rolls included.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.round.ply()
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.settings.players.len()
    }

    /// The match so far, as people keep it.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The score of each player, in the order of the first round.
    #[must_use]
    pub fn scores(&self) -> Vec<Score> {
        self.record.scores()
    }

    /// How the present round ended; `None` while it goes on.
    #[must_use]
    pub fn round_end(&self) -> Option<&End> {
        self.record.rounds.last()?.result.as_ref().map(|(end, _)| end)
    }

    /// Tells whether the last round has been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        if self.round_end().is_none() {
            return false;
        }
        if self.record.lost_by_time().is_some() {
            return true;
        }
        self.settings.length.is_reached(self.record.rounds.len() as u32, &self.scores())
    }

    /// The players, from 0 in the order of the first round, who have won the match; nobody before its end, and all
    /// of them if it is drawn.
    #[must_use]
    pub fn winners(&self) -> Vec<usize> {
        if self.is_over() { self.record.leaders() } else { Vec::new() }
    }

    /// Tells whether the player of a seat has left the table in this round.
    #[must_use]
    pub fn has_left(&self, seat: Seat) -> bool {
        let round = self.record.rounds.last();
        round.is_some_and(|round| round.leavers.iter().any(|leaver| leaver.seat == seat))
    }

    /// The offer that waits for an answer, and who made it.
    #[must_use]
    pub fn pending_offer(&self) -> Option<(Seat, &Offer)> {
        self.pending.as_ref().map(|pending| (pending.by, &pending.offer))
    }

    /// What a seat has left on its clock; `None` without a clock.
    #[must_use]
    pub fn time_left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.clock.left(seat, now)
    }

    fn flagged(&self, now: Millis) -> Option<Seat> {
        self.clock.deadline().filter(|&last| last < now).and(self.clock.running())
    }

    fn is_running(&self) -> bool {
        self.round_end().is_none()
    }

    fn running(&self) -> Result<(), Refused> {
        if self.is_running() { Ok(()) } else { Err(Refused::RoundOver) }
    }

    fn play(&mut self, who: Seat, text: &str, now: Millis) -> Result<(), Refused> {
        self.running()?;
        match self.position().turn() {
            Turn::Seat(seat) if seat == who => {}
            Turn::Seat(seat) => return Err(Refused::NotYourTurn(seat)),
            Turn::Chance => return Err(Refused::DiceFirst),
            Turn::Over => return Err(Refused::RoundOver),
        }
        let text = self.position().check(text)?;
        let spent = now - self.position_since;
        self.happen(Happening::Moved { seat: who, text, spent }, now);
        self.go_on(now);
        Ok(())
    }

    fn roll(&mut self, now: Millis) -> Result<(), Refused> {
        self.running()?;
        if self.position().turn() != Turn::Chance {
            return Err(Refused::NothingToRoll);
        }
        let text = self.drawn_roll()?;
        self.happen(Happening::Rolled { text }, now);
        self.go_on(now);
        Ok(())
    }

    fn enter_roll(&mut self, text: &str, now: Millis) -> Result<(), Refused> {
        self.running()?;
        if self.position().turn() != Turn::Chance {
            return Err(Refused::NothingToRoll);
        }
        if matches!(self.drawn_roll(), Ok(_) | Err(Refused::Move(_))) {
            return Err(Refused::DiceNotByHand);
        }
        let text = self.position().check(text)?;
        self.happen(Happening::Rolled { text }, now);
        self.go_on(now);
        Ok(())
    }

    /// The next roll from the source of this match.
    fn drawn_roll(&self) -> Result<String, Refused> {
        let roll_idx = self.round.rolls();
        match &self.settings.dice {
            Dice::ByHand => Err(Refused::DiceByHand),
            Dice::Seeded(seed) => {
                let outcomes = self.position().chance_outcomes();
                let index = (self.rounds_begun << 32) | roll_idx as u64;
                let drawn =
                    Rng::stream(*seed, "dice", index).weighted(outcomes.iter().map(|outcome| outcome.1));
                Ok(outcomes[drawn].0.clone())
            }
            Dice::Replayed(rolls) => {
                let round = rolls.get(self.record.rounds.len() - 1);
                let text = round.and_then(|rolls| rolls.get(roll_idx)).ok_or(Refused::DiceByHand)?;
                Ok(self.position().check(text)?)
            }
        }
    }

    fn get_ready(&mut self, who: Seat, now: Millis) -> Result<(), Refused> {
        if self.is_running() {
            return Err(Refused::RoundRunning);
        }
        if self.is_over() {
            return Err(Refused::MatchOver);
        }
        self.happen(Happening::Ready { seat: who }, now);
        if self.ready.iter().all(|&ready| ready) {
            self.start_round(now);
        }
        Ok(())
    }

    fn new_game(&mut self, now: Millis) -> Result<(), Refused> {
        if self.is_running() && self.settings.undo != UndoRule::Free {
            return Err(Refused::RoundRunning);
        }
        self.happen(Happening::ScoreCleared, now);
        self.start_round(now);
        Ok(())
    }

    fn start_round(&mut self, now: Millis) {
        let players = self.settings.seating.players(self.seats(), self.record.rounds.len());
        self.happen(Happening::RoundStarted { players }, now);
        self.go_on(now);
    }

    fn end_by_time(&mut self, seat: Seat, now: Millis) {
        self.end_round(RoundOutcome::time_over(self.position(), seat), now);
    }

    fn end_round(&mut self, RoundOutcome { end, points, .. }: RoundOutcome, now: Millis) {
        self.happen(Happening::RoundEnded { end, points }, now);
    }

    /// Does what needs nobody's decision: the dice, if they roll by themselves, and the end of the game.
    fn go_on(&mut self, now: Millis) {
        while self.position().turn() == Turn::Chance && self.settings.rolling == Rolling::Automatic {
            match self.drawn_roll() {
                Ok(text) => self.happen(Happening::Rolled { text }, now),
                Err(_) => return,
            }
        }
        if self.position().turn() == Turn::Over {
            let leavers = self.record.rounds.last().map_or(&[][..], |round| &round.leavers);
            self.end_round(RoundOutcome::over(self.position(), leavers), now);
        }
    }

    fn happen(&mut self, what: Happening, now: Millis) {
        self.fold(&what, now).expect("what happens has been checked before");
        self.events.push(Event { number: self.version() + 1, at: now, what });
    }

    /// Adds what has happened to the state; says why if it cannot have happened.
    fn fold(&mut self, what: &Happening, now: Millis) -> Result<(), String> {
        match what {
            Happening::RoundStarted { players } => self.fold_start(players, now)?,
            Happening::Moved { seat, text, spent } => self.fold_move(Some((*seat, *spent)), text, now)?,
            Happening::Rolled { text } => self.fold_move(None, text, now)?,
            Happening::Offered { seat, offer } => {
                let left = PerSeat::from_fn(self.seats(), |seat| self.has_left(seat));
                self.pending = Some(PendingOffer::new(*seat, offer.clone(), &left));
            }
            Happening::Accepted { seat } => {
                let pending = self.pending.as_mut().ok_or("there is no offer")?;
                *pending.accepted.get_mut(*seat).ok_or("there is no such seat")? = true;
            }
            Happening::Declined { .. } => self.pending = None,
            Happening::Left { seat } => self.fold_leaving(*seat)?,
            Happening::TakenBack { ply } => self.fold_undo(*ply, now)?,
            Happening::RoundEnded { end, points } => {
                let round = self.record.rounds.last_mut().ok_or("no round has begun")?;
                if round.result.is_some() || points.seats() != round.players.seats() {
                    return Err("the round is over already".to_owned());
                }
                round.result = Some((end.clone(), points.clone()));
                self.pending = None;
                self.clock.hold(now);
            }
            Happening::Ready { seat } => {
                *self.ready.get_mut(*seat).ok_or("there is no such seat")? = true;
            }
            Happening::ScoreCleared => self.record.rounds.clear(),
        }
        Ok(())
    }

    fn fold_start(&mut self, players: &PerSeat<u8>, now: Millis) -> Result<(), String> {
        let known = |player: &u8| usize::from(*player) < self.seats();
        if players.seats() != self.seats() || !players.iter().all(known) {
            return Err("the seating does not fit the players".to_owned());
        }
        if self.record.rounds.last().is_some_and(|round| round.result.is_none()) {
            return Err("the round before it is not over".to_owned());
        }
        let standing = self.record.standing_before(self.record.rounds.len(), players);
        let start = match &self.settings.start {
            Some(text) => self.game.parse_position(text).map_err(|error| error.to_string())?,
            None => self.game.start_round(&standing),
        };
        let hash = start.key();
        self.round = Round::new(start);
        self.rounds_begun += 1;
        self.clock = Clock::new(self.settings.clock, self.seats());
        self.ready = PerSeat::filled(self.seats(), false);
        self.pending = None;
        let start = self.settings.start.clone();
        self.record.rounds.push(RoundRecord {
            players: players.clone(),
            start,
            moves: Vec::new(),
            leavers: Vec::new(),
            result: None,
            hash,
            annotations: Annotations::default(),
        });
        self.let_clock_run(now);
        Ok(())
    }

    fn fold_move(&mut self, by: Option<(Seat, Millis)>, text: &str, now: Millis) -> Result<(), String> {
        let turn = self.position().turn();
        if turn != by.map_or(Turn::Chance, |(seat, _)| Turn::Seat(seat)) || !self.is_running() {
            return Err("another seat was to move".to_owned());
        }
        let measured = self.settings.clock != ClockRule::None;
        let mv = self
            .round
            .play(by.map(|(seat, _)| seat), text, by.filter(|_| measured).map(|(_, spent)| spent))
            .map_err(|error: MoveError| error.to_string())?;
        let hash = self.position().key();
        let round = self.record.rounds.last_mut().ok_or("no round has begun")?;
        round.moves.push(mv);
        round.hash = hash;
        // A move answers every offer: who plays on does not accept.
        self.pending = None;
        let same_turn =
            by.is_none() || (self.position().turn() == Turn::Chance && self.roller() == self.clock.running());
        if !same_turn {
            self.clock.press(now);
        }
        self.let_clock_run(now);
        Ok(())
    }

    fn fold_leaving(&mut self, seat: Seat) -> Result<(), String> {
        if self.seats() <= seat.index() || self.has_left(seat) || !self.is_running() {
            return Err("nobody can have left that seat".to_owned());
        }
        let ply = self.ply();
        let round = self.record.rounds.last_mut().ok_or("no round has begun")?;
        round.leavers.push(Leaver { seat, ply });
        Ok(())
    }

    fn fold_undo(&mut self, ply: u32, now: Millis) -> Result<(), String> {
        if self.ply() < ply {
            return Err("there are not so many plies".to_owned());
        }
        self.round.take_back(ply);
        let hash = self.position().key();
        let round = self.record.rounds.last_mut().ok_or("no round has begun")?;
        round.moves.truncate(ply as usize);
        // Who has left does not come back with the moves.
        round.leavers.iter_mut().for_each(|leaver| leaver.ply = leaver.ply.min(ply));
        round.result = None;
        round.hash = hash;
        self.pending = None;
        self.ready = PerSeat::filled(self.seats(), false);
        self.clock.hold(now);
        self.let_clock_run(now);
        Ok(())
    }

    /// Lets the clock of whoever decides next run: the seat to move, or the one that moves after the dice.
    fn let_clock_run(&mut self, now: Millis) {
        self.position_since = now;
        match self.roller() {
            Some(seat) => self.clock.run(seat, now),
            None => self.clock.hold(now),
        }
    }

    fn roller(&self) -> Option<Seat> {
        match self.position().turn() {
            Turn::Seat(seat) => Some(seat),
            // Without a clock nobody needs to know, and finding out costs something.
            Turn::Chance if self.settings.clock == ClockRule::None => None,
            Turn::Chance => self.position().roller(),
            Turn::Over => None,
        }
    }
}
