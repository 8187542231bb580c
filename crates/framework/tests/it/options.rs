//! Options as text.

use framework::{ClockRule, Length, Options, OptionsError, OptionsReader, Rng, testkit};

#[test]
fn words_and_pairs_are_taken_in_any_order() {
    let options: Options = "match=7 \t nackgammon  jacoby".parse().unwrap();
    let mut reader = options.reader();
    assert!(!reader.flag("beavers"));
    assert!(reader.flag("jacoby"));
    assert_eq!(reader.word(), Some("nackgammon"));
    assert_eq!(reader.number("match", 1..=9), Ok(Some(7)));
    assert_eq!(reader.number("match", 1..=9), Ok(None));
    assert_eq!(reader.finish(""), Ok(()));
    assert_eq!(options.to_string(), "match=7 nackgammon jacoby");
}

#[track_caller]
fn check_number(text: &str, expected: &str) {
    let options: Options = text.parse().unwrap();
    assert_eq!(options.reader().number("n", 1..=32).unwrap_err().to_string(), expected);
}

#[test]
fn numbers_keep_their_bounds() {
    check_number("n=0", "n is 0; it must lie between 1 and 32");
    check_number("n=33", "n is 33; it must lie between 1 and 32");
    check_number("n=99999999999999999999", "n is 99999999999999999999; it must lie between 1 and 32");
    check_number("n=", "n=: this is no number; write one from 1 to 32");
    check_number("n=+5", "n=+5: this is no number; write one from 1 to 32");
    check_number("n=-1", "n=-1: this is no number; write one from 1 to 32");
}

#[test]
fn what_nobody_wants_is_named() {
    let options: Options = "duo color=5".parse().unwrap();
    let mut reader = options.reader();
    reader.word();
    let error = reader.finish("duo, classic").unwrap_err();
    assert_eq!(error, OptionsError::Unknown { option: "color=5".to_owned(), known: "duo, classic".into() });
}

#[test]
fn problems_are_told_in_every_language() {
    let told = |text: &str| {
        let options: Result<Options, _> = text.parse();
        options.and_then(|options| options.reader().number("n", 1..=32)).unwrap_err().text()
    };
    assert_eq!(told("n=33").en, "n is 33; it must lie between 1 and 32");
    assert_eq!(told("n=33").de, "n: 33 liegt nicht zwischen 1 und 32");
    assert_eq!(told("n=1 n=2").de, "die Option „n“ steht zweimal da; einmal genügt");
    assert_eq!(
        OptionsReader::unknown("m", "n=N").text().de,
        "die Option „m“ ist unbekannt; dieses Spiel kennt n=N"
    );
    let clock = "soon".parse::<ClockRule>().unwrap_err().text();
    assert!(clock.de.starts_with("„soon“ ist keine Uhr; möglich ist none, 2s/move"), "{}", clock.de);
    let length = "soon".parse::<Length>().unwrap_err().text();
    assert!(
        length.de.starts_with("„soon“ ist keine Länge eines Wettkampfs; möglich ist rounds=N"),
        "{}",
        length.de
    );
}

#[test]
fn nothing_is_given_twice() {
    assert!("a=1 a=2".parse::<Options>().is_err());
    assert!("duo duo".parse::<Options>().is_err());
    assert!("a a=1".parse::<Options>().is_ok());
}

#[test]
fn damaged_options_clocks_and_lengths_never_do_harm() {
    let mut rng = Rng::stream(1, "damaged_options", 0);
    for _ in 0..testkit::fuzz_inputs() {
        let damaged = testkit::mutated("5m+3s", "2m~12s 2s/move none", &mut rng);
        if let Ok(rule) = String::from_utf8_lossy(&damaged).parse::<ClockRule>() {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        let damaged = testkit::mutated("best-of=5", "points=7 rounds=3 endless", &mut rng);
        if let Ok(length) = String::from_utf8_lossy(&damaged).parse::<Length>() {
            assert_eq!(length.to_string().parse(), Ok(length));
        }
        let damaged = testkit::mutated("nackgammon match=7 jacoby", "custom 5x5 starts=a1,e5", &mut rng);
        if let Ok(options) = String::from_utf8_lossy(&damaged).parse::<Options>() {
            assert_eq!(options.to_string().parse(), Ok(options));
        }
    }
}
