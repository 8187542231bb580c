//! The head of the chain as it is noted elsewhere.

use std::{fmt, str::FromStr};

use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::Hash;

/// With which word a line begins, and the version of what follows.
const FORMAT: &str = "brettwerk-audit 1";

/// How short a key may be.
const MIN_KEY_BYTES: usize = 16;

/// The last entry of the audit chain at some moment.
///
/// The chain cannot show by itself that its end was cut off or that all of it was computed anew. Who notes its head now
/// and then where the same people cannot write can show it: the entry of this number must have this hash for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditHead {
    /// The number of the entry.
    pub number: u64,
    /// When it was written, in milliseconds since 1970.
    pub time: u64,
    /// Its hash.
    pub hash: [u8; 32],
}

/// Why a noted head cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AuditHeadError {
    /// It is something else.
    #[error(
        "{0:?} is no head of an audit chain; a line reads brettwerk-audit 1 NUMBER TIME HASH [SIGNATURE]"
    )]
    Malformed(String),
    /// The line is not signed, although there is a key.
    #[error("the head of entry {0} is not signed; it was noted without the key, or by somebody else")]
    Unsigned(u64),
    /// The line was signed by another key, or changed.
    #[error(
        "the signature of the head of entry {0} is wrong; it was made by another key, or somebody has changed it"
    )]
    WrongSignature(u64),
    /// The key is too short.
    #[error("the key has less than {MIN_KEY_BYTES} bytes; make one with: head -c 32 /dev/urandom > FILE")]
    ShortKey,
}

/// The key by which heads are signed.
#[derive(Clone, PartialEq, Eq)]
pub struct AuditKey(Hash);

impl fmt::Debug for AuditKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuditKey")
    }
}

impl AuditKey {
    /// The key that a file holds: any bytes, of which there are enough.
    ///
    /// # Errors
    /// If there are too few.
    pub fn new(bytes: &[u8]) -> Result<Self, AuditHeadError> {
        match MIN_KEY_BYTES <= bytes.len() {
            true => Ok(Self(Sha256::digest(bytes).into())),
            false => Err(AuditHeadError::ShortKey),
        }
    }

    fn mac(&self, head: &AuditHead) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("every length of key is fine");
        mac.update(head.to_string().as_bytes());
        mac
    }

    /// The head as a line with a signature.
    #[must_use]
    pub fn sign(&self, head: &AuditHead) -> String {
        format!("{head} {}", HEXLOWER.encode(&self.mac(head).finalize().into_bytes()))
    }
}

impl fmt::Display for AuditHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FORMAT} {} {} {}", self.number, self.time, HEXLOWER.encode(&self.hash))
    }
}

impl FromStr for AuditHead {
    type Err = AuditHeadError;

    fn from_str(line: &str) -> Result<Self, AuditHeadError> {
        Self::read(line, None)
    }
}

impl AuditHead {
    /// Reads a line; with a key, its signature must be right.
    ///
    /// # Errors
    /// If it is something else, or not signed by the key.
    pub fn read(line: &str, key: Option<&AuditKey>) -> Result<Self, AuditHeadError> {
        let malformed = || AuditHeadError::Malformed(line.chars().take(80).collect());
        let rest = line.trim().strip_prefix(FORMAT).ok_or_else(malformed)?;
        let mut fields = rest.split_ascii_whitespace();
        let mut field = || fields.next().ok_or_else(malformed);
        let number = field()?.parse().map_err(|_| malformed())?;
        let time = field()?.parse().map_err(|_| malformed())?;
        let hash = HEXLOWER
            .decode(field()?.as_bytes())
            .ok()
            .and_then(|hash| hash.try_into().ok())
            .ok_or_else(malformed)?;
        let head = Self { number, time, hash };
        let signature = fields.next();
        if fields.next().is_some() {
            return Err(malformed());
        }
        let Some(key) = key else { return Ok(head) };
        let signature = signature.ok_or(AuditHeadError::Unsigned(number))?;
        let signature = HEXLOWER.decode(signature.as_bytes()).map_err(|_| malformed())?;
        key.mac(&head).verify_slice(&signature).map_err(|_| AuditHeadError::WrongSignature(number))?;
        Ok(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: AuditHead = AuditHead { number: 7, time: 1_700_000_000_000, hash: [0xab; 32] };

    #[test]
    fn a_head_is_read_as_it_was_written() {
        assert_eq!(HEAD.to_string().parse(), Ok(HEAD));
        let key = AuditKey::new(&[5; 32]).unwrap();
        assert_eq!(AuditHead::read(&key.sign(&HEAD), Some(&key)), Ok(HEAD));
        assert_eq!(key.sign(&HEAD).parse(), Ok(HEAD), "without the key the signature is not looked at");
    }

    #[test]
    fn a_head_that_was_changed_or_signed_by_another_key_is_refused() {
        let key = AuditKey::new(&[5; 32]).unwrap();
        let other = AuditKey::new(&[6; 32]).unwrap();
        let wrong = Err(AuditHeadError::WrongSignature(7));
        assert_eq!(AuditHead::read(&other.sign(&HEAD), Some(&key)), wrong);
        assert_eq!(AuditHead::read(&key.sign(&HEAD).replace("abab", "abac"), Some(&key)), wrong);
        assert_eq!(AuditHead::read(&HEAD.to_string(), Some(&key)), Err(AuditHeadError::Unsigned(7)));
        assert_eq!(AuditKey::new(b"short").unwrap_err(), AuditHeadError::ShortKey);
    }

    #[test]
    fn nonsense_is_refused() {
        let long = format!("{HEAD} {0} {0}", "00".repeat(32));
        for line in ["", "brettwerk-audit 1", "brettwerk-audit 2 1 1 00", "brettwerk-audit 1 x 1 00", &long] {
            assert!(matches!(line.parse::<AuditHead>(), Err(AuditHeadError::Malformed(_))), "{line}");
        }
    }
}
