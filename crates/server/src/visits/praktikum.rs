//! Connect Four by the numbers of the 2018 course.

use std::sync::Arc;

use connect4::{
    Column, Connect4,
    original::{Ended, MESSAGE_BYTES, Message, Peer},
};
use framework::{AnyGame, AnyPosition, Game as _, Seat, Text};
use protocol::{VisitBoard, VisitCourse, VisitEnd, VisitMove, VisitPlace, VisitWish};

use super::{Lost, Outbox, Shown, Visit, explained, no_word_for_it};

/// How much the other side may send while we still look at the end of a game.
const MAX_UNREAD: usize = 64 * MESSAGE_BYTES;

/// Games of Connect Four with one other programme.
pub(super) struct Course {
    game: Arc<dyn AnyGame>,
    peer: Peer,
    /// What has come and was not looked at: after the end of a game nothing is, until one wants the next one.
    unread: Vec<u8>,
    wants_next: bool,
    played: Vec<VisitMove>,
    /// The games that were won, lost and drawn.
    results: [u32; 3],
}

impl Course {
    /// The side that has waited, or the one that has connected.
    pub(super) fn new(waited: bool) -> Self {
        Self {
            game: connect4::ENTRY.open_text("").expect("the usual game is there"),
            peer: if waited { Peer::waiting() } else { Peer::connecting() },
            unread: Vec::new(),
            wants_next: false,
            played: Vec::new(),
            results: [0; 3],
        }
    }

    fn seat(&self) -> Seat {
        if self.peer.is_yellow() { Seat::FIRST } else { Seat::SECOND }
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        let text = Connect4::<u64>::default().write_position(self.peer.board());
        self.game.parse_position(&text).expect("what a game writes it reads")
    }

    fn end(&self) -> Option<VisitEnd> {
        self.peer.ended().map(|ended| match ended {
            Ended::Won => VisitEnd::Won,
            Ended::Lost => VisitEnd::Lost,
            Ended::Drawn => VisitEnd::Drawn,
        })
    }

    /// Reads what has come, up to the end of the game.
    fn read(&mut self) -> Result<(), Lost> {
        while self.peer.ended().is_none() || self.wants_next {
            let Some(&bytes) = self.unread.first_chunk::<MESSAGE_BYTES>() else { return Ok(()) };
            let message = self.peer.hear(i32::from_le_bytes(bytes)).map_err(Lost::nonsense)?;
            self.unread.drain(..MESSAGE_BYTES);
            match message {
                Message::Column(column) => self.note(self.seat().other(), column),
                Message::GameOver => self.begin_next(),
            }
        }
        if MAX_UNREAD < self.unread.len() {
            return Err(Lost::nonsense("too much at once"));
        }
        Ok(())
    }

    fn note(&mut self, seat: Seat, column: Column) {
        self.played.push(VisitMove { seat: Some(seat), text: column.to_string() });
        if let Some(end) = self.end() {
            self.results[end as usize] += 1;
        }
    }

    fn begin_next(&mut self) {
        self.wants_next = false;
        self.played.clear();
    }

    fn play(&mut self, text: &str, out: &mut Outbox) -> Result<(), Text> {
        let played = self.position().check(text).map_err(|error| explained(&error))?;
        let index = played.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        let column = index.map(Column::new).ok_or_else(no_word_for_it)?;
        let message = self.peer.play(column).map_err(|_| not_your_turn())?;
        out.bytes.extend(message.to_bytes());
        self.note(self.seat(), column);
        Ok(())
    }

    /// Begins the next game, or waits until the other side does, whoever has to say that this one is over.
    fn next_game(&mut self, out: &mut Outbox) -> Result<(), Text> {
        if self.peer.ended().is_none() {
            return Err(Text::fixed("the game is not over yet", "das Spiel ist noch nicht vorbei"));
        }
        match self.peer.end() {
            Some(message) => {
                out.bytes.extend(message.to_bytes());
                self.begin_next();
            }
            None => self.wants_next = true,
        }
        Ok(())
    }
}

const fn not_your_turn() -> Text {
    Text::fixed("it is not your turn", "du bist nicht am Zug")
}

impl Visit for Course {
    fn hear(&mut self, bytes: &[u8], _out: &mut Outbox) -> Result<(), Lost> {
        self.unread.extend_from_slice(bytes);
        self.read()
    }

    fn wish(&mut self, wish: &VisitWish, out: &mut Outbox) -> Result<(), Text> {
        match wish {
            VisitWish::Play { .. } if !self.peer.speaks() => Err(not_your_turn()),
            VisitWish::Play { text } => self.play(text, out),
            VisitWish::WhyNot { text } => {
                self.position().check(text).map(|_| ()).map_err(|error| explained(&error))
            }
            VisitWish::Begin => {
                self.next_game(out)?;
                // What is wrong with it is heard with the next bytes at the latest.
                self.read().map_err(|Lost(text)| text)
            }
            _ => Err(no_word_for_it()),
        }
    }

    fn place(&self) -> Option<VisitPlace> {
        Some(VisitPlace::Course(VisitCourse {
            game: self.peer.n_games() + 1,
            is_yellow: self.peer.is_yellow(),
            end: self.end(),
            is_waiting: self.wants_next,
            results: self.results,
        }))
    }

    fn board(&self) -> Option<VisitBoard> {
        let position = self.position();
        let is_active = self.peer.speaks() && self.peer.ended().is_none();
        let (seat, played) = (Some(self.seat()), self.played.clone());
        Some(Shown { game: &*self.game, position: &*position, seat, is_active, played, hint: None }.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(course: &mut Course, text: &str) -> Vec<u8> {
        let mut out = Outbox::default();
        course.wish(&VisitWish::Play { text: text.to_owned() }, &mut out).unwrap();
        out.bytes
    }

    fn view(course: &Course) -> VisitCourse {
        match course.place() {
            Some(VisitPlace::Course(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_end_of_a_game_stays_in_sight_until_one_wants_the_next_one() {
        let (mut one, mut other) = (Course::new(true), Course::new(false));
        for (own, others) in [("1", "2"), ("1", "2"), ("1", "2")] {
            other.hear(&play(&mut one, own), &mut Outbox::default()).unwrap();
            one.hear(&play(&mut other, others), &mut Outbox::default()).unwrap();
        }
        other.hear(&play(&mut one, "1"), &mut Outbox::default()).unwrap();
        assert_eq!((view(&one).end, view(&other).end), (Some(VisitEnd::Won), Some(VisitEnd::Lost)));
        assert_eq!((view(&one).results, view(&other).results), ([1, 0, 0], [0, 1, 0]));
        // The side that has lost is to move, so it says that the game is over, and begins the next one.
        let mut out = Outbox::default();
        other.wish(&VisitWish::Begin, &mut out).unwrap();
        assert_eq!(out.bytes, [0xff; 4]);
        assert_eq!((view(&other).game, view(&other).is_yellow), (2, true));
        out.bytes.extend(play(&mut other, "4"));
        one.hear(&out.bytes, &mut Outbox::default()).unwrap();
        assert_eq!((view(&one).game, view(&one).end), (1, Some(VisitEnd::Won)), "it is still in sight");
        one.wish(&VisitWish::Begin, &mut Outbox::default()).unwrap();
        assert_eq!((view(&one).game, view(&one).is_yellow), (2, false));
        assert_eq!(one.board().unwrap().played.len(), 1);
        assert_eq!(one.board().unwrap().drawing.moves.len(), 7);
    }

    #[test]
    fn what_cannot_be_is_refused_or_ends_the_visit() {
        let mut course = Course::new(false);
        let wish = |course: &mut Course, wish| course.wish(&wish, &mut Outbox::default());
        let play = |text: &str| VisitWish::Play { text: text.to_owned() };
        assert_eq!(wish(&mut course, play("4")), Err(not_your_turn()));
        assert!(wish(&mut course, VisitWish::Begin).is_err(), "it is not over");
        assert_eq!(wish(&mut course, VisitWish::Hint), Err(no_word_for_it()));
        course.hear(&[3, 0], &mut Outbox::default()).unwrap();
        course.hear(&[0, 0], &mut Outbox::default()).unwrap();
        assert!(wish(&mut course, play("9")).is_err(), "there is no such column");
        assert!(course.hear(&[3, 0, 0, 0], &mut Outbox::default()).is_err(), "it is not their turn");
    }
}
