//! The table of crates in ARCHITECTURE.md is what the manifests say, and nothing in it points upward.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use super::{report, tree::root};

/// What published crates are called for the rest of the world; in our own sources they have no such prefix.
const PUBLISHED: &str = "brettwerk-";

/// The crates of the workspace by their names in our sources, and which others of it each one uses outside its tests.
fn manifests() -> BTreeMap<String, BTreeSet<String>> {
    let folders = ["crates", "games", "examples"].map(|folder| root().join(folder));
    let manifests = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("the folder is there"))
        .filter_map(|entry| {
            let manifest =
                fs::read_to_string(entry.expect("it can be read").path().join("Cargo.toml")).ok()?;
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            let name = name.expect("a crate has a name");
            Some((name.strip_prefix(PUBLISHED).unwrap_or(name).to_owned(), manifest))
        });
    let manifests: BTreeMap<_, _> = manifests.filter(|(name, _)| name != "house-rules").collect();
    let used = |manifest: &str| {
        let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let names = lines
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.split(['.', ' ']).next())
            .filter(|name| manifests.contains_key(*name));
        names.map(str::to_owned).collect()
    };
    manifests.iter().map(|(name, manifest)| (name.clone(), used(manifest))).collect()
}

fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_table_of_crates_is_true_and_nothing_points_upward() {
    let manifests = manifests();
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().skip_while(|line| *line != "| crate | uses |").skip(2);
    let mut problems = Vec::new();
    let mut above = BTreeSet::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        let [name, uses] = cells.as_slice() else { panic!("{row} has two cells") };
        let name = names(name).pop().expect("a row names a crate");
        let listed: BTreeSet<_> = names(uses).into_iter().collect();
        let told = if uses.trim().starts_with("all but") {
            manifests.keys().filter(|other| **other != name && !listed.contains(*other)).cloned().collect()
        } else {
            listed
        };
        match manifests.get(&name) {
            None => problems.push(format!("there is no crate {name}")),
            Some(used) if *used != told => {
                problems.push(format!("{name} uses {used:?}, and the table says {told:?}"));
            }
            Some(used) => {
                let upward: Vec<_> = used.difference(&above).collect();
                if !upward.is_empty() {
                    problems.push(format!("{name} uses {upward:?}, which are not above it"));
                }
            }
        }
        above.insert(name);
    }
    let missing = manifests.keys().filter(|name| !above.contains(*name));
    problems.extend(missing.map(|name| format!("{name} has no row")));
    report(&problems);
}
