//! One game of the protocol without sockets and clocks: who is in it, which seats they have, and what they are told.
//!
//! Messages of clients and events of our table go in; messages to clients come out, in the order that the programs
//! rely on. What has to be done at the table follows from comparing it with the seats: see [`Room::next_step`].

use blokus::original::{
    Board, Layout, MAX_CLIENTS, Mode, ModeRequest, Owner, ServerMessage, Status, WireColor, WireStone,
    name_of,
};
use framework::{Action, Happening, Offer, PerSeat, Seat};
use protocol::{Person, Sitter, TableEvent, TableHappening, TableId, UserId};

use super::seats::{Change, Seats, Slot};

/// Something that is told, or waited for before the next is told.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Outgoing {
    To(Slot, ServerMessage),
    ToAll(ServerMessage),
    /// A computer player has moved: people want to see it.
    Pause,
}

/// What has to be done at the table, so that it is as the seats are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Make a table; who sits on which of its chairs.
    Create(Slot, Vec<bool>),
    /// Let a client sit down.
    Sit(Slot, u8),
    /// Let a client leave its chairs.
    Stand(Slot),
    /// Let a computer player sit where nobody does.
    Fill(u8),
    /// Answer an offer.
    Answer(Slot, u8, Action),
    /// Talk no more about the table.
    Forget,
}

/// A person in the game.
#[derive(Clone, Debug)]
struct Member {
    /// What the programs show.
    name: String,
    /// Who it is at our tables, once that is known.
    user: Option<UserId>,
    /// Whether it is a client of the protocol, and not a person in a browser.
    is_client: bool,
}

/// The table as its events have left it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) id: TableId,
    pub(super) host: Person,
    pub(super) seq: u64,
    chairs: Vec<Option<Sitter>>,
    players: Option<PerSeat<u8>>,
    /// Whether it is a table of another game than the one that is wanted now.
    is_stale: bool,
}

#[derive(Clone, Debug)]
enum Stage {
    Lobby,
    Playing(Board),
    Over(Board),
}

/// One game of the protocol.
#[derive(Clone, Debug)]
pub(super) struct Room {
    layout: Layout,
    /// How many colors people may play.
    most_people: usize,
    members: [Option<Member>; MAX_CLIENTS],
    seats: Seats,
    /// Changes of seats of which nobody knows yet, since the table has to agree first.
    pub(super) unsent: Vec<Change>,
    pub(super) table: Option<Seen>,
    stage: Stage,
    /// A stone as a client has named it, so that it is told in the same way.
    sent: Option<WireStone>,
    /// Answers to offers that have to be given.
    answers: Vec<(Slot, u8, Action)>,
    outgoing: Vec<Outgoing>,
}

impl Room {
    pub(super) fn new(layout: Layout, most_people: usize) -> Self {
        Self {
            layout,
            most_people,
            members: Default::default(),
            seats: Seats::default(),
            unsent: Vec::new(),
            table: None,
            stage: Stage::Lobby,
            sent: None,
            answers: Vec::new(),
            outgoing: Vec::new(),
        }
    }

    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }

    const fn mode(&self) -> Mode {
        self.layout.setup().mode
    }

    pub(super) const fn is_lobby(&self) -> bool {
        matches!(self.stage, Stage::Lobby)
    }

    pub(super) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// How many plies have been played.
    pub(super) fn ply(&self) -> u32 {
        self.board().map_or(0, |board| board.n_stones() as u32)
    }

    fn board(&self) -> Option<&Board> {
        match &self.stage {
            Stage::Lobby => None,
            Stage::Playing(board) | Stage::Over(board) => Some(board),
        }
    }

    /// What is to be told, in order.
    pub(super) fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outgoing)
    }

    fn send(&mut self, slot: Slot, message: ServerMessage) {
        self.outgoing.push(Outgoing::To(slot, message));
    }

    fn broadcast(&mut self, message: ServerMessage) {
        self.outgoing.push(Outgoing::ToAll(message));
    }

    fn member(&self, slot: Slot) -> Option<&Member> {
        self.members.get(usize::from(slot))?.as_ref()
    }

    fn slot_of(&self, user: &UserId) -> Option<Slot> {
        let is_them = |member: &Option<Member>| member.as_ref().and_then(|it| it.user.as_ref()) == Some(user);
        self.members.iter().position(is_them).map(|idx| idx as Slot)
    }

    /// Tells whether a client has a seat.
    pub(super) fn has_seat(&self, slot: Slot) -> bool {
        self.seats.has_seat(slot)
    }

    fn is_client(&self, slot: Slot) -> bool {
        self.member(slot).is_some_and(|member| member.is_client)
    }

    /// What the person at a client is called; empty if that is not known.
    pub(super) fn name(&self, slot: Slot) -> &str {
        self.member(slot).map_or("", |member| member.name.as_str())
    }

    /// The person at a client is a person at our tables from now on.
    pub(super) fn know(&mut self, slot: Slot, user: UserId) {
        if let Some(Some(member)) = self.members.get_mut(usize::from(slot)) {
            member.user = Some(user);
        }
    }

    fn status(&self) -> ServerMessage {
        let owners =
            WireColor::ALL.map(|color| self.seats.owner(color).map_or(Owner::Computer, Owner::Client));
        let names = std::array::from_fn(|slot| self.name(slot as Slot).to_owned());
        let n_members = self.members.iter().flatten().count() as u8;
        ServerMessage::Status(Box::new(Status::new(*self.layout.setup(), owners, n_members, names)))
    }

    /// Tells everybody everything about seats, board and people.
    pub(super) fn send_status(&mut self) {
        let status = self.status();
        self.broadcast(status);
    }

    /// Tells everybody something in the name of the server.
    pub(super) fn announce(&mut self, text: &str) {
        self.broadcast(ServerMessage::Chat { from: None, text: text.to_owned() });
    }

    /// A person comes, and gets the lowest free number; `None` if there are too many.
    fn come(&mut self, member: Member) -> Option<Slot> {
        let slot = self.members.iter().position(Option::is_none)?;
        let others = (0..).zip(&self.members).filter(|(_, other)| other.is_some()).map(|(slot, _)| slot);
        let joined = ServerMessage::Chat { from: None, text: format!("Client {slot} joined") };
        let news: Vec<_> = others.map(|other| Outgoing::To(other, joined.clone())).collect();
        self.outgoing.extend(news);
        self.members[slot] = Some(member);
        Some(slot as Slot)
    }

    /// A client connects; `None` if there are too many.
    pub(super) fn connect(&mut self) -> Option<Slot> {
        if self.members.iter().all(Option::is_some) {
            // Who only talks here from a browser makes room.
            let is_talker = |&slot: &Slot| !self.is_client(slot) && !self.seats.has_seat(slot);
            let talker = (0..MAX_CLIENTS as Slot).find(is_talker)?;
            self.go(talker);
        }
        let slot = self.come(Member { name: String::new(), user: None, is_client: true })?;
        self.send_status();
        Some(slot)
    }

    /// A client has gone, and its chairs are left already.
    pub(super) fn disconnect(&mut self, slot: Slot) {
        self.seats.clear(slot);
        self.go(slot);
    }

    /// A person goes, whose seats are computer players' now.
    fn go(&mut self, slot: Slot) {
        if let Some(member) = self.members.get_mut(usize::from(slot)) {
            *member = None;
        }
        self.send_status();
        self.announce(&format!("Client {slot} left\n"));
    }

    /// After the end of a game everything can be chosen anew. Who came from a browser is out then; tells whether a
    /// person was, who has to be asked again.
    pub(super) fn reopen(&mut self) -> bool {
        if !self.is_over() {
            return false;
        }
        self.stage = Stage::Lobby;
        let guests: Vec<Slot> = (0..MAX_CLIENTS as Slot)
            .filter(|&slot| self.member(slot).is_some_and(|member| !member.is_client))
            .collect();
        let mut had_seat = false;
        for &slot in &guests {
            had_seat |= self.seats.has_seat(slot);
            self.seats.clear(slot);
            self.members[usize::from(slot)] = None;
        }
        if let Some(seen) = &mut self.table {
            seen.is_stale = true;
            seen.chairs.fill(None);
        }
        had_seat
    }

    /// A client wants a seat. The seats are told when the table agrees.
    pub(super) fn request(
        &mut self,
        slot: Slot,
        wish: Option<WireColor>,
        name: &str,
        random: u64,
    ) -> Vec<Change> {
        if !self.is_lobby() || self.most_people <= self.seats.n_people() {
            return Vec::new();
        }
        // Who sits in a browser may have let a computer player sit down already.
        let chairs = self.table.as_ref().filter(|seen| !seen.is_stale).map(|seen| seen.chairs.clone());
        let mode = self.mode();
        let is_open = |color| {
            let chair = chairs.as_ref().and_then(|chairs| chairs.get(mode.player_of(color)?));
            !matches!(chair, Some(Some(Sitter::Engine(_))))
        };
        let changes = self.seats.request(mode, slot, wish, random, is_open);
        if let (Some(Some(member)), false) =
            (self.members.get_mut(usize::from(slot)), changes.is_empty() || name.is_empty())
        {
            name.clone_into(&mut member.name);
        }
        changes
    }

    /// A client gives a seat back.
    pub(super) fn revoke(&mut self, slot: Slot, color: WireColor) -> Vec<Change> {
        if self.is_lobby() { self.seats.revoke(self.mode(), slot, color) } else { Vec::new() }
    }

    /// Tells who has got and lost seats, as far as it is still so, and everything else.
    pub(super) fn send_changes(&mut self, changes: &[Change]) {
        for &change in changes {
            match change {
                Change::Granted(slot, color) if self.seats.owner(color) == Some(slot) => {
                    self.send(slot, ServerMessage::GrantPlayer(color));
                }
                Change::Revoked(slot, color) => self.send(slot, ServerMessage::RevokePlayer(color)),
                Change::Granted(..) => {}
            }
        }
        if !changes.is_empty() {
            self.send_status();
        }
    }

    /// Tells whether a client may decide for the game: it has a seat, or no client has one.
    pub(super) fn may_decide(&self, slot: Slot) -> bool {
        let has_seat = |slot: Slot| self.is_client(slot) && self.seats.has_seat(slot);
        has_seat(slot) || !(0..MAX_CLIENTS as Slot).any(has_seat)
    }

    /// A client wants another game. What changes is told when the table agrees; `None` if nothing is to be told at all.
    pub(super) fn change_mode(&mut self, slot: Slot, wish: &ModeRequest) -> Option<Vec<Change>> {
        let is_about_size = ModeRequest::VERSION <= wish.version && self.is_lobby();
        if is_about_size && !wish.has_known_size() {
            return None;
        }
        let with_guests = self.members.iter().flatten().any(|member| !member.is_client);
        let setup = wish.setup().filter(|_| is_about_size && !with_guests && self.may_decide(slot));
        let Some(layout) = setup.and_then(|setup| setup.layout().ok()) else { return Some(Vec::new()) };
        if let Some(seen) = &mut self.table {
            seen.is_stale |= layout.rules() != self.layout.rules();
        }
        self.layout = layout;
        Some(self.seats.adapt(self.mode()))
    }

    /// The move of a stone that a client wants to lay, and its chair; `None` if it cannot, which everybody is told.
    pub(super) fn lay(&mut self, slot: Slot, stone: WireStone) -> Option<(u8, String)> {
        let checked = match &self.stage {
            Stage::Playing(board)
                if board.current() == Some(stone.color())
                    && self.seats.owner(stone.color()) == Some(slot) =>
            {
                board.check(stone).ok().map(|mv| board.write(mv))
            }
            _ => None,
        };
        let chair = self.mode().player_of(stone.color());
        let (Some(text), Some(chair)) = (checked, chair) else {
            self.send_current();
            return None;
        };
        self.sent = Some(stone);
        Some((chair as u8, text))
    }

    /// Tells everybody whose turn it is.
    pub(super) fn send_current(&mut self) {
        self.sent = None;
        self.broadcast(ServerMessage::CurrentPlayer(self.current()));
    }

    /// Tells one client whose turn it is.
    pub(super) fn send_current_to(&mut self, slot: Slot) {
        self.send(slot, ServerMessage::CurrentPlayer(self.current()));
    }

    fn current(&self) -> Option<WireColor> {
        match &self.stage {
            Stage::Playing(board) => board.current(),
            Stage::Lobby | Stage::Over(_) => None,
        }
    }

    /// The chair for which a client takes back, and to how many plies; `None` if it may not, or there is nothing. Then the
    /// client is told whose turn it is: it waits for an answer, and the original gives one.
    pub(super) fn take_back(&mut self, slot: Slot) -> Option<(u8, u32)> {
        let own = self.last_own_stone(slot);
        if own.is_none() && !self.is_lobby() {
            self.send_current_to(slot);
        }
        own
    }

    /// The chair of a client that has laid the last of its own stones, and the plies before that stone.
    ///
    /// Where clients play against each other nobody can take back, as they have no way to agree.
    fn last_own_stone(&self, slot: Slot) -> Option<(u8, u32)> {
        if !self.seats.has_seat(slot) {
            return None;
        }
        let mut others = WireColor::ALL.into_iter().filter_map(|color| self.seats.owner(color));
        if others.any(|other| other != slot && self.is_client(other)) {
            return None;
        }
        let Stage::Playing(board) = &self.stage else { return None };
        let mut stones = board.stones().enumerate().rev();
        let (ply, stone) = stones.find(|(_, stone)| self.seats.owner(stone.color()) == Some(slot))?;
        Some((self.mode().player_of(stone.color())? as u8, ply as u32))
    }

    /// Tells whether a client may ask for advice for a color.
    pub(super) fn may_ask(&self, slot: Slot, color: WireColor) -> bool {
        let is_current = matches!(&self.stage, Stage::Playing(board) if board.current() == Some(color));
        is_current && self.seats.owner(color) == Some(slot)
    }

    /// Advice has come for a client, about the position after so many plies.
    pub(super) fn advise(&mut self, slot: Slot, ply: u32, text: &str) {
        let Stage::Playing(board) = &self.stage else { return };
        let color = board.position().to_move();
        let stone = board.read(text).and_then(|mv| Some(board.layout().stone(color?, mv)));
        if let Some(stone) = stone.filter(|_| ply == self.ply()) {
            self.send(slot, ServerMessage::StoneHint(stone));
        }
    }

    /// A person has said something, at the table or in the game before there is one.
    pub(super) fn relay_chat(&mut self, who: &Person, text: &str) {
        let known = self.slot_of(&who.id);
        let from = known.or_else(|| {
            let member = Member { name: name_of(&who.name), user: Some(who.id.clone()), is_client: false };
            let slot = self.come(member)?;
            self.send_status();
            Some(slot)
        });
        match from {
            Some(slot) => self.said_by(slot, text),
            None => self.announce(&format!("{}: {text}", who.name)),
        }
    }

    /// A member has said something.
    pub(super) fn said_by(&mut self, slot: Slot, text: &str) {
        for piece in blokus::original::chat_pieces(text) {
            self.broadcast(ServerMessage::Chat { from: Some(slot), text: piece.to_owned() });
        }
    }

    /// Tells one client something in the name of the server.
    pub(super) fn whisper(&mut self, slot: Slot, text: &str) {
        for piece in blokus::original::chat_pieces(text) {
            self.send(slot, ServerMessage::Chat { from: None, text: piece.to_owned() });
        }
    }

    /// The colors of a chair.
    fn colors_of_chair(&self, chair: u8) -> impl Iterator<Item = WireColor> + use<> {
        let mode = self.mode();
        let is_of_chair = move |color: &WireColor| mode.player_of(*color) == Some(usize::from(chair));
        mode.colors().iter().copied().filter(is_of_chair)
    }

    /// The client that shall sit on a chair.
    fn wanted(&self, chair: u8) -> Option<Slot> {
        let owner = self.colors_of_chair(chair).find_map(|color| self.seats.owner(color));
        owner.filter(|&slot| self.is_client(slot))
    }

    /// A client that has a chair, if there is one.
    pub(super) fn a_seated_client(&self) -> Option<Slot> {
        (0..self.mode().players() as u8).find_map(|chair| self.wanted(chair))
    }

    /// Tells whether no person plays, neither here nor in a browser.
    pub(super) fn is_without_people(&self) -> bool {
        self.seats.n_people() == 0
    }

    /// The next thing that has to be done at the table, so that it is as the seats are.
    pub(super) fn next_step(&self) -> Option<Step> {
        let chairs = 0..self.mode().players() as u8;
        let Some(seen) = &self.table else {
            let host = self.a_seated_client().filter(|_| self.is_lobby())?;
            return Some(Step::Create(host, chairs.map(|chair| self.wanted(chair) == Some(host)).collect()));
        };
        if let Some((slot, chair, action)) = self.answers.first() {
            return Some(Step::Answer(*slot, *chair, action.clone()));
        }
        let sitter = |chair: u8| match seen.chairs.get(usize::from(chair)) {
            Some(Some(Sitter::Person(person))) => {
                self.slot_of(&person.id).filter(|&slot| self.is_client(slot))
            }
            _ => None,
        };
        let n_seen = seen.chairs.len() as u8;
        if seen.is_stale {
            return Some((0..n_seen).find_map(sitter).map_or(Step::Forget, Step::Stand));
        }
        let is_free = |chair: &u8| matches!(seen.chairs.get(usize::from(*chair)), Some(None));
        match self.stage {
            Stage::Lobby => {
                let misplaced = |chair: u8| sitter(chair).filter(|&slot| self.wanted(chair) != Some(slot));
                let stand = chairs.clone().find_map(misplaced).map(Step::Stand);
                let sit = |chair: u8| Some(Step::Sit(self.wanted(chair)?, chair)).filter(|_| is_free(&chair));
                stand.or_else(|| chairs.clone().find_map(sit))
            }
            Stage::Playing(_) => { chairs }.find(is_free).map(Step::Fill),
            Stage::Over(_) => None,
        }
    }

    /// The chairs on which nobody sits.
    pub(super) fn free_chairs(&self) -> Vec<u8> {
        let chairs = self.table.iter().flat_map(|seen| (0..).zip(&seen.chairs));
        chairs.filter(|(_, sitter)| sitter.is_none()).map(|(chair, _)| chair).collect()
    }

    /// An answer was given, or could not be.
    pub(super) fn answered(&mut self) {
        if !self.answers.is_empty() {
            self.answers.remove(0);
        }
    }

    /// There is a table for the game.
    pub(super) fn found_table(&mut self, id: TableId, host: Person) {
        let chairs = vec![None; self.mode().players()];
        self.table = Some(Seen { id, host, seq: 0, chairs, players: None, is_stale: false });
    }

    /// The table is no longer as it is wanted, and another one has to take its place.
    pub(super) fn give_up_table(&mut self) {
        if let Some(seen) = self.table.as_mut().filter(|_| matches!(self.stage, Stage::Lobby)) {
            seen.is_stale = true;
        }
    }

    /// The table is talked about no more.
    pub(super) fn forget_table(&mut self) {
        self.table = None;
        self.answers.clear();
    }

    /// The table cannot be made as the seats are: who has no chair there loses the seat. Who has not been told yet about
    /// getting it is told nothing.
    pub(super) fn drop_seats_of_people(&mut self) {
        let mut changes = Vec::new();
        for color in WireColor::ALL {
            let Some(slot) = self.seats.owner(color).filter(|&slot| self.is_client(slot)) else { continue };
            let chair = self.mode().player_of(color);
            let user = self.member(slot).and_then(|member| member.user.as_ref());
            let sits = self.table.iter().filter(|seen| !seen.is_stale).any(|seen| {
                let sitter = chair.and_then(|chair| seen.chairs.get(chair));
                matches!(sitter, Some(Some(Sitter::Person(person))) if Some(&person.id) == user)
            });
            if !sits {
                self.seats.put(color, None);
                if !self.unsent.contains(&Change::Granted(slot, color)) {
                    changes.push(Change::Revoked(slot, color));
                }
            }
        }
        self.send_changes(&changes);
    }

    /// Something has happened at the table. Tells whether the game begins by it.
    pub(super) fn event(&mut self, event: &TableEvent) -> bool {
        let Some(seen) = self.table.as_mut().filter(|seen| seen.seq < event.seq) else { return false };
        seen.seq = event.seq;
        match &event.what {
            TableHappening::Sat { chair, who } => self.sat(*chair, who),
            TableHappening::Left { chair } => self.left(*chair),
            TableHappening::Match(what) => return self.in_match(what),
            TableHappening::Closed => self.forget_table(),
            _ => {}
        }
        false
    }

    fn sat(&mut self, chair: u8, who: &Sitter) {
        if let Some(place) = self.table.as_mut().and_then(|seen| seen.chairs.get_mut(usize::from(chair))) {
            *place = Some(who.clone());
        }
        let Sitter::Person(person) = who else { return };
        let known = self.slot_of(&person.id);
        if known.is_some_and(|slot| self.is_client(slot)) {
            return;
        }
        let guest = known.or_else(|| {
            let name = name_of(&person.name);
            self.come(Member { name, user: Some(person.id.clone()), is_client: false })
        });
        for color in self.colors_of_chair(chair) {
            // A person in a browser was faster than a client.
            let owner = self.seats.owner(color).filter(|&slot| self.is_client(slot));
            if let Some(slot) = owner.filter(|&slot| !self.unsent.contains(&Change::Granted(slot, color))) {
                self.send(slot, ServerMessage::RevokePlayer(color));
            }
            self.seats.put(color, guest);
        }
        self.send_status();
    }

    fn left(&mut self, chair: u8) {
        let place = self.table.as_mut().and_then(|seen| seen.chairs.get_mut(usize::from(chair)));
        let Some(Sitter::Person(person)) = place.and_then(Option::take) else { return };
        let Some(guest) = self.slot_of(&person.id).filter(|&slot| !self.is_client(slot)) else { return };
        for color in self.colors_of_chair(chair) {
            self.seats.put(color, None);
        }
        if self.seats.has_seat(guest) {
            self.send_status();
        } else {
            self.go(guest);
        }
    }

    fn in_match(&mut self, what: &Happening) -> bool {
        match what {
            Happening::RoundStarted { players } => {
                if let Some(seen) = &mut self.table {
                    seen.players = Some(players.clone());
                }
                self.stage = Stage::Playing(Board::start(self.layout));
                self.send_status();
                self.broadcast(ServerMessage::StartGame);
                self.send_current();
                return true;
            }
            Happening::Moved { text, .. } => self.moved(text),
            Happening::TakenBack { ply } => {
                let Stage::Playing(board) = &mut self.stage else { return false };
                while *ply < board.n_stones() as u32 && board.take_back() {
                    self.outgoing.push(Outgoing::ToAll(ServerMessage::UndoStone));
                }
                self.send_current();
            }
            Happening::RoundEnded { .. } => self.finish(),
            Happening::Offered { seat, offer } => self.offered(*seat, offer),
            Happening::Declined { .. } => self.answers.clear(),
            _ => {}
        }
        false
    }

    fn moved(&mut self, text: &str) {
        let sent = self.sent.take();
        let Stage::Playing(board) = &mut self.stage else { return };
        let (Some(mv), Some(color)) = (board.read(text), board.position().to_move()) else { return };
        let stone = board.layout().stone(color, mv);
        // A stone can have several names; the one that came is told.
        let told = sent.filter(|sent| sent.color() == stone.color() && board.check(*sent) == Ok(mv));
        board.play(mv);
        let is_over = board.current().is_none();
        if self.seats.owner(stone.color()).is_none() {
            self.outgoing.push(Outgoing::Pause);
        }
        self.broadcast(ServerMessage::SetStone(told.unwrap_or(stone)));
        if is_over {
            self.finish();
        } else {
            self.send_current();
        }
    }

    /// The game is over, by the rules or because a person gave up.
    fn finish(&mut self) {
        match std::mem::replace(&mut self.stage, Stage::Lobby) {
            Stage::Playing(board) => {
                self.stage = Stage::Over(board);
                self.broadcast(ServerMessage::GameFinish);
                self.send_current();
            }
            stage => self.stage = stage,
        }
    }

    /// An offer has to be answered, for which the protocol has no words: who asked agrees with themselves, giving up is
    /// accepted, and everything else is not.
    fn offered(&mut self, by: Seat, offer: &Offer) {
        let Some(players) = self.table.as_ref().and_then(|seen| seen.players.clone()) else { return };
        let asker = players.get(by).and_then(|&chair| self.wanted(chair));
        for seat in Seat::all(players.seats()).filter(|&seat| seat != by) {
            let Some((chair, slot)) = players.get(seat).and_then(|&chair| Some((chair, self.wanted(chair)?)))
            else {
                continue;
            };
            let agrees = asker == Some(slot) || matches!(offer, Offer::Resign(_));
            let answer = if agrees { Action::Accept } else { Action::Decline };
            self.answers.push((slot, chair, answer));
        }
    }
}
