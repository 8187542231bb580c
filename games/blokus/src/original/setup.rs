//! Boards and rules as the protocol names them, and what they are here.

use std::fmt;

use framework::{OptionsError, Text};
use thiserror::Error;

use super::{
    drawn::{Lie, STONES},
    frame::Frame,
    stone::{WireColor, WireStone},
};
use crate::{Cell, Color, Grid, Inventory, MAX_SQUARES, N_PIECES, Placement, Preset, Rules, options, paint};

/// How many colors and players there are, and where they begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Two colors from opposite corners.
    TwoColors,
    /// Four colors, of which each of two players has two.
    FourColorsTwoPlayers,
    /// Four colors, each with a player.
    FourColors,
    /// Two colors that begin inside the board.
    Duo,
    /// As Duo, with twelve easy stones twice.
    Junior,
}

impl Mode {
    /// All modes, by their numbers.
    pub const ALL: [Self; 5] =
        [Self::TwoColors, Self::FourColorsTwoPlayers, Self::FourColors, Self::Duo, Self::Junior];

    /// The mode with a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The number that travels.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The name by which people choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TwoColors => "two-colors",
            Self::FourColorsTwoPlayers => "two-players",
            Self::FourColors => "classic",
            Self::Duo => "duo",
            Self::Junior => "junior",
        }
    }

    /// The mode with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name))
    }

    /// The colors that play, in their order.
    #[must_use]
    pub const fn colors(self) -> &'static [WireColor] {
        const TWO: [WireColor; 2] = [WireColor::ALL[0], WireColor::ALL[2]];
        match self {
            Self::FourColors | Self::FourColorsTwoPlayers => &WireColor::ALL,
            Self::TwoColors | Self::Duo | Self::Junior => &TWO,
        }
    }

    /// How many players there are.
    #[must_use]
    pub const fn players(self) -> usize {
        match self {
            Self::FourColors => 4,
            Self::TwoColors | Self::FourColorsTwoPlayers | Self::Duo | Self::Junior => 2,
        }
    }

    /// The player who has a color, from 0; `None` if the color does not play.
    #[must_use]
    pub fn player_of(self, color: WireColor) -> Option<usize> {
        self.colors().iter().position(|&playing| playing == color).map(|idx| idx % self.players())
    }
}

/// The stones of Junior, by the numbers of their shapes.
const JUNIOR: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 18];

/// A text that is no list of stones.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{0:.40} is no list of stones; give how many there are of every shape, as 2, of each size from one square to five, as \
     1,1,2,2,0, or of each of the 21 shapes"
)]
pub struct StonesError(String);

/// A board and its rules as the protocol names them. Whether they make a game is a question for [`Setup::layout`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Colors, players and where they begin.
    pub mode: Mode,
    /// The columns.
    pub width: u8,
    /// The rows.
    pub height: u8,
    /// How many stones of each shape every color has.
    pub counts: [u8; N_PIECES],
}

impl Setup {
    /// A mode on its usual board with its usual stones.
    #[must_use]
    pub fn usual(mode: Mode) -> Self {
        let side = match mode {
            Mode::FourColors | Mode::FourColorsTwoPlayers => 20,
            Mode::TwoColors => 15,
            Mode::Duo | Mode::Junior => 14,
        };
        let counts = match mode {
            Mode::Junior => std::array::from_fn(|shape| if JUNIOR.contains(&shape) { 2 } else { 0 }),
            _ => [1; N_PIECES],
        };
        Self { mode, width: side, height: side, counts }
    }

    /// A board on which the number of stones depends on their squares alone.
    pub(super) fn with_sizes(mode: Mode, width: u8, height: u8, count: impl Fn(usize) -> u8) -> Self {
        let counts = std::array::from_fn(|shape| count(STONES[shape].piece.squares() as usize));
        Self { mode, width, height, counts }
    }

    /// The setup whose game these rules describe, perhaps turned or mirrored; `None` if the protocol has no such game,
    /// as for three players.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let frame = Frame::of(rules);
        let seen: Vec<_> = rules.colors().map(|color| frame.seen(rules.start(color))).collect();
        let (width, height) = frame.size();
        let counts = std::array::from_fn(|shape| rules.set().count(STONES[shape].piece));
        let modes: &[Mode] = match (seen.len(), rules.seats()) {
            (4, 4) => &[Mode::FourColors],
            (4, 2) => &[Mode::FourColorsTwoPlayers],
            (2, 2) if counts == Self::usual(Mode::Junior).counts => &[Mode::Junior, Mode::TwoColors],
            (2, 2) => &[Mode::Duo, Mode::TwoColors],
            _ => &[],
        };
        let setup = |&mode: &Mode| Self { mode, width: width as u8, height: height as u8, counts };
        modes.iter().map(setup).find(|setup| setup.starts() == seen)
    }

    /// What people call a color of this game: the name that it has on the board here, which in Duo is another one than in
    /// the protocol.
    ///
    /// ```
    /// use blokus::original::{Mode, Setup, WireColor};
    /// assert_eq!(Setup::usual(Mode::Duo).color_name(WireColor::BLUE).en, "orange");
    /// assert_eq!(Setup::usual(Mode::FourColors).color_name(WireColor::BLUE).en, "blue");
    /// ```
    #[must_use]
    pub fn color_name(&self, color: WireColor) -> Text {
        let on_board = self.layout().ok().and_then(|layout| {
            let name = &paint::paint(layout.rules(), layout.color(color)?).name;
            Some(name.clone())
        });
        on_board.unwrap_or_else(|| Text::fixed(color.name(), ["Blau", "Gelb", "Rot", "Grün"][color.index()]))
    }

    /// The same game with other stones: as many of every shape, as many of each size from one square to five, or as many
    /// of each of the 21 shapes.
    ///
    /// # Errors
    /// If the text is no such list of numbers.
    pub fn with_stones(self, stones: &str) -> Result<Self, StonesError> {
        let numbers = stones.split(',').map(|number| number.trim().parse::<u8>());
        let numbers: Vec<u8> =
            numbers.collect::<Result<_, _>>().map_err(|_| StonesError(stones.to_owned()))?;
        let counts = match numbers.as_slice() {
            [of_each] => [*of_each; N_PIECES],
            sizes if sizes.len() == MAX_SQUARES => {
                std::array::from_fn(|shape| sizes[STONES[shape].piece.squares() as usize - 1])
            }
            shapes => shapes.try_into().map_err(|_| StonesError(stones.to_owned()))?,
        };
        Ok(Self { counts, ..self })
    }

    /// Where the colors of the mode begin, to the right and down.
    fn starts(&self) -> Vec<(i32, i32)> {
        let (right, bottom) = (i32::from(self.width) - 1, i32::from(self.height) - 1);
        let corners = [(0, bottom), (0, 0), (right, 0), (right, bottom)];
        match self.mode {
            Mode::Duo | Mode::Junior => vec![(4, bottom - 4), (right - 4, 4)],
            _ => self.mode.colors().iter().map(|color| corners[color.index()]).collect(),
        }
    }

    /// The game that is meant: one of the usual games if it is one, however that is turned here, or a board of its own.
    ///
    /// # Errors
    /// If it makes no game here: a board that is too small or too large, more than nine stones of a shape, start cells that
    /// meet or are not on the board, or nobody who can begin.
    pub fn layout(&self) -> Result<Layout, OptionsError> {
        let impossible = |en: String, de: String| OptionsError::Impossible(Text::new(en, de));
        let Self { mode, width, height, counts } = *self;
        let grid = Grid::new(width, height).ok_or_else(|| {
            let (least, most) = (Grid::MIN_SIDE, Grid::MAX_SIDE);
            impossible(
                format!("a board of {width}x{height} is not possible; both sides have {least} to {most} cells"),
                format!("ein Brett von {width}x{height} gibt es nicht; beide Seiten haben {least} bis {most} Felder"),
            )
        })?;
        let most = Inventory::MAX_COPIES;
        if let Some(count) = counts.iter().find(|&&count| most < count) {
            return Err(impossible(
                format!("{count} stones of a shape are too many; {most} are possible"),
                format!("{count} Steine einer Form sind zu viele; möglich sind {most}"),
            ));
        }
        let stones = STONES.iter().zip(counts);
        let set = stones.fold(Inventory::EMPTY, |set, (stone, count)| set.with(stone.piece, count));
        for preset in Preset::ALL {
            let Some(rules) = preset.rules().with_players(mode.players()) else { continue };
            let frame = Frame::of(&rules);
            let seen: Vec<_> = rules.colors().map(|color| frame.seen(rules.start(color))).collect();
            if rules.grid() == grid && *rules.set() == set && seen == self.starts() {
                return Ok(Layout { setup: *self, rules, frame });
            }
        }
        let frame = Frame::plain(grid);
        let starts: Option<Vec<Cell>> = self.starts().into_iter().map(|start| frame.cell(start)).collect();
        let starts = starts.ok_or_else(|| {
            impossible(
                format!("on {width}x{height} a start cell is not on the board; use a larger one"),
                format!("auf {width}x{height} liegt ein Startfeld neben dem Brett; ein größeres ist nötig"),
            )
        })?;
        if (1..starts.len()).any(|idx| starts[..idx].contains(&starts[idx])) {
            return Err(impossible(
                format!("on {width}x{height} two colors begin on the same cell; use another size"),
                format!(
                    "auf {width}x{height} beginnen zwei Farben auf demselben Feld; eine andere Größe ist nötig"
                ),
            ));
        }
        let rules = Rules::with_starts(grid, &starts, set).with_players(mode.players());
        let rules = rules.ok_or_else(|| {
            impossible(
                format!("the colors cannot be shared in mode {mode:?}"),
                format!("im Modus {mode:?} lassen sich die Farben nicht verteilen"),
            )
        })?;
        Ok(Layout { setup: *self, rules: options::checked(rules)?, frame })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}", self.mode.name(), self.width, self.height)?;
        if self.counts != Self::usual(self.mode).counts {
            write!(f, " with stones {:?}", self.counts)?;
        }
        Ok(())
    }
}

/// A game of the protocol, and how its board and colors lie here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    setup: Setup,
    rules: Rules,
    frame: Frame,
}

impl Layout {
    /// The game of the protocol that is played by rules, perhaps turned or mirrored.
    ///
    /// # Errors
    /// If the protocol has no such game.
    pub fn of(rules: &Rules) -> Result<Self, OptionsError> {
        let unknown = || {
            OptionsError::Impossible(Text::new(
                format!(
                    "\"{rules}\" is no game of the protocol; it has two or four colors that begin in the corners or \
                     as in duo, and two or four players"
                ),
                format!(
                    "„{rules}“ ist kein Spiel des Protokolls; das hat zwei oder vier Farben, die in den Ecken oder wie \
                     bei Duo beginnen, und zwei oder vier Spieler"
                ),
            ))
        };
        Setup::of(rules).ok_or_else(unknown)?.layout()
    }

    /// What the protocol calls it.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules here.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What a color of the protocol is here; `None` if it does not play.
    #[must_use]
    pub fn color(&self, color: WireColor) -> Option<Color> {
        self.setup.mode.colors().iter().position(|&playing| playing == color).map(Color::new)
    }

    /// What a color is in the protocol.
    #[must_use]
    pub fn wire_color(&self, color: Color) -> WireColor {
        self.setup.mode.colors().get(color.index()).copied().unwrap_or(WireColor::BLUE)
    }

    /// The cells that a stone covers; `None` if it sticks out.
    #[must_use]
    pub fn cells(&self, stone: WireStone) -> Option<Vec<Cell>> {
        let (x, y) = stone.at();
        let lie = STONES.get(usize::from(stone.shape()))?.lie(stone.is_mirrored(), stone.rotation());
        let cell = |(right, down): (i32, i32)| self.frame.cell((i32::from(x) + right, i32::from(y) + down));
        lie.squares.iter().map(|square| cell((square.x, square.y))).collect()
    }

    /// The stone that a move lays, named as the programs do: of several names for the same cells, the first.
    ///
    /// # Panics
    /// Never for a placement on this board.
    #[must_use]
    pub fn stone(&self, color: Color, placement: Placement) -> WireStone {
        let mut seen: Vec<_> = placement.cells(self.rules.grid()).map(|cell| self.frame.seen(cell)).collect();
        seen.sort_unstable();
        let (shape, stone) = (0..)
            .zip(STONES.iter())
            .find(|(_, stone)| stone.piece == placement.piece())
            .expect("the drawings show the 21 pieces");
        let origin = |lie: &Lie| {
            let square = lie.squares.first()?;
            let (x, y) = (seen[0].0 - square.x, seen[0].1 - square.y);
            let covered = lie.squares.iter().map(|square| (x + square.x, y + square.y));
            covered.eq(seen.iter().copied()).then_some((x, y))
        };
        let turns = stone.turns();
        let mut lies = (0..).zip(&stone.lies);
        let (idx, (x, y)) = lies
            .find_map(|(idx, lie)| Some((idx, origin(lie)?)))
            .expect("the drawings show every orientation");
        let at = (x as i8, y as i8);
        WireStone::new(self.wire_color(color), shape, turns <= idx, idx % turns, at)
            .expect("the shape and the rotation come from the list")
    }
}
