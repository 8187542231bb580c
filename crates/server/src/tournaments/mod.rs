//! Tournaments of people: joining, rounds, tables, forfeits, and how everybody stands.
//!
//! A tournament is kept as a whole and replaced only if nobody has changed it meanwhile. Everything that follows from it
//! can be done twice: the table of a match has a name that follows from the tournament, the round and the match, so that a
//! crash between the table and the tournament leads to the same table.

mod progress;
mod standings;

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use bus::{Bus as _, Note, Topic};
use framework::{ClockRule, Text};
use limits::tournaments::{
    ARRIVAL_TIME_AFTER_START, MAX_ARRIVAL_TIME, MAX_LISTED_TOURNAMENTS, MAX_OPEN_TOURNAMENT_AGE,
    MAX_SWISS_ROUNDS, MAX_TOURNAMENT_PLAYERS, MAX_TOURNAMENTS_PER_PERSON, MAX_UNFINISHED_TOURNAMENTS,
    MIN_ARRIVAL_TIME, TOURNAMENT_CHECK_INTERVAL, TOURNAMENT_NAME_CHARS,
};
use protocol::{
    Chair, ChairChoice, Code, ContestResult, Entrant, NewTable, NewTournament, Outcome, Person, Phase,
    Problem, Sitter, TableId, Tournament, TournamentFormat, TournamentId, TournamentPhase, TournamentSummary,
    TournamentView, Undo,
};
use store::{CommandKey, Standings as _, Store as _, TournamentRow, Tournaments as _};
use tables::{Agreed, Envelope, TableCommand, Tables, store_unavailable, world::World};
use tokio::time::{Instant, sleep};

use self::standings::standings;
use crate::{accounts::Identity, lobby::Lobby, secrets};

/// The rating of who has none, by which players are ordered.
const USUAL_RATING: f64 = 1_500.0;

/// The tournaments of a node.
pub struct Tournaments<W: World> {
    tables: Arc<Tables<W>>,
    identity: Arc<Identity<W>>,
    lobby: Arc<Lobby<W>>,
    /// Held while one of them changes: they change seldom.
    changing: tokio::sync::Mutex<()>,
    /// Those that are not over.
    unfinished: Mutex<BTreeSet<TournamentId>>,
    /// When the node was opened, in milliseconds since 1970.
    opened: u64,
}

impl<W: World> fmt::Debug for Tournaments<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tournaments").finish_non_exhaustive()
    }
}

/// What a person does to a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentChange {
    /// Plays as well, before it begins.
    Join,
    /// Plays no more.
    Leave,
    /// Begins it; for its host.
    Start,
    /// Calls it off; for its host.
    CallOff,
}

fn refused(code: Code, en: &'static str, de: &'static str) -> Problem {
    Problem::told(code, Text::fixed(en, de))
}

fn stored<T>(answer: store::Stored<T>) -> Result<T, Problem> {
    answer.map_err(|error| store_unavailable(&error))
}

impl<W: World> Tournaments<W> {
    /// Goes on with all tournaments for as long as this exists.
    pub(crate) fn open(
        tables: Arc<Tables<W>>,
        identity: Arc<Identity<W>>,
        lobby: Arc<Lobby<W>>,
    ) -> Arc<Self> {
        let opened = tables.world().time();
        let tournaments = Arc::new(Self {
            tables,
            identity,
            lobby,
            changing: tokio::sync::Mutex::default(),
            unfinished: Mutex::default(),
            opened,
        });
        tokio::spawn(drive(Arc::downgrade(&tournaments)));
        tournaments
    }

    fn world(&self) -> &W {
        self.tables.world()
    }

    /// All that are not over, and the newest of the others.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn list(&self) -> Result<Vec<TournamentSummary>, Problem> {
        let kept = stored(self.world().store().tournaments(MAX_LISTED_TOURNAMENTS).await)?;
        Ok(kept.iter().map(Tournament::summary).collect())
    }

    /// A tournament, and how everybody stands.
    ///
    /// # Errors
    /// If there is none of that id, or it cannot be read.
    pub async fn view(&self, id: &TournamentId) -> Result<TournamentView, Problem> {
        Ok(view_of(self.row(id).await?.tournament))
    }

    async fn row(&self, id: &TournamentId) -> Result<TournamentRow, Problem> {
        let row = stored(self.world().store().tournament(id).await)?;
        row.ok_or_else(|| {
            refused(Code::NotFound, "there is no such tournament", "dieses Turnier gibt es nicht")
        })
    }

    /// Makes a tournament, which its host has not joined yet.
    ///
    /// # Errors
    /// If its settings do not fit, there are too many, or it cannot be written.
    pub async fn create(&self, host: &Person, mut terms: NewTournament) -> Result<TournamentView, Problem> {
        self.check(&mut terms)?;
        let _changing = self.changing.lock().await;
        let unfinished = self.all_unfinished().await?;
        if MAX_UNFINISHED_TOURNAMENTS <= unfinished.len() {
            return Err(refused(
                Code::Limit,
                "this server has too many tournaments at the moment; join one of them",
                "auf diesem Server gibt es gerade zu viele Turniere; mach bei einem davon mit",
            ));
        }
        let n_own = unfinished.iter().filter(|tournament| tournament.host.id == host.id).count();
        if MAX_TOURNAMENTS_PER_PERSON <= n_own {
            return Err(Problem::told(
                Code::Limit,
                Text::new(
                    format!("you have {n_own} tournaments that are not over; finish or call off one first"),
                    format!(
                        "du hast {n_own} Turniere, die noch nicht zu Ende sind; beende oder sage zuerst eines ab"
                    ),
                ),
            ));
        }
        let world = self.world();
        let tournament = Tournament {
            id: secrets::word(world, 12).parse().expect("the alphabet is that of ids"),
            host: host.clone(),
            terms,
            phase: TournamentPhase::Open,
            created: world.time(),
            players: Vec::new(),
            rounds: Vec::new(),
        };
        stored(world.store().create_tournament(tournament.clone()).await)?;
        locks::lock(&self.unfinished).insert(tournament.id.clone());
        Ok(view_of(tournament))
    }

    /// Checks what is agreed, and writes it as the game does.
    fn check(&self, terms: &mut NewTournament) -> Result<(), Problem> {
        terms.name = terms.name.trim().to_owned();
        let (least, most) = (*TOURNAMENT_NAME_CHARS.start(), *TOURNAMENT_NAME_CHARS.end());
        let is_name = TOURNAMENT_NAME_CHARS.contains(&terms.name.chars().count());
        if !is_name || terms.name.contains(char::is_control) {
            return Err(Problem::told(
                Code::Text,
                Text::new(
                    format!("the name of a tournament has {least} to {most} characters"),
                    format!("der Name eines Turniers hat {least} bis {most} Zeichen"),
                ),
            ));
        }
        let table = table_for(terms, None, vec![ChairChoice::Open, ChairChoice::Open]);
        let agreed = Agreed::new(self.world().games(), &table)?;
        agreed.check_new(&table)?;
        if agreed.clock == ClockRule::None {
            return Err(refused(
                Code::Settings,
                "a tournament needs a clock, so that it ends; choose one, such as 5m+3s",
                "ein Turnier braucht eine Uhr, damit es endet; möglich ist etwa 5m+3s",
            ));
        }
        if agreed.length == framework::Length::Endless {
            return Err(refused(
                Code::Settings,
                "the matches of a tournament need an end; choose a number of rounds",
                "die Partien eines Turniers brauchen ein Ende; wähle eine Zahl von Runden",
            ));
        }
        let arrival = Duration::from_millis(terms.arrival.0);
        if !(MIN_ARRIVAL_TIME..=MAX_ARRIVAL_TIME).contains(&arrival) {
            return Err(refused(
                Code::Settings,
                "players have one minute to seven days to sit down",
                "Spieler haben eine Minute bis sieben Tage, um sich zu setzen",
            ));
        }
        if matches!(terms.format, TournamentFormat::Swiss { rounds } if MAX_SWISS_ROUNDS < rounds) {
            return Err(Problem::told(
                Code::Settings,
                Text::new(
                    format!("a Swiss tournament has at most {MAX_SWISS_ROUNDS} rounds"),
                    format!("ein Turnier nach Schweizer System hat höchstens {MAX_SWISS_ROUNDS} Runden"),
                ),
            ));
        }
        terms.options = agreed.game.options();
        terms.clock = agreed.clock.to_string();
        Ok(())
    }

    async fn all_unfinished(&self) -> Result<Vec<Tournament>, Problem> {
        let limit = u32::try_from(MAX_UNFINISHED_TOURNAMENTS).unwrap_or(u32::MAX);
        let kept = stored(self.world().store().tournaments(limit).await)?;
        Ok(kept.into_iter().filter(is_unfinished).collect())
    }

    /// Does what a person wants with a tournament.
    ///
    /// # Errors
    /// If there is none of that id, the person may not do that now, or it cannot be written.
    pub async fn change(
        &self,
        id: &TournamentId,
        who: &Person,
        change: TournamentChange,
    ) -> Result<TournamentView, Problem> {
        let _changing = self.changing.lock().await;
        let TournamentRow { mut tournament, revision } = self.row(id).await?;
        match change {
            TournamentChange::Join => join(&mut tournament, who)?,
            TournamentChange::Leave => leave(&mut tournament, who)?,
            TournamentChange::Start => self.start(&mut tournament, who).await?,
            TournamentChange::CallOff => self.call_off(&mut tournament, who).await?,
        }
        self.go_on(&mut tournament).await?;
        self.save(tournament.clone(), revision).await?;
        Ok(view_of(tournament))
    }

    async fn save(&self, tournament: Tournament, revision: u64) -> Result<(), Problem> {
        let (id, is_over) = (tournament.id.clone(), !is_unfinished(&tournament));
        if !stored(self.world().store().save_tournament(tournament, revision).await)? {
            return Err(refused(
                Code::Stale,
                "the tournament has just changed; try again",
                "das Turnier hat sich gerade geändert; versuche es noch einmal",
            ));
        }
        if is_over {
            locks::lock(&self.unfinished).remove(&id);
        }
        Ok(())
    }

    async fn start(&self, tournament: &mut Tournament, who: &Person) -> Result<(), Problem> {
        only_host(tournament, who)?;
        only_in(tournament, TournamentPhase::Open)?;
        if tournament.players.len() < 2 {
            return Err(refused(
                Code::Refused,
                "a tournament needs two players at least",
                "ein Turnier braucht mindestens zwei Spieler",
            ));
        }
        let mut rated = Vec::with_capacity(tournament.players.len());
        for entrant in tournament.players.drain(..) {
            let ratings = stored(self.world().store().ratings(&entrant.person.id).await)?;
            let own = ratings.iter().find(|row| row.game == tournament.terms.game);
            rated.push((own.map_or(USUAL_RATING, |row| row.rating.rating), entrant));
        }
        // A stable order: among equals who joined first stands first.
        rated.sort_by(|one, other| other.0.total_cmp(&one.0));
        tournament.players = rated.into_iter().map(|(_, entrant)| entrant).collect();
        progress::begin(tournament, self.world().time());
        Ok(())
    }

    async fn call_off(&self, tournament: &mut Tournament, who: &Person) -> Result<(), Problem> {
        only_host(tournament, who)?;
        if !is_unfinished(tournament) {
            return Err(over());
        }
        tournament.phase = TournamentPhase::Cancelled;
        for contest in tournament.rounds.iter().flat_map(|round| &round.contests) {
            if let (Some(table), None) = (&contest.table, contest.result) {
                self.close_if_waiting(table).await?;
            }
        }
        Ok(())
    }

    async fn close_if_waiting(&self, table: &TableId) -> Result<(), Problem> {
        let call_off = Envelope::of_server(TableCommand::CallOff);
        self.tables.command(table, call_off, Instant::now()).await.map(|_| ())
    }

    /// Goes on with a tournament as far as it can: decides matches, begins rounds, makes tables.
    async fn go_on(&self, tournament: &mut Tournament) -> Result<(), Problem> {
        if tournament.phase != TournamentPhase::Running {
            return Ok(());
        }
        self.decide(tournament).await?;
        progress::go_on(tournament, self.world().time());
        self.make_tables(tournament).await
    }

    /// Finds out what came of the matches of the last round.
    async fn decide(&self, tournament: &mut Tournament) -> Result<(), Problem> {
        let now = self.world().time();
        let Some(last) = tournament.rounds.len().checked_sub(1) else { return Ok(()) };
        for at in 0..tournament.rounds[last].contests.len() {
            let contest = &tournament.rounds[last].contests[at];
            let (Some(table), None) = (contest.table.clone(), contest.result) else { continue };
            let left = [contest.first, contest.second]
                .map(|player| tournament.players.get(player as usize).is_none_or(|entrant| entrant.has_left));
            let since_start = self.opened + millis(ARRIVAL_TIME_AFTER_START).min(tournament.terms.arrival.0);
            let is_late = contest.deadline.max(since_start) <= now || left != [false, false];
            let Some(people) = tournament.players_of(contest) else { continue };
            let result = self.result_of(&table, people, left, is_late).await?;
            tournament.rounds[last].contests[at].result = result;
        }
        Ok(())
    }

    /// What came of a match; nothing while it goes on, or while players may still come.
    async fn result_of(
        &self,
        table: &TableId,
        people: [&Person; 2],
        left: [bool; 2],
        is_late: bool,
    ) -> Result<Option<ContestResult>, Problem> {
        let mut summary = self.tables.open_tables.summary(table);
        if summary.as_ref().is_some_and(|summary| summary.phase == Phase::Waiting && is_late) {
            self.close_if_waiting(table).await?;
            summary = self.tables.open_tables.summary(table);
        }
        if summary.is_some() {
            return Ok(None);
        }
        let store = self.world().store();
        let results = stored(store.match_results(table).await)?;
        let of_chair = |wanted: u8| results.iter().find(|(row, _)| row.chair == wanted);
        if let Some((_, outcome)) = of_chair(0) {
            return Ok(Some(match outcome {
                Outcome::Won => ContestResult::First,
                Outcome::Lost => ContestResult::Second,
                Outcome::Drawn => ContestResult::Draw,
            }));
        }
        let Some(row) = stored(store.table(table).await)? else { return Ok(None) };
        // A table that is not known to be open, and not over either, is about to be read after a start.
        if !matches!(row.summary.phase, Phase::Closed | Phase::Over) {
            return Ok(None);
        }
        let sits = |person: &Person| row.summary.chairs.iter().any(|chair| is_taken_by(chair, person));
        // Nobody has to wait for an opponent who has left the tournament.
        let came = match left {
            [false, false] => people.map(sits),
            left => left.map(|has_left| !has_left),
        };
        Ok(Some(progress::by_presence(came)))
    }

    /// Makes the tables of the last round that are missing, and tells their players.
    async fn make_tables(&self, tournament: &mut Tournament) -> Result<(), Problem> {
        let Some(number) = tournament.rounds.len().checked_sub(1) else { return Ok(()) };
        let host = host_of(tournament);
        for at in 0..tournament.rounds[number].contests.len() {
            let contest = &tournament.rounds[number].contests[at];
            if contest.table.is_some() || contest.result.is_some() {
                continue;
            }
            let Some(people) = tournament.players_of(contest) else { continue };
            let people = people.map(Person::clone);
            let chairs = people.iter().cloned().map(ChairChoice::For).collect();
            let settings = table_for(&tournament.terms, Some(tournament.id.clone()), chairs);
            let match_of = format!("{}/{number}/{at}", tournament.id);
            let word = |purpose: &str, length| self.identity.key().word(purpose, &match_of, length);
            let id: TableId = word("table of a tournament", 16).parse().expect("the alphabet is that of ids");
            let by = CommandKey { client: format!("tournament {match_of}"), number: 0 };
            let invite = word("invitation of a tournament", 24);
            let table = self.lobby.create_as(id, invite, &host, settings, by).await?;
            for person in &people {
                self.tables.bus().publish(&Topic::User(person.id.clone()), &Note::Paired(table.clone()));
            }
            tournament.rounds[number].contests[at].table = Some(table);
        }
        Ok(())
    }

    /// Looks after one tournament.
    async fn look_after(&self, id: &TournamentId) -> Result<(), Problem> {
        let _changing = self.changing.lock().await;
        let TournamentRow { tournament: before, revision } = self.row(id).await?;
        let mut tournament = before.clone();
        let age = self.world().time().saturating_sub(tournament.created);
        if tournament.phase == TournamentPhase::Open && millis(MAX_OPEN_TOURNAMENT_AGE) <= age {
            tournament.phase = TournamentPhase::Cancelled;
        }
        self.go_on(&mut tournament).await?;
        match tournament == before {
            true => Ok(()),
            false => self.save(tournament, revision).await,
        }
    }
}

/// Goes on with tournaments for as long as they exist.
async fn drive<W: World>(tournaments: Weak<Tournaments<W>>) {
    let mut is_read = false;
    loop {
        sleep(TOURNAMENT_CHECK_INTERVAL).await;
        let Some(tournaments) = tournaments.upgrade() else { return };
        if !is_read {
            match tournaments.all_unfinished().await {
                Ok(unfinished) => {
                    let ids = unfinished.into_iter().map(|tournament| tournament.id);
                    locks::lock(&tournaments.unfinished).extend(ids);
                    is_read = true;
                }
                Err(problem) => {
                    tracing::warn!(problem = %problem.sentence, "tournaments cannot be read; trying again");
                }
            }
        }
        let unfinished = locks::lock(&tournaments.unfinished).clone();
        for id in unfinished {
            if let Err(problem) = tournaments.look_after(&id).await {
                tracing::warn!(tournament = %id, problem = %problem.sentence, "a tournament could not go on; trying again");
            }
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

const fn is_unfinished(tournament: &Tournament) -> bool {
    matches!(tournament.phase, TournamentPhase::Open | TournamentPhase::Running)
}

fn view_of(tournament: Tournament) -> TournamentView {
    TournamentView { standings: standings(&tournament), tournament }
}

/// Who makes the tables of a tournament: not its host, whose own tables would become fewer by that.
fn host_of(tournament: &Tournament) -> Person {
    let id = format!("cup-{}", tournament.id).parse().expect("an id and a few letters are an id");
    Person { id, name: tournament.terms.name.clone(), guest: false, bot: true }
}

fn is_taken_by(chair: &Chair, person: &Person) -> bool {
    matches!(&chair.sitter, Some(Sitter::Person(sitter)) if sitter.id == person.id)
}

/// The table of a match.
fn table_for(terms: &NewTournament, of: Option<TournamentId>, chairs: Vec<ChairChoice>) -> NewTable {
    NewTable {
        length: terms.length.clone(),
        clock: terms.clock.clone(),
        rated: terms.rated,
        undo: Undo::Never,
        tournament: of,
        ..NewTable::new(&terms.game, &terms.options, chairs)
    }
}

fn only_host(tournament: &Tournament, who: &Person) -> Result<(), Problem> {
    match tournament.host.id == who.id {
        true => Ok(()),
        false => Err(refused(
            Code::NotAllowed,
            "only who made the tournament can do that",
            "das kann nur, wer das Turnier angelegt hat",
        )),
    }
}

fn only_in(tournament: &Tournament, phase: TournamentPhase) -> Result<(), Problem> {
    match tournament.phase {
        present if present == phase => Ok(()),
        TournamentPhase::Open => {
            Err(refused(Code::Phase, "the tournament has not begun", "das Turnier hat noch nicht begonnen"))
        }
        TournamentPhase::Running => {
            Err(refused(Code::Phase, "the tournament has begun already", "das Turnier hat schon begonnen"))
        }
        TournamentPhase::Over | TournamentPhase::Cancelled => Err(over()),
    }
}

fn over() -> Problem {
    refused(Code::Phase, "the tournament is over", "das Turnier ist zu Ende")
}

fn join(tournament: &mut Tournament, who: &Person) -> Result<(), Problem> {
    only_in(tournament, TournamentPhase::Open)?;
    if tournament.players.iter().any(|entrant| entrant.person.id == who.id) {
        return Ok(());
    }
    if MAX_TOURNAMENT_PLAYERS <= tournament.players.len() {
        return Err(Problem::told(
            Code::Limit,
            Text::new(
                format!("the tournament is full: it has {MAX_TOURNAMENT_PLAYERS} players"),
                format!("das Turnier ist voll: Es hat {MAX_TOURNAMENT_PLAYERS} Spieler"),
            ),
        ));
    }
    tournament.players.push(Entrant { person: who.clone(), has_left: false });
    Ok(())
}

fn leave(tournament: &mut Tournament, who: &Person) -> Result<(), Problem> {
    match tournament.phase {
        TournamentPhase::Open => tournament.players.retain(|entrant| entrant.person.id != who.id),
        TournamentPhase::Running => {
            for entrant in tournament.players.iter_mut().filter(|entrant| entrant.person.id == who.id) {
                entrant.has_left = true;
            }
        }
        TournamentPhase::Over | TournamentPhase::Cancelled => return Err(over()),
    }
    Ok(())
}
