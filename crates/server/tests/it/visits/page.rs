//! A page that visits, as a test needs it: whatever should not happen fails the test.

use std::time::Duration;

use framework::{Rng, Text};
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{VisitHall, VisitLine, VisitMessage, VisitPlace, VisitRoom, VisitView, VisitWish};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message as Frame, client::IntoClientRequest as _},
};

use crate::running::Running;

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

pub(super) struct Page {
    socket: WebSocketStream<TcpStream>,
    pub(super) cookie: String,
    view: Option<VisitView>,
    /// The word by which the page comes back.
    pub(super) word: String,
}

/// The wish to go somewhere, without anything special.
pub(super) fn open(address: &str) -> VisitWish {
    let (address, password) = (address.to_owned(), Default::default());
    VisitWish::Open { address, password, listen: false, at_once: false, computer: None, seats: None }
}

/// Goes to an address and begins a game at once, on so many colors of Blokus.
pub(super) fn open_at_once(address: &str, seats: Option<u8>) -> VisitWish {
    let (address, password) = (address.to_owned(), Default::default());
    VisitWish::Open { address, password, listen: false, at_once: true, computer: None, seats }
}

impl Page {
    async fn try_open(server: &Running, host: &str, cookie: Option<&str>) -> Option<Self> {
        let mut request = format!("ws://{}/ws/elsewhere", server.address).into_client_request().unwrap();
        request.headers_mut().insert("host", host.parse().unwrap());
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(server.address).await.unwrap();
        let (socket, response) = client_async(request, stream).await.ok()?;
        let set = response.headers().get("set-cookie").map(|set| set.to_str().unwrap());
        let cookie = set.and_then(|set| set.split(';').next()).unwrap_or_default().to_owned();
        Some(Self { socket, cookie, view: None, word: String::new() })
    }

    /// A page under a name of the server; nothing if it is refused.
    pub(super) async fn try_connect(server: &Running, host: &str) -> Option<Self> {
        Self::try_open(server, host, None).await
    }

    pub(super) async fn connect(server: &Running) -> Self {
        Self::try_connect(server, &server.address.to_string()).await.unwrap()
    }

    /// A page of somebody who was here before.
    pub(super) async fn connect_as(server: &Running, cookie: &str) -> Self {
        Self::try_open(server, &server.address.to_string(), Some(cookie)).await.unwrap()
    }

    /// A page that goes to an address.
    pub(super) async fn visit(server: &Running, address: &str) -> Self {
        let mut page = Self::connect(server).await;
        page.request(open(address)).await;
        page
    }

    pub(super) async fn send(&mut self, text: String) {
        self.socket.send(Frame::Text(text.into())).await.unwrap();
    }

    pub(super) async fn request(&mut self, wish: VisitWish) {
        self.send(serde_json::to_string(&wish).unwrap()).await;
    }

    async fn next(&mut self) -> VisitMessage {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("the server says something");
            if let Frame::Text(text) = frame.expect("the socket is open").unwrap() {
                let message = serde_json::from_str(text.as_str()).unwrap();
                match &message {
                    VisitMessage::Stands { view } => self.view = Some((**view).clone()),
                    VisitMessage::Begun { visit } => self.word.clone_from(visit),
                    _ => {}
                }
                return message;
            }
        }
    }

    /// The first message for which `wanted` finds something; all before it are forgotten.
    pub(super) async fn wait<T>(&mut self, mut wanted: impl FnMut(&VisitMessage) -> Option<T>) -> T {
        loop {
            let message = self.next().await;
            if let Some(found) = wanted(&message) {
                return found;
            }
            if let VisitMessage::Ended { text } = message {
                panic!("the visit has ended: {text}");
            }
        }
    }

    /// What there is to see.
    pub(super) fn view(&self) -> &VisitView {
        self.view.as_ref().expect("something was shown")
    }

    /// Waits until what there is to see has something.
    pub(super) async fn until<T>(&mut self, mut wanted: impl FnMut(&VisitView) -> Option<T>) -> T {
        loop {
            if let Some(found) = self.view.as_ref().and_then(&mut wanted) {
                return found;
            }
            self.wait(|message| matches!(message, VisitMessage::Stands { .. }).then_some(())).await;
        }
    }

    pub(super) async fn hall(&mut self, wanted: impl Fn(&VisitHall) -> bool) -> VisitHall {
        self.until(|view| match &view.place {
            VisitPlace::Hall(hall) if wanted(hall) => Some(hall.clone()),
            _ => None,
        })
        .await
    }

    pub(super) async fn room(&mut self, wanted: impl Fn(&VisitRoom) -> bool) {
        self.until(|view| match &view.place {
            VisitPlace::Room(room) if wanted(room) => Some(()),
            _ => None,
        })
        .await;
    }

    /// What somebody says next.
    pub(super) async fn said(&mut self, who: &str) -> VisitLine {
        self.wait(|message| match message {
            VisitMessage::Told { line } if line.from.as_deref() == Some(who) => Some(line.clone()),
            _ => None,
        })
        .await
    }

    /// Why the visit is over.
    pub(super) async fn ended(&mut self) -> Text {
        self.wait(|message| match message {
            VisitMessage::Ended { text } => Some(text.clone()),
            _ => None,
        })
        .await
    }

    /// Why a wish was not fulfilled.
    pub(super) async fn refused(&mut self) -> Text {
        self.wait(|message| match message {
            VisitMessage::Refused { text } => Some(text.clone()),
            _ => None,
        })
        .await
    }

    /// Whether the visit begins, rather than being refused.
    pub(super) async fn begins(&mut self) -> bool {
        self.wait(|message| match message {
            VisitMessage::Stands { .. } => Some(true),
            VisitMessage::Ended { .. } => Some(false),
            _ => None,
        })
        .await
    }

    /// Plays random legal moves until what there is to see has something.
    pub(super) async fn play_until<T>(
        &mut self,
        rng: &mut Rng,
        mut wanted: impl FnMut(&VisitView) -> Option<T>,
    ) -> T {
        loop {
            let to_play = |view: &VisitView| {
                let board = view.board.as_ref()?;
                (!board.drawing.moves.is_empty()).then(|| board.clone())
            };
            let next = self.until(|view| wanted(view).map(Ok).or_else(|| to_play(view).map(Err))).await;
            let board = match next {
                Ok(found) => return found,
                Err(board) => board,
            };
            let moves = &board.drawing.moves;
            let text = moves[rng.below(moves.len() as u64) as usize].clone();
            self.request(VisitWish::Play { text }).await;
            // Until something else is to be seen, the move is on its way.
            self.until(|view| (view.board.as_ref() != Some(&board)).then_some(())).await;
        }
    }
}
