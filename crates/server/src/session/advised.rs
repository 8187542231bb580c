//! Commands that ask for advice: good moves at a table, and what any position is worth.

use std::sync::Arc;

use framework::{AnyFound, FoundMove, Millis, Turn, search::Limits};
use protocol::{Code, HintMove, Message, Problem, TableId};
use tokio::{task::AbortHandle, time::Instant};

use super::Session;
use crate::{
    advice::Advising,
    bus::Note,
    table::keeper::{ADVISER, HINT_TIME, Letter},
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
        self.house.rated.let_ask(&asker.id, question.game.info().id)?;
        let (mailbox, at) = (self.mailbox.clone(), table.clone());
        let waits = move |position| mailbox.put(Note::Busy(at.clone(), position));
        let answer = move |found| Message::Hint { number, table, ply, moves: valued(found, None) };
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
        played: Option<String>,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let settings = |sentence: String| Problem::new(Code::Settings, sentence);
        let entry = self.house.world().games().iter().find(|entry| entry.info.id == game);
        let entry = entry.ok_or_else(|| Problem::new(Code::NotFound, "there is no such game"))?;
        self.house.rated.let_ask(&self.you.id, entry.info.id)?;
        let game = entry.open_text(options).map_err(|error| Problem::told(Code::Settings, error.text()))?;
        let position = game.parse_position(position).map_err(|error| settings(error.to_string()))?;
        let Turn::Seat(seat) = position.turn() else {
            let sentence = "nobody is to move in this position; choose one before a decision";
            return Err(Problem::new(Code::Phase, sentence));
        };
        let played = match played.map(|text| position.check(&text)) {
            Some(Err(error)) => return Err(settings(error.to_string())),
            Some(Ok(text)) => Some(text),
            None => None,
        };
        // What was played is looked at besides, for half as long.
        let thinking = if played.is_some() { EVALUATION_TIME.0 * 3 / 2 } else { EVALUATION_TIME.0 };
        let advising = self.house.advice.begin(&self.you.id, Millis(thinking), arrived)?;
        let question = Question {
            game,
            position,
            player: ADVISER.to_owned(),
            also: played.clone(),
            limits: Limits::time(EVALUATION_TIME),
            urgency: Urgency::Hint,
            asker: self.you.id.clone(),
        };
        let answer = move |found: AnyFound| Message::Evaluation {
            number,
            seat,
            value: found.value,
            worth: found.worth,
            moves: valued(found, played.as_deref()),
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

/// The best moves with what they are worth, and the one that was played. A search that follows one line only knows the
/// worth of the best.
fn valued(found: AnyFound, played: Option<&str>) -> Vec<HintMove> {
    let (best, best_value) = (found.best, found.value);
    let valued = |FoundMove { text, value, worth }: FoundMove| {
        let value = value.or_else(|| (text == best).then_some(best_value));
        HintMove { text, value, worth }
    };
    let told = found
        .moves
        .into_iter()
        .enumerate()
        .filter(|(place, known)| *place < HINTED || Some(&*known.text) == played);
    told.map(|(_, known)| valued(known)).collect()
}

/// A task that ends when nobody waits for it any more.
#[derive(Debug)]
pub(super) struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
