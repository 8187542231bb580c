//! A folder for a server of one's own, for as long as a command runs.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

/// A folder among temporary things, which is removed with everything in it unless it is to be kept.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    is_kept: bool,
}

impl Scratch {
    /// A folder that is named after a command and this process; whoever uses it makes it.
    pub(crate) fn new(command: &str) -> Self {
        Self { path: env::temp_dir().join(format!("brett-{command}-{}", process::id())), is_kept: false }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the folder, for somebody to look at.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed stays among temporary things.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
