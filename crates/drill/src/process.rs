//! A server as a process of its own, which can be killed.

use std::{
    ffi::OsString,
    fs,
    io::{self, BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use thiserror::Error;

/// Why a server does not run.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// The program cannot be started.
    #[error("cannot start {}: {error}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It ended, or said something else.
    #[error("the server did not say where it listens but {0:?}; run `brett serve --check` to see why")]
    Silent(String),
    /// It cannot be paused or resumed.
    #[error("the server cannot be paused or resumed: {0}")]
    Signal(io::Error),
    /// It cannot be ended.
    #[error("the server cannot be ended: {0}")]
    End(io::Error),
}

/// How a server is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file of the program `brett`.
    pub path: PathBuf,
    /// The folder in which it keeps everything.
    pub data: PathBuf,
    /// Where it listens; port 0 takes any.
    pub listen: SocketAddr,
    /// More arguments of `brett serve`.
    pub arguments: Vec<OsString>,
}

impl Program {
    /// The program that runs now, which keeps everything in a folder, on any port of this machine.
    ///
    /// # Errors
    /// If the system does not tell which program runs.
    pub fn this_one(data: &Path) -> io::Result<Self> {
        Ok(Self::at(std::env::current_exe()?, data))
    }

    /// A program `brett`, which keeps everything in a folder, on any port of this machine.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>, data: &Path) -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        Self { path: path.into(), data: data.to_owned(), listen, arguments: Vec::new() }
    }

    /// Starts it and waits until it listens.
    ///
    /// # Errors
    /// If it cannot be started, or ends at once.
    pub fn start(&self) -> Result<ServerProcess, ProcessError> {
        self.start_as(self.command())
    }

    /// Starts it and does not wait for anything.
    pub(crate) fn spawn(&self) -> Result<Child, ProcessError> {
        let mut command = self.command();
        let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        started.map_err(|error| ProcessError::Start { program: self.path.clone(), error })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(["serve", "--log", "error", "--listen", &self.listen.to_string(), "--data"]);
        command.arg(&self.data).args(&self.arguments);
        command
    }

    /// Starts it by another command line, such as one of a shell that sets limits first.
    ///
    /// # Errors
    /// If it cannot be started, or ends at once.
    pub fn start_as(&self, mut command: Command) -> Result<ServerProcess, ProcessError> {
        let began = Instant::now();
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| ProcessError::Start { program: self.path.clone(), error })?;
        let mut line = String::new();
        let mut said = child.stdout.take().map(BufReader::new);
        if let Some(said) = &mut said {
            // What cannot be read is as good as nothing, and told as such.
            let _ = said.read_line(&mut line);
        }
        let address =
            line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        match address {
            Some(address) => Ok(ServerProcess { child, _said: said, address, starting: began.elapsed() }),
            None => {
                // It has ended already, or is of no use.
                let _ = child.kill();
                let _ = child.wait();
                Err(ProcessError::Silent(line))
            }
        }
    }
}

/// A server that runs. It is killed when it is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    /// Kept open: a server whose output nobody takes would fail when it speaks.
    _said: Option<BufReader<ChildStdout>>,
    address: SocketAddr,
    starting: Duration,
}

impl ServerProcess {
    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// How long it took from the start to listening.
    #[must_use]
    pub const fn starting(&self) -> Duration {
        self.starting
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it at once, as a crash or a loss of power would: `kill -9`.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(&mut self) -> Result<(), ProcessError> {
        self.child.kill().and_then(|()| self.child.wait()).map_err(ProcessError::End)?;
        Ok(())
    }

    /// Lets it stand still until [`resume`](Self::resume), as a machine that swaps or is moved elsewhere does.
    ///
    /// # Errors
    /// If the system refuses.
    #[cfg(unix)]
    pub fn pause(&self) -> Result<(), ProcessError> {
        self.signal(rustix::process::Signal::STOP).map_err(ProcessError::Signal)
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// If the system refuses.
    #[cfg(unix)]
    pub fn resume(&self) -> Result<(), ProcessError> {
        self.signal(rustix::process::Signal::CONT).map_err(ProcessError::Signal)
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) -> io::Result<()> {
        use rustix::process::{Pid, kill_process};
        match Pid::from_raw(self.child.id() as i32) {
            Some(pid) => kill_process(pid, signal).map_err(io::Error::from),
            None => Err(io::Error::other("it has no number")),
        }
    }

    /// Asks it to end, as whoever updates it does, and tells how long it took.
    ///
    /// # Errors
    /// If the system refuses, or the server did not end well.
    #[cfg(unix)]
    pub fn terminate(mut self) -> Result<Duration, ProcessError> {
        let began = Instant::now();
        let told = self.signal(rustix::process::Signal::TERM);
        let ended = told.and_then(|()| self.child.wait()).map_err(ProcessError::End)?;
        match ended.success() {
            true => Ok(began.elapsed()),
            false => Err(ProcessError::End(io::Error::other(format!("it ended with {ended}")))),
        }
    }

    /// Says that this system has no way to ask a process to end.
    ///
    /// # Errors
    /// Always; it is killed.
    #[cfg(not(unix))]
    pub fn terminate(self) -> Result<Duration, ProcessError> {
        Err(ProcessError::End(io::ErrorKind::Unsupported.into()))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How much memory a process uses, in bytes: now, and at most so far.
///
/// `None` where the system does not tell.
#[must_use]
pub fn resident_memory(process: u32) -> Option<(u64, u64)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kilobytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    Some((kilobytes("VmRSS:")? * 1_024, kilobytes("VmHWM:")? * 1_024))
}
