//! Strength over games, drawn.

use super::{Checkpoint, Strength};
use crate::chart::{BOTTOM, HEIGHT, LEFT, RIGHT, TOP, begun, element, ended, escaped, ticks};

/// The strength of a run over its games.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Its checkpoints, in their order.
    pub checkpoints: Vec<Checkpoint>,
}

/// The colors of the curves, which people who see few colors can tell apart as well.
const COLORS: [&str; 4] = ["#0b62a4", "#c2410c", "#2e7d4f", "#7b3fa0"];

/// Draws curves as a stand-alone SVG document: the mean with a band of 95 %, over games.
#[must_use]
pub fn svg(title: &str, curves: &[Curve]) -> String {
    let frame = Frame::around(curves);
    let mut svg = begun(title, HEIGHT);
    frame.draw_axes(&mut svg);
    for ((curve, color), row) in curves.iter().zip(COLORS.iter().cycle()).zip(0_u8..) {
        frame.draw_curve(&mut svg, curve, color);
        let (x, y) = (LEFT + 14.0, TOP + 14.0 + 17.0 * f64::from(row));
        element(
            &mut svg,
            &format!(
                "<rect x=\"{x}\" y=\"{}\" width=\"18\" height=\"4\" fill=\"{color}\"/>\
                 <text x=\"{}\" y=\"{y}\">{}</text>",
                y - 6.0,
                x + 26.0,
                escaped(&curve.name)
            ),
        );
    }
    ended(svg)
}

/// Numbers as a line of small bars; empty if there are none.
///
/// ```
/// use arena::evolve::sparkline;
/// assert_eq!(sparkline(&[0.0, 0.5, 1.0, 0.25]), "▁▅█▃");
/// ```
#[must_use]
pub fn sparkline(numbers: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (low, high) =
        numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), &number| (low.min(number), high.max(number)));
    let bar = |&number: &f64| {
        let height = if low < high { (number - low) / (high - low) } else { 0.0 };
        BARS[((height * 7.0).round() as usize).min(7)]
    };
    numbers.iter().map(bar).collect()
}

/// What part of the plane is seen.
struct Frame {
    games: f64,
    low: f64,
    high: f64,
}

impl Frame {
    fn around(curves: &[Curve]) -> Self {
        let all = || curves.iter().flat_map(|curve| &curve.checkpoints);
        let games = all().map(|checkpoint| checkpoint.games).max().unwrap_or(0).max(1) as f64;
        let ends = |strength: Strength| [lower(strength), upper(strength)];
        let heights = || all().flat_map(|checkpoint| ends(checkpoint.strength));
        // Zero, the strength of the opponent, is always seen.
        let (low, high) =
            heights().fold((-0.05, 0.05), |(low, high): (f64, f64), y| (low.min(y), high.max(y)));
        let room = 0.08 * (high - low);
        Self { games, low: low - room, high: high + room }
    }

    fn x(&self, games: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * games / self.games
    }

    fn y(&self, points: f64) -> f64 {
        TOP + (BOTTOM - TOP) * (self.high - points) / (self.high - self.low)
    }

    fn draw_axes(&self, svg: &mut String) {
        for points in ticks(self.low, self.high) {
            let (at, color) = (self.y(points), if points == 0.0 { "#444444" } else { "#dddddd" });
            element(
                svg,
                &format!(
                    "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"{color}\"/>\
                     <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{points:+}</text>",
                    LEFT - 6.0,
                    at + 4.0
                ),
            );
        }
        for games in ticks(0.0, self.games) {
            let (x, y) = (self.x(games), BOTTOM + 16.0);
            element(svg, &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{games}</text>"));
        }
        let (middle, y) = ((LEFT + RIGHT) / 2.0, BOTTOM + 34.0);
        element(svg, &format!("<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\">games played</text>"));
        let turned = format!("transform=\"translate(16 {}) rotate(-90)\"", (TOP + BOTTOM) / 2.0);
        element(svg, &format!("<text {turned} text-anchor=\"middle\">points a game, 95 %</text>"));
    }

    fn draw_curve(&self, svg: &mut String, curve: &Curve, color: &str) {
        let place = |checkpoint: &Checkpoint, points: f64| {
            format!("{:.1} {:.1}", self.x(checkpoint.games as f64), self.y(points))
        };
        let way = |points: &mut dyn Iterator<Item = String>| points.collect::<Vec<_>>().join("L");
        let checkpoints = &curve.checkpoints;
        if checkpoints.is_empty() {
            return;
        }
        let above = way(&mut checkpoints.iter().map(|point| place(point, upper(point.strength))));
        let below = way(&mut checkpoints.iter().rev().map(|point| place(point, lower(point.strength))));
        element(svg, &format!("<path d=\"M{above}L{below}Z\" fill=\"{color}\" fill-opacity=\"0.15\"/>"));
        let means = way(&mut checkpoints.iter().map(|point| place(point, point.strength.mean)));
        element(svg, &format!("<path d=\"M{means}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"));
    }
}

fn lower(strength: Strength) -> f64 {
    strength.mean - 1.96 * strength.error
}

fn upper(strength: Strength) -> f64 {
    strength.mean + 1.96 * strength.error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, means: &[f64]) -> Curve {
        let checkpoint = |(mean, idx): (&f64, u64)| Checkpoint {
            games: 1_000 * idx,
            strength: Strength { pairs: 100, mean: *mean, error: 0.02 },
        };
        Curve { name: name.to_owned(), checkpoints: means.iter().zip(1..).map(checkpoint).collect() }
    }

    #[test]
    fn every_curve_has_its_band_its_color_and_its_name() {
        let picture = svg("a < b", &[curve("cma-es", &[0.0, 0.1, 0.3]), curve("genetic", &[0.0, -0.2])]);
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        for part in ["a &lt; b", ">cma-es<", ">genetic<", COLORS[0], COLORS[1], ">3000<", ">+0.2<"] {
            assert!(picture.contains(part), "{part} is missing in {picture}");
        }
        assert_eq!(picture.matches("fill-opacity").count(), 2);
    }

    #[test]
    fn a_run_that_has_just_begun_can_be_drawn() {
        assert!(svg("nothing yet", &[curve("cma-es", &[])]).contains("cma-es"));
        assert!(svg("nothing at all", &[]).ends_with("</svg>\n"));
    }

    #[test]
    fn equal_numbers_are_equal_bars() {
        assert_eq!(sparkline(&[2.0, 2.0]), "▁▁");
        assert_eq!(sparkline(&[]), "");
    }
}
