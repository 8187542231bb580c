//! Lines of the backgammon program of 2006.

use backgammon::original::{ClientLine, ClientSide, LineBuffer, ServerLine};

/// Reads lines, as a server and as a client.
///
/// # Panics
/// If it makes a difference in which pieces the bytes arrive, or a line of a client is not written as it was read.
pub fn lines(bytes: &[u8]) {
    let whole = read_lines(bytes, bytes.len().max(1));
    assert_eq!(whole, read_lines(bytes, 1), "lines do not depend on how they arrive");
    let mut player = ClientSide::new("anna", "swordfish");
    for line in &whole {
        if let Ok(read) = line.parse::<ClientLine>() {
            // A password must not stand in the log.
            let _ = read.masked();
            let written = read.to_string();
            let again = written.trim_end_matches(['\r', '\n']).parse::<ClientLine>();
            assert_eq!(again.as_ref(), Ok(&read), "{written}");
        }
        // Nothing that a server says stops a client from answering.
        let _ = line.parse::<ServerLine>();
        let _ = player.hear(line);
    }
}

/// All lines up to the first that is too long, from pieces of so many bytes.
fn read_lines(bytes: &[u8], piece: usize) -> Vec<String> {
    let mut buffer = LineBuffer::default();
    let mut lines = Vec::new();
    for piece in bytes.chunks(piece) {
        buffer.push(piece);
        loop {
            match buffer.next_line() {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => break,
                Err(_) => return lines,
            }
        }
    }
    lines
}
