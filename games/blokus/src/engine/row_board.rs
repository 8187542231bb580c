//! A board that is quick to play on to the end.
//!
//! Everything it does touches only a few rows around a piece or an anchor, so that a large board is no slower than a
//! small one. Anchors are kept as a list, in the order in which they were gained.

use super::{
    board::Board,
    covering::{Ways, placement},
    hands::Hands,
    rows::{Rows, Spot},
    setting::Setting,
};
use crate::{Bits, Color, Grid, MAX_COLORS, Placement, Rules};

/// No color gains a cell twice.
pub(super) const MAX_ANCHORS: usize = (Grid::MAX_SIDE as usize).pow(2) + 1;

/// More than any piece has cells at its corners.
const MAX_FRESH: usize = 16;

/// Some spots; whoever adds one that is not wanted writes the next one over it.
#[derive(Clone, Debug)]
struct Spots<const MOST: usize> {
    spots: [Spot; MOST],
    count: usize,
}

impl<const MOST: usize> Spots<MOST> {
    const NONE: Self = Self { spots: [Spot::NOWHERE; MOST], count: 0 };

    /// Adds a spot if it is wanted, without a branch.
    #[inline(always)]
    fn push_if(&mut self, is_wanted: bool, spot: Spot) {
        self.spots[self.count] = spot;
        self.count += usize::from(is_wanted);
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Spot] {
        &self.spots[..self.count]
    }

    #[inline(always)]
    fn copy_from(&mut self, other: &Self) {
        self.count = other.count;
        self.spots[..other.count].copy_from_slice(other.as_slice());
    }
}

/// What a color sees.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The free cells that share no edge with it.
    pub(super) open: Rows,
    /// The cells that were anchors at some time.
    corners: Rows,
    /// The anchors, and some that are none any more.
    anchors: Spots<MAX_ANCHORS>,
    /// The anchors that its last piece has brought.
    fresh: Spots<MAX_FRESH>,
    /// The ways in which its pieces can cover a cell.
    pub(super) ways: Ways,
}

/// A moment of a game.
#[derive(Clone, Debug)]
pub(super) struct RowBoard {
    views: [View; MAX_COLORS],
    pub(super) hands: Hands,
}

impl RowBoard {
    /// The same moment.
    pub(super) fn of<const W: usize>(board: &Board<W>, setting: &Setting<W>) -> Self {
        let grid = setting.rules.grid();
        let rows = |cells: Bits<W>| {
            let mut rows = Rows::EMPTY;
            for idx in cells.iter().filter(|&idx| setting.cells.contains(idx)) {
                rows.insert(Spot::of(grid.cell(idx)));
            }
            rows
        };
        let view = |color: Color| {
            let (mut anchors, mut fresh) = (Spots::NONE, Spots::NONE);
            for idx in board.anchors(color).iter() {
                anchors.push_if(true, Spot::of(grid.cell(idx)));
            }
            for idx in board.fresh(color).iter() {
                fresh.push_if(true, Spot::of(grid.cell(idx)));
            }
            let ways = board
                .hands
                .left(color)
                .entries()
                .fold(Ways::NONE, |ways, (piece, _)| ways.or(setting.covering.of_piece(piece)));
            View { open: rows(board.open(color)), corners: rows(board.corners(color)), anchors, fresh, ways }
        };
        Self { views: std::array::from_fn(|idx| view(Color::new(idx))), hands: board.hands }
    }

    /// The same moment as another one; only what is used is copied.
    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Self, rules: &Rules) {
        for (view, other) in self.views.iter_mut().zip(&other.views).take(rules.n_colors()) {
            view.open = other.open;
            view.corners = other.corners;
            view.anchors.copy_from(&other.anchors);
            view.fresh = other.fresh.clone();
            view.ways = other.ways;
        }
        self.hands = other.hands;
    }

    /// The same moment by sets of cells.
    #[inline(always)]
    pub(super) fn board<const W: usize>(&self, grid: Grid) -> Board<W> {
        let bits = |rows: &Rows| Bits::from_rows(rows.inner(grid), grid.stride());
        let fresh = |view: &View| {
            let mut fresh = Rows::EMPTY;
            for &spot in view.fresh.as_slice() {
                fresh.insert(spot);
            }
            fresh
        };
        Board::new(
            std::array::from_fn(|idx| bits(&self.views[idx].open)),
            std::array::from_fn(|idx| bits(&self.views[idx].corners)),
            std::array::from_fn(|idx| bits(&fresh(&self.views[idx]))),
            self.hands,
        )
    }

    /// The cells on which a color may put squares.
    #[inline(always)]
    pub(super) fn open(&self, color: Color) -> &Rows {
        &self.views[color.index()].open
    }

    /// The ways in which a color can cover a cell with a piece that it has left.
    #[inline(always)]
    pub(super) fn ways(&self, color: Color) -> &Ways {
        &self.views[color.index()].ways
    }

    /// Tells whether a color has no anchor, as far as was looked.
    #[inline(always)]
    pub(super) fn is_shut(&self, color: Color) -> bool {
        self.views[color.index()].anchors.count == 0
    }

    /// The anchors that a color's last piece has brought it; some may be none any more.
    #[inline(always)]
    pub(super) fn fresh(&self, color: Color) -> &[Spot] {
        self.views[color.index()].fresh.as_slice()
    }

    /// Remembers that a color has no move, which it never gets again.
    #[inline(always)]
    pub(super) fn set_stuck(&mut self, color: Color) {
        self.hands.set_stuck(color);
        // Nobody needs to answer what it did last.
        self.views[color.index()].fresh.count = 0;
    }

    /// What a color sees, to look at its anchors one by one.
    #[inline(always)]
    pub(super) fn view_mut(&mut self, color: Color) -> &mut View {
        &mut self.views[color.index()]
    }

    /// Tells whether a color may lay a piece so.
    #[inline(always)]
    pub(super) fn is_legal<const W: usize>(&self, setting: &Setting<W>, color: Color, mv: Placement) -> bool {
        if self.hands.left(color).count(mv.piece()) == 0 {
            return false;
        }
        let first = setting.spot(mv);
        let (view, squares) =
            (&self.views[color.index()], &setting.outlines[mv.orientation().index()].squares);
        let (open, corners) = (view.open.rows_at(first), view.corners.rows_at(first));
        let shift = first.column() - super::rows::MARGIN as u32;
        let (mut closed, mut touched) = (0, 0);
        for row in 1..6 {
            let squares = u64::from(squares[row]) << shift;
            closed |= squares & !open[row];
            touched |= squares & corners[row];
        }
        closed == 0 && touched != 0
    }

    /// Lays a piece; whoever would have been earlier is stuck.
    #[inline(always)]
    pub(super) fn play<const W: usize>(&mut self, setting: &Setting<W>, color: Color, mv: Placement) {
        let (rules, first) = (&setting.rules, setting.spot(mv));
        let outline = &setting.outlines[mv.orientation().index()];
        let shift = first.column() - super::rows::MARGIN as u32;
        for view in &mut self.views[..rules.n_colors()] {
            for (row, &squares) in view.open.rows_at_mut(first).iter_mut().zip(&outline.squares) {
                *row &= !(u64::from(squares) << shift);
            }
        }
        let View { open, corners, anchors, fresh, ways } = &mut self.views[color.index()];
        for (row, &closed) in open.rows_at_mut(first).iter_mut().zip(&outline.closed) {
            *row &= !(u64::from(closed) << shift);
        }
        fresh.count = 0;
        for &offset in &outline.corners {
            let spot = first.plus(offset);
            let is_new = open.has(spot) & !corners.has(spot);
            corners.insert_if(spot, u64::from(is_new));
            anchors.push_if(is_new, spot);
            fresh.push_if(is_new, spot);
        }
        let piece = mv.piece();
        self.hands.take(rules, color, piece);
        if self.hands.left(color).count(piece) == 0 {
            *ways = ways.minus(setting.covering.of_piece(piece));
        }
    }

    /// Adds all moves of a color to a list.
    #[inline(always)]
    pub(super) fn add_moves<const W: usize>(
        &mut self,
        setting: &Setting<W>,
        color: Color,
        moves: &mut Vec<Placement>,
    ) {
        let stride = setting.rules.grid().stride();
        let view = self.view_mut(color);
        let (mut rest, mut n_kept) = (view.open, 0);
        for at in 0..view.n_anchors() {
            let (spot, ways) = view.anchor(setting, &mut rest, at);
            view.keep_if(!ways.is_empty(), spot, &mut n_kept);
            let index = spot.index(stride);
            for (word_idx, mut word) in ways.0.into_iter().enumerate() {
                while word != 0 {
                    let way = 64 * word_idx + word.trailing_zeros() as usize;
                    moves.push(placement(&setting.codes, index, way));
                    word &= word - 1;
                }
            }
        }
        view.drop_from(n_kept);
    }
}

impl View {
    /// How many anchors there are to look at.
    #[inline(always)]
    pub(super) fn n_anchors(&self) -> usize {
        self.anchors.count
    }

    /// An anchor, and the ways to cover it that need only cells in `rest`; the anchor is taken out of it. So no
    /// placement is met twice by who looks at one anchor after the other.
    #[inline(always)]
    pub(super) fn anchor<const W: usize>(
        &self,
        setting: &Setting<W>,
        rest: &mut Rows,
        at: usize,
    ) -> (Spot, Ways) {
        let spot = self.anchors.spots[at];
        let ways = setting.covering.fitting(rest.around(spot)).and(&self.ways);
        rest.remove(spot);
        (spot, ways)
    }

    /// Where an anchor lies, which may be taken.
    #[inline(always)]
    pub(super) fn spot(&self, at: usize) -> Spot {
        self.anchors.spots[at]
    }

    /// Puts an anchor among those that are kept, `n_kept` so far, if it is useful. One on which nothing fits is not:
    /// nothing ever will.
    #[inline(always)]
    pub(super) fn keep_if(&mut self, is_useful: bool, spot: Spot, n_kept: &mut usize) {
        self.anchors.spots[*n_kept] = spot;
        *n_kept += usize::from(is_useful);
    }

    /// Forgets the anchors that were not kept.
    #[inline(always)]
    pub(super) fn drop_from(&mut self, n_kept: usize) {
        self.anchors.count = n_kept;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use framework::{Game, Position, Rng, Seat, Turn, random_move};

    use super::*;
    use crate::{Blokus, LARGE, engine::board::VARIANTS, options};

    /// Plays a random game on this board and by the rules and compares what they say about every color after every
    /// move.
    fn compare_game<const W: usize>(game: &Blokus<LARGE>, rng: &mut Rng) -> usize {
        let setting = Setting::<W>::new(*game.rules());
        let (rules, grid) = (game.rules(), game.rules().grid());
        let mut pos = game.start();
        let mut by_sets = Board::<W>::of(&pos);
        let begin = RowBoard::of(&by_sets, &setting);
        let mut board = begin.clone();
        let mut n_compared = 0;
        loop {
            for color in rules.colors() {
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                pos.legal_moves_of(color, &mut expected);
                board.add_moves(&setting, color, &mut found);
                assert_eq!(found.len(), expected.len(), "{pos:?}: no move is found twice");
                let set: BTreeSet<_> = found.into_iter().collect();
                assert_eq!(set, expected.iter().copied().collect(), "{pos:?}: {color}");
                for idx in (0..grid.numbers()).step_by(7) {
                    let mv = Placement::at(crate::Orientation::new(rng.index(91)), idx as u32);
                    let is_on_board =
                        Placement::new(grid, mv.orientation(), grid.cell(idx)).is_some_and(|same| same == mv);
                    if is_on_board {
                        assert_eq!(
                            board.is_legal(&setting, color, mv),
                            set.contains(&mv),
                            "{mv:?} in {pos:?}"
                        );
                    }
                }
                if expected.is_empty() {
                    board.set_stuck(color);
                    by_sets.set_stuck(color);
                }
                let again = board.board::<W>(grid);
                assert_eq!(again.open(color), by_sets.open(color), "{pos:?}");
                assert_eq!(again.anchors(color), by_sets.anchors(color), "{pos:?}");
                assert_eq!(again.fresh(color), by_sets.fresh(color), "{pos:?}");
                n_compared += 1;
            }
            assert_eq!(board.hands.next(rules), pos.to_move(), "{pos:?}");
            let (Some(color), Some(mv)) = (pos.to_move(), random_move(&pos, rng)) else { break };
            assert_eq!(Turn::Seat(Seat::new(board.hands.seat_of(rules, color))), pos.turn());
            pos.play(mv);
            board.play(&setting, color, mv);
            by_sets.play(rules, color, mv);
        }
        board.copy_from(&begin, rules);
        let (mut once, mut again) = (Vec::new(), Vec::new());
        begin.clone().add_moves(&setting, Color::FIRST, &mut once);
        board.add_moves(&setting, Color::FIRST, &mut again);
        assert_eq!(once, again, "a copy is the same moment");
        n_compared
    }

    #[test]
    fn it_has_the_moves_of_the_rules_in_every_mode() {
        let mut rng = Rng::from_seed(22);
        let mut n_compared = 0;
        for variant in VARIANTS {
            let options = variant.parse().expect("options");
            let game = Blokus::new(options::read(&options).expect("rules")).expect("every board fits");
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
}
