//! A table at which players meet, by node limits and without a clock.

use framework::{
    Game, Millis, Position, Rng, Seat, Turn, random_move,
    search::{Control, Engine, Found, Limits, Stop},
};
use othello::{BLACK, Board, Move, Othello, SquareSet, WHITE};

/// The player of a game that a name and its options choose, as in `denkmaschine-2014 depth=5`.
#[track_caller]
pub(crate) fn player<S: SquareSet>(game: &Othello<S>, text: &str) -> Box<dyn Engine<Board<S>>> {
    let (name, words) = text.split_once(' ').unwrap_or((text, ""));
    let entries = game.engines();
    let entry = entries.iter().find(|entry| entry.name == name).unwrap_or_else(|| panic!("{name} plays"));
    (entry.make)(&words.parse().unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Searches without a clock.
pub(crate) fn search<S: SquareSet>(
    engine: &mut dyn Engine<Board<S>>,
    pos: &Board<S>,
    limits: &Limits,
) -> Found<Move> {
    let (stop, clock) = (Stop::default(), || Millis(0));
    engine.search(pos, limits, Control::new(&stop, &clock), &mut |_| {})
}

/// Plays a game from a position to its end, black's player first. Every move must be legal.
#[track_caller]
pub(crate) fn play<S: SquareSet>(
    mut pos: Board<S>,
    players: [&mut dyn Engine<Board<S>>; 2],
    limits: [Limits; 2],
) -> Board<S> {
    let [black, white] = players;
    black.forget();
    white.forget();
    while let Turn::Seat(seat) = pos.turn() {
        let found = match seat {
            BLACK => search(black, &pos, &limits[0]),
            _ => search(white, &pos, &limits[1]),
        };
        assert!(pos.is_legal(found.best), "{} in {pos:?}", found.best);
        pos.play(found.best);
    }
    pos
}

/// How a player fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Score {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

/// Plays pairs of games on the usual board, each pair from the same random opening with colors changed, and counts
/// them for the first player, who may visit `nodes` positions a move.
pub(crate) fn contest(
    player: &mut dyn Engine<Board>,
    opponent: &mut dyn Engine<Board>,
    n_pairs: u64,
    nodes: u64,
) -> Score {
    let mut score = Score::default();
    for pair in 0..n_pairs {
        let opening = random_opening(pair);
        for seat in [BLACK, WHITE] {
            let ours = Limits { seed: pair, ..Limits::nodes(nodes) };
            let theirs = Limits { seed: 2 * pair + seat.index() as u64, ..Limits::NONE };
            let last = match seat {
                BLACK => play(opening, [&mut *player, &mut *opponent], [ours, theirs]),
                _ => play(opening, [&mut *opponent, &mut *player], [theirs, ours]),
            };
            count(&mut score, &last, seat);
        }
    }
    score
}

/// The position after six random plies.
fn random_opening(seed: u64) -> Board {
    let mut rng = Rng::stream(seed, "opening", 0);
    let mut pos = Othello::standard().start();
    for _ in 0..6 {
        pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
    }
    pos
}

fn count(score: &mut Score, last: &Board, seat: Seat) {
    match last.final_score(seat) {
        Some(1..) => score.wins += 1,
        Some(0) => score.draws += 1,
        _ => score.losses += 1,
    }
}
