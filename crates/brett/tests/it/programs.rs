//! Other programs as players: our own, and some that misbehave.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use framework::{
    AnyGame, Decision, End, Length, Match, Millis, RoundSoFar, Seat, Settings, Turn, search::Limits,
};
use players::{
    external::{self, ExternalDecision, ExternalError, ExternalPlayer, GtpPlayer},
    runner,
};

/// Answers to `list_commands` and then does something else.
const GREET: &str = "read line; printf '= genmove\\n\\n'; ";

#[test]
fn our_own_program_plays_whole_games_of_every_variant() {
    for entry in catalog::GAMES {
        for variant in entry.info.variants {
            let game = entry.open_text(variant.options).expect("a listed variant");
            let command =
                format!("gtp:exec {} engine {} --player random", env!("CARGO_BIN_EXE_brett"), entry.info.id);
            let contest = play(&game, &command);
            assert_eq!(contest.round_end(), Some(&End::Over), "{} {}", entry.info.id, variant.options);
        }
    }
}

#[test]
fn a_round_from_another_position_is_set_up() {
    let game = open("othello");
    let start = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O";
    let settings = Settings { start: Some(start.to_owned()), ..Settings::casual(2, 1) };
    let contest = Match::new(Arc::clone(&game), settings, Millis(0)).expect("a position");
    let mut player = start_own(&game);
    assert_eq!(choose(&mut player, &contest).expect("a move"), ExternalDecision::Move("pass".to_owned()));
}

#[test]
fn moves_that_were_taken_back_are_forgotten() {
    let game = open("connect4");
    let mut player = start_own(&game);
    for moves in [&["4", "4"][..], &["1", "2", "3", "4"], &[]] {
        let mut contest = Match::new(Arc::clone(&game), Settings::casual(2, 1), Millis(0)).expect("a match");
        for (mv, ply) in moves.iter().zip(0..) {
            let seat = Seat::new(ply as usize % 2);
            contest
                .act(seat, ply, framework::Action::Move((*mv).to_owned()), Millis(0))
                .expect("a legal move");
        }
        assert!(matches!(choose(&mut player, &contest), Ok(ExternalDecision::Move(_))));
    }
}

#[test]
fn a_program_that_does_not_exist_has_ended() {
    let error = fail("/nowhere/at/all");
    assert!(matches!(error, ExternalError::Died { .. }), "{error}");
    assert!(error.to_string().contains("/nowhere/at/all"), "it says why: {error}");
    assert!(matches!(fail(" "), ExternalError::Start { .. }));
}

#[test]
fn a_program_that_ends_early_is_told_with_its_last_words() {
    let error = fail(&format!("{GREET} echo first >&2; echo 'no such module' >&2; exit 3"));
    assert!(matches!(error, ExternalError::Died { .. }), "{error}");
    assert!(error.to_string().ends_with("no such module"), "{error}");
}

#[test]
fn a_program_that_sleeps_is_ended_with_all_that_it_has_started() {
    let marker = std::env::temp_dir().join(format!("brett-sleeper-{}", std::process::id()));
    let path = marker.to_str().expect("a name in UTF-8");
    let began = Instant::now();
    let error =
        fail_within(Duration::from_millis(500), &format!("{GREET} (sleep 2; touch {path}) & sleep 60"));
    assert!(matches!(error, ExternalError::TimeOver(_)), "{error}");
    assert!(began.elapsed() < Duration::from_secs(30));
    std::thread::sleep(Duration::from_millis(2_000));
    assert!(!marker.exists(), "a child of the program lives on");
}

#[test]
fn garbage_is_no_answer() {
    let error = fail(&format!("{GREET} read line; echo 'Welcome to my bot!'; sleep 60"));
    assert!(matches!(&error, ExternalError::NoAnswer(line) if line == "Welcome to my bot!"), "{error}");
    let error = fail(&format!("{GREET} head -c 300 /dev/urandom | tr '=?\\n' 'xxx'; echo; sleep 60"));
    assert!(matches!(error, ExternalError::NoAnswer(_)), "{error}");
}

#[test]
fn huge_output_is_cut_off() {
    let error = fail(&format!("{GREET} printf '= '; yes xxxxxxxxxxxxxxxxxxxxxxxxxxxx"));
    assert!(matches!(error, ExternalError::TooLong(_)), "{error}");
    let error = fail(&format!("{GREET} printf '= '; tr '\\0' x < /dev/zero"));
    assert!(matches!(error, ExternalError::TooLong(_)), "{error}");
}

#[test]
fn an_answer_that_is_cut_is_none() {
    let error = fail(&format!("{GREET} read line; printf '= 4'"));
    assert!(matches!(error, ExternalError::Died { .. }), "{error}");
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    let always = |answer: &str| format!("while read line; do printf '= {answer}\\n\\n'; done");
    let error = fail(&always("9"));
    assert!(matches!(&error, ExternalError::Move { answer, .. } if answer == "9"), "{error}");
    assert!(error.to_string().contains("\"9\" cannot be played"), "{error}");
    assert!(matches!(fail(&always("")), ExternalError::Move { .. }));
    assert!(matches!(fail(&always("💥")), ExternalError::Move { .. }));
}

#[test]
fn a_refusal_is_an_error_of_its_own() {
    let error = fail("while read line; do printf '? I will not\\n\\n'; done");
    assert!(matches!(&error, ExternalError::Refused { problem, .. } if problem == "I will not"), "{error}");
}

#[test]
fn resigning_is_an_answer() {
    let game = open("connect4");
    let mut player = GtpPlayer::start("while read line; do printf '= resign\\n\\n'; done", Arc::clone(&game))
        .expect("it starts");
    let contest = Match::new(game, Settings::casual(2, 1), Millis(0)).expect("a match");
    assert_eq!(choose(&mut player, &contest).expect("an answer"), ExternalDecision::Resign);
}

#[test]
fn who_fails_loses_the_game() {
    for (id, points) in [("connect4", 1), ("backgammon", 3)] {
        let game = open(id);
        let mut contest = Match::new(game, Settings::casual(2, 1), Millis(0)).expect("a match");
        let Turn::Seat(seat) = contest.position().turn() else { panic!("the dice have fallen") };
        external::forfeit(&mut contest, seat, Millis(5)).expect("two can give up");
        assert!(contest.is_over());
        let winner = usize::from(seat == Seat::FIRST);
        assert_eq!(contest.scores()[winner].points, points, "{id}");
    }
}

#[test]
fn only_players_outside_are_opened() {
    let game = open("connect4");
    assert!(open_player("level5", &game).is_none());
    assert!(open_player("alphabeta:table=16", &game).is_none());
    assert!(
        open_player("file:/tmp/x", &game).is_some_and(|player| player.is_ok_and(|player| player.is_file()))
    );
}

/// Plays one game in which all seats belong to one program.
fn play(game: &Arc<dyn AnyGame>, command: &str) -> Match {
    let seats = game.start().seats();
    let length = game.points_to_win().map_or(Length::Rounds(1), Length::Points);
    let settings = Settings { length, ..Settings::casual(seats, 1) };
    let mut contest = Match::new(Arc::clone(game), settings, Millis(0)).expect("a match");
    let mut player = open_player(command, game).expect("a player outside").expect("it starts");
    let minute = Some(Millis::seconds(60));
    while let (None, Turn::Seat(seat)) = (contest.round_end(), contest.position().turn()) {
        let so_far = RoundSoFar::of(&contest);
        let decided = runner::decide(&mut player, &so_far, Limits::NONE, minute, || false);
        let Decision::Played(mv) = decided.decision.expect("our own program behaves") else {
            panic!("it never resigns")
        };
        let ply = contest.ply();
        contest.act(seat, ply, framework::Action::Move(mv), Millis(0)).expect("a legal move");
    }
    contest
}

fn open(id: &str) -> Arc<dyn AnyGame> {
    let entry = catalog::find(catalog::GAMES, id).expect("a game of the catalog");
    entry.open_text("").expect("the usual game")
}

fn open_player(text: &str, game: &Arc<dyn AnyGame>) -> Option<Result<ExternalPlayer, ExternalError>> {
    ExternalPlayer::open(text, game, Box::new(|problem| panic!("{problem}")))
}

fn start_own(game: &Arc<dyn AnyGame>) -> GtpPlayer {
    let command = format!("exec {} engine {} --player random", env!("CARGO_BIN_EXE_brett"), game.info().id);
    GtpPlayer::start(&command, Arc::clone(game)).expect("our own program starts")
}

fn choose(player: &mut GtpPlayer, contest: &Match) -> Result<ExternalDecision, ExternalError> {
    player.choose(&RoundSoFar::of(contest), None, Some(Duration::from_secs(20)))
}

/// The error of a program that should have begun a game of Connect Four.
#[track_caller]
fn fail(command: &str) -> ExternalError {
    fail_within(Duration::from_secs(20), command)
}

#[track_caller]
fn fail_within(limit: Duration, command: &str) -> ExternalError {
    let game = open("connect4");
    let contest = Match::new(Arc::clone(&game), Settings::casual(2, 1), Millis(0)).expect("a match");
    let outcome = GtpPlayer::start(command, game)
        .and_then(|mut player| player.choose(&RoundSoFar::of(&contest), None, Some(limit)));
    outcome.expect_err("this program misbehaves")
}
