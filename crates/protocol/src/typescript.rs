//! The types for the web page, generated from those of Rust.

use std::{any::TypeId, collections::BTreeMap, env, fs, path::PathBuf};

use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    Command, DrawnPosition, GameCard, GameReportView, History, Leader, MatchPage, Message, MistakeCard,
    NewComparison, NewEvolution, NewMistake, NewReport, NewWeightMatch, OwnTable, Profile, PuzzleCard,
    PuzzleMoves, PuzzleOverview, PuzzleVerdict, RelationChange, Relations, Replay, ReportedMatch, Request,
    SearchTree, TournamentSummary, TournamentView, VisitMessage, VisitWish, WeightComparison, WorkshopView,
};

/// A file of the repository.
fn file(path: &str) -> PathBuf {
    let this_crate = env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    PathBuf::from(this_crate).join("../..").join(path)
}

/// Where the web page looks for the types.
fn path() -> PathBuf {
    file("web/src/protocol/messages.ts")
}

/// All declarations that a type needs, by name, so that the file does not depend on the order of visits.
struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        self.by_name.insert(T::ident(&self.config), text);
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, seen: Vec::new(), by_name: BTreeMap::new() };
    declarations.visit::<Request>();
    declarations.visit::<Message>();
    declarations.visit::<GameCard>();
    declarations.visit::<Replay>();
    declarations.visit::<DrawnPosition>();
    declarations.visit::<SearchTree>();
    declarations.visit::<OwnTable>();
    declarations.visit::<Relations>();
    declarations.visit::<RelationChange>();
    declarations.visit::<NewReport>();
    declarations.visit::<PuzzleOverview>();
    declarations.visit::<PuzzleCard>();
    declarations.visit::<PuzzleMoves>();
    declarations.visit::<PuzzleVerdict>();
    declarations.visit::<NewMistake>();
    declarations.visit::<MistakeCard>();
    declarations.visit::<TournamentView>();
    declarations.visit::<TournamentSummary>();
    declarations.visit::<Profile>();
    declarations.visit::<History>();
    declarations.visit::<MatchPage>();
    declarations.visit::<GameReportView>();
    declarations.visit::<ReportedMatch>();
    declarations.visit::<Leader>();
    declarations.visit::<VisitWish>();
    declarations.visit::<VisitMessage>();
    declarations.visit::<WorkshopView>();
    declarations.visit::<NewEvolution>();
    declarations.visit::<NewComparison>();
    declarations.visit::<NewWeightMatch>();
    declarations.visit::<WeightComparison>();
    let head = format!(
        "// Generated from crates/protocol by its tests: INSTA_UPDATE=always cargo test -p protocol\n\n\
         /** The version of the message set. */\nexport const VERSION = {};\n",
        crate::VERSION
    );
    let body = declarations.by_name.into_values().fold(head, |text, declaration| text + "\n" + &declaration);
    // A comment of one sentence needs one line.
    let body = body.replace("/**\n * ", "/** ").replace("\n */", " */");
    body.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn the_types_of_the_web_page_are_fresh() {
    let generated = generated();
    // The same switch that takes over snapshots.
    if env::var("INSTA_UPDATE").as_deref() == Ok("always") {
        fs::create_dir_all(path().parent().unwrap()).unwrap();
        fs::write(path(), &generated).unwrap();
    }
    let written = fs::read_to_string(path()).unwrap_or_default();
    assert!(
        written == generated,
        "{} is stale; run INSTA_UPDATE=always cargo test -p protocol",
        path().display()
    );
}

/// The words by which a type's messages are told apart, as TypeScript sees them.
fn words<T: TS>() -> Vec<String> {
    let inline = T::inline(&Config::new());
    let mut words: Vec<String> = inline
        .split("\"type\": \"")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect();
    words.sort();
    words
}

#[test]
fn the_book_shows_an_example_of_every_message() {
    let chapter = fs::read_to_string(file("docs/src/server-protocol.md")).unwrap();
    let (mut commands, mut messages) = (Vec::new(), Vec::new());
    let mut is_example = false;
    for line in chapter.lines() {
        match line {
            "```json" => is_example = true,
            "```" => is_example = false,
            example if is_example => {
                let json: serde_json::Value = serde_json::from_str(example).unwrap();
                let again = if let Some(command) = json.get("command") {
                    commands.push(command["type"].as_str().unwrap().to_owned());
                    let request: Request =
                        serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
                    serde_json::to_value(request).unwrap()
                } else {
                    messages.push(json["type"].as_str().unwrap().to_owned());
                    let message: Message =
                        serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
                    serde_json::to_value(message).unwrap()
                };
                assert_eq!(json, again, "what is read is written again, with every field that has a default");
            }
            _ => {}
        }
    }
    for found in [&mut commands, &mut messages] {
        found.sort();
        found.dedup();
    }
    assert_eq!(commands, words::<Command>());
    assert_eq!(messages, words::<Message>());
}

#[test]
fn the_book_shows_every_wish_and_message_of_a_visit() {
    let chapter = fs::read_to_string(file("docs/src/originals.md")).unwrap();
    let examples = chapter.lines().filter(|line| line.starts_with("{\"type\":"));
    let (mut wishes, mut messages) = (Vec::new(), Vec::new());
    for example in examples {
        let json: serde_json::Value = serde_json::from_str(example).unwrap();
        let word = json["type"].as_str().unwrap().to_owned();
        let again = if let Ok(wish) = serde_json::from_value::<VisitWish>(json.clone()) {
            wishes.push(word);
            serde_json::to_value(wish).unwrap()
        } else {
            messages.push(word);
            serde_json::to_value(serde_json::from_str::<VisitMessage>(example).unwrap()).unwrap()
        };
        assert_eq!(json, again);
    }
    for found in [&mut wishes, &mut messages] {
        found.sort();
    }
    assert_eq!(wishes, words::<VisitWish>());
    assert_eq!(messages, words::<VisitMessage>());
}
