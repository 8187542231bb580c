//! The opponent of 2006: plain minimax that counts groups.

use framework::{
    ExplainedTerm, Explains, Explanation, Options, OptionsError, Position, Rng, Seat, Text,
    search::{Engine, Evaluator, Found, Limits, Minimax, Parameter, SearchRequest, Tunable},
};

use super::{best_moves, draw_lot};
use crate::{Bits, Board, Column, lines};

/// What a won game counts: more than all groups of the largest board, and less than what the framework takes
/// for a win, since this player does not care how soon it wins.
const WON: f32 = 400_000.0;

/// Minimax without pruning to a fixed depth over the worth of [`Groups`].
///
/// Of moves with equal value it takes the one after which the board looks best at once, and of those any.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Woellert2006 {
    /// How many plies it looks ahead; four were already slow for its author.
    pub depth: u32,
    /// What judges.
    pub groups: Groups,
}

impl Default for Woellert2006 {
    fn default() -> Self {
        Self { depth: 4, groups: Groups::default() }
    }
}

impl Woellert2006 {
    /// The opponent that a line of options describes: `depth=4` if nothing is said.
    ///
    /// # Errors
    /// If there is no such depth.
    pub fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let groups = Groups::default().with_options(&mut reader)?;
        let depth = reader.number("depth", 1..=12)?.unwrap_or(Self::default().depth);
        reader.finish(groups.known_options("depth=1…12"))?;
        Ok(Self { depth, groups })
    }
}

/// The worth of a board by its groups: with four to win, a run of exactly two discs is worth 10, of exactly three
/// 100 and of four or more 10 000; with `k` to win, those are runs of `k - 2`, `k - 1` and `k`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Groups {
    /// What a group of two is worth.
    pub two: f32,
    /// What a group of three is worth.
    pub three: f32,
    /// What four in a row are worth at first sight.
    pub four: f32,
}

impl Default for Groups {
    fn default() -> Self {
        Self { two: 10.0, three: 100.0, four: 10_000.0 }
    }
}

impl Tunable for Groups {
    /// Even the most groups of the largest board count less than a win.
    fn parameters(&self) -> Vec<Parameter> {
        let two = Text::fixed("a group of two", "eine Zweiergruppe");
        let three = Text::fixed("a group of three", "eine Dreiergruppe");
        let four = Text::fixed("four in a row at first sight", "vier in einer Reihe auf den ersten Blick");
        vec![
            Parameter::new("two", two, self.two.into(), 10.0).within(0.0..=100.0),
            Parameter::new("three", three, self.three.into(), 30.0).within(0.0..=200.0),
            Parameter::new("four", four, self.four.into(), 2_500.0).within(0.0..=20_000.0),
        ]
    }

    fn with(&self, values: &[f64]) -> Self {
        Self { two: values[0] as f32, three: values[1] as f32, four: values[2] as f32 }
    }
}

impl Groups {
    /// What the short, the almost complete and the complete groups are worth.
    const fn weights(&self) -> [f32; 3] {
        [self.two, self.three, self.four]
    }

    /// What a seat has less what the other has, whether the game is over or not.
    #[must_use]
    pub fn worth<B: Bits>(&self, pos: &Board<B>, seat: Seat) -> f32 {
        // The sums of the program are whole and small enough to be exact.
        let of = |seat: Seat| -> f32 {
            let counted = Self::count(pos, seat).into_iter().zip(self.weights());
            counted.map(|(count, weight)| count as f32 * weight).sum()
        };
        of(seat) - of(seat.other())
    }

    /// The groups of a seat that lack two discs, one and none.
    fn count<B: Bits>(pos: &Board<B>, seat: Seat) -> [u32; 3] {
        let (discs, size) = (pos.discs(seat), pos.size());
        let k = size.k();
        // Nobody counts groups of no disc, as two in a row would have it.
        let short = if k == 2 { 0 } else { lines::exact_runs(discs, size, k - 2) };
        [short, lines::exact_runs(discs, size, k - 1), lines::runs_from(discs, size, k)]
    }
}

impl<B: Bits> Explains<Board<B>> for Groups {
    fn explain(&self, pos: &Board<B>, seat: Seat) -> Option<Explanation> {
        if [seat, seat.other()].into_iter().any(|seat| pos.has_won(seat)) {
            return Some(Explanation::decided(super::LINE_COMPLETE, self.value(pos, seat).into()));
        }
        let k = pos.size().k();
        let lengths = [k - 2, k - 1, k];
        let terms = |whose: &str, en: &str, de: &str, seat: Seat, sign: f64| {
            let term = |((length, count), weight): ((u8, u32), f32)| {
                ExplainedTerm::new(
                    format!("{whose}-runs-of-{length}"),
                    Text::new(
                        format!("{en} runs of {length} discs"),
                        format!("{de} Reihen von {length} Scheiben"),
                    ),
                    count.into(),
                    sign * f64::from(weight),
                )
            };
            let counted = lengths.into_iter().zip(Self::count(pos, seat)).zip(self.weights());
            counted.map(term).collect::<Vec<_>>()
        };
        let own = terms("own", "own", "eigene", seat, 1.0);
        Some(Explanation::sum(own.into_iter().chain(terms(
            "other",
            "the other's",
            "gegnerische",
            seat.other(),
            -1.0,
        ))))
    }
}

impl<B: Bits> Evaluator<Board<B>> for Groups {
    fn value(&self, pos: &Board<B>, seat: Seat) -> f32 {
        if pos.has_won(seat) {
            WON
        } else if pos.has_won(seat.other()) {
            -WON
        } else {
            self.worth(pos, seat)
        }
    }
}

impl<B: Bits> Engine<Board<B>> for Woellert2006 {
    fn search(&mut self, request: SearchRequest<'_, Board<B>>) -> Found<Column> {
        let (pos, limits) = (request.pos(), request.limits());
        let depth = limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let held = request.with_limits(Limits { depth: Some(depth), ..limits });
        let mut found = Minimax(self.groups).search(held);
        let at_once = |mv: Column| self.groups.worth(&pos.after(mv), pos.mover());
        let mut equals = best_moves(&found);
        let most = equals.iter().map(|&mv| at_once(mv)).fold(f32::NEG_INFINITY, f32::max);
        equals.retain(|&mv| at_once(mv) == most);
        draw_lot(&mut found, &equals, &mut Rng::stream(limits.seed, "woellert-2006", pos.key()));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use framework::{Turn, random_move, testkit};

    use super::*;
    use crate::{Connect4, Size, test_boards::board};

    #[track_caller]
    fn check(options: &str, rows: &str, worth: f32) {
        let pos: Board = board(options, rows);
        assert_eq!(Groups::default().worth(&pos, Seat::FIRST), worth, "{rows}");
        assert_eq!(Groups::default().worth(&pos, Seat::SECOND), -worth, "{rows}");
    }

    fn search(pos: &Board, depth: u32, seed: u64) -> Found<Column> {
        let limits = Limits { seed, ..Limits::NONE };
        Woellert2006 { depth, ..Woellert2006::default() }.search(SearchRequest::new(pos, limits).unwrap())
    }

    #[test]
    fn two_three_and_four_are_worth_10_100_and_10000() {
        check("7x6x4", "XX-O-O-", 10.0);
        check("7x6x4", "XXX-O-O", 100.0);
        check("7x6x4", "XXX-OO-", 100.0 - 10.0);
        check("7x6x4", "O--O---/XXXX-O-", 10_000.0);
    }

    #[test]
    fn groups_stand_in_columns_and_on_diagonals_as_well() {
        check("7x6x4", "X------/X--O--O", 10.0);
        check("7x6x4", "-X-----/XO----O", 10.0);
        check("7x6x4", "X------/OX----O", 10.0);
    }

    #[test]
    fn groups_need_no_room_to_grow() {
        check("7x6x4", "OXXO---", 10.0);
    }

    #[test]
    fn other_lengths_count_from_the_winning_one_down() {
        check("9x6x5", "XXX-O-O-O", 10.0);
        check("9x6x5", "O--------/XXXX-O-O-", 100.0);
        // A single disc is a group in all four directions.
        check("3x3x3", "X--", 4.0 * 10.0);
        check("4x4x2", "X---", 4.0 * 100.0);
    }

    #[test]
    fn it_looks_four_plies_ahead_at_every_line() {
        let depth = Woellert2006::default().depth;
        let found = search(&Board::empty(Size::USUAL), depth, 0);
        assert_eq!((found.depth, found.nodes), (4, 7 + 49 + 343 + 2_401));
    }

    #[test]
    fn a_won_board_is_not_searched_further() {
        // Column 1 wins at once; the other six lead on for another ply.
        let found = search(&board("7x6x4", "X-----O/X-----O/X-----O"), 2, 0);
        assert_eq!(found.best, Column::new(0));
        assert_eq!((found.value, found.nodes), (WON, 7 + 6 * 7));
    }

    #[test]
    fn of_equal_values_the_move_that_looks_best_at_once_is_taken() {
        let mut rng = Rng::from_seed(1);
        let mut n_decided_by_looks = 0;
        for seed in 0..40 {
            let mut pos = Board::<u64>::empty(Size::USUAL);
            while let (Turn::Seat(mover), Some(mv)) = (pos.turn(), random_move(&pos, &mut rng)) {
                let found = search(&pos, 2, seed);
                let worth = |mv: Column| Groups::default().worth(&pos.after(mv), mover);
                let equals = best_moves(&found);
                assert!(equals.contains(&found.best), "{pos:?}");
                assert!(equals.iter().all(|&mv| worth(mv) <= worth(found.best)), "{pos:?}");
                n_decided_by_looks += u32::from(equals.iter().any(|&mv| worth(mv) < worth(found.best)));
                pos.play(mv);
            }
        }
        assert!(100 < n_decided_by_looks, "{n_decided_by_looks}");
    }

    #[test]
    fn at_depth_1_the_look_right_after_the_move_decides_nothing() {
        // The value of a move is then that very look, so equal moves look equal too; it takes a second ply to tell them
        // apart.
        let mut rng = Rng::from_seed(7);
        let mut n_decided_deeper = 0;
        for seed in 0..40 {
            let mut pos = Board::<u64>::empty(Size::USUAL);
            while let (Turn::Seat(mover), Some(mv)) = (pos.turn(), random_move(&pos, &mut rng)) {
                let looks = |depth| {
                    let equals = best_moves(&search(&pos, depth, seed));
                    let looks =
                        equals.iter().map(|&mv| Groups::default().worth(&pos.after(mv), mover).to_bits());
                    looks.collect::<BTreeSet<_>>().len()
                };
                // A move that wins ends the game whatever else stands on the board.
                if !can_win_at_once(&pos, mover) {
                    assert_eq!(looks(1), 1, "{pos:?}");
                    n_decided_deeper += u32::from(1 < looks(2));
                }
                pos.play(mv);
            }
        }
        assert!(10 < n_decided_deeper, "{n_decided_deeper}");
    }

    /// Whether the mover can win at once.
    fn can_win_at_once(pos: &Board, mover: Seat) -> bool {
        search(pos, 1, 0).moves.iter().any(|root| pos.after(root.mv).has_won(mover))
    }

    #[test]
    fn the_runs_of_both_sides_add_up_to_the_worth() {
        for options in ["7x6x4", "5x5x2", "8x7x5"] {
            let game = Connect4::<u64>::new(
                options.parse::<Options>().and_then(|it| Size::from_options(&it)).unwrap(),
            );
            let value = |pos: &Board, seat| Groups::default().value(pos, seat).into();
            testkit::check_explanations(&game.unwrap(), "woellert-2006", (1, 300), value);
        }
    }

    /// Checks that exactly these moves are drawn, each as often as the others: within five standard deviations of
    /// what equal chances give.
    #[track_caller]
    fn check_lots(pos: &Board, depth: u32, columns: &[u8]) {
        const N_GAMES: u32 = 4_200;
        let mut drawn = BTreeMap::new();
        for seed in 0..N_GAMES {
            *drawn.entry(search(pos, depth, seed.into()).best.index() + 1).or_insert(0_u32) += 1;
        }
        assert_eq!(drawn.keys().copied().collect::<Vec<_>>(), columns, "{drawn:?}");
        let share = 1.0 / columns.len() as f64;
        let (mean, deviation) =
            (f64::from(N_GAMES) * share, (f64::from(N_GAMES) * share * (1.0 - share)).sqrt());
        for (column, times) in &drawn {
            let off = (f64::from(*times) - mean).abs();
            assert!(off <= 5.0 * deviation, "column {column}: {times} times, not about {mean}");
        }
    }

    #[test]
    fn moves_with_equal_values_and_equal_looks_are_drawn_equally_often() {
        // No disc makes a group yet, wherever it falls.
        check_lots(&Board::empty(Size::USUAL), 1, &[1, 2, 3, 4, 5, 6, 7]);
        // Beside or on the own disc in the middle: one pair each. All other moves look worse.
        check_lots(&board("7x6x4", "X--O--X"), 1, &[3, 4, 5]);
        // Everything loses to the row of three, and each move makes one pair.
        check_lots(&board("7x6x4", "---X---/X-OOO-X"), 2, &[1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn moves_that_are_still_equal_are_drawn_by_the_seed() {
        let start = Board::empty(Size::USUAL);
        let chosen: BTreeSet<Column> = (0..60).map(|seed| search(&start, 1, seed).best).collect();
        assert_eq!(chosen.len(), 7);
        assert_eq!(search(&start, 2, 5), search(&start, 2, 5));
    }
}
