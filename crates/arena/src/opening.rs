//! Openings: different, the same for both games of a pair, and as even as can be had.

use std::{
    collections::HashSet,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use framework::{
    AnyEngine, AnyGame, AnyPosition, RecordedMove, Rng, Turn,
    search::{Control, Limits, WIN},
};

/// So many openings are drawn for each that is taken: the most even of them.
const CANDIDATES: usize = 4;
/// How many positions are visited to see how even an opening is: few, since players may be as fast.
const GLANCE: Limits = Limits::nodes(100);
/// After so many draws in vain there is probably nothing new.
const MAX_DRAWS: usize = 60;
/// Random games whose length is measured.
const MEASURED_GAMES: u64 = 8;
/// Where a game has `1 / SHARE` of its usual length behind it, it has left its beginning but not its end.
const SHARE: u64 = 5;
/// The longest opening that is chosen without being asked for.
const MAX_USUAL_PLIES: u64 = 8;

/// The first moves of a game.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) moves: Vec<RecordedMove>,
    pub(crate) pos: Box<dyn AnyPosition>,
}

/// Openings by number; the same seed gives the same ones everywhere, whoever asks first.
pub(crate) struct Openings {
    game: Arc<dyn AnyGame>,
    seed: u64,
    plies: u32,
    drawn: Mutex<Drawn>,
}

struct Drawn {
    openings: Vec<Arc<Opening>>,
    /// The keys of the positions that were taken since the last time everything had been seen.
    seen: HashSet<u64>,
    judge: Option<Box<dyn AnyEngine>>,
    next_draw: u64,
}

/// How many plies openings of a game usually have: none where dice make every game different, else a share of a
/// random game's length.
#[must_use]
pub fn usual_opening_plies(game: &dyn AnyGame) -> u32 {
    if game.info().has_chance {
        return 0;
    }
    let length = |number| {
        let mut rng = Rng::stream(0, "length", number);
        let mut pos = game.start();
        (0..1_000_u64).take_while(|_| pos.play_random(&mut rng).is_some()).count() as u64
    };
    let mean = (0..MEASURED_GAMES).map(length).sum::<u64>() / MEASURED_GAMES;
    (mean / SHARE).clamp(1, MAX_USUAL_PLIES) as u32
}

impl Openings {
    pub(crate) fn new(game: &Arc<dyn AnyGame>, seed: u64, plies: u32) -> Self {
        let is_judged = 0 < plies && game.start().seats() == 2;
        // The table of an alpha-beta would be emptied for every glance, which takes longer than the glance.
        let judges = ["alphabeta:table=0", "alphabeta", "mcts"];
        let judge = judges.iter().find_map(|name| game.engine(name).ok()).filter(|_| is_judged);
        let drawn = Drawn { openings: Vec::new(), seen: HashSet::new(), judge, next_draw: 0 };
        Self { game: Arc::clone(game), seed, plies, drawn: Mutex::new(drawn) }
    }

    /// The opening of a number.
    pub(crate) fn get(&self, number: u64) -> Arc<Opening> {
        if self.plies == 0 {
            return Arc::new(Opening { moves: Vec::new(), pos: self.game.start() });
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let idx = usize::try_from(number).unwrap_or(usize::MAX);
        while drawn.openings.len() <= idx {
            let opening = self.next(&mut drawn);
            drawn.openings.push(Arc::new(opening));
        }
        Arc::clone(&drawn.openings[idx])
    }

    /// The most even of a few openings that were not taken before.
    fn next(&self, drawn: &mut Drawn) -> Opening {
        let mut best: Option<(f32, Opening)> = None;
        let mut n_candidates = 0;
        for _ in 0..MAX_DRAWS {
            drawn.next_draw += 1;
            let opening = self.draw(drawn.next_draw);
            let Turn::Seat(_) = opening.pos.turn() else { continue };
            if drawn.seen.contains(&opening.pos.key()) {
                continue;
            }
            let lead = unevenness(&mut drawn.judge, &*opening.pos);
            if best.as_ref().is_none_or(|(least, _)| lead < *least) {
                best = Some((lead, opening));
            }
            n_candidates += 1;
            if n_candidates == CANDIDATES {
                break;
            }
        }
        match best {
            Some((_, opening)) => {
                drawn.seen.insert(opening.pos.key());
                opening
            }
            // Everything has been seen: from here on it may come again. Where every game is over after so few
            // plies, the usual start is all there is.
            None if drawn.seen.is_empty() => Opening { moves: Vec::new(), pos: self.game.start() },
            None => {
                drawn.seen.clear();
                self.next(drawn)
            }
        }
    }

    fn draw(&self, number: u64) -> Opening {
        let mut rng = Rng::stream(self.seed, "opening", number);
        let mut opening = Opening { moves: Vec::new(), pos: self.game.start() };
        for _ in 0..self.plies {
            let by = match opening.pos.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            };
            let Some(text) = opening.pos.play_random(&mut rng) else { break };
            opening.moves.push(RecordedMove { by, text, spent: None });
        }
        opening
    }
}

/// How far a position is from even, on the judge's scale; a finished game is farthest.
fn unevenness(judge: &mut Option<Box<dyn AnyEngine>>, pos: &dyn AnyPosition) -> f32 {
    let Some(judge) = judge else { return 0.0 };
    judge.forget();
    let found = judge.play(&mut *pos.boxed_clone(), GLANCE, Control::NONE);
    found.map(|found| found.value).filter(|value| value.is_finite()).map_or(WIN, f32::abs)
}

impl fmt::Debug for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Openings")
            .field("seed", &self.seed)
            .field("plies", &self.plies)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(heaps: &str, seed: u64, plies: u32) -> Openings {
        Openings::new(&nim::ENTRY.open_text(heaps).unwrap(), seed, plies)
    }

    #[test]
    fn openings_differ_until_there_are_no_more() {
        let openings = openings("3+4", 1, 1);
        let texts = |numbers: std::ops::Range<u64>| {
            numbers.map(|number| openings.get(number).pos.text()).collect::<HashSet<_>>()
        };
        assert_eq!(texts(0..7).len(), 7, "seven moves are possible");
        assert_eq!(texts(7..14).len(), 7, "and then all of them come again");
    }

    #[test]
    fn openings_do_not_depend_on_who_asks_first() {
        let (forwards, backwards) = (openings("5+6+7", 9, 2), openings("5+6+7", 9, 2));
        let last = backwards.get(19).pos.text();
        let texts: Vec<_> = (0..20).map(|number| forwards.get(number).pos.text()).collect();
        assert_eq!(texts[19], last);
        assert!((0..20).all(|number| backwards.get(number).pos.text() == texts[number as usize]));
    }

    #[test]
    fn an_opening_that_would_end_every_game_is_left_out() {
        let opening = openings("1", 1, 3).get(0);
        assert_eq!((opening.moves.len(), opening.pos.text()), (0, "1: 1".to_owned()));
    }

    #[test]
    fn dice_need_no_openings() {
        assert_eq!(usual_opening_plies(&*backgammon::ENTRY.open_text("").unwrap()), 0);
        assert_eq!(usual_opening_plies(&*nim::ENTRY.open_text("").unwrap()), 1);
    }
}
