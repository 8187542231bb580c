//! Files that are written.

use std::{fs, io::Write as _, path::Path};

use anyhow::Context as _;

/// Writes a file that must not be there yet.
///
/// # Errors
/// If it is there, or cannot be written.
pub(crate) fn new_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = fs::File::create_new(path)
        .with_context(|| format!("cannot write {}; name a file that is not there yet", path.display()))?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
}
