//! Computer players as tables choose them: `level5`, `welfenlab-2006:w1=2.5`, and with a time `level7:time=1500`.

use framework::{AnyGame, EngineError, FieldGroup, Millis, OptionsReader, Text};
use protocol::{Code, Problem};

/// The shortest time that a computer player can be given for a move: enough for a sensible one.
pub const MIN_MOVE_TIME: Millis = Millis(50);

/// The longest time that a computer player can be given for a move: people should not make the server think for
/// minutes.
pub const MAX_MOVE_TIME: Millis = Millis(10_000);

/// The longest text that chooses a computer player, in bytes: enough for a weight for each of 64 squares.
const MAX_PLAYER_TEXT_BYTES: usize = limits::tables::MAX_PLAYER_TEXT_BYTES;

/// The word before a time.
const TIME_OPTION: &str = "time";

/// A computer player that a person has chosen, and how long it may think about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineChoice {
    /// The text by which the game makes it.
    pub engine: String,
    /// How long it may think; as long as is usual at the table if nothing is said.
    pub time: Option<Millis>,
}

impl EngineChoice {
    /// Takes the time out of a text that chooses a computer player.
    ///
    /// # Errors
    /// If the time is no number, or not between the bounds of the server.
    pub fn new(text: &str) -> Result<Self, Problem> {
        let settings = |en: String, de: String| Problem::told(Code::Settings, Text::new(en, de));
        if MAX_PLAYER_TEXT_BYTES < text.len() {
            return Err(settings(
                format!("a computer player is chosen by at most {MAX_PLAYER_TEXT_BYTES} characters"),
                format!("einen Computerspieler wählt man mit höchstens {MAX_PLAYER_TEXT_BYTES} Zeichen"),
            ));
        }
        let Some((name, options)) = text.split_once(':') else {
            return Ok(Self { engine: text.to_owned(), time: None });
        };
        let time_of =
            |option: &'_ str| option.strip_prefix(TIME_OPTION).is_some_and(|rest| rest.starts_with('='));
        let (times, others): (Vec<&str>, Vec<&str>) = options.split(',').partition(|&option| time_of(option));
        let time = match times.as_slice() {
            [] => None,
            [time] => {
                let bounds = MIN_MOVE_TIME.0 as u32..=MAX_MOVE_TIME.0 as u32;
                let millis = OptionsReader::bounded(TIME_OPTION, &time[TIME_OPTION.len() + 1..], bounds);
                let millis = millis.map_err(|error| {
                    let de = format!("der Spieler {name}: {}", error.text().de);
                    settings(format!("the player {name}: {error}"), de)
                })?;
                Some(Millis(millis.into()))
            }
            _ => {
                return Err(settings(
                    format!("the player {name}: time is given twice; give it once"),
                    format!("der Spieler {name}: time steht zweimal da; einmal genügt"),
                ));
            }
        };
        let engine = if others.is_empty() { name.to_owned() } else { format!("{name}:{}", others.join(",")) };
        Ok(Self { engine, time })
    }

    /// Checks that a game has the player: by its name alone, with weights, or with options that people are asked for.
    ///
    /// # Errors
    /// If it has not, or if the text chooses more than that: other options cost memory and time that guests should not
    /// decide about.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), Problem> {
        let unknown = |error: EngineError| Problem::told(Code::Settings, error.text());
        if let Some((name, options)) = self.engine.split_once(':') {
            let tuned = game.tunable(&self.engine).map_err(unknown)?;
            let rest = tuned.map_or_else(|| options.replace(',', " "), |tuned| tuned.options);
            let players = game.engines();
            let asked =
                players.iter().find(|player| player.name == name).map_or(&[][..], |player| player.options);
            let is_asked = |word: &str| asked.iter().any(|group| group.is_answered_by(word));
            if options.is_empty() || !rest.split_whitespace().all(is_asked) {
                return Err(Problem::told(Code::Settings, not_listed(name, asked)));
            }
        }
        game.check_engine(&self.engine).map_err(unknown)
    }
}

/// Why a player is not taken with options that nobody is asked for.
fn not_listed(name: &str, asked: &[FieldGroup]) -> Text {
    let listed: Vec<_> = asked.iter().map(|group| group.pattern).collect();
    match listed.is_empty() {
        true => Text::new(
            format!("only weights of computer players and a time can be chosen here; name {name} alone"),
            format!(
                "hier lassen sich nur Gewichte von Computerspielern und eine Zeit wählen; {name} allein ist möglich"
            ),
        ),
        false => Text::new(
            format!("of {name} only {}, its weights and a time can be chosen here", listed.join(", ")),
            format!("von {name} lassen sich hier nur {}, Gewichte und eine Zeit wählen", listed.join(", ")),
        ),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn check_engine_agrees_with_making_the_engine() {
        for entry in catalog::GAMES {
            let game = entry.open_text("").unwrap();
            let names: Vec<_> = game.engines().iter().map(|engine| engine.name).collect();
            let mut texts: Vec<String> =
                ["level1", "level5", "level0", "level11", "level", "adviser", "nobody", "", ":", "nobody:x"]
                    .map(str::to_owned)
                    .into();
            for name in names {
                let tuned = game.tunable(name).unwrap();
                let parameters = tuned.iter().flat_map(|tuned| &tuned.parameters);
                texts.extend(parameters.map(|parameter| format!("{name}:{}=x", parameter.name)));
                let options =
                    ["", "x", "mistakes=5", "mistakes=5000", "w1=2.5", "w1=2.5,w1=2", "w1=", "as-written"];
                texts.push(name.to_owned());
                texts.extend(options.map(|options| format!("{name}:{options}")));
            }
            for text in texts {
                let (checked, made) = (game.check_engine(&text), game.engine(&text).map(|_| ()));
                assert_eq!(checked, made, "{} {text}", entry.info.id);
            }
        }
    }
}
