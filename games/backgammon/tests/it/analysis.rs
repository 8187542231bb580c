//! What decisions cost, by what is known.

use backgammon::{
    Cube, Move, Phase, Table,
    engine::{
        Evaluation,
        analysis::{Analyst, Kind, Mark, Summary},
        bear_off::TwoSided,
    },
};
use framework::{Game, Position, Seat};

use crate::{after, board, dice, game};

fn analyst() -> Analyst {
    Analyst::new(Evaluation::strongest(), 1)
}

#[test]
fn the_best_opening_costs_nothing_and_a_poor_one_something() {
    let game = game("nocube");
    let table = after(&game, game.start(), &["31"]);
    let judge =
        |text: &str| analyst().judge(&table, game.parse_move(&table, text).expect(text)).expect("a decision");
    let (best, poor) = (judge("8/5 6/5"), judge("6/2").loss);
    assert_eq!((best.loss, best.mark(), best.kind), (0.0, Mark::Fine, Kind::Checkers));
    assert!(best.counts && 0.2 < poor, "{poor}");
}

#[test]
fn bear_off_decisions_cost_what_the_exact_table_says() {
    let few = board(&[(6, 1), (3, 1), (1, 1), (0, 12)], &[(4, 2), (0, 13)]);
    let table = game("nocube").start().with_board(Seat::FIRST, few);
    let exact = |table: &Table| {
        let chance = TwoSided::shared().win_chance(table.board()).expect("few checkers at home");
        if table.mover() == Seat::FIRST { chance } else { 1.0 - chance }
    };
    let mut n_bad = 0;
    for roll in [(2, 1), (4, 1), (5, 2), (3, 2)] {
        let rolled = table.with_phase(Phase::Playing(dice(roll.0, roll.1))).expect("a roll fits");
        let mut moves = Vec::new();
        rolled.legal_moves(&mut moves);
        let values: Vec<f32> = moves.iter().map(|&mv| exact(&rolled.after(mv))).collect();
        let best = values.iter().copied().fold(0.0, f32::max);
        for (mv, value) in moves.into_iter().zip(values) {
            let loss = analyst().judge(&rolled, mv).expect("a decision").loss;
            assert!((loss - 2.0 * (best - value)).abs() < 1e-5, "{loss} instead of {}", 2.0 * (best - value));
            n_bad += u32::from(0.01 < loss);
        }
    }
    assert!(3 < n_bad, "{n_bad} bad plays");
}

#[test]
fn mistakes_with_the_cube_cost_what_the_exact_table_says() {
    // One checker on the sixth point each: 27 of 36 rolls bear off, and the double is a pass.
    let last = board(&[(6, 1), (0, 14)], &[(6, 1), (0, 14)]);
    let table = game("")
        .start()
        .with_board(Seat::FIRST, last)
        .with_stakes(Cube::CENTERED, backgammon::MatchScore::MONEY);
    let rolled = analyst().judge(&table, Move::Roll).expect("a decision");
    assert!(
        (rolled.loss - 0.5).abs() < 1e-5 && rolled.best == Move::Double && rolled.mark() == Mark::Blunder,
        "{rolled:?}"
    );
    let doubled = table.after(Move::Double);
    for (answer, loss) in [(Move::Take, 0.0), (Move::Pass, 0.0)] {
        let judged = analyst().judge(&doubled, answer).expect("a decision");
        assert!((judged.loss - loss).abs() < 1e-5 && judged.seat == Seat::SECOND, "{judged:?}");
    }
}

#[test]
fn forced_plays_and_obvious_rolls_do_not_count() {
    let forced = board(&[(1, 1), (0, 14)], &[(6, 2), (0, 13)]);
    let table = game("nocube").start().with_board(Seat::FIRST, forced);
    let rolled = table.with_phase(Phase::Playing(dice(6, 5))).expect("a roll fits");
    let mut moves = Vec::new();
    rolled.legal_moves(&mut moves);
    assert!(!analyst().judge(&rolled, moves[0]).expect("a play").counts);
    let start = after(&game(""), game("").start(), &["31", "8/5 6/5"]);
    let obvious = analyst().judge(&start, Move::Roll).expect("a decision");
    assert!(!obvious.counts && obvious.loss == 0.0, "{obvious:?}");
}

#[test]
fn luck_is_nothing_on_average() {
    let game = game("nocube");
    let table = after(&game, game.start(), &["31", "8/5 6/5"]);
    let mut outcomes = Vec::new();
    table.chance_outcomes(&mut outcomes);
    let lucks: Vec<f32> =
        outcomes.iter().map(|outcome| analyst().luck(&table, outcome.0).expect("a roll")).collect();
    let mean: f32 = lucks.iter().zip(&outcomes).map(|(luck, outcome)| luck * outcome.1 as f32 / 36.0).sum();
    assert!(mean.abs() < 1e-5, "{mean}");
    assert!(lucks.iter().any(|&luck| 0.2 < luck) && lucks.iter().any(|&luck| luck < -0.08), "{lucks:?}");
    assert_eq!(analyst().luck(&game.start(), outcomes[0].0), None);
}

#[test]
fn a_rating_is_five_hundred_times_the_mean_loss() {
    let game = game("nocube");
    let table = after(&game, game.start(), &["31"]);
    let judged =
        |text: &str| analyst().judge(&table, game.parse_move(&table, text).expect(text)).expect("a play");
    let (good, poor) = (judged("8/5 6/5"), judged("6/2"));
    let mut summary = Summary::default();
    assert_eq!(summary.rating(), None);
    summary.add(&good);
    summary.add(&poor);
    assert_eq!((summary.n_plays, summary.n_cubes, summary.n_marked), (2, 0, [0, 0, 1]));
    assert!((summary.rating().expect("two decisions") - 250.0 * poor.loss).abs() < 1e-3);
}
