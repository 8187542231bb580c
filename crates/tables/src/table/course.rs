//! What happens at a table without anybody's decision: dice, forced passes, answers of computer players, and the
//! beginning and the end of the match.

use std::sync::Arc;

use framework::{Action, End, Happening, Match, Offer, Seat, Turn};
use protocol::{Chair, Phase, Sitter, TableHappening};

use super::{Now, Table};

/// How a person decides to roll where doubling is possible as well.
pub(super) const ROLL_DECISION: &str = "roll";

/// More steps in a row than any game can take without a decision.
const MAX_STEPS: usize = 10_000;

/// The longest name that a match takes, in characters.
const MAX_NAME: usize = 100;

/// What happens next by itself.
enum Step {
    /// A seat acts.
    Act(Seat, Action),
    /// The dice are thrown.
    Throw,
    /// The dice that were thrown fall.
    Settle,
}

impl Table {
    /// Lets everything happen that needs nobody's decision.
    pub(super) fn go_on(&mut self, now: Now) {
        if !self.row.settings.manual_start {
            self.begin_if_full(now);
        }
        for _ in 0..MAX_STEPS {
            let acted = match self.next_step(now) {
                Some(Step::Act(seat, action)) => self.act_in_match(seat, action, now),
                Some(Step::Throw) => self.throw(None, now),
                Some(Step::Settle) => self.settle(now),
                None => break,
            };
            debug_assert!(acted.is_ok(), "a step by itself is possible: {acted:?}");
            if acted.is_err() {
                break;
            }
        }
        self.phase = self.phase_of_match();
    }

    pub(super) fn begin_if_full(&mut self, now: Now) {
        if self.phase != Phase::Waiting || self.contest.is_some() {
            return;
        }
        let name = |chair: &Chair| match &chair.sitter {
            Some(Sitter::Person(person)) => Some(person.name.clone()),
            Some(Sitter::Engine(player)) => Some(name_of_engine(player)),
            None => None,
        };
        let Some(names) = self.chairs.iter().map(name).collect::<Option<Vec<_>>>() else { return };
        let settings = self.agreed.settings(names.clone());
        match Match::new(Arc::clone(&self.agreed.game), settings, self.dice.match_time(now.table_time)) {
            Ok(contest) => {
                self.happen(TableHappening::Began { names }, now);
                self.commit_dice(now);
                self.contest = Some(contest);
                self.absorb(0, now);
            }
            // Names are checked when people get them, and all else when the table is made.
            Err(error) => debug_assert!(false, "the settings fit the game: {error}"),
        }
    }

    /// Acts in the match, and makes what came of it events of the table, even if the action is refused because
    /// the time was over.
    pub(super) fn act_in_match(
        &mut self,
        seat: Seat,
        action: Action,
        now: Now,
    ) -> Result<(), framework::Refused> {
        let Some(contest) = &mut self.contest else { return Err(framework::Refused::RoundOver) };
        let (version, ply) = (contest.version(), contest.ply());
        let acted = contest.act(seat, ply, action, self.dice.match_time(now.table_time)).map(|_| ());
        self.absorb(version, now);
        acted
    }

    /// Ends the round if the time of a seat is over, and tells whose.
    pub(super) fn tick(&mut self, now: Now) -> Option<Seat> {
        self.running()?;
        let at = self.dice.match_time(now.table_time);
        let contest = self.contest.as_mut()?;
        let version = contest.version();
        contest.tick(at);
        self.absorb(version, now);
        match self.contest.as_ref()?.round_end() {
            Some(End::TimeOver { seat }) if self.contest.as_ref()?.version() != version => Some(*seat),
            _ => None,
        }
    }

    /// Makes the events of the match after `version` events of the table.
    pub(super) fn absorb(&mut self, version: u64, now: Now) {
        let new = self.contest.as_ref().and_then(|contest| contest.events_since(version)).unwrap_or_default();
        for what in new.iter().map(|event| event.what.clone()).collect::<Vec<_>>() {
            self.happen(TableHappening::Match(what), now);
        }
        if self.contest.as_ref().is_some_and(Match::is_over) {
            self.reveal_dice(now);
        }
        self.phase = self.phase_of_match();
    }

    fn next_step(&self, now: Now) -> Option<Step> {
        let contest = self.running()?;
        if self.dice.is_thrown() {
            return self.dice.settled(now.table_time).map(|_| Step::Settle);
        }
        if contest.round_end().is_some() {
            let ready = self.engine_that_gets_ready(contest).or_else(|| self.late_for_round(contest, now));
            return ready.map(|(seat, action)| Step::Act(seat, action));
        }
        if let Some((seat, action)) = self.engine_that_answers(contest) {
            return Some(Step::Act(seat, action));
        }
        let position = contest.position();
        match position.turn() {
            Turn::Over => None,
            Turn::Chance => self.rolls_by_itself(contest).then_some(Step::Throw),
            Turn::Seat(seat) => {
                let chair = &self.chairs[self.chair_at(seat)];
                let is_person = matches!(chair.sitter, Some(Sitter::Person(_)));
                match framework::only_pass(position) {
                    Some(pass) if !(is_person && chair.confirm_blocked) => {
                        Some(Step::Act(seat, Action::Move(pass)))
                    }
                    None if is_person && chair.auto_roll && position.check(ROLL_DECISION).is_ok() => {
                        Some(Step::Act(seat, Action::Move(ROLL_DECISION.to_owned())))
                    }
                    _ => None,
                }
            }
        }
    }

    /// Tells whether nobody has to ask for the next roll.
    fn rolls_by_itself(&self, contest: &Match) -> bool {
        let wants_to_roll =
            |chair: &Chair| matches!(chair.sitter, Some(Sitter::Person(_))) && !chair.auto_roll;
        let last_mover = contest.record().rounds.last().and_then(|round| round.moves.last()?.by);
        let waits = match contest.position().roller() {
            // Who decided just now to roll need not say it twice.
            Some(seat) => wants_to_roll(&self.chairs[self.chair_at(seat)]) && last_mover != Some(seat),
            None => self.row.settings.first_roll && self.chairs.iter().any(wants_to_roll),
        };
        !waits
    }

    fn is_engine(&self, seat: Seat) -> bool {
        matches!(self.chairs[self.chair_at(seat)].sitter, Some(Sitter::Engine(_)))
    }

    /// A computer player who is not ready for the next round yet.
    fn engine_that_gets_ready(&self, contest: &Match) -> Option<(Seat, Action)> {
        if contest.is_over() {
            return None;
        }
        let since = |what: &Happening| matches!(what, Happening::RoundEnded { .. });
        let seat = self.engine_without(contest, since, |what, seat| *what == Happening::Ready { seat })?;
        Some((seat, Action::Ready))
    }

    /// A player who is not ready although the break of a rated match is over.
    fn late_for_round(&self, contest: &Match, now: Now) -> Option<(Seat, Action)> {
        self.end_of_break().filter(|end| *end <= now.table_time)?;
        let since = |what: &Happening| matches!(what, Happening::RoundEnded { .. });
        let seat = seat_without(contest, since, |what, seat| *what == Happening::Ready { seat })?;
        Some((seat, Action::Ready))
    }

    /// A computer player who has not answered an offer yet. It lets others take moves back, and give up if playing on
    /// promises no more; otherwise it plays on.
    fn engine_that_answers(&self, contest: &Match) -> Option<(Seat, Action)> {
        let (by, offer) = contest.pending_offer()?;
        let since = |what: &Happening| matches!(what, Happening::Offered { .. });
        let seat = self.engine_without(contest, since, |what, seat| {
            *what == Happening::Accepted { seat } || seat == by || contest.has_left(seat)
        })?;
        let answer = match offer {
            Offer::Undo(_) => Action::Accept,
            Offer::Resign(level) if !lets_give_up(contest, by, seat, level) => Action::Decline,
            Offer::Resign(_) => Action::Accept,
            Offer::Draw => Action::Decline,
        };
        Some((seat, answer))
    }

    /// The first computer player for whom nothing fitting has happened since something else did.
    fn engine_without(
        &self,
        contest: &Match,
        since: impl Fn(&Happening) -> bool,
        fits: impl Fn(&Happening, Seat) -> bool,
    ) -> Option<Seat> {
        seat_without(contest, since, |what, seat| !self.is_engine(seat) || fits(what, seat))
    }
}

/// Tells whether a computer player lets another seat give up at a level. It answers at sight, while the table waits.
fn lets_give_up(contest: &Match, by: Seat, seat: Seat, level: &str) -> bool {
    let position = contest.position();
    let ways = position.resignations(by);
    let way = ways.iter().find(|way| way.level == level);
    way.and_then(|way| position.accepts_resignation(seat, way, 0)).unwrap_or(true)
}

/// The first seat for which nothing fitting has happened since something else did.
fn seat_without(
    contest: &Match,
    since: impl Fn(&Happening) -> bool,
    fits: impl Fn(&Happening, Seat) -> bool,
) -> Option<Seat> {
    let events = contest.events_since(0).unwrap_or_default();
    let first = events.iter().rposition(|event| since(&event.what))?;
    let happened = |seat| events[first..].iter().any(|event| fits(&event.what, seat));
    Seat::all(contest.seats()).find(|&seat| !happened(seat))
}

/// What a computer player is called in the match and its record: the text that chooses it, cut where it has so many
/// weights that no name can hold them.
fn name_of_engine(player: &str) -> String {
    match player.char_indices().nth(MAX_NAME) {
        None => player.to_owned(),
        Some(_) => player.chars().take(MAX_NAME - 1).chain(['…']).collect(),
    }
}
