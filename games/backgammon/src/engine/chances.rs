//! How a game may end, and what that is worth.

use framework::{ExplainedTerm, Explanation, LevelChances, Seat, Text};

use crate::position::{Board, Table, Win};

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

    /// What counts at a table for a seat: nothing beyond a single game while the Jacoby rule holds gammons back,
    /// and no point beyond the end of the match.
    #[must_use]
    pub fn at(table: &Table, seat: Seat) -> Self {
        if !table.gammons_count() {
            return Self { won: [1.0; 3], lost: [1.0; 3] };
        }
        let score = table.score();
        let counted = |seat: Seat| {
            let missing = score.length.saturating_sub(score.points[seat.index()]).max(1);
            let most = f32::from(missing) / table.cube().value() as f32;
            Self::MONEY.won.map(|points| if score.is_money() { points } else { points.min(most) })
        };
        Self { won: counted(seat), lost: counted(seat.other()) }
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
