//! Chat.

use std::sync::{Arc, atomic::Ordering};

use bus::{Bus as _, Note, Topic};
use limits::sessions::{MAX_CHAT_CHARS, RECENT_CHAT_LINES};
use protocol::{Channel, ChatKind, ChatLine, Code, Message, Person, Problem};
use store::{AccountStore as _, CommandKey, NewLine, Store as _, StoredLine};
use tables::world::World;
use tokio::time::Instant;

use super::Session;

impl<W: World> Session<W> {
    pub(super) async fn chat(
        &mut self,
        channel: Channel,
        text: &str,
        by: CommandKey,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let text = text.trim();
        let n_chars = text.chars().count();
        if n_chars == 0 || MAX_CHAT_CHARS < n_chars || text.contains(char::is_control) {
            let sentence = format!("a line of chat has 1 to {MAX_CHAT_CHARS} characters and no line ends");
            return Err(Problem::new(Code::Text, sentence));
        }
        let topics = match &channel {
            Channel::Lobby => vec![Topic::Lobby],
            Channel::Table(table) if self.watching.contains_key(table) => vec![Topic::Table(table.clone())],
            Channel::Table(_) => {
                return Err(Problem::new(Code::NotAllowed, "watch the table to talk there"));
            }
            Channel::User(other) => {
                self.house.identity.person(other).await?;
                self.house.lobby.check_blocked(&self.you.id, std::slice::from_ref(other)).await?;
                vec![Topic::User(other.clone()), Topic::User(self.you.id.clone())]
            }
        };
        if !self.lines.take(arrived) {
            return Err(Problem::new(Code::TooFast, "too many lines; wait a few seconds and say it again"));
        }
        let time = self.house.world().time();
        let number = by.number;
        let line =
            NewLine { channel: channel.clone(), from: self.you.clone(), text: text.to_owned(), time, by };
        let said = self.house.world().store().say(line).await;
        let (kept, is_new) = said.map_err(|error| tables::store_unavailable(&error))?;
        if is_new {
            let stored = StoredLine { number: kept, from: self.you.clone(), text: text.to_owned(), time };
            let note = Note::Chat(Arc::new(line_of(&channel, stored)));
            for topic in &topics {
                self.house.bus().publish(topic, &note);
            }
            self.house.metrics().lines.fetch_add(1, Ordering::Relaxed);
        }
        Ok(vec![Message::Done { number, table: None, seq: None }])
    }

    /// The last private lines to and from the person, for a person who comes.
    pub(super) async fn recent_private_lines(
        &self,
    ) -> Result<impl Iterator<Item = Message> + use<W>, Problem> {
        let lines = self.house.world().store().private_lines(&self.you.id, RECENT_CHAT_LINES).await;
        let lines = lines.map_err(|error| tables::store_unavailable(&error))?;
        Ok(lines.into_iter().map(|(channel, line)| Message::Chat { line: line_of(&channel, line) }))
    }

    /// The last lines of a channel, for a person who comes.
    pub(super) async fn recent_lines(&self, channel: &Channel) -> Result<Vec<Message>, Problem> {
        let lines = self.house.world().store().lines(channel, &self.you.id, RECENT_CHAT_LINES).await;
        let lines = lines.map_err(|error| tables::store_unavailable(&error))?;
        Ok(lines.into_iter().map(|line| Message::Chat { line: line_of(channel, line) }).collect())
    }
}

fn line_of(channel: &Channel, line: StoredLine) -> ChatLine {
    let kind = match channel {
        Channel::Lobby => ChatKind::Lobby,
        Channel::Table(_) => ChatKind::Table,
        Channel::User(_) => ChatKind::Private,
    };
    let from: Person = line.from;
    ChatLine {
        number: line.number,
        kind,
        channel: channel.clone(),
        from: Some(from),
        text: line.text,
        time: line.time,
    }
}
