//! A table at which one plays or watches.

use framework::{End, Happening, Offer, PerSeat, Seat, Text};
use protocol::{
    Drawing, Moment, Phase, Sitter, Snapshot, TableEvent, TableHappening, TableId, ToMove, UserId,
};

use super::{hall::sitter_name, plain};

/// What is known of a table.
pub(super) struct AtTable {
    snapshot: Snapshot,
    drawing: Option<Drawing>,
}

impl AtTable {
    pub(super) fn new(snapshot: Snapshot, drawing: Option<Drawing>) -> Self {
        Self { snapshot, drawing }
    }

    pub(super) const fn id(&self) -> &TableId {
        &self.snapshot.summary.id
    }

    /// The number of the last event that is known.
    pub(super) const fn seq(&self) -> u64 {
        self.snapshot.seq
    }

    pub(super) const fn moment(&self) -> Option<&Moment> {
        self.snapshot.moment.as_ref()
    }

    pub(super) const fn drawing(&self) -> Option<&Drawing> {
        self.drawing.as_ref()
    }

    /// The moves that one can play now.
    pub(super) fn moves(&self) -> &[String] {
        self.drawing.as_ref().map_or(&[], |drawing| &drawing.moves)
    }

    /// Takes up what has happened; the result tells it.
    pub(super) fn take_up(
        &mut self,
        events: &[TableEvent],
        moment: Option<Moment>,
        drawing: Option<Drawing>,
    ) -> Vec<Text> {
        // Who is named in an event sits where they sat before it, unless the round begins with it.
        let mut told = Vec::new();
        for event in events {
            self.snapshot.seq = self.snapshot.seq.max(event.seq);
            if let TableHappening::Match(Happening::RoundStarted { players }) = &event.what
                && let Some(moment) = &mut self.snapshot.moment
            {
                moment.players = players.clone();
            }
            told.extend(self.sentence(&event.what));
            let chairs = &mut self.snapshot.summary.chairs;
            match &event.what {
                TableHappening::Sat { chair, who } => {
                    if let Some(chair) = chairs.get_mut(usize::from(*chair)) {
                        chair.sitter = Some(who.clone());
                    }
                }
                TableHappening::Left { chair } => {
                    if let Some(chair) = chairs.get_mut(usize::from(*chair)) {
                        chair.sitter = None;
                    }
                }
                TableHappening::Began { .. } => self.snapshot.summary.phase = Phase::Playing,
                TableHappening::Closed => self.snapshot.summary.phase = Phase::Closed,
                _ => {}
            }
        }
        if let Some(moment) = moment {
            self.snapshot.moment = Some(moment);
        }
        if drawing.is_some() {
            self.drawing = drawing;
        }
        told
    }

    /// Whether one sits on a chair.
    pub(super) fn is_player(&self, me: &UserId) -> bool {
        self.snapshot.summary.chairs.iter().any(|chair| is_on(chair.sitter.as_ref(), me))
    }

    /// Whether a chair is free for a person who comes.
    pub(super) fn is_waiting(&self) -> bool {
        self.snapshot.summary.phase == Phase::Waiting
    }

    /// Whether nothing can be played: the round is over, or the table was closed.
    pub(super) fn is_over(&self) -> bool {
        self.snapshot.summary.phase == Phase::Closed
            || self.moment().is_some_and(|moment| moment.to_move == ToMove::Nobody)
    }

    /// What one has to do now.
    pub(super) fn duty(&self, me: &UserId) -> Option<Duty> {
        let moment = self.moment()?;
        let is_mine = |seat: Seat| {
            let chair = moment.players.get(seat).and_then(|chair| self.chair(*chair));
            is_on(chair, me)
        };
        match moment.to_move {
            ToMove::Seat(seat) if is_mine(seat) => Some(Duty::Move),
            ToMove::Dice(Some(seat)) if is_mine(seat) => Some(Duty::Roll),
            ToMove::Dice(None) if self.is_player(me) => Some(Duty::Roll),
            ToMove::Seat(_) | ToMove::Dice(_) | ToMove::Nobody => None,
        }
    }

    /// The invitation that one can send to a friend.
    pub(super) fn invite(&self) -> Option<&str> {
        self.snapshot.invite.as_deref()
    }

    fn chair(&self, number: u8) -> Option<&Sitter> {
        self.snapshot.summary.chairs.get(usize::from(number))?.sitter.as_ref()
    }

    fn name(&self, seat: Seat) -> String {
        let chair = self.moment().and_then(|moment| moment.players.get(seat)).copied();
        chair.and_then(|chair| self.chair(chair)).map_or_else(|| seat.to_string(), sitter_name)
    }

    fn sentence(&self, what: &TableHappening) -> Option<Text> {
        Some(match what {
            TableHappening::Sat { who, .. } => said(&sitter_name(who), "sits down", "setzt sich"),
            TableHappening::Left { chair } => {
                let name = self.chair(*chair).map_or_else(String::new, sitter_name);
                said(&name, "leaves", "steht auf")
            }
            TableHappening::Began { names } => {
                let names = names.iter().map(|name| plain(name)).collect::<Vec<_>>().join(" – ");
                Text::new(format!("The match begins: {names}."), format!("Die Partie beginnt: {names}."))
            }
            TableHappening::Match(happening) => return self.happened(happening),
            TableHappening::Rematch { .. } => {
                Text::fixed("A rematch is ready: type rematch.", "Die Revanche steht bereit: tippe rematch.")
            }
            TableHappening::Closed => Text::fixed("The table was closed.", "Der Tisch wurde geschlossen."),
            TableHappening::DiceCommitted { .. }
            | TableHappening::Pledged { .. }
            | TableHappening::Rolling { .. }
            | TableHappening::Revealed { .. }
            | TableHappening::Cast { .. }
            | TableHappening::DiceRevealed { .. }
            | TableHappening::Preferred { .. }
            | TableHappening::PaceSet(_) => return None,
        })
    }

    fn happened(&self, happening: &Happening) -> Option<Text> {
        let of = |seat: Seat, en: &str, de: &str| said(&self.name(seat), en, de);
        Some(match happening {
            Happening::Moved { seat, text, .. } => {
                let text = plain(text);
                of(*seat, &format!("plays {text}"), &format!("spielt {text}"))
            }
            Happening::Rolled { text } => {
                Text::new(format!("The dice: {}.", plain(text)), format!("Die Würfel: {}.", plain(text)))
            }
            Happening::Offered { seat, offer } => match offer {
                Offer::Draw => of(*seat, "offers a draw", "bietet Remis an"),
                Offer::Undo(_) => of(*seat, "asks to take a move back", "möchte einen Zug zurücknehmen"),
                Offer::Resign(level) => of(
                    *seat,
                    &format!("offers to resign ({level})"),
                    &format!("bietet die Aufgabe an ({level})"),
                ),
            },
            Happening::Left { seat } => of(*seat, "leaves the game", "verlässt die Partie"),
            Happening::Accepted { seat } => of(*seat, "accepts", "nimmt an"),
            Happening::Declined { seat } => of(*seat, "declines", "lehnt ab"),
            Happening::TakenBack { .. } => {
                Text::fixed("A move was taken back.", "Ein Zug wurde zurückgenommen.")
            }
            Happening::RoundEnded { end, points } => self.ended(end, points),
            Happening::RoundStarted { .. } | Happening::Ready { .. } => return None,
            Happening::ScoreCleared => Text::fixed("The score is cleared.", "Der Stand ist gelöscht."),
        })
    }

    /// How a round ended, and who won it.
    fn ended(&self, end: &End, points: &PerSeat<u32>) -> Text {
        let why = match end {
            End::Over => None,
            End::Resigned { seat, .. } => Some(said(&self.name(*seat), "resigns", "gibt auf")),
            End::TimeOver { seat } => {
                Some(said(&self.name(*seat), "has run out of time", "hat keine Zeit mehr"))
            }
            End::DrawAgreed => Some(Text::fixed("A draw by agreement.", "Remis durch Vereinbarung.")),
        };
        let most = points.iter().max().copied().unwrap_or_default();
        let mut best = points.entries().filter(|(_, won)| **won == most).map(|(seat, _)| seat);
        let result = match (best.next(), best.next()) {
            (Some(winner), None) if most == 1 => said(&self.name(winner), "wins", "gewinnt"),
            (Some(winner), None) => {
                let (en, de) = (format!("wins {most} points"), format!("gewinnt {most} Punkte"));
                said(&self.name(winner), &en, &de)
            }
            _ if *end == End::DrawAgreed => return why.unwrap_or_else(draw),
            _ => draw(),
        };
        match why {
            Some(why) => Text::new(format!("{} {}", why.en, result.en), format!("{} {}", why.de, result.de)),
            None => result,
        }
    }
}

/// What the person at the terminal has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    Move,
    Roll,
}

const fn draw() -> Text {
    Text::fixed("A draw.", "Unentschieden.")
}

fn said(name: &str, en: &str, de: &str) -> Text {
    Text::new(format!("{name} {en}."), format!("{name} {de}."))
}

fn is_on(sitter: Option<&Sitter>, me: &UserId) -> bool {
    matches!(sitter, Some(Sitter::Person(person)) if person.id == *me)
}
