//! The cube: known truths, laws, and facts that others have computed.

use backgammon::{
    Board, Cube, MatchScore, Phase, Table,
    engine::{
        Chances, Evaluation,
        cube::{CubeAction, CubeAhead, CubeDecision, CubeState, Holder, Stakes},
    },
    notation::gnu_id,
};
use framework::{Game, Rng, Seat, testkit};

use crate::{board, game};

const CUBE: &str = include_str!("../data/cube.txt");
const BEAR_OFF: &str = include_str!("../data/bearoff-two-sided.txt");

fn table(options: &str, board: Board, cube: Cube, points: [u16; 2]) -> Table {
    let game = game(options);
    let score = MatchScore { length: game.match_length, points, crawford: false };
    game.start().with_board(Seat::FIRST, board).with_stakes(cube, score)
}

fn decision(table: &Table, plies: u32) -> CubeDecision {
    let evaluation = Evaluation::strongest();
    let mut ahead = CubeAhead::new(&evaluation, &|_| false);
    let seat = table.mover();
    let (stakes, cube) = (Stakes::at(table, seat), CubeState::at(table, seat));
    CubeDecision::find(&mut ahead, table.board(), &stakes, cube, plies).expect("nobody stops it")
}

/// Chances without gammons.
fn single(win: f32) -> Chances {
    Chances { win, ..Chances::default() }
}

#[test]
fn a_perfectly_efficient_cube_is_passed_at_eighty_percent() {
    // The textbook: without gammons the last double is passed from 75 % on, and one that can be turned for ever from 80 %.
    let start = game("").start().board();
    let stakes = Stakes::at(&table("", start, Cube::CENTERED, [0, 0]), Seat::FIRST);
    let centered = CubeState { level: 0, holder: Holder::Nobody };
    let worth = |win, life| stakes.with_cube(centered, single(win), life);
    assert!((worth(0.8, 1.0) - 1.0).abs() < 1e-6 && (worth(0.2, 1.0) + 1.0).abs() < 1e-6);
    assert!((worth(0.5, 1.0)).abs() < 1e-6);
    let held_by_other = CubeState { level: 1, holder: Holder::Other };
    assert!((stakes.with_cube(held_by_other, single(0.75), 0.0) - 1.0).abs() < 1e-6, "a dead cube at 75 %");
    assert!((stakes.with_cube(held_by_other, single(0.8), 1.0) - 1.0).abs() < 1e-6);
}

#[test]
fn who_holds_the_cube_expects_no_less() {
    let mut rng = Rng::from_seed(1);
    for options in ["", "jacoby", "match=5", "match=9", "match=25"] {
        let start = game(options).start().board();
        let stakes = Stakes::at(&table(options, start, Cube::CENTERED, [0, 0]), Seat::FIRST);
        for _ in 0..2_000 {
            let win = rng.unit() as f32;
            let win_gammon = win * 0.5 * rng.unit() as f32;
            let lose_gammon = (1.0 - win) * 0.5 * rng.unit() as f32;
            let chances = Chances { win, win_gammon, lose_gammon, ..Chances::default() };
            let worth = |holder, life| stakes.with_cube(CubeState { level: 1, holder }, chances, life);
            for life in [0.0, 0.3, 0.7, 1.0] {
                let (held, against) = (worth(Holder::Mover, life), worth(Holder::Other, life));
                let dead = stakes.dead(CubeState { level: 1, holder: Holder::Mover }, chances);
                assert!(
                    against - 1e-5 <= dead && dead <= held + 1e-5,
                    "{options}: {against} {dead} {held} {chances:?}"
                );
            }
        }
    }
}

#[test]
fn what_one_side_may_expect_with_the_cube_the_other_must_fear() {
    for (options, points) in
        [("", [0, 0]), ("jacoby beavers", [0, 0]), ("match=7", [3, 5]), ("match=5", [4, 1])]
    {
        let start = game(options).start().board();
        let stakes = Stakes::at(&table(options, start, Cube::CENTERED, points), Seat::FIRST);
        let turned = stakes.turned();
        let chances = Chances {
            win: 0.61,
            win_gammon: 0.2,
            win_backgammon: 0.01,
            lose_gammon: 0.1,
            lose_backgammon: 0.0,
        };
        let other = Chances {
            win: 0.39,
            win_gammon: 0.1,
            win_backgammon: 0.0,
            lose_gammon: 0.2,
            lose_backgammon: 0.01,
        };
        for holder in [Holder::Nobody, Holder::Mover, Holder::Other] {
            let cube = CubeState { level: u8::from(holder != Holder::Nobody), holder };
            let one = stakes.with_cube(cube, chances, 0.68);
            let two = turned.with_cube(cube.turned(), other, 0.68);
            assert!((one + two).abs() < 1e-5, "{options} {holder:?}: {one} {two}");
        }
    }
}

#[test]
fn with_two_points_lacking_on_both_sides_a_double_ends_all_doubling() {
    let start = game("match=2").start().board();
    let stakes = Stakes::at(&table("match=2", start, Cube::CENTERED, [0, 0]), Seat::FIRST);
    let turned = CubeState { level: 1, holder: Holder::Mover };
    assert!(!stakes.may_double(turned));
    // The game decides the match, so that the chance to win is all that counts.
    let chances = Chances { win: 0.6, win_gammon: 0.5, ..Chances::default() };
    assert!((stakes.with_cube(turned, chances, 0.7) - 0.2).abs() < 1e-6);
    assert!(stakes.may_double(CubeState { level: 0, holder: Holder::Nobody }));
}

#[test]
fn nobody_doubles_in_the_crawford_game_and_the_leader_never_afterwards() {
    let board = game("").start().board();
    let crawford = MatchScore { length: 5, points: [4, 2], crawford: true };
    let table = game("match=5").start().with_board(Seat::FIRST, board).with_stakes(Cube::CENTERED, crawford);
    let centered = CubeState { level: 0, holder: Holder::Nobody };
    for seat in Seat::all(2) {
        assert!(!Stakes::at(&table, seat).may_double(centered));
    }
    let afterwards = table.with_stakes(Cube::CENTERED, MatchScore { crawford: false, ..crawford });
    assert!(!Stakes::at(&afterwards, Seat::FIRST).may_double(centered));
    assert!(Stakes::at(&afterwards, Seat::SECOND).may_double(centered));
}

#[test]
fn bear_off_decisions_are_exact() {
    let (mut n_checked, mut n_doubles) = (0, 0);
    for line in BEAR_OFF.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').collect();
        let expected: Vec<f32> =
            columns[4].split_whitespace().map(|word| word.parse().expect(line)).collect();
        let [no_double, no_redouble, taken] = expected[..] else { panic!("{line}: not three numbers") };
        let board = gnu_id::read_board(columns[5].trim(), 15).expect(line);
        for (cube, rolled) in
            [(Cube::CENTERED, no_double), (Cube::new(1, Some(Seat::FIRST)).expect("a cube"), no_redouble)]
        {
            let table = table("", board, cube, [0, 0]);
            if table.phase() != Phase::BeforeRoll {
                continue;
            }
            let found = decision(&table, 0);
            assert!(
                (found.no_double - rolled).abs() < 1e-5 && (found.take - taken).abs() < 1e-5,
                "{line}: {found:?}"
            );
            n_doubles += u32::from(found.action() == CubeAction::DoubleTake);
            n_checked += 1;
        }
    }
    assert!(140 < n_checked && 10 < n_doubles, "{n_checked} decisions, {n_doubles} doubles");
}

/// A line of the file: the table, and what not doubling, a take and a pass are worth.
fn judged(line: &str) -> (Table, [f32; 3]) {
    let columns: Vec<&str> = line.split('|').collect();
    let words: Vec<&str> = columns[0].split_whitespace().collect();
    let field = |name: &str| words.iter().find_map(|word| word.strip_prefix(name)).expect(line);
    let number = |name: &str| -> u16 { field(name).parse().expect(line) };
    let (own, other) = field("score=").split_once('-').expect(line);
    let score = MatchScore {
        length: number("match="),
        points: [own.parse().expect(line), other.parse().expect(line)],
        crawford: number("crawford=") != 0,
    };
    let owner = match field("owner=") {
        "me" => Some(Seat::FIRST),
        "opp" => Some(Seat::SECOND),
        _ => None,
    };
    let cube = Cube::new(number("cube=").trailing_zeros() as u8, owner).expect(line);
    let board = gnu_id::read_board(words[1], 15).expect(line);
    let table = game("match=5").start().with_board(Seat::FIRST, board).with_stakes(cube, score);
    let equities: Vec<f32> = columns[2].split_whitespace().map(|word| word.parse().expect(line)).collect();
    (table, [equities[1], equities[2], equities[3]])
}

#[test]
fn decisions_cost_little_by_the_judgment_of_another_program() {
    let (mut lost, mut n_decisions) = (0.0, 0);
    for line in CUBE.lines().filter(|line| line.starts_with("C ")) {
        let (table, [no_double, take, pass]) = judged(line);
        let found = decision(&table, 1);
        let double = take.min(pass);
        let doubles = table.phase() == Phase::BeforeRoll && found.is_double();
        let doubler_loses = no_double.max(double) - if doubles { double } else { no_double };
        let taker_loses = if found.is_take() { take } else { pass } - double;
        lost += doubler_loses + taker_loses;
        n_decisions += 1;
    }
    // A small sample, of which the bar leaves room for chance; the README has the number over many more.
    let mean = lost / n_decisions as f32;
    assert!(25 < n_decisions && mean < 0.02, "{mean} points a decision over {n_decisions}");
}

#[test]
fn deeper_searches_agree_about_a_position_that_is_decided() {
    // Two checkers against one roll, far outside the table because of the checkers that the other side still has.
    let board = board(&[(1, 2), (0, 13)], &[(6, 7), (0, 8)]);
    for options in ["", "match=7"] {
        let table = table(options, board, Cube::CENTERED, [0, 0]);
        for plies in 0..3 {
            let found = decision(&table, plies);
            assert!(
                (found.no_double - 1.0).abs() < 1e-4 && found.take >= found.pass,
                "{options} {plies}: {found:?}"
            );
        }
    }
}

#[test]
fn values_are_finite_in_random_positions_of_every_rule_set() {
    for options in ["", "jacoby beavers", "match=3", "match=64", "hypergammon match=2", "nackgammon"] {
        let mut n_checked = 0;
        testkit::random_positions(&game(options).start(), 8, 600, |table| {
            if table.phase() != Phase::BeforeRoll || !table.board().mover.pips().is_multiple_of(5) {
                return;
            }
            let found = decision(table, 0);
            for value in [found.no_double, found.take, found.pass] {
                assert!(value.is_finite() && value.abs() < 13.0, "{options}: {found:?}");
            }
            n_checked += 1;
        });
        assert!(0 < n_checked, "{options}");
    }
}
