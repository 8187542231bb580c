//! What the decisions of a game say about those who played.

use super::{
    DecisionKind, Grade, JudgedMove, Loss, LossSum, LossUnit, PlayerReport, RoundReport, TimeReport,
};
use crate::Seat;

/// By how many percent of the bar a decision must change who is ahead to be a turning point.
const TURNING_SHARE: f32 = 15.0;

/// How many turning points of a round are told.
const MAX_TURNING_POINTS: usize = 5;

/// The unit of all losses; percent of the bar if they have several.
pub(super) fn unit(rounds: &[RoundReport]) -> LossUnit {
    let mut units = losses(rounds).map(|loss| loss.unit);
    let Some(first) = units.next() else { return LossUnit::Share };
    if units.all(|unit| unit == first) { first } else { LossUnit::Share }
}

fn losses(rounds: &[RoundReport]) -> impl Iterator<Item = &Loss> {
    let moves = rounds.iter().flat_map(|round| &round.moves);
    moves.filter_map(|judged| judged.verdict.as_ref()?.loss.as_ref())
}

/// The decisions after which another player was ahead, or much less was left of a lead; the largest first.
pub(super) fn turning_points(moves: &[JudgedMove]) -> Vec<u32> {
    let mut found: Vec<(u32, f32)> = (0..)
        .zip(moves)
        .filter_map(|(ply, judged)| {
            let verdict = judged.verdict.as_ref()?;
            let Loss { share, grade, .. } = verdict.loss?;
            let before = verdict.worth.share();
            let turns = 50.0 <= before && before - share < 50.0 && Some(Grade::Mistake) <= grade;
            (turns || TURNING_SHARE <= share).then_some((ply, share))
        })
        .collect();
    found.sort_by(|left, right| right.1.total_cmp(&left.1));
    found.truncate(MAX_TURNING_POINTS);
    found.into_iter().map(|(ply, _)| ply).collect()
}

/// What is said about each player.
pub(super) fn players(names: &[String], rounds: &[RoundReport], unit: LossUnit) -> Vec<PlayerReport> {
    let mut players: Vec<_> =
        names.iter().map(|name| PlayerReport { name: name.clone(), ..PlayerReport::default() }).collect();
    for round in rounds {
        for (idx, judged) in round.moves.iter().enumerate() {
            let at = |seat: Seat| round.players.get(seat).map(|&player| usize::from(player));
            if let Some(luck) = judged.luck
                && let Some(player) = at(luck.seat).and_then(|player| players.get_mut(player))
            {
                *player.luck.get_or_insert(0.0) += luck.points;
            }
            if let Some(player) = judged.by.and_then(at).and_then(|player| players.get_mut(player)) {
                add(player, judged, 3 * idx / round.moves.len(), unit);
            }
        }
    }
    for player in &mut players {
        let mean = player.decisions.mean().filter(|_| unit == LossUnit::Equity);
        player.rating = mean.map(|mean| 500.0 * mean);
    }
    players
}

/// Adds a decision in a third of the round, from 0.
fn add(player: &mut PlayerReport, judged: &JudgedMove, third: usize, unit: LossUnit) {
    let Some(verdict) = &judged.verdict else { return };
    let Some(loss) = verdict.loss else {
        player.n_unknown += 1;
        return;
    };
    if !verdict.counts {
        return;
    }
    let lost = if loss.unit == unit { loss.amount } else { loss.share };
    player.decisions.add(lost);
    let sum: &mut LossSum =
        if verdict.kind == DecisionKind::Play { &mut player.plays } else { &mut player.cube };
    sum.add(lost);
    player.phases[third.min(2)].add(lost);
    player.delay += loss.delay;
    if let Some(grade) = loss.grade {
        player.grades[grade as usize] += 1;
    }
    if let Some(spent) = judged.spent {
        let time = player.time.get_or_insert_with(TimeReport::default);
        let is_mistake = Some(Grade::Mistake) <= loss.grade;
        let part = if is_mistake { &mut time.mistaken } else { &mut time.sound };
        part.0 += 1;
        part.1 += spent;
    }
}
