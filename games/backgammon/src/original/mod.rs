//! The line protocol of the 2006 program and its servers, without any socket.
//!
//! A client sends [`ClientLine`]s and a server answers with [`ServerLine`]s; [`LineBuffer`] cuts a stream of bytes
//! into lines, and [`to_bytes`] makes bytes of them again. Boards and turns are those of
//! [`notation::original`](crate::notation::original).
//!
//! Servers have written some lines in two ways, which are the [`Dialect`]s.
//!
//! [`ClientSide`] is the client's side of the conversation as a state machine: lines in, lines and news out.
//!
//! ```
//! use backgammon::original::{ClientLine, ServerLine};
//!
//! let said: ClientLine = "JOIN:3;secret;;2".parse()?;
//! assert!(matches!(said, ClientLine::Join { game: 3, .. }));
//! assert_eq!("INFO:JOIN;3 anna".parse(), Ok(ServerLine::Came { game: 3, name: "anna".to_owned() }));
//! # Ok::<(), backgammon::original::ClientLineError>(())
//! ```

mod client_line;
mod dialect;
mod framing;
mod player;
mod server_line;
mod steps;

pub use self::{
    client_line::{ClientLine, ClientLineError, Fault, Terms},
    dialect::{Dialect, UnknownDialect},
    framing::{LineBuffer, LineTooLong, MAX_LINE_BYTES, from_bytes, to_bytes},
    player::{ClientSide, ExecutedTurn, News, NotNow, Where},
    server_line::{Faces, Listed, ServerLine, ServerLineError},
    steps::{InvalidSteps, SentStep, Steps},
};

/// The port on which servers listen unless something else is said.
pub const PORT: u16 = 30_167;

/// The name by which a user talks to everybody at the table.
pub const TABLE: &str = "TABLE";

/// What a list says of a seat that is free.
pub const NOBODY: &str = "NOONE";

/// Tells whether a name can be used: not empty, and without the characters that separate fields.
///
/// ```
/// use backgammon::original::is_name;
/// assert!(is_name("anna"));
/// assert!(!is_name("anna lena") && !is_name("a;b") && !is_name("NOONE") && !is_name(""));
/// ```
#[must_use]
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text != NOBODY && text.chars().all(|letter| !is_separator(letter))
}

/// Makes a name of any text: what a name cannot hold becomes `_`.
#[must_use]
pub fn name_of(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if is_separator(letter) { '_' } else { letter }).collect();
    if is_name(&plain) { plain } else { format!("{plain}_") }
}

/// Makes a text of chat harmless: the two characters that would cut it on the way become others that look alike.
///
/// ```
/// assert_eq!(backgammon::original::chat_of("so: yes; really"), "so. yes, really");
/// ```
#[must_use]
pub fn chat_of(text: &str) -> String {
    let harmless = |letter: char| match letter {
        ';' => ',',
        ':' => '.',
        _ if letter.is_control() => ' ',
        _ => letter,
    };
    text.chars().map(harmless).collect()
}

fn is_separator(letter: char) -> bool {
    matches!(letter, ' ' | ';' | ':') || letter.is_control() || '\u{ff}' < letter
}

/// A number as the programs read it: what is no number counts as 0.
fn number<T: std::str::FromStr + Default>(text: &str) -> T {
    text.trim().parse().unwrap_or_default()
}
