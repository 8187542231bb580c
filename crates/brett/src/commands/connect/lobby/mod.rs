//! `brett connect brett://…`: the lobby of a server of Brettwerk, its chat and its tables, for who types.

mod address;
mod at_table;
mod hall;
mod line;
mod log_in;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    process,
    sync::mpsc,
    thread,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context as _, bail};
use client::{Backoff, Client, ClientError, Doorway, Identity};
use framework::{Action, GameEntry, Rng, Text, render};
use protocol::{
    ChairChoice, Channel, ChatKind, ChatLine, Command, Detail, LobbyChange, Message, NewTable, Phase,
    Problem, Seek, TableId, Undo, UserId,
};
use tokio::{sync::mpsc as channels, time};

pub(super) use self::address::is_meant;
use self::{
    address::LobbyAddress,
    at_table::{AtTable, Duty},
    hall::{Entry, Hall, described},
    line::{AT_TABLE, Deed, IN_LOBBY, Line, understand},
};
use super::{
    hearing::{self, Outside},
    phrasebook::tell_commands,
    typed,
};
use crate::{Exit, context::Context, interrupts::Interrupts};

/// How often it is looked whether what was typed can be done now.
const LOOK: Duration = Duration::from_millis(500);

/// How long a line of a list of things to do waits until it can be done.
const PATIENCE: Duration = Duration::from_secs(120);

/// How often a lost connection is tried again, with waits that grow to five seconds.
const RECONNECTS: usize = 20;

/// What a text of a server shows: nothing in it moves the cursor or changes colors.
fn plain(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).collect()
}

/// Enters the lobby, and stays there and at its tables until the person leaves.
///
/// # Errors
/// If the address cannot be used, the server cannot be reached or refuses, or the terminal has gone.
pub(super) fn visit(text: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let address: LobbyAddress = text.parse()?;
    let server = address.resolve().with_context(|| format!("cannot find {address}"))?;
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mut identity = Identity::new(format!("terminal-{}-{}", process::id(), since.as_nanos()).parse()?);
    if let Some(name) = &address.name {
        let Some(password) = ctx.console.variable("BRETT_PASSWORD") else {
            bail!("set BRETT_PASSWORD to the password of {name}, or leave the name out to come as a guest");
        };
        identity.cookie = Some(log_in::log_in(server, name, &password)?);
    }
    let (sender, outside) = mpsc::channel();
    hearing::heed(Interrupts::watch_once()?, sender.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let doorway = Doorway::from(server);
        let client = Client::connect(doorway, identity).await?;
        let console = &mut *ctx.console;
        typed::listen(console.input, console.input_is_terminal, sender);
        let is_patient = !console.input_is_terminal;
        let me = client.you().id.clone();
        let games = ctx.games;
        let guest = Guest {
            client,
            doorway,
            me,
            games,
            hall: Hall::default(),
            table: None,
            asked: HashMap::new(),
            caused: 0,
            away: HashSet::new(),
            seek: None,
            lines: VecDeque::new(),
            is_patient,
            since: Instant::now(),
        };
        guest.stay(outside, ctx).await
    })
}

/// What a command was for whose answer has not come yet.
enum Asked {
    /// To sit down at a table that is there or is made.
    Seat,
    /// To find an opponent.
    Pair,
    /// To see a table.
    Look,
    /// Anything else.
    Other,
}

/// A person in the lobby or at a table.
struct Guest<'g> {
    client: Client,
    doorway: Doorway,
    me: UserId,
    games: &'g [GameEntry],
    hall: Hall,
    table: Option<AtTable>,
    /// The commands that were not answered yet.
    asked: HashMap<u64, Asked>,
    /// The last event that came of a command of one's own, which may not have been heard yet.
    caused: u64,
    /// Who has lost the connection.
    away: HashSet<UserId>,
    /// What one looks for, as long as one does.
    seek: Option<Seek>,
    /// What was typed and has not been done yet; nothing at the end of the input.
    lines: VecDeque<Option<String>>,
    /// Whether lines wait until they can be done: a list of things to do does, a person does not.
    is_patient: bool,
    /// Since when the first line waits.
    since: Instant,
}

impl Guest<'_> {
    async fn stay(
        mut self,
        outside: mpsc::Receiver<Outside>,
        ctx: &mut Context<'_, '_>,
    ) -> anyhow::Result<Exit> {
        let (sender, mut typed) = channels::unbounded_channel();
        // It ends with the program.
        thread::spawn(move || outside.into_iter().try_for_each(|outside| sender.send(outside)));
        self.enter().await?;
        self.welcome(ctx)?;
        let mut look = time::interval(LOOK);
        loop {
            ctx.console.out.flush()?;
            tokio::select! {
                heard = self.client.hear() => match heard {
                    Ok(message) => self.hear(message, ctx).await?,
                    Err(ClientError::Lost) => self.come_back(ctx).await?,
                    Err(error) => return Err(error.into()),
                },
                Some(outside) = typed.recv() => match outside {
                    Outside::Typed(line) => {
                        if self.lines.is_empty() {
                            self.since = Instant::now();
                        }
                        self.lines.push_back(line);
                    }
                    Outside::Interrupted => return Ok(Exit::Fine),
                    Outside::Heard(_) | Outside::Closed => {}
                },
                _ = look.tick() => {}
            }
            while let Some(line) = self.lines.front() {
                let line = line.as_deref().unwrap_or("quit");
                let understood = understand(line, self.games);
                let may_wait = self.is_patient && self.since.elapsed() < PATIENCE;
                if may_wait && !self.can_do(&understood) {
                    break;
                }
                self.lines.pop_front();
                self.since = Instant::now();
                match understood {
                    Ok(Line::Quit) => return Ok(Exit::Fine),
                    Ok(line) => self.obey(line, ctx).await?,
                    Err(reason) => ctx.tell(&reason)?,
                }
            }
        }
    }

    fn welcome(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let you = self.client.you();
        let name = plain(&you.name);
        let (en, de) = if you.guest { (" (a guest)", " (Gast)") } else { ("", "") };
        Ok(ctx.tell(&Text::new(
            format!("You are {name}{en}, in the lobby. Type help for what you can do."),
            format!("Du bist {name}{de}, in der Lobby. Mit help siehst du, was du tun kannst."),
        ))?)
    }

    /// Sends a command, and notes what it is for.
    async fn ask(&mut self, command: Command, what: Asked) -> anyhow::Result<()> {
        let number = self.client.send(command).await?;
        self.asked.insert(number, what);
        Ok(())
    }

    /// Hears of the lobby, and of the table where one is.
    async fn enter(&mut self) -> anyhow::Result<()> {
        self.client.send(Command::EnterLobby).await?;
        if let Some(table) = self.table.as_ref().map(|table| table.id().clone()) {
            self.look_at(table).await?;
        }
        if let Some(seek) = self.seek.clone() {
            self.ask(Command::Pair { seek }, Asked::Pair).await?;
        }
        Ok(())
    }

    async fn look_at(&mut self, table: TableId) -> anyhow::Result<()> {
        let watch = Command::Watch { table, since: None, detail: Detail::Drawn, invite: None };
        self.ask(watch, Asked::Look).await
    }

    /// Connects anew, as the same guest or account.
    async fn come_back(&mut self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        ctx.tell(&Text::fixed(
            "The connection is lost; trying again …",
            "Die Verbindung ist weg; neuer Versuch …",
        ))?;
        ctx.console.out.flush()?;
        self.asked.clear();
        let mut rng = Rng::stream(u64::from(process::id()), "terminal", 0);
        let mut backoff = Backoff::new(Duration::from_millis(400), Duration::from_secs(5));
        for _ in 0..RECONNECTS {
            time::sleep(backoff.next(&mut rng)).await;
            match Client::connect(self.doorway, self.client.identity().clone()).await {
                Ok(client) => {
                    self.client = client;
                    self.enter().await?;
                    return Ok(ctx.tell(&Text::fixed("Connected again.", "Wieder verbunden."))?);
                }
                Err(error @ ClientError::Refused(_)) => return Err(error.into()),
                Err(_) => {}
            }
        }
        bail!("the server does not come back; look whether it runs, and connect again")
    }

    async fn hear(&mut self, message: Message, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match message {
            Message::Done { number, table, seq } => match (self.asked.remove(&number), table) {
                (Some(Asked::Seat), Some(table)) => self.look_at(table).await?,
                (Some(_), Some(table)) if self.table.as_ref().is_some_and(|at| *at.id() == table) => {
                    self.caused = self.caused.max(seq.unwrap_or_default());
                }
                _ => {}
            },
            Message::Refused { number, problem } => {
                let what = number.and_then(|number| self.asked.remove(&number));
                if let Some(Asked::Pair) = what {
                    self.seek = None;
                }
                Self::complain(&problem, ctx)?;
            }
            Message::Lobby { people, tables, seeks } => {
                self.hall = Hall { people, tables, seeks };
                self.list(ctx)?;
            }
            Message::LobbyChange { change } => self.note(change, ctx)?,
            Message::Table { snapshot, drawing } => {
                self.caused = 0;
                let is_new = self.table.as_ref().is_none_or(|table| *table.id() != snapshot.summary.id);
                let table = self.table.insert(AtTable::new(*snapshot, drawing));
                if is_new && table.is_waiting() && table.is_player(&self.me) {
                    let link = table
                        .invite()
                        .map(|invite| format!("http://{}/invite/{invite}", self.doorway.server));
                    let link = link.unwrap_or_default();
                    ctx.tell(&Text::new(
                        format!("You sit at the table and wait for the others. Invite a friend: {link}"),
                        format!("Du sitzt am Tisch und wartest auf die anderen. Lade jemanden ein: {link}"),
                    ))?;
                }
                self.show(ctx)?;
            }
            Message::Events { table: at, events, moment, drawing } => {
                let Some(table) = self.table.as_mut().filter(|table| *table.id() == at) else {
                    return Ok(());
                };
                let has_changed = moment.is_some();
                for told in table.take_up(&events, moment, drawing) {
                    ctx.tell(&told)?;
                }
                if has_changed {
                    self.show(ctx)?;
                }
            }
            Message::Presence { person, connected, .. } => {
                let name = plain(&person.name);
                if !connected && self.away.insert(person.id.clone()) {
                    ctx.tell(&Text::new(
                        format!("{name} has lost the connection."),
                        format!("{name} hat die Verbindung verloren."),
                    ))?;
                } else if connected && self.away.remove(&person.id) {
                    ctx.tell(&Text::new(format!("{name} is back."), format!("{name} ist wieder da.")))?;
                }
            }
            Message::Chat { line } => Self::repeat(&line, ctx)?,
            Message::Hint { number, moves, .. } => {
                self.asked.remove(&number);
                ctx.tell(&match moves.first() {
                    Some(best) => {
                        let text = plain(&best.text);
                        Text::new(format!("Hint: {text}"), format!("Tipp: {text}"))
                    }
                    None => Text::fixed("There is no hint now.", "Jetzt gibt es keinen Tipp."),
                })?;
            }
            Message::Paired { table } => {
                self.seek = None;
                ctx.tell(&Text::fixed("An opponent is found.", "Es hat sich jemand gefunden."))?;
                self.look_at(table).await?;
            }
            Message::Welcome { .. }
            | Message::Evaluation { .. }
            | Message::Analysis { .. }
            | Message::Rated { .. }
            | Message::Busy { .. }
            | Message::Reconnect { .. } => {}
        }
        Ok(())
    }

    fn complain(problem: &Problem, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let told =
            problem.rule.as_ref().map_or(&*problem.sentence, |rule| rule.in_language(ctx.style.language));
        Ok(writeln!(ctx.console.out, "{}", plain(told))?)
    }

    /// Notes what changes in the lobby, and tells what can be joined now.
    fn note(&mut self, change: LobbyChange, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(new) = self.hall.apply(change) else { return Ok(()) };
        let is_own = match &new {
            Entry::Seek(seek) => seek.person.id == self.me,
            Entry::Table(table) => table.host.id == self.me,
        };
        let entries = self.hall.entries(&self.me);
        let Some(at) = entries.iter().position(|entry| *entry == new).filter(|_| !is_own) else {
            return Ok(());
        };
        let told = described(&new, self.games);
        Ok(ctx.tell(&Text::new(
            format!("{} – join {}", told.en, at + 1),
            format!("{} – join {}", told.de, at + 1),
        ))?)
    }

    fn repeat(line: &ChatLine, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        // That is told as soon as it happens.
        if line.kind == ChatKind::Connection {
            return Ok(());
        }
        let text = plain(&line.text);
        let Some(from) = &line.from else { return Ok(writeln!(ctx.console.out, "* {text}")?) };
        let name = plain(&from.name);
        match line.kind {
            ChatKind::Private => ctx.tell(&Text::new(
                format!("[{name}, to you alone] {text}"),
                format!("[{name}, nur an dich] {text}"),
            ))?,
            _ => writeln!(ctx.console.out, "[{name}] {text}")?,
        }
        Ok(())
    }

    /// Draws the board where there is something to see: when one is to move, when a round is over, and for who watches.
    fn show(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        let duty = table.duty(&self.me);
        if duty.is_some() || table.is_over() || !table.is_player(&self.me) {
            self.draw(ctx)?;
        }
        match duty {
            Some(Duty::Move) => ctx.tell(&Text::fixed("Your move.", "Du bist am Zug."))?,
            Some(Duty::Roll) => ctx.tell(&Text::fixed("Type roll.", "Würfle mit roll."))?,
            None => {}
        }
        Ok(())
    }

    fn draw(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match self.table.as_ref().and_then(AtTable::drawing) {
            Some(drawing) => {
                // Labels and status are written by the game, but they come from the server.
                let board = render::terminal(&drawing.scene, &ctx.style);
                write!(ctx.console.out, "{board}")?;
            }
            None => ctx.tell(&Text::fixed("No game has begun yet.", "Noch hat kein Spiel begonnen."))?,
        }
        Ok(())
    }

    /// Lists where one can go.
    fn list(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let entries = self.hall.entries(&self.me);
        if entries.is_empty() {
            return Ok(ctx.tell(&Text::fixed(
                "No open games right now: seek GAME looks for an opponent, new GAME opens a table.",
                "Gerade kein offenes Spiel: seek SPIEL sucht jemanden, new SPIEL eröffnet einen Tisch.",
            ))?);
        }
        for (number, entry) in (1..).zip(&entries) {
            let told = described(entry, self.games);
            writeln!(ctx.console.out, "{number:>2}  {}", told.in_language(ctx.style.language))?;
        }
        Ok(())
    }

    /// Tells whether a line of a list of things to do can be done now.
    fn can_do(&self, line: &Result<Line, Text>) -> bool {
        let Ok(line) = line else { return true };
        let table = self.table.as_ref();
        if !self.asked.is_empty() || table.is_some_and(|table| table.seq() < self.caused) {
            return false;
        }
        let is_my_turn = table.is_some_and(|table| table.duty(&self.me).is_some());
        let is_over = table.is_some_and(AtTable::is_over);
        let plays = table.is_some_and(|table| table.is_player(&self.me) && !table.is_over());
        match line {
            Line::Play(_) | Line::Moves | Line::Do(Deed::Roll | Deed::Hint) => is_my_turn,
            Line::Do(Deed::Next | Deed::Rematch) => is_over,
            Line::Do(Deed::Accept | Deed::Decline) => {
                table.and_then(AtTable::moment).is_some_and(|moment| moment.offer.is_some())
            }
            Line::Board | Line::Do(_) => table.is_some_and(|table| table.moment().is_some()),
            Line::Leave => table.is_some(),
            Line::Join(number) => *number <= self.hall.entries(&self.me).len(),
            Line::Tell { name, .. } => self.hall.person(name).is_some(),
            // Who plays waits for the end or for a turn that needs another line.
            Line::Quit => self.seek.is_none() && (!plays || is_my_turn),
            Line::Nothing
            | Line::Help
            | Line::Who
            | Line::Tables
            | Line::Say(_)
            | Line::Seek(_)
            | Line::Stop
            | Line::New { .. } => true,
        }
    }

    async fn obey(&mut self, line: Line, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        match line {
            Line::Nothing | Line::Quit => {}
            Line::Help => {
                tell_commands(IN_LOBBY, ctx)?;
                writeln!(ctx.console.out)?;
                ctx.tell(&Text::fixed("At a table:", "An einem Tisch:"))?;
                tell_commands(AT_TABLE, ctx)?;
            }
            Line::Who => {
                for person in &self.hall.people {
                    writeln!(ctx.console.out, "{}", plain(&person.name))?;
                }
            }
            Line::Tables => self.list(ctx)?,
            Line::Say(text) => {
                let channel =
                    self.table.as_ref().map_or(Channel::Lobby, |table| Channel::Table(table.id().clone()));
                self.ask(Command::Chat { channel, text }, Asked::Other).await?;
            }
            Line::Tell { name, text } => match self.hall.person(&name).map(|person| person.id.clone()) {
                Some(id) => {
                    self.ask(Command::Chat { channel: Channel::User(id), text }, Asked::Other).await?;
                }
                None => ctx.tell(&Text::new(
                    format!("{name} is not here; who lists who is"),
                    format!("{name} ist nicht da; who zeigt, wer da ist"),
                ))?,
            },
            Line::Seek(seek) => self.look_for(seek, ctx).await?,
            Line::Stop => {
                self.seek = None;
                self.ask(Command::Unpair, Asked::Other).await?;
            }
            Line::New { game, options, seats, player } => {
                let mut chairs = vec![ChairChoice::Me];
                let other = player.map_or(ChairChoice::Open, ChairChoice::Engine);
                chairs.resize(seats, other.clone());
                let is_alone = other != ChairChoice::Open;
                let undo = if is_alone { Undo::Free } else { Undo::ByAgreement };
                let table = NewTable { undo, hints: is_alone, ..NewTable::new(&game, &options, chairs) };
                self.ask(Command::CreateTable { table }, Asked::Seat).await?;
            }
            Line::Join(number) => self.join(number, ctx).await?,
            Line::Board => self.draw(ctx)?,
            Line::Moves => {
                for text in self.table.as_ref().map_or(&[][..], AtTable::moves) {
                    writeln!(ctx.console.out, "{}", plain(text))?;
                }
            }
            Line::Leave => {
                let Some(table) = self.table.take() else { return Ok(ctx.tell(&not_at_table())?) };
                let (id, is_player) = (table.id().clone(), table.is_player(&self.me));
                if is_player && table.is_waiting() {
                    self.ask(Command::Stand { table: id.clone() }, Asked::Other).await?;
                } else if is_player && !table.is_over() {
                    ctx.tell(&Text::fixed(
                        "Your game goes on; tables shows its number, and join takes you back.",
                        "Deine Partie läuft weiter; tables zeigt ihre Nummer, und join bringt dich zurück.",
                    ))?;
                }
                self.ask(Command::Unwatch { table: id }, Asked::Other).await?;
            }
            Line::Do(deed) => self.act(deed, ctx).await?,
            Line::Play(text) => match self.table.as_ref().and_then(|table| table.duty(&self.me)) {
                Some(Duty::Move) => self.play(Action::Move(text)).await?,
                Some(Duty::Roll) => {
                    ctx.tell(&Text::fixed("Roll first: type roll.", "Würfle erst: tippe roll."))?;
                }
                None => ctx.tell(&Text::fixed(
                    "This is no command, and it is not your turn; type help.",
                    "Das ist kein Befehl, und du bist nicht am Zug; help hilft.",
                ))?,
            },
        }
        Ok(())
    }

    async fn look_for(&mut self, seek: Seek, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        ctx.tell(&Text::fixed(
            "Looking for an opponent; stop gives up.",
            "Ich suche jemanden; stop bricht ab.",
        ))?;
        self.seek = Some(seek.clone());
        self.ask(Command::Pair { seek }, Asked::Pair).await
    }

    /// Goes where the list says: to an opponent, to a free chair, or to watch.
    async fn join(&mut self, number: usize, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let entry = number.checked_sub(1).and_then(|at| self.hall.entries(&self.me).into_iter().nth(at));
        match entry {
            Some(Entry::Seek(open)) => self.look_for(open.seek, ctx).await,
            Some(Entry::Table(table)) if table.phase == Phase::Waiting => {
                let sit = Command::Sit { table: table.id, chair: None, password: None, invite: None };
                self.ask(sit, Asked::Seat).await
            }
            Some(Entry::Table(table)) => self.look_at(table.id).await,
            None => Ok(ctx.tell(&Text::new(
                format!("there is no number {number} in the list; type tables"),
                format!("Nummer {number} gibt es in der Liste nicht; tippe tables"),
            ))?),
        }
    }

    async fn act(&mut self, deed: Deed, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let Some(table) = &self.table else { return Ok(ctx.tell(&not_at_table())?) };
        let id = table.id().clone();
        let action = match deed {
            // Where one might double instead, rolling is a decision, after which the dice fall by themselves.
            Deed::Roll if table.moves().iter().any(|text| text == "roll") => Action::Move("roll".to_owned()),
            Deed::Roll => Action::Roll,
            Deed::Undo => Action::Undo(None),
            Deed::Draw => Action::OfferDraw,
            Deed::Resign => Action::Resign(None),
            Deed::Accept => Action::Accept,
            Deed::Decline => Action::Decline,
            Deed::Next => Action::Ready,
            Deed::Hint => return self.ask(Command::Hint { table: id }, Asked::Other).await,
            Deed::Rematch => return self.ask(Command::Rematch { table: id }, Asked::Seat).await,
        };
        self.play(action).await
    }

    async fn play(&mut self, action: Action) -> anyhow::Result<()> {
        let Some((table, ply)) =
            self.table.as_ref().and_then(|table| Some((table.id().clone(), table.moment()?.ply)))
        else {
            return Ok(());
        };
        self.ask(Command::Act { table, ply, action, chair: None }, Asked::Other).await
    }
}

const fn not_at_table() -> Text {
    Text::fixed("You are not at a table; type tables.", "Du sitzt an keinem Tisch; tippe tables.")
}
