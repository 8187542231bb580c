//! The course of a round, and time against loss, as pictures.

use super::{Pen, class, escaped, put, round::player_idx};
use crate::{
    Seat,
    report::{DecisionKind, JudgedMove, RoundReport, Verdict},
};
use std::fmt::Write;

const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 260.0;
/// The room left of and below the lines.
const LEFT: f32 = 8.0;
const BELOW: f32 = 24.0;

/// Loss is drawn up to so many percent of the bar.
const MAX_DRAWN_SHARE: f32 = 50.0;

struct Plane {
    n_plies: usize,
}

impl Plane {
    fn x(&self, ply: usize) -> f32 {
        LEFT + (WIDTH - 2.0 * LEFT) * ply as f32 / self.n_plies.max(1) as f32
    }

    fn y(share: f32) -> f32 {
        LEFT + (HEIGHT - BELOW - LEFT) * (1.0 - share / 100.0)
    }
}

/// How much of the bar belonged to a seat before a decision: the first of two, or of more the one who decides.
fn share(verdict: &Verdict, mover: Seat, seat: Seat, seats: usize) -> Option<f32> {
    let share = verdict.worth.share();
    match seats {
        2 if mover != seat => Some(100.0 - share),
        _ if mover == seat => Some(share),
        _ => None,
    }
}

impl Pen<'_> {
    /// Draws who was ahead, with the mistakes on the line; each leads to its move in the table.
    pub(super) fn graph(&self, out: &mut String, round: &RoundReport, number: usize) {
        let seats = round.players.seats();
        let plane = Plane { n_plies: round.moves.len() };
        let name = |seat: Seat| self.player_name(round, seat);
        let label = match self.pick("en", "de") {
            "en" => format!("Who was ahead, move by move, in round {number}"),
            _ => format!("Wer vorn lag, Zug für Zug, in Runde {number}"),
        };
        put!(
            out,
            "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">"
        );
        for line in [0.0, 50.0, 100.0] {
            let y = Plane::y(line);
            put!(out, "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/>", WIDTH - LEFT);
        }
        let drawn: Vec<Seat> = if seats == 2 { vec![Seat::FIRST] } else { Seat::all(seats).collect() };
        for seat in drawn {
            let mut points: Vec<(f32, f32)> = Vec::new();
            for (ply, judged) in round.moves.iter().enumerate() {
                if let (Some(by), Some(verdict)) = (judged.by, &judged.verdict)
                    && let Some(share) = share(verdict, by, seat, seats)
                {
                    points.push((plane.x(ply), Plane::y(share)));
                }
            }
            if let Some(end) = final_share(round, seat) {
                points.push((plane.x(round.moves.len()), Plane::y(end)));
            }
            if seats == 2
                && let (Some(first), Some(last)) = (points.first(), points.last())
            {
                let mut area = format!("{:.1},{:.1} ", first.0, Plane::y(0.0));
                points
                    .iter()
                    .for_each(|(x, y)| write!(area, "{x:.1},{y:.1} ").expect("a string takes everything"));
                put!(out, "<polygon class=\"area\" points=\"{area}{:.1},{:.1}\"/>", last.0, Plane::y(0.0));
            }
            let line: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            put!(out, "<polyline class=\"p{}\" points=\"{}\"/>", player_idx(round, seat) % 4, line.join(" "));
        }
        for (ply, judged) in round.moves.iter().enumerate() {
            self.mistake(out, round, number, ply, judged, &plane);
        }
        if seats == 2 {
            let ahead = |name: String| match self.pick("en", "de") {
                "en" => format!("{name} ahead"),
                _ => format!("{name} vorn"),
            };
            put!(out, "<text x=\"{}\" y=\"{}\">{}</text>", LEFT + 6.0, LEFT + 16.0, ahead(name(Seat::FIRST)));
            let y = HEIGHT - BELOW - 6.0;
            put!(out, "<text x=\"{}\" y=\"{y}\">{}</text>", LEFT + 6.0, ahead(name(Seat::SECOND)));
        }
        for ply in (10..=round.moves.len()).step_by(10) {
            let x = plane.x(ply);
            put!(out, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{ply}</text>", HEIGHT - 6.0);
        }
        put!(out, "</svg>");
    }

    fn mistake(
        &self,
        out: &mut String,
        round: &RoundReport,
        number: usize,
        ply: usize,
        judged: &JudgedMove,
        plane: &Plane,
    ) {
        let (Some(by), Some(verdict)) = (judged.by, &judged.verdict) else { return };
        let Some((loss, grade)) = verdict.loss.and_then(|loss| Some((loss, loss.grade?))) else { return };
        let seat = if round.players.seats() == 2 { Seat::FIRST } else { by };
        let Some(share) = share(verdict, by, seat, round.players.seats()) else { return };
        let (x, y) = (plane.x(ply), Plane::y(share));
        let label = format!(
            "{}. {} {}: {} {}",
            ply + 1,
            self.player_name(round, by),
            escaped(&judged.text),
            self.say(grade.name()),
            self.say(loss.in_words())
        );
        put!(
            out,
            "<a href=\"#r{number}m{}\" aria-label=\"{label}\"><circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\">\
             <title>{label}</title></circle></a>",
            ply + 1,
            class(grade)
        );
    }

    /// Draws how long decisions took against what they lost, if times are known.
    pub(super) fn time_graph(&self, out: &mut String, round: &RoundReport) {
        let timed: Vec<_> = round
            .moves
            .iter()
            .filter_map(|judged| {
                let verdict = judged.verdict.as_ref().filter(|verdict| verdict.kind == DecisionKind::Play)?;
                Some((judged.by?, judged.spent?, verdict.loss?))
            })
            .collect();
        let longest = timed.iter().map(|(_, spent, _)| *spent).max().unwrap_or(0);
        if timed.len() < 4 || longest == 0 {
            return;
        }
        let title = self.pick("Time against loss", "Zeit und Verlust");
        put!(out, "<h2>{title}</h2><div class=\"sheet\">");
        put!(
            out,
            "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">"
        );
        let (base, top) = (HEIGHT - BELOW, LEFT + 16.0);
        put!(out, "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{base}\" y2=\"{base}\"/>", WIDTH - LEFT);
        for (by, spent, loss) in timed {
            let x = LEFT + 6.0 + (WIDTH - 2.0 * LEFT - 12.0) * spent as f32 / longest as f32;
            let y = base - (base - top) * loss.share.min(MAX_DRAWN_SHARE) / MAX_DRAWN_SHARE;
            let tint = player_idx(round, by) % 4;
            put!(out, "<circle class=\"dot p{tint}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>");
        }
        let seconds = self.number(longest as f32 / 1_000.0, 1);
        put!(out, "<text x=\"{LEFT}\" y=\"16\">{}</text>", self.pick("loss ↑", "Verlust ↑"));
        put!(out, "<text x=\"{LEFT}\" y=\"{}\">0 s</text>", HEIGHT - 6.0);
        let x = WIDTH - LEFT;
        put!(
            out,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"end\">{seconds} s</text></svg></div>",
            HEIGHT - 6.0
        );
    }
}

/// How much of the bar a seat has when the round is over.
fn final_share(round: &RoundReport, seat: Seat) -> Option<f32> {
    let (_, points) = round.result.as_ref()?;
    let own = *points.get(seat)?;
    let most = points.iter().copied().max()?;
    if points.seats() == 2 {
        return Some(match own.cmp(&points[seat.other()]) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 50.0,
            std::cmp::Ordering::Greater => 100.0,
        });
    }
    Some(if most == 0 { 50.0 } else { 100.0 * own as f32 / most as f32 })
}
