//! The decisions of a record, and the report that comes of what was found about them.

use std::sync::Arc;

use super::{DecisionKind, Finding, GameReport, JudgedMove, Loss, LossUnit, RoundReport, Verdict, summary};
use crate::{AnyGame, AnyPosition, GameEntry, Record, RecordError, Seat, Turn, Valuation};

/// How close the two choices about a cube must be, in equity, for an obvious roll to count as a decision: otherwise every
/// roll of a lost game would.
const CLOSE: f32 = 0.2;

/// A move or a roll of a record, with the position before it.
#[derive(Clone, Debug)]
pub struct ReportStep {
    /// The position before it.
    pub position: Box<dyn AnyPosition>,
    /// What was played.
    pub played: String,
    /// Whether there was a choice that wants to be judged.
    pub is_decision: bool,
    by: Option<Seat>,
    spent: Option<u64>,
}

/// The decisions of a record, which want to be judged.
#[derive(Clone, Debug)]
pub struct ReportPlan {
    game: Arc<dyn AnyGame>,
    record: Record,
    /// Everything that was played, round after round.
    steps: Vec<ReportStep>,
    /// The last position of each round.
    ends: Vec<Box<dyn AnyPosition>>,
}

impl ReportPlan {
    /// Lists the decisions of a record, and checks everything that it claims.
    ///
    /// # Errors
    /// If the game is unknown, or the first claim that does not hold.
    pub fn new(record: Record, games: &[GameEntry]) -> Result<Self, RecordError> {
        let game = record.replay(games)?.game;
        let (mut steps, mut ends) = (Vec::new(), Vec::new());
        for (idx, round) in record.rounds.iter().enumerate() {
            let mut position = match &round.start {
                Some(text) => {
                    game.parse_position(text).map_err(|error| RecordError::Start { round: idx + 1, error })?
                }
                None => game.start_round(&record.standing_before(idx, &round.players)),
            };
            for (ply, mv) in round.moves.iter().enumerate() {
                let before = position.boxed_clone();
                let illegal = |error| RecordError::Move { round: idx + 1, ply: ply + 1, error };
                let played = position.play(&mv.text).map_err(illegal)?;
                steps.push(ReportStep {
                    is_decision: mv.by.is_some() && before.has_choice(),
                    position: before,
                    played,
                    by: mv.by,
                    spent: mv.spent.map(|spent| spent.0),
                });
            }
            ends.push(position);
        }
        Ok(Self { game, record, steps, ends })
    }

    /// The rule set.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The record.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Everything that was played, round after round.
    #[must_use]
    pub fn steps(&self) -> &[ReportStep] {
        &self.steps
    }

    /// How many decisions want to be judged.
    #[must_use]
    pub fn n_decisions(&self) -> usize {
        self.steps.iter().filter(|step| step.is_decision).count()
    }

    /// Makes the report of what was found about each step; nothing about those that are no decisions, or which nobody has
    /// looked at. Where a game knows how lucky rolls are, that is computed here and takes milliseconds for each.
    #[must_use]
    pub fn finish(&self, findings: &[Option<Finding>]) -> GameReport {
        let mut rounds = Vec::with_capacity(self.record.rounds.len());
        let mut at = 0;
        for (round, end) in self.record.rounds.iter().zip(&self.ends) {
            let range = at..at + round.moves.len();
            at = range.end;
            let found = |idx: usize| findings.get(idx).and_then(Option::as_ref);
            let moves: Vec<_> = range
                .clone()
                .map(|idx| {
                    let next = (idx + 1 < range.end).then(|| (&self.steps[idx + 1], found(idx + 1)));
                    judged(&self.steps[idx], found(idx), next)
                })
                .collect();
            rounds.push(RoundReport {
                players: round.players.clone(),
                seat_names: Seat::all(end.seats()).map(|seat| self.game.seat_name(seat)).collect(),
                turning_points: summary::turning_points(&moves),
                moves,
                result: round.result.clone(),
                sentence: end.result(),
                tally: end.tally(),
            });
        }
        let unit = summary::unit(&rounds);
        GameReport {
            game: self.record.game.clone(),
            options: self.record.options.clone(),
            unit,
            thresholds: unit.thresholds(),
            players: summary::players(&self.record.players, &rounds, unit),
            rounds,
        }
    }
}

/// What is said about a step, with what was found about it and about the next one.
fn judged(
    step: &ReportStep,
    finding: Option<&Finding>,
    next: Option<(&ReportStep, Option<&Finding>)>,
) -> JudgedMove {
    let verdict = finding.filter(|_| step.is_decision).and_then(|finding| {
        let worth = finding.worth?;
        let kind = step.position.decision_kind(&step.played);
        let got = finding.got.or_else(|| {
            let (after, found) = next?;
            worth_before(step, after, found?)
        });
        let loss = got.map(|got| Loss::between(&worth, &got));
        Some(Verdict {
            kind,
            best: finding.best.clone(),
            line: finding.line.clone(),
            worth,
            got,
            loss,
            counts: counts(kind, finding, loss.as_ref()),
        })
    });
    JudgedMove {
        by: step.by,
        text: step.played.clone(),
        position: step.position.text(),
        spent: step.spent,
        verdict,
        luck: if step.by.is_none() { step.position.luck(&step.played) } else { None },
    }
}

/// What a move was worth, as the position after it tells: between two players without dice it is worth as much to one as
/// it costs the other.
fn worth_before(step: &ReportStep, after: &ReportStep, found: &Finding) -> Option<Valuation> {
    let (Turn::Seat(mover), Turn::Seat(next)) = (step.position.turn(), after.position.turn()) else {
        return None;
    };
    if step.position.seats() != 2 {
        return None;
    }
    let worth = found.worth?;
    Some(if mover == next { worth } else { worth.turned() }.aged())
}

/// Tells whether a choice counts as a decision. Not to double does only if doubling was close or right.
fn counts(kind: DecisionKind, finding: &Finding, loss: Option<&Loss>) -> bool {
    if kind != DecisionKind::NoDouble || loss.is_some_and(|loss| 0.0 < loss.amount) {
        return true;
    }
    match (finding.worth, finding.next_best) {
        (Some(worth), Some(other)) => {
            let Loss { unit, amount, .. } = Loss::between(&worth, &other);
            unit == LossUnit::Equity && amount < CLOSE
        }
        _ => false,
    }
}
