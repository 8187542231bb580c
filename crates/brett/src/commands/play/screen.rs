//! A board and what is said about it, on a screen of usual size.

use framework::{
    Scene, Shape, Text,
    render::{self, Style},
};

/// The least that a terminal shows.
const COLUMNS: usize = 80;
const ROWS: usize = 24;

/// The rows that are kept for what is typed and for the answer to it.
const KEPT_ROWS: usize = 2;

/// Draws a board with notes below it, or beside it where they would push it off the screen.
pub(super) fn board(mut scene: Scene, notes: &[Text], style: &Style) -> String {
    let status = std::mem::take(&mut scene.status);
    // The sentences call a side by its letter, so that nobody depends on colors.
    for token in &mut scene.tokens {
        if style.color && token.shape == Shape::Disc && token.caption.is_empty() {
            token.caption = token.letter.to_string();
        }
    }
    let board = render::terminal(&scene, style);
    let notes: Vec<&str> = status.iter().chain(notes).map(|note| note.in_language(style.language)).collect();
    let below = board.lines().count() + notes.len() + KEPT_ROWS <= ROWS;
    let width = board.lines().map(visible_width).max().unwrap_or(0) + 2;
    if below || COLUMNS < width + COLUMNS / 4 {
        return notes.iter().fold(board, |page, note| page + note + "\n");
    }
    let notes: Vec<String> = notes.iter().flat_map(|note| wrapped(note, COLUMNS - width)).collect();
    let mut page = String::new();
    let mut notes = notes.iter();
    for line in board.lines() {
        page.push_str(line);
        if let Some(note) = notes.next() {
            page.push_str(&" ".repeat(width - visible_width(line)));
            page.push_str(note);
        }
        page.push('\n');
    }
    notes.fold(page, |page, note| page + note + "\n")
}

/// Breaks a text into lines at its spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
}

/// The number of characters that take up room, without color codes.
fn visible_width(text: &str) -> usize {
    let mut pieces = text.split('\u{1b}');
    let plain = pieces.next().map_or(0, |piece| piece.chars().count());
    let after_code = |piece: &str| piece.split_once('m').map_or(0, |(_, rest)| rest.chars().count());
    plain + pieces.map(after_code).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use framework::Seat;

    use super::*;

    #[test]
    fn every_game_fits_on_a_screen_of_80_by_24() {
        for entry in catalog::GAMES {
            for color in [false, true] {
                let scene = entry.open_text("").unwrap().start().scene(Seat::FIRST);
                let style = Style { color, ..Style::plain() };
                let page = board(scene, &[Text::same("Last move: a20,b20"), Text::same("to move")], &style);
                assert!(page.lines().count() + KEPT_ROWS <= ROWS, "{page}");
                assert!(page.lines().all(|line| visible_width(line) <= COLUMNS), "{page}");
            }
        }
    }

    #[test]
    fn sides_are_told_apart_by_letters_also_where_there_are_colors() {
        let game = catalog::find(catalog::GAMES, "othello").unwrap().open_text("").unwrap();
        let style = Style { color: true, ..Style::plain() };
        let page = board(game.start().scene(Seat::FIRST), &[], &style);
        let letters = |text: &str| -> Vec<char> {
            let mut is_code = false;
            let mut plain = String::new();
            for character in text.chars() {
                match character {
                    '\u{1b}' => is_code = true,
                    'm' if is_code => is_code = false,
                    _ if is_code => {}
                    _ => plain.push(character),
                }
            }
            plain.lines().skip(1).take(8).flat_map(str::chars).filter(char::is_ascii_uppercase).collect()
        };
        let plain = board(game.start().scene(Seat::FIRST), &[], &Style::plain());
        assert_eq!(letters(&page).len(), 4, "{page}");
        assert_eq!(letters(&page), letters(&plain));
    }

    #[test]
    fn color_codes_take_no_room() {
        assert_eq!(visible_width("a\u{1b}[91;1;4m●\u{1b}[0m b"), 4);
        assert_eq!(visible_width(""), 0);
    }

    #[test]
    fn long_notes_are_broken_at_spaces() {
        assert_eq!(wrapped("one two three", 8), ["one two", "  three"]);
        assert_eq!(wrapped("", 8), [""]);
    }
}
