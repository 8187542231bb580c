//! `brett verify`: dice that can be checked.

use brett::Exit;
use fair_dice::{Chance, commitment, draw, sealed, share};
use framework::{
    Action, Dice, DiceProof, DiceSecret, Match, Millis, Nonce, ProvenRoll, Record, RollNumber, Rolling, Seat,
    Settings, Share,
};

use crate::session::{Seen, Session};

/// A match of one roll, after which somebody gives up.
fn record() -> Record {
    let (table, secret) = ("table1", DiceSecret([5; 32]));
    let entry = catalog::find(catalog::GAMES, "backgammon").expect("a game");
    let settings = Settings { dice: Dice::ByHand, rolling: Rolling::OnRequest, ..Settings::casual(2, 0) };
    let game = entry.open_text("nocube").expect("a variant");
    let mut contest = Match::new(game, settings, Millis(0)).expect("a match");
    let roll = RollNumber { round: 1, number: 1 };
    let nonces = vec![Share::Nonce(Nonce([1; 16])), Share::Late];
    let values: Vec<_> = (0..).zip(&nonces).map(|(place, given)| share(table, roll, place, *given)).collect();
    let outcomes = contest.position().chance_outcomes();
    let drawn = draw(table, &secret, roll, &values, &Chance::of(&outcomes));
    let text = Chance::outcome(&outcomes, &drawn).expect("an opening roll").to_owned();
    contest.act(Seat::FIRST, 0, Action::EnterRoll(text), Millis(0)).expect("dice by hand");
    contest.act(Seat::FIRST, 1, Action::Resign(None), Millis(0)).expect("one can give up");
    if contest.pending_offer().is_some() {
        contest.act(Seat::SECOND, 1, Action::Accept, Millis(0)).expect("the other one agrees");
    }
    let proof = DiceProof {
        table: table.to_owned(),
        commitment: commitment(table, &secret),
        revealed: None,
        rolls: vec![ProvenRoll { roll, drawn, nonces }],
    };
    sealed(Record { dice: Some(proof), ..contest.record().clone() }, secret)
}

fn verify(text: &str, more: &[&str]) -> Seen {
    let args = ["verify", "-"].iter().chain(more).copied();
    Session::with_input(text.to_owned()).run_with(catalog::GAMES, args)
}

#[test]
fn dice_that_fell_by_chance_are_proved_and_what_was_withheld_is_counted() {
    let seen = verify(&record().to_string(), &[]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.starts_with("the dice fell by chance (rolls: 1)"), "{seen}");
    let seen = verify(&record().to_string(), &["--json"]);
    assert!(seen.out.contains("\"proved\":true") || seen.out.contains("\"proved\": true"), "{seen}");
    assert!(seen.out.contains("\"late\":true") || seen.out.contains("\"late\": true"), "{seen}");
}

#[test]
fn a_roll_that_was_changed_is_named() {
    let mut record = record();
    let secret = record.dice.as_ref().and_then(|dice| dice.revealed).expect("it is over").secret;
    if let Some(dice) = &mut record.dice {
        dice.rolls[0].nonces[1] = Share::Nonce(Nonce([2; 16]));
    }
    let seen = verify(&sealed(record, secret).to_string(), &[]);
    assert_eq!(seen.exit, Exit::No, "{seen}");
    assert!(seen.out.contains("NOT proved") && seen.out.contains("roll 1 of round 1"), "{seen}");
}

#[test]
fn a_file_that_proves_nothing_is_an_error() {
    let mut record = record();
    record.dice = None;
    let seen = verify(&record.to_string(), &[]);
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    assert!(seen.err.contains("holds no proof of its dice"), "{seen}");
    let seen = verify("nonsense", &[]);
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
}
