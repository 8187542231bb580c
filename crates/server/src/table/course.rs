//! What happens at a table without anybody's decision: dice, forced passes, answers of computer players, and the
//! beginning and the end of the match.

use std::sync::Arc;

use framework::{Action, Happening, Match, Offer, Seat, Turn};
use protocol::{Chair, Phase, Sitter, TableHappening};

use super::{Now, Roll, Table};

/// How somebody decides to roll where doubling is possible as well.
const ROLL: &str = "roll";

/// More steps in a row than any game can take without a decision.
const MAX_STEPS: usize = 10_000;

impl Table {
    /// Lets everything happen that needs nobody's decision.
    pub(super) fn go_on(&mut self, now: Now) {
        if !self.row.settings.on_word {
            self.begin_if_full(now);
        }
        for _ in 0..MAX_STEPS {
            let Some((seat, action)) = self.next_step() else { break };
            let acted = self.act_in_match(seat, action, now);
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
            Some(Sitter::Engine(player)) => Some(player.clone()),
            None => None,
        };
        let Some(names) = self.chairs.iter().map(name).collect::<Option<Vec<_>>>() else { return };
        let settings = self.agreed.settings(names.clone());
        match Match::new(Arc::clone(&self.agreed.game), settings, now.at) {
            Ok(contest) => {
                self.happen(TableHappening::Began { names }, now);
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
        let acted = contest.act(seat, ply, action, now.at).map(|_| ());
        self.absorb(version, now);
        acted
    }

    /// Makes the events of the match after `version` events of the table.
    pub(super) fn absorb(&mut self, version: u64, now: Now) {
        let new = self.contest.as_ref().and_then(|contest| contest.events_since(version)).unwrap_or_default();
        for what in new.iter().map(|event| event.what.clone()).collect::<Vec<_>>() {
            self.happen(TableHappening::Match(what), now);
        }
        self.phase = self.phase_of_match();
    }

    fn next_step(&self) -> Option<(Seat, Action)> {
        let contest = self.contest.as_ref()?;
        if contest.round_end().is_some() {
            return self.engine_that_gets_ready(contest);
        }
        if let Some(step) = self.engine_that_answers(contest) {
            return Some(step);
        }
        let position = contest.position();
        match position.turn() {
            Turn::Over => None,
            Turn::Chance => self.roll_by_itself(contest),
            Turn::Seat(seat) => {
                let chair = &self.chairs[self.chair_at(seat)];
                let is_person = matches!(chair.sitter, Some(Sitter::Person(_)));
                match framework::only_pass(position) {
                    Some(pass) if !(is_person && chair.confirm_blocked) => Some((seat, Action::Move(pass))),
                    None if is_person && chair.auto_roll && position.check(ROLL).is_ok() => {
                        Some((seat, Action::Move(ROLL.to_owned())))
                    }
                    _ => None,
                }
            }
        }
    }

    /// The next roll, if nobody has to ask for it.
    fn roll_by_itself(&self, contest: &Match) -> Option<(Seat, Action)> {
        let roller = contest.position().roller();
        let last_mover = contest.record().rounds.last().and_then(|round| round.moves.last()?.by);
        let waits = roller.is_some_and(|seat| {
            let chair = &self.chairs[self.chair_at(seat)];
            let is_person = matches!(chair.sitter, Some(Sitter::Person(_)));
            // Who decided just now to roll need not say it twice.
            is_person && !chair.auto_roll && last_mover != Some(seat)
        });
        (!waits).then(|| (roller.unwrap_or(Seat::FIRST), self.drawn_roll(contest)))
    }

    /// The next fall of the dice, as the source decides.
    pub(super) fn drawn_roll(&self, contest: &Match) -> Action {
        let outcomes = contest.position().chance_outcomes();
        let round = contest.record().rounds.last();
        let rolls_before =
            round.map_or(0, |round| round.moves.iter().filter(|mv| mv.by.is_none()).count()) as u64;
        let round = contest.record().rounds.len() as u64;
        let roll =
            Roll { table: &self.row.id, secret: self.row.secret, round, rolls_before, outcomes: &outcomes };
        let fall = self.dice.fall(&roll);
        Action::EnterRoll(outcomes.get(fall).map(|outcome| outcome.0.clone()).unwrap_or_default())
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

    /// A computer player who has not answered an offer yet. It lets others take moves back and give up, and
    /// plays on otherwise.
    fn engine_that_answers(&self, contest: &Match) -> Option<(Seat, Action)> {
        let (by, offer) = contest.pending_offer()?;
        let since = |what: &Happening| matches!(what, Happening::Offered { .. });
        let seat = self.engine_without(contest, since, |what, seat| {
            *what == Happening::Accepted { seat } || seat == by || contest.has_left(seat)
        })?;
        let answer = match offer {
            Offer::Undo(_) | Offer::Resign(_) => Action::Accept,
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
        let events = contest.events_since(0).unwrap_or_default();
        let first = events.iter().rposition(|event| since(&event.what))?;
        let happened = |seat| events[first..].iter().any(|event| fits(&event.what, seat));
        Seat::all(contest.seats()).find(|&seat| self.is_engine(seat) && !happened(seat))
    }
}
