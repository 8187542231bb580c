//! A short run of every entry point with a fixed seed: arbitrary bytes, and known inputs with a few changes.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod corpus;

use framework::{
    Record,
    formats::{Source, recognize},
};
use fuzz_entry::{ENTRY_POINTS, EntryPoint};
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};

use protocol::Request;

use self::corpus::{FORMATS, OPTIONS, RECORDS, corpus};

/// How often each entry point is tried with changed inputs, and with arbitrary bytes.
const CHANGED_CASES: u32 = 1_500;
const ARBITRARY_CASES: u32 = 500;

/// A change of an input. Places are parts of its length, so that every change fits every input.
#[derive(Clone, Debug)]
enum Change {
    Set(f64, u8),
    Flip(f64, u8),
    Insert(f64, Vec<u8>),
    Remove(f64, usize),
    Repeat(f64, usize),
    Cut(f64),
}

fn place(length: usize, part: f64) -> usize {
    ((length as f64 * part) as usize).min(length.saturating_sub(1))
}

fn changed(input: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for change in changes {
        let length = bytes.len();
        if length == 0 {
            return bytes;
        }
        match change {
            Change::Set(part, byte) => bytes[place(length, *part)] = *byte,
            Change::Flip(part, bit) => bytes[place(length, *part)] ^= 1 << (bit % 8),
            Change::Insert(part, new) => {
                let at = place(length, *part);
                bytes.splice(at..at, new.iter().copied());
            }
            Change::Remove(part, count) => {
                let at = place(length, *part);
                bytes.drain(at..(at + count).min(length));
            }
            Change::Repeat(part, count) => {
                let at = place(length, *part);
                let piece = bytes[at..(at + count).min(length)].to_vec();
                bytes.splice(at..at, piece);
            }
            Change::Cut(part) => bytes.truncate(place(length, *part)),
        }
    }
    bytes
}

fn change() -> impl Strategy<Value = Change> {
    let part = || 0.0..1.0;
    // Digits, separators and letters of formats find more than any byte does.
    let byte =
        || prop_oneof![any::<u8>(), proptest::sample::select(b"0129-;:,.{}[]\"'\n\r =x/|\0\xff".to_vec())];
    prop_oneof![
        (part(), byte()).prop_map(|(part, byte)| Change::Set(part, byte)),
        (part(), any::<u8>()).prop_map(|(part, bit)| Change::Flip(part, bit)),
        (part(), vec(byte(), 1..8)).prop_map(|(part, new)| Change::Insert(part, new)),
        (part(), 1..40_usize).prop_map(|(part, count)| Change::Remove(part, count)),
        (part(), 1..40_usize).prop_map(|(part, count)| Change::Repeat(part, count)),
        part().prop_map(Change::Cut),
    ]
}

/// The same inputs on every machine and at every run.
fn runner(cases: u32) -> TestRunner {
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn entry_point(name: &str) -> EntryPoint {
    ENTRY_POINTS.iter().find(|(known, _)| *known == name).unwrap().1
}

#[track_caller]
fn check(name: &str) {
    let (entry_point, corpus) = (entry_point(name), corpus(name));
    assert!(!corpus.is_empty(), "{name} has known inputs");
    corpus.iter().for_each(|input| entry_point(input));
    let inputs = (proptest::sample::select(corpus), vec(change(), 1..5));
    let tried = runner(CHANGED_CASES).run(&inputs, |(input, changes)| {
        entry_point(&changed(&input, &changes));
        Ok::<_, TestCaseError>(())
    });
    tried.unwrap_or_else(|error| panic!("{name}: {error}"));
    let tried = runner(ARBITRARY_CASES).run(&vec(any::<u8>(), 0..200), |bytes| {
        entry_point(&bytes);
        Ok::<_, TestCaseError>(())
    });
    tried.unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[test]
fn frames_never_panic() {
    check("frames");
}

#[test]
fn packets_never_panic() {
    check("packets");
}

#[test]
fn lines_never_panic() {
    check("lines");
}

#[test]
fn records_never_panic() {
    check("records");
}

#[test]
fn formats_never_panic() {
    check("formats");
}

#[test]
fn options_never_panic() {
    check("options");
}

/// Known inputs that nothing reads would let every change of them pass.
#[test]
fn known_inputs_are_read() {
    let unread: Vec<_> = RECORDS.iter().filter(|text| text.parse::<Record>().is_err()).collect();
    assert!(unread.is_empty(), "{unread:#?}");
    for text in FORMATS {
        let found = recognize(catalog::GAMES, text.as_bytes(), None);
        let source = Source::new(text.as_bytes());
        assert!((found[0].format.read)(&source).all(|game| game.is_ok()), "{text}");
    }
    let opens = |text: &str| {
        let options = text.lines().next().unwrap();
        catalog::GAMES.iter().any(|entry| entry.open_text(options).is_ok())
    };
    let unopened: Vec<_> = OPTIONS.iter().filter(|text| !opens(text)).collect();
    assert!(unopened.is_empty(), "{unopened:#?}");
    let frames = corpus("frames");
    let requests = frames.iter().filter(|frame| serde_json::from_slice::<Request>(frame).is_ok());
    assert!(10 < requests.count());
}

/// Each entry point has a fuzz target of its name, and each target is listed in the manifest of `fuzz/`.
#[test]
fn every_entry_point_has_a_fuzz_target() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for (name, _) in ENTRY_POINTS {
        let target = std::fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(target.contains(&format!("fuzz_entry::{name}(")), "{name}");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
