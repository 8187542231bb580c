//! What happens in a match, in sentences.

use framework::{End, FlagRule, Happening, Length, Millis, Offer, PerSeat, Score, Seat, Text, Turn};

use super::table::LocalTable;

/// What has happened, in a sentence; `None` if it speaks for itself.
pub(super) fn event(table: &LocalTable, what: &Happening) -> Option<Text> {
    Some(match what {
        Happening::RoundStarted { .. } => return round_started(table),
        Happening::Moved { seat, text, .. } => {
            said_of(table, *seat, &format!("plays {text}"), &format!("spielt {text}"))
        }
        Happening::Rolled { text } => Text::new(format!("The dice: {text}."), format!("Die Würfel: {text}.")),
        Happening::Offered { seat, offer } => offered(table, *seat, offer),
        Happening::Left { seat } => said_of(table, *seat, "leaves the table", "verlässt den Tisch"),
        Happening::Accepted { seat } => said_of(table, *seat, "accepts", "nimmt an"),
        Happening::Declined { seat } => said_of(table, *seat, "declines", "lehnt ab"),
        Happening::TakenBack { ply } => Text::new(
            format!("Moves are taken back; plies left: {ply}."),
            format!("Züge sind zurückgenommen; übrige Halbzüge: {ply}."),
        ),
        Happening::RoundEnded { end, points } => round_ended(table, end, points),
        Happening::Ready { .. } => return None,
        Happening::ScoreCleared => Text::fixed("The score is cleared.", "Der Stand ist gelöscht."),
    })
}

/// A sentence about a seat.
pub(super) fn said_of(table: &LocalTable, seat: Seat, en: &str, de: &str) -> Text {
    let name = table.name(seat);
    Text::new(capitalized(&format!("{} {en}.", name.en)), capitalized(&format!("{} {de}.", name.de)))
}

/// That a seat cannot do anything.
pub(super) fn blocked(table: &LocalTable, seat: Seat) -> Text {
    said_of(table, seat, "has no possible move", "hat keinen möglichen Zug")
}

/// That the rules let another seat move before it would be a seat's turn.
pub(super) fn passed_over(table: &LocalTable, seat: Seat) -> Text {
    said_of(table, seat, "is passed over", "setzt aus")
}

/// Which game it is, who sits where, and where chance begins.
pub(super) fn opening(table: &LocalTable, seed: u64) -> Text {
    let game = table.game();
    let seats = |said: fn(&Text) -> &str| {
        let said = |seat: Seat| {
            let number = seat.number();
            format!("{number} {}", said(&table.name(seat)))
        };
        Seat::all(table.contest.seats()).map(said).collect::<Vec<_>>().join(", ")
    };
    let info = game.info();
    let options = game.options();
    let dice = |word: &str| if info.has_chance { format!("; {word} {seed}") } else { String::new() };
    Text::new(
        format!("{} {options}: {}{}", info.name.en, seats(|text| &text.en), dice("seed")),
        format!("{} {options}: {}{}", info.name.de, seats(|text| &text.de), dice("Startwert")),
    )
}

/// Who decides now, and how long they have.
pub(super) fn turn(table: &LocalTable, now: Millis) -> Option<Text> {
    if table.contest.round_end().is_some() {
        // Without a person at the table the next round begins by itself.
        table.humans().next()?;
        return Some(match table.contest.is_over() {
            true => Text::fixed(
                "The match is over: undo, save FILE, new or quit.",
                "Die Partie ist zu Ende: undo, save FILE, new oder quit.",
            ),
            false => Text::fixed("Type next for the next round.", "Mit next beginnt die nächste Runde."),
        });
    }
    let (seat, is_roll) = match table.pos().turn() {
        Turn::Seat(seat) => (Some(seat), false),
        Turn::Chance => (table.pos().roller(), true),
        Turn::Over => return None,
    };
    let Some(seat) = seat else {
        return Some(Text::fixed("The dice are next.", "Die Würfel sind an der Reihe."));
    };
    let mut text = match is_roll {
        true => said_of(table, seat, "is to roll", "würfelt"),
        false => said_of(table, seat, "is to move", "ist am Zug"),
    };
    if let Some(left) = table.contest.time_left(seat, now) {
        let left = minutes(left);
        text = Text::new(format!("{} Time left: {left}.", text.en), format!("{} Restzeit: {left}.", text.de));
    }
    Some(text)
}

/// The last move of the round and who played it.
pub(super) fn last_move(table: &LocalTable) -> Option<Text> {
    let round = table.contest.record().rounds.last()?;
    let mv = round.moves.iter().rev().find(|mv| mv.by.is_some())?;
    let name = table.name(mv.by?);
    let text = &mv.text;
    Some(Text::new(format!("Last move: {text}, {}", name.en), format!("Letzter Zug: {text}, {}", name.de)))
}

fn round_started(table: &LocalTable) -> Option<Text> {
    let number = table.contest.record().rounds.len();
    (table.contest.settings().length != Length::Rounds(1))
        .then(|| Text::new(format!("Round {number} begins."), format!("Runde {number} beginnt.")))
}

fn offered(table: &LocalTable, seat: Seat, offer: &Offer) -> Text {
    match offer {
        Offer::Draw => said_of(table, seat, "offers a draw", "bietet Remis an"),
        Offer::Undo(_) => said_of(table, seat, "asks to take back", "möchte zurücknehmen"),
        Offer::Resign(level) => said_of(
            table,
            seat,
            &format!("offers to resign ({level})"),
            &format!("bietet die Aufgabe an ({level})"),
        ),
    }
}

fn round_ended(table: &LocalTable, end: &End, points: &PerSeat<u32>) -> Text {
    let how = match end {
        End::Over => {
            let result = table.pos().result().unwrap_or_else(|| Text::fixed("the end", "Ende"));
            Text::new(capitalized(&format!("{}.", result.en)), capitalized(&format!("{}.", result.de)))
        }
        End::Resigned { seat, level } => {
            // In most games there is one way to resign, which needs no name.
            let level = if level == "single" { String::new() } else { format!(" ({level})") };
            said_of(table, *seat, &format!("resigns{level}"), &format!("gibt auf{level}"))
        }
        End::TimeOver { seat } => match table.contest.settings().flag {
            FlagRule::LosesRound => {
                said_of(table, *seat, "has no time left and loses", "hat keine Zeit mehr und verliert")
            }
            FlagRule::LosesMatch => said_of(
                table,
                *seat,
                "has no time left and loses the match",
                "hat keine Zeit mehr und verliert die ganze Partie",
            ),
        },
        End::DrawAgreed => Text::fixed("A draw by agreement.", "Remis durch Vereinbarung."),
    };
    let how = match (end, winner(points)) {
        (End::Resigned { .. } | End::TimeOver { .. }, Some(winner)) => {
            let wins = said_of(table, winner, "wins", "gewinnt");
            Text::new(format!("{} {}", how.en, wins.en), format!("{} {}", how.de, wins.de))
        }
        _ => how,
    };
    if table.contest.settings().length == Length::Rounds(1) && points.iter().all(|&won| won <= 1) {
        return how;
    }
    let (en, de) = (points_of_players(table, "player"), points_of_players(table, "Spieler"));
    Text::new(format!("{} Points: {en}.", how.en), format!("{} Punkte: {de}.", how.de))
}

/// Who has more points than everybody else.
fn winner(points: &PerSeat<u32>) -> Option<Seat> {
    let most = points.iter().max()?;
    let mut best = points.entries().filter(|(_, won)| *won == most);
    let (winner, _) = best.next()?;
    best.next().is_none().then_some(winner)
}

/// The points of all players, by their names; by their numbers too if names are not enough.
fn points_of_players(table: &LocalTable, word: &str) -> String {
    let names = &table.contest.settings().players;
    let points =
        |(score, (idx, name)): (Score, (usize, &String))| match names.iter().filter(|it| *it == name).count()
        {
            1 => format!("{name} {}", score.points),
            _ => format!("{name} ({word} {}) {}", idx + 1, score.points),
        };
    let scores = table.contest.scores().into_iter().zip(names.iter().enumerate());
    scores.map(points).collect::<Vec<_>>().join(", ")
}

/// A time as on a clock: minutes and seconds, or tenths of the last seconds.
fn minutes(time: Millis) -> String {
    match time.0 {
        millis if millis < 10_000 => format!("0:0{}.{}", millis / 1_000, millis / 100 % 10),
        millis => format!("{}:{:02}", millis / 60_000, millis / 1_000 % 60),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_as_on_a_clock() {
        assert_eq!(minutes(Millis(0)), "0:00.0");
        assert_eq!(minutes(Millis(9_950)), "0:09.9");
        assert_eq!(minutes(Millis(10_000)), "0:10");
        assert_eq!(minutes(Millis::seconds(3_725)), "62:05");
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(capitalized("über dem Brett"), "Über dem Brett");
        assert_eq!(capitalized(""), "");
    }
}
