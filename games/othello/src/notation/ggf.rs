//! Games in the Generic Game Format, which Othello servers and boards exchange:
//! `(;GM[Othello]PB[black]PW[white]TY[8]BO[8 … *]B[F5]W[D6];)`.

use std::fmt;

use framework::{Game, NotationError, Position};

use super::{NamedMove, ReadsMoves, parse_picture};
use crate::{BLACK, Board, Move, Othello, Square, SquareSet, WHITE};

/// What to do about a text that is no game.
const REMEDY: &str = "write a game such as (;GM[Othello]PB[Ann]PW[Ben]TY[8]BO[8 … *]B[F5]W[D6];)";

/// A game with the names of its players.
///
/// ```
/// use framework::{Game, Position};
/// use othello::{Ggf, Othello};
///
/// let mut ggf = Ggf::new(Othello::standard().start());
/// ggf.black = "Ann".to_owned();
/// ggf.moves = Othello::standard().parse_transcript("f5d6").expect("two moves");
/// let text = ggf.to_string();
/// assert!(text.starts_with("(;GM[Othello]PB[Ann]PW[]TY[8]BO[8 ---") && text.ends_with("B[f5]W[d6];)"));
/// assert_eq!(Othello::standard().parse_ggf(&text), Ok(ggf));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ggf<S: SquareSet = u64> {
    /// Who plays black.
    pub black: String,
    /// Who plays white.
    pub white: String,
    /// Where it was played.
    pub place: String,
    /// When it was played.
    pub date: String,
    /// How it ended, as the text says.
    pub result: String,
    /// Where the game begins.
    pub start: Board<S>,
    /// The moves, passes included.
    pub moves: Vec<Move>,
}

impl<S: SquareSet> Ggf<S> {
    /// A game without moves and names.
    #[must_use]
    pub const fn new(start: Board<S>) -> Self {
        Self {
            black: String::new(),
            white: String::new(),
            place: String::new(),
            date: String::new(),
            result: String::new(),
            start,
            moves: Vec::new(),
        }
    }

    /// The position after all moves.
    #[must_use]
    pub fn last_position(&self) -> Board<S> {
        self.moves.iter().fold(self.start, |pos, &mv| pos.after(mv))
    }
}

impl<S: SquareSet> fmt::Display for Ggf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        for (name, value, is_always_written) in [
            ("PC", &self.place, false),
            ("DT", &self.date, false),
            ("PB", &self.black, true),
            ("PW", &self.white, true),
            ("RE", &self.result, false),
        ] {
            if is_always_written || !value.is_empty() {
                write!(f, "{name}[{}]", escaped(value))?;
            }
        }
        let side = self.start.side();
        write!(f, "TY[{side}]BO[{side} ")?;
        let symbol = |seat| if seat == BLACK { '*' } else { 'O' };
        for square in Square::all(side) {
            write!(f, "{}", self.start.disc_on(square).map_or('-', symbol))?;
        }
        write!(f, " {}]", symbol(self.start.to_move()))?;
        let mut pos = self.start;
        for &mv in &self.moves {
            let letter = if pos.to_move() == BLACK { 'B' } else { 'W' };
            match mv {
                Move::Place(square) => write!(f, "{letter}[{square}]")?,
                Move::Pass => write!(f, "{letter}[PA]")?,
            }
            pos.play(mv);
        }
        f.write_str(";)")
    }
}

impl<S: SquareSet> Othello<S> {
    /// Reads a game in the Generic Game Format on a board of this size.
    ///
    /// Values and times behind a move (`B[F5/1.00/2.5]`) and what else is known about a game are passed over. A pass may
    /// be left out.
    ///
    /// # Errors
    /// If the text is no game of Othello on such a board, or at the first move that is illegal.
    pub fn parse_ggf(&self, text: &str) -> Result<Ggf<S>, NotationError> {
        let side = self.start().side();
        let mut game = Ggf::new(self.start());
        let mut pos = game.start;
        let mut rest = text.trim();
        let wrong = |at: &str, problem: &str| NotationError::new(at, problem, REMEDY);
        rest = rest.strip_prefix("(;").ok_or_else(|| wrong(text, "a game begins with (;"))?;
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(";)") {
                return match after.trim() {
                    "" => Ok(game),
                    more => Err(wrong(more, "something follows after the game")),
                };
            }
            let (name, after) = rest.split_once('[').ok_or_else(|| wrong(rest, "a game ends with ;)"))?;
            let (value, after) = read_value(after).ok_or_else(|| wrong(rest, "a ] is missing"))?;
            let name = name.trim();
            match name {
                "GM" if !value.eq_ignore_ascii_case("othello") => {
                    return Err(wrong(rest, "this is a game of something else"));
                }
                "PB" => game.black = value,
                "PW" => game.white = value,
                "PC" => game.place = value,
                "DT" => game.date = value,
                "RE" => game.result = value,
                "BO" => {
                    if !game.moves.is_empty() {
                        return Err(wrong(rest, "the board comes before the moves"));
                    }
                    let digits = value.trim_start().split(|symbol: char| !symbol.is_ascii_digit()).next();
                    let digits = digits.unwrap_or_default();
                    if digits.parse() != Ok(side) {
                        let problem = format!("the board is not one of {side}x{side}");
                        return Err(wrong(rest, &problem));
                    }
                    game.start = parse_picture(side, &value.trim_start()[digits.len()..])?;
                    pos = game.start;
                }
                "B" | "W" => {
                    let seat = if name == "B" { BLACK } else { WHITE };
                    let word = value.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
                    let named = NamedMove::read(&word).ok_or_else(|| wrong(rest, "this is no move"))?;
                    // The other side has moved, so that this one has passed.
                    if pos.to_move() != seat && pos.is_blocked() {
                        game.moves.push(Move::Pass);
                        pos.play(Move::Pass);
                    }
                    if pos.to_move() != seat {
                        return Err(wrong(rest, "it is the turn of the other side"));
                    }
                    let mv = pos.check(&named).map_err(|reason| {
                        let problem = framework::MoveError::Illegal(reason).to_string();
                        NotationError::new(rest, problem, "correct it or end before it")
                    })?;
                    game.moves.push(mv);
                    pos.play(mv);
                }
                _ => {}
            }
            rest = after;
        }
    }
}

/// A text in which no bracket ends it too soon.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|symbol| matches!(symbol, ']' | '\\').then_some('\\').into_iter().chain([symbol]))
        .collect()
}

/// The text up to the bracket that ends it, and what follows.
fn read_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut symbols = text.char_indices();
    while let Some((idx, symbol)) = symbols.next() {
        match symbol {
            ']' => return Some((value, &text[idx + 1..])),
            '\\' => value.push(symbols.next()?.1),
            _ => value.push(symbol),
        }
    }
    None
}
