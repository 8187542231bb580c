//! What differs between the protocols for who types: the commands, and when they can be done.

use std::io;

use framework::Text;
use protocol::{VisitPlace, VisitWish};
use visits::Visit;

use crate::context::Context;

/// How each command is written and what it does.
pub(super) type Commands = &'static [(&'static str, Text)];

/// What somebody has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// Nothing at all.
    Nothing,
    /// What can be typed?
    Help,
    /// Goodbye.
    Quit,
    /// Draw the board.
    Board,
    /// What can be played?
    Moves,
    /// What is played, and by whom?
    Seats,
    /// Something that the other side has to hear.
    Wish(VisitWish),
}

/// The language of a terminal for one protocol.
pub(super) trait Phrasebook {
    /// What can be typed, in the order of `help`.
    fn commands(&self) -> Commands;

    /// Understands a line that is not the same in every protocol.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, words: &[&str], line: &str) -> Result<Typed, Text>;

    /// Tells whether a line from a list of things to do can be done now, or never.
    fn can_do(&self, typed: &Result<Typed, Text>, visit: &dyn Visit) -> bool;

    /// Tells whether the other side answers a wish, so that a list of things to do should wait.
    fn is_answered(&self, _wish: &VisitWish) -> bool {
        false
    }

    /// Tells whether everything that was wanted on the command line has been done, so that one may go. `by_player` tells
    /// whether a player of ours plays.
    fn is_done(&mut self, place: &VisitPlace, by_player: bool) -> bool;

    /// Says what came of it all.
    fn sum_up(&self, _visit: &dyn Visit) -> Option<Text> {
        None
    }
}

/// Understands a line, whatever the protocol.
///
/// # Errors
/// What is wrong with it.
pub(super) fn understand(book: &dyn Phrasebook, line: &str) -> Result<Typed, Text> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [] => Ok(Typed::Nothing),
        ["help" | "?"] => Ok(Typed::Help),
        ["quit" | "q"] => Ok(Typed::Quit),
        ["board"] => Ok(Typed::Board),
        ["moves"] => Ok(Typed::Moves),
        ref words => book.read(words, line.trim()),
    }
}

/// A move, which is what everything is that is no command.
pub(super) fn play(line: &str) -> Typed {
    Typed::Wish(VisitWish::Play { text: line.to_owned() })
}

/// Lists what can be typed: how each command is written, and what it does.
pub(super) fn tell_commands(commands: Commands, ctx: &mut Context<'_, '_>) -> io::Result<()> {
    let width = commands.iter().map(|(form, _)| form.len()).max().unwrap_or(0);
    for (form, meaning) in commands {
        let meaning = meaning.in_language(ctx.style.language);
        writeln!(ctx.console.out, "  {form:<width$}  {meaning}")?;
    }
    Ok(())
}
