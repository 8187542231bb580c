//! Records of matches.

use framework::Record;

/// Reads a record, and replays it.
///
/// # Panics
/// If a record does not survive being written and read again.
pub fn records(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(record) = text.parse::<Record>() {
        let written = record.to_string();
        let again = written.parse::<Record>();
        assert_eq!(again.as_ref(), Ok(&record), "{written}");
        // A record may claim what the rules forbid; that is an error and no more.
        let _ = record.replay(catalog::GAMES);
    }
}
