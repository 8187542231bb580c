//! A report as one page of HTML, which needs no scripts and no other file.

mod graph;
mod round;

use std::fmt::{Display, Write};

use crate::{
    AnyGame, Language, Millis, Text,
    report::{GameReport, Grade, LossSum, PlayerReport},
};

const STYLE: &str = include_str!("style.css");

macro_rules! put {
    ($out:expr, $($format:tt)*) => {
        writeln!($out, $($format)*).expect("a string takes everything")
    };
}
use put;

/// A report as one page of HTML, which needs no scripts and no other file.
///
/// The game must be the one of the report; `thinking` is how long each decision was thought about.
#[must_use]
pub fn report_html(
    report: &GameReport,
    game: &dyn AnyGame,
    thinking: Option<Millis>,
    language: Language,
) -> String {
    Pen { report, game, thinking, language }.page()
}

/// What every part of the page needs.
struct Pen<'r> {
    report: &'r GameReport,
    game: &'r dyn AnyGame,
    thinking: Option<Millis>,
    language: Language,
}

impl Pen<'_> {
    fn page(&self) -> String {
        let names: Vec<_> = self.report.players.iter().map(|player| escaped(&player.name)).collect();
        let names = names.join(" – ");
        let game = escaped(self.text(&self.game.info().name));
        let title = self.pick("Game report", "Spielbericht");
        let lang = self.pick("en", "de");
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <title>{names}: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        );
        put!(out, "<header><p class=\"soft\">{title} · {game} {}</p>", escaped(&self.report.options));
        put!(out, "<h1>{names}</h1></header>");
        put!(out, "<section class=\"players\">");
        for (idx, player) in self.report.players.iter().enumerate() {
            self.player(&mut out, idx, player);
        }
        put!(out, "</section>");
        for idx in 0..self.report.rounds.len() {
            self.round(&mut out, idx);
        }
        self.footer(&mut out);
        out.push_str("</main>\n</body>\n</html>\n");
        out
    }

    fn pick(&self, en: &'static str, de: &'static str) -> &'static str {
        match self.language {
            Language::English => en,
            Language::German => de,
        }
    }

    fn text<'t>(&self, text: &'t Text) -> &'t str {
        text.in_language(self.language)
    }

    fn say(&self, text: Text) -> String {
        let said = match self.language {
            Language::English => text.en,
            Language::German => text.de,
        };
        escaped(&said)
    }

    /// A number with the sign of the language between its whole and its other digits.
    fn number(&self, number: f32, digits: usize) -> String {
        let text = format!("{number:.digits$}").replace('-', "−");
        if self.language == Language::German { text.replace('.', ",") } else { text }
    }

    fn signed(&self, number: f32, digits: usize) -> String {
        let sign = if 0.0 <= number { "+" } else { "" };
        format!("{sign}{}", self.number(number, digits))
    }

    fn mean(&self, sum: &LossSum) -> String {
        sum.mean().map_or_else(|| "–".to_owned(), |mean| self.say(self.report.unit.number(mean)))
    }

    fn player(&self, out: &mut String, idx: usize, player: &PlayerReport) {
        put!(out, "<article class=\"sheet player p{}\"><h3>{}</h3>", idx % 4, escaped(&player.name));
        let unit = self.report.unit;
        match (player.rating, player.decisions.mean()) {
            (Some(rating), _) => {
                put!(out, "<p class=\"large\">{}</p>", self.number(rating, 2));
                let label = self.pick(
                    "performance rating: 500 × mean loss, 0 is perfect",
                    "Leistungswert: 500 × mittlerer Verlust, 0 ist perfekt",
                );
                put!(out, "<p class=\"soft\">{label}</p>");
            }
            (None, Some(mean)) => {
                put!(out, "<p class=\"large\">{}</p>", self.say(unit.in_words(mean)));
                put!(out, "<p class=\"soft\">{}</p>", self.pick("lost per move", "Verlust je Zug"));
            }
            (None, None) => put!(out, "<p class=\"large\">–</p>"),
        }
        put!(out, "<ul class=\"grades\">");
        for (grade, count) in Grade::ALL.into_iter().zip(player.grades) {
            let name = self.say(if count == 1 { grade.name() } else { grade.plural() });
            let class = class(grade);
            put!(out, "<li class=\"{class}\"><b>{count}</b> {name} {}</li>", grade.sign());
        }
        put!(out, "</ul><dl>");
        let mut row = |label: &str, value: &dyn Display| put!(out, "<dt>{label}</dt><dd>{value}</dd>");
        row(self.pick("decisions", "Entscheidungen"), &player.decisions.count);
        if 0 < player.cube.count {
            let sum = |sum: &LossSum| format!("{} ({} ×)", self.say(unit.in_words(sum.lost)), sum.count);
            row(self.pick("lost with checkers", "Verlust mit Steinen"), &sum(&player.plays));
            row(self.pick("lost with the cube", "Verlust mit dem Würfel"), &sum(&player.cube));
        }
        if let Some(luck) = player.luck {
            row(self.pick("luck of the dice", "Würfelglück"), &self.signed(luck, 3));
        }
        let thirds = [
            ("first third", "erstes Drittel"),
            ("middle third", "mittleres Drittel"),
            ("last third", "letztes Drittel"),
        ];
        for (sum, (en, de)) in player.phases.iter().zip(thirds) {
            row(self.pick(en, de), &self.mean(sum));
        }
        if 0 < player.delay {
            row(self.pick("plies of delay", "Halbzüge Verzögerung"), &player.delay);
        }
        if let Some(time) = player.time {
            let mean = |(count, millis): (u32, u64)| match count {
                0 => "–".to_owned(),
                _ => format!("{} s", self.number(millis as f32 / 1_000.0 / count as f32, 1)),
            };
            row(self.pick("time per sound move", "Zeit je guter Zug"), &mean(time.sound));
            row(self.pick("time per mistake", "Zeit je Fehler"), &mean(time.mistaken));
        }
        if 0 < player.n_unknown {
            row(self.pick("not judged", "nicht beurteilt"), &player.n_unknown);
        }
        put!(out, "</dl></article>");
    }

    fn footer(&self, out: &mut String) {
        let unit = self.report.unit;
        let at = |idx: usize| self.say(unit.in_words(self.report.thresholds[idx]));
        let [inaccuracy, mistake, blunder] = [at(0), at(1), at(2)];
        put!(out, "<footer class=\"soft\"><h2>{}</h2>", self.pick("How it was judged", "So wurde beurteilt"));
        match self.language {
            Language::English => put!(
                out,
                "<p>An inaccuracy (?!) loses at least {inaccuracy}, a mistake (?) {mistake}, a blunder (??) {blunder}; \
                 a result that is given away is always a blunder. The thirds are those of the moves of a round. A turning \
                 point is a mistake after which the other side was ahead, or which lost 15 % of the bar.</p>"
            ),
            Language::German => put!(
                out,
                "<p>Eine Ungenauigkeit (?!) verliert mindestens {inaccuracy}, ein Fehler (?) {mistake}, ein Patzer (??) \
                 {blunder}; wer ein Ergebnis verschenkt, patzt immer. Die Drittel sind die der Züge einer Runde. Ein \
                 Wendepunkt ist ein Fehler, nach dem die andere Seite vorn lag, oder der 15 % des Balkens kostete.</p>"
            ),
        }
        if let Some(Millis(millis)) = self.thinking {
            let seconds = self.number(millis as f32 / 1_000.0, 1);
            let line = match self.language {
                Language::English => {
                    format!("The computer thought for up to {seconds} s about each decision.")
                }
                Language::German => {
                    format!("Der Computer dachte bis zu {seconds} s über jede Entscheidung nach.")
                }
            };
            put!(out, "<p>{line}</p>");
        }
        put!(out, "</footer>");
    }
}

fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Inaccuracy => "inaccuracy",
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(letter),
        }
    }
    out
}
