//! From a record back to a match that goes on.

use std::sync::Arc;

use anyhow::Context as _;
use framework::{Event, GameEntry, Happening, Match, Millis, Record, RoundRecord, Seating, Settings};

use super::{PlayArgs, table, table::LocalTable};

/// Continues a record with the players that the arguments want, and tells how much time its clocks have seen.
///
/// # Errors
/// If the record does not hold, or there are no such players.
pub(super) fn resume(
    record: &Record,
    games: &[GameEntry],
    args: &PlayArgs,
    seed: u64,
) -> anyhow::Result<(LocalTable, Millis)> {
    let game = record.replay(games).context("the record cannot be continued")?.game;
    let has_begun = record.rounds.iter().any(|round| !round.moves.is_empty());
    let names = table::names_after_change(&game, &record.players, args.seats.as_deref(), has_begun)?;
    let settings = Settings {
        length: record.length,
        clock: record.clock,
        flag: record.flag,
        seating: seating(&record.rounds),
        start: record.rounds.first().and_then(|round| round.start.clone()),
        ..table::settings(names, args.rolling, seed)
    };
    let (happenings, elapsed) = happenings(record);
    let contest = if happenings.is_empty() {
        Match::new(Arc::clone(&game), settings, Millis(0))?
    } else {
        let events = happenings.into_iter().zip(1..).map(|((what, at), number)| Event { number, at, what });
        Match::from_events(game, settings, events)?
    };
    Ok((LocalTable::at(contest, args.seats.as_deref())?, elapsed))
}

/// Players who changed seats once do so after every round.
fn seating(rounds: &[RoundRecord]) -> Seating {
    match rounds {
        [first, second, ..] if first.players != second.players => Seating::Rotating,
        _ => Seating::Fixed,
    }
}

/// Everything that happened in a record, with the time of each, and the time of the last.
fn happenings(record: &Record) -> (Vec<(Happening, Millis)>, Millis) {
    let mut happenings = Vec::new();
    let mut now = Millis(0);
    for round in &record.rounds {
        happenings.push((Happening::RoundStarted { players: round.players.clone() }, now));
        let mut leavers = round.leavers.iter().peekable();
        for (mv, ply) in round.moves.iter().zip(0..) {
            while let Some(leaver) = leavers.next_if(|leaver| leaver.ply <= ply) {
                happenings.push((Happening::Left { seat: leaver.seat }, now));
            }
            let text = mv.text.clone();
            let spent = mv.spent.unwrap_or_default();
            now += spent;
            let what = match mv.by {
                Some(seat) => Happening::Moved { seat, text, spent },
                None => Happening::Rolled { text },
            };
            happenings.push((what, now));
        }
        happenings.extend(leavers.map(|leaver| (Happening::Left { seat: leaver.seat }, now)));
        if let Some((end, points)) = &round.result {
            happenings.push((Happening::RoundEnded { end: end.clone(), points: points.clone() }, now));
        }
    }
    (happenings, now)
}
