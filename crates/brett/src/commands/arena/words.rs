//! Results in words.

use arena::Tempo;
use framework::{FaultKind, Text};

/// A name that fits into a column.
pub(in crate::commands) fn shortened(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_owned();
    }
    let head: String = name.chars().take(width - 1).collect();
    format!("{head}…")
}

/// A number with its sign; a word for what has no end.
pub(in crate::commands) fn signed(number: f64, decimals: usize) -> String {
    match number {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        // No −0.
        _ if number.abs() < 0.5 / 10_f64.powi(decimals as i32) => format!("+{:.decimals$}", 0.0),
        _ => format!("{number:+.decimals$}").replace('-', "−"),
    }
}

/// How long a player's moves took.
pub(in crate::commands) fn tempo_line(tempo: &Tempo) -> Text {
    let millis = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let (n_moves, within, longest) = (tempo.moves(), millis(tempo.quantile(0.99)), millis(tempo.longest()));
    Text::new(
        format!("{n_moves} moves, 99 % within {within}, longest {longest}"),
        format!("{n_moves} Züge, 99 % binnen {within}, längster {longest}"),
    )
}

/// How often a player lost otherwise than on the board.
pub(in crate::commands) fn fault_line(kind: FaultKind, count: u64) -> Text {
    let (en, de) = match kind {
        FaultKind::TimeOver => ("too late", "zu spät"),
        FaultKind::Crashed => ("crashed", "abgestürzt"),
        FaultKind::IllegalMove => ("illegal move", "verbotener Zug"),
    };
    Text::new(format!("{count} × {en}"), format!("{count} × {de}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sign() {
        assert_eq!(signed(12.34, 1), "+12.3");
        assert_eq!(signed(-12.36, 1), "−12.4");
        assert_eq!(signed(-0.001, 1), "+0.0");
        assert_eq!(signed(f64::NEG_INFINITY, 1), "−∞");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("level3", 6), "level3");
        assert_eq!(shortened("gtp:./a-long-command", 8), "gtp:./a…");
    }
}
