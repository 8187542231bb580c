//! A bot for every game of Brettwerk. It answers one question: which move?

use std::{
    io::{self, BufRead as _, Write as _},
    time::{SystemTime, UNIX_EPOCH},
};

/// Chooses one of the legal moves. Put your own ideas here.
fn choose<'m>(_seat: u32, _position: &str, moves: &[&'m str]) -> Option<&'m str> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
    moves.get(now as usize / 1_000 % moves.len().max(1)).copied()
}

fn answer(command: &str, rest: &str) -> Option<String> {
    match command {
        "choose_move" => {
            let mut parts = rest.split("; ");
            let seat = parts.next()?.parse().ok()?;
            let position = parts.next()?;
            choose(seat, position, &parts.collect::<Vec<_>>()).map(str::to_owned)
        }
        "name" => Some("Random bot".to_owned()),
        "list_commands" => Some("name\nlist_commands\nchoose_move\nquit".to_owned()),
        "quit" => Some(String::new()),
        _ => None,
    }
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match answer(command, rest) {
            Some(text) => write!(out, "= {text}\n\n")?,
            None => write!(out, "? unknown command\n\n")?,
        }
        out.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}
