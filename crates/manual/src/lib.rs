//! The manual of Brettwerk: the book in `docs/src` as pages of HTML, inside the executable.
//!
//! `build/` renders it whenever a chapter has changed. The pages need no script, follow the system's choice of light
//! or dark, and link to one another by relative paths, so that they can be served below any address or written into
//! a folder.
//!
//! ```
//! let first = manual::file("index.html").expect("the introduction is where the manual opens");
//! assert_eq!(first.media_type(), "text/html; charset=utf-8");
//! ```

#![forbid(unsafe_code)]

/// A file of the manual.
#[derive(Debug)]
pub struct ManualFile {
    /// Where it is below the address or the folder of the manual, without a slash at the beginning.
    pub path: &'static str,
    /// Changes whenever the file does; with its quotes.
    pub etag: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

static FILES: &[ManualFile] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// All files, sorted by their paths.
#[must_use]
pub const fn files() -> &'static [ManualFile] {
    FILES
}

/// The file at a path below the manual's address.
#[must_use]
pub fn file(path: &str) -> Option<&'static ManualFile> {
    let found = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
    FILES.get(found)
}

impl ManualFile {
    /// What browsers take it for.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next().unwrap_or_default() {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "png" => "image/png",
            "svg" => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}
