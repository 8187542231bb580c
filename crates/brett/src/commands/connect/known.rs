//! The servers that were used last.

use std::{
    fs,
    fs::OpenOptions,
    io,
    io::{Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use visits::Address;

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
        Self { file, addresses: addresses(&text) }
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
        self.change(|known| {
            known.retain(|known| known != address);
            known.insert(0, address.clone());
            known.truncate(REMEMBERED);
        })
    }

    /// Remembers a server no longer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn forget(&mut self, address: &Address) -> io::Result<()> {
        self.change(|known| known.retain(|known| known != address))
    }

    /// Changes what is known. Somebody else may do the same at this moment, so the file is read again before.
    fn change(&mut self, change: impl FnOnce(&mut Vec<Address>)) -> io::Result<()> {
        let Some(path) = &self.file else {
            change(&mut self.addresses);
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        // It is given back when the file is closed.
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        self.addresses = addresses(&text);
        change(&mut self.addresses);
        let text: String = self.addresses.iter().map(|address| format!("{address}\n")).collect();
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(text.as_bytes())
    }
}

/// Whatever somebody has written into the file, what is no address is left out.
fn addresses(text: &str) -> Vec<Address> {
    text.lines().filter_map(|line| line.parse().ok()).take(REMEMBERED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ten_are_kept_whoever_writes_them_down() {
        let file = std::env::temp_dir().join(format!("brett-known-{}", std::process::id()));
        let known = || KnownServers { file: Some(file.clone()), addresses: Vec::new() };
        let address = |number: u32| format!("welfenlab://anna{number}@localhost").parse::<Address>().unwrap();
        std::thread::scope(|scope| {
            for number in 0..8 {
                scope.spawn(move || known().remember(&address(number)).unwrap());
            }
        });
        let mut all = known();
        all.remember(&address(3)).unwrap();
        assert_eq!((all.addresses.len(), &all.addresses[0]), (8, &address(3)));
        for number in 8..20 {
            all.remember(&address(number)).unwrap();
        }
        assert_eq!((all.addresses.len(), &all.addresses[9]), (REMEMBERED, &address(10)));
        all.forget(&address(19)).unwrap();
        assert_eq!((all.addresses.len(), &all.addresses[0]), (REMEMBERED - 1, &address(18)));
        assert_eq!(addresses(&fs::read_to_string(&file).unwrap()), all.addresses);
        fs::remove_file(file).unwrap();
    }
}
