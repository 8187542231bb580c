//! The WebSocket of a visit: what a browser wants goes to a server of an original programme, and what comes back is shown.
//!
//! One socket is one visit, and ends with it.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Extension,
    extract::{
        State, WebSocketUpgrade,
        ws::{
            CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code,
            rejection::WebSocketUpgradeRejection,
        },
    },
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use framework::Text;
use protocol::{Code, MAX_FRAME_BYTES, Person, Problem, VisitMessage, VisitPassword, VisitView, VisitWish};
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpListener, TcpStream},
    time::{Instant, MissedTickBehavior, interval, sleep_until, timeout},
};

use super::{
    App, Refusal,
    doors::Place,
    identity::Caller,
    socket::{Gone, HELLO, PING, SILENCE, say, send, wrong_door},
};
use crate::{
    bucket::Bucket,
    originals,
    visits::{Address, Errand, Lost, Outbox, Protocol, Told, Visit, begin, words},
    world::World,
};

/// How long a server may take to answer the call.
const CALLING: Duration = Duration::from_secs(10);

/// How long one waits for somebody who connects.
const WAITING: Duration = Duration::from_secs(30 * 60);

/// How many wishes are fulfilled in which time: as many as the original protocols read from a connection of theirs, since
/// a programme may play through a page as well.
const WISHES: (u32, Duration) = (400, Duration::from_secs(20));

/// How much is read at a time.
const READ_BUFFER: usize = 4 * 1024;

/// Makes a visit of a request.
pub(super) async fn connect<W: World>(
    State(app): State<App<W>>,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else { return wrong_door() };
    if app.house.is_stopping() {
        return Refusal(Problem::new(Code::Stopping, "the server is about to stop")).into_response();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if !app.agency.trusts(host) {
        let sentence =
            "visits are for pages of this machine; open them at http://localhost or http://127.0.0.1";
        return Refusal(Problem::new(Code::NotAllowed, sentence)).into_response();
    }
    let person = caller.person.clone();
    let upgrade = upgrade.max_message_size(MAX_FRAME_BYTES).max_frame_size(MAX_FRAME_BYTES);
    let response = upgrade.on_upgrade(async move |mut socket| {
        let text = match travel(&app, &person, &mut socket).await {
            Ok(text) | Err(Over::Because(text)) => Some(text),
            Err(Over::Gone) => None,
        };
        if let Some(text) = text {
            // The browser may have gone as well.
            let _ = say(&mut socket, &[VisitMessage::Ended { text }]).await;
        }
        let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
        let _ = send(&mut socket, Frame::Close(Some(close))).await;
        drop(place);
    });
    caller.answer(response)
}

/// Why a visit is over.
enum Over {
    /// The browser has gone.
    Gone,
    /// Something that people should know.
    Because(Text),
}

impl From<Gone> for Over {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<Lost> for Over {
    fn from(lost: Lost) -> Self {
        Self::Because(lost.into_text())
    }
}

/// What a browser has wanted first.
struct Opening {
    address: Address,
    password: VisitPassword,
    listen: bool,
    at_once: bool,
}

/// Goes where the browser wants, and stays until one side has enough. Returns how it ended.
async fn travel<W: World>(app: &App<W>, person: &Person, socket: &mut WebSocket) -> Result<Text, Over> {
    let _pass = app.agency.pass(person.id.clone()).map_err(Over::Because)?;
    let opening = opening(socket).await?;
    let Opening { address, password, listen, at_once } = &opening;
    app.agency.visits.permit(address, *listen).map_err(Over::Because)?;
    // Never the password, and never what is said.
    tracing::info!(person = %person.id, host = %address.host, port = address.port, listen, "a visit");
    let stream = if *listen { wait(address, socket).await? } else { call(address).await? };
    originals::keep_alive(&stream).map_err(|error| cannot_connect(address, &error))?;
    let mut out = Outbox::default();
    let errand = if *at_once { Errand::at_once() } else { Errand::default() };
    let errand = Errand { keeps_list: true, ..errand };
    let visit = begin(address, &password.0, *listen, &errand, &mut out);
    Stay { visit, stream, shown: None, address: address.to_string() }.last(socket, out).await
}

/// The first wish.
async fn opening(socket: &mut WebSocket) -> Result<Opening, Over> {
    let too_late = Instant::now() + HELLO;
    let nonsense = || Over::Because(Text::fixed("say first where to go", "sage zuerst, wohin es gehen soll"));
    loop {
        let frame = tokio::select! {
            frame = socket.recv() => frame,
            () = sleep_until(too_late) => return Err(nonsense()),
        };
        match frame {
            Some(Ok(Frame::Text(text))) => {
                let wish = serde_json::from_str(text.as_str()).map_err(|_| nonsense())?;
                let VisitWish::Open { address, password, listen, at_once } = wish else {
                    return Err(nonsense());
                };
                let address: Address = address.parse().map_err(|error: crate::visits::AddressError| {
                    let problem = error.problem.sentence();
                    Over::Because(Text::new(
                        format!("this is no address: {}", problem.en),
                        format!("das ist keine Adresse: {}", problem.de),
                    ))
                })?;
                if listen && address.protocol != Protocol::Praktikum {
                    return Err(Over::Because(Text::fixed(
                        "only Connect Four can wait for others; brett serve serves the other protocols",
                        "nur Vier gewinnt kann auf andere warten; die anderen Protokolle bedient brett serve",
                    )));
                }
                return Ok(Opening { address, password, listen, at_once });
            }
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
            Some(Ok(Frame::Binary(_))) => return Err(nonsense()),
            Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(Over::Gone),
        }
    }
}

fn cannot_connect(address: &Address, error: &io::Error) -> Over {
    Over::Because(Text::new(
        format!("cannot connect to {address} ({error}); look whether the server runs"),
        format!("{address} ist nicht zu erreichen ({error}); läuft der Server?"),
    ))
}

async fn call(address: &Address) -> Result<TcpStream, Over> {
    let call = TcpStream::connect((address.host.as_str(), address.port));
    match timeout(CALLING, call).await {
        Ok(called) => called.map_err(|error| cannot_connect(address, &error)),
        Err(_) => Err(cannot_connect(address, &io::ErrorKind::TimedOut.into())),
    }
}

/// Waits for somebody who connects, for as long as the browser is there.
async fn wait(address: &Address, socket: &mut WebSocket) -> Result<TcpStream, Over> {
    let cannot_wait = |error: io::Error| {
        Over::Because(Text::new(
            format!("cannot wait at {address} ({error}); choose another port"),
            format!("an {address} kann nicht gewartet werden ({error}); wähle einen anderen Port"),
        ))
    };
    let mut places =
        tokio::net::lookup_host((address.host.as_str(), address.port)).await.map_err(cannot_wait)?;
    let place: SocketAddr =
        places.next().ok_or_else(|| cannot_wait(io::ErrorKind::AddrNotAvailable.into()))?;
    let listener: TcpListener = originals::bind_course(place).await.map_err(cannot_wait)?;
    let here = listener.local_addr().map_err(cannot_wait)?;
    let addresses = vec![format!("praktikum://{here}")];
    say(socket, &[VisitMessage::Waiting { addresses }]).await?;
    let too_late = Instant::now() + WAITING;
    let mut pulse = Pulse::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => return accepted.map(|(stream, _)| stream).map_err(cannot_wait),
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(Over::Gone),
                Some(Ok(_)) => pulse.felt(),
            },
            () = sleep_until(too_late) => {
                return Err(Over::Because(Text::fixed("nobody has come", "niemand ist gekommen")));
            }
            beat = pulse.beat() => beat.ask(socket).await?,
        }
    }
}

/// Whether the browser is still there.
struct Pulse {
    pings: tokio::time::Interval,
    last_sign: Instant,
}

/// What is to be done when a ping is due.
struct Beat {
    is_silent: bool,
}

impl Pulse {
    fn new() -> Self {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { pings, last_sign: Instant::now() }
    }

    fn felt(&mut self) {
        self.last_sign = Instant::now();
    }

    async fn beat(&mut self) -> Beat {
        self.pings.tick().await;
        Beat { is_silent: self.last_sign + SILENCE < Instant::now() }
    }
}

impl Beat {
    async fn ask(self, socket: &mut WebSocket) -> Result<(), Over> {
        if self.is_silent {
            return Err(Over::Gone);
        }
        Ok(send(socket, Frame::Ping(Vec::new().into())).await?)
    }
}

/// Somebody who is there.
struct Stay {
    visit: Box<dyn Visit>,
    stream: TcpStream,
    /// What the browser was shown last.
    shown: Option<VisitView>,
    address: String,
}

impl Stay {
    /// Stays until one side has enough.
    async fn last(mut self, socket: &mut WebSocket, out: Outbox) -> Result<Text, Over> {
        self.carry(out, socket).await?;
        let (mut pulse, mut bytes) = (Pulse::new(), [0; READ_BUFFER]);
        let (room, time) = WISHES;
        let mut wishes = Bucket::new(room, time, Instant::now());
        loop {
            tokio::select! {
                read = self.stream.read(&mut bytes) => match read {
                    Ok(n_bytes @ 1..) => {
                        let mut out = Outbox::default();
                        let heard = self.visit.hear(&bytes[..n_bytes], &mut out);
                        self.carry(out, socket).await?;
                        heard?;
                    }
                    Ok(0) | Err(_) => {
                        return Ok(words::hung_up());
                    }
                },
                frame = socket.recv() => {
                    pulse.felt();
                    match frame {
                        Some(Ok(Frame::Text(text))) if wishes.take(pulse.last_sign) => {
                            self.fulfill(text.as_str(), socket).await?;
                        }
                        Some(Ok(Frame::Text(_) | Frame::Binary(_))) => {
                            let text = Text::fixed("not so fast, please", "bitte nicht so schnell");
                            say(socket, &[VisitMessage::Refused { text }]).await?;
                        }
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => return self.say_goodbye().await,
                    }
                }
                beat = pulse.beat() => match beat.ask(socket).await {
                    Ok(()) => {}
                    Err(_) => return self.say_goodbye().await,
                },
            }
        }
    }

    async fn fulfill(&mut self, text: &str, socket: &mut WebSocket) -> Result<(), Over> {
        let mut out = Outbox::default();
        let done = match serde_json::from_str::<VisitWish>(text) {
            Ok(VisitWish::Open { .. }) | Err(_) => {
                Err(Text::fixed("this cannot be wished for", "das kann man sich nicht wünschen"))
            }
            Ok(wish) => self.visit.wish(&wish, &mut out),
        };
        self.carry(out, socket).await?;
        if let Err(text) = done {
            say(socket, &[VisitMessage::Refused { text }]).await?;
        }
        Ok(())
    }

    /// Sends what is to be sent, and shows what is new.
    async fn carry(&mut self, out: Outbox, socket: &mut WebSocket) -> Result<(), Over> {
        if !out.bytes.is_empty() && originals::write(&mut self.stream, &out.bytes).await.is_err() {
            return Err(Over::Because(Text::fixed(
                "the other side takes nothing any more",
                "die andere Seite nimmt nichts mehr an",
            )));
        }
        let told = out.told.into_iter().filter_map(|told| match told {
            Told::Line(line) | Told::Echo(line) => Some(VisitMessage::Told { line }),
            Told::Shown(_) | Told::YourTurn => None,
        });
        let mut messages: Vec<_> = told.collect();
        if let Some(place) = self.visit.place() {
            let view = VisitView { address: self.address.clone(), place, board: self.visit.board() };
            if self.shown.as_ref() != Some(&view) {
                self.shown = Some(view.clone());
                messages.push(VisitMessage::Stands { view: Box::new(view) });
            }
        }
        Ok(say(socket, &messages).await?)
    }

    /// Goes as the protocol wants it: an old server breaks down when somebody vanishes who sits alone.
    async fn say_goodbye(mut self) -> Result<Text, Over> {
        let mut out = Outbox::default();
        self.visit.leave(&mut out);
        if !out.bytes.is_empty() {
            // It may have gone already.
            let _ = originals::write(&mut self.stream, &out.bytes).await;
        }
        Err(Over::Gone)
    }
}
