//! Frames of the socket, in both directions.

use protocol::{Message, Request, VisitMessage, VisitWish};

/// Reads a frame of the socket.
///
/// # Panics
/// If a request does not survive being written and read again.
pub fn frames(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(request) = serde_json::from_str::<Request>(text) {
        let written = serde_json::to_string(&request).expect("a request can be written");
        let again: Request = serde_json::from_str(&written).expect("what was written can be read");
        assert_eq!(again, request);
    }
    // Clients read these; a number may be too large for its type and come back as nothing.
    if let Ok(message) = serde_json::from_str::<Message>(text) {
        serde_json::to_string(&message).expect("a message can be written");
    }
    // Reading is all there is to try here.
    let _ = serde_json::from_str::<VisitWish>(text);
    let _ = serde_json::from_str::<VisitMessage>(text);
}
