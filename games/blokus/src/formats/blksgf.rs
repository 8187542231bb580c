//! Games in the syntax of the Smart Game Format as Pentobi writes them: `(;GM[Blokus Duo];B[e8,d9,e9,f9,e10];W[…])`.
//!
//! The property of a move is the color, `B` and `W` for two colors and `1` to `4` for four; its value is the cells of the
//! piece. `AB`, `A1` and so on set up pieces, `PL` tells the color to move.

mod setup;

use std::sync::Arc;

use framework::{
    AnyGame, NotationError, Seat,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Likeness, Note, RoundOf, Source, TextTranscriber, Written,
        record_of_any, rounds_of,
        sgf::{self, Node, Property, Tree},
    },
};

use super::BLOKUS;
use crate::{Cell, ENTRY};

/// What Pentobi calls our rule sets.
const VARIANTS: [(&str, &str); 5] = [
    ("Blokus", "classic"),
    ("Blokus Two-Player", "classic players=2"),
    ("Blokus Three-Player", "classic players=3"),
    ("Blokus Duo", "duo"),
    ("Blokus Junior", "junior"),
];
/// What other games of Pentobi begin with.
const OTHERS: [&str; 5] = ["Blokus", "Trigon", "Nexos", "Callisto", "GembloQ"];
/// Properties that are made anew when a game is written.
const ABOUT_FILE: [&str; 10] = ["FF", "GM", "CA", "AP", "PB", "PW", "P1", "P2", "P3", "P4"];
/// What programs of 2011 called the colors.
const OLD_COLORS: [&str; 4] = ["BLUE", "YELLOW", "RED", "GREEN"];
const NUMBERS: [&str; 4] = ["1", "2", "3", "4"];
const LETTERS: [&str; 2] = ["B", "W"];
const REMEDY: &str = "correct the line, or export the game again";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    match sgf::game_of(bytes) {
        Some(game) if OTHERS.iter().any(|other| game.starts_with(other)) => Likeness::Certain,
        _ => Likeness::No,
    }
}

/// A variant: its rules, and how its colors and players are called.
struct Variant {
    name: &'static str,
    game: Arc<dyn AnyGame>,
    n_colors: usize,
    side: u16,
}

impl Variant {
    fn named(name: &str) -> Result<Self, FormatError> {
        let known = VARIANTS.iter().find(|(known, _)| *known == name.trim());
        let Some(&(name, options)) = known else {
            let problem = format!("\"{name:.40}\" is a game that is not played here");
            let names: Vec<&str> = VARIANTS.iter().map(|(name, _)| *name).collect();
            return Err(FormatError::new(problem, format!("choose a game of {}", names.join(", "))));
        };
        let game = ENTRY.open_text(options).map_err(|error| FormatError::new(error.to_string(), REMEDY))?;
        let n_colors = game.movers().len();
        Ok(Self { name, game, n_colors, side: if n_colors == 2 { 14 } else { 20 } })
    }

    /// The color, from 0, of the property of a move.
    fn color(&self, key: &str) -> Option<usize> {
        let place = |names: &[&str]| names.iter().position(|name| *name == key);
        let color = place(&NUMBERS).or_else(|| place(&OLD_COLORS));
        let color = color.or_else(|| place(&LETTERS).filter(|_| self.n_colors == 2));
        color.filter(|&color| color < self.n_colors)
    }

    /// The property of the moves of a color.
    const fn key(&self, color: usize) -> &'static str {
        if self.n_colors == 2 { LETTERS[color % 2] } else { NUMBERS[color % 4] }
    }

    /// The property for the name of who sits at a seat.
    fn name_key(&self, seat: Seat) -> String {
        let is_by_letter = self.game.start().seats() == 2;
        format!("P{}", if is_by_letter { LETTERS[seat.index() % 2] } else { NUMBERS[seat.index()] })
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    Box::new(sgf::trees(source.text()).map(|tree| one(&tree?)))
}

fn one(tree: &Tree) -> Result<ForeignGame, FormatError> {
    let variant = Variant::named(tree.root("GM").unwrap_or_default())?;
    let is_turned = is_turned(&variant, tree);
    let mut round = TextTranscriber::new(&variant.game);
    let mut notes = Vec::new();
    for node in &tree.nodes {
        let is_setup = |property: &&Property| setup::color(&variant, &property.key).is_some();
        if let Some(first) = node.0.iter().find(is_setup) {
            if round.ply() != 0 || round.pos().text() != variant.game.start().text() {
                let problem = "pieces are set up after the beginning";
                return Err(FormatError::new(problem, "set them up in the first node").at_line(first.line));
            }
            let pos = setup::position(&variant, node).map_err(|error| error.at_line(first.line))?;
            round = TextTranscriber::at(pos);
        }
        for property in &node.0 {
            if let Some(color) = variant.color(&property.key) {
                let cells =
                    cells(property, variant.side, is_turned).map_err(|error| error.at_line(property.line))?;
                round.play(&format!("{}:{cells}", color + 1)).map_err(|error| {
                    FormatError::from(NotationError::new(&cells, error.to_string(), REMEDY))
                        .at_line(property.line)
                })?;
            }
        }
        let is_note = |property: &&Property| {
            let key = property.key.as_str();
            let is_used = variant.color(key).is_some()
                || setup::color(&variant, key).is_some()
                || key == setup::TO_MOVE;
            !key.is_empty() && !is_used && !ABOUT_FILE.contains(&key)
        };
        notes.extend(node.0.iter().filter(is_note).map(|property| Note {
            round: 0,
            ply: round.ply(),
            key: property.key.clone(),
            values: property.values.clone(),
        }));
    }
    let seats = Seat::all(variant.game.start().seats());
    let names: Vec<&str> = seats.map(|seat| tree.root(&variant.name_key(seat)).unwrap_or_default()).collect();
    let record = record_of_any(&*variant.game, &names, round.finish(&EarlyEnd::Open));
    Ok(ForeignGame { record, notes, n_variations: tree.n_variations })
}

/// The cells of a move with commas between them, as old files have them one by one.
fn cells(property: &Property, side: u16, is_turned: bool) -> Result<String, FormatError> {
    let cells = property.values.join(",");
    if !is_turned {
        return Ok(cells);
    }
    let mut turned = Vec::new();
    for cell in cells.split(',') {
        let Cell { column, row } = Cell::parse(cell.trim())?;
        let mirrored = (side - 1).checked_sub(column).zip((side - 1).checked_sub(row));
        turned.push(
            mirrored.map_or_else(|| cell.to_owned(), |(column, row)| Cell::new(column, row).to_string()),
        );
    }
    Ok(turned.join(","))
}

/// Tells whether the first color began on the start cell of the second. Pentobi lets either color begin on either cell; the
/// same game turned by half a turn is one of ours.
fn is_turned(variant: &Variant, tree: &Tree) -> bool {
    let is_move = |property: &&Property| variant.color(&property.key).is_some();
    let is_setup = |property: &Property| setup::color(variant, &property.key).is_some();
    let mut properties = tree.nodes.iter().flat_map(|node| &node.0);
    if variant.n_colors != 2 || properties.clone().any(is_setup) {
        return false;
    }
    let first = properties.find(is_move).filter(|property| variant.color(&property.key) == Some(0));
    let first = first.map(|property| property.values.join(","));
    first.is_some_and(|cells| cells.split(',').any(|cell| cell.trim().eq_ignore_ascii_case("j5")))
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let mut text = String::new();
    for round in rounds_of(games, BLOKUS)? {
        text += &tree(&round)?.to_string();
    }
    Ok(Written { n_notes_left_out: 0, ..Written::text(text, games) })
}

fn tree(round: &RoundOf<'_>) -> Result<Tree, FormatError> {
    let options = &round.game.record.options;
    let Some((name, _)) = VARIANTS.iter().find(|(_, known)| known == options) else {
        return Err(round.unfit(format!("Pentobi has no rules such as \"{options:.60}\"")));
    };
    let variant = Variant::named(name)?;
    let property = |note: &Note| Property { line: 0, key: note.key.clone(), values: note.values.clone() };
    let mut node = Node::default();
    node.push("GM", variant.name);
    node.push("CA", "UTF-8");
    node.push("AP", "Brettwerk");
    for seat in Seat::all(round.round().players.seats()) {
        node.push(&variant.name_key(seat), round.name(seat));
    }
    if round.round().start.is_some() {
        node.0.extend(setup::properties(round, &variant)?);
    }
    node.0.extend(round.notes(0).map(property));
    let mut nodes = vec![node];
    let mut ply = 0;
    round.play_text(&*variant.game, |pos, text| {
        ply += 1;
        let mut node = Node::default();
        node.push(variant.key(pos.to_move().unwrap_or(0)), text);
        node.0.extend(round.notes(ply).map(property));
        nodes.push(node);
    })?;
    Ok(Tree { nodes, n_variations: 0 })
}
