//! Who plays the games in which puzzles are sought, and who judges them.

use std::ops::RangeInclusive;

use framework::search::Limits;

/// A player with its limits, who says what moves are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judge {
    /// The player, as on the command line.
    pub player: String,
    /// How many positions it may visit; `None` leaves it to the player.
    pub nodes: Option<u64>,
    /// How many plies it may look ahead; `None` leaves it to the player.
    pub depth: Option<u32>,
}

impl Judge {
    /// A player that visits at most so many positions.
    #[must_use]
    pub fn by_nodes(player: &str, nodes: u64) -> Self {
        Self { player: player.to_owned(), nodes: Some(nodes), depth: None }
    }

    /// A player that looks ahead as far as it always does.
    #[must_use]
    pub fn as_is(player: &str) -> Self {
        Self { player: player.to_owned(), nodes: None, depth: None }
    }

    /// A player that looks ahead one ply.
    #[must_use]
    pub fn one_ply(player: &str) -> Self {
        Self { depth: Some(1), ..Self::as_is(player) }
    }

    /// Its limits: always the same, so that a search gives the same result everywhere.
    #[must_use]
    pub fn limits(&self, seed: u64) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, seed, ..Limits::NONE }
    }
}

/// How puzzles of a game are found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The options of the games that are played for it.
    pub options: &'static str,
    /// The levels that play them: players who err, so that positions come up in which something is to be found.
    pub levels: RangeInclusive<u8>,
    /// Whether all seats of a game are played by the same level: then it stays open for longer.
    pub is_even: bool,
    /// How many moves at the start are drawn at random.
    pub random_plies: RangeInclusive<u32>,
    /// How many plies of a game lie before the first puzzle.
    pub first_ply: usize,
    /// How many positions of a game are looked at.
    pub positions_per_game: usize,
    /// Who misses the move: a puzzle that a look at the next position solves is none.
    pub naive: Judge,
    /// Who looks first where the judge takes long; a position in which it sees no lead at all is left out.
    pub glance: Option<Judge>,
    /// Who finds candidates.
    pub judge: Judge,
    /// Who must agree: a search much deeper than that of the judge.
    pub deep: Judge,
}

impl Recipe {
    /// How puzzles of a game are found, by its id.
    #[must_use]
    pub fn of(game: &str) -> Self {
        let usual = Self {
            options: "",
            levels: 3..=8,
            is_even: false,
            random_plies: 0..=4,
            first_ply: 6,
            positions_per_game: 10,
            naive: Judge::one_ply("level4"),
            glance: None,
            judge: Judge::by_nodes("adviser", 2_000),
            deep: Judge::by_nodes("adviser", 16_000),
        };
        match game {
            "connect4" => Self {
                first_ply: 10,
                naive: Judge::one_ply("alphabeta"),
                judge: Judge::by_nodes("adviser", 1_000_000),
                deep: Judge::by_nodes("adviser", 50_000_000),
                ..usual
            },
            "othello" => Self {
                first_ply: 14,
                naive: Judge::one_ply("alphabeta"),
                judge: Judge::by_nodes("adviser", 150_000),
                deep: Judge::by_nodes("adviser", 3_000_000),
                ..usual
            },
            "backgammon" => Self {
                levels: 4..=9,
                random_plies: 0..=0,
                first_ply: 2,
                positions_per_game: 30,
                naive: Judge::as_is("welfenlab-2006"),
                judge: Judge::as_is("adviser"),
                deep: Judge::as_is("network:plies=2"),
                ..usual
            },
            "blokus" => Self {
                options: "duo",
                levels: 5..=8,
                is_even: true,
                random_plies: 0..=2,
                first_ply: 12,
                positions_per_game: 24,
                naive: Judge::as_is("greedy"),
                glance: Some(Judge::by_nodes("adviser", 250)),
                judge: Judge::by_nodes("adviser", 1_500),
                deep: Judge::by_nodes("adviser", 12_000),
            },
            _ => usual,
        }
    }
}
