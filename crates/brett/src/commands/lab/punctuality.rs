//! Whether players keep to their time.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Context as _;
use clap::Args;
use framework::{
    AnyEngine, AnyGame, AnySearchRequest, Millis, Rng, Seat, Text, Turn,
    search::{Control, Limits, Stop},
};
use serde::Serialize;

use super::thread_time::thread_time;
use crate::{
    Exit, choice,
    context::{Context, Report},
    interrupts::Interrupts,
    limits,
    number::number_in,
    page::Page,
    workers,
};

/// How much later than its time an answer may come.
const ALLOWED_SHARE: f64 = 0.05;
const ALLOWED: Duration = Duration::from_millis(5);

/// How many random plies may begin a game, so that games differ.
const MOST_RANDOM_PLIES: usize = 8;

/// Measure whether players answer within their time, and by the rules
///
/// Games of all kinds are played, the player at every seat, with a time for every move. An answer is late if it comes
/// more than 5 % and 5 ms after its time. On a busy machine that also happens because something else ran; so the work
/// is told as well that the processor did for a player since it last saw a clock with time left: the delay that is its
/// own. The exit code is 1 if an answer was late by the clock or illegal. Ctrl-C ends the games and tells what was seen
/// so far.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett lab punctuality --moves 10000 --time 50ms\n  \
                  brett lab punctuality blokus --player best-first --time 10ms --moves 200")]
pub(super) struct PunctualityArgs {
    /// The games; all unless given
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "level10")]
    player: String,
    /// How many moves are measured in all
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number_in(1..=1_000_000_000_u64))]
    moves: u64,
    /// How long a player may think about a move
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = limits::span)]
    time: Millis,
    /// How many games are played at once; more than there are cores make players late
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1..=256_usize))]
    threads: usize,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
}

/// Measures.
///
/// # Errors
/// If there is no such game or player, or no thread can be started.
pub(super) fn run(args: &PunctualityArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let names: Vec<String> = match args.games.as_slice() {
        [] => ctx.games.iter().map(|entry| entry.info.id.to_owned()).collect(),
        named => named.to_vec(),
    };
    let mut games = Vec::new();
    for name in names {
        let game = choice::open(ctx, &name, "")?;
        game.engine(&args.player).with_context(|| format!("--player, in {name}"))?;
        games.push(game);
    }
    let interrupts = Interrupts::watch()?;
    let (left, is_stopped) = (AtomicU64::new(args.moves), AtomicBool::new(false));
    let experiment = Experiment { args, left: &left, interrupts: &interrupts, is_stopped: &is_stopped };
    let mut seen: Vec<Seen> = games.iter().map(|game| Seen::of(&**game)).collect();
    let shows_progress = ctx.console.err_is_terminal;
    let err = &mut *ctx.console.err;
    // A game in which the random plies reach the end measures nothing, so there may be more games than moves.
    let n_games = args.moves.saturating_mul(4);
    let which = |number: u64| (number % games.len() as u64) as usize;
    let play = |number: u64| experiment.play(&games[which(number)], number);
    workers::share(args.threads, n_games, play, |number, answers| {
        seen[which(number)].answers.extend(answers?);
        if shows_progress {
            let done = args.moves - left.load(Ordering::Relaxed);
            write!(err, "\r{done} / {}", args.moves)?;
            err.flush()?;
        }
        Ok(())
    })?;
    if shows_progress {
        writeln!(err, "\r\u{1b}[K")?;
    }
    let report = Punctuality {
        player: args.player.clone(),
        millis: args.time.0,
        allowed_millis: allowed(args.time).as_secs_f64() * 1_000.0,
        seed: args.seed,
        threads: args.threads,
        was_interrupted: is_stopped.into_inner(),
        games: seen.iter().map(|seen| seen.row(args.time)).collect(),
    };
    ctx.answer(&report)?;
    let is_fine = report.games.iter().all(|row| row.illegal == 0 && row.late == 0);
    Ok(if is_fine { Exit::Fine } else { Exit::No })
}

/// When an answer is late.
fn allowed(time: Millis) -> Duration {
    Duration::from_millis(time.0).mul_f64(1.0 + ALLOWED_SHARE) + ALLOWED
}

/// What all games have in common.
struct Experiment<'a> {
    args: &'a PunctualityArgs,
    /// How many moves are still to be measured.
    left: &'a AtomicU64,
    interrupts: &'a Interrupts,
    is_stopped: &'a AtomicBool,
}

/// How long a player took to answer.
#[derive(Clone, Copy, Debug)]
struct Answered {
    by_clock: Duration,
    /// What the processor did for it since it last saw a clock with time left; `None` where the system does not tell.
    own_delay: Option<Duration>,
    is_legal: bool,
}

impl Experiment<'_> {
    /// Tells whether somebody has interrupted the experiment.
    fn is_stopped(&self) -> bool {
        if self.interrupts.take() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Plays a game and measures its moves.
    fn play(&self, game: &Arc<dyn AnyGame>, number: u64) -> anyhow::Result<Vec<Answered>> {
        let mut answers = Vec::new();
        if self.left.load(Ordering::Relaxed) == 0 || self.is_stopped() {
            return Ok(answers);
        }
        let mut rng = Rng::stream(self.args.seed, "punctuality", number);
        let mut pos = game.start();
        for _ in 0..rng.index(MOST_RANDOM_PLIES + 1) {
            pos.play_random(&mut rng);
        }
        let seats = Seat::all(pos.seats());
        let mut players = seats.map(|_| game.engine(&self.args.player)).collect::<Result<Vec<_>, _>>()?;
        let limits = Limits { seed: rng.below(u64::MAX), ..Limits::time(self.args.time) };
        loop {
            let Some(request) = AnySearchRequest::new(&*pos, limits) else {
                match pos.turn() {
                    Turn::Over => return Ok(answers),
                    _ => pos.play_random(&mut rng),
                };
                continue;
            };
            let seat = request.mover();
            let is_wanted = |left: u64| left.checked_sub(1).filter(|_| !self.is_stopped());
            if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, is_wanted).is_err() {
                return Ok(answers);
            }
            let (best, by_clock, own_delay) = timed(&mut *players[seat.index()], request, self.args.time);
            let is_legal = pos.play(&best).is_ok();
            answers.push(Answered { by_clock, own_delay, is_legal });
            if !is_legal {
                return Ok(answers);
            }
        }
    }
}

/// Lets a player choose a move, and measures how long it takes in all and after its last look at a clock with time
/// left.
fn timed(
    player: &mut dyn AnyEngine,
    request: AnySearchRequest<'_>,
    time: Millis,
) -> (String, Duration, Option<Duration>) {
    let in_nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let (stop, began) = (Stop::default(), Instant::now());
    let last_in_time = AtomicU64::new(thread_time().map_or(0, in_nanos));
    let elapsed = || {
        let now = Millis(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        if now < time {
            last_in_time.store(thread_time().map_or(0, in_nanos), Ordering::Relaxed);
        }
        now
    };
    let found = player.search(request.with_control(Control::new(&stop, &elapsed)));
    let by_clock = began.elapsed();
    let own_delay =
        thread_time().map(|now| now.saturating_sub(Duration::from_nanos(last_in_time.into_inner())));
    (found.best, by_clock, own_delay)
}

/// What was seen in the games of one kind.
struct Seen {
    game: &'static str,
    answers: Vec<Answered>,
}

impl Seen {
    fn of(game: &dyn AnyGame) -> Self {
        Self { game: game.info().id, answers: Vec::new() }
    }

    fn row(&self, time: Millis) -> Row {
        let mut by_clock: Vec<Duration> = self.answers.iter().map(|answer| answer.by_clock).collect();
        by_clock.sort_unstable();
        let own_delays = self.answers.iter().filter_map(|answer| answer.own_delay);
        let (allowed, delay) = (allowed(time), allowed(time).saturating_sub(Duration::from_millis(time.0)));
        Row {
            game: self.game,
            moves: by_clock.len(),
            illegal: self.answers.iter().filter(|answer| !answer.is_legal).count(),
            late: by_clock.iter().filter(|&&time| allowed < time).count(),
            late_by_itself: own_delays.clone().filter(|&own| delay < own).count(),
            median_micros: share(&by_clock, 0.5),
            most_micros: [0.99, 0.999, 1.0].map(|part| share(&by_clock, part)),
            worst_own_delay_micros: own_delays.max().map(|own| own.as_micros()),
        }
    }
}

/// The time within which a share of the sorted answers came, in microseconds.
fn share(sorted: &[Duration], part: f64) -> u128 {
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).map_or(0, Duration::as_micros)
}

#[derive(Debug, Serialize)]
struct Punctuality {
    player: String,
    millis: u64,
    allowed_millis: f64,
    seed: u64,
    threads: usize,
    was_interrupted: bool,
    games: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    game: &'static str,
    moves: usize,
    illegal: usize,
    late: usize,
    late_by_itself: usize,
    median_micros: u128,
    /// Within which 99 %, 99.9 % and all answers came.
    most_micros: [u128; 3],
    worst_own_delay_micros: Option<u128>,
}

impl Report for Punctuality {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { player, millis, allowed_millis, seed, threads, .. } = self;
        let title = Text::new(
            format!(
                "{player}, {millis} ms a move, late after {allowed_millis:.1} ms, seed {seed}, threads: {threads}"
            ),
            format!(
                "{player}, {millis} ms je Zug, zu spät nach {allowed_millis:.1} ms, Startwert {seed}, Threads: {threads}"
            ),
        );
        page.heading(page.say(&title))?;
        page.gap()?;
        let titles = [
            Text::fixed("moves", "Züge"),
            Text::fixed("illegal", "regelwidrig"),
            Text::fixed("late", "zu spät"),
            Text::fixed("by itself", "selbst"),
            Text::fixed("worst", "höchstens"),
            Text::fixed("own delay", "eigener Verzug"),
        ];
        let [moves, illegal, late, by_itself, worst, own] = titles.each_ref().map(|title| page.say(title));
        let titles = format!(
            "{:<11}{moves:>8}{illegal:>12}{late:>8}{by_itself:>11}{:>9}{:>9}{:>9}{worst:>10}{own:>16} ms",
            "", "50 %", "99 %", "99.9 %"
        );
        page.line(page.dim(titles))?;
        for row in &self.games {
            let millis = |micros: u128| format!("{:.2}", micros as f64 / 1_000.0);
            let [most, nearly_all, all] = row.most_micros.map(millis);
            let own = row.worst_own_delay_micros.map_or_else(|| "?".to_owned(), millis);
            let Row { game, moves, illegal, late, late_by_itself, .. } = row;
            let median = millis(row.median_micros);
            page.line(format!(
                "{game:<11}{moves:>8}{illegal:>12}{late:>8}{late_by_itself:>11}{median:>9}{most:>9}{nearly_all:>9}{all:>10}{own:>16}"
            ))?;
        }
        if self.was_interrupted {
            page.gap()?;
            page.line(page.say(&Text::fixed(
                "Interrupted before all moves were played.",
                "Unterbrochen, bevor alle Züge gespielt waren.",
            )))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_late_after_five_percent_and_five_milliseconds() {
        assert_eq!(allowed(Millis(100)), Duration::from_millis(110));
        let answer = |millis| Answered {
            by_clock: Duration::from_millis(millis),
            own_delay: Some(Duration::from_millis(millis / 10)),
            is_legal: millis != 3,
        };
        let seen = Seen { game: "nim", answers: [3, 110, 100, 111].map(answer).to_vec() };
        let row = seen.row(Millis(100));
        assert_eq!((row.moves, row.illegal, row.late, row.late_by_itself), (4, 1, 1, 2));
        assert_eq!((row.median_micros, row.most_micros), (100_000, [111_000; 3]));
        assert_eq!(row.worst_own_delay_micros, Some(11_000));
    }

    #[test]
    fn nothing_measured_is_nothing_late() {
        let row = Seen { game: "nim", answers: Vec::new() }.row(Millis(1));
        assert_eq!((row.moves, row.late, row.median_micros), (0, 0, 0));
    }
}
