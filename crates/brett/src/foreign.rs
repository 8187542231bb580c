//! Files in the formats of other programs: what they are, and what they hold.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use framework::{
    GameEntry, Record,
    formats::{self, Format, Games, Likeness, Recognized, Source},
};

use crate::input;

/// A file, and the format in which it is read.
pub(crate) struct Opened<'g, 'b> {
    pub(crate) format: &'g Format,
    /// The game of the format; `None` for our own records.
    pub(crate) game: Option<&'g GameEntry>,
    path: PathBuf,
    bytes: &'b [u8],
}

impl<'g, 'b> Opened<'g, 'b> {
    /// Chooses the format by a word, or recognizes it.
    ///
    /// # Errors
    /// If there is no such format, or the file is in none that is known.
    pub(crate) fn new(
        games: &'g [GameEntry],
        path: &Path,
        bytes: &'b [u8],
        word: Option<&str>,
    ) -> anyhow::Result<Self> {
        let found = match word {
            Some(word) => by_word(games, word, bytes)?,
            None => recognized(games, path, bytes)?,
        };
        Ok(Self { format: found.format, game: found.game, path: path.to_owned(), bytes })
    }

    /// The file with what lies beside it and belongs to it.
    ///
    /// # Errors
    /// If such a file cannot be read.
    pub(crate) fn source(&self, options: &str) -> anyhow::Result<Source<'b>> {
        let mut source = Source::new(self.bytes).with_options(options);
        for extension in self.format.companions {
            if let Some(path) = beside(&self.path, extension) {
                source = source.with_companion(extension, input::bytes(&path)?);
            }
        }
        Ok(source)
    }

    /// The games in it.
    pub(crate) fn games<'s>(&self, source: &'s Source<'_>) -> Games<'s> {
        (self.format.read)(source)
    }
}

/// Reads the one game of a file, whatever its format.
///
/// # Errors
/// If the file holds no game, several, or one that cannot be read.
pub(crate) fn one_record(games: &[GameEntry], path: &Path, bytes: &[u8]) -> anyhow::Result<Record> {
    let opened = Opened::new(games, path, bytes, None)?;
    let source = opened.source("")?;
    if opened.game.is_none() {
        // A record is read strictly: as UTF-8, and nothing may follow it.
        return Ok(input::utf8(bytes)?.parse()?);
    }
    let mut read = opened.games(&source);
    let looks_like = || format!("this looks like {}", opened.format.id);
    let first = read.next().with_context(|| format!("{}, but holds no game", looks_like()))?;
    let first = first.with_context(looks_like)?;
    if read.next().is_some() {
        bail!("{} with several games; turn them into records with brett convert", looks_like());
    }
    Ok(first.record)
}

/// The ids of formats, with their games where one id is not enough.
pub(crate) fn ids(found: &[Recognized<'_>]) -> String {
    let id = |one: &Recognized<'_>| match one.game {
        Some(entry)
            if found.iter().any(|other| {
                other.format.id == one.format.id
                    && other.game.map(|entry| entry.info.id) != Some(entry.info.id)
            }) =>
        {
            format!("{}:{}", entry.info.id, one.format.id)
        }
        _ => one.format.id.to_owned(),
    };
    found.iter().map(id).collect::<Vec<_>>().join(", ")
}

/// The format of a word; where several games have one of that name, the one that the file looks like.
fn by_word<'g>(games: &'g [GameEntry], word: &str, bytes: &[u8]) -> anyhow::Result<Recognized<'g>> {
    let found = formats::by_id(games, word);
    match found.as_slice() {
        [] => bail!("there is no format {word}; brett convert --list shows all"),
        [only] => Ok(*only),
        several => {
            let likely: Vec<_> =
                several.iter().filter(|one| (one.format.looks_like)(bytes) != Likeness::No).collect();
            match likely[..] {
                [only] => Ok(*only),
                _ => bail!("several games have a format {word}; choose one of {}", ids(several)),
            }
        }
    }
}

fn recognized<'g>(games: &'g [GameEntry], path: &Path, bytes: &[u8]) -> anyhow::Result<Recognized<'g>> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let found = formats::recognize(games, bytes, extension);
    let is_named =
        |one: &Recognized<'_>| extension.is_some_and(|asked| one.format.extensions.contains(&asked));
    let best = found.first().copied();
    // The end of the name has decided already where it could.
    let ties: Vec<_> = best.map_or_else(Vec::new, |best| {
        let ties = found.iter().copied();
        ties.take_while(|one| one.likeness == best.likeness && is_named(one) == is_named(&best)).collect()
    });
    if let [only] = ties[..] {
        return Ok(only);
    }
    // Short texts look like several formats: seven moves of Othello are as long as a position ID of backgammon.
    let source = Source::new(bytes);
    let readable: Vec<_> =
        ties.into_iter().filter(|one| matches!((one.format.read)(&source).next(), Some(Ok(_)))).collect();
    match (&readable[..], best) {
        ([only], _) => Ok(*only),
        // What is wrong with it is told when it is read.
        ([], Some(best)) if Likeness::Likely <= best.likeness => Ok(best),
        ([], _) => bail!(
            "{} is in no format that is read here; brett convert --list shows all, and --from says which it is",
            input::name(path)
        ),
        _ => bail!("{} may be in several formats; choose with --from: {}", input::name(path), ids(&readable)),
    }
}

/// The file that lies beside another one: of the same name, or the only one in the folder with this ending.
fn beside(path: &Path, extension: &str) -> Option<PathBuf> {
    if path == Path::new("-") {
        return None;
    }
    let has_extension = |path: &Path| {
        path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) && path.is_file()
    };
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let found: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| has_extension(path))
        .collect();
    let of_same_name = found.iter().find(|other| other.file_stem() == path.file_stem());
    match (of_same_name, found.as_slice()) {
        (Some(path), _) => Some(path.clone()),
        (None, [only]) => Some(only.clone()),
        (None, _) => None,
    }
}
