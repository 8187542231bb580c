//! Weights are improved by playing, the same way on every number of threads and over every interruption.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arena::{
    Flow, JournalError,
    evolve::{
        Assignment, Checkpoints, Evolution, EvolveError, FolderError, Habits, Method, Orders, Run, Sight,
        Stage, State, Subject, TestOrders, WeightFile,
    },
    statistics::Verdict,
};
use framework::search::Limits;

const PLAYER: &str = "welfenlab-2006";

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("arena-evolve-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A small run on the smallest backgammon, from nothing.
fn assignment(method: Method, games: u64) -> Assignment {
    let game = backgammon::ENTRY.open_text("hypergammon").expect("a game");
    let player = game.tunable(PLAYER).expect("a player").expect("with weights");
    let zeros = vec![0.0; player.parameters.len()];
    let orders = Orders {
        method,
        games,
        pairs: 8,
        opponent: player.text(&zeros),
        limits: Limits::NONE,
        opening_plies: 0,
        seed: 3,
        checkpoints: Checkpoints { every: Some(games / 4), pairs: 20 },
    };
    let subject = Subject::new(game, player, &zeros);
    let test = TestOrders { pairs: 250, gain: 0.1, plays_all: true };
    Assignment { subject, orders, test, command: "brett evolve …".to_owned(), beside: Vec::new() }
}

const GENETIC: Method = Method::Genetic(Habits {
    population: 3,
    mutation_probability: 0.5,
    mutation_radius: 1.0,
    games_per_match: 2,
});

fn never_stop(_: Sight<'_>) -> Flow {
    Flow::GoOn
}

/// Runs to the end, or until so many games have been seen.
fn run_until(
    folder: &Path,
    assignment: Assignment,
    threads: usize,
    n_games: u64,
) -> Result<Run, FolderError> {
    let mut run = Run::open(folder, assignment)?;
    let mut seen = 0;
    let mut watch = |sight: Sight<'_>| {
        seen += u64::from(matches!(sight, Sight::Game(_)));
        if n_games <= seen { Flow::Stop } else { Flow::GoOn }
    };
    while run.stage() != Stage::Over {
        run.advance(threads, false, &mut watch)?;
    }
    Ok(run)
}

/// Everything that a run leaves behind.
fn files(folder: &Path) -> [String; 3] {
    ["journal", "best.toml", "chart.svg"].map(|name| fs::read_to_string(folder.join(name)).expect(name))
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for method in [Method::CmaEs, Method::Spsa, GENETIC] {
        let state = |threads: usize| -> State {
            let Assignment { subject, orders, .. } = assignment(method, 600);
            let mut evolution = Evolution::new(subject, orders);
            while !evolution.is_over() {
                evolution.step(threads, &mut never_stop).expect("a generation");
            }
            evolution.state().clone()
        };
        let alone = state(1);
        assert!(1 < alone.generation);
        assert_eq!(alone, state(3), "{method:?}");
    }
}

#[test]
fn a_run_goes_on_after_any_interruption_as_if_there_had_been_none() {
    for method in [Method::CmaEs, GENETIC] {
        let whole = Scratch::new("whole");
        run_until(&whole.0, assignment(method, 600), 2, u64::MAX).expect("nobody stops it");
        let pieces = Scratch::new("pieces");
        let mut n_stops = 0;
        // Each start gets a little further than the one before.
        for n_games in (150..).step_by(60) {
            match run_until(&pieces.0, assignment(method, 600), 1, n_games) {
                Ok(_) => break,
                Err(FolderError::Evolve(EvolveError::Stopped)) => n_stops += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(2 < n_stops, "{n_stops} interruptions");
        assert_eq!(files(&pieces.0), files(&whole.0), "{method:?}");
    }
}

#[test]
fn what_was_cut_off_by_a_crash_is_played_again() {
    let whole = Scratch::new("uncut");
    run_until(&whole.0, assignment(Method::CmaEs, 600), 2, u64::MAX).expect("nobody stops it");
    let [journal, ..] = files(&whole.0);
    let cut = Scratch::new("cut");
    fs::create_dir_all(&cut.0).expect("a folder");
    for share in [1, 3, 6, 9] {
        fs::write(cut.0.join("journal"), &journal[..journal.len() * share / 10]).expect("a file");
        run_until(&cut.0, assignment(Method::CmaEs, 600), 2, u64::MAX).expect("it goes on");
        assert_eq!(files(&cut.0), files(&whole.0), "cut after {share} tenths");
    }
}

#[test]
fn a_folder_with_other_orders_is_refused() {
    let folder = Scratch::new("orders");
    let stopped = run_until(&folder.0, assignment(Method::CmaEs, 600), 1, 10);
    assert!(matches!(stopped, Err(FolderError::Evolve(EvolveError::Stopped))));
    let mut other = assignment(Method::CmaEs, 600);
    other.orders.seed = 4;
    match Run::open(&folder.0, other) {
        Err(FolderError::Journal(JournalError::OtherRun { differences, .. })) => {
            assert_eq!(differences, "seed is \"3\" there and \"4\" here");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn from_nothing_weights_are_found_that_win() {
    for method in [Method::CmaEs, Method::Spsa] {
        let folder = Scratch::new("wins");
        let run = run_until(&folder.0, assignment(method, 3_000), 2, u64::MAX).expect("nobody stops it");
        assert_eq!(run.last_test().verdict(), Some(Verdict::High), "{method:?}");
        let gain = run.last_test().estimate().expect("pairs were played").interval.low;
        assert!(0.1 < gain, "{method:?}: at least {gain} points a game");
        let [_, best, chart] = files(&folder.0);
        let file: WeightFile = best.parse().expect("a weight file");
        let result = file.result.expect("a result");
        assert_eq!((result.games, result.verdict.as_str()), (500, "better"));
        assert_eq!(file.provenance.expect("a provenance").seed, 3);
        assert!(chart.contains("welfenlab-2006"));
    }
}

#[test]
fn a_search_that_is_late_still_ends_with_a_test() {
    let folder = Scratch::new("late");
    let mut run = Run::open(&folder.0, assignment(Method::CmaEs, 1_000_000)).expect("a folder");
    run.advance(2, false, &mut never_stop).expect("a generation");
    assert_eq!(run.stage(), Stage::Searching);
    run.advance(2, true, &mut never_stop).expect("the play-off");
    assert_eq!(run.stage(), Stage::Testing);
    while run.stage() != Stage::Over {
        run.advance(2, true, &mut never_stop).expect("the test");
    }
    assert_eq!(run.last_test().pairs(), 250);
}

#[test]
fn a_test_may_end_when_it_is_decided() {
    let folder = Scratch::new("decided");
    let mut assignment = assignment(Method::CmaEs, 3_000);
    assignment.test = TestOrders { pairs: 5_000, gain: 0.2, plays_all: false };
    let run = run_until(&folder.0, assignment, 2, u64::MAX).expect("nobody stops it");
    assert_eq!(run.last_test().verdict(), Some(Verdict::High));
    assert!(run.last_test().pairs() < 5_000, "{}", run.last_test().pairs());
}

#[test]
fn curves_of_other_runs_are_read_from_their_folders() {
    let folder = Scratch::new("curve");
    let run = run_until(&folder.0, assignment(GENETIC, 600), 2, u64::MAX).expect("nobody stops it");
    let curve = Run::curve(&folder.0).expect("a journal");
    assert!(curve.name.starts_with("genetic (arena-evolve-curve-"), "{}", curve.name);
    assert_eq!(curve.checkpoints, run.checkpoints());
    drop(run);
    let beside = vec![curve.clone()];
    let again =
        Run::open(&folder.0, Assignment { beside, ..assignment(GENETIC, 600) }).expect("the same run");
    assert_eq!(again.stage(), Stage::Over);
    let [_, _, chart] = files(&folder.0);
    assert!(chart.contains(&curve.name), "a run that is over can still be drawn with others");
    assert!(matches!(Run::curve(Path::new("no/such/folder")), Err(FolderError::File { .. })));
}
