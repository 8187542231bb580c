//! The protocols of original programs, over real sockets.

mod course_games;
mod freebloks;
mod half_open;
mod leaving;
mod left_behind;
mod line_client;
mod praktikum;
mod times;
mod tokens;
mod transcripts;
mod vandals;
mod welfenlab;
mod welfenlab_window;
mod whole_games;

use std::{net::SocketAddr, time::Duration};

use connect4::original::Layout;
use server::{Limits, Originals, Praktikum, Welfenlab};

use crate::running::Running;

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// Nothing that slows a test down.
fn limits() -> Limits {
    Limits { per_address: 400, messages: (1_000_000, Duration::from_secs(1)), ..Limits::default() }
}

fn any_port() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

async fn with_welfenlab(limits: Limits) -> (Running, SocketAddr) {
    with_filled_welfenlab(limits, None).await
}

async fn with_filled_welfenlab(limits: Limits, fill: Option<&str>) -> (Running, SocketAddr) {
    let settings = Welfenlab { fill: fill.map(str::to_owned), ..Welfenlab::new(any_port()) };
    with_settings(settings, limits).await
}

async fn with_settings(settings: Welfenlab, limits: Limits) -> (Running, SocketAddr) {
    let originals = Originals { welfenlab: Some(settings), limits, ..Originals::default() };
    let server = Running::start_with_originals(originals).await;
    let address = server.originals[0].1;
    (server, address)
}

/// How the numbers of the course are spoken: as the course did it, on any port.
fn course(player: &str, wait: Duration) -> Praktikum {
    Praktikum { listen: any_port(), player: player.to_owned(), wait, layout: Layout::default() }
}

async fn with_praktikum(player: &str, wait: Duration) -> (Running, SocketAddr) {
    with_limited_praktikum(player, wait, limits()).await
}

async fn with_limited_praktikum(player: &str, wait: Duration, limits: Limits) -> (Running, SocketAddr) {
    let praktikum = Some(course(player, wait));
    let originals = Originals { praktikum, limits, ..Originals::default() };
    let server = Running::start_with_originals(originals).await;
    let address = server.originals[0].1;
    (server, address)
}
