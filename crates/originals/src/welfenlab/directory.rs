//! What all users of the 2006 program share: the numbers of games, everybody's name, and who has confirmed what.
//!
//! All of it is soft: after a restart numbers are given anew. Anyone who sees something of a table tells the
//! directory, which takes every event once and notifies everybody of it.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Mutex, MutexGuard},
};

use backgammon::original::{Listed, ServerLine, Steps, name_of};
use framework::{Happening, Seat as Side};
use protocol::{Person, Phase, Sitter, Snapshot, TableEvent, TableHappening, TableId, TableSummary, UserId};
use tokio::sync::{mpsc, watch};

use super::rules;

/// How many notices may wait for a user until the connection counts as too slow.
const MAX_WAITING_NOTICES: usize = 256;

/// How many forgotten tables are remembered. Anyone who looks at one is late by a moment, not by so many games.
const MAX_REMEMBERED_TABLES: usize = 1_024;

/// A line that everybody is told.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    pub(super) line: ServerLine,
    /// Whom it is about.
    pub(super) about: Option<UserId>,
    /// The event of a table from which it comes.
    pub(super) event: Option<(TableId, u64)>,
}

/// How far the users of the protocol at one table are.
#[derive(Clone, Debug, Default)]
pub(super) struct Members(BTreeMap<UserId, Member>);

#[derive(Clone, Copy, Debug, Default)]
struct Member {
    is_ready: bool,
    /// The event of the last board that was confirmed.
    confirmed: u64,
}

impl Members {
    /// Tells whether everybody is ready for the first round.
    pub(super) fn are_ready(&self) -> bool {
        self.0.values().all(|member| member.is_ready)
    }

    /// The event of the last board that everybody but one has confirmed.
    pub(super) fn others_confirmed(&self, user: &UserId) -> u64 {
        let others = self.0.iter().filter(|(other, _)| *other != user);
        others.map(|(_, member)| member.confirmed).min().unwrap_or(u64::MAX)
    }
}

/// A game that is listed.
#[derive(Debug)]
struct Game {
    number: i64,
    summary: TableSummary,
    seq: u64,
    n_rounds: u32,
    n_ended: u32,
    members: watch::Sender<Members>,
    /// Which chair has each seat in this round.
    players: [u8; 2],
    /// The last turn as it was sent, with its ply.
    sent: Option<(u32, Steps)>,
}

#[derive(Debug)]
struct Known {
    user: UserId,
    name: String,
    /// Whether it is a person who is connected, or only sits at a table.
    is_here: bool,
    /// Where notices go, for a user of this protocol.
    notices: Option<mpsc::Sender<Notice>>,
}

#[derive(Debug, Default)]
struct Ledger {
    /// Everybody who has a name, in the order in which they came.
    people: Vec<Known>,
    games: BTreeMap<TableId, Game>,
    /// The tables that were forgotten last, with their last events: who looked at one before, and comes with what
    /// they saw only now, must not make a game of it again.
    gone: VecDeque<(TableId, u64)>,
}

/// What all users of the 2006 program share.
#[derive(Debug, Default)]
pub(super) struct Directory {
    ledger: Mutex<Ledger>,
    /// Held while a table is made and gets its number, so that two who create the same number meet at one table.
    pub(super) numbering: tokio::sync::Mutex<()>,
}

impl Directory {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        locks::lock(&self.ledger)
    }

    /// Lets a user of this protocol in under a name, unless a person has it.
    pub(super) fn log_in(&self, person: &Person, name: &str) -> Option<mpsc::Receiver<Notice>> {
        let mut ledger = self.ledger();
        let has_name = |known: &Known| known.name == name && known.user != person.id;
        let is_in = |known: &Known| known.user == person.id && known.notices.is_some();
        if ledger.people.iter().any(|known| has_name(known) || is_in(known)) {
            return None;
        }
        ledger.people.retain(|known| known.user != person.id);
        let (sender, notices) = mpsc::channel(MAX_WAITING_NOTICES);
        let (user, name) = (person.id.clone(), name.to_owned());
        ledger.notify(ServerLine::LoggedInToo(name.clone()), Some(user.clone()), None);
        ledger.people.push(Known { user, name, is_here: true, notices: Some(sender) });
        Some(notices)
    }

    /// Lets a user of this protocol go, who may still be here by another way.
    pub(super) fn log_out(&self, user: &UserId, is_still_here: bool) {
        if let Some(known) = self.ledger().people.iter_mut().find(|known| known.user == *user) {
            known.notices = None;
        }
        if !is_still_here {
            self.remove_person(user);
        }
    }

    /// A person is here, by whatever way.
    pub(super) fn add_person(&self, person: &Person) {
        let mut ledger = self.ledger();
        let name = ledger.name(person);
        let known = ledger.people.iter_mut().find(|known| known.user == person.id);
        if known.is_none_or(|known| std::mem::replace(&mut known.is_here, true)) {
            return;
        }
        ledger.notify(ServerLine::LoggedInToo(name), Some(person.id.clone()), None);
    }

    /// A person is here no more.
    pub(super) fn remove_person(&self, user: &UserId) {
        let mut ledger = self.ledger();
        let known = ledger.people.iter_mut().find(|known| known.user == *user && known.is_here);
        let Some(known) = known else { return };
        let name = known.name.clone();
        known.is_here = false;
        ledger.forget_strangers();
        ledger.notify(ServerLine::LoggedOutToo(name), Some(user.clone()), None);
    }

    /// Everybody's names, in the order in which they came.
    pub(super) fn users(&self) -> Vec<String> {
        let ledger = self.ledger();
        ledger.people.iter().filter(|known| known.is_here).map(|known| known.name.clone()).collect()
    }

    /// Who has a name.
    pub(super) fn user(&self, name: &str) -> Option<UserId> {
        let ledger = self.ledger();
        let known = ledger.people.iter().find(|known| known.is_here && known.name == name);
        known.map(|known| known.user.clone())
    }

    /// What a person is called in this protocol.
    pub(super) fn name(&self, sitter: &Sitter) -> String {
        match sitter {
            Sitter::Person(person) => self.ledger().name(person),
            Sitter::Engine(player) => name_of(player),
        }
    }

    /// The games, in the order of their numbers.
    pub(super) fn list(&self) -> Vec<Listed> {
        let mut ledger = self.ledger();
        let mut list = Vec::new();
        let tables: Vec<_> = ledger.games.iter().map(|(id, game)| (game.number, id.clone())).collect();
        for (number, id) in tables {
            let Some(game) = ledger.games.get(&id).filter(|game| rules::is_listed(&game.summary)) else {
                continue;
            };
            let (summary, rounds) = (game.summary.clone(), game.n_rounds.saturating_sub(game.n_ended));
            let players = [0, 1].map(|chair: usize| {
                let sitter = summary.chairs.get(chair)?.sitter.as_ref()?;
                Some(match sitter {
                    Sitter::Person(person) => ledger.name(person),
                    Sitter::Engine(player) => name_of(player),
                })
            });
            let timeout = rules::timeout(&summary);
            list.push(Listed { game: number, players, locked: summary.locked, timeout, rounds });
        }
        list.sort_by_key(|listed| listed.game);
        list
    }

    /// The tables that are listed.
    pub(super) fn tables(&self) -> BTreeSet<TableId> {
        self.ledger().games.keys().cloned().collect()
    }

    /// Tells whether a table is listed.
    pub(super) fn knows(&self, table: &TableId) -> bool {
        self.ledger().games.contains_key(table)
    }

    /// The table of a game.
    pub(super) fn table(&self, number: i64) -> Option<TableId> {
        let ledger = self.ledger();
        let game = ledger.games.iter().find(|(_, game)| game.number == number);
        game.map(|(id, _)| id.clone())
    }

    /// Notes how a table looks, under a number if it is new; the caller holds [`numbering`](Self::numbering) then.
    pub(super) fn note_table(&self, snapshot: &Snapshot, number: Option<i64>) {
        let mut ledger = self.ledger();
        let (id, summary) = (snapshot.summary.id.clone(), snapshot.summary.clone());
        if let Some(game) = ledger.games.get_mut(&id) {
            if game.seq < snapshot.seq {
                let before = std::mem::replace(&mut game.summary, summary.clone());
                game.seq = snapshot.seq;
                ledger.broadcast_change(&before, &summary, snapshot.seq);
                if !rules::is_listed(&summary) {
                    // It ended while nobody looked, and nobody knows how.
                    ledger.forget(&id);
                }
            }
        } else if ledger.gone.iter().any(|(gone, seq)| *gone == id && snapshot.seq <= *seq) {
            // The snapshot is older than the end of the game.
        } else if let Some(n_rounds) = rules::rounds(&summary).filter(|_| rules::is_listed(&summary)) {
            let last = ledger.games.values().map(|game| game.number).max().unwrap_or(0);
            let number = number.unwrap_or_else(|| last.max(0).saturating_add(1));
            let n_ended = snapshot.moment.as_ref().map_or(0, |moment| moment.round.saturating_sub(1));
            let empty = TableSummary { chairs: vec![protocol::Chair::default(); 2], ..summary.clone() };
            let chair = |seat| snapshot.moment.as_ref().and_then(|moment| moment.players.get(seat).copied());
            let game = Game {
                number,
                summary: summary.clone(),
                seq: snapshot.seq,
                n_rounds,
                n_ended,
                members: watch::Sender::default(),
                players: [chair(Side::FIRST).unwrap_or(0), chair(Side::SECOND).unwrap_or(1)],
                sent: None,
            };
            ledger.games.insert(id, game);
            ledger.broadcast_change(&empty, &summary, snapshot.seq);
        }
    }

    /// Notes what happened at a table; `false` if events are missing in between, so that a person has to look.
    pub(super) fn note_events(&self, table: &TableId, events: &[TableEvent]) -> bool {
        let mut ledger = self.ledger();
        let is_closed = events.iter().any(|event| event.what == TableHappening::Closed);
        for event in events {
            let Some(game) = ledger.games.get(table) else { return true };
            if event.seq <= game.seq {
                continue;
            }
            if game.seq + 1 < event.seq {
                return false;
            }
            ledger.note_event(table, event, is_closed);
        }
        true
    }

    /// A user of the protocol sits at a table now; gives what tells how far the others there are.
    pub(super) fn sit(&self, table: &TableId, user: &UserId) -> Option<watch::Receiver<Members>> {
        let ledger = self.ledger();
        let members = &ledger.games.get(table)?.members;
        members.send_modify(|members| {
            members.0.insert(user.clone(), Member::default());
        });
        Some(members.subscribe())
    }

    /// A user of the protocol sits at a table no more.
    pub(super) fn stand(&self, table: &TableId, user: &UserId) {
        if let Some(game) = self.ledger().games.get(table) {
            game.members.send_modify(|members| {
                members.0.remove(user);
            });
        }
    }

    /// A user of the protocol is ready for the first round; tells whether all at the table are.
    pub(super) fn ready(&self, table: &TableId, user: &UserId) -> bool {
        self.member(table, user, |member| member.is_ready = true)
    }

    /// A user of the protocol has confirmed the board of an event.
    pub(super) fn confirmed(&self, table: &TableId, user: &UserId, seq: u64) {
        self.member(table, user, |member| member.confirmed = seq);
    }

    fn member(&self, table: &TableId, user: &UserId, change: impl FnOnce(&mut Member)) -> bool {
        let ledger = self.ledger();
        let Some(game) = ledger.games.get(table) else { return false };
        game.members.send_modify(|members| {
            if let Some(member) = members.0.get_mut(user) {
                change(member);
            }
        });
        game.members.borrow().are_ready()
    }

    /// Keeps a turn as it was sent, so that the other side is told it in the same way.
    pub(super) fn keep_turn(&self, table: &TableId, ply: u32, steps: Steps) {
        if let Some(game) = self.ledger().games.get_mut(table) {
            game.sent = Some((ply, steps));
        }
    }

    /// The turn of a ply as it was sent, if it was sent by this protocol.
    pub(super) fn turn(&self, table: &TableId, ply: u32) -> Option<Steps> {
        let ledger = self.ledger();
        let (kept, steps) = ledger.games.get(table)?.sent.as_ref()?;
        (*kept == ply).then(|| steps.clone())
    }
}

impl Ledger {
    /// What a person is called; a name that another person has gets a number.
    fn name(&mut self, person: &Person) -> String {
        if let Some(known) = self.people.iter().find(|known| known.user == person.id) {
            return known.name.clone();
        }
        let plain = name_of(&person.name);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let is_free = |name: &String| !self.people.iter().any(|known| known.name == *name);
        let name = std::iter::once(plain.clone()).chain(numbered).find(is_free).unwrap_or(plain);
        self.people.push(Known {
            user: person.id.clone(),
            name: name.clone(),
            is_here: false,
            notices: None,
        });
        name
    }

    fn notify(&self, line: ServerLine, about: Option<UserId>, event: Option<(TableId, u64)>) {
        let notice = Notice { line, about, event };
        for notices in self.people.iter().filter_map(|known| known.notices.as_ref()) {
            // Who does not read is dropped by the connection itself, which cannot write any more.
            let _ = notices.try_send(notice.clone());
        }
    }

    /// Tells who has come to and gone from the chairs of a table.
    fn broadcast_change(&mut self, before: &TableSummary, after: &TableSummary, seq: u64) {
        for (was, is) in before.chairs.iter().zip(&after.chairs) {
            if was.sitter == is.sitter {
                continue;
            }
            if let Some(sitter) = &was.sitter {
                self.broadcast_sitter(&after.id, sitter, seq, false);
            }
            if let Some(sitter) = &is.sitter {
                self.broadcast_sitter(&after.id, sitter, seq, true);
            }
        }
    }

    fn broadcast_sitter(&mut self, table: &TableId, sitter: &Sitter, seq: u64, has_come: bool) {
        let Some(game) = self.games.get(table).map(|game| game.number) else { return };
        let (name, about) = match sitter {
            Sitter::Person(person) => (self.name(person), Some(person.id.clone())),
            Sitter::Engine(player) => (name_of(player), None),
        };
        let line = if has_come { ServerLine::Came { game, name } } else { ServerLine::Went(name) };
        self.notify(line, about, Some((table.clone(), seq)));
    }

    fn note_event(&mut self, table: &TableId, event: &TableEvent, is_closed: bool) {
        let Some(game) = self.games.get_mut(table) else { return };
        game.seq = event.seq;
        let (number, seq) = (game.number, event.seq);
        let origin = Some((table.clone(), seq));
        match &event.what {
            TableHappening::Sat { chair, who } => {
                let before = game.summary.clone();
                if let Some(chair) = game.summary.chairs.get_mut(usize::from(*chair)) {
                    chair.sitter = Some(who.clone());
                }
                let after = game.summary.clone();
                self.broadcast_change(&before, &after, seq);
            }
            TableHappening::Left { chair } => {
                let was_playing = game.summary.phase == Phase::Playing;
                let leaver =
                    game.summary.chairs.get_mut(usize::from(*chair)).and_then(|chair| chair.sitter.take());
                let Some(leaver) = leaver else { return };
                let rest = game.summary.chairs.iter().find_map(|chair| chair.sitter.clone());
                if was_playing || is_closed {
                    // Nobody goes on with this game in this protocol.
                    let winner = rest.as_ref().filter(|_| was_playing).unwrap_or(&leaver);
                    let winner = Some(self.sitter_name(winner));
                    self.notify(
                        ServerLine::RoundOf { game: number, winner, left: 0, points: [0, 0] },
                        None,
                        origin,
                    );
                }
                self.broadcast_sitter(table, &leaver, seq, false);
                if let Some(rest) = rest.filter(|_| was_playing || is_closed) {
                    self.broadcast_sitter(table, &rest, seq, false);
                }
                if was_playing {
                    self.forget(table);
                }
            }
            TableHappening::Began { .. } => game.summary.phase = Phase::Playing,
            TableHappening::Closed => self.forget(table),
            TableHappening::Match(Happening::RoundStarted { players }) => {
                let chair = |seat, usual| players.get(seat).copied().unwrap_or(usual);
                game.players = [chair(Side::FIRST, 0), chair(Side::SECOND, 1)];
            }
            TableHappening::Match(Happening::RoundEnded { points, .. }) => {
                game.n_ended += 1;
                let left = game.n_rounds.saturating_sub(game.n_ended);
                let sitter = |chair: u8| game.summary.chairs.get(usize::from(chair))?.sitter.clone();
                let chairs: Vec<_> = (0..2).filter_map(sitter).collect();
                let points = [Side::FIRST, Side::SECOND].map(|seat| points.get(seat).copied().unwrap_or(0));
                let winner = usize::from(points[0] < points[1]);
                let of_winner = sitter(game.players[winner]);
                let name = of_winner.map(|sitter| self.sitter_name(&sitter));
                let points = [points[winner], points[1 - winner]];
                let line = ServerLine::RoundOf { game: number, winner: name, left: left.into(), points };
                self.notify(line, None, origin);
                if left == 0 {
                    for sitter in &chairs {
                        self.broadcast_sitter(table, sitter, seq, false);
                    }
                    self.forget(table);
                }
            }
            _ => {}
        }
    }

    fn forget(&mut self, table: &TableId) {
        if let Some(game) = self.games.remove(table) {
            self.gone.push_back((table.clone(), game.seq));
            if MAX_REMEMBERED_TABLES < self.gone.len() {
                self.gone.pop_front();
            }
        }
        self.forget_strangers();
    }

    /// Forgets the names of those who are not here and sit nowhere.
    fn forget_strangers(&mut self) {
        let games = &self.games;
        let sits = |user: &UserId| {
            let mut chairs = games.values().flat_map(|game| &game.summary.chairs);
            chairs.any(|chair| matches!(&chair.sitter, Some(Sitter::Person(person)) if person.id == *user))
        };
        self.people.retain(|known| known.is_here || sits(&known.user));
    }

    fn sitter_name(&mut self, sitter: &Sitter) -> String {
        match sitter {
            Sitter::Person(person) => self.name(person),
            Sitter::Engine(player) => name_of(player),
        }
    }
}

#[cfg(test)]
mod tests;
