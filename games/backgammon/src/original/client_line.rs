//! What a client sends.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{Steps, number};

/// What is agreed when a game is created by joining it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The seconds for one turn; 0 for as long as one likes.
    pub timeout: u32,
    /// The number of rounds; 0 for a game without end.
    pub rounds: u32,
}

/// A line from a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientLine {
    /// `LOGIN:name;password;`
    Login {
        /// Who it is.
        name: String,
        /// The password; empty for none.
        password: String,
    },
    /// `LOGOUT`
    Logout,
    /// `USERS`
    Users,
    /// `LIST`
    List,
    /// `CHAT:name;text`
    Chat {
        /// To whom.
        to: String,
        /// What.
        text: String,
    },
    /// `JOIN:n;password;timeout;rounds` creates a game, and `JOIN:n;password` joins one.
    Join {
        /// The number of the game.
        game: i64,
        /// Its password; empty for none.
        password: String,
        /// What holds if there is no such game yet; one round without a timeout if nothing is said.
        terms: Option<Terms>,
    },
    /// `JOIN:-1`
    Leave,
    /// `START`
    Start,
    /// `CONFIRM`
    Confirm,
    /// `TURN:die from to;…` or `TURN:NOTURN`
    Turn(Steps),
}

/// Why a line of a client cannot be obeyed by anybody.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{command:.40}: {fault}")]
pub struct ClientLineError {
    /// The command word as it was sent.
    pub command: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a line of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// There is no such command.
    #[error("there is no such command; send LOGIN, LIST, USERS, CHAT, JOIN, START, CONFIRM, TURN or LOGOUT")]
    UnknownCommand,
    /// The command needs more parameters.
    #[error("this command needs more parameters, separated by semicolons")]
    TooFewParameters,
    /// The steps of a turn cannot be read.
    #[error("this is no turn; send steps as die, from and to, such as 5 25 20;2 3 1; or NOTURN")]
    NoTurn,
}

impl ClientLine {
    /// The word of the command.
    #[must_use]
    pub const fn command(&self) -> &'static str {
        match self {
            Self::Login { .. } => "LOGIN",
            Self::Logout => "LOGOUT",
            Self::Users => "USERS",
            Self::List => "LIST",
            Self::Chat { .. } => "CHAT",
            Self::Join { .. } | Self::Leave => "JOIN",
            Self::Start => "START",
            Self::Confirm => "CONFIRM",
            Self::Turn(_) => "TURN",
        }
    }

    /// The line with every password hidden, for people who watch the conversation.
    ///
    /// ```
    /// use backgammon::original::ClientLine;
    /// let line: ClientLine = "LOGIN:anna;secret;".parse()?;
    /// assert_eq!(line.masked(), "LOGIN:anna;***;");
    /// # Ok::<(), backgammon::original::ClientLineError>(())
    /// ```
    #[must_use]
    pub fn masked(&self) -> String {
        let mut masked = self.clone();
        if let Self::Login { password, .. } | Self::Join { password, .. } = &mut masked
            && !password.is_empty()
        {
            "***".clone_into(password);
        }
        masked.to_string()
    }
}

/// The form that the program sends, which every server takes.
impl fmt::Display for ClientLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Login { name, password } => write!(f, "LOGIN:{name};{password};"),
            Self::Chat { to, text } => write!(f, "CHAT:{to};{text}"),
            Self::Join { game, password, terms: None } => write!(f, "JOIN:{game};{password}"),
            Self::Join { game, password, terms: Some(Terms { timeout, rounds }) } => {
                let or_empty = |number: u32| if number == 0 { String::new() } else { number.to_string() };
                write!(f, "JOIN:{game};{password};{};{}", or_empty(*timeout), or_empty(*rounds))
            }
            Self::Leave => f.write_str("JOIN:-1"),
            Self::Turn(steps) => write!(f, "TURN:{steps}"),
            _ => f.write_str(self.command()),
        }
    }
}

impl FromStr for ClientLine {
    type Err = ClientLineError;

    fn from_str(line: &str) -> Result<Self, ClientLineError> {
        let (command, rest) = match line.split_once(':') {
            Some((command, rest)) => (command, Some(rest)),
            None => (line, None),
        };
        let wrong = |fault| ClientLineError { command: command.to_owned(), fault };
        // Like the servers: what follows a second colon is lost, except in a text of chat.
        let parameters = rest.unwrap_or_default().split(':').next().unwrap_or_default();
        let mut fields = parameters.split(';');
        let mut field = || fields.next().map(str::to_owned);
        let read = match command {
            "LOGIN" => {
                let name = field().filter(|_| rest.is_some()).ok_or(wrong(Fault::TooFewParameters))?;
                Self::Login { name, password: field().unwrap_or_default() }
            }
            "LOGOUT" => Self::Logout,
            "USERS" => Self::Users,
            "LIST" => Self::List,
            "CHAT" => {
                let said = rest.unwrap_or_default().split_once(';');
                let (to, text) = said.ok_or(wrong(Fault::TooFewParameters))?;
                Self::Chat { to: to.to_owned(), text: text.to_owned() }
            }
            "JOIN" => {
                let game = field().filter(|game| !game.is_empty()).ok_or(wrong(Fault::TooFewParameters))?;
                let password = field().unwrap_or_default();
                let timeout = field().map(|timeout| number(&timeout));
                let rounds = field().map(|rounds| number(&rounds));
                let terms =
                    timeout.map(|timeout| Terms { timeout, rounds: rounds.unwrap_or(Self::USUAL_ROUNDS) });
                match number(&game) {
                    -1 => Self::Leave,
                    game => Self::Join { game, password, terms },
                }
            }
            "START" => Self::Start,
            "CONFIRM" => Self::Confirm,
            "TURN" => Self::Turn(parameters.parse().map_err(|()| wrong(Fault::NoTurn))?),
            _ => return Err(wrong(Fault::UnknownCommand)),
        };
        Ok(read)
    }
}

impl ClientLine {
    /// The rounds of a game for which no number was given.
    const USUAL_ROUNDS: u32 = 1;
}

impl Default for Terms {
    /// One round without a timeout.
    fn default() -> Self {
        Self { timeout: 0, rounds: ClientLine::USUAL_ROUNDS }
    }
}
