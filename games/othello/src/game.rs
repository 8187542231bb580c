//! Othello on a board of a chosen size.

use std::{marker::PhantomData, sync::Arc};

use framework::{
    Answers, AnyGame, EvaluationEntry, FieldGroup, FieldInfo, Game, GameEntry, GameInfo, MoveError,
    NotationError, OptionInfo, Options, OptionsError, OptionsReader, Scene, Seat, Text, Theme, Valuation,
    VariantInfo, erase,
    search::{Engine, EngineEntry},
};

use crate::{
    BLACK, Board, Evaluation, Move, Reversi, SquareSet, WHITE, WhyNot, WideSet,
    formats::FORMATS,
    level, notation, openings,
    opponents::{Denkmaschine2014, SquareWeights},
    scene, study, themes,
};

/// The line that lists Othello in a catalog; it opens boards of every size.
pub const ENTRY: GameEntry = GameEntry { info: &INFO, open, formats: &FORMATS };

/// The fewest squares along a side: the first four discs with a square around them.
const MIN_SIDE: u8 = 4;

pub(crate) static INFO: GameInfo = GameInfo {
    id: "othello",
    name: Text::fixed("Othello", "Othello"),
    summary: Text::fixed(
        "enclose discs to flip them; who has more at the end wins",
        "schließe Steine ein, um sie zu drehen; wer am Ende mehr hat, gewinnt",
    ),
    seats: 2..=2,
    has_chance: false,
    has_draws: true,
    options: &[
        OptionInfo {
            form: "NxN",
            meaning: Text::fixed(
                "the size of the board: an even number of squares a side, 4 to 16",
                "die Größe des Bretts: eine gerade Zahl von Feldern je Seite, 4 bis 16",
            ),
            default: "8x8",
        },
        OptionInfo {
            form: "reversi",
            meaning: Text::fixed(
                "the older game: an empty board, the first four discs anywhere in the middle, and half of all discs for \
                 each player, who passes when they are used up",
                "das ältere Spiel: ein leeres Brett, die ersten vier Steine beliebig in der Mitte, und die Hälfte aller \
                 Steine für jeden; wer keine mehr hat, passt",
            ),
            default: "no",
        },
    ],
    variants: &[
        VariantInfo { options: "8x8", name: Text::fixed("standard", "Standard") },
        VariantInfo { options: "6x6", name: Text::fixed("small board", "kleines Brett") },
        VariantInfo { options: "10x10", name: Text::fixed("large board", "großes Brett") },
        VariantInfo { options: "8x8 reversi", name: Text::fixed("Reversi", "Reversi") },
    ],
};

/// The side of the board, and whether Reversi is played.
pub(crate) static FIELDS: [FieldGroup; 2] = [
    FieldGroup {
        pattern: "{side}x{side}",
        only_if: None,
        fields: &[FieldInfo {
            name: "side",
            label: Text::fixed("squares a side", "Felder je Seite"),
            answers: Answers::Number {
                least: MIN_SIDE as u32,
                most: WideSet::MAX_SIDE as u32,
                step: 2,
                usual: 8,
            },
        }],
    },
    FieldGroup {
        pattern: "reversi",
        only_if: None,
        fields: &[FieldInfo::switch("reversi", Text::fixed("Reversi", "Reversi"))],
    },
];

fn open(options: &Options) -> Result<Arc<dyn AnyGame>, OptionsError> {
    let Chosen { side, is_reversi } = read_options(options)?;
    Ok(match (is_reversi, side <= u64::MAX_SIDE) {
        (false, true) => erase(Othello::<u64>::new(side)?),
        (false, false) => erase(Othello::<WideSet>::new(side)?),
        (true, true) => erase(Reversi::<u64>::new(side)?),
        (true, false) => erase(Reversi::<WideSet>::new(side)?),
    })
}

/// The rules of Othello on a board of one size.
///
/// The parameter is the set that holds the discs of a color: `u64` for boards up to 8×8, [`WideSet`] for any.
///
/// ```
/// use framework::Game;
/// use othello::{Othello, WideSet};
/// assert_eq!(Othello::standard().options(), "8x8");
/// assert_eq!(Othello::<WideSet>::new(12)?.start().to_string().len(), 144 + 2);
/// assert!(Othello::<u64>::new(7).is_err());
/// # Ok::<(), framework::OptionsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello<S: SquareSet = u64> {
    /// Even, and between the bounds of the set.
    side: u8,
    set: PhantomData<S>,
}

impl Othello {
    /// The usual game on 8×8 squares.
    #[must_use]
    pub const fn standard() -> Self {
        Self { side: 8, set: PhantomData }
    }
}

impl<S: SquareSet> Othello<S> {
    /// The game on `side` × `side` squares.
    ///
    /// # Errors
    /// If `side` is odd, below 4, or above [`SquareSet::MAX_SIDE`].
    pub fn new(side: u8) -> Result<Self, OptionsError> {
        OptionsReader::bounded(SIDE, &side.to_string(), MIN_SIDE.into()..=S::MAX_SIDE.into())?;
        if side % 2 == 1 {
            let (smaller, larger) = (side - 1, side + 1);
            return Err(OptionsError::Impossible(Text::new(
                format!(
                    "a board of {side}x{side} has no middle for the first four discs; \
                     write an even size such as {smaller}x{smaller} or {larger}x{larger}"
                ),
                format!(
                    "ein Brett von {side}x{side} hat keine Mitte für die ersten vier Scheiben; \
                     möglich sind gerade Größen wie {smaller}x{smaller} oder {larger}x{larger}"
                ),
            )));
        }
        Ok(Self { side, set: PhantomData })
    }
}

/// What errors call the size.
const SIDE: Text = Text::fixed("the side of the board", "die Seite des Bretts");

/// What a line of options chooses.
pub(crate) struct Chosen {
    pub(crate) side: u8,
    pub(crate) is_reversi: bool,
}

/// Reads the size of the board, `8x8` or `8`, within the bounds of the largest set, and whether Reversi is played.
pub(crate) fn read_options(options: &Options) -> Result<Chosen, OptionsError> {
    let mut reader = options.reader();
    let is_reversi = reader.flag("reversi");
    let size = reader.word().unwrap_or("8x8").to_ascii_lowercase();
    reader.finish(Text::fixed(
        "the size of the board, such as 8x8, and reversi",
        "die Größe des Bretts, etwa 8x8, und reversi",
    ))?;
    let (columns, rows) = size.split_once('x').unwrap_or((&size, &size));
    let side = |digits| {
        let bounds = MIN_SIDE.into()..=WideSet::MAX_SIDE.into();
        OptionsReader::bounded(SIDE, digits, bounds).map(|side| side as u8)
    };
    let (columns, rows) = (side(columns)?, side(rows)?);
    if columns != rows {
        return Err(OptionsError::Impossible(Text::new(
            format!("a board of {columns}x{rows} is not square; write {columns}x{columns} or {rows}x{rows}"),
            format!(
                "ein Brett von {columns}x{rows} ist nicht quadratisch; möglich ist {columns}x{columns} oder {rows}x{rows}"
            ),
        )));
    }
    Ok(Chosen { side: columns, is_reversi })
}

impl<S: SquareSet> Game for Othello<S> {
    type Position = Board<S>;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let Chosen { side, is_reversi } = read_options(options)?;
        if is_reversi {
            return Err(OptionsError::Impossible(Text::fixed(
                "these are the rules of Othello; Reversi is another rule set",
                "dies sind die Regeln von Othello; Reversi ist ein anderes Regelwerk",
            )));
        }
        Self::new(side)
    }

    fn options(&self) -> String {
        format!("{0}x{0}", self.side)
    }

    fn start(&self) -> Board<S> {
        Board::start(self.side)
    }

    fn fields(&self) -> &'static [FieldGroup] {
        &FIELDS
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }

    fn write_move(&self, _: &Board<S>, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, board: &Board<S>, text: &str) -> Result<Move, MoveError<WhyNot>> {
        notation::parse_move(board, text)
    }

    fn write_position(&self, board: &Board<S>) -> String {
        board.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Board<S>, NotationError> {
        notation::parse_position(self.side, text)
    }

    fn scene(&self, board: &Board<S>, _: Seat) -> Scene {
        scene::draw(self, board)
    }

    fn engines(&self) -> Vec<EngineEntry<Board<S>>> {
        let evaluation = Evaluation::new(self.side);
        let mut entries = EngineEntry::minimax_and_alpha_beta(&evaluation);
        entries.sort_by_key(|entry| entry.name != "alphabeta");
        let for_any_seats = EngineEntry::with_evaluation(&evaluation);
        entries.extend(for_any_seats.into_iter().filter(|entry| entry.name == "greedy"));
        if self.side == 8 {
            entries.push(level::patterns_entry());
        }
        entries.push(denkmaschine_2014(self.side));
        entries.push(study::entry(self.side));
        entries.extend(EngineEntry::for_any_game());
        entries
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<Board<S>>> {
        let side = self.side;
        vec![
            EvaluationEntry::fixed("own", OWN_EVALUATION, Evaluation::new(side)),
            EvaluationEntry::new("denkmaschine-2014", DENKMASCHINE_2014, move |options| {
                Denkmaschine2014::from_options(options, side).map(|player| player.judge())
            }),
        ]
    }

    fn level(&self, level: u8) -> Box<dyn Engine<Board<S>>> {
        level::player(self.side, level)
    }

    fn adviser(&self) -> Box<dyn Engine<Board<S>>> {
        level::adviser(self.side)
    }

    fn themes(&self) -> &'static [Theme] {
        &themes::THEMES
    }

    fn themes_of(&self, board: &Board<S>, line: &[Move], worth: &Valuation) -> Vec<&'static str> {
        themes::of(board, line, worth)
    }

    /// The squares of both seats at the end, the empty ones counted for the winner.
    fn tally(&self, board: &Board<S>) -> Option<Vec<i64>> {
        board.final_count().map(|count| count.iter().map(|&squares| squares.into()).collect())
    }

    fn opening(&self, board: &Board<S>) -> Option<&'static str> {
        openings::opening(board)
    }

    /// Who has won and by how many squares, the empty ones counted for the winner.
    fn result(&self, board: &Board<S>) -> Option<Text> {
        board.final_count().map(|count| result(count[BLACK], count[WHITE]))
    }
}

/// What people call a seat.
pub(crate) fn seat_name(seat: Seat) -> Text {
    if seat == BLACK { Text::fixed("black", "Schwarz") } else { Text::fixed("white", "Weiß") }
}

/// Who has won with so many squares or discs each.
pub(crate) fn result(black: u32, white: u32) -> Text {
    if black == white {
        return Text::new(
            format!("a draw, {black} to {white}"),
            format!("unentschieden, {black} zu {white}"),
        );
    }
    let winner = if white < black { BLACK } else { WHITE };
    let (name, most, fewest) = (seat_name(winner), black.max(white), black.min(white));
    Text::new(
        format!("{} wins {most} to {fewest}", name.en),
        format!("{} gewinnt {most} zu {fewest}", name.de),
    )
}

/// What our evaluation is, for Othello and Reversi.
pub(crate) const OWN_EVALUATION: Text = Text::fixed(
    "our evaluation: moves, corners, and discs that nobody can flip",
    "unsere Bewertung: Züge, Ecken und Steine, die niemand umdrehen kann",
);

const DENKMASCHINE_2014: Text = Text::fixed(
    "alpha-beta to a fixed depth over square weights and moves, as an article of 2014 built it",
    "Alpha-Beta mit fester Tiefe über Feldgewichte und Züge, wie ein Artikel von 2014 es baute",
);

fn denkmaschine_2014<S: SquareSet>(side: u8) -> EngineEntry<Board<S>> {
    EngineEntry::tunable("denkmaschine-2014", DENKMASCHINE_2014, SquareWeights::default(), move |options| {
        Denkmaschine2014::from_options(options, side)
    })
    .with_fields(&DENKMASCHINE_2014_FIELDS)
}

static DENKMASCHINE_2014_FIELDS: [FieldGroup; 2] = [
    FieldGroup {
        pattern: "depth={depth}",
        only_if: None,
        fields: &[FieldInfo::number(
            "depth",
            Text::fixed("plies that it looks ahead", "Halbzüge Vorausschau"),
            (1, 20),
            5,
        )],
    },
    FieldGroup {
        pattern: "evaluation={evaluation}",
        only_if: None,
        fields: &[FieldInfo {
            name: "evaluation",
            label: Text::fixed("evaluation", "Bewertung"),
            answers: Answers::Choice(&[
                ("2", Text::fixed("2: squares and moves", "2: Felder und Züge")),
                ("1", Text::fixed("1: squares", "1: Felder")),
                ("0", Text::fixed("0: discs", "0: Steine")),
                ("corners", Text::fixed("discs and corners", "Steine und Ecken")),
            ]),
        }],
    },
];
