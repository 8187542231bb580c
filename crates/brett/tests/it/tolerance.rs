//! Arguments that nobody knows.

use brett::Exit;

use crate::session::brett;

#[test]
fn arguments_that_nobody_knows_are_reported() {
    for (line, unknown) in
        [("show nim --style motif", "--style"), ("show nim -style", "-s"), ("show nim motif", "motif")]
    {
        let seen = brett(line);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        assert!(seen.err.contains(&format!("unexpected argument '{unknown}' found")), "{seen}");
    }
}

#[test]
fn who_wants_it_has_them_ignored_as_the_program_of_2006_did() {
    let plain = brett("show nim");
    assert_eq!(plain.exit, Exit::Fine, "{plain}");
    for line in [
        "show nim -style motif --ignore-unknown",
        "--ignore-unknown show --geometry=800x600 nim",
        "show nim --ignore-unknown --style motif --style=motif -display :0",
        // The example of the paper, before any command.
        "-style plastique show nim --ignore-unknown",
        "--ignore-unknown --style motif -display :0 show nim",
    ] {
        let seen = brett(line);
        assert_eq!((seen.exit, &seen.out), (Exit::Fine, &plain.out), "{line}: {seen}");
    }
}

#[test]
fn what_is_known_and_wrong_is_reported_all_the_same() {
    for (line, reason) in [
        ("show nim --ignore-unknown --lang klingon", "klingon"),
        ("--ignore-unknown dance", "dance"),
        ("connect freebloks://127.0.0.1:1 --ignore-unknown --seats nine", "nine"),
    ] {
        let seen = brett(line);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        assert!(seen.err.contains(reason), "{seen}");
    }
}
