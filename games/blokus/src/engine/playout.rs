//! Games in the head: quick, random, and not too foolish.
//!
//! A color answers what its opponents have just opened, if it can: it covers one of the anchors that their last
//! pieces have brought them, or a cell beside one. Otherwise it lays a large piece anywhere.

use framework::Rng;

use super::{
    board::Board,
    replies::{Laid, Replies},
    walk::{Ground, Placements, Visitor, reaching, views, walk},
};
use crate::{Bits, Color, N_ORIENTATIONS, Orientation, Piece, Placement, Rules};

/// How much likelier a piece that takes a fresh anchor is than one that only comes beside it.
const ON_ANCHOR: u32 = 6;

/// How likely pieces of one to five squares are, against each other, where they answer.
const BY_SIZE: [u32; 6] = [0, 1, 3, 8, 24, 64];

/// The kinds of pieces with five squares.
const LARGE_KINDS: u32 = kinds_of_size(5);

const fn kinds_of_size(squares: u32) -> u32 {
    let (mut kinds, mut idx) = (0, 0);
    while idx < crate::N_PIECES {
        let piece = Piece::new(idx);
        kinds |= if piece.squares() == squares { piece.bit() } else { 0 };
        idx += 1;
    }
    kinds
}

/// The moves of one color that a playout chooses from; kept, since it is large.
#[derive(Clone, Debug)]
pub(super) struct Lottery<const W: usize> {
    entries: [Ticket<W>; 2 * N_ORIENTATIONS + 1],
    n_entries: usize,
    total: u32,
}

/// Some placements of an orientation that are equally likely.
#[derive(Clone, Copy, Debug)]
struct Ticket<const W: usize> {
    orientation: Orientation,
    firsts: Bits<W>,
    /// The weight of each placement.
    each: u32,
    /// The weight of all tickets up to this one.
    up_to: u32,
}

impl<const W: usize> Lottery<W> {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        let nothing = Ticket { orientation: Orientation::new(0), firsts: Bits::EMPTY, each: 0, up_to: 0 };
        Self { entries: [nothing; 2 * N_ORIENTATIONS + 1], n_entries: 0, total: 0 }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.n_entries = 0;
        self.total = 0;
    }

    #[inline(always)]
    fn add(&mut self, orientation: Orientation, firsts: Bits<W>, each: u32) {
        let count = firsts.count();
        self.total += count * each;
        // Always written, and written over if there is none: a branch would often be guessed wrong.
        self.entries[self.n_entries] = Ticket { orientation, firsts, each, up_to: self.total };
        self.n_entries += usize::from(count != 0);
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> Option<Placement> {
        let drawn = ((u128::from(rng.bits()) * u128::from(self.total)) >> 64) as u32;
        let ticket = self.entries[..self.n_entries].iter().find(|ticket| drawn < ticket.up_to)?;
        let from_end = (ticket.up_to - 1 - drawn) / ticket.each;
        ticket.firsts.nth(from_end).map(|first| Placement::at(ticket.orientation, first))
    }
}

/// Any placement is as likely as others of its size.
impl<const W: usize> Visitor<W, 0> for Lottery<W> {
    #[inline(always)]
    fn visit(&mut self, found: Placements<W, 0>) {
        self.add(found.orientation, found.firsts, BY_SIZE[found.orientation.piece().squares() as usize]);
    }
}

/// Of placements that touch fresh anchors or come beside them, those on anchors are likelier, and others impossible.
impl<const W: usize> Visitor<W, 2> for Lottery<W> {
    #[inline(always)]
    fn visit(&mut self, found: Placements<W, 2>) {
        let weight = BY_SIZE[found.orientation.piece().squares() as usize];
        let [on, near] = found.touching;
        self.add(found.orientation, on, ON_ANCHOR * weight);
        self.add(found.orientation, near & !on, weight);
    }
}

/// Draws a move of a color; `None` if it has none.
#[inline(always)]
pub(super) fn draw<const W: usize>(
    board: &Board<W>,
    rules: &Rules,
    color: Color,
    lottery: &mut Lottery<W>,
    rng: &mut Rng,
) -> Option<Placement> {
    let stride = rules.grid().stride();
    let kinds = board.left(color).kinds();
    let own_anchors = board.anchors(color);
    if own_anchors.is_empty() || kinds == 0 {
        return None;
    }
    let anchors = views(own_anchors, stride);
    let from = reaching(&anchors);
    let open = views(board.open(color), stride);
    lottery.clear();
    let (fresh, beside) = fresh_of_opponents(board, rules, color);
    let near = fresh | beside;
    if !near.is_empty() {
        let marks = [views(fresh, stride), views(near, stride)];
        let from = from & reaching(&marks[1]);
        walk(&Ground { open: &open, anchors: &anchors, from }, &marks, kinds, lottery);
        if lottery.total != 0 {
            return lottery.draw(rng);
        }
    }
    let ground = Ground { open: &open, anchors: &anchors, from };
    for kinds in [kinds & LARGE_KINDS, kinds & !LARGE_KINDS] {
        walk(&ground, &[], kinds, lottery);
        if lottery.total != 0 {
            return lottery.draw(rng);
        }
    }
    None
}

/// The anchors that the last pieces of a color's opponents have brought them and that the color can take, and the
/// cells beside them.
#[inline(always)]
fn fresh_of_opponents<const W: usize>(board: &Board<W>, rules: &Rules, color: Color) -> (Bits<W>, Bits<W>) {
    let (mut fresh, mut beside) = (Bits::EMPTY, Bits::EMPTY);
    for idx in 0..rules.n_colors() {
        let other = Color::new(idx);
        if is_opponent(rules, color, other) {
            let brought = board.fresh(other);
            fresh = fresh | brought;
            beside = beside | (brought.edge_neighbors(rules.grid().stride()) & board.open(other));
        }
    }
    (fresh & board.open(color), beside & board.open(color))
}

/// Tells whether somebody else owns a color.
#[inline(always)]
pub(super) fn is_opponent(rules: &Rules, color: Color, other: Color) -> bool {
    other != color && (rules.owner(other).is_none() || rules.owner(other) != rules.owner(color))
}

/// Plays a game to its end; what is laid is added to `played`.
#[inline(always)]
pub(super) fn play_out<const W: usize>(
    board: &mut Board<W>,
    rules: &Rules,
    replies: &Replies,
    lottery: &mut Lottery<W>,
    rng: &mut Rng,
    played: &mut Vec<Laid>,
) {
    while let Some(color) = board.next(rules) {
        let mut chosen = None;
        for mv in replies.of(color, played) {
            if let (None, Some(mv)) = (chosen, mv)
                && board.is_legal(rules.grid(), color, mv)
            {
                chosen = Some(mv);
            }
        }
        if chosen.is_none() {
            chosen = draw(board, rules, color, lottery, rng);
        }
        match chosen {
            Some(mv) => {
                board.play(rules, color, mv);
                played.push(Laid { color, mv });
            }
            None => board.set_stuck(color),
        }
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, Position};

    use super::*;
    use crate::{Blokus, SMALL};

    #[test]
    fn playouts_are_games_by_the_rules() {
        let game = Blokus::duo();
        let rules = game.rules();
        let (mut lottery, mut rng, mut replies) = (Lottery::new(), Rng::from_seed(5), Replies::new());
        for _ in 0..300 {
            let mut pos = game.start();
            let mut board = Board::<SMALL>::of(&pos);
            let mut played = Vec::new();
            play_out(&mut board, rules, &replies, &mut lottery, &mut rng, &mut played);
            for laid in &played {
                assert_eq!(pos.to_move(), Some(laid.color));
                assert!(pos.is_legal(laid.mv), "{:?} in {pos:?}", laid.mv);
                pos.play(laid.mv);
            }
            assert_eq!(pos.to_move(), None, "it is played to the end");
            let points: Vec<_> = pos.seat_points().iter().map(|&points| points as i32).collect();
            assert_eq!(board.seat_points(rules)[..2], points);
            replies.learn(&played, |idx| points[idx % 2] < points[1 - idx % 2]);
        }
    }

    #[test]
    fn a_move_that_answers_is_preferred() {
        let game = Blokus::duo();
        let rules = game.rules();
        let mut pos = game.start();
        for text in ["e9,e10,f10,f11,f12", "i6,j6,j5,k5,k4"] {
            pos.play(game.parse_move(&pos, text).expect("legal"));
        }
        // The first color comes near the second's pieces only with its third.
        pos.play(game.parse_move(&pos, "g9,h9,h8,g8,g7").expect("legal"));
        let mut board = Board::<SMALL>::of(&pos);
        let before = game.parse_position("1:e9,e10,f10,f11,f12 2:i6,j6,j5,k5,k4").expect("legal");
        board = {
            let mut earlier = Board::<SMALL>::of(&before);
            earlier.play(rules, Color::FIRST, game.parse_move(&before, "g9,h9,h8,g8,g7").expect("legal"));
            assert_eq!(earlier.anchors(Color::FIRST), board.anchors(Color::FIRST));
            earlier
        };
        let second = Color::new(1);
        let (fresh, beside) = fresh_of_opponents(&board, rules, second);
        assert!(!fresh.is_empty());
        let (mut lottery, mut rng) = (Lottery::new(), Rng::from_seed(1));
        for _ in 0..100 {
            let mv = draw(&board, rules, second, &mut lottery, &mut rng).expect("it has moves");
            assert!(mv.indexes(rules.grid()).any(|index| (fresh | beside).contains(index)), "{mv:?}");
        }
    }
}
