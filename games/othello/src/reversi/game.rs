//! The rules of Reversi as a game of the catalog.

use std::marker::PhantomData;

use framework::{
    EvaluationEntry, FieldGroup, Game, GameInfo, MoveError, NotationError, Options, OptionsError, Scene,
    Seat, Text,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, EngineEntry},
};

use super::{ReversiBoard, evaluation::ReversiEvaluation};
use crate::{
    BLACK, Board, Move, Othello, SquareSet, WHITE, WhyNot,
    game::{FIELDS, INFO, OWN_EVALUATION, read_options, result, seat_name},
    level, notation, scene,
};

/// The rules of Reversi on a board of one size.
///
/// They differ from those of Othello in four points: the board is empty at first; the first four discs are put on the four
/// squares in the middle, wherever their players like, and flip nothing; each player has half of all discs, and passes when
/// they are used up, although squares are open; and the score is the discs on the board, without the empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reversi<S: SquareSet = u64> {
    /// Even, and between the bounds of the set.
    side: u8,
    set: PhantomData<S>,
}

impl<S: SquareSet> Reversi<S> {
    /// The game on `side` × `side` squares.
    ///
    /// # Errors
    /// If `side` is odd, below 4, or above [`SquareSet::MAX_SIDE`].
    pub fn new(side: u8) -> Result<Self, OptionsError> {
        Othello::<S>::new(side).map(|_| Self { side, set: PhantomData })
    }

    fn strongest(&self, all_moves: bool) -> Box<dyn Engine<ReversiBoard<S>>> {
        let features = AlphaBetaFeatures {
            table_megabytes: level::TABLE_MEGABYTES,
            exact_root: all_moves,
            ..AlphaBetaFeatures::ALL
        };
        Box::new(AlphaBeta::new(ReversiEvaluation::<S>::new(self.side), features))
    }
}

impl<S: SquareSet> Game for Reversi<S> {
    type Position = ReversiBoard<S>;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        Self::new(read_options(options)?.side)
    }

    fn options(&self) -> String {
        format!("{0}x{0} reversi", self.side)
    }

    fn start(&self) -> ReversiBoard<S> {
        ReversiBoard::start(self.side)
    }

    fn fields(&self) -> &'static [FieldGroup] {
        &FIELDS
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }

    fn write_move(&self, _: &ReversiBoard<S>, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, pos: &ReversiBoard<S>, text: &str) -> Result<Move, MoveError<WhyNot>> {
        notation::parse_move(pos, text)
    }

    /// The board as in Othello, and then the discs that black and white have left.
    fn write_position(&self, pos: &ReversiBoard<S>) -> String {
        format!("{} {} {}", pos.board, pos.supply(BLACK), pos.supply(WHITE))
    }

    fn parse_position(&self, text: &str) -> Result<ReversiBoard<S>, NotationError> {
        let word = text.trim();
        if word.is_empty() || word.eq_ignore_ascii_case("start") {
            return Ok(self.start());
        }
        if is_transcript(word) {
            return notation::last_position(self.start(), word);
        }
        let wrong = |problem: &str| {
            let remedy = "write the squares, the side to move, and the discs that black and white have left, together as \
                          many as there are empty squares";
            NotationError::new(text, problem, remedy)
        };
        let missing = || wrong("the discs that the players have left are missing");
        let (rest, white) = split_number(word).ok_or_else(missing)?;
        let (picture, black) = split_number(rest).ok_or_else(missing)?;
        let board: Board<S> = notation::parse_picture(self.side, picture)?;
        if u32::from(black) + u32::from(white) != board.empties().count() {
            return Err(wrong("the discs that the players have left do not fill the empty squares"));
        }
        Ok(ReversiBoard::set_up(board, [black, white]))
    }

    fn scene(&self, pos: &ReversiBoard<S>, _: Seat) -> Scene {
        let mover = pos.board.to_move();
        let mut scene = scene::discs(&pos.board);
        scene::add_hot_spots(&mut scene, pos.board.empties(), pos.mobility(mover), pos.must_pass());
        let (black, white) = (pos.board.discs(BLACK), pos.board.discs(WHITE));
        let (black_left, white_left) = (pos.supply(BLACK), pos.supply(WHITE));
        scene.status = vec![
            scene::turn(mover, pos.must_pass(), self.result(pos)),
            Text::new(
                format!("black {black}, {black_left} left · white {white}, {white_left} left"),
                format!("Schwarz {black}, Vorrat {black_left} · Weiß {white}, Vorrat {white_left}"),
            ),
        ];
        scene
    }

    fn engines(&self) -> Vec<EngineEntry<ReversiBoard<S>>> {
        let evaluation = ReversiEvaluation::<S>::new(self.side);
        let mut entries = EngineEntry::minimax_and_alpha_beta(&evaluation);
        entries.sort_by_key(|entry| entry.name != "alphabeta");
        let for_any_seats = EngineEntry::with_evaluation(&evaluation);
        entries.extend(for_any_seats.into_iter().filter(|entry| entry.name == "greedy"));
        entries.extend(EngineEntry::for_any_game());
        entries
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<ReversiBoard<S>>> {
        vec![EvaluationEntry::fixed("own", OWN_EVALUATION, ReversiEvaluation::<S>::new(self.side))]
    }

    fn level(&self, level: u8) -> Box<dyn Engine<ReversiBoard<S>>> {
        level::below_last(ReversiEvaluation::<S>::new(self.side), level)
            .unwrap_or_else(|| self.strongest(false))
    }

    fn adviser(&self) -> Box<dyn Engine<ReversiBoard<S>>> {
        self.strongest(true)
    }

    /// The discs of both seats at the end.
    fn tally(&self, pos: &ReversiBoard<S>) -> Option<Vec<i64>> {
        pos.is_over().then(|| [BLACK, WHITE].map(|seat| pos.board.discs(seat).into()).to_vec())
    }

    fn result(&self, pos: &ReversiBoard<S>) -> Option<Text> {
        pos.is_over().then(|| result(pos.board.discs(BLACK), pos.board.discs(WHITE)))
    }
}

/// Tells a list of moves from the picture of a board, which has no digit before its end: it begins with a square or with
/// the number of a move.
fn is_transcript(text: &str) -> bool {
    match text.as_bytes() {
        [first, ..] if first.is_ascii_digit() => true,
        [column, row, ..] => column.is_ascii_alphabetic() && row.is_ascii_digit(),
        _ => false,
    }
}

/// Splits off a number at the end.
fn split_number(text: &str) -> Option<(&str, u16)> {
    let (rest, digits) = text.trim_end().rsplit_once(char::is_whitespace)?;
    Some((rest, digits.parse().ok()?))
}
