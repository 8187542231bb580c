//! What comes with a request, as JSON of a bounded size.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::header,
};
use protocol::{Code, Problem};
use serde::de::DeserializeOwned;

use super::Refusal;

/// The longest body, in bytes. It is small enough that nothing needs to be said about how deep it may be.
pub(super) const MAX_BODY: usize = 8 * 1024;

/// A body that was read.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let unreadable = |sentence: String| Refusal(Problem::new(Code::Unreadable, sentence));
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.and_then(|kind| kind.split(';').next()).map(str::trim) != Some("application/json") {
            return Err(unreadable("send JSON, and the header content-type: application/json".to_owned()));
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|_| unreadable(format!("send at most {MAX_BODY} bytes")))?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self).map_err(|error| {
            // The message names fields and kinds; values are left out, for one may be a password.
            let place = format!("line {}, column {}", error.line(), error.column());
            let what = match error.classify() {
                serde_json::error::Category::Data => field(&error.to_string()),
                _ => "this is no JSON".to_owned(),
            };
            unreadable(format!("{what} at {place}; see /api/openapi.json for what is understood"))
        })
    }
}

/// The part of a message of the reader that names fields only.
fn field(message: &str) -> String {
    let safe = ["missing field", "unknown field", "duplicate field"];
    match safe.iter().any(|kind| message.starts_with(kind)) {
        true => message.split(" at line ").next().unwrap_or(message).chars().take(200).collect(),
        false => "a value is of the wrong kind".to_owned(),
    }
}
