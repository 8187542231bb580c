//! Terms of an evaluation as a table that fits on a screen of 80 columns.

use std::io;

use framework::{Explanation, Text};

use crate::page::Page;

/// How wide a column of numbers is.
const NUMBER_WIDTH: usize = 15;

/// Writes each term with its amount, its weight and its share, then the sum, and then what the terms mean.
pub(crate) fn write(page: &mut Page<'_>, explanation: &Explanation) -> io::Result<()> {
    let heads =
        [Text::fixed("amount", "Menge"), Text::fixed("weight", "Gewicht"), Text::fixed("share", "Beitrag")];
    let terms = explanation.terms().iter();
    let rows: Vec<Row<'_>> =
        terms.map(|term| (&*term.name, [term.amount, term.weight, term.share].map(Some))).collect();
    write_rows(page, &heads, &rows, [None, None, Some(explanation.value())])?;
    write_meanings(page, explanation)
}

/// Writes what each term adds before a move and after it, and the difference.
pub(crate) fn write_change(page: &mut Page<'_>, before: &Explanation, after: &Explanation) -> io::Result<()> {
    let heads =
        [Text::fixed("before", "vorher"), Text::fixed("after", "nachher"), Text::fixed("change", "Änderung")];
    let share = |explanation: &Explanation, name: &str| {
        explanation.terms().iter().find(|term| term.name == name).map_or(0.0, |term| term.share)
    };
    let only_before = before.terms().iter().filter(|term| !has(after, &term.name));
    let terms = after.terms().iter().chain(only_before);
    let rows: Vec<_> = terms
        .map(|term| {
            let (then, now) = (share(before, &term.name), share(after, &term.name));
            (&*term.name, [then, now, now - then].map(Some))
        })
        .collect();
    let sums = [before.value(), after.value(), after.value() - before.value()].map(Some);
    write_rows(page, &heads, &rows, sums)?;
    write_meanings(page, after)
}

fn has(explanation: &Explanation, name: &str) -> bool {
    explanation.terms().iter().any(|term| term.name == name)
}

/// A name and three numbers, of which some may be left out.
type Row<'a> = (&'a str, [Option<f64>; 3]);

fn write_rows(
    page: &mut Page<'_>,
    heads: &[Text; 3],
    rows: &[Row<'_>],
    sums: [Option<f64>; 3],
) -> io::Result<()> {
    let (term, sum) = (Text::fixed("term", "Größe"), Text::fixed("sum", "Summe"));
    let names = rows.iter().map(|row| row.0).chain([page.say(&term), page.say(&sum)]);
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |name: &str, cells: [String; 3]| {
        let cells = cells.map(|cell| format!("{cell:>NUMBER_WIDTH$}")).concat();
        format!("{name:<width$}{cells}").trim_end().to_owned()
    };
    let head = line(page.say(&term), heads.each_ref().map(|head| page.say(head).to_owned()));
    page.line(page.dim(head))?;
    let number = |value: Option<f64>| value.map_or_else(String::new, shown);
    for (name, values) in rows {
        page.line(line(name, values.map(number)))?;
    }
    let sums = line(page.say(&sum), sums.map(number));
    page.heading(sums)
}

fn write_meanings(page: &mut Page<'_>, explanation: &Explanation) -> io::Result<()> {
    page.gap()?;
    let width = explanation.terms().iter().map(|term| term.name.chars().count()).max().unwrap_or(0);
    for term in explanation.terms() {
        let about = page.dim(page.say(&term.about));
        page.line(format!("{:<width$}  {about}", term.name))?;
    }
    Ok(())
}

/// A whole number as it is, any other with four decimals.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_decimals() {
        assert_eq!([3.0, -400.0, 0.5, -11.661_490_683].map(shown), ["3", "-400", "0.5000", "-11.6615"]);
    }
}
