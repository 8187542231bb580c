//! What lies on the board, and the rules.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use framework::{Deterministic, PerSeat, Perft, Position, Turn};

use crate::{
    Bits, Cell, Color, Inventory, MAX_COLORS, Orientation, Piece, Placement, Rules, generator::Reach,
    notation::board_text,
};

/// A moment of a game of Blokus on a board whose cells fit into `WORDS` words: a plain value of a few hundred
/// bytes.
///
/// Pieces of one color never share an edge, so what lies on the board also tells which pieces have been laid.
#[derive(Clone, Copy)]
pub struct BlokusPosition<const WORDS: usize> {
    rules: Rules,
    free: Bits<WORDS>,
    stones: [Bits<WORDS>; MAX_COLORS],
    left: [Inventory; MAX_COLORS],
    to_move: Option<Color>,
    /// The colors that have laid all their pieces, the single square last.
    single_last: u8,
    /// Colors that were found to have no move, which they never get again. Only saves asking once more, and so
    /// is no part of what makes positions equal.
    stuck: u8,
}

/// What a cell is to a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellState {
    /// A piece of some color lies there.
    Taken(Color),
    /// The color may not put a square there: it would share an edge with another of its pieces.
    Forbidden,
    /// The color's next piece can connect there: it must cover one anchor or more.
    Anchor,
    /// The color may put a square there.
    Free,
}

impl<const WORDS: usize> BlokusPosition<WORDS> {
    /// The empty board. The cells must fit into `WORDS` words.
    pub(crate) fn start(rules: &Rules) -> Self {
        let no_stones = [Bits::EMPTY; MAX_COLORS];
        Self::assembled(rules, no_stones, [*rules.set(); MAX_COLORS], 0).with_mover_after(None)
    }

    /// A position of parts that fit together, with nobody to move yet.
    pub(crate) fn assembled(
        rules: &Rules,
        stones: [Bits<WORDS>; MAX_COLORS],
        left: [Inventory; MAX_COLORS],
        single_last: u8,
    ) -> Self {
        let grid = rules.grid();
        let mut board = Bits::EMPTY;
        grid.cells().for_each(|cell| board.insert(grid.index(cell)));
        let free = stones.iter().fold(board, |free, &stones| free & !stones);
        Self { rules: *rules, free, stones, left, to_move: None, single_last, stuck: 0 }
    }

    /// The same board with a color to move; `None` means that the game is over.
    pub(crate) fn with_mover(mut self, color: Option<Color>) -> Self {
        self.to_move = color;
        self
    }

    /// The same board with the next color to move that can, in the order after `last`.
    pub(crate) fn with_mover_after(mut self, last: Option<Color>) -> Self {
        self.to_move = self.next_mover(last);
        self
    }

    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The color to move; `None` when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// The cells that a color has covered.
    #[must_use]
    pub const fn stones(&self, color: Color) -> Bits<WORDS> {
        self.stones[color.index()]
    }

    /// The cells that nobody has covered.
    #[must_use]
    pub const fn free(&self) -> Bits<WORDS> {
        self.free
    }

    /// The free cells on which a color may put no square, since they share an edge with its pieces.
    #[must_use]
    pub fn forbidden(&self, color: Color) -> Bits<WORDS> {
        self.free & !self.reach(color).open
    }

    /// The cells of which a color's next piece must cover one or more.
    #[must_use]
    pub fn anchors(&self, color: Color) -> Bits<WORDS> {
        self.reach(color).anchors
    }

    /// What a cell of the board is to a color.
    #[must_use]
    pub fn state(&self, cell: Cell, color: Color) -> CellState {
        let index = self.rules.grid().index(cell);
        let reach = self.reach(color);
        match self.color_at(cell) {
            Some(taken_by) => CellState::Taken(taken_by),
            None if reach.anchors.contains(index) => CellState::Anchor,
            None if reach.open.contains(index) => CellState::Free,
            None => CellState::Forbidden,
        }
    }

    /// The color that has covered a cell of the board.
    #[must_use]
    pub fn color_at(&self, cell: Cell) -> Option<Color> {
        let index = self.rules.grid().index(cell);
        self.rules.colors().find(|color| self.stones[color.index()].contains(index))
    }

    /// The pieces that a color has not laid yet.
    #[must_use]
    pub const fn left(&self, color: Color) -> &Inventory {
        &self.left[color.index()]
    }

    /// The number of pieces that a color has laid.
    #[must_use]
    pub fn n_placed(&self, color: Color) -> u32 {
        self.rules.set().pieces() - self.left(color).pieces()
    }

    /// Tells whether a color has laid all its pieces, the single square last.
    #[must_use]
    pub const fn ended_with_single(&self, color: Color) -> bool {
        self.single_last & color.bit() != 0
    }

    /// Appends all moves of a color, as if it were to move.
    pub fn legal_moves_of(&self, color: Color, out: &mut Vec<Placement>) {
        // Nothing in here breaks off.
        let _ = self.each_orientation(color, |orientation, firsts| {
            firsts.for_each(|first| out.push(Placement::at(orientation, first)));
            ControlFlow::Continue(())
        });
    }

    /// The number of moves of a color, as if it were to move.
    #[must_use]
    pub fn count_moves_of(&self, color: Color) -> u64 {
        let mut count = 0;
        // Nothing in here breaks off.
        let _ = self.each_orientation(color, |_, firsts| {
            count += u64::from(firsts.count());
            ControlFlow::Continue(())
        });
        count
    }

    /// Tells whether a color could lay a piece if it were to move.
    #[must_use]
    pub fn has_move(&self, color: Color) -> bool {
        let found = |_, firsts: Bits<WORDS>| {
            if firsts.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.each_orientation(color, found).is_break()
    }

    #[inline]
    fn each_orientation(
        &self,
        color: Color,
        visit: impl FnMut(Orientation, Bits<WORDS>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.reach(color).placements(self.rules.grid().stride(), self.left(color).kinds(), visit)
    }

    /// Where a color may put squares, and where it must put one of them.
    #[inline]
    pub(crate) fn reach(&self, color: Color) -> Reach<WORDS> {
        let own = self.stones[color.index()];
        if own.is_empty() {
            let mut start = Bits::EMPTY;
            start.insert(self.rules.grid().index(self.rules.start(color)));
            return Reach { open: self.free, anchors: self.free & start };
        }
        let stride = self.rules.grid().stride();
        let open = self.free & !own.edge_neighbors(stride);
        Reach { open, anchors: open & own.corner_neighbors(stride) }
    }

    /// The first color in the order after `last` that can move; colors that cannot are remembered.
    #[inline]
    fn next_mover(&mut self, last: Option<Color>) -> Option<Color> {
        let n_colors = self.rules.n_colors();
        let mut index = last.map_or(n_colors - 1, Color::index);
        for _ in 0..n_colors {
            index = if index + 1 < n_colors { index + 1 } else { 0 };
            let color = Color::new(index);
            if self.stuck & color.bit() == 0 {
                if self.has_move(color) {
                    return Some(color);
                }
                self.stuck |= color.bit();
            }
        }
        None
    }

    /// What makes two positions equal: the rest follows from it.
    fn contents(&self) -> (&Rules, &[Bits<WORDS>; MAX_COLORS], Option<Color>, u8) {
        (&self.rules, &self.stones, self.to_move, self.single_last)
    }
}

impl<const WORDS: usize> Position for BlokusPosition<WORDS> {
    type Move = Placement;

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn turn(&self) -> Turn {
        let seat = |color| self.rules.seat_of(color, self.n_placed(color));
        self.to_move.map_or(Turn::Over, |color| Turn::Seat(seat(color)))
    }

    fn legal_moves(&self, out: &mut Vec<Placement>) {
        if let Some(color) = self.to_move {
            self.legal_moves_of(color, out);
        }
    }

    fn play(&mut self, mv: Placement) {
        debug_assert!(self.is_legal(mv), "{mv:?} is illegal in {self:?}");
        let Some(color) = self.to_move else { return };
        for index in mv.indexes(self.rules.grid()) {
            self.stones[color.index()].insert(index);
            self.free.remove(index);
        }
        let left = &mut self.left[color.index()];
        left.take(mv.piece());
        if left.is_empty() && mv.piece() == Piece::SINGLE {
            self.single_last |= color.bit();
        }
        self.to_move = self.next_mover(Some(color));
    }

    fn payoffs(&self) -> PerSeat<f32> {
        match self.to_move {
            Some(_) => PerSeat::nothing(self.seats()),
            None => self.rank_payoffs(),
        }
    }

    fn is_legal(&self, mv: Placement) -> bool {
        let Some(color) = self.to_move else { return false };
        let reach = self.reach(color);
        let mut indexes = mv.indexes(self.rules.grid());
        let anchored = mv.indexes(self.rules.grid()).any(|index| reach.anchors.contains(index));
        anchored && 0 < self.left(color).count(mv.piece()) && indexes.all(|index| reach.open.contains(index))
    }

    fn perft(&self, depth: u32) -> Perft {
        count_paths(self, depth, &mut Vec::new())
    }
}

impl<const WORDS: usize> Deterministic for BlokusPosition<WORDS> {}

/// Counts paths, the moves of the last ply without playing them.
fn count_paths<const WORDS: usize>(
    pos: &BlokusPosition<WORDS>,
    depth: u32,
    stack: &mut Vec<Placement>,
) -> Perft {
    let Some(color) = pos.to_move else {
        return if depth == 0 { Perft { paths: 1, ended: 0 } } else { Perft { paths: 0, ended: 1 } };
    };
    match depth {
        0 => Perft { paths: 1, ended: 0 },
        1 => Perft { paths: pos.count_moves_of(color), ended: 0 },
        _ => {
            let first = stack.len();
            pos.legal_moves(stack);
            let mut sum = Perft::default();
            for move_idx in first..stack.len() {
                sum += count_paths(&pos.after(stack[move_idx]), depth - 1, stack);
            }
            stack.truncate(first);
            sum
        }
    }
}

impl<const WORDS: usize> PartialEq for BlokusPosition<WORDS> {
    fn eq(&self, other: &Self) -> bool {
        self.contents() == other.contents()
    }
}

impl<const WORDS: usize> Eq for BlokusPosition<WORDS> {}

impl<const WORDS: usize> Hash for BlokusPosition<WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Positions of different rules never meet in one table, so the rules need not be mixed in.
        let (_, stones, to_move, single_last) = self.contents();
        (stones, to_move, single_last).hash(state);
    }
}

impl<const WORDS: usize> fmt::Debug for BlokusPosition<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlokusPosition({})", board_text::write(self))
    }
}
