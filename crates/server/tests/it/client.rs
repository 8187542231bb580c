//! A client of the socket, as a test needs it: whatever should not happen fails the test.

use std::{net::SocketAddr, time::Duration};

use ::client::{ClientError, Done, Identity};
use framework::Action;
use protocol::{ChairChoice, Code, Command, Detail, Message, NewTable, Person, Request, TableId};
use tokio::time::sleep;

/// The table and the event of a command that was done, or why it was refused.
pub(crate) type Answer = Result<(Option<TableId>, Option<u64>), protocol::Problem>;

/// Longer than a server is ever silent in a test whose next message will come at all.
const LONGEST_SILENCE: Duration = Duration::from_secs(120);

pub(crate) struct Client {
    inner: ::client::Client,
    pub(crate) cookie: String,
    pub(crate) client: String,
    pub(crate) you: Person,
    pub(crate) next_number: u64,
    /// Every frame that was sent, except hello.
    pub(crate) sent: Vec<String>,
}

impl Client {
    /// Connects, with a cookie as somebody who was here before, and says hello.
    pub(crate) async fn connect(address: SocketAddr, cookie: Option<&str>, client: Option<&str>) -> Self {
        let mut identity = Identity::new(client.unwrap_or("first-tab").parse().unwrap());
        identity.cookie = cookie.map(str::to_owned);
        Self::over(::client::Client::connect(address.into(), identity).await.unwrap())
    }

    /// Connects as a bot; `None` if the token is refused.
    pub(crate) async fn connect_with_token(address: SocketAddr, token: &str) -> Option<Self> {
        let identity =
            Identity { token: Some(token.to_owned()), ..Identity::new("first-tab".parse().unwrap()) };
        ::client::Client::connect(address.into(), identity).await.ok().map(Self::over)
    }

    fn over(inner: ::client::Client) -> Self {
        Self {
            cookie: inner.identity().cookie.clone().unwrap_or_default(),
            client: inner.identity().client.to_string(),
            you: inner.you().clone(),
            next_number: inner.identity().next_number,
            inner,
            sent: Vec::new(),
        }
    }

    /// Connects again as the same client.
    pub(crate) async fn again(self, address: SocketAddr) -> Self {
        let again = Self::connect(address, Some(&self.cookie), Some(&self.client)).await;
        Self { next_number: self.next_number, sent: self.sent, ..again }
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.inner.send_text(text).await.unwrap();
    }

    pub(crate) async fn send(&mut self, command: Command) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        self.send_numbered(number, command).await;
        number
    }

    pub(crate) async fn send_numbered(&mut self, number: u64, command: Command) {
        let text = serde_json::to_string(&Request { number, command }).unwrap();
        self.sent.push(text.clone());
        self.send_text(text).await;
    }

    /// The next message, heard before or not. A test that waits in vain fails instead of hanging.
    pub(crate) async fn next(&mut self) -> Message {
        let next = tokio::time::timeout(LONGEST_SILENCE, self.inner.next());
        next.await.expect("the server says something").unwrap()
    }

    /// The first message for which `wanted` finds something; all before it are forgotten.
    pub(crate) async fn wait<T>(&mut self, mut wanted: impl FnMut(&Message) -> Option<T>) -> T {
        loop {
            let message = self.next().await;
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Waits until the server ends the connection, and gives what it said until then.
    pub(crate) async fn until_closed(&mut self) -> Vec<Message> {
        let mut heard = Vec::new();
        loop {
            match self.inner.next().await {
                Ok(message) => heard.push(message),
                Err(ClientError::Lost) => return heard,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The answer to the command of a number; everything else is kept for later.
    pub(crate) async fn answer(&mut self, wanted: u64) -> Answer {
        self.inner.answer(wanted).await.unwrap().map(|Done { table, seq }| (table, seq))
    }

    pub(crate) async fn ask(&mut self, command: Command) -> Answer {
        let number = self.send(command).await;
        self.answer(number).await
    }

    #[track_caller]
    pub(crate) fn code(answer: Answer) -> Code {
        answer.expect_err("it is refused").code
    }

    pub(crate) async fn create(&mut self, table: NewTable) -> TableId {
        self.ask(Command::CreateTable { table }).await.unwrap().0.unwrap()
    }

    pub(crate) async fn sit(&mut self, table: &TableId) {
        let sit = Command::Sit { table: table.clone(), chair: None, password: None, invite: None };
        self.ask(sit).await.unwrap();
    }

    pub(crate) async fn watch(&mut self, table: &TableId, detail: Detail) {
        let watch = Command::Watch { table: table.clone(), since: None, detail, invite: None };
        self.ask(watch).await.unwrap();
    }

    pub(crate) async fn act(
        &mut self,
        table: &TableId,
        ply: u32,
        action: Action,
    ) -> Result<u64, protocol::Problem> {
        // A long game of a client that never thinks uses up the budget of frames: it waits, as the book says.
        loop {
            let act = Command::Act { table: table.clone(), ply, action: action.clone(), chair: None };
            match self.ask(act).await {
                Err(problem) if problem.code == Code::TooFast => sleep(Duration::from_millis(500)).await,
                answer => return answer.map(|(_, seq)| seq.unwrap()),
            }
        }
    }

    pub(crate) async fn play(
        &mut self,
        table: &TableId,
        ply: u32,
        text: &str,
    ) -> Result<u64, protocol::Problem> {
        self.act(table, ply, Action::Move(text.to_owned())).await
    }
}

/// A table for oneself and whoever comes.
pub(crate) fn for_two(game: &str, options: &str) -> NewTable {
    NewTable::new(game, options, vec![ChairChoice::Me, ChairChoice::Open])
}
