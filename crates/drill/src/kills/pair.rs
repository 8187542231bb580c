//! Two players who remember what they were promised.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc, time::Duration};

use client::{Client, ClientError, CommandResult, Identity};
use framework::{Action, AnyGame, GameEntry, Rng, Seat};
use protocol::{
    ChairChoice, Channel, Code, Command, Message, Moment, NewTable, Person, Request, TableEvent, TableId,
    ToMove,
};
use tokio::time::sleep;

use super::{
    GAMES,
    dice::{Nonces, Wanted, wanted},
};

/// How long players wait between moves: a little longer than the limit on messages demands.
const PAUSE: Duration = Duration::from_millis(15);

/// What one player was promised, over all connections.
#[derive(Debug)]
pub(super) struct Promised {
    pub(super) identity: Identity,
    pub(super) person: Option<Person>,
    /// A command whose answer has not come.
    unanswered: Option<Request>,
    /// Moves, rolls and chairs: the table, the number of the command, the number of the event.
    pub(super) done: Vec<(TableId, u64, u64)>,
    /// Lines of chat.
    pub(super) said: Vec<(TableId, String)>,
    /// The nonces that it has promised.
    nonces: Nonces,
    /// Every event that was told.
    pub(super) seen: BTreeMap<TableId, BTreeMap<u64, TableEvent>>,
}

/// Two players who play one match after the other.
#[derive(Debug)]
pub(super) struct Pair {
    number: u64,
    game: Arc<dyn AnyGame>,
    options: &'static str,
    pub(super) players: [Promised; 2],
    table: Option<TableId>,
    /// All tables at which they have played.
    pub(super) tables: Vec<TableId>,
    rng: Rng,
}

/// One player while connected.
struct Connected<'a> {
    promised: &'a mut Promised,
    client: Client,
    moment: Option<Moment>,
    seen: u64,
}

/// Why a pair stops.
enum Stop {
    /// The connection was lost, as it must be when the server is killed.
    CutOff,
    /// Something happened that must not.
    Fault(String),
}

impl From<ClientError> for Stop {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Connect(..) | ClientError::Handshake(..) | ClientError::Lost => Self::CutOff,
            ClientError::Refused(problem) if problem.code == Code::Stopping => Self::CutOff,
            error => Self::Fault(error.to_string()),
        }
    }
}

impl Pair {
    /// A pair that plays one of the games; `None` if that is not in the list.
    pub(super) fn new(games: &[GameEntry], seed: u64, number: u64) -> Option<Self> {
        let (game, options) = GAMES[number as usize % GAMES.len()];
        let entry = games.iter().find(|entry| entry.info.id == game)?;
        let player = |side: u64| {
            let name = format!("kill-{number}-{side}").parse().expect("the characters are those of ids");
            Promised {
                identity: Identity::new(name),
                person: None,
                unanswered: None,
                done: Vec::new(),
                said: Vec::new(),
                nonces: Nonces::default(),
                seen: BTreeMap::new(),
            }
        };
        Some(Self {
            number,
            game: entry.open_text(options).ok()?,
            options,
            players: [player(0), player(1)],
            table: None,
            tables: Vec::new(),
            rng: Rng::stream(seed, "pair", number),
        })
    }

    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Plays until the connection is lost, and tells if anything happened that must not.
    pub(super) async fn play_until_cut_off(mut self, server: SocketAddr) -> Result<Self, String> {
        match self.play(server).await {
            Stop::CutOff => Ok(self),
            Stop::Fault(reason) => Err(reason),
        }
    }

    async fn play(&mut self, server: SocketAddr) -> Stop {
        match self.try_play(server).await {
            Err(stop) => stop,
            Ok(never) => match never {},
        }
    }

    async fn try_play(&mut self, server: SocketAddr) -> Result<std::convert::Infallible, Stop> {
        let [anna, bert] = &mut self.players;
        let mut anna = Connected::new(anna, server).await?;
        let mut bert = Connected::new(bert, server).await?;
        // What was not answered when the server was killed is sent again, and takes effect at most once.
        let made = anna.settle().await?;
        let _ = bert.settle().await?;
        if let (None, Some(Ok(done))) = (&self.table, made) {
            self.table = done.table.filter(|_| done.seq.is_none());
        }
        loop {
            let table = match self.table.clone() {
                Some(table) => table,
                None => {
                    anna.promise_next(&mut self.rng).await?;
                    let chairs = vec![ChairChoice::Me, ChairChoice::Open];
                    let new = NewTable::new(self.game.info().id, self.options, chairs);
                    let made = anna.ask(Command::CreateTable { table: new }).await?;
                    made.ok().and_then(|made| made.table).ok_or(Stop::CutOff)?
                }
            };
            self.table = Some(table.clone());
            if !self.tables.contains(&table) {
                self.tables.push(table.clone());
            }
            bert.promise_next(&mut self.rng).await?;
            let sit = Command::Sit { table: table.clone(), chair: Some(1), password: None, invite: None };
            // Who sits there already is told so.
            let _ = bert.ask(sit).await?;
            anna.watch(&table).await?;
            bert.watch(&table).await?;
            while let Some(next) = next_act(&mut self.rng, &*self.game, anna.moment.as_ref()) {
                let seen = anna.promised.seen.get(&table).into_iter().flat_map(BTreeMap::values);
                let wanted = wanted(seen, 2);
                let side = match wanted {
                    Some(Wanted::Reveal(chair, _) | Wanted::Pledge(chair)) => chair,
                    None => next.chair,
                };
                let (mover, other) = if side == 0 { (&mut anna, &mut bert) } else { (&mut bert, &mut anna) };
                let command = mover.command(&table, wanted, next, &mut self.rng);
                let done = match mover.ask(command.clone()).await? {
                    Ok(done) => done,
                    Err(problem) if problem.code == Code::Stopping => return Err(Stop::CutOff),
                    // On a busy machine the dice may have fallen without it; the news of that is on its way.
                    Err(problem) if problem.code == Code::Stale && is_about_dice(&command) => {
                        mover.hear().await?;
                        other.hear().await?;
                        continue;
                    }
                    Err(problem) => {
                        return Err(Stop::Fault(format!("{command:?} was refused: {}", problem.sentence)));
                    }
                };
                let seq = done.seq.unwrap_or_default();
                mover.see(seq).await?;
                other.see(seq).await?;
                if self.rng.below(8) == 0 {
                    let text = format!("{} says {}", self.number, anna.client.identity().next_number);
                    let channel = Channel::Table(table.clone());
                    // Who talks too fast is told so.
                    let _ = anna.ask(Command::Chat { channel, text }).await?;
                }
                sleep(PAUSE).await;
            }
            self.table = None;
        }
    }
}

impl<'a> Connected<'a> {
    async fn new(promised: &'a mut Promised, server: SocketAddr) -> Result<Self, Stop> {
        let client = Client::connect(server.into(), promised.identity.clone()).await?;
        promised.identity = client.identity().clone();
        let before = promised.person.replace(client.you().clone());
        if before.is_some_and(|before| before != *client.you()) {
            return Err(Stop::Fault("a cookie was good before the crash and is not any more".to_owned()));
        }
        Ok(Self { promised, client, moment: None, seen: 0 })
    }

    /// The next message, of which everything that counts is remembered.
    async fn hear(&mut self) -> Result<(), Stop> {
        match self.client.next().await? {
            Message::Events { table, events, moment, .. } => {
                let seen = self.promised.seen.entry(table).or_default();
                for event in events {
                    self.seen = event.seq;
                    let before = seen.insert(event.seq, event.clone());
                    if before.is_some_and(|before| before != event) {
                        return Err(Stop::Fault(format!("event {} was told in two ways", event.seq)));
                    }
                }
                self.moment = moment;
            }
            Message::Table { snapshot, .. } => {
                self.seen = snapshot.seq;
                self.moment = snapshot.moment;
            }
            _ => {}
        }
        Ok(())
    }

    /// Promises a nonce for the next table, so that the first roll is covered.
    async fn promise_next(&mut self, rng: &mut Rng) -> Result<(), Stop> {
        let pledge = self.promised.nonces.pledge(rng);
        // What is promised so is not written, so that nothing need be there after a crash.
        let _ = self.ask(Command::Pledge { table: None, pledge, chair: None }).await?;
        Ok(())
    }

    /// What the dice want of this player comes before the game.
    fn command(&mut self, table: &TableId, wanted: Option<Wanted>, next: Next, rng: &mut Rng) -> Command {
        let table = table.clone();
        match wanted {
            Some(Wanted::Pledge(_)) => {
                let pledge = self.promised.nonces.pledge(rng);
                return Command::Pledge { table: Some(table), pledge, chair: None };
            }
            Some(Wanted::Reveal(_, pledge)) => {
                if let Some(nonce) = self.promised.nonces.find(&pledge) {
                    return Command::Reveal { table, nonce, chair: None };
                }
            }
            None => {}
        }
        let Next { ply, action, .. } = next;
        match action {
            Action::Roll => Command::Roll { table, ply, nonce: Nonces::draw(rng), chair: None },
            action => Command::Act { table, ply, action, chair: None },
        }
    }

    /// Waits until an event was told.
    async fn see(&mut self, seq: u64) -> Result<(), Stop> {
        while self.seen < seq {
            self.hear().await?;
        }
        Ok(())
    }

    async fn ask(&mut self, command: Command) -> Result<CommandResult, Stop> {
        let request = self.client.number(command);
        self.promised.identity = self.client.identity().clone();
        self.promised.unanswered = Some(request);
        // There is one, and so there is an answer.
        self.settle().await?.ok_or(Stop::CutOff)
    }

    /// Sends the command that has no answer yet, and remembers what is promised.
    async fn settle(&mut self) -> Result<Option<CommandResult>, Stop> {
        let Some(request) = self.promised.unanswered.clone() else { return Ok(None) };
        self.client.send_again(&request).await?;
        let answer = self.client.answer(request.number).await?;
        self.promised.unanswered = None;
        if let Ok(done) = &answer {
            match (request.command, &done.table, done.seq) {
                (Command::Chat { channel: Channel::Table(table), text }, ..) => {
                    self.promised.said.push((table, text));
                }
                (
                    Command::Act { .. }
                    | Command::Sit { .. }
                    | Command::Roll { .. }
                    | Command::Pledge { table: Some(_), .. }
                    | Command::Reveal { .. },
                    Some(table),
                    Some(seq),
                ) => {
                    self.promised.done.push((table.clone(), request.number, seq));
                }
                _ => {}
            }
        }
        Ok(Some(answer))
    }

    async fn watch(&mut self, table: &TableId) -> Result<(), Stop> {
        let known = self.promised.seen.get(table).and_then(|seen| seen.keys().last().copied());
        (self.seen, self.moment) = (known.unwrap_or(0), None);
        let done = self.client.watch(table, Some(self.seen)).await?;
        self.promised.identity = self.client.identity().clone();
        while self.moment.is_none() || self.seen < done.seq.unwrap_or_default() {
            self.hear().await?;
        }
        Ok(())
    }
}

/// What is done next in a match.
struct Next {
    chair: u8,
    ply: u32,
    action: Action,
}

/// Tells whether a command is one that clients send for the dice by themselves.
const fn is_about_dice(command: &Command) -> bool {
    matches!(command, Command::Pledge { .. } | Command::Reveal { .. })
}

/// What is done next, and on which chair; nothing when the match is over.
fn next_act(rng: &mut Rng, game: &dyn AnyGame, moment: Option<&Moment>) -> Option<Next> {
    let moment = moment?;
    let (seat, action) = match moment.to_move {
        ToMove::Nobody => return None,
        // The first roll is nobody's; what the dice want then is asked of either.
        ToMove::Dice(seat) => (seat.unwrap_or(Seat::FIRST), Action::Roll),
        ToMove::Seat(seat) => {
            let moves = game.parse_position(&moment.position).ok()?.legal_moves();
            (seat, Action::Move(moves.get(rng.index(moves.len().max(1)))?.clone()))
        }
    };
    Some(Next { chair: moment.players[seat], ply: moment.ply, action })
}
