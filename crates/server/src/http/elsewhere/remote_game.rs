//! A person who is on a visit. The visit goes on for a while without a browser, so that a page can be loaded again.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use framework::{Decision, Text};
use protocol::{UserId, VisitLine, VisitMessage, VisitView, VisitWish};
use tables::world::World;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, sleep_until, timeout},
};
use visits::{GOAL_TIMEOUT, Outbox, Visit, VisitEvent, texts};

use super::{
    browser::{Browser, BrowserInput},
    computer::Computer,
    remote_games::Entry,
};
use crate::house::House;

/// How many lines are kept for a page that is loaded again.
const KEPT_LINES: usize = 500;

/// How much is read at a time.
const READ_BUFFER: usize = 4 * 1024;

/// How long the other side may take to say goodbye.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// A person who is there.
pub(super) struct RemoteGame<W: World> {
    pub(super) house: Arc<House<W>>,
    pub(super) person: UserId,
    pub(super) visit: Box<dyn Visit>,
    pub(super) stream: TcpStream,
    pub(super) address: String,
    pub(super) computer: Computer,
    pub(super) entry: Entry,
    /// How long the visit goes on without a browser.
    pub(super) patience: Duration,
    pub(super) seen_by: SeenBy,
}

/// Who looks, and what was there to be seen.
pub(super) struct SeenBy {
    browser: Option<Browser>,
    /// When the last browser went.
    since: Instant,
    shown: Option<VisitView>,
    lines: VecDeque<VisitLine>,
}

/// Why a visit is over.
enum Over {
    /// Anyone who was there wants to go, or has stayed away.
    Left,
    /// Something that people should know.
    Because(Text),
}

impl SeenBy {
    pub(super) fn new(browser: Browser) -> Self {
        Self { browser: Some(browser), since: Instant::now(), shown: None, lines: VecDeque::new() }
    }

    async fn receive(&mut self) -> BrowserInput {
        match &mut self.browser {
            Some(browser) => browser.receive().await,
            None => std::future::pending().await,
        }
    }

    /// Says something to the browser, if there is one; one that does not take it has gone.
    async fn send(&mut self, messages: &[VisitMessage]) {
        let Some(browser) = &mut self.browser else { return };
        if browser.send(messages).await.is_err() {
            self.lose();
        }
    }

    async fn ask(&mut self) {
        let Some(browser) = &mut self.browser else { return };
        if browser.ask().await.is_err() {
            self.lose();
        }
    }

    fn lose(&mut self) {
        (self.browser, self.since) = (None, Instant::now());
    }

    fn keep(&mut self, line: &VisitLine) {
        if self.lines.len() == KEPT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.clone());
    }
}

impl<W: World> RemoteGame<W> {
    /// RemoteGames until one side has enough.
    pub(super) async fn last(mut self, out: Outbox) {
        self.seen_by.send(&[self.begun()]).await;
        let reason = match self.play(out).await {
            Over::Left => {
                // Anyone who does not say goodbye in time is left without.
                let _ = timeout(CLOSE_TIMEOUT, self.close_politely()).await;
                None
            }
            Over::Because(text) => Some(text),
        };
        if let Some(browser) = self.seen_by.browser.take() {
            browser.end(reason).await;
        }
        let _ = timeout(CLOSE_TIMEOUT, self.hang_up()).await;
    }

    fn begun(&self) -> VisitMessage {
        VisitMessage::Begun { visit: self.entry.word.clone() }
    }

    async fn play(&mut self, out: Outbox) -> Over {
        if let Err(over) = self.carry(out).await {
            return over;
        }
        let mut bytes = [0; READ_BUFFER];
        let goal_ends = Instant::now() + GOAL_TIMEOUT;
        loop {
            self.computer.turn_to(self.visit.turn(), &self.house, &self.entry.word, &self.person);
            let is_settled = self.visit.is_settled();
            let (is_alone, too_late) = (self.seen_by.browser.is_none(), self.seen_by.since + self.patience);
            let done = tokio::select! {
                read = self.stream.read(&mut bytes) => match read {
                    Ok(n_bytes @ 1..) => self.on_bytes(&bytes[..n_bytes]).await,
                    Ok(0) | Err(_) => Err(Over::Because(texts::hung_up())),
                },
                input = self.seen_by.receive() => self.on_browser_input(input).await,
                Some(browser) = self.entry.arrivals.recv() => {
                    self.welcome(browser).await;
                    Ok(())
                }
                decided = self.computer.decided() => match decided {
                    Ok(Decision::Played(text)) => self.on_request(&VisitWish::Play { text }).await,
                    // No engine of ours gives up; if one did, the person would have to go on.
                    Ok(Decision::Resigned | Decision::Stopped) | Err(_) => {
                        if let Err(fault) = decided {
                            tracing::warn!(%fault, "the computer of a visit cannot think");
                        }
                        self.computer.set(None);
                        let text = Text::fixed(
                            "the computer cannot play now, so play yourself",
                            "der Computer kann gerade nicht spielen, darum spiele selbst",
                        );
                        self.seen_by.send(&[VisitMessage::Refused { text }]).await;
                        self.carry(Outbox::default()).await
                    }
                },
                () = sleep_until(goal_ends), if !is_settled => {
                    let mut out = Outbox::default();
                    self.visit.give_up_goal(&mut out);
                    self.carry(out).await
                }
                () = sleep_until(too_late), if is_alone => Err(Over::Left),
            };
            if let Err(over) = done {
                return over;
            }
        }
    }

    async fn on_bytes(&mut self, bytes: &[u8]) -> Result<(), Over> {
        let mut out = Outbox::default();
        let received = self.visit.on_bytes(bytes, &mut out);
        self.carry(out).await?;
        received.map_err(|lost| Over::Because(lost.into_text()))
    }

    async fn on_browser_input(&mut self, input: BrowserInput) -> Result<(), Over> {
        let refused = |text| VisitMessage::Refused { text };
        match input {
            BrowserInput::Request(request) => match *request {
                VisitWish::Quit => return Err(Over::Left),
                VisitWish::Computer { level } if self.computer.set(level) => {
                    return self.carry(Outbox::default()).await;
                }
                VisitWish::Open { .. } | VisitWish::Resume { .. } | VisitWish::Computer { .. } => {
                    self.seen_by.send(&[refused(not_possible_here())]).await;
                }
                request => return self.on_request(&request).await,
            },
            BrowserInput::Nonsense => self.seen_by.send(&[refused(not_possible_here())]).await,
            BrowserInput::TooFast => {
                let text = Text::fixed("not so fast, please", "bitte nicht so schnell");
                self.seen_by.send(&[refused(text)]).await;
            }
            BrowserInput::Nothing { asks: true } => self.seen_by.ask().await,
            BrowserInput::Nothing { asks: false } => {}
            BrowserInput::Gone => self.seen_by.lose(),
        }
        Ok(())
    }

    async fn on_request(&mut self, request: &VisitWish) -> Result<(), Over> {
        let mut out = Outbox::default();
        let done = self.visit.on_request(request, &mut out);
        self.carry(out).await?;
        if let Err(text) = done {
            self.seen_by.send(&[VisitMessage::Refused { text }]).await;
        }
        Ok(())
    }

    /// Shows everything to a browser that comes back; one that was there goes.
    async fn welcome(&mut self, browser: Browser) {
        if let Some(before) = self.seen_by.browser.replace(browser) {
            let reason = Text::fixed(
                "the visit goes on in another window",
                "der Besuch geht in einem anderen Fenster weiter",
            );
            before.end(Some(reason)).await;
        }
        let told = self.seen_by.lines.iter().cloned().map(|line| VisitMessage::Told { line });
        let stands = self.seen_by.shown.clone().map(|view| VisitMessage::Stands { view: Box::new(view) });
        let messages: Vec<_> = [self.begun()].into_iter().chain(told).chain(stands).collect();
        self.seen_by.send(&messages).await;
    }

    /// Sends what is to be sent, and shows what is new.
    async fn carry(&mut self, out: Outbox) -> Result<(), Over> {
        if !out.bytes.is_empty() && originals::write(&mut self.stream, &out.bytes).await.is_err() {
            return Err(Over::Because(Text::fixed(
                "the other side takes nothing any more",
                "die andere Seite nimmt nichts mehr an",
            )));
        }
        let mut messages = Vec::new();
        for told in out.events {
            if let VisitEvent::Line(line) | VisitEvent::Echo(line) = told {
                self.seen_by.keep(&line);
                messages.push(VisitMessage::Told { line });
            }
        }
        if let Some(place) = self.visit.place() {
            let (board, computer) = (self.visit.board(), self.computer.level());
            let view = VisitView { address: self.address.clone(), place, board, computer };
            if self.seen_by.shown.as_ref() != Some(&view) {
                self.seen_by.shown = Some(view.clone());
                messages.push(VisitMessage::Stands { view: Box::new(view) });
            }
        }
        self.seen_by.send(&messages).await;
        Ok(())
    }

    /// Goes as the protocol wants it: an old server breaks down when a person vanishes who sits alone.
    async fn close_politely(&mut self) {
        let mut out = Outbox::default();
        self.visit.leave(&mut out);
        let mut bytes = [0; READ_BUFFER];
        while !out.hangs_up && originals::write(&mut self.stream, &out.bytes).await.is_ok() {
            out = Outbox::default();
            match self.stream.read(&mut bytes).await {
                Ok(n_bytes @ 1..) if self.visit.on_bytes(&bytes[..n_bytes], &mut out).is_ok() => {}
                _ => return,
            }
        }
    }

    /// Ends the connection in order: an old server breaks down when one is closed over what was not read.
    async fn hang_up(&mut self) {
        let mut bytes = [0; READ_BUFFER];
        if self.stream.shutdown().await.is_ok() {
            while let Ok(1..) = self.stream.read(&mut bytes).await {}
        }
    }
}

const fn not_possible_here() -> Text {
    Text::fixed("this is not possible here", "das geht hier nicht")
}
