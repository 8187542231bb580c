//! A client of the line protocol that sends and expects what a test says.

use std::net::SocketAddr;

use backgammon::original::{LineBuffer, to_bytes};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use super::PATIENCE;

pub(super) struct LineClient {
    pub(super) stream: TcpStream,
    buffer: LineBuffer,
}

impl LineClient {
    pub(super) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffer: LineBuffer::default() }
    }

    /// Connects and logs in.
    pub(super) async fn log_in(address: SocketAddr, name: &str) -> Self {
        let mut client = Self::connect(address).await;
        client.send(&format!("LOGIN:{name};;")).await;
        client.until(&format!("INFO:LOGIN;{name}")).await;
        client
    }

    pub(super) async fn send(&mut self, line: &str) {
        self.stream.write_all(&to_bytes(line)).await.unwrap();
    }

    /// The next line; `None` when the server has ended the connection.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.buffer.next_line().unwrap() {
                return Some(line);
            }
            let mut bytes = [0; 4_096];
            let read =
                timeout(PATIENCE, self.stream.read(&mut bytes)).await.expect("the server says something");
            match read {
                Ok(0) | Err(_) => return None,
                Ok(n_bytes) => self.buffer.push(&bytes[..n_bytes]),
            }
        }
    }

    /// Reads until a line comes, and gives those before it.
    pub(super) async fn until(&mut self, wanted: &str) -> Vec<String> {
        let mut before = Vec::new();
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("closed before {wanted}: {before:?}"));
            if line == wanted {
                return before;
            }
            before.push(line);
        }
    }

    pub(super) async fn ask(&mut self, line: &str) -> String {
        self.send(line).await;
        self.next().await.expect("an answer")
    }
}
