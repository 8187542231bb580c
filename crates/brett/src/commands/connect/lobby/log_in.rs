//! A log-in by name and password, which a server takes over HTTP.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, bail};
use protocol::Problem;

/// How long a server may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most bytes of an answer that are read.
const MAX_ANSWER: u64 = 64 * 1_024;

/// Logs in; the result is the cookie by which the server knows who it is.
///
/// # Errors
/// If the server cannot be reached, or refuses.
pub(super) fn log_in(server: SocketAddr, name: &str, password: &str) -> anyhow::Result<String> {
    let body = serde_json::json!({ "name": name, "password": password }).to_string();
    let request = format!(
        "POST /api/session HTTP/1.1\r\nhost: {server}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len(),
    );
    let connect = || format!("cannot connect to {server}; look whether the server runs");
    let mut stream = TcpStream::connect(server).with_context(connect)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MAX_ANSWER).read_to_end(&mut answer)?;
    cookie_of(&String::from_utf8_lossy(&answer))
}

/// The cookies that an answer gives, in the form in which they are sent back.
fn cookie_of(answer: &str) -> anyhow::Result<String> {
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is no HTTP")?;
    let status = head.split_whitespace().nth(1).unwrap_or_default();
    if status != "200" {
        match serde_json::from_str::<Problem>(body.trim()) {
            Ok(problem) => bail!("the server refuses: {}", problem.sentence),
            Err(_) => bail!("the server answers {status} to the log-in"),
        }
    }
    let given = head.lines().filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("set-cookie").then(|| value.split(';').next().unwrap_or_default().trim())
    });
    Ok(given.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use protocol::Code;

    use super::*;

    #[test]
    fn cookies_are_kept_without_their_terms() {
        let answer = "HTTP/1.1 200 OK\r\nSet-Cookie: login=abc; HttpOnly\r\nset-cookie: device=d\r\n\r\n{}";
        assert_eq!(cookie_of(answer).unwrap(), "login=abc; device=d");
    }

    #[test]
    fn a_refusal_tells_the_reason_of_the_server() {
        let problem = Problem::new(Code::Name, "name or password are wrong");
        let answer = format!("HTTP/1.1 403 Forbidden\r\n\r\n{}", serde_json::to_string(&problem).unwrap());
        assert!(cookie_of(&answer).unwrap_err().to_string().contains("name or password are wrong"));
        assert!(cookie_of("HTTP/1.1 502 Bad Gateway\r\n\r\n").unwrap_err().to_string().contains("502"));
    }
}
