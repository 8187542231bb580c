//! The opponent of a practical course in 2018: minimax over windows, stronger with every difficulty.

use std::ops::RangeInclusive;

use framework::{
    ExplainedTerm, Explains, Explanation, Options, OptionsError, Position, Rng, Seat, Text,
    search::{Engine, Evaluator, Found, Limits, Minimax, Parameter, SearchRequest, Tunable},
};

use super::{best_moves, draw_lot};
use crate::{
    Bits, Board, Column, Direction, Size,
    lines::{self, OpenLines},
};

/// Minimax without pruning over [`Windows`].
///
/// Of moves with equal minimax value it keeps those after which the board has the best static value at once, and
/// chooses among these at random.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Praktikum2018 {
    /// The difficulty, which is how many plies it looks ahead.
    pub level: u32,
    /// What judges.
    pub windows: Windows,
}

/// The worth of a board by its windows, which are all places for a line: four of a color decide, with +1 for the
/// first seat; three count `z3`, two count `z2`, and a window with both colors nothing.
///
/// The original's constants were never published. Its games show that `z3` is five times `z2`; how large they are
/// changes no move as long as no sum reaches 1. Where another number than four wins, `z3` is for one disc less and
/// `z2` for two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Windows {
    /// What a window with two discs is worth.
    pub z2: f32,
    /// What a window with three discs is worth.
    pub z3: f32,
    /// The most that either may be, so that no sum outweighs a win.
    pub most: f32,
}

impl Praktikum2018 {
    /// The difficulties of the course, but for the one that read the keyboard.
    pub const LEVELS: RangeInclusive<u32> = 1..=6;

    /// The opponent that a line of options describes: `level=4`, with `z2=0.002` and `z3=0.01` if wanted.
    ///
    /// # Errors
    /// If there is no such level, or the constants could outweigh a win on a board of this size.
    pub fn from_options(options: &Options, size: Size) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let level = reader.number("level", Self::LEVELS)?.unwrap_or(4);
        let windows = Windows::of_size(size).with_options(&mut reader)?;
        reader.finish(windows.known_options("level=1…6"))?;
        Ok(Self { level, windows })
    }

    /// The moves among which the lot decides, given what a search of `pos` found: those of the best minimax value,
    /// and of these the ones that look best right after the move.
    #[must_use]
    pub fn candidates<B: Bits>(&self, pos: &Board<B>, found: &Found<Column>) -> Vec<Column> {
        let at_once = |mv: Column| self.windows.value(&pos.after(mv), pos.mover());
        let mut equals = best_moves(found);
        let most = equals.iter().map(|&mv| at_once(mv)).fold(f32::NEG_INFINITY, f32::max);
        equals.retain(|&mv| at_once(mv) == most);
        equals
    }
}

impl Windows {
    /// Constants that suit a board: 1/512 and 5/512 on the usual one, where there are 69 windows.
    ///
    /// Whether two moves are equal decides what this opponent plays, so five windows of two must be worth exactly as
    /// much as one of three. Powers of two make every sum exact: with 0.002 and 0.01, which no binary number is, the
    /// two would differ in the last digit.
    #[must_use]
    pub fn of_size(size: Size) -> Self {
        let n_windows = n_windows(size) as f32;
        let mut z2 = 1.0;
        while 1.0 <= 5.0 * z2 * n_windows {
            z2 /= 2.0;
        }
        Self { z2, z3: 5.0 * z2, most: (1.0 / n_windows).next_down() }
    }
}

impl Tunable for Windows {
    /// Both constants are so small that no sum outweighs a win.
    fn parameters(&self) -> Vec<Parameter> {
        let two = Text::fixed("a window with two discs", "ein Fenster mit zwei Steinen");
        let three = Text::fixed("a window with three discs", "ein Fenster mit drei Steinen");
        let constant = |name, about, value: f32| {
            Parameter::new(name, about, value.into(), f64::from(self.most) / 10.0)
                .within(0.0..=self.most.into())
        };
        vec![constant("z2", two, self.z2), constant("z3", three, self.z3)]
    }

    fn with(&self, values: &[f64]) -> Self {
        Self { z2: values[0] as f32, z3: values[1] as f32, ..*self }
    }
}

/// In how many places a line fits on the board.
fn n_windows(size: Size) -> u32 {
    let along = |cells: u8| u32::from((cells + 1).saturating_sub(size.k()));
    let (columns, rows) = (size.columns(), size.rows());
    Direction::ALL
        .into_iter()
        .map(|direction| match direction {
            Direction::Upright => u32::from(columns) * along(rows),
            Direction::Level => along(columns) * u32::from(rows),
            Direction::Rising | Direction::Falling => along(columns) * along(rows),
        })
        .sum()
}

impl<B: Bits> Evaluator<Board<B>> for Windows {
    fn value(&self, pos: &Board<B>, seat: Seat) -> f32 {
        if pos.has_won(seat) {
            return 1.0;
        }
        if pos.has_won(seat.other()) {
            return -1.0;
        }
        let [own, other] = Self::count(pos, seat);
        let more = |missing: fn(&OpenLines) -> u32| f64::from(missing(&own)) - f64::from(missing(&other));
        let of_twos = f64::from(self.z2) * more(|open| open.two_missing);
        (of_twos + f64::from(self.z3) * more(|open| open.one_missing)) as f32
    }
}

impl Windows {
    /// The windows of a seat and of the other that hold no disc of the opponent.
    fn count<B: Bits>(pos: &Board<B>, seat: Seat) -> [OpenLines; 2] {
        let size = pos.size();
        let empty = B::board(size) ^ pos.filled();
        [seat, seat.other()].map(|seat| lines::open_lines(pos.discs(seat), empty, size, size.k(), false))
    }
}

impl<B: Bits> Explains<Board<B>> for Windows {
    fn explain(&self, pos: &Board<B>, seat: Seat) -> Option<Explanation> {
        if [seat, seat.other()].into_iter().any(|seat| pos.has_won(seat)) {
            return Some(Explanation::decided(super::LINE_COMPLETE, self.value(pos, seat).into()));
        }
        let [own, other] = Self::count(pos, seat);
        let k = pos.size().k();
        let term = |whose: &str, en: &str, de: &str, discs: u8, count: u32, weight: f64| {
            let about = Text::new(
                format!("windows with {discs} discs of {en} alone"),
                format!("Fenster mit {discs} {de} Scheiben allein"),
            );
            ExplainedTerm::new(format!("{whose}-windows-of-{discs}"), about, count.into(), weight)
        };
        let (z2, z3) = (f64::from(self.z2), f64::from(self.z3));
        Some(Explanation::sum([
            term("own", "this seat", "eigenen", k - 2, own.two_missing, z2),
            term("own", "this seat", "eigenen", k - 1, own.one_missing, z3),
            term("other", "the other seat", "gegnerischen", k - 2, other.two_missing, -z2),
            term("other", "the other seat", "gegnerischen", k - 1, other.one_missing, -z3),
        ]))
    }
}

impl<B: Bits> Engine<Board<B>> for Praktikum2018 {
    fn search(&mut self, request: SearchRequest<'_, Board<B>>) -> Found<Column> {
        let (pos, limits) = (request.pos(), request.limits());
        let depth = limits.depth.map_or(self.level, |depth| depth.min(self.level));
        let held = request.with_limits(Limits { depth: Some(depth), ..limits });
        let mut found = Minimax(self.windows).search(held);
        let equals = self.candidates(pos, &found);
        draw_lot(&mut found, &equals, &mut Rng::stream(limits.seed, "praktikum-2018", pos.key()));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use framework::{Game, testkit};

    use super::*;
    use crate::{Connect4, test_boards::board};

    #[test]
    fn the_windows_of_both_sides_add_up_to_the_worth() {
        let game = Connect4::default();
        let exact = |windows: Windows| move |pos: &Board, seat| windows.value(pos, seat);
        for (text, windows) in [
            ("praktikum-2018", Windows::of_size(game.size())),
            (
                "praktikum-2018:level=2,z2=0.003,z3=0.007",
                Windows { z2: 0.003, z3: 0.007, ..Windows::of_size(game.size()) },
            ),
        ] {
            let evaluation = testkit::evaluation(&game, text);
            let value = exact(windows);
            testkit::random_positions(&game.start(), 1, 300, |pos| {
                for seat in Seat::all(2) {
                    let explanation = evaluation.explain(pos, seat).unwrap();
                    testkit::check_terms(&explanation);
                    assert_eq!(explanation.value() as f32, value(pos, seat), "{text} in {pos:?}");
                }
            });
        }
    }

    const WINDOWS: Windows = Windows { z2: 1.0 / 512.0, z3: 5.0 / 512.0, most: 0.014 };

    fn search(pos: &Board, level: u32, seed: u64) -> Found<Column> {
        let limits = Limits { seed, ..Limits::NONE };
        let mut opponent = Praktikum2018 { level, windows: WINDOWS };
        opponent.search(SearchRequest::new(pos, limits).unwrap())
    }

    /// Compares the value of a board for yellow, counted in `z2`.
    #[track_caller]
    fn check(rows: &str, n_z2: f32) {
        let pos: Board = board("7x6x4", rows);
        let value = WINDOWS.value(&pos, Seat::FIRST);
        assert_eq!(value / WINDOWS.z2, n_z2, "{rows}");
        assert_eq!(WINDOWS.value(&pos, Seat::SECOND), -value, "{rows}");
    }

    #[test]
    fn single_discs_and_mixed_windows_count_nothing() {
        check("---X---", 0.0);
        check("XO-XO-X", 0.0);
    }

    #[test]
    fn two_of_a_color_count_z2() {
        check("XX--O--", 1.0);
        check("O--XX-O", 2.0);
        check("X-O-O-X", -2.0);
    }

    #[test]
    fn three_of_a_color_count_five_times_as_much() {
        // Red's two discs share a window as well.
        check("XXX-O-O", 5.0 - 1.0);
        // The next window up holds two of the three.
        check("X------/X------/X-O---O", 5.0 + 1.0);
        check("O------/O------/O-X--XX", -5.0 - 1.0 + 2.0);
    }

    #[test]
    fn four_decide_whatever_else_there_is() {
        check("X------/X-----O/X-----O/X-----O", 512.0);
        check("O------/O------/O-----X/O-XX--X", -512.0);
    }

    #[test]
    fn five_windows_of_two_are_worth_exactly_one_of_three_on_any_board() {
        assert_eq!(
            Windows::of_size(Size::USUAL),
            Windows { most: Windows::of_size(Size::USUAL).most, ..WINDOWS }
        );
        for (columns, rows, k) in [(7, 6, 4), (3, 3, 3), (1, 5, 4), (12, 12, 5), (32, 32, 6)] {
            let size = Size::new(columns, rows, k).unwrap();
            let Windows { z2, z3, most } = Windows::of_size(size);
            assert_eq!((5.0 * z2, z2.log2().fract()), (z3, 0.0), "{size:?}");
            assert!(z3 <= most, "{size:?}: no sum of {} windows may reach 1", n_windows(size));
        }
    }

    #[test]
    fn the_usual_board_has_69_windows() {
        assert_eq!(n_windows(Size::USUAL), 69);
        assert_eq!(n_windows(Size::new(3, 3, 3).unwrap()), 8);
        assert_eq!(n_windows(Size::new(1, 5, 4).unwrap()), 2);
    }

    #[test]
    fn the_look_ahead_is_the_difficulty() {
        let mut all = 0;
        for level in Praktikum2018::LEVELS {
            all += 7_u64.pow(level);
            let found = search(&Board::empty(Size::USUAL), level, 0);
            assert_eq!((found.depth, found.nodes), (level, all));
        }
    }

    #[test]
    fn of_equal_values_the_move_that_looks_best_at_once_is_taken() {
        // Yellow has three in a row with both ends open: every move wins within three plies, two of them at once.
        let pos: Board = board("7x6x4", "-O-O---/-XXX-O-");
        let opponent = Praktikum2018 { level: 3, windows: WINDOWS };
        let found = search(&pos, opponent.level, 0);
        assert_eq!(best_moves(&found).len(), 7, "{found:?}");
        assert_eq!(opponent.candidates(&pos, &found), [0, 4].map(Column::new));
        let chosen: BTreeSet<Column> = (0..60).map(|seed| search(&pos, 3, seed).best).collect();
        assert_eq!(chosen, BTreeSet::from([0, 4].map(Column::new)));
    }

    #[test]
    fn equal_moves_are_chosen_about_equally_often() {
        let mut chosen = [0_u32; 7];
        for seed in 0..7_000 {
            chosen[usize::from(search(&Board::empty(Size::USUAL), 1, seed).best.index())] += 1;
        }
        // A thousand each; the standard deviation is 29.
        assert!(chosen.iter().all(|count| (850..=1_150).contains(count)), "{chosen:?}");
    }

    #[test]
    fn constants_that_could_outweigh_a_win_are_refused() {
        let read = |text: &str| Praktikum2018::from_options(&text.parse().unwrap(), Size::USUAL);
        assert_eq!(read("").unwrap().level, 4);
        let windows = read("level=6 z2=0.002 z3=0.014").unwrap().windows;
        assert_eq!((windows.z2, windows.z3), (0.002, 0.014));
        assert!(read("z3=0.015").is_err());
        assert!(read("z2=-1").is_err());
        assert!(read("level=7").is_err());
    }
}
