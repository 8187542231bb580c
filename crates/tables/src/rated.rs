//! Who plays a rated match now, and therefore gets no advice about the same game.
//!
//! Soft state: it is noted when a table is loaded and whenever it changes.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

use protocol::{Code, Phase, Problem, Sitter, TableId, TableSummary, UserId};

/// The rated matches that are being played.
#[derive(Debug, Default)]
pub struct RatedMatches(Mutex<BTreeMap<TableId, RatedMatch>>);

#[derive(Debug)]
struct RatedMatch {
    game: String,
    players: Vec<UserId>,
}

impl RatedMatches {
    fn of(&self) -> MutexGuard<'_, BTreeMap<TableId, RatedMatch>> {
        locks::lock(&self.0)
    }

    /// Notes how a table stands.
    pub fn note(&self, table: &TableSummary) {
        if !table.rated {
            return;
        }
        if table.phase != Phase::Playing {
            self.of().remove(&table.id);
            return;
        }
        // Anyone who has left a chair may come back to it, so the match is still theirs.
        let players = table.chairs.iter().flat_map(|chair| {
            let sitter = match &chair.sitter {
                Some(Sitter::Person(person)) => Some(person),
                Some(Sitter::Engine(_)) | None => None,
            };
            sitter.into_iter().chain(&chair.kept_for).map(|person| person.id.clone())
        });
        let rated = RatedMatch { game: table.game.clone(), players: players.collect() };
        self.of().insert(table.id.clone(), rated);
    }

    /// Lets a person ask for advice about a game, unless they play a rated match of it.
    ///
    /// # Errors
    /// If they do.
    pub fn let_ask(&self, user: &UserId, game: &str) -> Result<(), Problem> {
        let plays = |rated: &RatedMatch| rated.game == game && rated.players.contains(user);
        if !self.of().values().any(plays) {
            return Ok(());
        }
        let sentence = "you are playing a rated match of this game; finish it first, then ask for advice";
        Err(Problem::new(Code::RatedMatch, sentence))
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Chair, Person, Watchers};

    use super::*;

    fn person(name: &str) -> Person {
        Person { guest: false, ..Person::guest(name.parse().unwrap(), name.to_owned()) }
    }

    fn table(rated: bool, phase: Phase) -> TableSummary {
        let sits = Chair { sitter: Some(Sitter::Person(person("anna"))), ..Chair::default() };
        let left = Chair { kept_for: Some(person("bert")), ..Chair::default() };
        TableSummary {
            id: "t1".parse().unwrap(),
            game: "othello".to_owned(),
            options: String::new(),
            host: person("anna"),
            chairs: vec![sits, left],
            length: String::new(),
            clock: String::new(),
            rated,
            locked: false,
            watchers: Watchers::Everyone,
            phase,
            created: 0,
        }
    }

    fn may_ask(rated: &RatedMatches, name: &str, game: &str) -> bool {
        rated.let_ask(&name.parse().unwrap(), game).is_ok()
    }

    #[test]
    fn rated_players_get_no_hints_for_the_same_game() {
        let rated = RatedMatches::default();
        rated.note(&table(true, Phase::Waiting));
        assert!(may_ask(&rated, "anna", "othello"), "it has not begun");
        rated.note(&table(true, Phase::Playing));
        assert!(!may_ask(&rated, "anna", "othello"));
        assert!(!may_ask(&rated, "bert", "othello"), "he may come back to his chair");
        assert!(may_ask(&rated, "anna", "blokus") && may_ask(&rated, "carla", "othello"));
        rated.note(&table(true, Phase::Over));
        assert!(may_ask(&rated, "anna", "othello"));
    }

    #[test]
    fn a_match_that_counts_for_nothing_forbids_nothing() {
        let rated = RatedMatches::default();
        rated.note(&table(false, Phase::Playing));
        assert!(may_ask(&rated, "anna", "othello"));
    }
}
