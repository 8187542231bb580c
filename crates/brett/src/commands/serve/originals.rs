//! The protocols of original programmes, as options of the server.

use std::{io, net::SocketAddr, time::Duration};

use ::blokus::original::Layout;
use clap::Args;
use framework::OptionsError;
use server::{Freebloks, Limits, Originals, Praktikum, Server, Welfenlab};

use crate::number::number_in;

/// Which protocols of original programmes the server speaks.
#[derive(Clone, Debug, Args)]
pub(super) struct OriginalArgs {
    /// Speak the line protocol of the 2006 backgammon programme as well [alone: 127.0.0.1:30167]
    #[arg(
        long,
        value_name = "ADDRESS",
        num_args = 0..=1,
        default_missing_value = "127.0.0.1:30167",
        help_heading = "Protocols of original programmes"
    )]
    welfenlab: Option<SocketAddr>,
    /// The computer player who sits down opposite somebody who is ready but alone
    #[arg(long, value_name = "PLAYER", help_heading = "Protocols of original programmes")]
    welfenlab_fill: Option<String>,
    /// Speak the numbers of the 2018 Connect Four course as well [alone: 127.0.0.1:31000]
    #[arg(
        long,
        value_name = "ADDRESS",
        num_args = 0..=1,
        default_missing_value = "127.0.0.1:31000",
        help_heading = "Protocols of original programmes"
    )]
    praktikum: Option<SocketAddr>,
    /// The computer player against whom those play who connect
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "level8",
        help_heading = "Protocols of original programmes"
    )]
    praktikum_player: String,
    /// How many seconds a person may take to sit down instead of it
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "0",
        value_parser = number_in(0..=3_600_u16),
        help_heading = "Protocols of original programmes"
    )]
    praktikum_wait: u16,
    /// Speak the packets of the 2005 Blokus programme, called Freebloks, as well [alone: 127.0.0.1:59995]
    #[arg(
        long,
        value_name = "ADDRESS",
        num_args = 0..=1,
        default_missing_value = "127.0.0.1:59995",
        help_heading = "Protocols of original programmes"
    )]
    freebloks: Option<SocketAddr>,
    /// The game with which its clients begin: classic, classic players=2, duo, two-colours, custom WxH …
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "classic",
        value_parser = freebloks_game,
        help_heading = "Protocols of original programmes"
    )]
    freebloks_game: Layout,
    /// The computer player on the seats that nobody takes
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "blokus-2005",
        value_parser = freebloks_player,
        help_heading = "Protocols of original programmes"
    )]
    freebloks_player: String,
    /// How many colors of a game people may play
    #[arg(
        long,
        value_name = "N",
        default_value = "4",
        value_parser = number_in(0..=4_u8),
        help_heading = "Protocols of original programmes"
    )]
    freebloks_people: u8,
    /// How many milliseconds the move of a computer player waits, so that people can see it
    #[arg(
        long,
        value_name = "MS",
        default_value = "800",
        value_parser = number_in(0..=10_000_u16),
        help_heading = "Protocols of original programmes"
    )]
    freebloks_pause: u16,
    /// How many games there may be at a time, the one that waits for players included
    #[arg(
        long,
        value_name = "N",
        default_value = "100",
        value_parser = number_in(1..=512_u16),
        help_heading = "Protocols of original programmes"
    )]
    freebloks_games: u16,
}

/// Reads the options of a game that the protocol knows.
fn freebloks_game(text: &str) -> Result<Layout, OptionsError> {
    Layout::of(&text.parse()?)
}

/// Reads the name of a computer player of Blokus.
fn freebloks_player(text: &str) -> Result<String, String> {
    if text.contains(':') {
        return Err("options of players cannot be chosen here; name the player alone".to_owned());
    }
    let game = ::blokus::ENTRY.open_text("").map_err(|error| error.to_string())?;
    game.engine(text).map_err(|error| error.to_string())?;
    Ok(text.to_owned())
}

impl OriginalArgs {
    /// What the server is told.
    pub(super) fn originals(&self) -> Originals {
        let welfenlab = self.welfenlab.map(|listen| Welfenlab { listen, fill: self.welfenlab_fill.clone() });
        let praktikum = self.praktikum.map(|listen| Praktikum {
            listen,
            player: self.praktikum_player.clone(),
            wait: Duration::from_secs(self.praktikum_wait.into()),
        });
        let freebloks = self.freebloks.map(|listen| Freebloks {
            listen,
            game: self.freebloks_game,
            player: self.freebloks_player.clone(),
            people: self.freebloks_people,
            pause: Duration::from_millis(self.freebloks_pause.into()),
            games: self.freebloks_games.into(),
        });
        Originals { welfenlab, praktikum, freebloks, limits: Limits::default() }
    }
}

/// Says where the protocols are spoken, and what to think of.
pub(super) fn announce(server: &Server, out: &mut dyn io::Write, err: &mut dyn io::Write) -> io::Result<()> {
    for (name, address) in server.original_addresses() {
        writeln!(out, "listening on {name}://{address}")?;
        let reach = match address.ip().is_loopback() {
            true => "only this machine can reach it",
            false => "everybody who can reach this machine can read along",
        };
        writeln!(err, "warning: the protocol {name} has no encryption; {reach}")?;
    }
    Ok(())
}
