//! The match of one program, with the referee on the other end of a socket.
//!
//! The library that a program of the course is linked with usually starts `brett engine` as the environment. If the
//! variable `PRAKTIKUM_TESTAT` names a socket, it speaks the same protocol with us instead. So the board, the clock and
//! the results are ours, and nothing that a program does to itself can change them.

use std::{
    fs::{self, File},
    io::{self, Read as _, Write as _},
    os::unix::{
        fs::DirBuilderExt as _,
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use connect4::course::GAMES;
use framework::{
    Action, AnyEngine, AnySearchRequest, ClockRule, FlagRule, Length, Match, Millis, Seat, Seating, Settings,
    Text, Turn, search::Limits,
};
use players::external::kill_group;
use players::runner;

use super::{
    Candidate, Exam, is_python,
    report::{Examined, seconds_text},
};

/// How long a program may take from its start to its call of `Start`.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a program has to end after its last game.
const END_TIMEOUT: Duration = Duration::from_secs(10);
/// How often one looks whether a program has connected or ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The longest line that a program may send.
const MAX_LINE_BYTES: usize = 1_000;

/// Why a match ended early, and was lost by it.
#[derive(Clone, Debug)]
enum Failure {
    /// `Start` was not called in time.
    NeverStarted,
    /// The program has ended, or closed the connection.
    Ended(Option<ExitStatus>),
    TooSlow,
    /// A column that cannot be played, counted from 0 as the course does.
    Column(i64),
    /// Something that the library never sends.
    Protocol(String),
}

/// Lets a program play its match, and writes its record and its output into a folder.
pub(super) fn examine(candidate: &Candidate, exam: Exam, seed: u64, out: &Path) -> anyhow::Result<Examined> {
    let Exam { level, seconds } = exam;
    let thinking_time = Duration::from_secs(seconds.into());
    let output = out.join(format!("{}.log", candidate.name));
    let log = File::create(&output).with_context(|| format!("--out: cannot write {}", output.display()))?;
    let door = Door::open()?;
    let game = connect4::ENTRY.open_text("")?;
    let opponent = format!("praktikum-2018:level={level}");
    let settings = Settings {
        players: vec![candidate.name.clone(), opponent.clone()],
        length: Length::Rounds(GAMES as u32),
        clock: ClockRule::PerMove { limit: Millis(u64::from(seconds) * 1_000) },
        flag: FlagRule::LosesMatch,
        seating: Seating::Rotating,
        ..Settings::casual(2, seed)
    };
    let engine = game.engine(&opponent)?;
    let contest = Match::new(Arc::clone(&game), settings, Millis(0))?;
    let mut referee = Referee {
        contest,
        engine,
        seed,
        thinking_time,
        now: Millis(0),
        longest: Duration::ZERO,
        is_begun: false,
    };
    let failure = match Program::start(candidate, &door, log) {
        Ok(mut program) => referee.conduct(&door, &mut program).err(),
        Err(error) => return Err(anyhow!("{} cannot be started: {error}", candidate.path.display())),
    };
    let record = out.join(format!("{}.brett", candidate.name));
    fs::write(&record, referee.contest.record().to_string())
        .with_context(|| format!("--out: cannot write {}", record.display()))?;
    let score = referee.contest.scores().first().copied().unwrap_or_default();
    let problem_text = failure.map(|failure| referee.explain(&failure));
    Ok(Examined {
        program: candidate.name.clone(),
        won: score.wins,
        lost: score.losses,
        drawn: score.draws,
        passed: problem_text.is_none() && score.losses <= score.wins,
        problem: problem_text.as_ref().map(|text| text.en.clone().into_owned()),
        problem_text,
        longest_move_ms: u64::try_from(referee.longest.as_millis()).unwrap_or(u64::MAX),
        record: record.display().to_string(),
    })
}

/// A socket in a folder that only this user can enter.
struct Door {
    folder: PathBuf,
    listener: UnixListener,
}

impl Door {
    fn open() -> anyhow::Result<Self> {
        static N_OPENED: AtomicU64 = AtomicU64::new(0);
        let number = N_OPENED.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("brett-testat-{}-{number}", std::process::id()));
        let about = || format!("cannot make a socket in {}", folder.display());
        fs::DirBuilder::new().mode(0o700).create(&folder).with_context(about)?;
        let listener = UnixListener::bind(folder.join("socket")).with_context(about)?;
        listener.set_nonblocking(true).with_context(about)?;
        Ok(Self { folder, listener })
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        // What cannot be removed stays among temporary things.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A running program in its own process group, which is gone with all that it started when this value is.
struct Program(Child);

impl Program {
    fn start(candidate: &Candidate, door: &Door, log: File) -> io::Result<Self> {
        use std::os::unix::process::CommandExt as _;
        let path = fs::canonicalize(&candidate.path)?;
        let mut command = match is_python(&path) {
            true => {
                let mut python = Command::new("python3");
                python.arg(&path);
                python
            }
            false => Command::new(&path),
        };
        let errors = log.try_clone()?;
        command.env("PRAKTIKUM_TESTAT", door.socket()).process_group(0);
        command.stdin(Stdio::null()).stdout(log).stderr(errors).spawn().map(Self)
    }

    fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        kill_group(&mut self.0);
        let _ = self.0.wait();
    }
}

/// Lines from a program, each by a deadline.
struct Lines {
    stream: UnixStream,
    unread: Vec<u8>,
}

impl Lines {
    fn next(&mut self, deadline: Instant) -> Result<String, Failure> {
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(&line).trim().to_owned());
            }
            if MAX_LINE_BYTES < self.unread.len() {
                return Err(Failure::Protocol("a line without end".to_owned()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::TooSlow);
            }
            let mut bytes = [0; 256];
            let read = self.stream.set_read_timeout(Some(left)).and_then(|()| self.stream.read(&mut bytes));
            match read {
                Ok(0) => return Err(Failure::Ended(None)),
                Ok(n_bytes) => self.unread.extend_from_slice(&bytes[..n_bytes]),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => {}
                    _ => return Err(Failure::Ended(None)),
                },
            }
        }
    }
}

/// A match and who watches over it. The program is player 0, who begins in odd games.
struct Referee {
    contest: Match,
    engine: Box<dyn AnyEngine>,
    seed: u64,
    /// How long the program may think about a move.
    thinking_time: Duration,
    /// The time of the match, in which only the program's thinking counts.
    now: Millis,
    longest: Duration,
    /// Whether the present game was begun.
    is_begun: bool,
}

impl Referee {
    /// Conducts the match to its end.
    fn conduct(&mut self, door: &Door, program: &mut Program) -> Result<(), Failure> {
        let stream = await_connection(door, program)?;
        let mut lines = Lines { stream, unread: Vec::new() };
        let mut answered = Instant::now();
        while !self.contest.is_over() {
            let line = match lines.next(answered + self.thinking_time) {
                // A program may end itself when it notices that it is too slow.
                Err(Failure::Ended(_)) if self.thinking_time <= answered.elapsed() => Err(Failure::TooSlow),
                Err(Failure::Ended(_)) => Err(Failure::Ended(program.ended())),
                other => other,
            };
            let thought = answered.elapsed();
            let answer = line
                .and_then(|line| self.answer(&line, thought))
                .inspect_err(|failure| self.give_up(failure))?;
            // The environment has spoken, so the program thinks from now on.
            if answer.is_reply {
                answered = Instant::now();
            }
            let text = match &answer.text {
                Ok(text) => format!("= {text}\n\n"),
                Err(problem) => format!("? {problem}\n\n"),
            };
            if lines.stream.write_all(text.as_bytes()).is_err() {
                let failure = Failure::Ended(program.ended());
                self.give_up(&failure);
                return Err(failure);
            }
        }
        // The library still asks how the last game ended.
        if let Ok(line) = lines.next(Instant::now() + END_TIMEOUT)
            && line == "final_score"
        {
            let text = self.result().unwrap_or_default();
            let _ = lines.stream.write_all(format!("= {text}\n\n").as_bytes());
            // It ends by itself, or is ended.
            let until = Instant::now() + END_TIMEOUT;
            while program.ended().is_none() && Instant::now() < until {
                thread::sleep(POLL_INTERVAL);
            }
        }
        Ok(())
    }

    /// Answers a line of the program, which has thought for so long since it was answered last.
    fn answer(&mut self, line: &str, thought: Duration) -> Result<Reply, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let unexpected = || Failure::Protocol(line.chars().take(80).collect());
        Ok(match *words.as_slice() {
            ["clear_board"] => {
                if self.is_begun && self.contest.round_end().is_none() {
                    return Err(unexpected());
                }
                if self.is_begun {
                    self.begin_next();
                }
                self.is_begun = true;
                Reply::fine(String::new())
            }
            ["legal_moves"] => Reply::fine(self.contest.position().legal_moves().join("\n")),
            ["final_score"] => match self.result() {
                Some(result) => Reply::fine(result),
                None => Reply { text: Err("the game is not over"), is_reply: false },
            },
            ["play", seat, column] if self.is_begun => {
                let own = self.own_seat();
                if seat != own.number().to_string() || self.contest.position().turn() != Turn::Seat(own) {
                    return Err(unexpected());
                }
                self.longest = self.longest.max(thought);
                self.now += Millis(u64::try_from(thought.as_millis()).unwrap_or(u64::MAX));
                let ply = self.contest.ply();
                let played = self.contest.act(own, ply, Action::Move(column.to_owned()), self.now);
                let number = column.parse::<i64>().map_err(|_| unexpected())?;
                played.map_err(|_| Failure::Column(number.saturating_sub(1)))?;
                Reply { text: Ok(String::new()), is_reply: self.contest.round_end().is_some() }
            }
            ["genmove", seat] if self.is_begun => {
                let other = self.own_seat().other();
                if seat != other.number().to_string() || self.contest.position().turn() != Turn::Seat(other) {
                    return Err(unexpected());
                }
                let limits = Limits { seed: self.seed, ..Limits::NONE };
                let position = self.contest.position();
                let request = AnySearchRequest::new(position, limits).ok_or_else(unexpected)?;
                let best = runner::search(&mut *self.engine, request).best;
                let ply = self.contest.ply();
                let played = self.contest.act(other, ply, Action::Move(best.clone()), self.now);
                played.map_err(|refused| Failure::Protocol(refused.to_string()))?;
                Reply { text: Ok(best), is_reply: true }
            }
            _ => return Err(unexpected()),
        })
    }

    /// Begins the next game, for which both sides are ready.
    fn begin_next(&mut self) {
        for seat in Seat::all(2) {
            let ply = self.contest.ply();
            // Refused only after the last game, when there is nothing to begin.
            let _ = self.contest.act(seat, ply, Action::Ready, self.now);
        }
    }

    /// The seat of the program in the present game.
    fn own_seat(&self) -> Seat {
        let round = self.contest.record().rounds.last();
        let begins = round.is_none_or(|round| round.players[Seat::FIRST] == 0);
        if begins { Seat::FIRST } else { Seat::SECOND }
    }

    /// How the present game ended, as the protocol writes it.
    fn result(&self) -> Option<String> {
        let (_, points) = self.contest.record().rounds.last()?.result.as_ref()?;
        Some(match (points[Seat::FIRST], points[Seat::SECOND]) {
            (0, 0) => "0".to_owned(),
            (1.., _) => "B+1".to_owned(),
            _ => "W+1".to_owned(),
        })
    }

    /// Ends the match against the program: by the clock if that is what it failed by.
    fn give_up(&mut self, failure: &Failure) {
        // Who fails between two games has failed in the next one.
        if self.contest.round_end().is_some() {
            self.begin_next();
        }
        let own = self.own_seat();
        if matches!(failure, Failure::TooSlow) && self.contest.position().turn() == Turn::Seat(own) {
            self.longest = self.longest.max(self.thinking_time);
            self.now += Millis(self.thinking_time.as_millis() as u64 + 1);
            self.contest.tick(self.now);
        }
        if self.contest.round_end().is_none() {
            let ply = self.contest.ply();
            // The match is lost anyway; this only writes it into the record.
            let _ = self.contest.act(own, ply, Action::Resign(None), self.now);
        }
    }

    fn explain(&self, failure: &Failure) -> Text {
        let rounds = &self.contest.record().rounds;
        let (game, n_moves) = (rounds.len(), rounds.last().map_or(0, |round| round.moves.len()));
        let place = Text::new(
            format!("game {game}, after {n_moves} discs"),
            format!("Spiel {game}, nach {n_moves} Steinen"),
        );
        let what = match failure {
            Failure::NeverStarted => {
                return Text::fixed(
                    "it never called Start; build it with sdk/praktikum",
                    "Start wurde nie aufgerufen; das Programm muss mit sdk/praktikum gebaut sein",
                );
            }
            Failure::TooSlow => {
                let limit = seconds_text(self.thinking_time.as_secs());
                Text::new(
                    format!("more than {} for a move", limit.en),
                    format!("mehr als {} für einen Zug", limit.de),
                )
            }
            Failure::Column(column) => Text::new(
                format!("column {column} cannot be played"),
                format!("Spalte {column} ist nicht spielbar"),
            ),
            Failure::Ended(Some(status)) => Text::new(
                format!("the program has ended ({status})"),
                format!("das Programm ist beendet ({status})"),
            ),
            Failure::Ended(None) => Text::fixed("the program has ended", "das Programm ist beendet"),
            Failure::Protocol(what) => Text::new(
                format!("it sent \"{what}\" out of turn"),
                format!("unerwartet gesendet: \"{what}\""),
            ),
        };
        Text::new(format!("{} ({})", what.en, place.en), format!("{} ({})", what.de, place.de))
    }
}

/// What is answered to a line.
struct Reply {
    text: Result<String, &'static str>,
    /// Whether the program is to decide after it, so that its time begins.
    is_reply: bool,
}

impl Reply {
    const fn fine(text: String) -> Self {
        Self { text: Ok(text), is_reply: false }
    }
}

/// Waits until the program calls `Start`.
fn await_connection(door: &Door, program: &mut Program) -> Result<UnixStream, Failure> {
    let until = Instant::now() + START_TIMEOUT;
    loop {
        let ended = program.ended();
        match door.listener.accept() {
            Ok((stream, _)) => {
                // What cannot be set up cannot be played with.
                return match stream.set_nonblocking(false) {
                    Ok(()) => Ok(stream),
                    Err(_) => Err(Failure::NeverStarted),
                };
            }
            Err(_) if ended.is_none() && Instant::now() < until => thread::sleep(POLL_INTERVAL),
            Err(_) => return Err(Failure::NeverStarted),
        }
    }
}
