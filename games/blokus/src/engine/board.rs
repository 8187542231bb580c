//! A board that is quick to copy and to play on.
//!
//! It holds what the rules' position computes anew each time: the cells that each color may use, and those it must
//! touch, as sets of cells.

use super::{
    hands::Hands,
    walk::{Ground, Placements, Visitor, reaching, views, walk},
};
use crate::{Bits, BlokusPosition, Color, Grid, MAX_COLORS, Placement, Rules};

/// A moment of a game on a board whose cells fit into `W` words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<const W: usize> {
    /// The free cells that share no edge with each color.
    open: [Bits<W>; MAX_COLORS],
    /// The cells that touch each color at a corner, or its start cell; taken ones among them do not matter.
    corners: [Bits<W>; MAX_COLORS],
    /// The anchors that the last piece of each color has brought it.
    fresh: [Bits<W>; MAX_COLORS],
    pub(super) hands: Hands,
}

impl<const W: usize> Board<W> {
    /// A board with these open cells, corners and fresh anchors of each color.
    #[inline(always)]
    pub(super) fn new(
        open: [Bits<W>; MAX_COLORS],
        corners: [Bits<W>; MAX_COLORS],
        fresh: [Bits<W>; MAX_COLORS],
        hands: Hands,
    ) -> Self {
        Self { open, corners, fresh, hands }
    }

    /// The board of a position.
    pub(super) fn of<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Self {
        let nothing = [Bits::EMPTY; MAX_COLORS];
        let mut board = Self::new(nothing, nothing, nothing, Hands::of(pos));
        for color in pos.rules().colors() {
            let reach = pos.reach(color);
            board.open[color.index()] = reach.open.resized();
            board.corners[color.index()] = reach.anchors.resized();
        }
        board
    }

    /// The empty board.
    pub(super) fn start(rules: &Rules) -> Self {
        Self::of(&BlokusPosition::<{ crate::LARGE }>::start(rules))
    }

    /// The cells on which a color may put squares.
    #[inline(always)]
    pub(super) fn open(&self, color: Color) -> Bits<W> {
        self.open[color.index()]
    }

    /// The cells of which a color's next piece must cover one.
    #[inline(always)]
    pub(super) fn anchors(&self, color: Color) -> Bits<W> {
        self.open[color.index()] & self.corners[color.index()]
    }

    /// Those of a color's anchors that its last piece has brought.
    #[inline(always)]
    pub(super) fn fresh(&self, color: Color) -> Bits<W> {
        self.open[color.index()] & self.fresh[color.index()]
    }

    /// The cells that touch a color at a corner, or its start cell; taken ones among them do not matter.
    pub(super) fn corners(&self, color: Color) -> Bits<W> {
        self.corners[color.index()]
    }

    /// Remembers that a color has no move, which it never gets again.
    #[inline(always)]
    pub(super) fn set_stuck(&mut self, color: Color) {
        self.hands.set_stuck(color);
        // Nobody needs to answer what it did last.
        self.fresh[color.index()] = Bits::EMPTY;
    }

    /// Tells whether a color may lay a piece so.
    #[inline(always)]
    pub(super) fn is_legal(&self, grid: Grid, color: Color, mv: Placement) -> bool {
        if self.hands.left(color).count(mv.piece()) == 0 {
            return false;
        }
        let (open, anchors) = (self.open(color), self.anchors(color));
        let mut is_anchored = false;
        for index in mv.indexes(grid) {
            if !open.contains(index) {
                return false;
            }
            is_anchored |= anchors.contains(index);
        }
        is_anchored
    }

    /// Lays a piece; whoever would have been earlier is stuck.
    #[inline(always)]
    pub(super) fn play(&mut self, rules: &Rules, color: Color, mv: Placement) {
        let (grid, n_colors) = (rules.grid(), rules.n_colors());
        let stride = grid.stride();
        let mut laid = Bits::EMPTY;
        for index in mv.indexes(grid) {
            laid = laid | Bits::of(index);
        }
        let idx = color.index();
        for open in &mut self.open[..n_colors] {
            *open = *open & !laid;
        }
        self.open[idx] = self.open[idx] & !laid.edge_neighbors(stride);
        let brought = laid.corner_neighbors(stride) & self.open[idx];
        // The first piece replaces the start cell, and the corners before it are anchors no longer if it took them.
        self.fresh[idx] = brought & !self.corners[idx];
        self.corners[idx] = self.corners[idx] | brought;
        self.hands.take(rules, color, mv.piece());
    }

    /// Tells a visitor of all moves of a color.
    #[inline(always)]
    fn each_orientation(&self, grid: Grid, color: Color, visitor: &mut impl Visitor<W>) {
        let anchors = views(self.anchors(color), grid.stride());
        let from = reaching(&anchors);
        if from.is_empty() {
            return;
        }
        let open = views(self.open(color), grid.stride());
        walk(&Ground { open: &open, anchors: &anchors, from }, self.hands.left(color).kinds(), visitor);
    }

    /// Adds all moves of a color to a list.
    #[inline(always)]
    pub(super) fn add_moves(&self, grid: Grid, color: Color, moves: &mut Vec<Placement>) {
        self.each_orientation(grid, color, &mut List(moves));
    }

    /// How many moves a color has.
    pub(super) fn count_moves(&self, grid: Grid, color: Color) -> u32 {
        let mut count = Count(0);
        self.each_orientation(grid, color, &mut count);
        count.0
    }
}

/// Writes down every move.
struct List<'a>(&'a mut Vec<Placement>);

impl<const W: usize> Visitor<W> for List<'_> {
    #[inline(always)]
    fn visit(&mut self, found: Placements<W>) {
        for first in found.firsts {
            self.0.push(Placement::at(found.orientation, first));
        }
    }
}

/// Counts moves.
struct Count(u32);

impl<const W: usize> Visitor<W> for Count {
    #[inline(always)]
    fn visit(&mut self, found: Placements<W>) {
        self.0 += found.firsts.count();
    }
}

/// Every mode, boards of odd sizes, other numbers of pieces and players.
#[cfg(test)]
pub(super) const VARIANTS: [&str; 12] = [
    "duo",
    "junior",
    "classic",
    "classic players=3",
    "classic players=2",
    "two-colors",
    "custom 3x3 colors=2",
    "custom 3x30 colors=4",
    "custom 15x16 colors=3",
    "custom 30x30 colors=4 pieces=all*3",
    "custom 21x17 colors=2 pieces=X*9,1*9",
    "custom 7x9 colors=4 players=2 scoring=basic",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use framework::{Game, Position, Rng, Seat, Turn, random_move};

    use super::*;
    use crate::{Blokus, LARGE, options};

    fn moves_of<const W: usize>(board: &Board<W>, grid: Grid, color: Color) -> Vec<Placement> {
        let mut moves = Vec::new();
        board.add_moves(grid, color, &mut moves);
        moves
    }

    /// Plays a random game on both boards and compares what they say about every color after every move.
    fn compare_game<const W: usize>(game: &Blokus<LARGE>, rng: &mut Rng) -> usize {
        let (rules, grid) = (game.rules(), game.rules().grid());
        let mut pos = game.start();
        let mut board = Board::<W>::of(&pos);
        let mut n_compared = 0;
        loop {
            for color in rules.colors() {
                let mut expected = Vec::new();
                pos.legal_moves_of(color, &mut expected);
                let found = moves_of(&board, grid, color);
                assert_eq!(found.len(), expected.len(), "{pos:?}: no move is found twice");
                let set: BTreeSet<_> = found.into_iter().collect();
                assert_eq!(set, expected.iter().copied().collect(), "{pos:?}: {color}");
                let some = expected.iter().step_by(97);
                assert!(some.clone().all(|&mv| board.is_legal(grid, color, mv)));
                if expected.is_empty() {
                    board.set_stuck(color);
                }
                n_compared += 1;
            }
            assert_eq!(board.hands.next(rules), pos.to_move(), "{pos:?}");
            let points: Vec<_> = pos.seat_points().iter().map(|&points| points as i32).collect();
            assert_eq!(board.hands.seat_points(rules)[..points.len()], points, "{pos:?}");
            let (Some(color), Some(mv)) = (pos.to_move(), random_move(&pos, rng)) else { break };
            assert_eq!(Turn::Seat(Seat::new(board.hands.seat_of(rules, color))), pos.turn());
            pos.play(mv);
            board.play(rules, color, mv);
        }
        n_compared
    }

    fn open(variant: &str) -> Blokus<LARGE> {
        let options = variant.parse().expect("options");
        Blokus::new(options::read(&options).expect("rules")).expect("every board fits")
    }

    #[test]
    fn it_has_the_moves_and_points_of_the_rules_in_every_mode() {
        let mut rng = Rng::from_seed(21);
        let mut n_compared = 0;
        for variant in VARIANTS {
            let game = open(variant);
            for _ in 0..12 {
                n_compared += compare_game::<16>(&game, &mut rng);
                if game.rules().grid().numbers() <= 512 {
                    n_compared += compare_game::<8>(&game, &mut rng);
                }
                if game.rules().grid().numbers() <= 256 {
                    n_compared += compare_game::<4>(&game, &mut rng);
                }
            }
        }
        assert!(10_000 < n_compared, "{n_compared}");
    }

    fn perft<const W: usize>(rules: &Rules, board: &Board<W>, depth: u32) -> u64 {
        let mut board = *board;
        while let Some(color) = board.hands.next(rules) {
            let moves = moves_of(&board, rules.grid(), color);
            match (moves.len(), depth) {
                (0, _) => board.set_stuck(color),
                (n_moves, 1) => return n_moves as u64,
                _ => {
                    let after = |mv| {
                        let mut after = board;
                        after.play(rules, color, mv);
                        after
                    };
                    return moves.into_iter().map(|mv| perft(rules, &after(mv), depth - 1)).sum();
                }
            }
        }
        0
    }

    #[test]
    fn move_sequences_are_as_many_as_counted_elsewhere() {
        for row in include_str!("../../tests/data/perft.tsv").lines().skip(1) {
            let columns: Vec<_> = row.split('\t').collect();
            let paths: u64 = columns[2].parse().expect("sequences");
            if 2_000_000 < paths {
                continue;
            }
            let game = open(columns[0]);
            let depth = columns[1].parse().expect("plies");
            let board = Board::<16>::of(&game.start());
            assert_eq!(perft(game.rules(), &board, depth), paths, "{row}");
        }
    }
}
