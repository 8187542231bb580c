//! Games in the head: quick, random, and not too foolish.
//!
//! A color answers what its opponents have just opened, if it can: it covers one of the anchors that their last
//! pieces have brought them, or a cell beside one. Otherwise it lays a large piece anywhere.

use framework::Rng;

use super::{
    covering::{Ways, placement},
    replies::{Laid, Replies},
    row_board::{MAX_ANCHORS, RowBoard, View},
    rows::{Rows, Spot},
    setting::Setting,
};
use crate::{Color, MAX_SQUARES, Placement, Rules};

/// How much likelier a piece that takes a fresh anchor is than one that only comes beside it.
const ON_ANCHOR: u16 = 6;

/// How likely pieces of one to five squares are, against each other, where they answer.
const BY_SIZE: [u32; MAX_SQUARES + 1] = [0, 1, 3, 8, 24, 64];

/// The moves of one color that a playout chooses from; kept, since it is large. Each ticket is some ways to cover an
/// anchor.
#[derive(Clone, Debug)]
pub(super) struct Lottery {
    ways: Box<[Ways; MAX_TICKETS]>,
    tickets: Box<[Ticket; MAX_TICKETS]>,
    n_tickets: usize,
    total: u32,
    /// What is put together for a draw: the open cells without the anchors that were looked at, the anchors that the
    /// last pieces of opponents have brought them, and these with the cells beside them.
    rest: Rows,
    fresh: Rows,
    near: Rows,
}

/// Each anchor has moves that take a fresh anchor, and others; one more ticket is written, but not counted.
const MAX_TICKETS: usize = 2 * MAX_ANCHORS + 1;

#[derive(Clone, Copy, Debug)]
struct Ticket {
    spot: Spot,
    /// How likely each way is, besides what its size says.
    each: u16,
    /// How likely all tickets up to this one are.
    up_to: u32,
}

impl Lottery {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        let nothing = Ticket { spot: Spot::NOWHERE, each: 0, up_to: 0 };
        Self {
            ways: Box::new([Ways::NONE; MAX_TICKETS]),
            tickets: Box::new([nothing; MAX_TICKETS]),
            n_tickets: 0,
            total: 0,
            rest: Rows::EMPTY,
            fresh: Rows::EMPTY,
            near: Rows::EMPTY,
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.n_tickets = 0;
        self.total = 0;
    }

    /// Adds ways that are together as likely as `weight`, if they are wanted.
    #[inline(always)]
    fn add_if(&mut self, is_wanted: bool, spot: Spot, ways: Ways, each: u16, weight: u32) {
        self.total += weight;
        // Always written, and written over if it is not wanted: a branch would often be guessed wrong.
        self.ways[self.n_tickets] = ways;
        self.tickets[self.n_tickets] = Ticket { spot, each, up_to: self.total };
        self.n_tickets += usize::from(is_wanted);
    }

    /// Weighs all ways anew, by the sizes of the pieces alone.
    #[inline(always)]
    fn weigh_all(&mut self) {
        self.total = 0;
        for (ticket, ways) in self.tickets[..self.n_tickets].iter_mut().zip(&*self.ways) {
            self.total += weight_of(ways);
            ticket.up_to = self.total;
        }
    }

    #[inline(always)]
    fn draw<const W: usize>(&self, setting: &Setting<W>, rng: &mut Rng) -> Option<Placement> {
        let drawn = ((u128::from(rng.bits()) * u128::from(self.total)) >> 64) as u32;
        let at = self.tickets[..self.n_tickets].iter().position(|ticket| drawn < ticket.up_to)?;
        let ticket = self.tickets[at];
        let before = at.checked_sub(1).map_or(0, |before| self.tickets[before].up_to);
        let mut rest = (drawn - before) / u32::from(ticket.each);
        for (size, word, base) in self.ways[at].by_size() {
            let weight = word.count_ones() * BY_SIZE[size];
            if rest < weight {
                let way = base + nth(word, rest / BY_SIZE[size]);
                let index = ticket.spot.index(setting.rules.grid().stride());
                return Some(placement(&setting.codes, index, way));
            }
            rest -= weight;
        }
        None
    }
}

/// The place of the bit that comes after `skipped` others.
#[inline(always)]
fn nth(mut word: u64, skipped: u32) -> usize {
    for _ in 0..skipped {
        word &= word - 1;
    }
    word.trailing_zeros() as usize
}

/// How likely ways to cover an anchor are together, by the sizes of the pieces.
#[inline(always)]
fn weight_of(ways: &Ways) -> u32 {
    ways.by_size().into_iter().map(|(size, word, _)| word.count_ones() * BY_SIZE[size]).sum()
}

/// Draws a move of a color; `None` if it has none.
#[inline(always)]
pub(super) fn draw<const W: usize>(
    board: &mut RowBoard,
    setting: &Setting<W>,
    color: Color,
    lottery: &mut Lottery,
    rng: &mut Rng,
) -> Option<Placement> {
    if board.is_shut(color) || board.ways(color).is_empty() {
        return None;
    }
    lottery.clear();
    if find_fresh(board, &setting.rules, color, lottery) {
        add_answers(board.view_mut(color), setting, lottery);
        if lottery.total != 0 {
            return lottery.draw(setting, rng);
        }
    }
    add_large(board.view_mut(color), setting, lottery);
    if lottery.total == 0 {
        lottery.weigh_all();
    }
    lottery.draw(setting, rng)
}

/// Adds the moves that take an anchor which the opponents' last pieces have brought them, or a cell beside one.
#[inline(always)]
fn add_answers<const W: usize>(view: &mut View, setting: &Setting<W>, lottery: &mut Lottery) {
    lottery.rest.set_to_both(&view.open, &setting.rows);
    let mut n_kept = 0;
    for at in 0..view.n_anchors() {
        let spot = view.spot(at);
        let is_open = lottery.rest.has(spot);
        view.keep_if(is_open, spot, &mut n_kept);
        let near = lottery.near.around(spot);
        if !is_open | (near == 0) {
            continue;
        }
        let open = lottery.rest.around(spot);
        lottery.rest.remove(spot);
        let fitting = setting.covering.fitting(open).and(&view.ways);
        let on = fitting.minus(&setting.covering.fitting(open & !lottery.fresh.around(spot)));
        let beside = fitting.minus(&on).minus(&setting.covering.fitting(open & !near));
        let (weight_on, weight_beside) = (u32::from(ON_ANCHOR) * weight_of(&on), weight_of(&beside));
        lottery.add_if(weight_on != 0, spot, on, ON_ANCHOR, weight_on);
        lottery.add_if(weight_beside != 0, spot, beside, 1, weight_beside);
    }
    view.drop_from(n_kept);
}

/// Adds all moves; only those of five squares count.
#[inline(always)]
fn add_large<const W: usize>(view: &mut View, setting: &Setting<W>, lottery: &mut Lottery) {
    lottery.rest.set_to_both(&view.open, &setting.rows);
    let mut n_kept = 0;
    for at in 0..view.n_anchors() {
        let (spot, ways) = view.anchor(setting, &mut lottery.rest, at);
        let is_useful = !ways.is_empty();
        view.keep_if(is_useful, spot, &mut n_kept);
        lottery.add_if(is_useful, spot, ways, 1, ways.count_large() * BY_SIZE[MAX_SQUARES]);
    }
    view.drop_from(n_kept);
}

/// Finds the anchors that the last pieces of a color's opponents have brought them and that the color can take, and
/// the cells beside them; `false` if there are none.
#[inline(always)]
fn find_fresh(board: &RowBoard, rules: &Rules, color: Color, lottery: &mut Lottery) -> bool {
    let Lottery { fresh, near, .. } = lottery;
    (*fresh, *near) = (Rows::EMPTY, Rows::EMPTY);
    let mut is_any = false;
    for idx in 0..rules.n_colors() {
        let other = Color::new(idx);
        if is_opponent(rules, color, other) {
            let ground = board.open(other);
            for &spot in board.fresh(other) {
                let bit = u64::from(ground.has(spot));
                fresh.insert_if(spot, bit);
                near.insert_with_neighbors(spot, bit, ground);
                is_any = true;
            }
        }
    }
    if is_any {
        fresh.retain(board.open(color));
        near.retain(board.open(color));
    }
    is_any
}

/// Tells whether somebody else owns a color.
#[inline(always)]
pub(super) fn is_opponent(rules: &Rules, color: Color, other: Color) -> bool {
    other != color && (rules.owner(other).is_none() || rules.owner(other) != rules.owner(color))
}

/// Plays a game to its end; what is laid is added to `played`.
#[inline(always)]
pub(super) fn play_out<const W: usize>(
    board: &mut RowBoard,
    setting: &Setting<W>,
    replies: &Replies,
    lottery: &mut Lottery,
    rng: &mut Rng,
    played: &mut Vec<Laid>,
) {
    while let Some(color) = board.hands.next(&setting.rules) {
        let mut chosen = None;
        for mv in replies.of(color, played) {
            if let (None, Some(mv)) = (chosen, mv)
                && board.is_legal(setting, color, mv)
            {
                chosen = Some(mv);
            }
        }
        if chosen.is_none() {
            chosen = draw(board, setting, color, lottery, rng);
        }
        match chosen {
            Some(mv) => {
                board.play(setting, color, mv);
                played.push(Laid { color, mv });
            }
            None => board.set_stuck(color),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use framework::{Game, Position, random_move};

    use super::*;
    use crate::{Bits, Blokus, LARGE, SMALL, engine::board::Board, options};

    #[test]
    fn playouts_are_games_by_the_rules() {
        let game = Blokus::duo();
        let setting = Setting::<SMALL>::new(*game.rules());
        let rules = game.rules();
        let (mut lottery, mut rng, mut replies) = (Lottery::new(), Rng::from_seed(5), Replies::new());
        for _ in 0..300 {
            let mut pos = game.start();
            let mut board = RowBoard::of(&Board::of(&pos), &setting);
            let mut played = Vec::new();
            play_out(&mut board, &setting, &replies, &mut lottery, &mut rng, &mut played);
            for laid in &played {
                assert_eq!(pos.to_move(), Some(laid.color));
                assert!(pos.is_legal(laid.mv), "{:?} in {pos:?}", laid.mv);
                pos.play(laid.mv);
            }
            assert_eq!(pos.to_move(), None, "it is played to the end");
            let points: Vec<_> = pos.seat_points().iter().map(|&points| points as i32).collect();
            assert_eq!(board.hands.seat_points(rules)[..2], points);
            replies.learn(&played, |idx| points[idx % 2] < points[1 - idx % 2]);
        }
    }

    /// What a playout may draw, and how likely each move is, told by the rules: the moves that answer if there are
    /// any, else those of five squares, else all.
    fn expected<const W: usize>(
        board: &Board<W>,
        rules: &Rules,
        color: Color,
        moves: &[Placement],
    ) -> BTreeMap<Placement, u32> {
        let (mut fresh, mut near) = (Bits::<W>::EMPTY, Bits::<W>::EMPTY);
        for other in rules.colors().filter(|&other| is_opponent(rules, color, other)) {
            fresh = fresh | board.fresh(other);
            near = near | (board.fresh(other).edge_neighbors(rules.grid().stride()) & board.open(other));
        }
        let covers = |mv: Placement, cells: Bits<W>| mv.indexes(rules.grid()).any(|idx| cells.contains(idx));
        let size = |mv: Placement| BY_SIZE[mv.piece().squares() as usize];
        let answer = |mv: Placement| match (covers(mv, fresh), covers(mv, near)) {
            (true, _) => u32::from(ON_ANCHOR) * size(mv),
            (false, true) => size(mv),
            (false, false) => 0,
        };
        let large = |mv: Placement| if mv.piece().squares() == 5 { 1 } else { 0 };
        let weighed = |weight: &dyn Fn(Placement) -> u32| -> BTreeMap<_, _> {
            moves.iter().map(|&mv| (mv, weight(mv))).filter(|(_, weight)| 0 < *weight).collect()
        };
        [weighed(&answer), weighed(&large), weighed(&size)]
            .into_iter()
            .find(|weights| !weights.is_empty())
            .unwrap_or_default()
    }

    /// The moves that are left to draw from, with their weights.
    fn tickets_of<const W: usize>(lottery: &Lottery, setting: &Setting<W>) -> BTreeMap<Placement, u32> {
        let mut weights = BTreeMap::new();
        let mut before = 0;
        for (ticket, ways) in lottery.tickets[..lottery.n_tickets].iter().zip(&*lottery.ways) {
            let mut all = 0;
            for (size, mut word, base) in ways.by_size() {
                while word != 0 && all < ticket.up_to - before {
                    let index = ticket.spot.index(setting.rules.grid().stride());
                    let mv = placement(&setting.codes, index, base + word.trailing_zeros() as usize);
                    let weight = u32::from(ticket.each) * BY_SIZE[size];
                    assert_eq!(weights.insert(mv, weight), None, "{mv:?} is drawn twice as often");
                    all += weight;
                    word &= word - 1;
                }
            }
            assert_eq!(before + all, ticket.up_to, "a ticket is worth what its moves are");
            before = ticket.up_to;
        }
        weights
    }

    #[test]
    fn every_move_is_drawn_as_often_as_the_rules_of_the_playout_say() {
        let mut rng = Rng::from_seed(11);
        for variant in ["duo", "junior", "classic players=2", "classic players=3", "custom 30x30 colors=4"] {
            let options = variant.parse().expect("options");
            let game = Blokus::<LARGE>::new(options::read(&options).expect("rules")).expect("it fits");
            let (rules, setting) = (game.rules(), Setting::<16>::new(*game.rules()));
            let mut pos = game.start();
            let mut lottery = Lottery::new();
            let mut board = Board::<16>::of(&pos);
            let mut quick = RowBoard::of(&board, &setting);
            while let Some(color) = pos.to_move() {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let expected = expected(&board, rules, color, &moves);
                let drawn = draw(&mut quick, &setting, color, &mut lottery, &mut rng).expect("it has moves");
                let found = tickets_of(&lottery, &setting);
                let of = |weights: &BTreeMap<Placement, u32>| {
                    let least = weights.values().copied().min().unwrap_or(1);
                    weights.iter().map(|(&mv, &weight)| (mv, weight / least)).collect::<Vec<_>>()
                };
                assert_eq!(of(&found), of(&expected), "{pos:?}");
                assert!(found.contains_key(&drawn));
                let mv = random_move(&pos, &mut rng).expect("it has moves");
                pos.play(mv);
                board.play(rules, color, mv);
                quick.play(&setting, color, mv);
            }
        }
    }
}
