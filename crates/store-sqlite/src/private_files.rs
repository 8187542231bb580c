//! Files and folders that only their owner may use.
//!
//! The database holds the key of the server, secrets of dice, hashes of passwords and private chat: other users of the
//! same machine have no business with them. SQLite gives its journals the rights of the database file.

#[cfg(unix)]
use std::fs;
use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

#[cfg(unix)]
use crate::DATABASE;

/// The lock of a data folder.
pub const LOCK: &str = "lock";

/// Only the owner may look into the folder.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Only the owner may read and write the file.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;

/// Makes a folder, and those above it that are missing, for the owner alone.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.recursive(true).create(path)
}

/// Opens a file for writing, which is made for the owner alone if it is not there.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    options.write(true).create(true).truncate(true).open(path)
}

/// Writes what a rename has changed in a folder to the disk.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems have no way to open a folder, and write such changes by themselves.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Takes the rights of others away from a data folder and from the files of the server in it, as an earlier version
/// has made them. What cannot be changed is logged and left.
#[cfg(unix)]
pub fn tighten(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;

    let restrict = |path: &Path, mode: u32| {
        let Ok(metadata) = path.metadata() else { return };
        let before = metadata.permissions().mode() & 0o7777;
        if before & 0o077 == 0 {
            return;
        }
        let path_text = path.display();
        match fs::set_permissions(path, fs::Permissions::from_mode(mode)) {
            Ok(()) => {
                tracing::info!(path = %path_text, "mode {before:o} is now {mode:o}: only the owner may use it");
            }
            Err(error) => tracing::warn!(
                path = %path_text, %error,
                "others may use it (mode {before:o}), and that cannot be changed; do it as its owner: chmod {mode:o}"
            ),
        }
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut is_shared = false;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_own = name == LOCK || name.to_str().is_some_and(|name| name.starts_with(DATABASE));
        match is_own {
            true => restrict(&entry.path(), FILE_MODE),
            false => is_shared = true,
        }
    }
    // A folder that holds other things as well, perhaps a home or /tmp, is not ours to close.
    match is_shared {
        false => restrict(folder, FOLDER_MODE),
        true => {
            tracing::debug!(folder = %folder.display(), "the folder holds other files, so its mode stays as it is");
        }
    }
}

/// Other systems have other rights, which the folder hands down.
#[cfg(not(unix))]
pub fn tighten(_: &Path) {}
