//! One random game.

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use framework::{
    Action, AnyGame, AnyPosition, GameEntry, Length, Match, Millis, PerSeat, Record, Rng, Seat, Settings,
    Turn,
};

use super::statistics::Tally;

/// A game that is longer than this has probably no end, whatever its rules say.
const MAX_PLIES: u64 = 100_000;

/// What is kept of a game.
#[derive(Debug)]
pub(super) struct PlayedGame {
    pub(super) number: u64,
    pub(super) n_plies: u64,
    /// The numbers of legal moves, wherever a seat decided.
    pub(super) choices: Tally,
    /// What each seat won; over all rounds, if the game is a match to points.
    pub(super) payoffs: PerSeat<f32>,
    /// The key of the last position.
    pub(super) key: u64,
    /// The record as text.
    pub(super) record: String,
}

/// Plays the game of a number, which depends on the seed and the number alone, as people would: by a match. Then
/// its record is read and replayed.
///
/// # Errors
/// If the game has no end, or a rule contradicts another: a legal move is refused, a record does not hold.
pub(super) fn play(
    games: &[GameEntry],
    game: &Arc<dyn AnyGame>,
    seed: u64,
    number: u64,
) -> anyhow::Result<PlayedGame> {
    let mut rng = Rng::stream(seed, "random", number);
    let n_seats = game.start().seats();
    let mut settings = Settings::casual(n_seats, rng.bits());
    if let Some(points) = game.points_to_win() {
        settings.length = Length::Points(points);
    }
    let mut contest = Match::new(Arc::clone(game), settings, Millis(0))?;
    let mut choices = Tally::EMPTY;
    let mut payoffs = PerSeat::nothing(n_seats);
    let mut n_plies = 0;
    loop {
        play_round(&mut contest, &mut rng, &mut choices)?;
        n_plies += u64::from(contest.ply());
        for (seat, payoff) in contest.position().payoffs().entries() {
            payoffs[seat] += payoff;
        }
        if contest.is_over() {
            break;
        }
        for seat in Seat::all(n_seats) {
            contest.act(seat, contest.ply(), Action::Ready, Millis(0))?;
        }
    }
    let record = contest.record().to_string();
    check_record(games, &record, contest.record(), contest.position())?;
    Ok(PlayedGame { number, n_plies, choices, payoffs, key: contest.position().key(), record })
}

fn play_round(contest: &mut Match, rng: &mut Rng, choices: &mut Tally) -> anyhow::Result<()> {
    while let Turn::Seat(seat) = contest.position().turn() {
        choices.add(contest.position().perft(1).paths);
        let chosen = contest.position().boxed_clone().play_random(rng);
        let mv = chosen.context("a seat is to move and has no move")?;
        let ply = contest.ply();
        contest
            .act(seat, ply, Action::Move(mv.clone()), Millis(0))
            .with_context(|| format!("ply {}, the legal move {mv}", ply + 1))?;
        if MAX_PLIES < u64::from(ply) {
            bail!("there is no end after {MAX_PLIES} plies");
        }
    }
    Ok(())
}

/// Makes sure that a record says what was played.
fn check_record(
    games: &[GameEntry],
    text: &str,
    written: &Record,
    last: &dyn AnyPosition,
) -> anyhow::Result<()> {
    let read: Record = text.parse().context("reading the record")?;
    ensure!(read == *written, "the record is not read as it was written");
    let replayed = read.replay(games).context("replaying the record")?;
    ensure!(replayed.position.text() == last.text(), "replaying the record leads to another position");
    Ok(())
}
