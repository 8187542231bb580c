//! A user of the 2006 program on a chair of one of our tables, without sockets and clocks.
//!
//! Events of the table go in, and lines of the protocol come out, held back until the program is ready for them:
//! a round is told after `START`, and a roll after everybody has confirmed the board. The other way round, `START`
//! and `TURN` become commands of our own protocol.

use std::{collections::VecDeque, time::Duration};

use backgammon::{
    Backgammon, Move, Phase, Table,
    original::{Dialect, Faces, ServerLine, Steps},
};
use framework::{Action, End, Game as _, Happening, Offer, Position as _, Seat as Side};
use protocol::{Command, Sitter, Snapshot, TableEvent, TableHappening, TableId, ToMove};

use super::rules;

/// The most points that `ENDGAME` tells a user whose own turn has not ended the round. The program breaks down when
/// it hears of three then, as anyone who loses a backgammon does; `INFO:ENDGAME` tells the true number.
const MOST_POINTS: u32 = 2;

/// What comes of a line or an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Tell the user.
    Send(ServerLine),
    /// Give a command to the table.
    Command(Command),
    /// The user is ready for the first round.
    Ready,
    /// The user has confirmed the board of the event of this number.
    Confirmed(u64),
    /// The user is in the game no more.
    Out,
}

/// What waits until the user is ready for it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Held {
    /// A round that begins.
    Round,
    /// A line that comes when its turn comes.
    Line(ServerLine),
    /// The board after the event of this number.
    Board(backgammon::Board, u64),
    /// A roll, and whether the user plays it.
    Roll(Faces, bool),
    /// A moment between the end of a match and the news that its players are out of it. The program of 2006 may have a
    /// roll of its own in its queue then: out of the game it would play that roll by itself, as in a local game, and count
    /// the points of the round once more.
    Pause,
    /// The user is out of the game.
    Out,
}

/// A user of the 2006 program on a chair of one of our tables.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    game: i64,
    table: TableId,
    chair: u8,
    names: [Option<String>; 2],
    n_rounds: u32,
    n_ended: u32,
    /// How long a roll waits for others.
    confirmation_timeout: Duration,
    /// How refused turns are told.
    dialect: Dialect,
    /// The rules of the game.
    rules: Backgammon,
    /// The user's side in this round.
    side: Side,
    /// The positions of this round, one more than plies; none before it begins.
    positions: Vec<Table>,
    is_running: bool,
    /// Whether the user has said to be ready for the next round.
    is_ready: bool,
    held: VecDeque<Held>,
    /// The event of the last board that was told, and whether the user has confirmed it.
    board: Option<(u64, bool)>,
    /// The last board that all others who speak this protocol have confirmed.
    others: u64,
    /// Whether the user was told a roll and has not played it yet.
    has_roll: bool,
    /// The last roll that the user was told to play.
    own_roll: Option<Faces>,
    /// The number of the last event that was incoming.
    seq: u64,
}

impl Seat {
    /// The user has sat down on a chair of a game and sees the table.
    pub(crate) fn new(game: i64, chair: u8, snapshot: &Snapshot, name: impl Fn(&Sitter) -> String) -> Self {
        let sitter =
            |chair: usize| snapshot.summary.chairs.get(chair).and_then(|chair| chair.sitter.as_ref());
        let mut seat = Self {
            game,
            table: snapshot.summary.id.clone(),
            chair,
            names: [0, 1].map(|chair| sitter(chair).map(&name)),
            n_rounds: rules::rounds(&snapshot.summary).unwrap_or(1),
            n_ended: 0,
            confirmation_timeout: rules::confirmation_timeout(&snapshot.summary),
            dialect: Dialect::default(),
            rules: rules::WITHOUT_CUBE,
            side: Side::FIRST,
            positions: Vec::new(),
            is_running: false,
            is_ready: false,
            held: VecDeque::new(),
            board: None,
            others: u64::MAX,
            has_roll: false,
            own_roll: None,
            seq: snapshot.seq,
        };
        if let Some(moment) = &snapshot.moment {
            // The match began in the moment in which the user sat down, or goes on with the user.
            seat.n_ended = moment.round.saturating_sub(1);
            seat.side =
                Side::all(2).find(|&side| moment.players.get(side) == Some(&chair)).unwrap_or(Side::FIRST);
            if let Ok(position) = seat.rules.parse_position(&moment.position) {
                seat.positions = vec![position; moment.ply as usize + 1];
                seat.is_running = moment.to_move != ToMove::Nobody;
            }
            if seat.is_running {
                seat.begin_round(seat.seq);
                seat.hold_roll(None);
            } else {
                seat.n_ended = moment.round;
            }
        }
        seat
    }

    /// The same seat for a user who is spoken to in a dialect.
    pub(crate) const fn in_dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// The number of the game.
    pub(crate) const fn game(&self) -> i64 {
        self.game
    }

    /// The table.
    pub(crate) const fn table(&self) -> &TableId {
        &self.table
    }

    /// The number of the last event that was incoming.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    /// How many plies of the round have been played.
    pub(crate) const fn ply(&self) -> u32 {
        self.positions.len().saturating_sub(1) as u32
    }

    /// Tells whether the match has begun.
    pub(crate) fn has_begun(&self) -> bool {
        !self.positions.is_empty()
    }

    /// The chair on which nobody sits, if there is one.
    pub(crate) fn free_chair(&self) -> Option<u8> {
        (0..).zip(&self.names).find(|(_, name)| name.is_none()).map(|(chair, _)| chair)
    }

    /// The user's own name, and that of the opponent.
    pub(crate) fn names(&self) -> (String, Option<String>) {
        let own = usize::from(self.chair.min(1));
        (self.names[own].clone().unwrap_or_default(), self.names[1 - own].clone())
    }

    /// Tells whether something waits until the user is ready for it.
    #[cfg(test)]
    pub(crate) fn is_behind(&self) -> bool {
        !self.held.is_empty()
    }

    /// Tells whether the user waits for nothing but the others.
    pub(crate) fn waits_for_others(&self) -> bool {
        matches!((self.held.front(), self.board), (Some(Held::Roll(..)), Some((_, true))))
    }

    /// Tells whether the match is over, and the user has not been told yet to be out of the game.
    pub(crate) fn is_pausing(&self) -> bool {
        matches!(self.held.front(), Some(Held::Pause))
    }

    /// Tells the user to be out of the game, if that is still to be told.
    pub(crate) fn end_pause(&mut self) -> Vec<Effect> {
        if self.is_pausing() {
            self.held.pop_front();
        }
        self.release()
    }

    /// How long the user waits for the others.
    pub(crate) const fn confirmation_timeout(&self) -> Duration {
        self.confirmation_timeout
    }

    /// The others have confirmed the board of an event.
    pub(crate) fn others_confirmed(&mut self, seq: u64) -> Vec<Effect> {
        self.others = seq;
        self.release()
    }

    /// The user is ready for the next round.
    pub(crate) fn start(&mut self) -> Vec<Effect> {
        if (self.is_running && self.is_ready) || self.is_pausing() {
            return Vec::new();
        }
        let had_begun = self.has_begun();
        let mut effects = Vec::new();
        if !self.is_ready {
            self.is_ready = true;
            if !had_begun {
                effects.push(Effect::Ready);
            } else if !self.is_running {
                effects.push(self.act(Action::Ready));
            }
        }
        effects.extend(self.release());
        effects
    }

    /// The user confirms the board.
    pub(crate) fn confirm(&mut self) -> Vec<Effect> {
        match &mut self.board {
            Some((seq, is_confirmed)) if !*is_confirmed => {
                *is_confirmed = true;
                let mut effects = vec![Effect::Confirmed(*seq)];
                effects.extend(self.release());
                effects
            }
            _ => Vec::new(),
        }
    }

    /// The user plays; an `Err` is the refusal.
    pub(crate) fn turn(&mut self, steps: Option<&Steps>) -> Result<Command, Vec<ServerLine>> {
        let position = self.positions.last().filter(|_| self.has_roll && self.held.is_empty());
        let Some((position, Phase::Playing(dice))) = position.map(|position| (position, position.phase()))
        else {
            return Err(vec![refused("Unexpected command.")]);
        };
        let play = steps.and_then(|steps| steps.on(position.board(), dice).ok());
        let Some(play) = play else { return Err(self.invalid_turn()) };
        let text = self.rules.write_move(position, Move::Play(play));
        self.has_roll = false;
        Ok(self.command(Action::Move(text)))
    }

    /// The turn was not done: the roll stands.
    pub(crate) fn turn_was_refused(&mut self) -> Vec<ServerLine> {
        self.has_roll = self.is_running;
        self.invalid_turn()
    }

    fn invalid_turn(&self) -> Vec<ServerLine> {
        let again = self.own_roll.filter(|_| self.dialect.repeats_dice() && self.has_roll);
        let refusal = refused(self.dialect.invalid_turn());
        [refusal].into_iter().chain(again.map(ServerLine::Dice)).collect()
    }

    /// Something has happened at the table. `sent` are the steps that a turn was sent as, where they are known.
    pub(crate) fn event(
        &mut self,
        event: &TableEvent,
        name: impl Fn(&Sitter) -> String,
        sent: Option<&Steps>,
    ) -> Vec<Effect> {
        if event.seq <= self.seq {
            return Vec::new();
        }
        self.seq = event.seq;
        let mut effects = Vec::new();
        match &event.what {
            TableHappening::Sat { chair, who } => {
                let name = name(who);
                if let Some(place) = self.names.get_mut(usize::from(*chair)) {
                    *place = Some(name.clone());
                }
                if *chair != self.chair {
                    self.held.push_back(Held::Line(ServerLine::Came { game: self.game, name }));
                    if self.is_ready && !self.has_begun() {
                        effects.push(Effect::Ready);
                    }
                }
            }
            TableHappening::Left { chair } => self.left(*chair, &mut effects),
            TableHappening::Match(what) => self.in_match(what, event.seq, sent, &mut effects),
            TableHappening::Closed => self.held.push_back(Held::Out),
            // How the dice are promised is not told here; how they fall is part of the match.
            _ => {}
        }
        effects.extend(self.release());
        effects
    }

    fn left(&mut self, chair: u8, effects: &mut Vec<Effect>) {
        let name = self.names.get_mut(usize::from(chair)).and_then(Option::take).unwrap_or_default();
        if self.held.contains(&Held::Pause) {
            // The match is over already.
        } else if chair == self.chair {
            self.held.clear();
            self.held.push_back(Held::Out);
        } else if !self.has_begun() {
            self.held.push_back(Held::Line(ServerLine::Went(name)));
        } else {
            // Nobody comes back in this protocol: the game ends for both.
            let (own, _) = self.names();
            self.lift();
            let of_game =
                ServerLine::RoundOf { game: self.game, winner: Some(own.clone()), left: 0, points: [0, 0] };
            let over = ServerLine::RoundOver { won: true, left: 0, points: [0, 0] };
            self.held.extend([over, of_game].map(Held::Line));
            self.hold_goodbye([name, own]);
            effects.push(Effect::Command(Command::Stand { table: self.table.clone() }));
        }
    }

    fn in_match(&mut self, what: &Happening, seq: u64, sent: Option<&Steps>, effects: &mut Vec<Effect>) {
        match what {
            Happening::RoundStarted { players } => {
                let own = |&side: &Side| players.get(side) == Some(&self.chair);
                self.side = Side::all(2).find(own).unwrap_or(Side::FIRST);
                self.positions = vec![self.rules.start()];
                self.is_running = true;
                self.begin_round(seq);
            }
            Happening::Rolled { text } => {
                self.play(text);
                self.hold_roll(Some(text));
            }
            Happening::Moved { seat, text, .. } => {
                let before = self.positions.last().copied();
                if let Some(Move::Play(play)) = self.play(text) {
                    if *seat != self.side {
                        // The table writes a play in a form of its own, in which the dice of two checkers may be
                        // swapped; it is the same turn if it leads to the same board.
                        let is_it = |steps: &&Steps| match before.map(|before| (before, before.phase())) {
                            Some((before, Phase::Playing(dice))) => {
                                let after = |play| before.board().after_play(play);
                                steps.on(before.board(), dice).is_ok_and(|sent| after(sent) == after(play))
                            }
                            _ => false,
                        };
                        let steps = sent.filter(is_it).cloned().unwrap_or_else(|| Steps::of(play));
                        self.held.push_back(Held::Line(ServerLine::OthersTurn(steps)));
                    }
                    self.has_roll = false;
                    self.hold_board(seq);
                }
            }
            Happening::TakenBack { ply } => {
                self.positions.truncate(*ply as usize + 1);
                self.has_roll = false;
                self.hold_board(seq);
                self.hold_roll(None);
            }
            Happening::RoundEnded { end, points } => self.round_ended(end, points),
            Happening::Offered { seat, offer } if *seat != self.side => {
                // The protocol has no offers: giving up is accepted, and everything else is not.
                let answer = match offer {
                    Offer::Resign(_) => Action::Accept,
                    Offer::Draw | Offer::Undo(_) => Action::Decline,
                };
                effects.push(self.act(answer));
            }
            _ => {}
        }
    }

    fn round_ended(&mut self, end: &End, points: &framework::PerSeat<u32>) {
        self.n_ended += 1;
        (self.is_running, self.is_ready, self.has_roll) = (false, false, false);
        if *end != End::Over {
            self.lift();
        }
        let points = [self.side, self.side.other()].map(|side| points.get(side).copied().unwrap_or(0));
        let won = points[1] < points[0];
        let left = i64::from(self.n_rounds.saturating_sub(self.n_ended));
        let (own, other) = self.names();
        let winner = if won { Some(own) } else { other };
        let of_winner = if won { points } else { [points[1], points[0]] };
        let has_ended_it = won && *end == End::Over;
        let told = if has_ended_it { points } else { points.map(|points| points.min(MOST_POINTS)) };
        self.held.push_back(Held::Line(ServerLine::RoundOver { won, left, points: told }));
        let of_game = ServerLine::RoundOf { game: self.game, winner, left, points: of_winner };
        self.held.push_back(Held::Line(of_game));
        if left == 0 {
            let names: Vec<_> = self.names.iter().flatten().cloned().collect();
            self.hold_goodbye(names);
        }
    }

    /// Holds that the match is over and who is out of it, which is told a moment after the result.
    fn hold_goodbye(&mut self, names: impl IntoIterator<Item = String>) {
        self.held.push_back(Held::Pause);
        self.held.extend(names.into_iter().map(|name| Held::Line(ServerLine::Went(name))));
        self.held.push_back(Held::Out);
    }

    /// Plays a move of the table; `None` if it makes no sense, which our own tables do not let happen.
    fn play(&mut self, text: &str) -> Option<Move> {
        let mut position = *self.positions.last()?;
        let mv = self.rules.parse_move(&position, text).ok()?;
        position.play(mv);
        self.positions.push(position);
        Some(mv)
    }

    fn begin_round(&mut self, seq: u64) {
        self.held.push_back(Held::Round);
        self.hold_board(seq);
    }

    fn hold_board(&mut self, seq: u64) {
        if let Some(position) = self.positions.last() {
            self.held.push_back(Held::Board(position.board_of(self.side), seq));
        }
    }

    /// Holds the roll that is to be played, if there is one. The opening roll is told in the order of the seats.
    fn hold_roll(&mut self, text: Option<&str>) {
        let Some(position) = self.positions.last() else { return };
        let Phase::Playing(dice) = position.phase() else { return };
        let as_told = text.and_then(|text| {
            let mut faces = text.bytes().map(|face| face.wrapping_sub(b'0'));
            Faces::new(faces.next()?, faces.next()?)
        });
        let Some(faces) = as_told.or_else(|| Faces::new(dice.high(), dice.low())) else { return };
        self.held.push_back(Held::Roll(faces, position.mover() == self.side));
    }

    /// Lets everything go that waits for the user, because the round ended without waiting.
    fn lift(&mut self) {
        self.others = u64::MAX;
        self.held.retain(|held| matches!(held, Held::Line(_) | Held::Board(..)));
        if let Some((_, is_confirmed)) = &mut self.board {
            *is_confirmed = true;
        }
    }

    /// Tells what need not wait any more.
    fn release(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while let Some(held) = self.held.front() {
            match held {
                Held::Round if !self.is_ready => break,
                Held::Pause => break,
                Held::Roll(..) => match self.board {
                    Some((seq, true)) if seq <= self.others => {}
                    _ => break,
                },
                _ => {}
            }
            match self.held.pop_front() {
                Some(Held::Round) => effects.push(Effect::Send(ServerLine::Started)),
                Some(Held::Line(line)) => effects.push(Effect::Send(line)),
                Some(Held::Board(board, seq)) => {
                    self.board = Some((seq, false));
                    effects.push(Effect::Send(ServerLine::Board(board)));
                }
                Some(Held::Roll(faces, is_own)) => {
                    self.has_roll = is_own;
                    self.own_roll = is_own.then_some(faces);
                    let line = if is_own { ServerLine::Dice } else { ServerLine::OthersDice };
                    effects.push(Effect::Send(line(faces)));
                }
                Some(Held::Out) => effects.push(Effect::Out),
                Some(Held::Pause) | None => break,
            }
        }
        effects
    }

    fn act(&self, action: Action) -> Effect {
        Effect::Command(self.command(action))
    }

    fn command(&self, action: Action) -> Command {
        Command::Act { table: self.table.clone(), ply: self.ply(), action, chair: Some(self.chair) }
    }
}

fn refused(text: &str) -> ServerLine {
    ServerLine::Refused { command: "TURN".to_owned(), text: text.to_owned() }
}
