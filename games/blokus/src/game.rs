//! Blokus as a game of the framework.

use std::sync::Arc;

use framework::{
    AnyGame, EvaluationEntry, FieldGroup, Game, GameInfo, MoveError, Mover, NotationError, OptionInfo,
    Options, OptionsError, OutOfTurn, Position, Scene, Seat, Text, Theme, Turn, Valuation, VariantInfo,
    erase,
    search::{Engine, EngineEntry},
};

use crate::{
    Bits, BlokusPosition, Color, Placement, Preset, Rules, WhyNot, fields::FIELDS, notation,
    notation::board_text, options, paint, paint::names, players, scene, themes,
};

/// Words for boards up to 256 cells with their edge: Duo, Junior, up to 15×15.
pub const SMALL: usize = 4;
/// Words for boards up to 448 cells with their edge: Classic, up to 20×20.
pub const MEDIUM: usize = 7;
/// Words for every board.
pub const LARGE: usize = 15;

/// What people should know about Blokus.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "blokus",
    name: Text::fixed("Blokus", "Blokus"),
    summary: Text::fixed(
        "lay your pieces corner to corner, never edge to edge, and have the fewest squares left",
        "lege deine Steine Ecke an Ecke, nie Kante an Kante, und behalte am wenigsten übrig",
    ),
    seats: 2..=4,
    has_chance: false,
    has_draws: true,
    options: &[
        OptionInfo {
            form: "classic | duo | junior | two-colors | custom WxH",
            meaning: Text::fixed(
                "the board and its pieces; own boards are 3 to 30 cells wide and high",
                "das Brett und seine Steine; eigene Bretter sind 3 bis 30 Felder breit und hoch",
            ),
            default: "classic",
        },
        OptionInfo {
            form: "colors=N",
            meaning: Text::fixed(
                "how many colors an own board has, 2 to 4",
                "wie viele Farben ein eigenes Brett hat, 2 bis 4",
            ),
            default: "4",
        },
        OptionInfo {
            form: "starts=CELL,…",
            meaning: Text::fixed(
                "where the colors of an own board begin",
                "wo die Farben eines eigenen Brettes beginnen",
            ),
            default: "the corners",
        },
        OptionInfo {
            form: "pieces=NAME*COUNT,…",
            meaning: Text::fixed(
                "the pieces of every color of an own board, each 0 to 9 times; all*N sets all of them",
                "die Steine jeder Farbe eines eigenen Brettes, jeder 0- bis 9-mal; all*N bestimmt alle",
            ),
            default: "all*1",
        },
        OptionInfo {
            form: "players=N",
            meaning: Text::fixed(
                "the number of players of four colors: 2, 3 (who share the fourth color) or 4",
                "die Zahl der Spieler von vier Farben: 2, 3 (die sich die vierte Farbe teilen) oder 4",
            ),
            default: "as many as colors",
        },
        OptionInfo {
            form: "scoring=basic|bonus",
            meaning: Text::fixed(
                "whether laying everything gives 15 points, and 5 more with the single square last",
                "ob es 15 Punkte gibt, wenn alles liegt, und 5 mehr, wenn der Einer zuletzt kam",
            ),
            default: "bonus, basic in junior",
        },
    ],
    variants: &[
        VariantInfo { options: "classic", name: Text::fixed("Classic, four players", "Klassisch zu viert") },
        VariantInfo {
            options: "classic players=3",
            name: Text::fixed("Classic, three players", "Klassisch zu dritt"),
        },
        VariantInfo {
            options: "classic players=2",
            name: Text::fixed("Classic, two players", "Klassisch zu zweit"),
        },
        VariantInfo { options: "duo", name: Text::fixed("Duo", "Duo") },
        VariantInfo { options: "junior", name: Text::fixed("Junior", "Junior") },
        VariantInfo {
            options: "two-colors",
            name: Text::fixed("two colors on the large board", "zwei Farben auf dem großen Brett"),
        },
    ],
};

/// Opens the rule set that options describe, with the smallest positions that hold its board.
pub(crate) fn open(options: &Options) -> Result<Arc<dyn AnyGame>, OptionsError> {
    let rules = options::read(options)?;
    Ok(match rules.grid().numbers() {
        numbers if numbers <= Bits::<SMALL>::CAPACITY => erase(Blokus::<SMALL>::new(rules)?),
        numbers if numbers <= Bits::<MEDIUM>::CAPACITY => erase(Blokus::<MEDIUM>::new(rules)?),
        _ => erase(Blokus::<LARGE>::new(rules)?),
    })
}

/// Blokus with all its options chosen, on a board whose cells fit into `WORDS` words: [`SMALL`], [`MEDIUM`] or
/// [`LARGE`].
#[derive(Clone, Debug)]
pub struct Blokus<const WORDS: usize> {
    rules: Rules,
}

impl<const WORDS: usize> Blokus<WORDS> {
    /// The game with these rules.
    ///
    /// # Errors
    /// If the board is too large for `WORDS` words.
    pub fn new(rules: Rules) -> Result<Self, OptionsError> {
        if Bits::<WORDS>::CAPACITY < rules.grid().numbers() {
            let (width, height) = (rules.grid().width(), rules.grid().height());
            return Err(OptionsError::Impossible(Text::new(
                format!(
                    "a board of {width}x{height} is too large for {WORDS} words; use more words or a smaller board"
                ),
                format!(
                    "ein Brett von {width}x{height} ist zu groß für {WORDS} Wörter; nötig sind mehr Wörter oder ein kleineres"
                ),
            )));
        }
        Ok(Self { rules })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Blokus<SMALL> {
    /// Blokus Duo.
    #[must_use]
    pub fn duo() -> Self {
        Self { rules: Preset::Duo.rules() }
    }
}

impl Blokus<MEDIUM> {
    /// Blokus for four players.
    #[must_use]
    pub fn classic() -> Self {
        Self { rules: Preset::Classic.rules() }
    }
}

impl<const WORDS: usize> Game for Blokus<WORDS> {
    type Position = BlokusPosition<WORDS>;
    type WhyNot = WhyNot;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        Self::new(options::read(options)?)
    }

    fn options(&self) -> String {
        self.rules.to_string()
    }

    fn start(&self) -> BlokusPosition<WORDS> {
        BlokusPosition::start(&self.rules)
    }

    fn fields(&self) -> &'static [FieldGroup] {
        &FIELDS
    }

    fn seat_name(&self, seat: Seat) -> Text {
        let owned = self.rules.colors().filter(|&color| self.rules.owner(color) == Some(seat));
        names(&self.rules, owned)
    }

    /// The colors, of which a player may have several.
    fn movers(&self) -> Vec<Mover> {
        let mover = |color| Mover {
            name: paint::paint(&self.rules, color).name.clone(),
            seat: self.rules.owner(color),
        };
        self.rules.colors().map(mover).collect()
    }

    fn to_move(&self, pos: &BlokusPosition<WORDS>) -> Option<usize> {
        pos.to_move().map(Color::index)
    }

    fn out_of_turn(&self, pos: &BlokusPosition<WORDS>, mover: usize) -> OutOfTurn<BlokusPosition<WORDS>> {
        match self.rules.colors().nth(mover) {
            Some(color) if pos.has_move(color) => OutOfTurn::At(pos.with_mover(Some(color))),
            _ => OutOfTurn::NoMove,
        }
    }

    fn tally(&self, pos: &BlokusPosition<WORDS>) -> Option<Vec<i64>> {
        Some(self.rules.colors().map(|color| pos.points(color).into()).collect())
    }

    fn write_move(&self, _: &BlokusPosition<WORDS>, mv: Placement) -> String {
        notation::write_move(self.rules.grid(), mv)
    }

    fn parse_move(&self, pos: &BlokusPosition<WORDS>, text: &str) -> Result<Placement, MoveError<WhyNot>> {
        notation::parse_move(pos, text)
    }

    fn write_position(&self, pos: &BlokusPosition<WORDS>) -> String {
        board_text::write(pos)
    }

    fn parse_position(&self, text: &str) -> Result<BlokusPosition<WORDS>, NotationError> {
        board_text::parse(self, text)
    }

    fn scene(&self, pos: &BlokusPosition<WORDS>, _: Seat) -> Scene {
        scene::scene(pos)
    }

    fn engines(&self) -> Vec<EngineEntry<BlokusPosition<WORDS>>> {
        players::engines()
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<BlokusPosition<WORDS>>> {
        players::evaluations()
    }

    fn level(&self, level: u8) -> Box<dyn Engine<BlokusPosition<WORDS>>> {
        players::leveled(level, &self.rules)
    }

    fn adviser(&self) -> Box<dyn Engine<BlokusPosition<WORDS>>> {
        players::adviser(&self.rules)
    }

    fn themes(&self) -> &'static [Theme] {
        &themes::THEMES
    }

    fn themes_of(
        &self,
        pos: &BlokusPosition<WORDS>,
        line: &[Placement],
        worth: &Valuation,
    ) -> Vec<&'static str> {
        themes::of(pos, line, worth)
    }

    fn result(&self, pos: &BlokusPosition<WORDS>) -> Option<Text> {
        if pos.turn() != Turn::Over {
            return None;
        }
        let points = pos.seat_points();
        let best = points.iter().max();
        let has_won = |seat: Seat| points.get(seat) == best;
        let n_winners = Seat::all(pos.seats()).filter(|&seat| has_won(seat)).count();
        let colors = || self.rules.colors().filter(|&color| self.rules.owner(color).is_some_and(has_won));
        let Text { en, de } = names(&self.rules, colors());
        let (en, de) = match (n_winners, colors().count()) {
            _ if n_winners == pos.seats() => ("a draw".to_owned(), "unentschieden".to_owned()),
            (1, 1) => (format!("{en} wins"), format!("{de} gewinnt")),
            (1, _) => (format!("{en} win"), format!("{de} gewinnen")),
            _ => (format!("{en} share the win"), format!("{de} teilen sich den Sieg")),
        };
        let tally = points.iter().map(u32::to_string).collect::<Vec<_>>().join(" : ");
        Some(Text::new(format!("{en}, {tally}"), format!("{de}, {tally}")))
    }
}
