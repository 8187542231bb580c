//! The state of a table, and how its events add up to it.

use std::{collections::BTreeMap, fmt, sync::Arc};

use framework::{Event, GameEntry, Happening, Match, MatchError, Millis, PerSeat, Record, Seat, Turn};
use limits::tables::RATED_BREAK;
use protocol::{
    Chair, ChairChoice, EnginePace, Moment, Person, Phase, Problem, Sitter, Snapshot, TableEvent,
    TableHappening, TableId, TableSummary, ToMove, UserId,
};
use store::{CommandKey, ResultRow, StoredEvent, TableRow};
use thiserror::Error;

use super::{
    Agreed, DiceSource, EngineChoice,
    commands::not_seated,
    dice::{KnownDice, Promises},
    engine_pace::initial_pace,
    lag::Line,
};

/// A moment: on the clock of the table, and in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// On the clock of the table.
    pub table_time: Millis,
    /// In milliseconds since 1970.
    pub unix_ms: u64,
}

/// Why a table cannot be loaded.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum LoadError {
    /// Its settings no longer make a table.
    #[error("the settings of table {table}: {problem}", table = .0, problem = .1.sentence)]
    Settings(TableId, Box<Problem>),
    /// Its events do not make a match.
    #[error("the events of table {0}: {1}")]
    Match(TableId, MatchError),
    /// An event that cannot have happened.
    #[error("event {1} of table {0} cannot have happened")]
    Event(TableId, u64),
}

/// How long those who left a match may come back to it, in milliseconds.
pub(crate) const ABANDONED_AFTER_MS: u64 = limits::tables::DESERTED_TABLE_TIMEOUT.as_millis() as u64;

/// How long a match lives at which people sit who do nothing, in milliseconds.
const FORGOTTEN_AFTER_MS: u64 = 30 * ABANDONED_AFTER_MS;

/// A computer player whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineTurn {
    /// Its chair.
    pub chair: u8,
    /// Its seat in this round.
    pub seat: Seat,
    /// The text by which the game makes it.
    pub player: String,
    /// The number of the last event: the question is about this very moment.
    pub seq: u64,
}

/// A table.
#[derive(Clone)]
pub struct Table {
    pub(super) row: TableRow,
    pub(super) agreed: Agreed,
    pub(super) chairs: Vec<Chair>,
    pub(super) phase: Phase,
    pub(super) contest: Option<Match>,
    /// The number and the time of the last event.
    pub(super) seq: u64,
    pub(super) at: Millis,
    /// When the last event happened, in milliseconds since 1970.
    pub(super) time: u64,
    /// For every client the commands that were done, with the number of their last event.
    pub(super) done: BTreeMap<String, BTreeMap<u64, u64>>,
    /// How fast computer players play among themselves.
    pub(super) engine_pace: EnginePace,
    /// Where the players go on.
    pub(super) rematch: Option<TableId>,
    pub(super) source: Arc<dyn DiceSource>,
    pub(super) dice: KnownDice,
    /// What people have promised who do not sit yet.
    pub(super) promises: BTreeMap<UserId, Promises>,
    /// What each player may still get back for slow lines.
    pub(super) lines: Vec<Line>,
    /// Events that have happened and are not handed out yet.
    pub(super) fresh: Vec<TableEvent>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("id", &self.row.id).field("seq", &self.seq).finish_non_exhaustive()
    }
}

impl Table {
    /// Loads a table by folding its events.
    ///
    /// # Errors
    /// If the settings or the events make no sense.
    pub fn load(
        games: &[GameEntry],
        row: TableRow,
        events: &[StoredEvent],
        source: Arc<dyn DiceSource>,
    ) -> Result<Self, LoadError> {
        let id = row.id.clone();
        let agreed = Agreed::new(games, &row.settings)
            .map_err(|problem| LoadError::Settings(id.clone(), Box::new(problem)))?;
        let kept = |choice: &ChairChoice| match choice {
            ChairChoice::For(person) => Chair { kept_for: Some(person.clone()), ..Chair::default() },
            _ => Chair::default(),
        };
        let engine_pace = initial_pace(&row.settings);
        let mut table = Self {
            chairs: row.settings.chairs.iter().map(kept).collect(),
            lines: vec![Line::default(); agreed.n_chairs],
            row,
            agreed,
            phase: Phase::Waiting,
            contest: None,
            seq: 0,
            at: Millis(0),
            time: 0,
            done: BTreeMap::new(),
            engine_pace,
            rematch: None,
            source,
            dice: KnownDice::default(),
            promises: BTreeMap::new(),
            fresh: Vec::new(),
        };
        let mut names = None;
        let mut of_match = Vec::new();
        for StoredEvent { event, by } in events {
            if event.seq != table.seq + 1 || event.at < table.at {
                return Err(LoadError::Event(id, event.seq));
            }
            (table.seq, table.at, table.time) = (event.seq, event.at, event.time);
            match &event.what {
                TableHappening::Began { names: players } => {
                    names = Some(players.clone());
                    table.phase = Phase::Playing;
                }
                TableHappening::Match(what) => {
                    table.end_step(what);
                    let number = of_match.len() as u64 + 1;
                    of_match.push(Event { number, at: table.dice.match_time(event.at), what: what.clone() });
                }
                what => table.fold(what).ok_or(LoadError::Event(id.clone(), event.seq))?,
            }
            if let Some(CommandKey { client, number }) = by {
                table.done.entry(client.clone()).or_default().insert(*number, event.seq);
            }
        }
        if let Some(names) = names {
            let settings = table.agreed.settings(names);
            let contest = Match::from_events(Arc::clone(&table.agreed.game), settings, of_match)
                .map_err(|error| LoadError::Match(id, error))?;
            table.contest = Some(contest);
            table.phase = table.phase_of_match();
        }
        Ok(table)
    }

    /// Adds an event that is not about the match to the state; `None` if it cannot have happened.
    pub(super) fn fold(&mut self, what: &TableHappening) -> Option<()> {
        self.dice.fold(what, self.at)?;
        match what {
            TableHappening::Sat { chair, who } => {
                let chair = self.chairs.get_mut(usize::from(*chair))?;
                if matches!(who, Sitter::Person(_)) {
                    chair.kept_for = None;
                }
                chair.sitter = Some(who.clone());
            }
            TableHappening::Left { chair } => {
                let is_playing = self.phase == Phase::Playing;
                let chair = self.chairs.get_mut(usize::from(*chair))?;
                match chair.sitter.take() {
                    Some(Sitter::Person(person)) if is_playing => chair.kept_for = Some(person),
                    _ => *chair = Chair::default(),
                }
            }
            TableHappening::Preferred { chair, auto_roll, confirm_blocked } => {
                let chair = self.chairs.get_mut(usize::from(*chair))?;
                (chair.auto_roll, chair.confirm_blocked) = (*auto_roll, *confirm_blocked);
            }
            TableHappening::PaceSet(pace) => self.engine_pace = *pace,
            TableHappening::Match(what) => self.end_step(what),
            TableHappening::Rematch { table } => self.rematch = Some(table.clone()),
            TableHappening::Closed => self.phase = Phase::Closed,
            TableHappening::Began { .. } => self.phase = Phase::Playing,
            TableHappening::DiceCommitted { .. }
            | TableHappening::Pledged { .. }
            | TableHappening::Rolling { .. }
            | TableHappening::Revealed { .. }
            | TableHappening::Cast { .. }
            | TableHappening::DiceRevealed { .. } => {}
        }
        Some(())
    }

    pub(super) fn phase_of_match(&self) -> Phase {
        match &self.contest {
            // A match that nobody plays on is closed for good.
            _ if self.phase == Phase::Closed => Phase::Closed,
            Some(contest) if contest.is_over() => Phase::Over,
            Some(_) => Phase::Playing,
            None => self.phase,
        }
    }

    /// Which table it is.
    #[must_use]
    pub const fn id(&self) -> &TableId {
        &self.row.id
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The time of the last event.
    #[must_use]
    pub const fn at(&self) -> Millis {
        self.at
    }

    /// How far the table is.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The match, once it has begun.
    #[must_use]
    pub const fn contest(&self) -> Option<&Match> {
        self.contest.as_ref()
    }

    /// The match, unless the table is closed.
    pub(super) fn running(&self) -> Option<&Match> {
        self.contest.as_ref().filter(|_| self.phase != Phase::Closed)
    }

    /// Tells whether a match has come to nothing at a time in milliseconds since 1970: those who played have left
    /// it long ago, or nobody has done anything for much longer.
    #[must_use]
    pub fn is_abandoned(&self, time: u64) -> bool {
        let quiet = time.saturating_sub(self.time);
        let is_left = self.people().next().is_none();
        self.phase == Phase::Playing
            && (if is_left { ABANDONED_AFTER_MS } else { FORGOTTEN_AFTER_MS }) <= quiet
    }

    /// When the last event happened, or the table was made, in milliseconds since 1970.
    pub(super) fn last_event_ms(&self) -> u64 {
        self.time.max(self.row.created)
    }

    /// What is agreed.
    #[must_use]
    pub const fn agreed(&self) -> &Agreed {
        &self.agreed
    }

    /// What was written when the table was made.
    #[must_use]
    pub const fn row(&self) -> &TableRow {
        &self.row
    }

    /// The match so far as people keep it, with the proof of its dice; nothing before it begins.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        self.contest.as_ref().map(|contest| self.dice.prove(&self.row.id, contest.record()))
    }

    /// When the clock of a player runs out or the dice fall, unless something happens before.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Millis> {
        match self.running_round() {
            Some(contest) => {
                self.dice.deadline().or_else(|| contest.next_deadline().map(|at| self.dice.table_time(at)))
            }
            None => self.end_of_break(),
        }
    }

    /// When the next round of a rated match begins even if not everybody is ready. Else who is about to lose could stay
    /// away, and the match would never end.
    pub(super) fn end_of_break(&self) -> Option<Millis> {
        let contest = self.running().filter(|contest| !contest.is_over() && self.row.settings.rated)?;
        contest.round_end()?;
        let events = contest.events_since(0).unwrap_or_default();
        let is_end = |event: &&Event| matches!(event.what, Happening::RoundEnded { .. });
        let ended = events.iter().rev().find(is_end)?;
        Some(self.dice.table_time(ended.at) + Millis(RATED_BREAK.as_millis() as u64))
    }

    /// Tells whether a round is played in which only computer players have anything to decide.
    #[must_use]
    pub fn is_among_engines(&self) -> bool {
        let Some(contest) = self.running_round() else { return false };
        let is_engine = |seat: Seat| matches!(self.sitter_at(seat), Some(Sitter::Engine(_)));
        Seat::all(contest.seats()).all(|seat| is_engine(seat) || contest.has_left(seat))
    }

    /// The match, while a round of it is being played.
    fn running_round(&self) -> Option<&Match> {
        self.running().filter(|contest| contest.round_end().is_none())
    }

    /// What a seat has left on its clock at a time of the table; `None` without a clock.
    #[must_use]
    pub fn time_left(&self, seat: Seat, at: Millis) -> Option<Millis> {
        self.contest.as_ref()?.time_left(seat, self.dice.match_time(at))
    }

    /// The chair that has a seat in this round.
    #[must_use]
    pub fn chair_at(&self, seat: Seat) -> usize {
        let round = self.contest.as_ref().and_then(|contest| contest.record().rounds.last());
        round.and_then(|round| round.players.get(seat)).map_or(seat.index(), |&player| player.into())
    }

    /// The seat of a chair in this round.
    pub(super) fn seat_of(&self, chair: usize) -> Seat {
        let mut seats = Seat::all(self.chairs.len());
        seats.find(|&seat| self.chair_at(seat) == chair).unwrap_or(Seat::FIRST)
    }

    /// The chairs on which a person sits.
    pub(super) fn chairs_of<'a>(&'a self, person: &'a Person) -> impl Iterator<Item = usize> + 'a {
        let sits = |chair: &Chair| match &chair.sitter {
            Some(Sitter::Person(sitter)) => sitter.id == person.id,
            _ => false,
        };
        (0..self.chairs.len()).filter(move |&chair| sits(&self.chairs[chair]))
    }

    /// The first chair on which a person sits.
    ///
    /// # Errors
    /// If they sit on none. What only players may do asks for this first, so that others are told this and nothing
    /// about the match.
    pub(crate) fn chair_of(&self, person: &Person) -> Result<usize, Problem> {
        self.chairs_of(person).next().ok_or_else(not_seated)
    }

    /// The people who sit here.
    pub(crate) fn people(&self) -> impl Iterator<Item = &Person> {
        self.chairs.iter().filter_map(|chair| match &chair.sitter {
            Some(Sitter::Person(person)) => Some(person),
            _ => None,
        })
    }

    /// Tells whether a person plays here, or may come back to play.
    #[must_use]
    pub fn is_player(&self, person: &Person) -> bool {
        let kept = |chair: &Chair| chair.kept_for.as_ref().is_some_and(|kept| kept.id == person.id);
        self.row.host.id == person.id
            || self.chairs_of(person).next().is_some()
            || self.chairs.iter().any(kept)
    }

    /// The chairs that decide next: whose turn it is, or who may roll.
    #[must_use]
    pub(crate) fn deciding_chairs(&self) -> Vec<usize> {
        let Some(contest) = self.running_round() else { return Vec::new() };
        let seat = match contest.position().turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => contest.position().roller(),
            Turn::Over => return Vec::new(),
        };
        match seat {
            Some(seat) => vec![self.chair_at(seat)],
            None => (0..self.chairs.len()).collect(),
        }
    }

    /// The computer player whose turn it is, if one has to decide.
    #[must_use]
    pub fn engine_to_move(&self) -> Option<EngineTurn> {
        let contest = self.running_round()?;
        let Turn::Seat(seat) = contest.position().turn() else { return None };
        self.engine_at(seat)
    }

    /// The computer player on a seat.
    fn engine_at(&self, seat: Seat) -> Option<EngineTurn> {
        let chair = self.chair_at(seat);
        match &self.chairs[chair].sitter {
            Some(Sitter::Engine(player)) => {
                // A text that cannot be read was refused when the player sat down.
                let player =
                    EngineChoice::new(player).map_or_else(|_| player.clone(), |player| player.engine);
                Some(EngineTurn { chair: chair as u8, seat, player, seq: self.seq })
            }
            _ => None,
        }
    }

    /// The person who has to decide, and the computer player who moves next after them and may think meanwhile.
    #[must_use]
    pub fn engine_to_ponder(&self) -> Option<(&Person, EngineTurn)> {
        let contest = self.running_round().filter(|_| self.row.settings.ponder)?;
        let Turn::Seat(mover) = contest.position().turn() else { return None };
        let Some(Sitter::Person(person)) = self.sitter_at(mover) else { return None };
        let seats: Vec<Seat> = Seat::all(contest.seats()).collect();
        let later = seats.iter().cycle().skip(mover.index() + 1).take(seats.len());
        let turn = later.copied().find_map(|seat| self.engine_at(seat))?;
        Some((person, turn))
    }

    /// What the lobby shows.
    #[must_use]
    pub fn summary(&self) -> TableSummary {
        TableSummary {
            id: self.row.id.clone(),
            game: self.row.settings.game.clone(),
            options: self.agreed.game.options(),
            host: self.row.host.clone(),
            chairs: self.chairs.clone(),
            length: self.agreed.length.to_string(),
            clock: self.agreed.clock.to_string(),
            rated: self.row.settings.rated,
            locked: self.row.settings.password.is_some(),
            watchers: self.row.settings.watchers,
            phase: self.phase,
            created: self.row.created,
        }
    }

    /// Everything about the table, for a person who may see it.
    #[must_use]
    pub fn snapshot(&self, viewer: &Person, at: Millis) -> Snapshot {
        Snapshot {
            seq: self.seq,
            summary: self.summary(),
            undo: self.row.settings.undo,
            hints: self.row.settings.hints,
            manual_start: self.row.settings.manual_start,
            invite: self.is_player(viewer).then(|| self.row.invite.clone()),
            tournament: self.row.settings.tournament.clone(),
            dice: self.dice.view(),
            engine_pace: self.has_only_engines().then_some(self.engine_pace),
            moment: self.moment(at),
        }
    }

    /// What there is to see of the match.
    #[must_use]
    pub fn moment(&self, at: Millis) -> Option<Moment> {
        let contest = self.contest.as_ref()?;
        let position = contest.position();
        let to_move = match position.turn() {
            _ if contest.round_end().is_some() => ToMove::Nobody,
            Turn::Seat(seat) => ToMove::Seat(seat),
            Turn::Chance => ToMove::Dice(position.roller()),
            Turn::Over => ToMove::Nobody,
        };
        let seats = contest.seats();
        let clocks = self
            .time_left(Seat::FIRST, at)
            .map(|_| PerSeat::from_fn(seats, |seat| self.time_left(seat, at).unwrap_or_default()));
        Some(Moment {
            round: contest.record().rounds.len() as u32,
            ply: contest.ply(),
            position: position.text(),
            hash: format!("{:016x}", position.key()),
            players: PerSeat::from_fn(seats, |seat| self.chair_at(seat) as u8),
            to_move,
            lags: clocks
                .is_some()
                .then(|| PerSeat::from_fn(seats, |seat| self.lines[self.chair_at(seat)].told())),
            clocks,
            offer: contest.pending_offer().map(|(seat, offer)| (seat, offer.clone())),
            scores: contest.scores(),
        })
    }

    /// What came of the match for every chair, once it is over.
    #[must_use]
    pub fn results(&self, now: Now) -> Vec<ResultRow> {
        let Some(contest) = self.contest.as_ref().filter(|contest| contest.is_over()) else {
            return Vec::new();
        };
        let settings = contest.settings();
        let scores = contest.scores();
        (0..)
            .zip(settings.players.iter().zip(scores).zip(&self.chairs))
            .map(|(chair, ((name, score), seated))| {
                let user = match (&seated.sitter, &seated.kept_for) {
                    (_, Some(person)) | (Some(Sitter::Person(person)), None) => Some(person.id.clone()),
                    _ => None,
                };
                ResultRow {
                    table: self.row.id.clone(),
                    chair,
                    user,
                    name: name.clone(),
                    game: self.row.settings.game.clone(),
                    wins: score.wins,
                    draws: score.draws,
                    losses: score.losses,
                    points: score.points,
                    rated: self.row.settings.rated,
                    finished: now.unix_ms,
                }
            })
            .collect()
    }

    /// Who shall sit on each chair when the players play again.
    pub(crate) fn chairs_for_rematch(&self, asker: &Person) -> Vec<ChairChoice> {
        let choice = |chair: &Chair| match (&chair.kept_for, &chair.sitter) {
            (Some(person), _) | (None, Some(Sitter::Person(person))) if person.id == asker.id => {
                ChairChoice::Me
            }
            (Some(person), _) | (None, Some(Sitter::Person(person))) => ChairChoice::For(person.clone()),
            (None, Some(Sitter::Engine(player))) => ChairChoice::Engine(player.clone()),
            (None, None) => ChairChoice::Open,
        };
        self.chairs.iter().map(choice).collect()
    }
}
