//! `brett show`: draws a board.

use std::{fs, io, path::PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use framework::{MAX_SEATS, PerSeat, Seat, Text, Turn, render};
use serde::Serialize;

use crate::{
    Exit,
    choice::{Header, PositionArgs},
    context::{Context, Report},
    number::number_in,
    page::Page,
};

/// Draw a board, and tell what is known about the position
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett show connect4 --moves 4432\n  brett show othello --variant 6x6\n  \
                  brett show backgammon --seat 2 --svg board.svg"
)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The seat from which the board is seen
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1..=MAX_SEATS as u8))]
    seat: u8,
    /// Also write the drawing as SVG into a file; - writes only the SVG, to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Draws a board.
///
/// # Errors
/// If the arguments choose no position or the drawing cannot be written.
pub(crate) fn run(args: &ShowArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    let n_seats = choice.pos.seats();
    let Some(seat) = Seat::from_number(args.seat.into()).filter(|seat| seat.index() < n_seats) else {
        bail!("--seat {}: there is no such seat; this game has seats 1 to {n_seats}", args.seat);
    };
    let scene = choice.pos.scene(seat);
    match &args.svg {
        Some(path) if path == "-" => {
            ctx.console.out.write_all(render::svg(&scene).as_bytes())?;
            return Ok(Exit::Fine);
        }
        Some(path) => fs::write(path, render::svg(&scene))
            .with_context(|| format!("--svg: cannot write {}", path.display()))?,
        None => {}
    }
    let is_over = choice.pos.turn() == Turn::Over;
    ctx.answer(&Shown {
        header: choice.header(),
        key: format!("{:016x}", choice.pos.key()),
        legal_moves: choice.pos.legal_moves().len(),
        result: choice.pos.result(),
        payoffs: is_over.then(|| choice.pos.payoffs()),
        drawing: render::terminal(&scene, &ctx.style),
    })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Shown {
    #[serde(flatten)]
    header: Header,
    key: String,
    legal_moves: usize,
    result: Option<Text>,
    payoffs: Option<PerSeat<f32>>,
    drawing: String,
}

impl Report for Shown {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format!("{} {}", self.header.game, self.header.options))?;
        page.gap()?;
        page.block(&self.drawing)?;
        page.gap()?;
        if let Some(result) = &self.result {
            page.field(&Text::fixed("result", "Ergebnis"), page.say(result))?;
        }
        page.field(&Text::fixed("moves", "Züge"), self.legal_moves)?;
        page.field(&Text::fixed("position", "Stellung"), &self.header.position)?;
        page.field(&Text::fixed("key", "Schlüssel"), &self.key)
    }
}
