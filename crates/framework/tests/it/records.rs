//! Records: lossless, strict and true; and matches restored from their events.

use framework::{
    Action, Event, FlagRule, Length, Match, Millis, Record, RecordError, Rng, Rolling, Seat, Seating, Turn,
    UndoRule, testkit,
};

use crate::table::{GAMES, Table, table};

/// A match of random actions, sensible and not, in any order.
fn random_match(seed: u64) -> Table {
    let mut rng = Rng::stream(seed, "random_match", 0);
    let games = ["nim 3+4+5", "nim 1", "dice-race seats=2", "dice-race seats=3", "dice-race seats=4"];
    let clocks = ["none", "5s/move", "20s+1s", "10s~2s"];
    let undo = [UndoRule::Free, UndoRule::ByAgreement, UndoRule::Never];
    let mut table = table(games[rng.index(games.len())], |settings| {
        settings.clock = clocks[rng.index(clocks.len())].parse().unwrap();
        settings.undo = undo[rng.index(undo.len())];
        settings.length =
            [Length::Rounds(3), Length::BestOf(3), Length::Points(2), Length::Endless][rng.index(4)];
        settings.seating = [Seating::Fixed, Seating::Rotating][rng.index(2)];
        settings.flag = [FlagRule::LosesRound, FlagRule::LosesMatch][rng.index(2)];
        settings.rolling = [Rolling::Automatic, Rolling::OnRequest][rng.index(2)];
    });
    for _ in 0..rng.index(80) {
        table.wait(rng.below(3_000));
        let seat = rng.index(4) + 1;
        let action = match rng.index(15) {
            0 => Action::Resign(None),
            1 => Action::OfferDraw,
            2 => Action::Undo(Some(rng.index(5) as u32)),
            3 => Action::Accept,
            4 => Action::Decline,
            5 => Action::NewGame,
            6 | 7 => Action::Ready,
            8 => Action::Roll,
            9 => Action::Leave,
            _ => {
                let moves = table.contest.position().legal_moves();
                Action::Move(if moves.is_empty() {
                    "1".into()
                } else {
                    moves[rng.index(moves.len())].clone()
                })
            }
        };
        let seat = match (&action, table.contest.position().turn()) {
            (Action::Move(_), Turn::Seat(mover)) => mover.number(),
            _ => seat,
        };
        // Refused actions are part of the game; that they change nothing is seen by what follows.
        let _ = table.act(seat, action);
        table.contest.tick(table.now);
    }
    table
}

#[test]
fn every_match_is_restored_from_its_events() {
    for seed in 0..2_000 {
        let contest = random_match(seed).contest;
        let game = contest.game().clone();
        let events: Vec<Event> = contest.events_since(0).unwrap().to_vec();
        let json = serde_json::to_string(&events).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Event>>(&json).unwrap(), events, "seed {seed}");
        let restored = Match::from_events(game, contest.settings().clone(), events).unwrap();
        assert_eq!(restored.record(), contest.record(), "seed {seed}");
        assert_eq!(restored.position().key(), contest.position().key(), "seed {seed}");
        assert_eq!(restored.next_deadline(), contest.next_deadline(), "seed {seed}");
        assert_eq!(restored.pending_offer(), contest.pending_offer(), "seed {seed}");
        for seat in Seat::all(contest.seats()) {
            let (now, then) = (Millis(1 << 20), contest.time_left(seat, Millis(1 << 20)));
            assert_eq!(restored.time_left(seat, now), then, "seed {seed}");
        }
    }
}

#[test]
fn every_record_survives_being_written_and_holds_what_it_claims() {
    for seed in 0..2_000 {
        let contest = random_match(seed).contest;
        let text = contest.record().to_string();
        let record: Record = text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(&record, contest.record(), "seed {seed}");
        assert_eq!(record.to_string(), text, "seed {seed}");
        let replayed = record.replay(GAMES).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(replayed.position.key(), contest.position().key(), "seed {seed}");
    }
}

#[test]
fn impossible_events_are_refused() {
    let contest = random_match(11).contest;
    let events = contest.events_since(0).unwrap().to_vec();
    for skipped in 0..events.len() - 1 {
        let mut damaged = events.clone();
        damaged.remove(skipped);
        let restored = Match::from_events(contest.game().clone(), contest.settings().clone(), damaged);
        assert!(restored.is_err(), "the gap after event {skipped} is found");
    }
}

#[test]
fn events_in_a_wrong_order_never_do_harm() {
    let mut rng = Rng::from_seed(8);
    for seed in 0..500 {
        let contest = random_match(seed).contest;
        let mut events = contest.events_since(0).unwrap().to_vec();
        let (left, right) = (rng.index(events.len()), rng.index(events.len()));
        let (first, second) = (events[left].what.clone(), events[right].what.clone());
        events[left].what = second;
        events[right].what = first;
        match Match::from_events(contest.game().clone(), contest.settings().clone(), events) {
            Ok(restored) => assert_eq!(restored.version(), contest.version()),
            Err(error) => assert!(error.to_string().contains("cannot have happened"), "{error}"),
        }
    }
}

#[test]
fn a_version_that_never_was_has_no_events() {
    let contest = random_match(1).contest;
    assert_eq!(contest.events_since(contest.version()), Some(&[][..]));
    assert_eq!(contest.events_since(contest.version() + 1), None);
    assert_eq!(contest.events_since(u64::MAX), None);
}

fn sample() -> String {
    let mut table = table("dice-race seats=2", |settings| {
        settings.players = vec!["Änne Grün".to_owned(), "bot #2 @home".to_owned()];
        settings.length = Length::BestOf(3);
        settings.clock = "1m+2s".parse().unwrap();
    });
    for turn in 0..6 {
        table.wait(1_234);
        table.play(turn % 2 + 1, "roll");
        table.play(turn % 2 + 1, "keep");
    }
    table.next_round();
    table.play(1, "roll");
    table.does(2, Action::Resign(Some("double".to_owned())));
    table.next_round();
    table.play(1, "roll");
    table.contest.record().to_string()
}

#[test]
fn a_record_looks_like_this() {
    insta::assert_snapshot!(sample());
}

#[test]
fn a_record_cut_anywhere_is_refused() {
    let text = sample();
    for (at, _) in text.char_indices().skip(1) {
        assert!(text[..at].parse::<Record>().is_err(), "cut before byte {at}");
    }
    assert!(text.parse::<Record>().is_ok());
    assert!(format!("{text}more\n").parse::<Record>().is_err());
}

#[track_caller]
fn check_claim(from: &str, to: &str, expected: &str) {
    let text = sample();
    assert!(text.contains(from), "the sample has {from:?}");
    let record: Result<Record, _> = text.replacen(from, to, 1).parse();
    let error = record.and_then(|record| record.replay(GAMES)).expect_err("the changed record is refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_a_record_claims_is_checked() {
    check_claim("game dice-race", "game chess", "the game \"chess\" is unknown; known are nim, dice-race");
    check_claim("seats=2", "seats=5", "the options of the record: seats is 5; it must lie between 2 and 4");
    check_claim("seats=2", "seats=3", "the record has 2 players, the game has 3 seats");
    check_claim(
        "1 keep",
        "1 fly",
        "round 1, ply 3: cannot read \"fly\": this is no move; write roll, keep, drop or a face",
    );
    check_claim("1 keep", "1 roll", "round 1, ply 3: illegal move: not now");
    check_claim(
        "1 keep",
        "2 keep",
        "round 1, ply 3: the record lets seat 2 move, but it is the turn of seat 1",
    );
    check_claim(
        "1 keep",
        "* 1",
        "round 1, ply 3: the record lets the dice move, but it is the turn of seat 1",
    );
    check_claim(
        "result over",
        "result draw-agreed",
        "round 1: the result says draw-agreed, but the game is over by its rules",
    );
    check_claim(
        "resigned 2 double 2 0",
        "resigned 2 double 1 0",
        "round 2: the result says resigned 2 double, but this gives the points 2 0",
    );
    check_claim(
        "resigned 2 double 2 0",
        "resigned 2 cube 2 0",
        "round 2: the result says resigned 2 cube, but nobody can end this game in that way",
    );
    check_claim(
        "resigned 2 double 2 0",
        "over 2 0",
        "round 2: the result says over, but the game is not over",
    );
}

#[test]
fn a_changed_hash_is_found() {
    let text = sample();
    let at = text.find("hash ").unwrap() + 5;
    let other = if &text[at..=at] == "0" { "1" } else { "0" };
    let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
    let error = changed.parse::<Record>().unwrap().replay(GAMES).unwrap_err();
    assert!(matches!(error, RecordError::WrongHash { round: 1, .. }), "{error}");
    assert!(error.is_false_claim());
}

#[test]
fn an_unfinished_game_has_an_open_result() {
    let record: Record = sample().parse().unwrap();
    assert_eq!(record.rounds.last().unwrap().result, None);
    assert_eq!(record.scores()[0].wins + record.scores()[1].wins + record.scores()[0].draws, 2);
}

#[test]
fn damaged_records_never_do_harm() {
    let text = sample();
    let mut rng = Rng::stream(1, "damaged_records", 0);
    for _ in 0..testkit::fuzz_inputs() {
        let damaged = testkit::mutated(&text, "result over 1 0\nround 2 players 2 1\n* 3\n", &mut rng);
        let damaged = String::from_utf8_lossy(&damaged);
        if let Ok(record) = damaged.parse::<Record>() {
            assert_eq!(record.to_string(), damaged, "a record has one form only");
            if let Ok(replayed) = record.replay(GAMES) {
                assert_eq!(record.rounds.last().map(|round| round.hash), Some(replayed.position.key()));
            }
        }
    }
}

#[test]
fn a_giant_text_is_refused_before_it_is_read() {
    let error = "x".repeat((16 << 20) + 1).parse::<Record>().unwrap_err();
    assert_eq!(error, RecordError::TooLong { bytes: (16 << 20) + 1 });
}
