//! A client of the packets that sends and expects what a test says.

use std::{net::SocketAddr, time::Duration};

use blokus::original::{ClientMessage, Packet, PacketBuffer, ServerMessage, WireColor};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use super::super::PATIENCE;

pub(in crate::originals) struct PacketClient {
    pub(in crate::originals) stream: TcpStream,
    buffer: PacketBuffer,
}

impl PacketClient {
    pub(in crate::originals) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffer: PacketBuffer::default() }
    }

    /// Connects, and hears the first status.
    pub(in crate::originals) async fn enter(address: SocketAddr) -> Self {
        let mut client = Self::connect(address).await;
        client.until("SERVER_STATUS").await;
        client
    }

    /// Connects until there is room: the server may not have noticed yet that others have gone.
    pub(in crate::originals) async fn present(address: SocketAddr) -> Self {
        loop {
            let mut client = Self::connect(address).await;
            let first = client.packet().await.map(|packet| ServerMessage::read(&packet));
            // Who finds no room is told so.
            if first.is_some_and(|first| !matches!(first, Ok(ServerMessage::Chat { from: None, .. }))) {
                return client;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub(in crate::originals) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    pub(in crate::originals) async fn send(&mut self, message: ClientMessage) {
        self.send_bytes(&message.to_bytes()).await;
    }

    pub(in crate::originals) async fn request(&mut self, color: Option<u8>, name: &str) {
        let wish = color.and_then(WireColor::new);
        self.send(ClientMessage::RequestPlayer { wish, name: name.to_owned() }).await;
    }

    /// The next packet; `None` when the server has ended the connection.
    pub(in crate::originals) async fn packet(&mut self) -> Option<Packet> {
        loop {
            if let Some(packet) = self.buffer.next_packet().expect("the server sends good packets") {
                return Some(packet);
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

    /// The next message.
    pub(in crate::originals) async fn message(&mut self) -> ServerMessage {
        let packet = self.packet().await.expect("the connection is open");
        ServerMessage::read(&packet).expect("the server makes sense")
    }

    /// The next message as people read it.
    pub(in crate::originals) async fn told(&mut self) -> String {
        self.message().await.to_string()
    }

    /// Expects messages that begin so, one after the other.
    #[track_caller]
    pub(in crate::originals) fn expect<'a>(
        &'a mut self,
        expected: &'a [&str],
    ) -> impl Future<Output = ()> + 'a {
        let caller = std::panic::Location::caller();
        async move {
            for expected in expected {
                let told = self.told().await;
                assert!(told.starts_with(expected), "{caller}: {told} instead of {expected}");
            }
        }
    }

    /// Reads until a message comes that begins so, and gives those before it.
    pub(in crate::originals) async fn until(&mut self, wanted: &str) -> Vec<String> {
        let mut before = Vec::new();
        loop {
            let told = self.told().await;
            if told.starts_with(wanted) {
                return before;
            }
            before.push(told);
        }
    }

    /// Says something and waits until it comes back: everything that was sent before has been heard then.
    pub(in crate::originals) async fn settle(&mut self) -> Vec<String> {
        self.send(ClientMessage::Chat("settled?".to_owned())).await;
        let mut before = Vec::new();
        loop {
            let told = self.told().await;
            if told.contains("settled?") {
                return before;
            }
            before.push(told);
        }
    }
}
