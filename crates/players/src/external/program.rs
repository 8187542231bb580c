//! A program that answers commands, and that may do anything else instead.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::Duration,
};

use super::ExternalError;

/// The longest answer: more than all moves of any position need.
const MAX_ANSWER: usize = 1 << 20;
/// How much of what a program says on its error stream is kept, the last of it.
const MAX_COMPLAINT: usize = 400;
/// How long a program may take to end by itself after it was asked to.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

/// A running program in its own process group. It is gone, with all that it started, when this value is.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// Gone once the program was ended.
    commands: Option<Sender<String>>,
    answers: Receiver<Heard>,
    complaints: Arc<Mutex<Vec<u8>>>,
}

/// What came from the program.
#[derive(Debug)]
enum Heard {
    Fine(String),
    Refused(String),
    NoAnswer(String),
    TooLong,
}

impl Program {
    /// Starts a command line of the shell.
    pub(super) fn start(command: &str) -> Result<Self, ExternalError> {
        let failed = |error| ExternalError::Start { command: command.to_owned(), error };
        if command.trim().is_empty() {
            return Err(failed(std::io::Error::other("no command is named")));
        }
        let mut shell = shell(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().map_err(failed)?;
        // Few answers wait here, so that a program that talks without end is slowed down and not believed.
        let (sender, answers) = mpsc::sync_channel(2);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(BufReader::new(stdout), &sender));
        }
        let complaints = Arc::new(Mutex::new(Vec::new()));
        if let Some(stderr) = child.stderr.take() {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || keep_last(stderr, &complaints));
        }
        // A program that does not listen must not keep us from looking at the clock.
        let (commands, lines) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || hand_over(stdin, &lines));
        }
        Ok(Self { child, commands: Some(commands), answers, complaints })
    }

    /// Gives a command and waits for the answer. Whatever goes wrong, except for a refusal, ends the program.
    pub(super) fn ask(&mut self, command: &str, limit: Duration) -> Result<String, ExternalError> {
        let is_told =
            self.commands.as_ref().is_some_and(|commands| commands.send(format!("{command}\n")).is_ok());
        if !is_told {
            return Err(self.died());
        }
        let problem = match self.answers.recv_timeout(limit) {
            Ok(Heard::Fine(text)) => return Ok(text),
            Ok(Heard::Refused(problem)) => {
                return Err(ExternalError::Refused {
                    command: shortened(command),
                    problem: shortened(&problem),
                });
            }
            Ok(Heard::NoAnswer(line)) => ExternalError::NoAnswer(shortened(&line)),
            Ok(Heard::TooLong) => ExternalError::TooLong(MAX_ANSWER),
            Err(RecvTimeoutError::Timeout) => ExternalError::TimeOver(limit),
            Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
        };
        self.kill();
        Err(problem)
    }

    /// The error about a program that has ended, with what it said last.
    fn died(&mut self) -> ExternalError {
        // It may have closed its streams a moment before its end.
        thread::sleep(Duration::from_millis(20));
        let status = self.kill();
        let mut how = status
            .filter(|status| status.code().is_some())
            .map_or_else(String::new, |status| format!(" ({status})"));
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&complaints);
        if let Some(last) = text.lines().rfind(|line| !line.trim().is_empty()) {
            how.push_str(": ");
            how.push_str(&shortened(last));
        }
        ExternalError::Died { how }
    }

    /// Ends the program and everything in its group.
    fn kill(&mut self) -> Option<ExitStatus> {
        if self.commands.take().is_some() {
            kill_group(&mut self.child);
        }
        self.child.wait().ok()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Who listens may end by itself; who does not is ended.
        let is_told =
            self.commands.as_ref().is_some_and(|commands| commands.send("quit\n".to_owned()).is_ok());
        if is_told && self.answers.recv_timeout(EXIT_TIMEOUT).is_ok() {
            // The stream ends after the last answer; more answers than one are nobody's business.
            let _ = self.answers.recv_timeout(EXIT_TIMEOUT);
        }
        self.kill();
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

/// Ends a group whose leader was not waited for yet, so that nobody else can have its number.
pub fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    {
        let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(id) = id {
            // It fails only if all of them have ended.
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
    }
    // It fails only if the program has ended.
    let _ = child.kill();
}

/// Writes lines until nobody reads them or there are no more.
fn hand_over(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads answers until the stream ends, one of them is none, or nobody wants them any more.
fn listen(mut output: impl BufRead, answers: &SyncSender<Heard>) {
    while let Some(heard) = next_answer(&mut output) {
        let is_last = matches!(heard, Heard::NoAnswer(_) | Heard::TooLong);
        if answers.send(heard).is_err() || is_last {
            return;
        }
    }
}

/// The next answer: from a line that begins with a sign to the next empty line. `None` at the end.
fn next_answer(output: &mut impl BufRead) -> Option<Heard> {
    let mut answer = Vec::new();
    loop {
        let begun = answer.len();
        let room = (MAX_ANSWER - begun) as u64;
        // A stream that breaks is like one that ends.
        let n_bytes = output.by_ref().take(room).read_until(b'\n', &mut answer).ok()?;
        if answer.len() == MAX_ANSWER {
            return Some(Heard::TooLong);
        }
        let line = &answer[begun..];
        match (line.trim_ascii().is_empty(), begun) {
            // An answer that is cut in the middle is none.
            _ if n_bytes == 0 || !line.ends_with(b"\n") => return None,
            (true, 0) => answer.clear(),
            (true, _) => return Some(understood(&String::from_utf8_lossy(&answer))),
            (false, 0) if !matches!(line.trim_ascii_start().first(), Some(b'=' | b'?')) => {
                return Some(Heard::NoAnswer(String::from_utf8_lossy(line).trim().to_owned()));
            }
            (false, _) => {}
        }
    }
}

fn understood(answer: &str) -> Heard {
    let answer = answer.trim();
    let text = answer[1..].trim_start_matches(|char: char| char.is_ascii_digit()).trim().to_owned();
    if answer.starts_with('=') { Heard::Fine(text) } else { Heard::Refused(text) }
}

fn keep_last(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(n_bytes @ 1..) = stream.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..n_bytes]);
        let n_old = kept.len().saturating_sub(MAX_COMPLAINT);
        kept.drain(..n_old);
    }
}

/// The beginning of a text from outside, for an error message.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN_CHARS: usize = 240;
    let mut shown: String = text.chars().take(SHOWN_CHARS).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}
