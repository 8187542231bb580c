//! The drills themselves, with small servers in this process.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod lines;
mod small_load;
mod torn;

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use server::{Config, Server};

/// A folder that is removed with everything in it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("brett-drill-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays among temporary things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server in this process, until the test ends.
async fn serve(folder: &Folder) -> SocketAddr {
    let config = Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: folder.path().to_owned(),
        engine_threads: 1,
        engine_memory: server::default_engine_memory(1),
        ponder: false,
        origins: Vec::new(),
        proxies: Vec::new(),
        per_address: None,
        visits: visits::Visits::Nowhere,
        detached_visit_timeout: visits::DETACHED_VISIT_TIMEOUT,
        audit_notes: None,
        originals: Default::default(),
    };
    let server = Server::open(&config, catalog::GAMES).await.unwrap();
    let address = server.address();
    tokio::spawn(server.serve(std::future::pending()));
    address
}
