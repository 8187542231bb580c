//! The players keep the rules everywhere, obey their limits, and get stronger with their level.

use std::collections::HashSet;

use blokus::{BestFirst, Blokus, BlokusPosition, ENTRY, Evaluation, MonteCarlo, Placement, SMALL};
use framework::{
    AnyGame, AnySearchRequest, Ending, Game, Millis, Position, Seat, Turn, Valuation,
    search::{Control, Engine, Evaluator, Found, Limits, SearchRequest, Stop},
};

use crate::data::{game, rows};

/// Every mode, some of them with small boards, on which a game is over soon.
const VARIANTS: [&str; 8] = [
    "classic",
    "classic players=3",
    "classic players=2",
    "duo",
    "junior",
    "two-colors",
    "custom 7x9 colors=3",
    "custom 22x21 colors=2 pieces=X*3,Y*3",
];

/// Plays a game between players named in turn and returns the payoffs.
fn play(game: &dyn AnyGame, names: &[&str], limits: &Limits) -> Vec<f32> {
    let mut pos = game.start();
    let mut players: Vec<_> =
        names.iter().map(|name| game.engine(name).unwrap_or_else(|error| panic!("{error}"))).collect();
    while let Turn::Seat(seat) = pos.turn() {
        let player = &mut players[seat.index() % names.len()];
        let found = player.search(AnySearchRequest::new(&*pos, *limits).expect("a seat is to move"));
        pos.play(&found.best).unwrap_or_else(|error| panic!("{names:?} in {}: {error}", pos.text()));
    }
    pos.payoffs().iter().copied().collect()
}

#[test]
fn every_player_plays_whole_games_by_the_rules_in_every_mode() {
    let few_nodes = Limits { nodes: Some(30), depth: Some(2), ..Limits::NONE };
    for variant in VARIANTS {
        let game = ENTRY.open_text(variant).expect("a game");
        let known = game.engines();
        let names: Vec<_> = known.iter().map(|engine| engine.name).chain(["level1", "level10"]).collect();
        for seats in names.chunks(game.start().seats()) {
            let payoffs = play(&*game, seats, &few_nodes);
            assert!(payoffs.iter().sum::<f32>().abs() < 1e-5, "{variant}: {payoffs:?}");
        }
    }
}

#[test]
fn the_program_of_2005_and_our_levels_play_on_every_size_from_3_to_30() {
    let few_nodes = Limits { nodes: Some(10), depth: Some(1), ..Limits::NONE };
    for size in ["3x3", "4x4", "3x30", "5x5", "13x8", "30x30"] {
        let game = ENTRY.open_text(&format!("custom {size} colors=2")).expect("a game");
        let payoffs = play(&*game, &["blokus-2005", "level3"], &few_nodes);
        assert_eq!(payoffs.len(), 2, "{size}");
    }
}

#[test]
fn players_are_offered_by_name_the_strongest_first() {
    let game = ENTRY.open_text("duo").expect("a game");
    let names: Vec<_> = game.engines().iter().map(|engine| engine.name).collect();
    assert_eq!(
        names,
        ["monte-carlo", "best-first", "blokus-2005", "greedy", "max-n", "paranoid", "mcts", "random"]
    );
}

#[test]
fn our_player_beats_the_hard_program_of_2005_in_duo() {
    let game = ENTRY.open_text("duo").expect("a game");
    let mut points = 0.0;
    for seed in 0..5 {
        let limits = Limits { seed, ..Limits::nodes(400) };
        points += play(&*game, &["level10", "blokus-2005:hard"], &limits)[0];
        points += play(&*game, &["blokus-2005:hard", "level10"], &limits)[1];
    }
    assert!(6.0 <= points, "{points} of 10");
}

#[test]
fn a_higher_level_wins_more_often() {
    let game = ENTRY.open_text("duo").expect("a game");
    for (higher, lower) in [("level4", "level1"), ("level10", "level4")] {
        let mut points = 0.0;
        for seed in 0..3 {
            let limits = Limits { seed, ..Limits::nodes(200) };
            points += play(&*game, &[higher, lower], &limits)[0];
            points += play(&*game, &[lower, higher], &limits)[1];
        }
        assert!(0.0 < points, "{higher} against {lower}: {points} of 6");
    }
}

#[test]
fn the_strongest_wins_at_tables_of_three_and_four() {
    for variant in ["custom 12x12 colors=4", "custom 12x12 colors=3", "custom 12x12 colors=4 players=2"] {
        let game = ENTRY.open_text(variant).expect("a game");
        let n_seats = game.start().seats();
        let mut points = 0.0;
        for seat in 0..n_seats {
            let mut names = vec!["blokus-2005:hard"; n_seats];
            names[seat] = "level10";
            points += play(&*game, &names, &Limits { seed: seat as u64, ..Limits::nodes(60) })[seat];
        }
        assert!(0.0 < points, "{variant}: {points}");
    }
}

/// What our player answers in a position, in full.
fn search(pos: &BlokusPosition<SMALL>, limits: &Limits) -> framework::search::Found<blokus::Placement> {
    BestFirst::default().search(SearchRequest::new(pos, *limits).expect("a seat is to move"))
}

fn duo_positions() -> impl Iterator<Item = BlokusPosition<SMALL>> {
    let game = Blokus::duo();
    let rows = rows(include_str!("../data/positions_duo.tsv"));
    rows.map(move |row| game.parse_position(row[8]).expect("legal")).filter(|pos| pos.turn() != Turn::Over)
}

#[test]
fn a_search_is_the_same_every_time_and_lists_every_move_once() {
    for pos in duo_positions().step_by(9) {
        let found = search(&pos, &Limits::nodes(80));
        assert_eq!(found, search(&pos, &Limits::nodes(80)));
        assert!(found.nodes <= 80);
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        assert_eq!(found.moves.len(), moves.len());
        let listed: HashSet<_> = found.moves.iter().map(|root| root.mv).collect();
        assert_eq!(listed, moves.into_iter().collect());
        let mut along = pos;
        for &mv in &found.line {
            assert!(along.is_legal(mv), "the line can be played");
            along.play(mv);
        }
    }
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_move() {
    let (stop, clock) = (Stop::default(), || Millis(0));
    stop.now();
    for pos in duo_positions().step_by(9) {
        for entry in Blokus::duo().engines() {
            let mut engine = (entry.make)(&"".parse().expect("no options")).expect("none are needed");
            let found = engine.search(
                SearchRequest::new(&pos, Limits::NONE)
                    .expect("a seat is to move")
                    .with_control(Control::new(&stop, &clock)),
            );
            assert!(pos.is_legal(found.best), "{}", entry.name);
        }
    }
}

#[test]
fn a_depth_limits_the_lines() {
    for pos in duo_positions().step_by(20) {
        let found = search(&pos, &Limits { depth: Some(2), ..Limits::nodes(300) });
        assert!(found.line.len() <= 2 && found.depth <= 2, "{:?}", found.line);
    }
}

#[test]
fn the_evaluation_shares_out_chances_and_knows_the_end() {
    for variant in ["duo", "custom 9x9 colors=3", "custom 9x9 players=2", "custom 9x9 players=3"] {
        let game = game::<SMALL>(variant).expect("it fits");
        let mut pos = game.start();
        let mut rng = framework::Rng::from_seed(2005);
        while let Some(mv) = framework::random_move(&pos, &mut rng) {
            pos.play(mv);
            let values: Vec<_> = Seat::all(pos.seats()).map(|seat| Evaluation.value(&pos, seat)).collect();
            assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)), "{values:?}");
            assert!(values.iter().sum::<f32>().abs() < 1e-5, "{values:?}");
        }
        assert_eq!(Evaluation.chances(&pos), pos.payoffs());
    }
}

#[test]
fn a_mirrored_position_has_the_mirrored_value() {
    let game = Blokus::duo();
    let pos = game.parse_position("1:e10 2:j5 1:f11,g11 2:k6,l6").expect("legal");
    let mirrored = game.parse_position("1:e10 2:j5 1:d8,d9 2:i3,i4").expect("legal");
    let values = |pos| Seat::all(2).map(|seat| Evaluation.value(pos, seat)).collect::<Vec<_>>();
    assert_eq!(values(&pos), values(&mirrored));
}

#[test]
fn a_move_is_looked_at_for_itself_as_thoroughly_as_the_best() {
    let game = Blokus::duo();
    let pos = game.start();
    let found = search(&pos, &Limits::nodes(60));
    let single = game.parse_move(&pos, "e10").expect("a legal beginning");
    let request = SearchRequest::new(&pos, Limits::nodes(60)).expect("a seat is to move");
    let looked = BestFirst::default().look_at(request, single).unwrap();
    assert_eq!(looked.mv, single);
    assert!((-1.0..found.value).contains(&looked.value), "{} is better than {}", looked.value, found.value);
}

#[test]
fn nothing_is_claimed_about_moves_that_there_was_no_time_to_look_at() {
    let (stop, clock) = (Stop::default(), || Millis(0));
    stop.now();
    let pos = Blokus::duo().start();
    let mut player = BestFirst::default();
    let found = player.search(
        SearchRequest::new(&pos, Limits::NONE)
            .expect("a seat is to move")
            .with_control(Control::new(&stop, &clock)),
    );
    let known = |root| player.appraise(&pos, &found, root).is_some();
    let n_known = found.moves.iter().filter(|root| known(root)).count();
    assert!(0 < n_known && n_known < found.moves.len(), "{n_known} of {}", found.moves.len());
    assert!(known(&found.moves[0]) && !known(found.moves.last().expect("there are moves")));
}

/// What the tree search answers in a position.
fn simulate(
    player: &mut MonteCarlo<SMALL>,
    pos: &BlokusPosition<SMALL>,
    limits: &Limits,
) -> Found<Placement> {
    player.search(SearchRequest::new(pos, *limits).expect("a seat is to move"))
}

#[test]
fn simulations_are_the_same_every_time_and_list_every_move_once() {
    for pos in duo_positions().step_by(11) {
        let limits = Limits { seed: 3, ..Limits::nodes(200) };
        let found = simulate(&mut MonteCarlo::default(), &pos, &limits);
        assert_eq!(found, simulate(&mut MonteCarlo::default(), &pos, &limits));
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let listed: HashSet<_> = found.moves.iter().map(|root| root.mv).collect();
        assert_eq!((found.moves.len(), listed), (moves.len(), moves.into_iter().collect()));
        let mut along = pos;
        for &mv in &found.line {
            assert!(along.is_legal(mv), "the line can be played");
            along.play(mv);
        }
        let short = simulate(&mut MonteCarlo::default(), &pos, &Limits { depth: Some(2), ..limits });
        let is_exact = short.moves[0].exact;
        assert!(is_exact || short.line.len() <= 3, "a depth limits the tree: {:?}", short.line);
    }
}

#[test]
fn what_was_found_out_is_kept_for_the_next_move_of_the_game() {
    let mut pos = Blokus::duo().start();
    let mut player = MonteCarlo::default();
    assert!(Engine::<BlokusPosition<SMALL>>::remembers(&player));
    let first = simulate(&mut player, &pos, &Limits::nodes(400));
    first.line.iter().take(2).for_each(|&mv| pos.play(mv));
    let one_more = |player: &mut MonteCarlo<SMALL>| {
        let found = simulate(player, &pos, &Limits::nodes(32));
        found.moves.iter().filter(|root| root.value.is_finite()).count()
    };
    let with_memory = one_more(&mut player.clone());
    Engine::<BlokusPosition<SMALL>>::forget(&mut player);
    assert!(with_memory != one_more(&mut player), "{with_memory}: a fresh search has tried other moves");
}

#[test]
fn a_thorough_search_knows_something_about_every_move() {
    let pos = duo_positions().nth(20).expect("there are more");
    let known = |mut player: MonteCarlo<SMALL>| {
        let found = simulate(&mut player, &pos, &Limits::nodes(6_000));
        let appraised = |root| player.appraise(&pos, &found, root).is_some();
        (found.moves.iter().filter(|root| appraised(root)).count(), found.moves.len())
    };
    let (n_known, n_moves) = known(MonteCarlo::thorough());
    assert_eq!(n_known, n_moves);
    assert!(known(MonteCarlo::default()).0 <= n_moves);
}

#[test]
fn the_end_is_exact_once_few_moves_are_left() {
    let mut n_exact = 0;
    for start in duo_positions().step_by(7) {
        let mut pos = start;
        while pos.turn() != Turn::Over {
            let mut player = MonteCarlo::default();
            let n_moves: u64 = pos.rules().colors().map(|color| pos.count_moves_of(color)).sum();
            let nodes = if n_moves < 25 { 20_000 } else { 32 };
            let found = simulate(&mut player, &pos, &Limits::nodes(nodes));
            if n_moves < 25 {
                assert!(found.moves[0].exact, "{pos:?} has {n_moves} moves");
                let promised = found.value;
                let worth = player.appraise(&pos, &found, &found.moves[0]);
                let endings = [Ending::Lost, Ending::Drawn, Ending::Won];
                let ending = endings[(promised + 1.0) as usize];
                assert_eq!(worth, Some(Valuation::Certain { ending, plies: None }));
                let Turn::Seat(seat) = pos.turn() else { unreachable!("somebody is to move") };
                let mut along = pos;
                found.line.iter().for_each(|&mv| along.play(mv));
                if along.turn() == Turn::Over {
                    assert_eq!(along.payoffs()[seat], promised, "{pos:?}");
                    n_exact += 1;
                }
                break;
            }
            pos.play(found.best);
        }
    }
    assert!(5 <= n_exact, "{n_exact}");
}

#[test]
fn a_tree_stays_within_its_memory() {
    let limits = Limits { memory: Some(2 << 20), ..Limits::nodes(3_000) };
    let mut player = MonteCarlo::default();
    let told = Engine::<BlokusPosition<SMALL>>::memory(&player, &limits);
    assert!(told <= 16 << 20, "{told}");
    let pos = Blokus::duo().start();
    let found = simulate(&mut player, &pos, &limits);
    assert_eq!(found.nodes, 3_000, "a full tree does not end the search");
    assert!(pos.is_legal(found.best));
}
