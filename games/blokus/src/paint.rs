//! What the colors look like and are called.

use framework::{Text, Tint};

use crate::{Color, Rules};

/// How one color is shown.
#[derive(Debug)]
pub(crate) struct Paint {
    pub(crate) tint: Tint,
    pub(crate) letter: char,
    pub(crate) name: Text,
}

static BLUE: Paint = Paint { tint: Tint::Blue, letter: 'B', name: Text::fixed("blue", "Blau") };
static YELLOW: Paint = Paint { tint: Tint::Yellow, letter: 'Y', name: Text::fixed("yellow", "Gelb") };
static RED: Paint = Paint { tint: Tint::Red, letter: 'R', name: Text::fixed("red", "Rot") };
static GREEN: Paint = Paint { tint: Tint::Green, letter: 'G', name: Text::fixed("green", "Grün") };
static ORANGE: Paint = Paint { tint: Tint::Orange, letter: 'O', name: Text::fixed("orange", "Orange") };
static PURPLE: Paint = Paint { tint: Tint::Purple, letter: 'P', name: Text::fixed("purple", "Lila") };

/// How a color is shown: blue, yellow, red, green; two colors in corners blue and red; two colors that begin
/// inside the board, as in Duo, orange and purple.
pub(crate) fn paint(rules: &Rules, color: Color) -> &'static Paint {
    let in_corner = Rules::corners(rules.grid(), 4).contains(&rules.start(Color::FIRST));
    match (rules.n_colors(), in_corner) {
        (2, true) => [&BLUE, &RED][color.index() % 2],
        (2, false) => [&ORANGE, &PURPLE][color.index() % 2],
        _ => [&BLUE, &YELLOW, &RED, &GREEN][color.index()],
    }
}

/// The names of some colors, joined by "and".
pub(crate) fn names(rules: &Rules, colors: impl Iterator<Item = Color>) -> Text {
    let paints: Vec<_> = colors.map(|color| paint(rules, color)).collect();
    let joined = |name: fn(&Text) -> &str, and: &str| {
        paints.iter().map(|paint| name(&paint.name)).collect::<Vec<_>>().join(and)
    };
    Text::new(joined(|name| &name.en, " and "), joined(|name| &name.de, " und "))
}
