//! A table at which players meet, by node limits and without a clock.

use connect4::{Bits, Board, Column};
use framework::{
    Game, Millis, Position, Rng, Seat, Turn, random_move,
    search::{Control, Engine, Found, Limits, Stop},
};

use crate::game;

pub(crate) type Player<B> = Box<dyn Engine<Board<B>>>;

/// The player of a game that a name and its options choose, as in `woellert-2006 depth=4`.
#[track_caller]
pub(crate) fn player<B: Bits>(options: &str, text: &str) -> Player<B> {
    let (name, words) = text.split_once(' ').unwrap_or((text, ""));
    let entries = game::<B>(options).engines();
    let entry = entries.iter().find(|entry| entry.name == name).unwrap_or_else(|| panic!("{name} plays"));
    (entry.make)(&words.parse().expect("options are words")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Searches without a clock.
pub(crate) fn search<B: Bits>(
    engine: &mut dyn Engine<Board<B>>,
    pos: &Board<B>,
    limits: &Limits,
) -> Found<Column> {
    let (stop, clock) = (Stop::default(), || Millis(0));
    engine.search(pos, limits, Control::new(&stop, &clock), &mut |_| {})
}

/// Plays a game from a position to its end; the first player has the first seat. Every move must be legal.
#[track_caller]
pub(crate) fn play<B: Bits>(
    mut pos: Board<B>,
    players: [&mut dyn Engine<Board<B>>; 2],
    limits: [Limits; 2],
) -> Board<B> {
    let [first, second] = players;
    first.forget();
    second.forget();
    while let Turn::Seat(seat) = pos.turn() {
        let found = match seat {
            Seat::FIRST => search(first, &pos, &limits[0]),
            _ => search(second, &pos, &limits[1]),
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

/// Plays pairs of games on the usual board, each pair from the same random opening of a few plies with seats
/// changed, and counts them for the first player, who may visit `nodes` positions a move.
pub(crate) fn contest(
    player: &mut dyn Engine<Board>,
    opponent: &mut dyn Engine<Board>,
    n_pairs: u64,
    nodes: u64,
) -> Score {
    let mut score = Score::default();
    for pair in 0..n_pairs {
        let mut rng = Rng::stream(pair, "opening", 0);
        let mut opening = game::<u64>("7x6x4").start();
        for _ in 0..pair % 5 {
            opening.play(random_move(&opening, &mut rng).expect("nobody wins in four plies"));
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            let ours = Limits { seed: pair, ..Limits::nodes(nodes) };
            let theirs = Limits { seed: 2 * pair + seat.index() as u64, ..Limits::NONE };
            let last = match seat {
                Seat::FIRST => play(opening, [&mut *player, &mut *opponent], [ours, theirs]),
                _ => play(opening, [&mut *opponent, &mut *player], [theirs, ours]),
            };
            match last.payoffs()[seat] {
                payoff if 0.0 < payoff => score.wins += 1,
                0.0 => score.draws += 1,
                _ => score.losses += 1,
            }
        }
    }
    score
}
