//! Lets two players meet at equal processor time, in pairs of games from the same opening.
//!
//! `cargo run --release -p brettwerk-blokus --example blokus_duel -- variant=duo a=monte-carlo b=best-first ms=50 pairs=100`
//!
//! A player is `best-first` or `monte-carlo`; the latter with settings, too: `monte-carlo,priors=FILE,curiosity=0.5`.
//! Other options: `nodes=0` (instead of the time), `plies=4` (random moves of an opening), `balance=0.07` (openings
//! further from even are left out, two players only), `threads=1`, `seed=1`, `seconds=0` (no new pair after that).
//!
//! With three or four players one has a single seat and the other all others; the seat goes on with every pair, and
//! the roles change within it. The result is the rank value of the single seat, seen from A. Time is that of the
//! processor for the thread alone, where the system tells it (Linux).

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{
    fs,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use blokus::{
    BestFirst, Blokus, BlokusPosition, LARGE, MEDIUM, MonteCarlo, PriorWeights, Rules, SMALL, Tuning,
};
use framework::{
    Game as _, Millis, Position as _, Rng, Seat, Turn, random_move,
    search::{Control, Engine, Limits, SearchRequest, Stop},
};

use self::options::{Failure, Options};

/// How many simulations judge an opening.
const JUDGED_BY: u64 = 2_000;

/// The difference in Elo that the likelihood ratio is told for, against none.
const ELO: f64 = 15.0;

struct Task {
    rules: Rules,
    players: [String; 2],
    limits: Limits,
    plies: usize,
    balance: f32,
    seed: u64,
    pairs: u64,
    threads: usize,
    seconds: u64,
}

/// What is counted of a player.
#[derive(Clone, Copy, Default)]
struct Effort {
    moves: u64,
    nodes: u64,
    millis: u64,
}

struct Pair {
    /// The mean of both games as A sees it.
    score: f64,
    /// The mean margin of A.
    margin: f64,
    effort: [Effort; 2],
}

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let rules: Rules = options.text("variant", "duo").parse()?;
    let players = [options.text("a", "monte-carlo"), options.text("b", "best-first")];
    let (ms, nodes): (u64, u64) = (options.number("ms", 50)?, options.number("nodes", 0)?);
    let task = Task {
        rules,
        players,
        limits: if nodes == 0 { Limits::time(Millis(ms)) } else { Limits::nodes(nodes) },
        plies: options.number("plies", 4)?,
        balance: options.number("balance", 0.07)?,
        seed: options.number("seed", 1)?,
        pairs: options.number("pairs", 100)?,
        threads: options.number("threads", 1)?,
        seconds: options.number("seconds", 0)?,
    };
    options.finish()?;
    match (rules.grid().width() + 1) * rules.grid().height() {
        0..=256 => meet::<SMALL>(&task),
        257..=448 => meet::<MEDIUM>(&task),
        _ => meet::<LARGE>(&task),
    }
}

fn player<const WORDS: usize>(text: &str) -> Result<Box<dyn Engine<BlokusPosition<WORDS>>>, Failure> {
    let mut words = text.split(',');
    match words.next() {
        Some("best-first") => return Ok(Box::new(BestFirst::default())),
        Some("monte-carlo") => {}
        _ => return Err(format!("\"{text}\" is no player; choose best-first or monte-carlo").into()),
    }
    let (mut tuning, mut priors) = (Tuning::USUAL, None);
    for word in words {
        match word.split_once('=') {
            Some(("priors", path)) => priors = Some(PriorWeights::parse(&fs::read_to_string(path)?)?),
            Some((name, value)) => tuning.set(name, value)?,
            None => return Err(format!("{word}: write name=value").into()),
        }
    }
    Ok(Box::new(MonteCarlo::tuned(tuning, priors)))
}

fn meet<const WORDS: usize>(task: &Task) -> Result<(), Failure> {
    let game = Blokus::<WORDS>::new(task.rules)?;
    let (begun, next) = (Instant::now(), AtomicU64::new(0));
    let all: Mutex<Vec<Pair>> = Mutex::default();
    let work = || -> Result<(), Failure> {
        let mut engines = [player::<WORDS>(&task.players[0])?, player::<WORDS>(&task.players[1])?];
        while task.seconds == 0 || begun.elapsed().as_secs() < task.seconds {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if task.pairs <= number {
                break;
            }
            let opening = opening(&game, task, number);
            let pair = play_pair(task, &mut engines, &opening, number);
            all.lock().unwrap_or_else(PoisonError::into_inner).push(pair);
        }
        Ok(())
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..task.threads.clamp(1, 256)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
    });
    for result in results {
        result.map_err(|_| "a thread has failed")??;
    }
    report(task, &all.into_inner().unwrap_or_else(PoisonError::into_inner), begun.elapsed().as_secs());
    Ok(())
}

/// Random moves that leave both sides about the same, as a short search sees it.
fn opening<const WORDS: usize>(game: &Blokus<WORDS>, task: &Task, number: u64) -> BlokusPosition<WORDS> {
    let mut rng = Rng::stream(task.seed, "duel", number);
    loop {
        let mut pos = game.start();
        for _ in 0..task.plies {
            pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
        }
        if pos.turn() == Turn::Over {
            continue;
        }
        if 2 < task.rules.seats() || 0.5 <= task.balance {
            return pos;
        }
        let limits = Limits { seed: rng.bits(), ..Limits::nodes(JUDGED_BY) };
        let (found, _) = think(&mut MonteCarlo::default(), &pos, &limits);
        if found.value.abs() <= 2.0 * task.balance {
            return pos;
        }
    }
}

fn play_pair<const WORDS: usize>(
    task: &Task,
    engines: &mut [Box<dyn Engine<BlokusPosition<WORDS>>>; 2],
    opening: &BlokusPosition<WORDS>,
    number: u64,
) -> Pair {
    let mut pair = Pair { score: 0.0, margin: 0.0, effort: [Effort::default(); 2] };
    let n_seats = task.rules.seats();
    for alone in [0, 1] {
        for engine in engines.iter_mut() {
            engine.forget();
        }
        let seat = Seat::new(number as usize % n_seats);
        let mut pos = *opening;
        let mut ply = 0;
        while let Turn::Seat(mover) = pos.turn() {
            let which = if mover == seat { alone } else { 1 - alone };
            let limits = Limits { seed: (task.seed ^ number).wrapping_mul(1_000) + ply, ..task.limits };
            let (found, millis) = think(&mut *engines[which], &pos, &limits);
            let effort = &mut pair.effort[which];
            *effort = Effort {
                moves: effort.moves + 1,
                nodes: effort.nodes + found.nodes,
                millis: effort.millis + millis,
            };
            pos.play(found.best);
            ply += 1;
        }
        let points = pos.seat_points();
        let others: f64 =
            points.iter().map(|&points| f64::from(points)).sum::<f64>() - f64::from(points[seat]);
        let margin = f64::from(points[seat]) - others / (n_seats - 1) as f64;
        let sign = if alone == 0 { 1.0 } else { -1.0 };
        pair.score += 0.25 + 0.25 * sign * f64::from(pos.payoffs()[seat]);
        pair.margin += 0.5 * sign * margin;
    }
    pair
}

fn think<const WORDS: usize>(
    player: &mut dyn Engine<BlokusPosition<WORDS>>,
    pos: &BlokusPosition<WORDS>,
    limits: &Limits,
) -> (framework::search::Found<blokus::Placement>, u64) {
    let (stop, begun, cpu_begun) = (Stop::default(), Instant::now(), cpu_millis());
    let elapsed = || match (cpu_begun, cpu_millis()) {
        (Some(begun), Some(now)) => now - begun,
        _ => begun.elapsed().as_millis() as u64,
    };
    let clock = || Millis(elapsed());
    let found = player.search(
        SearchRequest::new(pos, *limits)
            .expect("a seat is to move")
            .with_control(Control::new(&stop, &clock)),
    );
    (found, elapsed())
}

/// How long this thread has had a processor.
fn cpu_millis() -> Option<u64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<u64>().ok()? / 1_000_000)
}

fn report(task: &Task, pairs: &[Pair], seconds: u64) {
    let n = pairs.len().max(1) as f64;
    let mean_of = |value: fn(&Pair) -> f64| pairs.iter().map(value).sum::<f64>() / n;
    let variance_of = |value: fn(&Pair) -> f64| {
        let mean = mean_of(value);
        pairs.iter().map(|pair| (value(pair) - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0)
    };
    let half_of = |value: fn(&Pair) -> f64| 1.96 * (variance_of(value) / n).sqrt();
    let (score, half) = (mean_of(|pair| pair.score), half_of(|pair| pair.score));
    let (margin, margin_half) = (mean_of(|pair| pair.margin), half_of(|pair| pair.margin));
    // The ratio of likelihoods of a mean of ELO against one of 0, for means that are about normal.
    let better = 1.0 / (1.0 + 10_f64.powf(-ELO / 400.0));
    let ratio =
        n * (better - 0.5) * (2.0 * score - better - 0.5) / (2.0 * variance_of(|pair| pair.score)).max(1e-9);
    println!("{}, {} pairs, seed {}, {seconds} s", task.rules, pairs.len(), task.seed);
    println!("A {} : B {}", task.players[0], task.players[1]);
    println!("A scores {score:.3} ± {half:.3} (95 %, by pairs), margin {margin:+.1} ± {margin_half:.1}");
    println!("log likelihood ratio of {ELO} Elo against 0: {ratio:+.2}");
    for (which, name) in ["A", "B"].into_iter().enumerate() {
        let sum = |value: fn(&Effort) -> u64| {
            pairs.iter().map(|pair| value(&pair.effort[which])).sum::<u64>() as f64
        };
        let (moves, nodes, millis) =
            (sum(|effort| effort.moves), sum(|effort| effort.nodes), sum(|effort| effort.millis));
        println!(
            "{name}: {moves} moves, {:.1} ms and {:.0} nodes a move, {:.0} nodes/s",
            millis / moves,
            nodes / moves,
            1000.0 * nodes / millis
        );
    }
}
