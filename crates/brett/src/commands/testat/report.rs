//! What the exam has shown.

use std::io;

use framework::Text;
use serde::Serialize;

use crate::{context::Report, page::Page};

/// How wide a program's name is in the table at least.
const NAME_WIDTH: usize = 12;

/// The exam of all programs.
#[derive(Debug, Serialize)]
pub(super) struct TestatReport {
    pub(super) level: u32,
    /// How long a program may think about a move.
    pub(super) seconds: u32,
    pub(super) seed: u64,
    /// The folder of the records.
    pub(super) records: String,
    pub(super) programs: Vec<Examined>,
}

/// The match of one program.
#[derive(Debug, Serialize)]
pub(super) struct Examined {
    pub(super) program: String,
    pub(super) won: u32,
    pub(super) lost: u32,
    pub(super) drawn: u32,
    pub(super) passed: bool,
    /// Why the match ended early, in English; `None` if all games were played.
    pub(super) problem: Option<String>,
    #[serde(skip)]
    pub(super) problem_text: Option<Text>,
    pub(super) longest_move_ms: u64,
    /// The record of the match.
    pub(super) record: String,
}

impl Report for TestatReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let limit = seconds_text(self.seconds.into());
        let heading = Text::new(
            format!("Five games against difficulty {}, {} for a move", self.level, limit.en),
            format!("Fünf Spiele gegen Schwierigkeitsgrad {}, {} für einen Zug", self.level, limit.de),
        );
        page.heading(page.say(&heading))?;
        let names = self.programs.iter().map(|program| program.program.chars().count());
        let width = names.max().unwrap_or_default().max(NAME_WIDTH);
        let heads = Text::new(
            format!("{:<width$}  won  lost  drawn  longest move  verdict", "program"),
            format!("{:<width$}  gew.  verl.  unent.  längster Zug  Urteil", "Programm"),
        );
        page.line(page.dim(page.say(&heads)))?;
        for program in &self.programs {
            let Examined { won, lost, drawn, longest_move_ms, .. } = program;
            let verdict = match (program.passed, &program.problem_text) {
                (true, _) => Text::fixed("passed", "bestanden"),
                (false, None) => Text::fixed("not passed", "nicht bestanden"),
                (false, Some(why)) => {
                    Text::new(format!("not passed: {}", why.en), format!("nicht bestanden: {}", why.de))
                }
            };
            let longest = format!("{}.{:03} s", longest_move_ms / 1_000, longest_move_ms % 1_000);
            let name = &program.program;
            let row = Text::new(
                format!("{name:<width$}  {won:>3}  {lost:>4}  {drawn:>5}  {longest:>12}  {}", verdict.en),
                format!("{name:<width$}  {won:>4}  {lost:>5}  {drawn:>6}  {longest:>12}  {}", verdict.de),
            );
            page.line(page.say(&row))?;
        }
        let n_passed = self.programs.iter().filter(|program| program.passed).count();
        let sum = Text::new(
            format!(
                "{n_passed} of {} passed; records and outputs are in {}, seed {}",
                self.programs.len(),
                self.records,
                self.seed
            ),
            format!(
                "{n_passed} von {} bestanden; Aufzeichnungen und Ausgaben liegen in {}, Startwert {}",
                self.programs.len(),
                self.records,
                self.seed
            ),
        );
        page.line(page.say(&sum))
    }
}

/// A time to think, in words for the usual one.
pub(super) fn seconds_text(seconds: u64) -> Text {
    match seconds {
        1 => Text::fixed("one second", "eine Sekunde"),
        2 => Text::fixed("two seconds", "zwei Sekunden"),
        _ => Text::new(format!("{seconds} seconds"), format!("{seconds} Sekunden")),
    }
}
