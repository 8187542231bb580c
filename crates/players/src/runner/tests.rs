use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use framework::FaultKind;

use super::*;

fn engine() -> (Box<dyn AnyEngine>, Box<dyn AnyPosition>) {
    let game = nim::ENTRY.open_text("9+9+9").unwrap();
    (game.engine("mcts").unwrap(), game.start())
}

#[test]
fn an_interrupt_ends_a_search_with_a_legal_move() {
    let (mut engine, pos) = engine();
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::NONE };
    let thought = think(&mut *engine, &*pos, limits, || true).unwrap();
    assert!(thought.interrupted);
    assert!(pos.check(&thought.found.best).is_ok());
}

#[test]
fn the_time_ends_a_search() {
    let (mut engine, pos) = engine();
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::time(Millis(30)) };
    let began = Instant::now();
    let thought = think(&mut *engine, &*pos, limits, || false).unwrap();
    assert!(!thought.interrupted);
    assert!(began.elapsed() < Duration::from_secs(20), "it would go on for ever");
}

/// Panics, waits until it is stopped, or plays the first move, as its turn is.
struct Moody(u32);

impl Player for Moody {
    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        self.0 += 1;
        match self.0 {
            1 => panic!("a bad day"),
            2 => {
                while !request.control.is_stopped() {
                    thread::yield_now();
                }
                Ok(Decision::Stopped)
            }
            _ => Ok(Decision::Played(request.pos.play(&request.pos.legal_moves()[0]).unwrap())),
        }
    }
}

#[test]
fn whatever_a_player_does_becomes_a_decision_or_a_fault() {
    let pos = nim::ENTRY.open_text("1+2").unwrap().start();
    let so_far = RoundSoFar { start: None, moves: &[], pos: &*pos };
    let mut player = Moody(0);
    let fault = decide(&mut player, &so_far, Limits::NONE, None, || false).decision.unwrap_err();
    assert_eq!((fault.kind, &*fault.detail), (FaultKind::Crashed, "the player broke down: a bad day"));
    let stopped = decide(&mut player, &so_far, Limits::NONE, None, || true);
    assert_eq!(stopped, Decided { decision: Ok(Decision::Stopped), interrupted: true });
    let played = decide(&mut player, &so_far, Limits::NONE, None, || false);
    assert_eq!(played, Decided { decision: Ok(Decision::Played("1-1".to_owned())), interrupted: false });
    assert_eq!(pos.legal_moves().len(), 3, "the position of the caller stays as it was");
}

/// A player who goes on for a while after it was asked to stop, and tells how many of its searches run.
struct Sluggish {
    running: Arc<AtomicUsize>,
    overlapped: Arc<AtomicBool>,
}

impl AnyEngine for Sluggish {
    fn search(&mut self, request: AnySearchRequest<'_>) -> AnyFound {
        let (pos, limits, control) = (request.pos(), request.limits(), request.control());
        let before = self.running.fetch_add(1, Ordering::SeqCst);
        self.overlapped.fetch_or(before != 0, Ordering::SeqCst);
        while limits.time.is_none() && !control.is_over(None) {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(5));
        self.running.fetch_sub(1, Ordering::SeqCst);
        let best = pos.legal_moves().swap_remove(0);
        let (line, moves) = (vec![best.clone()], Vec::new());
        let elapsed = control.elapsed();
        AnyFound { best, value: 0.0, worth: None, depth: 0, nodes: 0, elapsed, line, moves }
    }

    fn forget(&mut self) {}

    fn remembers(&self) -> bool {
        true
    }
}

#[test]
fn a_new_request_waits_until_the_old_search_has_really_stopped() {
    let (running, overlapped) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let mut engine: Box<dyn AnyEngine> =
        Box::new(Sluggish { running: Arc::clone(&running), overlapped: Arc::clone(&overlapped) });
    let game = nim::ENTRY.open_text("1+2").unwrap();
    let mut pos = game.start();
    for expected in ["1-1", "1-2"] {
        let pondering = Pondering::begin(engine, &*pos, Limits::NONE);
        engine = pondering.end().unwrap();
        assert_eq!(running.load(Ordering::SeqCst), 0, "nobody thinks any more");
        let thought = think(&mut *engine, &*pos, Limits::time(Millis(1)), || false).unwrap();
        assert_eq!(thought.found.best, expected, "the answer belongs to the question");
        pos.play(&thought.found.best).unwrap();
    }
    assert!(!overlapped.load(Ordering::SeqCst));
}

#[test]
fn a_player_who_thought_ahead_for_no_time_plays_on() {
    let (mut engine, mut pos) = engine();
    for _ in 0..20 {
        engine = Pondering::begin(engine, &*pos, Limits::NONE).end().unwrap();
        let found = search(&mut *engine, AnySearchRequest::new(&*pos, Limits::nodes(50)).unwrap());
        pos.play(&found.best).unwrap();
        if pos.turn() == Turn::Over {
            return;
        }
    }
}

#[test]
fn no_pondering_about_dice_finished_games_or_without_memory() {
    let is_resting = |name: &str, pos: &dyn AnyPosition, game: &dyn framework::AnyGame| {
        matches!(Pondering::begin(game.engine(name).unwrap(), pos, Limits::NONE), Pondering::Resting(_))
    };
    let backgammon = catalog::find(catalog::GAMES, "backgammon").unwrap().open_text("").unwrap();
    assert!(is_resting("mcts", &*backgammon.start(), &*backgammon), "the dice are next");
    let nim = nim::ENTRY.open_text("1").unwrap();
    let mut over = nim.start();
    over.play("1-1").unwrap();
    assert!(is_resting("mcts", &*over, &*nim), "the game is over");
    assert!(is_resting("random", &*nim.start(), &*nim), "it forgets everything");
    assert!(!is_resting("mcts", &*nim.start(), &*nim));
}

#[test]
fn dropped_search_is_stopped() {
    let stopped = Arc::new(AtomicUsize::new(0));
    let engine = Sluggish { running: Arc::clone(&stopped), overlapped: Arc::default() };
    let game = nim::ENTRY.open_text("1+2").unwrap();
    let Pondering::Thinking(Search { brake, thread }) =
        Pondering::begin(Box::new(engine), &*game.start(), Limits::NONE)
    else {
        panic!("it thinks")
    };
    drop(brake);
    thread.join().unwrap();
    assert_eq!(stopped.load(Ordering::SeqCst), 0);
}
