//! Folders for tests that write files.

use tempfile::TempDir;

/// A folder of its own for a test, removed in the end.
pub(crate) struct Scratch(pub(crate) TempDir);

impl Scratch {
    /// An empty folder, whose name begins so that a leftover can be told apart.
    pub(crate) fn new(name: &str) -> Self {
        let prefix = format!("brett-{name}-");
        Self(tempfile::Builder::new().prefix(&prefix).tempdir().expect("a folder for the test"))
    }

    /// The path of a file in it, which need not exist.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}
