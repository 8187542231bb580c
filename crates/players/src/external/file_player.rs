//! The writer of a text file, as a player.

use std::{
    collections::HashSet,
    fs,
    io::Read,
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use framework::{AnyGame, AnyPosition, RoundSoFar, Turn};

use super::{
    Exchange, ExternalDecision, ExternalError,
    changes::Changes,
    decider,
    exchange::{play_word, to_word},
    program::shortened,
    texts,
};

/// How often the file is looked at where nobody tells that it has changed.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// For how many looks the end of a round stays in the file, so that nobody misses it who looks as seldom as we do.
const LOOKS_AT_THE_END: u32 = 4;
/// The longest file that is read.
const MAX_BYTES: u64 = 1 << 20;

/// The writer of a text file: our moves are written into it, and theirs are waited for.
#[derive(Debug)]
pub struct FilePlayer {
    path: PathBuf,
    game: Arc<dyn AnyGame>,
    interval: Duration,
    round: Round,
    /// The file as it was last written by us, or by the other side with a move that we took.
    seen: Option<String>,
    /// When the end of a round was written, if nothing was written since.
    ended: Option<Instant>,
}

/// What the player knows about the round to which the file belongs.
#[derive(Debug)]
enum Round {
    /// Nothing yet: the file may be a rest of earlier days, or this very round.
    Unknown,
    /// It had these moves when the player was last asked.
    Running(Vec<String>),
    /// It is over, so whatever comes now is another one.
    Over,
}

impl Round {
    /// Tells whether a record cannot belong to this round.
    fn is_left_by(&self, record: &[String]) -> bool {
        match self {
            Self::Unknown => false,
            // Where moves were taken back, the record begins anew as well.
            Self::Running(known) => !record.starts_with(known),
            Self::Over => true,
        }
    }
}

impl FilePlayer {
    /// The player behind a file, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>, game: Arc<dyn AnyGame>) -> Self {
        Self {
            path: path.into(),
            game,
            interval: POLL_INTERVAL,
            round: Round::Unknown,
            seen: None,
            ended: None,
        }
    }

    /// The same player, whose file is looked at more or less often.
    #[must_use]
    pub const fn looking_every(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    fn game_line(&self) -> String {
        format!("{} {}", self.game.info().id, self.game.options())
    }

    /// Tells whether a line "game" means what is played here, however it writes the options.
    fn is_our_game(&self, line: &str) -> bool {
        let (id, options) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let opened = catalog::find(catalog::GAMES, id).map(|entry| entry.open_text(options.trim()));
        match opened {
            Some(Ok(game)) => (game.info().id, game.options()) == (self.game.info().id, self.game.options()),
            Some(Err(_)) => false,
            // A game that is in no catalog can only be named as we name it.
            None => line == self.game_line(),
        }
    }

    /// The text of the file, if it can be read now.
    fn text(&self) -> Option<String> {
        let mut text = String::new();
        fs::File::open(&self.path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// The next move, if a file holds the known ones and goes on; all that it holds must be legal.
    fn next_move(&self, file: &Exchange, so_far: &RoundSoFar<'_>) -> Result<Option<String>, ExternalError> {
        if !self.is_our_game(&file.game) {
            let (path, found, expected) = (self.path.clone(), shortened(&file.game), self.game_line());
            return Err(ExternalError::OtherGame { path, found, expected });
        }
        let bad = |idx: usize, problem: String| ExternalError::BadMove {
            path: self.path.clone(),
            number: idx + 1,
            found: shortened(&file.moves[idx]),
            problem,
        };
        let known = texts(so_far);
        let mut before = self.start(so_far);
        for (idx, (word, known)) in file.moves.iter().zip(&known).enumerate() {
            // Others may write the same move otherwise.
            if *word != to_word(known) {
                let mv = play_word(&mut *before.boxed_clone(), word);
                if mv.map_err(|error| bad(idx, error.to_string()))? != *known {
                    return Err(bad(idx, format!("\"{known}\" was played here")));
                }
            }
            // A later round of a match may have begun otherwise, and then our own words have to do.
            let _ = before.play(known);
        }
        let mut pos = so_far.pos.boxed_clone();
        let mut first_new = None;
        for (idx, word) in file.moves.iter().enumerate().skip(known.len()) {
            // The other side may write what decides nothing for any seat: a pass of who cannot do anything else, and
            // dice, of which it may have rolled all.
            let is_theirs = decider(&*pos) == so_far.decider() || pos.turn() == Turn::Chance;
            if !is_theirs && framework::only_pass(&*pos).is_none() {
                return Err(bad(idx, "it is not the turn of who writes this file".to_owned()));
            }
            let mv = play_word(&mut *pos, word).map_err(|error| bad(idx, error.to_string()))?;
            first_new.get_or_insert(mv);
        }
        // Later moves of the same seat are taken when they are asked for.
        Ok(first_new)
    }

    fn start(&self, so_far: &RoundSoFar<'_>) -> Box<dyn AnyPosition> {
        let given = so_far.start.and_then(|text| self.game.parse_position(text).ok());
        given.unwrap_or_else(|| self.game.start())
    }

    /// Tells whether a file holds a whole game: by the rules, or since it says that it is nobody's turn.
    fn is_over(&self, file: &Exchange, so_far: &RoundSoFar<'_>) -> bool {
        let mut pos = self.start(so_far);
        file.moves.iter().all(|word| play_word(&mut *pos, word).is_ok())
            && match pos.turn() {
                Turn::Over => true,
                Turn::Seat(_) => file.seat.is_none(),
                Turn::Chance => false,
            }
    }

    /// Tells whether our record may replace the file. A longer record of the running round is not ours to shorten.
    fn may_replace(&self, ours: &Exchange, so_far: &RoundSoFar<'_>) -> bool {
        let Some(text) = self.text() else { return true };
        let Ok(theirs) = text.parse::<Exchange>() else { return true };
        if theirs.moves.len() <= ours.moves.len() || !self.is_our_game(&theirs.game) {
            return true;
        }
        let is_answer = matches!(self.next_move(&theirs, so_far), Ok(Some(_)));
        if self.round.is_left_by(&ours.moves) {
            // Only what was written since can be about the new round.
            return !is_answer || self.seen.as_ref() == Some(&text);
        }
        !is_answer && self.is_over(&theirs, so_far)
    }

    /// Tells whether our record of a whole round may replace the file.
    fn may_conclude(&self, ours: &Exchange, so_far: &RoundSoFar<'_>) -> bool {
        let Some(theirs) = self.text().and_then(|text| text.parse::<Exchange>().ok()) else { return true };
        let n_known = match &self.round {
            Round::Running(known) => known.len(),
            Round::Unknown | Round::Over => 0,
        };
        // Who has less than was known has begun the next round already.
        let fits = (n_known..=ours.moves.len()).contains(&theirs.moves.len());
        fits || !self.is_our_game(&theirs.game)
            || (ours.moves.len() < theirs.moves.len() && self.is_over(&theirs, so_far))
    }

    fn write(&mut self, file: &Exchange) -> Result<(), ExternalError> {
        let written = file.write(&self.path);
        written.map_err(|error| ExternalError::Write { path: self.path.clone(), error })?;
        self.seen = Some(file.to_string());
        Ok(())
    }

    /// Shows the other side the record of a round in which it is to move.
    fn ask(&mut self, so_far: &RoundSoFar<'_>) -> Result<Exchange, ExternalError> {
        let ours = Exchange::new(self.game_line(), so_far.pos, &texts(so_far));
        if self.may_replace(&ours, so_far) {
            self.write(&ours)?;
        }
        self.ended = None;
        self.round = Round::Running(ours.moves.clone());
        Ok(ours)
    }

    /// Waits for a move, at most for `limit` or until `is_stopped`; `tell` hears of answers that could not be used
    /// while the waiting goes on.
    ///
    /// # Errors
    /// If no legal move came. The player has lost the game then and should not be asked again, unless the waiting
    /// was [interrupted](ExternalError::Interrupted).
    pub fn choose_until(
        &mut self,
        so_far: &RoundSoFar<'_>,
        limit: Option<Duration>,
        tell: &mut dyn FnMut(&ExternalError),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<ExternalDecision, ExternalError> {
        let ours = self.ask(so_far)?;
        let began = Instant::now();
        let changes = Changes::of(&self.path);
        let mut told = HashSet::new();
        // Texts are compared, since time stamps can be coarse.
        let mut looked_at = None;
        loop {
            let text = self.text();
            if text != looked_at {
                looked_at.clone_from(&text);
                if let Some(file) = text.as_ref().and_then(|text| text.parse().ok()) {
                    match self.next_move(&file, so_far) {
                        Ok(Some(mv)) => {
                            self.seen = text;
                            return Ok(ExternalDecision::Move(mv));
                        }
                        // Both sides wrote at the same time, and the other one has not seen our move.
                        Ok(None) if file.moves.len() < ours.moves.len() => self.write(&ours)?,
                        Ok(None) => {}
                        Err(problem) if told.insert(problem.to_string()) => tell(&problem),
                        Err(_) => {}
                    }
                }
            }
            if is_stopped() {
                return Err(ExternalError::Interrupted);
            }
            match limit.map(|limit| (limit, limit.saturating_sub(began.elapsed()))) {
                Some((limit, Duration::ZERO)) => {
                    // The game is lost, whether that can be written or not.
                    let _ = self.round_over(so_far);
                    return Err(ExternalError::TimeOver(limit));
                }
                Some((_, left)) => changes.wait(self.interval.min(left)),
                None => changes.wait(self.interval),
            }
        }
    }

    /// The roll that the other side has written already for dice that are ours to roll, if there is one.
    #[must_use]
    pub fn written_roll(&self, so_far: &RoundSoFar<'_>) -> Option<String> {
        let file = self.text()?.parse().ok()?;
        self.next_move(&file, so_far).ok()?
    }

    /// Hears that what it is asked next belongs to another round, whatever became of the one before. No clock runs
    /// yet, so this may take a moment.
    pub fn new_round(&mut self) {
        if let Some(ended) = self.ended.take() {
            thread::sleep((LOOKS_AT_THE_END * self.interval).saturating_sub(ended.elapsed()));
        }
        self.round = Round::Over;
    }

    /// Hears how the round ended.
    ///
    /// # Errors
    /// If the end cannot be written.
    pub fn round_over(&mut self, so_far: &RoundSoFar<'_>) -> Result<(), ExternalError> {
        let ours = Exchange { seat: None, ..Exchange::new(self.game_line(), so_far.pos, &texts(so_far)) };
        if self.may_conclude(&ours, so_far) {
            self.write(&ours)?;
        }
        self.round = Round::Over;
        self.ended = Some(Instant::now());
        Ok(())
    }
}
