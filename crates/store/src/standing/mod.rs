//! What a finished match means for its players: outcomes, ratings, statistics. Pure functions; the store calls them
//! inside the transaction that writes the results.

mod glicko;
mod replay;

use std::collections::BTreeMap;

use framework::Happening;
use limits::tables::MIN_MOVES_FOR_RATING;
use protocol::{
    Chair, NewTable, Outcome, Person, RatingChange, RatingView, Sitter, Streak, TableHappening, TableSummary,
    Tally, Watchers,
};

pub use self::{
    glicko::Rating,
    replay::{RatedMatch, RatingHistory},
};
use crate::{ResultRow, StandingRow};

/// What came of a match for each chair.
///
/// Who has the most points, or rounds where the match is not for points, has won; if that is everybody, nobody has.
#[must_use]
pub fn outcomes(length: &str, results: &[ResultRow]) -> Vec<Outcome> {
    let counts = |result: &ResultRow| if length.starts_with("points=") { result.points } else { result.wins };
    let most = results.iter().map(counts).max();
    let is_drawn = results.iter().all(|result| Some(counts(result)) == most);
    let outcome = |result: &ResultRow| match Some(counts(result)) == most {
        _ if is_drawn => Outcome::Drawn,
        true => Outcome::Won,
        false => Outcome::Lost,
    };
    results.iter().map(outcome).collect()
}

/// Tells whether a match counts for ratings: it was agreed, everybody is another person with an account, and
/// everybody has made a few moves. Guests and computer players have no ratings, and who gives up at once has not
/// played.
///
/// That a pair plays only so many rated matches a day is for the store to see, which knows the others.
#[must_use]
pub fn counts_for_ratings(summary: &TableSummary, rows: &[StandingRow]) -> bool {
    let people: Vec<_> = summary.chairs.iter().filter_map(owner).collect();
    let mut ids: Vec<_> = people.iter().filter(|person| !person.guest).map(|person| &person.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let has_played = |row: &StandingRow| MIN_MOVES_FOR_RATING <= row.moves;
    summary.rated && 2 <= ids.len() && ids.len() == summary.chairs.len() && rows.iter().all(has_played)
}

/// Whose chair it is, even if another person has taken it over.
fn owner(chair: &Chair) -> Option<&Person> {
    match (&chair.kept_for, &chair.sitter) {
        (Some(person), _) | (None, Some(Sitter::Person(person))) => Some(person),
        _ => None,
    }
}

/// The ratings of all chairs after a match, in which everybody has played against everybody else.
#[must_use]
pub fn rated(before: &[Rating], outcomes: &[Outcome]) -> Vec<Rating> {
    let score = |own: Outcome, other: Outcome| match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    let after = |idx: usize| {
        let others = (0..before.len()).filter(|&other| other != idx);
        let results: Vec<_> =
            others.map(|other| (before[other], score(outcomes[idx], outcomes[other]))).collect();
        before[idx].after(&results)
    };
    (0..before.len()).map(after).collect()
}

/// A change of a rating as people see it.
#[must_use]
pub fn change(chair: u8, before: &Rating, after: &Rating) -> RatingChange {
    RatingChange {
        chair,
        before: before.rating,
        after: after.rating,
        deviation: after.deviation,
        provisional: after.is_provisional(),
    }
}

/// A rating as people see it.
#[must_use]
pub fn view(game: &str, rating: &Rating, games: u32) -> RatingView {
    RatingView {
        game: game.to_owned(),
        rating: rating.rating,
        deviation: rating.deviation,
        provisional: rating.is_provisional(),
        games,
    }
}

/// What is kept of a finished match, chair by chair.
#[must_use]
pub fn standings<'a>(
    settings: &NewTable,
    summary: &TableSummary,
    results: &[ResultRow],
    events: impl IntoIterator<Item = &'a TableHappening>,
) -> Vec<StandingRow> {
    let thinking = thinking(events);
    let is_public = settings.watchers == Watchers::Everyone && !settings.hidden;
    let row = |(result, outcome): (&ResultRow, Outcome)| {
        let (moves, thinking) = thinking.get(&result.chair).copied().unwrap_or_default();
        StandingRow {
            table: result.table.clone(),
            chair: result.chair,
            user: result.user.clone(),
            game: result.game.clone(),
            opponent: opponent(results, result.chair),
            outcome,
            points: result.points,
            moves,
            thinking,
            is_public,
            finished: result.finished,
        }
    };
    results.iter().zip(outcomes(&summary.length, results)).map(row).collect()
}

/// Against whom a chair has played: `people`, the one computer player, or `several` of different kinds.
fn opponent(results: &[ResultRow], chair: u8) -> String {
    let others = results.iter().filter(|result| result.chair != chair);
    let kind = |result: &ResultRow| match result.user {
        Some(_) => "people".to_owned(),
        // With weights of a person's own it is still the same player.
        None => result.name.split(':').next().unwrap_or_default().to_owned(),
    };
    let mut kinds: Vec<_> = others.map(kind).collect();
    kinds.dedup();
    match <[String; 1]>::try_from(kinds) {
        Ok([kind]) => kind,
        Err(_) => "several".to_owned(),
    }
}

/// How many moves each chair has played, and how long they took together.
fn thinking<'a>(events: impl IntoIterator<Item = &'a TableHappening>) -> BTreeMap<u8, (u32, u64)> {
    let mut of_chair: BTreeMap<u8, (u32, u64)> = BTreeMap::new();
    let mut seats = None;
    for event in events {
        match event {
            TableHappening::Match(Happening::RoundStarted { players }) => seats = Some(players.clone()),
            TableHappening::Match(Happening::Moved { seat, spent, .. }) => {
                let chair = seats.as_ref().and_then(|players| players.get(*seat).copied());
                if let Some(chair) = chair {
                    let (moves, time) = of_chair.entry(chair).or_default();
                    *moves += 1;
                    *time = time.saturating_add(spent.0);
                }
            }
            _ => {}
        }
    }
    of_chair
}

/// Counts matches by game, chair and opponent.
#[must_use]
pub fn tallies<'a>(rows: impl IntoIterator<Item = &'a StandingRow>) -> Vec<Tally> {
    let mut tallies: BTreeMap<(&str, u8, &str), Tally> = BTreeMap::new();
    for row in rows {
        let tally = tallies.entry((&row.game, row.chair, &row.opponent)).or_insert_with(|| Tally {
            game: row.game.clone(),
            chair: row.chair,
            opponent: row.opponent.clone(),
            won: 0,
            drawn: 0,
            lost: 0,
            points: 0,
            moves: 0,
            thinking: 0,
        });
        match row.outcome {
            Outcome::Won => tally.won += 1,
            Outcome::Drawn => tally.drawn += 1,
            Outcome::Lost => tally.lost += 1,
        }
        tally.points += u64::from(row.points);
        tally.moves += u64::from(row.moves);
        tally.thinking += row.thinking;
    }
    tallies.into_values().collect()
}

/// The wins in a row by game, of matches in the order in which they ended.
#[must_use]
pub fn streaks<'a>(rows: impl IntoIterator<Item = (&'a str, Outcome)>) -> Vec<Streak> {
    let mut streaks: BTreeMap<&str, Streak> = BTreeMap::new();
    for (game, outcome) in rows {
        let streak =
            streaks.entry(game).or_insert_with(|| Streak { game: game.to_owned(), current: 0, longest: 0 });
        streak.current = if outcome == Outcome::Won { streak.current + 1 } else { 0 };
        streak.longest = streak.longest.max(streak.current);
    }
    streaks.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(chair: u8, user: Option<&str>, wins: u32, points: u32) -> ResultRow {
        ResultRow {
            table: "t".parse().unwrap(),
            chair,
            user: user.map(|id| id.parse().unwrap()),
            name: user.unwrap_or("level3").to_owned(),
            game: "othello".to_owned(),
            wins,
            draws: 0,
            losses: 0,
            points,
            rated: true,
            finished: 1,
        }
    }

    #[test]
    fn a_match_for_points_is_won_by_points_and_others_by_rounds() {
        let results = [result(0, Some("anna"), 1, 4), result(1, Some("bert"), 2, 2)];
        assert_eq!(outcomes("points=4", &results), [Outcome::Won, Outcome::Lost]);
        assert_eq!(outcomes("best-of=3", &results), [Outcome::Lost, Outcome::Won]);
        let even = [result(0, Some("anna"), 1, 1), result(1, Some("bert"), 1, 1)];
        assert_eq!(outcomes("rounds=2", &even), [Outcome::Drawn, Outcome::Drawn]);
    }

    #[test]
    fn at_a_table_of_four_everybody_plays_against_everybody() {
        let before = [Rating::default(); 4];
        let after = rated(&before, &[Outcome::Won, Outcome::Lost, Outcome::Lost, Outcome::Lost]);
        assert!(1_600.0 < after[0].rating);
        assert!(after[1..].iter().all(|rating| rating.rating < 1_500.0 && *rating == after[1]));
    }

    #[test]
    fn opponents_are_people_or_the_computer_player_by_name() {
        let results = [result(0, Some("anna"), 1, 1), result(1, None, 0, 0)];
        assert_eq!(opponent(&results, 0), "level3");
        assert_eq!(opponent(&results, 1), "people");
        let weighted = [results[0].clone(), ResultRow { name: "old:w1=2".to_owned(), ..results[1].clone() }];
        assert_eq!(opponent(&weighted, 0), "old", "whatever its weights");
        let four = [result(0, Some("anna"), 1, 1), result(1, None, 0, 0), result(2, Some("bert"), 0, 0)];
        assert_eq!(opponent(&four, 0), "several");
    }

    #[test]
    fn streaks_end_with_anything_but_a_win() {
        use Outcome::{Drawn, Lost, Won};
        let of_othello = [Won, Won, Won, Drawn, Won, Lost, Won, Won].map(|outcome| ("othello", outcome));
        let found = streaks(of_othello);
        assert_eq!((found[0].current, found[0].longest), (2, 3));
    }
}
