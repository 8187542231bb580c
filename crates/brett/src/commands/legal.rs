//! `brett legal`: which moves can be played, or why one cannot.

use std::io;

use anyhow::Context as _;
use clap::Args;
use framework::{MoveError, Text, WhyNot};
use serde::Serialize;

use crate::{
    Exit,
    choice::{Choice, Header, PositionArgs},
    context::{Context, Report},
    page::Page,
};

/// List the legal moves, or tell why a move is illegal
///
/// One move per line; where chance decides, its outcomes with their weights. With a MOVE, the exit code
/// is 0 if it is legal and 1 if not.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett legal othello --moves 'f5 d6'\n  brett legal connect4 --moves 444444 4\n  \
                  brett legal backgammon --moves 31 8/5 6/5"
)]
pub(crate) struct LegalArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// A move to check; words are joined by spaces
    #[arg(index = 2, value_name = "MOVE")]
    mv: Vec<String>,
}

/// Lists the legal moves, or checks one.
///
/// # Errors
/// If the arguments choose no position, or the move cannot be read.
pub(crate) fn run(args: &LegalArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    if args.mv.is_empty() { list(&choice, ctx) } else { check(&choice, &args.mv.join(" "), ctx) }
}

fn list(choice: &Choice, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if let Some(result) = choice.pos.result().filter(|_| !ctx.json) {
        // Standard output stays one move per line, even if there are none.
        writeln!(ctx.console.err, "{}", result.in_language(ctx.style.language))?;
    }
    let outcomes = choice.pos.chance_outcomes();
    ctx.answer(&Moves {
        header: choice.header(),
        moves: choice.pos.legal_moves(),
        chance: outcomes.into_iter().map(|(text, weight)| Outcome { text, weight }).collect(),
    })?;
    Ok(Exit::Fine)
}

fn check(choice: &Choice, text: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let (text, reason) = match choice.pos.check(text) {
        Ok(canonical) => (canonical, None),
        Err(MoveError::Illegal(reason)) => (text.to_owned(), Some(reason)),
        Err(MoveError::Unreadable(error)) => return Err(error).context("MOVE"),
    };
    let verdict = Verdict { header: choice.header(), text, legal: reason.is_none(), reason };
    ctx.answer(&verdict)?;
    Ok(if verdict.legal { Exit::Fine } else { Exit::No })
}

#[derive(Debug, Serialize)]
struct Moves {
    #[serde(flatten)]
    header: Header,
    moves: Vec<String>,
    chance: Vec<Outcome>,
}

#[derive(Debug, Serialize)]
struct Outcome {
    #[serde(rename = "move")]
    text: String,
    weight: u32,
}

impl Report for Moves {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.chance.is_empty() {
            return self.moves.iter().try_for_each(|mv| page.line(mv));
        }
        let total: u64 = self.chance.iter().map(|outcome| u64::from(outcome.weight)).sum();
        self.chance.iter().try_for_each(|outcome| {
            let weight = page.dim(format!("{}/{total}", outcome.weight));
            page.line(format!("{}  {weight}", outcome.text))
        })
    }
}

#[derive(Debug, Serialize)]
struct Verdict {
    #[serde(flatten)]
    header: Header,
    #[serde(rename = "move")]
    text: String,
    legal: bool,
    reason: Option<WhyNot>,
}

impl Report for Verdict {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let verdict = match &self.reason {
            None => Text::new(format!("{} is legal", self.text), format!("{} ist zulässig", self.text)),
            Some(reason) => Text::new(
                format!("{} is illegal: {}", self.text, reason.sentence.en),
                format!("{} ist unzulässig: {}", self.text, reason.sentence.de),
            ),
        };
        page.line(page.say(&verdict))
    }
}
