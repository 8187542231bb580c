//! Games of the search against itself, from which priors are learned.
//!
//! Most moves are chosen quickly; every few moves the search thinks long, and what it came to prefer is written down.
//! A game is a line of text: its number, a tab, and its moves. A move is its code, and, where the search has thought
//! long, a colon and the moves that were tried often, each with how many simulations it got: `12:12=800,77=31`.

use framework::Rng;
use thiserror::Error;

use super::{
    board::Board, instructions::simulate, prior_weights::PriorWeights, search::Search, setting::Setting,
    tree::NodeId, tuning::Tuning,
};
use crate::{N_ORIENTATIONS, Orientation, Placement, Rules};

/// The most nodes of the tree in a game of training.
const MOST_NODES: usize = 4_000_000;

/// How many moves of each color at the beginning are drawn by how often they were tried.
const DRAWN_TURNS: usize = 4;

/// How many moves of each color are random at the beginning of every second game.
const RANDOM_TURNS: usize = 2;

/// A move that got less than this part of what the best one got is not written down.
const WORTH_TELLING: u32 = 100;

/// How games against itself are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// The game.
    pub rules: Rules,
    /// How many simulations a move gets that is learned from.
    pub simulations: u64,
    /// How many any other move gets.
    pub quick: u64,
    /// Of how many moves one is learned from.
    pub every: u64,
}

/// A game that was played for training.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// Which game of its series.
    pub number: u64,
    pub(super) plies: Vec<Ply>,
}

/// A move, and how often each move was tried where the search thought long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ply {
    pub(super) mv: Placement,
    pub(super) tried: Vec<(Placement, u32)>,
}

/// Why a line holds no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrainingGameError {
    /// The number of the game is missing.
    #[error("a line of training games begins with a number and a tab")]
    Number,
    /// A move cannot be read.
    #[error("\"{0}\" is no move of a training game")]
    Move(String),
}

impl SelfPlay {
    /// Plays a game; the same seed and number make the same game.
    #[must_use]
    pub fn play(&self, priors: Option<&PriorWeights>, seed: u64, number: u64) -> TrainingGame {
        match self.rules.grid().numbers() {
            0..=256 => self.play_sized::<4>(priors, seed, number),
            257..=512 => self.play_sized::<8>(priors, seed, number),
            _ => self.play_sized::<16>(priors, seed, number),
        }
    }

    fn play_sized<const W: usize>(
        &self,
        priors: Option<&PriorWeights>,
        seed: u64,
        number: u64,
    ) -> TrainingGame {
        let rules = &self.rules;
        let priors = priors.unwrap_or_else(|| PriorWeights::usual(rules)).clone();
        let setting = Setting::<W>::with_priors(*rules, priors);
        let mut rng = Rng::stream(seed, "blokus lessons", number);
        let mut search = Search::new(setting, Board::start(rules), Tuning::USUAL, rng.bits(), MOST_NODES);
        let mut plies = Vec::new();
        search.start();
        let n_random = if rng.below(2) == 0 { RANDOM_TURNS * rules.n_colors() } else { 0 };
        loop {
            let n_moves = search.tree.children(0).len();
            if n_moves == 0 {
                break;
            }
            let is_random = plies.len() < n_random;
            let is_long = !is_random && 3 < n_moves && 1 < plies.len() && rng.below(self.every.max(1)) == 0;
            if 1 < n_moves && !is_random {
                let simulations = if is_long { self.simulations } else { self.quick };
                simulate(&mut search, simulations);
            }
            let id = chosen(&search, is_random, plies.len() < DRAWN_TURNS * rules.n_colors(), &mut rng);
            let tried = if is_long { tried_often(&search) } else { Vec::new() };
            plies.push(Ply { mv: search.tree.node(id).mv(), tried });
            search.advance(&[id]);
        }
        TrainingGame { number, plies }
    }
}

/// The move tried most often, or one that is drawn by how often it was tried, or any.
fn chosen<const W: usize>(search: &Search<W>, is_random: bool, is_drawn: bool, rng: &mut Rng) -> NodeId {
    let ids = search.tree.node(0).children();
    let visits = search.tree.children(0).iter().map(|child| child.visits);
    let at = match is_random {
        true => rng.index(ids.len()),
        false if is_drawn && visits.clone().any(|visits| 0 < visits) => rng.weighted(visits),
        false => {
            let most = visits.enumerate().max_by_key(|&(at, visits)| (visits, std::cmp::Reverse(at)));
            most.map_or(0, |(at, _)| at)
        }
    };
    (ids.start + at) as NodeId
}

/// The moves of the root that got many simulations.
fn tried_often<const W: usize>(search: &Search<W>) -> Vec<(Placement, u32)> {
    let children = search.tree.children(0);
    let most = children.iter().map(|child| child.visits).max().unwrap_or(0);
    let is_worth_telling = |visits: u32| 0 < visits && most <= visits.saturating_mul(WORTH_TELLING);
    let tried = children.iter().filter(|child| is_worth_telling(child.visits));
    tried.map(|child| (child.mv(), child.visits)).collect()
}

impl TrainingGame {
    /// The game as a line of text.
    #[must_use]
    pub fn to_line(&self) -> String {
        let ply = |ply: &Ply| {
            let tried: Vec<_> =
                ply.tried.iter().map(|(mv, visits)| format!("{}={visits}", mv.code())).collect();
            let colon = if tried.is_empty() { "" } else { ":" };
            format!("{}{colon}{}", ply.mv.code(), tried.join(","))
        };
        let plies: Vec<_> = self.plies.iter().map(ply).collect();
        format!("{}\t{}", self.number, plies.join(" "))
    }

    /// Reads a game from a line of text. Whether its moves are legal is found out when it is learned from.
    ///
    /// # Errors
    /// If the line is no game.
    pub fn parse(line: &str) -> Result<Self, TrainingGameError> {
        let (number, moves) = line.split_once('\t').ok_or(TrainingGameError::Number)?;
        let number = number.parse().map_err(|_| TrainingGameError::Number)?;
        let plies = moves
            .split_whitespace()
            .map(|word| read_ply(word).ok_or_else(|| TrainingGameError::Move(word.to_owned())));
        Ok(Self { number, plies: plies.collect::<Result<_, _>>()? })
    }
}

fn read_ply(word: &str) -> Option<Ply> {
    let (mv, tried) = word.split_once(':').unwrap_or((word, ""));
    let read = |entry: &str| {
        let (mv, visits) = entry.split_once('=')?;
        Some((read_move(mv)?, visits.parse().ok()?))
    };
    let tried = tried.split(',').filter(|entry| !entry.is_empty()).map(read).collect::<Option<_>>()?;
    Some(Ply { mv: read_move(mv)?, tried })
}

fn read_move(text: &str) -> Option<Placement> {
    let code: u32 = text.parse().ok().filter(|&code| code < Placement::CODES)?;
    let orientation =
        (code as usize % 256 < N_ORIENTATIONS).then(|| Orientation::new(code as usize % 256))?;
    Some(Placement::at(orientation, code >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn few(rules: Rules) -> SelfPlay {
        SelfPlay { rules, simulations: 80, quick: 20, every: 2 }
    }

    #[test]
    fn games_are_written_and_read_again() {
        for (number, rules) in (0..).zip([Rules::duo(), Rules::junior(), Rules::classic()]) {
            let game = few(rules).play(None, 1, number);
            assert!(10 < game.plies.len());
            assert!(game.plies.iter().any(|ply| 1 < ply.tried.len()), "something is learned from it");
            assert_eq!(TrainingGame::parse(&game.to_line()), Ok(game));
        }
    }

    #[test]
    fn the_same_seed_and_number_make_the_same_game() {
        let play = |seed, number| few(Rules::junior()).play(None, seed, number);
        assert_eq!(play(4, 1), play(4, 1));
        assert_ne!(play(4, 1).plies, play(5, 1).plies);
        assert_ne!(play(4, 1).plies, play(4, 2).plies);
    }

    #[test]
    fn damaged_lines_are_refused() {
        assert_eq!(TrainingGame::parse("12"), Err(TrainingGameError::Number));
        assert_eq!(TrainingGame::parse("x\t5"), Err(TrainingGameError::Number));
        for word in ["a", "5:3", "5:3=x", "255", "99999999", "5:255=1", "-1"] {
            assert_eq!(
                TrainingGame::parse(&format!("1\t{word}")),
                Err(TrainingGameError::Move(word.to_owned()))
            );
        }
    }
}
