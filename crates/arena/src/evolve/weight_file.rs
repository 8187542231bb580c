//! Weights as a small text file that says where they come from.

use std::{collections::BTreeMap, fmt::Write as _};

use framework::{AnyGame, EngineError, Text, search::TunablePlayer};
use serde::Deserialize;
use thiserror::Error;

/// The version of the format that is written and read.
const FORMAT: u32 = 1;

/// The weights of a player, with their provenance.
///
/// ```
/// use arena::evolve::WeightFile;
///
/// let text = "
/// format = 1
/// game = 'othello'
/// variant = '8x8'
/// player = 'denkmaschine-2014'
///
/// [weights]
/// corner = 61
/// mobility = 7.5
/// ";
/// let file: WeightFile = text.parse().expect("a weight file");
/// assert_eq!(file.weights["mobility"], 7.5);
/// assert_eq!(file.to_string().parse(), Ok(file));
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeightFile {
    /// The version of the format.
    format: u32,
    /// The game's word.
    pub game: String,
    /// The options of the rule set for which the weights were found.
    pub variant: String,
    /// The player's name.
    pub player: String,
    /// The weights by their names.
    pub weights: BTreeMap<String, f64>,
    /// How they were found; people who write weights by hand leave it out.
    pub provenance: Option<Provenance>,
    /// How they fared in a last test.
    pub result: Option<TestResult>,
}

/// How weights were found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Provenance {
    /// The method.
    pub method: String,
    /// The seed.
    pub seed: u64,
    /// How many generations it took.
    pub generations: u64,
    /// How many games were played to find them.
    pub games: u64,
    /// The command that finds them again.
    pub command: String,
}

/// How weights fared in a test.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TestResult {
    /// The opponent, as a text that chooses it.
    pub against: String,
    /// How many games were played, in pairs with the same dice or opening.
    pub games: u64,
    /// The mean.
    pub points_per_game: f64,
    /// Where the true mean lies with a probability of 95 %.
    pub interval: [f64; 2],
    /// What the sequential test says: `better`, `not better` or `undecided`.
    pub verdict: String,
}

/// Why weights cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum WeightFileError {
    /// The text is no weight file.
    #[error(
        "this is no weight file: {problem}; it needs format, game, variant, player and a table [weights]"
    )]
    Syntax {
        /// What is wrong, with the line.
        problem: String,
    },
    /// A version that is not known.
    #[error(
        "format = {0} is not known here, only {FORMAT}; a newer program wrote it, or it is no weight file"
    )]
    Format(u32),
    /// The weights belong to something else.
    #[error("the weights are those of {what} {found}, not of {wanted}; choose {found}, or name another file")]
    Other {
        /// A game or a player.
        what: &'static str,
        /// Whose they are.
        found: String,
        /// Who wants them.
        wanted: String,
    },
    /// The player has no weights, or there is no such player.
    #[error("{0}")]
    Player(String),
    /// A weight that the player does not have.
    #[error("the player {player} has no weight \"{name}\"; it has {known}")]
    Unknown {
        /// The player.
        player: String,
        /// The weight.
        name: String,
        /// The weights that it has.
        known: String,
    },
    /// A weight that is not given.
    #[error("the weight {name} is missing; add a line such as {name} = {usual}")]
    Missing {
        /// Its name.
        name: String,
        /// What it usually is.
        usual: f64,
    },
    /// A weight that cannot be.
    #[error("{0}")]
    Value(String),
}

impl WeightFileError {
    /// The sentence in both languages.
    #[must_use]
    pub fn text(&self) -> Text {
        let german = match self {
            Self::Syntax { problem } => format!(
                "das ist keine Gewichtsdatei: {problem}; sie braucht format, game, variant, player und eine Tabelle [weights]"
            ),
            Self::Format(format) => format!(
                "format = {format} ist hier nicht bekannt, nur {FORMAT}; ein neueres Programm hat es geschrieben, oder es ist \
                 keine Gewichtsdatei"
            ),
            Self::Other { what, found, wanted } => {
                let what = if *what == "the game" { "Spiel" } else { "Spieler" };
                format!(
                    "die Gewichte gehören zum {what} {found}, nicht zu {wanted}; wähle {found} oder nenne eine andere Datei"
                )
            }
            Self::Player(problem) | Self::Value(problem) => format!("die Gewichte passen nicht: {problem}"),
            Self::Unknown { player, name, known } => {
                format!("der Spieler {player} hat kein Gewicht „{name}“; er hat {known}")
            }
            Self::Missing { name, usual } => {
                format!("das Gewicht {name} fehlt; ergänze eine Zeile wie {name} = {usual}")
            }
        };
        Text::new(self.to_string(), german)
    }
}

impl WeightFile {
    /// The weights of a player.
    #[must_use]
    pub fn new(game: &dyn AnyGame, player: &TunablePlayer, weights: &[f64]) -> Self {
        let names = player.parameters.iter().map(|parameter| parameter.name.to_owned());
        Self {
            format: FORMAT,
            game: game.info().id.to_owned(),
            variant: game.options(),
            player: player.name.to_owned(),
            weights: names.zip(weights.iter().copied()).collect(),
            provenance: None,
            result: None,
        }
    }

    /// The weights for a player of a game, in the order of its parameters, checked.
    ///
    /// # Errors
    /// If they belong to another player, one is missing, unknown or impossible.
    pub fn weights_for(
        &self,
        game: &dyn AnyGame,
        player: &TunablePlayer,
    ) -> Result<Vec<f64>, WeightFileError> {
        let other = |what, found: &String, wanted: &str| {
            Err(WeightFileError::Other { what, found: found.clone(), wanted: wanted.to_owned() })
        };
        if self.game != game.info().id {
            return other("the game", &self.game, game.info().id);
        }
        if self.player != player.name {
            return other("the player", &self.player, player.name);
        }
        let names: Vec<&str> = player.parameters.iter().map(|parameter| parameter.name).collect();
        if let Some(name) = self.weights.keys().find(|name| !names.contains(&name.as_str())) {
            let (player, known) = (self.player.clone(), names.join(", "));
            return Err(WeightFileError::Unknown { player, name: name.clone(), known });
        }
        let weight = |parameter: &framework::search::Parameter| {
            let name = parameter.name;
            let given = self
                .weights
                .get(name)
                .ok_or_else(|| WeightFileError::Missing { name: name.to_owned(), usual: parameter.value })?;
            let read = parameter.read(name, &given.to_string());
            read.map_err(|error| WeightFileError::Value(error.to_string()))
        };
        player.parameters.iter().map(weight).collect()
    }

    /// The text that chooses a player of a game with these weights, where `player` names it with its other options.
    ///
    /// # Errors
    /// If there is no such player, or the weights are not for it.
    pub fn player_text(&self, game: &dyn AnyGame, player: &str) -> Result<String, WeightFileError> {
        let tunable =
            game.tunable(player).map_err(|error: EngineError| WeightFileError::Player(error.to_string()))?;
        let tunable = tunable.ok_or_else(|| {
            WeightFileError::Player(format!("the player {player} has no weights that a file could give"))
        })?;
        Ok(tunable.text(&self.weights_for(game, &tunable)?))
    }
}

impl std::str::FromStr for WeightFile {
    type Err = WeightFileError;

    fn from_str(text: &str) -> Result<Self, WeightFileError> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let syntax = |error: toml::de::Error| WeightFileError::Syntax { problem: in_one_line(text, &error) };
        let Version { format } = toml::from_str(text).map_err(syntax)?;
        if format != FORMAT {
            return Err(WeightFileError::Format(format));
        }
        toml::from_str(text).map_err(syntax)
    }
}

/// What the reader of TOML has to say, with the line it means.
fn in_one_line(text: &str, error: &toml::de::Error) -> String {
    let problem = error.message().lines().collect::<Vec<_>>().join(", ");
    match error.span() {
        Some(span) => {
            let line = text.get(..span.start).map_or(1, |before| 1 + before.matches('\n').count());
            format!("line {line}: {problem}")
        }
        None => problem,
    }
}

impl std::fmt::Display for WeightFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { format, game, variant, player, weights, provenance, result } = self;
        let quoted = |text: &str| toml_string(text);
        writeln!(f, "# Weights of a player. Play them with --seats {player}:THIS-FILE")?;
        writeln!(f, "format = {format}\ngame = {}\nvariant = {}", quoted(game), quoted(variant))?;
        writeln!(f, "player = {}\n\n[weights]", quoted(player))?;
        for (name, weight) in weights {
            writeln!(f, "{name} = {}", toml_number(*weight))?;
        }
        if let Some(Provenance { method, seed, generations, games, command }) = provenance {
            writeln!(f, "\n[provenance]\nmethod = {}\nseed = {seed}", quoted(method))?;
            writeln!(f, "generations = {generations}\ngames = {games}\ncommand = {}", quoted(command))?;
        }
        if let Some(TestResult { against, games, points_per_game, interval, verdict }) = result {
            let [low, high] = interval.map(toml_number);
            writeln!(f, "\n[result]\nagainst = {}\ngames = {games}", quoted(against))?;
            writeln!(f, "points-per-game = {}\ninterval = [{low}, {high}]", toml_number(*points_per_game))?;
            writeln!(f, "verdict = {}", quoted(verdict))?;
        }
        Ok(())
    }
}

/// A number as TOML has it: without a fraction it would be a whole one, which is fine, but infinity has its own word.
fn toml_number(number: f64) -> String {
    if number.is_infinite() {
        return if number < 0.0 { "-inf".to_owned() } else { "inf".to_owned() };
    }
    let text = format!("{number}");
    if text.contains('.') { text } else { format!("{text}.0") }
}

/// A text in quotes, with what must be escaped.
fn toml_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(character)).expect("a text takes any text");
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backgammon() -> std::sync::Arc<dyn AnyGame> {
        backgammon::ENTRY.open_text("").unwrap()
    }

    fn of_2006() -> WeightFile {
        let game = backgammon();
        let player = game.tunable("welfenlab-2006").unwrap().unwrap();
        WeightFile::new(&*game, &player, &player.values())
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let mut file = of_2006();
        file.weights.insert("cannot-move".to_owned(), -1.0 / 3.0);
        file.provenance = Some(Provenance {
            method: "cma-es".to_owned(),
            seed: u64::MAX >> 1,
            generations: 12,
            games: 100_000,
            command: "brett evolve backgammon \"welfenlab-2006\" --out C:\\runs\n".to_owned(),
        });
        file.result = Some(TestResult {
            against: "welfenlab-2006".to_owned(),
            games: 20_000,
            points_per_game: 0.25,
            interval: [0.125, f64::INFINITY],
            verdict: "better".to_owned(),
        });
        assert_eq!(file.to_string().parse(), Ok(file));
    }

    #[test]
    fn the_weights_choose_a_player() {
        let mut file = of_2006();
        file.weights.insert("checker-is-hit".to_owned(), -250.5);
        let game = backgammon();
        let text = file.player_text(&*game, "welfenlab-2006").unwrap();
        assert!(text.starts_with("welfenlab-2006:checker-is-hit=-250.5,cannot-move=-400,"), "{text}");
        assert!(game.engine(&text).is_ok());
    }

    #[test]
    fn whole_numbers_are_weights_too() {
        let text = of_2006().to_string().replace("cannot-move = -400.0", "cannot-move = -7");
        assert_eq!(text.parse::<WeightFile>().unwrap().weights["cannot-move"], -7.0);
    }

    #[track_caller]
    fn check_problem(change: impl Fn(String) -> String, expected: &str) {
        let text = change(of_2006().to_string());
        let game = backgammon();
        let read = text.parse::<WeightFile>().and_then(|file| file.player_text(&*game, "welfenlab-2006"));
        let problem = read.expect_err("the file is wrong").to_string();
        assert!(problem.contains(expected), "{problem}");
    }

    #[test]
    fn wrong_files_are_refused_with_the_line_and_the_remedy() {
        check_problem(|text| text.replace("format = 1", "format = 2"), "format = 2 is not known");
        check_problem(|text| text.replace("format = 1", ""), "missing field `format`");
        check_problem(|text| text.replace("[weights]", "[weights"), "line 7: ");
        check_problem(|text| text.replace("player =", "who ="), "line 5: unknown field `who`");
        check_problem(|text| text.replace("-400.0", "\"many\""), "line 9: invalid type");
        check_problem(|text| text.replace("beared-off = 100.0\n", ""), "the weight beared-off is missing");
        check_problem(|text| text.replace("beared-off", "boarded"), "has no weight \"boarded\"");
        check_problem(|text| text.replace("-600.0", "nan"), "distance-from-homeboard=NaN");
        check_problem(|text| text.replace("-600.0", "1e30"), "from -1000000000 to 1000000000");
        check_problem(
            |text| text.replace("\"backgammon\"", "\"othello\""),
            "the game othello, not of backgammon",
        );
        check_problem(|text| text.replace("welfenlab", "pubeval"), "the player pubeval-2006, not of");
        check_problem(|_| String::new(), "missing field");
        check_problem(|_| "brettwerk record 1".to_owned(), "line 1: ");
    }

    #[test]
    fn who_has_no_weights_takes_no_file() {
        let problem = of_2006().player_text(&*backgammon(), "random").unwrap_err();
        assert_eq!(problem.to_string(), "the player random has no weights that a file could give");
    }
}
