//! The fields by which people are asked for a board, its pieces and who plays.

use framework::{Answers, FieldGroup, FieldInfo, Text};

use crate::{Grid, Inventory};

const CUSTOM: &str = "custom";
const ONLY_CUSTOM: Option<(&str, &str)> = Some(("mode", CUSTOM));
const SIDES: (u32, u32) = (Grid::MIN_SIDE as u32, Grid::MAX_SIDE as u32);
const COPIES: (u32, u32) = (0, Inventory::MAX_COPIES as u32);

/// The mode; for a board of one's own its size, colors and pieces by the number of their squares; how many play, and
/// how they are scored.
pub(crate) static FIELDS: [FieldGroup; 6] = [
    FieldGroup {
        pattern: "{mode}",
        only_if: None,
        fields: &[FieldInfo {
            name: "mode",
            label: Text::fixed("mode", "Modus"),
            answers: Answers::Choice(&MODES),
        }],
    },
    FieldGroup {
        pattern: "{width}x{height}",
        only_if: ONLY_CUSTOM,
        fields: &[
            FieldInfo::number("width", Text::fixed("width", "Breite"), SIDES, 20),
            FieldInfo::number("height", Text::fixed("height", "Höhe"), SIDES, 20),
        ],
    },
    FieldGroup {
        pattern: "colors={colors}",
        only_if: ONLY_CUSTOM,
        fields: &[FieldInfo::number("colors", Text::fixed("colors", "Farben"), (2, 4), 4)],
    },
    FieldGroup {
        pattern: "pieces=1*{ones},2*{twos},I3*{threes},V3*{threes},I4*{fours},L4*{fours},T4*{fours},Z4*{fours},\
                  O*{fours},F*{fives},I5*{fives},L5*{fives},N*{fives},P*{fives},T5*{fives},U*{fives},V5*{fives},\
                  W*{fives},X*{fives},Y*{fives},Z5*{fives}",
        only_if: ONLY_CUSTOM,
        fields: &[
            FieldInfo::number("ones", Text::fixed("pieces of 1 square", "Steine mit 1 Feld"), COPIES, 1),
            FieldInfo::number("twos", Text::fixed("pieces of 2 squares", "Steine mit 2 Feldern"), COPIES, 1),
            FieldInfo::number(
                "threes",
                Text::fixed("pieces of 3 squares", "Steine mit 3 Feldern"),
                COPIES,
                1,
            ),
            FieldInfo::number("fours", Text::fixed("pieces of 4 squares", "Steine mit 4 Feldern"), COPIES, 1),
            FieldInfo::number("fives", Text::fixed("pieces of 5 squares", "Steine mit 5 Feldern"), COPIES, 1),
        ],
    },
    FieldGroup {
        pattern: "players={players}",
        only_if: None,
        fields: &[FieldInfo {
            name: "players",
            label: Text::fixed("players", "Spieler"),
            answers: Answers::Choice(&PLAYERS),
        }],
    },
    FieldGroup {
        pattern: "scoring={scoring}",
        only_if: None,
        fields: &[FieldInfo {
            name: "scoring",
            label: Text::fixed("points for laying everything", "Punkte, wenn alles liegt"),
            answers: Answers::Choice(&SCORINGS),
        }],
    },
];

static MODES: [(&str, Text); 5] = [
    ("classic", Text::fixed("Classic: four colors, 20 × 20", "Klassisch: vier Farben, 20 × 20")),
    ("duo", Text::fixed("Duo: two colors, 14 × 14", "Duo: zwei Farben, 14 × 14")),
    ("junior", Text::fixed("Junior: fewer shapes, 14 × 14", "Junior: weniger Formen, 14 × 14")),
    ("two-colors", Text::fixed("two colors on the large board", "zwei Farben auf dem großen Brett")),
    (CUSTOM, Text::fixed("a board of your own", "ein eigenes Brett")),
];

static PLAYERS: [(&str, Text); 3] = [
    ("", Text::fixed("one for each color", "einer für jede Farbe")),
    ("2", Text::fixed("2, each with two colors", "2, jeder mit zwei Farben")),
    ("3", Text::fixed("3, who share the fourth color", "3, die sich die vierte Farbe teilen")),
];

static SCORINGS: [(&str, Text); 3] = [
    ("", Text::fixed("as usual in this mode", "wie in diesem Modus üblich")),
    ("bonus", Text::fixed("15, or 20 with the single square last", "15, oder 20 mit dem Einer zuletzt")),
    ("basic", Text::fixed("none", "keine")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    #[test]
    fn every_piece_is_counted_with_those_of_its_size() {
        let pieces =
            FIELDS.iter().find(|group| group.pattern.starts_with("pieces=")).expect("they are asked");
        let entries: Vec<_> = pieces.pattern.trim_start_matches("pieces=").split(',').collect();
        let wanted = Piece::all()
            .map(|piece| format!("{piece}*{{{}}}", pieces.fields[piece.squares() as usize - 1].name));
        assert_eq!(entries, wanted.collect::<Vec<_>>());
    }
}
