//! A computer that plays for a person who is on a visit.

use std::{future::Future, pin::Pin, sync::Arc};

use framework::{AnyFound, search::Limits};
use protocol::{Problem, UserId};
use tables::world::{Question, Thinker as _, Urgency, World};
use visits::Decision;

use crate::house::House;

/// The levels that there are.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// A computer that plays, or none.
#[derive(Default)]
pub(super) struct Deputy {
    level: Option<u8>,
    thinking: Option<Thinking>,
}

/// What the computer thinks about.
struct Thinking {
    position: String,
    answer: Pin<Box<dyn Future<Output = Result<AnyFound, Problem>> + Send>>,
}

impl Deputy {
    /// A computer of a level plays from now on, or oneself. Returns whether there is such a level.
    pub(super) fn set(&mut self, level: Option<u8>) -> bool {
        let is_known = level.is_none_or(|level| LEVELS.contains(&level));
        if is_known {
            *self = Self { level, thinking: None };
        }
        is_known
    }

    pub(super) const fn level(&self) -> Option<u8> {
        self.level
    }

    /// Begins to think about what is to be decided, and stops to think about anything else.
    pub(super) fn turn_to<W: World>(
        &mut self,
        decision: Option<Decision>,
        house: &Arc<House<W>>,
        asker: &UserId,
    ) {
        let Some((level, Decision { game, position, time })) = self.level.zip(decision) else {
            self.thinking = None;
            return;
        };
        let text = position.text();
        if self.thinking.as_ref().is_some_and(|thinking| thinking.position == text) {
            return;
        }
        let question = Question {
            game,
            position,
            player: format!("level{level}"),
            also: None,
            limits: Limits::time(time),
            urgency: Urgency::Clock,
            asker: asker.clone(),
            seat: None,
        };
        let house = Arc::clone(house);
        let answer = Box::pin(async move { house.world().thinker().think(question, |_| {}).await });
        self.thinking = Some(Thinking { position: text, answer });
    }

    /// The move that the computer has found; never, if it does not think.
    pub(super) async fn found(&mut self) -> Result<String, Problem> {
        let Some(thinking) = &mut self.thinking else { return std::future::pending().await };
        let found = thinking.answer.as_mut().await;
        self.thinking = None;
        found.map(|found| found.best)
    }
}
