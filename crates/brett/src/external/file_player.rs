//! Whoever writes a text file, as a player.

use std::{
    fs,
    io::Read,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use framework::{AnyGame, AnyPosition};

use super::{
    Answer, Exchange, ExternalError, ExternalPlayer, SoFar, changes::Changes, exchange::play_word,
    programme::shortened,
};

/// How often the file is looked at where nobody tells that it has changed.
const INTERVAL: Duration = Duration::from_millis(250);
/// The longest file that is read.
const MAX_BYTES: u64 = 1 << 20;

/// Whoever writes a text file: our moves are written into it, and theirs are waited for.
#[derive(Debug)]
pub struct FilePlayer {
    path: PathBuf,
    game: Arc<dyn AnyGame>,
    interval: Duration,
    /// The file as it was last looked at. Its text is compared, since time stamps can be coarse.
    seen: Option<String>,
}

impl FilePlayer {
    /// The player behind a file, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>, game: Arc<dyn AnyGame>) -> Self {
        Self { path: path.into(), game, interval: INTERVAL, seen: None }
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

    /// The text of the file, if it can be read now.
    fn text(&self) -> Option<String> {
        let mut text = String::new();
        fs::File::open(&self.path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// The file, if it has changed since it was last asked for and holds a whole text.
    fn change(&mut self) -> Option<Exchange> {
        let now = self.text();
        if now == self.seen {
            return None;
        }
        self.seen = now;
        self.seen.as_ref()?.parse().ok()
    }

    /// The next move, if a file holds the known ones and goes on; all that it holds must be legal.
    fn next_move(&self, file: &Exchange, so_far: &SoFar<'_>) -> Result<Option<String>, ExternalError> {
        let expected = self.game_line();
        if file.game != expected {
            let (path, found) = (self.path.clone(), shortened(&file.game));
            return Err(ExternalError::OtherGame { path, found, expected });
        }
        let bad = |idx: usize, problem: String| ExternalError::BadMove {
            path: self.path.clone(),
            number: idx + 1,
            found: shortened(&file.moves[idx]),
            problem,
        };
        let known = so_far.texts();
        let mut pos = self.start(so_far);
        let mut first_new = None;
        for (idx, word) in file.moves.iter().enumerate() {
            let is_new = known.len() <= idx;
            if is_new && pos.turn() != so_far.pos.turn() {
                return Err(bad(idx, "it is not the turn of who writes this file".to_owned()));
            }
            let mv = play_word(&mut *pos, word).map_err(|error| bad(idx, error.to_string()))?;
            match known.get(idx) {
                None => drop(first_new.get_or_insert(mv)),
                Some(known) if *known == mv => {}
                Some(known) => return Err(bad(idx, format!("\"{known}\" was played here"))),
            }
        }
        // Later moves of the same seat are taken when they are asked for.
        Ok(first_new)
    }

    fn start(&self, so_far: &SoFar<'_>) -> Box<dyn AnyPosition> {
        let given = so_far.start.and_then(|text| self.game.parse_position(text).ok());
        given.unwrap_or_else(|| self.game.start())
    }

    /// Writes the record, unless the file holds a longer one, which is not ours to shorten.
    fn write(&mut self, so_far: &SoFar<'_>) -> Result<(), ExternalError> {
        let ours = Exchange::new(self.game_line(), so_far.pos, &so_far.texts());
        let theirs = self.text().and_then(|text| text.parse::<Exchange>().ok());
        if theirs.is_some_and(|theirs| ours.moves.len() < theirs.moves.len()) {
            return Ok(());
        }
        let written = ours.write(&self.path);
        written.map_err(|error| ExternalError::Write { path: self.path.clone(), error })
    }
}

impl ExternalPlayer for FilePlayer {
    fn choose(
        &mut self,
        so_far: &SoFar<'_>,
        limit: Option<Duration>,
        tell: &mut dyn FnMut(&ExternalError),
    ) -> Result<Answer, ExternalError> {
        let began = Instant::now();
        self.write(so_far)?;
        self.seen = None;
        let changes = Changes::of(&self.path);
        loop {
            if let Some(file) = self.change() {
                match self.next_move(&file, so_far) {
                    Ok(Some(mv)) => return Ok(Answer::Move(mv)),
                    Ok(None) => {}
                    Err(problem) => tell(&problem),
                }
            }
            match limit {
                Some(limit) if limit <= began.elapsed() => return Err(ExternalError::TimeOver(limit)),
                Some(limit) => changes.wait(self.interval.min(limit.saturating_sub(began.elapsed()))),
                None => changes.wait(self.interval),
            }
        }
    }

    fn round_over(&mut self, so_far: &SoFar<'_>) -> Result<(), ExternalError> {
        self.write(so_far)
    }
}
