//! The protocol of the Othello board NBoard, versions 1 and 2.
//!
//! One command a line; what is not understood is ignored, as the protocol wants it. A search ends when its time is over,
//! and only then is the next command read.

use std::{
    fmt::Write as _,
    io::{self, BufReader, Read, Write},
    sync::Arc,
};

use framework::{
    AnyEngine, AnyFound, AnyGame, AnySearchRequest, EngineError, Game, Position, Valuation, search::Limits,
};
use othello::{Board, Othello};
use players::gtp::{
    GtpSettings,
    line::{self, Line},
};
use players::runner;

/// What the player is called on the board.
const NAME: &str = "Brettwerk";
/// Who is asked for hints: every move has a value.
const ADVISER: &str = "adviser";
/// With so many empty squares more than the depth of the middle game the end of the game is solved.
const EMPTIES_BEYOND_DEPTH: u32 = 6;

/// A board on which another program plays.
pub(crate) struct Session {
    game: Arc<dyn AnyGame>,
    player: Box<dyn AnyEngine>,
    adviser: Box<dyn AnyEngine>,
    limits: Limits,
    pos: Board,
    version: u32,
    depth: Option<u32>,
}

impl Session {
    /// Sets up the board of the usual game.
    ///
    /// # Errors
    /// If the game has no such player.
    pub(crate) fn new(game: Arc<dyn AnyGame>, settings: &GtpSettings) -> Result<Self, EngineError> {
        let limits = Limits {
            time: Some(Limits::less_margin(settings.time, settings.margin)),
            threads: settings.threads,
            seed: settings.seed,
            ..Limits::NONE
        };
        Ok(Self {
            player: game.engine(&settings.player)?,
            adviser: game.engine(ADVISER)?,
            game,
            limits,
            pos: Othello::standard().start(),
            version: 2,
            depth: None,
        })
    }

    /// Answers commands until `quit` or the end of the stream.
    ///
    /// # Errors
    /// If the streams cannot be read or written.
    pub(crate) fn serve(&mut self, input: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
        let mut input = BufReader::new(input);
        loop {
            match line::read(&mut input)? {
                Line::End => return Ok(()),
                Line::TooLong => writeln!(out, "status this line is too long")?,
                Line::Text(text) => {
                    let (command, args) = split(text.trim());
                    if command == "quit" {
                        return Ok(());
                    }
                    self.answer(command, args, out)?;
                }
            }
            out.flush()?;
        }
    }

    fn answer(&mut self, command: &str, args: &str, out: &mut dyn Write) -> io::Result<()> {
        match command {
            "nboard" => self.version = args.parse().unwrap_or(self.version),
            "set" => return self.set(args, out),
            "move" => {
                // A value and a time may follow the square.
                let text = args.split('/').next().unwrap_or_default();
                match Othello::standard().parse_move(&self.pos, text) {
                    Ok(mv) => self.pos.play(mv),
                    Err(error) => writeln!(out, "status {}", one_line(&error.to_string()))?,
                }
            }
            "ping" => writeln!(out, "pong {args}")?,
            "learn" => writeln!(out, "learned")?,
            "go" => return self.go(out),
            "hint" => return self.hint(args.parse().unwrap_or(1), out),
            _ => {}
        }
        Ok(())
    }

    fn set(&mut self, args: &str, out: &mut dyn Write) -> io::Result<()> {
        match split(args) {
            ("depth", depth) => {
                if let Ok(depth @ 1..) = depth.parse() {
                    self.depth = Some(depth);
                    writeln!(out, "set myname {NAME}{depth}")?;
                }
            }
            ("game", text) => match Othello::standard().parse_ggf(text) {
                Ok(game) => {
                    self.pos = game.last_position();
                    self.player.forget();
                    self.adviser.forget();
                }
                Err(error) => writeln!(out, "status {}", one_line(&error.to_string()))?,
            },
            _ => {}
        }
        Ok(())
    }

    /// Tells which move the player would play, and plays nothing.
    fn go(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(found) = self.think(false, out)? else { return Ok(()) };
        let mut answer = format!("=== {}", square(&found.best));
        if let Some((value, _)) = value(found.worth) {
            let gap = if self.version < 2 { '/' } else { ' ' };
            let seconds = found.elapsed.0 as f64 / 1000.0;
            let _ = write!(answer, "{gap}{value:.2}{gap}{seconds:.2}");
        }
        writeln!(out, "{answer}")?;
        writeln!(out, "status")
    }

    /// Tells what the best moves are worth.
    fn hint(&mut self, n_moves: usize, out: &mut dyn Write) -> io::Result<()> {
        let Some(found) = self.think(true, out)? else { return Ok(()) };
        for (idx, candidate) in found.moves.iter().take(n_moves.max(1)).enumerate() {
            let Some((value, is_certain)) = value(candidate.worth) else { continue };
            let line = if idx == 0 && found.line.first() == Some(&candidate.text) {
                found.line.iter().map(|text| square(text)).collect()
            } else {
                square(&candidate.text)
            };
            let depth = if is_certain { "100%".to_owned() } else { found.depth.to_string() };
            writeln!(out, "search {line} {value:.2} 0 {depth}")?;
        }
        writeln!(out, "status")
    }

    /// Lets a player think about the position; `None` if the game is over.
    fn think(&mut self, all_moves: bool, out: &mut dyn Write) -> io::Result<Option<AnyFound>> {
        let n_empties = self.pos.empties().count_ones();
        let depth = self.depth.filter(|depth| depth.saturating_add(EMPTIES_BEYOND_DEPTH) < n_empties);
        let limits = Limits { depth, ..self.limits };
        let pos = self.game.parse_position(&self.pos.to_string()).map_err(io::Error::other)?;
        let Some(request) = AnySearchRequest::new(&*pos, limits) else {
            writeln!(out, "status the game is over")?;
            return Ok(None);
        };
        writeln!(out, "status {NAME} is thinking")?;
        out.flush()?;
        let engine = if all_moves { &mut self.adviser } else { &mut self.player };
        let found = runner::search(&mut **engine, request);
        writeln!(out, "nodestats {} {:.2}", found.nodes, found.elapsed.0 as f64 / 1000.0)?;
        Ok(Some(found))
    }
}

/// The first word of a line and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// A message without line breaks, which would be commands.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A move as NBoard writes it.
fn square(text: &str) -> String {
    if text == "pass" { "PA".to_owned() } else { text.to_ascii_uppercase() }
}

/// By how many discs a move wins, and whether that is certain.
fn value(worth: Option<Valuation>) -> Option<(f32, bool)> {
    match worth {
        Some(Valuation::Discs { more, certain }) => Some((more, certain)),
        _ => None,
    }
}
