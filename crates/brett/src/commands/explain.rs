//! `brett explain`: why an evaluation values a position as it does.

use std::io;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use framework::{EvaluationInfo, ExplainError, Explanation, MAX_SEATS, Question, Seat, Text, Turn};
use serde::Serialize;

use crate::{
    Exit,
    choice::{Choice, Header, PositionArgs},
    context::{Context, Report},
    number::number_in,
    page::Page,
    term_table, weights,
};

/// Tell why an evaluation values a position as it does
///
/// Each term is shown with how much there is of it, what that counts, and what it adds to the value. With --move,
/// what each term adds before the move and after it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett explain othello --moves 'f5 d6 c3'\n  \
                  brett explain connect4 --moves 4432 --evaluation praktikum-2018 --move 4\n  \
                  brett explain backgammon --moves 31 --move '8/5 6/5' --evaluation welfenlab-2006:as-written\n  \
                  brett explain blokus --variant duo --move e8,d9,e9,f9,e10")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The evaluation: own, or the name of a player, with its options after a colon [the game's first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// The seat for which the position is valued [the one to move]
    #[arg(long, value_name = "N", value_parser = number_in(1..=MAX_SEATS as u8), conflicts_with = "mv")]
    seat: Option<u8>,
    /// A move, valued for the seat that plays it
    #[arg(long = "move", id = "mv", value_name = "MOVE", allow_hyphen_values = true)]
    mv: Option<String>,
}

/// Explains a position or a move.
///
/// # Errors
/// If the arguments choose no position, or the evaluation has nothing to say about it.
pub(crate) fn run(args: &ExplainArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    let known = choice.game.evaluations();
    let text = match (&args.evaluation, known.first()) {
        (Some(text), _) => weights::resolved(&*choice.game, text)?,
        (None, Some(first)) => first.name.to_owned(),
        (None, None) => bail!("{} has no evaluation that could be explained", choice.game.info().id),
    };
    let seat = seat(args, &choice)?;
    let explained = match &args.mv {
        None => Explained::Position { explanation: explain(&choice, &text, Question::Seat(seat))? },
        Some(mv) => {
            let after = explain(&choice, &text, Question::Move(mv))?;
            // Who only rates moves has nothing to say about the position before.
            let before = choice.game.explain(&text, &*choice.pos, Question::Seat(seat)).ok();
            let mv = choice.pos.check(mv).context("--move")?;
            Explained::Move { mv, before, after }
        }
    };
    let name = text.split(':').next().unwrap_or_default();
    let about = known.into_iter().find(|info| info.name == name);
    ctx.answer(&ExplainAnswer {
        header: choice.header(),
        valued_for: seat,
        seat_name: choice.game.seat_name(seat),
        evaluation: text,
        about,
        explained,
    })?;
    Ok(Exit::Fine)
}

/// The seat whose side is taken.
fn seat(args: &ExplainArgs, choice: &Choice) -> anyhow::Result<Seat> {
    let n_seats = choice.pos.seats();
    match (args.seat, choice.pos.turn()) {
        (_, Turn::Over) => Err(ExplainError::Over.into()),
        (Some(number), _) => {
            Seat::from_number(number.into()).filter(|seat| seat.index() < n_seats).ok_or_else(|| {
                anyhow!("--seat {number}: there is no such seat; this game has seats 1 to {n_seats}")
            })
        }
        (None, Turn::Seat(seat)) => Ok(seat),
        (None, Turn::Chance) => {
            bail!(
                "the dice are next, so nobody is to move; say for whom with --seat, or add a roll to the moves"
            )
        }
    }
}

fn explain(choice: &Choice, text: &str, question: Question<'_>) -> anyhow::Result<Explanation> {
    let explained = choice.game.explain(text, &*choice.pos, question);
    explained.map_err(|error| match &error {
        ExplainError::NeedsMove { name } | ExplainError::NotRated { name, .. } => {
            let game = choice.game.info().id;
            anyhow!("{error}; use --move, and see brett hint {game} --engine {name} for the moves it rates")
        }
        ExplainError::Move(_) => anyhow!(error).context("--move"),
        _ => anyhow!(error).context("--evaluation"),
    })
}

#[derive(Debug, Serialize)]
struct ExplainAnswer {
    #[serde(flatten)]
    header: Header,
    valued_for: Seat,
    seat_name: Text,
    evaluation: String,
    #[serde(skip)]
    about: Option<EvaluationInfo>,
    #[serde(flatten)]
    explained: Explained,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Explained {
    Position {
        explanation: Explanation,
    },
    Move {
        #[serde(rename = "move")]
        mv: String,
        before: Option<Explanation>,
        after: Explanation,
    },
}

impl Report for ExplainAnswer {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Header { game, options, .. } = &self.header;
        let (name, seat) = (page.say(&self.seat_name), self.valued_for);
        let valued = match &self.explained {
            Explained::Position { .. } => Text::new(
                format!("valued for {name} (seat {seat})"),
                format!("gewertet für {name} (Platz {seat})"),
            ),
            Explained::Move { mv, .. } => Text::new(
                format!("{mv}, valued for {name} (seat {seat})"),
                format!("{mv}, gewertet für {name} (Platz {seat})"),
            ),
        };
        page.heading(format!("{game} {options}: {}", page.say(&valued)))?;
        if let Some(info) = &self.about {
            page.paragraph(&format!("{}: {}", self.evaluation, page.say(&info.about)))?;
        }
        page.gap()?;
        match &self.explained {
            Explained::Position { explanation } => term_table::write(page, explanation),
            Explained::Move { before: Some(before), after, .. } => {
                term_table::write_change(page, before, after)
            }
            Explained::Move { before: None, after, .. } => term_table::write(page, after),
        }
    }
}
