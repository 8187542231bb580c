//! A table at which tests sit down.

use framework::{Action, GameEntry, Match, Millis, Refused, Seat, Settings};

use crate::dice_race;

/// A match whose time is moved by hand, and the seats by their numbers.
pub(crate) struct Table {
    pub(crate) contest: Match,
    pub(crate) now: Millis,
}

pub(crate) const GAMES: &[GameEntry] = &[nim::ENTRY, dice_race::ENTRY];

/// Begins a match of Nim (`nim 1+2`) or of the dice race (`dice-race seats=2`).
pub(crate) fn table(game: &str, change: impl FnOnce(&mut Settings)) -> Table {
    let (id, options) = game.split_once(' ').unwrap();
    let entry = GAMES.iter().find(|entry| entry.info.id == id).unwrap();
    let game = entry.open_text(options).unwrap();
    let mut settings = Settings::casual(game.start().seats(), 1);
    change(&mut settings);
    Table { contest: Match::new(game, settings, Millis(0)).unwrap(), now: Millis(0) }
}

impl Table {
    /// Lets a seat act, who knows the present position.
    pub(crate) fn act(&mut self, seat: usize, action: Action) -> Result<usize, Refused> {
        let ply = self.contest.ply();
        let seat = Seat::from_number(seat).unwrap();
        self.contest.act(seat, ply, action, self.now).map(<[_]>::len)
    }

    /// Lets a seat play a move that must be accepted.
    #[track_caller]
    pub(crate) fn play(&mut self, seat: usize, text: &str) {
        self.act(seat, Action::Move(text.to_owned())).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }

    /// Lets a seat do something that must be accepted.
    #[track_caller]
    pub(crate) fn does(&mut self, seat: usize, action: Action) {
        self.act(seat, action).unwrap();
    }

    /// Expects that an action is refused for a reason.
    #[track_caller]
    pub(crate) fn refuses(&mut self, seat: usize, action: Action, why: &str) {
        let version = self.contest.version();
        let refused = self.act(seat, action).expect_err("the action is refused");
        assert_eq!(refused.to_string(), why);
        assert_eq!(self.contest.version(), version, "nothing happens when an action is refused");
    }

    pub(crate) fn wait(&mut self, millis: u64) {
        self.now += Millis(millis);
    }

    /// The points of all players.
    pub(crate) fn points(&self) -> Vec<u32> {
        self.contest.scores().iter().map(|score| score.points).collect()
    }

    /// Everybody is ready for the next round.
    pub(crate) fn next_round(&mut self) {
        for seat in 1..=self.contest.seats() {
            self.does(seat, Action::Ready);
        }
    }

    /// The present position as text.
    pub(crate) fn position(&self) -> String {
        self.contest.position().text()
    }
}
