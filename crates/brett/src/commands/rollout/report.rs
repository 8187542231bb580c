//! What a rollout has found.

use std::io;

use backgammon::{
    Backgammon, Move, Table,
    engine::{
        cube::CubeDecision,
        rollout::{RolloutTally, Settings},
    },
};
use framework::{Game as _, Text};
use serde::Serialize;

use crate::{context::Report, page::Page};

#[derive(Debug, Serialize)]
pub(super) struct RolledOut {
    game: &'static str,
    options: String,
    position: String,
    trials: usize,
    truncate: Option<u32>,
    luck_removed: bool,
    cube: bool,
    seed: u64,
    interrupted: bool,
    seconds: f64,
    choices: Vec<ChoiceReport>,
    /// What is right about the cube, where that is the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    cube_action: Option<Text>,
}

#[derive(Debug, Serialize)]
struct ChoiceReport {
    #[serde(rename = "move")]
    text: String,
    equity: f64,
    /// Half of the 95 % interval.
    within: f64,
    /// By how much it is behind the best, and half of the interval of that.
    behind: f64,
    behind_within: f64,
    win: [f64; 3],
    lose: [f64; 3],
}

impl RolledOut {
    #[expect(clippy::too_many_arguments, reason = "a report says everything that was asked and found")]
    pub(super) fn new(
        game: &Backgammon,
        table: &Table,
        moves: &[Move],
        names: &[String],
        tally: &RolloutTally,
        settings: Settings,
        interrupted: bool,
        seconds: f64,
    ) -> Self {
        let ranking = tally.ranking();
        let best = ranking[0];
        let choice = |choice: usize| {
            let equity = tally.equity(choice);
            let behind = tally.difference(best, choice);
            let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = tally.chances(choice);
            ChoiceReport {
                text: names[choice].clone(),
                equity: equity.mean,
                within: equity.within,
                behind: behind.mean,
                behind_within: behind.within,
                win: [win, win_gammon, win_backgammon],
                lose: [1.0 - win, lose_gammon, lose_backgammon],
            }
        };
        let cube_action = (moves == [Move::Roll, Move::Double]).then(|| {
            let (no_double, take) = (tally.equity(0).mean as f32, tally.equity(1).mean as f32);
            CubeDecision { no_double, take, pass: 1.0, beaver: false }.action().in_words()
        });
        Self {
            game: game.info().id,
            options: game.options(),
            position: game.write_position(table),
            trials: tally.len(),
            truncate: settings.truncate,
            luck_removed: settings.luck,
            cube: settings.cube,
            seed: settings.seed,
            interrupted,
            seconds,
            choices: ranking.iter().map(|&idx| choice(idx)).collect(),
            cube_action,
        }
    }
}

impl Report for RolledOut {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format!("{} {}: {}", self.game, self.options, self.position))?;
        page.gap()?;
        let width = self.choices.iter().map(|choice| choice.text.chars().count()).max().unwrap_or(0);
        for (choice, rank) in self.choices.iter().zip(1..) {
            let ChoiceReport { text, equity, within, behind, behind_within, win, lose } = choice;
            let [wins, gammons] = [win[0], win[1]].map(|chance| format!("{:.1} %", 100.0 * chance));
            let [losses, lost] = [lose[0], lose[1]].map(|chance| format!("{:.1} %", 100.0 * chance));
            let compared = match rank {
                1 => String::new(),
                _ => format!("  (−{behind:.4} ± {behind_within:.4})"),
            };
            page.line(format!("{rank:>3}. {text:<width$}  {equity:+.4} ± {within:.4}{compared}"))?;
            let chances = Text::new(
                format!("wins {wins}, gammon {gammons}; loses {losses}, gammon {lost}"),
                format!("gewinnt {wins}, Gammon {gammons}; verliert {losses}, Gammon {lost}"),
            );
            page.line(format!("     {}", page.say(&chances)))?;
        }
        page.gap()?;
        if let Some(action) = &self.cube_action {
            page.field(&Text::fixed("cube", "Würfel"), page.say(action))?;
        }
        let Self { trials, seconds, .. } = self;
        page.field(&Text::fixed("trials", "Versuche"), format!("{trials}, {seconds:.1} s"))?;
        if self.interrupted {
            let said = Text::fixed(
                "interrupted; fewer trials than asked for",
                "unterbrochen; weniger Versuche als verlangt",
            );
            page.line(page.say(&said))?;
        }
        Ok(())
    }
}
