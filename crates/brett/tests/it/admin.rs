//! `brett admin`, while a server runs and while none does, and the bot of the book.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use brett::Exit;

use crate::session::{Session, brett};

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("brett-admin-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server process.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::start_with(data, "off", Stdio::inherit())
    }

    fn start_with(data: &Path, filter: &str, log: Stdio) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_brett"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--log", filter, "--data"])
            .arg(data)
            .stderr(log)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap().to_owned();
        Self { process, address }
    }

    /// The status of an answer, and the answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX-Brett-Request: 1\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    fn log_in(&self, name: &str, password: &str) -> u16 {
        self.ask("POST", "/api/session", &format!(r#"{{"name":"{name}","password":"{password}"}}"#)).0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the task in this process, with a line on standard input.
fn admin(folder: &Folder, args: &[&str], input: &str) -> crate::session::Seen {
    let args = [&["admin", "--data", folder.text()], args].concat();
    Session::with_input(input).run_with(catalog::GAMES, args)
}

#[track_caller]
fn check(folder: &Folder, args: &[&str], input: &str, exit: Exit, told: &str) -> String {
    let seen = admin(folder, args, input);
    assert_eq!(seen.exit, exit, "{seen}");
    assert!(seen.out.contains(told) || seen.err.contains(told), "{told:?} is not in {seen}");
    seen.out
}

#[test]
fn accounts_are_made_mended_and_banned_while_the_server_runs() {
    let folder = Folder::new("people");
    let server = Server::start(&folder.0);
    check(&folder, &["create-user", "Anna"], "three blue owls\nrest", Exit::Fine, "Anna has the id");
    assert_eq!(server.log_in("Anna", "three blue owls"), 200);
    check(&folder, &["create-user", "anna"], "three blue owls", Exit::Unusable, "somebody has this name");
    check(&folder, &["create-user", "Bert"], "short", Exit::Unusable, "10 to 200 characters");
    check(&folder, &["create-user", "Bert"], "", Exit::Unusable, "no password was given");
    check(&folder, &["reset-password", "Nobody"], "four green owls", Exit::Unusable, "nobody named");
    check(&folder, &["reset-password", "Anna"], "four green owls\r\n", Exit::Fine, "new password");
    assert_eq!(server.log_in("Anna", "three blue owls"), 403);
    assert_eq!(server.log_in("Anna", "four green owls"), 200);
    check(&folder, &["ban", "Nobody", "x"], "", Exit::Unusable, "nobody named");
    check(&folder, &["ban", "Anna", "insults"], "", Exit::Fine, "Anna");
    let (status, answer) =
        server.ask("POST", "/api/session", r#"{"name":"Anna","password":"four green owls"}"#);
    assert!(status == 403 && answer.contains("you are banned from this server: insults"), "{answer}");
    let users = check(&folder, &["users"], "", Exit::Fine, "person  Anna  banned: insults");
    assert_eq!(users.lines().count(), 1, "{users}");
    check(&folder, &["unban", "Anna"], "", Exit::Fine, "may come again");
    check(&folder, &["unban", "Anna"], "", Exit::No, "was not banned");
    assert_eq!(server.log_in("Anna", "four green owls"), 200);
    let token = check(&folder, &["create-user", "--bot", "Deep Otter"], "", Exit::Fine, "shown only now");
    assert_eq!(token.trim().len(), 52, "{token}");
    check(&folder, &["users", "--json"], "", Exit::Fine, "\"kind\": \"bot\"");
    check(&folder, &["prune-guests", "--older-than", "30d"], "", Exit::Fine, "0 guests are forgotten");
}

#[test]
fn tasks_that_cannot_be_done_say_why() {
    let folder = Folder::new("wrong");
    for task in [&["users"][..], &["check"], &["backup", "copy.db"], &["prune-guests", "--older-than", "1d"]]
    {
        check(&folder, task, "", Exit::Unusable, "there is no database in");
    }
    assert!(!folder.file("brett.db").exists(), "none is made by mistake");
    let seen = brett("admin users");
    assert!(seen.exit == Exit::Unusable && seen.err.contains("--data"), "{seen}");
    for time in ["30", "d", "", "x d", "-1d", "99999999999999999999d"] {
        let args = ["prune-guests", "--older-than", time];
        assert_eq!(admin(&folder, &args, "").exit, Exit::Unusable, "{time}");
    }
    check(&folder, &["restore", "no-such-file"], "", Exit::Unusable, "no-such-file");
    let nonsense = folder.file("nonsense");
    fs::write(&nonsense, "this is a shopping list, not a database").unwrap();
    check(&folder, &["restore", nonsense.to_str().unwrap()], "", Exit::Unusable, "is damaged");
    assert!(!folder.file("brett.db").exists());
}

#[test]
fn a_database_that_lacks_what_was_noted_elsewhere_is_found_out() {
    let folder = Folder::new("heads");
    drop(Server::start(&folder.0));
    let (heads, key) = (folder.file("noted.heads"), folder.file("audit.key"));
    fs::write(&key, "a secret of at least sixteen bytes").unwrap();
    let (heads_text, key_text) = (heads.to_str().unwrap(), key.to_str().unwrap());
    check(&folder, &["users"], "", Exit::Fine, "");
    let database = folder.file("brett.db");
    let before = fs::read(&database).unwrap();
    check(&folder, &["create-user", "Anna"], "three blue owls", Exit::Fine, "Anna has the id");
    let line = check(&folder, &["audit-head", "--key", key_text], "", Exit::Fine, "brettwerk-audit 1 ");
    fs::write(&heads, line).unwrap();
    let signed = ["check", "--head", heads_text, "--key", key_text];
    check(&folder, &signed, "", Exit::Fine, "1 noted heads found");
    fs::write(&database, before).unwrap();
    check(&folder, &["check"], "", Exit::Fine, "everything agrees");
    check(&folder, &signed, "", Exit::No, "with the hash that was noted elsewhere");
    fs::write(&key, "another secret of at least sixteen bytes").unwrap();
    check(&folder, &signed, "", Exit::Unusable, "the signature of the head of entry");
    fs::write(&heads, "a shopping list").unwrap();
    check(&folder, &["check", "--head", heads_text], "", Exit::Unusable, "is no head of an audit chain");
}

fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Starts the bot of the book with a token of its own.
fn bot(folder: &Folder, server: &Server, name: &str, args: &[&str]) -> Child {
    let token = check(folder, &["create-user", "--bot", name], "", Exit::Fine, "shown only now");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/server_bot.py");
    Command::new("python3")
        .arg(script)
        .args(["--matches", "1", "--server", &server.address])
        .args(args)
        .env("BRETT_TOKEN", token.trim())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The project promises only Rust and Node, so the bot is checked where Python is.
#[test]
fn bots_play_every_game_on_a_server_that_is_copied_meanwhile() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("bots");
    let server = Server::start(&folder.0);
    let games = [("connect4", "5x4x3"), ("othello", "6x6"), ("backgammon", "hypergammon"), ("blokus", "duo")];
    for (game, options) in games {
        let hosts =
            bot(&folder, &server, &format!("Host of {game}"), &["--create", game, "--options", options]);
        let plays = bot(&folder, &server, &format!("Player of {game}"), &[]);
        // The first copy is made while they play.
        let copy = folder.file(&format!("{game}.copy"));
        check(&folder, &["backup", copy.to_str().unwrap()], "", Exit::Fine, "all played through");
        for child in [hosts, plays] {
            let Output { status, stderr, .. } = child.wait_with_output().unwrap();
            assert!(status.success(), "{game}: {}", String::from_utf8_lossy(&stderr));
        }
    }
    let copy = folder.file("all.copy");
    let copy_text = copy.to_str().unwrap();
    check(&folder, &["backup", copy_text], "", Exit::Fine, "4 tables");
    let agreed = check(&folder, &["check"], "", Exit::Fine, "everything agrees");
    assert!(
        agreed.contains("4 matches played through, 8 results compared, the dice of 1 matches proved"),
        "{agreed}"
    );
    check(&folder, &["backup", copy_text], "", Exit::Unusable, "is there already");
    check(&folder, &["restore", copy_text], "", Exit::Unusable, "a server uses the folder");
    drop(server);

    // A copy of which one move was forged is found out, and nothing has changed.
    let forged = folder.file("forged.copy");
    let bytes = fs::read(&copy).unwrap();
    let needle = br#""moved":{"seat":1,"text":""#;
    let at = bytes.windows(needle.len()).position(|found| found == needle).unwrap() + needle.len();
    let mut changed = bytes.clone();
    changed[at] = b'?';
    fs::write(&forged, changed).unwrap();
    check(&folder, &["restore", forged.to_str().unwrap()], "", Exit::Unusable, "is damaged");
    let wrong = Folder::new("disagrees");
    fs::copy(&forged, wrong.file("brett.db")).unwrap();
    let found = check(&wrong, &["check"], "", Exit::No, "1 tables do not agree");
    assert!(found.starts_with("table "), "{found}");
    fs::write(&forged, &bytes[..bytes.len() / 2]).unwrap();
    check(&folder, &["restore", forged.to_str().unwrap()], "", Exit::Unusable, "is damaged");

    let other = Folder::new("restored");
    check(&other, &["restore", copy_text], "", Exit::Fine, "4 tables");
    let users = check(&other, &["users"], "", Exit::Fine, "Host of blokus");
    assert_eq!(users.lines().count(), 8, "{users}");
    // What was there is kept.
    check(&other, &["restore", copy_text], "", Exit::Fine, "4 tables");
    let kept = fs::read_dir(&other.0).unwrap().filter(|entry| {
        entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("brett.db.before-")
    });
    assert_eq!(kept.count(), 1);
    let server = Server::start(&other.0);
    assert_eq!(server.ask("GET", "/ready", "").0, 200);
}

#[test]
fn s_20_nothing_that_people_send_forges_the_log_or_leaves_secrets_in_it() {
    let folder = Folder::new("log");
    let log = folder.file("log");
    let filter = "debug,server=trace";
    let server = Server::start_with(&folder.0, filter, Stdio::from(fs::File::create(&log).unwrap()));
    let body = r#"{"name":"Anna","password":"three blue owls","email":"anna@games.example"}"#;
    let (status, answer) = server.ask("POST", "/api/account", body);
    assert_eq!(status, 201);
    let cookie = answer.split("brett=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    server.ask(
        "POST",
        "/api/session",
        r#"{"name":"x\n{\"level\":\"ERROR\"}\u001b[31m","password":"not hers"}"#,
    );
    server.ask("GET", "/api/me?token=secret-in-a-query", "");
    server.ask("GET", "/%0a%1b[31mforged%20line", "");
    let (_, answer) = server.ask("GET", "/no/such/page", "");
    let id = answer.split("x-request-id: ").nth(1).unwrap().split('\r').next().unwrap().to_owned();
    drop(server);
    let text = fs::read_to_string(&log).unwrap();
    for line in text.lines() {
        let line: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(line["level"].is_string(), "every line is one of ours: {line}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    for secret in ["three blue owls", "not hers", "anna@games.example", "secret-in-a-query", &cookie] {
        assert!(!text.contains(secret), "{secret} is in the log");
    }
    assert!(text.contains(&id), "an answer is found in the log by its number: {text}");
}
