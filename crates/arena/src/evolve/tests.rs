//! The optimizers on landscapes whose summit is known.

use super::*;

/// How high a point lies, with noise of a given spread.
fn sphere(point: &[f64], noise: f64, rng: &mut Rng) -> f64 {
    let summit = |axis: usize| if axis.is_multiple_of(2) { 2.0 } else { -1.0 };
    let below: f64 = point.iter().enumerate().map(|(axis, x)| (x - summit(axis)).powi(2)).sum();
    noise * normal(rng) - below
}

/// A curved ridge: the summit is at (1, 1, …).
fn rosenbrock(point: &[f64]) -> f64 {
    -point
        .windows(2)
        .map(|pair| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2))
        .sum::<f64>()
}

fn climb(optimizer: Optimizer, n_generations: usize, mut height: impl FnMut(&[f64]) -> f64) -> Optimizer {
    let mut optimizer = optimizer;
    for _ in 0..n_generations {
        let fitness: Vec<f64> = optimizer.ask().iter().map(|point| height(point)).collect();
        optimizer.tell(&fitness);
    }
    optimizer
}

fn distance_from_summit(optimizer: &Optimizer) -> f64 {
    (-sphere(optimizer.answer(), 0.0, &mut Rng::from_seed(0))).sqrt()
}

fn cma_es(n: usize, population: usize, seed: u64) -> Optimizer {
    Optimizer::CmaEs(CmaEs::new(vec![0.0; n], 1.0, population, seed))
}

#[test]
fn cma_es_finds_the_summit_of_a_sphere() {
    for seed in 0..5 {
        let found = climb(cma_es(9, 10, seed), 150, |point| sphere(point, 0.0, &mut Rng::from_seed(0)));
        assert!(distance_from_summit(&found) < 1e-4, "{found:?}");
    }
}

#[test]
fn cma_es_follows_a_curved_ridge() {
    for seed in 0..5 {
        let found = climb(cma_es(3, 8, seed), 500, rosenbrock);
        assert!(found.answer().iter().all(|x| (x - 1.0).abs() < 1e-3), "{:?}", found.answer());
    }
}

#[test]
fn cma_es_comes_near_the_summit_through_noise() {
    for seed in 0..5 {
        let mut rng = Rng::stream(seed, "noise", 0);
        // At first the noise is a tenth of the heights, near the summit it is all there is.
        let found = climb(cma_es(9, 16, seed), 150, |point| sphere(point, 2.0, &mut rng));
        assert!(distance_from_summit(&found) < 1.0, "{}", distance_from_summit(&found));
    }
}

#[test]
fn spsa_comes_near_the_summit_through_noise() {
    for seed in 0..5 {
        let mut rng = Rng::stream(seed, "noise", 0);
        let spsa = Optimizer::Spsa(Spsa::new(vec![0.0; 9], 0.5, 0.1, 4, 300, seed));
        let found = climb(spsa, 300, |point| sphere(point, 2.0, &mut rng));
        assert!(distance_from_summit(&found) < 1.0, "{}", distance_from_summit(&found));
    }
}

#[test]
fn the_genetic_algorithm_climbs_while_nothing_is_left_to_chance() {
    let habits =
        Habits { population: 7, mutation_probability: 0.3, mutation_radius: 0.5, games_per_match: 1 };
    let genetic = Optimizer::Genetic(Genetic::new(vec![0.0; 9], habits, 1));
    let found = climb(genetic, 400, |point| sphere(point, 0.0, &mut Rng::from_seed(0)));
    assert!(distance_from_summit(&found) < 0.5, "{}", distance_from_summit(&found));
}

#[test]
fn the_genetic_algorithm_drifts_away_from_the_summit_when_noise_decides() {
    let habits =
        Habits { population: 5, mutation_probability: 0.5, mutation_radius: 0.5, games_per_match: 1 };
    let summit: Vec<f64> = (0..9).map(|axis| if axis % 2 == 0 { 2.0 } else { -1.0 }).collect();
    let mut rng = Rng::from_seed(7);
    let genetic = Optimizer::Genetic(Genetic::new(summit, habits, 1));
    let found = climb(genetic, 200, |point| sphere(point, 100.0, &mut rng));
    assert!(2.0 < distance_from_summit(&found), "{}", distance_from_summit(&found));
}

#[test]
fn children_differ_from_their_father_as_the_habits_say() {
    let habits =
        Habits { population: 400, mutation_probability: 0.25, mutation_radius: 30.0, games_per_match: 1 };
    let father = vec![-400.0, 100.0, 700.0];
    let population = Genetic::new(father.clone(), habits, 3).ask();
    assert_eq!((population.len(), &population[0]), (400, &father));
    let changes: Vec<f64> = population[1..]
        .iter()
        .flat_map(|child| child.iter().zip(&father).map(|(weight, old)| weight - old))
        .filter(|change| *change != 0.0)
        .collect();
    assert!(changes.iter().all(|change| change.abs() <= 30.0));
    // A quarter of 1197 weights, with a standard deviation of 15.
    assert!((240..=360).contains(&changes.len()), "{}", changes.len());
}

#[test]
fn what_is_written_down_goes_on_to_the_last_bit() {
    let habits =
        Habits { population: 4, mutation_probability: 0.5, mutation_radius: 1.0, games_per_match: 1 };
    let all = [
        cma_es(4, 8, 5),
        Optimizer::Spsa(Spsa::new(vec![0.0; 4], 0.5, 0.1, 2, 50, 5)),
        Optimizer::Genetic(Genetic::new(vec![0.0; 4], habits, 5)),
    ];
    let height = |point: &[f64]| sphere(point, 0.0, &mut Rng::from_seed(0)) / 3.0;
    for optimizer in all {
        let at_once = climb(optimizer.clone(), 20, height);
        let mut in_pieces = optimizer;
        for _ in 0..20 {
            in_pieces = climb(in_pieces, 1, height);
            let written = serde_json::to_string(&in_pieces).unwrap();
            in_pieces = serde_json::from_str(&written).unwrap();
        }
        assert_eq!(in_pieces, at_once);
    }
}
