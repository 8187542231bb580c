//! `brett serve` as a process of its own, speaking protocols of original programs.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

/// The real program as a server, ended with the test.
pub(crate) struct Server {
    process: Child,
    pub(crate) data: PathBuf,
    /// Where each protocol is spoken.
    addresses: Vec<String>,
}

impl Server {
    pub(crate) fn start(name: &str, args: &[&str]) -> Self {
        Self::start_with_variables(name, args, &[])
    }

    pub(crate) fn start_with_variables(name: &str, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let data = env::temp_dir().join(format!("brett-connect-{}-{name}", std::process::id()));
        let mut process = Command::new(env!("CARGO_BIN_EXE_brett"))
            .args(["serve", "--listen", "127.0.0.1:0", "--engine-threads", "1", "--log", "warn", "--data"])
            .arg(&data)
            .args(args)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let is_protocol = |arg: &&&str| matches!(**arg, "--welfenlab" | "--praktikum" | "--freebloks");
        let n_addresses = 1 + args.iter().filter(is_protocol).count();
        let addresses = lines
            .take(n_addresses)
            .map(|line| line.unwrap().strip_prefix("listening on ").expect("an address").to_owned());
        let addresses = addresses.collect();
        Self { process, data, addresses }
    }

    pub(crate) fn port(&self, protocol: &str) -> String {
        let address = self.addresses.iter().find(|address| address.starts_with(protocol)).unwrap();
        address.rsplit_once(':').unwrap().1.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}
