//! Who moves, and what they are called.

use framework::AnyGame;

/// Those who move, from 0: the seats, or the colors of a game in which a seat has several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movers {
    names: Vec<String>,
}

impl Movers {
    /// Those who move in a game.
    pub fn of(game: &dyn AnyGame) -> Self {
        let names = game.movers().into_iter().map(|mover| mover.name.en.into_owned()).collect();
        Self { names }
    }

    /// Reads a number from 1, the name of a color or its letter. Where nobody is called black or white, `b` is
    /// who begins and `w` the other one.
    pub fn read(&self, word: &str) -> Option<usize> {
        let word = word.to_ascii_lowercase();
        let by_number = word.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let by_name = || self.names.iter().position(|name| *name == word);
        let by_letter = || (0..self.names.len()).find(|mover| self.letter(*mover) == Some(&*word));
        let by_custom = || match word.as_str() {
            "b" | "black" if self.names.len() == 2 => Some(0),
            "w" | "white" if self.names.len() == 2 => Some(1),
            _ => None,
        };
        by_number
            .or_else(by_name)
            .or_else(by_letter)
            .or_else(by_custom)
            .filter(|mover| *mover < self.names.len())
    }

    /// The word for a mover that most programs understand: `b` and `w` where there are two, otherwise a number.
    pub fn word(&self, mover: usize) -> String {
        match self.names.len() {
            2 => self.sides()[mover].to_ascii_lowercase(),
            _ => (mover + 1).to_string(),
        }
    }

    /// The letters of the two sides in a result.
    pub(super) fn sides(&self) -> [&'static str; 2] {
        match self.names.as_slice() {
            [first, _] if first == "white" => ["W", "B"],
            _ => ["B", "W"],
        }
    }

    /// What people call a mover.
    pub fn name(&self, mover: usize) -> &str {
        &self.names[mover]
    }

    /// The first letter of a name that no other name begins with.
    fn letter(&self, mover: usize) -> Option<&str> {
        let letter = self.names[mover].get(..1)?;
        (self.names.iter().filter(|name| name.starts_with(letter)).count() == 1).then_some(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(game: &str, options: &str, expected: &[(&str, Option<usize>)]) {
        let entry = catalog::find(catalog::GAMES, game).unwrap();
        let movers = Movers::of(&*entry.open_text(options).unwrap());
        for (word, mover) in expected {
            assert_eq!(movers.read(word), *mover, "{game} {options}: {word}");
        }
    }

    #[test]
    fn movers_are_called_by_number_name_or_letter() {
        check(
            "othello",
            "",
            &[("b", Some(0)), ("W", Some(1)), ("1", Some(0)), ("white", Some(1)), ("3", None)],
        );
        check("backgammon", "", &[("w", Some(0)), ("black", Some(1)), ("2", Some(1)), ("0", None)]);
        check("connect4", "", &[("yellow", Some(0)), ("r", Some(1)), ("b", Some(0)), ("white", Some(1))]);
        check("blokus", "duo", &[("b", Some(0)), ("purple", Some(1)), ("o", Some(0)), ("green", None)]);
        check("blokus", "classic", &[("b", Some(0)), ("yellow", Some(1)), ("r", Some(2)), ("4", Some(3))]);
        check("blokus", "classic players=2", &[("green", Some(3)), ("3", Some(2)), ("w", None), ("", None)]);
    }
}
