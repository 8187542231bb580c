//! `brett` alone: the web page on this machine.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Output, Stdio},
};

use brett::Exit;

use crate::session::brett;

/// Brettwerk as somebody starts it who types nothing but its name.
pub(crate) struct Started {
    process: Child,
    /// What it says; held open, because who has nobody to talk to ends.
    out: BufReader<ChildStdout>,
    /// Where it says it can be found, as in `127.0.0.1:8731`.
    pub(crate) address: String,
}

fn command(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brett"));
    command.args(["--no-open", "--lang", "en", "--data"]).arg(data).args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Started {
    pub(crate) fn new(data: &Path, args: &[&str]) -> Self {
        let mut process = command(data, args).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("Brettwerk runs at http://").unwrap_or_else(|| panic!("{line:?}"));
        Self { address: address.to_owned(), out, process }
    }

    /// The head and the body of an answer.
    fn get(&self, path: &str, headers: &str) -> (String, String) {
        self.ask(&format!("GET {path}"), &format!("Host: {}\r\n{headers}", self.address), "")
    }

    /// The head and the body of the answer to a request.
    pub(crate) fn ask(&self, method_and_path: &str, headers: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let head = format!(
            "{method_and_path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Ends it as Ctrl-C does.
    pub(crate) fn end(self) -> Output {
        let killed = Command::new("kill").args(["-INT", &self.process.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let ended = self.process.wait_with_output().unwrap();
        drop(self.out);
        ended
    }
}

pub(crate) fn folder(name: &str) -> PathBuf {
    env::temp_dir().join(format!("brett-open-{}-{name}", std::process::id()))
}

#[test]
fn brett_alone_serves_the_page_and_ends_by_ctrl_c() {
    let data = folder("alone");
    let started = Started::new(&data, &["--port", "0"]);
    assert!(started.address.starts_with("127.0.0.1:"), "only this machine can reach it: {}", started.address);
    for path in ["/", "/table/q7x2mzk4w9ab"] {
        let (head, body) = started.get(path, "Accept: text/html\r\n");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
        assert!(body.to_lowercase().starts_with("<!doctype html>"), "{body}");
    }
    let (head, games) = started.get("/api/games", "");
    assert!(head.starts_with("HTTP/1.1 200") && games.contains("\"connect4\""), "{games}");
    let (head, problem) = started.get("/api/nothing", "Accept: text/html\r\n");
    assert!(head.starts_with("HTTP/1.1 404") && problem.contains("not-found"), "{problem}");
    assert_eq!(started.end().status.code(), Some(0));
    fs::remove_dir_all(data).unwrap();
}

/// `-style plastique` is the example of the paper of 2006: an argument of its window toolkit.
#[test]
fn unknown_arguments_without_a_command_are_reported_or_ignored_on_request() {
    let data = folder("style");
    let reported = command(&data, &["-style", "plastique"]).output().unwrap();
    assert_eq!(reported.status.code(), Some(2));
    let problem = String::from_utf8(reported.stderr).unwrap();
    assert!(problem.contains("unexpected argument '-s' found"), "{problem}");
    let started = Started::new(&data, &["-style", "plastique", "--ignore-unknown", "--port", "0"]);
    let (head, _) = started.get("/api/games", "");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert_eq!(started.end().status.code(), Some(0));
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn who_starts_it_twice_is_shown_the_one_that_runs() {
    let data = folder("twice");
    let started = Started::new(&data, &["--port", "0"]);
    let again = command(&data, &[]).output().unwrap();
    assert_eq!(again.status.code(), Some(0));
    let said = String::from_utf8(again.stdout).unwrap();
    assert_eq!(said, format!("Brettwerk runs at http://{}\n", started.address));
    started.end();
    fs::remove_dir_all(data).unwrap();
}

/// What a double click or an entry of the start menu does: the program alone, without any argument.
#[cfg(target_os = "linux")]
#[test]
fn the_first_start_opens_the_start_page_in_the_browser() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("desktop");
    fs::create_dir_all(&folder).unwrap();
    // A desktop that tells which address it was asked to show; whoever reads the pipe waits for it.
    let pipe = folder.join("shown");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let desktop = folder.join("xdg-open");
    fs::write(&desktop, format!("#!/bin/sh\necho \"$1\" >'{}'\n", pipe.display())).unwrap();
    fs::set_permissions(&desktop, fs::Permissions::from_mode(0o755)).unwrap();
    let mut started = Command::new(env!("CARGO_BIN_EXE_brett"))
        .env_clear()
        .env("HOME", &folder)
        .env("PATH", &folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let shown = fs::read_to_string(&pipe).unwrap();
    let address = shown.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{shown:?}"));
    let mut page = TcpStream::connect(address).unwrap();
    let request =
        format!("GET / HTTP/1.1\r\nHost: {address}\r\nAccept: text/html\r\nConnection: close\r\n\r\n");
    page.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<title>Brettwerk"), "{answer}");
    started.kill().unwrap();
    started.wait().unwrap();
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_manual_is_a_page_of_the_server_that_runs() {
    let data = folder("manual");
    let manual = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brett"));
        command.args(["manual", "--no-open", "--data"]).arg(&data).args(args);
        command.output().unwrap()
    };
    let started = Started::new(&data, &["--port", "0"]);
    let said = String::from_utf8(manual(&["--lang", "en"]).stdout).unwrap();
    assert_eq!(said, format!("Brettwerk runs at http://{}/manual/\n", started.address));
    let german = String::from_utf8(manual(&["--lang", "de"]).stdout).unwrap();
    assert!(german.trim_end().ends_with(&format!("http://{}/manual/de/", started.address)), "{german}");
    let (_, page) = started.get("/manual/de/", "Accept: text/html\r\n");
    assert!(page.contains("<title>Einführung – Brettwerk"), "{page:.300}");
    let (head, page) = started.get("/manual/", "Accept: text/html\r\n");
    assert!(head.starts_with("HTTP/1.1 200") && page.contains("<title>Introduction – Brettwerk"), "{head}");
    let refused = manual(&["--write", "pages"]);
    assert_eq!(refused.status.code(), Some(2), "a folder needs no server");
    started.end();
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn the_looks_are_chosen_by_options_and_variables() {
    let data = folder("looks");
    let started = Started::new(&data, &["--port", "0"]);
    let said = |args: &[&str], variables: &[(&str, &str)]| {
        let again = command(&data, args).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8([again.stdout, again.stderr].concat()).unwrap()
    };
    let at = |looks: &str| format!("Brettwerk runs at http://{}{looks}\n", started.address);
    assert_eq!(said(&["--theme", "slate"], &[]), at("/?theme=slate"));
    assert_eq!(
        said(&["--appearance", "dark"], &[("BRETT_THEME", "2006")]),
        at("/?appearance=dark&theme=2006")
    );
    assert_eq!(said(&["--theme", "wood"], &[("BRETT_THEME", "2006")]), at("/?theme=wood"));
    let refused = said(&[], &[("BRETT_THEME", "plush")]);
    assert!(
        refused.contains("BRETT_THEME is \"plush\"; choose one of wood, paper, slate, 2006"),
        "{refused}"
    );
    // The page knows the same ones.
    let page = include_str!("../../../../web/src/state/settings.svelte.ts");
    assert!(page.contains(r#"theme: ["wood", "paper", "slate", "2006"],"#));
    assert!(page.contains(r#"appearance: ["light", "dark", "system"],"#));
    started.end();
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_port_that_is_taken_is_passed_over_unless_it_was_asked_for() {
    let (first, second) = (folder("first"), folder("second"));
    let one = Started::new(&first, &[]);
    let other = Started::new(&second, &[]);
    assert_ne!(one.address, other.address);
    let port = one.address.rsplit(':').next().unwrap().to_owned();
    assert_eq!(other.end().status.code(), Some(0));
    let refused = command(&second, &["--port", &port]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let reason = String::from_utf8(refused.stderr).unwrap();
    assert!(reason.contains("cannot listen on") && reason.contains("choose another port"), "{reason}");
    one.end();
    for data in [first, second] {
        fs::remove_dir_all(data).unwrap();
    }
}

#[test]
fn options_of_the_page_do_not_go_with_a_command() {
    let seen = brett("--no-open games");
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    assert!(seen.err.contains("--no-open, --port, --data, --theme and --appearance"), "{seen}");
}
