//! Text from outside, of any size and content.

use std::{fs::File, io::Read, path::Path};

use anyhow::{Context as _, bail};

use crate::Console;

/// The most bytes that are read from a file or from standard input.
const MAX_BYTES: u64 = 16 << 20;

/// The value of an argument, or standard input if it is `-`.
///
/// # Errors
/// If standard input cannot be read as text.
pub(crate) fn argument(name: &str, value: &str, console: &mut Console<'_>) -> anyhow::Result<String> {
    match value {
        "-" => standard(console).with_context(|| format!("{name} -")),
        _ => Ok(value.to_owned()),
    }
}

/// The text of a file, or standard input if its name is `-`.
///
/// # Errors
/// If it cannot be read as text.
pub(crate) fn file(path: &Path, console: &mut Console<'_>) -> anyhow::Result<String> {
    if path == "-" { standard(console) } else { file_text(path) }
}

/// What a file holds, or standard input if its name is `-`; text or not.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn file_bytes(path: &Path, console: &mut Console<'_>) -> anyhow::Result<Vec<u8>> {
    if path == "-" { all(console.input).context("cannot read standard input") } else { bytes(path) }
}

/// What a file holds, text or not.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    open(path).and_then(|mut file| all(&mut file)).with_context(|| format!("cannot read {}", path.display()))
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read as text.
pub(crate) fn file_text(path: &Path) -> anyhow::Result<String> {
    open(path).and_then(|mut file| text(&mut file)).with_context(|| format!("cannot read {}", path.display()))
}

fn open(path: &Path) -> anyhow::Result<File> {
    if path.is_dir() {
        bail!("this is a folder; name a file in it");
    }
    Ok(File::open(path)?)
}

/// What people call a file, or standard input if its name is `-`.
pub(crate) fn name(path: &Path) -> String {
    if path == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

fn standard(console: &mut Console<'_>) -> anyhow::Result<String> {
    text(console.input).context("cannot read standard input")
}

fn all(input: &mut dyn Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let n_bytes = input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if MAX_BYTES < n_bytes as u64 {
        bail!("this is longer than {} MiB; give less", MAX_BYTES >> 20);
    }
    Ok(bytes)
}

fn text(input: &mut dyn Read) -> anyhow::Result<String> {
    let bytes = all(input)?;
    Ok(utf8(&bytes)?.to_owned())
}

/// Bytes as text.
///
/// # Errors
/// If they are none, with the first byte that is wrong.
pub(crate) fn utf8(bytes: &[u8]) -> anyhow::Result<&str> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => bail!("byte {} is no UTF-8 text; save it in that encoding", error.valid_up_to() + 1),
    }
}
