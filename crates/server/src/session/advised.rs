//! Commands that ask for advice: good moves at a table, and what any position is worth.

use std::sync::Arc;

use framework::{
    AnyFound, Millis, Turn,
    search::{LEVELS, Limits},
};
use protocol::{Code, HintMove, Message, Problem, TableId};
use tokio::{task::AbortHandle, time::Instant};

use super::Session;
use crate::{
    advice::Advising,
    bus::Note,
    table::keeper::{HINT_TIME, Letter},
    world::{Question, Thinker as _, Urgency, World},
};

/// How many moves a hint names: all there are on most boards, but never a list of hundreds.
const HINTED: usize = 40;

/// How long a position is thought about that belongs to no table: a whole game is a matter of seconds then.
const EVALUATION_TIME: Millis = Millis(200);

impl<W: World> Session<W> {
    /// Lets an adviser think about the position at a table; the answer comes when it is found.
    pub(super) async fn hint(
        &mut self,
        number: u64,
        table: TableId,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let asker = self.you.clone();
        let advising = self.house.advice.begin(&asker.id, HINT_TIME, arrived)?;
        let (ply, question) =
            self.house.ask(&table, |answer| Letter::Advice { asker: asker.clone(), answer }).await?;
        let (mailbox, at) = (self.mailbox.clone(), table.clone());
        let waits = move |position| mailbox.put(Note::Busy(at.clone(), position));
        let answer = move |found| Message::Hint { number, table, ply, moves: valued(found) };
        self.advise(number, advising, question, waits, answer);
        Ok(Vec::new())
    }

    /// Lets an adviser think about any position; the answer comes when it is found.
    pub(super) fn evaluate(
        &mut self,
        number: u64,
        game: &str,
        options: &str,
        position: &str,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let settings = |sentence: String| Problem::new(Code::Settings, sentence);
        let entry = self.house.world().games().iter().find(|entry| entry.info.id == game);
        let entry = entry.ok_or_else(|| Problem::new(Code::NotFound, "there is no such game"))?;
        let game = entry.open_text(options).map_err(|error| settings(error.to_string()))?;
        let position = game.parse_position(position).map_err(|error| settings(error.to_string()))?;
        let Turn::Seat(seat) = position.turn() else {
            let sentence = "nobody is to move in this position; choose one before a decision";
            return Err(Problem::new(Code::Phase, sentence));
        };
        let advising = self.house.advice.begin(&self.you.id, EVALUATION_TIME, arrived)?;
        let question = Question {
            game,
            position,
            player: format!("level{}", LEVELS.end()),
            limits: Limits::time(EVALUATION_TIME),
            urgency: Urgency::Hint,
            asker: self.you.id.clone(),
        };
        let answer = move |found: AnyFound| Message::Evaluation {
            number,
            seat,
            value: found.value,
            moves: valued(found),
        };
        self.advise(number, advising, question, |_| {}, answer);
        Ok(Vec::new())
    }

    /// Thinks about a question beside everything else, and sends what is found.
    fn advise(
        &mut self,
        number: u64,
        advising: Advising,
        question: Question,
        waits: impl Fn(u32) + Send + 'static,
        answer: impl FnOnce(AnyFound) -> Message + Send + 'static,
    ) {
        let (house, mailbox) = (Arc::clone(&self.house), self.mailbox.clone());
        let task = tokio::spawn(async move {
            let _advising = advising;
            let message = match house.world().thinker().think(question, waits).await {
                Ok(found) => answer(found),
                Err(problem) => Message::Refused { number: Some(number), problem },
            };
            mailbox.put(Note::Answer(Arc::new(message)));
        });
        self.advised = Some(AbortOnDrop(task.abort_handle()));
    }
}

/// The best moves with what they are worth. A search that follows one line only knows the worth of the best.
fn valued(found: AnyFound) -> Vec<HintMove> {
    let (best, worth) = (found.best, found.value);
    let valued = |(text, value): (String, Option<f32>)| {
        let value = value.or_else(|| (text == best).then_some(worth));
        HintMove { text, value }
    };
    found.moves.into_iter().take(HINTED).map(valued).collect()
}

/// A task that ends when nobody waits for it any more.
#[derive(Debug)]
pub(super) struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
