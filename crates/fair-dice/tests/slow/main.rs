//! Statistics of many rolls: they fall as dice do, whoever gives what.

use fair_dice::{Chance, draw};
use framework::{DiceSecret, Drawn, Nonce, Rng, RollNumber};

const ROLLS: u32 = 1_000_000;

/// The distance of counts from what is expected, which lies about the number of cells less one.
fn chi_squared(counts: &[u64], weights: &[u32]) -> f64 {
    let (n, total) = (counts.iter().sum::<u64>() as f64, f64::from(weights.iter().sum::<u32>()));
    let distance = |(&count, &weight): (&u64, &u32)| {
        let expected = n * f64::from(weight) / total;
        (count as f64 - expected).powi(2) / expected
    };
    counts.iter().zip(weights).map(distance).sum()
}

/// Five standard deviations to both sides: too even is as suspicious as too uneven.
#[track_caller]
fn check(name: &str, counts: &[u64], weights: &[u32]) {
    let (found, degrees) = (chi_squared(counts, weights), counts.len() as f64 - 1.0);
    let spread = 5.0 * (2.0 * degrees).sqrt();
    assert!((found - degrees).abs() < spread, "{name}: {found} for {degrees} degrees of freedom");
}

fn nonces(rng: &mut Rng) -> [Nonce; 2] {
    std::array::from_fn(|_| Nonce(std::array::from_fn(|_| rng.bits() as u8)))
}

fn pair(drawn: &Drawn) -> [usize; 2] {
    let faces = match drawn {
        Drawn::Dice(faces) => *faces,
        Drawn::Unequal(tries) => *tries.last().expect("at least one try"),
        Drawn::Weighted { .. } => panic!("two dice"),
    };
    faces.map(|face| usize::from(face) - 1)
}

/// Rolls, single dice and rolls after rolls are as frequent as they should be.
#[track_caller]
fn check_dice(name: &str, mut nonces: impl FnMut(u32) -> [Nonce; 2]) {
    let secret = DiceSecret([42; 32]);
    let (mut rolls, mut dice, mut serial) = (vec![0; 36], [vec![0; 6], vec![0; 6]], vec![0; 36 * 36]);
    let mut before = 0;
    for number in 1..=ROLLS {
        let roll = RollNumber { round: 1, number };
        let [one, other] = pair(&draw("table", &secret, roll, &nonces(number), &Chance::TwoDice));
        let both = 6 * one + other;
        rolls[both] += 1;
        dice[0][one] += 1;
        dice[1][other] += 1;
        serial[36 * before + both] += 1;
        before = both;
    }
    check(&format!("{name}: rolls"), &rolls, &[1; 36]);
    check(&format!("{name}: first die"), &dice[0], &[1; 6]);
    check(&format!("{name}: second die"), &dice[1], &[1; 6]);
    check(&format!("{name}: a roll after a roll"), &serial, &[1; 36 * 36]);
}

#[test]
fn a_million_rolls_with_random_nonces_fall_as_dice_do() {
    let mut rng = Rng::stream(22, "nonces", 0);
    check_dice("random nonces", |_| nonces(&mut rng));
}

#[test]
fn a_million_rolls_fall_as_dice_do_when_everybody_always_gives_the_same() {
    check_dice("fixed nonces", |_| [Nonce([0; 16]); 2]);
}

#[test]
fn a_million_rolls_fall_as_dice_do_when_a_player_counts() {
    check_dice("counting", |number| [Nonce(u128::from(number).to_be_bytes()), Nonce([255; 16])]);
}

#[test]
fn opening_rolls_are_even_and_need_a_second_try_every_sixth_time() {
    let secret = DiceSecret([1; 32]);
    let mut rng = Rng::stream(22, "openings", 0);
    let (mut rolls, mut tries) = (vec![0; 30], vec![0; 2]);
    for round in 1..=ROLLS {
        let roll = RollNumber { round, number: 1 };
        let drawn = draw("table", &secret, roll, &nonces(&mut rng), &Chance::UnequalDice);
        let [one, other] = pair(&drawn);
        rolls[5 * one + other - usize::from(one < other)] += 1;
        let Drawn::Unequal(all) = drawn else { panic!("unequal dice") };
        tries[usize::from(1 < all.len())] += 1;
    }
    check("opening rolls", &rolls, &[1; 30]);
    check("second tries", &tries, &[5, 1]);
}

#[test]
fn outcomes_with_weights_come_as_often_as_their_weights_say() {
    let secret = DiceSecret([2; 32]);
    let mut rng = Rng::stream(22, "weights", 0);
    for weights in [vec![1, 2, 3], vec![1; 52], vec![1, 255, 1], vec![300, 7, 100_000]] {
        let chance = Chance::Weights(weights.clone());
        let mut counts = vec![0; weights.len()];
        for number in 1..=ROLLS {
            let roll = RollNumber { round: 1, number };
            let Drawn::Weighted { chosen, .. } = draw("table", &secret, roll, &nonces(&mut rng), &chance)
            else {
                panic!("weights")
            };
            counts[chosen as usize - 1] += 1;
        }
        check(&format!("{weights:?}"), &counts, &weights);
    }
}
