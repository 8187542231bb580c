//! The program of 2005 plays as it did.

use std::collections::BTreeSet;

use blokus::{Blokus, Blokus2005, BlokusPosition, CellState, Color, Criteria, MEDIUM, Placement, SMALL};
use framework::{
    Game, Position, Seat, Turn,
    search::{Engine, Found, Limits, SearchRequest},
    testkit,
};

use crate::data::{game, rows};

fn search<const WORDS: usize>(
    mut player: Blokus2005,
    pos: &BlokusPosition<WORDS>,
    limits: &Limits,
) -> Found<Placement> {
    player.search(SearchRequest::new(pos, *limits).expect("a seat is to move"))
}

fn play_alone<const WORDS: usize>(game: &Blokus<WORDS>) -> (BlokusPosition<WORDS>, String) {
    let (mut pos, mut moves) = (game.start(), Vec::new());
    while pos.turn() != Turn::Over {
        let mv = search(Blokus2005::with_noise(0), &pos, &Limits::NONE).best;
        moves.push(mv);
        pos.play(mv);
    }
    (pos, game.write_record(&moves))
}

#[test]
fn without_noise_it_plays_the_known_games_move_for_move() {
    for row in rows(include_str!("../data/blokus_2005.tsv")) {
        let [options, placements, squares, record] = row[..] else { panic!("four columns: {row:?}") };
        let (pos, played) = match game::<SMALL>(options) {
            Some(game) => {
                let (pos, played) = play_alone(&game);
                (squares_of(&pos), played)
            }
            None => {
                let (pos, played) = play_alone(&game::<MEDIUM>(options).expect("it fits"));
                (squares_of(&pos), played)
            }
        };
        assert_eq!(played, record, "{options}");
        assert_eq!(played.split(' ').count().to_string(), placements, "{options}");
        assert_eq!(pos, squares, "{options}");
    }
}

fn squares_of<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> String {
    let squares = pos.rules().colors().map(|color: Color| pos.squares(color).to_string());
    squares.collect::<Vec<_>>().join(",")
}

/// How often each candidate is chosen in the start position of Duo, by its rank without noise.
fn choices(noise: u32, n_games: u64) -> Vec<u32> {
    let pos = Blokus::duo().parse_position("1:e8,d9,e9,f9,e10 2:i4,h5,i5,j5,i6").expect("legal");
    let ranked = search(Blokus2005::with_noise(0), &pos, &Limits::NONE).moves;
    let mut counts = vec![0; ranked.len()];
    for seed in 0..n_games {
        let best = search(Blokus2005::with_noise(noise), &pos, &Limits { seed, ..Limits::NONE }).best;
        counts[ranked.iter().position(|root| root.mv == best).expect("a legal move")] += 1;
    }
    counts
}

/// The mean rank of what is chosen.
fn mean_rank(counts: &[u32]) -> f64 {
    let sum: f64 = counts.iter().enumerate().map(|(rank, &count)| rank as f64 * f64::from(count)).sum();
    sum / counts.iter().sum::<u32>() as f64
}

#[test]
fn the_more_noise_the_worse_it_chooses_but_better_moves_stay_likelier() {
    let [none, hard, medium, easy] = [0, 5, 20, 75].map(|noise| choices(noise, 150));
    assert_eq!(none[0], 150);
    let means = [&none, &hard, &medium, &easy].map(|counts| mean_rank(counts));
    assert!(means.is_sorted(), "{means:?}");
    for counts in [&hard, &medium, &easy] {
        let half = counts.len() / 2;
        assert!(counts[half..].iter().sum::<u32>() < counts[..half].iter().sum(), "{counts:?}");
    }
    assert_eq!(hard.iter().max(), Some(&hard[0]), "the best stays the most likely: {hard:?}");
}

#[test]
fn the_levels_have_names_and_the_noise_may_be_any() {
    let player = |options: &str| Blokus2005::from_options(&options.parse().expect("options"));
    assert_eq!(player(""), Ok(Blokus2005::HARD));
    assert_eq!(player("hard"), Ok(Blokus2005::with_noise(5)));
    assert_eq!(player("medium"), Ok(Blokus2005::with_noise(20)));
    assert_eq!(player("easy"), Ok(Blokus2005::with_noise(75)));
    assert_eq!(player("noise=120"), Ok(Blokus2005::with_noise(120)));
    let written = player("as-written easy").expect("a player");
    assert_eq!((written.noise, written.pieces, written.criteria), (75, 10, Criteria::AS_WRITTEN));
    let unknown = player("perfect").expect_err("no such level").to_string();
    assert!(unknown.contains("easy, medium, hard, noise=PERCENT"), "{unknown}");
    assert!(player("easy noise=3").is_err());
    assert!(player("noise=201").is_err());
}

#[test]
fn limits_hold_for_the_program_of_2005_too() {
    let pos = Blokus::duo().start();
    let all = search(Blokus2005::with_noise(0), &pos, &Limits::NONE);
    assert_eq!((all.depth, all.line.as_slice()), (1, &[all.best][..]));
    let few = search(Blokus2005::with_noise(0), &pos, &Limits::nodes(10));
    assert_eq!((few.depth, few.nodes), (0, 10));
    assert!(pos.is_legal(few.best) && few.moves.len() == all.moves.len());
}

/// Hands over random positions of a game in which somebody is to move.
fn random_positions<const WORDS: usize>(
    game: &Blokus<WORDS>,
    count: usize,
    mut visit: impl FnMut(&BlokusPosition<WORDS>),
) {
    testkit::random_positions(&game.start(), 11, count, |pos| {
        if pos.to_move().is_some() {
            visit(pos);
        }
    });
}

/// All moves that the program rates without noise, with their ratings.
fn rated<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Vec<(Placement, f64)> {
    let found = search(Blokus2005::with_noise(0), pos, &Limits::NONE);
    let rated = found.moves.into_iter().filter(|root| root.exact);
    rated.map(|root| (root.mv, root.value.into())).collect()
}

#[test]
fn the_terms_of_a_move_add_up_to_its_rating() {
    for options in ["duo", "custom 8x8", "custom 9x9 players=2"] {
        let game = game::<SMALL>(options).expect("it fits");
        let evaluation = testkit::evaluation(&game, "blokus-2005");
        let mut n_moves = 0;
        random_positions(&game, 60, |pos| {
            let Turn::Seat(mover) = pos.turn() else { return };
            for (mv, rating) in rated(pos).into_iter().step_by(17) {
                let explanation = evaluation.explain_move(pos, mv, mover).expect("the player rates it");
                testkit::check_terms(&explanation);
                assert_eq!(explanation.value(), rating, "{mv:?} in {pos:?}");
                n_moves += 1;
            }
        });
        assert!(100 < n_moves, "{options}: {n_moves}");
    }
}

#[test]
fn it_rates_moves_and_not_positions_and_only_those_of_nine_pieces() {
    let game = Blokus::duo();
    let evaluation = testkit::evaluation(&game, "blokus-2005");
    let pos = game.start();
    assert_eq!(evaluation.explain(&pos, Seat::FIRST), None);
    let single = game.parse_move(&pos, "e10").expect("the single square on the start cell");
    assert_eq!(evaluation.explain_move(&pos, single, Seat::FIRST), None, "larger pieces fit");
}

/// What its documentation says and the games that are known do not show: ten pieces and not nine, and anchors.
#[test]
fn as_written_it_tries_ten_pieces_and_minds_the_anchors_of_opponents() {
    let game = game::<SMALL>("custom 13x13").expect("it fits");
    let usual = testkit::evaluation(&game, "blokus-2005");
    let written = testkit::evaluation(&game, "blokus-2005:as-written");
    let (mut n_moves, mut n_anchors, mut n_pieces) = (0, 0.0, [0; 2]);
    random_positions(&game, 60, |pos| {
        let Turn::Seat(mover) = pos.turn() else { return };
        let color = pos.to_move().expect("a color is to move");
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        for &mv in moves.iter().step_by(7) {
            let of_both = [&usual, &written].map(|evaluation| evaluation.explain_move(pos, mv, mover));
            let [Some(usual), Some(written)] = of_both else { continue };
            testkit::check_terms(&written);
            // Each open cell that touches a piece of an opponent by a corner costs 50, and nothing else is different.
            let after = pos.after(mv);
            let is_anchor = |cell, other| after.state(cell, other) == CellState::Anchor;
            let anchors: usize = after
                .rules()
                .colors()
                .filter(|&other| other != color && !after.left(other).is_empty())
                .map(|other| after.rules().grid().cells().filter(|&cell| is_anchor(cell, other)).count())
                .sum();
            assert_eq!(written.value(), usual.value() - 50.0 * anchors as f64, "{mv:?} in {pos:?}");
            (n_moves, n_anchors) = (n_moves + 1, n_anchors + anchors as f64);
        }
        for (most, options) in n_pieces.iter_mut().zip(["noise=0", "noise=0 as-written"]) {
            let player = Blokus2005::from_options(&options.parse().expect("options")).expect("a player");
            let found = search(player, pos, &Limits::NONE);
            let tried = found.moves.iter().filter(|root| root.exact).map(|root| root.mv.piece());
            *most = tried.collect::<BTreeSet<_>>().len().max(*most);
        }
    });
    assert!(100 < n_moves && 100.0 < n_anchors, "{n_moves} moves, {n_anchors} anchors");
    assert_eq!(n_pieces, [9, 10]);
}

#[test]
fn partners_are_neither_blocked_nor_spared() {
    let alone = game::<SMALL>("custom 10x10").expect("it fits");
    let partners = game::<SMALL>("custom 10x10 players=2").expect("it fits");
    let evaluations = [&alone, &partners].map(|game| testkit::evaluation(game, "blokus-2005"));
    let mut n_moves = 0;
    random_positions(&alone, 60, |pos| {
        let together = partners.parse_position(&alone.write_position(pos)).expect("the same board");
        let (Some(color), Turn::Seat(mover), Turn::Seat(partner)) =
            (pos.to_move(), pos.turn(), together.turn())
        else {
            return;
        };
        let ally = partners.movers()[(color.index() + 2) % 4].name.en.clone();
        for (mv, rating) in rated(&together).into_iter().step_by(23) {
            let explained = |idx: usize, pos, seat| -> framework::Explanation {
                evaluations[idx].explain_move(pos, mv, seat).expect("a candidate")
            };
            let (as_foe, as_friend) = (explained(0, pos, mover), explained(1, &together, partner));
            let moves_of_ally = format!("moves-of-{ally}");
            assert!(as_friend.terms().iter().all(|term| term.name != moves_of_ally), "{as_friend:?}");
            let share = as_foe.terms().iter().find(|term| term.name == moves_of_ally).expect("a foe").share;
            assert_eq!((as_friend.value(), rating), (as_foe.value() - share, as_friend.value()), "{mv:?}");
            n_moves += 1;
        }
    });
    assert!(100 < n_moves, "{n_moves}");
}

#[test]
fn options_that_players_ask_for_are_taken_and_no_others() {
    testkit::check_player_fields(&Blokus::duo());
}

#[test]
fn styles_of_2005_play_differently() {
    let game = Blokus::duo();
    // A few moves in, so that both colors have something to gain and to lose.
    let pos = testkit::random_opening(&game.start(), 6, 3);
    let best = |options: &str, seed| {
        let mut player = testkit::player(&game, &format!("blokus-2005 noise=0 {options}"));
        testkit::search(&mut *player, &pos, &Limits { seed, ..Limits::NONE }).best
    };
    assert_eq!(best("style=allround", 1), best("", 1));
    assert_ne!(best("style=suicide", 1), best("", 1));
    let rated = |options: &str| {
        let mut player = testkit::player(&game, &format!("blokus-2005 noise=0 {options}"));
        let found = testkit::search(&mut *player, &pos, &Limits::NONE);
        found.moves.iter().map(|mv| mv.value).collect::<Vec<_>>()
    };
    assert_ne!(rated("style=offensive"), rated(""));
    assert_ne!(rated("style=defensive"), rated("style=offensive"));
    let drawn: BTreeSet<String> =
        (0..20).map(|seed| game.write_move(&pos, best("style=random", seed))).collect();
    assert!(5 < drawn.len(), "any move: {drawn:?}");
    let error = "style=angry".parse().and_then(|options| Blokus2005::from_options(&options)).unwrap_err();
    assert!(error.to_string().contains("clever-random"), "{error}");
}
