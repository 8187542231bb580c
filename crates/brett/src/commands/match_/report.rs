//! What a match has shown.

use std::{fmt::Write as _, io, time::Duration};

use arena::{
    Duel, FaultCount, Plan, Side,
    statistics::{Estimate, Interval, Measure, Sprt, Verdict, WithoutLuck},
};
use framework::{Length, Text};
use serde::Serialize;

use super::super::arena::{ArenaArgs, Sitting, fault_line, shortened, signed, tempo_line};
use crate::{context::Report, page::Page};

/// How wide a player's name may be.
const NAME_WIDTH: usize = 36;

/// A match, for people and programs.
#[derive(Debug, Serialize)]
pub(super) struct MatchReport {
    game: &'static str,
    options: String,
    seed: u64,
    length: String,
    opening_plies: u32,
    measure: Measure,
    players: [PlayerReport; 2],
    encounters: u64,
    pairs: u64,
    games: u64,
    /// How many pairs brought A 0, ½, 1, 1½ and 2.
    pentanomial: [u64; 5],
    score: Option<Estimate>,
    elo: Option<EloReport>,
    points: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_without_luck: Option<WithoutLuck>,
    test: Option<TestReport>,
    faults: Vec<FaultCount>,
    seconds: f64,
    threads: usize,
    /// The share of the threads' time that the players did not use.
    overhead: f64,
    games_per_minute_and_core: f64,
    journal: Option<String>,
    encounters_before: usize,
}

#[derive(Debug, Serialize)]
struct PlayerReport {
    name: String,
    won: u64,
    drawn: u64,
    lost: u64,
    moves: u64,
    seconds: f64,
    longest_move_seconds: f64,
    p99_move_seconds: f64,
    #[serde(skip)]
    tempo: Text,
}

/// A difference in Elo; `null` is infinite.
#[derive(Debug, Serialize)]
struct EloReport {
    difference: f64,
    interval: Interval,
}

#[derive(Debug, Serialize)]
struct TestReport {
    #[serde(flatten)]
    test: Sprt,
    log_ratio: f64,
    lower_bound: f64,
    upper_bound: f64,
    verdict: Option<Verdict>,
}

impl MatchReport {
    pub(super) fn new(
        plan: &Plan,
        args: &ArenaArgs,
        duel: &Duel,
        measure: Measure,
        sitting: &Sitting<'_>,
        time: Duration,
    ) -> Self {
        let (won, drawn, lost) = duel.won_drawn_lost();
        let player = |side: Side, won, lost| {
            let tempo = duel.tempo(side);
            PlayerReport {
                name: plan.players()[side as usize].name.clone(),
                won,
                drawn,
                lost,
                moves: tempo.moves(),
                seconds: tempo.total().as_secs_f64(),
                longest_move_seconds: tempo.longest().as_secs_f64(),
                p99_move_seconds: tempo.quantile(0.99).as_secs_f64(),
                tempo: tempo_line(tempo),
            }
        };
        let (busy, overhead) = duel.time_and_overhead();
        let agreement = plan.agreement();
        Self {
            game: agreement.game.info().id,
            options: agreement.game.options(),
            seed: args.seed(),
            length: agreement.length.to_string(),
            opening_plies: agreement.opening_plies,
            measure,
            players: [player(Side::First, won, lost), player(Side::Second, lost, won)],
            encounters: won + drawn + lost,
            pairs: duel.pairs().len() as u64,
            games: duel.games(),
            pentanomial: duel.pentanomial(),
            score: duel.score(),
            elo: duel.elo().map(|(difference, interval)| EloReport { difference, interval }),
            points: duel.points(),
            points_without_luck: duel.points_without_luck(),
            test: duel.test().map(|(test, verdict)| TestReport {
                test: *test,
                log_ratio: test.log_ratio(duel.sample(test.measure())),
                lower_bound: test.bounds().0,
                upper_bound: test.bounds().1,
                verdict,
            }),
            faults: duel.faults(),
            seconds: time.as_secs_f64(),
            threads: sitting.threads(),
            overhead,
            games_per_minute_and_core: duel.games() as f64 * 60.0 / busy.as_secs_f64().max(1e-9),
            journal: sitting.journal().map(|(path, _)| path.display().to_string()),
            encounters_before: sitting.journal().map_or(0, |(_, known)| known),
        }
    }

    /// The game and its options.
    pub(super) fn game(&self) -> String {
        format!("{} {}", self.game, self.options)
    }

    fn write_players(&self, page: &mut Page<'_>) -> io::Result<()> {
        let names = self.players.each_ref().map(|player| shortened(&player.name, NAME_WIDTH));
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let titles = [
            Text::fixed("won", "gewonnen"),
            Text::fixed("drawn", "remis"),
            Text::fixed("lost", "verloren"),
            Text::fixed("score", "Ausbeute"),
        ];
        let [won, drawn, lost, score] = titles.each_ref().map(|title| page.say(title));
        let titles = page.dim(format!("{won:>9} {drawn:>9} {lost:>9} {score:>9}"));
        page.line(format!("{:width$} {titles}", ""))?;
        for (player, name) in self.players.iter().zip(names) {
            let score = (player.won as f64 + player.drawn as f64 / 2.0) / self.encounters.max(1) as f64;
            page.line(format!(
                "{name:<width$} {:>9} {:>9} {:>9} {:>7.1} %",
                player.won,
                player.drawn,
                player.lost,
                100.0 * score
            ))?;
        }
        Ok(())
    }

    fn write_estimates(&self, page: &mut Page<'_>) -> io::Result<()> {
        if let Some(EloReport { difference, interval }) = &self.elo {
            let [elo, low, high] = [*difference, interval.low, interval.high].map(|elo| signed(elo, 1));
            page.field(&Text::fixed("Elo", "Elo"), format!("{elo}  (95 %: {low} … {high})"))?;
        }
        if let Some(points) = self.points.filter(|_| self.measure == Measure::Points) {
            let Interval { low, high } = points.interval;
            let [mean, low, high] = [points.mean, low, high].map(|points| signed(points, 3));
            page.field(&Text::fixed("points", "Punkte"), format!("{mean}  (95 %: {low} … {high})"))?;
        }
        if let Some(WithoutLuck { estimate, variance_left, .. }) = self.points_without_luck {
            let Interval { low, high } = estimate.interval;
            let [mean, low, high] = [estimate.mean, low, high].map(|points| signed(points, 3));
            let left = Text::new(
                format!("{:.0} % of the variance is left", 100.0 * variance_left),
                format!("{:.0} % der Varianz bleiben", 100.0 * variance_left),
            );
            let line = format!("{mean}  (95 %: {low} … {high}; {})", page.say(&left));
            page.field(&Text::fixed("no luck", "ohne Glück"), line)?;
        }
        let told = if self.measure == Measure::Points { self.points } else { self.score };
        if let Some(estimate) = told {
            let sure = Text::new(
                format!("{:.2} % likely that the first is stronger", 100.0 * estimate.superiority),
                format!("{:.2} % wahrscheinlich, dass der erste stärker ist", 100.0 * estimate.superiority),
            );
            page.field(&Text::fixed("superior", "überlegen"), page.say(&sure).to_owned())?;
        }
        self.test.as_ref().map_or(Ok(()), |test| test.write(page))
    }
}

impl TestReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (low, high) = self.test.hypotheses();
        let verdict = match self.verdict {
            None => Text::fixed("undecided", "unentschieden"),
            Some(Verdict::Low) => Text::new(format!("{low} accepted"), format!("{low} angenommen")),
            Some(Verdict::High) => Text::new(format!("{high} accepted"), format!("{high} angenommen")),
        };
        let [ratio, lower, upper] =
            [self.log_ratio, self.lower_bound, self.upper_bound].map(|number| signed(number, 2));
        let line = format!("{low} / {high}: {}  (LLR {ratio} in {lower} … {upper})", page.say(&verdict));
        page.field(&Text::fixed("test", "Test"), line)
    }
}

impl Report for MatchReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(self.game())?;
        page.gap()?;
        self.write_players(page)?;
        page.gap()?;
        self.write_estimates(page)?;
        let [none, half, one, more, two] = self.pentanomial;
        let unit = match self.length.parse() {
            Ok(Length::Rounds(1)) => Text::fixed("games", "Partien"),
            _ => Text::fixed("matches", "Wettkämpfe"),
        };
        let pairs = Text::new(
            format!("{} {}, pairs 0–2: {none} {half} {one} {more} {two}", self.encounters, unit.en),
            format!("{} {}, Paare 0–2: {none} {half} {one} {more} {two}", self.encounters, unit.de),
        );
        page.field(&Text::fixed("played", "gespielt"), page.say(&pairs).to_owned())?;
        for fault in &self.faults {
            let name = shortened(&self.players[fault.side as usize].name, 24);
            let line = fault_line(fault.kind, fault.count);
            let line = format!("{name}: {} ({})", page.say(&line), fault.example);
            page.field(&Text::fixed("faults", "Fehler"), line)?;
        }
        for player in &self.players {
            let line = format!("{}: {}", shortened(&player.name, 18), page.say(&player.tempo));
            page.field(&Text::fixed("moves", "Züge"), line)?;
        }
        if let Some(path) = &self.journal {
            page.field(&Text::fixed("journal", "Journal"), path)?;
        }
        let rate = self.games_per_minute_and_core;
        let speed = Text::new(
            format!("{rate:.0} games/min and core, overhead {:.2} %", 100.0 * self.overhead),
            format!("{rate:.0} Partien/min und Kern, Verwaltung {:.2} %", 100.0 * self.overhead),
        );
        let line = format!("{}  ({:.1} s, threads: {})", page.say(&speed), self.seconds, self.threads);
        page.field(&Text::fixed("speed", "Tempo"), line)
    }
}

/// The encounters as a table, one row each.
pub(super) fn csv(duel: &Duel) -> String {
    let mut table = String::from("number,pair,seat_of_a,value_for_a\n");
    for (pair, idx) in duel.pairs().iter().zip(0_u64..) {
        for (value, swap) in pair.values.iter().zip(0..) {
            writeln!(table, "{},{},{},{value}", 2 * idx + swap + 1, idx + 1, swap + 1)
                .expect("a string takes everything");
        }
    }
    table
}
