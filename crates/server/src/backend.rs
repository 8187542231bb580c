//! What the listeners of the original protocols may ask of the house.

use std::{collections::HashMap, iter, sync::Arc};

use bus::{Note, Notes};
use originals::{Backend, Credentials, LeftBehind, OriginalsCounters, PlayerSession, Registration};
use protocol::{
    Code, Message, Person, Phase, Problem, Request, Sitter, Snapshot, TableEvent, TableId, TableSummary,
    UserId,
};
use store::{AccountStore as _, Store as _, StoredEvent, TableRow};
use tables::store_unavailable;
use tables::world::World;
use tables::{Envelope, TableCommand};
use tokio::time::Instant;

use crate::{
    accounts::{Token, rules},
    house::House,
    secrets,
    session::Session,
};

/// How many tables are searched for people who were left behind, the newest first.
const MAX_SEARCHED_TABLES: u32 = 10_000;

impl<W: World> Backend for House<W> {
    type Session = Session<W>;
    type Bus = W::Bus;

    fn bus(&self) -> &W::Bus {
        self.world().bus()
    }

    fn counters(&self) -> &OriginalsCounters {
        &self.metrics().originals
    }

    fn is_stopping(&self) -> bool {
        Self::is_stopping(self)
    }

    fn random(&self) -> u64 {
        self.world().random()
    }

    fn new_id(&self, prefix: &str) -> String {
        format!("{prefix}{}", secrets::word(self.world(), 20))
    }

    fn begin_session(self: &Arc<Self>, person: Person) -> (Session<W>, Notes) {
        Session::begin(Arc::clone(self), person)
    }

    fn guest(&self, id: UserId) -> Person {
        secrets::guest(id)
    }

    fn check_guest_name(&self, name: &str) -> Result<(), Problem> {
        rules::guest_name(name)
    }

    async fn is_name_taken(&self, name: &str) -> Result<bool, Problem> {
        self.world().store().is_name_taken(name).await.map_err(|error| store_unavailable(&error))
    }

    async fn identify(&self, credentials: Credentials<'_>) -> Result<Person, Problem> {
        let Credentials { name, password, registration, wire_name } = credentials;
        let wrong = || Problem::new(Code::Account, "Invalid username or password.");
        let is_taken = self.is_name_taken(name).await?;
        let person = match (is_taken, Token::read(password), registration) {
            (true, Some(token), _) => {
                let bot = self.identity.bot_of(&token.hash()).await?;
                bot.filter(|bot| wire_name(&bot.name) == name).ok_or_else(wrong)?
            }
            (_, None, Registration::Required { from }) => {
                // A name that is not there costs the same time and the same tries.
                let account =
                    self.identity.verify(name, password, from, None).await.map_err(
                        |problem| match problem.code {
                            Code::Password => wrong(),
                            _ => problem,
                        },
                    )?;
                Some(account.person).filter(|person| wire_name(&person.name) == name).ok_or_else(wrong)?
            }
            (true, None, Registration::Optional) | (false, Some(_), Registration::Required { .. }) => {
                return Err(wrong());
            }
            (false, _, Registration::Optional) => {
                rules::guest_name(name)?;
                guest_of_name(self, name, password)
            }
        };
        self.identity.check_ban(&person.id).await?;
        Ok(person)
    }

    fn is_connected(&self, user: &UserId) -> bool {
        self.tables().people.contains(user)
    }

    fn people(&self) -> Vec<Person> {
        self.tables().people.list()
    }

    async fn listed_tables(&self) -> Result<Vec<TableSummary>, Problem> {
        self.lobby.listed().await
    }

    async fn snapshot(self: &Arc<Self>, table: &TableId, viewer: Person) -> Result<Snapshot, Problem> {
        self.tables().look(table, &viewer, None).await
    }

    async fn events(&self, table: &TableId, since: u64) -> Result<Vec<TableEvent>, Problem> {
        let events =
            self.world().store().events(table, since).await.map_err(|error| store_unavailable(&error))?;
        Ok(events.into_iter().map(|event| event.event).collect())
    }

    async fn left_behind(&self, client_prefix: &str) -> Vec<LeftBehind> {
        let store = self.world().store();
        let rows = match store.open_tables(MAX_SEARCHED_TABLES).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(%error, "tables that were left behind cannot be looked for");
                return Vec::new();
            }
        };
        let mut left_behind = Vec::new();
        for row in rows.iter().filter(|row| row.summary.phase == Phase::Playing) {
            match store.events(&row.id, 0).await {
                Ok(events) => {
                    let people = people_of_clients(row, &events, client_prefix);
                    if !people.is_empty() {
                        left_behind.push(LeftBehind { table: row.id.clone(), people });
                    }
                }
                Err(error) => tracing::warn!(%error, table = %row.id, "the events of a table cannot be read"),
            }
        }
        left_behind
    }

    async fn stand(self: &Arc<Self>, table: &TableId, person: Person) -> Result<(), Problem> {
        command_for(self, table, person, TableCommand::Stand).await
    }

    async fn seat_engine(
        self: &Arc<Self>,
        table: &TableId,
        host: Person,
        chair: u8,
        player: String,
    ) -> Result<(), Problem> {
        command_for(self, table, host, TableCommand::Seat { chair, player }).await
    }

    async fn offer_rematch(
        self: &Arc<Self>,
        former: &TableId,
        host: Person,
        table: TableId,
    ) -> Result<(), Problem> {
        command_for(self, former, host, TableCommand::Rematch { table }).await
    }

    async fn give_up(self: &Arc<Self>, table: &TableId) {
        self.tables().give_up(table).await;
    }
}

impl<W: World> PlayerSession for Session<W> {
    fn you(&self) -> &Person {
        Self::you(self)
    }

    fn is_over(&self) -> bool {
        Self::is_over(self)
    }

    async fn on_request(&mut self, request: Request) -> Vec<Message> {
        Session::on_request(self, request, Instant::now()).await
    }

    async fn on_note(&mut self, note: Note) -> Vec<Message> {
        Session::on_note(self, note).await
    }

    fn has_backlog(&self) -> bool {
        Self::has_backlog(self)
    }

    async fn next_events(&mut self) -> Vec<Message> {
        Self::next_events(self).await
    }
}

/// The guest of a name. Who gives a password is the same guest the next time; who gives none is a new one.
fn guest_of_name<W: World>(house: &House<W>, name: &str, password: &str) -> Person {
    let id = match password {
        "" => secrets::word(house.world(), 20),
        _ => house.identity.key().guest_of_original(name, password),
    };
    let id = id.parse().expect("these are letters of ids");
    Person::guest(id, name.to_owned())
}

/// Gives a command in the name of a person who has no session for it.
async fn command_for<W: World>(
    house: &Arc<House<W>>,
    table: &TableId,
    person: Person,
    command: TableCommand,
) -> Result<(), Problem> {
    let envelope = Envelope { actor: Some(person), ..Envelope::of_server(command) };
    house.tables().command(table, envelope, Instant::now()).await.map(|_| ())
}

/// Who sits at a table and gave their last command there from a client whose id begins with a prefix.
fn people_of_clients(row: &TableRow, events: &[StoredEvent], client_prefix: &str) -> Vec<Person> {
    let mut is_such_client = HashMap::new();
    let commands = iter::once(&row.by).chain(events.iter().filter_map(|event| event.by.as_ref()));
    for (user, client) in commands.filter_map(|key| key.client.split_once('/')) {
        is_such_client.insert(user, client.starts_with(client_prefix));
    }
    let mut people: Vec<Person> = Vec::new();
    for chair in &row.summary.chairs {
        if let Some(Sitter::Person(person)) = &chair.sitter
            && is_such_client.get(person.id.as_str()) == Some(&true)
            && !people.iter().any(|known| known.id == person.id)
        {
            people.push(person.clone());
        }
    }
    people
}
