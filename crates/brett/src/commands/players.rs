//! `brett players`: who plays a game.

use std::io;

use clap::Args;
use framework::{
    Answers, AnyGame, EngineInfo, Text,
    search::{LEVELS, Parameter},
};
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    context::{Context, Report},
    page::Page,
};

/// List the players of a game
///
/// Their names are what `--seats` of `brett play` and `--engine` of `brett hint` understand. Options follow
/// after a colon, separated by commas, as in denkmaschine-2014:depth=3,evaluation=1. They are listed below each player
/// with their defaults.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett players connect4\n  brett players othello --json")]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    game: GameArgs,
}

/// Lists the players of a game.
///
/// # Errors
/// If the arguments choose no game.
pub(crate) fn run(args: &PlayersArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = args.game.open(ctx)?;
    ctx.answer(&Players {
        game: game.info().id,
        options: game.options(),
        min_level: *LEVELS.start(),
        max_level: *LEVELS.end(),
        players: game.engines().into_iter().map(|info| ListedPlayer::of(&*game, info)).collect(),
    })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Players {
    game: &'static str,
    options: String,
    min_level: u8,
    max_level: u8,
    players: Vec<ListedPlayer>,
}

/// A player with everything that can be chosen about it.
#[derive(Debug, Serialize)]
struct ListedPlayer {
    #[serde(flatten)]
    info: EngineInfo,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weights: Vec<Weight>,
}

/// A number of an evaluation.
#[derive(Debug, Serialize)]
struct Weight {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short: Option<&'static str>,
    about: Text,
    default: f64,
    min: f64,
    max: f64,
    is_whole: bool,
}

impl ListedPlayer {
    fn of(game: &dyn AnyGame, info: EngineInfo) -> Self {
        let weight = |parameter: Parameter| {
            let Parameter { name, short, about, value: default, bounds, is_whole, .. } = parameter;
            let (min, max) = bounds.into_inner();
            Weight { name, short, about, default, min, max, is_whole }
        };
        let tunable = game.tunable(info.name).ok().flatten();
        let weights = tunable.map(|player| player.parameters.into_iter().map(weight).collect());
        Self { info, weights: weights.unwrap_or_default() }
    }

    /// Its options with their defaults, and what they mean.
    fn options(&self) -> Vec<(String, Text)> {
        let fields =
            self.info.options.iter().flat_map(|group| group.fields.iter().map(move |field| (group, field)));
        let mut options: Vec<_> = fields
            .map(|(group, field)| {
                let written = |answer: &str| group.pattern.replace(&format!("{{{}}}", field.name), answer);
                let form = match &field.answers {
                    Answers::Number { least, most, usual, .. } => {
                        format!("{} ({least}–{most})", written(&usual.to_string()))
                    }
                    Answers::Choice([(default, _), others @ ..]) => {
                        let others: Vec<_> = others.iter().map(|(word, _)| *word).collect();
                        format!("{} ({})", written(default), others.join(", "))
                    }
                    Answers::Choice([]) | Answers::Switch => written(""),
                };
                (form, field.label.clone())
            })
            .collect();
        if let [first, .., last] = self.weights.as_slice() {
            let n_weights = self.weights.len();
            let written =
                |weight: &Weight| format!("{}={}", weight.short.unwrap_or(weight.name), weight.default);
            options.push((
                format!("{} … {}", written(first), written(last)),
                Text::new(
                    format!("{n_weights} weights; --json lists them"),
                    format!("{n_weights} Gewichte; --json nennt sie"),
                ),
            ));
        }
        options
    }
}

impl Report for Players {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format!("{} {}", self.game, self.options))?;
        page.gap()?;
        let levels = format!("level{}–{}", self.min_level, self.max_level);
        let human = Text::fixed("somebody at the keyboard", "jemand an der Tastatur");
        let leveled = Text::fixed(
            "from a beginner to as strong as it can be within its time",
            "vom Anfänger bis so stark, wie es in der Zeit geht",
        );
        let mut rows = vec![("human", &human), (levels.as_str(), &leveled)];
        let n_general = rows.len();
        rows.extend(self.players.iter().map(|player| (player.info.name, &player.info.about)));
        let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
        for (idx, (name, about)) in rows.into_iter().enumerate() {
            let name = page.bold(format!("{name:<width$}"));
            page.line(format!("  {name}  {}", page.say(about)))?;
            let player = idx.checked_sub(n_general).map(|idx| &self.players[idx]);
            for (written, meaning) in player.map(ListedPlayer::options).unwrap_or_default() {
                page.line(format!("  {:width$}    {written}: {}", "", page.say(&meaning)))?;
            }
        }
        Ok(())
    }
}
