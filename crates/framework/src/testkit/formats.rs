//! The laws of formats of other programs, and damaged files for their readers.

use super::mutated;
use crate::{
    GameEntry, Rng,
    formats::{ForeignGame, Format, FormatError, Likeness, Source, Written},
};

/// Reads a file, whatever it holds: each game that is read can be replayed, and what is written of it is read again and
/// written alike. Gives what was read.
///
/// # Panics
/// If a law does not hold.
pub fn check_file(
    entry: GameEntry,
    format: &Format,
    source: &Source<'_>,
) -> Vec<Result<ForeignGame, FormatError>> {
    // Whatever the bytes are, there is an answer.
    let _ = (format.looks_like)(source.bytes());
    let read: Vec<_> = (format.read)(source).collect();
    for game in &read {
        match game {
            Ok(game) => check_game(entry, format, game),
            Err(error) => assert!(!error.problem().is_empty()),
        }
    }
    read
}

/// Writes a game and reads it again: it is recognized, can be replayed, and is written alike. Gives what was read.
///
/// # Panics
/// If a law does not hold, or the format is never written.
pub fn check_written(
    entry: GameEntry,
    format: &Format,
    game: &ForeignGame,
) -> Result<ForeignGame, FormatError> {
    let write = format.write.expect("the format is written");
    let written = write(std::slice::from_ref(game))?;
    assert!((format.looks_like)(&written.bytes) >= Likeness::Possible, "{}: {}", format.id, shown(&written));
    let read = reread(format, game, &written);
    read.record
        .replay(&[entry])
        .unwrap_or_else(|error| panic!("{}: {error}\n{}", format.id, shown(&written)));
    let again = write(std::slice::from_ref(&read)).expect("what was read can be written");
    assert_eq!(again.bytes, written.bytes, "{}: {} and {}", format.id, shown(&written), shown(&again));
    assert_eq!(again.companions, written.companions, "{}", format.id);
    Ok(read)
}

fn check_game(entry: GameEntry, format: &Format, game: &ForeignGame) {
    let replayed = game.record.replay(&[entry]);
    assert!(replayed.is_ok(), "{}: {replayed:?}\n{}", format.id, game.record);
    let text = game.record.to_string();
    assert_eq!(text.parse().as_ref(), Ok(&game.record), "{}: {text}", format.id);
    if format.write.is_some() {
        // A format need not hold all that it reads, such as a game that is not over.
        let _ = check_written(entry, format, game);
    }
}

fn reread(format: &Format, game: &ForeignGame, written: &Written) -> ForeignGame {
    let mut source = Source::new(&written.bytes).with_options(&game.record.options);
    for (extension, bytes) in &written.companions {
        source = source.with_companion(extension, bytes.clone());
    }
    let mut games = (format.read)(&source);
    let first = games.next().expect("a game was written");
    let first = first.unwrap_or_else(|error| panic!("{}: {error}\n{}", format.id, shown(written)));
    assert!(games.next().is_none(), "{}: one game was written: {}", format.id, shown(written));
    first
}

fn shown(written: &Written) -> String {
    String::from_utf8_lossy(&written.bytes).into_owned()
}

/// Reads `count` damaged files, made of right ones.
///
/// # Panics
/// If a right file holds no game, or a law of [`check_file`] does not hold.
pub fn check_format(entry: GameEntry, format: &Format, samples: &[&[u8]], seed: u64, count: usize) {
    for sample in samples {
        let source = Source::new(sample);
        assert!(Likeness::No < (format.looks_like)(sample), "{}: a sample is recognized", format.id);
        let read = check_file(entry, format, &source);
        assert!(!read.is_empty() && read.iter().all(Result::is_ok), "{}: {read:?}", format.id);
    }
    let mut rng = Rng::stream(seed, "check_format", 0);
    for _ in 0..count {
        let (sample, other) = (samples[rng.index(samples.len())], samples[rng.index(samples.len())]);
        let damaged = mutated(sample, other, &mut rng);
        check_file(entry, format, &Source::new(&damaged));
    }
}
