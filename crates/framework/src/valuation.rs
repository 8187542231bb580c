//! What a game is worth, in the unit in which its players count.

use serde::{Deserialize, Serialize};

use crate::{Text, search::WIN};

/// How a game ends for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It is won.
    Won,
    /// Nobody wins.
    Drawn,
    /// It is lost.
    Lost,
}

impl Ending {
    /// The same from the other side of two.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Drawn => Self::Drawn,
            Self::Lost => Self::Won,
        }
    }
}

/// How likely it is to win and to lose a game that may count single, double and triple.
///
/// The numbers are those of "at least": who wins double has also won.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LevelChances {
    /// To win at all, at least double, and triple.
    pub win: [f32; 3],
    /// To lose at all, at least double, and triple.
    pub lose: [f32; 3],
}

/// What a game is worth to a seat, in the unit in which its players count, and no more than the player who says so
/// knows.
///
/// ```
/// use framework::{Ending, Valuation, search::WIN};
/// assert_eq!(Valuation::of_score(WIN - 7.0, false).in_words().en, "won in 7");
/// assert_eq!(Valuation::Discs { more: -2.5, certain: false }.in_words().de, "etwa −2,5 Steine");
/// assert_eq!(Valuation::of_score(0.0, true), Valuation::Certain { ending: Ending::Drawn, plies: None });
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "unit", rename_all = "kebab-case")]
pub enum Valuation {
    /// How the game ends if everybody does their best.
    Certain {
        /// How.
        ending: Ending,
        /// After how many more plies, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        plies: Option<u32>,
    },
    /// By how many discs the seat wins; fewer than none if it loses.
    Discs {
        /// How many more than the other seat.
        more: f32,
        /// Whether it is the result of perfect play, not a guess.
        certain: bool,
    },
    /// What the seat wins on average where games count single, double and triple, in multiples of the stake.
    Equity {
        /// How many times the stake.
        points: f32,
        /// The chances behind it, where they are known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        chances: Option<LevelChances>,
    },
    /// How likely the seat wins; a draw counts half.
    Chance {
        /// From 0 to 1.
        win: f32,
    },
    /// Which place the seat takes on average at a table of more than two.
    Place {
        /// From 1, the first.
        expected: f32,
        /// How many places there are.
        of: u32,
    },
    /// The points of the game that the seat wins on average.
    Points {
        /// How many; fewer than none if it loses some.
        expected: f32,
    },
    /// A number on the player's own scale, of which is only known that more is better.
    Score {
        /// The number.
        value: f32,
    },
}

/// The most plies that the distance to an end is told for: beyond, the value is not a count any more.
const MAX_TOLD_PLIES: f32 = 1_000.0;

impl Valuation {
    /// Reads a value on the scale of the searches: a win in `n` plies is [`WIN`] − `n`. Nothing is a draw if every line
    /// was followed to the end of the game, and otherwise a score.
    #[must_use]
    pub fn of_score(value: f32, complete: bool) -> Self {
        if value == 0.0 && complete {
            return Self::Certain { ending: Ending::Drawn, plies: None };
        }
        if value.abs() <= WIN / 2.0 {
            return Self::Score { value };
        }
        let ending = if 0.0 < value { Ending::Won } else { Ending::Lost };
        let plies = WIN - value.abs();
        Self::Certain { ending, plies: (1.0..MAX_TOLD_PLIES).contains(&plies).then_some(plies as u32) }
    }

    /// The chance to win of who may expect a payoff between −1, a lost game, and 1.
    #[must_use]
    pub fn of_payoff(payoff: f32) -> Self {
        Self::Chance { win: (0.5 + 0.5 * payoff).clamp(0.0, 1.0) }
    }

    /// The place of who may expect a payoff between −1, the last of so many, and 1, the first.
    #[must_use]
    pub fn of_rank(payoff: f32, seats: usize) -> Self {
        let behind = 0.5 - 0.5 * payoff.clamp(-1.0, 1.0);
        Self::Place { expected: 1.0 + behind * seats.saturating_sub(1) as f32, of: seats as u32 }
    }

    /// The same from the other side of two.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Certain { ending, plies } => Self::Certain { ending: ending.turned(), plies },
            Self::Discs { more, certain } => Self::Discs { more: -more, certain },
            Self::Equity { points, chances: Some(LevelChances { win, lose }) } => {
                Self::Equity { points: -points, chances: Some(LevelChances { win: lose, lose: win }) }
            }
            Self::Equity { points, chances: None } => Self::Equity { points: -points, chances: None },
            Self::Chance { win } => Self::Chance { win: 1.0 - win },
            Self::Place { expected, of } => Self::Place { expected, of },
            Self::Points { expected } => Self::Points { expected: -expected },
            Self::Score { value } => Self::Score { value: -value },
        }
    }

    /// How one move earlier sees a certain end: it is one move further away.
    #[must_use]
    pub const fn aged(self) -> Self {
        match self {
            Self::Certain { ending, plies: Some(plies) } => Self::Certain { ending, plies: Some(plies + 1) },
            other => other,
        }
    }

    /// How much of a bar that shows who is ahead belongs to the seat, from 0 to 100; never all of it while the game is
    /// open.
    #[must_use]
    pub fn share(&self) -> f32 {
        let open = |lead: f32| 50.0 + 48.0 * lead.clamp(-1.0, 1.0);
        match *self {
            Self::Certain { ending: Ending::Won, .. } => 100.0,
            Self::Certain { ending: Ending::Drawn, .. } => 50.0,
            Self::Certain { ending: Ending::Lost, .. } => 0.0,
            Self::Discs { more: 0.0, certain: true } => 50.0,
            Self::Discs { more, certain: true } => 50.0 + 50.0 * more.signum(),
            // A guess is off by some 18 discs: so sure is one of a lead.
            Self::Discs { more, certain: false } => open((more / 22.0).tanh()),
            Self::Equity { points, .. } => open((points / 0.87).tanh()),
            Self::Chance { win } => open(2.0 * win - 1.0),
            Self::Place { expected, of } => {
                open(1.0 - 2.0 * (expected - 1.0) / of.saturating_sub(1).max(1) as f32)
            }
            Self::Points { expected } => open(expected),
            Self::Score { value } => open((value / 18.0).tanh()),
        }
    }

    /// The valuation as people say it.
    #[must_use]
    pub fn in_words(&self) -> Text {
        match *self {
            Self::Certain { ending, plies } => ended(ending, plies),
            Self::Discs { more, certain: true } => won_by_discs(more.round() as i32),
            Self::Discs { more, certain: false } => {
                let [en, de] = in_both(&signed(more, 1));
                Text::new(format!("about {en} discs"), format!("etwa {de} Steine"))
            }
            Self::Equity { points, chances } => {
                let [en, de] = in_both(&signed(points, 3));
                let Some(LevelChances { win, lose }) = chances else {
                    return Text::new(format!("equity {en}"), format!("Equity {de}"));
                };
                let [wins, gammons, losses, lost_gammons] =
                    [win[0], win[1], lose[0], lose[1]].map(|chance| format!("{:.1} %", 100.0 * chance));
                let told = |equity: &str, [wins, loses, double]: [&str; 3], numbers: [String; 4]| {
                    let [win, gammon, loss, lost_gammon] = numbers;
                    format!(
                        "{equity} ({wins} {win}, {double} {gammon}; {loses} {loss}, {double} {lost_gammon})"
                    )
                };
                let numbers = [wins, gammons, losses, lost_gammons];
                let in_german = numbers.clone().map(|number| number.replace('.', ","));
                Text::new(
                    told(&format!("equity {en}"), ["wins", "loses", "gammon"], numbers),
                    told(&format!("Equity {de}"), ["gewinnt", "verliert", "Gammon"], in_german),
                )
            }
            Self::Chance { win } => {
                let percent = format!("{:.0} %", 100.0 * win);
                Text::new(format!("{percent} to win"), format!("{percent} Gewinnchance"))
            }
            Self::Place { expected, of } => {
                let [en, de] = in_both(&format!("{expected:.1}"));
                Text::new(format!("place {en} of {of} on average"), format!("im Mittel Platz {de} von {of}"))
            }
            Self::Points { expected } => {
                let [en, de] = in_both(&signed(expected, 2));
                Text::new(format!("{en} points on average"), format!("im Mittel {de} Punkte"))
            }
            Self::Score { value } => {
                let [en, de] = in_both(&signed(value, 2));
                Text::new(en, de)
            }
        }
    }
}

/// A number with its sign.
fn signed(number: f32, digits: usize) -> String {
    format!("{number:+.digits$}").replace('-', "−")
}

/// A number in English and in German.
fn in_both(number: &str) -> [String; 2] {
    [number.to_owned(), number.replace('.', ",")]
}

fn ended(ending: Ending, plies: Option<u32>) -> Text {
    let (en, de) = match ending {
        Ending::Won => ("won", "gewonnen"),
        Ending::Drawn => ("drawn", "unentschieden"),
        Ending::Lost => ("lost", "verloren"),
    };
    match plies {
        Some(plies) => Text::new(format!("{en} in {plies}"), format!("{de} in {plies}")),
        None => Text::fixed(en, de),
    }
}

fn won_by_discs(more: i32) -> Text {
    let (en, de) = match more {
        0 => return ended(Ending::Drawn, None),
        1.. => ("won", "gewonnen"),
        _ => ("lost", "verloren"),
    };
    let count = more.unsigned_abs();
    let (discs, stones) = if count == 1 { ("disc", "Stein") } else { ("discs", "Steinen") };
    Text::new(format!("{en} by {count} {discs}"), format!("{de} mit {count} {stones} Unterschied"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(valuation: Valuation, en: &str, de: &str) {
        let words = valuation.in_words();
        assert_eq!((&*words.en, &*words.de), (en, de));
    }

    #[test]
    fn wins_draws_and_losses_are_told_as_such() {
        check(Valuation::of_score(WIN - 7.0, false), "won in 7", "gewonnen in 7");
        check(Valuation::of_score(8.0 - WIN, false), "lost in 8", "verloren in 8");
        check(Valuation::of_score(2.0 * WIN, false), "won", "gewonnen");
        check(Valuation::of_score(-WIN, false), "lost", "verloren");
        check(Valuation::of_score(0.0, true), "drawn", "unentschieden");
    }

    #[test]
    fn a_number_without_a_unit_claims_none() {
        check(Valuation::of_score(0.314, true), "+0.31", "+0,31");
        check(Valuation::of_score(-2.0, false), "−2.00", "−2,00");
        check(Valuation::of_score(0.0, false), "+0.00", "+0,00");
    }

    #[test]
    fn guesses_and_results_in_discs_are_told_apart() {
        check(Valuation::Discs { more: 6.3, certain: false }, "about +6.3 discs", "etwa +6,3 Steine");
        check(
            Valuation::Discs { more: 6.0, certain: true },
            "won by 6 discs",
            "gewonnen mit 6 Steinen Unterschied",
        );
        check(
            Valuation::Discs { more: -1.0, certain: true },
            "lost by 1 disc",
            "verloren mit 1 Stein Unterschied",
        );
        check(Valuation::Discs { more: 0.0, certain: true }, "drawn", "unentschieden");
    }

    #[test]
    fn equity_is_told_with_the_chances_behind_it() {
        check(Valuation::Equity { points: -0.084, chances: None }, "equity −0.084", "Equity −0,084");
        let chances = LevelChances { win: [0.523, 0.141, 0.006], lose: [0.477, 0.12, 0.004] };
        check(
            Valuation::Equity { points: 0.069, chances: Some(chances) },
            "equity +0.069 (wins 52.3 %, gammon 14.1 %; loses 47.7 %, gammon 12.0 %)",
            "Equity +0,069 (gewinnt 52,3 %, Gammon 14,1 %; verliert 47,7 %, Gammon 12,0 %)",
        );
    }

    #[test]
    fn shares_of_the_bar_are_those_of_the_page_and_turn_around() {
        let share = |worth: Valuation| worth.share().round();
        assert_eq!(share(Valuation::of_score(WIN - 7.0, false)), 100.0);
        assert_eq!(share(Valuation::Discs { more: -1.0, certain: true }), 0.0);
        assert_eq!(share(Valuation::Discs { more: 22.0, certain: false }), 87.0);
        assert_eq!(share(Valuation::Equity { points: 0.87, chances: None }), 87.0);
        assert_eq!(share(Valuation::Chance { win: 0.75 }), 74.0);
        assert_eq!(share(Valuation::Place { expected: 1.0, of: 4 }), 98.0);
        for worth in [
            Valuation::of_score(8.0 - WIN, false),
            Valuation::Discs { more: 3.0, certain: false },
            Valuation::Chance { win: 0.25 },
            Valuation::Points { expected: 0.4 },
        ] {
            assert_eq!((worth.share() + worth.turned().share()).round(), 100.0, "{worth:?}");
            assert_eq!(worth.turned().turned(), worth);
        }
        assert_eq!(Valuation::of_score(WIN - 7.0, false).aged(), Valuation::of_score(WIN - 8.0, false));
    }

    #[test]
    fn payoffs_are_chances_between_two_and_places_among_more() {
        check(Valuation::of_payoff(0.24), "62 % to win", "62 % Gewinnchance");
        check(Valuation::of_payoff(-1.0), "0 % to win", "0 % Gewinnchance");
        check(Valuation::of_rank(1.0, 4), "place 1.0 of 4 on average", "im Mittel Platz 1,0 von 4");
        check(Valuation::of_rank(0.0, 4), "place 2.5 of 4 on average", "im Mittel Platz 2,5 von 4");
        check(Valuation::Points { expected: 0.5 }, "+0.50 points on average", "im Mittel +0,50 Punkte");
    }
}
