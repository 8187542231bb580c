//! Names that programs give to tables, people and clients.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A text that is no id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("an id has {min} to {max} of the characters a-z, A-Z, 0-9 and -, and this text has not")]
pub struct IdError {
    min: usize,
    max: usize,
}

fn checked(text: String, min: usize, max: usize) -> Result<String, IdError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_plain && (min..=max).contains(&text.len()) { Ok(text) } else { Err(IdError { min, max }) }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $min:literal..=$max:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[cfg_attr(test, ts(type = "string"))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl $name {
            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                checked(text, $min, $max).map(Self)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::try_from(text.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A table.
    TableId,
    1..=40
);
id!(
    /// A tournament.
    TournamentId,
    1..=40
);
id!(
    /// A person or a bot who uses the server.
    UserId,
    1..=40
);
id!(
    /// One client of a user, such as a tab of a browser, over all its connections. The client draws it at random
    /// and numbers its commands from 1; together they let a command take effect only once.
    ClientId,
    8..=64
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain_and_short() {
        assert!("k3v9".parse::<TableId>().is_ok());
        for wrong in ["", "a b", "../x", "ä", "a'--;", &"x".repeat(41)] {
            assert!(wrong.parse::<TableId>().is_err(), "{wrong}");
        }
        assert!("short".parse::<ClientId>().is_err());
    }

    #[test]
    fn a_wrong_id_in_a_message_is_an_error() {
        let error = serde_json::from_str::<UserId>(r#""a/b""#).unwrap_err().to_string();
        assert!(error.starts_with("an id has 1 to 40 of the characters"), "{error}");
    }
}
