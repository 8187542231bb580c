//! Lets level 10 play against an opponent of earlier years, in matches of five games as in the course of 2018:
//! `cargo run --release -p connect4 --example connect4_strength -- praktikum-2018 level=4 matches=10 ms=100`.
//!
//! `size=9x7x4` chooses the board, `opening=4` begins after so many random plies, and `first=1000` numbers the
//! matches from there, so that openings are met that nobody has seen.

#![expect(clippy::print_stdout, reason = "a programme for the terminal")]

use std::{env, process::ExitCode, time::Instant};

use connect4::{Bits, Board, Connect4, Lanes, Size};
use framework::{
    Game, Millis, Options, Position, Rng, Seat, Turn, random_move,
    search::{Control, Engine, Limits, Stop},
};

/// What is asked for.
struct Contest<'a> {
    matches: u64,
    first: u64,
    time: Millis,
    opening: u64,
    opponent: &'a [&'a str],
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let ours = ["matches=", "ms=", "opening=", "first=", "size="];
    let word = |name: &str| words.iter().find_map(|word| word.strip_prefix(name));
    let number = |name: &str, usual: u64| word(name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let is_ours = |word: &&String| ours.iter().any(|name| word.starts_with(name));
    let opponent: Vec<&str> = words.iter().filter(|word| !is_ours(word)).map(String::as_str).collect();
    let contest = Contest {
        matches: number("matches=", 10),
        first: number("first=", 0),
        time: Millis(number("ms=", 100)),
        opening: number("opening=", 0),
        opponent: &opponent,
    };
    let size = word("size=").unwrap_or("7x6x4").parse().and_then(|options| Size::from_options(&options));
    let played = size.map_err(|error| error.to_string()).and_then(|size| match size {
        _ if u64::fits(size) => contest.play::<u64>(size),
        _ if u128::fits(size) => contest.play::<u128>(size),
        _ => contest.play::<Lanes>(size),
    });
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("{problem}");
            ExitCode::FAILURE
        }
    }
}

impl Contest<'_> {
    /// Plays all matches and tells how they ended.
    fn play<B: Bits>(&self, size: Size) -> Result<(), String> {
        let game = Connect4::<B>::new(size).map_err(|error| error.to_string())?;
        let [name, options @ ..] = self.opponent else {
            return Err("say whom to play: praktikum-2018 or woellert-2006".to_owned());
        };
        let entries = game.engines();
        let entry = entries.iter().find(|entry| entry.name == *name);
        let entry = entry.ok_or_else(|| format!("there is no player {name}"))?;
        let options: Options = options.join(" ").parse().map_err(|_| "options are words".to_owned())?;
        let mut opponent = (entry.make)(&options).map_err(|error| error.to_string())?;
        let mut strongest = game.level(10);
        let (mut games, mut won_matches, mut drawn_matches) = ([0; 3], 0, 0);
        let (mut slowest, mut slowest_opponent) = (Millis(0), Millis(0));
        for match_idx in self.first..self.first + self.matches {
            let mut balance = 0;
            for round in 0..5 {
                let seat = if round % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
                let seed = 5 * match_idx + round;
                let mut pos = game.start();
                let mut rng = Rng::from_seed(seed / 2);
                for _ in 0..self.opening {
                    pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
                }
                let (payoff, times) = self.play_game(pos, seat, &mut *strongest, &mut *opponent, seed);
                games[(1 - payoff) as usize] += 1;
                balance += payoff;
                (slowest, slowest_opponent) = (slowest.max(times[0]), slowest_opponent.max(times[1]));
            }
            won_matches += u64::from(0 < balance);
            drawn_matches += u64::from(balance == 0);
        }
        let [won, drawn, lost] = games;
        println!(
            "level 10 on {size} against {}: {won} won, {drawn} drawn, {lost} lost",
            self.opponent.join(" ")
        );
        println!("matches of five: {won_matches} won, {drawn_matches} drawn of {}", self.matches);
        println!("slowest moves: {slowest} of level 10, {slowest_opponent} of the other");
        Ok(())
    }

    /// Plays a game and returns 1, 0 or -1 for the strongest level, which has `seat`, and the slowest moves.
    fn play_game<B: Bits>(
        &self,
        mut pos: Board<B>,
        seat: Seat,
        strongest: &mut dyn Engine<Board<B>>,
        opponent: &mut dyn Engine<Board<B>>,
        seed: u64,
    ) -> (i32, [Millis; 2]) {
        strongest.forget();
        opponent.forget();
        let mut slowest = [Millis(0); 2];
        while let Turn::Seat(mover) = pos.turn() {
            let (stop, begun) = (Stop::default(), Instant::now());
            let clock = || Millis(begun.elapsed().as_millis() as u64);
            let control = Control::new(&stop, &clock);
            let best = if mover == seat {
                strongest.search(&pos, &Limits { seed, ..Limits::time(self.time) }, control, &mut |_| {}).best
            } else {
                opponent.search(&pos, &Limits { seed, ..Limits::NONE }, control, &mut |_| {}).best
            };
            let of = usize::from(mover != seat);
            slowest[of] = slowest[of].max(clock());
            pos.play(best);
        }
        (pos.payoffs()[seat] as i32, slowest)
    }
}
