//! Exact bear-off tables, computed from the rules alone and compared with tables computed elsewhere.

use std::collections::HashMap;

use backgammon::{Board, Checkers, Dice};

/// The checkers on the points 1 to 6 of a side that has no others.
type Home = [u8; 6];

const EMPTY: Home = [0; 6];
const ROLLS: f64 = 36.0;

/// The numbers printed have six decimals.
const PRINTED: f64 = 2e-6;

fn pips(home: Home) -> u32 {
    (1..).zip(home).map(|(point, count)| point * u32::from(count)).sum()
}

/// All ways to have at most `most` checkers at home, those with fewer pips first.
fn homes(most: u8) -> Vec<Home> {
    let mut homes = vec![EMPTY];
    for point in 0..6 {
        homes = homes
            .into_iter()
            .flat_map(|home| {
                let left = most - home.iter().sum::<u8>();
                (0..=left).map(move |count| {
                    let mut home = home;
                    home[point] = count;
                    home
                })
            })
            .collect();
    }
    homes.sort_by_key(|&home| (pips(home), home));
    homes
}

/// Where each roll can lead, with the number of ways in which it falls.
fn results(home: Home) -> Vec<(f64, Vec<Home>)> {
    let mut places = [0; 26];
    places[1..=6].copy_from_slice(&home);
    let mover = Checkers::from_counts(&places).unwrap();
    let board = Board { mover, other: Checkers::default() };
    let lead = |dice: Dice| {
        let mut homes = Vec::new();
        board.for_each_play(dice, |_, after| homes.push(after.mover.counts()[1..=6].try_into().unwrap()));
        homes
    };
    Dice::ALL.into_iter().map(|dice| (if dice.is_double() { 1.0 } else { 2.0 }, lead(dice))).collect()
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split_whitespace().map(|number| number.parse().ok().unwrap()).collect()
}

fn home(text: &str) -> Home {
    numbers(text).try_into().unwrap()
}

#[track_caller]
fn check(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < PRINTED, "{what}: {found}, the table has {expected}");
}

#[test]
fn one_side_bears_off_in_as_many_rolls_as_computed_elsewhere() {
    // The least expected number of rolls, and the chance to need each number of them.
    let mut table: HashMap<Home, (f64, Vec<f64>)> = HashMap::from([(EMPTY, (0.0, vec![1.0]))]);
    for home in homes(15).into_iter().skip(1) {
        let mut expected = 1.0;
        let mut chances = vec![0.0];
        for (weight, results) in results(home) {
            // Ties go to the smaller result; what is mathematically equal may differ in the last bits.
            let better = |best: &Home, next: &Home| {
                let lead = table[best].0 - table[next].0;
                1e-9 < lead || (lead.abs() <= 1e-9 && next < best)
            };
            let best =
                results.into_iter().reduce(|best, next| if better(&best, &next) { next } else { best });
            let (rest, rest_chances) = &table[&best.unwrap()];
            expected += weight / ROLLS * rest;
            chances.resize(chances.len().max(rest_chances.len() + 1), 0.0);
            for (rolls, chance) in rest_chances.iter().enumerate() {
                chances[rolls + 1] += weight / ROLLS * chance;
            }
        }
        table.insert(home, (expected, chances));
    }
    let lines = include_str!("../data/bearoff-one-sided.txt").lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let home = home(&words[..6].join(" "));
        let (expected, chances) = &table[&home];
        assert_eq!(pips(home), words[6].parse().unwrap(), "{line}");
        check(*expected, words[7].parse().unwrap(), line);
        for (rolls, chance) in (1..).zip(&words[8..]) {
            check(chances[rolls], chance.parse().unwrap(), line);
        }
        checked += 1;
    }
    assert_eq!(checked, 76);
}

/// What a position is worth to the side on roll, for each way the cube may stand.
#[derive(Clone, Copy, Default)]
struct Worth {
    win: f64,
    middle: f64,
    own: f64,
    others: f64,
    middle_undoubled: f64,
    own_undoubled: f64,
}

#[test]
fn two_sides_bear_off_with_the_chances_and_equities_computed_elsewhere() {
    let homes = homes(6);
    let index: HashMap<Home, usize> = homes.iter().copied().zip(0..).collect();
    let leads: Vec<Vec<(f64, Vec<usize>)>> = homes
        .iter()
        .map(|&home| {
            let indexes = |homes: Vec<Home>| homes.iter().map(|home| index[home]).collect();
            results(home).into_iter().map(|(weight, homes)| (weight, indexes(homes))).collect()
        })
        .collect();
    let mut pairs: Vec<(usize, usize)> =
        (1..homes.len()).flat_map(|mover| (1..homes.len()).map(move |other| (mover, other))).collect();
    pairs.sort_by_key(|&(mover, other)| pips(homes[mover]) + pips(homes[other]));
    let mut table = vec![Worth::default(); homes.len() * homes.len()];
    let at = |mover: usize, other: usize| mover * homes.len() + other;
    for (mover, other) in pairs {
        // The mean over the rolls of the best that the mover can leave the other side with.
        let mean = |kept: fn(&Worth) -> f64| -> f64 {
            let best = |results: &Vec<usize>| {
                let after = |&result: &usize| if result == 0 { 1.0 } else { kept(&table[at(other, result)]) };
                results.iter().map(after).fold(f64::MIN, f64::max)
            };
            leads[mover].iter().map(|(weight, results)| weight / ROLLS * best(results)).sum()
        };
        let others = mean(|worth| -worth.own);
        let own_undoubled = mean(|worth| -worth.others);
        let middle_undoubled = mean(|worth| -worth.middle);
        let doubled = f64::min(1.0, 2.0 * others);
        table[at(mover, other)] = Worth {
            win: mean(|worth| 1.0 - worth.win),
            middle: middle_undoubled.max(doubled),
            own: own_undoubled.max(doubled),
            others,
            middle_undoubled,
            own_undoubled,
        };
    }
    let lines = include_str!("../data/bearoff-two-sided.txt").lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for line in lines {
        let columns: Vec<&str> = line.split('|').collect();
        let worth = table[at(index[&home(columns[0])], index[&home(columns[1])])];
        check(worth.win, numbers(columns[2])[0], line);
        let found = [worth.middle, worth.own, worth.others];
        found.iter().zip(numbers(columns[3])).for_each(|(&found, expected)| check(found, expected, line));
        let found = [worth.middle_undoubled, worth.own_undoubled, 2.0 * worth.others];
        found.iter().zip(numbers(columns[4])).for_each(|(&found, expected)| check(found, expected, line));
        checked += 1;
    }
    assert_eq!(checked, 80);
}
