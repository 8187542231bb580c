//! `brett convert`: games and positions from and to the formats of other programs.

mod formats_list;
mod target;

use std::{io, path::PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use framework::{
    Text,
    formats::{ForeignGame, Holds, Place, Written},
};
use serde::Serialize;

use self::target::Target;
use crate::{
    Exit,
    context::{Context, Report},
    foreign::Opened,
    input, output,
    page::Page,
};

/// How many games that were refused are told to a person one by one.
const MAX_TOLD: usize = 20;
/// After how many games a person hears how far it is.
const BETWEEN_NEWS: usize = 5_000;

/// Turn games and positions into the format of another program, or back
///
/// What FROM holds is recognized by its content; --from says it where that is not enough. The end of the name of TO chooses what
/// is written; without it, games of other programs become records, and a record becomes the usual format of its game, on
/// standard output. Every move is checked on the way: games with an illegal one are left out and named with their line or
/// byte, and the exit code is 1 then.
///
/// Files that belong together, such as the players of a WTHOR database (.jou) and its tournaments (.trn), are found beside
/// FROM and written beside TO.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett convert --list\n  brett convert match.mat match.brett\n  brett convert match.brett match.sgf\n  \
                  brett convert WTH_2013.wtb games.txt\n  brett convert positions.obf positions.brett\n  \
                  brett convert games.txt large.brett --from transcript --variant 10x10\n  brett convert - --to ggf < game.brett"
)]
pub(crate) struct ConvertArgs {
    /// The file to read; - reads standard input
    #[arg(value_name = "FROM", required_unless_present = "list")]
    from: Option<PathBuf>,
    /// The file to write, which must not be there yet
    #[arg(value_name = "TO")]
    to: Option<PathBuf>,
    /// The format of FROM, such as mat or othello:ggf
    #[arg(long = "from", value_name = "FORMAT")]
    from_format: Option<String>,
    /// The format to write
    #[arg(long = "to", value_name = "FORMAT")]
    to_format: Option<String>,
    /// The options of the game, where the format does not tell them, such as the size of the board
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    variant: String,
    /// List the formats
    #[arg(long, conflicts_with_all = ["from", "to", "from_format", "to_format"])]
    list: bool,
}

/// Converts a file.
///
/// # Errors
/// If it cannot be read, holds nothing, or cannot be written in the other format.
pub(crate) fn run(args: &ConvertArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let Some(path) = args.from.as_ref().filter(|_| !args.list) else { return formats_list::run(ctx) };
    let bytes = input::file_bytes(path, ctx.console)?;
    let opened = Opened::new(ctx.games, path, &bytes, args.from_format.as_deref())?;
    let (games, refused) = read(&opened, &args.variant, ctx)?;
    if games.is_empty() {
        // One problem is the whole answer; of several the first one says most.
        let first =
            refused.into_iter().next().map_or_else(|| "it holds no games".to_owned(), |one| one.to_string());
        bail!("{} cannot be read as {}: {first}", input::name(path), opened.format.id);
    }
    let target = Target::choose(ctx.games, &opened, &games, args.to.as_deref(), args.to_format.as_deref())?;
    let written =
        target.write(&games).with_context(|| format!("{} cannot be converted", input::name(path)))?;
    let exit = if refused.is_empty() { Exit::Fine } else { Exit::No };
    let Some(to) = &args.to else {
        ensure!(
            written.companions.is_empty(),
            "{} takes more than one file; name the file to write",
            target.format.id
        );
        ctx.console.out.write_all(&written.bytes)?;
        tell_refused(ctx, &refused)?;
        return Ok(exit);
    };
    let files = save(to, &written)?;
    let report = Converted {
        from: opened.format.id,
        to: target.format.id,
        games: games.iter().filter(|game| !game.is_position()).map(|game| game.record.rounds.len()).sum(),
        positions: games.iter().filter(|game| game.is_position()).count(),
        notes_left_out: written.n_notes_left_out,
        variations_left_out: games.iter().map(|game| game.n_variations).sum(),
        only_last_positions: target.format.holds == Holds::Positions
            && games.iter().any(|game| !game.is_position()),
        refused,
        files,
    };
    ctx.answer(&report)?;
    if !ctx.json {
        tell_refused(ctx, &report.refused)?;
    }
    Ok(exit)
}

/// Reads all games, and what is wrong with those that cannot be read.
fn read(
    opened: &Opened<'_, '_>,
    variant: &str,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<(Vec<ForeignGame>, Vec<Refused>)> {
    let source = opened.source(variant)?;
    let (mut games, mut refused) = (Vec::new(), Vec::new());
    let (games_list, shows_progress) = (ctx.games, ctx.console.err_is_terminal);
    let tell = ctx.progress();
    for game in opened.games(&source) {
        // A record claims results and hashes, which everything after it relies on.
        let checked = game.map_err(|error| Refused::new(&error)).and_then(|game| {
            match opened.game.is_none().then(|| game.record.replay(games_list)) {
                Some(Err(error)) => Err(Refused { line: None, byte: None, problem: error.to_string() }),
                _ => Ok(game),
            }
        });
        match checked {
            Ok(game) => games.push(game),
            Err(problem) => refused.push(problem),
        }
        let n_read = games.len() + refused.len();
        if shows_progress && n_read % BETWEEN_NEWS == 0 {
            tell(format!("{n_read}"));
        }
    }
    Ok((games, refused))
}

/// Writes the file and those that belong to it, none of which may be there.
fn save(to: &std::path::Path, written: &Written) -> anyhow::Result<Vec<String>> {
    let companions =
        written.companions.iter().map(|(extension, bytes)| (to.with_extension(extension), bytes));
    let files: Vec<_> = std::iter::once((to.to_owned(), &written.bytes)).chain(companions).collect();
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        bail!("cannot write {}; name a file that is not there yet", path.display());
    }
    for (path, bytes) in &files {
        output::new_file(path, bytes)?;
    }
    Ok(files.into_iter().map(|(path, _)| path.display().to_string()).collect())
}

/// Tells a person what could not be read, on standard error.
fn tell_refused(ctx: &mut Context<'_, '_>, refused: &[Refused]) -> anyhow::Result<()> {
    for problem in refused.iter().take(MAX_TOLD) {
        writeln!(ctx.console.err, "{problem}")?;
    }
    if let Some(more) = refused.len().checked_sub(MAX_TOLD).filter(|&more| more != 0) {
        let text = Text::new(format!("and {more} more"), format!("und {more} weitere"));
        writeln!(ctx.console.err, "{}", text.in_language(ctx.style.language))?;
    }
    Ok(())
}

/// A game that could not be read.
#[derive(Debug, Serialize)]
struct Refused {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<usize>,
    problem: String,
}

impl Refused {
    fn new(error: &framework::formats::FormatError) -> Self {
        let (line, byte) = match error.place() {
            Place::Line(number) => (Some(number), None),
            Place::Byte(offset) => (None, Some(offset)),
            Place::Whole | Place::Game(_) => (None, None),
        };
        Self { line, byte, problem: error.to_string() }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem)
    }
}

#[derive(Debug, Serialize)]
struct Converted {
    from: &'static str,
    to: &'static str,
    games: usize,
    positions: usize,
    notes_left_out: usize,
    variations_left_out: usize,
    only_last_positions: bool,
    refused: Vec<Refused>,
    files: Vec<String>,
}

impl Report for Converted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let what = match (self.games, self.positions) {
            (games, 0) => Text::new(format!("games: {games}"), format!("Partien: {games}")),
            (0, positions) => {
                Text::new(format!("positions: {positions}"), format!("Stellungen: {positions}"))
            }
            (games, positions) => Text::new(
                format!("games: {games}, positions: {positions}"),
                format!("Partien: {games}, Stellungen: {positions}"),
            ),
        };
        page.field(&Text::fixed("converted", "umgewandelt"), page.say(&what).to_owned())?;
        page.field(&Text::fixed("format", "Format"), format!("{} → {}", self.from, self.to))?;
        for file in &self.files {
            page.field(&Text::fixed("file", "Datei"), file)?;
        }
        let left_out = [
            (self.notes_left_out, Text::fixed("notes", "Anmerkungen")),
            (self.variations_left_out, Text::fixed("variations", "Varianten")),
            (self.refused.len(), Text::fixed("refused", "abgelehnt")),
        ];
        for (count, what) in left_out.into_iter().filter(|(count, _)| *count != 0) {
            let text = Text::new(format!("{count} left out"), format!("{count} weggelassen"));
            page.field(&what, page.say(&text).to_owned())?;
        }
        if self.only_last_positions {
            let text = Text::fixed(
                "the last position of each game; the format holds no moves",
                "die letzte Stellung jeder Partie; das Format enthält keine Züge",
            );
            page.field(&Text::fixed("written", "geschrieben"), page.say(&text).to_owned())?;
        }
        Ok(())
    }
}
