//! Commands that are for tables.

use protocol::{Code, Command, Message, Problem, TableId};
use store::CommandKey;
use tables::world::World;
use tables::{Again, Envelope, TableCommand, TableRequest};
use tokio::time::Instant;

use super::Session;
use crate::{lobby::Maker, source::Source};

impl<W: World> Session<W> {
    /// Hands a command on to the table that it is for.
    pub(super) async fn on_table_command(
        &mut self,
        command: Command,
        by: CommandKey,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let number = by.number;
        let (table, command) = match command {
            Command::CreateTable { table } => {
                let id = self.house.lobby.create_table(self.maker(), table, by).await?;
                return Ok(vec![Message::Done { number, table: Some(id), seq: None }]);
            }
            Command::Rematch { table } => return self.rematch(table, by, arrived).await,
            Command::Sit { table, chair, password, invite } => {
                let hidden = password.map(|password| self.house.identity.key().hidden(&password));
                let seq = self
                    .sit(&table, TableCommand::Sit { chair, password: hidden, invite }, by, arrived)
                    .await?;
                return Ok(vec![Message::Done { number, table: Some(table), seq: Some(seq) }]);
            }
            Command::Stand { table } => (table, TableCommand::Stand),
            Command::Act { table, ply, action, chair } => (table, TableCommand::Act { ply, action, chair }),
            Command::Roll { table, ply, nonce, chair } => (table, TableCommand::Roll { ply, nonce, chair }),
            Command::Pledge { table: Some(table), pledge, chair } => {
                (table, TableCommand::Pledge { pledge, chair })
            }
            Command::Pledge { table: None, pledge, chair } => {
                self.house.tables().people.promise(&self.you, pledge, chair);
                return Ok(vec![Message::Done { number, table: None, seq: None }]);
            }
            Command::Reveal { table, nonce, chair } => (table, TableCommand::Reveal { nonce, chair }),
            Command::Seat { table, chair, player } => (table, TableCommand::Seat { chair, player }),
            Command::Prefer { table, auto_roll, confirm_blocked, chair } => {
                (table, TableCommand::Prefer { auto_roll, confirm_blocked, chair })
            }
            Command::SetPace { table, pace } => (table, TableCommand::SetPace(pace)),
            Command::Begin { table } => (table, TableCommand::Begin),
            // The session itself sees to all others.
            _ => return Err(Problem::new(Code::Internal, "this command is not for a table")),
        };
        let seq = self.send_to_table(&table, command, by, arrived).await?;
        Ok(vec![Message::Done { number, table: Some(table), seq: Some(seq) }])
    }

    async fn send_to_table(
        &self,
        table: &TableId,
        command: TableCommand,
        by: CommandKey,
        arrived: Instant,
    ) -> Result<u64, Problem> {
        let envelope =
            Envelope { actor: Some(self.you.clone()), key: Some(by), lag: self.round_trips.lag(), command };
        self.house.tables().command(table, envelope, arrived).await
    }

    /// Who makes tables over this connection.
    pub(super) fn maker(&self) -> Maker<'_> {
        Maker { person: &self.you, household: Source::household(self.address) }
    }

    /// Takes a chair. Wrong passwords are counted, so that nobody can guess one.
    async fn sit(
        &self,
        table: &TableId,
        sit: TableCommand,
        by: CommandKey,
        arrived: Instant,
    ) -> Result<u64, Problem> {
        self.house.lobby.check_rated_table(&self.you, table).await?;
        self.house.lobby.check_blocked_at(&self.you, table).await?;
        if !matches!(sit, TableCommand::Sit { password: Some(_), .. }) {
            return self.send_to_table(table, sit, by, arrived).await;
        }
        let source = Source::new(&self.you, self.address);
        self.house.table_passwords.count(table, &source, arrived)?;
        let sat = self.send_to_table(table, sit, by, arrived).await;
        if !matches!(&sat, Err(problem) if problem.code == Code::Password) {
            self.house.table_passwords.take_back(table, &source, arrived);
        }
        sat
    }

    /// Takes the chair that is kept for the person at a table to which a command has led.
    pub(super) async fn sit_down(
        &self,
        table: &TableId,
        by: &CommandKey,
        arrived: Instant,
    ) -> Result<(), Problem> {
        let by = CommandKey { client: format!("{}/sits", by.client), number: by.number };
        let sit = TableCommand::Sit { chair: None, password: None, invite: None };
        self.send_to_table(table, sit, by, arrived).await.map(|_| ())
    }

    async fn rematch(
        &mut self,
        table: TableId,
        by: CommandKey,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let (number, asker) = (by.number, self.you.clone());
        let again = self
            .house
            .tables()
            .ask(&table, |answer| TableRequest::Again { asker: asker.clone(), answer })
            .await?;
        let settings = match again {
            Again::There(there) => return self.join_rematch(there, by, arrived).await,
            Again::At(settings) => *settings,
        };
        // Two who ask at the same moment make one table, because it is made on behalf of the one they come from.
        let once = CommandKey { client: format!("rematch of {table}"), number: 0 };
        let again = self.house.lobby.create(self.maker(), settings, once).await?;
        match self
            .send_to_table(&table, TableCommand::Rematch { table: again.clone() }, by.clone(), arrived)
            .await
        {
            Ok(seq) => Ok(vec![Message::Done { number, table: Some(again), seq: Some(seq) }]),
            Err(problem) if problem.code == Code::Phase => self.join_rematch(again, by, arrived).await,
            Err(problem) => Err(problem),
        }
    }

    /// Sits down at the table of a rematch that another person has arranged.
    async fn join_rematch(
        &mut self,
        there: TableId,
        by: CommandKey,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        // Who made that table sits there already.
        let sat = self.sit_down(&there, &by, arrived).await;
        sat.or_else(|problem| if problem.code == Code::Chair { Ok(()) } else { Err(problem) })?;
        Ok(vec![Message::Done { number: by.number, table: Some(there), seq: None }])
    }
}
