//! `brett connect` against `brett serve`: both sides of the protocols of original programs.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Output, Stdio},
};

use brett::Exit;

use crate::{
    original_server::Server,
    session::{Session, brett},
};

/// The real program as a client, with a file of known servers of its own.
fn connect(server: &Server, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_brett"))
        .arg("connect")
        .args(args)
        .arg("--known")
        .arg(server.data.join("known"))
        .env("BRETT_PASSWORD", "swordfish")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[track_caller]
fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    (out, err)
}

/// Every message is there with its direction, and nothing else.
#[track_caller]
fn check_protocol_log(err: &str) {
    let (came, went): (Vec<&str>, Vec<&str>) = err.lines().partition(|line| line.starts_with("> "));
    assert!(!came.is_empty() && !went.is_empty(), "{err}");
    assert_eq!(went.iter().find(|line| !line.starts_with("< ")), None, "{err}");
}

#[test]
fn two_players_of_ours_meet_on_a_backgammon_server() {
    let server = Server::start("welfenlab", &["--welfenlab", "127.0.0.1:0"]);
    let port = server.port("welfenlab");
    let address = |name: &str| format!("welfenlab://{name}@127.0.0.1:{port}");
    let (anna, bert) = (address("anna"), address("bert"));
    let locked = ["--game-password", "opensesame"];
    let both = ["--join", "1", "--create"];
    let anna = [&[&*anna, "--as", "level1", "--netdbg"], &both[..], &locked[..]].concat();
    let anna = connect(&server, &anna);
    // Whoever comes first creates the game, and the other one joins it.
    let bert = connect(&server, &[&[&*bert, "--as", "level2"], &both[..], &locked[..]].concat());
    let (of_anna, of_bert) = (anna.wait_with_output().unwrap(), bert.wait_with_output().unwrap());
    let (out, err) = text(&of_anna);
    let (others, _) = text(&of_bert);
    let result = |out: &str| {
        let line = out.lines().find(|line| line.starts_with("the round is ")).expect("a result").to_owned();
        line.contains("won")
    };
    assert_ne!(result(&out), result(&others), "{out}\n{others}");
    // Every message is there, and no password.
    check_protocol_log(&err);
    for line in ["< LOGIN:anna;***;", "> INFO:LOGIN;anna", "< START", "> CONFIRM:START", "< CONFIRM"] {
        assert!(err.lines().any(|heard| heard == line), "{line} is not in\n{err}");
    }
    // Anna has created the game, with its terms, or joined that of Bert.
    assert!(err.lines().any(|heard| ["< JOIN:1;***;;1", "< JOIN:1;***"].contains(&heard)), "{err}");
    assert!(!err.contains("swordfish") && !err.contains("opensesame"), "{err}");
    let known = fs::read_to_string(server.data.join("known")).unwrap();
    assert_eq!(known.lines().count(), 2, "{known}");
    // One of them is forgotten, and the other one stays.
    let forgotten = connect(&server, &["1", "--forget"]).wait_with_output().unwrap();
    let (rest, _) = text(&forgotten);
    assert_eq!(rest.lines().filter(|line| line.contains("welfenlab://")).count(), 1, "{rest}");
}

#[test]
fn things_to_do_can_be_listed_in_a_file() {
    let server = Server::start("script", &["--welfenlab", "127.0.0.1:0"]);
    let address = format!("welfenlab://anna@127.0.0.1:{}", server.port("welfenlab"));
    let script = "list\ncreate 3 20\nchat anna so: yes\nleave\njoin x\nquit\n";
    let seen = Session::with_input(script).run_with(catalog::GAMES, ["connect", &address]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    for sentence in [
        "you are logged in",
        "there are no games",
        "here are anna",
        "you sit in game 1",
        "anna: so. yes",
        "you are in no game any more",
        "x is no number of a game",
        "you are logged out",
    ] {
        assert!(seen.out.contains(sentence), "{sentence}: {seen}");
    }
}

#[test]
fn everything_is_said_in_german_to_who_wants_it() {
    let doors = ["--welfenlab", "127.0.0.1:0", "--praktikum", "127.0.0.1:0", "--freebloks", "127.0.0.1:0"];
    let server = Server::start("german", &doors);
    let address = format!("welfenlab://anna@127.0.0.1:{}", server.port("welfenlab"));
    let script = "help\nlist\ncreate x\ncreate 3 20\nleave\njoin x\nquit\n";
    let seen = Session::with_input(script).run_with(catalog::GAMES, ["--lang", "de", "connect", &address]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    for sentence in [
        "du bist angemeldet",
        "an einem Spiel teilnehmen",
        "es gibt keine Spiele",
        "hier sind anna",
        "x ist keine Zahl",
        "du sitzt in Spiel 1",
        "du bist in keinem Spiel mehr",
        "x ist keine Nummer eines Spiels",
        "du bist abgemeldet",
    ] {
        assert!(seen.out.contains(sentence), "{sentence}: {seen}");
    }
    let address = format!("praktikum://127.0.0.1:{}", server.port("praktikum"));
    let seen =
        Session::with_input("9\n4\nquit\n").run_with(catalog::GAMES, ["--lang", "de", "connect", &address]);
    for sentence in ["gegenüber spielt", "ist am Zug", "du spielst 4"] {
        assert!(seen.out.contains(sentence), "{sentence}: {seen}");
    }
    let address = format!("freebloks://Ada@127.0.0.1:{}", server.port("freebloks"));
    let script = "help\nboard\nseats\nsit rosa\nmode schach\nmode duo 14:14\nmode duo 3x3\nmode duo 4x4\nstand gelb\nchat Moin\n\
                  start\na1\ne9,d10,e10,f10,e11\nundo\nquit\n";
    let args = ["--lang", "de", "connect", &address, "--mode", "duo", "--seats", "2"];
    let seen = Session::with_input(script).run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    for sentence in [
        "einen Platz zurückgeben",
        "noch hat kein Spiel begonnen",
        "gespielt wird duo 14x14",
        "Lila: Ada, das bist du",
        "rosa ist keine Farbe",
        "ein solches Spiel gibt es nicht",
        "14:14 ist keine Größe",
        "ein Brett von 3x3 gibt es nicht; beide Seiten haben 4 bis 30 Felder",
        "dieses Spiel lässt sich hier nicht spielen",
        "Ada: Moin",
        "das Spiel beginnt",
        "du bist am Zug: Orange",
        "der erste Stein muss das Startfeld e10 bedecken",
        "Orange (Ada) legt e9,d10,e10,f10,e11",
        "der letzte Stein ist zurückgenommen",
    ] {
        assert!(seen.out.contains(sentence), "{sentence}: {seen}");
    }
}

#[test]
fn a_player_of_ours_plays_the_course_and_waits_for_it() {
    let server = Server::start("praktikum", &["--praktikum", "127.0.0.1:0", "--praktikum-player", "level1"]);
    let address = format!("praktikum://127.0.0.1:{}", server.port("praktikum"));
    let red = connect(&server, &[&address, "--as", "level2", "--games", "2"]);
    let (out, _) = text(&red.wait_with_output().unwrap());
    assert!(out.contains("game 2 is "), "{out}");
    // Both sides are ours: one waits, and the other one connects.
    let mut waiting =
        connect(&server, &["praktikum://127.0.0.1:0", "--listen", "--as", "level1", "--games", "3"]);
    let mut lines = BufReader::new(waiting.stdout.take().unwrap()).lines();
    let here = lines.next().unwrap().unwrap().strip_prefix("waiting at ").expect("an address").to_owned();
    let red = connect(&server, &[&here, "--as", "level1", "--games", "3", "--netdbg"]);
    let (out, err) = text(&red.wait_with_output().unwrap());
    let last = lines.map(|line| line.unwrap()).last().expect("a result");
    assert!(waiting.wait().unwrap().success());
    let numbers = |line: &str| -> Vec<u32> {
        line.split(", ").map(|part| part.split(' ').next().unwrap().parse().unwrap()).collect()
    };
    let (own, others) = (numbers(out.lines().last().unwrap()), numbers(&last));
    assert_eq!((own[0], own[1], own[2]), (others[1], others[0], others[2]), "{out}");
    check_protocol_log(&err);
    assert!(err.lines().any(|line| line == "> -1" || line == "< -1"), "{err}");
}

#[test]
fn two_players_of_ours_meet_on_a_blokus_server() {
    let args = ["--freebloks", "127.0.0.1:0", "--freebloks-game", "duo", "--freebloks-pause", "0"];
    let server = Server::start("freebloks", &args);
    let port = server.port("freebloks");
    let address = |name: &str| format!("freebloks://{name}@127.0.0.1:{port}");
    let mut anna = connect(&server, &[&address("Anna"), "--as", "level1", "--netdbg"]);
    // She takes her seat before he asks for the start.
    let mut lines = BufReader::new(anna.stdout.take().unwrap()).lines();
    let seat = lines.next().unwrap().unwrap();
    assert!(seat.starts_with("you play "), "{seat}");
    let bert = connect(&server, &[&address("Bert"), "--as", "level2", "--start"]);
    let (of_bert, _) = text(&bert.wait_with_output().unwrap());
    let of_anna: Vec<String> = lines.map(|line| line.unwrap()).collect();
    let (_, err) = text(&anna.wait_with_output().unwrap());
    let result = of_bert.lines().find(|line| line.starts_with("the game is over: ")).expect("a result");
    assert!(of_anna.iter().any(|line| line == result), "{of_anna:?}\n{of_bert}");
    assert!(result.contains("(Anna)") && result.contains("(Bert)"), "{result}");
    let moves = |lines: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        lines.filter(|line| line.contains(" lays ")).map(str::to_owned).collect()
    };
    assert_eq!(moves(&mut of_anna.iter().map(String::as_str)), moves(&mut of_bert.lines()));
    check_protocol_log(&err);
    for begins in [
        "> SERVER_STATUS duo 14x14",
        "< REQUEST_PLAYER any color, name \"Anna\"",
        "> START_GAME",
        "< SET_STONE ",
    ] {
        assert!(err.lines().any(|line| line.starts_with(begins)), "{begins} is not in\n{err}");
    }
    let known = fs::read_to_string(server.data.join("known")).unwrap();
    assert_eq!(known.lines().count(), 2, "{known}");
}

#[test]
fn a_person_plays_blokus_on_a_server_by_hand() {
    let server = Server::start("freebloks-script", &["--freebloks", "127.0.0.1:0", "--freebloks-pause", "0"]);
    let address = format!("freebloks://Ada@127.0.0.1:{}", server.port("freebloks"));
    let script =
        "seats\nsit pink\nmode chess\nchat hello there\nstart\na1\ne9,d10,e10,f10,e11\nundo\ne10\nquit\n";
    let args = ["connect", &address, "--mode", "duo", "--seats", "2"];
    let seen = Session::with_input(script).run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    for sentence in [
        "you play orange",
        "the game is duo 14x14",
        "purple: Ada, which is you",
        "pink is no color",
        "choose one of two-colors, two-players, classic, duo, junior",
        "Ada: hello there",
        "it is your turn: orange",
        "orange (player 1) to move",
        "the first piece must cover the start cell e10",
        "orange (Ada) lays e9,d10,e10,f10,e11",
        "it is your turn: purple",
        "the last stone is taken back",
        "orange (Ada) lays e10",
    ] {
        assert!(seen.out.contains(sentence), "{sentence}: {seen}");
    }
}

#[test]
fn a_list_of_things_to_do_ends_with_the_game() {
    let args = ["--freebloks", "127.0.0.1:0", "--freebloks-pause", "0", "--freebloks-player", "random"];
    let server = Server::start("freebloks-list", &args);
    let address = format!("freebloks://Ada@127.0.0.1:{}", server.port("freebloks"));
    // Nobody sits down: computer players play on their own, and a turn to ask for advice never comes.
    let script = "mode duo 10x8\nstart\nhint\nboard\nquit\n";
    let seen = Session::with_input(script).run_with(catalog::GAMES, ["connect", &address, "--seats", "0"]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let (_, after) = seen.out.split_once("the game is over: ").expect("the game ends");
    assert!(after.contains("it is not your turn"), "{seen}");
}

#[test]
fn who_gets_no_seat_is_told_and_can_go() {
    let server = Server::start("no-seat", &["--freebloks", "127.0.0.1:0"]);
    let address = format!("freebloks://127.0.0.1:{}", server.port("freebloks"));
    let seen = Session::with_input("quit\n")
        .run_with(catalog::GAMES, ["connect", &address, "--mode", "duo", "--seats", "3"]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("not all of the seats that were asked for were granted"), "{seen}");
}

#[test]
fn d15_a_game_that_is_not_there_is_refused_with_those_that_are() {
    let server = Server::start("no-game", &["--welfenlab", "127.0.0.1:0"]);
    let address = |name: &str| format!("welfenlab://{name}@127.0.0.1:{}", server.port("welfenlab"));
    let alone =
        connect(&server, &[&address("anna"), "--as", "level1", "--join", "77"]).wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&alone.stdout);
    assert_eq!(alone.status.code(), Some(1), "{out}");
    assert!(out.contains("there is no game 77, nor any other; create one"), "{out}");
    let mut bert = connect(&server, &[&address("bert"), "--as", "level1", "--create"]);
    let mut lines = BufReader::new(bert.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "you sit in game 1"));
    let anna = address("anna");
    // On the command line as well as typed.
    for (number, script, args) in [
        ("77", "quit\n", &["connect", &*anna, "--join", "77"][..]),
        ("78", "join 78\nquit\n", &["connect", &*anna]),
    ] {
        let seen = Session::with_input(script).run_with(catalog::GAMES, args.to_vec());
        let list = format!(
            "there is no game {number}; join one of these, or create one:\ngame 1: bert against -, rounds left: 1"
        );
        assert!(seen.out.contains(&list), "{seen}");
    }
    bert.kill().unwrap();
    bert.wait().unwrap();
}

#[test]
fn d15_nobody_waits_longer_for_a_connection_than_one_wants() {
    let args = ["connect", "praktikum://127.0.0.1:0", "--as", "level1", "--listen", "--wait", "1"];
    let seen = Session::new().run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Unusable, "{seen}");
    assert!(seen.err.contains("nobody has connected to praktikum://127.0.0.1:"), "{seen}");
    assert!(seen.err.contains("within 1 s"), "{seen}");
}

#[test]
fn a_board_and_stones_can_be_asked_for_on_a_server_of_blokus() {
    let args = ["--freebloks", "127.0.0.1:0", "--freebloks-pause", "0", "--freebloks-player", "random"];
    let server = Server::start("freebloks-stones", &args);
    let address = format!("freebloks://Ada@127.0.0.1:{}", server.port("freebloks"));
    let asked = ["--mode", "two-colors", "--size", "7x6", "--stones", "2,1,1,0,0"];
    let robot = [&[&*address, "--as", "random", "--start", "--netdbg"], &asked[..]].concat();
    let (out, err) = text(&connect(&server, &robot).wait_with_output().unwrap());
    assert!(out.contains("the game is two-colors 7x6"), "{out}");
    assert!(out.contains("the game is over: "), "{out}");
    // Two of one square, one of two and the two of three: no color can lay more than five stones.
    let n_laid = out.lines().filter(|line| line.contains(" (Ada) lays ")).count();
    assert!((1..=5).contains(&n_laid), "{out}");
    assert!(err.contains("7x6"), "{err}");
    for (wrong, why) in [
        (["--stones", "1,2"], "1,2 is no list of stones"),
        (["--size", "4x4"], "on 4x4 a start cell is not on the board"),
    ] {
        let line = [&["connect", &*address, "--mode", "duo"], &wrong[..]].concat();
        let seen = Session::new().run_with(catalog::GAMES, line);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        assert!(seen.err.contains(why), "{seen}");
    }
}

#[test]
fn a_size_that_is_no_size_is_refused_before_anybody_is_called() {
    // Nobody listens there: who is called would be missed in the first place.
    for size in ["0x0", "3x3", "3x20", "20x31", "99x99", "300x300", "99999999999999999999x5"] {
        let seen =
            Session::new().run_with(catalog::GAMES, ["connect", "freebloks://127.0.0.1:9", "--size", size]);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        let why = format!("a board of {size:.20} is not possible; both sides have 4 to 30 cells");
        assert!(seen.err.contains(&why) && !seen.err.contains("cannot connect"), "{seen}");
    }
    for size in ["", "x", "7", "17x", "x17", "17x13x2", "-5x5", "+5x5", "4.5x5", "17X13", "17:13", "a x b"] {
        let size = format!("--size={size}");
        let seen = Session::new().run_with(catalog::GAMES, ["connect", "freebloks://127.0.0.1:9", &size]);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        let why = "is no size; write it as 14x14, with 4 to 30 cells a side";
        assert!(seen.err.contains(why) && !seen.err.contains("cannot connect"), "{seen}");
    }
    for size in ["4x4", "30x30", "17x13"] {
        let seen =
            Session::new().run_with(catalog::GAMES, ["connect", "freebloks://127.0.0.1:9", "--size", size]);
        assert!(seen.err.contains("cannot connect"), "{seen}");
    }
}

#[test]
fn who_presses_ctrl_c_says_goodbye() {
    let server = Server::start("ctrl-c", &["--welfenlab", "127.0.0.1:0"]);
    let address = format!("welfenlab://anna@127.0.0.1:{}", server.port("welfenlab"));
    let mut anna = connect(&server, &[&address, "--as", "level1", "--create", "--netdbg"]);
    let mut err = BufReader::new(anna.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("CONFIRM:JOIN;1") {
        line.clear();
        assert_ne!(err.read_line(&mut line).unwrap(), 0, "it goes on");
    }
    let sent = Command::new("kill").args(["-INT", &anna.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let rest: Vec<String> = err.lines().map(Result::unwrap).collect();
    assert!(rest.iter().any(|line| line == "< JOIN:-1"), "{rest:?}");
    assert!(rest.iter().any(|line| line == "< LOGOUT"), "{rest:?}");
    assert!(anna.wait().unwrap().success());
}

#[test]
fn games_of_blokus_are_set_by_options_variables_and_file() {
    let file = std::env::temp_dir().join(format!("brett-freebloks-{}.toml", std::process::id()));
    fs::write(&file, "freebloks-game = \"duo\"\nfreebloks-people = 1\nfreebloks-player = \"random\"\n")
        .unwrap();
    let by_file = ["--freebloks", "127.0.0.1:0", "--config", file.to_str().unwrap()];
    let by_option = [&by_file[..], &["--freebloks-game", "classic", "--freebloks-people", "3"]].concat();
    let by_variable = [("BRETT_FREEBLOKS_GAME", "two-colors"), ("BRETT_FREEBLOKS_PEOPLE", "2")];
    // The environment counts more than the file, and the command line more than both.
    for (number, args, variables, game, n_seats) in [
        (1, &by_file[..], &[][..], "duo 14x14", 1),
        (2, &by_file, &by_variable, "two-colors 20x20", 2),
        (3, &by_option, &by_variable, "classic 20x20", 3),
    ] {
        let server = Server::start_with_variables(&format!("freebloks-set-{number}"), args, variables);
        let address = format!("freebloks://Ada@127.0.0.1:{}", server.port("freebloks"));
        let script = "sit\nsit\nsit\nsit\nseats\nquit\n";
        let seen =
            Session::with_input(script).run_with(catalog::GAMES, ["connect", &address, "--seats", "0"]);
        assert!(seen.out.contains(&format!("the game is {game}")), "{seen}");
        assert_eq!(seen.out.matches("you play ").count(), n_seats, "{seen}");
    }
    fs::remove_file(file).unwrap();
}

#[test]
fn numbers_of_the_course_travel_in_any_layout_that_both_sides_use() {
    for layout in ["little", "big", "byte", "text"] {
        let args =
            ["--praktikum", "127.0.0.1:0", "--praktikum-player", "level1", "--praktikum-layout", layout];
        let server = Server::start(&format!("layout-{layout}"), &args);
        let address = format!("praktikum://127.0.0.1:{}", server.port("praktikum"));
        let red = connect(&server, &[&address, "--as", "level2", "--games", "2", "--layout", layout]);
        let (out, _) = text(&red.wait_with_output().unwrap());
        assert!(out.contains("game 2 is "), "{layout}: {out}");
    }
    // Who uses another one is told what may be wrong.
    let args = ["--praktikum", "127.0.0.1:0", "--praktikum-player", "level1"];
    let server = Server::start("layouts", &args);
    let address = format!("praktikum://127.0.0.1:{}", server.port("praktikum"));
    let red = connect(&server, &[&address, "--as", "level2", "--layout", "text"]).wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&red.stderr);
    assert!(err.contains("look whether both sides use the same layout"), "{err}");
}

#[test]
fn what_cannot_be_reached_is_explained() {
    for (args, reason) in [
        ("connect nowhere", "it names no protocol"),
        ("connect welfenlab://localhost", "it needs a name"),
        ("connect 3", "there is no remembered server 3"),
        ("connect welfenlab://anna@127.0.0.1:1", "cannot connect to welfenlab://anna@127.0.0.1:1"),
        ("connect praktikum://127.0.0.1:1 --as nobody", "nobody"),
        ("connect welfenlab://anna@127.0.0.1:1 --listen", "--listen is for praktikum"),
        ("connect freebloks://127.0.0.1:1", "cannot connect to freebloks://127.0.0.1:1"),
        ("connect freebloks://127.0.0.1:1 --as nobody", "nobody"),
        ("connect freebloks://127.0.0.1:1 --mode chess", "choose one of two-colors"),
        ("connect praktikum://127.0.0.1:1 --layout middle", "choose one of little, big, byte, text"),
        ("serve --praktikum --praktikum-layout middle", "choose one of little, big, byte, text"),
        ("serve --freebloks --freebloks-game chess", "chess"),
        ("serve --freebloks --freebloks-player nobody", "nobody"),
    ] {
        let seen = brett(args);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        assert!(seen.err.contains(reason), "{seen}");
    }
    assert_eq!(brett("connect").exit, Exit::No);
}

/// The real program in the lobby of a server, with a list of things to do.
fn in_lobby(address: &str, args: &[&str], script: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brett"))
        .arg("connect")
        .arg(address)
        .args(args)
        .env("LANG", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    child
}

fn lobby_of(server: &Server) -> String {
    format!("brett://127.0.0.1:{}", server.port("http"))
}

#[test]
fn two_people_meet_in_the_lobby_and_play_in_the_terminal() {
    let server = Server::start("lobby", &[]);
    let lobby = lobby_of(&server);
    let anna = in_lobby(&lobby, &[], "new connect4\n4\nsay your turn\n4\n4\n4\nboard\nquit\n");
    let bert = in_lobby(&lobby, &["--lang", "de"], "join 1\n5\n5\n5\nquit\n");
    let (anna, bert) = (anna.wait_with_output().unwrap(), bert.wait_with_output().unwrap());
    let ((out, _), (others, _)) = (text(&anna), text(&bert));
    assert!(out.contains("wait for the others. Invite a friend: http://127.0.0.1:"), "{out}");
    assert!(out.contains("The match begins: ") && out.contains("Your move."), "{out}");
    assert!(out.contains(" wins.") && !out.contains("gewinnt"), "{out}");
    assert!(others.contains("Du bist am Zug.") && others.contains("] your turn"), "{others}");
    assert!(others.contains(" spielt 4.") && others.contains(" gewinnt."), "{others}");
}

#[test]
fn one_press_on_who_looks_for_an_opponent_begins_the_game() {
    let server = Server::start("seek", &[]);
    let lobby = lobby_of(&server);
    let anna = in_lobby(&lobby, &[], "say is anybody here?\nseek othello 5m+3s\nresign\nquit\n");
    let bert = in_lobby(&lobby, &[], "join 1\nquit\n");
    let (anna, bert) = (anna.wait_with_output().unwrap(), bert.wait_with_output().unwrap());
    let ((out, _), (others, _)) = (text(&anna), text(&bert));
    assert!(out.contains("An opponent is found.") && out.contains(" resigns. "), "{out}");
    assert!(others.contains("is looking for an opponent: Othello 8x8, 5m+3s"), "{others}");
}

#[test]
fn a_whole_game_against_the_computer_of_a_server_has_hints_and_an_end() {
    let server = Server::start("alone", &[]);
    let played = in_lobby(
        &lobby_of(&server),
        &[],
        "who\nnew connect4 level1\nhint\n4\nhint\nundo\nhint\nresign\nquit\n",
    );
    let (out, _) = text(&played.wait_with_output().unwrap());
    assert!(out.contains("Hint: ") && out.contains("A move was taken back."), "{out}");
    assert!(out.contains("level1 wins."), "{out}");
}

#[test]
fn a_lobby_that_cannot_be_entered_says_why() {
    let server = Server::start("refused", &[]);
    let port = server.port("http");
    let refused = |address: &str| {
        let output = in_lobby(address, &[], "").wait_with_output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let wrong = connect(&server, &[&format!("brett://Anna@127.0.0.1:{port}")]).wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(err.contains("the server refuses"), "{err}");
    let err = refused(&format!("brett://Anna@127.0.0.1:{port}"));
    assert!(err.contains("set BRETT_PASSWORD"), "{err}");
    assert!(refused("brett://127.0.0.1:1").contains("is the server running there?"));
    assert!(refused("brett://Anna:secret@127.0.0.1").contains("BRETT_PASSWORD"));
    assert!(refused("nonsense").contains("brett://[NAME@]HOST[:PORT]"));
}
