//! The client that was written from the book alone, against the real program.

use std::{path::Path, process::Command};

/// The project promises only Rust and Node, so the client is checked where Python is.
#[test]
fn a_client_written_from_the_book_finds_every_promise_kept() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/protocol_client.py");
    let checked =
        Command::new("python3").arg(script).args(["brief", "--brett", env!("CARGO_BIN_EXE_brett")]).output();
    let Ok(checked) = checked else { return };
    let (found, complaints) =
        (String::from_utf8_lossy(&checked.stdout), String::from_utf8_lossy(&checked.stderr));
    assert!(checked.status.success(), "{found}\n{complaints}");
}
