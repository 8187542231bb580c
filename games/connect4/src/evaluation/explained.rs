//! Our evaluation, term by term.

use framework::{ExplainedTerm, Explains, Explanation, Position, Seat, Text, Turn, search::Evaluator};

use super::Evaluation;
use crate::{Bits, Board};

const OVER: Text = Text::fixed("the game is over", "das Spiel ist zu Ende");
const DECIDED: Text =
    Text::fixed("the next discs complete a line", "die nächsten Scheiben schließen eine Reihe");

impl<B: Bits> Explains<Board<B>> for Evaluation<B> {
    fn explain(&self, pos: &Board<B>, seat: Seat) -> Option<Explanation> {
        if pos.turn() == Turn::Over {
            return Some(Explanation::decided(OVER, self.value(pos, seat).into()));
        }
        let (size, k) = (self.size, self.size.k());
        let look = self.look(pos, size, k);
        if self.seen_end(&look).is_some() {
            return Some(Explanation::decided(DECIDED, self.value(pos, seat).into()));
        }
        let more = self.count(pos, size, k, &look);
        let sign = if seat == pos.mover() { 1.0 } else { -1.0 };
        let term = |name, about, amount: i32, weight: f32| {
            ExplainedTerm::new(name, about, sign * f64::from(amount), weight.into())
        };
        Some(Explanation::sum([
            term(
                "one-missing",
                Text::fixed(
                    "places for a line, one disc short",
                    "Plätze für eine Reihe, denen eine Scheibe fehlt",
                ),
                more.one_missing,
                self.weights.one_missing,
            ),
            term(
                "two-missing",
                Text::fixed("places for a line, two discs short", "Plätze für eine Reihe, denen zwei fehlen"),
                more.two_missing,
                self.weights.two_missing,
            ),
            term(
                "three-missing",
                Text::fixed(
                    "places for a line, three discs short",
                    "Plätze für eine Reihe, denen drei fehlen",
                ),
                more.three_missing,
                self.weights.three_missing,
            ),
            term(
                "lasting-threats",
                Text::fixed(
                    "threats that win when the board fills",
                    "Drohungen, die auf vollem Brett gewinnen",
                ),
                more.lasting,
                self.weights.lasting_threat,
            ),
            term(
                "passing-threats",
                Text::fixed(
                    "threats that forbid the cell below",
                    "Drohungen, die das Feld darunter verbieten",
                ),
                more.passing,
                self.weights.passing_threat,
            ),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, testkit};

    use super::*;
    use crate::{Connect4, Lanes, Size};

    #[test]
    fn the_terms_add_up_to_the_value() {
        let game = Connect4::default();
        let evaluation = Evaluation::new(game.size());
        testkit::check_explanations(&game, "own", (1, 500), |pos, seat| evaluation.value(pos, seat).into());
        let large = Connect4::<Lanes>::new(Size::new(12, 9, 5).unwrap()).unwrap();
        let evaluation = Evaluation::new(large.size());
        testkit::check_explanations(&large, "own", (2, 200), |pos, seat| evaluation.value(pos, seat).into());
    }

    #[test]
    fn what_the_next_discs_decide_has_one_term() {
        let game = Connect4::default();
        let pos = game.parse_position("121212").unwrap();
        let explanation = Evaluation::<u64>::new(game.size()).explain(&pos, Seat::SECOND).unwrap();
        assert_eq!(explanation.terms()[0].name, "decided");
        assert_eq!(explanation.value(), (1.0 - framework::search::WIN).into());
    }
}
