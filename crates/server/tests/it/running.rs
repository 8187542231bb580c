//! A server for one test: real sockets, a real file, a free port.

use std::{net::SocketAddr, path::Path};

use server::{Config, Originals, Server};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
};
use visits::Visits;

use crate::{browser::Browser, client::Client, folder::Folder};

/// A server that runs until it is stopped or the test ends.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) folder: Folder,
    /// Where the protocols of original programs are spoken.
    pub(crate) originals: Vec<(&'static str, SocketAddr)>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

pub(crate) fn config(data: &Path) -> Config {
    Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: data.to_owned(),
        engine_threads: 1,
        engine_memory: server::default_engine_memory(1),
        ponder: false,
        origins: vec!["https://friend.example".to_owned()],
        proxies: Vec::new(),
        originals: Originals::default(),
        per_address: None,
        visits: Visits::Anywhere,
        detached_visit_timeout: visits::DETACHED_VISIT_TIMEOUT,
        audit_notes: None,
    }
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::start_in(Folder::new()).await
    }

    pub(crate) async fn start_in(folder: Folder) -> Self {
        let config = config(folder.path());
        Self::start_with(folder, config).await
    }

    /// Starts a server that speaks protocols of original programs as well.
    pub(crate) async fn start_with_originals(originals: Originals) -> Self {
        let folder = Folder::new();
        let config = Config { originals, ..config(folder.path()) };
        Self::start_with(folder, config).await
    }

    pub(crate) async fn start_with(folder: Folder, config: Config) -> Self {
        Self::run(Server::open(&config, catalog::GAMES).await.unwrap(), folder)
    }

    /// Starts a server as somebody does who wants to play at home.
    pub(crate) async fn start_at_home() -> Self {
        let folder = Folder::new();
        let server = Server::open(&config(folder.path()), catalog::GAMES).await.unwrap();
        Self::run(server.with_local_shutdown(), folder)
    }

    fn run(server: Server, folder: Folder) -> Self {
        let (address, originals) = (server.address(), server.original_addresses());
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            server.serve(async { drop(stopped.await) }).await.unwrap();
        });
        Self { address, folder, originals, stop: Some(stop), served }
    }

    /// Waits until the server has ended by itself, and gives back its folder.
    pub(crate) async fn ended(self) -> Folder {
        self.served.await.unwrap();
        self.folder
    }

    /// Stops the server as SIGTERM does, and gives back its folder.
    pub(crate) async fn stop(mut self) -> Folder {
        drop(self.stop.take());
        self.served.await.unwrap();
        self.folder
    }

    /// A new guest.
    pub(crate) async fn guest(&self) -> Client {
        Client::connect(self.address, None, None).await
    }

    /// A browser of somebody new.
    pub(crate) const fn browser(&self) -> Browser {
        Browser::new(self.address)
    }

    /// The status and the body of an answer over plain HTTP.
    pub(crate) async fn get(&self, path: &str, headers: &str) -> (u16, String) {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n",
            self.address
        ))
        .await
    }

    /// The same, for whoever hands over a text.
    pub(crate) async fn post(&self, path: &str, body: &str) -> (u16, String) {
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        self.ask(&format!("{head}Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
            .await
    }

    /// The same, for a request as it travels.
    pub(crate) async fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that has read enough may stop reading before everything is written.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), whole(head, body))
    }
}

/// A body as it was before it traveled, in chunks if its length was not known at the beginning.
pub(crate) fn whole(head: &str, body: &str) -> String {
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_owned();
    }
    let (mut whole, mut rest) = (String::new(), body);
    while let Some((length, chunk)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        whole += &chunk[..length];
        rest = &chunk[length + 2..];
    }
    whole
}
