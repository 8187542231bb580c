//! Renders the book in `docs/src`, and what is translated of it, as pages of HTML, and writes a table of them.
//!
//! mdbook renders the same sources for whoever prefers it; this one is part of every build, so that the program
//! carries its manual with it, and no page of it needs a script.

#![expect(clippy::print_stdout, reason = "cargo reads what a build script prints")]

mod book;
mod index;
mod language;
mod layout;
mod render;

use std::{
    env, fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
};

use book::Book;
use language::LANGUAGES;

/// A file of the manual: its path below the manual's address, and what is in it.
type MadeFile = (String, Vec<u8>);

fn main() {
    if let Err(problem) = run() {
        println!("cargo::error={problem}");
    }
}

fn run() -> Result<(), String> {
    let this_crate = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build");
    let root = this_crate.join("../..").canonicalize().map_err(|error| format!("the repository: {error}"))?;
    let mut books = Vec::new();
    for language in &LANGUAGES {
        books.push(Book::read(&root, language)?);
    }
    for path in books.iter().flat_map(|book| &book.read_from) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let style = root.join("crates/manual/src/manual.css");
    println!("cargo::rerun-if-changed={}", style.display());
    let style = fs::read(&style).map_err(|error| format!("{}: {error}", style.display()))?;
    let mut files = vec![("manual.css".to_owned(), style)];
    for book in &books {
        files.extend(layout::pages(book, &books));
    }
    files.extend(books.into_iter().flat_map(|book| book.pictures));
    files.sort();
    write(&out, &files).map_err(|error| format!("cannot write into {}: {error}", out.display()))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("cargo sets {name}, but {error}"))
}

/// Writes the files, and the table that embeds them.
fn write(out: &Path, files: &[MadeFile]) -> io::Result<()> {
    let folder = out.join("manual");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut table = "[\n".to_owned();
    for (path, bytes) in files {
        let at = folder.join(path);
        if let Some(parent) = at.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&at, bytes)?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let etag = format!("\"{:016x}\"", hasher.finish());
        let at = at.display().to_string();
        table +=
            &format!("ManualFile {{ path: {path:?}, etag: {etag:?}, bytes: include_bytes!({at:?}) }},\n");
    }
    fs::write(out.join("files.rs"), table + "]\n")
}
