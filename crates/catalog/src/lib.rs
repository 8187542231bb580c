//! The one list of games.
//!
//! Whoever adds a game adds its line here, and the command line, the records and everything else know it.
//!
//! ```
//! for entry in catalog::GAMES {
//!     assert!(catalog::find(catalog::GAMES, entry.info.id).is_some());
//! }
//! ```

#![forbid(unsafe_code)]

use framework::GameEntry;

/// All games of the house, in the order in which people see them.
pub const GAMES: &[GameEntry] = &[connect4::ENTRY, othello::ENTRY, backgammon::ENTRY, blokus::ENTRY];

/// Finds a game by its word, whatever the case of its letters.
#[must_use]
pub fn find<'a>(games: &'a [GameEntry], id: &str) -> Option<&'a GameEntry> {
    games.iter().find(|entry| entry.info.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use framework::{Answers, OptionsError, line_of};

    use super::GAMES;

    #[test]
    fn the_usual_answers_to_the_fields_of_a_game_choose_the_usual_game() {
        for entry in GAMES {
            let usual = entry.open_text("").unwrap();
            let chosen = entry.open_text(&line_of(usual.fields(), |_| None)).unwrap();
            assert_eq!(chosen.options(), usual.options(), "{}", entry.info.id);
        }
    }

    /// Answers of a field, and whether the game may refuse them only because they fit nothing else.
    fn answers(answers: &Answers) -> Vec<(String, bool)> {
        match answers {
            &Answers::Number { least, most, .. } => {
                let inside = [least, most].map(|number| (number.to_string(), true));
                inside.into_iter().chain([((most + 1).to_string(), false)]).collect()
            }
            Answers::Choice(words) => words.iter().map(|(word, _)| ((*word).to_owned(), true)).collect(),
            Answers::Switch => vec![("yes".to_owned(), true)],
        }
    }

    #[test]
    fn a_game_refuses_no_answer_within_the_bounds_of_its_fields_and_every_number_beyond_them() {
        for entry in GAMES {
            let groups = entry.open_text("").unwrap().fields();
            for group in groups {
                for field in group.fields {
                    for (answer, is_within) in answers(&field.answers) {
                        let line = line_of(groups, |name| match group.only_if {
                            _ if name == field.name => Some(answer.clone()),
                            Some((other, word)) if name == other => Some(word.to_owned()),
                            _ => None,
                        });
                        let opened = entry.open_text(&line);
                        let fits = matches!(opened, Ok(_) | Err(OptionsError::Impossible(_)));
                        assert_eq!(fits, is_within, "{}: {line}: {:?}", entry.info.id, opened.err());
                    }
                }
            }
        }
    }
}
