//! The opponent of a magazine article of 2014: negamax with alpha-beta, and three ways to judge a board.

mod explained;

use framework::{
    Options, OptionsError, OptionsReader, Seat, Text,
    search::{
        AlphaBeta, AlphaBetaFeatures, Engine, Evaluator, Found, Limits, Parameter, SearchRequest, Tunable,
    },
};

use crate::{Board, Move, Square, SquareSet};

/// What a player without a single disc is worth.
const WIPED_OUT: i32 = -1_000;

/// What an own corner is worth in discs where discs and corners decide. The article names no number.
const CORNER_BONUS: i32 = 10;

/// Alpha-beta to a fixed depth; moves are visited from the middle to the rim, and the first of the best is played.
#[derive(Debug)]
pub struct Denkmaschine2014<S: SquareSet = u64> {
    depth: u32,
    judge: Judge<S>,
    search: AlphaBeta<Judge<S>>,
}

/// How a board is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgment {
    /// By the number of discs.
    Discs,
    /// By the number of discs and a bonus for each corner: what the article begins with, before its program.
    DiscsAndCorners,
    /// By the weights of the squares.
    Weights,
    /// By the weights of the squares and the number of moves.
    WeightsAndMoves,
}

/// What squares and moves are worth.
///
/// Squares that are mirror images of each other share a weight, so there are ten, by their distance from the
/// nearest edges. The description knows only the usual board; on others a square counts as far from the edge as
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareWeights {
    /// The ten squares of the usual board from a corner inwards: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
    pub squares: [i32; N_SQUARES],
    /// A square beside an own corner in the first row or the first column.
    pub safe_in_first_line: i32,
    /// A square beside an own corner elsewhere.
    pub safe_elsewhere: i32,
    /// A legal move.
    pub mobility: i32,
}

impl Default for SquareWeights {
    fn default() -> Self {
        Self {
            squares: [50, -20, 10, 5, -30, 1, 1, 1, 1, 1],
            safe_in_first_line: 10,
            safe_elsewhere: 1,
            mobility: 10,
        }
    }
}

impl SquareWeights {
    /// The kind of a square that lies so many lines from the nearest edges.
    fn kind(row: usize, column: usize) -> usize {
        let (outer, inner) = (row.min(column), row.max(column));
        // The rows of the triangle of ten begin at 0, 4, 7 and 9.
        [0, 4, 7, 9][outer] + inner - outer
    }
}

impl Tunable for SquareWeights {
    fn parameters(&self) -> Vec<Parameter> {
        const SQUARES: [&str; N_SQUARES] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];
        let weight = |name, about, value: i32, radius| {
            Parameter::new(name, about, value.into(), radius).within(-10_000.0..=10_000.0).whole()
        };
        let square = |(name, value): (&'static str, i32)| {
            let about = Text::new(
                format!("a disc on {name} or one of its mirror images"),
                format!("ein Stein auf {name} oder einem Spiegelbild davon"),
            );
            weight(name, about, value, 5.0)
        };
        let first_line = Text::fixed(
            "beside an own corner, in the first row or column",
            "neben einer eigenen Ecke, in der ersten Zeile oder Spalte",
        );
        let elsewhere = Text::fixed("beside an own corner elsewhere", "neben einer eigenen Ecke, sonst");
        let mobility = Text::fixed("a legal move", "ein möglicher Zug");
        let mut parameters: Vec<_> = SQUARES.into_iter().zip(self.squares).map(square).collect();
        parameters.push(weight("safe-in-first-line", first_line, self.safe_in_first_line, 5.0));
        parameters.push(weight("safe-elsewhere", elsewhere, self.safe_elsewhere, 5.0));
        parameters.push(weight("mobility", mobility, self.mobility, 3.0));
        parameters
    }

    fn with(&self, values: &[f64]) -> Self {
        let whole = |idx: usize| values[idx].round() as i32;
        Self {
            squares: std::array::from_fn(whole),
            safe_in_first_line: whole(10),
            safe_elsewhere: whole(11),
            mobility: whole(12),
        }
    }
}

/// Judges boards of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judge<S: SquareSet = u64> {
    judgment: Judgment,
    side: u8,
    /// The kinds of squares with their weights, from a corner inwards. The five inner kinds are one where they weigh
    /// the same, as in the article; what is empty then fills up the ten.
    classes: [(i32, S); N_SQUARES],
    n_classes: usize,
    corners: [Corner<S>; 4],
    mobility: i32,
}

/// How many squares there are that are no mirror images of each other.
const N_SQUARES: usize = 10;
/// How many of them lie on the rim or beside a corner.
const N_OUTER: usize = 5;

/// A corner, and what its neighbors gain when their owner has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Corner<S> {
    corner: S,
    neighbors: [(i32, S); 3],
}

impl<S: SquareSet> Denkmaschine2014<S> {
    /// An opponent that looks `depth` plies ahead.
    #[must_use]
    pub fn new(judge: Judge<S>, depth: u32) -> Self {
        // Root moves were searched side by side, none with the bounds of another.
        let features = AlphaBetaFeatures { promise: true, exact_root: true, ..AlphaBetaFeatures::PLAIN };
        Self { depth, judge, search: AlphaBeta::new(judge, features) }
    }

    /// How it judges boards.
    #[must_use]
    pub const fn judge(&self) -> Judge<S> {
        self.judge
    }

    /// The opponent that a line of options describes: `depth=5 evaluation=2` if nothing is said.
    ///
    /// # Errors
    /// If there is no such depth or evaluation.
    pub fn from_options(options: &Options, side: u8) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let weights = SquareWeights::default().with_options(&mut reader)?;
        let depth = reader.number("depth", 1..=20)?.unwrap_or(5);
        let judgment = match reader.value("evaluation") {
            Some("corners") => Judgment::DiscsAndCorners,
            None => Judgment::WeightsAndMoves,
            Some(number) => match OptionsReader::bounded("evaluation", number, 0..=2)? {
                0 => Judgment::Discs,
                1 => Judgment::Weights,
                _ => Judgment::WeightsAndMoves,
            },
        };
        reader.finish(weights.known_options("depth=1…20, evaluation=0…2, evaluation=corners"))?;
        Ok(Self::new(Judge::new(side, judgment, &weights), depth))
    }
}

impl<S: SquareSet> Engine<Board<S>> for Denkmaschine2014<S> {
    fn search(&mut self, request: SearchRequest<'_, Board<S>>) -> Found<Move> {
        let (pos, limits) = (request.pos(), request.limits());
        let depth = limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let mut found = self.search.search(request.with_limits(Limits { depth: Some(depth), ..limits }));
        // The search visits the moves at the root in reading order; this player would meet the inner ones first.
        let promise = |mv: Move| self.judge.order_hint(pos, mv);
        let equals = found.moves.iter().filter(|root| root.exact && root.value == found.value);
        let first = equals.fold(
            found.best,
            |first, root| {
                if promise(first) < promise(root.mv) { root.mv } else { first }
            },
        );
        if first != found.best {
            found.best = first;
            found.line = vec![first];
        }
        found
    }
}

impl<S: SquareSet> Judge<S> {
    /// Judges boards with `side` squares a side.
    #[must_use]
    pub fn new(side: u8, judgment: Judgment, weights: &SquareWeights) -> Self {
        let inwards = |line: u8| usize::from(line.min(side - 1 - line).min(3));
        let squares = |is_one: &dyn Fn(Square) -> bool| {
            Square::all(side)
                .filter(|&square| is_one(square))
                .fold(S::EMPTY, |set, square| set | S::of(square))
        };
        let lines_inwards = |square: Square| (inwards(square.row()), inwards(square.column()));
        let of_kind = |kind: usize| {
            move |square: Square| {
                let (row, column) = lines_inwards(square);
                SquareWeights::kind(row, column) == kind
            }
        };
        let mut classes = [(0, S::EMPTY); N_SQUARES];
        for (kind, class) in classes.iter_mut().enumerate() {
            *class = (weights.squares[kind], squares(&of_kind(kind)));
        }
        let inner = weights.squares[N_OUTER];
        let mut n_classes = N_SQUARES;
        if weights.squares[N_OUTER..].iter().all(|&weight| weight == inner) {
            let all = classes[N_OUTER..].iter().fold(S::EMPTY, |all, class| all | class.1);
            classes[N_OUTER..].fill((0, S::EMPTY));
            classes[N_OUTER] = (inner, all);
            n_classes = N_OUTER + 1;
        }
        let is_corner = |square: Square| lines_inwards(square) == (0, 0);
        let corner_of = |corner: S| {
            let gains = |is_one: &dyn Fn(Square) -> bool, safe: i32, usual: i32| {
                (safe - usual, corner.around() & squares(is_one))
            };
            let is_diagonal = |square: Square| lines_inwards(square) == (1, 1);
            let in_first_line = |square: Square| square.row() == 0 || square.column() == 0;
            let [beside, diagonal] =
                [(0, 1), (1, 1)].map(|(row, column)| weights.squares[SquareWeights::kind(row, column)]);
            Corner {
                corner,
                neighbors: [
                    gains(&in_first_line, weights.safe_in_first_line, beside),
                    gains(
                        &|square| !is_diagonal(square) && !in_first_line(square),
                        weights.safe_elsewhere,
                        beside,
                    ),
                    gains(&is_diagonal, weights.safe_elsewhere, diagonal),
                ],
            }
        };
        let mut each_corner = Square::all(side).filter(|&square| is_corner(square)).map(S::of);
        let corners = std::array::from_fn(|_| corner_of(each_corner.next().unwrap_or(S::EMPTY)));
        Self { judgment, side, classes, n_classes, corners, mobility: weights.mobility }
    }

    /// The weights of a player's squares.
    fn weights(&self, discs: S) -> i32 {
        if discs.is_empty() {
            return WIPED_OUT;
        }
        self.kinds(discs).map(|(weight, count)| weight * count).sum()
    }

    /// How many squares of each weight a player has, and then what the squares beside an own corner gain.
    fn kinds(&self, discs: S) -> impl Iterator<Item = (i32, i32)> {
        let count = move |set: S| (discs & set).count().cast_signed();
        let squares = self.classes[..self.n_classes].iter().map(move |&(weight, set)| (weight, count(set)));
        let owned = self.corners.iter().filter(move |corner| !(discs & corner.corner).is_empty());
        let gains = owned.flat_map(|corner| corner.neighbors).map(move |(gain, set)| (gain, count(set)));
        squares.chain(gains)
    }
}

/// What decides about a board.
enum Basis {
    Discs,
    /// The discs, and how many more corners the player has.
    DiscsAndCorners {
        more: i32,
    },
    Weights,
    /// The weights, and how many moves each seat has, a pass counted as one.
    WeightsAndMoves {
        own: i32,
        other: i32,
    },
}

impl<S: SquareSet> Judge<S> {
    fn basis(&self, pos: &Board<S>, seat: Seat) -> Basis {
        match self.judgment {
            Judgment::Discs => Basis::Discs,
            Judgment::DiscsAndCorners => {
                let corners = |discs: S| {
                    self.corners.iter().filter(|corner| !(discs & corner.corner).is_empty()).count() as i32
                };
                let more = corners(pos.discs_of(seat)) - corners(pos.discs_of(seat.other()));
                Basis::DiscsAndCorners { more }
            }
            Judgment::Weights => Basis::Weights,
            Judgment::WeightsAndMoves => {
                let (own, other) = (pos.discs_of(seat), pos.discs_of(seat.other()));
                let empties = pos.empties();
                let moves = |own, other| (S::ends_of_runs(own, other) & empties).count().cast_signed();
                match (moves(own, other), moves(other, own)) {
                    (0, 0) => Basis::Discs,
                    // To pass is a move as well.
                    (own, other) => Basis::WeightsAndMoves { own: own.max(1), other: other.max(1) },
                }
            }
        }
    }
}

impl<S: SquareSet> Evaluator<Board<S>> for Judge<S> {
    fn value(&self, pos: &Board<S>, seat: Seat) -> f32 {
        let (own, other) = (pos.discs_of(seat), pos.discs_of(seat.other()));
        let more_discs = || own.count().cast_signed() - other.count().cast_signed();
        let more_weight = || self.weights(own) - self.weights(other);
        let worth = match self.basis(pos, seat) {
            Basis::Discs => more_discs(),
            Basis::DiscsAndCorners { more } => more_discs() + CORNER_BONUS * more,
            Basis::Weights => more_weight(),
            Basis::WeightsAndMoves { own, other } => more_weight() + self.mobility * (own - other),
        };
        worth as f32
    }

    /// Ring by ring from the middle.
    fn order_hint(&self, _: &Board<S>, mv: Move) -> f32 {
        let Move::Place(square) = mv else { return 0.0 };
        let from_middle = |line: u8| (2 * i16::from(line) + 1 - i16::from(self.side)).abs();
        f32::from(-from_middle(square.row()).max(from_middle(square.column())))
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, Position, Rng, random_move};

    use super::*;
    use crate::{BLACK, Othello, WHITE, WideSet};

    /// A board with black discs on some squares and white ones on others.
    fn board(black: &str, white: &str) -> Board {
        let disc = |square: Square| {
            let name = square.to_string();
            let has = |squares: &str| squares.split_whitespace().any(|word| word == name);
            if has(black) {
                'X'
            } else if has(white) {
                'O'
            } else {
                '-'
            }
        };
        let squares: String = Square::all(8).map(disc).collect();
        Othello::standard().parse_position(&format!("{squares} X")).unwrap()
    }

    #[track_caller]
    fn check(judgment: Judgment, black: &str, white: &str, worth: i32) {
        let (judge, pos) = (Judge::new(8, judgment, &SquareWeights::default()), board(black, white));
        assert_eq!(judge.value(&pos, BLACK), worth as f32, "{black} against {white}");
        assert_eq!(judge.value(&pos, WHITE), -worth as f32, "{black} against {white}");
    }

    fn search(judgment: Judgment, depth: u32, pos: &Board) -> Found<Move> {
        let mut opponent = Denkmaschine2014::new(Judge::new(8, judgment, &SquareWeights::default()), depth);
        opponent.search(SearchRequest::new(pos, Limits::NONE).unwrap())
    }

    #[test]
    fn evaluation_0_counts_discs() {
        check(Judgment::Discs, "a1 b2 c3", "h8", 2);
        check(Judgment::Discs, "", "d4 e5", -2);
    }

    #[test]
    fn simplest_evaluation_adds_a_bonus_for_corners_to_the_discs() {
        for (black, white, worth) in [
            ("a1 b2 c3", "h8", 2),
            ("a1 b2 c3", "g7", 2 + 10),
            ("a1 a8 h1 h8", "d4", 3 + 40),
            ("d4 e5", "a8 b8 c8", -1 - 10),
            ("", "d4 e5", -2),
        ] {
            check(Judgment::DiscsAndCorners, black, white, worth);
        }
    }

    #[test]
    fn who_counts_corners_takes_one_rather_than_more_discs() {
        // Either h1 for three discs, or d6 for four.
        let pos = board("e1 d2", "f1 g1 d3 d4 d5");
        let played = |judgment| search(judgment, 1, &pos).best.to_string();
        assert_eq!(played(Judgment::Discs), "d6");
        assert_eq!(played(Judgment::DiscsAndCorners), "h1");
    }

    #[test]
    fn evaluation_1_weighs_squares() {
        // White's disc on e5 is worth 1 throughout.
        let weights = [("a1", 50), ("b1", -20), ("c1", 10), ("d1", 5), ("b2", -30), ("c2", 1), ("d4", 1)];
        for (square, weight) in weights {
            check(Judgment::Weights, square, "e5", weight - 1);
        }
        // The board is the same from all sides.
        for (square, weight) in [("h8", 50), ("h7", -20), ("f8", 10), ("a5", 5), ("g7", -30), ("g3", 1)] {
            check(Judgment::Weights, square, "e5", weight - 1);
        }
    }

    #[test]
    fn an_own_corner_makes_its_neighbors_good() {
        check(Judgment::Weights, "a1 b1", "e5", 50 + 10 - 1);
        check(Judgment::Weights, "a1 a2", "e5", 50 + 10 - 1);
        check(Judgment::Weights, "a1 b2", "e5", 50 + 1 - 1);
        check(Judgment::Weights, "h1 g1", "e5", 50 + 10 - 1);
        // Only the first row and column count as the rim.
        check(Judgment::Weights, "h1 h2", "e5", 50 + 1 - 1);
        check(Judgment::Weights, "h8 h7 g8 g7", "e5", 50 + 1 + 1 + 1 - 1);
        check(Judgment::Weights, "a8 a7 b8", "e5", 50 + 10 + 1 - 1);
    }

    #[test]
    fn anothers_corner_or_a_far_one_changes_nothing() {
        check(Judgment::Weights, "b1", "a1", -20 - 50);
        check(Judgment::Weights, "a1 g1", "e5", 50 - 20 - 1);
    }

    #[test]
    fn who_has_no_disc_is_worth_a_thousand_less() {
        check(Judgment::Weights, "c3 d4", "", 2 + 1_000);
    }

    #[test]
    fn evaluation_2_adds_ten_for_every_move() {
        // Black can only play c1, and white only pass, which is a move as well.
        check(Judgment::WeightsAndMoves, "a1", "b1", 50 + 20);
        // Four moves each.
        check(Judgment::WeightsAndMoves, "d5 e4", "d4 e5", 0);
        // Black has c3 and c5, white only the pass.
        check(Judgment::WeightsAndMoves, "a3", "b3 b4", (10 + 20) - (1 + 1 + 10));
    }

    #[test]
    fn when_both_can_only_pass_evaluation_2_counts_discs() {
        check(Judgment::WeightsAndMoves, "a1 b1", "h8", 1);
        check(Judgment::WeightsAndMoves, "c3 d3", "", 2);
    }

    #[test]
    fn moves_are_visited_from_the_middle_to_the_rim() {
        let judge = Judge::<u64>::new(8, Judgment::Discs, &SquareWeights::default());
        let promise = |name: &str| {
            let square = Square::all(8).find(|square| square.to_string() == name).unwrap();
            judge.order_hint(&Othello::standard().start(), Move::Place(square))
        };
        assert_eq!(promise("d4"), promise("e5"));
        assert!(
            promise("c3") < promise("d4") && promise("b5") < promise("c3") && promise("h4") < promise("b5")
        );
        assert_eq!(promise("a1"), promise("d8"));
    }

    #[test]
    fn the_search_values_are_those_of_plain_minimax() {
        let mut rng = Rng::from_seed(2);
        let mut pos = Othello::standard().start();
        while let Some(mv) = random_move(&pos, &mut rng) {
            let found = search(Judgment::WeightsAndMoves, 3, &pos);
            let judge = Judge::new(8, Judgment::WeightsAndMoves, &SquareWeights::default());
            let plain =
                framework::search::Minimax(judge).search(SearchRequest::new(&pos, Limits::depth(3)).unwrap());
            assert_eq!((found.value, found.depth), (plain.value, 3), "{pos:?}");
            let value = plain.moves.iter().find(|root| root.mv == found.best).map(|root| root.value);
            assert_eq!(value, Some(plain.value), "{pos:?}");
            pos.play(mv);
        }
    }

    #[test]
    fn of_equal_moves_the_innermost_is_played() {
        let judge = Judge::<u64>::new(8, Judgment::Discs, &SquareWeights::default());
        let mut rng = Rng::from_seed(3);
        let mut n_decided_by_rings = 0;
        for _ in 0..10 {
            let mut pos = Othello::standard().start();
            while let Some(mv) = random_move(&pos, &mut rng) {
                let found = search(Judgment::Discs, 2, &pos);
                let promise = |mv: Move| judge.order_hint(&pos, mv);
                for root in found.moves.iter().filter(|root| root.value == found.value) {
                    assert!(promise(root.mv) <= promise(found.best), "{} in {pos:?}", found.best);
                    n_decided_by_rings += u32::from(promise(root.mv) < promise(found.best));
                }
                pos.play(mv);
            }
        }
        assert!(100 < n_decided_by_rings, "{n_decided_by_rings}");
    }

    #[test]
    fn wide_boards_are_judged_alike() {
        let narrow = Judge::<u64>::new(6, Judgment::WeightsAndMoves, &SquareWeights::default());
        let wide = Judge::<WideSet>::new(6, Judgment::WeightsAndMoves, &SquareWeights::default());
        let mut rng = Rng::from_seed(5);
        let mut pos = Othello::<u64>::new(6).unwrap().start();
        let mut wide_pos = Othello::<WideSet>::new(6).unwrap().start();
        while let Some(mv) = random_move(&pos, &mut rng) {
            pos.play(mv);
            wide_pos.play(mv);
            assert_eq!(narrow.value(&pos, BLACK), wide.value(&wide_pos, BLACK), "{pos:?}");
        }
    }
}
