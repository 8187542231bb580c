//! Strength over games, drawn.

use std::fmt::Write;

use super::{Checkpoint, Strength};

/// The strength of a run over its games.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Its checkpoints, in their order.
    pub checkpoints: Vec<Checkpoint>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// The room around the curves for numbers and names.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;

/// The colors of the curves, which people who see few colors can tell apart as well.
const COLORS: [&str; 4] = ["#0b62a4", "#c2410c", "#2e7d4f", "#7b3fa0"];

/// Draws curves as a stand-alone SVG document: the mean with a band of 95 %, over games.
#[must_use]
pub fn svg(title: &str, curves: &[Curve]) -> String {
    let frame = Frame::around(curves);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#222\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>\n",
        escaped(title)
    );
    frame.draw_axes(&mut out);
    for (curve, color) in curves.iter().zip(COLORS.iter().cycle()) {
        frame.draw_curve(&mut out, curve, color);
    }
    for ((curve, color), row) in curves.iter().zip(COLORS.iter().cycle()).zip(0_u8..) {
        let y = TOP + 18.0 * f64::from(row) + 12.0;
        let (x, text) = (LEFT + 14.0, escaped(&curve.name));
        line(
            &mut out,
            format_args!("<rect x=\"{x}\" y=\"{:.1}\" width=\"18\" height=\"4\" fill=\"{color}\"/>", y - 6.0),
        );
        line(&mut out, format_args!("<text x=\"{}\" y=\"{y:.1}\">{text}</text>", x + 26.0));
    }
    out.push_str("</svg>\n");
    out
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

    fn x(&self, games: u64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * games as f64 / self.games
    }

    fn y(&self, points: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / (self.high - self.low)
    }

    fn draw_axes(&self, out: &mut String) {
        let step = round_step(self.high - self.low);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        let decimals = usize::from(step < 1.0) + usize::from(step < 0.1);
        for points in (first..=last).map(|number| number as f64 * step) {
            let y = self.y(points);
            let color = if points.abs() < step / 2.0 { "#666" } else { "#ddd" };
            let right = WIDTH - RIGHT;
            line(out, format_args!("<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"{color}\"/>"));
            let x = LEFT - 8.0;
            line(
                out,
                format_args!(
                    "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\">{points:+.decimals$}</text>",
                    y + 4.0
                ),
            );
        }
        let step = round_step(self.games).max(1.0);
        for number in 0..=(self.games / step) as u64 {
            let games = number * step as u64;
            let (x, y) = (self.x(games), HEIGHT - BOTTOM + 18.0);
            line(out, format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{games}</text>"));
        }
        let (x, y) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14.0);
        line(out, format_args!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">games played</text>"));
        let y = (TOP + HEIGHT - BOTTOM) / 2.0;
        line(
            out,
            format_args!(
                "<text transform=\"translate(16 {y}) rotate(-90)\" text-anchor=\"middle\">points a game</text>"
            ),
        );
    }

    fn draw_curve(&self, out: &mut String, curve: &Curve, color: &str) {
        let place = |checkpoint: &Checkpoint, points: f64| {
            format!("{:.1} {:.1}", self.x(checkpoint.games), self.y(points))
        };
        let way = |points: &mut dyn Iterator<Item = String>| points.collect::<Vec<_>>().join("L");
        let checkpoints = &curve.checkpoints;
        if checkpoints.is_empty() {
            return;
        }
        let above = way(&mut checkpoints.iter().map(|point| place(point, upper(point.strength))));
        let below = way(&mut checkpoints.iter().rev().map(|point| place(point, lower(point.strength))));
        line(out, format_args!("<path d=\"M{above}L{below}Z\" fill=\"{color}\" fill-opacity=\"0.15\"/>"));
        let means = way(&mut checkpoints.iter().map(|point| place(point, point.strength.mean)));
        line(out, format_args!("<path d=\"M{means}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"));
    }
}

fn lower(strength: Strength) -> f64 {
    strength.mean - 1.96 * strength.error
}

fn upper(strength: Strength) -> f64 {
    strength.mean + 1.96 * strength.error
}

/// A round number of which four to nine make up a length.
fn round_step(length: f64) -> f64 {
    let magnitude = 10_f64.powf((length / 4.0).log10().floor());
    let rounds = [5.0, 2.0, 1.0].map(|factor| factor * magnitude);
    rounds.into_iter().find(|step| 4.0 * step <= length).unwrap_or(magnitude)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes everything");
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
    fn steps_are_round() {
        for (length, step) in [(0.5, 0.1), (1.0, 0.2), (2.4, 0.5), (100_000.0, 20_000.0), (9.0, 2.0)] {
            assert!((round_step(length) / step - 1.0).abs() < 1e-9, "{length}: {}", round_step(length));
        }
    }

    #[test]
    fn equal_numbers_are_equal_bars() {
        assert_eq!(sparkline(&[2.0, 2.0]), "▁▁");
        assert_eq!(sparkline(&[]), "");
    }
}
