//! Changing the clock on the wall changes nothing: it is read once, at the start.

use std::{env, fs, path::Path};

/// The server, and what it is made of.
const CRATES: [&str; 6] = ["limits", "locks", "server", "store", "store-sqlite", "visits"];

fn check_folder(folder: &Path, crates: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            check_folder(&path, crates, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let readings = text.matches("SystemTime::now()").count();
        let name = path.strip_prefix(crates).unwrap().to_string_lossy().replace('\\', "/");
        found.extend((0..readings).map(|_| name.clone()));
    }
}

#[test]
fn the_clock_on_the_wall_is_read_once_at_the_start() {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap();
    let crates = Path::new(&manifest).parent().unwrap();
    let mut found = Vec::new();
    for name in CRATES {
        check_folder(&crates.join(name).join("src"), crates, &mut found);
    }
    found.sort();
    // The others are those of admin commands, which are processes of their own, and of the audit chain, whose entries
    // say when they were written, which decides nothing.
    assert_eq!(found, ["server/src/admin/mod.rs", "server/src/serve.rs", "store-sqlite/src/chain/mod.rs"]);
}
