//! The board of a conversation.

use framework::{Position as _, Reason as _};
use thiserror::Error;

use super::{
    setup::Layout,
    stone::{WireColor, WireStone},
};
use crate::{BlokusPosition, LARGE, Placement, WhyNot, notation};

/// Why a stone cannot be laid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unlaid {
    /// Its color does not play in this mode.
    #[error("{0} does not play in this game")]
    NotPlaying(WireColor),
    /// It sticks out of the board.
    #[error("the stone {0} is not on the board with all its squares")]
    SticksOut(WireStone),
    /// A rule forbids it.
    #[error("{}", .0.sentence())]
    Illegal(WhyNot),
}

/// The board of a conversation: what lies there, and what lay there before.
#[derive(Clone, Debug)]
pub struct Board {
    layout: Layout,
    /// The positions from the start on, one more than stones.
    positions: Vec<BlokusPosition<LARGE>>,
    moves: Vec<Placement>,
}

impl Board {
    /// The empty board.
    #[must_use]
    pub fn start(layout: Layout) -> Self {
        Self { layout, positions: vec![BlokusPosition::start(layout.rules())], moves: Vec::new() }
    }

    /// How board and colors lie.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The position.
    ///
    /// # Panics
    /// Never: the first position is never taken away.
    #[must_use]
    pub fn position(&self) -> &BlokusPosition<LARGE> {
        self.positions.last().expect("there is always the first")
    }

    /// How many stones have been laid.
    #[must_use]
    pub const fn n_stones(&self) -> usize {
        self.moves.len()
    }

    /// The stones in the order in which they were laid.
    pub fn stones(&self) -> impl DoubleEndedIterator<Item = WireStone> + ExactSizeIterator {
        let stone = |(&mv, before): (&Placement, &BlokusPosition<LARGE>)| {
            let color = before.to_move().unwrap_or(crate::Color::FIRST);
            self.layout.stone(color, mv)
        };
        self.moves.iter().zip(&self.positions).map(stone)
    }

    /// The moves in the order in which they were played.
    #[must_use]
    pub fn moves(&self) -> &[Placement] {
        &self.moves
    }

    /// Whose turn it is by the rules; nobody's when the game is over.
    #[must_use]
    pub fn current(&self) -> Option<WireColor> {
        self.position().to_move().map(|color| self.layout.wire_color(color))
    }

    /// Tells whether a color could lay a stone if it were its turn.
    #[must_use]
    pub fn has_move(&self, color: WireColor) -> bool {
        self.layout.color(color).is_some_and(|color| self.position().has_move(color))
    }

    /// The move that lays a stone, as if it were the turn of its color.
    ///
    /// # Errors
    /// If the stone cannot be laid.
    pub fn check(&self, stone: WireStone) -> Result<Placement, Unlaid> {
        let color = self.layout.color(stone.color()).ok_or(Unlaid::NotPlaying(stone.color()))?;
        let cells = self.layout.cells(stone).ok_or(Unlaid::SticksOut(stone))?;
        self.position().with_mover(Some(color)).check(&cells).map_err(Unlaid::Illegal)
    }

    /// The legal move that a text of our own notation means.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Placement> {
        notation::parse_move(self.position(), text).ok()
    }

    /// A move in our own notation.
    #[must_use]
    pub fn write(&self, mv: Placement) -> String {
        notation::write_move(self.layout.rules().grid(), mv)
    }

    /// Lays a stone, as if it were the turn of its color: a server may see turns in another way than we do.
    ///
    /// # Errors
    /// If the stone cannot be laid; nothing has changed then.
    pub fn lay(&mut self, stone: WireStone) -> Result<Placement, Unlaid> {
        let mv = self.check(stone)?;
        let color = self.layout.color(stone.color());
        if let Some(position) = self.positions.last_mut() {
            *position = position.with_mover(color);
        }
        self.play(mv);
        Ok(mv)
    }

    /// Plays a legal move of whoever is to move.
    pub fn play(&mut self, mv: Placement) {
        let after = self.position().after(mv);
        self.positions.push(after);
        self.moves.push(mv);
    }

    /// Takes the last stone back; `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        let has_one = self.moves.pop().is_some();
        if has_one {
            self.positions.pop();
        }
        has_one
    }
}
