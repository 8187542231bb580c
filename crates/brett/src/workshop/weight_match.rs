//! A match between two sets of weights in the background.

use std::sync::Arc;

use arena::{Agreement, Duel, Flow, Plan, PlayerBuilder, RunNews, usual_opening_plies};
use framework::{FlagRule, GameEntry, Length, Text, search::Limits};
use protocol::{JobKind, JobStage, NewWeightMatch, WeightResult, WorkshopJob};

use super::{files, job::Job};

/// Begins a match, or says what is wrong with it.
pub(super) fn begin(games: &[GameEntry], number: u64, wanted: &NewWeightMatch) -> Result<Arc<Job>, Text> {
    let pair = files::pair(games, &wanted.left, wanted.right.as_deref())?;
    let unplayable =
        |error: String| Text::new(error.clone(), format!("so lässt sich nicht spielen: {error}"));
    let player = |name: &str, weights: &[f64]| {
        PlayerBuilder::of_the_house(&pair.game, name, &pair.player.text(weights), Limits::NONE)
            .map_err(|error| unplayable(error.to_string()))
    };
    let players = vec![player("first", &pair.left)?, player("second", &pair.right)?];
    let agreement = Agreement {
        game: Arc::clone(&pair.game),
        seed: wanted.seed,
        length: Length::Rounds(1),
        flag: FlagRule::default(),
        opening_plies: usual_opening_plies(&*pair.game),
        judge: None,
    };
    let plan = Plan::new(agreement, players).map_err(|error| unplayable(error.to_string()))?;
    let known = WorkshopJob {
        number,
        kind: JobKind::Match,
        stage: JobStage::Playing,
        game: pair.game.info().id.to_owned(),
        player: pair.player.name.to_owned(),
        games: 0,
        planned_games: wanted.games.next_multiple_of(2),
        generation: 0,
        seconds: 0,
        max_seconds: u64::from(wanted.minutes) * 60,
        strength: Vec::new(),
        terms: files::terms(&pair.player, &pair.left, &pair.right),
        file: None,
        result: None,
        problem: None,
    };
    let (n_games, threads) = (wanted.games, wanted.threads as usize);
    Job::begin(known, move |job| work(job, &plan, n_games, threads))
}

fn work(job: &Job, plan: &Plan, n_games: u64, threads: usize) -> Result<(), Text> {
    let mut duel = Duel::new(None);
    let played = plan.run(Duel::jobs(n_games), threads, |news| {
        if let RunNews::Finished(finished) = news {
            duel.add(*finished);
            let result = duel.points().map(|points| WeightResult {
                games: 2 * duel.pairs().len() as u64,
                mean: points.mean,
                low: points.interval.low,
                high: points.interval.high,
            });
            job.update(|known| {
                known.games += 1;
                known.result = result;
            });
        }
        let ends = job.is_canceled() || job.is_late();
        Ok::<_, std::convert::Infallible>(if ends { Flow::Stop } else { Flow::GoOn })
    });
    played.map_err(|error| Text::new(error.to_string(), format!("das Match ist fehlgeschlagen: {error}")))
}
