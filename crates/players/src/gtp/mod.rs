//! The Go Text Protocol, version 2, for any game: a program asks on one stream, we answer on the other.
//!
//! One command a line, perhaps with a number before it; the answer is `= text` or `? error` with the same number,
//! ended by an empty line. Blokus follows the dialect of Pentobi, in which colors move and not seats.

mod clock;
mod commands;
pub mod line;
mod movers;
mod pentobi;
mod score;
mod session;

use std::io::{self, BufReader, Read, Write};

use self::{
    commands::Reply,
    line::{Command, Line},
};
pub use self::{
    movers::Movers,
    pentobi::pentobi_name,
    session::{GtpSettings, Session},
};

/// Answers commands until the last one, or until the stream ends.
///
/// # Errors
/// If the streams cannot be read or written.
pub fn serve(session: &mut Session, input: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    loop {
        let ahead = session.think_ahead();
        let line = line::read(&mut input);
        session.stop_thinking_ahead(ahead);
        let (id, reply) = match line? {
            Line::End => return Ok(()),
            Line::TooLong => (String::new(), Reply::error("this line is too long")),
            Line::Text(text) => match Command::parse(&text) {
                None => continue,
                Some(command) => (command.id.to_owned(), commands::answer(session, &command)),
            },
        };
        write(out, &id, &reply)?;
        if reply.is_last {
            return Ok(());
        }
    }
}

fn write(out: &mut dyn Write, id: &str, reply: &Reply) -> io::Result<()> {
    let (sign, text) = match &reply.answer {
        Ok(text) => ('=', text),
        Err(problem) => ('?', problem),
    };
    // An empty line would end the answer early; only the first line, after the sign, may be empty.
    let mut lines = text.split('\n');
    let first = format!("{sign}{id} {}", lines.next().unwrap_or_default());
    writeln!(out, "{}", first.trim_end())?;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    out.flush()
}
