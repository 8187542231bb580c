//! Which format a file is in.

use super::{Format, Likeness, RECORD};
use crate::GameEntry;

/// A format that a file may be in.
#[derive(Clone, Copy, Debug)]
pub struct Recognized<'g> {
    /// The format.
    pub format: &'g Format,
    /// The game; `None` for our own records, which tell it themselves.
    pub game: Option<&'g GameEntry>,
    /// How much the file looks like it.
    pub likeness: Likeness,
}

/// The formats in which a file may be, the likeliest first. The end of its name, without the dot, adds to what its
/// beginning looks like: a damaged file is still called what it should be.
#[must_use]
pub fn recognize<'g>(games: &'g [GameEntry], bytes: &[u8], extension: Option<&str>) -> Vec<Recognized<'g>> {
    let mut found: Vec<_> = all(games)
        .map(|recognized| {
            let is_named = has_extension(recognized.format, extension);
            let looks_like = (recognized.format.looks_like)(bytes);
            let likeness = match looks_like {
                Likeness::No if is_named => Likeness::Possible,
                Likeness::Possible if is_named => Likeness::Likely,
                other => other,
            };
            (likeness, is_named, Recognized { likeness, ..recognized })
        })
        .filter(|(likeness, ..)| *likeness != Likeness::No)
        .collect();
    // A stable sort keeps the order of the catalog among equals.
    found.sort_by_key(|&(likeness, is_named, _)| std::cmp::Reverse((likeness, is_named)));
    found.into_iter().map(|(.., recognized)| recognized).collect()
}

/// The format that is called by a word: `mat`, or `othello:sgf` where several games have one of that name.
#[must_use]
pub fn by_id<'g>(games: &'g [GameEntry], id: &str) -> Vec<Recognized<'g>> {
    let is_meant = |recognized: &Recognized<'_>| match (id.split_once(':'), recognized.game) {
        (Some((game, id)), Some(entry)) => entry.info.id == game && recognized.format.id == id,
        (Some(_), None) => false,
        (None, _) => recognized.format.id == id,
    };
    all(games).filter(is_meant).collect()
}

/// The formats whose files end in `extension`, without the dot.
#[must_use]
pub fn by_extension<'g>(games: &'g [GameEntry], extension: &str) -> Vec<Recognized<'g>> {
    all(games).filter(|recognized| has_extension(recognized.format, Some(extension))).collect()
}

/// All formats, our own first.
fn all(games: &[GameEntry]) -> impl Iterator<Item = Recognized<'_>> {
    let own = std::iter::once(Recognized { format: &RECORD, game: None, likeness: Likeness::No });
    own.chain(games.iter().flat_map(|entry| {
        let of_game = move |format| Recognized { format, game: Some(entry), likeness: Likeness::No };
        entry.formats.iter().map(of_game)
    }))
}

fn has_extension(format: &Format, extension: Option<&str>) -> bool {
    extension.is_some_and(|asked| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(asked)))
}
