//! A client of the socket, as a test needs it.

use std::{collections::VecDeque, net::SocketAddr, time::Duration};

use framework::Action;
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{ChairChoice, Code, Command, Detail, Message, NewTable, Person, Request, TableId, VERSION};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message as Frame, client::IntoClientRequest as _},
};

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// The table and the event of a command that was done, or why it was refused.
pub(crate) type Answer = Result<(Option<TableId>, Option<u64>), protocol::Problem>;

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) cookie: String,
    pub(crate) client: String,
    pub(crate) you: Person,
    pub(crate) next_number: u64,
    /// What came while something else was waited for.
    unread: VecDeque<Message>,
    /// Every frame that was sent.
    pub(crate) sent: Vec<String>,
}

impl Client {
    /// Connects, with a cookie as somebody who was here before, and says hello.
    pub(crate) async fn connect(address: SocketAddr, cookie: Option<&str>, client: Option<&str>) -> Self {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let (socket, response) = timeout(PATIENCE, connect_async(request)).await.unwrap().unwrap();
        let set = response.headers().get("set-cookie").map(|value| value.to_str().unwrap());
        let set = set.map(|value| value.split(';').next().unwrap().to_owned());
        let cookie = set.or(cookie.map(str::to_owned)).expect("a newcomer gets a cookie");
        Self::welcomed(socket, cookie, client).await
    }

    /// Connects as a bot; `None` if the token is refused.
    pub(crate) async fn connect_with_token(address: SocketAddr, token: &str) -> Option<Self> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        let (socket, _) = timeout(PATIENCE, connect_async(request)).await.unwrap().ok()?;
        Some(Self::welcomed(socket, String::new(), None).await)
    }

    async fn welcomed(
        socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
        cookie: String,
        client: Option<&str>,
    ) -> Self {
        let nobody = Person::guest("nobody".parse().unwrap(), String::new());
        let client = client.unwrap_or("first-tab").to_owned();
        let mut this = Self {
            socket,
            cookie,
            client,
            you: nobody,
            next_number: 1,
            unread: VecDeque::new(),
            sent: Vec::new(),
        };
        let hello = Command::Hello { version: VERSION, client: this.client.parse().unwrap() };
        this.send(hello).await;
        let Message::Welcome { you, .. } = this.next().await else { panic!("no welcome") };
        this.you = you;
        this
    }

    /// Connects again as the same client.
    pub(crate) async fn again(self, address: SocketAddr) -> Self {
        let mut again = Self::connect(address, Some(&self.cookie), Some(&self.client)).await;
        again.next_number = self.next_number;
        again.sent = self.sent;
        again
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.socket.send(Frame::Text(text.into())).await.unwrap();
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

    /// The next message from the socket; `None` when it is closed.
    async fn receive(&mut self) -> Option<Message> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server answers") {
                Some(Ok(Frame::Text(text))) => return Some(serde_json::from_str(text.as_str()).unwrap()),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message, heard before or not.
    pub(crate) async fn next(&mut self) -> Message {
        match self.unread.pop_front() {
            Some(message) => message,
            None => self.receive().await.expect("the connection is open"),
        }
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
        let mut heard: Vec<_> = self.unread.drain(..).collect();
        while let Some(message) = self.receive().await {
            heard.push(message);
        }
        heard
    }

    /// The answer to the command of a number; everything else is kept for later.
    pub(crate) async fn answer(&mut self, wanted: u64) -> Answer {
        let mut kept = VecDeque::new();
        let answer = loop {
            match self.next().await {
                Message::Done { number, table, seq } if number == wanted => break Ok((table, seq)),
                Message::Refused { number: Some(number), problem } if number == wanted => break Err(problem),
                other => kept.push_back(other),
            }
        };
        kept.append(&mut self.unread);
        self.unread = kept;
        answer
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
        let act = Command::Act { table: table.clone(), ply, action, chair: None };
        self.ask(act).await.map(|(_, seq)| seq.unwrap())
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
