//! The servers that were used last.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::address::Address;
use crate::context::Context;

/// How many are remembered.
const REMEMBERED: usize = 10;

/// The servers that were used last, the newest first, in a file with one address per line.
#[derive(Debug)]
pub(super) struct KnownServers {
    file: Option<PathBuf>,
    addresses: Vec<Address>,
}

impl KnownServers {
    /// Opens the file that is named, or the usual one; where there is none, nothing is known.
    pub(super) fn open(file: Option<&Path>, ctx: &Context<'_, '_>) -> Self {
        let usual = || {
            let of_home = || Some(PathBuf::from(ctx.console.variable("HOME")?).join(".local/state"));
            let folder = ctx.console.variable("XDG_STATE_HOME").map(PathBuf::from).or_else(of_home)?;
            Some(folder.join("brett/servers"))
        };
        let file = file.map(Path::to_owned).or_else(usual);
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        // Whatever somebody has written into the file, what is no address is left out.
        let addresses = text.lines().filter_map(|line| line.parse().ok()).take(REMEMBERED).collect();
        Self { file, addresses }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Address> {
        self.addresses.iter()
    }

    /// The server of a number, from 1.
    pub(super) fn get(&self, number: usize) -> Option<Address> {
        self.addresses.get(number.checked_sub(1)?).cloned()
    }

    /// Puts a server in the first place.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn remember(&mut self, address: &Address) -> io::Result<()> {
        self.addresses.retain(|known| known != address);
        self.addresses.insert(0, address.clone());
        self.addresses.truncate(REMEMBERED);
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let text: String = self.addresses.iter().map(|address| format!("{address}\n")).collect();
        fs::write(file, text)
    }
}
