//! The chapter that lists every network message lists every one.

use crate::{report, tree};

const CHAPTER: &str = "docs/src/network-messages.md";

/// The lines of an enumeration in a source, without what is in its variants.
fn variants(path: &str, name: &str) -> Vec<String> {
    let source = tree::read(path);
    let (_, body) =
        source.split_once(&format!("pub enum {name} {{\n")).unwrap_or_else(|| panic!("{path}: {name}"));
    let body = body.split_once("\n}\n").map_or(body, |(body, _)| body);
    let of_enum =
        body.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| !line.starts_with(' '));
    of_enum.map(str::to_owned).collect()
}

/// The names of variants as they travel in JSON.
fn in_kebab_case(path: &str, name: &str) -> Vec<String> {
    let names = variants(path, name).into_iter().filter(|line| line.starts_with(char::is_uppercase));
    let kebab = |line: String| {
        let word: String = line.chars().take_while(|letter| letter.is_alphanumeric()).collect();
        let letter = |(at, letter): (usize, char)| match letter.is_uppercase() && 0 < at {
            true => format!("-{}", letter.to_lowercase()),
            false => letter.to_lowercase().to_string(),
        };
        word.chars().enumerate().map(letter).collect::<String>()
    };
    let names: Vec<_> = names.map(kebab).collect();
    assert!(2 < names.len(), "{path}: {name}");
    names
}

/// The forms of lines, which their documentation shows.
fn in_backticks(path: &str, name: &str) -> Vec<String> {
    let docs =
        variants(path, name).into_iter().filter_map(|line| line.strip_prefix("/// `").map(str::to_owned));
    let forms: Vec<_> = docs.filter_map(|doc| Some(doc.split_once('`')?.0.to_owned())).collect();
    assert!(8 < forms.len(), "{path}: {name}");
    forms
}

#[test]
fn every_network_message_is_listed_in_one_chapter() {
    let chapter = tree::read(CHAPTER);
    let sections: Vec<&str> = chapter.split("\n## ").collect();
    let [_, own, welfenlab, praktikum, freebloks] = sections[..] else {
        panic!("{CHAPTER} has other sections")
    };
    let (backgammon, blokus) = ("games/backgammon/src/original", "games/blokus/src/original");
    let mut wanted: Vec<(&str, String)> = Vec::new();
    let mut want =
        |section, messages: Vec<String>| wanted.extend(messages.into_iter().map(|it| (section, it)));
    want(own, in_kebab_case("crates/protocol/src/command.rs", "Command"));
    want(own, in_kebab_case("crates/protocol/src/message.rs", "Message"));
    want(own, in_kebab_case("crates/protocol/src/visit.rs", "VisitWish"));
    want(own, in_kebab_case("crates/protocol/src/visit.rs", "VisitMessage"));
    want(welfenlab, in_backticks(&format!("{backgammon}/client_line.rs"), "ClientLine"));
    want(welfenlab, in_backticks(&format!("{backgammon}/server_line.rs"), "ServerLine"));
    let layouts = tree::read("games/connect4/src/original/layout.rs");
    let layouts = layouts.lines().filter_map(|line| line.trim().strip_prefix("Self::")?.split_once(" => \""));
    want(praktikum, layouts.map(|(_, rest)| rest.trim_end_matches("\",").to_owned()).collect());
    let kinds = tree::read(&format!("{blokus}/packet.rs"));
    let is_name =
        |word: &&str| word.contains('_') && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    want(freebloks, kinds.split('"').filter(is_name).map(str::to_owned).collect());
    assert!(60 < wanted.len(), "{wanted:?}");
    let is_missing = |(section, message): &(&str, String)| !section.contains(&format!("`{message}`"));
    let missing = wanted.iter().filter(|it| is_missing(it));
    report(&missing.map(|(_, message)| format!("{CHAPTER} does not list `{message}`")).collect::<Vec<_>>());
}
