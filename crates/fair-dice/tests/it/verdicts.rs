//! What is found in records that are true, false, or prove nothing.

use fair_dice::{Flaw, sealed, verify};
use framework::{Drawn, Record, RollNumber, Share};

use crate::games::{GAMES, played};

#[test]
fn a_game_whose_dice_fell_by_chance_is_proved() {
    for seed in 0..20 {
        let record = played(seed, ["nocube", "hypergammon", ""][seed as usize % 3]);
        let text = record.to_string();
        let read: Record = text.parse().unwrap();
        assert_eq!(read.to_string(), text, "what is read is written again");
        let verdict = verify(&read, GAMES).unwrap();
        let proof = record.dice.unwrap();
        let is_missing = |share: &&Share| matches!(share, Share::None | Share::Late);
        let n_missing = proof.rolls.iter().flat_map(|roll| &roll.nonces).filter(is_missing).count();
        assert_eq!((verdict.rolls, verdict.taken_back), (proof.rolls.len(), 0));
        assert_eq!(verdict.missing.len(), n_missing);
    }
}

/// Changes a record as somebody would who knows the secret, and seals it again.
fn forged(change: impl FnOnce(&mut Record)) -> Record {
    let mut record = played(1, "nocube");
    let secret = record.dice.as_ref().unwrap().revealed.unwrap().secret;
    change(&mut record);
    sealed(record, secret)
}

#[test]
fn a_roll_that_was_chosen_is_named() {
    let record = forged(|record| {
        let roll = &mut record.dice.as_mut().unwrap().rolls[6];
        roll.drawn = match &roll.drawn {
            Drawn::Dice([6, _]) => Drawn::Dice([1, 1]),
            _ => Drawn::Dice([6, 6]),
        };
    });
    let flaw = verify(&record, GAMES).unwrap_err();
    assert!(flaw.is_false_claim());
    assert!(flaw.to_string().starts_with("roll 7 of round 1: the proof says \"dice "), "{flaw}");
}

#[test]
fn a_roll_that_the_proof_does_not_name_is_named() {
    let record = forged(|record| {
        record.dice.as_mut().unwrap().rolls.remove(3);
    });
    let roll = RollNumber { round: 1, number: 4 };
    let problem = "the proof does not name it".to_owned();
    assert_eq!(verify(&record, GAMES), Err(Flaw::Roll { roll, problem }));
}

#[test]
fn another_secret_is_found() {
    let mut record = played(1, "nocube");
    let mut secret = record.dice.as_ref().unwrap().revealed.unwrap().secret;
    secret.0[5] ^= 1;
    record = sealed(record, secret);
    assert_eq!(verify(&record, GAMES), Err(Flaw::Commitment));
}

#[test]
fn a_roll_of_a_round_that_was_never_played_is_found() {
    let record = forged(|record| {
        let dice = record.dice.as_mut().unwrap();
        let mut extra = dice.rolls[3].clone();
        extra.roll.round = 2;
        dice.rolls.push(extra);
    });
    // The nonces of another roll do not give the same dice, unless by chance; either way it is found.
    assert!(matches!(verify(&record, GAMES), Err(Flaw::Roll { roll: RollNumber { round: 2, .. }, .. })));
}

#[test]
fn what_proves_nothing_is_told_apart_from_what_is_false() {
    let mut record = played(1, "nocube");
    record.dice.as_mut().unwrap().revealed = None;
    let open: Record = record.to_string().parse().unwrap();
    assert_eq!(verify(&open, GAMES), Err(Flaw::Open));
    record.dice = None;
    let old: Record = record.to_string().parse().unwrap();
    assert_eq!(verify(&old, GAMES), Err(Flaw::NoProof));
    assert!(!Flaw::Open.is_false_claim() && !Flaw::NoProof.is_false_claim());
    assert!(matches!(verify(&old, &[]), Err(Flaw::Unreadable(_))));
}
