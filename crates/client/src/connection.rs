//! A client of the server's socket.

use std::{
    collections::VecDeque,
    fmt, io,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use framework::Action;
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{ClientId, Command, Detail, Message, NewTable, Person, Problem, Request, TableId, VERSION};
use thiserror::Error;
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Error as SocketError, Message as Frame, client::IntoClientRequest as _, http::HeaderValue,
        protocol::WebSocketConfig,
    },
};

/// How long a client waits for anything, however busy the machine is.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(60);

/// How much is read at a time: messages are short, and there are many clients.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// Why a client cannot go on.
#[derive(Debug, Error)]
pub enum ClientError {
    /// Nobody answers there.
    #[error("cannot connect to {0}: {1}; is the server running there?")]
    Connect(SocketAddr, io::Error),
    /// A person answers there, but makes no socket of it.
    #[error("{0} is no server of Brettwerk, or takes no more connections: {1}")]
    Handshake(SocketAddr, Box<SocketError>),
    /// The connection is gone.
    #[error("the connection is lost")]
    Lost,
    /// Nothing came for too long.
    #[error("the server has been silent for {} seconds", RECEIVE_TIMEOUT.as_secs())]
    Silent,
    /// Something came that is no message.
    #[error("the server said what this version does not understand: {0}; use the same version for both")]
    Unreadable(String),
    /// The server refused to begin.
    #[error("the server refuses: {}", .0.sentence)]
    Refused(Problem),
}

/// Where a server is, and from where to connect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doorway {
    /// The address of the server.
    pub server: SocketAddr,
    /// The address of this machine to connect from, if it matters: each has some 28 000 ports.
    pub from: Option<IpAddr>,
}

impl From<SocketAddr> for Doorway {
    fn from(server: SocketAddr) -> Self {
        Self { server, from: None }
    }
}

impl Doorway {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens there, or the address to connect from is not of this machine.
    pub async fn open(&self) -> io::Result<TcpStream> {
        let socket = if self.server.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if let Some(from) = self.from {
            socket.bind(SocketAddr::new(from, 0))?;
        }
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// What a client keeps over all its connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The cookie that the server gave to a newcomer.
    pub cookie: Option<String>,
    /// The token by which the server knows a bot.
    pub token: Option<String>,
    /// Which client it is.
    pub client: ClientId,
    /// The number of its next command.
    pub next_number: u64,
}

impl Identity {
    /// A newcomer.
    #[must_use]
    pub const fn new(client: ClientId) -> Self {
        Self { cookie: None, token: None, client, next_number: 1 }
    }

    /// Gives a command the next number.
    fn number(&mut self, command: Command) -> Request {
        let number = self.next_number;
        self.next_number += 1;
        Request { number, command }
    }
}

fn text_of(request: &Request) -> Result<String, ClientError> {
    serde_json::to_string(request).map_err(|error| ClientError::Unreadable(error.to_string()))
}

/// What came of a command that was done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// The table that the command was about or made.
    pub table: Option<TableId>,
    /// The number of the last event that came of it.
    pub seq: Option<u64>,
}

/// What came of a command: it was done, or why not.
pub type CommandResult = Result<Done, Problem>;

/// One connection of a client.
pub struct Client {
    link: Link,
    identity: Identity,
    you: Person,
    /// What came while an answer was waited for.
    unread: VecDeque<Message>,
}

/// The socket, as messages.
struct Link(WebSocketStream<TcpStream>);

impl Link {
    async fn send(&mut self, text: String) -> Result<(), ClientError> {
        self.0.send(Frame::Text(text.into())).await.map_err(|_| ClientError::Lost)
    }

    /// The next message. Nothing is lost when the wait is given up.
    async fn receive(&mut self) -> Result<Message, ClientError> {
        loop {
            let frame = timeout(RECEIVE_TIMEOUT, self.0.next()).await.map_err(|_| ClientError::Silent)?;
            match frame {
                Some(Ok(Frame::Text(text))) => {
                    return serde_json::from_str(text.as_str())
                        .map_err(|error| ClientError::Unreadable(error.to_string()));
                }
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(ClientError::Lost),
                Some(Ok(_)) => {}
            }
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("you", &self.you)
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// Connects and says hello.
    ///
    /// # Errors
    /// If nobody is there, or the server refuses.
    pub async fn connect(doorway: Doorway, identity: Identity) -> Result<Self, ClientError> {
        timeout(RECEIVE_TIMEOUT, Self::begin(doorway, identity)).await.map_err(|_| ClientError::Silent)?
    }

    async fn begin(doorway: Doorway, mut identity: Identity) -> Result<Self, ClientError> {
        let Doorway { server, .. } = doorway;
        let handshake = |error| ClientError::Handshake(server, Box::new(error));
        let stream = doorway.open().await.map_err(|error| ClientError::Connect(server, error))?;
        let mut request = format!("ws://{server}/ws").into_client_request().map_err(handshake)?;
        let token = identity.token.as_ref().map(|token| format!("Bearer {token}"));
        for (name, value) in [("cookie", &identity.cookie), ("authorization", &token)] {
            let Some(value) = value else { continue };
            let value = HeaderValue::from_str(value)
                .map_err(|_| ClientError::Unreadable(format!("what is kept as {name} is no header")))?;
            request.headers_mut().insert(name, value);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES).write_buffer_size(0);
        let (socket, response) =
            client_async_with_config(request, stream, Some(config)).await.map_err(handshake)?;
        let given = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        if let Some(given) = given.and_then(|value| value.split(';').next()) {
            identity.cookie = Some(given.to_owned());
        }
        let mut link = Link(socket);
        let hello = Command::Hello { version: VERSION, client: identity.client.clone() };
        link.send(text_of(&identity.number(hello))?).await?;
        let mut unread = VecDeque::new();
        loop {
            match link.receive().await? {
                Message::Welcome { you, .. } => return Ok(Self { link, identity, you, unread }),
                Message::Refused { problem, .. } => return Err(ClientError::Refused(problem)),
                // News may come before the answer.
                other => unread.push_back(other),
            }
        }
    }

    /// Who it is.
    #[must_use]
    pub const fn you(&self) -> &Person {
        &self.you
    }

    /// What it keeps for its next connection.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Ends the connection without a word, and gives what is kept for the next one.
    #[must_use]
    pub fn leave(self) -> Identity {
        self.identity
    }

    /// Sends any text as a frame.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        self.link.send(text).await
    }

    /// Sends a command under its number, which may have been used before.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn send_again(&mut self, request: &Request) -> Result<(), ClientError> {
        self.send_text(text_of(request)?).await
    }

    /// Gives a command the next number.
    pub fn number(&mut self, command: Command) -> Request {
        self.identity.number(command)
    }

    /// Sends a command, and gives its number.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn send(&mut self, command: Command) -> Result<u64, ClientError> {
        let request = self.number(command);
        self.send_again(&request).await?;
        Ok(request.number)
    }

    /// The next message, however long it takes. Pings of the server are answered meanwhile, and nothing is lost
    /// when the wait is given up.
    ///
    /// # Errors
    /// If the connection is lost, or something unreadable came.
    pub async fn hear(&mut self) -> Result<Message, ClientError> {
        loop {
            match self.next().await {
                // The server's pings are no messages, and nothing need happen at a table.
                Err(ClientError::Silent) => {}
                heard => return heard,
            }
        }
    }

    /// The next message, heard before or not.
    ///
    /// # Errors
    /// If the connection is lost, or nothing came for a minute.
    pub async fn next(&mut self) -> Result<Message, ClientError> {
        match self.unread.pop_front() {
            Some(message) => Ok(message),
            None => self.link.receive().await,
        }
    }

    /// The answer to the command of a number; everything else is kept for later.
    ///
    /// # Errors
    /// If the connection is lost, or nothing came for a minute.
    pub async fn answer(&mut self, wanted: u64) -> Result<CommandResult, ClientError> {
        let is_answer = |message: &Message| match message {
            Message::Done { number, .. } => *number == wanted,
            Message::Refused { number, .. } => *number == Some(wanted),
            _ => false,
        };
        let heard = self.unread.iter().position(is_answer).and_then(|at| self.unread.remove(at));
        let answer = match heard {
            Some(answer) => answer,
            None => loop {
                match self.link.receive().await? {
                    answer if is_answer(&answer) => break answer,
                    other => self.unread.push_back(other),
                }
            },
        };
        match answer {
            Message::Done { table, seq, .. } => Ok(Ok(Done { table, seq })),
            Message::Refused { problem, .. } => Ok(Err(problem)),
            // Only the two are answers.
            _ => Err(ClientError::Lost),
        }
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Errors
    /// If the connection is lost, or nothing came for a minute.
    pub async fn ask(&mut self, command: Command) -> Result<CommandResult, ClientError> {
        let number = self.send(command).await?;
        self.answer(number).await
    }

    /// Makes a table.
    ///
    /// # Errors
    /// If the connection is lost, or the server refuses.
    pub async fn create(&mut self, table: NewTable) -> Result<TableId, ClientError> {
        let done = self.ask(Command::CreateTable { table }).await?.map_err(ClientError::Refused)?;
        done.table.ok_or_else(|| ClientError::Unreadable("a table without a name was made".to_owned()))
    }

    /// Takes any free chair.
    ///
    /// # Errors
    /// If the connection is lost, or the server refuses.
    pub async fn sit(&mut self, table: &TableId) -> Result<Done, ClientError> {
        let sit = Command::Sit { table: table.clone(), chair: None, password: None, invite: None };
        self.ask(sit).await?.map_err(ClientError::Refused)
    }

    /// Listens to a table; a snapshot or what was missed comes as a message.
    ///
    /// # Errors
    /// If the connection is lost, or the server refuses.
    pub async fn watch(&mut self, table: &TableId, since: Option<u64>) -> Result<Done, ClientError> {
        let watch = Command::Watch { table: table.clone(), since, detail: Detail::Plain, invite: None };
        self.ask(watch).await?.map_err(ClientError::Refused)
    }

    /// Plays.
    ///
    /// # Errors
    /// If the connection is lost, or nothing came for a minute.
    pub async fn act(
        &mut self,
        table: &TableId,
        ply: u32,
        action: Action,
    ) -> Result<CommandResult, ClientError> {
        self.ask(Command::Act { table: table.clone(), ply, action, chair: None }).await
    }
}
