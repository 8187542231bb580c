//! The players that can be chosen, in whole games and against each other.

use backgammon::{
    Backgammon, Board, Cube, MatchScore, Move, Phase, Table,
    engine::{Chances, CubePlayer, CubePolicy, Evaluation, Network, Worth},
    opponents::welfenlab_2006::Welfenlab2006,
};
use framework::{
    Game, LevelChances, PerSeat, Position, Rng, Seat, Turn, Valuation, random_move,
    search::{ChanceCuts, Engine, Evaluator, Expectimax, Found, Greedy, LEVELS, Limits, SearchRequest},
    testkit,
};

use crate::{after, board, game};

/// What a player finds, without a clock.
pub(crate) fn search(player: &mut dyn Engine<Table>, table: &Table, limits: &Limits) -> Found<Move> {
    player.search(SearchRequest::new(table, *limits).expect("a seat is to move"))
}

/// Plays a game to its end and checks every move on the way.
fn play(
    game: &Backgammon,
    players: [&mut dyn Engine<Table>; 2],
    limits: &Limits,
    dice_seed: u64,
) -> PerSeat<f32> {
    let mut dice = Rng::stream(dice_seed, "dice", 0);
    let mut table = game.start();
    let [first, second] = players;
    loop {
        let mv = match table.turn() {
            Turn::Over => return table.payoffs(),
            Turn::Chance => random_move(&table, &mut dice).expect("the dice can fall"),
            Turn::Seat(seat) => {
                let limits = Limits { seed: dice.clone().bits(), ..*limits };
                let player = if seat == Seat::FIRST { &mut *first } else { &mut *second };
                let found = search(player, &table, &limits);
                assert!(table.is_legal(found.best), "{found:?} at {}", game.write_position(&table));
                assert_eq!(found.line.first(), Some(&found.best));
                found.best
            }
        };
        table.play(mv);
    }
}

/// What the first player wins a game, over pairs of games with the same dice and changed seats.
fn mean_gain(
    game: &Backgammon,
    one: &mut dyn Engine<Table>,
    other: &mut dyn Engine<Table>,
    n_pairs: u64,
) -> f32 {
    let mut sum = 0.0;
    for pair in 0..n_pairs {
        sum += play(game, [one, other], &Limits::NONE, pair)[Seat::FIRST];
        sum += play(game, [other, one], &Limits::NONE, pair)[Seat::SECOND];
    }
    sum / (2 * n_pairs) as f32
}

fn greedy() -> CubePlayer<Greedy<Evaluation>> {
    let evaluation = Evaluation::shipped();
    CubePlayer { plays: Greedy(evaluation.clone()), cube: CubePolicy::AT_SIGHT, evaluation }
}

#[test]
fn players_are_listed_from_the_strongest_on() {
    let names: Vec<_> = game("").engines().iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["network", "expectimax", "greedy", "welfenlab-2006", "mcts", "random"]);
}

#[test]
fn every_player_plays_whole_games_of_every_variant() {
    // A node is a game in the head for tree search, and a position for the others.
    let limits = Limits::nodes(20);
    for (idx, options) in [
        "",
        "nocube",
        "jacoby beavers",
        "match=7",
        "match=1",
        "nackgammon",
        "hypergammon beavers",
        "nackgammon match=3",
    ]
    .into_iter()
    .enumerate()
    {
        let game = game(options);
        for entry in game.engines() {
            let make = || (entry.make)(&"".parse().expect("no options")).expect("a player");
            let payoffs = play(&game, [&mut make(), &mut make()], &limits, idx as u64);
            assert_ne!(payoffs[Seat::FIRST], 0.0, "{} with {options}", entry.name);
        }
    }
}

#[test]
fn every_level_plays_a_whole_game_with_the_cube() {
    let game = game("hypergammon beavers");
    for level in LEVELS {
        let payoffs = play(&game, [&mut game.level(level), &mut game.level(1)], &Limits::NONE, level.into());
        assert_ne!(payoffs[Seat::FIRST], 0.0, "level {level}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = game("");
    let results: Vec<_> = (0..2)
        .map(|_| {
            (0..5)
                .map(|seed| play(&game, [&mut game.level(3), &mut game.level(6)], &Limits::NONE, seed))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(results[0], results[1]);
}

#[test]
fn our_network_beats_the_2006_program_clearly() {
    // The bar is +0.2 points a game; the README has the number over 4,000 games.
    let gain = mean_gain(&game("nocube"), &mut greedy(), &mut Welfenlab2006::default(), 100);
    assert!(0.5 < gain, "{gain} points a game");
}

#[test]
fn our_network_knows_nackgammon_and_hypergammon_too() {
    for options in ["nackgammon nocube", "hypergammon nocube"] {
        let gain = mean_gain(&game(options), &mut greedy(), &mut Welfenlab2006::default(), 100);
        assert!(0.2 < gain, "{options}: {gain} points a game");
    }
}

#[test]
fn level_10_beats_the_2006_program() {
    let game = game("nocube");
    let gain = mean_gain(&game, &mut game.level(10), &mut Welfenlab2006::default(), 8);
    assert!(0.2 < gain, "{gain} points a game");
}

#[test]
fn higher_levels_are_stronger() {
    let game = game("nocube");
    for (higher, lower) in [(9, 6), (6, 3), (3, 1)] {
        let gain = mean_gain(&game, &mut game.level(higher), &mut game.level(lower), 100);
        assert!(0.1 < gain, "level {higher} wins {gain} points a game from level {lower}");
    }
}

/// Takes and passes as another player does, but only rolls.
struct NeverDoubles<E>(E);

impl<E: Engine<Table>> Engine<Table> for NeverDoubles<E> {
    fn search(&mut self, request: SearchRequest<'_, Table>) -> Found<Move> {
        let found = self.0.search(request);
        match found.best {
            Move::Double => Found { best: Move::Roll, line: vec![Move::Roll], ..found },
            _ => found,
        }
    }
}

#[test]
fn who_uses_the_cube_beats_who_never_doubles() {
    let gain = mean_gain(&game(""), &mut greedy(), &mut NeverDoubles(greedy()), 300);
    assert!(0.05 < gain, "{gain} points a game");
}

/// The value of a play by the definition: the mean over the dice of the best answer of the other side.
fn brute_force(table: &Table, mv: Move, seat: Seat, evaluation: &Evaluation) -> f32 {
    let next = table.after(mv);
    if next.turn() == Turn::Over {
        return evaluation.value(&next, seat);
    }
    let mut outcomes = Vec::new();
    next.chance_outcomes(&mut outcomes);
    let of_roll = |&(roll, weight): &(Move, u32)| {
        let rolled = next.after(roll);
        let mut answers = Vec::new();
        rolled.legal_moves(&mut answers);
        let values = answers.iter().map(|&answer| evaluation.value(&rolled.after(answer), seat));
        weight as f32 / 36.0 * values.fold(f32::INFINITY, f32::min)
    };
    outcomes.iter().map(of_roll).sum()
}

#[test]
fn looking_ahead_finds_what_brute_force_finds() {
    let evaluation = Evaluation::shipped();
    let mut compared = 0;
    testkit::random_positions(&game("nocube").start(), 5, 400, |table| {
        let (Turn::Seat(seat), 0) = (table.turn(), table.key() % 20) else { return };
        let mut moves = Vec::new();
        table.legal_moves(&mut moves);
        let values: Vec<_> = moves.iter().map(|&mv| brute_force(table, mv, seat, &evaluation)).collect();
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for cuts in [ChanceCuts::None, ChanceCuts::Star1, ChanceCuts::Star2] {
            let mut ahead = Expectimax { evaluator: evaluation.clone(), cuts };
            let found = search(&mut ahead, table, &Limits::depth(2));
            assert!((found.value - best).abs() < 1e-4, "{cuts:?}: {} instead of {best}", found.value);
        }
        compared += 1;
    });
    assert!(5 <= compared, "{compared} positions");
}

#[test]
fn the_chances_behind_the_best_play_add_up_to_its_equity() {
    let evaluation = Evaluation::shipped();
    let plays = Expectimax { evaluator: evaluation.clone(), cuts: ChanceCuts::Star1 };
    let (mut ahead, mut one_ply) = (CubePlayer { plays, cube: CubePolicy::AT_SIGHT, evaluation }, greedy());
    let mut compared = 0;
    testkit::random_positions(&game("nocube").start(), 6, 400, |table| {
        let (Turn::Seat(_), 0) = (table.turn(), table.key() % 20) else { return };
        let players: [&mut dyn Engine<Table>; 2] = [&mut ahead, &mut one_ply];
        for (player, depth) in players.into_iter().zip([2, 1]) {
            let found = search(player, table, &Limits::depth(depth));
            let best = found.moves.iter().find(|root| root.mv == found.best).expect("it is one of the moves");
            let Some(Valuation::Equity { points, chances: Some(LevelChances { win, lose }) }) =
                player.appraise(table, &found, best)
            else {
                panic!("the best play has an equity with chances");
            };
            let equity = win.iter().sum::<f32>() - lose.iter().sum::<f32>();
            assert!((points - equity).abs() < 1e-4, "{points} is not {equity}");
            assert!((win[0] + lose[0] - 1.0).abs() < 1e-5 && win[2] <= win[1] && win[1] <= win[0]);
        }
        compared += 1;
    });
    assert!(5 <= compared, "{compared} positions");
}

#[test]
fn every_choice_about_the_cube_has_an_equity_and_the_best_has_chances() {
    let table = after(&game(""), game("").start(), &["31", "8/5 6/5"]);
    let mut player = game("").level(10);
    let found = search(&mut *player, &table, &Limits::NONE);
    let worths: Vec<_> = found.moves.iter().map(|root| player.appraise(&table, &found, root)).collect();
    let [
        Some(Valuation::Equity { points: rolled, chances: Some(_) }),
        Some(Valuation::Equity { points: doubled, chances: None }),
    ] = worths[..]
    else {
        panic!("{worths:?}");
    };
    assert_eq!(found.best, Move::Roll);
    assert!(doubled < rolled, "{worths:?}");
}

#[test]
fn what_one_side_may_expect_the_other_must_fear() {
    let evaluation = Evaluation::shipped();
    for options in ["", "jacoby", "match=5", "hypergammon"] {
        testkit::random_positions(&game(options).start(), 3, 2_000, |table| {
            let (one, other) = (evaluation.value(table, Seat::FIRST), evaluation.value(table, Seat::SECOND));
            assert!((one + other).abs() < 1e-5, "{one} and {other}");
            let (least, most) = evaluation.bounds().expect("points are bounded");
            assert!(least <= one && one <= most, "{one}");
        });
    }
}

#[test]
fn a_finished_game_is_worth_its_points() {
    let evaluation = Evaluation::shipped();
    let game = game("nocube");
    let mut n_games = 0;
    testkit::random_positions(&game.start(), 4, 30_000, |table| {
        if table.phase() == Phase::BorneOff {
            n_games += 1;
            assert_eq!(evaluation.value(table, Seat::FIRST), table.payoffs()[Seat::FIRST]);
        }
    });
    assert!(10 < n_games, "{n_games} games");
}

#[test]
fn gammons_are_worth_nothing_where_they_do_not_count() {
    let chances = Chances { win: 0.5, win_gammon: 0.5, ..Chances::default() };
    let after_opening = |options: &str| after(&game(options), game(options).start(), &["31", "8/5 6/5"]);
    let equity = |options: &str| chances.equity(Worth::at(&after_opening(options), Seat::FIRST));
    assert_eq!(equity(""), 0.5);
    assert_eq!(equity("jacoby"), 0.0);
    assert_eq!(equity("match=1"), 0.0);
    // Two points away on both sides, a gammon wins the match, and a single game about two thirds of it.
    let gammon = 2.0 * equity("match=2") + 1.0;
    assert!(2.5 < gammon && gammon < 3.0, "{gammon}");
}

/// What our player does on a board before its roll, and what it answers when it is doubled there.
fn cube_decisions(options: &str, points: [u16; 2], board: Board) -> (Move, Move) {
    let game = game(options);
    let score = MatchScore { length: game.match_length, points, crawford: false };
    let table = game.start().with_board(Seat::FIRST, board).with_stakes(Cube::CENTERED, score);
    let decide = |table: &Table| search(&mut *game.level(10), table, &Limits::NONE).best;
    (decide(&table), decide(&table.after(Move::Double)))
}

#[test]
fn nobody_doubles_at_the_start() {
    let start = game("").start().board();
    assert_eq!(cube_decisions("", [0, 0], start), (Move::Roll, Move::Take));
}

#[test]
fn a_race_far_ahead_is_doubled_and_refused() {
    let race =
        board(&[(6, 3), (5, 3), (4, 3), (3, 2), (2, 2), (0, 2)], &[(12, 5), (6, 4), (5, 3), (4, 2), (0, 1)]);
    assert_eq!(cube_decisions("", [0, 0], race), (Move::Double, Move::Pass));
}

#[test]
fn who_cannot_lose_plays_on_for_a_gammon() {
    // The other side needs about as many rolls to bear off its first checker as the mover for the last one.
    let race = board(&[(6, 3), (5, 3), (4, 3), (3, 2), (2, 2), (0, 2)], &[(12, 5), (6, 4), (5, 3), (4, 3)]);
    assert_eq!(cube_decisions("", [0, 0], race), (Move::Roll, Move::Pass));
    // Under the Jacoby rule it would not count.
    assert_eq!(cube_decisions("jacoby", [0, 0], race), (Move::Double, Move::Pass));
}

#[test]
fn who_should_not_have_doubled_is_beavered() {
    let behind = board(&[(12, 5), (6, 4), (5, 3), (4, 3)], &[(6, 3), (5, 3), (4, 3), (3, 2), (2, 2), (0, 2)]);
    assert_eq!(cube_decisions("beavers", [0, 0], behind), (Move::Roll, Move::Beaver));
    assert_eq!(cube_decisions("", [0, 0], behind), (Move::Roll, Move::Take));
}

#[test]
fn who_loses_the_match_anyway_doubles_and_takes() {
    let behind = board(&[(12, 5), (6, 4), (5, 3), (4, 3)], &[(6, 3), (5, 3), (4, 3), (3, 2), (2, 2), (0, 2)]);
    let ahead = behind.turned();
    // The other side lacks one point.
    assert_eq!(cube_decisions("match=5", [2, 4], behind).0, Move::Double);
    assert_eq!(cube_decisions("match=5", [4, 2], ahead), (Move::Roll, Move::Take));
}

#[test]
fn our_shipped_network_is_the_one_of_its_file() {
    let shipped = include_bytes!("../../data/network.bin");
    assert_eq!(Network::from_bytes(shipped), Some(Network::shipped()));
}

#[test]
fn the_chances_of_the_network_add_up_to_its_value() {
    for options in ["", "match=3", "jacoby"] {
        let game = game(options);
        let (explained, evaluation) = (testkit::evaluation(&game, "own"), Evaluation::shipped());
        testkit::random_positions(&game.start(), 4, 200, |table| {
            for seat in Seat::all(2) {
                let explanation = explained.explain(table, seat).expect("it explains every table");
                testkit::check_terms(&explanation);
                // The network adds up in single precision.
                let off = explanation.value() - f64::from(evaluation.value(table, seat));
                assert!(off.abs() < 1e-6, "{explanation:?} for {seat:?} at {table:?}");
            }
        });
    }
}

#[test]
fn options_that_players_ask_for_are_taken_and_no_others() {
    testkit::check_player_fields(&game("nocube"));
}
