//! The client's side of the conversation, as a state machine without sockets and clocks.

use std::collections::VecDeque;

use thiserror::Error;

use super::{ClientLine, Faces, Listed, ServerLine, Steps, Terms, chat_of};
use crate::{
    Agreement, Board, Dice, MatchScore, Phase, Play, Table, Variant,
    position::{MAX_CHECKERS, OFF},
};
use framework::Seat;

/// Where a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// Not logged in yet, or not any more.
    Outside,
    /// Logged in, in no game.
    Lobby,
    /// In a game whose next round has not begun.
    Seated(i64),
    /// In a round of a game.
    Playing(i64),
}

/// What a player hears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// The server greets.
    Hello(String),
    /// One is logged in.
    LoggedIn,
    /// One is logged out; the server ends the connection.
    LoggedOut,
    /// Something was refused.
    Refused {
        /// The command.
        command: String,
        /// Why, in the server's words.
        text: String,
    },
    /// The games there are.
    Games(Vec<Listed>),
    /// Who is here.
    Users(Vec<String>),
    /// Somebody says something.
    Chat {
        /// Who.
        from: String,
        /// What.
        text: String,
    },
    /// What one said has arrived.
    Delivered,
    /// One sits in a game now.
    Joined(i64),
    /// One is in no game any more.
    LeftGame,
    /// Somebody logged in.
    UserCame(String),
    /// Somebody logged out.
    UserWent(String),
    /// Somebody sat down.
    PlayerCame {
        /// In which game.
        game: i64,
        /// Who.
        name: String,
    },
    /// Somebody is in no game any more.
    PlayerWent(String),
    /// A round begins.
    RoundBegan,
    /// The board, as one sees it oneself.
    Board(Board),
    /// One has to play this roll.
    YourTurn(Dice),
    /// One cannot move, and has said so.
    CannotMove(Dice),
    /// The other side has rolled.
    OthersRoll(Dice),
    /// The other side has played.
    OthersTurn {
        /// The steps as that side numbers the points; none if it could not move.
        steps: Steps,
        /// What that was on the board; nothing if the steps cannot be played there.
        turn: Option<ExecutedTurn>,
    },
    /// The round is over.
    RoundOver {
        /// Whether one has won it.
        won: bool,
        /// The rounds that are left.
        left: i64,
        /// One's own points and those of the other side.
        points: [u32; 2],
    },
    /// The last round counts more than the end of the round said, of which some servers tell at most two points.
    RoundCorrected {
        /// Whether one has won it.
        won: bool,
        /// The rounds that are left.
        left: i64,
        /// One's own points and those of the other side.
        points: [u32; 2],
    },
    /// A round of some game is over.
    RoundOf(ServerLine),
    /// A line that cannot be understood.
    Unknown(String),
}

/// A turn of the other side that was played on one's own board as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutedTurn {
    /// The board before it, as the side that moved sees it.
    pub before: Board,
    /// The roll.
    pub dice: Dice,
    /// What was played.
    pub play: Play,
}

/// Why something cannot be done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotNow {
    /// One is in no game.
    #[error("you are in no game; join or create one first")]
    InNoGame,
    /// One is in a game.
    #[error("you are in a game; leave it first")]
    InGame,
    /// There is nothing to play.
    #[error("it is not your turn; wait for your dice")]
    NotYourTurn,
    /// One is not logged in.
    #[error("you are not logged in")]
    Outside,
}

/// A player on a server of the 2006 program.
///
/// Lines of the server go into [`hear`](Self::hear); what is to be sent then waits in [`send`](Self::send). Commands
/// wait for the answer to the one before, since old servers forget what comes too early. Boards are confirmed, and a
/// roll without any move is answered, without being asked.
///
/// ```
/// use backgammon::original::{ClientLine, News, ClientSide};
/// let mut anna = ClientSide::new("anna", "");
/// assert_eq!(anna.send().map(|line| line.to_string()), Some("LOGIN:anna;;".to_owned()));
/// assert_eq!(anna.hear("CONFIRM:LOGIN;Logged in as anna."), [News::LoggedIn]);
/// assert_eq!(anna.send(), Some(ClientLine::List));
/// assert_eq!(anna.send(), None, "the next question waits for the answer to this one");
/// assert_eq!(anna.hear("LIST:"), [News::Games(vec![])]);
/// assert_eq!(anna.send(), Some(ClientLine::Users));
/// ```
#[derive(Clone, Debug)]
pub struct ClientSide {
    name: String,
    place: Where,
    games: Vec<Listed>,
    board: Option<Board>,
    /// The roll that has not been answered yet.
    to_play: Option<Dice>,
    /// The roll that the other side has to play.
    others_roll: Option<Dice>,
    /// The result that ended the last round, until the next one.
    result: Option<(bool, i64, [u32; 2])>,
    /// The roll that was answered by a turn of which the server has not said anything yet.
    answered: Option<Dice>,
    waiting: VecDeque<ClientLine>,
    /// What has to be sent without waiting.
    at_once: VecDeque<ClientLine>,
    /// The command whose answer is awaited.
    asked: Option<&'static str>,
}

impl ClientSide {
    /// Somebody who is about to log in.
    #[must_use]
    pub fn new(name: &str, password: &str) -> Self {
        let login = ClientLine::Login { name: name.to_owned(), password: password.to_owned() };
        Self {
            name: name.to_owned(),
            place: Where::Outside,
            games: Vec::new(),
            board: None,
            to_play: None,
            others_roll: None,
            result: None,
            answered: None,
            waiting: VecDeque::from([login]),
            at_once: VecDeque::new(),
            asked: None,
        }
    }

    /// One's own name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where one is.
    #[must_use]
    pub const fn place(&self) -> Where {
        self.place
    }

    /// The games of the last list.
    #[must_use]
    pub fn games(&self) -> &[Listed] {
        &self.games
    }

    /// The last board.
    #[must_use]
    pub const fn board(&self) -> Option<Board> {
        self.board
    }

    /// The roll that the other side has to play.
    #[must_use]
    pub const fn others_roll(&self) -> Option<Dice> {
        self.others_roll
    }

    /// The position that one has to play, as our own players know it.
    #[must_use]
    pub fn position(&self) -> Option<Table> {
        let agreement = Agreement { cube: false, jacoby: false, beavers: false };
        let start = Table::opening(Variant::Standard.start(), MatchScore::MONEY, agreement);
        start.with_board(Seat::FIRST, self.board?).with_phase(Phase::Playing(self.to_play?))
    }

    /// The next line to send, if one may be sent now.
    pub fn send(&mut self) -> Option<ClientLine> {
        // After a CONFIRM outside a game, an old server leaves unread what comes together with it: that goes first.
        if self.place != Where::Lobby
            && let Some(line) = self.at_once.pop_front()
        {
            return Some(line);
        }
        if self.asked.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            // Nobody answers a single START, and after LOGOUT the connection ends.
            let has_answer = !matches!(line, ClientLine::Start | ClientLine::Logout);
            self.asked = has_answer.then(|| line.command());
            if line == ClientLine::Logout {
                self.at_once.clear();
            }
            return Some(line);
        }
        self.at_once.pop_front()
    }

    /// Asks for the games and the users.
    pub fn look_around(&mut self) {
        self.waiting.extend([ClientLine::List, ClientLine::Users]);
    }

    /// Says something to somebody.
    ///
    /// # Errors
    /// If one is not logged in.
    pub fn chat(&mut self, to: &str, text: &str) -> Result<(), NotNow> {
        if self.place == Where::Outside {
            return Err(NotNow::Outside);
        }
        self.waiting.push_back(ClientLine::Chat { to: to.to_owned(), text: chat_of(text) });
        Ok(())
    }

    /// Joins a game that is there.
    ///
    /// # Errors
    /// If one is in a game already, or not logged in.
    pub fn join(&mut self, game: i64, password: &str) -> Result<(), NotNow> {
        self.sit_down(game, password, None)
    }

    /// Creates a game: the next number after those of the last list.
    ///
    /// # Errors
    /// If one is in a game already, or not logged in.
    pub fn create(&mut self, password: &str, terms: Terms) -> Result<i64, NotNow> {
        let last = self.games.iter().map(|listed| listed.game).max().unwrap_or(0);
        let game = last.max(0).saturating_add(1);
        self.sit_down(game, password, Some(terms)).map(|()| game)
    }

    /// Creates the game of a number; who comes second under that number joins it.
    ///
    /// # Errors
    /// If one is in a game already, or not logged in.
    pub fn create_as(&mut self, game: i64, password: &str, terms: Terms) -> Result<(), NotNow> {
        self.sit_down(game, password, Some(terms))
    }

    fn sit_down(&mut self, game: i64, password: &str, terms: Option<Terms>) -> Result<(), NotNow> {
        match self.place {
            Where::Outside => Err(NotNow::Outside),
            Where::Seated(_) | Where::Playing(_) => Err(NotNow::InGame),
            Where::Lobby => {
                self.waiting.push_back(ClientLine::Join { game, password: chat_of(password), terms });
                Ok(())
            }
        }
    }

    /// Leaves the game.
    ///
    /// # Errors
    /// If one is in none.
    pub fn leave(&mut self) -> Result<(), NotNow> {
        match self.place {
            Where::Outside | Where::Lobby => Err(NotNow::InNoGame),
            Where::Seated(_) | Where::Playing(_) => {
                self.waiting.push_back(ClientLine::Leave);
                Ok(())
            }
        }
    }

    /// Says that one is ready for the next round.
    ///
    /// # Errors
    /// If one is in no game, or a round is being played.
    pub fn start(&mut self) -> Result<(), NotNow> {
        match self.place {
            Where::Outside | Where::Lobby => Err(NotNow::InNoGame),
            Where::Playing(_) => Err(NotNow::InGame),
            Where::Seated(_) => {
                self.waiting.push_back(ClientLine::Start);
                Ok(())
            }
        }
    }

    /// Plays the roll. The play has to be legal on the [`position`](Self::position).
    ///
    /// # Errors
    /// If there is no roll to play.
    pub fn play(&mut self, play: Play) -> Result<(), NotNow> {
        let dice = self.to_play.take().ok_or(NotNow::NotYourTurn)?;
        self.answered = Some(dice);
        self.waiting.push_back(ClientLine::Turn(Steps::of(play)));
        Ok(())
    }

    /// Logs out. Who sits in a game leaves it first: an old server breaks down when somebody vanishes who sits
    /// alone.
    pub fn log_out(&mut self) {
        if matches!(self.place, Where::Seated(_) | Where::Playing(_)) {
            self.waiting.push_back(ClientLine::Leave);
        }
        self.waiting.push_back(ClientLine::Logout);
    }

    /// Hears a line of the server.
    pub fn hear(&mut self, line: &str) -> Vec<News> {
        match line.parse() {
            Ok(line) => self.understand(line).into_iter().collect(),
            Err(_) => vec![News::Unknown(line.to_owned())],
        }
    }

    fn understand(&mut self, line: ServerLine) -> Option<News> {
        let news = match line {
            ServerLine::Hello(text) => News::Hello(text),
            ServerLine::LoggedIn(_) => {
                self.answer("LOGIN");
                self.place = Where::Lobby;
                self.look_around();
                News::LoggedIn
            }
            ServerLine::LoggedOut => {
                self.place = Where::Outside;
                News::LoggedOut
            }
            ServerLine::Joined(game) => {
                self.answer("JOIN");
                self.place = Where::Seated(game);
                News::Joined(game)
            }
            ServerLine::Left => {
                self.answer("JOIN");
                return self.out_of_game();
            }
            ServerLine::Started => {
                self.place = Where::Playing(self.game()?);
                (self.to_play, self.others_roll, self.result) = (None, None, None);
                News::RoundBegan
            }
            ServerLine::Delivered => {
                self.answer("CHAT");
                News::Delivered
            }
            ServerLine::Refused { command, text } => {
                self.answer(&command);
                if command == "TURN" {
                    // The roll stands; some servers tell it again and some do not.
                    self.to_play = self.answered.take().or(self.to_play);
                }
                News::Refused { command, text }
            }
            ServerLine::List(games) => {
                self.answer("LIST");
                self.games.clone_from(&games);
                News::Games(games)
            }
            ServerLine::Users(users) => {
                self.answer("USERS");
                News::Users(users)
            }
            ServerLine::Chat { from, text } => News::Chat { from, text },
            ServerLine::Board(board) => {
                self.answer("TURN");
                (self.to_play, self.others_roll, self.answered) = (None, None, None);
                self.board = Some(board);
                self.at_once.push_back(ClientLine::Confirm);
                News::Board(board)
            }
            ServerLine::Dice(faces) => return self.roll(faces),
            ServerLine::OthersDice(faces) => {
                self.others_roll = Some(faces.dice());
                News::OthersRoll(faces.dice())
            }
            ServerLine::OthersTurn(steps) => {
                let turn = self.execute(&steps);
                News::OthersTurn { steps, turn }
            }
            ServerLine::RoundOver { won, left, points } => {
                self.answer("TURN");
                // Some servers tell the end twice, and differently.
                let Where::Playing(game) = self.place else { return None };
                self.place = Where::Seated(game);
                (self.to_play, self.others_roll, self.answered) = (None, None, None);
                self.result = Some((won, left, points));
                News::RoundOver { won, left, points }
            }
            ServerLine::LoggedInToo(name) => News::UserCame(name),
            ServerLine::LoggedOutToo(name) => News::UserWent(name),
            ServerLine::Came { game, name } => News::PlayerCame { game, name },
            ServerLine::Went(name) if name == self.name => return self.out_of_game(),
            ServerLine::Went(name) => News::PlayerWent(name),
            ServerLine::RoundOf { .. } => match self.corrected(&line) {
                Some((won, left, points)) => News::RoundCorrected { won, left, points },
                None => News::RoundOf(line),
            },
        };
        Some(news)
    }

    /// Plays what the other side has played, so that the board is right even if no other one follows.
    fn execute(&mut self, steps: &Steps) -> Option<ExecutedTurn> {
        let before = self.board.filter(|_| matches!(self.place, Where::Playing(_)))?.turned();
        let dice = self.others_roll?;
        let play = steps.on(before, dice).ok()?;
        self.others_roll = None;
        self.board = Some(before.after_play(play).turned());
        Some(ExecutedTurn { before, dice, play })
    }

    /// The result of the last round of one's own game, if everybody is told of more points than one was told oneself.
    fn corrected(&mut self, line: &ServerLine) -> Option<(bool, i64, [u32; 2])> {
        let ServerLine::RoundOf { game, winner: Some(winner), points: [winners, losers], .. } = line else {
            return None;
        };
        let (won, left, told) = self.result?;
        let is_own = self.game() == Some(*game) && (*winner == self.name) == won;
        if !is_own || *winners <= told[0].max(told[1]) {
            return None;
        }
        let points = if won { [*winners, *losers] } else { [*losers, *winners] };
        self.result = Some((won, left, points));
        self.result
    }

    /// Hears one's own dice.
    fn roll(&mut self, faces: Faces) -> Option<News> {
        let dice = faces.dice();
        let board = self.board.filter(|_| matches!(self.place, Where::Playing(_)))?;
        if self.answered.is_some() {
            // The same roll again, while the turn is under way.
            return None;
        }
        let is_over = [board.mover, board.other].iter().any(|side| side.count(OFF) == MAX_CHECKERS);
        if is_over {
            return None;
        }
        self.to_play = Some(dice);
        if board.can_move(dice) {
            return Some(News::YourTurn(dice));
        }
        // It cannot fail: the roll was noted just now.
        self.play(Play::NONE).ok()?;
        Some(News::CannotMove(dice))
    }

    fn game(&self) -> Option<i64> {
        match self.place {
            Where::Seated(game) | Where::Playing(game) => Some(game),
            Where::Outside | Where::Lobby => None,
        }
    }

    fn out_of_game(&mut self) -> Option<News> {
        self.game()?;
        self.place = Where::Lobby;
        (self.to_play, self.others_roll, self.answered) = (None, None, None);
        // What was meant for the game is not meant for the lobby.
        self.waiting
            .retain(|line| !matches!(line, ClientLine::Start | ClientLine::Turn(_) | ClientLine::Leave));
        if matches!(self.asked, Some("TURN" | "JOIN")) {
            self.asked = None;
        }
        Some(News::LeftGame)
    }

    fn answer(&mut self, command: &str) {
        if self.asked == Some(command) {
            self.asked = None;
        }
    }
}
