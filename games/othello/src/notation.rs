//! Moves and boards as text.

mod ggf;
mod transcript;

use std::fmt::{self, Write};

use framework::{MoveError, NotationError, Position, Seat};

pub use self::ggf::Ggf;
pub(crate) use self::transcript::{last_position, replay};
use crate::{BLACK, Board, Move, Square, SquareSet, WHITE, WhyNot};

/// The ways in which people and programs write a pass, ours first.
const PASSES: [&str; 4] = ["pass", "--", "ps", "pa"];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str(PASSES[0]),
        }
    }
}

/// A position whose moves can be read: Othello and Reversi forbid different ones.
pub(crate) trait ReadsMoves: Position<Move = Move> {
    /// Tells whether the only move is to pass.
    fn is_blocked(&self) -> bool;

    /// Finds the legal move that is named, or the first rule against it.
    fn check(&self, named: &NamedMove) -> Result<Move, WhyNot>;
}

/// Reads a move and finds the first rule that forbids it.
pub(crate) fn parse_move<P: ReadsMoves>(pos: &P, text: &str) -> Result<Move, MoveError<WhyNot>> {
    let word: String = text.split_ascii_whitespace().flat_map(str::chars).take(8).collect();
    let named = NamedMove::read(&word.to_ascii_lowercase()).ok_or_else(|| {
        NotationError::new(text, "this is no move", "write a column and a row, such as f5, or pass")
    })?;
    pos.check(&named).map_err(MoveError::Illegal)
}

impl<S: SquareSet> ReadsMoves for Board<S> {
    fn is_blocked(&self) -> bool {
        self.must_pass()
    }

    fn check(&self, named: &NamedMove) -> Result<Move, WhyNot> {
        if self.is_over() {
            return Err(WhyNot::GameOver);
        }
        let Some(square) = named.square(self.side())? else {
            return match self.squares().next() {
                Some(example) => Err(WhyNot::MustMove { example }),
                None => Ok(Move::Pass),
            };
        };
        if self.must_pass() {
            return Err(WhyNot::MustPass);
        }
        if self.disc_on(square).is_some() {
            return Err(WhyNot::Occupied(square));
        }
        let mv = Move::Place(square);
        if self.is_legal(mv) { Ok(mv) } else { Err(WhyNot::FlipsNothing(square)) }
    }
}

/// A move as it is written, on the board or off it.
pub(crate) enum NamedMove {
    /// A disc on the square of a column, `a` to `z`, and a row, 1 to 99.
    Place {
        column: u8,
        row: u8,
    },
    Pass,
}

impl NamedMove {
    /// Reads a move in lower case without spaces.
    fn read(word: &str) -> Option<Self> {
        if PASSES.contains(&word) {
            return Some(Self::Pass);
        }
        let (&column, digits) = word.as_bytes().split_first()?;
        let row = match digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + (ones - b'0'),
            _ => return None,
        };
        column.is_ascii_lowercase().then_some(Self::Place { column, row })
    }

    /// The square that is named on a board with `side` squares a side; `None` for a pass.
    pub(crate) fn square(&self, side: u8) -> Result<Option<Square>, WhyNot> {
        let Self::Place { column, row } = *self else { return Ok(None) };
        let square = Square::new(column - b'a', row - 1).filter(|square| square.is_on_board(side));
        square.map(Some).ok_or(WhyNot::OffBoard { column: column.into(), row, side })
    }
}

/// Writes the squares in reading order, `X` for black, `O` for white, `-` for none, and then the side to move.
impl<S: SquareSet> fmt::Display for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all(self.side()) {
            f.write_char(self.disc_on(square).map_or('-', letter))?;
        }
        write!(f, " {}", letter(self.to_move()))
    }
}

impl<S: SquareSet> fmt::Debug for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Reads a position of a board with `side` squares a side: a transcript from the start, or a picture of the board.
pub(crate) fn parse_position<S: SquareSet>(side: u8, text: &str) -> Result<Board<S>, NotationError> {
    let word = text.trim();
    if word.is_empty() || word.eq_ignore_ascii_case("start") {
        Ok(Board::start(side))
    } else if word.bytes().any(|byte| byte.is_ascii_digit()) {
        // No picture has a digit, and no transcript is without one.
        last_position(Board::start(side), word)
    } else {
        parse_picture(side, word)
    }
}

/// Reads the squares and the side to move; spaces and semicolons may stand anywhere between them.
pub(crate) fn parse_picture<S: SquareSet>(side: u8, text: &str) -> Result<Board<S>, NotationError> {
    let wanted = usize::from(side) * usize::from(side);
    let wrong = |problem: String| {
        let remedy =
            format!("write {wanted} squares row by row as X, O or -, then X or O for the side to move");
        NotationError::new(text, problem, remedy)
    };
    let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace() && *symbol != ';');
    let (mut black, mut white) = (S::EMPTY, S::EMPTY);
    for (idx, square) in Square::all(side).enumerate() {
        let symbol = symbols.next().ok_or_else(|| wrong(format!("there are only {idx} squares")))?;
        match read_symbol(symbol) {
            Some(Some(BLACK)) => black = black | S::of(square),
            Some(Some(_)) => white = white | S::of(square),
            Some(None) => {}
            None => return Err(wrong(format!("{symbol:?} on {square} is neither a disc nor empty"))),
        }
    }
    let to_move = match symbols.next() {
        None => return Err(wrong("the side to move is missing".to_owned())),
        Some(symbol) => {
            read_symbol(symbol).flatten().ok_or_else(|| wrong(format!("{symbol:?} is no side to move")))?
        }
    };
    match symbols.next() {
        None => Ok(Board::set_up(side, black, white, to_move)),
        Some(symbol) => Err(wrong(format!("{symbol:?} follows after the side to move"))),
    }
}

/// What a symbol says about a square: whose disc, or none.
const fn read_symbol(symbol: char) -> Option<Option<Seat>> {
    match symbol {
        'X' | 'x' | '*' => Some(Some(BLACK)),
        'O' | 'o' => Some(Some(WHITE)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// The letter of a seat on the board.
pub(crate) fn letter(seat: Seat) -> char {
    if seat == BLACK { 'X' } else { 'O' }
}
