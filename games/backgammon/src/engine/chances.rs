//! How a game may end, and what that is worth.

use framework::{ExplainedTerm, Explanation, LevelChances, Seat, Text};

use super::{cube::worths_in_cubes, inputs::has_contact};
use crate::position::{Board, Checkers, HOME, OFF, Table, Win};

/// How likely the results of a game are for one side.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    /// To win, in any way.
    pub win: f32,
    /// To win a gammon or a backgammon.
    pub win_gammon: f32,
    /// To win a backgammon.
    pub win_backgammon: f32,
    /// To lose a gammon or a backgammon.
    pub lose_gammon: f32,
    /// To lose a backgammon.
    pub lose_backgammon: f32,
}

impl Chances {
    /// What is certain once the mover has borne off the last checker.
    #[must_use]
    pub fn won(board: Board) -> Self {
        let win = board.win_of_mover();
        let at_least = |level: Win| f32::from(u8::from(level <= win));
        Self {
            win: 1.0,
            win_gammon: at_least(Win::Gammon),
            win_backgammon: at_least(Win::Backgammon),
            lose_gammon: 0.0,
            lose_backgammon: 0.0,
        }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// The same, but a greater win is never likelier than a smaller one.
    #[must_use]
    pub(super) fn consistent(self) -> Self {
        let win_gammon = self.win_gammon.min(self.win);
        let lose_gammon = self.lose_gammon.min(1.0 - self.win);
        Self {
            win: self.win,
            win_gammon,
            win_backgammon: self.win_backgammon.min(win_gammon),
            lose_gammon,
            lose_backgammon: self.lose_backgammon.min(lose_gammon),
        }
    }

    /// The same for the side that is to roll, without what cannot be: a side with a checker off loses no gammon, one that
    /// has nobody left behind and cannot be hit loses no backgammon, and a greater win is never likelier than a smaller one.
    #[must_use]
    pub(super) fn possible(self, board: Board) -> Self {
        let mut chances = self;
        let contact = has_contact(board);
        let loses_backgammon =
            |loser: Checkers| loser.count(OFF) == 0 && (contact || 25 - HOME <= loser.hindmost());
        if board.other.count(OFF) != 0 {
            chances.win_gammon = 0.0;
        }
        if !loses_backgammon(board.other) {
            chances.win_backgammon = 0.0;
        }
        if board.mover.count(OFF) != 0 {
            chances.lose_gammon = 0.0;
        }
        if !loses_backgammon(board.mover) {
            chances.lose_backgammon = 0.0;
        }
        chances.consistent()
    }

    /// What they are worth, in multiples of the cube, if nobody turns it any more.
    #[must_use]
    pub fn equity(self, worth: Worth) -> f32 {
        let of_wins = worth.of_wins(self.win, self.win_gammon, self.win_backgammon);
        of_wins - worth.turned().of_wins(1.0 - self.win, self.lose_gammon, self.lose_backgammon)
    }

    /// What they are worth, chance by chance: those to win at least so much, and to lose it.
    pub(super) fn explain(self, worth: Worth) -> Explanation {
        let term = |name, about, chance: f32, points: f32| {
            ExplainedTerm::new(name, about, chance.into(), points.into())
        };
        let ([single, double, triple], lost) = (worth.won, worth.lost);
        Explanation::sum([
            term("win", Text::fixed("to win", "zu gewinnen"), self.win, single),
            term(
                "win-gammon",
                Text::fixed("to win a gammon or more", "ein Gammon oder mehr zu gewinnen"),
                self.win_gammon,
                double - single,
            ),
            term(
                "win-backgammon",
                Text::fixed("to win a backgammon", "ein Backgammon zu gewinnen"),
                self.win_backgammon,
                triple - double,
            ),
            term("lose", Text::fixed("to lose", "zu verlieren"), 1.0 - self.win, -lost[0]),
            term(
                "lose-gammon",
                Text::fixed("to lose a gammon or more", "ein Gammon oder mehr zu verlieren"),
                self.lose_gammon,
                lost[0] - lost[1],
            ),
            term(
                "lose-backgammon",
                Text::fixed("to lose a backgammon", "ein Backgammon zu verlieren"),
                self.lose_backgammon,
                lost[1] - lost[2],
            ),
        ])
    }

    /// The chances as a list, in the order of the fields.
    pub(super) const fn to_array(self) -> [f32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    pub(super) const fn from_array(chances: [f32; 5]) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances;
        Self { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

impl From<Chances> for LevelChances {
    fn from(chances: Chances) -> Self {
        Self {
            win: [chances.win, chances.win_gammon, chances.win_backgammon],
            lose: [1.0 - chances.win, chances.lose_gammon, chances.lose_backgammon],
        }
    }
}

/// What a single game, a gammon and a backgammon are worth to a side and to the other, in multiples of the cube.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    won: [f32; 3],
    lost: [f32; 3],
}

impl Worth {
    /// Every point counts.
    pub const MONEY: Self = Self { won: [1.0, 2.0, 3.0], lost: [1.0, 2.0, 3.0] };

    /// What counts at a table for a seat: nothing beyond a single game while the Jacoby rule holds gammons back, and in a
    /// match the chances to win it, where a single win is 1 and a single loss −1.
    #[must_use]
    pub fn at(table: &Table, seat: Seat) -> Self {
        let [won, lost] = worths_in_cubes(table, seat);
        Self { won, lost }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { won: self.lost, lost: self.won }
    }

    pub(super) const fn of_single_win(self) -> f32 {
        self.won[0]
    }

    pub(super) const fn of_single_loss(self) -> f32 {
        self.lost[0]
    }

    fn of_wins(self, win: f32, gammon: f32, backgammon: f32) -> f32 {
        let [single, double, triple] = self.won;
        win * single + gammon * (double - single) + backgammon * (triple - double)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of chances that hold everything for possible.
    fn left(mover: &[(u8, u8)], other: &[(u8, u8)]) -> [f32; 5] {
        let all = Chances {
            win: 0.5,
            win_gammon: 0.4,
            win_backgammon: 0.3,
            lose_gammon: 0.2,
            lose_backgammon: 0.1,
        };
        all.possible(Board { mover: Checkers::placed(mover), other: Checkers::placed(other) }).to_array()
    }

    #[test]
    fn who_has_a_checker_off_loses_no_gammon() {
        let (off, back) = ([(0, 1), (24, 1), (6, 13)], [(24, 2), (6, 13)]);
        assert_eq!(left(&off, &back), [0.5, 0.4, 0.3, 0.0, 0.0]);
        assert_eq!(left(&back, &off), [0.5, 0.0, 0.0, 0.2, 0.1]);
    }

    #[test]
    fn who_has_nobody_left_behind_loses_no_backgammon() {
        // They have passed each other: the mover has left the home board of the other side, the other has not.
        let (gone, behind) = ([(4, 15)], [(19, 1), (6, 14)]);
        assert_eq!(left(&gone, &behind), [0.5, 0.4, 0.3, 0.2, 0.0]);
        // With contact a checker may still be hit.
        let (waiting, passing) = ([(8, 15)], [(20, 1), (6, 14)]);
        assert_eq!(left(&waiting, &passing), [0.5, 0.4, 0.3, 0.2, 0.1]);
    }
}
