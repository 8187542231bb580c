//! The lobby: which tables it lists, who may make a table, and who waits for an opponent.

mod pairing;

use std::{fmt, sync::Arc, time::Duration};

use bus::{Bus as _, Note, Topic};
use framework::Text;
use limits::AddressBlock;
use limits::answers::MAX_OWN_TABLES;
use limits::tables::MAX_RATED_MATCHES_PER_PAIR_AND_DAY;
use protocol::{
    ChairChoice, Code, LobbyChange, NewTable, OpenSeek, OwnTable, Person, Phase, Problem, Sitter, TableId,
    TableSummary, UserId,
};
use store::{CommandKey, DAY_MS, Relations as _, Standings as _, Store as _, TableRow};
use tables::{
    Admission, Agreed, Envelope, SeededDice, Table, TableCommand, TableKind, Tables, store_unavailable,
    too_many,
    world::{EngineService as _, World},
};
use tokio::time::{Instant, timeout};

use self::pairing::Pairings;
use crate::{accounts::Identity, secrets};

/// How long a list of the lobby may take after a start.
const LIST_TIMEOUT: Duration = Duration::from_secs(3);

/// The lobby of a node.
pub(crate) struct Lobby<W: World> {
    tables: Arc<Tables<W>>,
    identity: Arc<Identity<W>>,
    pairings: Pairings,
}

impl<W: World> fmt::Debug for Lobby<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lobby").finish_non_exhaustive()
    }
}

/// Who makes a table, and from where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maker<'a> {
    pub(crate) person: &'a Person,
    /// The address, where it tells people apart.
    pub(crate) household: Option<AddressBlock>,
}

impl<W: World> Lobby<W> {
    pub(crate) fn new(tables: Arc<Tables<W>>, identity: Arc<Identity<W>>) -> Self {
        Self { tables, identity, pairings: Pairings::default() }
    }

    fn world(&self) -> &W {
        self.tables.world()
    }

    /// The tables that the lobby lists.
    pub(crate) async fn listed(&self) -> Result<Vec<TableSummary>, Problem> {
        self.complete().await?;
        Ok(self.tables.open_tables.listed().to_vec())
    }

    /// The tables of a person that are not over, the newest first.
    pub(crate) async fn own_tables(&self, person: &Person) -> Result<Vec<OwnTable>, Problem> {
        self.complete().await?;
        Ok(self.tables.own_tables(&person.id, MAX_OWN_TABLES).await)
    }

    /// Waits a moment until all tables are known.
    async fn complete(&self) -> Result<(), Problem> {
        let complete = timeout(LIST_TIMEOUT, self.tables.open_tables.complete()).await;
        complete.map_err(|_| Problem::new(Code::Unavailable, "the server cannot read its tables; try again"))
    }

    /// Those who wait for an opponent, as many as the lobby lists.
    pub(crate) fn seeks(&self) -> Vec<OpenSeek> {
        self.pairings.list()
    }

    /// Makes a table; the same command makes it only once.
    pub(crate) async fn create_table(
        &self,
        maker: Maker<'_>,
        mut settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        if self.tables.is_stopping() {
            return Err(Problem::new(Code::Stopping, "the server is about to stop; connect again"));
        }
        let agreed = Agreed::new(self.world().games(), &settings)?;
        settings.options = agreed.game.options();
        settings.tournament = None;
        settings.password = settings.password.map(|password| self.identity.key().hidden(&password));
        let mut asked = Vec::new();
        for chair in &mut settings.chairs {
            if let ChairChoice::For(person) = chair {
                // The name that a client gives for another person may be anything.
                *person = self.identity.person(&person.id).await?;
                asked.push(person.id.clone());
            }
        }
        self.check_blocked(&maker.person.id, &asked).await?;
        self.create(maker, settings, by).await
    }

    /// Makes a table from settings that fit the game and in which the password is hidden already.
    pub(crate) async fn create(
        &self,
        maker: Maker<'_>,
        settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        let admission = match self.admit(maker, &settings).await {
            Ok(admission) => admission,
            // The table may be one of those that are too many now.
            Err(problem) => {
                let made = self.world().store().table_made_by(&by).await;
                return made.map_err(|error| store_unavailable(&error))?.ok_or(problem);
            }
        };
        let world = self.world();
        let id: TableId = secrets::word(world, 12).parse().expect("the alphabet is that of ids");
        let table = self.create_as(id, secrets::word(world, 24), maker.person, settings, by).await?;
        if let Some(address) = maker.household {
            self.tables.open_tables.note_address(&table, address);
        }
        drop(admission);
        Ok(table)
    }

    /// Checks that a person may make a table now, and makes room for it by closing a match of theirs that nobody else
    /// plays and nobody watches.
    async fn admit(&self, maker: Maker<'_>, settings: &NewTable) -> Result<Admission<'_>, Problem> {
        Agreed::new(self.world().games(), settings)?.check_new(settings)?;
        if settings.ponder && !self.world().engines().can_ponder() {
            return Err(Problem::told(
                Code::Settings,
                Text::fixed(
                    "computer players do not think on your time on this server; make the table without it",
                    "auf diesem Server denken Computerspieler nicht in deiner Bedenkzeit; eröffne den Tisch ohne diese Wahl",
                ),
            ));
        }
        if settings.rated {
            let asked = |chair: &ChairChoice| match chair {
                ChairChoice::For(person) => Some(person.id.clone()),
                _ => None,
            };
            let asked: Vec<_> = settings.chairs.iter().filter_map(asked).collect();
            self.check_rated_opponents(&maker.person.id, &asked).await?;
        }
        self.tables.open_tables.pace(&maker.person.id, maker.household, Instant::now())?;
        let kind = TableKind::of_new(settings);
        let admission = self.tables.open_tables.admit(&maker.person.id, maker.household, kind)?;
        if !admission.closable.is_empty() {
            let is_watched =
                |table: &&TableId| self.tables.bus().has_audience(&Topic::Table((*table).clone()));
            let Some(closable) = admission.closable.iter().find(|table| !is_watched(table)) else {
                return Err(too_many(kind, kind.limits().0, false));
            };
            self.tables.command(closable, Envelope::of_server(TableCommand::Close), Instant::now()).await?;
        }
        Ok(admission)
    }

    /// Checks that a person has not played too many rated matches against certain others lately.
    async fn check_rated_opponents(&self, user: &UserId, others: &[UserId]) -> Result<(), Problem> {
        if others.iter().all(|other| other == user) {
            return Ok(());
        }
        let frequent = self.frequent_opponents(user).await?;
        match others.iter().any(|other| frequent.contains(other)) {
            false => Ok(()),
            true => Err(Problem::told(
                Code::Limit,
                Text::new(
                    format!(
                        "you two have played {MAX_RATED_MATCHES_PER_PAIR_AND_DAY} rated matches within a day; \
                         play unrated, or try again later"
                    ),
                    format!(
                        "ihr habt innerhalb eines Tages {MAX_RATED_MATCHES_PER_PAIR_AND_DAY} gewertete Partien \
                         gespielt; ungewertet geht es weiter, gewertet später wieder"
                    ),
                ),
            )),
        }
    }

    /// Checks that a person may sit down to a rated match with those who sit there.
    pub(crate) async fn check_rated_table(&self, who: &Person, table: &TableId) -> Result<(), Problem> {
        let waits = |summary: &TableSummary| summary.rated && summary.phase == Phase::Waiting;
        let Some(summary) = self.tables.open_tables.summary(table).filter(waits) else { return Ok(()) };
        let sitter = |chair: &protocol::Chair| match &chair.sitter {
            Some(Sitter::Person(person)) => Some(person.id.clone()),
            _ => None,
        };
        let people: Vec<_> = summary.chairs.iter().filter_map(sitter).collect();
        self.check_rated_opponents(&who.id, &people).await
    }

    /// Checks that a person and certain others may have to do with each other.
    pub(crate) async fn check_blocked(&self, user: &UserId, others: &[UserId]) -> Result<(), Problem> {
        if others.iter().all(|other| other == user) {
            return Ok(());
        }
        let blocked = self.blocked_with(user).await?;
        match others.iter().any(|other| blocked.contains(other)) {
            false => Ok(()),
            // Who has blocked whom is said to neither.
            true => Err(Problem::told(
                Code::NotAllowed,
                Text::fixed(
                    "one of you has blocked the other, so you cannot play or talk together",
                    "einer von euch hat den anderen blockiert, deshalb könnt ihr nicht zusammen spielen oder reden",
                ),
            )),
        }
    }

    /// Checks that a person may sit down with those who have to do with a table.
    pub(crate) async fn check_blocked_at(&self, who: &Person, table: &TableId) -> Result<(), Problem> {
        let Some(summary) = self.tables.open_tables.summary(table) else { return Ok(()) };
        // A chair that is kept for them is theirs.
        let is_theirs =
            |chair: &protocol::Chair| chair.kept_for.as_ref().is_some_and(|kept| kept.id == who.id);
        if summary.chairs.iter().any(is_theirs) {
            return Ok(());
        }
        let sitter = |chair: &protocol::Chair| match &chair.sitter {
            Some(Sitter::Person(person)) => Some(person.id.clone()),
            _ => None,
        };
        let people = summary.chairs.iter().filter_map(sitter).chain([summary.host.id.clone()]);
        self.check_blocked(&who.id, &people.collect::<Vec<_>>()).await
    }

    /// Those whom a person has blocked, or who have blocked that person.
    async fn blocked_with(&self, user: &UserId) -> Result<Vec<UserId>, Problem> {
        let blocked = self.world().store().blocked_with(user).await;
        blocked.map_err(|error| store_unavailable(&error))
    }

    /// Those against whom a person has played as many rated matches within a day as count.
    async fn frequent_opponents(&self, user: &UserId) -> Result<Vec<UserId>, Problem> {
        let since = self.world().time().saturating_sub(DAY_MS);
        let store = self.world().store();
        let frequent = store.rated_opponents(user, since, MAX_RATED_MATCHES_PER_PAIR_AND_DAY).await;
        frequent.map_err(|error| store_unavailable(&error))
    }

    /// Makes a table of this name, to which this invitation leads. The same command makes it only once.
    pub(crate) async fn create_as(
        &self,
        id: TableId,
        invite: String,
        host: &Person,
        settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        let world = self.world();
        let row = TableRow {
            host: host.clone(),
            secret: world.random(),
            invite,
            created: world.time(),
            by,
            summary: empty_summary(id.clone(), host, &settings),
            settings,
            id,
        };
        let table = Table::load(world.games(), row.clone(), &[], Arc::new(SeededDice))
            .map_err(|error| Problem::new(Code::Settings, error.to_string()))?;
        let row = TableRow { summary: table.summary(), ..row };
        let id = world.store().create_table(row).await.map_err(|error| store_unavailable(&error))?;
        // Loading the table seats those for whom chairs are meant, and lists it in the lobby.
        self.tables.look(&id, host, None).await?;
        Ok(id)
    }

    /// Publishes a change of the lobby.
    pub(crate) fn publish(&self, change: LobbyChange) {
        self.tables.bus().publish(&Topic::Lobby, &Note::Lobby(Arc::new(change)));
    }
}

/// What the lobby shows until the table itself says it.
fn empty_summary(id: TableId, host: &Person, settings: &NewTable) -> TableSummary {
    TableSummary {
        id,
        game: settings.game.clone(),
        options: settings.options.clone(),
        host: host.clone(),
        chairs: Vec::new(),
        length: String::new(),
        clock: settings.clock.clone(),
        rated: settings.rated,
        locked: settings.password.is_some(),
        watchers: settings.watchers,
        phase: protocol::Phase::Waiting,
        created: 0,
    }
}
