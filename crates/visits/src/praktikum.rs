//! Connect Four by the numbers of the 2018 course.

use std::sync::Arc;

use connect4::{
    Column, Connect4,
    original::{Ended, Layout, Message, NumberBuffer, Peer},
};
use framework::{AnyGame, AnyPosition, Game as _, Millis, Seat, Text};
use protocol::{VisitBoard, VisitCourse, VisitEnd, VisitMove, VisitPlace, VisitWish};

use super::{
    Lost, Outbox, Shown, Visit, VisitEvent, VisitGoal, VisitTurn, explained, no_word_for_it,
    texts::{course as texts, not_your_turn},
};

/// How many bytes the other side may send while we still look at the end of a game.
const MAX_UNREAD: usize = 256;

/// How long a player of ours thinks: the course lets a program lose that takes more than two seconds.
const ENGINE_MOVE_TIME: Millis = Millis(1_580);

/// Games of Connect Four with one other program.
pub(super) struct Course {
    game: Arc<dyn AnyGame>,
    peer: Peer,
    /// What has come and was not looked at: after the end of a game nothing is, until one wants the next one.
    unread: NumberBuffer,
    n_unread: usize,
    layout: Layout,
    /// Whether the next game begins without a word.
    goes_on: bool,
    wants_next: bool,
    played: Vec<VisitMove>,
    /// The games that were won, lost and drawn.
    results: [u32; 3],
}

impl Course {
    /// The side that has waited, or the one that has connected.
    pub(super) fn new(waited: bool, goal: &VisitGoal, out: &mut Outbox) -> Self {
        let course = Self {
            game: connect4::ENTRY.open_text("").expect("the usual game is there"),
            peer: if waited { Peer::waiting() } else { Peer::connecting() },
            unread: NumberBuffer::new(goal.layout),
            n_unread: 0,
            layout: goal.layout,
            goes_on: goal.goes_on,
            wants_next: false,
            played: Vec::new(),
            results: [0; 3],
        };
        course.tell_turn(out);
        course
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
    fn read(&mut self, out: &mut Outbox) -> Result<(), Lost> {
        while self.peer.ended().is_none() || self.wants_next {
            let Some(number) = self.unread.next_number().map_err(Lost::nonsense)? else { break };
            out.received(number);
            self.n_unread = 0;
            match self.peer.hear(number).map_err(Lost::nonsense)? {
                Message::Column(column) => {
                    out.show(texts::others(column));
                    self.note(self.seat().other(), column, out);
                }
                Message::GameOver => self.begin_next(out),
                Message::ExtraGameOver => {}
            }
        }
        if MAX_UNREAD < self.n_unread {
            return Err(Lost::nonsense("too much at once"));
        }
        Ok(())
    }

    fn note(&mut self, seat: Seat, column: Column, out: &mut Outbox) {
        self.played.push(VisitMove { seat: Some(seat), text: column.to_string() });
        let Some(end) = self.end() else { return self.tell_turn(out) };
        self.results[end as usize] += 1;
        out.show(texts::ended(self.peer.n_games() + 1, end));
        if self.goes_on {
            self.next_game(out);
        }
    }

    fn tell_turn(&self, out: &mut Outbox) {
        if self.peer.speaks() {
            out.events.push(VisitEvent::YourTurn);
            out.show(texts::your_turn());
        }
    }

    fn begin_next(&mut self, out: &mut Outbox) {
        self.wants_next = false;
        self.played.clear();
        self.tell_turn(out);
    }

    fn send(&self, message: Message, out: &mut Outbox) {
        out.send(self.layout.write(message), message);
    }

    fn play(&mut self, text: &str, out: &mut Outbox) -> Result<(), Text> {
        let played = self.position().check(text).map_err(|error| explained(&error))?;
        let index = played.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        let column = index.map(Column::new).ok_or_else(no_word_for_it)?;
        let message = self.peer.play(column).map_err(|_| not_your_turn())?;
        self.send(message, out);
        out.show(texts::own(column));
        self.note(self.seat(), column, out);
        Ok(())
    }

    /// Begins the next game, or waits until the other side does, anyone who has to say that this one is over.
    fn next_game(&mut self, out: &mut Outbox) {
        match self.peer.end() {
            Some(message) => {
                self.send(message, out);
                self.begin_next(out);
            }
            None => self.wants_next = true,
        }
    }
}

impl Visit for Course {
    fn on_bytes(&mut self, bytes: &[u8], out: &mut Outbox) -> Result<(), Lost> {
        self.unread.push(bytes);
        self.n_unread += bytes.len();
        self.read(out)
    }

    fn on_request(&mut self, request: &VisitWish, out: &mut Outbox) -> Result<(), Text> {
        match request {
            VisitWish::Play { .. } if !self.peer.speaks() => Err(not_your_turn()),
            VisitWish::Play { text } => self.play(text, out),
            VisitWish::WhyNot { text } => {
                self.position().check(text).map(|_| ()).map_err(|error| explained(&error))
            }
            VisitWish::Begin if self.peer.ended().is_none() => Err(texts::not_over()),
            VisitWish::Begin => {
                self.next_game(out);
                // What is wrong with it is heard with the next bytes at the latest.
                self.read(out).map_err(Lost::into_text)
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

    fn turn(&self) -> Option<VisitTurn> {
        let is_active = self.peer.speaks() && self.peer.ended().is_none();
        is_active.then(|| VisitTurn {
            game: Arc::clone(&self.game),
            position: self.position(),
            time: ENGINE_MOVE_TIME,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(waited: bool) -> Course {
        Course::new(waited, &VisitGoal::default(), &mut Outbox::default())
    }

    fn play(course: &mut Course, text: &str) -> Vec<u8> {
        let mut out = Outbox::default();
        course.on_request(&VisitWish::Play { text: text.to_owned() }, &mut out).unwrap();
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
        let (mut one, mut other) = (begun(true), begun(false));
        for (own, others) in [("1", "2"), ("1", "2"), ("1", "2")] {
            other.on_bytes(&play(&mut one, own), &mut Outbox::default()).unwrap();
            one.on_bytes(&play(&mut other, others), &mut Outbox::default()).unwrap();
        }
        other.on_bytes(&play(&mut one, "1"), &mut Outbox::default()).unwrap();
        assert_eq!((view(&one).end, view(&other).end), (Some(VisitEnd::Won), Some(VisitEnd::Lost)));
        assert_eq!((view(&one).results, view(&other).results), ([1, 0, 0], [0, 1, 0]));
        // The side that has lost is to move, so it says that the game is over, and begins the next one.
        let mut out = Outbox::default();
        other.on_request(&VisitWish::Begin, &mut out).unwrap();
        assert_eq!(out.bytes, [0xff; 4]);
        assert_eq!((view(&other).game, view(&other).is_yellow), (2, true));
        out.bytes.extend(play(&mut other, "4"));
        one.on_bytes(&out.bytes, &mut Outbox::default()).unwrap();
        assert_eq!((view(&one).game, view(&one).end), (1, Some(VisitEnd::Won)), "it is still in sight");
        one.on_request(&VisitWish::Begin, &mut Outbox::default()).unwrap();
        assert_eq!((view(&one).game, view(&one).is_yellow), (2, false));
        assert_eq!(one.board().unwrap().played.len(), 1);
        assert_eq!(one.board().unwrap().drawing.moves.len(), 7);
    }

    #[test]
    fn what_cannot_be_is_refused_or_ends_the_visit() {
        let mut course = begun(false);
        let wish = |course: &mut Course, wish| course.on_request(&wish, &mut Outbox::default());
        let play = |text: &str| VisitWish::Play { text: text.to_owned() };
        assert_eq!(wish(&mut course, play("4")), Err(not_your_turn()));
        assert!(wish(&mut course, VisitWish::Begin).is_err(), "it is not over");
        assert_eq!(wish(&mut course, VisitWish::Hint), Err(no_word_for_it()));
        course.on_bytes(&[3, 0], &mut Outbox::default()).unwrap();
        course.on_bytes(&[0, 0], &mut Outbox::default()).unwrap();
        assert!(wish(&mut course, play("9")).is_err(), "there is no such column");
        assert!(course.on_bytes(&[3, 0, 0, 0], &mut Outbox::default()).is_err(), "it is not their turn");
    }
}
