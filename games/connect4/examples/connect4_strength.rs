//! Lets level 10 play against an opponent of earlier years, in matches of five games as in the course of 2018:
//! `cargo run --release -p connect4 --example connect4_strength -- praktikum-2018 level=4 matches=10 ms=100`.

#![expect(clippy::print_stdout, reason = "a programme for the terminal")]

use std::{env, process::ExitCode, time::Instant};

use connect4::{Board, Connect4};
use framework::{
    Game, Millis, Options, Position, Rng, Seat, Turn, random_move,
    search::{Control, Engine, Limits, Stop},
};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let is_ours = |word: &&String| ["matches=", "ms=", "opening="].iter().any(|name| word.starts_with(name));
    let number = |name: &str, usual: u64| {
        let text = words.iter().find_map(|word| word.strip_prefix(name));
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (matches, ms, opening) = (number("matches=", 10), number("ms=", 100), number("opening=", 0));
    let opponent: Vec<&str> = words.iter().filter(|word| !is_ours(word)).map(String::as_str).collect();
    let [name, options @ ..] = opponent.as_slice() else {
        println!("say whom to play: praktikum-2018 or woellert-2006");
        return ExitCode::FAILURE;
    };
    let game = Connect4::default();
    let entries = game.engines();
    let options: Result<Options, _> = options.join(" ").parse();
    let entry = entries.iter().find(|entry| entry.name == *name);
    let (Some(entry), Ok(options)) = (entry, options) else {
        println!("there is no player {name}");
        return ExitCode::FAILURE;
    };
    let mut opponent = match (entry.make)(&options) {
        Ok(opponent) => opponent,
        Err(error) => {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut strongest = game.level(10);
    let (mut games, mut won_matches, mut drawn_matches) = ([0; 3], 0, 0);
    for match_idx in 0..matches {
        let mut balance = 0;
        for round in 0..5 {
            let seat = if round % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
            let seed = 5 * match_idx + round;
            let mut pos = game.start();
            let mut rng = Rng::from_seed(seed / 2);
            for _ in 0..opening {
                pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
            }
            let payoff = play(pos, seat, &mut *strongest, &mut *opponent, Millis(ms), seed);
            games[(1 - payoff) as usize] += 1;
            balance += payoff;
        }
        won_matches += u64::from(0 < balance);
        drawn_matches += u64::from(balance == 0);
    }
    let [won, drawn, lost] = games;
    println!("level 10 at {ms} ms a move against {}: {won} won, {drawn} drawn, {lost} lost", words.join(" "));
    println!("matches of five: {won_matches} won, {drawn_matches} drawn of {matches}");
    ExitCode::SUCCESS
}

/// Plays a game and returns 1, 0 or -1 for the strongest level, which has `seat`.
fn play(
    mut pos: Board,
    seat: Seat,
    strongest: &mut dyn Engine<Board>,
    opponent: &mut dyn Engine<Board>,
    time: Millis,
    seed: u64,
) -> i32 {
    strongest.forget();
    opponent.forget();
    while let Turn::Seat(mover) = pos.turn() {
        let (stop, begun) = (Stop::default(), Instant::now());
        let clock = || Millis(begun.elapsed().as_millis() as u64);
        let control = Control::new(&stop, &clock);
        let best = if mover == seat {
            strongest.search(&pos, &Limits { seed, ..Limits::time(time) }, control, &mut |_| {}).best
        } else {
            opponent.search(&pos, &Limits { seed, ..Limits::NONE }, control, &mut |_| {}).best
        };
        pos.play(best);
    }
    pos.payoffs()[seat] as i32
}
