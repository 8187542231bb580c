//! The network protocols of the original programs, as other doors to the same house.
//!
//! Whoever comes through one of them is a [`Caller`]: a person with a session like that of a browser, whose commands
//! and messages are translated. So tables, clocks, chat and the store are the very same, and a person in a browser
//! can play, watch and talk with somebody who uses a program of 2006.
//!
//! These protocols have no encryption, so the doors are closed unless they are asked for.

mod caller;
mod freebloks;
mod left_behind;
mod praktikum;
mod welfenlab;

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use ::limits::{AddressBlock, Bucket, Gate, Rate, originals as limits};
use backgammon::original::{Dialect, name_of};
use blokus::original::Layout;
use protocol::{Code, Person, Problem, UserId};
use store::AccountStore as _;
use tokio::{
    io::{AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

pub(crate) use self::{caller::Caller, praktikum::bind as bind_course};
use crate::{
    accounts::{Token, rules},
    house::House,
    lobby::cannot_write,
    log_limit::REFUSED_CLIENTS,
    secrets,
    world::World,
};

/// Which of the original protocols are spoken, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Originals {
    /// The line protocol of the backgammon program of 2006.
    pub welfenlab: Option<Welfenlab>,
    /// The numbers of the Connect Four course of 2018.
    pub praktikum: Option<Praktikum>,
    /// The packets of the Blokus program of 2005.
    pub freebloks: Option<Freebloks>,
    /// What a connection may do.
    pub limits: Limits,
}

/// How the line protocol of the backgammon program of 2006 is spoken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Welfenlab {
    /// The address and the port to listen on.
    pub listen: SocketAddr,
    /// The computer player who sits down opposite somebody who is ready but alone.
    pub fill: Option<String>,
    /// How lines are written that servers have written in two ways.
    pub dialect: Dialect,
    /// What is said to everybody who connects, instead of the usual greeting.
    pub greeting: Option<String>,
    /// Whether only names of accounts are let in, with the password of the account or a token of a bot.
    pub registered_only: bool,
    /// How many connections there may be, if not as many as to other ports.
    pub max_connections: Option<usize>,
}

impl Welfenlab {
    /// The usual settings at an address.
    #[must_use]
    pub const fn new(listen: SocketAddr) -> Self {
        Self {
            listen,
            fill: None,
            dialect: Dialect::Server,
            greeting: None,
            registered_only: false,
            max_connections: None,
        }
    }
}

/// How the numbers of the Connect Four course of 2018 are spoken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Praktikum {
    /// The address and the port to listen on.
    pub listen: SocketAddr,
    /// The computer player against whom those play who connect.
    pub player: String,
    /// How long a person may sit down instead, before the computer player does.
    pub wait: Duration,
    /// How numbers travel.
    pub layout: connect4::original::Layout,
}

/// How the packets of the Blokus program of 2005 are spoken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freebloks {
    /// The address and the port to listen on.
    pub listen: SocketAddr,
    /// The game with which people begin.
    pub game: Layout,
    /// The computer player on free seats.
    pub player: String,
    /// How many colors people may play, 0 to 4.
    pub people: u8,
    /// How long the move of a computer player waits, so that people can see it.
    pub pause: Duration,
    /// How many games there may be at a time.
    pub games: usize,
}

/// What a connection by an original protocol may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many connections one address may have.
    pub per_address: usize,
    /// How many connections there may be.
    pub in_all: usize,
    /// How long one may take to log in, or to send a packet that was begun.
    pub log_in: Duration,
    /// How long a client may take to say anything where nobody logs in.
    pub first_message: Duration,
    /// How long one may think about the first move where nobody logs in.
    pub first_move: Duration,
    /// How long one may be silent.
    pub silence: Duration,
    /// How many messages are read in which time; more of them wait.
    pub messages: (u32, Duration),
    /// How long a game of Blokus is silent until its clients are told that it still goes on.
    pub heartbeat: Duration,
    /// How long after the end of a match of backgammon its players are told that they are out of it.
    pub goodbye: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            per_address: limits::MAX_ORIGINAL_CONNECTIONS_PER_ADDRESS,
            in_all: limits::MAX_ORIGINAL_CONNECTIONS,
            log_in: limits::ORIGINAL_LOGIN_TIMEOUT,
            first_message: limits::ORIGINAL_FIRST_MESSAGE_TIMEOUT,
            first_move: limits::ORIGINAL_FIRST_MOVE_TIMEOUT,
            silence: limits::ORIGINAL_SILENCE_TIMEOUT,
            messages: (limits::ORIGINAL_MESSAGES.count, limits::ORIGINAL_MESSAGES.per),
            heartbeat: Duration::from_secs(30),
            goodbye: Duration::from_millis(300),
        }
    }
}

/// A place for one connection of an address.
type Pass = ::limits::Pass<AddressBlock>;

/// How often a silent connection is asked whether it still lives, by the network itself.
const KEEP_ALIVE: Duration = Duration::from_secs(40);

/// The ports of the original protocols, opened.
#[derive(Debug, Default)]
pub(crate) struct Ports {
    welfenlab: Option<(TcpListener, Welfenlab)>,
    praktikum: Option<(TcpListener, Praktikum)>,
    freebloks: Option<(TcpListener, Freebloks)>,
    limits: Limits,
}

impl Ports {
    /// Opens the ports; an error comes with the address that cannot be used.
    pub(crate) async fn open(originals: &Originals) -> Result<Self, (SocketAddr, io::Error)> {
        let mut ports = Self { limits: originals.limits.clone(), ..Self::default() };
        if let Some(settings) = &originals.welfenlab {
            let listener = TcpListener::bind(settings.listen).await;
            let listener = listener.map_err(|error| (settings.listen, error))?;
            ports.welfenlab = Some((listener, settings.clone()));
        }
        if let Some(settings) = &originals.praktikum {
            let listener = praktikum::bind(settings.listen).await;
            let listener = listener.map_err(|error| (settings.listen, error))?;
            ports.praktikum = Some((listener, settings.clone()));
        }
        if let Some(settings) = &originals.freebloks {
            let listener = TcpListener::bind(settings.listen).await;
            let listener = listener.map_err(|error| (settings.listen, error))?;
            ports.freebloks = Some((listener, settings.clone()));
        }
        Ok(ports)
    }

    /// Where the protocols are spoken, each with its name.
    pub(crate) fn addresses(&self) -> Vec<(&'static str, SocketAddr)> {
        let welfenlab = self.welfenlab.as_ref().map(|(listener, _)| ("welfenlab", listener));
        let praktikum = self.praktikum.as_ref().map(|(listener, _)| ("praktikum", listener));
        let freebloks = self.freebloks.as_ref().map(|(listener, _)| ("freebloks", listener));
        let address = |(name, listener): (_, &TcpListener)| Some((name, listener.local_addr().ok()?));
        welfenlab.into_iter().chain(praktikum).chain(freebloks).filter_map(address).collect()
    }

    /// Lets people in until the tasks are ended, after those have left whom an earlier server has lost.
    pub(crate) async fn let_in<W: World>(self, house: &Arc<House<W>>) -> JoinSet<()> {
        left_behind::clear(house).await;
        let mut tasks = JoinSet::new();
        let limits = Arc::new(self.limits);
        if let Some((listener, settings)) = self.welfenlab {
            let in_all = settings.max_connections.unwrap_or(limits.in_all);
            let gate = Gate::new(limits.per_address, in_all);
            let door = welfenlab::Door::open(Arc::clone(house), settings, Arc::clone(&limits), &mut tasks);
            let talk = move |stream, pass| door.talk(stream, pass);
            tasks.spawn(accept(listener, gate, welfenlab::too_many_connections, talk));
        }
        if let Some((listener, settings)) = self.praktikum {
            let door = praktikum::Door::open(Arc::clone(house), settings, Arc::clone(&limits));
            // The protocol has no word for it.
            let talk = move |stream, pass| door.talk(stream, pass);
            tasks.spawn(accept(listener, gate(&limits), |_| Vec::new(), talk));
        }
        if let Some((listener, settings)) = self.freebloks {
            let door = freebloks::Door::open(Arc::clone(house), settings, Arc::clone(&limits));
            let talk = move |stream, pass| door.talk(stream, pass);
            tasks.spawn(accept(listener, gate(&limits), freebloks::too_many_connections, talk));
        }
        tasks
    }
}

fn gate(limits: &Limits) -> Gate<AddressBlock> {
    Gate::new(limits.per_address, limits.in_all)
}

/// Of what there are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TooMany {
    OfThisAddress,
    InAll,
}

impl TooMany {
    const fn sentence(self) -> &'static str {
        match self {
            Self::OfThisAddress => "There are too many connections from your address. Close one of them.",
            Self::InAll => "There are too many connections to this server. Try again later.",
        }
    }
}

/// Accepts connections, and lets those in whose address has not too many; the others are sent a refusal.
async fn accept<F: Future<Output = ()> + Send + 'static>(
    listener: TcpListener,
    gate: Gate<AddressBlock>,
    refusal: impl Fn(TooMany) -> Vec<u8>,
    talk: impl Fn(TcpStream, Pass) -> F,
) {
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // There are too many open files, for example: others have to go first.
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(pass) = gate.pass(address.ip().into()) else {
            if let Some(left_out) = REFUSED_CLIENTS.pass() {
                tracing::info!(%address, left_out, "too many connections to the port of an original protocol");
            }
            let of = if gate.is_full() { TooMany::InAll } else { TooMany::OfThisAddress };
            refuse(stream, &refusal(of));
            continue;
        };
        if let Err(error) = keep_alive(&stream) {
            tracing::debug!(%address, %error, "a connection has gone already");
            continue;
        }
        // Whoever talks ends by the limits, or when the house stops.
        tokio::spawn(talk(stream, pass));
    }
}

/// Sends a few last bytes and closes. A new connection has room for them, so nothing waits for a client that floods.
fn refuse(stream: TcpStream, refusal: &[u8]) {
    // It may have gone already.
    let _ = stream.into_std().and_then(|mut stream| io::Write::write_all(&mut stream, refusal));
}

/// Sends every message at once, and lets the network find out when the other side is dead.
pub(crate) fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    let keep_alive = socket2::TcpKeepalive::new().with_time(KEEP_ALIVE).with_interval(KEEP_ALIVE / 4);
    socket2::SockRef::from(stream).set_tcp_keepalive(&keep_alive)?;
    stream.set_nodelay(true)
}

/// A connection that does not take what it is sent.
pub(crate) struct Gone;

/// Sends bytes with a single write: some programs take a pause within a message for a damage.
pub(crate) async fn write(writer: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> Result<(), Gone> {
    match timeout(limits::ORIGINAL_SEND_TIMEOUT, writer.write_all(bytes)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// How fast messages are read from a connection.
struct Pace {
    bucket: Bucket,
    /// How long it takes until one more is read.
    step: Duration,
}

impl Pace {
    fn new(limits: &Limits) -> Self {
        let (count, time) = limits.messages;
        Self { bucket: Rate::new(count, time).bucket(Instant::now()), step: time / count.max(1) }
    }

    /// Waits until one more message may be read.
    async fn wait(&mut self) {
        while !self.bucket.take(Instant::now()) {
            sleep(self.step).await;
        }
    }
}

/// Whether somebody needs an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Registration {
    /// Guests come in as well.
    Optional,
    /// Only accounts come in, from an address whose tries are counted.
    Required { from: IpAddr },
}

/// Who somebody is by a name and a password: the bot of a token, or a guest.
///
/// The password of an account is taken only where the owner of the server lets accounts in alone: it travels in the
/// clear. The name of an account is its own, so that nobody else comes under it.
///
/// # Errors
/// If the name belongs to an account or looks like one, and the password is not good for it; if nobody may have the name;
/// if there is no such account and one is needed; or if they are banned.
async fn identify<W: World>(
    house: &House<W>,
    name: &str,
    password: &str,
    registration: Registration,
) -> Result<Person, Problem> {
    let store = house.world().store();
    let wrong = || Problem::new(Code::Account, "Invalid username or password.");
    let is_taken = store.is_name_taken(name).await.map_err(|error| cannot_write(&error))?;
    let person = match (is_taken, Token::read(password), registration) {
        (true, Some(token), _) => {
            let bot = house.bot_of(&token.hash()).await?;
            bot.filter(|bot| name_of(&bot.name) == name).ok_or_else(wrong)?
        }
        (_, None, Registration::Required { from }) => {
            // A name that is not there costs the same time and the same tries.
            let account =
                house.verify(name, password, from, None).await.map_err(|problem| match problem.code {
                    Code::Password => wrong(),
                    _ => problem,
                })?;
            Some(account.person).filter(|person| name_of(&person.name) == name).ok_or_else(wrong)?
        }
        (true, None, Registration::Optional) | (false, Some(_), Registration::Required { .. }) => {
            return Err(wrong());
        }
        (false, _, Registration::Optional) => {
            rules::guest_name(name)?;
            guest(house, name, password)
        }
    };
    house.check_ban(&person.id).await?;
    Ok(person)
}

/// How the ids of guests begin who came by a protocol with one game and cannot play any other.
const FREEBLOKS_GUEST: &str = "freebloks-";
const COURSE_GUEST: &str = "praktikum-";

/// Tells whether somebody came by a protocol that has one game, and cannot play any other.
fn plays_one_game(user: &UserId) -> bool {
    [FREEBLOKS_GUEST, COURSE_GUEST].iter().any(|prefix| user.as_str().starts_with(prefix))
}

/// A new guest who comes by such a protocol.
fn guest_of_one_game<W: World>(house: &House<W>, prefix: &str) -> Person {
    let id = format!("{prefix}{}", secrets::word(house.world(), 20));
    secrets::guest(id.parse().expect("these are letters of ids"))
}

/// The guest of a name. Who gives a password is the same guest the next time; who gives none is a new one.
fn guest<W: World>(house: &House<W>, name: &str, password: &str) -> Person {
    let id = match password {
        "" => secrets::word(house.world(), 20),
        _ => house.key().guest_of_original(name, password),
    };
    let id = id.parse().expect("these are letters of ids");
    Person::guest(id, name.to_owned())
}
