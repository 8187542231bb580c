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
    use framework::{
        Answers, AnyFound, AnySearchRequest, Ending, LevelChances, OptionsError, Text, Valuation, line_of,
        search::Limits,
    };

    use super::*;

    /// What a player finds in a position of a game.
    fn found(game: &str, options: &str, position: &str, player: &str, limits: &Limits) -> AnyFound {
        let game = find(GAMES, game).unwrap().open_text(options).unwrap();
        let pos = if position.is_empty() { game.start() } else { game.parse_position(position).unwrap() };
        let mut engine = game.engine(player).unwrap();
        engine.search(AnySearchRequest::new(&*pos, *limits).unwrap())
    }

    fn advice(game: &str, options: &str, position: &str, limits: &Limits) -> AnyFound {
        found(game, options, position, "adviser", limits)
    }

    #[test]
    fn connect_four_is_won_drawn_or_lost_in_so_many_plies() {
        let middle = advice("connect4", "", "444", &Limits::NONE);
        let worth = |text: &str| middle.moves.iter().find(|mv| mv.text == text).unwrap().worth.unwrap();
        assert!(
            matches!(middle.worth, Some(Valuation::Certain { ending: Ending::Lost, plies: Some(38) })),
            "{:?}",
            middle.worth
        );
        assert!(matches!(worth("1"), Valuation::Certain { ending: Ending::Lost, plies: Some(_) }));
        let first = advice("connect4", "", "", &Limits::NONE).moves;
        let third = first.iter().find(|mv| mv.text == "3").unwrap().worth;
        assert_eq!(third, Some(Valuation::Certain { ending: Ending::Drawn, plies: None }));
    }

    #[test]
    fn beyond_the_reach_of_the_solver_a_lead_in_connect_four_is_only_a_score() {
        let advice = advice("connect4", "12x10x5", "6 5", &Limits::depth(3));
        assert!(
            advice.moves.iter().all(|mv| matches!(mv.worth, Some(Valuation::Score { .. }))),
            "{advice:?}"
        );
    }

    #[test]
    fn othello_is_counted_in_discs_as_a_guess_and_at_the_end_for_certain() {
        let guessed = advice("othello", "", "f5d6c3d3c4", &Limits::depth(4));
        let is_guess = |worth| matches!(worth, Some(Valuation::Discs { certain: false, .. }));
        assert!(is_guess(guessed.worth) && guessed.moves.iter().all(|mv| is_guess(mv.worth)), "{guessed:?}");
        let ended = advice("othello", "4x4", "", &Limits::NONE);
        assert_eq!(ended.worth, Some(Valuation::Discs { more: -10.0, certain: true }), "3 to 11, and 2 left");
    }

    #[test]
    fn who_only_looks_for_the_best_move_claims_nothing_about_the_others() {
        let found = found("othello", "", "f5d6c3d3c4", "level10", &Limits::depth(4));
        assert!(found.worth.is_some());
        assert!(found.moves.iter().any(|mv| mv.value.is_some() && mv.worth.is_none()), "{found:?}");
    }

    #[test]
    fn backgammon_is_counted_in_equity_with_the_chances_of_the_best_play() {
        let game = find(GAMES, "backgammon").unwrap().open_text("").unwrap();
        let mut pos = game.start();
        pos.play("31").unwrap();
        let mut engine = game.engine("adviser").unwrap();
        let advice = engine.search(AnySearchRequest::new(&*pos, Limits::depth(1)).unwrap());
        let Some(Valuation::Equity { points, chances: Some(LevelChances { win, .. }) }) = advice.worth else {
            panic!("{:?}", advice.worth);
        };
        assert!((0.0..0.5).contains(&points) && (0.5..0.7).contains(&win[0]), "{points} {win:?}");
        assert!(advice.moves.iter().all(|mv| matches!(mv.worth, Some(Valuation::Equity { .. }))));
    }

    #[test]
    fn blokus_is_a_chance_between_two_and_a_place_among_four() {
        let duo = advice("blokus", "duo", "", &Limits::nodes(20));
        assert!(
            matches!(duo.worth, Some(Valuation::Chance { win }) if (0.0..=1.0).contains(&win)),
            "{duo:?}"
        );
        let four = advice("blokus", "", "", &Limits::nodes(4));
        let is_place = |expected: f32| (1.0..=4.0).contains(&expected);
        assert!(matches!(four.worth, Some(Valuation::Place { expected, of: 4 }) if is_place(expected)));
    }

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
                        let refused = opened.err();
                        assert_eq!(fits, is_within, "{}: {line}: {refused:?}", entry.info.id);
                        if let Some(refused) = refused {
                            let Text { en, de } = refused.text();
                            assert_eq!(refused.to_string(), en);
                            assert_ne!(de, en, "the reason is told in one language only");
                        }
                    }
                }
            }
        }
    }
}
