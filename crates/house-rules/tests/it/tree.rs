//! The files of the repository.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Folders that hold what tools have made, wherever they are.
const MADE_BY_TOOLS: [&str; 3] = [".git", "target", "node_modules"];

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    // Asked when the tests run, not when they are built: checkouts that share a target folder may share the binary.
    let this_crate = env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    Path::new(&this_crate).join("../..").canonicalize().expect("this crate lies two folders below the root")
}

/// The text of a file, whose path starts at the root.
#[track_caller]
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Tells whether there is a file or a folder at a path that starts at the root.
pub(crate) fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// The paths of all files below a folder that people have written, sorted; all start at the root.
pub(crate) fn files_below(folder: &str) -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            let local = path.strip_prefix(&root).expect("it lies below the root");
            let local = local.to_string_lossy().replace('\\', "/");
            if !path.is_dir() {
                found.push(local);
            } else if !is_made_by_tools(&local) {
                folders.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The names of the folders in a folder, sorted.
pub(crate) fn folders_in(folder: &str) -> Vec<String> {
    let folders = entries(&root().join(folder)).into_iter().filter(|path| path.is_dir());
    let mut names: Vec<_> =
        folders.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// Tells whether a file's name ends with one of the extensions.
pub(crate) fn has_extension(path: &str, extensions: &[&str]) -> bool {
    let extension = Path::new(path).extension().unwrap_or_default().to_string_lossy();
    extensions.contains(&&*extension)
}

fn is_made_by_tools(folder: &str) -> bool {
    let name = folder.rsplit('/').next().unwrap_or_default();
    MADE_BY_TOOLS.contains(&name)
        || name.starts_with("target-")
        || ["docs/book", "dist", "crates/web/site"].contains(&folder)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("a folder can be listed").path()).collect()
}
