//! `brett connect`: the lobby of a server of Brettwerk, or a game on a server of an original program.

mod freebloks;
mod hearing;
mod known;
mod lobby;
mod phrasebook;
mod praktikum;
mod remote_game;
mod typed;
mod welfenlab;

use std::{net::TcpStream, path::PathBuf, sync::mpsc};

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use framework::Text;
use visits::{Address, Outbox, Protocol, begin};

use self::{
    known::KnownServers,
    phrasebook::Phrasebook,
    remote_game::{Decides, RemoteGame, Typing},
};
use crate::{Exit, context::Context, interrupts::Interrupts, number::number_in};

/// Enter the lobby of a server of Brettwerk, or play on one of an original program
///
/// brett:// leads to the lobby, the chat and the tables of a server of Brettwerk, as a guest or by name; the connection
/// has no encryption, so use it on this machine or in your own network. The other addresses lead to original programs:
/// a person types at the terminal, or --as lets a player of ours play. The last ten servers are remembered: without an
/// address they are listed, and a number chooses one of them. Passwords are taken from the variable BRETT_PASSWORD.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett connect brett://localhost\n  brett connect brett://Anna@192.168.0.7:8731\n  \
                  brett connect welfenlab://anna@localhost\n  brett connect \
                  welfenlab://robot@games.example:30167 --as level8 --create --rounds 3\n  brett connect \
                  praktikum://localhost:31000 --as level10 --games 5\n  brett connect praktikum://0.0.0.0:31000 \
                  --listen\n  brett connect freebloks://Ada@localhost --mode duo --as level8 --start\n  brett connect \
                  freebloks://Ada@localhost --mode duo --size 17x13 --stones 2 --as level8 --start\n  brett connect 1"
)]
pub(crate) struct ConnectArgs {
    /// brett://[NAME@]HOST[:PORT], welfenlab://NAME@HOST[:PORT], praktikum://HOST[:PORT],
    /// freebloks://[NAME@]HOST[:PORT], or the number of a remembered server
    #[arg(value_name = "ADDRESS")]
    address: Option<String>,
    /// Let a player of ours play, such as level8
    #[arg(long = "as", value_name = "PLAYER")]
    player: Option<String>,
    /// Write every message to standard error: > came, < went, passwords hidden
    #[arg(long)]
    netdbg: bool,
    /// welfenlab: join the game of this number, which has to be there unless --create stands beside it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    join: Option<i64>,
    /// welfenlab: create a game; with --join, only if there is none of that number
    #[arg(long)]
    create: bool,
    /// welfenlab: how many rounds the created game has
    #[arg(long, value_name = "N", default_value = "1", value_parser = number_in(1..=10_000_u32))]
    rounds: u32,
    /// welfenlab: the seconds for one turn in the created game; 0 for as long as one likes
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = number_in(0..=86_400_u32))]
    timeout: u32,
    /// welfenlab: the password of the game
    #[arg(long, value_name = "PASSWORD", default_value = "", hide_default_value = true)]
    game_password: String,
    /// praktikum: wait for somebody who connects, instead of connecting
    #[arg(long)]
    listen: bool,
    /// praktikum: how many seconds to wait for somebody with --listen; 0 for as long as it takes
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = number_in(0..=86_400_u32), requires = "listen")]
    wait: u32,
    /// praktikum: how many games are played
    #[arg(long, value_name = "N", default_value = "5", value_parser = number_in(1..=10_000_u32))]
    games: u32,
    /// praktikum: how numbers travel: little or big for four bytes with the lowest or the highest first, byte for one
    /// byte, text for digits and a line feed
    #[arg(long, value_name = "NAME", default_value = "little", value_parser = str::parse::<::connect4::original::Layout>, hide_default_value = true)]
    layout: ::connect4::original::Layout,
    /// freebloks: ask for this game: classic, two-players, two-colors, duo or junior
    #[arg(long, value_name = "NAME", value_parser = freebloks::mode)]
    mode: Option<::blokus::original::Mode>,
    /// freebloks: ask for a board of this size, as 17x13; 4 to 30 cells a side
    #[arg(long, value_name = "WxH", value_parser = freebloks::size)]
    size: Option<[u8; 2]>,
    /// freebloks: ask for so many stones of every shape, as 2, of each size from one square to five, as 1,1,2,2,0, or of
    /// each of the 21 shapes
    #[arg(long, value_name = "NUMBERS")]
    stones: Option<String>,
    /// freebloks: how many colors to play; 0 to watch
    #[arg(long, value_name = "N", default_value = "1", value_parser = number_in(0..=4_u8))]
    seats: u8,
    /// freebloks: ask for the start as soon as the seats are there
    #[arg(long)]
    start: bool,
    /// Forget the remembered server of this number or address, and do nothing else
    #[arg(long, requires = "address")]
    forget: bool,
    /// The file of the remembered servers [usually ~/.local/state/brett/servers]
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
}

/// Connects, or lists the servers that are remembered.
///
/// # Errors
/// If the address cannot be used, or the server cannot be reached.
pub(crate) fn run(args: &ConnectArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let mut known = KnownServers::open(args.known.as_deref(), ctx);
    let Some(text) = &args.address else { return list(&known, ctx) };
    if lobby::is_meant(text) {
        if args.player.is_some() {
            bail!("--as is for original programs; in the lobby, new GAME level8 plays against the computer");
        }
        return lobby::visit(text, ctx);
    }
    let address: Address = match text.parse::<usize>() {
        Ok(number) => known.get(number).with_context(|| {
            format!("there is no remembered server {number}; brett connect lists them, or give an address")
        })?,
        Err(_) => text
            .parse()
            .map_err(|error| anyhow!("{error}; a server of Brettwerk is brett://[NAME@]HOST[:PORT]"))?,
    };
    if args.forget {
        known.forget(&address).context("the server cannot be forgotten")?;
        list(&known, ctx)?;
        return Ok(Exit::Fine);
    }
    if args.listen && address.protocol != Protocol::Praktikum {
        bail!("--listen is for praktikum:// alone; brett serve serves the other protocols");
    }
    if let Err(error) = known.remember(&address) {
        writeln!(ctx.console.err, "warning: the server is not remembered: {error}")?;
    }
    visit(args, &address, ctx)
}

/// Plays until somebody has enough.
fn visit(args: &ConnectArgs, address: &Address, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let (book, goal): (Box<dyn Phrasebook>, _) = match address.protocol {
        Protocol::Welfenlab => (Box::new(welfenlab::Hall::default()), welfenlab::goal(args)),
        Protocol::Praktikum => (Box::new(praktikum::Course { n_games: args.games }), praktikum::goal(args)),
        Protocol::Freebloks => (Box::new(freebloks::Room), freebloks::goal(args)),
    };
    let decides = decides(args, address.protocol)?;
    if address.protocol == Protocol::Freebloks {
        freebloks::check(args)?;
    }
    let stream = match args.listen {
        true => praktikum::wait(address, args.wait, ctx)?,
        false => call(address)?,
    };
    // Some programs do not understand two messages that come together, so each is sent at once.
    stream.set_nodelay(true)?;
    if address.protocol == Protocol::Praktikum {
        stream.set_read_timeout(Some(praktikum::SILENCE))?;
    }
    let (sender, outside) = mpsc::channel();
    hearing::hear(stream.try_clone()?, sender.clone());
    // An old server breaks down when somebody vanishes who sits alone, so one always says goodbye.
    hearing::heed(Interrupts::watch_once()?, sender.clone());
    let console = &mut *ctx.console;
    if let Decides::Person = decides {
        typed::listen(console.input, console.input_is_terminal, sender);
    }
    let typing = Typing::new(!console.input_is_terminal);
    let password = console.variable("BRETT_PASSWORD").unwrap_or_default();
    let mut out = if args.netdbg { Outbox::with_messages() } else { Outbox::default() };
    let visit = begin(address, &password, args.listen, &goal, &mut out);
    let tells_messages = args.netdbg;
    let (leaving, exit) = (None, Exit::Fine);
    RemoteGame { visit, stream, book, decides, tells_messages, typing, leaving, exit }
        .last(out, &outside, ctx)
}

/// Who decides on our side: it is known before anybody is called.
fn decides(args: &ConnectArgs, protocol: Protocol) -> anyhow::Result<Decides> {
    let Some(player) = &args.player else { return Ok(Decides::Person) };
    let game = match protocol {
        Protocol::Welfenlab => backgammon::ENTRY.open_text("nocube")?,
        Protocol::Praktikum => ::connect4::ENTRY.open_text("")?,
        // Whatever the server plays, its game has the players of ours.
        Protocol::Freebloks => ::blokus::ENTRY.open_text("")?,
    };
    game.engine(player)?;
    Ok(Decides::Player(player.clone(), None))
}

/// Connects to a server.
fn call(address: &Address) -> anyhow::Result<TcpStream> {
    let remedy = match address.protocol {
        Protocol::Praktikum => "look whether somebody waits there",
        Protocol::Welfenlab | Protocol::Freebloks => "look whether the server runs",
    };
    TcpStream::connect((address.host.as_str(), address.port))
        .with_context(|| format!("cannot connect to {address}; {remedy}"))
}

fn list(known: &KnownServers, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if known.is_empty() {
        ctx.tell(&Text::fixed(
            "no server is remembered yet; try brett connect welfenlab://NAME@HOST",
            "noch ist kein Server gemerkt; versuche brett connect welfenlab://NAME@HOST",
        ))?;
        return Ok(Exit::No);
    }
    for (number, address) in (1..).zip(known.iter()) {
        writeln!(ctx.console.out, "{number:>2}  {address}")?;
    }
    ctx.tell(&Text::fixed(
        "choose one by its number, as in: brett connect 1",
        "wähle einen mit seiner Nummer, wie in: brett connect 1",
    ))?;
    Ok(Exit::Fine)
}
