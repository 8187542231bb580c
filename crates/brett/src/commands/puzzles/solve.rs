//! `brett puzzles GAME`: puzzles at the terminal.

use std::{
    io,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, bail};
use clap::Args;
use framework::{AnyGame, AnyPosition, GameEntry, Language, Rng, Seat, Text, Turn, render};
use puzzles::{Attempt, Puzzle, PuzzleSet};
use serde::Serialize;

use crate::{
    Exit, choice,
    context::{Context, Report},
    input,
    keyboard::{Keyboard, Typed},
    move_list,
    number::number_in,
    page::Page,
    value,
};

const SECONDS_PER_DAY: u64 = 24 * 3_600;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The game; `brett games` lists them
    #[arg(value_name = "GAME", hide_possible_values = true)]
    game: Option<String>,
    /// The options of the game, such as 7x6x4 or 'nackgammon match=7'; `brett games` lists them
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    variant: String,
    /// Only puzzles about this; brett puzzles GAME --list tells what there is
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Only the puzzle of today, which is the same for everybody
    #[arg(long, conflicts_with_all = ["theme", "id", "file"])]
    daily: bool,
    /// Only the puzzle of this word
    #[arg(long, value_name = "ID", conflicts_with = "theme")]
    id: Option<String>,
    /// The puzzles of a file instead of those that come with Brettwerk
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Where the order begins; another one each time unless given
    #[arg(long, value_name = "S", value_parser = number_in(0..=u64::MAX))]
    seed: Option<u64>,
    /// List the puzzles and what they are about
    #[arg(long)]
    list: bool,
}

/// Gives puzzles until the person stops.
///
/// # Errors
/// If there are none of the kind that is asked for, or a file cannot be read.
pub(super) fn run(args: &SolveArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let name = args.game.as_deref().context("name a game, as in brett puzzles connect4")?;
    let (entry, game) = choice::open_entry(ctx, name, &args.variant)?;
    let chosen = chosen(args, &entry, &*game, ctx)?;
    if args.list || ctx.json {
        ctx.answer(&List { game: entry.info.id, puzzles: chosen.iter().map(Listed::of).collect() })?;
        return Ok(Exit::Fine);
    }
    let (language, style) = (ctx.style.language, ctx.style);
    let console = &mut *ctx.console;
    let mut keyboard = Keyboard::open(console.input, console.input_is_terminal)?;
    let mut desk = Desk { entry: &entry, out: console.out, style, language };
    let (mut n_solved, mut n_tried) = (0, 0);
    for puzzle in &chosen {
        match desk.give(puzzle, &mut keyboard)? {
            Outcome::Solved => (n_solved, n_tried) = (n_solved + 1, n_tried + 1),
            Outcome::Failed => n_tried += 1,
            Outcome::Quit => break,
        }
    }
    let sum =
        Text::new(format!("solved {n_solved} of {n_tried}"), format!("{n_solved} von {n_tried} gelöst"));
    writeln!(desk.out, "{}", sum.in_language(language))?;
    Ok(Exit::Fine)
}

/// The puzzles in the order in which they are given.
fn chosen(
    args: &SolveArgs,
    entry: &GameEntry,
    game: &dyn AnyGame,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Vec<Puzzle>> {
    let id = entry.info.id;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    if args.daily {
        let daily = puzzles::daily(id, seconds / SECONDS_PER_DAY);
        return Ok(vec![daily.with_context(|| format!("there are no puzzles for {id}"))?.clone()]);
    }
    let mut puzzles: Vec<Puzzle> = match &args.file {
        Some(path) => {
            let set = PuzzleSet::read(&input::file(path, ctx.console)?)
                .with_context(|| format!("--file {}", input::name(path)))?;
            if set.header().game != id {
                bail!("--file {}: these are puzzles of {}", input::name(path), set.header().game);
            }
            for puzzle in set.puzzles() {
                puzzle.check(entry).with_context(|| format!("--file: the puzzle {}", puzzle.id))?;
            }
            set.puzzles().to_vec()
        }
        None => puzzles::shipped(id).map(|set| set.puzzles().to_vec()).unwrap_or_default(),
    };
    if let Some(theme) = &args.theme {
        let themes = game.themes();
        if themes.iter().all(|known| known.id != *theme) {
            let known: Vec<_> = themes.iter().map(|theme| theme.id).collect();
            bail!("--theme: {id} has no theme {theme:?}; choose one of {}", known.join(", "));
        }
        puzzles.retain(|puzzle| puzzle.themes.contains(theme));
    }
    if !args.variant.is_empty() {
        let options = game.options();
        puzzles.retain(|puzzle| puzzle.options == options);
    }
    if let Some(word) = &args.id {
        puzzles.retain(|puzzle| puzzle.id.as_str() == word);
    }
    if puzzles.is_empty() {
        bail!("there are no such puzzles for {id}; brett puzzles {id} --list shows all");
    }
    if !args.list {
        Rng::stream(args.seed.unwrap_or(seconds), "puzzles", 0).shuffle(&mut puzzles);
    }
    Ok(puzzles)
}

enum Outcome {
    Solved,
    Failed,
    Quit,
}

/// Where puzzles are given.
struct Desk<'a> {
    entry: &'a GameEntry,
    out: &'a mut dyn io::Write,
    style: render::Style,
    language: Language,
}

impl Desk<'_> {
    fn tell(&mut self, en: impl Into<String>, de: impl Into<String>) -> io::Result<()> {
        let text = Text::new(en.into(), de.into());
        writeln!(self.out, "{}", text.in_language(self.language))
    }

    fn draw(&mut self, pos: &dyn AnyPosition, seat: Seat) -> io::Result<()> {
        writeln!(self.out)?;
        self.out.write_all(render::terminal(&pos.scene(seat), &self.style).as_bytes())?;
        writeln!(self.out)
    }

    /// Gives an puzzle until it is solved, given up or left.
    fn give(&mut self, puzzle: &Puzzle, keyboard: &mut Keyboard<'_>) -> anyhow::Result<Outcome> {
        let game = self.entry.open_text(&puzzle.options)?;
        let mut pos = puzzle.start(self.entry)?;
        let Turn::Seat(seat) = pos.turn() else { bail!("the puzzle {} has nobody to move", puzzle.id) };
        let name = game.seat_name(seat);
        self.draw(&*pos, seat)?;
        let (id, rating) = (&puzzle.id, puzzle.rating);
        self.tell(
            format!("puzzle {id} ({rating}): {} to move; one move is much better than all others", name.en),
            format!("Aufgabe {id} ({rating}): {} am Zug; ein Zug ist viel besser als alle anderen", name.de),
        )?;
        let mut own: Vec<String> = Vec::new();
        let mut has_failed = false;
        loop {
            let line = match keyboard.line("> ", self.out)? {
                Typed::Line(line) => line,
                Typed::Interrupt | Typed::End => return Ok(Outcome::Quit),
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" | "ende" => return Ok(Outcome::Quit),
                "next" | "weiter" => return Ok(Outcome::Failed),
                "hint" | "tipp" => self.hint(puzzle, &*game)?,
                "give-up" | "aufgeben" => {
                    self.explain(puzzle)?;
                    return Ok(Outcome::Failed);
                }
                text => {
                    let mut attempt = own.clone();
                    attempt.push(text.to_owned());
                    match puzzle.attempt(self.entry, &attempt) {
                        Err(puzzles::PuzzleError::Move { error, .. }) => {
                            writeln!(self.out, "{}", move_list::explained(&error, self.language))?;
                        }
                        Err(error) => return Err(error.into()),
                        Ok(Attempt::Wrong) => {
                            has_failed = true;
                            self.tell(
                                "another move is better; try again, or type hint or give-up",
                                "ein anderer Zug ist besser; versuch es noch einmal, oder tipp oder aufgeben",
                            )?;
                        }
                        Ok(Attempt::Right { reply }) => {
                            pos.play(text)
                                .and_then(|_| pos.play(&reply))
                                .context("the puzzle cannot be played")?;
                            own.push(text.to_owned());
                            self.draw(&*pos, seat)?;
                            self.tell(
                                format!("right; the answer is {reply}"),
                                format!("richtig; die Antwort ist {reply}"),
                            )?;
                        }
                        Ok(Attempt::Solved) => {
                            self.tell("solved", "gelöst")?;
                            self.explain(puzzle)?;
                            return Ok(if has_failed { Outcome::Failed } else { Outcome::Solved });
                        }
                    }
                }
            }
        }
    }

    fn hint(&mut self, puzzle: &Puzzle, game: &dyn AnyGame) -> io::Result<()> {
        let themes = game.themes().iter().filter(|theme| puzzle.themes.iter().any(|id| id == theme.id));
        let names: Vec<_> = themes.map(|theme| theme.name.in_language(self.language)).collect();
        let worth = value::worth(Some(puzzle.worth));
        writeln!(self.out, "{} ({})", names.join(", "), worth.in_language(self.language))
    }

    fn explain(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        let (solution, worth) = (puzzle.solution.join("  "), value::worth(Some(puzzle.worth)));
        self.tell(
            format!("the solution: {solution} ({})", worth.en),
            format!("die Lösung: {solution} ({})", worth.de),
        )?;
        if !puzzle.line.is_empty() {
            let line = puzzle.line.join("  ");
            self.tell(format!("it goes on: {line}"), format!("so geht es weiter: {line}"))?;
        }
        if let Some(second) = puzzle.second {
            let second = value::worth(Some(second));
            self.tell(
                format!("the next best move: {}", second.en),
                format!("der nächstbeste Zug: {}", second.de),
            )?;
        }
        Ok(())
    }
}

#[derive(Debug, Serialize)]
struct List {
    game: &'static str,
    puzzles: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct Listed {
    id: String,
    options: String,
    position: String,
    rating: u16,
    themes: Vec<String>,
}

impl Listed {
    fn of(puzzle: &Puzzle) -> Self {
        Self {
            id: puzzle.id.to_string(),
            options: puzzle.options.clone(),
            position: puzzle.position.clone(),
            rating: puzzle.rating,
            themes: puzzle.themes.clone(),
        }
    }
}

impl Report for List {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let n_puzzles = self.puzzles.len();
        let heading = Text::new(
            format!("{}: {n_puzzles} puzzles", self.game),
            format!("{}: {n_puzzles} Aufgaben", self.game),
        );
        page.heading(page.say(&heading))?;
        self.puzzles.iter().try_for_each(|puzzle| {
            page.line(format!("{} {:>5}  {}", puzzle.id, puzzle.rating, puzzle.themes.join(", ")))
        })
    }
}
