//! What is written: the format that is asked for, or the one that suits.

use std::path::Path;

use anyhow::bail;
use framework::{
    GameEntry,
    formats::{self, ForeignGame, Format, FormatError, RECORD, Recognized, WriteGames, Written},
};

use crate::foreign::{Opened, ids};

/// A format that is written.
pub(super) struct Target<'g> {
    pub(super) format: &'g Format,
    write: WriteGames,
}

impl<'g> Target<'g> {
    /// Chooses the format by a word, or by the name of the file, or by what was read.
    ///
    /// # Errors
    /// If there is none of that name, several suit, or the format is only read.
    pub(super) fn choose(
        entries: &'g [GameEntry],
        opened: &Opened<'_, '_>,
        games: &[ForeignGame],
        to: Option<&Path>,
        word: Option<&str>,
    ) -> anyhow::Result<Self> {
        let game = games.first().map_or("", |game| game.record.game.as_str());
        let suits = |found: &Recognized<'_>| found.game.is_none_or(|entry| entry.info.id == game);
        let of_game = |found: Vec<Recognized<'g>>| found.into_iter().filter(suits).collect::<Vec<_>>();
        let extension = to.and_then(Path::extension).and_then(|extension| extension.to_str());
        let found = match (word, to, extension) {
            (Some(word), ..) => {
                let known = formats::by_id(entries, word);
                let chosen = of_game(known.clone());
                if chosen.is_empty() && !known.is_empty() {
                    bail!("{word} holds no games of {game}; choose {}", writable(entries, game));
                }
                chosen
            }
            (None, Some(_), Some(extension)) => of_game(formats::by_extension(entries, extension)),
            (None, Some(_), None) => Vec::new(),
            (None, None, _) => return Self::usual(entries, opened, game),
        };
        match found.as_slice() {
            [only] => Self::of(only.format),
            [] => {
                let asked = word.or(extension).unwrap_or("a name without an ending");
                bail!(
                    "{asked} is no format that is written for {game}; choose with --to: {}",
                    writable(entries, game)
                )
            }
            several => bail!(
                "several formats have names that end in .{}; choose with --to: {}",
                extension.unwrap_or_default(),
                ids(several)
            ),
        }
    }

    /// Records become the usual format of their game, everything else becomes records.
    fn usual(entries: &'g [GameEntry], opened: &Opened<'_, '_>, game: &str) -> anyhow::Result<Self> {
        if opened.game.is_some() {
            return Self::of(&RECORD);
        }
        let entry = entries.iter().find(|entry| entry.info.id == game);
        match entry.and_then(|entry| entry.formats.first()) {
            Some(format) => Self::of(format),
            None => bail!("{game} has no formats but records; there is nothing to convert"),
        }
    }

    fn of(format: &'g Format) -> anyhow::Result<Self> {
        match format.write {
            Some(write) => Ok(Self { format, write }),
            None => bail!("{} is only read; choose another format with --to", format.id),
        }
    }

    /// Writes games.
    ///
    /// # Errors
    /// If the format has no place for one of them.
    pub(super) fn write(&self, games: &[ForeignGame]) -> Result<Written, FormatError> {
        (self.write)(games)
    }
}

/// The formats that are written for a game.
fn writable(entries: &[GameEntry], game: &str) -> String {
    let entry = entries.iter().find(|entry| entry.info.id == game);
    let formats = entry.into_iter().flat_map(|entry| entry.formats).filter(|format| format.write.is_some());
    std::iter::once(RECORD.id).chain(formats.map(|format| format.id)).collect::<Vec<_>>().join(", ")
}
