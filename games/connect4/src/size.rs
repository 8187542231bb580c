//! How large the board is and how many in a row win, as people write it: `7x6x4`.

use std::{fmt, ops::RangeInclusive};

use framework::{Options, OptionsError, OptionsReader, Text};

/// How the options of this game are written.
pub(crate) const FORM: &str = "COLUMNSxROWSxK";
/// The same for whoever has written something else.
const KNOWN: Text = Text::fixed("COLUMNSxROWSxK, such as 7x6x4", "SPALTENxREIHENxK, etwa 7x6x4");
/// What errors call the numbers.
const COLUMNS: Text = Text::fixed("the number of columns", "die Zahl der Spalten");
const ROWS: Text = Text::fixed("the number of rows", "die Zahl der Reihen");
const IN_A_ROW: Text = Text::fixed("the number in a row", "die Zahl in einer Reihe");
/// The most columns or rows that a board may have.
pub(crate) const MAX_SIDE: u8 = 32;
/// The number in a row that wins when nothing is said about it.
const USUAL_K: u8 = 4;

/// The columns and rows of a board, and how many discs in a row win on it.
///
/// ```
/// use connect4::Size;
/// let size = Size::new(9, 7, 5)?;
/// assert_eq!((size.cells(), size.to_string().as_str()), (63, "9x7x5"));
/// let refused = Size::new(7, 6, 9).unwrap_err();
/// assert_eq!(refused.to_string(), "nine in a row do not fit on 7x6; choose 2 to 7 in a row");
/// # Ok::<(), framework::OptionsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    // Columns and rows lie in 1..=32, and 2 <= k <= the longer side.
    columns: u8,
    rows: u8,
    k: u8,
}

impl Size {
    /// Seven columns, six rows, four in a row.
    pub const USUAL: Self = Self { columns: 7, rows: 6, k: USUAL_K };

    /// A board of `columns` times `rows` on which `k` in a row win.
    ///
    /// # Errors
    /// If a number is out of bounds, or no line of that length fits on the board.
    pub fn new(columns: u8, rows: u8, k: u8) -> Result<Self, OptionsError> {
        let bounded = |name: Text, number: u8, bounds| {
            OptionsReader::bounded(name, &number.to_string(), bounds).map(|_| number)
        };
        let columns = bounded(COLUMNS, columns, sides())?;
        let rows = bounded(ROWS, rows, sides())?;
        let k = bounded(IN_A_ROW, k, lines())?;
        let longest = columns.max(rows);
        if longest < k {
            let remedy = match longest {
                1 => Text::fixed("choose a larger board", "ein größeres Brett ist nötig"),
                _ => Text::new(
                    format!("choose 2 to {longest} in a row"),
                    format!("möglich sind 2 bis {longest} in einer Reihe"),
                ),
            };
            return Err(OptionsError::Impossible(Text::new(
                format!("{} in a row do not fit on {columns}x{rows}; {}", in_words(k), remedy.en),
                format!("{k} in einer Reihe passen nicht auf {columns}x{rows}; {}", remedy.de),
            )));
        }
        Ok(Self { columns, rows, k })
    }

    /// The size that a line of options names; the usual one when it is empty.
    ///
    /// # Errors
    /// If the line does not name a size, or one on which no game is possible.
    pub fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let Some(word) = reader.word() else {
            return reader.finish(KNOWN).map(|()| Self::USUAL);
        };
        reader.finish(KNOWN)?;
        let numbers: Vec<&str> = word.splitn(4, ['x', 'X', '×']).collect();
        let number = |name: Text, text: &str, bounds| {
            // Nothing beyond 32 passes, so the number fits.
            OptionsReader::bounded(name, text, bounds).map(|number| number as u8)
        };
        let (columns, rows, k) = match numbers.as_slice() {
            [columns, rows] => (columns, rows, USUAL_K),
            [columns, rows, k] => (columns, rows, number(IN_A_ROW, k, lines())?),
            _ => return Err(OptionsReader::unknown(word, KNOWN)),
        };
        Self::new(number(COLUMNS, columns, sides())?, number(ROWS, rows, sides())?, k)
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many discs in a row win.
    #[must_use]
    pub const fn k(self) -> u8 {
        self.k
    }

    /// The number of cells, which is the number of discs of the longest game.
    #[must_use]
    pub const fn cells(self) -> u16 {
        self.columns as u16 * self.rows as u16
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}x{}", self.columns, self.rows, self.k)
    }
}

fn sides() -> RangeInclusive<u32> {
    1..=MAX_SIDE.into()
}

fn lines() -> RangeInclusive<u32> {
    2..=MAX_SIDE.into()
}

/// A number as a sentence about it would begin.
fn in_words(number: u8) -> String {
    const WORDS: [&str; 11] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = usize::from(number).checked_sub(2).and_then(|idx| WORDS.get(idx));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}
