//! What can be chosen before a game.

use framework::{PerSeat, Seat};

use crate::{Cell, Color, Grid, Inventory, MAX_COLORS, Piece};

/// The pieces of Junior, two of each.
const JUNIOR_PIECES: [&str; 12] = ["1", "2", "I3", "V3", "I4", "L4", "T4", "Z4", "O", "I5", "L5", "P"];

/// What is counted besides the squares on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Nothing.
    Basic,
    /// 15 for placing everything, and 5 more for placing the single square last.
    Bonus,
}

/// A board, its colors and pieces, and who plays them. Always a game that somebody can begin.
///
/// ```
/// use blokus::{Color, Rules};
/// let duo = Rules::duo();
/// assert_eq!((duo.grid().width(), duo.colors().count(), duo.seats()), (14, 2, 2));
/// assert_eq!(duo.start(Color::FIRST).to_string(), "e10");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    grid: Grid,
    n_colors: u8,
    n_seats: u8,
    scoring: Scoring,
    /// The cell that each color's first piece must cover; of colors that do not play, a1.
    starts: [Cell; MAX_COLORS],
    set: Inventory,
}

impl Rules {
    /// Blokus for four players with a color each.
    #[must_use]
    pub fn classic() -> Self {
        Self::with_corners(20, 20, 4, Inventory::all(1))
    }

    /// Duo: two colors on a smaller board, beginning inside it.
    #[must_use]
    pub fn duo() -> Self {
        let starts = [Cell::new(4, 9), Cell::new(9, 4)];
        Self::with_starts(usual_grid(14, 14), &starts, Inventory::all(1))
    }

    /// Junior: as Duo, with twelve easy pieces twice and without a bonus.
    #[must_use]
    pub fn junior() -> Self {
        let pieces = JUNIOR_PIECES.iter().filter_map(|name| Piece::from_name(name));
        let set = pieces.fold(Inventory::EMPTY, |set, piece| set.with(piece, 2));
        Self { set, scoring: Scoring::Basic, ..Self::duo() }
    }

    /// Two colors on the large board, from opposite corners.
    #[must_use]
    pub fn two_colors() -> Self {
        let starts = [Cell::new(0, 0), Cell::new(19, 19)];
        Self::with_starts(usual_grid(20, 20), &starts, Inventory::all(1))
    }

    /// The corners in the order in which colors begin there: clockwise from the upper left, two colors
    /// opposite each other.
    pub(crate) fn corners(grid: Grid, n_colors: usize) -> Vec<Cell> {
        let (right, top) = (grid.width() - 1, grid.height() - 1);
        let corners = [Cell::new(0, top), Cell::new(right, top), Cell::new(right, 0), Cell::new(0, 0)];
        if n_colors == 2 { vec![corners[0], corners[2]] } else { corners[..n_colors.min(4)].to_vec() }
    }

    /// Rules with a seat for each color and the bonus; the starts are different cells of the board, two to
    /// four.
    pub(crate) fn with_starts(grid: Grid, starts: &[Cell], set: Inventory) -> Self {
        let n_colors = starts.len() as u8;
        let starts = std::array::from_fn(|color| starts.get(color).copied().unwrap_or_default());
        Self { grid, n_colors, n_seats: n_colors, scoring: Scoring::Bonus, starts, set }
    }

    fn with_corners(width: u8, height: u8, n_colors: usize, set: Inventory) -> Self {
        let grid = usual_grid(width, height);
        Self::with_starts(grid, &Self::corners(grid, n_colors), set)
    }

    /// The same rules with another number of players: as many as colors, or two or three for four colors.
    /// `None` if these colors cannot be shared so.
    #[must_use]
    pub fn with_players(self, players: usize) -> Option<Self> {
        let possible = players == self.n_colors() || (self.n_colors() == 4 && (2..4).contains(&players));
        possible.then_some(Self { n_seats: players as u8, ..self })
    }

    /// The same rules with another way to count.
    #[must_use]
    pub const fn with_scoring(self, scoring: Scoring) -> Self {
        Self { scoring, ..self }
    }

    /// The size of the board.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The colors in the order of play.
    pub fn colors(&self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone + use<> {
        (0..self.n_colors()).map(Color::new)
    }

    /// The number of players.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.n_seats as usize
    }

    /// What is counted besides squares.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The cell that a color's first piece must cover.
    #[must_use]
    pub const fn start(&self, color: Color) -> Cell {
        self.starts[color.index()]
    }

    /// The pieces with which every color begins.
    #[must_use]
    pub const fn set(&self) -> &Inventory {
        &self.set
    }

    /// Who places a color's next piece when it has placed `n_placed`. Three players lay the fourth color in
    /// turn.
    #[must_use]
    pub fn seat_of(&self, color: Color, n_placed: u32) -> Seat {
        let in_turn = || Seat::new(n_placed as usize % 3);
        self.owner(color).unwrap_or_else(in_turn)
    }

    /// Whose points a color's are: nobody's for the fourth color of three players.
    #[must_use]
    pub const fn owner(&self, color: Color) -> Option<Seat> {
        match (self.n_colors, self.n_seats) {
            (4, 2) => Some(Seat::new(color.index() % 2)),
            (4, 3) if color.index() == 3 => None,
            _ => Some(Seat::new(color.index())),
        }
    }

    /// Adds up a value of each color for the seat that owns it.
    pub(crate) fn per_seat(&self, value: impl Fn(Color) -> u32) -> PerSeat<u32> {
        PerSeat::from_fn(self.seats(), |seat| {
            self.colors().filter(|&color| self.owner(color) == Some(seat)).map(&value).sum()
        })
    }

    /// The number of colors.
    pub(crate) const fn n_colors(&self) -> usize {
        self.n_colors as usize
    }
}

fn usual_grid(width: u8, height: u8) -> Grid {
    Grid::new(width, height).expect("the usual boards have allowed sizes")
}
