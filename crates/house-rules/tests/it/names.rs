//! A name means one thing: few public types of the workspace have the same name.

use std::collections::BTreeMap;

use crate::{report, tree};

/// How many public types may share a name without further ado.
const MOST: usize = 2;

/// Names that more types share, how many do, and why. The list may only get shorter, and the numbers smaller.
const SHARED: &[(&str, usize, &str)] = &[
    ("Board", 5, "each game's own, and the picture that an original program draws"),
    ("Benchmark", 3, "each game's own, as it is benchmarked by its own command"),
    ("Evaluation", 4, "each game's own, and never two of them in one place"),
    ("WhyNot", 5, "the reason of the framework and each game's own"),
];

/// The name of the public type that a line defines.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait "].iter().find_map(|word| rest.strip_prefix(word))?;
    rest.split(|char: char| !char.is_alphanumeric() && char != '_').next()
}

#[test]
fn few_public_types_share_a_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let is_source = |path: &String| tree::has_extension(path, &["rs"]) && path.contains("/src/");
    for path in ["crates", "games"].into_iter().flat_map(tree::files_below).filter(is_source) {
        for name in tree::read(&path).lines().filter_map(public_type) {
            places.entry(name.to_owned()).or_default().push(path.clone());
        }
    }
    assert!(500 < places.len(), "all crates are read: {} names", places.len());
    let mut problems = Vec::new();
    for (name, places) in &places {
        let most = SHARED.iter().find(|shared| shared.0 == name).map_or(MOST, |shared| shared.1);
        if most < places.len() {
            problems.push(format!("{} public types are called {name}: {}", places.len(), places.join(", ")));
        }
    }
    for (name, most, _) in SHARED {
        let n_types = places.get(*name).map_or(0, Vec::len);
        if n_types < *most {
            problems.push(format!("only {n_types} types are called {name}, so the list should say so"));
        }
    }
    report(&problems);
}

#[test]
fn public_types_are_found_in_their_lines() {
    assert_eq!(public_type("pub struct Player<E> {"), Some("Player"));
    assert_eq!(public_type("    pub enum Turn {"), Some("Turn"));
    assert_eq!(public_type("pub trait Game: Clone {"), Some("Game"));
    assert_eq!(public_type("pub(crate) struct Hidden;"), None);
    assert_eq!(public_type("pub fn player() {}"), None);
}
