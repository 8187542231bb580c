//! `brett replay`: plays a record again and checks what it claims.

use std::{io, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use framework::{
    Record, Replayed, Score, Seat, Text,
    render::{self, Style},
};
use serde::Serialize;

use crate::{
    Exit,
    choice::{Choice, Header},
    context::{Context, Report},
    foreign, input,
    page::Page,
};

/// Check a record: play it again, and compare its results and hashes
///
/// Draws the last position. A game in the format of another program is played as well. The exit code is 1 if the record claims something that is not true, such as an
/// illegal move or another result, and 2 if it is no record.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett replay game.brett\n  brett replay match.sgf\n  brett replay - < game.brett"
)]
pub(crate) struct ReplayArgs {
    /// The record; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Checks a record.
///
/// # Errors
/// If the file cannot be read or holds no record of a known game.
pub(crate) fn run(args: &ReplayArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let bytes = input::file_bytes(&args.file, ctx.console)?;
    let problem = || format!("{} holds no record that can be replayed", input::name(&args.file));
    let record = foreign::one_record(ctx.games, &args.file, &bytes).with_context(problem)?;
    match record.replay(ctx.games) {
        Ok(Replayed { game, position, opening }) => {
            let held = Held { opening, ..Held::new(record, &Choice { game, pos: position }, ctx.style) };
            ctx.answer(&held)?;
            Ok(Exit::Fine)
        }
        Err(error) if error.is_false_claim() => {
            ctx.answer(&Refuted { holds: false, problem: error.to_string() })?;
            Ok(Exit::No)
        }
        Err(error) => Err(error).with_context(problem),
    }
}

/// A record that is true.
#[derive(Debug, Serialize)]
struct Held {
    holds: bool,
    #[serde(flatten)]
    header: Header,
    players: Vec<ReplayedPlayer>,
    rounds: usize,
    plies: usize,
    hash: String,
    result: Option<Text>,
    /// What players call the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    drawing: String,
}

#[derive(Debug, Serialize)]
struct ReplayedPlayer {
    name: String,
    #[serde(flatten)]
    score: Score,
}

impl Held {
    fn new(record: Record, last: &Choice, style: Style) -> Self {
        let scores = record.scores();
        let players = record.players.into_iter().zip(scores);
        Self {
            holds: true,
            header: last.header(),
            players: players.map(|(name, score)| ReplayedPlayer { name, score }).collect(),
            rounds: record.rounds.len(),
            plies: record.rounds.iter().map(|round| round.moves.len()).sum(),
            hash: format!("{:016x}", last.pos.key()),
            result: last.pos.result(),
            opening: None,
            drawing: render::terminal(&last.pos.scene(Seat::FIRST), &style),
        }
    }
}

impl Report for Held {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let verdict = Text::new(
            format!("the record holds (rounds: {}, plies: {})", self.rounds, self.plies),
            format!("die Aufzeichnung stimmt (Runden: {}, Halbzüge: {})", self.rounds, self.plies),
        );
        page.heading(format!("{} {}: {}", self.header.game, self.header.options, page.say(&verdict)))?;
        page.gap()?;
        page.block(&self.drawing)?;
        page.gap()?;
        for ReplayedPlayer { name, score } in &self.players {
            let points = Text::new(
                format!(
                    "points {}, won {}, drawn {}, lost {}",
                    score.points, score.wins, score.draws, score.losses
                ),
                format!(
                    "Punkte {}, gewonnen {}, remis {}, verloren {}",
                    score.points, score.wins, score.draws, score.losses
                ),
            );
            page.field(&Text::same(name), page.say(&points))?;
        }
        if let Some(result) = &self.result {
            page.field(&Text::fixed("result", "Ergebnis"), page.say(result))?;
        }
        if let Some(opening) = self.opening {
            page.field(&Text::fixed("opening", "Eröffnung"), opening)?;
        }
        page.field(&Text::fixed("position", "Stellung"), &self.header.position)?;
        page.field(&Text::fixed("hash", "Hash"), &self.hash)
    }
}

/// A record that claims something untrue.
#[derive(Debug, Serialize)]
struct Refuted {
    holds: bool,
    problem: String,
}

impl Report for Refuted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let verdict = Text::fixed("the record does not hold", "die Aufzeichnung stimmt nicht");
        page.line(format!("{}: {}", page.bold(page.say(&verdict)), self.problem))
    }
}
