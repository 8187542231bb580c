//! What can happen when chance decides.

use framework::Drawn;

/// What can happen when chance decides, recognized by the outcomes that a game lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chance {
    /// Two dice whose order does not matter, written with the higher one first.
    TwoDice,
    /// Two dice in order that are rolled until they differ.
    UnequalDice,
    /// Outcomes with weights.
    Weights(Vec<u32>),
}

/// A roll of two dice as text.
fn text([one, other]: [u8; 2]) -> String {
    format!("{one}{other}")
}

fn all_pairs() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]))
}

fn higher_first([one, other]: [u8; 2]) -> [u8; 2] {
    [one.max(other), one.min(other)]
}

impl Chance {
    /// What a game lists, as outcomes with weights.
    ///
    /// ```
    /// use fair_dice::Chance;
    /// let coin = [("heads".to_owned(), 1), ("tails".to_owned(), 1)];
    /// assert_eq!(Chance::of(&coin), Chance::Weights(vec![1, 1]));
    /// ```
    #[must_use]
    pub fn of(outcomes: &[(String, u32)]) -> Self {
        let lists = |expected: &mut dyn Iterator<Item = (String, u32)>| {
            let mut expected: Vec<_> = expected.collect();
            let mut found = outcomes.to_vec();
            expected.sort_unstable();
            found.sort_unstable();
            expected == found
        };
        let higher_first = |pair: &[u8; 2]| pair[1] <= pair[0];
        if lists(
            &mut all_pairs().filter(higher_first).map(|pair| (text(pair), 1 + u32::from(pair[0] != pair[1]))),
        ) {
            Self::TwoDice
        } else if lists(&mut all_pairs().filter(|pair| pair[0] != pair[1]).map(|pair| (text(pair), 1))) {
            Self::UnequalDice
        } else {
            Self::Weights(outcomes.iter().map(|outcome| outcome.1).collect())
        }
    }

    /// The outcome that was drawn; `None` if it is none of these outcomes.
    #[must_use]
    pub fn outcome<'a>(outcomes: &'a [(String, u32)], drawn: &Drawn) -> Option<&'a str> {
        let named = |name: String| outcomes.iter().find(|outcome| outcome.0 == name);
        let found = match (Self::of(outcomes), drawn) {
            (Self::TwoDice, Drawn::Dice(faces)) => named(text(higher_first(*faces))),
            (Self::UnequalDice, Drawn::Unequal(tries)) => named(text(*tries.last()?)),
            (Self::Weights(expected), Drawn::Weighted { weights, chosen }) if expected == *weights => {
                outcomes.get(usize::try_from(*chosen).ok()?.checked_sub(1)?)
            }
            _ => None,
        };
        found.map(|outcome| outcome.0.as_str())
    }

    /// The kind of chance of which something was drawn.
    pub(crate) fn behind(drawn: &Drawn) -> Self {
        match drawn {
            Drawn::Dice(_) => Self::TwoDice,
            Drawn::Unequal(_) => Self::UnequalDice,
            Drawn::Weighted { weights, .. } => Self::Weights(weights.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_of_backgammon_are_recognized() {
        let game = backgammon::ENTRY.open_text("nocube").unwrap();
        let mut position = game.start();
        let opening = position.chance_outcomes();
        assert_eq!(Chance::of(&opening), Chance::UnequalDice);
        assert_eq!(Chance::outcome(&opening, &Drawn::Unequal(vec![[2, 2], [1, 3]])), Some("13"));
        assert_eq!(Chance::outcome(&opening, &Drawn::Unequal(vec![[2, 2]])), None);
        assert_eq!(Chance::outcome(&opening, &Drawn::Dice([1, 3])), None);
        position.play("31").unwrap();
        let mv = position.legal_moves()[0].clone();
        position.play(&mv).unwrap();
        let rolls = position.chance_outcomes();
        assert_eq!(Chance::of(&rolls), Chance::TwoDice);
        assert_eq!(Chance::outcome(&rolls, &Drawn::Dice([1, 3])), Some("31"));
    }

    #[test]
    fn other_outcomes_are_told_by_their_weights() {
        let outcomes = [("a".to_owned(), 1), ("b".to_owned(), 5)];
        let drawn = |chosen| Drawn::Weighted { weights: vec![1, 5], chosen };
        assert_eq!(Chance::outcome(&outcomes, &drawn(2)), Some("b"));
        assert_eq!(Chance::outcome(&outcomes, &drawn(0)), None);
        assert_eq!(Chance::outcome(&outcomes, &drawn(3)), None);
        let others = Drawn::Weighted { weights: vec![5, 1], chosen: 1 };
        assert_eq!(Chance::outcome(&outcomes, &others), None);
    }
}
