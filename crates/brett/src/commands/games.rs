//! `brett games`: which games there are.

use std::io;

use framework::{GameInfo, Text};
use serde::Serialize;

use crate::{
    Exit,
    context::{Context, Report},
    page::Page,
};

/// How long a form may be so that its meaning still stands beside it.
const MAX_FORM_WIDTH: usize = 24;

/// Lists the games.
///
/// # Errors
/// If the list cannot be written.
pub(crate) fn run(ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let games = ctx.games.iter().map(|entry| Listed::of(entry.info)).collect();
    ctx.answer(&List { games })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct List {
    games: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct Listed {
    id: &'static str,
    name: &'static Text,
    summary: &'static Text,
    min_seats: usize,
    max_seats: usize,
    has_chance: bool,
    has_draws: bool,
    variants: Vec<Variant>,
    options: Vec<GameOption>,
}

#[derive(Debug, Serialize)]
struct Variant {
    options: &'static str,
    name: &'static Text,
}

#[derive(Debug, Serialize)]
struct GameOption {
    form: &'static str,
    meaning: &'static Text,
    default: &'static str,
}

impl Listed {
    fn of(info: &'static GameInfo) -> Self {
        let variant = |it: &'static framework::VariantInfo| Variant { options: it.options, name: &it.name };
        let option = |it: &'static framework::OptionInfo| GameOption {
            form: it.form,
            meaning: &it.meaning,
            default: it.default,
        };
        Self {
            id: info.id,
            name: &info.name,
            summary: &info.summary,
            min_seats: *info.seats.start(),
            max_seats: *info.seats.end(),
            has_chance: info.has_chance,
            has_draws: info.has_draws,
            variants: info.variants.iter().map(variant).collect(),
            options: info.options.iter().map(option).collect(),
        }
    }

    fn seats(&self) -> Text {
        let number = match self.min_seats == self.max_seats {
            true => self.min_seats.to_string(),
            false => format!("{}–{}", self.min_seats, self.max_seats),
        };
        Text::new(format!("{number} players"), format!("{number} Spieler"))
    }
}

impl Report for List {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        for (idx, game) in self.games.iter().enumerate() {
            if 0 < idx {
                page.gap()?;
            }
            let id = page.bold(game.id);
            page.line(format!("{id} · {} · {}", page.say(game.name), page.say(&game.seats())))?;
            page.line(format!("  {}", page.say(game.summary)))?;
            let variants = game.variants.iter().map(|it| (it.options, page.say(it.name).to_owned()));
            let variants: Vec<_> = variants.collect();
            table(page, &Text::fixed("variants", "Varianten"), &variants)?;
            let default = Text::fixed("usually", "sonst");
            let options = game.options.iter().map(|it| {
                (it.form, format!("{} ({} {})", page.say(it.meaning), page.say(&default), it.default))
            });
            let options: Vec<_> = options.collect();
            table(page, &Text::fixed("options", "Optionen"), &options)?;
        }
        Ok(())
    }
}

/// Writes pairs under a title, their second halves below each other.
fn table(page: &mut Page<'_>, title: &Text, rows: &[(&str, String)]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let title = page.dim(page.say(title));
    page.line(format!("  {title}"))?;
    let fitting = rows.iter().map(|row| row.0.chars().count()).filter(|&width| width <= MAX_FORM_WIDTH);
    let width = fitting.max().unwrap_or(0);
    for (form, meaning) in rows {
        if form.chars().count() <= width {
            page.line(format!("    {form:<width$}  {meaning}"))?;
        } else {
            page.line(format!("    {form}\n    {:width$}  {meaning}", ""))?;
        }
    }
    Ok(())
}
