//! How a report is made: decision by decision, on threads that nobody else needs.

use std::{sync::Arc, time::Duration};

use framework::{
    Millis,
    report::{Finding, GameReport, PlayerReport, ReportPlan, ReportStep},
    search::Limits,
};
use futures_util::{StreamExt as _, stream};
use limits::reports::REPORT_DECISION_TIME;
use protocol::{Code, Problem, ReportedMatch, UserId};
use store::{GameReportRow, GameReports as _};
use tables::{
    ADVISER,
    world::{EngineService as _, Insight, Question, Urgency, World},
};

use super::{GameReports, Origin, stored};

/// How many decisions are judged until they are written down.
const DECISIONS_PER_SAVE: usize = 10;

/// How long to wait when too many others ask for advice.
const BUSY_PAUSE: Duration = Duration::from_secs(2);

/// How often a decision is tried again about which nobody had time to think.
const MAX_TRIES: usize = 100;

impl<W: World> GameReports<W> {
    /// Makes a report, or goes on with it.
    pub(super) async fn make(&self, id: &str) -> Result<(), Problem> {
        let store = self.world().store();
        let Some(row) = stored(store.game_report(id).await)? else { return Ok(()) };
        let Some(plan) = self.plan(&row).await else {
            tracing::warn!(report = id, "the record of a report cannot be played any more; it is removed");
            return stored(store.remove_game_report(id).await);
        };
        let plan = Arc::new(plan);
        let mut findings = kept_findings(&row, plan.steps().len());
        self.judge(&row, &plan, &mut findings).await?;
        if self.tables.is_stopping() {
            return Ok(());
        }
        let finishing = tokio::task::spawn_blocking(move || plan.finish(&findings)).await;
        let broken = |_| Problem::new(Code::Internal, "a report could not be made");
        let report = finishing.map_err(broken)?;
        let people = people(&row, &report);
        let json = serde_json::to_string(&report).expect("our types have text keys and plain values");
        stored(store.finish_game_report(id, json, people).await)?;
        locks::lock(&self.progress).remove(id);
        Ok(())
    }

    async fn plan(&self, row: &GameReportRow) -> Option<ReportPlan> {
        let record = row.record.parse().ok()?;
        let games = self.world().games().to_vec();
        tokio::task::spawn_blocking(move || ReportPlan::new(record, &games).ok()).await.ok()?
    }

    /// Judges every decision that is not judged yet, as many at once as there are threads.
    async fn judge(
        &self,
        row: &GameReportRow,
        plan: &ReportPlan,
        findings: &mut [Option<Finding>],
    ) -> Result<(), Problem> {
        let id = row.id.as_str();
        let is_open = |idx: &usize| plan.steps()[*idx].is_decision && findings[*idx].is_none();
        let open: Vec<usize> = (0..plan.steps().len()).filter(is_open).collect();
        let wanted = plan.n_decisions() as u32;
        let mut done = wanted - open.len() as u32;
        let report_progress = |done| locks::lock(&self.progress).insert(id.to_owned(), (done, wanted));
        report_progress(done);
        let look = |idx: usize| async move { (idx, self.find(plan, &plan.steps()[idx], &row.asker).await) };
        let mut found = stream::iter(open).map(look).buffer_unordered(self.world().engines().n_threads());
        let mut unsaved = 0;
        while let Some((idx, finding)) = found.next().await {
            if self.tables.is_stopping() {
                break;
            }
            findings[idx] = finding;
            (done, unsaved) = (done + 1, unsaved + 1);
            report_progress(done);
            if unsaved == DECISIONS_PER_SAVE {
                unsaved = 0;
                let json = serde_json::to_string(&findings).expect("plain values");
                stored(self.world().store().save_findings(id, json).await)?;
            }
        }
        if 0 < unsaved {
            let json = serde_json::to_string(&findings).expect("plain values");
            stored(self.world().store().save_findings(id, json).await)?;
        }
        Ok(())
    }

    /// What is found about a decision; nothing if the player breaks down.
    async fn find(&self, plan: &ReportPlan, step: &ReportStep, asker: &UserId) -> Option<Finding> {
        for _ in 0..MAX_TRIES {
            let question = Question {
                game: Arc::clone(plan.game()),
                position: step.position.clone(),
                player: ADVISER.to_owned(),
                also: Some(step.played.clone()),
                // What was played is looked at for half as long as the rest, so that both take the whole time.
                limits: Limits::time(Millis(REPORT_DECISION_TIME.0 * 2 / 3)),
                urgency: Urgency::Report,
                asker: asker.clone(),
                seat: None,
            };
            let mut best: Option<Insight> = None;
            let keep = |insight: Insight| {
                // After an interruption steps are shorter: the longest one knows most.
                if best.as_ref().is_none_or(|known| known.found.elapsed <= insight.found.elapsed) {
                    best = Some(insight);
                }
                Ok(())
            };
            match self.world().engines().analyze(question, 1, keep).await {
                Ok(()) => return Some(Finding::new(best?.found, &step.played)),
                Err(problem) if problem.code == Code::Busy => tokio::time::sleep(BUSY_PAUSE).await,
                Err(problem) => {
                    tracing::warn!(problem = %problem.sentence, "a decision could not be judged");
                    return None;
                }
            }
        }
        None
    }
}

/// What was found before a restart.
fn kept_findings(row: &GameReportRow, n_steps: usize) -> Vec<Option<Finding>> {
    let kept = row.findings.as_deref().and_then(|json| serde_json::from_str(json).ok());
    let mut findings: Vec<Option<Finding>> = kept.unwrap_or_default();
    findings.resize(n_steps, None);
    findings
}

/// What the report says about the people who are known here.
fn people(row: &GameReportRow, report: &GameReport) -> Vec<(UserId, ReportedMatch)> {
    let Some(Ok(origin)) = row.origin.as_deref().map(serde_json::from_str::<Origin>) else {
        return Vec::new();
    };
    let reported = |player: &PlayerReport| {
        Some(ReportedMatch {
            report: row.id.clone(),
            table: origin.table.clone(),
            game: report.game.clone(),
            finished: origin.finished,
            unit: report.unit,
            decisions: player.decisions.count,
            mean: player.decisions.mean()?,
            rating: player.rating,
            luck: player.luck,
            grades: player.grades,
        })
    };
    let of = |(chair, user): &(u8, UserId)| {
        Some((user.clone(), reported(report.players.get(usize::from(*chair))?)?))
    };
    origin.people.iter().filter_map(of).collect()
}
