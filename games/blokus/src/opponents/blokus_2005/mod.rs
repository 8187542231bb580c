//! The Blokus program of 2005: one ply, rated by possible moves, with noise to make it weaker.

mod candidates;
mod rating;
mod style;

use framework::{
    Explains, Explanation, Options, OptionsError, Position, Rng, Seat,
    search::{Engine, Found, RootMove, SearchRequest, Tunable},
};

pub use self::rating::Criteria;
use self::{rating::Rating, style::Style};
use crate::{BlokusPosition, Placement, original::frame::Frame};

/// What can be said besides the criteria, for error messages.
const KNOWN: &str = "easy, medium, hard, noise=PERCENT, style=STYLE, as-written";

/// How many pieces are tried, the largest first.
const TRIED_PIECES: usize = 9;
/// How many the documentation says.
const TRIED_AS_WRITTEN: usize = 10;

/// How many ratings are made between two looks at the clock.
const BETWEEN_LOOKS: usize = 8;

/// The Blokus program of 2005, rebuilt move for move as it was published later: it rates the position after each
/// candidate by the moves that it and its opponents would have, by the squares still in hand and by the distance from its
/// corner, and takes the best after some noise.
///
/// ```
/// use blokus::{Blokus, Blokus2005};
/// use framework::{Game, search::{Engine, Limits, SearchRequest}};
///
/// let game = Blokus::duo();
/// let (start, mut player) = (game.start(), Blokus2005::with_noise(0));
/// let found = player.search(SearchRequest::new(&start, Limits::NONE).expect("a seat is to move"));
/// assert_eq!(game.write_move(&start, found.best), "e8,d9,e9,f9,e10");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blokus2005 {
    /// By how many percent a rating may be off, 0 for never.
    pub noise: u32,
    /// What it values.
    pub criteria: Criteria,
    /// Whether it plays any move, whatever it values.
    pub draws_lots: bool,
    /// How many pieces it tries, the largest that fit.
    pub pieces: usize,
}

impl Blokus2005 {
    /// The level that was called easy.
    pub const EASY: Self = Self::with_noise(75);
    /// The level that was called medium.
    pub const MEDIUM: Self = Self::with_noise(20);
    /// The level that was called hard.
    pub const HARD: Self = Self::with_noise(5);

    /// The noisiest that later programs offered.
    const MAX_NOISE: u32 = 200;

    /// The program with another noise than its levels had.
    #[must_use]
    pub const fn with_noise(noise: u32) -> Self {
        Self { noise, criteria: Criteria::OF_2005, draws_lots: false, pieces: TRIED_PIECES }
    }

    /// Reads the criteria, `as-written`, and one of the three words or `noise=PERCENT`; hard if nothing is said.
    ///
    /// # Errors
    /// If something else is said.
    pub fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let style = reader.value("style").map(Style::read).transpose()?.unwrap_or_default();
        let (usual, pieces) = match reader.flag("as-written") {
            true => (Criteria::AS_WRITTEN, TRIED_AS_WRITTEN),
            false => (Criteria::OF_2005, TRIED_PIECES),
        };
        let criteria = style.criteria(usual).with_options(&mut reader)?;
        let known = criteria.known_options(KNOWN);
        let level = match reader.number("noise", 0..=Self::MAX_NOISE)? {
            Some(noise) => Self::with_noise(noise),
            None => match reader.word() {
                None | Some("hard") => Self::HARD,
                Some("medium") => Self::MEDIUM,
                Some("easy") => Self::EASY,
                Some(word) => return Err(framework::OptionsReader::unknown(word, known)),
            },
        };
        reader.finish(known)?;
        let noise = if style == Style::CleverRandom { Self::MAX_NOISE } else { level.noise };
        Ok(Self { noise, criteria, draws_lots: style == Style::Random, pieces })
    }

    /// A rating after noise: the program multiplied whole numbers and dropped what was left over.
    fn noisy(self, rating: i64, rng: &mut Rng) -> i64 {
        let off = rng.below(u64::from(self.noise) + 1) as i64;
        rating * (100 + off) / 100
    }
}

impl<const WORDS: usize> Engine<BlokusPosition<WORDS>> for Blokus2005 {
    fn search(&mut self, mut request: SearchRequest<'_, BlokusPosition<WORDS>>) -> Found<Placement> {
        let (pos, limits) = (request.pos(), request.limits());
        let color = pos.to_move().expect("a seat to move has a color to lay");
        let rules = pos.rules();
        let frame = Frame::of(rules);
        let corner = frame.corner(rules, color);
        let candidates = candidates::candidates(pos, color, frame, self.pieces);
        let mut rng = Rng::stream(limits.seed, "blokus-2005", pos.key());
        let most = limits.nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
        let mut rated: Vec<(Placement, i64)> = Vec::with_capacity(candidates.len());
        for (idx, candidate) in candidates.iter().enumerate() {
            let looks = idx.is_multiple_of(BETWEEN_LOOKS);
            if most <= idx || looks && request.is_over() {
                break;
            }
            let rating = Rating::of(&pos.after(candidate.mv), color, candidate, corner).value(&self.criteria);
            rated.push((candidate.mv, self.noisy(rating, &mut rng)));
        }
        let best = match self.draws_lots {
            true => candidates[rng.below(candidates.len() as u64) as usize].mv,
            false => choice(&rated).map_or(candidates[0].mv, |idx| rated[idx].0),
        };
        let is_complete = rated.len() == candidates.len();
        let found = found(pos, best, &rated, is_complete);
        request.report(&found);
        found
    }
}

impl<const WORDS: usize> Explains<BlokusPosition<WORDS>> for Blokus2005 {
    /// It rates moves, by the place of their pieces among other things.
    fn explain(&self, _: &BlokusPosition<WORDS>, _: Seat) -> Option<Explanation> {
        None
    }

    /// The rating of a candidate before noise; it considers only the largest pieces that fit.
    fn explain_move(&self, pos: &BlokusPosition<WORDS>, mv: Placement, _: Seat) -> Option<Explanation> {
        let (color, rules) = (pos.to_move()?, pos.rules());
        let frame = Frame::of(rules);
        let mut candidates = candidates::candidates(pos, color, frame, self.pieces).into_iter();
        let candidate = candidates.find(|it| it.mv == mv)?;
        let rating = Rating::of(&pos.after(mv), color, &candidate, frame.corner(rules, color));
        Some(rating.explanation(&self.criteria, rules))
    }
}

/// The best of all but the first, the last of equals; but the first if that is as good.
fn choice(rated: &[(Placement, i64)]) -> Option<usize> {
    let rating = |&idx: &usize| rated[idx].1;
    let best_of_rest = (1..rated.len()).max_by_key(rating);
    let first = (!rated.is_empty()).then_some(0);
    best_of_rest.filter(|best| rated[0].1 < rating(best)).or(first)
}

/// The answer: every legal move once, with the best rating it got.
fn found<const WORDS: usize>(
    pos: &BlokusPosition<WORDS>,
    best: Placement,
    rated: &[(Placement, i64)],
    is_complete: bool,
) -> Found<Placement> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut by_move = rated.to_vec();
    by_move.sort_unstable_by_key(|&(mv, rating)| (mv, std::cmp::Reverse(rating)));
    by_move.dedup_by_key(|rated| rated.0);
    let root = |mv| {
        let rating = by_move.binary_search_by_key(&mv, |rated| rated.0).ok().map(|idx| by_move[idx].1);
        RootMove::new(mv, rating.map_or(f32::NEG_INFINITY, |rating| rating as f32), rating.is_some())
    };
    let mut moves: Vec<_> = moves.into_iter().map(root).collect();
    moves.sort_by(|left, right| right.value.total_cmp(&left.value));
    let value = moves.iter().find(|root| root.mv == best && root.exact).map_or(0.0, |root| root.value);
    Found {
        best,
        value,
        depth: is_complete.into(),
        nodes: rated.len() as u64,
        line: vec![best],
        moves,
        complete: false,
    }
}
