//! The protocols of original programmes, as options of the server.

use std::{io, net::SocketAddr, time::Duration};

use anyhow::Context as _;
use clap::Args;
use framework::GameEntry;
use server::{Limits, Originals, Praktikum, Welfenlab};

use super::{Settings, variable};
use crate::{context::Context, number::number_in, own_address::from_outside};

/// Against whom those play by the course's protocol who connect, unless something else is said.
const PRAKTIKUM_PLAYER: &str = "level8";

/// The longest time for a person to sit down, in seconds.
const MAX_WAIT: u16 = 3_600;

/// Which protocols of original programmes the server speaks.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Protocols of original programmes")]
pub(super) struct OriginalArgs {
    /// Speak the line protocol of the 2006 backgammon programme as well [alone: 127.0.0.1:30167] [env:
    /// BRETT_WELFENLAB]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:30167")]
    welfenlab: Option<SocketAddr>,
    /// The computer player who sits down opposite somebody who is ready but alone [env: BRETT_WELFENLAB_FILL]
    #[arg(long, value_name = "PLAYER")]
    welfenlab_fill: Option<String>,
    /// Speak the numbers of the 2018 Connect Four course as well [alone: 127.0.0.1:31000] [env: BRETT_PRAKTIKUM]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:31000")]
    praktikum: Option<SocketAddr>,
    /// The computer player against whom those play who connect [env: BRETT_PRAKTIKUM_PLAYER] [usually level8]
    #[arg(long, value_name = "PLAYER")]
    praktikum_player: Option<String>,
    /// How many seconds a person may take to sit down instead of it [env: BRETT_PRAKTIKUM_WAIT] [usually 0]
    #[arg(long, value_name = "SECONDS", value_parser = number_in(0..=MAX_WAIT))]
    praktikum_wait: Option<u16>,
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
        let listen = self.welfenlab.or(variable(ctx, "BRETT_WELFENLAB")?).or(file.welfenlab);
        let fill = text(&self.welfenlab_fill, "BRETT_WELFENLAB_FILL", &file.welfenlab_fill);
        if let Some(player) = &fill {
            check_player(&backgammon::ENTRY, "nocube", player).context("--welfenlab-fill")?;
        }
        let welfenlab = listen.map(|listen| Welfenlab { listen, fill });
        let listen = self.praktikum.or(variable(ctx, "BRETT_PRAKTIKUM")?).or(file.praktikum);
        let player = text(&self.praktikum_player, "BRETT_PRAKTIKUM_PLAYER", &file.praktikum_player);
        let player = player.unwrap_or_else(|| PRAKTIKUM_PLAYER.to_owned());
        check_player(&::connect4::ENTRY, "", &player).context("--praktikum-player")?;
        let wait = self.praktikum_wait.or(variable(ctx, "BRETT_PRAKTIKUM_WAIT")?).or(file.praktikum_wait);
        let wait = Duration::from_secs(wait.unwrap_or(0).min(MAX_WAIT).into());
        let praktikum = listen.map(|listen| Praktikum { listen, player, wait });
        Ok(Originals { welfenlab, praktikum, limits: Limits::default() })
    }
}

/// Checks that a game has a computer player, before somebody waits for it in vain.
fn check_player(entry: &GameEntry, options: &str, player: &str) -> anyhow::Result<()> {
    entry.open_text(options)?.engine(player)?;
    Ok(())
}

/// Says where the protocols are spoken, and what to think of.
pub(super) fn announce(
    addresses: &[(&str, SocketAddr)],
    doing: &str,
    ctx: &mut Context<'_, '_>,
) -> io::Result<()> {
    for &(name, address) in addresses {
        writeln!(ctx.console.out, "{doing} {name}://{address}")?;
        if let Some(reached) = from_outside(address) {
            writeln!(ctx.console.out, "others connect to {name}://{reached}")?;
        }
        let reach = match address.ip().is_loopback() {
            true => "only this machine can reach it",
            false => "everybody who can reach this machine can read along",
        };
        writeln!(ctx.console.err, "warning: the protocol {name} has no encryption; {reach}")?;
    }
    Ok(())
}
