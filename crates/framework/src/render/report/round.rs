//! A round in the report: its course, its turning points, and the table of its moves.

use std::fmt::Write;

use super::{Pen, class, escaped, put};
use crate::{
    AnyPosition, Seat,
    render::svg,
    report::{JudgedMove, RoundReport, Verdict},
};

impl Pen<'_> {
    pub(super) fn round(&self, out: &mut String, idx: usize) {
        let (round, number) = (&self.report.rounds[idx], idx + 1);
        let heading = if self.report.rounds.len() == 1 {
            self.pick("The game", "Die Partie").to_owned()
        } else {
            format!("{} {number}", self.pick("Round", "Runde"))
        };
        put!(out, "<h2 id=\"r{number}\">{heading}</h2>");
        if let Some(sentence) = &round.sentence {
            put!(out, "<p>{}{}</p>", escaped(self.text(sentence)), tally(round));
        }
        put!(out, "<div class=\"sheet\">");
        self.graph(out, round, number);
        put!(out, "</div>");
        self.turning_points(out, round, number);
        self.time_graph(out, round);
        self.moves(out, round, number);
    }

    pub(super) fn player_name(&self, round: &RoundReport, seat: Seat) -> String {
        let player = self.report.players.get(player_idx(round, seat));
        escaped(player.map_or("", |player| &player.name))
    }

    fn turning_points(&self, out: &mut String, round: &RoundReport, number: usize) {
        if round.turning_points.is_empty() {
            return;
        }
        put!(out, "<h2>{}</h2><div class=\"turns\">", self.pick("Turning points", "Wendepunkte"));
        for &ply in &round.turning_points {
            let Some(judged) = round.moves.get(ply as usize) else { continue };
            let (Some(by), Some(verdict)) = (judged.by, &judged.verdict) else { continue };
            put!(out, "<article class=\"sheet turn\">");
            if let Ok(position) = self.game.parse_position(&judged.position) {
                put!(out, "{}", board(&*position, by));
            }
            let name = self.player_name(round, by);
            put!(
                out,
                "<p><a href=\"#r{number}m{0}\">{1} {0}</a> · <strong>{name}</strong></p>",
                ply + 1,
                self.pick("Move", "Zug")
            );
            let (played, best) = (escaped(&judged.text), escaped(&verdict.best));
            put!(
                out,
                "<p>{} <strong>{played}</strong> {}</p>",
                self.pick("Played", "Gespielt"),
                self.sign(verdict)
            );
            put!(out, "<p>{} <strong>{best}</strong></p>", self.pick("Better was", "Besser war"));
            if let Some(loss) = verdict.loss {
                put!(
                    out,
                    "<p class=\"soft\">{}: {}</p>",
                    self.pick("Cost", "Kosten"),
                    self.say(loss.in_words())
                );
            }
            if 1 < verdict.line.len() {
                put!(out, "<p class=\"soft\">{}</p>", escaped(&verdict.line.join(" · ")));
            }
            put!(out, "</article>");
        }
        put!(out, "</div>");
    }

    fn sign(&self, verdict: &Verdict) -> String {
        let grade = verdict.loss.and_then(|loss| loss.grade);
        grade.map_or_else(String::new, |grade| {
            let name = self.say(grade.name());
            format!("<span class=\"sign {}\" title=\"{name}\">{}</span>", class(grade), grade.sign())
        })
    }

    fn moves(&self, out: &mut String, round: &RoundReport, number: usize) {
        let is_timed = round.moves.iter().any(|judged| judged.spent.is_some());
        let has_luck = round.moves.iter().any(|judged| judged.luck.is_some());
        put!(out, "<h2>{}</h2><div class=\"sheet scroll\"><table><thead><tr>", self.pick("Moves", "Züge"));
        put!(out, "<th class=\"number\">#</th><th>{}</th>", self.pick("Player", "Spieler"));
        put!(out, "<th>{}</th><th>{}</th>", self.pick("Move", "Zug"), self.pick("Best", "Bester"));
        put!(out, "<th>{}</th>", self.pick("Worth", "Wert"));
        put!(out, "<th class=\"number\">{}</th>", self.pick("Loss", "Verlust"));
        if is_timed {
            put!(out, "<th class=\"number\">{}</th>", self.pick("Time", "Zeit"));
        }
        if has_luck {
            put!(out, "<th class=\"number\">{}</th>", self.pick("Luck", "Glück"));
        }
        put!(out, "</tr></thead><tbody>");
        for (ply, judged) in round.moves.iter().enumerate() {
            put!(out, "<tr id=\"r{number}m{0}\"><td class=\"number\">{0}</td>", ply + 1);
            self.move_cells(out, round, judged);
            if is_timed {
                let spent = judged.spent.map_or_else(String::new, |spent| {
                    format!("{} s", self.number(spent as f32 / 1_000.0, 1))
                });
                put!(out, "<td class=\"number\">{spent}</td>");
            }
            if has_luck {
                let luck = judged.luck.map_or_else(String::new, |luck| self.signed(luck.points, 3));
                put!(out, "<td class=\"number\">{luck}</td>");
            }
            put!(out, "</tr>");
        }
        put!(out, "</tbody></table></div>");
    }

    fn move_cells(&self, out: &mut String, round: &RoundReport, judged: &JudgedMove) {
        let by = match judged.by {
            Some(seat) => {
                let tint = player_idx(round, seat) % 4;
                format!("<span class=\"chip p{tint}\"></span>{}", self.player_name(round, seat))
            }
            None => format!("<span class=\"soft\">{}</span>", self.pick("dice", "Würfel")),
        };
        let played = escaped(&judged.text);
        let Some(verdict) = &judged.verdict else {
            put!(out, "<td>{by}</td><td class=\"move\">{played}</td><td></td><td></td><td></td>");
            return;
        };
        let best = if verdict.best == judged.text { String::new() } else { escaped(&verdict.best) };
        let lost = verdict.loss.filter(|loss| 0.0005 < loss.amount || 0 < loss.delay);
        let lost = lost.map_or_else(String::new, |loss| self.say(loss.in_words()));
        put!(
            out,
            "<td>{by}</td><td class=\"move\">{played} {}</td><td class=\"move\">{best}</td><td>{}</td>\
             <td class=\"number\">{lost}</td>",
            self.sign(verdict),
            self.say(verdict.worth.in_words())
        );
    }
}

/// The board as a picture inside the page.
fn board(position: &dyn AnyPosition, seen_from: Seat) -> String {
    svg(&position.scene(seen_from)).replacen("<svg ", "<svg aria-hidden=\"true\" ", 1)
}

/// Which player, from 0, sat at a seat.
pub(super) fn player_idx(round: &RoundReport, seat: Seat) -> usize {
    round.players.get(seat).map_or(seat.index(), |&player| player.into())
}

/// What was counted at the end, as in ` (40 : 24)`.
fn tally(round: &RoundReport) -> String {
    let Some(counted) = &round.tally else { return String::new() };
    let counted: Vec<_> = counted.iter().map(i64::to_string).collect();
    format!(" ({})", counted.join(" : "))
}
