//! Games whose dice can be proved.

use fair_dice::{Chance, commitment, draw, sealed, share};
use framework::{
    Action, Dice, DiceProof, DiceSecret, GameEntry, Match, Millis, Nonce, ProvenRoll, Record, Rng,
    RollNumber, Rolling, Settings, Share, Turn,
};

pub(crate) const GAMES: &[GameEntry] = &[backgammon::ENTRY];

const TABLE: &str = "q7x2mzk4w9ab";

/// A short game at random, whose players sometimes give no nonce.
pub(crate) fn played(seed: u64, options: &str) -> Record {
    let mut rng = Rng::stream(seed, "game", 0);
    let mut bytes = |n: usize| -> Vec<u8> { (0..n).map(|_| rng.bits() as u8).collect() };
    let secret = DiceSecret(bytes(32).try_into().unwrap());
    let mut proof = DiceProof {
        table: TABLE.to_owned(),
        commitment: commitment(TABLE, &secret),
        revealed: None,
        rolls: Vec::new(),
    };
    let settings = Settings { dice: Dice::ByHand, rolling: Rolling::OnRequest, ..Settings::casual(2, 0) };
    let mut contest = Match::new(backgammon::ENTRY.open_text(options).unwrap(), settings, Millis(0)).unwrap();
    let mut rng = Rng::stream(seed, "moves", 0);
    let mut number = 0;
    while !contest.is_over() {
        let ply = contest.ply();
        let (seat, action) = match contest.position().turn() {
            Turn::Seat(seat) => {
                let moves = contest.position().legal_moves();
                (seat, Action::Move(moves[rng.index(moves.len())].clone()))
            }
            Turn::Chance => {
                number += 1;
                let roll = RollNumber { round: 1, number };
                let mut given = || match rng.below(8) {
                    0 => Share::None,
                    1 => Share::Late,
                    2 => Share::Engine,
                    _ => Share::Nonce(Nonce(std::array::from_fn(|_| rng.bits() as u8))),
                };
                let nonces = vec![given(), given()];
                let values: Vec<_> =
                    (0..).zip(&nonces).map(|(place, given)| share(TABLE, roll, place, *given)).collect();
                let outcomes = contest.position().chance_outcomes();
                let drawn = draw(TABLE, &secret, roll, &values, &Chance::of(&outcomes));
                let text = Chance::outcome(&outcomes, &drawn).unwrap().to_owned();
                proof.rolls.push(ProvenRoll { roll, drawn, nonces });
                (framework::Seat::FIRST, Action::EnterRoll(text))
            }
            Turn::Over => unreachable!("the round would have ended"),
        };
        contest.act(seat, ply, action, Millis(0)).unwrap();
    }
    let record = Record { dice: Some(proof), ..contest.record().clone() };
    sealed(record, secret)
}
