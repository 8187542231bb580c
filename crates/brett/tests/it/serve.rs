//! `brett serve`: its settings, and how it begins and ends.

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Command, Stdio},
};

use brett::Exit;

use crate::session::{Session, brett};

/// A path for temporary things.
fn path(name: &str) -> PathBuf {
    env::temp_dir().join(format!("brett-serve-{}-{name}", std::process::id()))
}

#[track_caller]
fn check_refused(session: &Session, args: &[&str], reason: &str) {
    let seen = session.run([&["serve", "--check"], args].concat());
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    assert!(seen.err.contains(reason), "{seen}");
}

#[test]
fn a_check_says_what_would_be_used_and_serves_nobody() {
    let data = path("check");
    let data_text = data.to_str().unwrap();
    let checked = Session::new().run([
        "serve",
        "--check",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data_text,
        "--engine-threads",
        "3",
    ]);
    assert_eq!(checked.exit, Exit::Fine, "{checked}");
    assert!(checked.out.starts_with("fine: would listen on 127.0.0.1:"), "{checked}");
    assert!(
        checked.out.contains(data_text) && checked.out.contains("3 threads with at most 640 MB"),
        "{checked}"
    );
    assert!(checked.out.contains("with a new database"), "{checked}");
    assert!(!data.join("brett.db").exists(), "a check makes no database");
    let args = ["serve", "--check", "--json", "--listen", "127.0.0.1:0", "--praktikum", "127.0.0.1:0"];
    let checked = Session::new().run([&args[..], &["--data", data_text, "--engine-threads", "3"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&checked.out).expect("JSON and nothing else");
    assert_eq!((&answer["database"], &answer["engine_memory_mb"]), (&"new".into(), &640.into()), "{answer}");
    assert_eq!(answer["originals"][0]["protocol"], "praktikum");
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_file_says_what_the_command_line_does_not() {
    let (file, data) = (path("settings.toml"), path("settings"));
    fs::write(
        &file,
        format!("listen = \"127.0.0.1:0\"\ndata = {data:?}\nengine-threads = 7\nlog = \"warn\"\n"),
    )
    .unwrap();
    let args = ["serve", "--check", "--config", file.to_str().unwrap()];
    assert!(Session::new().run(args).out.contains("7 threads"));
    // The environment counts more than the file, and the command line more than both.
    let session = Session::new().with_variable("BRETT_ENGINE_THREADS", "5");
    assert!(session.run(args).out.contains("5 threads"));
    assert!(session.run([&args[..], &["--engine-threads", "2"]].concat()).out.contains("2 threads"));
    let session = Session::new().with_variable("BRETT_ENGINE_MEMORY", "300");
    assert!(session.run(args).out.contains("at most 300 MB"));
    assert!(session.run([&args[..], &["--engine-memory", "2000"]].concat()).out.contains("at most 2000 MB"));
    check_refused(&Session::new(), &["--engine-memory", "255"], "from 256 to 1048576");
    let session = Session::new().with_variable("BRETT_ENGINE_MEMORY", "1");
    check_refused(&session, &args[2..], "cannot have 1 MB of memory; choose 256 to 1048576");
    fs::write(&file, "listne = \"127.0.0.1:0\"\n").unwrap();
    check_refused(&Session::new(), &["--config", file.to_str().unwrap()], "unknown field `listne`");
    fs::remove_file(file).unwrap();
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn protocols_of_original_programs_are_set_by_options_variables_and_file() {
    let (file, data) = (path("originals.toml"), path("originals"));
    let settings = format!(
        "listen = \"127.0.0.1:0\"\ndata = {data:?}\nwelfenlab = \"127.0.0.2:0\"\nwelfenlab-fill = \"level3\"\n\
         welfenlab-dialect = \"paper\"\nwelfenlab-greeting = \"Welcome!\"\nwelfenlab-registered-only = true\n\
         welfenlab-max-connections = 16\npraktikum = \"127.0.0.2:0\"\npraktikum-player = \"level2\"\npraktikum-wait = 5\n"
    );
    fs::write(&file, settings).unwrap();
    let args = ["serve", "--check", "--config", file.to_str().unwrap()];
    let seen = Session::new().run_with(catalog::GAMES, args);
    assert!(seen.out.contains("would speak welfenlab://127.0.0.2:"), "{seen}");
    assert!(seen.out.contains("would speak praktikum://127.0.0.2:"), "{seen}");
    let warning = "warning: the protocol welfenlab has no encryption; only this machine can reach it";
    assert!(seen.err.contains(warning), "{seen}");
    let about_passwords =
        "only accounts may log in by welfenlab: passwords of accounts travel in the clear there";
    assert!(seen.err.contains(about_passwords), "{seen}");
    let session = Session::new().with_variable("BRETT_WELFENLAB_REGISTERED_ONLY", "false");
    assert!(!session.run_with(catalog::GAMES, args).err.contains(about_passwords));
    // The environment counts more than the file, and the command line more than both.
    let session = Session::new().with_variable("BRETT_WELFENLAB", "127.0.0.3:0");
    let seen = session.run_with(catalog::GAMES, args);
    assert!(seen.out.contains("would speak welfenlab://127.0.0.3:"), "{seen}");
    let seen = session.run_with(catalog::GAMES, [&args[..], &["--welfenlab", "0.0.0.0:0"]].concat());
    assert!(seen.out.contains("would speak welfenlab://0.0.0.0:"), "{seen}");
    let warning =
        "the protocol welfenlab has no encryption; everybody who can reach this machine can read along";
    assert!(seen.err.contains(warning), "{seen}");
    // Whoever listens on every address says which one others type, if this machine has one.
    let seen = session.run_with(
        catalog::GAMES,
        [&args[..], &["--welfenlab", "0.0.0.0:0", "--listen", "0.0.0.0:0"]].concat(),
    );
    let tells = |protocol: &str| seen.out.contains(&format!("others connect to {protocol}://"));
    assert_eq!(tells("http"), tells("welfenlab"), "{seen}");
    assert!(!seen.out.contains("others connect to http://0.0.0.0"), "{seen}");
    // They are off unless something asks for them.
    let data = data.to_str().unwrap();
    let seen = Session::new().run(["serve", "--check", "--listen", "127.0.0.1:0", "--data", data]);
    assert!(!seen.out.contains("would speak") && seen.err.is_empty(), "{seen}");
    fs::remove_file(file).unwrap();
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn wrong_settings_are_refused_with_a_reason() {
    let none = Session::new();
    check_refused(&none, &["--listen", "127.0.0.1:0"], "name one by --data");
    check_refused(&none, &["--config", "no-such-file.toml"], "cannot read no-such-file.toml");
    check_refused(&none, &["--data", "/proc/nowhere"], "choose another one");
    check_refused(&none, &["--data", "x", "--origin", "games.example/page"], "is no origin");
    check_refused(&none, &["--data", "x", "--log", "=["], "log filter");
    let visits = Session::new().with_variable("BRETT_VISITS", "anna@games.example");
    check_refused(&visits, &["--data", "x"], "names no host");
    check_refused(&none, &["--data", "x", "--praktikum-player", "level11"], "--praktikum-player");
    check_refused(&none, &["--data", "x", "--welfenlab-fill", "nobody"], "--welfenlab-fill");
    let refused = "there is no dialect \"german\"; choose paper or server";
    check_refused(&none, &["--data", "x", "--welfenlab-dialect", "german"], refused);
    check_refused(&none, &["--data", "x", "--welfenlab-greeting", "a;b"], "a greeting is one line");
    check_refused(&none, &["--data", "x", "--welfenlab-max-connections", "0"], "1");
    let many = Session::new().with_variable("BRETT_WELFENLAB_MAX_CONNECTIONS", "0");
    check_refused(&many, &["--data", "x"], "0 is not possible; choose 1 to 100000");
    let wait = Session::new().with_variable("BRETT_PRAKTIKUM_WAIT", "soon");
    check_refused(&wait, &["--data", "x"], "BRETT_PRAKTIKUM_WAIT is \"soon\"");
    check_refused(&Session::new().with_variable("BRETT_LISTEN", "here"), &[], "BRETT_LISTEN is \"here\"");
    check_refused(&Session::new().with_variable("BRETT_LOG_FORMAT", "xml"), &["--data", "x"], "text or json");
    assert_eq!(brett("serve --listen nowhere").exit, Exit::Unusable);
}

#[test]
fn the_log_says_which_silent_client_was_disconnected_and_what_it_did_not_send() {
    let data = path("silent");
    let mut process = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--data"])
        .arg(&data)
        .args(["--welfenlab", "127.0.0.1:0", "--praktikum", "127.0.0.1:0", "--freebloks", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(process.stderr.take().unwrap());
    let awaited =
        [("welfenlab", "a login"), ("praktikum", "the first move"), ("freebloks", "the first packet")];
    let clients = BufReader::new(process.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| {
            let (protocol, address) = line.strip_prefix("listening on ")?.split_once("://")?;
            let &(_, awaited) = awaited.iter().find(|(name, _)| *name == protocol)?;
            Some((TcpStream::connect(address).unwrap(), awaited))
        })
        .take(awaited.len())
        .collect::<Vec<_>>();
    let mut expected = clients
        .iter()
        .map(|(stream, awaited)| (stream.local_addr().unwrap().to_string(), *awaited))
        .collect::<Vec<_>>();
    // The protocols allow 10 and 30 seconds.
    for line in log.lines() {
        // Warnings to the host stand between the lines of the log.
        let Ok(line) = serde_json::from_str::<serde_json::Value>(&line.unwrap()) else { continue };
        let fields = &line["fields"];
        if fields["message"] == "a client of an original protocol was silent for too long" {
            expected
                .retain(|(address, awaited)| fields["address"] != **address || fields["awaited"] != *awaited);
            assert!(fields["limit"].is_string(), "{line}");
            if expected.is_empty() {
                break;
            }
        }
    }
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(expected.is_empty(), "not logged: {expected:?}");
    fs::remove_dir_all(data).unwrap();
}

#[cfg(unix)]
#[test]
fn it_says_where_it_listens_and_ends_when_it_is_told_to() {
    let data = path("term");
    let mut process = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let mut stream = TcpStream::connect(address).unwrap();
    let guess = r#"{"name":"Not A Name","password":"not a password"}"#;
    write!(
        stream,
        "POST /api/session HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nX-Brett-Request: 1\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{guess}",
        guess.len()
    )
    .unwrap();
    let mut refused = String::new();
    stream.read_to_string(&mut refused).unwrap();
    assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
    let killed = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ended = process.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let log = String::from_utf8(ended.stderr).unwrap();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("every line of the log is JSON")).collect();
    let logged = |message: &str| lines.iter().find(|line| line["fields"]["message"] == message);
    assert!(logged("everything is written").is_some(), "{log}");
    assert_eq!(logged("listening for HTTP and WebSockets").unwrap()["fields"]["address"], address, "{log}");
    // A failed log-in is found by the id that the client was told, and what was tried is not told to the log.
    let failed = logged("a log-in failed").unwrap();
    let id = failed["span"]["id"].as_str().unwrap();
    assert!(refused.contains(&format!("x-request-id: {id}")), "{refused}\n{log}");
    assert!(!log.contains("Not A Name") && !log.contains("not a password"), "{log}");
    fs::remove_dir_all(data).unwrap();
}
