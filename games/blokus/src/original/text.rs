//! Names and lines of chat as bytes.

/// The bytes of a name in a packet, its end included.
pub(super) const NAME_BYTES: usize = 16;

/// The most bytes of a text in one packet: its length is one byte, and the program for phones cuts here as well.
pub const MAX_CHAT_BYTES: usize = 240;

/// Makes a name that fits into a packet of any text: no control characters, and at most 15 bytes.
///
/// ```
/// use blokus::original::name_of;
/// assert_eq!(name_of(" Ada\n "), "Ada");
/// assert_eq!(name_of("Änne Österreicher"), "Änne Österrei");
/// ```
#[must_use]
pub fn name_of(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| !letter.is_control()).collect();
    cut(plain.trim(), NAME_BYTES - 1).0.trim_end().to_owned()
}

/// Cuts a text into pieces that fit into packets.
///
/// ```
/// use blokus::original::chat_pieces;
/// assert_eq!(chat_pieces("hello"), ["hello"]);
/// assert!(chat_pieces(&"ä".repeat(300)).iter().all(|piece| piece.len() <= 240));
/// ```
#[must_use]
pub fn chat_pieces(text: &str) -> Vec<&str> {
    let mut rest = text.trim();
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, more) = cut(rest, MAX_CHAT_BYTES);
        pieces.push(piece);
        rest = more;
    }
    pieces
}

/// The longest beginning of a text that has at most so many bytes, and what follows.
fn cut(text: &str, n_bytes: usize) -> (&str, &str) {
    let mut at = text.len().min(n_bytes);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text.split_at(at)
}

/// The bytes of a name, zeros behind it.
pub(super) fn name_bytes(name: &str) -> [u8; NAME_BYTES] {
    let name = name_of(name);
    let mut bytes = [0; NAME_BYTES];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    bytes
}

/// The name in a field, which ends at the first zero.
pub(super) fn read_name(bytes: &[u8]) -> String {
    name_of(&read_text(&bytes[..bytes.len().min(NAME_BYTES - 1)]))
}

/// The payload of a line of chat, in the form of the desktop program: a zero and one more byte behind the text.
pub(super) fn chat_payload(sender: i8, text: &str) -> Vec<u8> {
    payload_of(sender, cut(text, MAX_CHAT_BYTES).0.as_bytes())
}

/// The same for a program that knows a byte for each letter only; for a letter that has none there is a question mark.
pub(super) fn chat_payload_in_latin(sender: i8, text: &str) -> Vec<u8> {
    let letters = text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?'));
    payload_of(sender, &letters.take(MAX_CHAT_BYTES).collect::<Vec<_>>())
}

fn payload_of(sender: i8, text: &[u8]) -> Vec<u8> {
    let mut payload = vec![sender as u8, text.len() as u8];
    payload.extend_from_slice(text);
    payload.extend_from_slice(&[0, 0]);
    payload
}

/// Tells whether a line of chat has a byte for each letter, as the desktop program writes it.
pub(super) fn is_in_latin(payload: &[u8]) -> bool {
    let Some((_, [length, text @ ..])) = payload.split_first() else { return false };
    let text = &text[..text.len().min(usize::from(*length))];
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    std::str::from_utf8(text).is_err_and(|error| error.error_len().is_some())
}

/// The text of a line of chat: as long as it says, if so much is there, and without white space at its end.
pub(super) fn read_chat(payload: &[u8]) -> String {
    let Some((_, [length, text @ ..])) = payload.split_first() else { return String::new() };
    let text = &text[..text.len().min(usize::from(*length))];
    read_text(text).trim_end().to_owned()
}

/// The text of bytes up to the first zero: UTF-8 as from phones, or Latin-1 as from desktops. Line ends and other control
/// characters within become spaces.
fn read_text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let bytes = &bytes[..end];
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // A character was cut in two at the end.
        Err(error) if error.error_len().is_none() && 0 < error.valid_up_to() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned()
        }
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_phones_and_of_desktops_are_read() {
        assert_eq!(read_chat(b"\x00\x02hi\0\0"), "hi", "the desktop program");
        assert_eq!(read_chat(b"\x00\x03hi\n\0"), "hi", "the program for phones");
        assert_eq!(read_chat(b"\x00\x05sch\xc3\xb6n"), "schö", "the length counts bytes");
        assert_eq!(read_chat(b"\x00\x05sch\xf6n"), "schön", "eight bits");
        assert_eq!(read_chat(b"\x00\x05sc\0\0\0"), "sc", "a zero ends it");
        assert_eq!(read_chat(b"\x00\xffhi"), "hi", "no more than there is");
        assert_eq!(read_chat(b"\x00\x04sch\xc3"), "sch", "half a character is left out");
        assert_eq!((read_chat(b"\x00\x00"), read_chat(b"\x00")), (String::new(), String::new()));
    }

    #[test]
    fn who_writes_eight_bits_is_recognized_and_answered_alike() {
        assert!(is_in_latin(b"\x00\x05sch\xf6n"));
        for other in
            [&b"\x00\x05hallo"[..], b"\x00\x06sch\xc3\xb6n", b"\x00\x04sch\xc3", b"\x00\x02hi\0\xf6n"]
        {
            assert!(!is_in_latin(other), "{other:?}");
        }
        assert_eq!(chat_payload_in_latin(1, "schön – ja"), b"\x01\x0asch\xf6n ? ja\0\0");
    }

    #[test]
    fn names_end_at_the_first_zero_whatever_follows() {
        assert_eq!(read_name(b"Ada\0scrap of old\0"), "Ada");
        assert_eq!(read_name(&[b'x'; 16]), "x".repeat(15), "the last byte is never part of it");
    }
}
