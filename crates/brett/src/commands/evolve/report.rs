//! What was found, in the end.

use std::io;

use arena::{
    evolve::{Checkpoint, Run, TestResult, sparkline},
    statistics::Verdict,
};
use framework::Text;
use serde::Serialize;

use crate::{context::Report, page::Page};

/// What a run has found.
#[derive(Debug, Serialize)]
pub(super) struct Evolved {
    game: &'static str,
    options: String,
    player: &'static str,
    method: &'static str,
    seed: u64,
    generations: u64,
    games: u64,
    weights: Vec<Weight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<Tested>,
    file: String,
    checkpoints: Vec<Checkpoint>,
}

#[derive(Debug, Serialize)]
struct Weight {
    name: &'static str,
    start: f64,
    best: f64,
}

#[derive(Debug, Serialize)]
struct Tested {
    against: String,
    games: u64,
    points_per_game: f64,
    interval: [f64; 2],
    verdict: &'static str,
}

impl Evolved {
    pub(super) fn of(run: &Run) -> Self {
        let (subject, state) = (run.evolution().subject(), run.evolution().state());
        let values = subject.start().iter().zip(run.best());
        let weight = |(parameter, (&start, best)): (&framework::search::Parameter, (&f64, f64))| Weight {
            name: parameter.name,
            start,
            best,
        };
        let verdict = match run.last_test().verdict() {
            Some(Verdict::High) => "better",
            Some(Verdict::Low) => "not better",
            None => "undecided",
        };
        let tested = |result: TestResult| Tested {
            against: result.against,
            games: result.games,
            points_per_game: result.points_per_game,
            interval: result.interval,
            verdict,
        };
        Self {
            game: subject.game().info().id,
            options: subject.game().options(),
            player: subject.player().name,
            method: state.optimizer.name(),
            seed: run.evolution().orders().seed,
            generations: state.generation,
            games: state.games,
            weights: subject.player().parameters.iter().zip(values).map(weight).collect(),
            test: run.weight_file().result.map(tested),
            file: run.best_file().display().to_string(),
            checkpoints: run.checkpoints().to_vec(),
        }
    }
}

impl Report for Evolved {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format!("{} {}: {} ({})", self.game, self.options, self.player, self.method))?;
        page.gap()?;
        let [name, start, best] =
            [Text::fixed("weight", "Gewicht"), Text::fixed("start", "Beginn"), Text::fixed("best", "bestes")];
        let width = self.weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0).max(7);
        let titles = [&name, &start, &best].map(|title| page.say(title).to_owned());
        page.line(page.dim(format!("{:<width$} {:>12} {:>12}", titles[0], titles[1], titles[2])))?;
        for Weight { name, start, best } in &self.weights {
            page.line(format!("{name:<width$} {start:>12.4} {best:>12.4}"))?;
        }
        page.gap()?;
        let means: Vec<f64> = self.checkpoints.iter().map(|checkpoint| checkpoint.strength.mean).collect();
        if !means.is_empty() {
            page.field(&Text::fixed("strength", "Stärke"), sparkline(&means))?;
        }
        let effort = Text::new(
            format!("{} in {} generations", self.games, self.generations),
            format!("{} in {} Generationen", self.games, self.generations),
        );
        page.field(&Text::fixed("games", "Spiele"), page.say(&effort))?;
        if let Some(Tested { against, games, points_per_game, interval: [low, high], verdict }) = &self.test {
            let result = Text::new(
                format!(
                    "{points_per_game:+.3} points a game ({low:+.3} to {high:+.3}, 95 %) in {games} games"
                ),
                format!(
                    "{points_per_game:+.3} Punkte je Spiel ({low:+.3} bis {high:+.3}, 95 %) in {games} Spielen"
                ),
            );
            let verdict = match *verdict {
                "better" => Text::fixed("better, with an error of 5 %", "besser, bei 5 % Irrtum"),
                "not better" => Text::fixed("not better", "nicht besser"),
                _ => Text::fixed("undecided", "unentschieden"),
            };
            page.field(&Text::fixed("against", "gegen"), against)?;
            page.field(&Text::fixed("test", "Test"), page.say(&result))?;
            page.field(&Text::fixed("verdict", "Urteil"), page.say(&verdict))?;
        }
        page.field(&Text::fixed("file", "Datei"), &self.file)
    }
}
