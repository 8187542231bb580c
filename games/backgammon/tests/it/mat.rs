//! Matches in `.mat` files.

use backgammon::{Backgammon, notation::mat};
use framework::{
    Annotations, ClockRule, End, FlagRule, Game, Length, PerSeat, Position, Record, RecordedMove, Rng,
    RoundRecord, Seat, Turn, random_move,
};

use crate::game;

const MATCH: &str = "\
; [Event \"Club\"]
 3 point match

 Game 1
 Anna : 0                             Bert B. : 0
  1)                                   42: 8/4 6/4
  2) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)
  3) 21: 13/11 6/5                      Doubles => 2
  4)  Takes                            11: 8/7 8/7 6/5 6/5
  5) 55: 8/3(2) 6/1*(2)                 66: Cannot Move
      Wins 2 points

 Game 2
 Anna : 2                             Bert B. : 0
  1) 21: 13/11 6/5
                                        Wins 1 point
";

fn replayed(record: &Record) -> bool {
    record.replay(&[backgammon::ENTRY]).is_ok()
}

#[test]
fn a_match_is_read_with_names_rolls_cube_and_results() {
    let text = MATCH.replace("  5) 55: 8/3(2) 6/1*(2)                 66: Cannot Move\n", "");
    let record = mat::read(&text).expect("a match");
    assert_eq!(record.players, ["Anna", "Bert B."]);
    assert_eq!((record.length, record.options.as_str()), (Length::Points(3), "match=3"));
    let moves: Vec<&str> = record.rounds[0].moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(moves[..7], ["24", "8/4 6/4", "roll", "31", "8/5 6/5", "roll", "66"]);
    assert!(moves.contains(&"double") && moves.contains(&"take"));
    let resigned = |seat, level: &str| End::Resigned { seat, level: level.to_owned() };
    assert_eq!(
        record.rounds[0].result,
        Some((
            resigned(Seat::SECOND, "single"),
            PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { 2 } else { 0 })
        ))
    );
    assert_eq!(
        record.rounds[1].result.as_ref().map(|result| &result.0),
        Some(&resigned(Seat::FIRST, "single"))
    );
    assert!(replayed(&record), "{:?}", record.replay(&[backgammon::ENTRY]));
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (text, expected) in [
        ("hello", "there is no line such as \"7 point match\"; is this a .mat file?"),
        ("99 point match", "a match to 99 points is longer than 64, the longest that is read"),
        (" 3 point match\n Game 1\n  1) 31: 8/5 6/4", "line 3: "),
        (" 3 point match\n Game 1\n  1) what", "line 3: \"what\" is neither"),
        (" 3 point match\n Game 1\n  1) Takes", "line 3: take is not possible here"),
        (" 3 point match\n Game 1\n  1) 33: 8/5", "line 3: 33 is no roll here"),
    ] {
        let error = mat::read(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

/// A match of random games.
fn random_match(game: &Backgammon, seed: u64) -> Record {
    let mut rng = Rng::from_seed(seed);
    let mut record = Record {
        game: "backgammon".to_owned(),
        options: game.options(),
        players: vec!["Anna".to_owned(), "Bert".to_owned()],
        length: Length::Endless,
        clock: ClockRule::None,
        flag: FlagRule::default(),
        rounds: Vec::new(),
        dice: None,
    };
    for idx in 0..3 {
        let players = PerSeat::from_fn(2, |seat| seat.index() as u8);
        let mut table = game.start_round(&record.standing_before(idx, &players));
        let mut moves = Vec::new();
        while let Some(mv) = random_move(&table, &mut rng) {
            let by = match table.turn() {
                Turn::Seat(seat) => Some(seat),
                _ => None,
            };
            moves.push(RecordedMove { by, text: game.write_move(&table, mv), spent: None });
            table.play(mv);
        }
        let (winner, points) = table.winner().expect("it is over");
        let points = PerSeat::from_fn(2, |seat| if seat == winner { points } else { 0 });
        let result = Some((End::Over, points));
        record.rounds.push(RoundRecord {
            players,
            start: None,
            moves,
            leavers: Vec::new(),
            result,
            hash: table.key(),
            annotations: Annotations::default(),
        });
    }
    record
}

#[test]
fn random_matches_survive_being_written_and_read() {
    for seed in 0..40 {
        let record = random_match(&game("match=64"), seed);
        assert!(replayed(&record));
        let text = mat::write(&record).expect("usual backgammon");
        let read = mat::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.rounds, record.rounds, "{text}");
        assert_eq!(read.players, record.players);
    }
}

#[test]
fn other_starts_cannot_be_written() {
    let record = random_match(&game("nackgammon"), 1);
    let error = mat::write(&record).expect_err("another start").to_string();
    assert_eq!(
        error,
        "a .mat file holds backgammon from the usual start; this record is backgammon nackgammon"
    );
}

#[test]
fn damaged_files_give_an_error_or_a_match_and_never_a_panic() {
    let text = mat::write(&random_match(&game("match=64"), 7)).expect("usual backgammon");
    let mut rng = Rng::from_seed(9);
    let mut n_read = 0;
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=rng.below(4) {
            let at = rng.index(bytes.len());
            bytes[at] = b" 0123456789:/)abcdWDT\n"[rng.index(22)];
        }
        n_read += u32::from(mat::read(&String::from_utf8(bytes).expect("plain letters")).is_ok());
    }
    assert!(n_read < 300, "some damage is found");
}
