//! Players in tests: without a clock, limited by the positions they may visit.

use std::collections::BTreeSet;

use crate::{
    Answers, Deterministic, Game, Options, Position, Rng, Score, Seat, Turn, TwoSeatZeroSum, random_move,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, Evaluator, Found, Limits, Minimax, SearchRequest},
};

/// The player of a game that a name and its options choose, as in `woellert-2006 depth=4`.
///
/// # Panics
/// If the game has no such player.
#[track_caller]
pub fn player<G: Game>(game: &G, text: &str) -> Box<dyn Engine<G::Position>> {
    let (name, words) = text.split_once(' ').unwrap_or((text, ""));
    let entries = game.engines();
    let entry = entries.iter().find(|entry| entry.name == name).unwrap_or_else(|| panic!("{name} plays"));
    let made = words.parse().and_then(|options| (entry.make)(&options));
    made.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Searches without a clock.
///
/// # Panics
/// If no seat is to move.
#[track_caller]
pub fn search<P: Position>(engine: &mut dyn Engine<P>, pos: &P, limits: &Limits) -> Found<P::Move> {
    engine.search(SearchRequest::new(pos, *limits).expect("a seat is to move"))
}

/// Plays a game of two without chance from a position to its end; the first player has the first seat.
///
/// # Panics
/// If a player chooses an illegal move.
#[track_caller]
pub fn play<P: Deterministic>(mut pos: P, players: [&mut dyn Engine<P>; 2], limits: [Limits; 2]) -> P {
    let [first, second] = players;
    first.forget();
    second.forget();
    while let Turn::Seat(seat) = pos.turn() {
        let found = match seat {
            Seat::FIRST => search(first, &pos, &limits[0]),
            _ => search(second, &pos, &limits[1]),
        };
        assert!(pos.is_legal(found.best), "{:?} in {pos:?}", found.best);
        pos.play(found.best);
    }
    pos
}

/// Plays pairs of games, each pair from one opening with seats changed, and counts them for the first player, who
/// may visit `nodes` positions a move.
pub fn duel<P: Deterministic>(
    openings: impl IntoIterator<Item = P>,
    player: &mut dyn Engine<P>,
    opponent: &mut dyn Engine<P>,
    nodes: u64,
) -> Score {
    let mut score = Score::default();
    for (pair, opening) in (0..).zip(openings) {
        for seat in [Seat::FIRST, Seat::SECOND] {
            let ours = Limits { seed: pair, ..Limits::nodes(nodes) };
            let theirs = Limits { seed: 2 * pair + seat.index() as u64, ..Limits::NONE };
            let last = match seat {
                Seat::FIRST => play(opening.clone(), [&mut *player, &mut *opponent], [ours, theirs]),
                _ => play(opening.clone(), [&mut *opponent, &mut *player], [theirs, ours]),
            };
            match last.payoffs()[seat] {
                payoff if 0.0 < payoff => {
                    score.wins += 1;
                    score.points += 1;
                }
                0.0 => score.draws += 1,
                _ => score.losses += 1,
            }
        }
    }
    score
}

/// A position after some random plies; a game that ends before is played again with other moves.
pub fn random_opening<P: Position>(start: &P, plies: usize, seed: u64) -> P {
    for attempt in 0.. {
        let mut rng = Rng::stream(seed, "opening", attempt);
        let mut pos = start.clone();
        for _ in 0..plies {
            pos = random_move(&pos, &mut rng).map_or(pos.clone(), |mv| pos.after(mv));
        }
        if matches!(pos.turn(), Turn::Seat(_)) {
            return pos;
        }
    }
    unreachable!("there is always another attempt")
}

/// Positions of random games in which a seat is to move.
pub fn random_decisions<P: Position>(start: &P, count: usize, seed: u64) -> Vec<P> {
    let mut rng = Rng::from_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut pos = start.clone();
        while let Some(mv) = random_move(&pos, &mut rng) {
            if matches!(pos.turn(), Turn::Seat(_)) && rng.below(4) == 0 {
                positions.push(pos.clone());
            }
            pos.play(mv);
        }
    }
    positions.truncate(count);
    positions
}

/// Compares alpha-beta with plain minimax to depths of one to four plies: the value, and the set of best moves.
///
/// # Panics
/// If they differ.
pub fn check_alpha_beta<P, E>(evaluation: &E, positions: &[P], features: AlphaBetaFeatures, threads: usize)
where
    P: Deterministic + TwoSeatZeroSum,
    E: Evaluator<P> + Clone,
{
    // Minimax does not look beyond the horizon, and gives every move its value.
    let features = AlphaBetaFeatures { quiescence: 0, exact_root: true, ..features };
    let mut pruned = AlphaBeta::new(evaluation.clone(), features);
    for (idx, pos) in positions.iter().enumerate() {
        let limits = Limits { threads, ..Limits::depth(1 + idx as u32 % 4) };
        let plain = search(&mut Minimax(evaluation.clone()), pos, &limits);
        let found = search(&mut pruned, pos, &limits);
        assert_eq!(found.value, plain.value, "{pos:?} {limits:?}");
        assert_eq!(best_moves(&found), best_moves(&plain), "{pos:?} {limits:?}");
    }
}

fn best_moves<M: Copy + Ord>(found: &Found<M>) -> BTreeSet<M> {
    found.moves.iter().filter(|root| root.value == found.value).map(|root| root.mv).collect()
}

/// Counts the positions that alpha-beta visits in all to a depth: with the moves at the root ordered by their
/// promise, and with the same search that meets them in the order of the rules.
pub fn nodes_by_root_order<P, E>(
    evaluation: &E,
    positions: &[P],
    features: AlphaBetaFeatures,
    depth: u32,
) -> (u64, u64)
where
    P: Deterministic + TwoSeatZeroSum,
    E: Evaluator<P> + Clone,
{
    let nodes = |evaluation: BlindAt<P, E>, pos: &P| {
        search(&mut AlphaBeta::new(evaluation, features), pos, &Limits::depth(depth)).nodes
    };
    let mut sum = (0, 0);
    for pos in positions {
        sum.0 += nodes(BlindAt { evaluation: evaluation.clone(), pos: None }, pos);
        sum.1 += nodes(BlindAt { evaluation: evaluation.clone(), pos: Some(pos.clone()) }, pos);
    }
    sum
}

/// An evaluation that sees no promise in the moves of one position.
struct BlindAt<P, E> {
    evaluation: E,
    pos: Option<P>,
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for BlindAt<P, E> {
    fn value(&self, pos: &P, seat: Seat) -> f32 {
        self.evaluation.value(pos, seat)
    }

    fn bounds(&self) -> Option<(f32, f32)> {
        self.evaluation.bounds()
    }

    fn order_hint(&self, pos: &P, mv: P::Move) -> f32 {
        if self.pos.as_ref() == Some(pos) { 0.0 } else { self.evaluation.order_hint(pos, mv) }
    }

    fn narrow(&self, pos: &P, moves: &mut Vec<P::Move>) {
        self.evaluation.narrow(pos, moves);
    }

    fn is_quiet(&self, pos: &P) -> bool {
        self.evaluation.is_quiet(pos)
    }
}

/// Checks the options that players are asked for: each answer makes a player, the usual ones make the usual player, and
/// nothing beyond the bounds is taken.
///
/// # Panics
/// If a player does not take an answer that it asks for, or takes one that it does not.
#[track_caller]
pub fn check_player_fields<G: Game>(game: &G) {
    for entry in game.engines() {
        // A text that names a player and nothing else is not tried out before a game begins.
        assert!((entry.make)(&Options::default()).is_ok(), "{} cannot be made by its name alone", entry.name);
        let makes = |line: &str| line.parse().and_then(|options| (entry.make)(&options)).is_ok();
        for group in entry.fields {
            let [field] = group.fields else {
                panic!("{}: {} asks for several things", entry.name, group.pattern)
            };
            let written = |answer: &str| group.pattern.replace(&format!("{{{}}}", field.name), answer);
            let (taken, refused): (Vec<String>, Vec<String>) = match &field.answers {
                Answers::Number { least, most, step, usual } => {
                    let numbers = (*least..=*most).step_by((*step).max(1) as usize);
                    assert!(numbers.clone().any(|number| number == *usual), "{} {}", entry.name, field.name);
                    let below = least.checked_sub(1).map(|number| number.to_string());
                    let beyond = [(most + 1).to_string(), "x".to_owned()].into_iter().chain(below);
                    (numbers.map(|number| number.to_string()).collect(), beyond.collect())
                }
                Answers::Choice(words) => {
                    (words.iter().map(|(word, _)| (*word).to_owned()).collect(), vec!["x".to_owned()])
                }
                Answers::Switch => (vec!["yes".to_owned()], Vec::new()),
            };
            for answer in taken {
                let word = written(&answer);
                assert!(makes(&word), "{}:{word} is asked for and not taken", entry.name);
                assert!(group.is_answered_by(&word), "{}:{word} is not recognized", entry.name);
            }
            for answer in refused {
                let word = written(&answer);
                assert!(!makes(&word), "{}:{word} is taken and not asked for", entry.name);
                assert!(!group.is_answered_by(&word), "{}:{word} is recognized", entry.name);
            }
        }
    }
}
