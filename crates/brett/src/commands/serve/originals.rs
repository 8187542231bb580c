//! The protocols of original programmes, as options of the server.

use std::{io, net::SocketAddr, time::Duration};

use clap::Args;
use server::{Limits, Originals, Praktikum, Server, Welfenlab};

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
        Originals { welfenlab, praktikum, limits: Limits::default() }
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
