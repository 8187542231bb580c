//! The search of the player `network`, compared with the framework's searches, which are slow and simple.

use backgammon::{
    Backgammon, Move, Phase, Table,
    engine::{BigNetwork, Evaluation, PlySearch, bear_off},
};
use framework::{
    Game, Millis, Position, Rng, Seat, Turn, Valuation, random_move,
    search::{ChanceCuts, Control, Engine, Expectimax, Found, Greedy, Limits, RootMove, SearchRequest, Stop},
};

use crate::{after, board, dice, game, players::search};

fn by_network(plies: u32) -> PlySearch {
    PlySearch { evaluation: Evaluation::strongest(), plies }
}

/// The big network without the fast one before it.
fn big_alone() -> Evaluation {
    Evaluation::with_big(BigNetwork::shipped())
}

/// Positions of random games in which a seat has rolled and has a choice.
fn positions(game: &Backgammon, n_positions: usize, seed: u64) -> Vec<Table> {
    let mut rng = Rng::from_seed(seed);
    let mut positions = Vec::new();
    let mut table = game.start().without_doubling();
    while positions.len() < n_positions {
        let mut moves = Vec::new();
        table.legal_moves(&mut moves);
        if matches!(table.phase(), Phase::Playing(_)) && 1 < moves.len() && rng.below(4) == 0 {
            positions.push(table);
        }
        match random_move(&table, &mut rng) {
            Some(mv) if table.turn() != Turn::Over => table.play(mv),
            _ => table = game.start().without_doubling(),
        }
    }
    positions
}

#[test]
fn without_look_ahead_it_finds_what_a_greedy_search_finds() {
    for options in ["nocube", "nackgammon", "match=5", "hypergammon"] {
        for table in positions(&game(options), 40, 1) {
            let mut by_big = PlySearch { evaluation: big_alone(), plies: 0 };
            let found = search(&mut by_big, &table, &Limits::NONE);
            let expected = search(&mut Greedy(big_alone()), &table, &Limits::NONE);
            assert_eq!((found.best, found.value, found.depth), (expected.best, expected.value, 1));
            let judged = |found: &Found<Move>| -> Vec<_> {
                found.moves.iter().map(|root| (root.mv, root.value, root.exact)).collect()
            };
            assert_eq!(judged(&found), judged(&expected));
            // Besides it has noted the chances behind every value.
            let is_noted = |root: &RootMove<Move>| {
                let Some(Valuation::Equity { points, chances: Some(_) }) = root.worth else { return false };
                points.to_bits() == root.value.to_bits()
            };
            assert!(found.moves.iter().all(is_noted), "{found:?}");
        }
    }
}

#[test]
fn one_ply_is_the_mean_over_the_dice_with_the_best_reply() {
    let mut slow = Expectimax { evaluator: big_alone(), cuts: ChanceCuts::None };
    for table in positions(&game("nocube"), 3, 2) {
        let found = search(&mut PlySearch { evaluation: big_alone(), plies: 1 }, &table, &Limits::NONE);
        let expected = search(&mut slow, &table, &Limits::depth(2));
        let value_of = |found: &Found<_>, mv| {
            found.moves.iter().find(|root| root.mv == mv).expect("the same moves").value
        };
        assert_eq!(found.depth, 2);
        assert!((found.value - value_of(&expected, found.best)).abs() < 1e-4, "{found:?}");
        assert!(expected.value - found.value < 1e-4, "{} instead of {}", found.value, expected.value);
    }
}

#[test]
fn the_fast_network_leaves_out_what_is_hardly_ever_best() {
    let (mut n_same, mut lost, mut n_asked, mut n_all) = (0, 0.0, 0, 0);
    let tables = positions(&game("nocube"), 200, 6);
    for table in &tables {
        let expected = search(&mut PlySearch { evaluation: big_alone(), plies: 0 }, table, &Limits::NONE);
        let found = search(&mut by_network(0), table, &Limits::NONE);
        n_same += usize::from(found.best == expected.best);
        (n_asked, n_all) = (n_asked + found.nodes, n_all + expected.nodes);
        let value_of = |mv| expected.moves.iter().find(|root| root.mv == mv).expect("the same moves").value;
        lost += expected.value - value_of(found.best);
        // What the big network was asked about keeps its word, and comes before all others.
        let n_judged = found.moves.iter().take_while(|root| root.exact).count();
        let (judged, seen) = found.moves.split_at(n_judged);
        assert!(judged.iter().all(|root| root.value == value_of(root.mv)));
        assert!(seen.iter().all(|root| !root.exact && root.value <= judged[n_judged - 1].value));
    }
    assert!(9 * tables.len() < 10 * n_same, "{n_same} of {} plays", tables.len());
    assert!(lost / (tables.len() as f32) < 0.005, "{lost} points lost in all");
    assert!(2 * n_asked < n_all, "{n_asked} of {n_all} boards");
}

#[test]
fn one_ply_with_the_fast_network_is_nearly_the_same() {
    for table in positions(&game("nocube"), 12, 7) {
        let found = search(&mut by_network(1), &table, &Limits::NONE);
        let expected = PlySearch { evaluation: big_alone(), plies: 1 }
            .look_at(SearchRequest::new(&table, Limits::NONE).expect("a seat is to move"), found.best)
            .expect("it looks at any play");
        assert!((found.value - expected.value).abs() < 0.03, "{} and {}", found.value, expected.value);
    }
}

#[test]
fn promising_plays_come_first_and_only_they_are_looked_at_further() {
    let (mut n_looked_at, mut n_all) = (0, 0);
    for table in positions(&game("nocube"), 12, 4) {
        let at_sight = search(&mut by_network(0), &table, &Limits::NONE);
        let found = search(&mut by_network(1), &table, &Limits::NONE);
        // What a search of every play would look at: each play, and each answer to each roll after it.
        let mut moves = Vec::new();
        table.legal_moves(&mut moves);
        let mut n_nodes = moves.len() as u64;
        for mv in moves {
            for dice in backgammon::Dice::ALL {
                let mut n_answers = 0;
                table.after(mv).board().for_each_play(dice, |_, _| n_answers += 1);
                n_nodes += n_answers.max(1);
            }
        }
        n_all += n_nodes;
        n_looked_at += found.nodes;
        // With no time for more than a first look, the most promising play is the one that is played.
        let hasty = search(&mut by_network(1), &table, &Limits::nodes(at_sight.nodes));
        assert_eq!(hasty.best, at_sight.best);
    }
    assert!(n_looked_at * 2 < n_all, "{n_looked_at} of {n_all}");
}

#[test]
fn it_knows_the_openings_that_everybody_plays() {
    let game = game("nocube");
    for (roll, play) in
        [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3"), ("65", "24/18/13")]
    {
        let table = after(&game, game.start(), &[roll]);
        for plies in [0, 1] {
            let found = search(&mut by_network(plies), &table, &Limits::NONE);
            assert_eq!(game.write_move(&table, found.best), play, "{plies} plies");
        }
    }
}

#[test]
fn limits_are_kept_and_a_legal_play_is_always_at_hand() {
    let game = game("nocube");
    let table = after(&game, game.start(), &["31"]);
    for nodes in [0, 1, 5, 100, 400, 1_000] {
        let found = search(&mut by_network(2), &table, &Limits::nodes(nodes));
        assert!(table.is_legal(found.best));
        // A batch that was begun is finished: the plays of all 21 rolls of the other side.
        assert!(found.nodes <= nodes.max(1) + 1_000, "{} nodes", found.nodes);
    }
    assert_eq!(search(&mut by_network(2), &table, &Limits::depth(1)).depth, 1);
    let stop = Stop::default();
    stop.now();
    let found = by_network(3).search(
        SearchRequest::new(&table, Limits::NONE)
            .expect("a seat is to move")
            .with_control(Control::new(&stop, &|| Millis(0))),
    );
    assert!(table.is_legal(found.best) && found.depth <= 1, "{found:?}");
}

#[test]
fn a_play_that_ends_the_game_counts_what_it_wins() {
    let last_two = board(&[(2, 1), (1, 1)], &[(24, 1), (6, 14)]);
    let table = game("nocube").start().with_board(Seat::FIRST, last_two);
    let table = table.with_phase(Phase::Playing(dice(2, 1))).expect("a roll fits");
    for plies in [0, 1] {
        let found = search(&mut by_network(plies), &table, &Limits::NONE);
        assert_eq!(table.after(found.best).phase(), Phase::BorneOff);
        assert_eq!(found.value, 3.0, "a backgammon: {found:?}");
    }
}

/// A side at home with some checkers left.
fn at_home(rng: &mut Rng, n_left: u8) -> Vec<(u8, u8)> {
    let mut counts = [0_u8; 7];
    counts[0] = 15 - n_left;
    (0..n_left).for_each(|_| counts[1 + rng.index(6)] += 1);
    (0..).zip(counts).collect()
}

#[test]
fn bear_off_plays_lose_nothing() {
    let mut rng = Rng::from_seed(11);
    for most in [6, 14] {
        let mut n_choices = 0;
        for _ in 0..150 {
            let (own, other) = (1 + rng.below(most) as u8, 1 + rng.below(most) as u8);
            let board = board(&at_home(&mut rng, own), &at_home(&mut rng, other));
            let rolled = dice(1 + rng.below(6) as u8, 1 + rng.below(6) as u8);
            let table = game("nocube").start().with_board(Seat::FIRST, board);
            let table = table.with_phase(Phase::Playing(rolled)).expect("a roll fits");
            let mut plays = Vec::new();
            table.legal_moves(&mut plays);
            // What the tables leave to the other side after each play; nothing if the last checker is off.
            let left = |mv| match table.after(mv) {
                after if after.phase() == Phase::BorneOff => 0.0,
                after => bear_off::chances(after.board()).expect("all are at home").win,
            };
            let least = plays.iter().map(|&mv| left(mv)).fold(1.0, f32::min);
            let found = search(&mut by_network(0), &table, &Limits::NONE);
            // The player adds up in single precision.
            assert!(left(found.best) - least < 1e-6, "{} instead of {least}: {table:?}", left(found.best));
            n_choices += u32::from(plays.iter().any(|&mv| 1e-3 < left(mv) - least));
        }
        assert!(30 < n_choices, "{n_choices} real choices");
    }
}
