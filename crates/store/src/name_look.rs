//! Which names people could take for each other.

use std::sync::LazyLock;

/// Names by which the server itself, those who run it or a place could be meant.
const RESERVED: [&str; 16] = [
    super::DELETED,
    "admin",
    "administrator",
    "brett",
    "brettwerk",
    "lobby",
    "mod",
    "moderator",
    "official",
    "operator",
    "root",
    "server",
    "staff",
    "support",
    "system",
    "table",
];

/// The same for all names that look alike: `Paul` and `PauI`, `Lisa` and `L1sa`, `modern` and `modem`.
///
/// This is the skeleton of Unicode's security mechanisms (UTS #39), made blind to case and separators. Case makes the
/// classes wider than the standard's: `I` looks like `l`, and is the same letter as `i`, so all three are one here. That
/// refuses `Lan` where there is an `Ian`; in many typefaces `lan` and `Ian` are the same picture.
///
/// ```
/// use store::name_look;
/// assert_eq!(name_look("PauI"), name_look("paul"));
/// assert_eq!(name_look("adm1n"), name_look("Admın"));
/// assert_ne!(name_look("Jürgen"), name_look("Jurgen"));
/// ```
#[must_use]
pub fn name_look(name: &str) -> String {
    // There and back again: the capital of a long s or a dotless i is the plain letter's.
    let folded: String = name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    // Prototypes can be capitals, as that of zero.
    let skeleton = unicode_security::skeleton(&folded).flat_map(char::to_lowercase);
    let merged = skeleton.map(|letter| if letter == 'i' { 'l' } else { letter });
    let look: String = merged.filter(|&letter| letter.is_alphanumeric() || is_accent(letter)).collect();
    // Names that original programs allow may have no letter at all.
    if look.is_empty() { folded } else { look }
}

/// Identifies how looks are made: those that are kept are made anew when it changes.
#[must_use]
pub fn look_version() -> String {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    format!("1/unicode-{major}.{minor}.{patch}")
}

const fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Tells whether a name looks like one that nobody may have, at any door of the server.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    static LOOKS: LazyLock<Vec<String>> =
        LazyLock::new(|| RESERVED.iter().map(|name| name_look(name)).collect());
    LOOKS.contains(&name_look(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_one_name() {
        // The examples of the review, each beside the name that it imitates.
        for (name, imitation) in [
            ("Paul", "PauI"),
            ("Lisa", "Iisa"),
            ("Lisa", "Lısa"),
            ("Lisa", "L1sa"),
            ("Admin", "Admın"),
            ("admin", "adm1n"),
            ("server", "ſerver"),
            ("III", "ǀǀǀ"),
            ("Otto", "0tto"),
            ("modern", "modem"),
            ("Anna", "\u{410}nna"),
            ("Anna", "A-n n_a."),
            ("Anna", "Ａｎｎａ"),
        ] {
            assert_eq!(name_look(name), name_look(imitation), "{name} and {imitation}");
        }
    }

    #[test]
    fn names_that_differ_in_an_accent_or_a_letter_are_two_names() {
        for (one, other) in [("Jürgen", "Jurgen"), ("Łukasz", "Lukasz"), ("Anna", "Anne"), ("Paul", "Paula")]
        {
            assert_ne!(name_look(one), name_look(other), "{one} and {other}");
        }
    }

    #[test]
    fn reserved_names_are_reserved_in_every_disguise() {
        for name in ["TABLE", "admin", "Adm1n", "S-e-r-v-e-r", "ſerver", "de.leted", "rnoderator", "L0bby"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Anna", "Adam", "Tabea", "Tablet", "Level 5", "!?"] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn a_name_without_letters_has_a_look_as_well() {
        assert_ne!(name_look("<>"), name_look("()"));
    }
}
