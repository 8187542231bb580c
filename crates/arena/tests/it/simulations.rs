//! The formulas do what they promise, seen on thousands of matches whose truth is known.

use arena::statistics::{Interval, Measure, Ratings, Sample, Sprt, Verdict, elo_of_score, score_of_elo};
use framework::Rng;

/// How much an opening favors one side in Elo, each equally likely: what makes the games of a pair relatives.
const BIASES: [f64; 3] = [0.0, 120.0, 300.0];
/// Which share of the even games is drawn.
const DRAWS: f64 = 0.3;

/// A match whose players and openings are known.
#[derive(Clone, Copy)]
struct World {
    /// How much better the first player is, in Elo, in the mean over openings that favor nobody.
    elo: f64,
}

impl World {
    /// The mean score of a pair.
    fn pair(self, rng: &mut Rng) -> f64 {
        let bias = BIASES[rng.index(BIASES.len())];
        f64::midpoint(game(self.elo + bias, rng), game(self.elo - bias, rng))
    }

    /// The true mean score.
    fn mean(self) -> f64 {
        let both = |bias: &f64| f64::midpoint(score_of_elo(self.elo + bias), score_of_elo(self.elo - bias));
        BIASES.iter().map(both).sum::<f64>() / BIASES.len() as f64
    }
}

/// The score of a game between players of a difference in Elo.
fn game(elo: f64, rng: &mut Rng) -> f64 {
    let score = score_of_elo(elo);
    let drawn = DRAWS * 4.0 * score * (1.0 - score);
    match rng.unit() {
        draw if draw < drawn => 0.5,
        draw if draw < drawn + score - drawn / 2.0 => 1.0,
        _ => 0.0,
    }
}

/// The share of matches in whose interval the truth lies.
fn coverage(n_matches: u64, truth: f64, interval: impl Fn(u64) -> Interval) -> f64 {
    let inside = (0..n_matches).filter(|&number| interval(number).contains(truth)).count();
    inside as f64 / n_matches as f64
}

#[test]
fn the_interval_of_a_score_holds_the_truth_in_95_of_100_matches() {
    for elo in [0.0, 60.0, 180.0] {
        let world = World { elo };
        let interval = |number: u64| {
            let mut rng = Rng::stream(1, "scores", number);
            let sample: Sample = (0..100).map(|_| world.pair(&mut rng)).collect();
            Measure::Score.estimate(&sample).expect("pairs were played").interval
        };
        let share = coverage(20_000, world.mean(), interval);
        assert!((0.94..=0.96).contains(&share), "{elo} Elo: {share}");
        // What holds for the score holds for Elo, which rises with it.
        let in_elo = |number| interval(number).map(elo_of_score);
        assert_eq!(coverage(20_000, elo_of_score(world.mean()), in_elo), share);
    }
}

#[test]
fn the_interval_of_points_holds_the_truth_in_95_of_100_matches() {
    // The points of games as in backgammon: a quarter are gammons, and the dice of a pair are the same.
    let points = |edge: f64, rng: &mut Rng| {
        let stake = if rng.unit() < 0.25 { 2.0 } else { 1.0 };
        let luck = rng.unit() - 0.5;
        let one =
            |rng: &mut Rng, luck: f64| if rng.unit() < 0.5 + edge + luck / 2.0 { stake } else { -stake };
        f64::midpoint(one(rng, luck), one(rng, -luck))
    };
    for edge in [0.0, 0.08] {
        let truth = 2.0 * edge * 1.25;
        let interval = |number: u64| {
            let mut rng = Rng::stream(2, "points", number);
            let sample: Sample = (0..100).map(|_| points(edge, &mut rng)).collect();
            Measure::Points.estimate(&sample).expect("pairs were played").interval
        };
        let share = coverage(20_000, truth, interval);
        assert!((0.94..=0.96).contains(&share), "{edge}: {share}");
    }
}

#[test]
fn the_likelihood_of_superiority_of_equal_players_is_anything_equally_often() {
    let world = World { elo: 0.0 };
    let superiority = |number: u64| {
        let mut rng = Rng::stream(3, "equals", number);
        let sample: Sample = (0..100).map(|_| world.pair(&mut rng)).collect();
        Measure::Score.estimate(&sample).expect("pairs were played").superiority
    };
    let all: Vec<f64> = (0..4_000).map(superiority).collect();
    for bound in [0.05, 0.25, 0.5, 0.75, 0.95] {
        let share = all.iter().filter(|&&it| it < bound).count() as f64 / all.len() as f64;
        assert!((share - bound).abs() < 0.025, "{bound}: {share}");
    }
}

/// The verdict of a test that is looked at after every pair, and how many pairs it took.
fn verdict(test: &Sprt, mut pair: impl FnMut() -> f64) -> (Verdict, u64) {
    let mut sample = Sample::default();
    loop {
        sample.push(pair());
        if let Some(verdict) = test.verdict(&sample) {
            return (verdict, sample.count());
        }
    }
}

/// Checks that a test is wrong as seldom as it promises, and that it saves games.
#[track_caller]
fn check_errors(low: f64, high: f64, (alpha, beta): (f64, f64)) {
    let mean = |elo: f64| elo_of_score(World { elo }.mean());
    let test = Sprt::new(Measure::Score, mean(low), mean(high), alpha, beta).expect("a test");
    for (elo, wrong, rate) in [(low, Verdict::High, alpha), (high, Verdict::Low, beta)] {
        let mut n_pairs = 0;
        let mistakes = (0..2_000).filter(|&number| {
            let mut rng = Rng::stream(4, "tests", number);
            let (verdict, needed) = verdict(&test, || World { elo }.pair(&mut rng));
            n_pairs += needed;
            verdict == wrong
        });
        let share = mistakes.count() as f64 / 2_000.0;
        // Three standard errors of the simulation itself.
        let tolerance = 3.0 * (rate * (1.0 - rate) / 2_000.0).sqrt();
        assert!(share <= rate + tolerance, "{elo} Elo: wrong in {share}, promised {rate}");
        assert!(rate / 4.0 < share, "{elo} Elo: wrong in {share}, far too careful for {rate}");
        assert!(n_pairs / 2_000 < 2_000, "{} pairs in the mean", n_pairs / 2_000);
    }
}

#[test]
fn the_sequential_test_is_wrong_as_seldom_as_it_promises() {
    check_errors(0.0, 30.0, (0.05, 0.05));
    check_errors(-20.0, 20.0, (0.1, 0.02));
}

#[test]
fn the_sequential_test_of_points_is_wrong_as_seldom_as_it_promises() {
    let test = Sprt::new(Measure::Points, 0.0, 0.2, 0.05, 0.05).expect("a test");
    for (mean, wrong) in [(0.0, Verdict::High), (0.2, Verdict::Low)] {
        let mistakes = (0..2_000).filter(|&number| {
            let mut rng = Rng::stream(5, "points", number);
            let mut pair = || {
                let stake = if rng.unit() < 0.25 { 2.0 } else { 1.0 };
                if rng.unit() < 0.5 + mean / 2.5 { stake } else { -stake }
            };
            verdict(&test, &mut pair).0 == wrong
        });
        let share = mistakes.count() as f64 / 2_000.0;
        assert!((0.01..=0.065).contains(&share), "{mean}: {share}");
    }
}

#[test]
fn ratings_hold_the_true_strengths_in_95_of_100_tournaments() {
    const STRENGTHS: [f64; 5] = [-300.0, -120.0, 0.0, 150.0, 270.0];
    let (mut inside, mut gaps_inside) = (0, 0);
    for number in 0..400 {
        let mut rng = Rng::stream(6, "tournaments", number);
        let mut ratings = Ratings::new(STRENGTHS.len());
        for (first, one) in STRENGTHS.iter().enumerate() {
            for (second, other) in STRENGTHS.iter().enumerate().take(first) {
                for _ in 0..50 {
                    let score = f64::midpoint(game(one - other, &mut rng), game(one - other, &mut rng));
                    ratings.push(first, second, score);
                }
            }
        }
        let rated = ratings.rate();
        for (rating, truth) in rated.around_mean().iter().zip(STRENGTHS) {
            inside += u32::from((rating.elo - truth).abs() <= rating.error);
        }
        let gap = rated.gap(4, 3);
        gaps_inside += u32::from((gap.elo - 120.0).abs() <= gap.error);
    }
    let share = f64::from(inside) / (400.0 * STRENGTHS.len() as f64);
    assert!((0.93..=0.97).contains(&share), "{share}");
    let share = f64::from(gaps_inside) / 400.0;
    assert!((0.91..=0.98).contains(&share), "{share}");
}
