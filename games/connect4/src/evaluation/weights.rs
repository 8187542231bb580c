//! How much each kind of thing on a board counts.

use framework::{
    Text,
    search::{Parameter, Tunable},
};

use crate::{Bits as _, Size};

/// What one more of each kind than the other seat has is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    /// A threat in a cell that falls to its owner when all other columns are full.
    pub(crate) lasting_threat: f32,
    /// A threat in a cell that falls to the other seat then, so that it only forbids the cell below.
    pub(crate) passing_threat: f32,
    /// A place for a line with one empty cell.
    pub(crate) one_missing: f32,
    /// A place for a line with two empty cells.
    pub(crate) two_missing: f32,
    /// A place for a line with three empty cells.
    pub(crate) three_missing: f32,
}

impl Weights {
    /// The best of 13 sets tried, in matches of 120 games at 15 000 positions a move from random openings: 70 to
    /// 33 for (30, 12, 4, 4) against the first guess (60, 12, 4, 2), then 69 to 46 for these against (30, 12, 4, 4).
    const OF_SMALL_BOARDS: Self = Self {
        lasting_threat: 15.0,
        passing_threat: 3.0,
        one_missing: 4.0,
        two_missing: 4.0,
        three_missing: 0.0,
    };

    /// Found on 9x7x4 by `brett evolve connect4 alphabeta --variant 9x7x4 --nodes 4000 --pairs 30`, after 17 652
    /// games: +0.298 points a game against those of small boards (+0.119 to +0.478, 95 %).
    const OF_LARGE_BOARDS: Self = Self {
        lasting_threat: 23.7,
        passing_threat: 6.04,
        one_missing: 1.83,
        two_missing: 3.27,
        three_missing: 1.17,
    };

    /// Found on 10x10x5 by the same command with `--nodes 3000`, after 13 156 games: +0.808 points a game against
    /// those of small boards (+0.482 to +1.133, 95 %). Longer lines begin with fewer discs.
    const OF_LONG_LINES: Self = Self {
        lasting_threat: 20.4,
        passing_threat: 4.98,
        one_missing: 3.71,
        two_missing: 3.1,
        three_missing: 1.6,
    };

    /// The weights for a size of board.
    pub(crate) fn of_size(size: Size) -> Self {
        match size.k() {
            ..=3 => Self::OF_SMALL_BOARDS,
            4 if u64::fits(size) => Self::OF_SMALL_BOARDS,
            4 => Self::OF_LARGE_BOARDS,
            5.. => Self::OF_LONG_LINES,
        }
    }
}

impl Tunable for Weights {
    fn parameters(&self) -> Vec<Parameter> {
        let lasting = Text::fixed(
            "a threat that wins when the board fills",
            "eine Drohung, die auf vollem Brett gewinnt",
        );
        let passing = Text::fixed(
            "a threat that forbids the cell below",
            "eine Drohung, die das Feld darunter verbietet",
        );
        let one = Text::fixed(
            "a place for a line, one disc short",
            "ein Platz für eine Reihe, dem eine Scheibe fehlt",
        );
        let two =
            Text::fixed("a place for a line, two discs short", "ein Platz für eine Reihe, dem zwei fehlen");
        let three =
            Text::fixed("a place for a line, three discs short", "ein Platz für eine Reihe, dem drei fehlen");
        // Far below what a win counts, so that no sum comes near.
        let weight = |name, about, value: f32, radius| {
            Parameter::new(name, about, value.into(), radius).within(-1_000.0..=1_000.0)
        };
        vec![
            weight("lasting-threat", lasting, self.lasting_threat, 6.0),
            weight("passing-threat", passing, self.passing_threat, 2.0),
            weight("one-missing", one, self.one_missing, 2.0),
            weight("two-missing", two, self.two_missing, 2.0),
            weight("three-missing", three, self.three_missing, 0.5),
        ]
    }

    fn with(&self, values: &[f64]) -> Self {
        let [lasting_threat, passing_threat, one_missing, two_missing, three_missing] =
            [0, 1, 2, 3, 4].map(|idx| values[idx] as f32);
        Self { lasting_threat, passing_threat, one_missing, two_missing, three_missing }
    }
}
