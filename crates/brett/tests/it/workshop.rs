//! The weights workshop of a server at home.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use arena::evolve::WeightFile;
use serde_json::{Value, json};

use crate::open::{Started, folder};

/// Weights of the player of 2006 in backgammon, the first of them as given.
fn file(first: i32) -> String {
    let names = {
        let game = catalog::find(catalog::GAMES, "backgammon").unwrap().open_text("").unwrap();
        let player = game.tunable("welfenlab-2006").unwrap().unwrap();
        player.parameters.iter().map(|parameter| (parameter.name, parameter.value)).collect::<Vec<_>>()
    };
    let head = "format = 1\ngame = 'backgammon'\nvariant = ''\nplayer = 'welfenlab-2006'\n\n[weights]\n";
    let lines = names.into_iter().enumerate().map(|(idx, (name, value))| {
        format!("{name} = {}\n", if idx == 0 { f64::from(first) } else { value })
    });
    head.to_owned() + &lines.collect::<String>()
}

struct Home {
    started: Started,
    data: PathBuf,
}

impl Home {
    fn new(name: &str) -> Self {
        let data = folder(name);
        Self { started: Started::new(&data, &["--port", "0"]), data }
    }

    /// The status and the JSON of an answer.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let headers = format!(
            "Host: {}\r\nX-Brett-Request: 1\r\nContent-Type: application/json\r\n",
            self.started.address
        );
        let body = body.map(Value::to_string).unwrap_or_default();
        let (head, body) = self.started.ask(&format!("{method} /api/workshop{path}"), &headers, &body);
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(&body).unwrap_or_else(|_| panic!("{head}\n{body}")))
    }

    /// The job when it is over.
    fn job_at_its_end(&self) -> Value {
        loop {
            let (_, view) = self.ask("GET", "", None);
            let job = view["job"].clone();
            if ["done", "canceled", "failed"].contains(&job["stage"].as_str().unwrap()) {
                return job;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn end(self) {
        assert_eq!(self.started.end().status.code(), Some(0));
        fs::remove_dir_all(self.data).unwrap();
    }
}

fn evolution(games: u64) -> Value {
    json!({
        "game": "backgammon", "player": "welfenlab-2006", "method": "cma-es", "games": games, "minutes": 60,
        "threads": 1, "seed": 1
    })
}

#[test]
fn evolution_tells_its_strength_and_its_weights() {
    let home = Home::new("evolve");
    let (status, view) = home.ask("GET", "", None);
    assert_eq!((status, view.get("job")), (200, None));
    let players = view["players"].as_array().unwrap();
    assert!(
        players.iter().any(|player| player["player"] == "welfenlab-2006" && player["terms"] == 9),
        "{view}"
    );
    let (status, job) = home.ask("POST", "/evolutions", Some(&evolution(400)));
    assert_eq!((status, &job["kind"]), (202, &"evolution".into()), "{job}");
    let job = home.job_at_its_end();
    assert_eq!((&job["stage"], &job["planned_games"]), (&"done".into(), &400.into()), "{job}");
    assert!(400 <= job["games"].as_u64().unwrap() && 0 < job["generation"].as_u64().unwrap(), "{job}");
    let strength = job["strength"].as_array().unwrap();
    assert!(
        !strength.is_empty() && strength.iter().all(|point| point["low"].as_f64() <= point["high"].as_f64())
    );
    assert!(job["result"]["games"].as_u64().is_some(), "{job}");
    // The file has the weights that are told.
    let found: WeightFile = job["file"].as_str().unwrap().parse().unwrap();
    for term in job["terms"].as_array().unwrap() {
        assert_eq!(
            term["right"].as_f64(),
            found.weights.get(term["name"].as_str().unwrap()).copied(),
            "{term}"
        );
    }
    // What was found is on disk, too.
    assert!(home.data.join("workshop/run-1/best.toml").exists());
    home.end();
}

#[test]
fn one_job_runs_at_a_time_and_can_be_canceled() {
    let home = Home::new("cancel");
    assert_eq!(home.ask("DELETE", "/job", None).0, 404);
    assert_eq!(home.ask("POST", "/evolutions", Some(&evolution(1_000_000))).0, 202);
    let (status, refused) = home.ask("POST", "/evolutions", Some(&evolution(400)));
    assert_eq!((status, &refused["code"]), (409, &"busy".into()), "{refused}");
    assert!(refused["rule"]["de"].as_str().unwrap().contains("brich sie ab"), "{refused}");
    assert_eq!(home.ask("DELETE", "/job", None).0, 200);
    let job = home.job_at_its_end();
    assert_eq!((&job["stage"], &job["number"]), (&"canceled".into(), &1.into()), "{job}");
    let (status, job) = home.ask(
        "POST",
        "/matches",
        Some(&json!({
            "left": file(-400), "games": 100, "minutes": 60, "threads": 1, "seed": 1
        })),
    );
    assert_eq!((status, &job["number"]), (202, &2.into()), "{job}");
    home.job_at_its_end();
    home.end();
}

#[test]
fn files_are_compared_term_by_term_and_play_against_each_other() {
    let home = Home::new("compare");
    let (left, right) = (file(-400), file(5_000));
    let (status, compared) = home.ask("POST", "/comparisons", Some(&json!({ "left": left, "right": right })));
    assert_eq!((status, &compared["player"]), (200, &"welfenlab-2006".into()), "{compared}");
    let terms = compared["terms"].as_array().unwrap();
    assert_eq!((terms.len(), &terms[0]["left"], &terms[0]["right"]), (9, &json!(-400.0), &json!(5_000.0)));
    assert!(terms.iter().skip(1).all(|term| term["left"] == term["right"]), "{compared}");
    let (_, own) = home.ask("POST", "/comparisons", Some(&json!({ "left": right })));
    assert_eq!(own["terms"][0]["right"], json!(-400.0), "the player's own weights: {own}");
    let (status, _) = home.ask(
        "POST",
        "/matches",
        Some(&json!({
            "left": left, "right": right, "games": 200, "minutes": 60, "threads": 1, "seed": 1
        })),
    );
    assert_eq!(status, 202);
    let job = home.job_at_its_end();
    assert_eq!((&job["stage"], &job["games"]), (&"done".into(), &200.into()), "{job}");
    // Who wants to be hit loses, with these dice.
    assert!(0.0 < job["result"]["low"].as_f64().unwrap(), "{job}");
    home.end();
}

#[test]
fn what_cannot_be_used_is_refused_with_a_remedy_in_both_languages() {
    let home = Home::new("refused");
    let check = |path: &str, body: &Value, en: &str, de: &str| {
        let (status, refused) = home.ask("POST", path, Some(body));
        assert_eq!(status, 400, "{refused}");
        assert!(refused["rule"]["en"].as_str().unwrap().contains(en), "{refused}");
        assert!(refused["rule"]["de"].as_str().unwrap().contains(de), "{refused}");
    };
    check(
        "/comparisons",
        &json!({ "left": "x" }),
        "the first file: this is no weight file",
        "die erste Datei: das ist keine",
    );
    let other = "format = 1\ngame = 'othello'\nvariant = ''\nplayer = 'denkmaschine-2014'\n[weights]\n";
    check(
        "/comparisons",
        &json!({ "left": file(1), "right": other }),
        "the second file: the weights are those of the game othello",
        "gehören zum Spiel othello",
    );
    check("/evolutions", &evolution(5), "5 games are not possible here; choose 100 to", "wähle 100 bis");
    let mut wanted = evolution(400);
    wanted["minutes"] = 61.into();
    check("/evolutions", &wanted, "61 minutes", "61 Minuten");
    wanted["minutes"] = 1.into();
    wanted["threads"] = 10_000.into();
    check("/evolutions", &wanted, "10000 threads", "10000 Threads");
    wanted["threads"] = 1.into();
    wanted["player"] = "random".into();
    check("/evolutions", &wanted, "has no player \"random\" with weights", "keinen Spieler „random“");
    let (status, refused) = home.ask("POST", "/evolutions", Some(&json!({ "game": 7 })));
    assert!((400..500).contains(&status), "{status} {refused}");
    assert_eq!(home.ask("GET", "/nothing", None).0, 404);
    home.end();
}

#[test]
fn only_who_sits_at_the_machine_of_a_home_server_may_enter() {
    let home = Home::new("strangers");
    // A page of somebody else whose name leads here keeps its name, and none may change anything unasked.
    let (head, _) = home.started.ask("GET /api/workshop", "Host: evil.example\r\n", "");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    let host = format!("Host: {}\r\nContent-Type: application/json\r\n", home.started.address);
    let (head, _) = home.started.ask("POST /api/workshop/evolutions", &host, &evolution(400).to_string());
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    home.end();
    // A server for others has none.
    let data = folder("public");
    let mut served = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(served.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /api/workshop HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    served.kill().unwrap();
    served.wait().unwrap();
    fs::remove_dir_all(data).unwrap();
}
