//! The one canonical form of a record.

use std::fmt::{self, Write as _};

use super::{Annotation, Annotations, Record, RecordedMove, RoundRecord};
use crate::{End, FlagRule};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = if self.is_annotated() { 2 } else { 1 };
        writeln!(f, "brettwerk record {version}")?;
        writeln!(f, "game {} {}", self.game, self.options)?;
        for (idx, name) in self.players.iter().enumerate() {
            writeln!(f, "player {} {name}", idx + 1)?;
        }
        writeln!(f, "length {}", self.length)?;
        writeln!(f, "clock {}", self.clock)?;
        if self.flag != FlagRule::default() {
            writeln!(f, "flag {}", self.flag)?;
        }
        for (idx, round) in self.rounds.iter().enumerate() {
            write!(f, "\nround {} players{round}", idx + 1)?;
        }
        if let Some(dice) = &self.dice {
            write!(f, "\n{dice}")?;
        }
        writeln!(f, "\nend")
    }
}

/// A round without the number that it has in its match.
impl fmt::Display for RoundRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in &self.players {
            write!(f, " {}", player + 1)?;
        }
        writeln!(f)?;
        if let Some(start) = &self.start {
            writeln!(f, "start {start}")?;
        }
        write_line(f, &self.moves, &self.annotations)?;
        for leaver in &self.leavers {
            writeln!(f, "left {} after {}", leaver.seat, leaver.ply)?;
        }
        match &self.result {
            None => writeln!(f, "result open")?,
            Some((end, points)) => writeln!(f, "result {end} {points}")?,
        }
        writeln!(f, "hash {:016x}", self.hash)
    }
}

/// Writes moves, one in a line, and between them what is said about the positions.
fn write_line(f: &mut fmt::Formatter<'_>, moves: &[RecordedMove], annotations: &Annotations) -> fmt::Result {
    write_annotation(f, annotations.at(0))?;
    for (idx, mv) in moves.iter().enumerate() {
        fmt::Display::fmt(mv, f)?;
        f.write_char('\n')?;
        write_annotation(f, annotations.at(idx + 1))?;
    }
    Ok(())
}

fn write_annotation(f: &mut fmt::Formatter<'_>, annotation: Option<&Annotation>) -> fmt::Result {
    let Some(Annotation { mark, comment, variations }) = annotation else { return Ok(()) };
    if let Some(mark) = mark {
        writeln!(f, "mark {mark}")?;
    }
    for line in comment.lines() {
        if line.is_empty() {
            writeln!(f, "#")?;
        } else {
            writeln!(f, "# {line}")?;
        }
    }
    for variation in variations {
        writeln!(f, "(")?;
        write_line(f, &variation.moves, &variation.annotations)?;
        writeln!(f, ")")?;
    }
    Ok(())
}

impl fmt::Display for RecordedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The arena writes a hundred of these for every millisecond of a fast game: pieces, without their padding.
        match self.by {
            Some(seat) => seat.fmt(f)?,
            None => f.write_char('*')?,
        }
        f.write_char(' ')?;
        f.write_str(&self.text)?;
        match self.spent {
            Some(spent) => write!(f, " @{}", spent.0),
            None => Ok(()),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("over"),
            Self::Resigned { seat, level } => write!(f, "resigned {seat} {level}"),
            Self::TimeOver { seat } => write!(f, "time-over {seat}"),
            Self::DrawAgreed => f.write_str("draw-agreed"),
        }
    }
}
