//! The protocols of original programs, as options of the server.

use std::{io, net::SocketAddr, time::Duration};

use ::blokus::original::Layout;
use ::connect4::original::Layout as NumberLayout;
use anyhow::{Context as _, anyhow, bail};
use backgammon::original::Dialect;
use clap::Args;
use framework::GameEntry;
use server::{Freebloks, Limits, Originals, Praktikum, Welfenlab};

use super::{Settings, variable};
use crate::{context::Context, number::number_in};

/// Against whom those play by the course's protocol who connect, unless something else is said.
const PRAKTIKUM_PLAYER: &str = "level8";

/// The longest time for a person to sit down, in seconds.
const MAX_WAIT: u16 = 3_600;

/// The most colors of a game of Blokus that people can play.
const MAX_PEOPLE: u8 = 4;

/// The longest time for which the move of a computer player waits, in milliseconds.
const MAX_PAUSE: u16 = 10_000;

/// The most games of Blokus at a time.
const MAX_GAMES: u16 = 512;

/// The longest greeting of the backgammon server, in characters: it stands in one line of a chat window.
const MAX_GREETING_CHARS: usize = 500;

/// The most connections that the backgammon server can be told to take.
const MAX_CONNECTIONS: u32 = 100_000;

/// Which protocols of original programs the server speaks.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Protocols of original programs")]
pub(super) struct OriginalArgs {
    /// Speak the line protocol of the 2006 backgammon program as well [alone: 127.0.0.1:30167] [env:
    /// BRETT_WELFENLAB]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:30167")]
    welfenlab: Option<SocketAddr>,
    /// The computer player who sits down opposite somebody who is ready but alone [env: BRETT_WELFENLAB_FILL]
    #[arg(long, value_name = "PLAYER")]
    welfenlab_fill: Option<String>,
    /// How it writes dice, turns of the other side and refused turns: paper as in the paper of 2006, or server as the
    /// server of 2008; programs read both [env: BRETT_WELFENLAB_DIALECT] [usually server]
    #[arg(long, value_name = "NAME")]
    welfenlab_dialect: Option<String>,
    /// What it says to everybody who connects, in one line; the motd of the original
    /// [env: BRETT_WELFENLAB_GREETING] [usually a welcome that says how to play with a computer]
    #[arg(long, value_name = "TEXT")]
    welfenlab_greeting: Option<String>,
    /// Admit only names of accounts, with the password of the account, which travels in the clear, or a token of a bot
    /// [env: BRETT_WELFENLAB_REGISTERED_ONLY, true or false] [usually guests come in as well]
    #[arg(long)]
    welfenlab_registered_only: bool,
    /// How many connections it takes at a time [env: BRETT_WELFENLAB_MAX_CONNECTIONS] [usually 1000]
    #[arg(long, value_name = "N", value_parser = number_in(1..=MAX_CONNECTIONS))]
    welfenlab_max_connections: Option<u32>,
    /// Speak the numbers of the 2018 Connect Four course as well [alone: 127.0.0.1:31000] [env: BRETT_PRAKTIKUM]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:31000")]
    praktikum: Option<SocketAddr>,
    /// The computer player against whom those play who connect [env: BRETT_PRAKTIKUM_PLAYER] [usually level8]
    #[arg(long, value_name = "PLAYER")]
    praktikum_player: Option<String>,
    /// How many seconds a person may take to sit down instead of it [env: BRETT_PRAKTIKUM_WAIT] [usually 0]
    #[arg(long, value_name = "SECONDS", value_parser = number_in(0..=MAX_WAIT))]
    praktikum_wait: Option<u16>,
    /// How the numbers travel: little or big for four bytes with the lowest or the highest first, byte for one byte,
    /// text for digits and a line feed [env: BRETT_PRAKTIKUM_LAYOUT] [usually little]
    #[arg(long, value_name = "NAME")]
    praktikum_layout: Option<String>,
    /// Speak the packets of the 2005 Blokus program, called Freebloks, as well [alone: 127.0.0.1:59995] [env:
    /// BRETT_FREEBLOKS]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:59995")]
    freebloks: Option<SocketAddr>,
    /// The game with which its clients begin: classic, classic players=2, duo, two-colors, custom WxH … [env:
    /// BRETT_FREEBLOKS_GAME] [usually classic]
    #[arg(long, value_name = "OPTIONS")]
    freebloks_game: Option<String>,
    /// The computer player on the seats that nobody takes [env: BRETT_FREEBLOKS_PLAYER] [usually blokus-2005]
    #[arg(long, value_name = "PLAYER")]
    freebloks_player: Option<String>,
    /// How many colors of a game people may play [env: BRETT_FREEBLOKS_PEOPLE] [usually 4]
    #[arg(long, value_name = "N", value_parser = number_in(0..=MAX_PEOPLE))]
    freebloks_people: Option<u8>,
    /// How many milliseconds the move of a computer player waits, so that people can see it [env:
    /// BRETT_FREEBLOKS_PAUSE] [usually 800]
    #[arg(long, value_name = "MS", value_parser = number_in(0..=MAX_PAUSE))]
    freebloks_pause: Option<u16>,
    /// How many games there may be at a time, the one that waits for players included [env: BRETT_FREEBLOKS_GAMES]
    /// [usually 100]
    #[arg(long, value_name = "N", value_parser = number_in(1..=MAX_GAMES))]
    freebloks_games: Option<u16>,
}

impl OriginalArgs {
    /// What the server is told: by the arguments, else by the environment, else by the file.
    ///
    /// # Errors
    /// If a variable cannot be read, or there is no player of a name.
    pub(super) fn originals(&self, ctx: &Context<'_, '_>, file: &Settings) -> anyhow::Result<Originals> {
        let text = |own: &Option<String>, name: &str, file: &Option<String>| {
            own.clone().or_else(|| ctx.console.variable(name)).or_else(|| file.clone())
        };
        let welfenlab = self.welfenlab(ctx, file)?;
        let listen = self.praktikum.or(variable(ctx, "BRETT_PRAKTIKUM")?).or(file.praktikum);
        let player = text(&self.praktikum_player, "BRETT_PRAKTIKUM_PLAYER", &file.praktikum_player);
        let player = player.unwrap_or_else(|| PRAKTIKUM_PLAYER.to_owned());
        check_player(&::connect4::ENTRY, "", &player).context("--praktikum-player")?;
        let wait = self.praktikum_wait.or(variable(ctx, "BRETT_PRAKTIKUM_WAIT")?).or(file.praktikum_wait);
        let wait = Duration::from_secs(wait.unwrap_or(0).min(MAX_WAIT).into());
        let layout = text(&self.praktikum_layout, "BRETT_PRAKTIKUM_LAYOUT", &file.praktikum_layout);
        let layout = match layout.as_deref().map(str::parse) {
            None => NumberLayout::default(),
            Some(read) => read.map_err(|problem: String| anyhow!("--praktikum-layout: {problem}"))?,
        };
        let praktikum = listen.map(|listen| Praktikum { listen, player, wait, layout });
        let freebloks = self.freebloks(ctx, file)?;
        Ok(Originals { welfenlab, praktikum, freebloks, limits: Limits::default() })
    }

    fn welfenlab(&self, ctx: &Context<'_, '_>, file: &Settings) -> anyhow::Result<Option<Welfenlab>> {
        let text = |own: &Option<String>, name: &str, file: &Option<String>| {
            own.clone().or_else(|| ctx.console.variable(name)).or_else(|| file.clone())
        };
        let listen = self.welfenlab.or(variable(ctx, "BRETT_WELFENLAB")?).or(file.welfenlab);
        let fill = text(&self.welfenlab_fill, "BRETT_WELFENLAB_FILL", &file.welfenlab_fill);
        if let Some(player) = &fill {
            check_player(&backgammon::ENTRY, "nocube", player).context("--welfenlab-fill")?;
        }
        let dialect = text(&self.welfenlab_dialect, "BRETT_WELFENLAB_DIALECT", &file.welfenlab_dialect);
        let dialect =
            dialect.as_deref().map(str::parse::<Dialect>).transpose().context("--welfenlab-dialect")?;
        let greeting = text(&self.welfenlab_greeting, "BRETT_WELFENLAB_GREETING", &file.welfenlab_greeting);
        if greeting.as_ref().is_some_and(|greeting| !is_greeting(greeting)) {
            bail!(
                "--welfenlab-greeting: a greeting is one line of at most {MAX_GREETING_CHARS} characters without ; \
                 behind which the program of 2006 shows nothing"
            );
        }
        let registered_only = variable(ctx, "BRETT_WELFENLAB_REGISTERED_ONLY")?;
        let registered_only = registered_only.or(file.welfenlab_registered_only).unwrap_or(false);
        let most = self.welfenlab_max_connections.or(variable(ctx, "BRETT_WELFENLAB_MAX_CONNECTIONS")?);
        let most = most.or(file.welfenlab_max_connections);
        if let Some(wrong) = most.filter(|most| !(1..=MAX_CONNECTIONS).contains(most)) {
            bail!("--welfenlab-max-connections: {wrong} is not possible; choose 1 to {MAX_CONNECTIONS}");
        }
        Ok(listen.map(|listen| Welfenlab {
            fill,
            dialect: dialect.unwrap_or_default(),
            greeting,
            registered_only: self.welfenlab_registered_only || registered_only,
            max_connections: most.map(|most| most as usize),
            ..Welfenlab::new(listen)
        }))
    }

    fn freebloks(&self, ctx: &Context<'_, '_>, file: &Settings) -> anyhow::Result<Option<Freebloks>> {
        let text = |own: &Option<String>, name: &str, file: &Option<String>, usual: &str| {
            let given = own.clone().or_else(|| ctx.console.variable(name)).or_else(|| file.clone());
            given.unwrap_or_else(|| usual.to_owned())
        };
        let listen = self.freebloks.or(variable(ctx, "BRETT_FREEBLOKS")?).or(file.freebloks);
        let game = text(&self.freebloks_game, "BRETT_FREEBLOKS_GAME", &file.freebloks_game, "classic");
        let game = game.parse().and_then(|rules| Layout::of(&rules)).context("--freebloks-game")?;
        let player =
            text(&self.freebloks_player, "BRETT_FREEBLOKS_PLAYER", &file.freebloks_player, "blokus-2005");
        if player.contains(':') {
            bail!("--freebloks-player: options of players cannot be chosen here; name the player alone");
        }
        check_player(&::blokus::ENTRY, "", &player).context("--freebloks-player")?;
        let people =
            self.freebloks_people.or(variable(ctx, "BRETT_FREEBLOKS_PEOPLE")?).or(file.freebloks_people);
        let pause = self.freebloks_pause.or(variable(ctx, "BRETT_FREEBLOKS_PAUSE")?).or(file.freebloks_pause);
        let games = self.freebloks_games.or(variable(ctx, "BRETT_FREEBLOKS_GAMES")?).or(file.freebloks_games);
        Ok(listen.map(|listen| Freebloks {
            listen,
            game,
            player,
            people: people.unwrap_or(MAX_PEOPLE).min(MAX_PEOPLE),
            pause: Duration::from_millis(pause.unwrap_or(800).min(MAX_PAUSE).into()),
            games: games.unwrap_or(100).clamp(1, MAX_GAMES).into(),
        }))
    }
}

/// Tells whether a text can be the greeting of the backgammon server.
fn is_greeting(text: &str) -> bool {
    text.chars().count() <= MAX_GREETING_CHARS
        && !text.chars().any(|letter| letter == ';' || letter.is_control())
}

/// Checks that a game has a computer player, before somebody waits for it in vain.
fn check_player(entry: &GameEntry, options: &str, player: &str) -> anyhow::Result<()> {
    entry.open_text(options)?.engine(player)?;
    Ok(())
}

/// Warns of what the open protocols let others read.
pub(super) fn warn(
    addresses: &[(&str, SocketAddr)],
    originals: &Originals,
    ctx: &mut Context<'_, '_>,
) -> io::Result<()> {
    for &(name, address) in addresses {
        let reach = match address.ip().is_loopback() {
            true => "only this machine can reach it",
            false => "everybody who can reach this machine can read along",
        };
        writeln!(ctx.console.err, "warning: the protocol {name} has no encryption; {reach}")?;
        if name == "welfenlab"
            && originals.welfenlab.as_ref().is_some_and(|settings| settings.registered_only)
        {
            let about = "passwords of accounts travel in the clear there; a proxy that encrypts helps";
            writeln!(ctx.console.err, "warning: only accounts may log in by {name}: {about}")?;
        }
    }
    Ok(())
}
