//! Rounds, score and the end of a match.

use framework::{Action, Length, Match, MatchError, Millis, Seating, Settings, UndoRule};

use crate::table::{Table, table};

fn nim(length: Length) -> Table {
    table("nim 1", |settings| settings.length = length)
}

#[test]
fn the_next_round_keeps_the_score_and_a_new_game_clears_it() {
    let mut table = nim(Length::Endless);
    table.play(1, "1-1");
    assert_eq!(table.points(), [1, 0]);
    table.next_round();
    assert_eq!(table.points(), [1, 0]);
    table.play(1, "1-1");
    assert_eq!(table.points(), [2, 0]);
    table.does(2, Action::NewGame);
    assert_eq!(table.points(), [0, 0]);
    assert_eq!(table.position(), "1: 1");
}

#[test]
fn a_round_begins_when_everybody_is_ready() {
    let mut table = nim(Length::Rounds(2));
    table.refuses(1, Action::Ready, "the round is not over yet");
    table.play(1, "1-1");
    table.does(1, Action::Ready);
    assert!(table.contest.round_end().is_some(), "one seat alone does not begin");
    table.does(2, Action::Ready);
    assert!(table.contest.round_end().is_none());
}

/// Lets the first seat win every round, and checks that the match is over after so many.
#[track_caller]
fn check_over_after(rounds: u32, length: Length) {
    let mut table = nim(length);
    for round in 1..=rounds {
        assert!(!table.contest.is_over(), "round {round}");
        table.play(1, "1-1");
        if round < rounds {
            table.next_round();
        }
    }
    assert!(table.contest.is_over());
    table.refuses(1, Action::Ready, "the match is over");
}

#[test]
fn all_agreed_rounds_are_played_even_when_the_winner_is_known() {
    check_over_after(3, Length::Rounds(3));
}

#[test]
fn best_of_five_ends_when_nobody_can_catch_up() {
    check_over_after(3, Length::BestOf(5));
}

#[test]
fn players_who_rotate_begin_in_turn() {
    let mut table = table("nim 1", |settings| {
        settings.length = Length::BestOf(5);
        settings.seating = Seating::Rotating;
    });
    for _ in 0..4 {
        table.play(1, "1-1");
        table.next_round();
    }
    assert_eq!(table.points(), [2, 2], "whoever sits first wins this game");
    table.play(1, "1-1");
    assert!(table.contest.is_over());
    assert_eq!(table.points(), [3, 2]);
}

#[test]
fn a_match_to_points_counts_what_a_round_was_worth() {
    let mut table = table("dice-race seats=2 points=3", |settings| settings.length = Length::Points(3));
    table.does(1, Action::Resign(Some("double".to_owned())));
    assert_eq!(table.points(), [0, 2]);
    assert!(!table.contest.is_over());
    table.next_round();
    assert_eq!(table.position(), "0:2 0 to-roll", "the standing reaches the rules");
    table.does(1, Action::Resign(Some("double".to_owned())));
    assert_eq!(table.points(), [0, 4]);
    assert!(table.contest.is_over());
}

#[test]
fn the_standing_follows_the_players_not_the_seats() {
    let mut table = table("dice-race seats=2", |settings| {
        settings.length = Length::Endless;
        settings.seating = Seating::Rotating;
    });
    table.does(1, Action::Resign(Some("double".to_owned())));
    table.next_round();
    assert_eq!(table.position(), "2:0 0 to-roll", "the winner of two points sits first now");
}

#[test]
fn a_running_game_is_not_thrown_away_where_moves_are_not_taken_back() {
    let mut table = table("nim 3", |settings| settings.undo = UndoRule::Never);
    table.refuses(1, Action::NewGame, "the round is not over yet");
}

#[test]
fn a_round_can_begin_in_any_position() {
    let table = table("nim 3+4", |settings| settings.start = Some("2: 1 1".to_owned()));
    assert_eq!(table.position(), "2: 1 1");
    assert_eq!(table.contest.record().rounds[0].start.as_deref(), Some("2: 1 1"));
}

#[test]
fn settings_that_do_not_fit_are_refused() {
    let check = |change: fn(&mut Settings), expected: MatchError| {
        let game = crate::dice_race::ENTRY.open_text("seats=2 points=5").unwrap();
        let mut settings = Settings { length: Length::Points(5), ..Settings::casual(2, 1) };
        change(&mut settings);
        assert_eq!(Match::new(game, settings, Millis(0)).err(), Some(expected));
    };
    check(|settings| settings.players.truncate(1), MatchError::Players { found: 1, expected: 2 });
    check(|settings| settings.length = Length::Rounds(1), MatchError::Length { game: 5 });
    check(|settings| settings.players[0] = "a\nb".to_owned(), MatchError::Name("a\nb".to_owned()));
    check(|settings| settings.players[1] = " ".to_owned(), MatchError::Name(" ".to_owned()));
}

#[test]
fn an_action_is_refused_unless_it_is_possible_now() {
    let mut table = table("nim 3", |_| {});
    table.refuses(2, Action::Move("1-1".to_owned()), "it is the turn of seat 1");
    table.refuses(3, Action::Move("1-1".to_owned()), "there is no seat 3 in this match");
    table.refuses(1, Action::Move("9-1".to_owned()), "illegal move: the heap is too small for that");
    table.refuses(1, Action::Roll, "there is nothing to roll now");
    table.refuses(1, Action::Accept, "there is no offer to answer");
    let stale = table.contest.act(framework::Seat::FIRST, 5, Action::Move("1-1".to_owned()), Millis(0));
    assert_eq!(
        stale.unwrap_err().to_string(),
        "0 plies have been played by now; look at the new position first"
    );
    table.play(1, "3-1");
    table.refuses(2, Action::Move("1-1".to_owned()), "the round is over");
}
