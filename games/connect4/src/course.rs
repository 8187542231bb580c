//! The match of the 2018 course: five games against its environment, by two calls.

use std::{
    fmt,
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

use framework::{
    Game as _, Position as _, Seat,
    render::{Style, terminal},
    search::{Engine as _, Limits, SearchRequest},
};
use thiserror::Error;

use crate::{
    Board, Column, Connect4, Size,
    opponents::{Praktikum2018, Windows},
    original::{Ended, Message, Peer},
};

/// How many games a match has.
pub const GAMES: usize = 5;

/// How long one may think about a move.
pub const THINKING_TIME: Duration = Duration::from_secs(2);

/// A match against the environment of the course.
///
/// In games 1, 3 and 5 one is yellow and begins; in 2 and 4 one hands over no column at first, and the environment
/// begins.
///
/// ```
/// use connect4::{Column, course::{Answer, Environment}};
///
/// let mut environment = Environment::start(1)?;
/// let answer = environment.next_move(Some(Column::new(0)))?;
/// assert!(matches!(answer, Answer::Column(_)), "nobody wins by a single disc");
/// assert_eq!(environment.board().ply(), 2);
/// # Ok::<(), connect4::course::CourseError>(())
/// ```
pub struct Environment {
    opponent: Opponent,
    /// The match as the own program sees it.
    own: Peer,
    results: Vec<Ended>,
    seed: u64,
    answered: Option<Instant>,
}

enum Opponent {
    Computer(Praktikum2018),
    /// Difficulty 0: the environment is off, and somebody plays against one's own program.
    Person(Chooser),
}

/// Chooses a column on a board, unless nobody is there any more.
type Chooser = Box<dyn FnMut(&Board<u64>) -> Option<Column> + Send>;

/// What the environment answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A column, and the game goes on.
    Column(Column),
    /// The column by which the environment has ended the game.
    OverBy(Column),
    /// The own move has ended the game.
    Over,
}

impl Answer {
    /// The number that the course gives back: below 0 the game is over, by the environment in column `c` if it is
    /// -(c + 2), by the own move if it is -1.
    ///
    /// ```
    /// use connect4::{Column, course::Answer};
    /// assert_eq!(Answer::Column(Column::new(3)).number(), 3);
    /// assert_eq!(Answer::OverBy(Column::new(3)).number(), -5);
    /// assert_eq!(Answer::Over.number(), -1);
    /// ```
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Column(column) => column.index() as i32,
            Self::OverBy(column) => -(column.index() as i32 + 2),
            Self::Over => -1,
        }
    }
}

/// What ends a match before its time.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CourseError {
    /// A difficulty that does not exist.
    #[error("difficulty {0} does not exist; choose 0 for a person at the keyboard, or 1 to 6")]
    Difficulty(u32),
    /// A column that cannot be played.
    #[error("column {} cannot be played, and the match is lost; columns count from 0", .0.index())]
    Column(Column),
    /// A column where the environment begins.
    #[error("the environment begins this game; hand over no column")]
    TheyBegin,
    /// No column where one has to move.
    #[error("no column is only for games that the environment begins; play one")]
    NoColumn,
    /// More than two seconds for a move.
    #[error("more than two seconds for a move: the match is lost")]
    TooSlow,
    /// A match that is over.
    #[error("all games have been played; start a new match")]
    MatchOver,
    /// The person at the keyboard has gone.
    #[error("nobody plays any more")]
    NobodyThere,
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("own", &self.own)
            .field("results", &self.results)
            .finish_non_exhaustive()
    }
}

impl Environment {
    /// Begins a match: difficulties 1 to 6 are those of the environment; with 0 it is off, and somebody plays at the
    /// keyboard against the own program, with the board on standard error.
    ///
    /// # Errors
    /// If there is no such difficulty.
    pub fn start(difficulty: u32) -> Result<Self, CourseError> {
        match difficulty {
            0 => Ok(Self::against(at_keyboard)),
            level if Praktikum2018::LEVELS.contains(&level) => {
                let windows = Windows::of_size(Size::USUAL);
                Ok(Self::new(Opponent::Computer(Praktikum2018 { level, windows })))
            }
            other => Err(CourseError::Difficulty(other)),
        }
    }

    /// Begins a match against whoever chooses columns; `None` says that they have gone.
    pub fn against(person: impl FnMut(&Board<u64>) -> Option<Column> + Send + 'static) -> Self {
        Self::new(Opponent::Person(Box::new(person)))
    }

    fn new(opponent: Opponent) -> Self {
        Self { opponent, own: Peer::waiting(), results: Vec::new(), seed: 1, answered: None }
    }

    /// The same match with other dice: of moves that are equally good to it the environment takes any.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The board of the present game.
    #[must_use]
    pub const fn board(&self) -> &Board<u64> {
        self.own.board()
    }

    /// Whether the own program is yellow and begins the present game.
    #[must_use]
    pub const fn is_yellow(&self) -> bool {
        self.own.is_yellow()
    }

    /// How the games that are over have ended for the own program.
    #[must_use]
    pub fn results(&self) -> &[Ended] {
        &self.results
    }

    /// Hands over the own move, or none where the environment begins, and gives the answer. After the end of a game
    /// the next call begins the next one.
    ///
    /// # Errors
    /// If the match is lost by a column that cannot be played or by thinking too long, or is over.
    pub fn next_move(&mut self, own: Option<Column>) -> Result<Answer, CourseError> {
        let is_late = self.answered.is_some_and(|answered| THINKING_TIME < answered.elapsed());
        if is_late && matches!(self.opponent, Opponent::Computer(_)) {
            return Err(CourseError::TooSlow);
        }
        if self.results.len() == GAMES {
            return Err(CourseError::MatchOver);
        }
        let answer = match (own, self.own.speaks()) {
            (None, true) => return Err(CourseError::NoColumn),
            (Some(_), false) => return Err(CourseError::TheyBegin),
            (Some(column), true) => {
                self.own.play(column).map_err(|_| CourseError::Column(column))?;
                match self.end() {
                    true => Answer::Over,
                    false => self.answer()?,
                }
            }
            (None, false) => self.answer()?,
        };
        self.answered = Some(Instant::now());
        Ok(answer)
    }

    fn answer(&mut self) -> Result<Answer, CourseError> {
        let column = match &mut self.opponent {
            Opponent::Person(choose) => choose(self.own.board()).ok_or(CourseError::NobodyThere)?,
            Opponent::Computer(opponent) => {
                let limits =
                    Limits { seed: self.seed.wrapping_add(self.results.len() as u64), ..Limits::NONE };
                let request = SearchRequest::new(self.own.board(), limits).ok_or(CourseError::MatchOver)?;
                opponent.search(request).best
            }
        };
        self.own.hear(Message::Column(column).number()).map_err(|_| CourseError::Column(column))?;
        Ok(if self.end() { Answer::OverBy(column) } else { Answer::Column(column) })
    }

    /// Notes the end of a game, if this is one, and begins the next.
    fn end(&mut self) -> bool {
        let Some(ended) = self.own.ended() else { return false };
        self.results.push(ended);
        // Whoever is to move says that the game is over.
        if self.own.end().is_none() {
            let heard = self.own.hear(Message::GameOver.number());
            debug_assert_eq!(heard, Ok(Message::GameOver), "the game is over, and the other side is to move");
        }
        true
    }
}

fn at_keyboard(board: &Board<u64>) -> Option<Column> {
    ask(board, io::stdin().lock(), &mut io::stderr())
}

/// Shows the board, and asks until somebody types a column that can be played.
fn ask(board: &Board<u64>, typed: impl BufRead, shown: &mut impl Write) -> Option<Column> {
    let (last, scene) = (board.size().columns() - 1, Connect4::default().scene(board, Seat::FIRST));
    write!(shown, "{}column (0 to {last}): ", terminal(&scene, &Style::plain())).ok()?;
    for line in typed.lines() {
        let column = line.ok()?.trim().parse().ok().filter(|index| *index <= last).map(Column::new);
        match column.filter(|&column| board.is_legal(column)) {
            Some(column) => return Some(column),
            None => write!(shown, "this column cannot be played; column (0 to {last}): ").ok()?,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first column that can be played.
    fn leftmost(board: &Board<u64>) -> Option<Column> {
        (0..7).map(Column::new).find(|&column| board.is_legal(column))
    }

    /// Plays a whole match with the leftmost columns.
    fn play_match(mut environment: Environment) -> (Vec<i32>, Vec<Ended>) {
        let mut answers = Vec::new();
        while environment.results().len() < GAMES {
            let begins = environment.is_yellow() || 0 < environment.board().ply();
            let own = leftmost(environment.board()).filter(|_| begins);
            answers.push(environment.next_move(own).unwrap().number());
        }
        assert_eq!(environment.next_move(None), Err(CourseError::MatchOver));
        (answers, environment.results().to_vec())
    }

    #[test]
    fn five_games_are_played_and_the_sides_begin_in_turn() {
        for difficulty in Praktikum2018::LEVELS.take(3) {
            let (answers, results) = play_match(Environment::start(difficulty).unwrap());
            assert_eq!(answers.iter().filter(|&&answer| answer < 0).count(), GAMES);
            assert_eq!(results.len(), GAMES);
            let again = play_match(Environment::start(difficulty).unwrap());
            assert_eq!((answers, results), again, "the same seed gives the same match");
        }
        let lost =
            |(_, results): &(_, Vec<Ended>)| results.iter().filter(|&&ended| ended == Ended::Lost).count();
        assert_eq!(
            lost(&play_match(Environment::start(4).unwrap())),
            GAMES,
            "the leftmost column is no plan"
        );
    }

    #[test]
    fn without_the_environment_somebody_else_plays() {
        // Both fill columns from the left, so that yellow has the first diagonal.
        let (answers, results) = play_match(Environment::against(leftmost));
        assert_eq!(answers[..3], [0, 0, 0], "{answers:?}");
        let (won, lost) = (results[0], results[1]);
        assert_eq!(
            (won, lost),
            (Ended::Won, Ended::Lost),
            "the games go the same way, with the colors swapped"
        );
        assert_eq!(results, [won, lost, won, lost, won]);
        let mut gone = Environment::against(|_| None);
        assert_eq!(gone.next_move(leftmost(gone.board())), Err(CourseError::NobodyThere));
    }

    #[test]
    fn whoever_sits_at_the_keyboard_is_asked_until_a_column_can_be_played() {
        let mut board = Board::empty(Size::USUAL);
        for _ in 0..6 {
            board.play(Column::new(0));
        }
        let mut shown = Vec::new();
        assert_eq!(ask(&board, "x\n7\n0\n\n 3 \n4\n".as_bytes(), &mut shown), Some(Column::new(3)));
        let shown = String::from_utf8(shown).unwrap();
        assert!(shown.contains("1 2 3 4 5 6 7"), "{shown}");
        assert_eq!(shown.matches("this column cannot be played").count(), 4, "{shown}");
        assert_eq!(ask(&board, "".as_bytes(), &mut Vec::new()), None);
    }

    #[test]
    fn what_the_course_forbids_has_a_reason() {
        assert_eq!(Environment::start(7).unwrap_err(), CourseError::Difficulty(7));
        let mut environment = Environment::start(1).unwrap();
        assert_eq!(environment.next_move(None), Err(CourseError::NoColumn));
        let none = Column::new(9);
        assert_eq!(environment.next_move(Some(none)), Err(CourseError::Column(none)));
        let sentence = CourseError::Difficulty(7).to_string();
        assert_eq!(sentence, "difficulty 7 does not exist; choose 0 for a person at the keyboard, or 1 to 6");
        let mut slow = Environment::start(1).unwrap();
        slow.next_move(leftmost(slow.board())).unwrap();
        slow.answered = Instant::now().checked_sub(THINKING_TIME + Duration::from_secs(1));
        assert_eq!(slow.next_move(leftmost(slow.board())), Err(CourseError::TooSlow));
    }
}
