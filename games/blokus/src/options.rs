//! Rules as a line of options: `classic players=3`, `custom 10x6 colors=2 starts=a6,j1 pieces=all*1`.

use std::{fmt, str::FromStr};

use framework::{Options, OptionsError, OptionsReader, Text};

use crate::{BlokusPosition, Cell, Grid, Inventory, LARGE, MAX_COLORS, Piece, Preset, Rules, Scoring};

/// What can be said, for error messages.
const KNOWN: &str = "classic, duo, junior, two-colors, custom WxH, colors=N, starts=CELL,…, pieces=NAME*COUNT,…, \
                     players=N, scoring=basic|bonus";
/// The word that stands for all pieces.
const ALL: &str = "all";

/// Reads a line of options.
///
/// ```
/// use blokus::Rules;
/// let rules: Rules = "custom 10x6 starts=a6,j1".parse()?;
/// assert_eq!(rules.to_string(), "custom 10x6 colors=2 starts=a6,j1 pieces=all*1");
/// # Ok::<(), framework::OptionsError>(())
/// ```
impl FromStr for Rules {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        read(&text.parse()?)
    }
}

/// Writes the options in their canonical form.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// Reads rules.
pub(crate) fn read(options: &Options) -> Result<Rules, OptionsError> {
    let mut reader = options.reader();
    let players = reader.number("players", 2..=MAX_COLORS as u32)?;
    let scoring = reader.value("scoring").map(parse_scoring).transpose()?;
    let mode = reader.word().unwrap_or(Preset::Classic.name());
    let mut rules = match Preset::from_name(mode) {
        Some(preset) => preset.rules(),
        None if mode.eq_ignore_ascii_case("custom") => read_custom(&mut reader)?,
        None => return Err(OptionsReader::unknown(mode, KNOWN)),
    };
    reader.finish(KNOWN)?;
    if let Some(scoring) = scoring {
        rules = rules.with_scoring(scoring);
    }
    if let Some(players) = players {
        let n_colors = rules.n_colors();
        rules = rules.with_players(players as usize).ok_or_else(|| {
            OptionsError::Impossible(Text::new(
                format!(
                    "{n_colors} colors cannot be shared by {players} players; only four colors have another number \
                     of players than colors, 2 or 3"
                ),
                format!(
                    "{n_colors} Farben lassen sich nicht auf {players} Spieler verteilen; nur bei vier Farben können es \
                     weniger Spieler als Farben sein, 2 oder 3"
                ),
            ))
        })?;
    }
    checked(rules)
}

fn write(rules: &Rules) -> String {
    let preset = Preset::of(rules);
    let mut text = preset.map_or_else(|| write_custom(rules), |preset| preset.name().to_owned());
    if rules.seats() != rules.n_colors() {
        text += &format!(" players={}", rules.seats());
    }
    let usual = preset.map_or(Scoring::Bonus, |preset| preset.rules().scoring());
    if rules.scoring() != usual {
        text += match rules.scoring() {
            Scoring::Basic => " scoring=basic",
            Scoring::Bonus => " scoring=bonus",
        };
    }
    text
}

fn write_custom(rules: &Rules) -> String {
    let starts: Vec<_> = rules.colors().map(|color| rules.start(color).to_string()).collect();
    let copies = rules.set().count(Piece::SINGLE);
    let pieces = if *rules.set() == Inventory::all(copies) {
        format!("{ALL}*{copies}")
    } else {
        rules.set().entries().map(|(piece, count)| format!("{piece}*{count}")).collect::<Vec<_>>().join(",")
    };
    let (width, height) = (rules.grid().width(), rules.grid().height());
    format!("custom {width}x{height} colors={} starts={} pieces={pieces}", starts.len(), starts.join(","))
}

fn read_custom(reader: &mut OptionsReader<'_>) -> Result<Rules, OptionsError> {
    let grid = parse_size(reader.word().unwrap_or_default())?;
    let bounds = 2..=MAX_COLORS as u32;
    let n_colors = match reader.number("colors", bounds.clone())? {
        None => reader.number("colours", bounds)?, // an earlier spelling, still in records
        given => given,
    };
    let starts = reader.value("starts").map(|starts| parse_starts(grid, starts)).transpose()?;
    let pieces = reader.value("pieces").map(parse_pieces).transpose()?;
    let starts = match (n_colors, starts) {
        (n_colors, None) => Rules::corners(grid, n_colors.map_or(MAX_COLORS, |n_colors| n_colors as usize)),
        (None, Some(starts)) if (2..=MAX_COLORS).contains(&starts.len()) => starts,
        (Some(n_colors), Some(starts)) if starts.len() == n_colors as usize => starts,
        (n_colors, Some(starts)) => {
            let wanted = n_colors.map_or("2–4".to_owned(), |n_colors| n_colors.to_string());
            let given = starts.len();
            return Err(OptionsError::Impossible(Text::new(
                format!("{given} start cells are given for {wanted} colors; give one for each color"),
                format!("für {wanted} Farben sind {given} Startfelder angegeben; jede Farbe braucht eines"),
            )));
        }
    };
    Ok(Rules::with_starts(grid, &starts, pieces.unwrap_or(Inventory::all(1))))
}

/// Refuses rules by which nobody could ever move.
pub(crate) fn checked(rules: Rules) -> Result<Rules, OptionsError> {
    if rules.set().is_empty() {
        return Err(OptionsError::Impossible(Text::fixed(
            "no color has a piece; give one piece a count of 1 to 9",
            "keine Farbe hat einen Stein; mindestens einen Stein muss es 1- bis 9-mal geben",
        )));
    }
    match BlokusPosition::<LARGE>::start(&rules).to_move() {
        Some(_) => Ok(rules),
        None => Err(OptionsError::Impossible(Text::fixed(
            "no piece fits on any start cell, so nobody could begin; add smaller pieces or enlarge the board",
            "kein Stein passt auf ein Startfeld, niemand könnte beginnen; nötig sind kleinere Steine oder ein größeres Brett",
        ))),
    }
}

fn parse_size(text: &str) -> Result<Grid, OptionsError> {
    let form = Text::fixed(
        "write the size as COLUMNSxROWS after custom, such as 10x6",
        "nach custom steht die Größe als SPALTENxREIHEN, etwa 10x6",
    );
    let unreadable = || unreadable("custom", text, form.clone());
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(unreadable)?;
    let bounds = u32::from(Grid::MIN_SIDE)..=u32::from(Grid::MAX_SIDE);
    let width = OptionsReader::bounded(
        Text::fixed("the number of columns", "die Zahl der Spalten"),
        width,
        bounds.clone(),
    )?;
    let height =
        OptionsReader::bounded(Text::fixed("the number of rows", "die Zahl der Reihen"), height, bounds)?;
    Grid::new(width as u8, height as u8).ok_or_else(unreadable)
}

fn parse_starts(grid: Grid, text: &str) -> Result<Vec<Cell>, OptionsError> {
    let mut starts = Vec::new();
    for cell in text.split(',').take(MAX_COLORS + 1) {
        let cell =
            Cell::parse(cell).map_err(|error| unreadable("starts", text, Text::same(error.to_string())))?;
        if !grid.contains(cell) {
            let last = Cell::new(grid.width() - 1, grid.height() - 1);
            return Err(OptionsError::Impossible(Text::new(
                format!("the start cell {cell} is not on the board; choose one from a1 to {last}"),
                format!("das Startfeld {cell} liegt nicht auf dem Brett; möglich ist a1 bis {last}"),
            )));
        }
        if starts.contains(&cell) {
            return Err(OptionsError::Impossible(Text::new(
                format!("the start cell {cell} is given twice; each color needs its own"),
                format!("das Startfeld {cell} steht zweimal da; jede Farbe braucht ihr eigenes"),
            )));
        }
        starts.push(cell);
    }
    Ok(starts)
}

fn parse_pieces(text: &str) -> Result<Inventory, OptionsError> {
    let form = Text::fixed(
        "write NAME*COUNT with commas between, such as 1*2,V3*1, or all*1",
        "möglich ist NAME*ZAHL mit Kommas dazwischen, etwa 1*2,V3*1, oder all*1",
    );
    let mut set = Inventory::EMPTY;
    let mut given = 0_u32;
    for (idx, entry) in text.split(',').enumerate() {
        let (name, count) = entry.split_once('*').ok_or_else(|| unreadable("pieces", entry, form.clone()))?;
        let count = OptionsReader::bounded(
            Text::new(format!("the count of {}", shown(name)), format!("die Zahl von {}", shown(name))),
            count,
            0..=u32::from(Inventory::MAX_COPIES),
        )? as u8;
        if name.eq_ignore_ascii_case(ALL) && idx == 0 {
            set = Inventory::all(count);
            continue;
        }
        let piece = Piece::from_name(name).ok_or_else(|| {
            let names: Vec<_> = Piece::all().map(Piece::name).collect();
            let names = names.join(" ");
            let problem = Text::new(
                format!("there is no such piece; the pieces are {names}"),
                format!("den Stein gibt es nicht; die Steine sind {names}"),
            );
            unreadable("pieces", entry, problem)
        })?;
        if given & piece.bit() != 0 {
            return Err(OptionsError::Impossible(Text::new(
                format!("the piece {piece} is given twice; give it once"),
                format!("der Stein {piece} steht zweimal da; einmal genügt"),
            )));
        }
        given |= piece.bit();
        set = set.with(piece, count);
    }
    Ok(set)
}

fn parse_scoring(text: &str) -> Result<Scoring, OptionsError> {
    match text {
        "basic" => Ok(Scoring::Basic),
        "bonus" => Ok(Scoring::Bonus),
        _ => {
            let problem = Text::fixed(
                "there is no such scoring; write basic or bonus",
                "diese Wertung gibt es nicht; möglich ist basic oder bonus",
            );
            Err(unreadable("scoring", text, problem))
        }
    }
}

fn unreadable(option: &str, value: &str, problem: Text) -> OptionsError {
    OptionsError::Unreadable { option: option.into(), value: shown(value), problem: Box::new(problem) }
}

/// The beginning of a value, enough to recognize it.
fn shown(value: &str) -> String {
    value.chars().take(40).flat_map(char::escape_debug).collect()
}
