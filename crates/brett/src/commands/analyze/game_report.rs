//! The report about a game: every decision judged by the adviser.

use std::{
    fs, io,
    path::Path,
    sync::Mutex,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use framework::{
    AnyEngine, AnySearchRequest, Millis, Text,
    render::report_html,
    report::{Finding, GameReport, Grade, LossSum, PlayerReport, ReportPlan, ReportStep},
    search::{Control, Limits, Stop},
};
use serde::Serialize;

use super::AnalyzeArgs;
use crate::{
    Exit,
    context::{Context, Report},
    foreign, input,
    interrupts::Interrupts,
    page::Page,
    workers::share,
};

/// How often a person hears how far it is.
const BETWEEN_NEWS: Duration = Duration::from_secs(2);

/// How long a decision is thought about unless something else is said.
const USUAL_TIME: Millis = Millis(500);

/// The word for the player that is asked for advice.
const ADVISER: &str = "adviser";

/// Judges every decision of a game.
///
/// # Errors
/// If the file holds no game, its moves are not legal, or the page cannot be written.
pub(super) fn run(args: &AnalyzeArgs, path: &Path, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let bytes = input::file_bytes(path, ctx.console)?;
    let problem = || format!("{} holds no game that can be judged", input::name(path));
    let record = foreign::one_record(ctx.games, path, &bytes).with_context(problem)?;
    let plan = ReportPlan::new(record, ctx.games).with_context(problem)?;
    if plan.n_decisions() == 0 {
        return Err(anyhow::anyhow!("nobody has decided anything in it")).with_context(problem);
    }
    let thinking = args.time.unwrap_or(USUAL_TIME);
    let findings = findings(args, &plan, thinking, ctx)?;
    let report = plan.finish(&findings);
    let language = ctx.style.language;
    if let Some(path) = &args.html {
        let html = report_html(&report, &**plan.game(), Some(thinking), language);
        if path == "-" {
            ctx.console.out.write_all(html.as_bytes())?;
            return Ok(Exit::Fine);
        }
        fs::write(path, html).with_context(|| format!("--html: cannot write {}", path.display()))?;
    }
    ctx.answer(&JudgedGame { report, all: args.all })?;
    Ok(Exit::Fine)
}

/// Looks at every decision, on as many threads as were asked for.
fn findings(
    args: &AnalyzeArgs,
    plan: &ReportPlan,
    thinking: Millis,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Vec<Option<Finding>>> {
    let wanted: Vec<usize> = (0..plan.steps().len()).filter(|&idx| plan.steps()[idx].is_decision).collect();
    // A player is made once for each thread: weights and tables take a while.
    let players: Mutex<Vec<Box<dyn AnyEngine>>> = Mutex::default();
    let stop = Stop::default();
    let look = |number: u64| -> anyhow::Result<Option<Finding>> {
        let step = &plan.steps()[wanted[number as usize]];
        let spare = players.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
        let mut player = match spare {
            Some(player) => player,
            None => plan.game().engine(ADVISER)?,
        };
        let finding = look_at(&mut *player, step, thinking, &stop);
        players.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(player);
        Ok(finding)
    };
    let interrupts = Interrupts::watch_once()?;
    let mut findings = vec![None; plan.steps().len()];
    let (mut n_done, mut heard) = (0, Instant::now());
    let tell = ctx.progress();
    share(args.solver.threads_or_all_cores(), wanted.len() as u64, look, |number, found| {
        findings[wanted[number as usize]] = found?;
        n_done += 1;
        if interrupts.is_seen() {
            stop.now();
            bail!("interrupted after {n_done} of {} decisions", wanted.len());
        }
        if BETWEEN_NEWS <= heard.elapsed() {
            heard = Instant::now();
            tell(format!("{n_done} / {}", wanted.len()));
        }
        Ok(())
    })?;
    Ok(findings)
}

/// Looks at a decision for so long; a third of the time is for the move that was played, if it is not the best.
fn look_at(player: &mut dyn AnyEngine, step: &ReportStep, thinking: Millis, stop: &Stop) -> Option<Finding> {
    let searching = |time: Millis, run: &mut dyn FnMut(AnySearchRequest<'_>)| {
        let began = Instant::now();
        let elapsed = || Millis(began.elapsed().as_millis() as u64);
        let request = AnySearchRequest::new(&*step.position, Limits::time(time))?;
        run(request.with_control(Control::new(stop, &elapsed)));
        Some(())
    };
    let mut found = None;
    let third = Millis(thinking.0 / 3);
    searching(thinking - third, &mut |request| found = Some(player.search(request)))?;
    let mut found = found?;
    if found.best != step.played {
        searching(third, &mut |request| player.look_at(request, &step.played, &mut found))?;
    }
    Some(Finding::new(found, &step.played))
}

/// A game with its report.
#[derive(Debug, Serialize)]
struct JudgedGame {
    #[serde(flatten)]
    report: GameReport,
    /// Whether sound decisions are listed as well.
    #[serde(skip)]
    all: bool,
}

impl JudgedGame {
    fn write_player(&self, player: &PlayerReport, page: &mut Page<'_>) -> io::Result<()> {
        let unit = self.report.unit;
        page.heading(&player.name)?;
        let mean = |sum: &LossSum| match sum.mean() {
            Some(mean) => unit.number(mean),
            None => Text::same("–"),
        };
        let decisions = Text::new(
            format!("{} per move in {} decisions", mean(&player.decisions).en, player.decisions.count),
            format!("{} je Zug bei {} Entscheidungen", mean(&player.decisions).de, player.decisions.count),
        );
        page.field(&Text::fixed("loss", "Verlust"), page.say(&decisions))?;
        if let Some(rating) = player.rating {
            page.field(&Text::fixed("rating", "Wertung"), format!("{rating:.2}"))?;
        }
        if 0 < player.cube.count {
            let sums = Text::new(
                format!("{:.3} with checkers, {:.3} with the cube", player.plays.lost, player.cube.lost),
                format!("{:.3} mit Steinen, {:.3} mit dem Würfel", player.plays.lost, player.cube.lost),
            );
            page.field(&Text::fixed("apart", "getrennt"), page.say(&sums))?;
        }
        if let Some(luck) = player.luck {
            page.field(&Text::fixed("luck", "Glück"), format!("{luck:+.3}"))?;
        }
        let thirds = player.phases.each_ref().map(|sum| page.say(&mean(sum)).to_owned());
        page.field(&Text::fixed("thirds", "Drittel"), thirds.join("  "))?;
        let signs = Grade::ALL.into_iter().zip(player.grades);
        let signs: Vec<_> = signs.map(|(grade, count)| format!("{} {count}", grade.sign())).collect();
        page.field(&Text::fixed("mistakes", "Fehler"), signs.join(", "))?;
        if 0 < player.delay {
            let plies = Text::new(format!("{} plies", player.delay), format!("{} Halbzüge", player.delay));
            page.field(&Text::fixed("delay", "Verzögert"), page.say(&plies))?;
        }
        if let Some(time) = player.time {
            let mean = |(count, millis): (u32, u64)| match count {
                0 => "–".to_owned(),
                _ => format!("{:.1} s", millis as f64 / 1_000.0 / f64::from(count)),
            };
            let (sound, mistaken) = (mean(time.sound), mean(time.mistaken));
            let line = Text::new(
                format!("{sound} for a sound move, {mistaken} for a mistake"),
                format!("{sound} für einen guten Zug, {mistaken} für einen Fehler"),
            );
            page.field(&Text::fixed("time", "Zeit"), page.say(&line))?;
        }
        if 0 < player.n_unknown {
            page.field(&Text::fixed("not judged", "offen"), player.n_unknown)?;
        }
        Ok(())
    }
}

impl Report for JudgedGame {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let report = &self.report;
        let unit = report.unit.name();
        let heading = Text::new(
            format!("{} {}: losses in {}", report.game, report.options, unit.en),
            format!("{} {}: Verluste in {}", report.game, report.options, unit.de),
        );
        page.heading(page.say(&heading))?;
        page.gap()?;
        let mut n_listed = 0;
        for (round, number) in report.rounds.iter().zip(1..) {
            for (judged, ply) in round.moves.iter().zip(1_u32..) {
                let (Some(by), Some(verdict)) = (judged.by, &judged.verdict) else { continue };
                let Some(loss) = verdict.loss.filter(|loss| self.all || loss.grade.is_some()) else {
                    continue;
                };
                let name = &report.players[usize::from(round.players[by])].name;
                let sign = loss.grade.map_or("", Grade::sign);
                let turn = if round.turning_points.contains(&(ply - 1)) { " ↯" } else { "" };
                let (played, best, lost) = (&judged.text, &verdict.best, loss.in_words());
                let line = Text::new(
                    format!("{number}.{ply} {name}  {played} {sign}{turn}  −{}, better {best}", lost.en),
                    format!("{number}.{ply} {name}  {played} {sign}{turn}  −{}, besser {best}", lost.de),
                );
                let plain = Text::same(format!("{number}.{ply} {name}  {played}"));
                page.line(page.say(if played == best { &plain } else { &line }))?;
                n_listed += 1;
            }
        }
        if 0 < n_listed {
            page.gap()?;
        }
        report.players.iter().try_for_each(|player| self.write_player(player, page))
    }
}
