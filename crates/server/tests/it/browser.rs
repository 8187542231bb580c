//! A browser without a screen: it keeps its cookie and speaks plain HTTP.

use std::net::SocketAddr;

use protocol::{Code, Problem};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{client::Client, running::whole};

/// A password that is good enough for everybody here.
pub(crate) const PASSWORD: &str = "three blue owls";

/// What a server has answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// A header of the answer, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(": "));
        pairs.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that the answer is a refusal of a kind, with a sentence.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: Code) -> String {
        let problem: Problem =
            serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert_eq!((self.status, problem.code), (status, code), "{self:?}");
        assert!(problem.sentence.contains(' '), "{self:?}");
        problem.sentence
    }

    #[track_caller]
    pub(crate) fn fine(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }
}

/// A browser of one person.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    /// The cookie as it is sent.
    pub(crate) cookie: Option<String>,
}

impl Browser {
    pub(crate) const fn new(address: SocketAddr) -> Self {
        Self { address, cookie: None }
    }

    /// Sends exactly these headers besides the host and the length.
    pub(crate) async fn raw(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // The server may close the line before it has read a body that is too long.
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply { status, head: head.to_owned(), body: whole(head, body) }
    }

    /// The headers that the page of the server sends with whatever changes something.
    pub(crate) fn headers(&self) -> String {
        let mut headers = format!(
            "Origin: http://{}\r\nContent-Type: application/json\r\nX-Brett-Request: 1\r\n",
            self.address
        );
        if let Some(cookie) = &self.cookie {
            headers += &format!("Cookie: {cookie}\r\n");
        }
        headers
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &Value) -> Reply {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let reply = self.raw(method, path, &self.headers(), &body).await;
        if let Some(set) = reply.header("set-cookie") {
            let value = set.split(';').next().unwrap().to_owned();
            self.cookie = Some(value).filter(|value| value != "brett=");
        }
        reply
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, &Value::Null).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Reply {
        self.ask("POST", path, &body).await
    }

    pub(crate) async fn patch(&mut self, path: &str, body: Value) -> Reply {
        self.ask("PATCH", path, &body).await
    }

    pub(crate) async fn delete(&mut self, path: &str, body: Value) -> Reply {
        self.ask("DELETE", path, &body).await
    }

    /// Signs up under a name.
    pub(crate) async fn sign_up(&mut self, name: &str) -> Value {
        let new = serde_json::json!({"name": name, "password": PASSWORD});
        self.post("/api/account", new).await.fine(201).json()
    }

    pub(crate) async fn log_in(&mut self, name: &str, password: &str) -> Reply {
        self.post("/api/session", serde_json::json!({"name": name, "password": password})).await
    }

    /// Opens the socket as the same person.
    pub(crate) async fn connect(&self) -> Client {
        Client::connect(self.address, self.cookie.as_deref(), None).await
    }
}
