//! Plays many games side by side for a trainer that judges the plays: the CPU half of `training/backgammon`.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example self_play -- FOLDER INDEX GAMES SEED sampled|exact|race
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
//! With `race` one side alone brings its checkers home until it bears off the first, with all 21 rolls each turn: the
//! other side of every board is empty, and boards after plays are not turned around.
//!
//! Once the sides have passed each other, tables and the race network know more than the big network, and most games end
//! there. The trainer reads the tables from a file that `self_play tables FILE` writes: for every home board, those with few checkers
//! first, its points 1 to 6 as four bits each in a 32-bit number, and the chances to bear off in 0, 1, … 31 rolls as
//! 32-bit floats; then for every two home boards of at most six checkers the chance of the side that is to roll to win.

#![expect(clippy::print_stdout, reason = "the trainer reads it")]

use std::{
    env,
    error::Error,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    ops::RangeInclusive,
    os::unix::fs::FileExt as _,
    path::Path,
};

use backgammon::{
    BAR, Board, Checkers, Dice, HOME, MAX_CHECKERS, OFF, Variant,
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
/// How many of 100 games go on as races, so that the network does not forget how that is.
const COMPLETE_GAMES_PERCENT: u64 = 5;
/// How many of 100 games begin with a position that seldom comes about between good players.
const RARE_STARTS_PERCENT: u64 = 8;
/// How many of 100 plays of a lonely side are random.
const CARELESS_RACE_PERCENT: u64 = 10;
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
        return Err("give FOLDER INDEX GAMES SEED sampled|exact|race, or tables FILE".into());
    };
    let rolls = match rolls.as_str() {
        "sampled" => Rolls::Sampled,
        "exact" => Rolls::Exact,
        "race" => Rolls::Race,
        _ => return Err(format!("\"{rolls}\" is none of sampled, exact and race").into()),
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
    /// All of them, and there is one side only.
    Race,
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
        let n_rolls = n_games * if rolls == Rolls::Sampled { 1 } else { Dice::ALL.len() };
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
        let games = (0..n_games).map(|_| Game::start(rolls, &mut rng)).collect();
        let (boards, states, counts) = Default::default();
        Ok(Self { rng, rolls, games, n_finished: 0, n_rolls, boards, states, counts, files })
    }

    /// Writes all games and all their plays; returns how many games have ended since the last time.
    fn write_plays(&mut self) -> io::Result<u32> {
        self.boards.clear();
        self.states.clear();
        self.counts.clear();
        let is_race = self.rolls == Rolls::Race;
        let next = |after: Board| packed(if is_race { after } else { after.turned() });
        for game in &mut self.games {
            self.states.extend(packed(game.board));
            game.roll_idx = roll_idx(&mut self.rng);
            let rolls = match self.rolls {
                Rolls::Sampled => game.roll_idx..game.roll_idx + 1,
                Rolls::Exact | Rolls::Race => 0..Dice::ALL.len(),
            };
            for &dice in &Dice::ALL[rolls] {
                // One board always fits: what was left free for the rolls to come is never used up by this one.
                let n_rolls_left = self.n_rolls - self.counts.len() - 1;
                let n_boards_left = self.n_rolls * MAX_MEAN_PLAYS - self.boards.len() / BOARD_BYTES;
                let most = (n_boards_left - n_rolls_left).min(usize::from(u16::MAX));
                let mut n_plays = 0;
                game.board.for_each_play(dice, |_, after| {
                    if n_plays < most {
                        self.boards.extend(next(after));
                        n_plays += 1;
                    }
                });
                if n_plays == 0 {
                    self.boards.extend(next(game.board));
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
            let played = if self.rolls == Rolls::Sampled { 0 } else { game.roll_idx };
            let n_boards = |counts: &[u16]| counts.iter().map(|&count| usize::from(count)).sum::<usize>();
            let n_plays = usize::from(counts[played]);
            let careless = match self.rolls {
                Rolls::Race => CARELESS_RACE_PERCENT,
                _ if game.is_careless => CARELESS_PLAYS_PERCENT,
                _ => 0,
            };
            let is_random = game.n_random_plays_left != 0 || self.rng.below(100) < careless;
            let play_idx = match is_random {
                true => self.rng.index(n_plays),
                false => usize::from(u16::from_le_bytes(choices[played])).min(n_plays - 1),
            };
            let board_idx = first_board + n_boards(&counts[..played]) + play_idx;
            first_board += n_boards(counts);
            game.board = unpacked(&self.boards[board_idx * BOARD_BYTES..][..BOARD_BYTES]);
            game.n_turns += 1;
            game.n_random_plays_left = game.n_random_plays_left.saturating_sub(1);
            let is_over = match self.rolls {
                Rolls::Race => game.board.mover.count(OFF) != 0,
                // The side that has just played is the other one now.
                _ => game.board.other.is_all_off() || !game.is_complete && is_race(game.board),
            };
            if is_over || MAX_TURNS < game.n_turns {
                *game = Game::start(self.rolls, &mut self.rng);
                self.n_finished += 1;
            }
        }
        Ok(())
    }
}

impl Game {
    fn start(rolls: Rolls, rng: &mut Rng) -> Self {
        let variant = if rng.below(10) == 0 { Variant::Nackgammon } else { Variant::Standard };
        let starts_randomly = rng.below(100) < RANDOM_STARTS_PERCENT;
        let board = match rolls {
            Rolls::Race => Board { mover: lonely_side(rng), other: Checkers::default() },
            _ if rng.below(100) < RARE_STARTS_PERCENT => rare_start(rng),
            _ => Board { mover: variant.start(), other: variant.start() },
        };
        Self {
            board,
            n_turns: 0,
            n_random_plays_left: if starts_randomly { 2 + rng.below(MAX_RANDOM_PLAYS - 1) } else { 0 },
            is_careless: rng.below(100) < CARELESS_GAMES_PERCENT,
            is_complete: rng.below(100) < COMPLETE_GAMES_PERCENT,
            roll_idx: 0,
        }
    }
}

/// Tells whether the sides have passed each other.
fn is_race(board: Board) -> bool {
    board.mover.hindmost() + board.other.hindmost() <= BAR
}

/// Fifteen checkers that have a race before them.
fn lonely_side(rng: &mut Rng) -> Checkers {
    if rng.below(4) == 0 {
        return Variant::Standard.start();
    }
    let mut counts = [0; 26];
    let last = 7 + rng.below(18).min(rng.below(18));
    let outside_percent = rng.below(101);
    // Checkers gather on few points.
    let n_points = 2 + rng.index(8);
    let points: Vec<usize> = (0..n_points)
        .map(|_| match rng.below(100) < outside_percent {
            true => 7 + rng.below(last - 6),
            false => 1 + rng.below(6),
        } as usize)
        .collect();
    for _ in 0..MAX_CHECKERS {
        counts[points[rng.index(points.len())]] += 1;
    }
    Checkers::from_counts(&counts).expect("fifteen checkers")
}

/// A back game, a side that is to be contained, or one whose board has crashed; either side is to roll.
fn rare_start(rng: &mut Rng) -> Board {
    let (mut one, mut other) = ([0_u8; 26], [0_u8; 26]);
    match rng.below(3) {
        0 => {
            // Two points deep in the home board of a side that is far ahead.
            let front = 21 + rng.index(3);
            let back = front + 1 + rng.index(24 - front);
            (one[front], one[back]) = (2, 2 + rng.below(2) as u8);
            place(&mut one, &other, 1..=10, rng);
            place(&mut other, &one, 1..=12, rng);
        }
        1 => {
            // A last checker, or two, behind a wall or on the bar, while the others are at home or off.
            other[0] = rng.below(13) as u8;
            other[[18 + rng.index(7), 25][rng.index(2)]] = 1;
            if rng.below(2) == 0 && other[0] < 13 {
                other[18 + rng.index(8)] += 1;
            }
            place(&mut other, &one, 1..=4, rng);
            place(&mut one, &other, 2..=9, rng);
        }
        _ => {
            // A side holds a point or waits on the bar, and its own board is broken.
            let anchor = 19 + rng.index(7);
            one[anchor] = if anchor == 25 { 1 } else { 2 };
            place(&mut one, &other, 1..=4, rng);
            if rng.below(2) == 0 {
                let back = 20 + rng.index(5);
                if one[25 - back] == 0 {
                    other[back] = 1;
                }
            }
            place(&mut other, &one, 2..=14, rng);
        }
    }
    let side = |counts| Checkers::from_counts(counts).expect("fifteen checkers");
    let board = Board { mover: side(&one), other: side(&other) };
    if rng.below(2) == 0 { board } else { board.turned() }
}

/// Puts the checkers that a side still has on points of a range that the other side has not taken.
fn place(counts: &mut [u8; 26], taken: &[u8; 26], points: RangeInclusive<usize>, rng: &mut Rng) {
    let free: Vec<usize> = points.filter(|point| taken[25 - point] == 0).collect();
    let chosen: Vec<usize> = (0..4 + rng.index(4)).map(|_| free[rng.index(free.len())]).collect();
    for _ in counts.iter().sum::<u8>()..MAX_CHECKERS {
        counts[chosen[rng.index(chosen.len())]] += 1;
    }
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
