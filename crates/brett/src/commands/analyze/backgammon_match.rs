//! What the decisions of a match of backgammon cost.

use std::{
    io,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow, bail};
use backgammon::{
    Backgammon, Move, Table,
    engine::{
        Evaluation,
        analysis::{Analyst, Judged, Kind, Mark, Summary},
    },
};
use framework::{Game as _, Position as _, Record, Seat, Text};
use serde::Serialize;

use super::AnalyzeArgs;
use crate::{
    Exit,
    context::{Context, Report},
    foreign, input,
    interrupts::Interrupts,
    page::Page,
    workers::share,
};

/// How often a person hears how far it is.
const BETWEEN_NEWS: Duration = Duration::from_secs(2);

/// A decision or a roll of the match.
struct Moment {
    round: usize,
    ply: usize,
    table: Table,
    mv: Move,
    /// Which player, from 0, sat at each seat.
    players: [usize; 2],
}

/// What is known about a moment.
enum Found {
    Decision(Judged),
    Luck(Seat, f32),
    Nothing,
}

/// Judges a match.
///
/// # Errors
/// If the file holds no match of backgammon, or its moves are not legal.
pub(super) fn run(args: &AnalyzeArgs, path: &Path, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let opened = args.position.game().open(ctx)?;
    if opened.info().id != backgammon::ENTRY.info.id {
        bail!("--record judges matches of backgammon only; brett replay checks records of every game");
    }
    let bytes = input::file_bytes(path, ctx.console)?;
    let problem = || format!("{} holds no match of backgammon", input::name(path));
    let record = foreign::one_record(ctx.games, path, &bytes).with_context(problem)?;
    if record.game != backgammon::ENTRY.info.id {
        return Err(anyhow!("it is a record of {}", record.game)).with_context(problem);
    }
    record.replay(&[backgammon::ENTRY]).with_context(problem)?;
    let game = Backgammon::from_options(&record.options.parse()?)?;
    let moments = moments(&game, &record)?;
    let analyst = Analyst::new(Evaluation::strongest(), args.plies);
    let look = |idx: u64| {
        let Moment { table, mv, .. } = &moments[idx as usize];
        match analyst.judge(table, *mv) {
            Some(judged) => Found::Decision(judged),
            None => analyst.luck(table, *mv).map_or(Found::Nothing, |luck| Found::Luck(table.mover(), luck)),
        }
    };
    let interrupts = Interrupts::watch_once()?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<Option<Found>> = moments.iter().map(|_| None).collect();
    let (mut n_done, mut heard) = (0, Instant::now());
    {
        let tell = ctx.progress();
        share(threads, moments.len() as u64, look, |idx, result| {
            found[idx as usize] = Some(result);
            n_done += 1;
            if interrupts.is_seen() {
                bail!("interrupted after {n_done} of {} decisions and rolls", moments.len());
            }
            if BETWEEN_NEWS <= heard.elapsed() {
                heard = Instant::now();
                tell(format!("{n_done} / {}", moments.len()));
            }
            Ok(())
        })?;
    }
    ctx.answer(&analyzed(args, &game, &record, &moments, found))?;
    Ok(Exit::Fine)
}

/// Everything that was decided or rolled, in order.
fn moments(game: &Backgammon, record: &Record) -> anyhow::Result<Vec<Moment>> {
    let mut moments = Vec::new();
    for (round_idx, round) in record.rounds.iter().enumerate() {
        let mut table = match &round.start {
            Some(start) => game.parse_position(start)?,
            None => game.start_round(&record.standing_before(round_idx, &round.players)),
        };
        let players = [Seat::FIRST, Seat::SECOND].map(|seat| usize::from(round.players[seat]));
        for (idx, recorded) in round.moves.iter().enumerate() {
            let mv = game
                .parse_move(&table, &recorded.text)
                .with_context(|| format!("round {}, ply {}", round_idx + 1, idx + 1))?;
            moments.push(Moment { round: round_idx + 1, ply: idx + 1, table, mv, players });
            table.play(mv);
        }
    }
    Ok(moments)
}

fn analyzed(
    args: &AnalyzeArgs,
    game: &Backgammon,
    record: &Record,
    moments: &[Moment],
    found: Vec<Option<Found>>,
) -> AnalyzedMatch {
    let mut summaries = vec![Summary::default(); record.players.len()];
    let mut decisions = Vec::new();
    for (moment, found) in moments.iter().zip(found.into_iter().flatten()) {
        match found {
            Found::Decision(judged) => {
                let player = moment.players[judged.seat.index()];
                summaries[player].add(&judged);
                if judged.counts && (args.all || Mark::Fine < judged.mark()) {
                    decisions.push(DecisionReport::new(game, moment, player, &judged));
                }
            }
            Found::Luck(seat, luck) => summaries[moment.players[seat.index()]].luck += luck,
            Found::Nothing => {}
        }
    }
    let player = |(name, summary): (&String, &Summary)| PlayerReport {
        name: name.clone(),
        rating: summary.rating(),
        plays: summary.n_plays,
        lost_by_plays: summary.lost_by_plays,
        cubes: summary.n_cubes,
        lost_by_cubes: summary.lost_by_cubes,
        doubtful: summary.n_marked[0],
        errors: summary.n_marked[1],
        blunders: summary.n_marked[2],
        luck: summary.luck,
    };
    AnalyzedMatch {
        options: record.options.clone(),
        rounds: record.rounds.len(),
        plies: args.plies,
        players: record.players.iter().zip(&summaries).map(player).collect(),
        decisions,
    }
}

#[derive(Debug, Serialize)]
struct AnalyzedMatch {
    options: String,
    rounds: usize,
    plies: u32,
    players: Vec<PlayerReport>,
    decisions: Vec<DecisionReport>,
}

#[derive(Debug, Serialize)]
struct PlayerReport {
    name: String,
    rating: Option<f32>,
    plays: u32,
    lost_by_plays: f32,
    cubes: u32,
    lost_by_cubes: f32,
    doubtful: u32,
    errors: u32,
    blunders: u32,
    luck: f32,
}

#[derive(Debug, Serialize)]
struct DecisionReport {
    round: usize,
    ply: usize,
    player: usize,
    kind: &'static str,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<String>,
    played: String,
    best: String,
    loss: f32,
    mark: &'static str,
}

impl DecisionReport {
    fn new(game: &Backgammon, moment: &Moment, player: usize, judged: &Judged) -> Self {
        let roll = match moment.table.phase() {
            backgammon::Phase::Playing(dice) => Some(dice.to_string()),
            _ => None,
        };
        Self {
            round: moment.round,
            ply: moment.ply,
            player: player + 1,
            kind: match judged.kind {
                Kind::Checkers => "play",
                Kind::Double => "double",
                Kind::Answer => "answer",
            },
            position: game.write_position(&moment.table),
            roll,
            played: game.write_move(&moment.table, judged.played),
            best: game.write_move(&moment.table, judged.best),
            loss: judged.loss,
            mark: judged.mark().sign(),
        }
    }
}

impl Report for AnalyzedMatch {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let heading = Text::new(
            format!("backgammon {}: {} games, judged {} rolls ahead", self.options, self.rounds, self.plies),
            format!(
                "backgammon {}: {} Spiele, {} Würfe voraus beurteilt",
                self.options, self.rounds, self.plies
            ),
        );
        page.heading(page.say(&heading))?;
        page.gap()?;
        for DecisionReport { round, ply, player, roll, played, best, loss, mark, .. } in &self.decisions {
            let roll = roll.as_ref().map_or_else(String::new, |roll| format!("{roll}: "));
            let name = &self.players[player - 1].name;
            let line = Text::new(
                format!("{round}.{ply} {name}  {roll}{played} {mark}  −{loss:.3}, better {best}"),
                format!("{round}.{ply} {name}  {roll}{played} {mark}  −{loss:.3}, besser {best}"),
            );
            page.line(page.say(&line))?;
        }
        if !self.decisions.is_empty() {
            page.gap()?;
        }
        for player in &self.players {
            page.heading(&player.name)?;
            let rating = player.rating.map_or_else(|| "–".to_owned(), |rating| format!("{rating:.2}"));
            page.field(&Text::fixed("rating", "Wertung"), rating)?;
            let lost = |count: u32, lost: f32| {
                Text::new(
                    format!("{count} decisions, −{lost:.3}"),
                    format!("{count} Entscheidungen, −{lost:.3}"),
                )
            };
            page.field(&Text::fixed("plays", "Züge"), page.say(&lost(player.plays, player.lost_by_plays)))?;
            page.field(&Text::fixed("cube", "Würfel"), page.say(&lost(player.cubes, player.lost_by_cubes)))?;
            let marks = format!("?! {}, ? {}, ?? {}", player.doubtful, player.errors, player.blunders);
            page.field(&Text::fixed("mistakes", "Fehler"), marks)?;
            page.field(&Text::fixed("luck", "Glück"), format!("{:+.3}", player.luck))?;
        }
        Ok(())
    }
}
