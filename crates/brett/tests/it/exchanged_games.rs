//! Whole games over a text file: the real program, and a partner who only reads and writes the file.

use std::{
    fs::{self, File, Permissions},
    net::SocketAddr,
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use client::{Client, Identity};
use framework::{Action, AnyPosition, Happening, Seat, Turn};
use players::external::Exchange;
use protocol::{Message, TableHappening, TableId};

use crate::scratch::Scratch;

const BOARD: &str = "5x4x3";

#[test]
fn every_round_of_a_match_at_the_keyboard_goes_over_the_file() {
    for (name, seats) in [("rounds-first", "FILE,random"), ("rounds-second", "random,FILE")] {
        let scratch = Scratch::new(name);
        let line = format!("play connect4 --variant {BOARD} --seats {seats} --length rounds=2 --seed 1");
        let mut partner = Partner::of(&scratch);
        let mut program = Program::start(&scratch, &line);
        assert!(partner.play_while(&mut program).success(), "{}", program.said());
        assert_eq!(partner.n_whole_games(), 2, "{seats}: {:?}", partner.ends);
    }
}

#[test]
fn every_game_of_the_arena_goes_over_the_file() {
    for (name, line, n_games) in [
        ("match", "match connect4 random FILE --games 2", 2),
        ("tournament", "tournament connect4 random FILE level1@nodes=50 --games 2", 4),
    ] {
        let scratch = Scratch::new(&format!("arena-{name}"));
        let mut partner = Partner::of(&scratch);
        let mut program = Program::start(&scratch, &format!("{line} --variant {BOARD} --no-journal"));
        assert!(partner.play_while(&mut program).success(), "{}", program.said());
        assert_eq!(partner.n_whole_games(), n_games, "{name}: {:?}", partner.ends);
        let waits = format!("{} is waited for without a limit", scratch.file());
        assert_eq!(program.said().matches(&waits).count(), 1, "{}", program.said());
    }
}

#[test]
fn the_file_of_a_finished_game_serves_for_the_next() {
    let scratch = Scratch::new("again");
    let mut partner = Partner::of(&scratch);
    for n_games in 1..=2 {
        let path = scratch.path("moves.txt");
        let mut program = Program::start(&scratch, &format!("connect4 5 4 3 c e {path} --player random"));
        assert!(partner.play_while(&mut program).success(), "{}", program.said());
        assert_eq!(partner.n_whole_games(), n_games);
    }
}

#[test]
fn two_programs_play_a_match_over_one_file() {
    let scratch = Scratch::new("two");
    let line = |seats| format!("play connect4 --variant {BOARD} --seats {seats} --length rounds=2 --seed 1");
    let mut first = Program::start(&scratch, &line("random,FILE"));
    let mut second = Program::start(&scratch, &line("FILE,random"));
    for program in [&mut first, &mut second] {
        let ended = until(|| program.ended());
        assert!(ended.success(), "{}", program.said());
        assert!(!program.said().contains("moves.txt: move"), "nothing is refused: {}", program.said());
    }
}

/// The games of the catalog, each in a variant for two, and the variant of Othello with other rules.
fn games_for_two() -> Vec<(&'static str, &'static str)> {
    let games = vec![
        ("connect4", "5x4x3"),
        ("othello", "8x8"),
        ("othello", "reversi"),
        ("backgammon", "standard"),
        ("blokus", "duo"),
    ];
    let ids: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.info.id).collect();
    let mut tried: Vec<&str> = games.iter().map(|(id, _)| *id).collect();
    tried.sort_by_key(|id| ids.iter().position(|known| known == id));
    tried.dedup();
    assert_eq!(tried, ids, "every game of the catalog is tried");
    games
}

/// Who won each round by what a program tells: the name of the seat, since each side calls the players otherwise.
fn ends(program: &Program) -> Vec<String> {
    let said = program.said();
    let is_end = |line: &&str| line.contains(" wins") || line.contains("draw");
    let seat = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    said.lines().filter(is_end).map(seat).collect()
}

#[test]
fn two_programs_play_every_game_over_one_file() {
    let mut n_passes = 0;
    for (id, variant) in games_for_two() {
        let scratch = Scratch::new(&format!("two-{id}-{variant}"));
        // Each side has a seed of its own, and so rolls dice that the other cannot know.
        // Passes are rare, so that more games of Othello are needed.
        let n_rounds = if id == "othello" { 6 } else { 2 };
        let line = |seats, seed| {
            let length = format!("rounds={n_rounds}");
            format!("play {id} --variant {variant} --seats {seats} --length {length} --plain --seed {seed}")
        };
        let mut first = Program::start(&scratch, &line("random,FILE", 1));
        let mut second = Program::start(&scratch, &line("FILE,random", 22));
        for program in [&mut first, &mut second] {
            let ended = until(|| program.ended());
            assert!(ended.success(), "{id}: {}", program.said());
            assert!(!program.said().contains("moves.txt: move"), "nothing is refused: {}", program.said());
        }
        assert_eq!(ends(&first), ends(&second), "{id}: both sides see the same results");
        assert!(!ends(&first).is_empty(), "{id}: {}", first.said());
        n_passes += usize::from(id == "othello") * first.said().matches("has no possible move").count();
    }
    assert!(0 < n_passes, "somebody has to pass in these games of Othello");
}

#[test]
fn a_script_plays_every_game_over_the_file() {
    for (id, variant) in games_for_two() {
        for seats in ["FILE,random", "random,FILE"] {
            let scratch = Scratch::new(&format!("script-{id}-{variant}-{}", seats.starts_with('F')));
            let line = format!("play {id} --variant {variant} --seats {seats} --length rounds=1 --seed 3");
            let mut partner = Partner::of(&scratch);
            let mut program = Program::start(&scratch, &line);
            assert!(partner.play_while(&mut program).success(), "{id} {seats}: {}", program.said());
            assert!(!program.said().contains("moves.txt: move"), "{id} {seats}: {}", program.said());
            assert_eq!(partner.n_whole_games(), 1, "{id} {seats}: {:?}", partner.ends);
        }
    }
}

#[test]
fn the_arena_rolls_all_dice_for_a_script() {
    let scratch = Scratch::new("arena-dice");
    let mut partner = Partner::of(&scratch);
    let line = "match backgammon random FILE --games 2 --variant nocube --no-journal";
    let mut program = Program::start(&scratch, line);
    assert!(partner.play_while(&mut program).success(), "{}", program.said());
    assert_eq!(partner.n_whole_games(), 2, "{}", program.said());
}

#[test]
fn a_person_in_the_browser_plays_whoever_writes_the_file() {
    let scratch = Scratch::new("window");
    let path = scratch.path("moves.txt");
    let line = format!("connect4 5 4 3 h e {path} --window --no-open --lang en");
    let program = Program::start(&scratch, &line);
    let address = until(|| {
        let said = program.said();
        said.lines().find_map(|line| line.split_once("runs at http://")).map(|(_, url)| url.to_owned())
    });
    let (server, table) = address.split_once("/table/").expect("the address of a table");
    let mut partner = Partner::of(&scratch);
    thread::scope(|scope| {
        let person = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(person_at(server, table))
        });
        until(|| {
            if let Some(asked) = partner.asked() {
                partner.answer(&asked);
            }
            person.is_finished().then_some(())
        });
        let last = person.join().expect("the person plays to the end");
        let end = until(|| partner.read().filter(|file| file.seat.is_none()));
        assert_eq!(position(&end).text(), last, "both have seen the same game");
        until(|| program.said().contains("wins").then_some(()));
    });
}

/// Sits down at a table as a browser does and plays the first legal columns; gives the last position.
async fn person_at(server: &str, table: &str) -> String {
    let identity = Identity::new("a-browser-tab".parse().expect("an id"));
    let server: SocketAddr = server.parse().expect("an address");
    let mut client = Client::connect(server.into(), identity).await.expect("the server is there");
    let table: TableId = table.parse().expect("an id");
    client.sit(&table).await.expect("a free chair");
    client.watch(&table, Some(0)).await.expect("a table");
    let game =
        catalog::find(catalog::GAMES, "connect4").expect("a game").open_text("5x4x3").expect("options");
    let (mut pos, mut ply, mut played) = (game.start(), 0, None);
    loop {
        let Message::Events { events, .. } = client.hear().await.expect("a message") else { continue };
        for event in events {
            match event.what {
                TableHappening::Match(Happening::Moved { text, .. }) => {
                    pos.play(&text).expect("a legal move");
                    ply += 1;
                }
                TableHappening::Match(Happening::RoundEnded { .. }) => return pos.text(),
                _ => {}
            }
        }
        let is_next = pos.turn() == Turn::Seat(Seat::FIRST) && played != Some(ply);
        if is_next {
            played = Some(ply);
            let mv = pos.legal_moves().swap_remove(0);
            let answer = client.act(&table, ply, Action::Move(mv)).await.expect("an answer");
            assert!(answer.is_ok() || ply == 0, "the move is played: {answer:?}");
            if answer.is_err() {
                // The match has not begun yet.
                played = None;
            }
        }
    }
}

#[test]
fn a_game_that_is_given_up_is_over_in_the_file() {
    let scratch = Scratch::new("resigning");
    let script = scratch.path("resign.sh");
    fs::write(&script, "#!/bin/sh\nwhile read line; do printf '= resign\\n\\n'; done\n")
        .expect("it is written");
    fs::set_permissions(&script, Permissions::from_mode(0o700)).expect("it is ours");
    let mut partner = Partner::of(&scratch);
    let line = format!("match connect4 gtp:{script} FILE --games 2 --variant {BOARD} --no-journal");
    let mut program = Program::start(&scratch, &line);
    assert!(partner.play_while(&mut program).success(), "{}", program.said());
    // In the other game the program gave up before the partner could move.
    assert_eq!((partner.ends.len(), partner.n_whole_games()), (1, 0), "{:?}", partner.ends);
}

#[test]
fn ctrl_c_ends_a_match_that_waits_for_a_file() {
    let scratch = Scratch::new("interrupted");
    let partner = Partner::of(&scratch);
    let mut program = Program::start(&scratch, "match connect4 random FILE --games 2 --no-journal");
    until(|| partner.asked());
    let interrupted = Command::new("kill").args(["-INT", &program.child.id().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    // Nobody writes the file, and nobody asks twice.
    until(|| program.ended());
}

#[test]
fn what_is_refused_is_told_while_the_game_waits() {
    for (name, line) in [
        ("play", "play connect4 --seats FILE,random --seed 1"),
        ("match", "match connect4 random FILE --games 2 --no-journal"),
    ] {
        let scratch = Scratch::new(&format!("refused-{name}"));
        let mut partner = Partner::of(&scratch);
        let mut program = Program::start(&scratch, &format!("{line} --variant {BOARD}"));
        let asked = until(|| partner.asked());
        let number = asked.moves.len() + 1;
        for (wrong, number_of_try) in [("9", 1), ("9", 2), ("x", 3)] {
            let refusal = format!("moves.txt: move {number}, \"{wrong}\": ");
            let bad = format!("{}try {number_of_try}\n", with_move(&asked, wrong));
            fs::write(&partner.path, bad).expect("it is written");
            until(|| program.said().contains(&refusal).then_some(()));
            // Another look at the same mistake.
            thread::sleep(Duration::from_millis(50));
            assert_eq!(program.said().matches(&refusal).count(), 1, "{}", program.said());
        }
        partner.answer(&asked);
        assert!(partner.play_while(&mut program).success(), "{}", program.said());
    }
}

#[test]
fn who_never_writes_loses_on_time() {
    let scratch = Scratch::new("silent");
    let line = "match connect4 random FILE@50ms --grace 50ms --games 2 --no-journal --json";
    let mut program = Program::start(&scratch, line);
    assert!(until(|| program.ended()).success(), "{}", program.said());
    let result: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&program.out).expect("a file")).expect("JSON");
    assert_eq!(result["faults"][0]["kind"], "time-over", "{result}");
    assert_eq!(result["faults"][0]["count"], 2, "{result}");
    assert!(!program.said().contains("without a limit"), "{}", program.said());

    let line = "play connect4 --seats random,FILE --clock 200ms/move --length rounds=2 --plain --seed 1";
    let mut program = Program::start(&scratch, line);
    assert!(until(|| program.ended()).success(), "{}", program.said());
    assert_eq!(program.said().matches("has no time left and loses.").count(), 2, "{}", program.said());
    let last: Exchange = Partner::of(&scratch).read().expect("a file");
    assert_eq!((last.seat, last.moves.len()), (None, 1), "the end is written");
}

impl Scratch {
    /// The player behind the file of this folder.
    fn file(&self) -> String {
        format!("file:{}", self.path("moves.txt"))
    }
}

/// The real program; what it says goes into files.
struct Program {
    child: Child,
    out: PathBuf,
    err: PathBuf,
}

impl Program {
    /// Starts a command line, in which `FILE` is the player behind the file.
    fn start(scratch: &Scratch, line: &str) -> Self {
        let line = line.replace("FILE", &scratch.file());
        let name = |kind: &str| PathBuf::from(scratch.path(&format!("{kind}-{}", line.len())));
        let (out, err) = (name("out"), name("err"));
        let child = Command::new(env!("CARGO_BIN_EXE_brett"))
            .args(line.split(' '))
            .env_clear()
            .stdin(Stdio::null())
            .stdout(File::create(&out).expect("a file"))
            .stderr(File::create(&err).expect("a file"))
            .spawn()
            .expect("the program starts");
        Self { child, out, err }
    }

    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("it can be asked")
    }

    /// What it has said so far on both ways.
    fn said(&self) -> String {
        [&self.out, &self.err].map(|path| fs::read_to_string(path).expect("UTF-8")).concat()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program of somebody else, which looks at the file now and then and plays the first legal move.
struct Partner {
    path: PathBuf,
    /// What it wrote last.
    written: Option<String>,
    /// Whether it plays a game whose end it has not seen.
    is_playing: bool,
    /// The files by which it saw games end.
    ends: Vec<Exchange>,
}

impl Partner {
    fn of(scratch: &Scratch) -> Self {
        Self { path: scratch.path("moves.txt").into(), written: None, is_playing: false, ends: Vec::new() }
    }

    fn text(&self) -> Option<String> {
        fs::read_to_string(&self.path).ok()
    }

    fn read(&self) -> Option<Exchange> {
        self.text()?.parse().ok()
    }

    /// The file, if it is somebody's turn in it, and thus the partner's.
    fn asked(&self) -> Option<Exchange> {
        let text = self.text().filter(|text| self.written.as_ref() != Some(text))?;
        text.parse().ok().filter(|file: &Exchange| file.seat.is_some())
    }

    /// Plays the first legal moves for as long as it is the turn of the seat that the file names: in games with dice a
    /// roll and a play.
    fn answer(&mut self, asked: &Exchange) {
        let mut pos = position(asked);
        let mut answer = asked.clone();
        while decider(&*pos) == asked.seat {
            let mv = pos.legal_moves().swap_remove(0);
            pos.play(&mv).expect("a legal move");
            answer.moves.push(mv.replace(' ', ","));
        }
        answer.seat = decider(&*pos);
        let text = answer.to_string();
        answer.write(&self.path).expect("it is written");
        (self.written, self.is_playing) = (Some(text), true);
    }

    /// How many games it saw end by the rules.
    fn n_whole_games(&self) -> usize {
        self.ends.iter().filter(|end| position(end).turn() == Turn::Over).count()
    }

    /// Plays as long as the program does, and still sees what it leaves behind.
    fn play_while(&mut self, program: &mut Program) -> ExitStatus {
        until(|| {
            let ended = program.ended();
            if let Some(asked) = self.asked() {
                self.answer(&asked);
            } else if self.is_playing
                && let Some(end) = self.read().filter(|file| file.seat.is_none())
            {
                self.is_playing = false;
                self.ends.push(end);
            }
            ended
        })
    }
}

/// The position to which the moves of a file lead.
fn position(file: &Exchange) -> Box<dyn AnyPosition> {
    let (id, options) = file.game.split_once(' ').expect("a game and its options");
    let game = catalog::find(catalog::GAMES, id).expect("a game").open_text(options).expect("options");
    let mut pos = game.start();
    for mv in &file.moves {
        pos.play(mv).or_else(|_| pos.play(&mv.replace(',', " "))).expect("a legal move");
    }
    pos
}

/// The seat that moves or rolls, from 1; the first seat makes the opening roll.
fn decider(pos: &dyn AnyPosition) -> Option<usize> {
    match pos.turn() {
        Turn::Seat(seat) => Some(seat.number()),
        Turn::Chance => Some(pos.roller().map_or(1, Seat::number)),
        Turn::Over => None,
    }
}

/// The text of a file with one more move, after which it is the turn of the other seat.
fn with_move(file: &Exchange, mv: &str) -> String {
    let moves = file.moves.iter().cloned().chain([mv.to_owned()]).collect();
    Exchange { moves, seat: file.seat.map(|seat| 3 - seat), ..file.clone() }.to_string()
}

/// Waits for something, but not for ever.
#[track_caller]
fn until<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(300), "it never happens");
        thread::sleep(Duration::from_millis(5));
    }
}
