//! Results as pictures.

use std::fmt::Write as _;

use crate::{
    Pair,
    statistics::{Measure, Rating, Sample, elo_of_score},
};

/// The size of a picture, and of the field in it in which things are drawn.
pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const HEIGHT: f64 = 360.0;
pub(crate) const LEFT: f64 = 70.0;
pub(crate) const RIGHT: f64 = 700.0;
pub(crate) const TOP: f64 = 40.0;
pub(crate) const BOTTOM: f64 = 320.0;
/// How many points a line has at most.
const MAX_POINTS: usize = 300;
/// Elo beyond this is drawn at the edge.
const MAX_ELO: f64 = 800.0;
/// The height of a row in a list of players.
const ROW: f64 = 26.0;

/// Draws how the estimate of a match and its interval changed from pair to pair, as SVG.
#[must_use]
pub fn course_chart(title: &str, pairs: &[Pair], measure: Measure) -> String {
    let course = course(pairs, measure);
    let values = course.iter().flat_map(|point| [point.low, point.high]);
    let (mut low, mut high) =
        values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    if high - low < 1e-9 {
        (low, high) = (low - 1.0, high + 1.0);
    }
    let x = |pair: usize| LEFT + (RIGHT - LEFT) * pair as f64 / pairs.len().max(1) as f64;
    let y = |value: f64| BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low);
    let place = |pair: usize, value: f64| format!("{:.1},{:.1} ", x(pair), y(value));
    let mut svg = begun(title, HEIGHT);
    for value in ticks(low, high) {
        let (at, color) = (y(value), if value == 0.0 { "#444444" } else { "#dddddd" });
        element(
            &mut svg,
            &format!(
                "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\" stroke=\"{color}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                LEFT - 6.0,
                at + 4.0
            ),
        );
    }
    let band: String = course
        .iter()
        .map(|point| place(point.pair, point.high))
        .chain(course.iter().rev().map(|point| place(point.pair, point.low)))
        .collect();
    element(
        &mut svg,
        &format!("<polygon points=\"{}\" fill=\"#2f6fd0\" fill-opacity=\"0.2\"/>", band.trim_end()),
    );
    let line: String = course.iter().map(|point| place(point.pair, point.mean)).collect();
    let stroke = "fill=\"none\" stroke=\"#2f6fd0\" stroke-width=\"2\"";
    element(&mut svg, &format!("<polyline points=\"{}\" {stroke}/>", line.trim_end()));
    let unit = match measure {
        Measure::Score => "Elo, 95 %",
        Measure::Points => "points a game, 95 %",
    };
    element(&mut svg, &format!("<text x=\"{LEFT}\" y=\"{}\">{unit}</text>", BOTTOM + 26.0));
    element(
        &mut svg,
        &format!(
            "<text x=\"{RIGHT}\" y=\"{}\" text-anchor=\"end\">{} games</text>",
            BOTTOM + 26.0,
            2 * pairs.len()
        ),
    );
    ended(svg)
}

/// Draws ratings with their intervals, as SVG: one row for each player, in the given order.
#[must_use]
pub fn ratings_chart(title: &str, players: &[(String, Rating)]) -> String {
    let ends = players.iter().flat_map(|(_, rating)| [rating.elo - rating.error, rating.elo + rating.error]);
    let (low, high) = ends.fold((-1.0_f64, 1.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    let (left, height) = (220.0, TOP + ROW * players.len() as f64 + 40.0);
    let x = |elo: f64| left + (RIGHT - left) * (elo - low) / (high - low);
    let bottom = TOP + ROW * players.len() as f64;
    let mut svg = begun(title, height);
    for elo in ticks(low, high) {
        let at = x(elo);
        element(
            &mut svg,
            &format!(
                "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom}\" stroke=\"#dddddd\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{elo}</text>",
                bottom + 18.0
            ),
        );
    }
    for ((name, rating), row) in players.iter().zip(0..) {
        let middle = TOP + ROW * (f64::from(row) + 0.5);
        let (from, to, at) = (x(rating.elo - rating.error), x(rating.elo + rating.error), x(rating.elo));
        let name: String = name.chars().take(26).collect();
        element(
            &mut svg,
            &format!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line x1=\"{from:.1}\" y1=\"{middle}\" x2=\"{to:.1}\" y2=\"{middle}\" stroke=\"#2f6fd0\" stroke-width=\"2\"/>\
             <circle cx=\"{at:.1}\" cy=\"{middle}\" r=\"5\" fill=\"#2f6fd0\"/>",
                left - 10.0,
                middle + 4.0,
                escaped(&name)
            ),
        );
    }
    ended(svg)
}

/// An estimate after so many pairs.
struct Point {
    pair: usize,
    mean: f64,
    low: f64,
    high: f64,
}

/// The estimate after every pair, or after every so many where there are more than can be seen.
fn course(pairs: &[Pair], measure: Measure) -> Vec<Point> {
    let step = pairs.len().div_ceil(MAX_POINTS).max(1);
    let mut sample = Sample::default();
    let mut course = Vec::new();
    for (pair, number) in pairs.iter().zip(1..) {
        sample.push(match measure {
            Measure::Score => pair.score,
            Measure::Points => pair.points,
        });
        // A single pair says next to nothing and would squeeze everything else.
        let is_shown = (number % step == 0 && pairs.len().min(5) <= number) || number == pairs.len();
        let Some(estimate) = measure.estimate(&sample).filter(|_| is_shown) else { continue };
        let shown = |value: f64| match measure {
            Measure::Score => elo_of_score(value).clamp(-MAX_ELO, MAX_ELO),
            Measure::Points => value,
        };
        let interval = estimate.interval.map(shown);
        course.push(Point {
            pair: number,
            mean: shown(estimate.mean),
            low: interval.low,
            high: interval.high,
        });
    }
    course
}

/// Round numbers between two ends.
pub(crate) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| rough <= *step);
    let step = step.unwrap_or(power);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    // Rounding takes away what binary fractions add; and there is no −0.
    (first..=last).map(|tick| (tick as f64 * step * 1e6).round() / 1e6 + 0.0).collect()
}

pub(crate) fn begun(title: &str, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"10\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{}</text>\n",
        escaped(title)
    )
}

pub(crate) fn element(svg: &mut String, text: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(svg, "{text}");
}

pub(crate) fn ended(mut svg: String) -> String {
    svg.push_str("</svg>\n");
    svg
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(scores: &[f64]) -> Vec<Pair> {
        let pair = |&score: &f64| Pair { values: [0.0; 2], score, points: 2.0 * score - 1.0, luck: None };
        scores.iter().map(pair).collect()
    }

    #[test]
    fn the_interval_closes_around_the_line() {
        let scores: Vec<f64> = (0..1_000).map(|number| f64::from(number % 3) / 2.0).collect();
        let course = course(&pairs(&scores), Measure::Points);
        let width = |point: &Point| point.high - point.low;
        assert!(course.len() <= MAX_POINTS + 1);
        assert!(width(&course[course.len() - 1]) < width(&course[0]) / 5.0);
        assert!(course.iter().all(|point| point.low <= point.mean && point.mean <= point.high));
    }

    #[test]
    fn names_cannot_break_the_picture() {
        let chart = course_chart("<b> & \"c\"", &pairs(&[0.5, 1.0, 0.0]), Measure::Score);
        assert!(chart.contains("&lt;b&gt; &amp; &quot;c&quot;"), "{chart}");
        assert!(!chart.contains("NaN") && !chart.contains("inf"), "{chart}");
    }

    #[test]
    fn nothing_played_is_drawn_as_well() {
        for measure in [Measure::Score, Measure::Points] {
            let chart = course_chart("nothing", &[], measure);
            assert!(chart.ends_with("</svg>\n") && !chart.contains("NaN"), "{chart}");
        }
        assert!(!ratings_chart("nobody", &[]).contains("NaN"));
    }

    #[test]
    fn round_numbers_are_shown() {
        assert_eq!(ticks(-130.0, 310.0), [-100.0, 0.0, 100.0, 200.0, 300.0]);
        assert_eq!(ticks(-0.05, 0.25), [-0.05, 0.0, 0.05, 0.1, 0.15, 0.2, 0.25]);
    }
}
