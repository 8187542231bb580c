//! Any change of a sealed record is found.

use fair_dice::verify;
use framework::Record;
use proptest::prelude::*;

use crate::games::{GAMES, played};

fn is_proved(text: &str) -> bool {
    text.parse::<Record>().is_ok_and(|record| verify(&record, GAMES).is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_byte_is_found(seed in 0_u64..4, place in any::<prop::sample::Index>(), byte in 1_u8..127) {
        let mut bytes = played(seed, "hypergammon").to_string().into_bytes();
        let place = place.index(bytes.len());
        prop_assume!(bytes[place] != byte);
        bytes[place] = byte;
        let text = String::from_utf8(bytes).unwrap();
        prop_assert!(!is_proved(&text), "byte {place} of\n{text}");
    }

    #[test]
    fn a_missing_line_is_found(seed in 0_u64..4, place in any::<prop::sample::Index>()) {
        let text = played(seed, "hypergammon").to_string();
        let mut lines: Vec<_> = text.lines().collect();
        lines.remove(place.index(lines.len()));
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert!(!is_proved(&text), "{text}");
    }
}

#[test]
fn every_byte_of_the_proof_counts() {
    let text = played(3, "hypergammon").to_string();
    assert!(is_proved(&text));
    let proof = text.find("\ndice 1 ").unwrap() + 1;
    for place in proof..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
        let changed = String::from_utf8(bytes).unwrap();
        assert!(!is_proved(&changed), "byte {place} of\n{changed}");
    }
}
