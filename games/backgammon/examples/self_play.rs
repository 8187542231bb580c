//! Plays many games side by side for a trainer that judges the plays: the CPU half of `training/backgammon`.
//!
//! ```text
//! cargo run --release -p backgammon --example self_play -- FOLDER INDEX GAMES SEED sampled|exact
//! ```
//!
//! The trainer starts one such process per core. They share files in `FOLDER`, which should lie in memory
//! (`/dev/shm`), and take turns over standard input and output:
//!
//! 1. This program writes the board of every game and the boards after every play of a roll, and then the line
//!    `N_BOARDS N_FINISHED`, where `N_FINISHED` counts the games that have ended since the last line.
//! 2. The trainer writes which play is best for every roll, and then an empty line. The end of its input ends the
//!    program.
//!
//! | file | holds |
//! | --- | --- |
//! | `boards-INDEX` | all boards after plays, roll by roll, 32 bytes each |
//! | `states-INDEX` | the boards before the rolls, one per game, 32 bytes each |
//! | `counts-INDEX` | the number of plays of each roll, 16 bits each |
//! | `choices-INDEX` | written by the trainer: the number of the best play of each roll, 16 bits each |
//!
//! A board is seen from the side that is to roll: its checkers, then those of the other side, each as 26 places of
//! four bits in 16 bytes ([`Checkers::to_bits`](backgammon::Checkers::to_bits)). All numbers have the lowest byte first.
//!
//! With `sampled` each game has one roll per turn, with `exact` all 21 of them, of which one is then played.
//!
//! Once both sides are at home, the exact tables know more than any network, and most games end there. The trainer
//! reads the tables from a file that `self_play tables FILE` writes: for every home board, those with few checkers
//! first, its points 1 to 6 as four bits each in a 32-bit number, and the chances to bear off in 0, 1, … 31 rolls as
//! 32-bit floats; then for every two home boards of at most six checkers the chance of the side that is to roll to win.

#![expect(clippy::print_stdout, reason = "the trainer reads it")]

use std::{
    env,
    error::Error,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::FileExt as _,
    path::Path,
};

use backgammon::{
    Board, Checkers, Dice, HOME, MAX_CHECKERS, Variant,
    engine::bear_off::{OneSided, TwoSided},
};
use framework::Rng;

/// No file is larger than this many boards for each game and roll; plays beyond it are left out. The mean is 20.
const MAX_MEAN_PLAYS: usize = 64;
/// Games that go on for longer are given up.
const MAX_TURNS: u32 = 1_000;
/// How many of 100 games begin with random plays, so that the network learns positions that good players avoid.
const RANDOM_STARTS_PERCENT: u64 = 10;
/// How many random plays such a game begins with at most.
const MAX_RANDOM_PLAYS: u64 = 12;
/// How many of 100 games are played with mistakes, and how many of 100 plays are random there.
const CARELESS_GAMES_PERCENT: u64 = 15;
const CARELESS_PLAYS_PERCENT: u64 = 12;
/// How many of 100 games go on when both sides are at home, so that the network does not forget how that is.
const COMPLETE_GAMES_PERCENT: u64 = 10;
/// How many numbers of rolls the table of home boards has a chance for.
const TABLE_ROLLS: usize = 32;
/// How many checkers a side has at most in the table of two sides.
const SMALL_HOME: u8 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [word, path] = arguments.as_slice()
        && word == "tables"
    {
        return Ok(fs::write(path, tables())?);
    }
    let [folder, index, n_games, seed, rolls] = arguments.as_slice() else {
        return Err("give FOLDER INDEX GAMES SEED sampled|exact, or tables FILE".into());
    };
    let rolls = match rolls.as_str() {
        "sampled" => Rolls::Sampled,
        "exact" => Rolls::Exact,
        _ => return Err(format!("\"{rolls}\" is neither sampled nor exact").into()),
    };
    let (index, n_games, seed): (u64, usize, u64) = (index.parse()?, n_games.parse()?, seed.parse()?);
    let mut actor = Actor::new(Path::new(folder), index, n_games, seed, rolls)?;
    let mut line = String::new();
    loop {
        let n_finished = actor.write_plays()?;
        println!("{} {n_finished}", actor.boards.len() / BOARD_BYTES);
        io::stdout().flush()?;
        line.clear();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(());
        }
        actor.play_choices()?;
    }
}

const BOARD_BYTES: usize = 32;

/// Which rolls a trainer is asked about.
#[derive(Clone, Copy, PartialEq)]
enum Rolls {
    Sampled,
    Exact,
}

/// One of the games that are played side by side.
struct Game {
    board: Board,
    n_turns: u32,
    n_random_plays_left: u64,
    is_careless: bool,
    is_complete: bool,
    roll_idx: usize,
}

struct Actor {
    rng: Rng,
    rolls: Rolls,
    games: Vec<Game>,
    n_finished: u32,
    n_rolls: usize,
    boards: Vec<u8>,
    states: Vec<u8>,
    /// The number of plays of each roll.
    counts: Vec<u16>,
    files: Files,
}

struct Files {
    boards: File,
    states: File,
    counts: File,
    choices: File,
}

impl Actor {
    fn new(folder: &Path, index: u64, n_games: usize, seed: u64, rolls: Rolls) -> io::Result<Self> {
        let n_rolls = n_games * if rolls == Rolls::Exact { Dice::ALL.len() } else { 1 };
        let max_boards = n_rolls * MAX_MEAN_PLAYS;
        // The trainer maps the files before they are written for the first time.
        let file = |name: &str, n_bytes: usize| {
            let path = folder.join(format!("{name}-{index}"));
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
            file.set_len(n_bytes as u64).map(|()| file)
        };
        let files = Files {
            boards: file("boards", max_boards * BOARD_BYTES)?,
            states: file("states", n_games * BOARD_BYTES)?,
            counts: file("counts", 2 * n_rolls)?,
            choices: file("choices", 2 * n_rolls)?,
        };
        let mut rng = Rng::stream(seed, "self-play", index);
        let games = (0..n_games).map(|_| Game::start(&mut rng)).collect();
        let (boards, states, counts) = Default::default();
        Ok(Self { rng, rolls, games, n_finished: 0, n_rolls, boards, states, counts, files })
    }

    /// Writes all games and all their plays; returns how many games have ended since the last time.
    fn write_plays(&mut self) -> io::Result<u32> {
        self.boards.clear();
        self.states.clear();
        self.counts.clear();
        for game in &mut self.games {
            self.states.extend(packed(game.board));
            game.roll_idx = roll_idx(&mut self.rng);
            let rolls = match self.rolls {
                Rolls::Sampled => game.roll_idx..game.roll_idx + 1,
                Rolls::Exact => 0..Dice::ALL.len(),
            };
            for &dice in &Dice::ALL[rolls] {
                // One board always fits: what was left free for the rolls to come is never used up by this one.
                let n_rolls_left = self.n_rolls - self.counts.len() - 1;
                let n_boards_left = self.n_rolls * MAX_MEAN_PLAYS - self.boards.len() / BOARD_BYTES;
                let most = (n_boards_left - n_rolls_left).min(usize::from(u16::MAX));
                let mut n_plays = 0;
                game.board.for_each_play(dice, |_, after| {
                    if n_plays < most {
                        self.boards.extend(packed(after.turned()));
                        n_plays += 1;
                    }
                });
                if n_plays == 0 {
                    self.boards.extend(packed(game.board.turned()));
                    n_plays = 1;
                }
                self.counts.push(n_plays as u16);
            }
        }
        self.files.boards.write_all_at(&self.boards, 0)?;
        self.files.states.write_all_at(&self.states, 0)?;
        let counts: Vec<u8> = self.counts.iter().flat_map(|count| count.to_le_bytes()).collect();
        self.files.counts.write_all_at(&counts, 0)?;
        Ok(std::mem::take(&mut self.n_finished))
    }

    /// Plays what the trainer has chosen, and begins anew where a game is over.
    fn play_choices(&mut self) -> io::Result<()> {
        let mut choices = vec![0; 2 * self.counts.len()];
        self.files.choices.read_exact_at(&mut choices, 0)?;
        let choices = choices.as_chunks::<2>().0;
        let n_rolls = self.counts.len() / self.games.len();
        let rolls = self.counts.chunks_exact(n_rolls).zip(choices.chunks_exact(n_rolls));
        let mut first_board = 0;
        for (game, (counts, choices)) in self.games.iter_mut().zip(rolls) {
            let played = if self.rolls == Rolls::Exact { game.roll_idx } else { 0 };
            let n_boards = |counts: &[u16]| counts.iter().map(|&count| usize::from(count)).sum::<usize>();
            let n_plays = usize::from(counts[played]);
            let is_random = game.n_random_plays_left != 0
                || game.is_careless && self.rng.below(100) < CARELESS_PLAYS_PERCENT;
            let play_idx = match is_random {
                true => self.rng.index(n_plays),
                false => usize::from(u16::from_le_bytes(choices[played])).min(n_plays - 1),
            };
            let board_idx = first_board + n_boards(&counts[..played]) + play_idx;
            first_board += n_boards(counts);
            game.board = unpacked(&self.boards[board_idx * BOARD_BYTES..][..BOARD_BYTES]);
            game.n_turns += 1;
            game.n_random_plays_left = game.n_random_plays_left.saturating_sub(1);
            // The side that has just played is the other one now.
            let is_known = !game.is_complete && is_at_home(game.board.mover) && is_at_home(game.board.other);
            if game.board.other.is_all_off() || is_known || MAX_TURNS < game.n_turns {
                *game = Game::start(&mut self.rng);
                self.n_finished += 1;
            }
        }
        Ok(())
    }
}

impl Game {
    fn start(rng: &mut Rng) -> Self {
        let variant = if rng.below(10) == 0 { Variant::Nackgammon } else { Variant::Standard };
        let starts_randomly = rng.below(100) < RANDOM_STARTS_PERCENT;
        Self {
            board: Board { mover: variant.start(), other: variant.start() },
            n_turns: 0,
            n_random_plays_left: if starts_randomly { 2 + rng.below(MAX_RANDOM_PLAYS - 1) } else { 0 },
            is_careless: rng.below(100) < CARELESS_GAMES_PERCENT,
            is_complete: rng.below(100) < COMPLETE_GAMES_PERCENT,
            roll_idx: 0,
        }
    }
}

fn is_at_home(side: Checkers) -> bool {
    side.hindmost() <= HOME
}

/// The exact tables as the trainer reads them.
fn tables() -> Vec<u8> {
    let mut homes = Vec::new();
    for n_checkers in 0..=MAX_CHECKERS {
        for_each_home([0; 26], HOME, n_checkers, &mut |home| homes.push(home));
    }
    let (one_sided, two_sided) = (OneSided::shared(), TwoSided::shared());
    let mut bytes = Vec::new();
    for &home in &homes {
        bytes.extend((home.to_bits() as u32 >> 4).to_le_bytes());
        let rolls = one_sided.rolls(home).expect("all are at home");
        assert!(rolls.len() <= TABLE_ROLLS, "no side needs so many rolls");
        for n_rolls in 0..TABLE_ROLLS {
            bytes.extend(rolls.get(n_rolls).copied().unwrap_or_default().to_le_bytes());
        }
    }
    let small: Vec<Checkers> = homes.into_iter().filter(|home| home.total() <= SMALL_HOME).collect();
    for &mover in &small {
        for &other in &small {
            let win = two_sided.win_chance(Board { mover, other }).expect("both have few checkers at home");
            bytes.extend(win.to_le_bytes());
        }
    }
    bytes
}

/// Hands over all sides with so many checkers on the points up to one, and none elsewhere.
fn for_each_home(counts: [u8; 26], point: u8, n_checkers: u8, visit: &mut impl FnMut(Checkers)) {
    let least = if point == 1 { n_checkers } else { 0 };
    for count in least..=n_checkers {
        let mut counts = counts;
        counts[usize::from(point)] = count;
        match point {
            1 => visit(Checkers::from_counts(&counts).expect("at most fifteen checkers")),
            _ => for_each_home(counts, point - 1, n_checkers - count, visit),
        }
    }
}

fn roll_idx(rng: &mut Rng) -> usize {
    let (one, other) = (rng.below(6) as usize, rng.below(6) as usize);
    let (high, low) = (one.max(other), one.min(other));
    high * (high + 1) / 2 + low
}

fn packed(board: Board) -> [u8; BOARD_BYTES] {
    let mut bytes = [0; BOARD_BYTES];
    bytes[..16].copy_from_slice(&board.mover.to_bits().to_le_bytes());
    bytes[16..].copy_from_slice(&board.other.to_bits().to_le_bytes());
    bytes
}

fn unpacked(bytes: &[u8]) -> Board {
    let side = |bytes: &[u8]| {
        let counts = std::array::from_fn(|place| bytes[place / 2] >> (4 * (place % 2)) & 0xf);
        Checkers::from_counts(&counts).expect("the bytes were a side before")
    };
    Board { mover: side(&bytes[..16]), other: side(&bytes[16..]) }
}
