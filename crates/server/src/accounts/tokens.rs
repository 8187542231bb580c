//! Random words that prove who a person is.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use store::TokenHash;

use crate::secrets;

/// How many letters of five bits a token has: more than 256 bits.
const TOKEN_LETTERS: usize = 52;

/// A secret that proves who a person is. It is shown once and kept by its owner alone.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// Draws a new one from bits that nobody can guess.
    pub(crate) fn draw(random: impl Fn() -> u64) -> Self {
        Self(secrets::word_from(random, TOKEN_LETTERS))
    }

    /// Reads one that a person has sent; `None` if it cannot be one, which saves asking the store.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let is_token = text.len() == TOKEN_LETTERS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_token.then(|| Self(text.to_owned()))
    }

    /// The token itself, for its owner.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    ///
    /// A fast hash is enough: nobody can try 2^256 tokens.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(HEXLOWER.encode(&Sha256::digest(self.0.as_bytes())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_as_its_hash_and_never_shown_in_logs() {
        let text = "k".repeat(TOKEN_LETTERS);
        let token = Token::read(&text).unwrap();
        assert_eq!(token.reveal(), text);
        assert_eq!(token.hash().0.len(), 64);
        assert!(!token.hash().0.contains(&text) && !format!("{token:?}").contains(&text));
        assert_eq!(Token::read("short"), None);
        assert_eq!(Token::read(&"'".repeat(TOKEN_LETTERS)), None);
    }
}
