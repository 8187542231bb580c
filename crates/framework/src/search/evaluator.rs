//! What a position is worth before the end of the game.

use crate::{Position, Seat, Turn, Valuation};

/// More than any evaluation of an unfinished game: the worth of a game that is won by 1.
pub const WIN: f32 = 1_000_000.0;

/// Judges positions.
pub trait Evaluator<P: Position>: Send + Sync {
    /// What a position is worth to a seat. Of two seats one's gain is the other's loss.
    ///
    /// It is asked about finished games too, so that an evaluation may count them in its own way;
    /// [`final_value`] is the usual one.
    fn value(&self, pos: &P, seat: Seat) -> f32;

    /// Appends what each of some positions is worth to a seat. An evaluation that judges many at once in less time than one
    /// by one does it here; the values are the same.
    fn values(&self, positions: &[P], seat: Seat, out: &mut Vec<f32>) {
        out.extend(positions.iter().map(|pos| self.value(pos, seat)));
    }

    /// The least and the most that any value can be, if there are such bounds.
    fn bounds(&self) -> Option<(f32, f32)> {
        None
    }

    /// How promising a move looks before it is played: more promising ones are searched first.
    fn order_hint(&self, pos: &P, mv: P::Move) -> f32 {
        let _ = (pos, mv);
        0.0
    }

    /// Leaves out moves after which the next ply loses, as long as one stays that does not; the rest keeps its order.
    ///
    /// Such moves are worth less than all others, so a search finds the same without them. Of several moves that
    /// all win or all lose with the next ply one is enough.
    fn narrow(&self, pos: &P, moves: &mut Vec<P::Move>) {
        let _ = (pos, moves);
    }

    /// What a value that a search from `pos` has found with this evaluation means to people; `complete` if every line
    /// was followed to the end of the game.
    fn appraise(&self, pos: &P, value: f32, complete: bool) -> Valuation {
        let _ = pos;
        Valuation::of_score(value, complete)
    }

    /// Whether the position may be judged as it stands; otherwise a search looks a little further.
    fn is_quiet(&self, pos: &P) -> bool {
        let _ = pos;
        true
    }
}

/// The worth of a finished game to a seat: its payoff on the scale of [`WIN`]; `None` while it goes on.
pub fn final_value<P: Position>(pos: &P, seat: Seat) -> Option<f32> {
    (pos.turn() == Turn::Over).then(|| pos.payoffs()[seat] * WIN)
}

/// A function can judge.
impl<P: Position, F: Fn(&P, Seat) -> f32 + Send + Sync> Evaluator<P> for F {
    fn value(&self, pos: &P, seat: Seat) -> f32 {
        self(pos, seat)
    }
}
