//! Somebody who is on a visit. The visit goes on for a while without a browser, so that a page can be loaded again.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use framework::Text;
use protocol::{UserId, VisitLine, VisitMessage, VisitView, VisitWish};
use tables::world::World;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, sleep_until, timeout},
};
use visits::{ERRAND_TIME, Outbox, Told, Visit, words};

use super::{
    browser::{Browser, Heard},
    deputy::Deputy,
    remote_games::Entry,
};
use crate::house::House;

/// How many lines are kept for a page that is loaded again.
const KEPT_LINES: usize = 500;

/// How much is read at a time.
const READ_BUFFER: usize = 4 * 1024;

/// How long the other side may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// Somebody who is there.
pub(super) struct RemoteGame<W: World> {
    pub(super) house: Arc<House<W>>,
    pub(super) person: UserId,
    pub(super) visit: Box<dyn Visit>,
    pub(super) stream: TcpStream,
    pub(super) address: String,
    pub(super) deputy: Deputy,
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
    /// Whoever was there wants to go, or has stayed away.
    Left,
    /// Something that people should know.
    Because(Text),
}

impl SeenBy {
    pub(super) fn new(browser: Browser) -> Self {
        Self { browser: Some(browser), since: Instant::now(), shown: None, lines: VecDeque::new() }
    }

    async fn hear(&mut self) -> Heard {
        match &mut self.browser {
            Some(browser) => browser.hear().await,
            None => std::future::pending().await,
        }
    }

    /// Says something to the browser, if there is one; one that does not take it has gone.
    async fn say(&mut self, messages: &[VisitMessage]) {
        let Some(browser) = &mut self.browser else { return };
        if browser.say(messages).await.is_err() {
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
        self.seen_by.say(&[self.begun()]).await;
        let reason = match self.play(out).await {
            Over::Left => {
                // Whoever does not say goodbye in time is left without.
                let _ = timeout(GOODBYE, self.say_goodbye()).await;
                None
            }
            Over::Because(text) => Some(text),
        };
        if let Some(browser) = self.seen_by.browser.take() {
            browser.end(reason).await;
        }
        let _ = timeout(GOODBYE, self.hang_up()).await;
    }

    fn begun(&self) -> VisitMessage {
        VisitMessage::Begun { visit: self.entry.word.clone() }
    }

    async fn play(&mut self, out: Outbox) -> Over {
        if let Err(over) = self.carry(out).await {
            return over;
        }
        let mut bytes = [0; READ_BUFFER];
        let errand_ends = Instant::now() + ERRAND_TIME;
        loop {
            self.deputy.turn_to(self.visit.decision(), &self.house, &self.person);
            let is_settled = self.visit.is_settled();
            let (is_alone, too_late) = (self.seen_by.browser.is_none(), self.seen_by.since + self.patience);
            let done = tokio::select! {
                read = self.stream.read(&mut bytes) => match read {
                    Ok(n_bytes @ 1..) => self.hear(&bytes[..n_bytes]).await,
                    Ok(0) | Err(_) => Err(Over::Because(words::hung_up())),
                },
                heard = self.seen_by.hear() => self.obey(heard).await,
                Some(browser) = self.entry.arrivals.recv() => {
                    self.welcome(browser).await;
                    Ok(())
                }
                found = self.deputy.found() => match found {
                    Ok(text) => self.fulfill(&VisitWish::Play { text }).await,
                    Err(problem) => {
                        tracing::warn!(%problem.sentence, "the computer of a visit cannot think");
                        self.deputy.set(None);
                        let text = Text::fixed(
                            "the computer cannot play now, so play yourself",
                            "der Computer kann gerade nicht spielen, darum spiele selbst",
                        );
                        self.seen_by.say(&[VisitMessage::Refused { text }]).await;
                        self.carry(Outbox::default()).await
                    }
                },
                () = sleep_until(errand_ends), if !is_settled => {
                    let mut out = Outbox::default();
                    self.visit.give_up_errand(&mut out);
                    self.carry(out).await
                }
                () = sleep_until(too_late), if is_alone => Err(Over::Left),
            };
            if let Err(over) = done {
                return over;
            }
        }
    }

    async fn hear(&mut self, bytes: &[u8]) -> Result<(), Over> {
        let mut out = Outbox::default();
        let heard = self.visit.hear(bytes, &mut out);
        self.carry(out).await?;
        heard.map_err(|lost| Over::Because(lost.into_text()))
    }

    async fn obey(&mut self, heard: Heard) -> Result<(), Over> {
        let refused = |text| VisitMessage::Refused { text };
        match heard {
            Heard::TableCommand(wish) => match *wish {
                VisitWish::Quit => return Err(Over::Left),
                VisitWish::Computer { level } if self.deputy.set(level) => {
                    return self.carry(Outbox::default()).await;
                }
                VisitWish::Open { .. } | VisitWish::Resume { .. } | VisitWish::Computer { .. } => {
                    self.seen_by.say(&[refused(not_to_be_wished())]).await;
                }
                wish => return self.fulfill(&wish).await,
            },
            Heard::Nonsense => self.seen_by.say(&[refused(not_to_be_wished())]).await,
            Heard::TooFast => {
                let text = Text::fixed("not so fast, please", "bitte nicht so schnell");
                self.seen_by.say(&[refused(text)]).await;
            }
            Heard::Nothing { asks: true } => self.seen_by.ask().await,
            Heard::Nothing { asks: false } => {}
            Heard::Gone => self.seen_by.lose(),
        }
        Ok(())
    }

    async fn fulfill(&mut self, wish: &VisitWish) -> Result<(), Over> {
        let mut out = Outbox::default();
        let done = self.visit.wish(wish, &mut out);
        self.carry(out).await?;
        if let Err(text) = done {
            self.seen_by.say(&[VisitMessage::Refused { text }]).await;
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
        self.seen_by.say(&messages).await;
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
        for told in out.told {
            if let Told::Line(line) | Told::Echo(line) = told {
                self.seen_by.keep(&line);
                messages.push(VisitMessage::Told { line });
            }
        }
        if let Some(place) = self.visit.place() {
            let (board, computer) = (self.visit.board(), self.deputy.level());
            let view = VisitView { address: self.address.clone(), place, board, computer };
            if self.seen_by.shown.as_ref() != Some(&view) {
                self.seen_by.shown = Some(view.clone());
                messages.push(VisitMessage::Stands { view: Box::new(view) });
            }
        }
        self.seen_by.say(&messages).await;
        Ok(())
    }

    /// Goes as the protocol wants it: an old server breaks down when somebody vanishes who sits alone.
    async fn say_goodbye(&mut self) {
        let mut out = Outbox::default();
        self.visit.leave(&mut out);
        let mut bytes = [0; READ_BUFFER];
        while !out.hangs_up && originals::write(&mut self.stream, &out.bytes).await.is_ok() {
            out = Outbox::default();
            match self.stream.read(&mut bytes).await {
                Ok(n_bytes @ 1..) if self.visit.hear(&bytes[..n_bytes], &mut out).is_ok() => {}
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

const fn not_to_be_wished() -> Text {
    Text::fixed("this cannot be wished for", "das kann man sich nicht wünschen")
}
