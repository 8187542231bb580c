//! `brett verify`: checks that the dice of a record fell by chance.

use std::{io, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use fair_dice::Verification;
use framework::{Record, Text};
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    input,
    page::Page,
};

/// Check that the dice of a finished match fell by chance
///
/// The record of a match on a server holds a proof: what bound the server before the first roll, what every player
/// gave to every roll, and the secret that the server showed at the end. This command draws every roll again from it
/// and needs no server. The exit code is 1 if anything does not fit, and 2 if the file proves nothing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett verify game.brett\n  brett verify --json - < game.brett")]
pub(crate) struct VerifyArgs {
    /// The record; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Checks the dice of a record.
///
/// # Errors
/// If the file cannot be read or proves nothing.
pub(crate) fn run(args: &VerifyArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let text = input::file(&args.file, ctx.console)?;
    let problem = || format!("{} holds no record whose dice can be checked", input::name(&args.file));
    let record: Record = text.parse().with_context(problem)?;
    match fair_dice::verify(&record, ctx.games) {
        Ok(verdict) => {
            ctx.answer(&Proved::new(&verdict))?;
            Ok(Exit::Fine)
        }
        Err(flaw) if flaw.is_false_claim() => {
            ctx.answer(&Refuted { proved: false, problem: flaw.to_string() })?;
            Ok(Exit::No)
        }
        Err(flaw) => Err(flaw).with_context(problem),
    }
}

/// Dice that fell by chance.
#[derive(Debug, Serialize)]
struct Proved {
    proved: bool,
    rolls: usize,
    taken_back: usize,
    /// Rolls and how often nobody had promised a nonce for them, or had withheld a promised one.
    substituted: Vec<Substituted>,
    without_people: usize,
}

#[derive(Debug, Serialize)]
struct Substituted {
    round: u32,
    roll: u32,
    late: bool,
}

impl Proved {
    fn new(verdict: &Verification) -> Self {
        let substituted = verdict.missing.iter().map(|missing| Substituted {
            round: missing.roll.round,
            roll: missing.roll.number,
            late: missing.is_late,
        });
        Self {
            proved: true,
            rolls: verdict.rolls,
            taken_back: verdict.taken_back,
            substituted: substituted.collect(),
            without_people: verdict.without_people,
        }
    }
}

impl Report for Proved {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let verdict = Text::new(
            format!("the dice fell by chance (rolls: {})", self.rolls),
            format!("die Würfel fielen zufällig (Würfe: {})", self.rolls),
        );
        page.heading(page.say(&verdict))?;
        let late = self.substituted.iter().filter(|missing| missing.late).count();
        let counts = [
            (Text::fixed("nonces not sent", "nicht gesendete Zahlen"), self.substituted.len() - late),
            (Text::fixed("nonces withheld", "zurückgehaltene Zahlen"), late),
            (Text::fixed("rolls of the server alone", "Würfe des Servers allein"), self.without_people),
            (Text::fixed("rolls taken back", "zurückgenommene Würfe"), self.taken_back),
        ];
        for (name, count) in counts {
            page.field(&name, count)?;
        }
        Ok(())
    }
}

/// Dice that are not proved.
#[derive(Debug, Serialize)]
struct Refuted {
    proved: bool,
    problem: String,
}

impl Report for Refuted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let verdict = Text::fixed("the dice are NOT proved", "die Würfel sind NICHT bewiesen");
        page.line(format!("{}: {}", page.bold(page.say(&verdict)), self.problem))
    }
}
