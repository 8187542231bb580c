//! What a game is besides cells: the pieces in hand, and whose turn it is.

use crate::{BlokusPosition, Color, Inventory, MAX_COLORS, Piece, Rules, score::bonus};

/// The pieces of all colors, and who is next.
///
/// Whether a color has a move is found out only when it is asked for moves, since a playout asks anyway.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hands {
    left: [Inventory; MAX_COLORS],
    squares: [u16; MAX_COLORS],
    n_placed: [u8; MAX_COLORS],
    /// Who is next, unless it is stuck.
    next: Color,
    /// Colors that are known to have no move any more.
    stuck: u8,
    single_last: u8,
}

impl Hands {
    /// What a position leaves in hand.
    pub(super) fn of<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Self {
        let rules = pos.rules();
        let mut hands = Self {
            left: [Inventory::EMPTY; MAX_COLORS],
            squares: [0; MAX_COLORS],
            n_placed: [0; MAX_COLORS],
            next: pos.to_move().unwrap_or(Color::FIRST),
            stuck: 0,
            single_last: 0,
        };
        for color in rules.colors() {
            let idx = color.index();
            hands.left[idx] = *pos.left(color);
            hands.squares[idx] = pos.squares(color) as u16;
            hands.n_placed[idx] = pos.n_placed(color) as u8;
            hands.single_last |= if pos.ended_with_single(color) { color.bit() } else { 0 };
        }
        if pos.to_move().is_none() {
            hands.stuck = rules.colors().fold(0, |stuck, color| stuck | color.bit());
        }
        hands
    }

    /// The pieces that a color has left.
    #[inline(always)]
    pub(super) fn left(&self, color: Color) -> &Inventory {
        &self.left[color.index()]
    }

    /// How many squares a color has laid.
    pub(super) fn squares(&self, color: Color) -> u32 {
        self.squares[color.index()].into()
    }

    /// How many pieces a color has laid.
    #[inline(always)]
    pub(super) fn n_placed(&self, color: Color) -> u32 {
        self.n_placed[color.index()].into()
    }

    /// Who is next of those who are not known to be stuck; `None` if all are.
    #[inline(always)]
    pub(super) fn next(&self, rules: &Rules) -> Option<Color> {
        let n_colors = rules.n_colors();
        let mut idx = self.next.index();
        for _ in 0..n_colors {
            if self.stuck >> idx & 1 == 0 {
                return Some(Color::new(idx));
            }
            idx = if idx + 1 < n_colors { idx + 1 } else { 0 };
        }
        None
    }

    /// The seat that lays a color's next piece.
    #[inline(always)]
    pub(super) fn seat_of(&self, rules: &Rules, color: Color) -> usize {
        rules.seat_of(color, self.n_placed[color.index()].into()).index()
    }

    /// Remembers that a color has no move, which it never gets again.
    #[inline(always)]
    pub(super) fn set_stuck(&mut self, color: Color) {
        self.stuck |= color.bit();
    }

    /// Tells whether a color is known to have no move.
    #[inline(always)]
    pub(super) fn is_stuck(&self, color: Color) -> bool {
        self.stuck & color.bit() != 0
    }

    /// The colors that have laid everything, the single square last, one bit each.
    #[inline(always)]
    pub(super) fn single_last(&self) -> u8 {
        self.single_last
    }

    /// A color lays a piece; whoever would have been earlier is stuck.
    #[inline(always)]
    pub(super) fn take(&mut self, rules: &Rules, color: Color, piece: Piece) {
        let (idx, n_colors) = (color.index(), rules.n_colors());
        self.left[idx].take(piece);
        if piece == Piece::SINGLE && self.left[idx].is_empty() {
            self.single_last |= color.bit();
        }
        self.squares[idx] += piece.squares() as u16;
        self.n_placed[idx] = self.n_placed[idx].saturating_add(1);
        self.next = Color::new(if idx + 1 < n_colors { idx + 1 } else { 0 });
    }

    /// The points of each seat, as if the game were over.
    #[inline(always)]
    pub(super) fn seat_points(&self, rules: &Rules) -> [i32; MAX_COLORS] {
        let mut points = [0; MAX_COLORS];
        for idx in 0..rules.n_colors() {
            let color = Color::new(idx);
            if let Some(owner) = rules.owner(color) {
                let extra =
                    bonus(rules.scoring(), self.left[idx].is_empty(), self.single_last & color.bit() != 0);
                points[owner.index()] += i32::from(self.squares[idx]) + extra as i32;
            }
        }
        points
    }
}
