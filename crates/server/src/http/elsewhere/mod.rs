//! The WebSocket of a visit: what a browser wants goes to a server of an original program, and what comes back is shown.
//!
//! A socket is a window to a visit. The visit ends when a person wants it, or when nobody has looked for a while; a
//! page that is loaded again comes back to it by a word that only it knows.

mod browser;
mod computer;
mod remote_game;
mod remote_games;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Extension,
    extract::{State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use framework::Text;
use protocol::{Code, MAX_FRAME_BYTES, Person, Problem, VisitMessage, VisitPassword, VisitWish};
use tables::world::World;
use tokio::{
    net::{TcpListener, TcpStream},
    time::{Instant, sleep_until, timeout},
};
use visits::{Address, Outbox, Protocol, VisitGoal, begin};

pub(crate) use self::remote_games::RemoteGames;
use self::{
    browser::{Browser, BrowserInput},
    computer::Computer,
    remote_game::{RemoteGame, SeenBy},
};
use super::{
    App, Refusal,
    doors::Place,
    identity::Caller,
    socket::{Gone, wrong_door},
};
use crate::secrets;

/// How long a server may take to answer the call.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long one waits for a person who connects.
const ACCEPT_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// The most colors of a game of Blokus.
const MAX_COLORS: u8 = 4;

/// The letters of the word by which a page finds its visit again.
const WORD_LENGTH: usize = 24;

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
    if !app.visit_registry.trusts(host) {
        let sentence =
            "visits are for pages of this machine; open them at http://localhost or http://127.0.0.1";
        return Refusal(Problem::new(Code::NotAllowed, sentence)).into_response();
    }
    let person = caller.person.clone();
    let upgrade = upgrade.max_message_size(MAX_FRAME_BYTES).max_frame_size(MAX_FRAME_BYTES);
    let response = upgrade.on_upgrade(async move |socket| {
        let mut browser = Browser::new(socket, place);
        match first(&mut browser).await {
            Ok(First::Open(opening)) => travel(app, person, opening, browser).await,
            Ok(First::Resume(word)) => {
                if let Some(browser) = app.stays.bring_back(&word, &person.id, browser) {
                    browser.end(Some(gone_by())).await;
                }
            }
            Err(over) => over.send(browser).await,
        }
    });
    caller.answer(response)
}

/// Why a visit did not begin.
enum Over {
    /// The browser has gone.
    Gone,
    /// Something that people should know.
    Because(Text),
}

impl Over {
    async fn send(self, browser: Browser) {
        let reason = match self {
            Self::Gone => None,
            Self::Because(text) => Some(text),
        };
        browser.end(reason).await;
    }
}

impl From<Gone> for Over {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

/// What a browser wants first.
enum First {
    Open(Opening),
    /// To come back to a visit.
    Resume(String),
}

/// Where a person wants to go.
struct Opening {
    address: Address,
    password: VisitPassword,
    listen: bool,
    goal: VisitGoal,
    computer: Computer,
}

const fn gone_by() -> Text {
    Text::fixed("this visit is over", "dieser Besuch ist vorbei")
}

/// Goes where the browser wants, and stays until one side has enough.
async fn travel<W: World>(app: App<W>, person: Person, opening: Opening, mut browser: Browser) {
    let pass = match app.visit_registry.pass(person.id.clone()) {
        Ok(pass) => pass,
        Err(text) => return browser.end(Some(text)).await,
    };
    let stream = match set_out(&app, &person, &opening.address, opening.listen, &mut browser).await {
        Ok(stream) => stream,
        Err(over) => return over.send(browser).await,
    };
    let Opening { address, password, listen, goal, computer } = opening;
    // The next game of the course is for the person who looks at the end of this one.
    let goes_on = computer.level().is_some() && address.protocol != Protocol::Praktikum;
    let goal = VisitGoal { keeps_list: true, goes_on, ..goal };
    let mut out = Outbox::default();
    let visit = begin(&address, &password.0, listen, &goal, &mut out);
    let word = secrets::word(app.house.world(), WORD_LENGTH);
    let entry = app.stays.enter(word, person.id.clone());
    let (address, patience, seen_by) = (address.to_string(), app.stays.patience, SeenBy::new(browser));
    RemoteGame {
        house: app.house,
        person: person.id,
        visit,
        stream,
        address,
        computer,
        entry,
        patience,
        seen_by,
    }
    .last(out)
    .await;
    // The visit counts until it ends.
    drop(pass);
}

/// Connects, if that is permitted.
async fn set_out<W: World>(
    app: &App<W>,
    person: &Person,
    address: &Address,
    listen: bool,
    browser: &mut Browser,
) -> Result<TcpStream, Over> {
    app.visit_registry.visits.permit(address, listen).map_err(Over::Because)?;
    // Never the password, and never what is said.
    tracing::info!(person = %person.id, host = %address.host, port = address.port, listen, "a visit");
    let stream = if listen { wait(address, browser).await? } else { call(address).await? };
    originals::keep_alive(&stream).map_err(|error| cannot_connect(address, &error))?;
    Ok(stream)
}

/// The first request.
async fn first(browser: &mut Browser) -> Result<First, Over> {
    let too_late = Instant::now() + limits::connections::HELLO_TIMEOUT;
    let nonsense = || Over::Because(Text::fixed("say first where to go", "sage zuerst, wohin es gehen soll"));
    loop {
        let input = tokio::select! {
            input = browser.receive() => input,
            () = sleep_until(too_late) => return Err(nonsense()),
        };
        match input {
            BrowserInput::Request(request) => match *request {
                VisitWish::Open { address, password, listen, at_once, computer: level, seats } => {
                    let address = read(&address, listen)?;
                    let goal = goal_of(address.protocol, at_once, seats)?;
                    let mut computer = Computer::default();
                    if !computer.set(level) {
                        let text =
                            Text::fixed("there are levels from 1 to 10", "es gibt Stufen von 1 bis 10");
                        return Err(Over::Because(text));
                    }
                    return Ok(First::Open(Opening { address, password, listen, goal, computer }));
                }
                VisitWish::Resume { visit } => return Ok(First::Resume(visit)),
                _ => return Err(nonsense()),
            },
            BrowserInput::Nothing { asks: true } => browser.ask().await?,
            BrowserInput::Nothing { asks: false } => {}
            BrowserInput::Nonsense | BrowserInput::TooFast => return Err(nonsense()),
            BrowserInput::Gone => return Err(Over::Gone),
        }
    }
}

/// What is to be done on arrival.
fn goal_of(protocol: Protocol, at_once: bool, seats: Option<u8>) -> Result<VisitGoal, Over> {
    let mut goal = if at_once { VisitGoal::at_once() } else { VisitGoal::default() };
    match seats {
        None => {}
        Some(seats) if protocol == Protocol::Freebloks && seats <= MAX_COLORS => goal.room.seats = seats,
        Some(_) if protocol == Protocol::Freebloks => {
            let text = Text::fixed("Blokus has at most 4 colors", "Blokus hat höchstens 4 Farben");
            return Err(Over::Because(text));
        }
        Some(_) => {
            return Err(Over::Because(Text::fixed(
                "only Blokus has several seats for one player",
                "nur Blokus hat mehrere Plätze für einen Spieler",
            )));
        }
    }
    Ok(goal)
}

fn read(address: &str, listen: bool) -> Result<Address, Over> {
    let address: Address = address.parse().map_err(|error: visits::AddressError| {
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
    Ok(address)
}

fn cannot_connect(address: &Address, error: &io::Error) -> Over {
    Over::Because(Text::new(
        format!("cannot connect to {address} ({error}); look whether the server runs"),
        format!("{address} ist nicht zu erreichen ({error}); läuft der Server?"),
    ))
}

async fn call(address: &Address) -> Result<TcpStream, Over> {
    let call = TcpStream::connect((address.host.as_str(), address.port));
    match timeout(CONNECT_TIMEOUT, call).await {
        Ok(called) => called.map_err(|error| cannot_connect(address, &error)),
        Err(_) => Err(cannot_connect(address, &io::ErrorKind::TimedOut.into())),
    }
}

/// Waits for a person who connects, for as long as the browser is there.
async fn wait(address: &Address, browser: &mut Browser) -> Result<TcpStream, Over> {
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
    browser.send(&[VisitMessage::Waiting { addresses }]).await?;
    let too_late = Instant::now() + ACCEPT_TIMEOUT;
    loop {
        tokio::select! {
            accepted = listener.accept() => return accepted.map(|(stream, _)| stream).map_err(cannot_wait),
            input = browser.receive() => match input {
                BrowserInput::Gone => return Err(Over::Gone),
                BrowserInput::Request(request) if *request == VisitWish::Quit => return Err(Over::Gone),
                BrowserInput::Nothing { asks: true } => browser.ask().await?,
                _ => {}
            },
            () = sleep_until(too_late) => {
                return Err(Over::Because(Text::fixed("nobody has come", "niemand ist gekommen")));
            }
        }
    }
}
