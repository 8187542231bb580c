//! `brett` alone: a board, the games, and what to type next.

use std::io;

use framework::{GameEntry, Rng, Seat, Text, render};
use serde::Serialize;

use crate::{
    Exit,
    commands::games,
    context::{Context, Report},
    page::Page,
};

/// How many random plies the drawn board is away from its start: enough to look like a game.
const DRAWN_PLIES: u32 = 14;

/// Welcomes somebody who gave no command; a programme gets the list of games.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn run(ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if ctx.json {
        return games::run(ctx);
    }
    let welcome = Welcome { games: ctx.games };
    ctx.answer(&welcome)?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Welcome<'a> {
    #[serde(skip)]
    games: &'a [GameEntry],
}

impl Report for Welcome<'_> {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(
            page.say(&Text::fixed("Brettwerk — classic board games", "Brettwerk — klassische Brettspiele")),
        )?;
        page.gap()?;
        if let Some(first) = self.games.first() {
            page.block(&drawing(first, page))?;
            page.gap()?;
        }
        let width = self.games.iter().map(|entry| entry.info.id.len()).max().unwrap_or(0);
        for entry in self.games {
            let id = page.bold(format!("{:<width$}", entry.info.id));
            let name = page.say(&entry.info.name);
            page.line(format!("  {id}  {name}: {}", page.say(&entry.info.summary)))?;
        }
        page.gap()?;
        page.line(page.say(&Text::fixed("Type next:", "Als Nächstes:")))?;
        let hints = hints(self.games);
        let width = hints.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
        for (command, meaning) in hints {
            let command = page.bold(format!("{command:<width$}"));
            page.line(format!("  {command}  {}", page.say(&meaning)))?;
        }
        Ok(())
    }
}

/// What somebody could try, with a game that exists.
fn hints(games: &[GameEntry]) -> Vec<(String, Text)> {
    let mut hints =
        vec![("brett games".to_owned(), Text::fixed("variants and options", "Varianten und Optionen"))];
    if let Some(entry) = games.first() {
        let id = entry.info.id;
        hints.extend([
            (
                format!("brett play {id}"),
                Text::fixed("play against the computer", "gegen den Computer spielen"),
            ),
            (format!("brett show {id}"), Text::fixed("draw a board", "ein Brett zeichnen")),
            (format!("brett legal {id}"), Text::fixed("what can be played", "was gespielt werden kann")),
            (
                format!("brett random {id} --games 1000"),
                Text::fixed("watch chance play", "den Zufall spielen lassen"),
            ),
        ]);
    }
    hints.push(("brett help".to_owned(), Text::fixed("everything else", "alles andere")));
    hints
}

/// A board in the middle of a game; always the same one.
fn drawing(entry: &GameEntry, page: &Page<'_>) -> String {
    let Ok(game) = entry.open_text("") else { return String::new() };
    let mut rng = Rng::stream(2018, "welcome", 0);
    let mut pos = game.start();
    for _ in 0..DRAWN_PLIES {
        let mut next = pos.boxed_clone();
        if next.play_random(&mut rng).is_none() || next.result().is_some() {
            break;
        }
        pos = next;
    }
    let board = render::terminal(&pos.scene(Seat::FIRST), &page.style);
    board.lines().map(|line| format!("  {line}\n")).collect()
}
