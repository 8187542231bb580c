//! What is typed in the games of the 2018 course, and how one waits for the other side.

use std::{
    io,
    net::{TcpListener, TcpStream},
    sync::mpsc,
    thread,
    time::Duration,
};

use ::connect4::original::ports_from;
use anyhow::{Context as _, bail};
use framework::Text;
use protocol::{VisitCourse, VisitPlace, VisitWish};
use visits::{Address, Visit, VisitGoal};

use super::{
    ConnectArgs,
    phrasebook::{Commands, Phrasebook, Typed, play},
};
use crate::{context::Context, own_address::from_outside};

/// How long the other side may think about a move.
pub(super) const SILENCE: Duration = Duration::from_secs(3_600);

const COMMANDS: Commands = &[
    ("4", Text::fixed("drop a disc into a column", "einen Stein in eine Spalte werfen")),
    ("moves", Text::fixed("what you can play", "was du ziehen kannst")),
    ("board", Text::fixed("draw the board again", "das Brett noch einmal zeichnen")),
    ("help", Text::fixed("this list", "diese Liste")),
    ("quit", Text::fixed("leave", "gehen")),
];

/// What the command line asks for: the games follow each other.
pub(super) fn goal(args: &ConnectArgs) -> VisitGoal {
    VisitGoal { layout: args.layout, goes_on: true, ..VisitGoal::default() }
}

/// The language of the course.
pub(super) struct Course {
    /// How many games are played.
    pub(super) n_games: u32,
}

impl Phrasebook for Course {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn read(&self, _words: &[&str], line: &str) -> Result<Typed, Text> {
        Ok(play(line))
    }

    fn can_do(&self, typed: &Result<Typed, Text>, visit: &dyn Visit) -> bool {
        let is_move = matches!(typed, Ok(Typed::Wish(VisitWish::Play { .. }) | Typed::Moves | Typed::Quit));
        !is_move || visit.turn().is_some()
    }

    fn is_done(&mut self, place: &VisitPlace, _by_player: bool) -> bool {
        let VisitPlace::Course(course) = place else { return false };
        // Whoever is to move when the last game is over still says so.
        self.n_games <= n_played(course) && !course.is_waiting
    }

    fn sum_up(&self, visit: &dyn Visit) -> Option<Text> {
        let Some(VisitPlace::Course(course)) = visit.place() else { return None };
        let [won, lost, drawn] = course.results;
        // Many programs leave after the last game without a word.
        (self.n_games <= n_played(&course)).then(|| {
            Text::new(
                format!("{won} won, {lost} lost, {drawn} drawn"),
                format!("{won} gewonnen, {lost} verloren, {drawn} unentschieden"),
            )
        })
    }
}

fn n_played(course: &VisitCourse) -> u32 {
    course.results.iter().sum()
}

/// Waits for somebody who connects, for so many seconds, or as long as it takes if they are 0. Ctrl-C ends the wait and
/// the program, since nobody is there yet to say goodbye to.
///
/// # Errors
/// If one cannot wait there, or nobody has come in time.
pub(super) fn wait(address: &Address, seconds: u32, ctx: &mut Context<'_, '_>) -> anyhow::Result<TcpStream> {
    let listener = bind(address).with_context(|| format!("cannot wait at {address}"))?;
    let here = listener.local_addr()?;
    ctx.tell(&Text::new(format!("waiting at praktikum://{here}"), format!("wartet auf praktikum://{here}")))?;
    if let Some(reached) = from_outside(here) {
        ctx.tell(&Text::new(
            format!("others connect to praktikum://{reached}"),
            format!("andere verbinden sich mit praktikum://{reached}"),
        ))?;
    }
    ctx.console.out.flush()?;
    if !here.ip().is_loopback() {
        writeln!(ctx.console.err, "warning: the protocol has no encryption; everybody can read along")?;
    }
    if seconds == 0 {
        return Ok(listener.accept()?.0);
    }
    let (sender, accepted) = mpsc::channel();
    // If nobody comes, the thread ends with the program.
    thread::spawn(move || sender.send(listener.accept()));
    match accepted.recv_timeout(Duration::from_secs(seconds.into())) {
        Ok(accepted) => Ok(accepted?.0),
        Err(_) => bail!(
            "nobody has connected to praktikum://{here} within {seconds} s; look whether the other side calls this \
             address, or let --wait be longer"
        ),
    }
}

/// Waits at a port of the course, or at another one of its ports if somebody has it already.
fn bind(address: &Address) -> io::Result<TcpListener> {
    let mut taken = None;
    for port in ports_from(address.port) {
        match TcpListener::bind((address.host.as_str(), port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => taken = taken.or(Some(error)),
            opened => return opened,
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}
