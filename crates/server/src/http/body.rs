//! What comes with a request, as JSON of a bounded size.

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Request},
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use limits::connections::{BODY_READ_TIMEOUT, MAX_BODY_BYTES};
use protocol::{Code, Problem};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::Refusal;

/// A body that was read.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let unreadable = |sentence: String| Refusal(Problem::new(Code::Unreadable, sentence));
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.and_then(|kind| kind.split(';').next()).map(str::trim) != Some("application/json") {
            let sentence = "send JSON, and the header content-type: application/json";
            return Err(unreadable(sentence.to_owned()).into_response());
        }
        let bytes = in_time(Bytes::from_request(request, state)).await?;
        let bytes =
            bytes.map_err(|_| unreadable(format!("send at most {MAX_BODY_BYTES} bytes")).into_response())?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self).map_err(|error| {
            // The message names fields and kinds; values are left out, for one may be a password.
            let place = format!("line {}, column {}", error.line(), error.column());
            let what = match error.classify() {
                serde_json::error::Category::Data => field(&error.to_string()),
                _ => "this is no JSON".to_owned(),
            };
            let sentence = format!("{what} at {place}; see /api/openapi.json for what is understood");
            unreadable(sentence).into_response()
        })
    }
}

/// What is read of a body, unless it takes too long to arrive.
pub(super) async fn in_time<T>(reading: impl Future<Output = T>) -> Result<T, Response> {
    timeout(BODY_READ_TIMEOUT, reading).await.map_err(|_| {
        let seconds = BODY_READ_TIMEOUT.as_secs();
        let sentence = format!("the request did not arrive within {seconds} seconds; send it again");
        (StatusCode::REQUEST_TIMEOUT, Json(Problem::new(Code::Unreadable, sentence))).into_response()
    })
}

/// The part of a message of the reader that names fields only.
fn field(message: &str) -> String {
    let safe = ["missing field", "unknown field", "duplicate field"];
    match safe.iter().any(|kind| message.starts_with(kind)) {
        true => message.split(" at line ").next().unwrap_or(message).chars().take(200).collect(),
        false => "a value is of the wrong kind".to_owned(),
    }
}
