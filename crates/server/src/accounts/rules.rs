//! What names, passwords and addresses may be.

use protocol::{Code, Problem};

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_security::{
    GeneralSecurityProfile as _, MixedScript as _, RestrictionLevel, RestrictionLevelDetection as _,
};

use store::{is_reserved, name_key};

/// How many characters a name has.
const NAME_CHARS: std::ops::RangeInclusive<usize> = limits::accounts::NAME_CHARS;

/// How many characters a password has. The upper end keeps hashing cheap.
const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = limits::accounts::PASSWORD_CHARS;

/// The longest address of e-mail.
const MAX_EMAIL_CHARS: usize = limits::accounts::MAX_EMAIL_CHARS;

/// How many marks may stand on one letter: languages need three, and more pile up over the lines above.
const MAX_MARKS: usize = 3;

/// Checks a name, and gives it in the composed form (NFC) without spaces around it.
///
/// Letters are those of any living script, but of one script, as UTS #39 recommends: mixed ones let people be taken for
/// each other. Chinese, Japanese and Korean names may have Latin letters beside their own. That whole names of
/// different scripts look alike, such as the Latin `cop` and the Cyrillic `сор`, is for [`store::name_look`] to find.
///
/// # Errors
/// If it is too short or too long, has other characters, mixes scripts, or is reserved.
pub(crate) fn name(text: &str) -> Result<String, Problem> {
    let text: String = text.trim().nfc().collect();
    let fits = NAME_CHARS.contains(&text.chars().count()) && 2 <= name_key(&text).chars().count();
    if !text.chars().all(is_part_of_name) || !fits || text.contains("  ") || has_stray_marks(&text) {
        let sentence = format!(
            "a name has {} to {} letters, digits, single spaces and - _ . between them",
            NAME_CHARS.start(),
            NAME_CHARS.end()
        );
        return Err(Problem::new(Code::Text, sentence));
    }
    // A space belongs to no script, and the profile for identifiers has none.
    let letters = text.replace(' ', "");
    if !letters.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(Problem::new(Code::Text, "a name has letters of one script; choose another one"));
    }
    check_reserved(&text)?;
    Ok(text)
}

/// Letters, digits and marks of living languages, and what separates them.
fn is_part_of_name(letter: char) -> bool {
    match letter {
        ' ' | '-' | '_' | '.' => true,
        _ if letter.is_ascii() => letter.is_ascii_alphanumeric(),
        _ => letter.identifier_allowed() && (letter.is_alphanumeric() || is_combining_mark(letter)),
    }
}

/// Whether a mark has no letter to stand on, or a letter more marks than it can carry.
fn has_stray_marks(text: &str) -> bool {
    let mut n_marks = MAX_MARKS;
    for letter in text.chars() {
        n_marks = if is_combining_mark(letter) {
            n_marks + 1
        } else if letter.is_alphanumeric() {
            0
        } else {
            MAX_MARKS
        };
        if MAX_MARKS < n_marks {
            return true;
        }
    }
    false
}

fn check_reserved(name: &str) -> Result<(), Problem> {
    match is_reserved(name) {
        true => Err(Problem::new(Code::Name, "this name is reserved; choose another one")),
        false => Ok(()),
    }
}

/// Checks a name that a person gives who has no account, at a door of original programs: these allow more characters
/// than accounts do, but nobody may look like the server or mix scripts to look like another person.
///
/// # Errors
/// If it is reserved, or mixes scripts.
pub(crate) fn guest_name(name: &str) -> Result<(), Problem> {
    if !name.is_single_script() {
        let sentence = "a name has letters of one script; choose another one";
        return Err(Problem::new(Code::Name, sentence));
    }
    check_reserved(name)
}

/// Checks a new password of a person.
///
/// # Errors
/// If it is too short or too long, or is the name.
pub(crate) fn password(text: &str, name: &str) -> Result<(), Problem> {
    if !PASSWORD_CHARS.contains(&text.chars().count()) {
        let (least, most) = (PASSWORD_CHARS.start(), PASSWORD_CHARS.end());
        let sentence = format!("a password has {least} to {most} characters; a few words make a good one");
        return Err(Problem::new(Code::Password, sentence));
    }
    let first = text.chars().next();
    if name_key(text) == name_key(name) || text.chars().all(|letter| Some(letter) == first) {
        let sentence = "a password that is the name or one letter is guessed at once; choose another one";
        return Err(Problem::new(Code::Password, sentence));
    }
    Ok(())
}

/// Checks an address of e-mail; nothing if it is empty.
///
/// # Errors
/// If it cannot be one. Whether it is one only a letter could tell.
pub(crate) fn email(text: &str) -> Result<Option<String>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let is_plain = text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
    let has_sides = text.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty() && host.contains('.') && !host.starts_with('.') && !host.ends_with('.')
    });
    let has_one_at = text.matches('@').count() == 1;
    if !is_plain || !has_sides || !has_one_at || MAX_EMAIL_CHARS < text.len() {
        let sentence = "this is no address of e-mail; write it as in anna@games.example, or leave it out";
        return Err(Problem::new(Code::Text, sentence));
    }
    Ok(Some(text.to_owned()))
}

/// Checks what a person calls a token.
///
/// # Errors
/// If it is empty or too long.
pub(crate) fn label(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let fits = (1..=40).contains(&text.chars().count()) && !text.contains(char::is_control);
    if fits {
        return Ok(text.to_owned());
    }
    Err(Problem::new(Code::Text, "the name of a token has 1 to 40 characters and no line ends"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_cannot_be_confused() {
        for fine in ["Anna", "Jürgen Groß", " Łukasz-7 ", "o.k", "x_y"] {
            assert_eq!(name(fine).as_deref(), Ok(fine.trim()));
        }
        for fine in
            ["Анна", "Ελένη", "דוד", "فاطمة", "李明", "さくら Miki", "김 철수", "हिन्दी", "ไทย", "আনিকা 7"]
        {
            assert_eq!(name(fine).as_deref(), Ok(fine));
        }
        assert_eq!(name("Ju\u{308}rgen").as_deref(), Ok("J\u{fc}rgen"), "composed");
        let too_long = "x".repeat(31);
        // The second one has a Cyrillic letter in it, as the last ones mix scripts, digits of some or too many marks.
        for wrong in [
            "",
            "\u{410}nna",
            "a",
            "--",
            "a  b",
            "a\nb",
            "<b>x</b>",
            "a\u{202e}b",
            "ſerver",
            "ǀǀǀ",
            "Anna Анна",
            "αnna",
            "דוד Anna",
            "e\u{301}\u{302}\u{303}\u{304}\u{305}va",
            "- \u{301}va",
            "va\u{200d}ra",
            "\u{1f3b2}\u{1f3b2}",
            &too_long,
        ] {
            assert_eq!(name(wrong).map_err(|problem| problem.code), Err(Code::Text), "{wrong:?}");
        }
        for reserved in ["Admin", "de-le-ted", "SERVER", "Admın", "adm1n", "TABLE"] {
            assert_eq!(name(reserved).map_err(|problem| problem.code), Err(Code::Name), "{reserved}");
        }
    }

    #[test]
    fn guests_of_original_programs_cannot_look_like_the_server() {
        for fine in ["Anna", "<img/src=x>", "Анна", "x", "Jürgen!"] {
            assert_eq!(guest_name(fine), Ok(()), "{fine}");
        }
        for wrong in ["admin", "server", "TABLE", "adm1n", "\u{410}nna"] {
            assert_eq!(guest_name(wrong).map_err(|problem| problem.code), Err(Code::Name), "{wrong}");
        }
    }

    #[test]
    fn passwords_are_long_and_not_the_name() {
        assert_eq!(password("three blue owls", "Anna"), Ok(()));
        let too_long = "x y".repeat(100);
        for wrong in ["", "short", "annalena-1999", "aaaaaaaaaaaa", &too_long] {
            let refused = password(wrong, "Anna Lena 1999").unwrap_err();
            assert_eq!(refused.code, Code::Password, "{wrong}");
        }
    }

    #[test]
    fn addresses_have_two_sides() {
        assert_eq!(email("  "), Ok(None));
        assert_eq!(email("anna@games.example"), Ok(Some("anna@games.example".to_owned())));
        for wrong in ["anna", "@games.example", "anna@", "anna@x", "a b@c.d", "a@b@c.d", "a@.d", "a\r\n@c.d"]
        {
            assert!(email(wrong).is_err(), "{wrong}");
        }
    }
}
