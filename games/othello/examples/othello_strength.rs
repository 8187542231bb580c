//! Lets level 10 play against the opponent of 2014, and measures how fast alpha-beta judges with its evaluation:
//! `cargo run --release -p brettwerk-othello --example othello_strength -- depth=5 games=20 ms=100` and `… -- speed`.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::{env, process::ExitCode, time::Instant};

use framework::{
    Game, Millis, Options, OptionsError, Position, Rng, Seat, Turn, random_move,
    search::{AlphaBeta, AlphaBetaFeatures, Control, Engine, Found, Limits, Minimax, SearchRequest, Stop},
};
use othello::{
    BLACK, Board, Evaluation, Move, Othello, WHITE,
    opponents::{Denkmaschine2014, Judge, Judgment, SquareWeights},
};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "speed") {
        speed();
        return ExitCode::SUCCESS;
    }
    match contest(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// How many positions a second searches visit in five seconds, one after the other on one core, and how many
/// positions the plain ones need for five plies.
fn speed() {
    let Ok(pos) = Othello::standard().parse_position("f5d6c3d3c4f4f6f3") else { return };
    let judge = Judge::new(8, Judgment::WeightsAndMoves, &SquareWeights::default());
    let alpha_beta = AlphaBetaFeatures { quiescence: 0, ..AlphaBetaFeatures::ALL };
    let by_rings = AlphaBetaFeatures { promise: true, ..AlphaBetaFeatures::PLAIN };
    report("alpha-beta, evaluation 2", &mut AlphaBeta::new(judge, alpha_beta), &pos, None);
    report("alpha-beta, our evaluation", &mut AlphaBeta::new(Evaluation::new(8), alpha_beta), &pos, None);
    report("minimax, evaluation 2", &mut Minimax(judge), &pos, Some(5));
    report("alpha-beta by rings, evaluation 2", &mut AlphaBeta::new(judge, by_rings), &pos, Some(5));
}

fn report(name: &str, engine: &mut dyn Engine<Board>, pos: &Board, depth: Option<u32>) {
    let begun = Instant::now();
    let found = search(engine, pos, &Limits { depth, ..Limits::time(Millis::seconds(5)) });
    let seconds = begun.elapsed().as_secs_f64();
    let rate = found.nodes as f64 / seconds;
    println!("{name}: depth {}, {} positions, {seconds:.2} s, {rate:.0}/s", found.depth, found.nodes);
}

fn contest(words: &[String]) -> Result<(), OptionsError> {
    let is_ours = |word: &&String| ["games=", "ms="].iter().any(|name| word.starts_with(name));
    let number = |name: &str, usual: u64| {
        let text = words.iter().find_map(|word| word.strip_prefix(name));
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, ms) = (number("games=", 20), number("ms=", 100));
    let theirs: Vec<&str> = words.iter().filter(|word| !is_ours(word)).map(String::as_str).collect();
    let options: Options = theirs.join(" ").parse()?;
    let mut opponent = Denkmaschine2014::from_options(&options, 8)?;
    let mut strongest = Othello::standard().level(10);
    let mut results = [0; 3];
    for game_idx in 0..games {
        let seat = if game_idx % 2 == 0 { BLACK } else { WHITE };
        // Both colors of a pair begin with the same eight random plies.
        let mut rng = Rng::from_seed(game_idx / 2);
        let mut pos = Othello::standard().start();
        for _ in 0..8 {
            pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
        }
        let score = play(pos, seat, &mut *strongest, &mut opponent, Millis(ms));
        results[(1 - score.signum()) as usize] += 1;
    }
    let [won, drawn, lost] = results;
    println!(
        "level 10 at {ms} ms a move against {}: {won} won, {drawn} drawn, {lost} lost",
        theirs.join(" ")
    );
    Ok(())
}

/// Plays a game and returns by how many squares the strongest level, which has `seat`, has won.
fn play(
    mut pos: Board,
    seat: Seat,
    strongest: &mut dyn Engine<Board>,
    opponent: &mut dyn Engine<Board>,
    time: Millis,
) -> i32 {
    strongest.forget();
    while let Turn::Seat(mover) = pos.turn() {
        let found = if mover == seat {
            search(strongest, &pos, &Limits::time(time))
        } else {
            search(opponent, &pos, &Limits::NONE)
        };
        pos.play(found.best);
    }
    pos.final_score(seat).unwrap_or(0)
}

fn search(engine: &mut dyn Engine<Board>, pos: &Board, limits: &Limits) -> Found<Move> {
    let (stop, begun) = (Stop::default(), Instant::now());
    let clock = || Millis(begun.elapsed().as_millis() as u64);
    engine.search(
        SearchRequest::new(pos, *limits)
            .expect("a seat is to move")
            .with_control(Control::new(&stop, &clock)),
    )
}
