//! Our own records as a format: one or several in a file, one after the other.

use super::{ForeignGame, Format, FormatError, Games, Holds, Likeness, Source, Written};
use crate::{Record, RecordError, Text};

/// How a record begins.
const HEAD: &str = "brettwerk record ";
/// How it ends.
const END: &str = "\nend\n";

/// Our own records, of any game.
pub static RECORD: Format = Format {
    id: "record",
    name: Text::fixed("Brettwerk record", "Brettwerk-Aufzeichnung"),
    holds: Holds::Games,
    extensions: &["brett"],
    companions: &[],
    looks_like: |bytes| if bytes.starts_with(HEAD.as_bytes()) { Likeness::Certain } else { Likeness::No },
    read,
    write: Some(write),
};

fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    if let Err(error) = std::str::from_utf8(source.bytes()) {
        let error =
            FormatError::new("a record is text in UTF-8, and this is not", "save it in that encoding")
                .at_byte(error.valid_up_to());
        return Box::new(std::iter::once(Err(error)));
    }
    let mut rest = source.text();
    let mut lines_before = 0;
    let mut is_first = true;
    Box::new(std::iter::from_fn(move || {
        if rest.is_empty() && !is_first {
            return None;
        }
        is_first = false;
        // A record ends with its last line; what comes then must be another one, and is read as one.
        let split = rest.find(END).map_or(rest.len(), |at| at + END.len());
        let (text, after) = rest.split_at(split);
        let read =
            text.parse::<Record>().map(ForeignGame::new).map_err(|error| shifted(&error, lines_before));
        lines_before += text.lines().count();
        rest = after;
        Some(read)
    }))
}

/// The error with the line in the whole file.
fn shifted(error: &RecordError, lines_before: usize) -> FormatError {
    let remedy = "copy the whole record, from \"brettwerk record 1\" to \"end\"";
    match error {
        RecordError::Line { line, found, expected } => {
            FormatError::new(format!("found \"{found}\", expected {expected}"), remedy)
                .at_line(lines_before + line)
        }
        RecordError::CutShort { line, expected } => {
            FormatError::new(format!("the record is cut off; expected {expected}"), remedy)
                .at_line(lines_before + line)
        }
        other => FormatError::new(other.to_string(), remedy),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "formats may refuse games, this one holds all")]
fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    Ok(Written::text(games.iter().map(|game| game.record.to_string()).collect(), games))
}
