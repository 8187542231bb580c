//! The generator and its drawing functions.

use framework::Rng;

#[test]
fn the_first_numbers_of_a_seed_never_change() {
    let mut rng = Rng::from_seed(42);
    let drawn: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
    insta::assert_compact_debug_snapshot!(drawn);
}

#[test]
fn every_number_below_the_end_is_equally_likely() {
    let mut counts = [0_u32; 6];
    let mut rng = Rng::from_seed(7);
    for _ in 0..600_000 {
        counts[rng.below(6) as usize] += 1;
    }
    // Chi-square with five degrees of freedom stays below 20.5 in 999 of 1000 runs.
    let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - 1e5).powi(2) / 1e5).sum();
    assert!(chi_square < 20.5, "{counts:?}");
}

#[test]
fn streams_differ_by_name_and_index() {
    let first = |seed, name, index| Rng::stream(seed, name, index).bits();
    let all = [first(1, "dice", 0), first(1, "dice", 1), first(1, "moves", 0), first(2, "dice", 0)];
    let distinct: std::collections::HashSet<u64> = all.into_iter().collect();
    assert_eq!(distinct.len(), 4);
    assert_eq!(first(1, "dice", 0), all[0]);
}

#[test]
fn shuffling_reaches_every_order_equally_often() {
    let mut counts = std::collections::HashMap::new();
    let mut rng = Rng::from_seed(3);
    for _ in 0..24_000 {
        let mut items = [1, 2, 3, 4];
        rng.shuffle(&mut items);
        *counts.entry(items).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 24);
    // Each order is expected 1000 times; six standard deviations are below 190.
    assert!(counts.values().all(|count| count.abs_diff(1_000) < 190), "{counts:?}");
}

#[test]
fn a_weight_of_zero_never_falls() {
    let mut rng = Rng::from_seed(5);
    assert!((0..10_000).all(|_| rng.weighted([0, 1, 0, 3].into_iter()) % 2 == 1));
}
