//! The rule set: which board, what it is called, how it is opened.

use std::{marker::PhantomData, sync::Arc};

use framework::{
    AnyGame, EvaluationEntry, FieldGroup, FieldInfo, Game, GameEntry, GameInfo, MoveError, NotationError,
    OptionInfo, Options, OptionsError, Scene, Seat, Text, Theme, Valuation, VariantInfo, erase,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, EngineEntry, LEVELS, Tunable},
};

use crate::{
    Bits, Board, Column, Evaluation, Lanes, Quad, Size, WhyNot,
    evaluation::Weights,
    fields::FIELDS,
    formats::FORMATS,
    level, notation,
    opponents::{Groups, Praktikum2018, Windows, Woellert2006},
    scene, size, themes,
};

/// The line that lists Connect Four in a catalog.
pub const ENTRY: GameEntry = GameEntry { info: &INFO, open, formats: &FORMATS };

static INFO: GameInfo = GameInfo {
    id: "connect4",
    name: Text::fixed("Connect Four", "Vier gewinnt"),
    summary: Text::fixed(
        "drop discs into columns; four in a row win",
        "Wirf Scheiben in Spalten; vier in einer Reihe gewinnen",
    ),
    seats: 2..=2,
    has_chance: false,
    has_draws: true,
    options: &[OptionInfo {
        form: size::FORM,
        meaning: Text::fixed(
            "columns and rows from 1 to 32, and how many in a row win, from 2 to the longer side; \
             without K it is 4",
            "Spalten und Reihen von 1 bis 32, und wie viele in einer Reihe gewinnen, von 2 bis zur \
             längeren Seite; ohne K sind es 4",
        ),
        default: "7x6x4",
    }],
    variants: &[
        VariantInfo { options: "7x6x4", name: Text::fixed("the usual board", "das übliche Brett") },
        VariantInfo { options: "6x5x4", name: Text::fixed("a small board", "ein kleines Brett") },
        VariantInfo { options: "9x7x4", name: Text::fixed("a large board", "ein großes Brett") },
        VariantInfo { options: "9x6x5", name: Text::fixed("five in a row", "fünf in einer Reihe") },
        VariantInfo {
            options: "3x3x3",
            name: Text::fixed("tic-tac-toe that falls", "fallendes Tic-Tac-Toe"),
        },
    ],
};

/// Connect Four on a board of a given size, whose discs are kept in `B`.
///
/// ```
/// use connect4::{Connect4, Lanes, Size};
/// use framework::Game;
/// let large = Connect4::<Lanes>::new(Size::new(20, 20, 5)?)?;
/// assert_eq!(large.options(), "20x20x5");
/// assert!(Connect4::<u64>::new(large.size()).is_err());
/// # Ok::<(), framework::OptionsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4<B: Bits = u64> {
    // It fits into `B`.
    size: Size,
    bits: PhantomData<B>,
}

impl<B: Bits> Connect4<B> {
    /// The rule set for a size.
    ///
    /// # Errors
    /// If the board does not fit into the bits.
    pub fn new(size: Size) -> Result<Self, OptionsError> {
        if B::fits(size) {
            Ok(Self { size, bits: PhantomData })
        } else {
            let bits = 8 * size_of::<B>();
            let refused = Text::new(
                format!("{size} does not fit into a board of {bits} bits; choose a wider one"),
                format!("{size} passt nicht in ein Brett von {bits} Bits; ein breiteres ist nötig"),
            );
            Err(OptionsError::Impossible(refused))
        }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }
}

impl Default for Connect4 {
    fn default() -> Self {
        Self { size: Size::USUAL, bits: PhantomData }
    }
}

impl<B: Bits> Game for Connect4<B> {
    type Position = Board<B>;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        Self::new(Size::from_options(options)?)
    }

    fn options(&self) -> String {
        self.size.to_string()
    }

    fn start(&self) -> Board<B> {
        Board::empty(self.size)
    }

    fn fields(&self) -> &'static [FieldGroup] {
        &FIELDS
    }

    fn seat_name(&self, seat: Seat) -> Text {
        match seat {
            Seat::FIRST => Text::fixed("yellow", "Gelb"),
            _ => Text::fixed("red", "Rot"),
        }
    }

    fn write_move(&self, _: &Board<B>, mv: Column) -> String {
        mv.to_string()
    }

    fn parse_move(&self, pos: &Board<B>, text: &str) -> Result<Column, MoveError<WhyNot>> {
        notation::parse_move(pos, text)
    }

    fn write_position(&self, pos: &Board<B>) -> String {
        pos.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Board<B>, NotationError> {
        notation::parse_position(self, text)
    }

    fn scene(&self, pos: &Board<B>, _: Seat) -> Scene {
        scene::scene(self, pos)
    }

    fn engines(&self) -> Vec<EngineEntry<Board<B>>> {
        let evaluation = Evaluation::new(self.size);
        let mut entries = vec![alpha_beta(self.size)];
        let minimax = EngineEntry::minimax_and_alpha_beta(&evaluation);
        entries.extend(minimax.into_iter().filter(|entry| entry.name == "minimax"));
        let for_any_seats = EngineEntry::with_evaluation(&evaluation);
        entries.extend(for_any_seats.into_iter().filter(|entry| entry.name == "greedy"));
        entries.push(solver(self.size));
        entries.push(praktikum_2018(self.size));
        entries.push(woellert_2006());
        entries.extend(EngineEntry::for_any_game());
        entries
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<Board<B>>> {
        let size = self.size;
        let ours = Text::fixed(
            "our evaluation: places for lines, and threats by the rows in which they lie",
            "unsere Bewertung: Plätze für Reihen, und Drohungen nach ihren Zeilen",
        );
        vec![
            EvaluationEntry::fixed("own", ours, Evaluation::new(size)),
            EvaluationEntry::new("praktikum-2018", PRAKTIKUM_2018, move |options| {
                Praktikum2018::from_options(options, size).map(|player| player.windows)
            }),
            EvaluationEntry::new("woellert-2006", WOELLERT_2006, |options| {
                Woellert2006::from_options(options).map(|player| player.groups)
            }),
        ]
    }

    fn level(&self, level: u8) -> Box<dyn Engine<Board<B>>> {
        level::player(self.size, level)
    }

    fn adviser(&self) -> Box<dyn Engine<Board<B>>> {
        level::adviser(self.size)
    }

    fn themes(&self) -> &'static [Theme] {
        &themes::THEMES
    }

    fn themes_of(&self, pos: &Board<B>, line: &[Column], worth: &Valuation) -> Vec<&'static str> {
        themes::of(pos, line, worth)
    }
}

const WOELLERT_2006: Text = Text::fixed(
    "counts groups and looks four plies ahead at every line, as a program of 2006 did",
    "zählt Gruppen und denkt vier Halbzüge in allen Varianten voraus, wie ein Programm von 2006",
);

const PRAKTIKUM_2018: Text = Text::fixed(
    "the opponent of a practical course of 2018: level=1 to 6",
    "der Gegner eines Praktikums von 2018: level=1 bis 6",
);

/// The framework's alpha-beta, with weights that can be tuned.
fn alpha_beta<B: Bits>(size: Size) -> EngineEntry<Board<B>> {
    let about = Text::fixed("alpha-beta with all its improvements", "Alpha-Beta mit allen Verbesserungen");
    let weights = Weights::of_size(size);
    EngineEntry::tunable("alphabeta", about, weights, move |options| {
        let mut reader = options.reader();
        let features = AlphaBetaFeatures::take(&mut reader)?;
        let weights = weights.with_options(&mut reader)?;
        reader.finish(weights.known_options(AlphaBetaFeatures::KNOWN))?;
        Ok(AlphaBeta::new(Evaluation::new(size).with_weights(weights), features))
    })
}

fn solver<B: Bits>(size: Size) -> EngineEntry<Board<B>> {
    let about = Text::fixed(
        "plays perfectly where it can solve the game in time, and like alphabeta elsewhere",
        "spielt perfekt, wo es das Spiel rechtzeitig lösen kann, und sonst wie alphabeta",
    );
    EngineEntry::new("solver", about, move || level::player(size, *LEVELS.end()))
}

fn woellert_2006<B: Bits>() -> EngineEntry<Board<B>> {
    EngineEntry::tunable("woellert-2006", WOELLERT_2006, Groups::default(), Woellert2006::from_options)
        .with_fields(&WOELLERT_2006_FIELDS)
}

fn praktikum_2018<B: Bits>(size: Size) -> EngineEntry<Board<B>> {
    EngineEntry::tunable("praktikum-2018", PRAKTIKUM_2018, Windows::of_size(size), move |options| {
        Praktikum2018::from_options(options, size)
    })
    .with_fields(&PRAKTIKUM_2018_FIELDS)
}

static WOELLERT_2006_FIELDS: [FieldGroup; 1] = [FieldGroup {
    pattern: "depth={depth}",
    only_if: None,
    fields: &[FieldInfo::number(
        "depth",
        Text::fixed("plies that it looks ahead", "Halbzüge Vorausschau"),
        (1, 12),
        4,
    )],
}];

static PRAKTIKUM_2018_FIELDS: [FieldGroup; 1] = [FieldGroup {
    pattern: "level={level}",
    only_if: None,
    fields: &[FieldInfo::number(
        "level",
        Text::fixed("difficulty of the course", "Schwierigkeit des Praktikums"),
        (1, 6),
        4,
    )],
}];

/// Chooses the narrowest bits for the board, once and for the whole game.
fn open(options: &Options) -> Result<Arc<dyn AnyGame>, OptionsError> {
    let size = Size::from_options(options)?;
    Ok(match size {
        _ if u64::fits(size) => erase(Connect4::<u64>::new(size)?),
        _ if u128::fits(size) => erase(Connect4::<u128>::new(size)?),
        _ if Quad::fits(size) => erase(Connect4::<Quad>::new(size)?),
        _ => erase(Connect4::<Lanes>::new(size)?),
    })
}
