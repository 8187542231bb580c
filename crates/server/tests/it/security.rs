//! What somebody with bad intentions tries, one threat after the other.

use protocol::{ChairChoice, Channel, Code, Command, Message, NewTable};
use serde_json::{Value, json};
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest as _};

use crate::{
    browser::{Browser, PASSWORD, Reply},
    client::{Client, for_two},
    running::{Running, config},
};

/// Every route, with a method that it understands.
pub(crate) const ROUTES: [(&str, &str); 58] = [
    ("GET", "/"),
    ("GET", "/ws"),
    ("GET", "/ws/elsewhere"),
    ("GET", "/health"),
    ("GET", "/ready"),
    ("GET", "/metrics"),
    ("GET", "/api/quit"),
    ("POST", "/api/quit"),
    ("GET", "/api/me"),
    ("GET", "/api/me/tables"),
    ("GET", "/api/me/relations"),
    ("POST", "/api/me/relations"),
    ("DELETE", "/api/me/relations"),
    ("POST", "/api/reports"),
    ("GET", "/api/puzzles"),
    ("GET", "/api/puzzles/next"),
    ("GET", "/api/puzzles/x/x"),
    ("POST", "/api/puzzles/x/x"),
    ("GET", "/api/me/mistakes"),
    ("POST", "/api/me/mistakes"),
    ("POST", "/api/me/mistakes/x/x"),
    ("GET", "/api/tournaments"),
    ("POST", "/api/tournaments"),
    ("GET", "/api/tournaments/x"),
    ("DELETE", "/api/tournaments/x"),
    ("POST", "/api/tournaments/x/players"),
    ("DELETE", "/api/tournaments/x/players"),
    ("POST", "/api/tournaments/x/start"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/games"),
    ("GET", "/api/variant"),
    ("GET", "/api/draw"),
    ("GET", "/api/picture"),
    ("POST", "/api/game-reports"),
    ("GET", "/api/game-reports/x"),
    ("GET", "/api/game-reports/x/page"),
    ("POST", "/api/tables/x/report"),
    ("GET", "/api/users/x/game-reports"),
    ("GET", "/api/tree"),
    ("POST", "/api/replay"),
    ("GET", "/api/tables/x/record"),
    ("GET", "/api/invitations/x"),
    ("GET", "/api/users/x"),
    ("GET", "/api/users/x/games"),
    ("GET", "/api/users/x/records"),
    ("GET", "/api/games/x"),
    ("GET", "/api/leaderboards/x"),
    ("GET", "/api/account"),
    ("POST", "/api/account"),
    ("PATCH", "/api/account"),
    ("DELETE", "/api/account"),
    ("GET", "/api/account/export"),
    ("POST", "/api/session"),
    ("DELETE", "/api/session"),
    ("DELETE", "/api/sessions"),
    ("GET", "/api/tokens"),
    ("POST", "/api/tokens"),
    ("DELETE", "/api/tokens/x"),
];

#[tokio::test]
async fn s_01_a_forged_origin_is_refused_on_every_route() {
    let server = Running::start().await;
    let browser = server.browser();
    for (method, path) in ROUTES {
        for origin in ["https://evil.example", "null", "http://127.0.0.1", "https://friend.example.evil"] {
            let headers = format!("Origin: {origin}\r\nX-Brett-Request: 1\r\n");
            let refused = browser.raw(method, path, &headers, "").await;
            assert!(refused.refused(403, Code::NotAllowed).contains("origin"), "{method} {path}");
            assert_eq!(refused.header("access-control-allow-origin"), None);
        }
    }
    let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    assert!(connect_async(request).await.is_err());
    server.stop().await;
}

#[tokio::test]
async fn s_02_what_people_type_comes_back_as_data_only() {
    let server = Running::start().await;
    let browser = server.browser();
    for (method, path) in ROUTES {
        let answer = browser.raw(method, path, "X-Brett-Request: 1\r\n", "").await;
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{method} {path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        let kind = answer.header("content-type").unwrap_or("none");
        assert!(!kind.contains("html") && !kind.contains("xml"), "{method} {path}: {kind}");
        assert!(answer.header("x-request-id").is_some_and(|id| id.len() == 16), "{method} {path}");
    }
    let payloads = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)"];
    let mut anna = server.guest().await;
    anna.ask(Command::EnterLobby).await.unwrap();
    for payload in payloads {
        let line = Command::Chat { channel: Channel::Lobby, text: payload.to_owned() };
        anna.ask(line).await.unwrap();
        let heard = anna.wait(|message| match message {
            Message::Chat { line } => Some(line.text.clone()),
            _ => None,
        });
        assert_eq!(heard.await, payload, "it is kept as the text that it is");
        let sign_up = json!({"name": payload, "password": PASSWORD});
        let mut browser = server.browser();
        let refused = browser.post("/api/account", sign_up).await;
        assert!(!refused.refused(400, Code::Text).contains('<'), "it is not repeated either");
    }
    server.stop().await;
}

#[tokio::test]
async fn s_03_a_log_in_gets_a_new_secret_that_scripts_cannot_read() {
    let server = Running::start().await;
    let mut anna = server.browser();
    anna.get("/api/me").await;
    let as_guest = anna.cookie.clone().unwrap();
    anna.sign_up("Anna").await;
    let signed_up = anna.cookie.clone().unwrap();
    assert_ne!(as_guest, signed_up);
    let reply = anna.log_in("Anna", PASSWORD).await.fine(200);
    let logged_in = anna.cookie.clone().unwrap();
    assert_ne!(signed_up, logged_in, "a log-in never takes over a secret that was there before");
    let set = reply.header("set-cookie").unwrap();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(set.contains(attribute), "{set}");
    }
    assert!(!set.contains("Secure"), "this server speaks plain HTTP");
    // What was there before is worth nothing now.
    let id = anna.get("/api/me").await.json()["id"].clone();
    for old in [as_guest, signed_up] {
        let mut thief = Browser { cookie: Some(old), ..server.browser() };
        assert_ne!(thief.get("/api/me").await.json()["id"], id);
        thief.get("/api/account").await.refused(401, Code::Account);
    }
    // An attacker who plants a secret of their own choice does not get in either.
    let planted = format!("brett={}", "k".repeat(52));
    let mut victim = Browser { cookie: Some(planted.clone()), ..server.browser() };
    victim.log_in("Anna", PASSWORD).await.fine(200);
    assert_ne!(victim.cookie, Some(planted.clone()));
    let mut attacker = Browser { cookie: Some(planted), ..server.browser() };
    attacker.get("/api/account").await.refused(401, Code::Account);
    let folder = server.stop().await;
    let database = std::fs::read(folder.path().join("brett.db")).unwrap();
    let secret = logged_in.strip_prefix("brett=").unwrap().as_bytes();
    assert!(!database.windows(secret.len()).any(|found| found == secret), "only hashes are kept");
}

#[tokio::test]
async fn s_03_the_cookie_is_secure_behind_a_proxy_with_tls() {
    let folder = crate::folder::Folder::new();
    let trusting = server::Config { proxies: vec!["127.0.0.1".parse().unwrap()], ..config(folder.path()) };
    let server = Running::start_with(folder, trusting).await;
    let browser = server.browser();
    let answer = browser.raw("GET", "/api/me", "X-Forwarded-Proto: https\r\n", "").await;
    assert!(answer.header("set-cookie").unwrap().ends_with("; Secure"));
    server.stop().await;
}

#[tokio::test]
async fn d_15_strangers_cannot_lock_the_owner_out() {
    let server = Running::start().await;
    let mut anna = server.browser();
    let signed_up = anna.post("/api/account", json!({"name": "Anna", "password": PASSWORD})).await.fine(201);
    let of_anna = device(&signed_up);
    let mut eve = server.browser();
    let signed_up = eve.post("/api/account", json!({"name": "Eve", "password": PASSWORD})).await.fine(201);
    let of_eve = device(&signed_up);
    anna.delete("/api/session", Value::Null).await.fine(204);
    for number in 0..20 {
        let guess = format!("guess number {number}");
        server.browser().log_in("Anna", &guess).await.refused(403, Code::Password);
    }
    let log_in = async |cookie: &str| {
        let mut browser = server.browser();
        browser.cookie = Some(cookie.to_owned());
        browser.log_in("Anna", PASSWORD).await
    };
    // At this address nobody may try any more, except who has been Anna before.
    let forged = of_anna.replacen("brett-device=", "brett-device=x", 1);
    for cookie in ["brett=nothing", &of_eve, &forged, "brett-device=", "brett-device=a.b.c"] {
        log_in(cookie).await.refused(429, Code::TooFast);
    }
    let again = log_in(&of_anna).await.fine(200);
    assert_eq!(device(&again), of_anna, "the device stays the same");
    // It opens no door by itself, and is sent to nobody but who logs in.
    let mut without_password = server.browser();
    without_password.cookie = Some(of_anna.clone());
    assert_eq!(without_password.get("/api/me").await.json()["guest"], true);
    let set = again.head.lines().find(|line| line.contains("brett-device=")).unwrap();
    for part in ["; Path=/api/session;", "; HttpOnly", "; SameSite=Lax"] {
        assert!(set.contains(part), "{set}");
    }
    server.stop().await;
}

/// The cookie of a device that an answer sets, as it is sent.
fn device(reply: &Reply) -> String {
    let set =
        reply.head.lines().find_map(|line| line.split_once("brett-device=")).expect("a device is named");
    format!("brett-device={}", set.1.split(';').next().unwrap())
}

#[tokio::test]
async fn d_18_confusable_names_are_refused() {
    let server = Running::start().await;
    for name in ["Paul", "Lisa"] {
        server.browser().sign_up(name).await;
    }
    let mut evil = server.browser();
    for (name, status) in [
        ("PauI", 409),
        ("Iisa", 409),
        ("Lısa", 409),
        ("Admın", 409),
        ("adm1n", 409),
        ("ſerver", 400),
        ("ǀǀǀ", 400),
        ("TABLE", 409),
        ("Р\u{430}ul", 400),
    ] {
        let answer = evil.post("/api/account", json!({"name": name, "password": PASSWORD})).await;
        assert_eq!(answer.status, status, "{name}: {answer:?}");
    }
    evil.sign_up("Evil").await;
    let rename = json!({"password": PASSWORD, "name": "PauI"});
    evil.patch("/api/account", rename).await.refused(409, Code::Name);
    server.stop().await;
}

#[tokio::test]
async fn s_04_guessing_is_slowed_down_and_then_refused() {
    let server = Running::start().await;
    server.browser().sign_up("Anna").await;
    let hashes = async || {
        let (_, metrics) = server.get("/metrics", "").await;
        let line = metrics.lines().find_map(|line| line.strip_prefix("brett_password_hashes_total "));
        line.unwrap().parse::<u64>().unwrap()
    };
    let before = hashes().await;
    for number in 0..20 {
        // Another browser each time: it is the name that counts.
        let guess = format!("guess number {number}");
        server.browser().log_in("anna", &guess).await.refused(403, Code::Password);
    }
    server.browser().log_in("ANNA", PASSWORD).await.refused(429, Code::TooFast);
    assert_eq!(hashes().await, before + 20, "what is refused costs nothing");
    server.browser().sign_up("Bert").await;
    server.browser().log_in("Bert", PASSWORD).await.fine(200);
    server.stop().await;
}

#[tokio::test]
async fn s_05_cross_site_requests_change_nothing() {
    let server = Running::start().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    let cookie = format!("Cookie: {}\r\n", anna.cookie.clone().unwrap());
    // To play a record again changes nothing.
    let changing = ROUTES.iter().filter(|(method, path)| *method != "GET" && *path != "/api/replay");
    for (method, path) in changing {
        // A form or a simple request of another page: no page is named, and no header can be set.
        let form = format!("{cookie}Content-Type: text/plain\r\n");
        let refused = anna.raw(method, path, &form, &json!({"password": PASSWORD}).to_string()).await;
        assert!(refused.refused(403, Code::NotAllowed).contains("x-brett-request"), "{method} {path}");
    }
    let preflight = "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\
                     Access-Control-Request-Headers: x-brett-request\r\n";
    let refused = anna.raw("OPTIONS", "/api/session", preflight, "").await;
    assert_eq!((refused.status, refused.header("access-control-allow-headers")), (403, None));
    anna.get("/api/account").await.fine(200);
    server.stop().await;
}

#[tokio::test]
async fn s_06_tables_of_any_size_are_refused_before_they_cost_anything() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let me = |n: usize| {
        let mut chairs = vec![ChairChoice::Open; n];
        chairs[0] = ChairChoice::Me;
        chairs
    };
    for (game, options) in [
        ("connect4", "1000x1000x4"),
        ("connect4", "4294967295x4294967295x4"),
        ("connect4", "7x6x0"),
        ("othello", "1000x1000"),
        ("othello", "99999999999999999999x8"),
        ("backgammon", "match=4294967296"),
        ("blokus", "1000x1000"),
        ("blokus", "classic players=200"),
    ] {
        let table = NewTable::new(game, options, me(2));
        let refused = anna.ask(Command::CreateTable { table }).await;
        assert_eq!(Client::code(refused), Code::Settings, "{game} {options}");
    }
    let usual = for_two("connect4", "");
    let wrong = [
        NewTable { chairs: vec![ChairChoice::Open; 100], ..usual.clone() },
        NewTable { length: Some("rounds=4294967296".to_owned()), ..usual.clone() },
        NewTable { clock: "99999999999999999999h".to_owned(), ..usual.clone() },
        NewTable { password: Some("x".repeat(101)), ..usual.clone() },
        NewTable {
            chairs: vec![ChairChoice::Me, ChairChoice::Engine("alphabeta:table=40".to_owned())],
            ..usual.clone()
        },
    ];
    for table in wrong {
        let told = format!("{table:?}");
        assert_eq!(Client::code(anna.ask(Command::CreateTable { table }).await), Code::Settings, "{told}");
    }
    anna.create(usual).await;
    server.stop().await;
}

#[tokio::test]
async fn s_11_bodies_are_small_flat_and_well_formed() {
    let server = Running::start().await;
    let browser = server.browser();
    let headers = browser.headers();
    let long = json!({"name": "x".repeat(9_000), "password": PASSWORD}).to_string();
    let deep = "[".repeat(8_000);
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "\u{feff}{}",
        r#"{"name":"Anna"}"#,
        r#"{"name":"Anna","password":17}"#,
        r#"{"name":"Anna","password":"three blue owls","admin":true}"#,
        r#"{"name":"Anna","name":"Anna","password":"three blue owls"}"#,
        long.as_str(),
        deep.as_str(),
    ];
    for body in bodies {
        for path in ["/api/account", "/api/session"] {
            let sentence = browser.raw("POST", path, &headers, body).await.refused(400, Code::Unreadable);
            assert!(sentence.len() < 400 && !sentence.contains("three blue owls"), "{sentence}");
        }
    }
    let form = headers.replace("application/json", "application/x-www-form-urlencoded");
    browser.raw("POST", "/api/session", &form, "name=Anna").await.refused(400, Code::Unreadable);
    browser.raw("PUT", "/api/session", &headers, "{}").await.refused(405, Code::NotFound);
    browser.raw("GET", "/ws", "", "").await.refused(400, Code::Unreadable);
    server.stop().await;
}

#[tokio::test]
async fn s_18_names_and_addresses_cannot_be_found_out() {
    let server = Running::start().await;
    let mut anna = server.browser();
    let new = json!({"name": "Anna", "password": PASSWORD, "email": "anna@games.example"});
    anna.post("/api/account", new).await.fine(201);
    let mut answers = Vec::new();
    for name in ["Anna", "Nobody", "", "' OR 1=1 --", &"x".repeat(1_000)] {
        let refused = server.browser().log_in(name, "not the password").await;
        refused.refused(403, Code::Password);
        answers.push(refused.body);
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "whoever is not there gets the same answer");
    let (_, metrics) = server.get("/metrics", "").await;
    assert!(metrics.contains("brett_password_hashes_total 6"), "and costs the same work: {metrics}");
    // The address is told to nobody else.
    let mut socket = anna.connect().await;
    let table = socket.create(for_two("connect4", "")).await;
    let mut bert = server.guest().await;
    bert.ask(Command::EnterLobby).await.unwrap();
    bert.watch(&table, protocol::Detail::Drawn).await;
    socket.ask(Command::Chat { channel: Channel::Lobby, text: "the end".to_owned() }).await.unwrap();
    loop {
        let message = bert.next().await;
        assert!(!serde_json::to_string(&message).unwrap().contains("games.example"));
        if matches!(&message, Message::Chat { line } if line.text == "the end") {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn s_21_the_limit_per_address_cannot_be_dodged_by_a_header() {
    let server = Running::start().await;
    let browser = server.browser();
    // The server trusts no proxy here, so what the header says changes nothing; the unit tests show the rest.
    let forged = format!("{}X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n", browser.headers());
    let answer = browser.raw("GET", "/api/me", &forged, "").await.fine(200);
    assert!(!answer.header("set-cookie").unwrap().contains("Secure"));
    server.stop().await;
}

#[tokio::test]
async fn a_banned_person_is_shown_out_and_kept_out() {
    use store::{AccountStore as _, Ban};
    use store_sqlite::SqliteStore;
    let server = Running::start().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    let mut socket = anna.connect().await;
    let mut guest = server.guest().await;
    // Another process writes into the same file, as `brett admin` does.
    let store = SqliteStore::open(&server.folder.path().join("brett.db")).await.unwrap();
    for user in [&socket.you.id, &guest.you.id] {
        store.ban(Ban { user: user.clone(), reason: "insults".to_owned(), since: 1 }).await.unwrap();
    }
    for client in [&mut socket, &mut guest] {
        let told = client.until_closed().await;
        let Some(Message::Refused { problem, .. }) = told.last() else { panic!("{told:?}") };
        assert_eq!(problem.code, Code::Banned);
        assert!(problem.sentence.contains("insults"), "{}", problem.sentence);
    }
    anna.get("/api/account").await.refused(403, Code::Banned);
    server.browser().log_in("Anna", PASSWORD).await.refused(403, Code::Banned);
    let mut as_guest = Browser { cookie: Some(guest.cookie.clone()), ..server.browser() };
    as_guest.get("/api/me").await.refused(403, Code::Banned);
    assert!(store.unban(&socket.you.id).await.unwrap());
    anna.get("/api/account").await.fine(200);
    store.close().await;
    server.stop().await;
}

#[tokio::test]
async fn log_ins_end_when_they_are_not_used_and_in_any_case() {
    use store::AccountStore as _;
    use store_sqlite::SqliteStore;
    let server = Running::start().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    anna.get("/api/account").await.fine(200);
    let store = SqliteStore::open(&server.folder.path().join("brett.db")).await.unwrap();
    let id = anna.get("/api/me").await.json()["id"].as_str().unwrap().parse().unwrap();
    let login = store.belongings(&id).await.unwrap().logins.remove(0);
    let day = 24 * 3_600 * 1_000;
    store.touch_login(&login.token, login.created - 31 * day).await.unwrap();
    anna.clone().get("/api/account").await.refused(401, Code::Account);
    store.touch_login(&login.token, login.created - 29 * day).await.unwrap();
    anna.get("/api/account").await.fine(200);
    let again = store.login(&login.token).await.unwrap().unwrap();
    assert!(login.created <= again.seen, "the use is noted");
    store.log_out(&login.token).await.unwrap();
    store.log_in(store::Login { expires: login.created, ..login }).await.unwrap();
    anna.get("/api/account").await.refused(401, Code::Account);
    assert_eq!(anna.get("/api/me").await.json()["guest"], Value::Bool(true));
    store.close().await;
    server.stop().await;
}
