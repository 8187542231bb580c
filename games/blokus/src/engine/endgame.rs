//! The exact endgame: how many points apart two players end if both do their best.
//!
//! Alpha-beta on the final difference. A table remembers positions by the set of what was laid, in whatever order. A
//! line is cut off as soon as the pieces that still fit somewhere into what each side can reach cannot change the
//! answer any more.

use super::{
    board::Board,
    setting::Setting,
    walk::{Ground, Placements, Visitor, views, walk},
};
use crate::{Bits, Color, Inventory, Placement, Scoring, score::bonus};

/// The binary logarithm of the number of positions that are remembered.
const LOG_ENTRIES: u32 = 18;

/// More than any difference of points.
const INFINITE: i32 = 1 << 14;

/// How many positions are visited between two looks at the clock.
const BETWEEN_LOOKS: u64 = 512;

/// How a game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Solved {
    /// The points of the seat to move less those of the other.
    pub(super) margin: i32,
    /// What both do.
    pub(super) line: Vec<Placement>,
    /// How many positions were visited.
    pub(super) nodes: u64,
}

/// A search for the end of a game of two players.
pub(super) struct Solver<'a, const W: usize> {
    setting: &'a Setting<W>,
    table: Vec<Entry>,
    nodes: u64,
    most_nodes: u64,
    is_over: &'a dyn Fn() -> bool,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i16,
    bound: Bound,
    best: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Bound {
    #[default]
    Nothing,
    Exact,
    AtLeast,
    AtMost,
}

/// There was no time to find out.
#[derive(Clone, Copy, Debug)]
struct Unfinished;

/// A board on the way, with the number of what was laid since the root.
#[derive(Clone, Copy)]
struct Moment<const W: usize> {
    board: Board<W>,
    key: u64,
}

type Answer = Result<i32, Unfinished>;

impl<'a, const W: usize> Solver<'a, W> {
    /// A solver that gives up after so many positions, or when `is_over` says so.
    pub(super) fn new(setting: &'a Setting<W>, most_nodes: u64, is_over: &'a dyn Fn() -> bool) -> Self {
        debug_assert_eq!(setting.rules.seats(), 2, "what one wins the other must lose");
        Self { setting, table: vec![Entry::default(); 1 << LOG_ENTRIES], nodes: 0, most_nodes, is_over }
    }

    /// Solves a position in which somebody has a move; `None` if it takes too long.
    pub(super) fn solve(mut self, board: &Board<W>) -> Option<Solved> {
        let mut moment = Moment { board: *board, key: 0 };
        let value = self.visit(moment, -INFINITE, INFINITE).ok()?;
        let mut line = Vec::new();
        let mut mover = None;
        while let Some(color) = next_mover(&mut moment.board, self.setting) {
            mover = mover.or(Some(moment.board.hands.seat_of(&self.setting.rules, color)));
            let known =
                self.entry(&moment, color).filter(|entry| entry.bound == Bound::Exact && entry.best != 0);
            let Some(entry) = known else { break };
            let mv = Placement::from_code(entry.best - 1);
            if !moment.board.is_legal(self.setting.rules.grid(), color, mv) {
                break;
            }
            line.push(mv);
            moment = self.after(&moment, color, mv);
        }
        let margin = if mover? == 0 { value } else { -value };
        // The root may have been pushed out of the table by another position; then nothing is claimed.
        (!line.is_empty()).then_some(Solved { margin, line, nodes: self.nodes })
    }

    /// The difference of points at the end, if it lies between `alpha` and `beta`; otherwise a bound on it.
    fn visit(&mut self, mut moment: Moment<W>, mut alpha: i32, mut beta: i32) -> Answer {
        self.nodes += 1;
        if self.most_nodes <= self.nodes || self.nodes.is_multiple_of(BETWEEN_LOOKS) && (self.is_over)() {
            return Err(Unfinished);
        }
        let rules = &self.setting.rules;
        let mut moves: Vec<Placement> = Vec::new();
        let color = loop {
            let Some(color) = moment.board.hands.next(rules) else {
                return Ok(self.difference(&moment.board));
            };
            moment.board.add_moves(rules.grid(), color, &mut moves);
            if !moves.is_empty() {
                break color;
            }
            moment.board.set_stuck(color);
        };
        let mut first = 0;
        if let Some(entry) = self.entry(&moment, color) {
            let value = i32::from(entry.value);
            match entry.bound {
                Bound::Exact => return Ok(value),
                Bound::AtLeast if beta <= value => return Ok(value),
                Bound::AtMost if value <= alpha => return Ok(value),
                _ => {}
            }
            first = entry.best;
        }
        let now = self.difference(&moment.board);
        let [most, least] = [now + self.gain(&moment.board, 0), now - self.gain(&moment.board, 1)];
        if most <= alpha || most == least {
            return Ok(most);
        }
        if beta <= least {
            return Ok(least);
        }
        let is_first_seat = moment.board.hands.seat_of(rules, color) == 0;
        let moves = self.ranked(&moment.board, color, first, &moves);
        let (low, high) = (alpha, beta);
        let mut best = (if is_first_seat { -INFINITE } else { INFINITE }, 0);
        for &(_, mv) in &moves {
            let value = self.visit(self.after(&moment, color, mv), alpha, beta)?;
            if if is_first_seat { best.0 < value } else { value < best.0 } {
                best = (value, mv.code() + 1);
            }
            if is_first_seat {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if beta <= alpha {
                break;
            }
        }
        let bound = match best.0 {
            value if value <= low => Bound::AtMost,
            value if high <= value => Bound::AtLeast,
            _ => Bound::Exact,
        };
        let key = key_of(&moment, color);
        let entry = Entry { key, value: best.0 as i16, bound, best: best.1 };
        self.table[(key >> (64 - LOG_ENTRIES)) as usize] = entry;
        Ok(best.0)
    }

    /// Puts promising moves first: what was best before, then large pieces that take anchors from others.
    fn ranked(
        &self,
        board: &Board<W>,
        color: Color,
        first: u32,
        moves: &[Placement],
    ) -> Vec<(i32, Placement)> {
        let rules = &self.setting.rules;
        let owner = rules.owner(color);
        let theirs = rules
            .colors()
            .filter(|&other| rules.owner(other) != owner)
            .fold(Bits::EMPTY, |all, other| all | board.anchors(other));
        let rank = |mv: Placement| {
            let taken = mv.indexes(rules.grid()).filter(|&index| theirs.contains(index)).count() as i32;
            let looks = 4 * mv.piece().squares() as i32 + 3 * taken;
            if mv.code() + 1 == first { i32::MAX } else { looks }
        };
        let mut ranked: Vec<_> = moves.iter().map(|&mv| (rank(mv), mv)).collect();
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        ranked
    }

    /// The most points that a seat can still get.
    #[inline(always)]
    fn gain(&self, board: &Board<W>, seat: usize) -> i32 {
        let rules = &self.setting.rules;
        let owned = |&color: &Color| rules.owner(color).is_some_and(|owner| owner.index() == seat);
        let colors = rules.colors().filter(owned).filter(|&color| !board.hands.is_stuck(color));
        colors.map(|color| self.gain_of(board, color)).sum()
    }

    #[inline(always)]
    fn gain_of(&self, board: &Board<W>, color: Color) -> i32 {
        let rules = &self.setting.rules;
        let stride = rules.grid().stride();
        let open = board.open(color);
        // All pieces to come hang together by edges and corners with an anchor.
        let mut region = board.anchors(color);
        loop {
            let wide = region | region.up(1) | region.down(1);
            let grown = (wide | wide.up(stride) | wide.down(stride)) & open;
            if grown == region {
                break;
            }
            region = grown;
        }
        let left = board.hands.left(color);
        let places = views(region, stride);
        let mut fitting = Kinds(0);
        walk(&Ground { open: &places, anchors: &places, from: region }, left.kinds(), &mut fitting);
        let Kinds(fitting) = fitting;
        let squares: u32 = left
            .entries()
            .filter(|(piece, _)| fitting & piece.bit() != 0)
            .map(|(piece, count)| piece.squares() * u32::from(count))
            .sum();
        let cells = region.count();
        let is_done = fitting == left.kinds() && squares <= cells;
        (squares.min(cells) + best_bonus(rules.scoring(), left, is_done)) as i32
    }

    /// The points of the first seat less those of the second, as if the game were over.
    #[inline(always)]
    fn difference(&self, board: &Board<W>) -> i32 {
        let points = board.hands.seat_points(&self.setting.rules);
        points[0] - points[1]
    }

    #[inline(always)]
    fn after(&self, moment: &Moment<W>, color: Color, mv: Placement) -> Moment<W> {
        let mut after = *moment;
        after.board.play(&self.setting.rules, color, mv);
        after.key ^= mixed(u64::from(mv.code()) << 2 | color.index() as u64);
        after
    }

    fn entry(&self, moment: &Moment<W>, color: Color) -> Option<Entry> {
        let key = key_of(moment, color);
        let entry = self.table[(key >> (64 - LOG_ENTRIES)) as usize];
        (entry.key == key && entry.bound != Bound::Nothing).then_some(entry)
    }
}

/// Remembers which pieces fit somewhere.
struct Kinds(u32);

impl<const W: usize> Visitor<W> for Kinds {
    #[inline(always)]
    fn visit(&mut self, found: Placements<W>) {
        if !found.firsts.is_empty() {
            self.0 |= found.orientation.piece().bit();
        }
    }
}

/// The bonus that a color can still get.
fn best_bonus(scoring: Scoring, left: &Inventory, is_done: bool) -> u32 {
    bonus(scoring, is_done, 0 < left.count(crate::Piece::SINGLE))
}

/// Who is to move; colors without a move are remembered as stuck.
fn next_mover<const W: usize>(board: &mut Board<W>, setting: &Setting<W>) -> Option<Color> {
    while let Some(color) = board.hands.next(&setting.rules) {
        if 0 < board.count_moves(setting.rules.grid(), color) {
            return Some(color);
        }
        board.set_stuck(color);
    }
    None
}

/// What tells positions of one game apart: what was laid since the root, who is to move, and who ended how.
#[inline(always)]
fn key_of<const W: usize>(moment: &Moment<W>, color: Color) -> u64 {
    let rest = u64::from(moment.board.hands.single_last()) << 2 | color.index() as u64;
    mixed(moment.key ^ mixed(rest | 1 << 40))
}

/// Mixes the bits of a number, as the generator of random numbers SplitMix64 does it.
#[inline(always)]
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl<const W: usize> std::fmt::Debug for Solver<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, Position, Rng, random_move};

    use super::*;
    use crate::{Blokus, BlokusPosition, LARGE, options};

    /// The difference of points at the end by plain minimax over the rules' own positions.
    fn plain(pos: &BlokusPosition<LARGE>, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let points = pos.seat_points();
        let difference = points.iter().next().map_or(0, |&first| 2 * first as i32)
            - points.iter().map(|&points| points as i32).sum::<i32>();
        let is_first = matches!(pos.turn(), framework::Turn::Seat(seat) if seat.index() == 0);
        let values = moves.into_iter().map(|mv| plain(&pos.after(mv), nodes));
        (if is_first { values.max() } else { values.min() }).unwrap_or(difference)
    }

    /// A late position of a random game in which few moves are left to all.
    fn late(game: &Blokus<LARGE>, rng: &mut Rng, most_moves: u64) -> Option<BlokusPosition<LARGE>> {
        let mut pos = game.start();
        loop {
            let n_moves: u64 = game.rules().colors().map(|color| pos.count_moves_of(color)).sum();
            pos.to_move()?;
            if n_moves <= most_moves {
                return Some(pos);
            }
            pos.play(random_move(&pos, rng)?);
        }
    }

    #[test]
    fn it_finds_what_plain_minimax_finds() {
        let mut rng = Rng::from_seed(9);
        let mut n_compared = 0;
        for variant in [
            "duo",
            "junior",
            "classic players=2",
            "custom 7x7 colors=2",
            "custom 5x6 colors=2 pieces=1*1,2*1,I3*1,V3*2",
            "custom 9x9 colors=4 players=2",
        ] {
            let options = variant.parse().expect("options");
            let game = Blokus::<LARGE>::new(options::read(&options).expect("rules")).expect("it fits");
            let setting = Setting::<16>::new(*game.rules());
            for _ in 0..25 {
                let Some(pos) = late(&game, &mut rng, 13) else { continue };
                let mut nodes = 0;
                let expected = plain(&pos, &mut nodes);
                let solved = Solver::new(&setting, u64::MAX, &|| false).solve(&Board::of(&pos));
                let Some(solved) = solved else { panic!("{variant}: {pos:?} was not solved") };
                let is_first = matches!(pos.turn(), framework::Turn::Seat(seat) if seat.index() == 0);
                assert_eq!(if is_first { solved.margin } else { -solved.margin }, expected, "{pos:?}");
                let mut along = pos;
                for &mv in &solved.line {
                    assert!(along.is_legal(mv), "{pos:?}: {:?}", solved.line);
                    along.play(mv);
                }
                n_compared += 1;
            }
        }
        assert!(100 < n_compared, "{n_compared}");
    }

    #[test]
    fn it_gives_up_when_it_is_told_to() {
        let game = Blokus::duo();
        let setting = Setting::<4>::new(*game.rules());
        let board = Board::of(&game.start());
        assert_eq!(Solver::new(&setting, 300, &|| false).solve(&board), None);
        assert_eq!(Solver::new(&setting, u64::MAX, &|| true).solve(&board), None);
    }

    /// Alpha-beta over the rules' own positions, without table and bounds.
    #[cfg(feature = "slow-tests")]
    fn plain_alpha_beta(pos: &BlokusPosition<{ crate::SMALL }>, mut alpha: i32, mut beta: i32) -> i32 {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let points: Vec<_> = pos.seat_points().iter().map(|&points| points as i32).collect();
        if moves.is_empty() {
            return points[0] - points[1];
        }
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.piece().squares()));
        let is_first = matches!(pos.turn(), framework::Turn::Seat(seat) if seat.index() == 0);
        for mv in moves {
            let value = plain_alpha_beta(&pos.after(mv), alpha, beta);
            if is_first {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if beta <= alpha {
                break;
            }
        }
        if is_first { alpha } else { beta }
    }

    /// Ends of games of the search against itself, as they come up in play. The number of positions stands for the time:
    /// more than two million a second are visited.
    #[cfg(feature = "slow-tests")]
    #[test]
    fn every_end_of_duo_with_forty_moves_is_solved_in_time() {
        use framework::search::{Engine as _, Limits, SearchRequest};

        let game = Blokus::duo();
        let setting = Setting::<4>::new(*game.rules());
        let (mut most_nodes, mut n_solved) = (0, 0);
        for seed in 0..60 {
            let mut rng = Rng::from_seed(seed);
            let mut pos = game.start();
            let mut player = crate::MonteCarlo::default();
            for ply in 0.. {
                let n_moves: u64 = game.rules().colors().map(|color| pos.count_moves_of(color)).sum();
                if pos.to_move().is_none() {
                    break;
                }
                if n_moves <= 40 {
                    let solved = Solver::new(&setting, 2_000_000, &|| false).solve(&Board::of(&pos));
                    let Some(solved) = solved else { panic!("{pos:?} with {n_moves} moves was not solved") };
                    let is_first = matches!(pos.turn(), framework::Turn::Seat(seat) if seat.index() == 0);
                    let expected = plain_alpha_beta(&pos, -INFINITE, INFINITE);
                    assert_eq!(if is_first { solved.margin } else { -solved.margin }, expected, "{pos:?}");
                    most_nodes = most_nodes.max(solved.nodes);
                    n_solved += 1;
                    break;
                }
                if ply < 6 {
                    pos.play(random_move(&pos, &mut rng).expect("there are moves"));
                    continue;
                }
                let limits = Limits { seed, ..Limits::nodes(200) };
                pos.play(player.search(SearchRequest::new(&pos, limits).unwrap()).best);
            }
        }
        assert!(50 < n_solved, "{n_solved} solved, {most_nodes} positions at most");
    }
}
